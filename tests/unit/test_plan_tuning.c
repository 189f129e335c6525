/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thresholds: the text that names them, GATHER_TUNE and the option of a plan, what is refused; and that outputs have
 * the same bytes whatever they say.
 *
 * COVERS(CORE-12, CORE-28, CORE-29, CORE-32)
 */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <pthread.h>

#include "core/planned.h"
#include "core/walk.h"
#include "gather/onnx.h"
#include "kernels/table.h"
#include "kernels/tuning.h"
#include "support/by_hand.h"
#include "support/child_process.h"
#include "support/plan_check.h"
#include "support/randomness.h"

/* ---- the text ------------------------------------------------------------------------------------ */

/* Without what fills the struct up behind its members. */
enum { MEMBERS = offsetof(struct gather__tuning, far_indices_ahead) + sizeof(int32_t) };

static const struct gather__tuning some = {1 << 20, 1 << 14, 1 << 25, 0, 40, 32, 1, 1,
                                           1,       3,       4,       5, 0,  2,  6, 7};

static void check_read(const char *text, struct gather__tuning expected, const char *printed)
{
    struct gather__tuning tuning = some;
    struct gather_error error;
    char again[GATHER_TUNING_TEXT_SIZE];
    assert_int_equal(gather__tuning_read(&tuning, text, &error), GATHER_STATUS_OK);
    assert_memory_equal(&tuning, &expected, MEMBERS);
    assert_int_equal(gather__tuning_print(&tuning, again, sizeof again), strlen(printed));
    assert_string_equal(again, printed);
    tuning = (struct gather__tuning){7, 7, 7, 1, 40, 32, 1, 1, 1, 3, 4, 5, 0, 2, 6, 7};
    assert_int_equal(gather__tuning_read(&tuning, again, NULL), GATHER_STATUS_OK);
    assert_memory_equal(&tuning, &expected, MEMBERS);
}

static void test_texts(void **state)
{
    (void)state;
    check_read("gathers=1",
               (struct gather__tuning){1 << 20, 1 << 14, 1 << 25, 1, 40, 32, 1, 1, 1, 3, 4, 5, 0, 2, 6, 7},
               "near=1M,ask=16K,stream=32M,gathers=1,bin=40");
    check_read("near=16M,ask=1K,stream=4M,gathers=1",
               (struct gather__tuning){1 << 24, 1 << 10, 1 << 22, 1, 40, 32, 1, 1, 1, 3, 4, 5, 0, 2, 6, 7},
               "near=16M,ask=1K,stream=4M,gathers=1,bin=40");
    check_read("stream=1,near=0",
               (struct gather__tuning){0, 1 << 14, 1, 0, 40, 32, 1, 1, 1, 3, 4, 5, 0, 2, 6, 7},
               "near=0,ask=16K,stream=1,gathers=0,bin=40");
    check_read(
        "near=max,ask=max,stream=max,gathers=max",
        (struct gather__tuning){1 << 30, INT64_MAX, INT64_MAX, 1, 40, 32, 1, 1, 1, 3, 4, 5, 0, 2, 6, 7},
        "near=max,ask=max,stream=max,gathers=1,bin=40");
    check_read("near=1G,ask=9223372036854775807,stream=8589934591G",
               (struct gather__tuning){1 << 30, INT64_MAX, INT64_C(8589934591) << 30, 0, 40, 32, 1, 1, 1, 3,
                                       4, 5, 0, 2, 6, 7},
               "near=max,ask=max,stream=8589934591G,gathers=0,bin=40");
    check_read("bin=0",
               (struct gather__tuning){1 << 20, 1 << 14, 1 << 25, 0, 0, 32, 1, 1, 1, 3, 4, 5, 0, 2, 6, 7},
               "near=1M,ask=16K,stream=32M,gathers=0,bin=0");
    check_read(
        "bin=max",
        (struct gather__tuning){1 << 20, 1 << 14, 1 << 25, 0, INT64_MAX, 32, 1, 1, 1, 3, 4, 5, 0, 2, 6, 7},
        "near=1M,ask=16K,stream=32M,gathers=0,bin=max");
    check_read("ask=01025,stream=1023K",
               (struct gather__tuning){1 << 20, 1025, 1023 << 10, 0, 40, 32, 1, 1, 1, 3, 4, 5, 0, 2, 6, 7},
               "near=1M,ask=1025,stream=1023K,gathers=0,bin=40");
}

/* Text, and the byte that is the first wrong one. */
static const struct {
    const char *text;
    int64_t at;
} malformed[] = {
    {"", 0},
    {"near", 0},
    {"near=", 5},
    {"near=1,", 7},
    {",near=1", 0},
    {"near=1,,ask=1", 7},
    {"near=-1", 5},
    {"near=+1", 5},
    {"near= 1", 5},
    {" near=1", 0},
    {"near=1 ", 6},
    {"near =1", 0},
    {"near=1m", 6},
    {"near=1MB", 7},
    {"near=1.5M", 6},
    {"near=M", 5},
    {"near=0x10", 6},
    {"near=maximum", 8},
    {"Near=1", 0},
    {"nearer=1", 0},
    {"near=1;ask=1", 6},
    {"near=1,near=1", 7},
    {"ask=1,near=1,ask=2", 13},
    {"ask=9223372036854775808", 4},
    {"ask=99999999999999999999999999999999999999", 4},
    {"stream=8589934592G", 7},
    {"gathers=yes", 8},
    {"other=1", 0},
    {"\xff", 0},
};

/* Numbers beyond a limit: the byte that they begin at, and the limit. */
static const struct {
    const char *text;
    int64_t at, value, high;
} beyond[] = {
    {"near=1073741825", 5, 1073741825, 1 << 30},
    {"ask=1,near=2G", 11, INT64_C(2) << 30, 1 << 30},
    {"gathers=2", 8, 2, 1},
    {"gathers=1K", 8, 1024, 1},
};

static void test_texts_that_are_none(void **state)
{
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < ITEMS(malformed); k++) {
        struct gather__tuning tuning = some;
        assert_int_equal(gather__tuning_read(&tuning, malformed[k].text, &error), GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "tuning");
        assert_non_null(error.expected);
        if (error.at != malformed[k].at)
            fail_msg("'%s': at %lld", malformed[k].text, (long long)error.at);
        assert_memory_equal(&tuning, &some, MEMBERS);
    }
    for (size_t k = 0; k < ITEMS(beyond); k++) {
        struct gather__tuning tuning = some;
        assert_int_equal(gather__tuning_read(&tuning, beyond[k].text, &error), GATHER_STATUS_ARGUMENT);
        assert_int_equal(error.at, beyond[k].at);
        assert_int_equal(error.value, beyond[k].value);
        assert_int_equal(error.low, 0);
        assert_int_equal(error.high, beyond[k].high);
        assert_memory_equal(&tuning, &some, MEMBERS);
    }
}

/* Of an output that several threads write the caches keep more. */
static void test_what_caches_keep(void **state)
{
    (void)state;
    assert_int_equal(gather__kept_bytes(&some, false), some.stream_bytes);
    assert_int_equal(gather__kept_bytes(&some, true), 2 * some.stream_bytes);
    struct gather__tuning tuning = some;
    tuning.shared_times = 0;
    assert_int_equal(gather__kept_bytes(&tuning, true), some.stream_bytes);
    tuning.shared_times = 3;
    tuning.stream_bytes = INT64_MAX / 2;
    assert_int_equal(gather__kept_bytes(&tuning, true), INT64_MAX);
    tuning.stream_bytes = 0;
    assert_int_equal(gather__kept_bytes(&tuning, true), 0);
}

/* A run asks so. */
static void test_what_runs_take_past_the_caches(void **state)
{
    struct gather__kernels kernels = *gather__kernels_here();
    struct gather_plan plan = {.out = {.high = 40 << 20}};
    const struct gather__buffers alone = {.is_shared = false}, shared = {.is_shared = true},
                                 soon = {.is_read_soon = true};
    struct gather__walk walk = {.plan = &plan, .kernels = &kernels};
    (void)state;
    kernels.tuning = &some;
    walk.buffers = &alone;
    assert_true(gather__streams(&walk));
    walk.buffers = &shared;
    assert_false(gather__streams(&walk));
    walk.buffers = &soon;
    assert_false(gather__streams(&walk));
    walk.buffers = &alone;
    assert_true(gather__keeps_part(&walk));
    plan.out.high = 80 << 20;
    assert_true(gather__streams(&walk));
    assert_false(gather__keeps_part(&walk));
}

/* ---- the environment ----------------------------------------------------------------------------- */

static bool is_taken(void *text)
{
    struct gather_tuning tuning;
    setenv("GATHER_TUNE", text, 1);
    gather_tuning_here(&tuning);
    return tuning.is_asked == 1 && strncmp(tuning.text, text, strlen(text)) == 0;
}

/* Nothing of it is taken, though its first threshold may be one. */
static bool is_ignored(void *text)
{
    struct gather_tuning tuning;
    setenv("GATHER_TUNE", text, 1);
    gather_tuning_here(&tuning);
    return tuning.is_asked == 0 && strncmp(tuning.text, "near=3,", 7) != 0;
}

/* Only the first look at it counts. */
static bool is_read_once(void *text)
{
    struct gather_tuning tuning;
    bool taken = is_taken(text);
    setenv("GATHER_TUNE", "near=5", 1);
    gather_tuning_here(&tuning);
    return taken && strncmp(tuning.text, text, strlen(text)) == 0;
}

static bool is_the_column(void *unused)
{
    static const char *const families[] = {"intel", "amd", "arm", "other"};
    struct gather_tuning tuning;
    size_t k = 0;
    (void)unused;
    unsetenv("GATHER_TUNE");
    gather_tuning_here(&tuning);
    while (k < ITEMS(families) && strcmp(tuning.family, families[k]) != 0)
        k++;
    return k < ITEMS(families) && tuning.is_asked == 0 && tuning.kernels != NULL &&
           (tuning.measured != NULL) == (k < 2);
}

static void *look(void *tuning)
{
    gather_tuning_here(tuning);
    return NULL;
}

/* Threads that look at once see the column, with what is asked for or without; from then on all see it with. */
static bool is_seen_by_threads(void *text)
{
    enum { THREADS = 8 };
    struct gather_tuning plain, seen[THREADS];
    pthread_t threads[THREADS];
    setenv("GATHER_TUNE", text, 1);
    for (size_t k = 0; k < THREADS; k++)
        if (pthread_create(&threads[k], NULL, look, &seen[k]) != 0)
            return false;
    for (size_t k = 0; k < THREADS; k++)
        if (pthread_join(threads[k], NULL) != 0)
            return false;
    gather_tuning_here(&plain);
    bool agree = plain.is_asked == 1;
    for (size_t k = 0; k < THREADS; k++)
        agree = agree && (seen[k].is_asked == 0 || strcmp(seen[k].text, plain.text) == 0);
    return agree;
}

/* In processes of their own, before this one has looked. */
static void test_environment(void **state)
{
    static char whole[] = "near=3K,ask=5,stream=max,gathers=1", part[] = "near=3K", broken[] = "near=3,ask=x",
                empty[] = "";
    (void)state;
    assert_true(succeeds_in_child(is_the_column, NULL));
    assert_true(succeeds_in_child(is_taken, whole));
    assert_true(succeeds_in_child(is_taken, part));
    assert_true(succeeds_in_child(is_ignored, broken));
    assert_true(succeeds_in_child(is_ignored, empty));
    assert_true(succeeds_in_child(is_read_once, part));
    for (int k = 0; k < 50; k++)
        assert_true(succeeds_in_child(is_seen_by_threads, whole));
}

/* ---- the option ---------------------------------------------------------------------------------- */

static void test_option_that_is_none(void **state)
{
    const struct gather_op op = gather_relayout();
    const struct gather_layout data = layout_of("f32[4,5]C"), out = layout_of("f32[4,5]{0,1}");
    int64_t memory[200];
    (void)state;
    for (size_t k = 0; k < ITEMS(malformed); k++) {
        const struct gather_options options = {.size = sizeof options, .tuning = malformed[k].text};
        struct gather_error error;
        struct gather_plan *plan = NULL;
        size_t bytes = 77;
        assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &out, &options, &error),
                         GATHER_STATUS_ARGUMENT);
        assert_null(plan);
        assert_string_equal(error.operand, "tuning");
        assert_int_equal(error.at, malformed[k].at);
        assert_int_equal(gather_plan_measure(&bytes, &op, &data, 1, &out, &options, NULL),
                         GATHER_STATUS_ARGUMENT);
        assert_int_equal(bytes, 77);
        assert_int_equal(gather_plan_init(memory, sizeof memory, &op, &data, 1, &out, &options, NULL),
                         GATHER_STATUS_ARGUMENT);
    }
}

/* A struct from before there was a tuning has none, whatever lies behind it. */
static void test_option_of_a_shorter_struct(void **state)
{
    const struct gather_op op = gather_relayout();
    const struct gather_layout data = layout_of("f32[4,5]C"), out = layout_of("f32[4,5]{0,1}");
    const struct gather_options options = {.size = offsetof(struct gather_options, tuning), .tuning = "?"};
    size_t bytes, plain;
    (void)state;
    assert_int_equal(gather_plan_measure(&bytes, &op, &data, 1, &out, &options, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_measure(&plain, &op, &data, 1, &out, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(bytes, plain);
}

/* ---- the same bytes ------------------------------------------------------------------------------ */

static const char *const extremes[] = {
    "near=0,ask=0,stream=0,gathers=0",         "near=0,ask=0,stream=0,gathers=1",
    "near=max,ask=max,stream=max,gathers=max", "near=max,ask=max,stream=0,gathers=0",
    "near=0,ask=0,stream=max,gathers=0,bin=0", "near=1K,stream=0,bin=0",
    "near=0,ask=max,stream=max,gathers=0",     "near=0,ask=max,stream=0,gathers=1",
    "near=max,ask=0,stream=max,gathers=1",     "near=100,ask=64,stream=1000,gathers=1",
};

/* What is gathered: data, indices (none: a relayout), output. */
static const struct {
    const char *data, *indices, *out;
    int64_t axis;
} shapes[] = {
    {"u8[1000]C", "i64[5000]C", "u8[5000]C", 0},
    {"u16[1000]C", "i32[5000]C", "u16[5000]C", 0},
    {"u8[200]C", "u8[5000]C", "u8[5000]C", 0},
    {"f32[1000]C", "i16[5000]C", "f32[5000]C", 0},
    {"f64[1000]C", "i64[5000]C", "f64[5000]C", 0},
    {"u8[1000,3]C", "i64[2000]C", "u8[2000,3]C", 0},
    {"f32[500,3]C", "i64[2000]C", "f32[2000,3]C", 0},
    {"f32[300,17]C", "i32[1500]C", "f32[1500,17]C", 0},
    {"f32[300,64]C", "i64[1500]C", "f32[1500,64]C", 0},
    {"f32[40,2000]C", "i64[60]C", "f32[60,2000]C", 0},
    {"f32[60,300]C", "i64[500]C", "f32[60,500]C", 1},
    {"f32[300,200]{0,1}", "i64[150]C", "f32[300,150]C", 1},
    {"f32[100,64]C", "i64[300]C", "f32[300,64]{0,1}", 0},
    {"u4[100,32]C", "i64[300]C", "u4[300,32]C", 0},
    {"f32[300,200]C", NULL, "f32[300,200]{0,1}", 0},
    {"u8[300,200]C", NULL, "u8[300,200]{0,1}", 0},
    {"f32[100,3,50]C", NULL, "f32[100,3,50]{1,2,0}", 0},
    {"f32[100,128]C", NULL, "f32[100,128]{1,0:T(8,128)}", 0},
    {"f32[100,300]:(400,1)", NULL, "f32[100,300]C", 0},
};

enum { MOST_BYTES = 1 << 19, MOST_INDICES = 5000, LARGEST_INDEX = 39, ALIGNMENT = 64 };

static _Alignas(ALIGNMENT) uint8_t data_bytes[MOST_BYTES],
    index_bytes[MOST_INDICES * 8], out_bytes[MOST_BYTES + ALIGNMENT], plain_bytes[MOST_BYTES];

static void draw(struct randomness *randomness, int32_t index_dtype)
{
    size_t width = (size_t)gather_dtype_bits(index_dtype) / 8;
    for (size_t k = 0; k < sizeof data_bytes; k++)
        data_bytes[k] = (uint8_t)random_bits(randomness);
    for (size_t k = 0; k < MOST_INDICES; k++) {
        int64_t index = random_below(randomness, LARGEST_INDEX + 1);
        memcpy(index_bytes + k * width, &index, width);
    }
}

/* Runs a plan that keeps thresholds; of bytes that have been copied elsewhere. */
static void run_tuned(size_t shape, const char *tuning, bool is_read_soon, uint8_t *out, size_t bytes)
{
    const struct gather_run run = {.size = sizeof run, .is_read_soon = is_read_soon};
    static int64_t memory[4096], elsewhere[4096];
    const struct gather_options options = {.size = sizeof options, .tuning = tuning};
    struct gather_layout inputs[2] = {layout_of(shapes[shape].data)}, output = layout_of(shapes[shape].out);
    const struct gather_buffer buffers[2] = {BUFFER(data_bytes), BUFFER(index_bytes)};
    size_t count = shapes[shape].indices != NULL ? 2 : 1, needed;
    struct gather_op op = gather_relayout();
    if (count == 2) {
        inputs[1] = layout_of(shapes[shape].indices);
        op = gather_onnx_gather(0, shapes[shape].axis);
        op.strictness = GATHER_LOOSE;
    }
    assert_int_equal(gather_plan_init(memory, sizeof memory, &op, inputs, count, &output, &options, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_plan_measure(&needed, &op, inputs, count, &output, &options, NULL),
                     GATHER_STATUS_OK);
    assert_true(needed <= sizeof memory);
    memcpy(elsewhere, memory, needed);
    memset(memory, 0xA5, sizeof memory);
    memset(out, 0x5A, bytes);
    assert_int_equal(gather_plan_run((const struct gather_plan *)(const void *)elsewhere, buffers, count,
                                     (struct gather_buffer){out, bytes}, &run, NULL),
                     GATHER_STATUS_OK);
}

static void test_same_bytes(void **state)
{
    struct randomness randomness = randomness_begin("test_same_bytes");
    (void)state;
    for (size_t shape = 0; shape < ITEMS(shapes); shape++) {
        const struct gather_layout out = layout_of(shapes[shape].out);
        const size_t bytes = (size_t)gather_layout_bytes(&out);
        assert_true(bytes <= MOST_BYTES);
        draw(&randomness,
             shapes[shape].indices != NULL ? layout_of(shapes[shape].indices).dtype : GATHER_DTYPE_I64);
        run_tuned(shape, NULL, false, plain_bytes, bytes);
        for (size_t k = 0; k < ITEMS(extremes); k++)
            for (size_t shift = 0; shift < ALIGNMENT; shift += shift < 2 ? 1 : 30) {
                run_tuned(shape, extremes[k], shift % 2 == 1, out_bytes + shift, bytes);
                if (memcmp(out_bytes + shift, plain_bytes, bytes) != 0)
                    fail_msg("%s by %s, %s, %zu bytes on", shapes[shape].data,
                             shapes[shape].indices != NULL ? shapes[shape].indices : "nothing", extremes[k],
                             shift);
            }
    }
}

/* A plan too large for one go is written twice: its thresholds with it. */
static void test_large_plan_keeps_its_thresholds(void **state)
{
    int64_t sizes[GATHER_MAX_RANK], padded[GATHER_MAX_RANK];
    const struct gather_op op = gather_relayout();
    const struct gather_options options = {.size = sizeof options, .tuning = extremes[0]};
    uint8_t data[1 << 6], out[1 << 14], plain[1 << 14];
    const struct gather_buffer from = BUFFER(data);
    (void)state;
    for (int32_t d = 0; d < GATHER_MAX_RANK; d++) {
        sizes[d] = d % 3 == 0 ? 2 : 1;
        padded[d] = sizes[d] + (d >= 8);
    }
    const struct gather_layout inputs = order_by_hand(GATHER_DTYPE_U8, GATHER_MAX_RANK, sizes, NULL);
    struct gather_layout output = inputs;
    pad_by_hand(&output, padded, GATHER_PADDING_ONE);
    for (size_t k = 0; k < sizeof data; k++)
        data[k] = (uint8_t)k;
    for (int which = 0; which < 2; which++) {
        struct gather_plan *plan = NULL;
        struct gather_plan_description description;
        assert_int_equal(
            gather_plan_create(&plan, &op, &inputs, 1, &output, which == 0 ? NULL : &options, NULL),
            GATHER_STATUS_OK);
        gather_plan_describe(plan, &description);
        assert_true(description.plan_bytes > 2048);
        uint8_t *to = which == 0 ? plain : out;
        memset(to, 0x5A, sizeof out);
        assert_int_equal(gather_plan_run(plan, &from, 1, (struct gather_buffer){to, sizeof out}, NULL, NULL),
                         GATHER_STATUS_OK);
        gather_plan_destroy(plan);
    }
    assert_memory_equal(out, plain, sizeof out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_environment), /* before anything else has looked */
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_texts_that_are_none),
        cmocka_unit_test(test_what_caches_keep),
        cmocka_unit_test(test_what_runs_take_past_the_caches),
        cmocka_unit_test(test_option_that_is_none),
        cmocka_unit_test(test_option_of_a_shorter_struct),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_large_plan_keeps_its_thresholds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
