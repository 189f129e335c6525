/* SPDX-License-Identifier: Apache-2.0 */
/* The operators of OpenVINO: what each refuses, with its numbers and in the order of OV-5, and what it infers. */
#include "support/op_check.h"

/* A type of indices that the page knows. */
#define NOT_BUILT(type)                                                                                      \
    ((struct refusal){.status = GATHER_STATUS_UNSUPPORTED,                                                   \
                      .operand = "indices",                                                                  \
                      .has = GATHER_ERROR_HAS_TYPE,                                                          \
                      .value = (type)})

/* ---- versions, inputs, options ------------------------------------------------------------------- */

static void check_versions(struct gather_op op, int32_t first, const char *shape)
{
    const int32_t refused[] = {first - 1, 18, -1, INT32_MAX, INT32_MIN};
    for (op.version = first; op.version <= 17; op.version++)
        check_inferred(&op, "f32[3]", "i64[1]", shape);
    for (size_t k = 0; k < ITEMS(refused); k++) {
        op.version = refused[k];
        if (op.version != 0) /* the newest */
            check_refused(&op, "f32[3]", "i64[1]", OUTSIDE(UNSUPPORTED, "version", op.version, first, 17));
    }
}

static void test_versions(void **state) /* COVERS(OV-1) */
{
    (void)state;
    check_versions(gather_openvino_gather(0, 0, 0), 1, "f32[1]");
    check_versions(gather_openvino_gather_elements(0, 0), 6, "f32[1]");
    check_versions(gather_openvino_gather_nd(0, 0), 5, "f32[]");
}

static void test_number_of_inputs(void **state) /* COVERS(OV-2) */
{
    (void)state;
    const struct gather_layout inputs[] = {operand_of("f32[3]", NULL), operand_of("i64[1]", NULL),
                                           operand_of("i64[1]", NULL)};
    const struct gather_op ops[] = {gather_openvino_gather(8, 0, 0), gather_openvino_gather_elements(6, 0),
                                    gather_openvino_gather_nd(8, 0)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_inputs_refused(&ops[k], inputs, 0, BARE(ARGUMENT, "data"));
        check_inputs_refused(&ops[k], inputs, 1, BARE(ARGUMENT, "indices"));
        check_inputs_refused(&ops[k], inputs, 3, ARGUMENT("inputs", 3, 2, 2));
    }
}

static void test_options(void **state) /* COVERS(CORE-15, OV-2) */
{
    (void)state;
    struct gather_op ops[] = {gather_openvino_gather(8, 9, 9), gather_openvino_gather_elements(6, 9),
                              gather_openvino_gather_nd(8, 9)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        ops[k].policy = 7;
        check_refused(&ops[k], "f32[3]", "i64[1]", ARGUMENT("policy", 7, 0, 6));
        ops[k].policy = GATHER_POLICY_SKIP;
        for (ops[k].strictness = 1; ops[k].strictness <= 3; ops[k].strictness++)
            check_refused(&ops[k], "f32[3]", "i64[1]", BARE(ARGUMENT, "strict"));
    }
}

/* ---- types --------------------------------------------------------------------------------------- */

#define DATA_TYPES                                                                                           \
    " bool u2 u4 u8 u16 u32 u64 i4 i8 i16 i32 i64 f4e2m1 f8e4m3fn f8e5m2 f8e8m0 f16 bf16 f32 f64 string "

static void test_types_of_data(void **state) /* COVERS(OV-3) */
{
    (void)state;
    const struct gather_op ops[] = {gather_openvino_gather(1, 0, 0), gather_openvino_gather(8, 0, 0),
                                    gather_openvino_gather_elements(6, 0), gather_openvino_gather_nd(5, 0)};
    for (size_t k = 0; k < ITEMS(ops); k++)
        check_types(&ops[k], "f32[3]", "i64[1]", 0, DATA_TYPES, "data");
}

static void test_types_of_indices(void **state) /* COVERS(OV-4) */
{
    (void)state;
    static const char *const not_built[] = {"u2[1]", "u4[1]", "i4[1]"};
    static const char *const none[] = {"bool[1]", "i2[1]", "f32[1]", "f4e2m1[1]", "string[1]", "c64[1]"};
    static const char *const taken[] = {"i8[1]", "i16[1]", "i32[1]", "i64[1]",
                                        "u8[1]", "u16[1]", "u32[1]", "u64[1]"};
    const struct gather_op gathers[] = {gather_openvino_gather(1, 0, 0), gather_openvino_gather(8, 0, 0),
                                        gather_openvino_gather_nd(5, 0)};
    const struct gather_op elements = gather_openvino_gather_elements(6, 0);
    for (size_t k = 0; k < ITEMS(gathers); k++) {
        for (size_t i = 0; i < ITEMS(not_built); i++)
            check_refused(&gathers[k], "f32[3]", not_built[i],
                          NOT_BUILT(operand_of(not_built[i], NULL).dtype));
        for (size_t i = 0; i < ITEMS(none); i++)
            check_refused(&gathers[k], "f32[3]", none[i], BARE(DTYPE, "indices"));
        for (size_t i = 0; i < ITEMS(taken); i++)
            check_inferred(&gathers[k], "f32[3]", taken[i], k == 2 ? "f32[]" : "f32[1]");
    }
    check_types(&elements, "f32[3]", "i64[1]", 1, " i32 i64 ", "indices");
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static void test_axis(void **state) /* COVERS(OV-14, OV-35) */
{
    (void)state;
    static const int64_t outside[] = {3, -4, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    static const char *const shapes[] = {"f32[7,3,4]", "f32[2,7,4]", "f32[2,3,7]"};
    for (int64_t axis = -3; axis < 3; axis++) {
        const struct gather_op gather = gather_openvino_gather(8, axis, 0);
        check_inferred(&gather, "f32[2,3,4]", "i64[7]", shapes[(axis + 3) % 3]);
    }
    for (size_t k = 0; k < ITEMS(outside); k++) {
        const struct gather_op gather = gather_openvino_gather(1, outside[k], 0);
        const struct gather_op elements = gather_openvino_gather_elements(6, outside[k]);
        check_refused(&gather, "f32[2,3,4]", "i64[7]", AXIS("axis", outside[k], -3, 2));
        check_refused(&elements, "f32[2,3,4]", "i64[1,1,1]", AXIS("axis", outside[k], -3, 2));
    }
}

static void test_batch_dims_of_gather(void **state) /* COVERS(OV-13, OV-15, OV-16, OV-22) */
{
    (void)state;
    static const int64_t outside[] = {3, -3, INT32_MIN, INT64_MAX, INT64_MIN};
    struct gather_op op = gather_openvino_gather(8, 2, 0);
    for (size_t k = 0; k < ITEMS(outside); k++) {
        op.batch_dims = outside[k];
        check_refused(&op, "f32[2,3,4]", "i64[2,3]", ARGUMENT("batch_dims", outside[k], -2, 2));
    }
    op.batch_dims = -2; /* of the indices' end: none */
    check_inferred(&op, "f32[2,3,4]", "i64[5,6]", "f32[2,3,5,6]");
    op.batch_dims = 2; /* an index a batch */
    check_inferred(&op, "f32[2,3,4]", "i64[2,3]", "f32[2,3]");
    check_refused(&op, "f32[2,3,4]", "i64[]", ARGUMENT("batch_dims", 2, 0, 0));
    op.axis = 1;
    check_refused(&op, "f32[2,3,4]", "i64[2,3]", ARGUMENT("batch_dims", 2, 0, 1));
    op.axis = -3;
    op.batch_dims = -1;
    check_refused(&op, "f32[2,3,4]", "i64[2,3]", ARGUMENT("batch_dims", -1, -2, -2));
    op.axis = 0; /* below 0 there is none that would do */
    check_refused(&op, "f32[2]", "i64[2,3,4]", ARGUMENT("batch_dims", -1, 0, 0));
    op.version = 6;
    check_refused(&op, "f32[2,3,4]", "i64[2,3]", GIVEN(ARGUMENT, "batch_dims", op.batch_dims));
}

static void test_batch_dims_of_gather_nd(void **state) /* COVERS(OV-25, OV-26) */
{
    (void)state;
    static const int64_t outside[] = {2, -1, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t k = 0; k < ITEMS(outside); k++) {
        const struct gather_op op = gather_openvino_gather_nd(5, outside[k]);
        check_refused(&op, "f32[2,3]", "i64[2,3,1]", ARGUMENT("batch_dims", outside[k], 0, 1));
        check_refused(&op, "f32[2,3,4]", "i64[2,1]", ARGUMENT("batch_dims", outside[k], 0, 1));
    }
}

/* ---- ranks and sizes ----------------------------------------------------------------------------- */

static void test_ranks(void **state) /* COVERS(OV-5, OV-13, OV-25, OV-35) */
{
    (void)state;
    const struct gather_op gather = gather_openvino_gather(8, 9, 9), nd = gather_openvino_gather_nd(8, 9),
                           elements = gather_openvino_gather_elements(6, 9),
                           plain = gather_openvino_gather_elements(6, 0);
    check_refused(&gather, "f32[]", "i64[1]", BARE(RANK, "data")); /* and no attribute is judged */
    check_refused(&nd, "f32[]", "i64[]", BARE(RANK, "data"));
    check_refused(&nd, "f32[3]", "i64[]", BARE(RANK, "indices"));
    check_refused(&elements, "f32[]", "i64[]", BARE(RANK, "data"));
    check_refused(&plain, "f32[2,3]", "i64[2]", BARE(RANK, "indices"));
    check_refused(&plain, "f32[2]", "i64[]", BARE(RANK, "indices"));
}

static void test_gather_shape(void **state) /* COVERS(OV-17, OV-18, OV-21, CORE-23) */
{
    (void)state;
    const struct gather_op plain = gather_openvino_gather(8, 0, 0), batch = gather_openvino_gather(7, 2, 2);
    check_inferred(&plain, "f32[5]", "i64[]", "f32[]");
    check_inferred(&plain, "f32[?,3]", "i64[?]", "f32[?,3]");
    check_inferred(&batch, "f32[2,3,4,5]", "i64[2,3,7]", "f32[2,3,7,5]");
    check_inferred(&batch, "f32[2,?,4,5]", "i64[?,3,?]", "f32[2,3,?,5]");
    check_inferred(&batch, "f32[?,0,4,5]", "i64[?,0,1]", "f32[?,0,1,5]");
    check_refused(&batch, "f32[2,3,4]", "i64[2,1,7]", SIZE(1, 1, 3, 3));
    check_refused(&batch, "f32[2,3,4]", "i64[9,1,7]", SIZE(0, 9, 2, 2));
}

static void test_elements_shape(void **state) /* COVERS(OV-36, OV-37, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_openvino_gather_elements(6, -2);
    check_inferred(&op, "f32[2,3,4]", "i64[2,9,4]", "f32[2,9,4]");
    check_inferred(&op, "f32[2,?,4]", "i64[?,?,?]", "f32[2,?,4]");
    check_refused(&op, "f32[2,3,4]", "i64[1,3,4]", SIZE(0, 1, 2, 2));
    check_refused(&op, "f32[2,3,4]", "i64[2,3,5]", SIZE(2, 5, 4, 4));
}

static void test_nd_shape(void **state) /* COVERS(OV-28, OV-29, OV-33, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_openvino_gather_nd(8, 2), plain = gather_openvino_gather_nd(8, 0);
    check_inferred(&op, "f32[2,1,4,5]", "i64[1,3,7,1]", "f32[2,3,7,5]");
    check_inferred(&op, "f32[1,3,4]", "i64[0,1,1]", "f32[0,3]");
    check_inferred(&op, "f32[1,?,4]", "i64[?,3,0]", "f32[?,3,4]");
    check_inferred(&plain, "f32[2,3]", "i64[5,0]", "f32[5,2,3]");
    check_inferred(&plain, "f32[?,3]", "i64[1]", "f32[3]");
}

static void test_nd_shape_refused(void **state) /* COVERS(OV-27, OV-28) */
{
    (void)state;
    const struct gather_op op = gather_openvino_gather_nd(8, 2);
    check_refused(&op, "f32[2,3,4]", "i64[2,4,1]", SIZE(1, 4, 3, 3));
    check_refused(&op, "f32[2,3,4]", "i64[0,3,1]", SIZE(0, 0, 2, 2));
    check_refused(&op, "f32[2,3,4]", "i64[2,3,2]", OUTSIDE(SHAPE, "indices", 2, 0, 1));
    check_refused(&op, "f32[2,3,4]", "i64[2,3,?]", OUTSIDE(SHAPE, "indices", -1, 0, 1)); /* what rank? */
}

static void test_nd_shape_fused(void **state) /* COVERS(OV-12, OV-30, CORE-23) */
{
    (void)state;
    const struct gather_op two = gather_openvino_gather_nd(7, 2), one = gather_openvino_gather_nd(5, 1),
                           newest = gather_openvino_gather_nd(0, 2);
    check_inferred(&two, "f32[2,3,4,5]", "i64[2,1,7,1]", "f32[6,7,5]");
    check_inferred(&one, "f32[2,3,4]", "i64[2,7,1]", "f32[2,7,4]");
    check_inferred(&newest, "f32[2,3,4]", "i64[2,3,1]", "f32[2,3]");
    check_inferred(&two, "f32[2,?,4]", "i64[2,?,1]", "f32[?]");
    check_inferred(&two, "f32[0,?,4]", "i64[0,?,1]", "f32[0]");
    check_inferred(&two, "u8[4611686018427387904,1,4]", "i64[1,1,1]", "u8[4611686018427387904]");
    check_refused(&two, "u8[4611686018427387904,1,4]", "i64[1,2,1]", BARE(OVERFLOW, "output"));
    check_refused(&two, "u8[3037000500,3037000500,4,0]", "i64[1,1,1]", BARE(OVERFLOW, "output"));
    check_inferred(&two, "u8[0,4611686018427387904,4]", "i64[1,1,1]", "u8[0]");
}

/* ---- the order of checks ------------------------------------------------------------------------- */

/* In each line two neighbours of OV-5 are at fault, and the first is told. */
static void test_order(void **state) /* COVERS(OV-5, OV-11) */
{
    (void)state;
    struct gather_op op = gather_openvino_gather(18, 9, 9);
    const struct gather_layout one = operand_of("f32[3]", NULL);
    check_inputs_refused(&op, &one, 1, OUTSIDE(UNSUPPORTED, "version", 18, 1, 17));
    op.version = 6;
    op.strictness = GATHER_LOOSE;
    check_inputs_refused(&op, &one, 1, BARE(ARGUMENT, "indices"));
    check_refused(&op, "f32[3]", "i64[1]", BARE(ARGUMENT, "strict"));
    op.strictness = 0;
    check_refused(&op, "f32[3]", "i64[1]",
                  GIVEN(ARGUMENT, "batch_dims", op.batch_dims)); /* no such attribute, then ranges */
    op.version = 8;
    check_refused(&op, "f32[3]", "i64[1]", AXIS("axis", 9, -1, 0));
    op.axis = 0;
    check_refused(&op, "c64[3]", "i64[1]", ARGUMENT("batch_dims", 9, -1, 1));
    op.batch_dims = 0;
    check_refused(&op, "c64[]", "i4[1]", BARE(DTYPE, "data"));
    check_refused(&op, "f32[]", "i4[1]", NOT_BUILT(GATHER_DTYPE_I4));
    op = gather_openvino_gather(8, 1, 1);
    check_refused(&op, "u8[2,3,4611686018427387904]", "i64[3,4]", SIZE(0, 3, 2, 2));
}

static void test_order_of_the_others(void **state) /* COVERS(OV-5) */
{
    (void)state;
    const struct gather_op nd = gather_openvino_gather_nd(5, 2),
                           elements = gather_openvino_gather_elements(6, 1);
    check_refused(&nd, "c64[]", "i64[]", BARE(DTYPE, "data"));
    check_refused(&nd, "f32[2,3,4]", "i64[2,4,9]", SIZE(1, 4, 3, 3));
    check_refused(&nd, "u8[4611686018427387904,2,4]", "i64[1,2,9]", OUTSIDE(SHAPE, "indices", 9, 0, 1));
    check_refused(&elements, "f32[2,3]", "u8[3]", BARE(DTYPE, "indices"));
    check_refused(&elements, "f32[]", "i64[3]", BARE(RANK, "data"));
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static void test_fused_batches(void **state) /* COVERS(OV-28, OV-30, OV-31) */
{
    (void)state;
    const struct gather_op op = gather_openvino_gather_nd(5, 2);
    check_gathers(&op, "i32[2,3,2]=0,1,2,3,4,5,6,7,8,9,10,11", "i8[2,3,2,1]=0,1,1,0,-1,-2,0,0,1,1,0,1",
                  "i32[6,2]=0,1,3,2,5,4,6,6,9,9,10,11");
    check_gathers(&op, "i32[2,1,2,2]=0,1,2,3,4,5,6,7", "i32[1,3,1]=1,0,-1",
                  "i32[6,2]=2,3,0,1,2,3,6,7,4,5,6,7");
    check_gathers(&op, "i32[2,2,1]=5,6,7,8", "i32[2,1,0]", "i32[4,1]=5,6,7,8");
}

static void test_indices_without_an_output(void **state) /* COVERS(OV-34) */
{
    (void)state;
    const struct gather_op fused = gather_openvino_gather_nd(5, 2), plain = gather_openvino_gather_nd(8, 1);
    check_index_refused(&fused, "i32[0,3,2]", "i32[1,1,1]=2", "i32[0]", AT(0, 0, 0),
                        INDEX_OUTSIDE(2, 2, -2, 1));
    check_index_refused(&plain, "i32[0,3]", "i32[1,2,1]=1,-4", "i32[0,2]", AT(0, 1, 0),
                        INDEX_OUTSIDE(1, -4, -3, 2));
}

static void test_policies(void **state) /* COVERS(CORE-15, CORE-19, OV-20) */
{
    (void)state;
    struct gather_op op = gather_openvino_gather(8, 0, 0);
    check_gathers(&op, "i32[3]=7,8,9", "i64[4]=3,-3,-4,2", "i32[4]=0,7,0,9");
    op.policy = GATHER_POLICY_CLAMP;
    check_gathers(&op, "i32[3]=7,8,9", "i64[4]=3,-3,-4,2", "i32[4]=9,7,7,9");
    check_index_refused(&op, "i32[0]", "i64[2]=0,0", "i32[2]", AT(0), INDEX_OUTSIDE(0, 0, 0, -1));
    op.policy = GATHER_POLICY_ERROR;
    check_index_refused(&op, "i32[3]=7,8,9", "i64[4]=3,-3,-4,2", "i32[4]", AT(0), INDEX_OUTSIDE(0, 3, -3, 2));
    op.policy = GATHER_POLICY_FILL;
    op.fill[0] = 6;
    check_gathers(&op, "i32[0]", "i64[2]=0,0", "i32[2]=6,6");
}

static void test_batches_of_a_negative_count(void **state) /* COVERS(OV-15, OV-19) */
{
    (void)state;
    const struct gather_op op = gather_openvino_gather(7, -1, -1);
    check_gathers(&op, "i32[2,1,3]=0,1,2,3,4,5", "i8[2,1,2]=0,2,-1,3", "i32[2,1,2]=0,2,5,0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_number_of_inputs),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_types_of_data),
        cmocka_unit_test(test_types_of_indices),
        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_batch_dims_of_gather),
        cmocka_unit_test(test_batch_dims_of_gather_nd),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_gather_shape),
        cmocka_unit_test(test_elements_shape),
        cmocka_unit_test(test_nd_shape),
        cmocka_unit_test(test_nd_shape_refused),
        cmocka_unit_test(test_nd_shape_fused),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_the_others),
        cmocka_unit_test(test_fused_batches),
        cmocka_unit_test(test_indices_without_an_output),
        cmocka_unit_test(test_policies),
        cmocka_unit_test(test_batches_of_a_negative_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
