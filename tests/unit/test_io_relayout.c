/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a file into another layout, in a few bytes of memory: random pairs of layouts against a loop over the
 * elements that shares no code with the library; padding, progress, cancelling, threads, shapes without
 * elements.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "gather/threads.h"
#include "support/memory_file.h"
#include "support/random_layout.h"
#include "support/relayout_trial.h"

enum { MOST_ELEMENTS = 1500, MOST_BYTES = 1 << 24 };

static uint8_t source[MOST_BYTES], output[MOST_BYTES], image[MOST_BYTES];
static const char *path; /* of the source */

static struct gather_layout layout_of(const char *text)
{
    struct gather_layout layout;
    if (gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, NULL) != GATHER_STATUS_OK)
        fail_msg("%s is a layout", text);
    return layout;
}

/* A raw file, as a tensor of a layout. */
static struct gather_file *open_as(const char *name, const struct gather_layout *layout,
                                   struct gather_tensor *tensor)
{
    struct gather_file *file = NULL;
    assert_int_equal(gather_file_open(&file, name, GATHER_FILE_RAW, NULL), GATHER_STATUS_OK);
    *tensor = *gather_file_tensor(file, 0);
    assert_int_equal(gather_tensor_lay(tensor, layout, NULL), GATHER_STATUS_OK);
    return file;
}

static enum gather_status relay(const struct gather_layout *from, const struct gather_layout *to,
                                const struct gather_relayout_options *options,
                                struct gather_relayout_summary *summary, struct gather_error *error)
{
    struct gather_tensor tensor;
    struct gather_file *file = open_as(path, from, &tensor);
    struct gather_buffer buffer = {output, (uint64_t)gather_layout_bytes(to)};
    enum gather_status status = gather_io_relayout(file, &tensor, to, buffer, options, summary, error);
    gather_file_close(file);
    return status;
}

static void write_source(int64_t bytes)
{
    for (int64_t k = 0; k < bytes; k++)
        source[k] = (uint8_t)(k * 167 + k / 251);
    path = memory_file(source, (size_t)bytes);
}

/* ---- any pair ------------------------------------------------------------------------------------ */

/* Strings are no bytes of a file. */
static int32_t random_file_dtype(struct randomness *randomness)
{
    int32_t dtype;
    do
        dtype = random_dtype(randomness);
    while (dtype == GATHER_DTYPE_STRING);
    return dtype;
}

static const char *fault_of_pair(const struct gather_layout *from, const struct gather_layout *to,
                                 int64_t memory, int64_t *slabs)
{
    static struct operand_cells from_cells, to_cells;
    struct gather_relayout_options options = {.size = sizeof options, .memory = memory};
    struct gather_relayout_summary summary = {0};
    struct gather_error error = {0};
    struct trial trial = {.data = from, .out = to, .data_cells = &from_cells, .out_cells = &to_cells};
    size_t bytes = (size_t)gather_layout_bytes(to);
    write_source(gather_layout_bytes(from));
    memset(output, 0xA5, bytes + 1);
    memset(image, 0xA5, bytes + 1);
    enum gather_status status = relay(from, to, &options, &summary, &error);
    *slabs = summary.slabs;
    if (status == GATHER_STATUS_UNSUPPORTED && error.operand != NULL && strcmp(error.operand, "memory") == 0)
        return NULL;
    if (status != GATHER_STATUS_OK)
        return "it can be done";
    if (summary.buffer > memory)
        return "it stays within the memory allowed";
    operand_cells_find(&from_cells, from);
    operand_cells_find(&to_cells, to);
    expect_trial(&trial, source, image);
    return memcmp(output, image, bytes + 1) == 0 ? NULL
                                                 : "every byte is as the loop over the elements makes it";
}

/* COVERS(CORE-6, CORE-8, XLA-20, XLA-50) */
static void test_any_pair(void **state)
{
    struct randomness randomness = randomness_begin("any_pair");
    int64_t several = 0, done = 0;
    (void)state;
    for (int k = 0; k < 4000; k++) {
        int64_t sizes[GATHER_MAX_RANK], slabs;
        int32_t rank = random_shape(&randomness, MOST_ELEMENTS, sizes),
                dtype = random_file_dtype(&randomness);
        struct gather_layout from = random_layout(&randomness, dtype, rank, sizes, RANDOM_INPUT);
        struct gather_layout to = random_layout(&randomness, dtype, rank, sizes, RANDOM_OUTPUT);
        if (gather_layout_elements(&from) == 0) /* a test of its own */
            continue;
        int64_t memory = 2 + random_below(&randomness, 2 + gather_layout_bytes(&from));
        const char *fault = fault_of_pair(&from, &to, memory, &slabs);
        if (fault != NULL) {
            struct trial trial = {.data = &from, .out = &to};
            print_trial(&trial, fault);
            fail_msg("%d: in %d bytes: %s", k, (int)memory, fault);
        }
        several += slabs > 1;
        done += slabs > 0;
    }
    printf("%d pairs, %d of them in several slabs\n", (int)done, (int)several);
    assert_true(several > 2000);
}

/* ---- what it reports ----------------------------------------------------------------------------- */

struct heard {
    int64_t calls, last, total, cancel_at;
};

static int hear(void *context, int64_t done, int64_t total)
{
    struct heard *heard = context;
    assert_true(done >= heard->last && done <= total);
    heard->calls++;
    heard->last = done;
    heard->total = total;
    return heard->cancel_at > 0 && done >= heard->cancel_at;
}

static void test_progress_counts_elements(void **state)
{
    struct gather_layout from = layout_of("f32[100,10]"), to = layout_of("f32[100,10]F");
    struct heard heard = {0};
    struct gather_relayout_options options = {sizeof options, 400, NULL, hear, &heard};
    struct gather_relayout_summary summary;
    (void)state;
    write_source(4000);
    assert_int_equal(relay(&from, &to, &options, &summary, NULL), GATHER_STATUS_OK);
    assert_int_equal(heard.calls, 11); /* at the beginning, and behind each slab */
    assert_int_equal(heard.last, 1000);
    assert_int_equal(heard.total, 1000);
    assert_int_equal(summary.slabs, 10);
    assert_int_equal(summary.bytes_read, 4000);
    assert_int_equal(summary.buffer, 400);
}

static void test_progress_cancels(void **state)
{
    struct gather_layout from = layout_of("f32[100,10]"), to = layout_of("f32[100,10]F");
    struct heard heard = {.cancel_at = 200};
    struct gather_relayout_options options = {sizeof options, 400, NULL, hear, &heard};
    struct gather_error error = {0};
    (void)state;
    write_source(4000);
    assert_int_equal(relay(&from, &to, &options, NULL, &error), GATHER_STATUS_CANCELLED);
    assert_int_equal(error.status, GATHER_STATUS_CANCELLED);
    assert_int_equal(heard.last, 200);
}

/* Also amid the pieces of one slab, where they are many. */
static void test_progress_cancels_while_reading(void **state)
{
    struct gather_layout from = layout_of("u8[2000]:(4200)"), to = layout_of("u8[2000]");
    struct heard heard = {.cancel_at = 500};
    struct gather_relayout_options options = {sizeof options, 2000, NULL, hear, &heard};
    (void)state;
    write_source(1999 * 4200 + 1);
    assert_int_equal(relay(&from, &to, &options, NULL, NULL), GATHER_STATUS_CANCELLED);
    assert_int_equal(heard.last, 512);
}

/* Only what elements need is read: one byte of each kilobyte. */
static void test_gaps_are_not_read(void **state)
{
    struct gather_layout from = layout_of("u8[100]:(1000)"), to = layout_of("u8[100]");
    struct gather_relayout_options options = {sizeof options, 500, NULL, NULL, NULL};
    struct gather_relayout_summary summary;
    (void)state;
    write_source(99001);
    assert_int_equal(relay(&from, &to, &options, &summary, NULL), GATHER_STATUS_OK);
    assert_int_equal(summary.bytes_read, 100);
    for (size_t k = 0; k < 100; k++)
        assert_int_equal(output[k], source[1000 * k]);
}

static void test_threads_give_the_same_bytes(void **state)
{
    struct gather_layout from = layout_of("f32[300,200]"), to = layout_of("f32[300,200]{0,1:T(8,16)}");
    struct gather_pool *pool = NULL;
    (void)state;
    write_source(240000);
    memset(output, 0, (size_t)gather_layout_bytes(&to));
    assert_int_equal(relay(&from, &to, NULL, NULL, NULL), GATHER_STATUS_OK);
    memcpy(image, output, (size_t)gather_layout_bytes(&to));
    memset(output, 0, (size_t)gather_layout_bytes(&to));
    assert_int_equal(gather_pool_create(&pool, 3), GATHER_STATUS_OK);
    struct gather_threads threads = gather_pool_threads(pool);
    struct gather_relayout_options options = {.size = sizeof options, .memory = 100001, .threads = &threads};
    assert_int_equal(relay(&from, &to, &options, NULL, NULL), GATHER_STATUS_OK);
    gather_pool_destroy(pool);
    assert_memory_equal(output, image, (size_t)gather_layout_bytes(&to));
}

/* ---- limits -------------------------------------------------------------------------------------- */

/* COVERS(XLA-21, CORE-3) */
static void test_no_elements(void **state)
{
    static const char *const froms[] = {"f32[0,3]", "f32[0,3]F", "f32[0,3]:(3,1)",
                                        "f32[0,3]{1,0:pad(2,5)=one}", "f32[0,3]{1,0:T(2,2)pad(2,5)=one}"};
    struct gather_layout plain = layout_of("f32[0,3]"), padded = layout_of("f32[0,3]{1,0:pad(2,5)=one}");
    static const float one = 1;
    (void)state;
    for (size_t k = 0; k < sizeof froms / sizeof froms[0]; k++) {
        struct gather_layout from = layout_of(froms[k]);
        write_source(gather_layout_bytes(&from));
        assert_int_equal(relay(&from, &plain, NULL, NULL, NULL), GATHER_STATUS_OK);
        memset(output, 0, 40);
        assert_int_equal(relay(&from, &padded, NULL, NULL, NULL), GATHER_STATUS_OK);
        for (size_t n = 0; n < 10; n++)
            assert_memory_equal(output + 4 * n, &one, 4);
    }
}

static void check_refused(const char *from_text, const char *to_text, int64_t memory,
                          enum gather_status expected)
{
    struct gather_layout from = layout_of(from_text), to = layout_of(to_text);
    struct gather_relayout_options options = {.size = sizeof options, .memory = memory};
    struct gather_error error = {0};
    write_source(gather_layout_bytes(&from));
    assert_int_equal(relay(&from, &to, &options, NULL, &error), expected);
    assert_int_equal(error.status, expected);
}

static void test_refused(void **state)
{
    (void)state;
    check_refused("f32[2,3]", "f32[3,2]", 0, GATHER_STATUS_SHAPE);
    check_refused("f32[2,3]", "f32[6]", 0, GATHER_STATUS_RANK);
    check_refused("f32[2,3]", "s32[2,3]", 0, GATHER_STATUS_DTYPE);
    check_refused("f32[2,3]", "f32[2,3]:(0,1)", 0, GATHER_STATUS_OVERLAP);
    check_refused("f32[2,3]", "f32[2,3]", -1, GATHER_STATUS_ARGUMENT);
    check_refused("f32[2,3]", "f32[2,3]", 3, GATHER_STATUS_UNSUPPORTED);
    check_refused("f32[64,64]{1,0:T(8,8)}", "f32[64,64]", 200, GATHER_STATUS_UNSUPPORTED);
}

static int never(void *context, int64_t done, int64_t total)
{
    (void)context;
    (void)done;
    (void)total;
    return 1;
}

/* What lies behind the end that a struct says of itself is not looked at. */
static void test_shorter_options(void **state)
{
    struct gather_layout layout = layout_of("f32[2,3]");
    struct gather_relayout_options options = {.size = offsetof(struct gather_relayout_options, progress),
                                              .progress = never};
    struct gather_error error = {0};
    (void)state;
    write_source(24);
    assert_int_equal(relay(&layout, &layout, &options, NULL, &error), GATHER_STATUS_OK);
    options.size = sizeof options;
    assert_int_equal(relay(&layout, &layout, &options, NULL, &error), GATHER_STATUS_CANCELLED);
    options.size = 0;
    assert_int_equal(relay(&layout, &layout, &options, NULL, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "options");
}

static void test_output_too_small(void **state)
{
    struct gather_layout layout = layout_of("f32[2,3]");
    struct gather_tensor tensor;
    struct gather_error error = {0};
    (void)state;
    write_source(24);
    struct gather_file *file = open_as(path, &layout, &tensor);
    struct gather_buffer buffer = {output, 23};
    assert_int_equal(gather_io_relayout(file, &tensor, &layout, buffer, NULL, NULL, &error),
                     GATHER_STATUS_BOUNDS);
    gather_file_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_pair),          cmocka_unit_test(test_progress_counts_elements),
        cmocka_unit_test(test_progress_cancels),  cmocka_unit_test(test_progress_cancels_while_reading),
        cmocka_unit_test(test_gaps_are_not_read), cmocka_unit_test(test_threads_give_the_same_bytes),
        cmocka_unit_test(test_no_elements),       cmocka_unit_test(test_refused),
        cmocka_unit_test(test_shorter_options),   cmocka_unit_test(test_output_too_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
