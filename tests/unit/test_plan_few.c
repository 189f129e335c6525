/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers that a call does by itself, of one block of 4 or 8 bytes or up to 16 side by side: each count, type of indices
 * and width goes its own way, between pages that can't be touched; and an index outside at each place is told as the
 * first, with nothing written.
 *
 * COVERS(CORE-6, CORE-12, CORE-16, CORE-17)
 */
#include <stdio.h>

#include "core/planned.h"
#include "gather/onnx.h"
#include "support/guard.h"
#include "support/plan_check.h"

enum { ROWS = 9, MOST = GATHER__TINY_INDICES };

static struct guard guards[3];

struct few {
    struct gather_plan *plan;
    struct gather_buffer inputs[2], out;
    int32_t count, width;
    bool is_wide;
};

static int32_t expected_way(const struct few *few)
{
    if (few->count == 1)
        return GATHER__ONE;
    const int32_t group = few->count > 8   ? GATHER__UP_TO_16
                          : few->count > 4 ? GATHER__UP_TO_8
                                           : GATHER__UP_TO_4;
    return group + (few->is_wide ? 2 : 0) + (few->width == 8 ? 1 : 0);
}

static void put_index(const struct few *few, int32_t k, int64_t value)
{
    const int32_t narrow = (int32_t)value;
    if (few->is_wide)
        memcpy((uint8_t *)few->inputs[1].data + k * 8, &value, 8);
    else
        memcpy((uint8_t *)few->inputs[1].data + k * 4, &narrow, 4);
}

/* Indices inside, every third of them counted from the end. expected: receives the blocks that they pick. */
static void put_indices(const struct few *few, int32_t turn, uint8_t *expected)
{
    for (int32_t k = 0; k < few->count; k++) {
        const int64_t row = (k * 5 + turn) % ROWS;
        put_index(few, k, (k + turn) % 3 == 0 ? row - ROWS : row);
        memcpy(expected + k * few->width, (uint8_t *)few->inputs[0].data + row * few->width,
               (size_t)few->width);
    }
}

static void begin_few(struct few *few, enum guard_side side)
{
    char data[32], indices[32], out[32];
    const char *type = few->width == 8 ? "f64" : "f32";
    const struct gather_op op = gather_onnx_gather(13, 0);
    snprintf(data, sizeof data, "%s[%d]C", type, ROWS);
    snprintf(indices, sizeof indices, "%s[%d]C", few->is_wide ? "i64" : "i32", few->count);
    snprintf(out, sizeof out, "%s[%d]C", type, few->count);
    const struct gather_layout inputs[] = {layout_of(data), layout_of(indices)}, output = layout_of(out);
    assert_int_equal(gather_plan_create(&few->plan, &op, inputs, 2, &output, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(few->plan->brief.few, expected_way(few));
    struct gather_buffer *const buffers[] = {&few->inputs[0], &few->inputs[1], &few->out};
    const uint64_t bytes[] = {few->plan->data.bytes, few->plan->indices.bytes, few->plan->out.bytes};
    for (int k = 0; k < 3; k++)
        *buffers[k] = (struct gather_buffer){guard_place(&guards[k], (size_t)bytes[k], side, 0), bytes[k]};
    for (uint64_t b = 0; b < bytes[0]; b++)
        ((uint8_t *)few->inputs[0].data)[b] = (uint8_t)(b * 7 + 3);
}

static void check_written(const struct few *few, const uint8_t *expected)
{
    assert_memory_equal(few->out.data, expected, (size_t)few->out.bytes);
    for (int k = 0; k < 3; k++)
        assert_true(guard_holds(&guards[k]));
}

/* An index outside at each place, and another behind it. */
static void try_refused(const struct few *few)
{
    static const int64_t outside[] = {ROWS, -ROWS - 1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    uint8_t expected[MOST * 8], untouched[MOST * 8];
    memset(untouched, 0x5A, sizeof untouched);
    for (int32_t n = 0; n < few->count * (few->is_wide ? 6 : 4); n++) {
        const int32_t k = n % few->count;
        const int64_t value = outside[n / few->count];
        struct gather_error error;
        put_indices(few, n, expected);
        put_index(few, few->count - 1, ROWS + 1);
        put_index(few, k, value);
        memset(few->out.data, 0x5A, (size_t)few->out.bytes);
        assert_int_equal(gather_plan_run(few->plan, few->inputs, 2, few->out, NULL, &error),
                         GATHER_STATUS_INDEX_RANGE);
        assert_int_equal(error.position[0], k);
        assert_true(error.value == value);
        check_written(few, untouched);
    }
}

static void try_few(int32_t count, int32_t width, bool is_wide, enum guard_side side)
{
    struct few few = {.count = count, .width = width, .is_wide = is_wide};
    uint8_t expected[MOST * 8];
    begin_few(&few, side);
    for (int32_t turn = 0; turn < 2 * ROWS; turn++) {
        const struct gather_run run = {.size = sizeof run, .check = turn % 3};
        put_indices(&few, turn, expected);
        memset(few.out.data, 0x5A, (size_t)few.out.bytes);
        assert_int_equal(gather_plan_run(few.plan, few.inputs, 2, few.out, turn < ROWS ? NULL : &run, NULL),
                         GATHER_STATUS_OK);
        check_written(&few, expected);
    }
    try_refused(&few);
    gather_plan_destroy(few.plan);
}

static void test_few(void **state)
{
    (void)state;
    for (int32_t count = 1; count <= MOST; count++)
        for (int form = 0; form < 8; form++)
            try_few(count, (form & 1) != 0 ? 8 : 4, (form & 2) != 0,
                    (form & 4) != 0 ? GUARD_LOW : GUARD_HIGH);
}

static int end_memory(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++)
        guard_end(&guards[k]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_few)};
    return cmocka_run_group_tests(tests, NULL, end_memory);
}
