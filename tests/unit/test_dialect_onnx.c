/* SPDX-License-Identifier: Apache-2.0 */
/* The operators of ONNX: what each refuses, with its numbers and in the order of ONNX-10, and what it infers. */
#include "support/op_check.h"

static struct gather_op loose(struct gather_op op)
{
    op.strictness = GATHER_LOOSE;
    return op;
}

/* ---- versions, inputs, options ------------------------------------------------------------------- */

static void check_versions(struct gather_op op, int32_t first)
{
    for (op.version = first; op.version <= 28; op.version++)
        check_inferred(&op, "f32[3]", "i64[1]",
                       op.operation == GATHER_OPERATION_ONNX_GATHER_ND ? "f32[]" : "f32[1]");
    const int32_t refused[] = {first - 1, 29, -1, INT32_MAX, INT32_MIN};
    for (size_t k = 0; k < ITEMS(refused); k++) {
        op.version = refused[k];
        if (op.version != 0) /* the newest */
            check_refused(&op, "f32[3]", "i64[1]", OUTSIDE(UNSUPPORTED, "version", op.version, first, 28));
    }
}

static void test_versions(void **state) /* COVERS(ONNX-1, ONNX-2) */
{
    (void)state;
    check_versions(gather_onnx_gather(0, 0), 1);
    check_versions(gather_onnx_gather_elements(0, 0), 11);
    check_versions(gather_onnx_gather_nd(0, 0), 11);
}

static void test_versions_loosely(void **state) /* COVERS(ONNX-2, ONNX-3) */
{
    (void)state;
    struct gather_op op = loose(gather_onnx_gather_nd(INT32_MAX, 1));
    check_inferred(&op, "f32[2,3]", "i64[2,1]", "f32[2]");
    op.version = 10;
    check_refused(&op, "f32[2,3]", "i64[2,1]", OUTSIDE(UNSUPPORTED, "version", 10, 11, INT64_MAX));
    op.version = -1;
    check_refused(&op, "f32[2,3]", "i64[2,1]", OUTSIDE(UNSUPPORTED, "version", -1, 11, INT64_MAX));
}

static void test_number_of_inputs(void **state) /* COVERS(ONNX-5) */
{
    (void)state;
    const struct gather_layout inputs[] = {operand_of("f32[3]", NULL), operand_of("i64[1]", NULL),
                                           operand_of("i64[1]", NULL)};
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_onnx_gather_elements(13, 0),
                                    gather_onnx_gather_nd(13, 0)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_inputs_refused(&ops[k], inputs, 0, BARE(ARGUMENT, "data"));
        check_inputs_refused(&ops[k], inputs, 1, BARE(ARGUMENT, "indices"));
        check_inputs_refused(&ops[k], inputs, 3, ARGUMENT("inputs", 3, 2, 2));
    }
}

static void test_options(void **state) /* COVERS(CORE-15, ONNX-3) */
{
    (void)state;
    struct gather_op op = gather_onnx_gather(13, 0);
    for (op.policy = GATHER_POLICY_OWN; op.policy <= GATHER_POLICY_SKIP; op.policy++)
        check_inferred(&op, "f32[3]", "i64[1]", "f32[1]");
    op.policy = -1;
    check_refused(&op, "f32[3]", "i64[1]", ARGUMENT("policy", -1, 0, 6));
    op.policy = 7;
    check_refused(&op, "f32[3]", "i64[1]", ARGUMENT("policy", 7, 0, 6));
    op.policy = 0;
    op.strictness = 3;
    check_refused(&op, "f32[3]", "i64[1]", ARGUMENT("strict", 3, 0, 2));
    op.strictness = INT32_MIN;
    check_refused(&op, "f32[3]", "i64[1]", ARGUMENT("strict", INT32_MIN, 0, 2));
    op.strictness = GATHER_STRICT;
    check_refused(&op, "f8e5m2[3]", "i64[1]", BARE(DTYPE, "data"));
}

/* ---- types --------------------------------------------------------------------------------------- */

#define TYPES_11 " bool u8 u16 u32 u64 i8 i16 i32 i64 f16 f32 f64 c64 c128 string "
#define TYPES_13 TYPES_11 "bf16 "
#define ALL_TYPES TYPES_13 "u2 u4 i2 i4 f4e2m1 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 "
#define ALL_INDICES " i8 i16 i32 i64 u8 u16 u32 u64 "

static void test_types_of_data(void **state) /* COVERS(ONNX-3, ONNX-6, ONNX-7) */
{
    (void)state;
    const struct gather_op old[] = {gather_onnx_gather(1, 0),     gather_onnx_gather(10, 0),
                                    gather_onnx_gather(12, 0),    gather_onnx_gather_elements(11, 0),
                                    gather_onnx_gather_nd(11, 0), gather_onnx_gather_nd(12, 0)};
    const struct gather_op new[] = {gather_onnx_gather(13, 0), gather_onnx_gather_elements(13, 0),
                                    gather_onnx_gather_nd(28, 0), gather_onnx_gather(0, 0)};
    for (size_t k = 0; k < ITEMS(old); k++) {
        const struct gather_op op = loose(old[k]);
        check_types(&old[k], "f32[3]", "i64[1]", 0, TYPES_11, "data");
        check_types(&op, "f32[3]", "i64[1]", 0, ALL_TYPES, "data");
    }
    for (size_t k = 0; k < ITEMS(new); k++)
        check_types(&new[k], "f32[3]", "i64[1]", 0, TYPES_13, "data");
}

static void test_types_of_indices(void **state) /* COVERS(ONNX-3, ONNX-8) */
{
    (void)state;
    const struct gather_op gather = gather_onnx_gather(1, 0), elements = gather_onnx_gather_elements(13, 0),
                           nd = gather_onnx_gather_nd(13, 0), free = loose(gather_onnx_gather_nd(11, 0));
    check_types(&gather, "f32[3]", "i64[1]", 1, " i32 i64 ", "indices");
    check_types(&elements, "f32[3]", "i64[1]", 1, " i32 i64 ", "indices");
    check_types(&nd, "f32[3]", "i64[1]", 1, " i64 ", "indices");
    check_types(&free, "f32[3]", "i64[1]", 1, ALL_INDICES, "indices");
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static void test_axis(void **state) /* COVERS(ONNX-21, ONNX-31) */
{
    (void)state;
    static const int64_t outside[] = {3, -4, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    static const char *const shapes[] = {"f32[7,3,4]", "f32[2,7,4]", "f32[2,3,7]"};
    for (int64_t axis = -3; axis < 3; axis++) {
        const struct gather_op gather = gather_onnx_gather(13, axis);
        check_inferred(&gather, "f32[2,3,4]", "i64[7]", shapes[(axis + 3) % 3]);
    }
    for (size_t k = 0; k < ITEMS(outside); k++) {
        const struct gather_op gather = gather_onnx_gather(13, outside[k]);
        const struct gather_op elements = gather_onnx_gather_elements(11, outside[k]);
        check_refused(&gather, "f32[2,3,4]", "i64[7]", AXIS("axis", outside[k], -3, 2));
        check_refused(&elements, "f32[2,3,4]", "i64[1,1,1]", AXIS("axis", outside[k], -3, 2));
    }
}

static void test_batch_dims(void **state) /* COVERS(ONNX-41, ONNX-42) */
{
    (void)state;
    static const int64_t outside[] = {2, -1, 3, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t k = 0; k < ITEMS(outside); k++) {
        const struct gather_op op = gather_onnx_gather_nd(12, outside[k]);
        check_refused(&op, "f32[2,3]", "i64[2,3,1]", ARGUMENT("batch_dims", outside[k], 0, 1));
        check_refused(&op, "f32[2,3,4]", "i64[2,1]", ARGUMENT("batch_dims", outside[k], 0, 1));
    }
    const struct gather_op old = gather_onnx_gather_nd(11, 1), free = loose(old);
    check_refused(&old, "f32[2,3]", "i64[2,1]", GIVEN(ARGUMENT, "batch_dims", old.batch_dims));
    check_inferred(&free, "f32[2,3]", "i64[2,1]", "f32[2]");
}

/* ---- ranks and sizes ----------------------------------------------------------------------------- */

static void test_ranks(void **state) /* COVERS(ONNX-10, ONNX-20, ONNX-30, ONNX-40) */
{
    (void)state;
    const struct gather_op gather = gather_onnx_gather(13, 9), elements = gather_onnx_gather_elements(13, -9),
                           nd = gather_onnx_gather_nd(13, 9), plain = gather_onnx_gather_elements(13, 0);
    check_refused(&gather, "f32[]", "i64[]", BARE(RANK, "data")); /* and no axis is judged */
    check_refused(&elements, "f32[]", "i64[]", BARE(RANK, "data"));
    check_refused(&nd, "f32[]", "i64[1]", BARE(RANK, "data"));
    check_refused(&nd, "f32[3]", "i64[]", BARE(RANK, "indices"));
    check_refused(&nd, "f32[]", "i64[]", BARE(RANK, "data"));
    check_refused(&plain, "f32[2,3]", "i64[2]", BARE(RANK, "indices"));
    check_refused(&plain, "f32[2]", "i64[2,3]", BARE(RANK, "indices"));
}

static void test_gather_shape(void **state) /* COVERS(ONNX-22, ONNX-26, ONNX-27, CORE-23) */
{
    (void)state;
    const struct gather_op first = gather_onnx_gather(13, 0), last = gather_onnx_gather(13, -1);
    check_inferred(&first, "f32[5]", "i64[]", "f32[]");
    check_inferred(&last, "f32[2,3,4]", "i32[]", "f32[2,3]");
    check_inferred(&last, "f32[2,3,4]", "i32[0,9]", "f32[2,3,0,9]");
    check_inferred(&first, "u8[?,3]", "i64[4]", "u8[4,3]");
    check_inferred(&first, "u8[5,?]", "i64[?,2]", "u8[?,2,?]");
}

static void test_elements_shape(void **state) /* COVERS(ONNX-32, ONNX-33, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_onnx_gather_elements(13, 1);
    check_inferred(&op, "f32[2,3,4]", "i64[1,9,0]", "f32[1,9,0]");
    check_inferred(&op, "f32[?,3,4]", "i64[7,?,?]", "f32[7,?,?]");
    check_refused(&op, "f32[2,3,4]", "i64[3,9,5]", SIZE(0, 3, 0, 2));
    check_refused(&op, "f32[2,3,4]", "i64[2,0,5]", SIZE(2, 5, 0, 4));
    check_refused(&op, "f32[?,3,0]", "i64[?,?,1]", SIZE(2, 1, 0, 0));
}

static void test_nd_shape(void **state) /* COVERS(ONNX-43, ONNX-44, ONNX-45, ONNX-49, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_onnx_gather_nd(13, 1), plain = gather_onnx_gather_nd(13, 0);
    check_inferred(&op, "f32[2,3,4]", "i64[2,7,2]", "f32[2,7]");
    check_inferred(&op, "f32[2,3,4]", "i64[?,?,1]", "f32[2,?,4]");
    check_inferred(&op, "f32[0,3]", "i64[0,1]", "f32[0]");
    check_inferred(&plain, "f32[2,3]", "i64[2]", "f32[]");
    check_refused(&op, "f32[2,3,4]", "i64[3,7,2]", SIZE(0, 3, 2, 2));
    check_refused(&op, "f32[2,3,4]", "i64[1,7,2]", SIZE(0, 1, 2, 2));
    check_refused(&op, "f32[2,3,4]", "i64[2,7,3]", OUTSIDE(SHAPE, "indices", 3, 1, 2));
    check_refused(&op, "f32[2,3,4]", "i64[2,7,0]", OUTSIDE(SHAPE, "indices", 0, 1, 2));
    check_refused(&op, "f32[2,3,4]", "i64[2,7,?]", OUTSIDE(SHAPE, "indices", -1, 1, 2)); /* what rank? */
    check_refused(&plain, "f32[2,3]", "i64[9223372036854775807]", OUTSIDE(SHAPE, "indices", INT64_MAX, 1, 2));
}

static void test_nd_shape_loosely(void **state) /* COVERS(ONNX-48, CORE-23) */
{
    (void)state;
    const struct gather_op op = loose(gather_onnx_gather_nd(13, 2));
    check_inferred(&op, "f32[1,3,4]", "i64[2,1,1]", "f32[2,3]");
    check_inferred(&op, "f32[1,0,4]", "i64[1,1,1]", "f32[1,0]");
    check_inferred(&op, "f32[?,1,4]", "i64[5,?,1]", "f32[5,?]");
    check_inferred(&op, "f32[1,?,4]", "i64[?,1,1]", "f32[?,?]");
    check_refused(&op, "f32[2,3,4]", "i64[2,2,1]", SIZE(1, 2, 3, 3));
    check_refused(&op, "f32[0,3,4]", "i64[2,3,1]", SIZE(0, 2, 0, 0));
    check_refused(&op, "f32[1,1,4]", "i64[1,1,0]", OUTSIDE(SHAPE, "indices", 0, 1, 1)); /* ONNX-44 */
}

/* ---- the order of checks ------------------------------------------------------------------------- */

/* In each line two neighbours of ONNX-10 are at fault, and the first is told. */
static void test_order_of_gather(void **state) /* COVERS(ONNX-10) */
{
    (void)state;
    struct gather_op op = gather_onnx_gather(29, 0);
    const struct gather_layout one = operand_of("f32[3]", NULL);
    check_inputs_refused(&op, &one, 1, OUTSIDE(UNSUPPORTED, "version", 29, 1, 28));
    op = gather_onnx_gather(13, 9);
    op.policy = 9;
    check_inputs_refused(&op, &one, 1, BARE(ARGUMENT, "indices"));
    check_refused(&op, "f32[3]", "i64[1]", ARGUMENT("policy", 9, 0, 6));
    op.policy = 0;
    check_refused(&op, "i4[3]", "i64[1]", AXIS("axis", 9, -1, 0));
    op.axis = 0;
    check_refused(&op, "i4[3]", "f32[1]", BARE(DTYPE, "data"));
    check_refused(&op, "f32[]", "f32[1]", BARE(DTYPE, "indices"));
    check_refused(&op, "f32[1,1,1,1,1,1,1,1,4611686018427387904]", "i64[1,1,1,1,1,1,1,1,4]",
                  OUTSIDE(RANK, "output", 17, 0, 16));
}

static void test_order_of_the_others(void **state) /* COVERS(ONNX-10) */
{
    (void)state;
    const struct gather_op old = gather_onnx_gather_nd(11, 9), nd = gather_onnx_gather_nd(13, 2),
                           wrong = gather_onnx_gather_nd(13, 9),
                           elements = gather_onnx_gather_elements(13, 1);
    check_refused(&old, "i4[3]", "i64[1]", GIVEN(ARGUMENT, "batch_dims", old.batch_dims));
    check_refused(&wrong, "i4[3]", "i32[1]", ARGUMENT("batch_dims", 9, 0, 0));
    check_refused(&nd, "f32[2,3,4]", "i32[3,4,9]", BARE(DTYPE, "indices"));
    check_refused(&nd, "f32[2,3,4]", "i64[3,4,9]", SIZE(0, 3, 2, 2));
    check_refused(&nd, "f32[2,3,4]", "i64[2,4,9]", SIZE(1, 4, 3, 3));
    check_refused(&nd, "f32[2,3,4]", "i64[2,3,9]", OUTSIDE(SHAPE, "indices", 9, 1, 1));
    check_refused(&elements, "f32[2,3]", "u8[3]", BARE(DTYPE, "indices"));
    check_refused(&elements, "f32[2,3]", "i64[3]", BARE(RANK, "indices"));
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static void test_negative_indices(void **state) /* COVERS(ONNX-3, ONNX-24, ONNX-25) */
{
    (void)state;
    const struct gather_op one = gather_onnx_gather(10, 0), two = gather_onnx_gather(11, 0),
                           free = loose(one);
    check_index_refused(&one, "i32[3]=7,8,9", "i64[2]=2,-1", "i32[2]", AT(1), INDEX_OUTSIDE(0, -1, 0, 2));
    check_gathers(&two, "i32[3]=7,8,9", "i64[2]=2,-3", "i32[2]=9,7");
    check_gathers(&free, "i32[3]=7,8,9", "i64[2]=2,-3", "i32[2]=9,7");
    check_index_refused(&free, "i32[3]=7,8,9", "i64[2]=2,-4", "i32[2]", AT(1), INDEX_OUTSIDE(0, -4, -3, 2));
}

/* A policy of the library's goes before the error, behind the count from the end. */
static void test_policies(void **state) /* COVERS(CORE-14, CORE-15) */
{
    (void)state;
    static const char *const outputs[] = {"i32[5]=9,0,0,7,9", "i32[5]=9,4,4,7,9", "i32[5]=9,7,9,7,9",
                                          "i32[5]=9,9,7,7,9", "i32[5]=9,1515870810,1515870810,7,9"};
    struct gather_op op = gather_onnx_gather(13, 0);
    op.fill[0] = 4;
    for (size_t k = 0; k < ITEMS(outputs); k++) {
        op.policy = GATHER_POLICY_ZERO + (int32_t)k;
        check_gathers(&op, "i32[3]=7,8,9", "i64[5]=2,-4,3,-3,-1", outputs[k]);
    }
    op.policy = GATHER_POLICY_ERROR;
    check_index_refused(&op, "i32[3]=7,8,9", "i64[3]=2,-4,3", "i32[3]", AT(1), INDEX_OUTSIDE(0, -4, -3, 2));
}

/* One bad component decides for its whole tuple. */
static void test_policies_of_tuples(void **state) /* COVERS(CORE-14, CORE-15, ONNX-47) */
{
    (void)state;
    struct gather_op op = gather_onnx_gather_nd(13, 0);
    check_index_refused(&op, "i32[2,2]=1,2,3,4", "i64[2,2]=0,-2,1,2", "i32[2]", AT(1, 1),
                        INDEX_OUTSIDE(1, 2, -2, 1));
    op.policy = GATHER_POLICY_ZERO;
    check_gathers(&op, "i32[2,2]=1,2,3,4", "i64[3,2]=0,1,1,2,9,0", "i32[3]=2,0,0");
    op.policy = GATHER_POLICY_CLAMP;
    check_gathers(&op, "i32[2,2]=1,2,3,4", "i64[3,2]=0,1,1,2,9,0", "i32[3]=2,4,3");
    op.policy = GATHER_POLICY_SKIP;
    check_gathers(&op, "i8[2,2]=1,2,3,4", "i64[3,2]=0,1,1,2,9,0", "i8[3]=2,90,90");
}

static void test_batches_repeat_loosely(void **state) /* COVERS(ONNX-48) */
{
    (void)state;
    const struct gather_op op = loose(gather_onnx_gather_nd(13, 2));
    check_gathers(&op, "i32[1,2,3]=0,1,2,3,4,5", "i64[3,1,1]=0,2,-2", "i32[3,2]=0,3,2,5,1,4");
    check_gathers(&op, "i32[2,1,2]=0,1,2,3", "i64[1,2,1]=1,0", "i32[2,2]=1,0,3,2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_versions_loosely),
        cmocka_unit_test(test_number_of_inputs),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_types_of_data),
        cmocka_unit_test(test_types_of_indices),
        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_batch_dims),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_gather_shape),
        cmocka_unit_test(test_elements_shape),
        cmocka_unit_test(test_nd_shape),
        cmocka_unit_test(test_nd_shape_loosely),
        cmocka_unit_test(test_order_of_gather),
        cmocka_unit_test(test_order_of_the_others),
        cmocka_unit_test(test_negative_indices),
        cmocka_unit_test(test_policies),
        cmocka_unit_test(test_policies_of_tuples),
        cmocka_unit_test(test_batches_repeat_loosely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
