/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers along an axis, as take_along_axis has them. Where that is not the innermost, and the data larger than the
 * caches next to a core, the columns go by in strips; where rows are short, many of them are listed and go by as one.
 * All of the output is as plain loops make it, whatever loops lie around, and whichever rows are asked for.
 */
#include "core/plan_listed.h"
#include "gather/numpy.h"
#include "support/plan_check.h"
#include "support/randomness.h"

/* Data, indices of i32, output, axis, policy. */
static const struct {
    const char *data, *indices, *out;
    int64_t axis;
    int32_t policy;
} cases[] = {
    {"f32[1,64,5003]C", "i32[1,64,5003]C", "f32[1,64,5003]C", 1, GATHER_POLICY_ERROR},
    {"u8[1,40,30001]C", "i32[1,20,30001]C", "u8[1,20,30001]C", 1, GATHER_POLICY_ERROR},
    {"f64[3,64,2100]C", "i32[3,64,2100]C", "f64[3,64,2100]C", 1, GATHER_POLICY_ERROR},
    {"f64[1,64,3001]{1,2,0}", "i32[1,64,3001]C", "f64[1,64,3001]C", 1, GATHER_POLICY_ERROR},
    {"f32[64,2,5003]C", "i32[33,2,5003]C", "f32[33,2,5003]C", 0, GATHER_POLICY_ERROR},
    {"f32[1,64,5003]:(0,-5003,-1)+320191", "i32[1,64,5003]C", "f32[1,64,5003]C", 1, GATHER_POLICY_ERROR},
    {"f32[1,64,5003]C", "i32[1,64,5003]C", "f32[1,64,5003]C", 1, GATHER_POLICY_CLAMP},
    {"c128[2,70,1100]C", "i32[2,70,1100]C", "c128[2,70,1100]C", 1, GATHER_POLICY_CLAMP},
    /* rows of a few */
    {"f32[303,29,1]C", "i32[303,2,1]C", "f32[303,2,1]C", 1, GATHER_POLICY_ERROR},
    {"u8[4111,29,1]C", "i32[4111,3,1]C", "u8[4111,3,1]C", 1, GATHER_POLICY_ERROR},
    {"f16[1009,54,1]C", "i32[1009,31,1]C", "f16[1009,31,1]C", 1, GATHER_POLICY_CLAMP},
    {"f32[2003,29,1]:(29,-1,1)+28", "i32[2003,5,1]C", "f32[2003,5,1]C", 1, GATHER_POLICY_ERROR},
    {"f32[2003,29,1]:(-29,1,1)+58058", "i32[2003,15,1]C", "f32[2003,15,1]C", 1, GATHER_POLICY_FILL},
    {"c128[1500,9,1]C", "i32[1500,4,1]C", "c128[1500,4,1]C", 1, GATHER_POLICY_FILL},
    /* from much data: each line, some lines a page, a line in some pages; and long rows */
    {"f32[150000,32,1]C", "i32[150000,2,1]C", "f32[150000,2,1]C", 1, GATHER_POLICY_ERROR},
    {"f64[3000,1000,1]C", "i32[3000,7,1]C", "f64[3000,7,1]C", 1, GATHER_POLICY_ERROR},
    {"f32[600,9000,1]C", "i32[600,3,1]C", "f32[600,3,1]C", 1, GATHER_POLICY_ERROR},
    {"f32[300,20000,1]C", "i32[300,400,1]C", "f32[300,400,1]C", 1, GATHER_POLICY_CLAMP},
    {"f32[2000,40,60]C", "i32[2000,9,60]C", "f32[2000,9,60]C", 1, GATHER_POLICY_CLAMP},
    {"f64[1000,1000,3]:(1000,1,1000000)", "i32[1000,9,3]C", "f64[1000,9,3]C", 1, GATHER_POLICY_ERROR},
    /* lines of a few columns, each matrix a list, or some of them */
    {"f32[39,135,2]C", "i32[39,202,2]C", "f32[39,202,2]C", 1, GATHER_POLICY_ERROR},
    {"f64[640,2,2]C", "i32[640,2,2]C", "f64[640,2,2]C", 1, GATHER_POLICY_CLAMP},
    {"u8[301,40,3]C", "i32[301,9,3]C", "u8[301,9,3]C", 1, GATHER_POLICY_FILL},
    {"f32[12,90,5]{2,0,1}", "i32[12,77,5]C", "f32[12,77,5]C", 1, GATHER_POLICY_ERROR},
    /* what does not go on from row to row: output, indices */
    {"f32[900,31,1]C", "i32[900,3,1]C", "f32[900,3,1]:(4,1,1)", 1, GATHER_POLICY_ERROR},
    {"f32[900,31,2]C", "s32[900,3,2]{1,2,0}", "f32[900,3,2]C", 1, GATHER_POLICY_ERROR},
};

struct operands {
    struct gather_layout data, indices, out;
    struct gather_buffer inputs[2], output;
    uint8_t *expected;
};

static uint8_t *take(const struct gather_layout *layout, struct gather_buffer *buffer)
{
    buffer->bytes = (uint64_t)gather_layout_bytes(layout);
    buffer->data = calloc((size_t)buffer->bytes, 1);
    assert_non_null(buffer->data);
    return buffer->data;
}

/* Of all indices, every hundredth is outside where that is allowed. */
static void draw_indices(const struct operands *operands, int64_t size, int32_t policy)
{
    struct randomness randomness = randomness_begin("test_plan_along");
    int32_t *indices = operands->inputs[1].data;
    for (uint64_t k = 0; k < operands->inputs[1].bytes / sizeof *indices; k++) {
        indices[k] = (int32_t)(random_below(&randomness, 2 * size) - size);
        if (policy != GATHER_POLICY_ERROR && k % 100 == 7)
            indices[k] += (int32_t)size;
    }
}

/* What an index becomes. Returns: -1 if there is no element for it. */
static int64_t judged(int64_t index, int64_t size, int32_t policy)
{
    index += index < 0 ? size : 0;
    return index < size ? index : policy == GATHER_POLICY_CLAMP ? size - 1 : -1;
}

static int64_t cell_of(const struct gather_layout *layout, const int64_t *position)
{
    int64_t cell;
    assert_int_equal(gather_layout_cell(layout, position, 3, &cell, NULL), GATHER_STATUS_OK);
    return cell;
}

/* One element after the other, by the definition. */
static void expect(const struct operands *operands, const struct gather_op *op, int64_t axis)
{
    const size_t width = (size_t)gather_dtype_bits(operands->data.dtype) / 8;
    const int32_t *indices = operands->inputs[1].data;
    const uint8_t *data = operands->inputs[0].data;
    int64_t at[3];
    memset(operands->expected, 0xA5, (size_t)operands->output.bytes);
    for (at[0] = 0; at[0] < operands->out.sizes[0]; at[0]++)
        for (at[1] = 0; at[1] < operands->out.sizes[1]; at[1]++)
            for (at[2] = 0; at[2] < operands->out.sizes[2]; at[2]++) {
                const int64_t index =
                    judged(indices[cell_of(&operands->indices, at)], operands->data.sizes[axis], op->policy);
                int64_t from[3] = {at[0], at[1], at[2]};
                from[axis] = index >= 0 ? index : 0;
                memcpy(operands->expected + (size_t)cell_of(&operands->out, at) * width,
                       index >= 0 ? data + (size_t)cell_of(&operands->data, from) * width : op->fill, width);
            }
}

static void check_rows(const struct gather_plan *plan, const struct operands *operands, int64_t rows)
{
    run_by_rows(plan, operands->inputs, operands->output, operands->out.sizes[0], rows);
    assert_memory_equal(operands->output.data, operands->expected, (size_t)operands->output.bytes);
}

/* Two indices outside, far behind in the order of memory: the first of them is named, and nothing is written. */
static void check_refused(const struct gather_plan *plan, const struct operands *operands, int64_t axis)
{
    const int64_t *sizes = operands->indices.sizes, size = operands->data.sizes[axis];
    const int64_t first[3] = {sizes[0] * 9 / 10, sizes[1] - 1, sizes[2] * 4 / 5},
                  last[3] = {sizes[0] - 1, sizes[1] - 1, sizes[2] - 1};
    int32_t *indices = operands->inputs[1].data;
    struct gather_error error;
    memset(operands->output.data, 0xA5, (size_t)operands->output.bytes);
    memset(operands->expected, 0xA5, (size_t)operands->output.bytes);
    indices[cell_of(&operands->indices, last)] = (int32_t)size + 1;
    indices[cell_of(&operands->indices, first)] = (int32_t)size;
    assert_int_equal(gather_plan_run(plan, operands->inputs, 2, operands->output, NULL, &error),
                     GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.value, size);
    assert_memory_equal(error.position, first, sizeof first);
    assert_memory_equal(operands->output.data, operands->expected, (size_t)operands->output.bytes);
    struct gather_run run = {.size = sizeof run, .check = GATHER_CHECK_FUSED};
    assert_int_equal(gather_plan_run(plan, operands->inputs, 2, operands->output, &run, &error),
                     GATHER_STATUS_INDEX_RANGE);
    assert_memory_equal(error.position, first, sizeof first);
}

static void test_along(void **state) /* COVERS(CORE-7, CORE-16) */
{
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct operands operands = {
            layout_of(cases[k].data), layout_of(cases[k].indices), layout_of(cases[k].out), {{0}}, {0}, NULL};
        const struct gather_layout inputs[] = {operands.data, operands.indices};
        struct gather_op op = gather_numpy_take_along_axis(cases[k].axis);
        struct gather_buffer spare;
        struct gather_plan *plan;
        op.policy = cases[k].policy;
        memset(op.fill, 0x3C, sizeof op.fill);
        assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &operands.out, NULL, NULL),
                         GATHER_STATUS_OK);
        uint8_t *data = take(&operands.data, &operands.inputs[0]);
        for (uint64_t byte = 0; byte < operands.inputs[0].bytes; byte++)
            data[byte] = (uint8_t)(byte * 167 >> 3 ^ byte >> 9);
        (void)take(&operands.indices, &operands.inputs[1]);
        (void)take(&operands.out, &operands.output);
        operands.expected = take(&operands.out, &spare);
        draw_indices(&operands, operands.data.sizes[cases[k].axis], cases[k].policy);
        expect(&operands, &op, cases[k].axis);
        check_rows(plan, &operands, operands.out.sizes[0]);
        check_rows(plan, &operands, operands.out.sizes[0] / 9 + 7);
        if (op.policy == GATHER_POLICY_ERROR)
            check_refused(plan, &operands, cases[k].axis);
        gather_plan_destroy(plan);
        free(operands.inputs[0].data);
        free(operands.inputs[1].data);
        free(operands.output.data);
        free(operands.expected);
    }
}

/* Rows of three indices of four bytes are listed, as many as there is room for; longer rows are not. */
static void test_which_are_listed(void **state)
{
    struct gather__loop loops[] = {{.out = 12, .indices = 24, .data = 36},
                                   {.out = 4, .indices = 8, .data = 0}};
    int64_t extents[] = {1000, 3}, places[GATHER__LISTED_POINTS];
    (void)state;
    const struct gather__listed listed = gather__listed_of(loops, extents, 2);
    assert_true(listed.loop == 0 && listed.inner == 3);
    assert_in_range(listed.steps * 3, GATHER__LISTED_POINTS / 2, GATHER__LISTED_POINTS);
    assert_in_range(listed.span, (listed.steps - 1) * 36, GATHER__LISTED_POINTS / 3 * 36);
    gather__list_places(&listed, loops, extents, 2, places);
    for (int64_t k = 0; k < listed.steps * 3; k++)
        assert_int_equal(places[k], k / 3 * 36);
    extents[1] = 100;
    loops[0].out = 400;
    loops[0].indices = 800;
    assert_int_equal(gather__listed_of(loops, extents, 2).loop, -1);
    extents[1] = 3; /* gaps between the rows of the output */
    assert_int_equal(gather__listed_of(loops, extents, 2).loop, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_along), cmocka_unit_test(test_which_are_listed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
