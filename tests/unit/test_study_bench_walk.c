/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bench's walks over a gather: a judge that sees a wrong element wherever it stands, and the lines of the data
 * that no gather can do without.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/bench.h"

static struct gather_layout layout_of(const char *text)
{
    struct gather_layout layout;
    struct gather_error error;
    assert_int_equal(gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, &error),
                     GATHER_STATUS_OK);
    return layout;
}

/* ---- the judge -------------------------------------------------------------------------------------------- */

/* A gather of bytes small enough to be written down. */
struct written {
    int32_t family, axis, batch_dims;
    const char *data, *indices, *output;
    int64_t index_values[8];
    uint8_t expected[12]; /* as they lie in memory */
    int32_t rank;
    int64_t last[3]; /* the position that the last byte belongs to, or the run that it lies in */
};

static const struct written written[] = {
    {GATHER_BENCH_TAKE, 0, 0, "u8[4,3]C", "i64[2]C", "u8[2,3]C", {3, -3}, {9, 10, 11, 3, 4, 5}, 2, {1, 0}},
    {GATHER_BENCH_TAKE,
     1,
     0,
     "u8[4,3]C",
     "i64[2]C",
     "u8[4,2]C",
     {2, 0},
     {2, 0, 5, 3, 8, 6, 11, 9},
     2,
     {3, 1}},
    {GATHER_BENCH_TAKE,
     1,
     0,
     "u8[4,3]{0,1}",
     "i64[2]C",
     "u8[4,2]C",
     {2, 0},
     {8, 0, 9, 1, 10, 2, 11, 3},
     2,
     {3, 1}},
    {GATHER_BENCH_TAKE, 0, 0, "u8[4,3]C", "i64[]C", "u8[3]C", {2}, {6, 7, 8}, 1, {0}},
    {GATHER_BENCH_TAKE,
     1,
     1,
     "u8[2,3,2]C",
     "i64[2,2]C",
     "u8[2,2,2]C",
     {2, 0, 1, 1},
     {4, 5, 0, 1, 8, 9, 8, 9},
     3,
     {1, 1, 0}},
    {GATHER_BENCH_ELEMENTS,
     1,
     0,
     "u8[4,3]C",
     "i64[2,2]C",
     "u8[2,2]C",
     {2, 0, -1, 1},
     {2, 0, 5, 4},
     2,
     {1, 1}},
    {GATHER_BENCH_TUPLES, 0, 0, "u8[4,3]C", "i64[3,2]C", "u8[3]C", {0, 0, 3, 2, 1, -1}, {0, 11, 5}, 1, {2}},
    {GATHER_BENCH_TUPLES,
     0,
     1,
     "u8[2,3,2]C",
     "i64[2,2,1]C",
     "u8[2,2,2]C",
     {0, 2, 1, 1},
     {0, 1, 4, 5, 8, 9, 8, 9},
     3,
     {1, 1, 0}},
    {GATHER_BENCH_RELAYOUT, 0, 0, "u8[2,3]C", NULL, "u8[2,3]{0,1}", {0}, {0, 3, 1, 4, 2, 5}, 2, {1, 2}},
    {GATHER_BENCH_RELAYOUT, 0, 0, "u8[2,3]C", NULL, "u8[2,3]C", {0}, {0, 1, 2, 3, 4, 5}, 2, {0, 0}},
};

static void judge_written(const struct written *row)
{
    uint8_t data[12], output[12];
    struct gather_error error = {0};
    for (uint8_t k = 0; k < 12; k++)
        data[k] = k;
    struct gather_bench_done done = {.family = row->family,
                                     .axis = row->axis,
                                     .batch_dims = row->batch_dims,
                                     .data_bytes = data,
                                     .index_values = row->index_values,
                                     .output_bytes = output};
    done.data = layout_of(row->data);
    done.output = layout_of(row->output);
    if (row->indices != NULL)
        done.indices = layout_of(row->indices);
    int64_t bytes = gather_layout_bytes(&done.output);
    memcpy(output, row->expected, sizeof output);
    assert_int_equal(gather_bench_judge(&done, &error), GATHER_STATUS_OK);
    for (int64_t k = 0; k < bytes; k++) {
        output[k] ^= 0x80;
        assert_int_equal(gather_bench_judge(&done, &error), GATHER_STATUS_ARGUMENT);
        output[k] ^= 0x80;
    }
    assert_int_equal(error.rank, row->rank);
    assert_memory_equal(error.position, row->last, (size_t)row->rank * sizeof *row->last);
}

static void test_judge(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof written / sizeof *written; k++)
        judge_written(&written[k]);
}

static void test_judge_refuses(void **state)
{
    (void)state;
    static const int64_t outside[] = {4};
    uint8_t bytes[64] = {0};
    struct gather_error error = {0};
    struct gather_bench_done done = {
        .family = GATHER_BENCH_TAKE, .data_bytes = bytes, .index_values = outside, .output_bytes = bytes};
    done.data = layout_of("u8[4]C");
    done.indices = layout_of("i64[1]C");
    done.output = layout_of("u8[1]C");
    assert_int_equal(gather_bench_judge(&done, &error), GATHER_STATUS_ARGUMENT);
    done.data = layout_of("u8[4,4]{1,0:T(2,2)}");
    done.output = layout_of("u8[1,4]C");
    assert_int_equal(gather_bench_judge(&done, &error), GATHER_STATUS_UNSUPPORTED);
    done.data = layout_of("u4[4]C");
    done.output = layout_of("u4[1]C");
    assert_int_equal(gather_bench_judge(&done, &error), GATHER_STATUS_UNSUPPORTED);
}

/* ---- the judge of what is scaled --------------------------------------------------------------------------- */

/* Three rows of four numbers, two blocks each. */
struct scaled {
    const char *data;
    int32_t bits;
    uint8_t bytes[12];
    float expected[2][4]; /* of rows 2 and 0 */
};

static const float scales[3][2] = {{0.5F, 2}, {3, 3}, {1, 0.25F}};

static const struct scaled scaled[] = {
    {"u8[3,2]C", 4, {0x80, 0x7F, 1, 2, 0xA9, 0x70}, {{1, 2, -2, -0.25F}, {-4, 0, 14, -2}}},
    {"u8[3,4]C", 8, {0, 255, 128, 127, 1, 2, 3, 4, 129, 0, 0, 132}, {{1, -128, -32, 1}, {-64, 63.5F, 0, -2}}},
    {"f8e4m3fn[3,4]C",
     8,
     {0x38, 0x01, 0x7E, 0xB8, 1, 2, 3, 4, 0x07, 0x08, 0x80, 0x40},
     {{0.013671875F, 0.015625F, -0.0F, 0.5F}, {0.5F, 0.0009765625F, 896, -2}}},
};

static struct gather_bench_done done_of(const struct scaled *row, const int64_t *indices, const float *output)
{
    struct gather_bench_done done = {.family = GATHER_BENCH_SCALED,
                                     .data_bytes = row->bytes,
                                     .index_values = indices,
                                     .output_bytes = output,
                                     .scale_values = scales,
                                     .block = 2,
                                     .bits = row->bits};
    done.data = layout_of(row->data);
    done.indices = layout_of("i64[2]C");
    done.output = layout_of("f32[2,4]C");
    done.scales = layout_of("f32[3,2]C");
    return done;
}

static void judge_scaled(const struct scaled *row)
{
    static const int64_t indices[] = {-1, 0};
    float output[2][4];
    struct gather_error error = {0};
    memcpy(output, row->expected, sizeof output);
    struct gather_bench_done done = done_of(row, indices, &output[0][0]);
    assert_int_equal(gather_bench_judge(&done, &error), GATHER_STATUS_OK);
    for (int k = 0; k < 8; k++) {
        float *element = &output[0][0] + k, right = *element;
        *element += 1;
        assert_int_equal(gather_bench_judge(&done, &error), GATHER_STATUS_ARGUMENT);
        *element = right;
    }
    assert_int_equal(error.position[0], 1);
}

static void test_judge_scaled(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof scaled / sizeof *scaled; k++)
        judge_scaled(&scaled[k]);
}

/* One NaN is as good as another; nothing else is. */
static void test_judge_no_number(void **state)
{
    (void)state;
    static const int64_t indices[] = {0, 0};
    static const struct scaled none = {"f8e4m3fn[3,4]C", 8, {0x7F, 0xFF}, {{0}}};
    float output[2][4] = {{-NAN, NAN, 0, 0}, {NAN, NAN, 0, 0}};
    struct gather_bench_done done = done_of(&none, indices, &output[0][0]);
    assert_int_equal(gather_bench_judge(&done, NULL), GATHER_STATUS_OK);
    output[1][1] = 480;
    assert_int_equal(gather_bench_judge(&done, NULL), GATHER_STATUS_ARGUMENT);
    output[1][1] = output[1][2] = NAN;
    assert_int_equal(gather_bench_judge(&done, NULL), GATHER_STATUS_ARGUMENT);
}

static void test_judge_scaled_refuses(void **state)
{
    (void)state;
    static const int64_t indices[] = {0, 3};
    static const struct {
        const char *data, *scales, *output;
        int32_t bits, block;
        enum gather_status status;
    } rows[] = {
        {"u8[3,4]C", "f32[3,2]C", "f32[2,4]C", 8, 2, GATHER_STATUS_ARGUMENT}, /* an index outside */
        {"i8[3,4]C", "f32[3,2]C", "f32[2,4]C", 8, 2, GATHER_STATUS_UNSUPPORTED},
        {"u8[3,2]C", "f32[3,2]C", "f32[2,4]C", 2, 2, GATHER_STATUS_UNSUPPORTED},
        {"f8e4m3fn[3,2]C", "f32[3,2]C", "f32[2,4]C", 4, 2, GATHER_STATUS_UNSUPPORTED},
        {"u8[3,4]F", "f32[3,2]C", "f32[2,4]C", 8, 2, GATHER_STATUS_UNSUPPORTED},
        {"u8[3,4]C", "f16[3,2]C", "f32[2,4]C", 8, 2, GATHER_STATUS_UNSUPPORTED},
        {"u8[3,4]C", "f32[3,3]C", "f32[2,4]C", 8, 2, GATHER_STATUS_UNSUPPORTED},
        {"u8[3,4]C", "f32[2,2]C", "f32[2,4]C", 8, 2, GATHER_STATUS_UNSUPPORTED},
        {"u8[3,4]C", "f32[3,2]C", "f32[2,4]F", 8, 2, GATHER_STATUS_UNSUPPORTED},
        {"u8[3,4]C", "f32[3,2]C", "f32[2,5]C", 8, 2, GATHER_STATUS_UNSUPPORTED},
        {"u8[3,4]C", "f32[3,2]C", "f32[2,4]C", 8, 0, GATHER_STATUS_UNSUPPORTED},
    };
    static const struct scaled none = {"u8[3,4]C", 8, {128, 128, 128, 128}, {{0}}};
    static const float output[2][4];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct gather_bench_done done = done_of(&none, indices, &output[0][0]);
        done.data = layout_of(rows[k].data);
        done.scales = layout_of(rows[k].scales);
        done.output = layout_of(rows[k].output);
        done.bits = rows[k].bits;
        done.block = rows[k].block;
        assert_int_equal(gather_bench_judge(&done, NULL), rows[k].status);
    }
}

/* ---- the lines that a gather reads ------------------------------------------------------------------------ */

struct lined {
    int32_t family, axis;
    const char *data, *indices, *output;
    int64_t index_values[8];
    int32_t count;
    uint32_t numbers[8];
};

static const struct lined lined[] = {
    {GATHER_BENCH_TAKE, 0, "f32[64,16]C", "i64[4]C", "f32[4,16]C", {9, -1, 0, 9}, 3, {9, 63, 0}},
    {GATHER_BENCH_TAKE, 0, "u8[64,96]C", "i64[2]C", "u8[2,96]C", {1, 2}, 4, {1, 2, 3, 4}},
    {GATHER_BENCH_TAKE, 0, "u8[1024]C", "i64[4]C", "u8[4]C", {63, 64, 0, 1023}, 3, {0, 1, 15}},
    {GATHER_BENCH_TAKE, 1, "u8[2,256]C", "i64[2]C", "u8[2,2]C", {200, 0}, 4, {3, 0, 7, 4}},
    {GATHER_BENCH_TAKE, 1, "f64[3,9]:(8,1)", "i64[2]C", "f64[3,2]C", {8, 0}, 4, {1, 0, 2, 3}},
    {GATHER_BENCH_ELEMENTS, 1, "u8[2,128]C", "i64[2,2]C", "u8[2,2]C", {127, 0, 0, 127}, 4, {1, 0, 2, 3}},
    {GATHER_BENCH_TAKE, 0, "u8[0]C", "i64[0]C", "u8[0]C", {0}, 0, {0}},
};

static void test_lines(void **state)
{
    (void)state;
    static uint8_t data[8192];
    for (size_t k = 0; k < sizeof lined / sizeof *lined; k++) {
        struct gather_bench_lines lines;
        struct gather_bench_done done = {.family = lined[k].family,
                                         .axis = lined[k].axis,
                                         .data_bytes = data,
                                         .index_values = lined[k].index_values};
        done.data = layout_of(lined[k].data);
        done.indices = layout_of(lined[k].indices);
        done.output = layout_of(lined[k].output);
        assert_int_equal(gather_bench_lines_create(&lines, &done, NULL), GATHER_STATUS_OK);
        assert_int_equal(lines.count, lined[k].count);
        assert_ptr_equal(lines.base, data);
        if (lines.count > 0)
            assert_memory_equal(lines.numbers, lined[k].numbers, lines.count * sizeof *lines.numbers);
        gather_bench_lines_destroy(&lines);
        gather_bench_lines_destroy(&lines); /* does nothing */
    }
}

/* Of rows of two numbers a byte, the bytes. */
static void test_lines_scaled(void **state)
{
    (void)state;
    static uint8_t data[64][128];
    static const int64_t indices[] = {3, 1};
    static const uint32_t numbers[] = {6, 7, 2, 3};
    static const float none[64][2];
    struct gather_bench_lines lines;
    struct gather_bench_done done = {.family = GATHER_BENCH_SCALED,
                                     .data_bytes = data,
                                     .index_values = indices,
                                     .scale_values = none,
                                     .block = 128,
                                     .bits = 4};
    done.data = layout_of("u8[64,128]C");
    done.indices = layout_of("i64[2]C");
    done.output = layout_of("f32[2,256]C");
    done.scales = layout_of("f32[64,2]C");
    assert_int_equal(gather_bench_lines_create(&lines, &done, NULL), GATHER_STATUS_OK);
    assert_int_equal(lines.count, 4);
    assert_memory_equal(lines.numbers, numbers, sizeof numbers);
    gather_bench_lines_destroy(&lines);
}

/* A line is read again when 1 MiB of others was read since: here 16,384 lines and one, twice. */
static void test_lines_again(void **state)
{
    (void)state;
    enum { KEPT = (1 << 20) / GATHER_BENCH_LINE, ROWS = KEPT + 1 };
    static const struct {
        int64_t rows;
        size_t count;
    } rows[] = {{KEPT, KEPT}, {ROWS, 2 * ROWS}};
    int32_t *values = calloc(2 * ROWS, sizeof *values);
    uint8_t *data = calloc(ROWS, GATHER_BENCH_LINE);
    assert_true(values != NULL && data != NULL);
    for (size_t k = 0; k < 2; k++) {
        struct gather_bench_lines lines;
        char text[3][32];
        for (int64_t i = 0; i < 2 * rows[k].rows; i++)
            values[i] = (int32_t)(i % rows[k].rows);
        (void)snprintf(text[0], sizeof *text, "f32[%lld,16]C", (long long)rows[k].rows);
        (void)snprintf(text[1], sizeof *text, "i32[%lld]C", 2LL * rows[k].rows);
        (void)snprintf(text[2], sizeof *text, "f32[%lld,16]C", 2LL * rows[k].rows);
        struct gather_bench_done done = {.data_bytes = data, .index_values = values};
        done.data = layout_of(text[0]);
        done.indices = layout_of(text[1]);
        done.output = layout_of(text[2]);
        assert_int_equal(gather_bench_lines_create(&lines, &done, NULL), GATHER_STATUS_OK);
        assert_int_equal(lines.count, rows[k].count);
        gather_bench_lines_destroy(&lines);
    }
    free(values);
    free(data);
}

static void test_lines_refused(void **state)
{
    (void)state;
    uint8_t bytes[64] = {0};
    struct gather_bench_lines lines;
    struct gather_error error = {0};
    struct gather_bench_done done = {.data_bytes = bytes, .index_values = bytes};
    done.data = layout_of("u8[4,4]{1,0:T(2,2)}");
    done.indices = layout_of("i64[1]C");
    done.output = layout_of("u8[1,4]C");
    assert_int_equal(gather_bench_lines_create(&lines, &done, &error), GATHER_STATUS_UNSUPPORTED);
    assert_null(error.operand);
    gather_bench_lines_destroy(&lines);
    done.data = layout_of("u8[274877906944]C"); /* 2^32 lines, and the one that its begin may lie in */
    done.output = layout_of("u8[1]C");
    assert_int_equal(gather_bench_lines_create(&lines, &done, &error), GATHER_STATUS_UNSUPPORTED);
    assert_string_equal(error.operand, "data");
    gather_bench_lines_destroy(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judge),
        cmocka_unit_test(test_judge_refuses),
        cmocka_unit_test(test_judge_scaled),
        cmocka_unit_test(test_judge_no_number),
        cmocka_unit_test(test_judge_scaled_refuses),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_scaled),
        cmocka_unit_test(test_lines_again),
        cmocka_unit_test(test_lines_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
