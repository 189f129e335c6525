/* SPDX-License-Identifier: Apache-2.0 */
/*
 * WebNN's operators: what each refuses, with its numbers and in the order of WEBNN-15, what it infers, and which
 * elements it takes.
 */
#include "support/op_check.h"

static const char data_types[] = " f32 f16 i64 u64 i32 u32 i8 u8 ";
static const char index_types[] = " i32 u32 i64 ";

static struct gather_op strictly(struct gather_op op)
{
    op.strictness = GATHER_STRICT;
    return op;
}

/* ---- inputs, options, types ---------------------------------------------------------------------- */

static void test_inputs_and_options(void **state) /* COVERS(WEBNN-1, CORE-15) */
{
    (void)state;
    const struct gather_layout inputs[] = {operand_of("f32[3]", NULL), operand_of("i64[1]", NULL),
                                           operand_of("i64[1]", NULL)};
    const struct gather_op ops[] = {gather_webnn_gather(0), gather_webnn_gather_elements(0),
                                    gather_webnn_gather_nd()};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        struct gather_op op = ops[k];
        check_inputs_refused(&op, inputs, 0, BARE(ARGUMENT, "data"));
        check_inputs_refused(&op, inputs, 1, BARE(ARGUMENT, "indices"));
        check_inputs_refused(&op, inputs, 3, ARGUMENT("inputs", 3, 2, 2));
        op.version = 1; /* there are none */
        check_refused(&op, "f32[3]", "i64[1]", GIVEN(ARGUMENT, "version", op.version));
        op = ops[k];
        op.policy = -1;
        check_refused(&op, "f32[3]", "i64[1]", ARGUMENT("policy", -1, 0, 6));
        op = ops[k];
        op.strictness = 3;
        check_refused(&op, "f32[3]", "i64[1]", ARGUMENT("strict", 3, 0, 2));
    }
}

static void test_types(void **state) /* COVERS(WEBNN-2, WEBNN-3) */
{
    (void)state;
    const struct gather_op ops[] = {gather_webnn_gather(0), gather_webnn_gather_elements(0),
                                    gather_webnn_gather_nd()};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_types(&ops[k], "f32[3]", "i64[1]", 0, data_types, "data");
        check_types(&ops[k], "f32[3]", "i64[1]", 1, index_types, "indices");
    }
}

/* ---- attributes, ranks, sizes -------------------------------------------------------------------- */

static void test_axis(void **state) /* COVERS(WEBNN-4) */
{
    (void)state;
    static const int64_t outside[] = {3, -1, -3, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};
    for (size_t k = 0; k < ITEMS(outside); k++) {
        const struct gather_op gather = gather_webnn_gather(outside[k]);
        const struct gather_op elements = gather_webnn_gather_elements(outside[k]);
        check_refused(&gather, "f32[2,3,4]", "i64[7]", AXIS("axis", outside[k], 0, 2));
        check_refused(&elements, "f32[2,3,4]", "i64[2,3,4]", AXIS("axis", outside[k], 0, 2));
    }
}

static void test_ranks(void **state) /* COVERS(WEBNN-4, WEBNN-8, WEBNN-10) */
{
    (void)state;
    const struct gather_op gather = gather_webnn_gather(9), elements = gather_webnn_gather_elements(0),
                           nd = gather_webnn_gather_nd();
    check_refused(&gather, "f32[]", "i64[]", BARE(RANK, "data")); /* and no axis is judged */
    check_refused(&elements, "f32[]", "i64[]", BARE(RANK, "data"));
    check_refused(&elements, "f32[2,3]", "i64[2]", BARE(RANK, "indices"));
    check_refused(&elements, "f32[2]", "i64[2,3]", BARE(RANK, "indices"));
    check_refused(&nd, "f32[]", "i64[]", BARE(RANK, "data"));
    check_refused(&nd, "f32[2]", "i64[]", BARE(RANK, "indices"));
}

static void test_gather_shape(void **state) /* COVERS(WEBNN-5, WEBNN-6, WEBNN-13) */
{
    (void)state;
    const struct gather_op first = gather_webnn_gather(0), second = gather_webnn_gather(1);
    check_inferred(&first, "f32[5]", "i64[]", "f32[]");
    check_inferred(&second, "f32[2,3,4]", "i32[5,6]", "f32[2,5,6,4]");
    check_inferred(&second, "f32[2,?,?]", "i32[?]", "f32[2,?,?]");
    check_refused(&first, "f32[2,0]", "i64[0]", ZERO_SIZE("data", 1));
    check_refused(&first, "f32[2,3]", "i64[4,0]", ZERO_SIZE("indices", 1));
    check_refused(&first, "f32[1,1,1,1,1,1,1,1,2]", "i64[1,1,1,1,1,1,1,1,2]",
                  OUTSIDE(RANK, "output", 17, 0, 16));
}

static void test_elements_shape(void **state) /* COVERS(WEBNN-8, WEBNN-9, WEBNN-13) */
{
    (void)state;
    const struct gather_op op = gather_webnn_gather_elements(1);
    check_inferred(&op, "f32[2,3,4]", "u32[2,9,4]", "f32[2,9,4]");
    check_inferred(&op, "f32[?,3,4]", "u32[2,?,?]", "f32[2,?,4]");
    check_refused(&op, "f32[2,3,4]", "u32[1,9,4]", SIZE(0, 1, 2, 2));
    check_refused(&op, "f32[2,3,4]", "u32[2,9,5]", SIZE(2, 5, 4, 4));
    check_refused(&op, "f32[2,3,0]", "u32[2,0,5]", ZERO_SIZE("data", 2));
    check_refused(&op, "f32[2,3,4]", "u32[2,0,5]", ZERO_SIZE("indices", 1));
}

static void test_nd_shape(void **state) /* COVERS(WEBNN-10, WEBNN-11, WEBNN-13) */
{
    (void)state;
    const struct gather_op op = gather_webnn_gather_nd();
    check_inferred(&op, "f32[2,3,4]", "i64[5,6,2]", "f32[5,6,4]");
    check_inferred(&op, "f32[2,3]", "i64[2]", "f32[]");
    check_inferred(&op, "f32[2,?]", "i64[?,1]", "f32[?,?]");
    check_refused(&op, "f32[2,3]", "i64[5,3]", OUTSIDE(SHAPE, "indices", 3, 1, 2));
    check_refused(&op, "f32[2,3]", "i64[9223372036854775807]", OUTSIDE(SHAPE, "indices", INT64_MAX, 1, 2));
    check_refused(&op, "f32[2,3]", "i64[5,?]", OUTSIDE(SHAPE, "indices", -1, 1, 2)); /* what rank? */
    check_refused(&op, "f32[2,0]", "i64[5,0]", ZERO_SIZE("data", 1));
    check_refused(&op, "f32[2,3]", "i64[5,0]", ZERO_SIZE("indices", 1));
}

static void test_output_given(void **state) /* COVERS(WEBNN-2) */
{
    (void)state;
    const struct gather_op op = gather_webnn_gather(0);
    const struct gather_layout inputs[] = {operand_of("f32[2,3]", NULL), operand_of("i64[4]", NULL)};
    static const struct {
        const char *text;
        enum gather_status status;
    } outputs[] = {{"f32[4,3]", GATHER_STATUS_OK},
                   {"i32[4,3]", GATHER_STATUS_DTYPE},
                   {"f32[4,3,1]", GATHER_STATUS_RANK},
                   {"f32[4,2]", GATHER_STATUS_SHAPE}};
    for (size_t k = 0; k < ITEMS(outputs); k++) {
        const struct gather_layout output = operand_of(outputs[k].text, NULL);
        struct gather_error error = {0};
        size_t bytes;
        assert_int_equal(gather_plan_measure(&bytes, &op, inputs, 2, &output, NULL, &error),
                         outputs[k].status);
        if (k > 0)
            assert_string_equal(error.operand, "output");
    }
}

/* In each line two neighbours of WEBNN-15 are at fault, and the first is told. */
static void test_order(void **state) /* COVERS(WEBNN-15) */
{
    (void)state;
    const struct gather_op gather = gather_webnn_gather(9), elements = gather_webnn_gather_elements(0),
                           nd = gather_webnn_gather_nd();
    check_refused(&gather, "i4[]", "f32[0]", BARE(RANK, "data"));
    check_refused(&gather, "i4[2]", "f32[0]", AXIS("axis", 9, 0, 0));
    check_refused(&elements, "i4[2]", "f32[2,0]", BARE(DTYPE, "data"));
    check_refused(&elements, "f32[2]", "f32[2,0]", BARE(DTYPE, "indices"));
    check_refused(&elements, "f32[0]", "i64[2,0]", BARE(RANK, "indices"));
    check_refused(&nd, "i4[0]", "f32[]", BARE(RANK, "indices"));
    check_refused(&nd, "f32[0]", "f32[9]", BARE(DTYPE, "indices"));
    check_refused(&nd, "f32[0]", "i64[9]", ZERO_SIZE("data", 0));
}

/* ---- elements ------------------------------------------------------------------------------------ */

static void test_elements_taken(void **state) /* COVERS(WEBNN-7, WEBNN-9, WEBNN-11) */
{
    (void)state;
    const struct gather_op gather = gather_webnn_gather(1), elements = gather_webnn_gather_elements(1),
                           nd = gather_webnn_gather_nd();
    check_gathers(&gather, "i32[2,3]=0,1,2,10,11,12", "i32[2,1]=-1,0", "i32[2,2,1]=2,0,12,10");
    check_gathers(&elements, "i32[2,3]=0,1,2,10,11,12", "u32[2,1]=2,1", "i32[2,1]=2,11");
    check_gathers(&nd, "i32[2,3]=0,1,2,10,11,12", "i64[2,1]=1,-2", "i32[2,3]=10,11,12,0,1,2");
    check_gathers(&nd, "i32[2,3]=0,1,2,10,11,12", "i64[2]=1,-1", "i32[]=12");
}

static void test_indices_outside(void **state) /* COVERS(WEBNN-12, WEBNN-14) */
{
    (void)state;
    struct gather_op gather = gather_webnn_gather(1), nd = gather_webnn_gather_nd();
    check_gathers(&gather, "i32[1,3]=10,11,12", "i32[4]=3,-4,2147483647,-2147483648", "i32[1,4]=12,10,12,10");
    check_gathers(&gather, "i32[1,3]=10,11,12", "u32[2]=4294967295,3", "i32[1,2]=12,12");
    check_gathers(&nd, "i32[2,3]=0,1,2,10,11,12", "i64[2,2]=9,-9,-9,9", "i32[2]=10,2");
    gather = strictly(gather);
    nd = strictly(nd);
    check_index_refused(&gather, "i32[1,3]=10,11,12", "i32[2,2]=0,-3,3,-4", "i32[1,2,2]", AT(1, 0),
                        INDEX_OUTSIDE(1, 3, -3, 2));
    check_index_refused(&gather, "i32[1,3]=10,11,12", "u32[]=4294967295", "i32[1]", AT_SCALAR,
                        INDEX_OUTSIDE(1, UINT32_MAX, 0, 2));
    check_index_refused(&nd, "i32[2,3]=0,1,2,10,11,12", "i64[2,2]=1,-3,1,3", "i32[2]", AT(1, 1),
                        INDEX_OUTSIDE(1, 3, -3, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inputs_and_options),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_gather_shape),
        cmocka_unit_test(test_elements_shape),
        cmocka_unit_test(test_nd_shape),
        cmocka_unit_test(test_output_given),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_elements_taken),
        cmocka_unit_test(test_indices_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
