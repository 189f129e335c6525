/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of torch: what each refuses, with its numbers and in the order of TORCH-7, and what it infers. */
#include "support/op_check.h"

static struct gather_op padded_embedding(int64_t index)
{
    struct gather_op op = gather_torch_embedding();
    op.has_padding_index = 1;
    op.padding_index = index;
    return op;
}

/* ---- inputs, options, versions ------------------------------------------------------------------- */

static void test_number_of_inputs(void **state) /* COVERS(TORCH-1) */
{
    (void)state;
    const struct gather_layout inputs[] = {operand_of("f32[3]", NULL), operand_of("i64[1]", NULL),
                                           operand_of("i64[1]", NULL)};
    const struct gather_op ops[] = {gather_torch_index_select(0), gather_torch_gather(0),
                                    gather_torch_take_along_dim(0), gather_torch_take_along_dim_flat()};
    const struct gather_op embedding = gather_torch_embedding();
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_inputs_refused(&ops[k], inputs, 0, BARE(ARGUMENT, "data"));
        check_inputs_refused(&ops[k], inputs, 1, BARE(ARGUMENT, "indices"));
        check_inputs_refused(&ops[k], inputs, 3, ARGUMENT("inputs", 3, 2, 2));
    }
    check_inputs_refused(&embedding, inputs, 0, BARE(ARGUMENT, "indices")); /* its own order */
    check_inputs_refused(&embedding, inputs, 1, BARE(ARGUMENT, "data"));
}

static void test_options(void **state) /* COVERS(CORE-15, TORCH-1) */
{
    (void)state;
    struct gather_op ops[] = {gather_torch_index_select(9), gather_torch_gather(9),
                              gather_torch_take_along_dim(9), padded_embedding(99)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        ops[k].policy = 7;
        check_refused(&ops[k], "i64[1]", "i64[1]", ARGUMENT("policy", 7, 0, 6));
        ops[k].policy = GATHER_POLICY_WRAP;
        ops[k].strictness = GATHER_LOOSE;
        check_refused(&ops[k], "i64[1]", "i64[1]", BARE(ARGUMENT, "strict"));
        ops[k].version = 2;
        check_refused(&ops[k], "i64[1]", "i64[1]", GIVEN(ARGUMENT, "version", ops[k].version));
    }
}

/* ---- types --------------------------------------------------------------------------------------- */

#define DATA_TYPES                                                                                           \
    " bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz "   \
    "f8e8m0 "

static void test_types(void **state) /* COVERS(TORCH-2, TORCH-3) */
{
    (void)state;
    const struct gather_op ops[] = {gather_torch_index_select(0), gather_torch_gather(0),
                                    gather_torch_take_along_dim(0), gather_torch_take_along_dim_flat()};
    const struct gather_op embedding = gather_torch_embedding();
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_types(&ops[k], "f32[3]", "i64[1]", 0, DATA_TYPES, "data");
        check_types(&ops[k], "f32[3]", "i64[1]", 1, k != 2 ? " i32 i64 " : " i64 ", "indices");
    }
    check_types(&embedding, "i64[1]", "f32[3,4]", 1, DATA_TYPES, "data");
    check_types(&embedding, "i64[1]", "f32[3,4]", 0, " i32 i64 ", "indices");
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static void test_dim(void **state) /* COVERS(TORCH-4, TORCH-10, TORCH-20, TORCH-30) */
{
    (void)state;
    static const int64_t outside[] = {3, -4, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    static const char *const shapes[] = {"f32[7,3,4]", "f32[2,7,4]", "f32[2,3,7]"};
    for (int64_t dim = -3; dim < 3; dim++) {
        const struct gather_op op = gather_torch_index_select(dim);
        check_inferred(&op, "f32[2,3,4]", "i64[7]", shapes[(dim + 3) % 3]);
    }
    for (size_t k = 0; k < ITEMS(outside); k++) {
        const struct gather_op ops[] = {gather_torch_index_select(outside[k]),
                                        gather_torch_gather(outside[k]),
                                        gather_torch_take_along_dim(outside[k])};
        for (size_t i = 0; i < ITEMS(ops); i++) {
            check_refused(&ops[i], "f32[2,3,4]", "i64[1,1,0]", AXIS("dim", outside[k], -3, 2));
            if (i < 2)
                check_refused(&ops[i], "f32[]", "i64[0]", AXIS("dim", outside[k], -1, 0));
        }
    }
}

static void test_padding_index(void **state) /* COVERS(TORCH-42, CORE-23) */
{
    (void)state;
    static const int64_t outside[] = {4, -5, INT64_MAX, INT64_MIN};
    for (int64_t index = -4; index < 4; index++) {
        const struct gather_op op = padded_embedding(index);
        check_inferred(&op, "i64[2]", "f32[4,3]", "f32[2,3]");
    }
    for (size_t k = 0; k < ITEMS(outside); k++) {
        struct gather_op op = padded_embedding(outside[k]);
        check_refused(&op, "i64[2]", "f32[4,3]", ARGUMENT("padding_idx", outside[k], -4, 3));
        check_refused(&op, "i64[2]", "f32[4]", ARGUMENT("padding_idx", outside[k], -4, 3));
        check_refused(&op, "i64[2]", "f32[]", BARE(RANK, "data"));
        check_inferred(&op, "i64[2]", "f32[?,3]", "f32[2,3]");
        op.has_padding_index = 0;
        check_inferred(&op, "i64[2]", "f32[4,3]", "f32[2,3]");
    }
    const struct gather_op first = padded_embedding(0), last = padded_embedding(-1);
    check_inferred(&first, "i64[0]", "f32[0,3]", "f32[0,3]");
    check_refused(&last, "i64[0]", "f32[0,3]", ARGUMENT("padding_idx", -1, 0, -1));
}

static void test_max_norm(void **state) /* COVERS(TORCH-43) */
{
    (void)state;
    struct gather_op op = gather_torch_embedding();
    op.has_max_norm = 1;
    check_refused(&op, "i64[1]", "f32[4,3]", BARE(UNSUPPORTED, "max_norm"));
}

/* ---- ranks and sizes ----------------------------------------------------------------------------- */

static void test_index_select_shape(void **state) /* COVERS(TORCH-10, TORCH-12, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_torch_index_select(-1);
    check_inferred(&op, "f32[2,3]", "i64[]", "f32[2,1]");
    check_inferred(&op, "f32[?,?]", "i64[5]", "f32[?,5]");
    check_inferred(&op, "f32[2,3]", "i64[?]", "f32[2,?]");
    check_inferred(&op, "f32[]", "i64[1]", "f32[]");
    check_inferred(&op, "f32[]", "i32[]", "f32[]");
    check_inferred(&op, "f32[]", "i32[?]", "f32[]");
    check_refused(&op, "f32[]", "i64[2]", OUTSIDE(SHAPE, "indices", 2, 1, 1));
    check_refused(&op, "f32[]", "i64[0]", OUTSIDE(SHAPE, "indices", 0, 1, 1));
    check_refused(&op, "f32[]", "i64[1,1]", BARE(RANK, "indices"));
    check_refused(&op, "f32[2,3]", "i64[1,1]", BARE(RANK, "indices"));
}

static void test_gather_shape(void **state) /* COVERS(TORCH-20, TORCH-22, TORCH-24) */
{
    (void)state;
    const struct gather_op op = gather_torch_gather(1), first = gather_torch_gather(0);
    check_inferred(&op, "f32[2,3,4]", "i64[1,9,4]", "f32[1,9,4]");
    check_inferred(&first, "f32[]", "i64[]", "f32[]");
    check_inferred(&first, "f32[]", "i64[5]", "f32[5]");
    check_inferred(&first, "f32[5]", "i64[]", "f32[]");
    check_refused(&op, "f32[2,3,4]", "i64[3,9,5]", SIZE(0, 3, 0, 2));
    check_refused(&op, "f32[2,3,4]", "i64[2,9,5]", SIZE(2, 5, 0, 4));
    check_refused(&op, "f32[2,3]", "i64[2]", BARE(RANK, "indices"));
    check_refused(&first, "f32[]", "i64[1,1]", BARE(RANK, "indices"));
    check_refused(&op, "f32[2,3]", "i64[]", BARE(RANK, "indices"));
}

/* An index that has no elements, or may have none, is not judged. */
static void test_gather_of_nothing(void **state) /* COVERS(TORCH-23, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_torch_gather(0);
    check_inferred(&op, "f32[2,3]", "i64[0,5]", "f32[0,5]");
    check_inferred(&op, "f32[2,3]", "u4[9,9,9,0]", "f32[9,9,9,0]");
    check_inferred(&op, "f32[]", "f32[0,4]", "f32[0,4]");
    check_inferred(&op, "f32[?,3]", "i64[?,5]", "f32[?,5]");
    check_refused(&op, "string[2,3]", "i64[0]", BARE(DTYPE, "data"));
    check_refused(&op, "f32[?,3]", "i64[2,5]", SIZE(1, 5, 0, 3));
}

static void test_along_shape(void **state) /* COVERS(TORCH-30, TORCH-31, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_torch_take_along_dim(1), wild = gather_torch_take_along_dim(9);
    check_inferred(&op, "f32[2,3,1]", "i64[1,7,4]", "f32[2,7,4]");
    check_inferred(&op, "f32[?,3,?]", "i64[1,?,5]", "f32[?,?,5]");
    check_refused(&op, "f32[2,3,4]", "i64[2]", BARE(RANK, "indices"));
    check_refused(&op, "f32[2,3,4]", "i64[2,9,3]", SIZE(2, 3, 4, 4));
    check_refused(&wild, "f32[]", "i64[]", BARE(RANK, "data")); /* and no dim is judged */
}

static void test_flat_shape(void **state) /* COVERS(TORCH-33, CORE-3, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_torch_take_along_dim_flat();
    check_inferred(&op, "f32[2,3]", "i64[]", "f32[1]");
    check_inferred(&op, "f32[]", "i64[2,5]", "f32[10]");
    check_inferred(&op, "f32[?]", "i64[2,?]", "f32[?]");
    check_inferred(&op, "f32[?]", "i64[0,?]", "f32[0]");
    check_inferred(&op, "f32[3]", "i64[4294967296,4294967296,0]", "f32[0]");
    check_inferred(&op, "u8[0,4294967296,4294967296]", "i64[4294967296]", "u8[4294967296]");
    check_refused(&op, "u8[3]", "i64[4294967296,4294967296]", BARE(OVERFLOW, "output"));
    check_refused(&op, "u8[4294967296,4294967296]", "i64[1]", BARE(OVERFLOW, "output"));
    check_refused(&op, "f64[3]", "i64[4611686018427387904]", BARE(OVERFLOW, "output")); /* its bytes */
}

static void test_embedding_shape(void **state) /* COVERS(TORCH-40, TORCH-41, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_torch_embedding();
    check_inferred(&op, "i64[]", "f32[4,3]", "f32[3]");
    check_inferred(&op, "i32[2,?]", "f32[4,?]", "f32[2,?,?]");
    check_refused(&op, "i64[2]", "f32[4]", BARE(RANK, "data"));
    check_refused(&op, "i64[2]", "f32[4,3,1]", BARE(RANK, "data"));
}

/* ---- the order of checks ------------------------------------------------------------------------- */

/* In each line two neighbours of TORCH-7 are at fault, and the first is told. */
static void test_order(void **state) /* COVERS(TORCH-7) */
{
    (void)state;
    const struct gather_op select = gather_torch_index_select(9), good = gather_torch_index_select(0),
                           along = gather_torch_take_along_dim(0), flat = gather_torch_take_along_dim_flat();
    check_refused(&select, "i4[3]", "u8[1]", AXIS("dim", 9, -1, 0));
    check_refused(&good, "i4[3]", "u8[1,1]", BARE(DTYPE, "data"));
    check_refused(&good, "f32[3]", "u8[1,1]", BARE(DTYPE, "indices"));
    check_refused(&good, "f32[]", "i64[2,2]", BARE(RANK, "indices"));
    check_refused(&along, "f32[]", "i32[1]", BARE(DTYPE, "indices"));
    check_refused(&along, "f32[]", "i64[1]", BARE(RANK, "data"));
    check_refused(&along, "f32[2,3]", "i64[1]", BARE(RANK, "indices"));
    check_refused(&flat, "i4[4294967296,4294967296]", "i32[1]", BARE(DTYPE, "data"));
    check_refused(&flat, "u8[4294967296,4294967296]", "i16[1]", BARE(DTYPE, "indices"));
}

static void test_order_of_embedding(void **state) /* COVERS(TORCH-7) */
{
    (void)state;
    struct gather_op op = padded_embedding(9);
    op.has_max_norm = 1;
    check_refused(&op, "u8[2]", "i4[4]", ARGUMENT("padding_idx", 9, -4, 3));
    op.has_padding_index = 0;
    check_refused(&op, "u8[2]", "i4[4]", BARE(UNSUPPORTED, "max_norm"));
    op.has_max_norm = 0;
    check_refused(&op, "u8[2]", "i4[4]", BARE(DTYPE, "data"));
    check_refused(&op, "u8[2]", "f32[4]", BARE(DTYPE, "indices"));
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static void test_scalars_run(void **state) /* COVERS(TORCH-12, TORCH-24) */
{
    (void)state;
    const struct gather_op select = gather_torch_index_select(0), gather = gather_torch_gather(-1);
    check_gathers(&select, "i32[]=5", "i64[1]=0", "i32[]=5");
    check_gathers(&select, "i32[]=5", "i64[]=0", "i32[]=5");
    check_gathers(&select, "i32[2]=5,6", "i64[]=1", "i32[1]=6");
    check_gathers(&gather, "i32[]=5", "i64[]=0", "i32[]=5");
    check_gathers(&gather, "i32[]=5", "i64[3]=0,0,0", "i32[3]=5,5,5");
    check_gathers(&gather, "i32[3]=5,6,7", "i64[]=2", "i32[]=7");
    check_index_refused(&select, "i32[]=5", "i64[]=1", "i32[]", AT_SCALAR, INDEX_OUTSIDE(0, 1, 0, 0));
    check_index_refused(&select, "i32[2,2]=1,2,3,4", "i32[]=-1", "i32[1,2]", AT_SCALAR,
                        INDEX_OUTSIDE(0, -1, 0, 1));
    check_index_refused(&gather, "i32[]=5", "i64[2]=0,-1", "i32[2]", AT(1), INDEX_OUTSIDE(0, -1, 0, 0));
    check_index_refused(&gather, "i32[3]=5,6,7", "i64[]=3", "i32[]", AT_SCALAR, INDEX_OUTSIDE(0, 3, 0, 2));
}

static void test_nothing_runs(void **state) /* COVERS(TORCH-6, TORCH-23) */
{
    (void)state;
    const struct gather_op gather = gather_torch_gather(0), along = gather_torch_take_along_dim(0),
                           flat = gather_torch_take_along_dim_flat();
    check_gathers(&gather, "i32[2,3]=1,2,3,4,5,6", "i8[0,7,1]", "i32[0,7,1]");
    check_gathers(&gather, "i32[0]", "c64[9,0]", "i32[9,0]");
    check_gathers(&flat, "i32[0,4294967296,4294967296]", "i64[0,4294967296]", "i32[0]");
    check_index_refused(&along, "i32[0,2]", "i64[1,2]=5,0", "i32[1,2]", AT(0, 0), INDEX_OUTSIDE(0, 5, 0, -1));
    check_index_refused(&flat, "i32[0,4294967296,4294967296]", "i64[1,1]=0", "i32[1]", AT(0, 0),
                        of_flat(INDEX_OUTSIDE(0, 0, 0, -1)));
}

static void test_flat_runs(void **state) /* COVERS(TORCH-33) */
{
    (void)state;
    const struct gather_op op = gather_torch_take_along_dim_flat();
    check_gathers(&op, "i32[2,1,3]=0,1,2,3,4,5", "i64[2,1,3]=5,4,3,2,1,0", "i32[6]=5,4,3,2,1,0");
    check_gathers(&op, "i32[2]=7,8", "i64[]=1", "i32[1]=8");
    check_index_refused(&op, "i32[2,3]=0,1,2,3,4,5", "i64[2,2]=0,5,6,-1", "i32[4]", AT(1, 0),
                        of_flat(INDEX_OUTSIDE(0, 6, 0, 5)));
}

static void test_policies(void **state) /* COVERS(CORE-15, TORCH-5, TORCH-32) */
{
    (void)state;
    struct gather_op select = gather_torch_index_select(0), along = gather_torch_take_along_dim(0),
                     embedding = gather_torch_embedding();
    check_gathers(&along, "i32[3]=7,8,9", "i64[4]=-1,-4,3,4", "i32[4]=9,9,7,8");
    check_index_refused(&embedding, "i32[2,2]=0,1,-1,9", "i16[2,1]=3,4", "i16[2,2,1]", AT(1, 0),
                        INDEX_OUTSIDE(0, -1, 0, 1));
    select.policy = along.policy = embedding.policy = GATHER_POLICY_CLAMP;
    check_gathers(&select, "i32[3]=7,8,9", "i64[3]=-1,1,3", "i32[3]=7,8,9");
    check_gathers(&along, "i32[3]=7,8,9", "i64[3]=-1,1,3", "i32[3]=7,8,9");
    check_gathers(&embedding, "i32[3]=-1,1,2", "i16[2,2]=3,4,5,6", "i16[3,2]=3,4,5,6,5,6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_of_inputs),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_dim),
        cmocka_unit_test(test_padding_index),
        cmocka_unit_test(test_max_norm),
        cmocka_unit_test(test_index_select_shape),
        cmocka_unit_test(test_gather_shape),
        cmocka_unit_test(test_gather_of_nothing),
        cmocka_unit_test(test_along_shape),
        cmocka_unit_test(test_flat_shape),
        cmocka_unit_test(test_embedding_shape),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_embedding),
        cmocka_unit_test(test_scalars_run),
        cmocka_unit_test(test_nothing_runs),
        cmocka_unit_test(test_flat_runs),
        cmocka_unit_test(test_policies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
