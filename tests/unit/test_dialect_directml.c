/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DirectML's operators over layouts: what each refuses, with its numbers and in the order of DML-90, what it
 * infers, and which elements it takes.
 */
#include "support/op_check.h"

/* ---- checks -------------------------------------------------------------------------------------- */

/* Inputs are refused by infer, and by plan with an output of the right type and rank whose sizes come last. */
static void check_refuses(const struct gather_op *op, const char *first, const char *second,
                          struct refusal expected)
{
    const struct gather_layout inputs[] = {operand_of(first, NULL), operand_of(second, NULL)};
    struct gather_layout output = inputs[0];
    struct gather_error error = {0};
    size_t bytes;
    assert_int_equal(gather_infer(op, inputs, 2, &output, &error), expected.status);
    check_error(&error, &expected);
    assert_memory_equal(&output, &inputs[0], sizeof output);
    if (!is_known(&inputs[0]) || !is_known(&inputs[1]))
        return;
    for (int32_t d = 0; d < output.rank; d++)
        output.sizes[d] = output.place[d] = 1;
    memset(&error, 0, sizeof error);
    assert_int_equal(gather_plan_measure(&bytes, op, inputs, 2, &output, NULL, &error), expected.status);
    check_error(&error, &expected);
}

static void check_output_refused(const struct gather_op *op, const char *first, const char *second,
                                 const char *third, struct refusal expected)
{
    const struct gather_layout inputs[] = {operand_of(first, NULL), operand_of(second, NULL)};
    const struct gather_layout output = operand_of(third, NULL);
    struct gather_error error = {0};
    size_t bytes;
    assert_int_equal(gather_plan_measure(&bytes, op, inputs, 2, &output, NULL, &error), expected.status);
    check_error(&error, &expected);
}

#define SIZE_OF(name, dimension, number, least, most)                                                        \
    ((struct refusal){.status = GATHER_STATUS_SHAPE,                                                         \
                      .operand = (name),                                                                     \
                      .has = VALUE_AND_LIMITS | GATHER_ERROR_HAS_AXIS,                                       \
                      .axis = (dimension),                                                                   \
                      .value = (number),                                                                     \
                      .low = (least),                                                                        \
                      .high = (most)})
#define STRIDE(name, dimension, number)                                                                      \
    ((struct refusal){.status = GATHER_STATUS_LAYOUT,                                                        \
                      .operand = (name),                                                                     \
                      .has = VALUE_AND_LIMITS | GATHER_ERROR_HAS_AXIS,                                       \
                      .axis = (dimension),                                                                   \
                      .value = (number),                                                                     \
                      .high = UINT32_MAX})

static struct gather_op strictly(struct gather_op op)
{
    op.strictness = GATHER_STRICT;
    return op;
}

/* ---- levels, inputs, options --------------------------------------------------------------------- */

static void test_levels(void **state) /* COVERS(DML-1, DML-2) */
{
    (void)state;
    static const int32_t levels[] = {10, 20, 21, 30, 31, 40, 41, 50, 51, 52, 60, 61, 62, 63, 64};
    static const int32_t none[] = {1,  9,  11, 22, 25,  32,  42,  45,     53,        59,
                                   65, 70, 99, -1, -10, 100, 640, 0x6400, INT32_MAX, INT32_MIN};
    const struct {
        struct gather_op op;
        int32_t first;
        const char *indices, *output;
    } rows[] = {{gather_directml_gather(0, 3, 1), 10, "u32[1,1,1,3]", "f32[1,1,2,3]"},
                {gather_directml_gather_elements(0, 3), 21, "u32[1,1,2,3]", "f32[1,1,2,3]"},
                {gather_directml_gather_nd(0, 1, 2), 21, "u32[1,1,3,1]", "f32[1,1,1,3]"},
                {gather_directml_gather_nd1(0, 2, 2, 1), 30, "u32[1,1,2,1]", "f32[1,1,1,2]"}};
    for (size_t k = 0; k < ITEMS(rows); k++) {
        struct gather_op op = rows[k].op;
        const char *data = k == 2 ? "f32[1,1,1,5]" : "f32[1,1,2,5]";
        for (size_t n = 0; n < ITEMS(levels); n++) {
            op.version = levels[n];
            if (levels[n] < rows[k].first)
                check_refuses(&op, data, rows[k].indices,
                              OUTSIDE(ARGUMENT, "version", op.version, rows[k].first, 64));
            else
                check_inferred(&op, data, rows[k].indices, rows[k].output);
        }
        for (size_t n = 0; n < ITEMS(none); n++) {
            op.version = none[n];
            check_refuses(&op, data, rows[k].indices,
                          OUTSIDE(ARGUMENT, "version", op.version, rows[k].first, 64));
        }
    }
}

static void test_number_of_inputs(void **state) /* COVERS(DML-90) */
{
    (void)state;
    const struct gather_op op = gather_directml_gather(64, 9, 9);
    const struct gather_layout inputs[] = {operand_of("f32[3]", NULL), operand_of("u32[1]", NULL),
                                           operand_of("u32[1]", NULL)};
    check_inputs_refused(&op, inputs, 0, BARE(ARGUMENT, "data"));
    check_inputs_refused(&op, inputs, 1, BARE(ARGUMENT, "indices"));
    check_inputs_refused(&op, inputs, 3, ARGUMENT("inputs", 3, 2, 2));
}

static void test_options(void **state) /* COVERS(CORE-15, DML-83) */
{
    (void)state;
    struct gather_op op = gather_directml_gather(64, 0, 1);
    for (op.policy = GATHER_POLICY_OWN; op.policy <= GATHER_POLICY_SKIP; op.policy++)
        check_inferred(&op, "f32[3]", "u32[2]", "f32[2]");
    op.policy = 7;
    check_refuses(&op, "f32[3]", "u32[2]", ARGUMENT("policy", 7, 0, 6));
    op.policy = INT32_MIN;
    check_refuses(&op, "f32[3]", "u32[2]", ARGUMENT("policy", INT32_MIN, 0, 6));
    op.policy = 0;
    for (op.strictness = GATHER_STRICTNESS_OWN; op.strictness <= GATHER_LOOSE; op.strictness++)
        check_inferred(&op, "f32[3]", "u32[2]", "f32[2]");
    op.strictness = -1;
    check_refuses(&op, "f32[3]", "u32[2]", ARGUMENT("strict", -1, 0, 2));
}

/* ---- types and ranks ----------------------------------------------------------------------------- */

static void test_types(void **state) /* COVERS(DML-2, DML-3, DML-4) */
{
    (void)state;
    static const struct {
        int32_t from, to;
        const char *data, *indices;
    } rows[] = {
        {10, 20, " f32 f16 ", " u32 "},
        {21, 21, " f32 f16 i32 i16 i8 u32 u16 u8 ", " u32 "},
        {30, 40, " f32 f16 i32 i16 i8 u32 u16 u8 ", " i64 i32 u64 u32 "},
        {41, 64, " f32 f16 i32 i16 i8 u32 u16 u8 f64 i64 u64 ", " i64 i32 u64 u32 "},
    };
    for (size_t k = 0; k < ITEMS(rows); k++)
        for (int32_t end = 0; end < 2; end++) {
            const struct gather_op op = gather_directml_gather(end == 0 ? rows[k].from : rows[k].to, 0, 1);
            check_types(&op, "f32[1,1,1,3]", "u32[1,1,1,1]", 0, rows[k].data, "data");
            check_types(&op, "f32[1,1,1,3]", "u32[1,1,1,1]", 1, rows[k].indices, "indices");
        }
}

static void test_type_of_output(void **state) /* COVERS(DML-5) */
{
    (void)state;
    const struct gather_op op = gather_directml_gather(64, 0, 1);
    check_output_refused(&op, "f32[3]", "u32[2]", "i32[2]", BARE(DTYPE, "output"));
    check_output_refused(&op, "f32[3]", "u32[2]", "i32[1,2]", BARE(DTYPE, "output"));
    check_output_refused(&op, "f32[3]", "u32[2,0]", "i32[2]", BARE(DTYPE, "output"));
}

static void test_ranks(void **state) /* COVERS(DML-6, DML-7) */
{
    (void)state;
    const struct gather_op op = gather_directml_gather_elements(64, 0),
                           old = gather_directml_gather(20, 0, 1);
    check_inferred(&op, "f32[1,1,1,1,1,1,1,2]", "u32[1,1,1,1,1,1,1,2]", "f32[1,1,1,1,1,1,1,2]");
    check_refuses(&op, "f32[]", "u32[]", OUTSIDE(RANK, "data", 0, 1, 8));
    check_refuses(&op, "f32[2]", "u32[]", OUTSIDE(RANK, "indices", 0, 1, 8));
    check_refuses(&op, "f32[1,1,1,1,1,1,1,1,1]", "u32[1,1,1,1,1,1,1,1,1]", OUTSIDE(RANK, "data", 9, 1, 8));
    check_refuses(&op, "f32[2]", "u32[1,1,1,1,1,1,1,1,1]", OUTSIDE(RANK, "indices", 9, 1, 8));
    check_refuses(&op, "f32[2]", "u32[1,2]", OUTSIDE(RANK, "indices", 2, 1, 1));
    check_refuses(&old, "f32[1,1,2]", "u32[1,1,2]", OUTSIDE(RANK, "data", 3, 4, 4));
    check_refuses(&old, "f32[1,1,1,1,2]", "u32[1,1,2]", OUTSIDE(RANK, "data", 5, 4, 4));
    check_refuses(&old, "f32[1,1,1,2]", "u32[1,1,2]", OUTSIDE(RANK, "indices", 3, 4, 4));
    check_output_refused(&op, "f32[2]", "u32[2]", "f32[1,2]", OUTSIDE(RANK, "output", 2, 1, 1));
    check_output_refused(&op, "f32[2]", "u32[2]", "f32[]", OUTSIDE(RANK, "output", 0, 1, 8));
    check_output_refused(&op, "f32[2]", "u32[2]", "f32[1,1,1,1,1,1,1,1,2]", OUTSIDE(RANK, "output", 9, 1, 8));
}

static void test_sizes_of_0(void **state) /* COVERS(DML-10) */
{
    (void)state;
    const struct gather_op op = gather_directml_gather_elements(64, 0);
    check_refuses(&op, "f32[2,0]", "u32[0,5]", ZERO_SIZE("data", 1));
    check_refuses(&op, "f32[2,3]", "u32[0,5]", ZERO_SIZE("indices", 0));
    check_refuses(&op, "f32[?,?,0]", "u32[?,?,?]", ZERO_SIZE("data", 2));
    check_output_refused(&op, "f32[2,3]", "u32[2,5]", "f32[2,0]", ZERO_SIZE("output", 1));
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static const int64_t far[] = {-1, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};

static void test_axis(void **state) /* COVERS(DML-40, DML-50) */
{
    (void)state;
    for (size_t k = 0; k <= ITEMS(far); k++) {
        int64_t axis = k < ITEMS(far) ? far[k] : 3;
        const struct gather_op gather = gather_directml_gather(64, axis, 1);
        const struct gather_op elements = gather_directml_gather_elements(64, axis);
        check_refuses(&gather, "f32[2,3,4]", "u32[1,1,7]", AXIS("Axis", axis, 0, 2));
        check_refuses(&elements, "f32[2,3,4]", "u32[2,3,4]", AXIS("Axis", axis, 0, 2));
    }
}

static void test_counts(void **state) /* COVERS(DML-41, DML-60, DML-61, DML-62, DML-70) */
{
    (void)state;
    for (size_t k = 0; k < ITEMS(far); k++) {
        struct gather_op op = gather_directml_gather(64, 0, far[k]);
        check_refuses(&op, "f32[2,3]", "u32[1,1]", ARGUMENT("IndexDimensions", far[k], 0, 2));
        op = gather_directml_gather_nd(64, far[k], 9);
        check_refuses(&op, "f32[2,3]", "u32[1,1]", ARGUMENT("InputDimensionCount", far[k], 1, 2));
        op = gather_directml_gather_nd1(64, 2, far[k], 9);
        check_refuses(&op, "f32[2,3]", "u32[1,1]", ARGUMENT("IndicesDimensionCount", far[k], 1, 2));
        op = gather_directml_gather_nd1(64, 2, 1, far[k]);
        check_refuses(&op, "f32[2,3]", "u32[1,1]", ARGUMENT("BatchDimensionCount", far[k], 0, 0));
        op = gather_directml_gather_nd1(64, 3, 2, far[k]);
        check_refuses(&op, "f32[1,2,3]", "u32[1,1,1]", ARGUMENT("BatchDimensionCount", far[k], 0, 1));
    }
    struct gather_op op = gather_directml_gather_nd(64, 0, 0);
    check_refuses(&op, "f32[2,3]", "u32[1,1]", ARGUMENT("InputDimensionCount", 0, 1, 2));
    op = gather_directml_gather_nd(64, 1, 0);
    check_refuses(&op, "f32[2,3]", "u32[1,1]", ARGUMENT("IndicesDimensionCount", 0, 1, 2));
    op = gather_directml_gather_nd(64, 2, 2);
    op.batch_dims = 1; /* it has none */
    check_refuses(&op, "f32[2,3]", "u32[2,1]", ARGUMENT("BatchDimensionCount", 1, 0, 0));
}

/* ---- shapes -------------------------------------------------------------------------------------- */

static void test_gather_shape(void **state) /* COVERS(DML-42, DML-43, DML-44, DML-45, DML-46, DML-93) */
{
    (void)state;
    struct gather_op op = gather_directml_gather(64, 1, 0);
    check_inferred(&op, "f32[2,3,4]", "u32[1,1,1]", "f32[1,2,4]");
    check_refuses(&op, "f32[2,3,4]", "u32[1,1,5]", SIZE_OF("indices", 2, 5, 1, 1));
    op = gather_directml_gather(64, 2, 1);
    check_inferred(&op, "f32[2,3,4]", "u32[1,1,5]", "f32[2,3,5]");
    check_refuses(&op, "f32[2,3,4]", "u32[1,6,5]", SIZE_OF("indices", 1, 6, 1, 1));
    op = gather_directml_gather(64, 2, 3);
    check_inferred(&op, "f32[1,1,4]", "u32[5,6,7]", "f32[5,6,7]");
    check_inferred(&op, "f32[?,1,4]", "u32[5,?,7]", "f32[5,?,7]");
    check_refuses(&op, "f32[1,2,4]", "u32[5,6,7]", BARE(RANK, "output"));
    check_refuses(&op, "f32[2,1,4]", "u32[1,1,1]", BARE(RANK, "output"));
    op = gather_directml_gather(64, 0, 2);
    check_refuses(&op, "f32[1,1,4]", "u32[1,1,1]", BARE(RANK, "output"));
    op = gather_directml_gather(64, 1, 2);
    check_inferred(&op, "f32[1,3,4]", "u32[1,5,6]", "f32[5,6,4]");
    check_inferred(&op, "f32[?,?,?]", "u32[?,?,6]", "f32[?,6,?]");
    check_output_refused(&op, "f32[1,3,4]", "u32[1,5,6]", "f32[5,6,3]", SIZE_OF("output", 2, 3, 4, 4));
}

static void test_elements_shape(void **state) /* COVERS(DML-51, DML-52) */
{
    (void)state;
    const struct gather_op op = gather_directml_gather_elements(64, 1);
    check_inferred(&op, "f32[2,3,4]", "u32[2,9,4]", "f32[2,9,4]");
    check_inferred(&op, "f32[2,3,?]", "u32[?,?,4]", "f32[2,?,4]");
    check_refuses(&op, "f32[2,3,4]", "u32[1,9,4]", SIZE_OF("indices", 0, 1, 2, 2));
    check_refuses(&op, "f32[2,3,4]", "u32[2,9,5]", SIZE_OF("indices", 2, 5, 4, 4));
    check_output_refused(&op, "f32[2,3,4]", "u32[2,9,4]", "f32[2,3,4]", SIZE_OF("output", 1, 3, 9, 9));
}

static void test_nd_shape(void **state) /* COVERS(DML-63, DML-64, DML-65, DML-66, DML-67, DML-68, DML-71) */
{
    (void)state;
    struct gather_op op = gather_directml_gather_nd1(64, 3, 3, 1);
    check_inferred(&op, "f32[1,2,3,4]", "u32[1,2,5,1]", "f32[1,2,5,4]");
    check_inferred(&op, "f32[1,?,?,?]", "u32[?,2,?,1]", "f32[1,2,?,?]");
    check_inferred(&op, "f32[1,2,3,4]", "u32[1,?,5,2]", "f32[1,1,2,5]");
    check_inferred(&op, "f32[1,2,3,4]", "u32[1,2,5,?]", "f32[?,?,?,?]");
    check_refuses(&op, "f32[2,2,3,4]", "u32[2,2,5,1]", SIZE_OF("data", 0, 2, 1, 1));
    check_refuses(&op, "f32[1,2,3,4]", "u32[2,2,5,1]", SIZE_OF("indices", 0, 2, 1, 1));
    check_refuses(&op, "f32[1,2,3,4]", "u32[1,2,5,3]", OUTSIDE(SHAPE, "indices", 3, 1, 2));
    check_refuses(&op, "f32[1,2,3,4]", "u32[1,3,5,1]", SIZE_OF("indices", 1, 3, 2, 2));
    check_output_refused(&op, "f32[1,2,3,4]", "u32[1,2,5,1]", "f32[1,1,5,4]", SIZE_OF("output", 1, 1, 2, 2));
    op = gather_directml_gather_nd(64, 4, 4);
    check_refuses(&op, "f32[2,2,3,4]", "u32[2,2,5,1]", BARE(RANK, "output"));
    op = gather_directml_gather_nd(64, 2, 1);
    check_inferred(&op, "f32[2,3]", "u32[1,2]", "f32[1,1]");
    op = gather_directml_gather_nd(64, 8, 1);
    check_inferred(&op, "u8[2,2,2,2,2,2,2,2]", "u32[1,1,1,1,1,1,1,8]", "u8[1,1,1,1,1,1,1,1]");
}

/* ---- strides and totals -------------------------------------------------------------------------- */

/* A descriptor's layout; a total of 0 is none. */
static struct gather_layout descriptor(int32_t dtype, int64_t rows, int64_t columns, int64_t row_stride,
                                       int64_t stride, int64_t total)
{
    struct gather_layout layout = {.kind = GATHER_LAYOUT_STRIDES,
                                   .dtype = dtype,
                                   .rank = 2,
                                   .cell_bits = gather_dtype_bits(dtype),
                                   .sizes = {rows, columns},
                                   .place = {row_stride, stride},
                                   .total_bytes = total,
                                   .tail = 1};
    return layout;
}

struct three {
    struct gather_layout inputs[2], output;
};

static struct three packed_three(void)
{
    struct three three = {
        {descriptor(GATHER_DTYPE_F16, 2, 3, 3, 1, 12), descriptor(GATHER_DTYPE_U32, 1, 3, 3, 1, 12)},
        descriptor(GATHER_DTYPE_F16, 3, 3, 3, 1, 20)};
    return three;
}

static void check_three(const struct gather_op *op, const struct three *three, struct refusal expected)
{
    struct gather_error error = {0};
    size_t bytes;
    assert_int_equal(gather_plan_measure(&bytes, op, three->inputs, 2, &three->output, NULL, &error),
                     expected.status);
    if (expected.status != GATHER_STATUS_OK)
        check_error(&error, &expected);
}

static void test_totals(void **state) /* COVERS(DML-13, DML-18, DML-19) */
{
    (void)state;
    static const char *const names[] = {"data", "indices", "output"};
    const struct gather_op op = gather_directml_gather(64, 0, 1);
    const struct three right = packed_three();
    check_three(&op, &right, BARE(OK, NULL));
    for (size_t k = 0; k < ITEMS(names); k++) {
        struct three three = right;
        struct gather_layout *layout = k < 2 ? &three.inputs[k] : &three.output;
        int64_t least = layout->total_bytes;
        layout->total_bytes = least - 4;
        check_three(&op, &three, OUTSIDE(BOUNDS, names[k], least - 4, least, INT64_MAX));
        layout->total_bytes = least + 2;
        check_three(&op, &three, GIVEN(LAYOUT, names[k], least + 2));
        layout->total_bytes = INT64_MAX - 3;
        check_three(&op, &three, BARE(OK, NULL));
        layout->place[1] = -1;
        check_three(&op, &three, STRIDE(names[k], 1, -1));
        layout->place[1] = INT64_C(1) << 32;
        check_three(&op, &three, STRIDE(names[k], 1, INT64_C(1) << 32));
    }
}

static void test_implied_size_beyond_64_bits(void **state) /* COVERS(DML-18) */
{
    (void)state;
    const struct gather_op op = gather_directml_gather_elements(64, 0);
    struct three three = packed_three();
    three.inputs[0] = descriptor(GATHER_DTYPE_F64, INT64_C(1) << 31, 3, UINT32_MAX, 1, 64);
    check_three(&op, &three, BARE(DTYPE, "output"));
    three.output.dtype = GATHER_DTYPE_F64;
    three.output.sizes[0] = 1;
    check_three(&op, &three, BARE(OVERFLOW, "data"));
    three.inputs[0].dtype = GATHER_DTYPE_U8; /* 2^63 - 2^31 + .. bytes fit, but not in the total */
    three.inputs[0].cell_bits = three.output.cell_bits = 8;
    three.output.dtype = GATHER_DTYPE_U8;
    check_three(&op, &three, OUTSIDE(BOUNDS, "data", 64, INT64_C(9223372030412324868), INT64_MAX));
}

/* Interleaved rows without a collision pass, however many elements there are. */
static void test_output_with_itself(void **state) /* COVERS(DML-21, CORE-10) */
{
    (void)state;
    enum { MANY = 100000 };
    const struct gather_op op = gather_directml_gather_elements(64, 0);
    struct three three;
    three.inputs[0] = descriptor(GATHER_DTYPE_U8, 2, MANY, MANY, 1, 2 * MANY);
    three.inputs[1] = descriptor(GATHER_DTYPE_U32, 2, MANY, MANY, 1, 8 * MANY);
    three.output = descriptor(GATHER_DTYPE_U8, 2, MANY, 3, 2, 2 * MANY + 4);
    check_three(&op, &three, BARE(OK, NULL));
    three.output.place[0] = 4; /* (1,0) and (0,2) */
    check_three(&op, &three, BARE(OVERLAP, "output"));
    three.output.place[0] = 3;
    three.output.total_bytes = 0; /* no descriptor */
    check_three(&op, &three, BARE(OVERLAP, "output"));
}

/* What has no total is no descriptor, and may be laid out as it likes. */
static void test_layouts_that_are_no_descriptors(void **state) /* COVERS(CORE-5, DML-16) */
{
    (void)state;
    const struct gather_op op = gather_directml_gather(64, 0, 1);
    struct three three = packed_three();
    three.inputs[0] = descriptor(GATHER_DTYPE_F16, 2, 3, -3, -1, 0);
    three.inputs[0].offset = 5;
    check_three(&op, &three, BARE(OK, NULL));
    assert_int_equal(gather_layout_init(&three.output, GATHER_DTYPE_F16, 2, three.output.sizes, NULL),
                     GATHER_STATUS_OK);
    check_three(&op, &three, BARE(OK, NULL));
}

/* ---- the order of checks ------------------------------------------------------------------------- */

/* In each line two neighbours of DML-90 are at fault, and the first is told. */
static void test_order(void **state) /* COVERS(DML-90) */
{
    (void)state;
    struct gather_op op = gather_directml_gather_nd1(21, 9, 9, 9);
    check_refuses(&op, "f32[]", "u32[]", OUTSIDE(ARGUMENT, "version", 21, 30, 64));
    op.version = 64;
    check_refuses(&op, "f32[]", "u32[]", OUTSIDE(RANK, "data", 0, 1, 8));
    check_refuses(&op, "i4[1]", "u32[]", OUTSIDE(RANK, "indices", 0, 1, 8));
    check_refuses(&op, "i4[1]", "u32[1]", ARGUMENT("InputDimensionCount", 9, 1, 1));
    op = gather_directml_gather(64, 5, 5);
    check_refuses(&op, "i4[1]", "u8[1]", AXIS("Axis", 5, 0, 0));
    op.axis = 0;
    check_refuses(&op, "i4[1]", "u8[1]", ARGUMENT("IndexDimensions", 5, 0, 1));
    op.indices_count = 1;
    check_refuses(&op, "i4[1]", "u8[1]", BARE(DTYPE, "data"));
    check_refuses(&op, "f32[1]", "u8[1,1]", BARE(DTYPE, "indices"));
    check_refuses(&op, "f32[0]", "u32[1,1]", OUTSIDE(RANK, "indices", 2, 1, 1));
    check_refuses(&op, "f32[0,2]", "u32[3,0]", ZERO_SIZE("data", 0));
    check_refuses(&op, "f32[2,2]", "u32[3,0]", ZERO_SIZE("indices", 1));
    op = gather_directml_gather(64, 0, 2);
    check_output_refused(&op, "f32[2,2]", "u32[3,1]", "f32[2,0]", ZERO_SIZE("output", 1));
    check_output_refused(&op, "f32[2,2]", "u32[3,1]", "f32[2,9]", BARE(RANK, "output"));
}

static void test_order_of_layouts(void **state) /* COVERS(DML-90) */
{
    (void)state;
    const struct gather_op op = gather_directml_gather(64, 0, 1);
    struct three three = packed_three();
    three.output.place[0] = 0;        /* OVERLAP */
    three.output.total_bytes = 3;     /* BOUNDS */
    three.inputs[1].total_bytes = 14; /* LAYOUT */
    three.inputs[0].place[0] = -1;    /* LAYOUT */
    three.inputs[0].sizes[1] = 4;     /* SHAPE output */
    check_three(&op, &three, SIZE_OF("output", 1, 3, 4, 4));
    three.inputs[0].sizes[1] = 3;
    check_three(&op, &three, STRIDE("data", 0, -1));
    three.inputs[0].place[0] = 3;
    check_three(&op, &three, GIVEN(LAYOUT, "indices", 14));
    three.inputs[1].total_bytes = 12;
    check_three(&op, &three, OUTSIDE(BOUNDS, "output", 3, 8, INT64_MAX));
    three.output.total_bytes = 12;
    check_three(&op, &three, BARE(OVERLAP, "output"));
}

/* ---- elements ------------------------------------------------------------------------------------ */

static void test_elements_taken(void **state) /* COVERS(DML-47, DML-53, DML-69, DML-80) */
{
    (void)state;
    struct gather_op op = gather_directml_gather(64, 1, 2);
    check_gathers(&op, "i32[1,3,2]=0,1,10,11,20,21", "i32[1,2,2]=0,-1,1,-3",
                  "i32[2,2,2]=0,1,20,21,10,11,0,1");
    op = gather_directml_gather(64, 1, 0);
    check_gathers(&op, "i32[2,3]=0,1,2,10,11,12", "u32[1,1]=2", "i32[1,2]=2,12");
    op = gather_directml_gather_elements(64, 0);
    check_gathers(&op, "i16[2,3]=0,1,2,10,11,12", "i64[1,3]=-1,0,-2", "i16[1,3]=10,1,2");
    op = gather_directml_gather_nd1(64, 3, 3, 1);
    check_gathers(&op, "i8[1,2,2,2]=0,1,10,11,20,21,30,31", "i32[1,2,1,1]=1,-2", "i8[1,2,1,2]=10,11,20,21");
    op = gather_directml_gather_nd(64, 2, 1);
    check_gathers(&op, "i8[2,2]=0,1,10,11", "i32[1,2]=-1,0", "i8[1,1]=10");
}

static void test_indices_outside(void **state) /* COVERS(DML-81, DML-82, DML-83, DML-84, DML-85) */
{
    (void)state;
    struct gather_op op = gather_directml_gather(64, 1, 1);
    check_gathers(&op, "i32[1,3]=10,11,12", "i32[1,4]=3,-4,2147483647,-2147483648", "i32[1,4]=12,10,12,10");
    check_gathers(&op, "i32[1,3]=10,11,12", "u32[1,2]=4294967295,3", "i32[1,2]=12,12");
    check_gathers(&op, "i32[1,3]=10,11,12", "u64[1,3]=18446744073709551615,4294967296,9223372036854775808",
                  "i32[1,3]=12,12,12");
    check_gathers(&op, "i32[1,3]=10,11,12", "i64[1,3]=-9223372036854775808,9223372036854775807,-3",
                  "i32[1,3]=10,12,10");
    op = strictly(op);
    check_index_refused(&op, "i32[1,3]=10,11,12", "i32[1,4]=0,-3,-4,3", "i32[1,4]", AT(0, 2),
                        INDEX_OUTSIDE(1, -4, -3, 2));
    check_index_refused(&op, "i32[1,3]=10,11,12", "u32[1,2]=2,3", "i32[1,2]", AT(0, 1),
                        INDEX_OUTSIDE(1, 3, 0, 2));
    op = strictly(gather_directml_gather_nd1(64, 3, 3, 1));
    check_index_refused(&op, "i8[1,2,2,3]=0,1,2,3,4,5,6,7,8,9,10,11", "i64[1,2,1,2]=0,0,1,3", "i8[1,1,2,1]",
                        AT(0, 1, 0, 1), INDEX_OUTSIDE(3, 3, -3, 2));
    op.policy = GATHER_POLICY_ZERO; /* goes before it */
    check_gathers(&op, "i8[1,2,2,3]=0,1,2,3,4,5,6,7,8,9,10,11", "i64[1,2,1,2]=0,1,1,3", "i8[1,1,2,1]=1,0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_number_of_inputs),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_type_of_output),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_sizes_of_0),
        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_gather_shape),
        cmocka_unit_test(test_elements_shape),
        cmocka_unit_test(test_nd_shape),
        cmocka_unit_test(test_totals),
        cmocka_unit_test(test_implied_size_beyond_64_bits),
        cmocka_unit_test(test_output_with_itself),
        cmocka_unit_test(test_layouts_that_are_no_descriptors),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_layouts),
        cmocka_unit_test(test_elements_taken),
        cmocka_unit_test(test_indices_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
