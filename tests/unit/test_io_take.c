/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a file into a buffer: random layouts, rows and orders against a loop over the elements that shares no code
 * with the library, mapped or read, the bytes in memory or not; reads, refusals, progress, threads, formats.
 *
 * This program has its own preadv2 in front of the system's, by which the library asks what lies in memory.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "gather/threads.h"
#include "support/element_image.h"
#include "support/memory_file.h"
#include "support/npy_by_hand.h"
#include "support/operand_cells.h"
#include "support/random_layout.h"
#include "support/safetensors_by_hand.h"
#include "support/scratch.h"
#include "support/zip_by_hand.h"

enum { MOST_ELEMENTS = 1500, MOST_ROWS = 6000, MOST_BYTES = 1 << 24 };

static uint8_t source[MOST_BYTES], output[MOST_BYTES], image[MOST_BYTES];
static int64_t rows[MOST_ROWS];
static int32_t mapped; /* as in the options of a file */

/* ---- what lies in memory ------------------------------------------------------------------------- */

enum cached { CACHED_ALL, CACHED_NOTHING, CACHED_SOME, CACHED_IN_PART, CACHED_WAYS };

static struct {
    enum cached way;
    int calls;
} cached;

ssize_t preadv2(int descriptor, const struct iovec *to, int count, off_t offset, int flags)
{
    (void)flags;
    assert_int_equal(count, 1);
    if (cached.way == CACHED_NOTHING || (cached.way == CACHED_SOME && cached.calls++ % 3 != 0)) {
        errno = EAGAIN;
        return -1;
    }
    size_t bytes = cached.way == CACHED_IN_PART ? to[0].iov_len / 2 : to[0].iov_len;
    return syscall(SYS_pread64, descriptor, to[0].iov_base, bytes, offset);
}

/* ---- files --------------------------------------------------------------------------------------- */

static struct gather_layout layout_of(const char *text)
{
    struct gather_layout layout;
    if (gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, NULL) != GATHER_STATUS_OK)
        fail_msg("%s is a layout", text);
    return layout;
}

/* A raw file of bytes that differ, as a tensor of a layout. */
static struct gather_file *open_as(const struct gather_layout *layout, struct gather_tensor *tensor)
{
    struct gather_file *file = NULL;
    struct gather_file_options options = {.size = sizeof options, .format = GATHER_FILE_RAW, .map = mapped};
    int64_t bytes = gather_layout_bytes(layout);
    for (int64_t k = 0; k < bytes; k++)
        source[k] = (uint8_t)(k * 167 + k / 251 + k / 65521);
    assert_int_equal(gather_file_open_with(&file, memory_file(source, (size_t)bytes), &options, NULL),
                     GATHER_STATUS_OK);
    *tensor = *gather_file_tensor(file, 0);
    assert_int_equal(gather_tensor_lay(tensor, layout, NULL), GATHER_STATUS_OK);
    return file;
}

static enum gather_status take(const struct gather_layout *from, int32_t axis, const struct gather_layout *to,
                               const struct gather_take_options *options, struct gather_take_summary *summary,
                               struct gather_error *error)
{
    struct gather_tensor tensor;
    struct gather_file *file = open_as(from, &tensor);
    struct gather_buffer buffer = {output, (uint64_t)gather_layout_bytes(to)};
    size_t count = axis >= 0 && axis < to->rank ? (size_t)to->sizes[axis] : 0;
    enum gather_status status =
        gather_io_take(file, &tensor, axis, rows, count, to, buffer, options, summary, error);
    gather_file_close(file);
    return status;
}

/* ---- any layouts --------------------------------------------------------------------------------- */

static int64_t product(const int64_t *sizes, int32_t begin, int32_t end)
{
    int64_t elements = 1;
    for (int32_t d = begin; d < end; d++)
        elements *= sizes[d];
    return elements;
}

/* What the output must hold: element by element, in its row-major order. */
static void expect_rows(const struct gather_layout *from, int32_t axis, const struct gather_layout *to)
{
    static struct operand_cells from_cells, to_cells;
    operand_cells_find(&from_cells, from);
    operand_cells_find(&to_cells, to);
    int64_t inner = product(to->sizes, axis + 1, to->rank), count = to->sizes[axis];
    for (int64_t k = 0; k < to_cells.elements; k++) {
        int64_t row = rows[k / inner % count];
        if (row < 0)
            continue;
        int64_t element = (k / inner / count * from->sizes[axis] + row) * inner + k % inner;
        put_element(to, image, to_cells.cell_of[k], source,
                    (int64_t)from_cells.cell_of[element] * from->cell_bits);
    }
}

static bool is_taken(const struct gather_layout *from, const struct gather_layout *to)
{
    struct gather_layout_summary data, place;
    assert_int_equal(gather_layout_describe(from, &data, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_describe(to, &place, NULL), GATHER_STATUS_OK);
    return data.strided && place.strided && gather_dtype_bits(from->dtype) % 8 == 0 &&
           from->cell_bits % 8 == 0 && to->cell_bits % 8 == 0 &&
           !(place.padded && to->padding != GATHER_PADDING_UNKNOWN);
}

static void check_take(const struct gather_layout *from, int32_t axis, const struct gather_layout *to, int k)
{
    size_t bytes = (size_t)gather_layout_bytes(to);
    memset(output, 0xA5, bytes + 1);
    memset(image, 0xA5, bytes + 1);
    enum gather_status status = take(from, axis, to, NULL, NULL, NULL);
    if (status != GATHER_STATUS_OK)
        fail_msg("%d: it can be done", k);
    expect_rows(from, axis, to);
    if (memcmp(output, image, bytes + 1) == 0)
        return;
    print_operand("data", from);
    print_operand("output", to);
    fail_msg("%d: along %d every byte is as the loop over the elements makes it", k, (int)axis);
}

static int32_t random_file_dtype(struct randomness *randomness)
{
    int32_t dtype;
    do
        dtype = random_dtype(randomness);
    while (dtype == GATHER_DTYPE_STRING);
    return dtype;
}

/* In any order, some of them often, some of them none; or one after the other. */
static void random_rows(struct randomness *randomness, int64_t size, int64_t count)
{
    int64_t way = random_below(randomness, 4), first = random_below(randomness, size);
    for (int64_t k = 0; k < count; k++)
        rows[k] = way == 0   ? (first + k) % size
                  : way == 1 ? random_below(randomness, size)
                             : random_below(randomness, size + 1) - 1;
}

static void test_any_layouts(void **state)
{
    struct randomness randomness = randomness_begin("any_layouts");
    int done = 0, refused = 0;
    (void)state;
    for (int k = 0; k < 12000; k++) {
        int64_t sizes[GATHER_MAX_RANK];
        int32_t rank = random_shape(&randomness, MOST_ELEMENTS, sizes),
                dtype = random_file_dtype(&randomness);
        int32_t axis = rank > 0 ? (int32_t)random_below(&randomness, rank) : 0;
        if (rank == 0 || sizes[axis] == 0)
            continue;
        struct gather_layout from = random_layout(&randomness, dtype, rank, sizes, RANDOM_INPUT);
        int64_t count = random_below(&randomness, 2 * sizes[axis] + 2);
        random_rows(&randomness, sizes[axis], count);
        sizes[axis] = count;
        if (product(sizes, 0, rank) > MOST_ELEMENTS)
            continue;
        struct gather_layout to = random_layout(&randomness, dtype, rank, sizes, RANDOM_OUTPUT);
        cached.way = (enum cached)(k % CACHED_WAYS);
        mapped = k / CACHED_WAYS % 2;
        if (is_taken(&from, &to)) {
            check_take(&from, axis, &to, k);
            done++;
        } else {
            assert_int_equal(take(&from, axis, &to, NULL, NULL, NULL), GATHER_STATUS_UNSUPPORTED);
            refused++;
        }
    }
    mapped = 0;
    printf("%d taken, %d refused\n", done, refused);
    assert_true(done > 1500);
}

/* ---- many and large rows ------------------------------------------------------------------------- */

/* Dense in both, so that the right bytes are easily told. Returns: the summary. */
static struct gather_take_summary check_dense(const char *text, int32_t axis, int64_t count)
{
    struct gather_layout from = layout_of(text), to;
    struct gather_take_summary summary;
    int64_t sizes[GATHER_MAX_RANK], width = gather_dtype_bits(from.dtype) / 8;
    memcpy(sizes, from.sizes, sizeof sizes);
    sizes[axis] = count;
    assert_int_equal(gather_layout_init(&to, from.dtype, from.rank, sizes, NULL), GATHER_STATUS_OK);
    assert_true(gather_layout_bytes(&from) <= MOST_BYTES && gather_layout_bytes(&to) < MOST_BYTES);
    int64_t outer = product(sizes, 0, axis), block = product(sizes, axis + 1, from.rank) * width;
    memset(output, 0xA5, (size_t)gather_layout_bytes(&to) + 1);
    assert_int_equal(take(&from, axis, &to, NULL, &summary, NULL), GATHER_STATUS_OK);
    for (int64_t a = 0; a < outer; a++)
        for (int64_t k = 0; k < count; k++)
            assert_memory_equal(output + (a * count + k) * block,
                                source + (a * from.sizes[axis] + rows[k]) * block, (size_t)block);
    assert_int_equal(output[gather_layout_bytes(&to)], 0xA5);
    return summary;
}

static void test_many_and_large(void **state)
{
    static const struct {
        const char *text;
        int32_t axis;
        int64_t count;
    } cases[] = {{"u8[1000000,7]", 0, 6000}, {"f32[4000,1000]", 0, 3000}, {"u8[40,300000]", 0, 50},
                 {"u8[3,5500000]", 0, 2},    {"f32[50,30,700]", 1, 70},   {"f32[900,1000]", 1, 1500},
                 {"f64[2000000]", 0, 6000},  {"u8[2000,8191]", 0, 2000},  {"u8[2000,8193]", 0, 1500}};
    struct randomness randomness = randomness_begin("many_and_large");
    (void)state;
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++)
        for (int way = 0; way < CACHED_WAYS; way++) {
            struct gather_layout from = layout_of(cases[n].text);
            for (int64_t k = 0; k < cases[n].count; k++)
                rows[k] = random_below(&randomness, from.sizes[cases[n].axis]);
            cached.way = (enum cached)way;
            check_dense(cases[n].text, cases[n].axis, cases[n].count);
        }
}

/* ---- how often it reads -------------------------------------------------------------------------- */

static void test_a_row_is_read_once(void **state)
{
    (void)state;
    for (int way = 0; way < CACHED_WAYS; way++) {
        cached.way = (enum cached)way;
        for (int64_t k = 0; k < MOST_ROWS; k++)
            rows[k] = k % 2 == 0 ? 7 : 90;
        struct gather_take_summary summary = check_dense("u8[100,2000]", 0, MOST_ROWS);
        assert_int_equal(summary.reads, 2);
        assert_int_equal(summary.bytes_read, 4000);
        for (int64_t k = 0; k < 12; k++) /* too large to be read together with others */
            rows[k] = 3;
        summary = check_dense("u8[8,1000000]", 0, 12);
        assert_int_equal(summary.reads, 1);
        assert_int_equal(summary.bytes_read, 1000000);
    }
}

static void test_rows_that_follow_are_one_read(void **state)
{
    (void)state;
    for (int64_t k = 0; k < 3000; k++)
        rows[k] = k + 5;
    struct gather_take_summary summary = check_dense("u8[4000,1000]", 0, 3000);
    assert_int_equal(summary.reads, 1);
    assert_int_equal(summary.bytes_read, 3000000);
}

/* Backwards they are read as they lie; and what is far apart is not read through. */
static void test_neighbours_are_read_together(void **state)
{
    (void)state;
    for (int64_t k = 0; k < 100; k++)
        rows[k] = 199 - 2 * k;
    struct gather_take_summary summary = check_dense("u8[4000,100]", 0, 100);
    assert_int_equal(summary.reads, 1);
    assert_int_equal(summary.bytes_read, 19900);
    for (int64_t k = 0; k < 100; k++)
        rows[k] = 40 * k;
    summary = check_dense("u8[4000,200]", 0, 100);
    assert_int_equal(summary.reads, 100);
    assert_int_equal(summary.bytes_read, 20000);
}

/* ---- nothing ------------------------------------------------------------------------------------- */

static void test_nothing_to_read(void **state)
{
    struct gather_layout from = layout_of("f32[5,3]"), to = layout_of("f32[0,3]");
    struct gather_take_summary summary = {1, 1};
    (void)state;
    assert_int_equal(take(&from, 0, &to, NULL, &summary, NULL), GATHER_STATUS_OK);
    assert_int_equal(summary.reads, 0);
    to = layout_of("f32[4,3]");
    rows[0] = rows[1] = rows[2] = rows[3] = -1;
    memset(output, 0xA5, 48);
    assert_int_equal(take(&from, 0, &to, NULL, &summary, NULL), GATHER_STATUS_OK);
    for (int k = 0; k < 48; k++)
        assert_int_equal(output[k], 0xA5);
    from = layout_of("f32[5,0]");
    to = layout_of("f32[4,0]");
    rows[0] = rows[1] = rows[2] = rows[3] = 4;
    assert_int_equal(take(&from, 0, &to, NULL, &summary, NULL), GATHER_STATUS_OK);
    assert_int_equal(summary.reads, 0);
}

/* ---- what is refused ----------------------------------------------------------------------------- */

static void check_refused(const char *from_text, int32_t axis, const char *to_text,
                          enum gather_status expected)
{
    struct gather_layout from = layout_of(from_text), to = layout_of(to_text);
    struct gather_error error = {0};
    memset(rows, 0, sizeof rows);
    memset(output, 0xA5, 1000);
    assert_int_equal(take(&from, axis, &to, NULL, NULL, &error), expected);
    assert_int_equal(error.status, expected);
    for (int k = 0; k < 1000; k++)
        assert_int_equal(output[k], 0xA5);
}

static void test_refused(void **state)
{
    (void)state;
    check_refused("f32[5,3]", 2, "f32[2,3]", GATHER_STATUS_AXIS);
    check_refused("f32[5,3]", -1, "f32[2,3]", GATHER_STATUS_AXIS);
    check_refused("f32[]", 0, "f32[]", GATHER_STATUS_AXIS);
    check_refused("f32[5,3]", 0, "f32[2,4]", GATHER_STATUS_SHAPE);
    check_refused("f32[5,3]", 0, "f32[2,3,1]", GATHER_STATUS_RANK);
    check_refused("f32[5,3]", 0, "f32[6]", GATHER_STATUS_RANK);
    check_refused("f32[5,3]", 0, "s32[2,3]", GATHER_STATUS_DTYPE);
    check_refused("f32[5,3]", 0, "f32[2,3]:(0,1)", GATHER_STATUS_OVERLAP);
    check_refused("f32[5,3]{1,0:T(2,2)}", 0, "f32[2,3]", GATHER_STATUS_UNSUPPORTED);
    check_refused("f32[5,3]", 0, "f32[2,3]{1,0:T(2,2)}", GATHER_STATUS_UNSUPPORTED);
    check_refused("f32[5,3]", 0, "f32[2,3]{1,0:pad(4,4)=zero}", GATHER_STATUS_UNSUPPORTED);
    check_refused("s4[5,4]", 0, "s4[2,4]", GATHER_STATUS_UNSUPPORTED);
    check_refused("f32[0,3]", 0, "f32[2,3]", GATHER_STATUS_INDEX_RANGE);
}

static void test_row_outside(void **state)
{
    static const int64_t outside[] = {-2, 5, INT64_MIN, INT64_MAX};
    struct gather_layout from = layout_of("f32[3,5]"), to = layout_of("f32[3,4]");
    (void)state;
    for (size_t k = 0; k < 4; k++) {
        struct gather_error error = {0};
        rows[0] = 4;
        rows[1] = -1;
        rows[2] = outside[k];
        rows[3] = 9;
        assert_int_equal(take(&from, 1, &to, NULL, NULL, &error), GATHER_STATUS_INDEX_RANGE);
        char sentence[200];
        gather_error_format(&error, sentence, sizeof sentence);
        assert_int_equal(error.position[0], 2);
        assert_int_equal(error.value, outside[k]);
        assert_non_null(strstr(sentence, "is outside 0..4 (axis 1 of data has size 5)"));
    }
}

static void test_wrong_arguments(void **state)
{
    struct gather_layout layout = layout_of("f32[2,3]");
    struct gather_take_options options = {.size = 1};
    struct gather_error error = {0};
    struct gather_tensor tensor, wrong;
    (void)state;
    memset(rows, 0, sizeof rows);
    assert_int_equal(take(&layout, 0, &layout, &options, NULL, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "options");
    struct gather_file *file = open_as(&layout, &tensor);
    const struct gather_buffer bad[] = {{output, 23}, {NULL, 24}}, buffer = {output, 24};
    options = (struct gather_take_options){.size = sizeof options, .threads = &(struct gather_threads){0}};
    assert_int_equal(gather_io_take(file, &tensor, 0, rows, 2, &layout, buffer, &options, NULL, &error),
                     GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "threads");
    for (int k = 0; k < 2; k++)
        assert_int_equal(gather_io_take(file, &tensor, 0, rows, 2, &layout, bad[k], NULL, NULL, &error),
                         GATHER_STATUS_BOUNDS);
    for (size_t count = 1; count <= 3; count += 2) {
        assert_int_equal(gather_io_take(file, &tensor, 0, rows, count, &layout, buffer, NULL, NULL, &error),
                         GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "rows");
        assert_true(error.value == (int64_t)count && error.high == 2);
    }
    for (int k = 0; k < 3; k++) {
        wrong = tensor;
        wrong.source = k == 0 ? 1 : 0;
        wrong.offset = k == 1 ? INT64_MAX : tensor.offset;
        wrong.bytes = k == 2 ? 23 : 24;
        assert_int_equal(gather_io_take(file, &wrong, 0, rows, 2, &layout, buffer, NULL, NULL, &error),
                         k == 2 ? GATHER_STATUS_BOUNDS : GATHER_STATUS_ARGUMENT);
    }
    wrong = tensor;
    wrong.layout.sizes[0] = -1;
    assert_int_equal(gather_io_take(file, &wrong, 0, rows, 2, &layout, buffer, NULL, NULL, &error),
                     GATHER_STATUS_SHAPE);
    gather_file_close(file);
}

/* ---- progress and threads ------------------------------------------------------------------------ */

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
    return done >= heard->cancel_at;
}

/* Heard by nobody where the struct says that it ends before. */
static void test_progress(void **state)
{
    struct gather_layout from = layout_of("f32[100,10]"), to = layout_of("f32[30,10]");
    struct heard heard = {.cancel_at = INT64_MAX};
    struct gather_take_options options = {sizeof options, NULL, hear, &heard};
    struct gather_error error = {0};
    (void)state;
    for (int64_t k = 0; k < 30; k++)
        rows[k] = 3 * k;
    assert_int_equal(take(&from, 0, &to, &options, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(heard.calls, 2);
    assert_int_equal(heard.last, 300);
    assert_int_equal(heard.total, 300);
    options.size = offsetof(struct gather_take_options, progress);
    assert_int_equal(take(&from, 0, &to, &options, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(heard.calls, 2);
    options.size = sizeof options;
    heard = (struct heard){.cancel_at = 0};
    assert_int_equal(take(&from, 0, &to, &options, NULL, &error), GATHER_STATUS_CANCELLED);
    assert_int_equal(error.status, GATHER_STATUS_CANCELLED);
    assert_int_equal(heard.calls, 1);
}

static void test_threads_give_the_same_bytes(void **state)
{
    struct gather_layout from = layout_of("f32[3000,1000]"), to = layout_of("f32[2000,1000]{0,1}");
    struct randomness randomness = randomness_begin("threads");
    size_t bytes = (size_t)gather_layout_bytes(&to);
    struct gather_pool *pool = NULL;
    (void)state;
    cached.way = CACHED_SOME;
    for (int64_t k = 0; k < 2000; k++)
        rows[k] = random_below(&randomness, 3000);
    assert_int_equal(take(&from, 0, &to, NULL, NULL, NULL), GATHER_STATUS_OK);
    memcpy(image, output, bytes);
    memset(output, 0, bytes);
    cached.way = CACHED_NOTHING; /* which counts no calls, so that threads do not meet there */
    assert_int_equal(gather_pool_create(&pool, 3), GATHER_STATUS_OK);
    struct gather_threads threads = gather_pool_threads(pool);
    struct gather_take_options options = {.size = sizeof options, .threads = &threads};
    assert_int_equal(take(&from, 0, &to, &options, NULL, NULL), GATHER_STATUS_OK);
    assert_memory_equal(output, image, bytes);
    gather_pool_destroy(pool);
}

static int refuse_work(void *context, void (*task)(void *argument, uint64_t begin, uint64_t end),
                       void *argument, uint64_t count, uint64_t grain)
{
    (void)context, (void)task, (void)argument, (void)count, (void)grain;
    return 1;
}

static void test_threads_cancel(void **state)
{
    struct gather_layout layout = layout_of("f32[2,3]");
    struct gather_threads threads = {refuse_work, NULL, 0};
    struct gather_take_options options = {.size = sizeof options, .threads = &threads};
    (void)state;
    memset(rows, 0, sizeof rows);
    assert_int_equal(take(&layout, 0, &layout, &options, NULL, NULL), GATHER_STATUS_CANCELLED);
}

/* ---- a file that shrinks ------------------------------------------------------------------------- */

/* Line 41 of the hostile list. */
static void test_hostile_41_file_shrinks(void **state)
{
    struct gather_layout from = layout_of("u8[1000,100]"), to = layout_of("u8[3,100]");
    struct gather_file *file = NULL;
    struct gather_buffer buffer = {output, 300};
    (void)state;
    rows[0] = 999;
    rows[1] = 2;
    rows[2] = 600;
    memset(source, 1, 100000);
    for (int way = 0; way < CACHED_WAYS; way++) {
        struct gather_error error = {0};
        cached.way = (enum cached)way;
        scratch_begin();
        scratch_write("a.raw", source, 100000);
        assert_int_equal(gather_file_open(&file, "a.raw", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
        struct gather_tensor tensor = *gather_file_tensor(file, 0);
        assert_int_equal(gather_tensor_lay(&tensor, &from, NULL), GATHER_STATUS_OK);
        assert_int_equal(truncate("a.raw", 60050), 0);
        assert_int_equal(
            gather_io_take(file, &tensor, 0, rows, (size_t)to.sizes[0], &to, buffer, NULL, NULL, &error),
            GATHER_STATUS_IO);
        assert_true(error.has & GATHER_ERROR_HAS_AT);
        assert_int_equal(error.at, 60050);
        assert_string_equal(error.reason, "the file has become shorter while it was read");
        gather_file_close(file);
        scratch_end();
    }
}

/* ---- formats ------------------------------------------------------------------------------------- */

/* Rows 2, 0 and 2 of the first tensor, six numbers of 4 bytes in [3,2] that count up from byte 1. */
static void check_file(const char *path, bool turned, bool big)
{
    static const uint8_t order[2][6] = {{4, 5, 0, 1, 4, 5}, {2, 5, 0, 3, 2, 5}};
    struct gather_layout to = layout_of("f32[3,2]");
    struct gather_buffer buffer = {output, 24};
    struct gather_file *file = NULL;
    rows[0] = rows[2] = 2;
    rows[1] = 0;
    assert_int_equal(gather_file_open(&file, path, GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    const struct gather_tensor *tensor = gather_file_tensor(file, 0);
    for (int way = 0; way < CACHED_WAYS; way++) {
        cached.way = (enum cached)way;
        memset(output, 0, 24);
        assert_int_equal(gather_io_take(file, tensor, 0, rows, 3, &to, buffer, NULL, NULL, NULL),
                         GATHER_STATUS_OK);
        for (int k = 0; k < 24; k++) {
            int byte = big ? 3 - k % 4 : k % 4;
            assert_int_equal(output[k], 1 + 4 * order[turned][k / 4] + byte);
        }
    }
    gather_file_close(file);
}

static void test_formats(void **state)
{
    static struct npy_by_hand npy;
    static struct safetensors_by_hand safetensors;
    static struct zip_by_hand zip;
    (void)state;
    scratch_begin();
    safetensors_by_hand(&safetensors, "{\"a\":{\"dtype\":\"F32\",\"shape\":[3,2],\"data_offsets\":[0,24]}}",
                        24);
    scratch_write("a.safetensors", safetensors.bytes, safetensors.count);
    check_file("a.safetensors", false, false);
    npy_by_hand(&npy, 1, "{'descr': '<f4', 'fortran_order': True, 'shape': (3, 2), }", 24);
    scratch_write("turned.npy", npy.bytes, npy.count);
    check_file("turned.npy", true, false);
    npy_of_shape(&npy, "'>f4'", "(3, 2)", 24);
    scratch_write("big.npy", npy.bytes, npy.count);
    check_file("big.npy", false, true);
    npy_of_shape(&npy, "'<f4'", "(3, 2)", 24);
    scratch_write("a.npy", npy.bytes, npy.count);
    check_file("a.npy", false, false);
    for (int deflated = 0; deflated < 2; deflated++) {
        zip_begin(&zip, false);
        zip_add(&zip, "a.npy", npy.bytes, npy.count, deflated != 0);
        zip_end(&zip);
        scratch_write("a.npz", zip.bytes, zip.count);
        check_file("a.npz", false, false);
    }
    scratch_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_layouts),
        cmocka_unit_test(test_many_and_large),
        cmocka_unit_test(test_a_row_is_read_once),
        cmocka_unit_test(test_rows_that_follow_are_one_read),
        cmocka_unit_test(test_neighbours_are_read_together),
        cmocka_unit_test(test_nothing_to_read),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_row_outside),
        cmocka_unit_test(test_wrong_arguments),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_threads_give_the_same_bytes),
        cmocka_unit_test(test_threads_cancel),
        cmocka_unit_test(test_hostile_41_file_shrinks),
        cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
