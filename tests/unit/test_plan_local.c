/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Indices that lead to data close together, of data that is not near: some of them are looked at to see it, and what the
 * others lead to, and whether they are outside, is as right as ever.
 */
#include <stdio.h>

#include "core/plan_calls.h"
#include "core/plan_local.h"
#include "gather/numpy.h"
#include "kernels/table.h"
#include "support/lone_kernel.h"
#include "support/plan_check.h"
#include "support/randomness.h"

enum { ROWS = 20000, LOCAL = 50, MOST_WIDTH = 64, MOST_COUNT = 5000 };

static uint8_t data[ROWS * MOST_WIDTH], out[MOST_COUNT * MOST_WIDTH], expected[MOST_COUNT * MOST_WIDTH];
static int64_t indices[MOST_COUNT], narrow[MOST_COUNT];

/* Where the indices lead: all of them close together; one, that is none of the samples, to the last row; or outside. */
enum form { TOGETHER, BUT_ONE, OUTSIDE, ANYWHERE, FORMS };

static void draw_indices(struct randomness *randomness, enum form form, int64_t count)
{
    const int64_t first = random_below(randomness, ROWS - LOCAL);
    for (int64_t k = 0; k < count; k++)
        indices[k] =
            form == ANYWHERE ? random_below(randomness, ROWS) : first + random_below(randomness, LOCAL);
    if (form == BUT_ONE)
        indices[count / 2 + 1] = ROWS - 1;
    if (form == OUTSIDE)
        indices[count / 2 + 1] = ROWS;
}

/* The indices as a type of so many bytes. */
static struct gather_buffer as_buffer(int64_t count, int64_t bytes)
{
    for (int64_t k = 0; k < count; k++)
        if (bytes == 8)
            memcpy((uint8_t *)narrow + k * 8, &indices[k], 8);
        else
            memcpy((uint8_t *)narrow + k * 4, &(int32_t){(int32_t)indices[k]}, 4);
    return (struct gather_buffer){narrow, (uint64_t)(count * bytes)};
}

static void try_rows(struct randomness *randomness, int64_t width, int64_t bytes, int64_t count,
                     enum form form, int32_t check)
{
    const struct gather_options options = {.size = sizeof options, .tuning = "near=16K,ask=4K"};
    const struct gather_op op = gather_numpy_take(0, GATHER_POLICY_ERROR);
    const struct gather_run run = {.size = sizeof run, .check = check};
    struct gather_layout inputs[2], output;
    struct gather_plan *plan;
    struct gather_error error;
    char text[64];
    snprintf(text, sizeof text, "u8[%d,%d]C", ROWS, (int)width);
    inputs[0] = layout_of(text);
    snprintf(text, sizeof text, "s%d[%d]C", (int)bytes * 8, (int)count);
    inputs[1] = layout_of(text);
    snprintf(text, sizeof text, "u8[%d,%d]C", (int)count, (int)width);
    output = layout_of(text);
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &output, &options, &error), GATHER_STATUS_OK);
    draw_indices(randomness, form, count);
    const struct gather_buffer given[] = {{data, (uint64_t)(ROWS * width)}, as_buffer(count, bytes)};
    const struct gather_buffer given_out = {out, (uint64_t)(count * width)};
    const enum gather_status status = gather_plan_run(plan, given, 2, given_out, &run, &error);
    assert_int_equal(status, form == OUTSIDE ? GATHER_STATUS_INDEX_RANGE : GATHER_STATUS_OK);
    if (form == OUTSIDE) {
        assert_int_equal(error.value, ROWS);
        assert_int_equal(error.position[0], count / 2 + 1);
    } else {
        for (int64_t k = 0; k < count; k++)
            memcpy(expected + k * width, data + indices[k] * width, (size_t)width);
        assert_memory_equal(out, expected, (size_t)(count * width));
    }
    gather_plan_destroy(plan);
}

static void test_rows(void **state) /* COVERS(CORE-7, CORE-9) */
{
    static const int64_t widths[] = {1, 2, 3, 4, 5, 8, 12, 16, 24, 32, 64},
                         counts[] = {100, 128, 1000, MOST_COUNT};
    struct randomness randomness = randomness_begin("test_rows");
    (void)state;
    for (size_t k = 0; k < sizeof data; k++)
        data[k] = (uint8_t)random_bits(&randomness);
    for (size_t w = 0; w < ITEMS(widths); w++)
        for (size_t c = 0; c < ITEMS(counts); c++)
            for (int form = 0; form < FORMS; form++)
                for (int64_t bytes = 4; bytes <= 8; bytes += 4) {
                    try_rows(&randomness, widths[w], bytes, counts[c], (enum form)form, GATHER_CHECK_FIRST);
                    try_rows(&randomness, widths[w], bytes, counts[c], (enum form)form, GATHER_CHECK_FUSED);
                }
}

/* What is near by its size, and more than 32 bits count, are never judged so. */
static void test_blocks(void **state) /* COVERS(CORE-7) */
{
    static const struct gather__tuning tuning = {.near_bytes = 1 << 10};
    int64_t at[256] = {0};
    const struct gather__offsets offsets = {.count = 256, .data = at, .tuning = &tuning};
    struct gather__offsets few = offsets;
    few.count = 64;
    (void)state;
    assert_true(gather__blocks_are_local(&offsets, 1 << 20));
    assert_false(gather__blocks_are_local(&offsets, (int64_t)1 << 31));
    assert_false(gather__blocks_are_local(&few, 1 << 20));
    at[15] = 1025;
    assert_false(gather__blocks_are_local(&offsets, 1 << 20));
    at[15] = 1024;
    assert_true(gather__blocks_are_local(&offsets, 1 << 20));
    for (int64_t k = 0; k < 256; k++) /* every 16th leads to the same, the others do not */
        at[k] = k % 16 == 0 ? 0 : k << 12;
    assert_false(gather__blocks_are_local(&offsets, 1 << 20));
}

/* What lies dense is asked for by its span; in order by how that begins, where the processor foresees the rest. */
static void test_spans(void **state) /* COVERS(CORE-9) */
{
    enum { COUNT = 16, APART = 24, BEGUN = 256 };
    static const struct gather__tuning asks = {.foresees = 0}, foresees = {.foresees = 1};
    (void)state;
    for (int form = 0; form < 8; form++) {
        const bool in_order = form % 2 == 0, is_dense = form / 2 % 2 == 0;
        int64_t at[COUNT];
        struct gather__offsets offsets = {.count = COUNT,
                                          .data = at,
                                          .more_data = 1 << 16,
                                          .is_far = true,
                                          .tuning = form < 4 ? &asks : &foresees};
        for (int64_t k = 0; k < COUNT; k++)
            at[k] = 300 + k * APART;
        at[COUNT - 1] = is_dense ? at[COUNT - 1] : 5000;
        at[0] = in_order ? 300 : 325;
        gather__find_span(&offsets, 4);
        assert_int_equal(offsets.low, in_order ? 300 : 324);
        assert_int_equal(offsets.span, at[COUNT - 1] + 4 - offsets.low);
        gather__ask_densely(&offsets, 4);
        const int64_t asked = form >= 4 && in_order ? BEGUN : offsets.span;
        assert_int_equal(offsets.is_far, !is_dense);
        assert_int_equal(offsets.soon_bytes, is_dense ? asked : 0);
    }
}

/* A fetch that notes what it is to ask for early. */
static bool asks;

static void note(uint8_t *to, const uint8_t *from, const struct gather__offsets *offsets, int64_t width)
{
    (void)to, (void)from, (void)width;
    asks = offsets->is_far || offsets->soon_bytes > 0;
}

static bool is_asked(const char *table, const char *chosen, int32_t axis)
{
    const struct gather_options options = {.size = sizeof options, .tuning = "near=4K,ask=4K"};
    const struct gather_op op = gather_numpy_take(axis, GATHER_POLICY_ERROR);
    const struct gather_layout inputs[] = {layout_of(table), layout_of("s64[512]C")};
    const struct gather_layout output = layout_of(chosen);
    const struct gather__buffers buffers = {.out = {out, sizeof out},
                                            .data = {data, sizeof data},
                                            .indices = {(uint8_t *)indices, sizeof indices}};
    struct own_table own;
    struct gather_plan *plan;
    copy_stages(&own);
    for (struct gather__fetch_kernel *row = own.fetches; row->fetch != NULL; row++)
        row->fetch = note;
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &output, &options, NULL), GATHER_STATUS_OK);
    asks = false;
    assert_int_equal(gather__plan_move_rows(plan, &own.kernels, &buffers, 0, plan->rows, true), 0);
    gather_plan_destroy(plan);
    return asks;
}

/* What is close together in one row is far in the next. */
static void test_rows_that_go_by(void **state) /* COVERS(CORE-9) */
{
    struct randomness randomness = randomness_begin("test_rows_that_go_by");
    (void)state;
    for (int64_t k = 0; k < 512; k++)
        indices[k] = random_below(&randomness, 512);
    assert_true(is_asked("f32[100,512]C", "f32[100,512]C", 1));
    assert_false(is_asked("f32[51200]C", "f32[512]C", 0));
    indices[511] = indices[0] = 51199;
    assert_true(is_asked("f32[51200]C", "f32[512]C", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_blocks),
                                       cmocka_unit_test(test_spans), cmocka_unit_test(test_rows_that_go_by)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
