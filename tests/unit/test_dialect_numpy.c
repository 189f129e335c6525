/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of numpy: what each refuses, with its numbers and in the order of NP-14, and what it infers. */
#include "support/op_check.h"

/* ---- inputs, options, versions ------------------------------------------------------------------- */

static void test_number_of_inputs(void **state) /* COVERS(NP-1) */
{
    (void)state;
    const struct gather_layout inputs[] = {operand_of("f32[3]", NULL), operand_of("i64[1]", NULL),
                                           operand_of("i64[1]", NULL)};
    const struct gather_op ops[] = {gather_numpy_take(0, 0), gather_numpy_take_flat(0),
                                    gather_numpy_take_along_axis(0), gather_numpy_take_along_axis_flat(),
                                    gather_numpy_getitem(0)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_inputs_refused(&ops[k], inputs, 0, BARE(ARGUMENT, "data"));
        check_inputs_refused(&ops[k], inputs, 1, BARE(ARGUMENT, "indices"));
        check_inputs_refused(&ops[k], inputs, 3, ARGUMENT("inputs", 3, 2, 2));
    }
}

static void test_options(void **state) /* COVERS(CORE-15, NP-14) */
{
    (void)state;
    struct gather_op ops[] = {gather_numpy_take(9, 9), gather_numpy_take_flat(9),
                              gather_numpy_take_along_axis(9), gather_numpy_getitem(9)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        ops[k].policy = -5;
        check_refused(&ops[k], "f32[3]", "i64[1]", ARGUMENT("policy", -5, 0, 6));
        ops[k].policy = GATHER_POLICY_ZERO;
        ops[k].strictness = GATHER_STRICT;
        check_refused(&ops[k], "f32[3]", "i64[1]", BARE(ARGUMENT, "strict"));
        ops[k].version = 13;
        check_refused(&ops[k], "f32[3]", "i64[1]", GIVEN(ARGUMENT, "version", ops[k].version));
    }
}

/* ---- types --------------------------------------------------------------------------------------- */

#define ALL_TYPES                                                                                            \
    " bool u2 u4 u8 u16 u32 u64 i2 i4 i8 i16 i32 i64 f4e2m1 f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 "   \
    "f16 bf16 f32 f64 c64 c128 string "
#define INDICES " i8 i16 i32 i64 u8 u16 u32 u64 "

static void test_types(void **state) /* COVERS(NP-2, NP-3, NP-32) */
{
    (void)state;
    const struct gather_op takes[] = {gather_numpy_take(0, 0), gather_numpy_take_flat(0)};
    const struct gather_op others[] = {gather_numpy_take_along_axis(0), gather_numpy_take_along_axis_flat(),
                                       gather_numpy_getitem(0)};
    for (size_t k = 0; k < ITEMS(takes); k++) {
        check_types(&takes[k], "f32[3]", "i64[1]", 0, ALL_TYPES, "data");
        check_types(&takes[k], "f32[3]", "i64[1]", 1, INDICES "bool ", "indices");
    }
    for (size_t k = 0; k < ITEMS(others); k++) {
        check_types(&others[k], "f32[3]", "i64[1]", 0, ALL_TYPES, "data");
        check_types(&others[k], "f32[3]", "i64[1]", 1, INDICES, "indices");
    }
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static void test_mode(void **state) /* COVERS(NP-5) */
{
    (void)state;
    static const int32_t modes[] = {GATHER_POLICY_OWN, GATHER_POLICY_ERROR, GATHER_POLICY_WRAP,
                                    GATHER_POLICY_CLAMP};
    static const int32_t others[] = {GATHER_POLICY_ZERO, GATHER_POLICY_FILL, GATHER_POLICY_SKIP, 7, -1,
                                     INT32_MIN};
    for (size_t k = 0; k < ITEMS(modes); k++) {
        const struct gather_op op = gather_numpy_take(0, modes[k]), flat = gather_numpy_take_flat(modes[k]);
        check_inferred(&op, "f32[3]", "i64[2]", "f32[2]");
        check_inferred(&flat, "f32[3]", "i64[2]", "f32[2]");
    }
    for (size_t k = 0; k < ITEMS(others); k++) {
        const struct gather_op op = gather_numpy_take(0, others[k]), flat = gather_numpy_take_flat(others[k]);
        check_refused(&op, "f32[3]", "i64[2]", GIVEN(ARGUMENT, "mode", op.mode));
        check_refused(&flat, "f32[3]", "i64[2]", GIVEN(ARGUMENT, "mode", flat.mode));
    }
}

static void test_axis(void **state) /* COVERS(NP-7, NP-9, NP-20, NP-30) */
{
    (void)state;
    static const int64_t outside[] = {3, -4, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    static const char *const shapes[] = {"f32[7,3,4]", "f32[2,7,4]", "f32[2,3,7]"};
    for (int64_t axis = -3; axis < 3; axis++) {
        const struct gather_op take = gather_numpy_take(axis, 0), item = gather_numpy_getitem(axis);
        check_inferred(&take, "f32[2,3,4]", "i64[7]", shapes[(axis + 3) % 3]);
        check_inferred(&item, "f32[2,3,4]", "i64[7]", shapes[(axis + 3) % 3]);
    }
    for (size_t k = 0; k < ITEMS(outside); k++) {
        const struct gather_op take = gather_numpy_take(outside[k], 0),
                               item = gather_numpy_getitem(outside[k]),
                               along = gather_numpy_take_along_axis(outside[k]);
        check_refused(&take, "f32[2,3,4]", "i64[7]", AXIS("axis", outside[k], -3, 2));
        check_refused(&item, "f32[2,3,4]", "i64[7]", AXIS("axis", outside[k], -3, 2));
        check_refused(&along, "f32[2,3,4]", "i64[1,1,1]", AXIS("axis", outside[k], -3, 2));
        check_refused(&take, "f32[]", "i64[7]", AXIS("axis", outside[k], -1, 0));
    }
}

/* ---- ranks and sizes ----------------------------------------------------------------------------- */

static void test_scalars(void **state) /* COVERS(NP-9, NP-21, NP-23, NP-30) */
{
    (void)state;
    const struct gather_op first = gather_numpy_take(0, 0), last = gather_numpy_take(-1, 0),
                           flat = gather_numpy_take_flat(0), along = gather_numpy_take_along_axis(9),
                           along_flat = gather_numpy_take_along_axis_flat(), item = gather_numpy_getitem(9);
    check_inferred(&first, "f32[]", "i64[2,3]", "f32[2,3]");
    check_inferred(&last, "f32[]", "i64[]", "f32[]");
    check_inferred(&flat, "f32[]", "i64[?]", "f32[?]");
    check_inferred(&along_flat, "f32[]", "i64[2]", "f32[2]");
    check_refused(&along_flat, "f32[3]", "i64[]", BARE(RANK, "indices"));
    check_refused(&along_flat, "f32[3]", "i64[1,1]", BARE(RANK, "indices"));
    check_refused(&along, "f32[]", "i64[]", BARE(RANK, "data")); /* and no axis is judged */
    check_refused(&item, "f32[]", "i64[]", BARE(RANK, "data"));
}

static void test_take_shape(void **state) /* COVERS(NP-6, NP-7, NP-31, CORE-23) */
{
    (void)state;
    const struct gather_op take = gather_numpy_take(1, 0), flat = gather_numpy_take_flat(0),
                           item = gather_numpy_getitem(-1);
    check_inferred(&take, "f32[2,3,4]", "i64[]", "f32[2,4]");
    check_inferred(&take, "f32[?,?,4]", "i64[5,?]", "f32[?,5,?,4]");
    check_inferred(&item, "f32[2,3]", "i64[5,0]", "f32[2,5,0]");
    check_inferred(&flat, "f32[?,3]", "i64[2,2]", "f32[2,2]");
}

static void test_flat_size(void **state) /* COVERS(NP-6, NP-14, CORE-3, CORE-4) */
{
    (void)state;
    const struct gather_op take = gather_numpy_take_flat(0), along = gather_numpy_take_along_axis_flat();
    static const char *const fits[] = {"u8[4611686018427387904,1]", "u8[4294967296,4294967296,0]",
                                       "u8[0,4294967296,4294967296]", "u8[9223372036854775807]",
                                       "u8[?,4294967296,2147483647]"};
    static const char *const beyond[] = {"u8[4611686018427387904,2]", "u8[4294967296,4294967296]",
                                         "u8[4194304,4194304,4194304]"};
    for (size_t k = 0; k < ITEMS(fits); k++) {
        check_inferred(&take, fits[k], "i64[2]", "u8[2]");
        check_inferred(&along, fits[k], "i64[2]", "u8[2]");
    }
    for (size_t k = 0; k < ITEMS(beyond); k++) {
        check_refused(&take, beyond[k], "i64[2]", BARE(OVERFLOW, "output"));
        check_refused(&along, beyond[k], "i64[2]", BARE(OVERFLOW, "output"));
    }
}

static void test_along_shape(void **state) /* COVERS(NP-21, NP-22, CORE-23) */
{
    (void)state;
    const struct gather_op op = gather_numpy_take_along_axis(1);
    check_inferred(&op, "f32[2,3,1]", "i64[1,7,4]", "f32[2,7,4]");
    check_inferred(&op, "f32[1,3,1]", "i64[0,1,1]", "f32[0,1,1]");
    check_inferred(&op, "f32[?,3,?]", "i64[1,?,5]", "f32[?,?,5]");
    check_inferred(&op, "f32[1,3,5]", "i64[?,0,?]", "f32[?,0,5]");
    check_refused(&op, "f32[2,3,4]", "i64[2]", BARE(RANK, "indices"));
    check_refused(&op, "f32[2,3,4]", "i64[2,9,3]", SIZE(2, 3, 4, 4));
    check_refused(&op, "f32[2,3,4]", "i64[0,9,3]", SIZE(0, 0, 2, 2));
}

/* ---- the order of checks ------------------------------------------------------------------------- */

/* In each line two neighbours of NP-14 are at fault, and the first is told. */
static void test_order(void **state) /* COVERS(NP-14) */
{
    (void)state;
    struct gather_op op = gather_numpy_take(9, 9);
    const struct gather_layout one = operand_of("f32[3]", NULL);
    op.policy = 9;
    check_inputs_refused(&op, &one, 1, BARE(ARGUMENT, "indices"));
    check_refused(&op, "f32[3]", "f32[1]", ARGUMENT("policy", 9, 0, 6));
    op.policy = 0;
    check_refused(&op, "f32[3]", "f32[1]", GIVEN(ARGUMENT, "mode", op.mode));
    op.mode = 0;
    check_refused(&op, "f32[3]", "f32[1]", AXIS("axis", 9, -1, 0));
    op = gather_numpy_take_along_axis(0);
    check_refused(&op, "f32[]", "bool[1]", BARE(DTYPE, "indices"));
    check_refused(&op, "f32[]", "i64[1]", BARE(RANK, "data"));
    op = gather_numpy_take_along_axis(9);
    check_refused(&op, "f32[2]", "bool[1,2]", AXIS("axis", 9, -1, 0));
    op = gather_numpy_take_along_axis_flat();
    check_refused(&op, "u8[4294967296,4294967296]", "bool[1,1]", BARE(DTYPE, "indices"));
    check_refused(&op, "u8[4294967296,4294967296]", "i64[1,1]", BARE(RANK, "indices"));
    op = gather_numpy_getitem(0);
    check_refused(&op, "f32[]", "f32[1]", BARE(DTYPE, "indices"));
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static void test_scalars_run(void **state) /* COVERS(NP-9) */
{
    (void)state;
    const struct gather_op take = gather_numpy_take(-1, 0),
                           clip = gather_numpy_take_flat(GATHER_POLICY_CLAMP);
    check_gathers(&take, "i32[]=5", "i64[2,2]=0,-1,-1,0", "i32[2,2]=5,5,5,5");
    check_gathers(&clip, "i32[]=5", "i64[3]=0,-1,7", "i32[3]=5,5,5");
    check_index_refused(&take, "i32[]=5", "i64[2]=0,1", "i32[2]", AT(1), INDEX_OUTSIDE(0, 1, -1, 0));
}

/* Flat numbers are row-major numbers of the index, whatever the layout. */
static void test_flat_of_a_layout(void **state) /* COVERS(NP-6) */
{
    const struct gather_op op = gather_numpy_take_flat(0);
    static const uint8_t cells[] = {0, 3, 1, 4, 2, 5}; /* column by column */
    static const int16_t indices[] = {0, 1, 2, 3, 4, 5, -1, -6};
    static const uint8_t expected[] = {0, 1, 2, 3, 4, 5, 5, 0};
    uint8_t out[8];
    struct gather_layout layouts[] = {operand_of("u8[2,3]", NULL), operand_of("i16[8]", NULL)};
    const struct gather_layout output = operand_of("u8[8]", NULL);
    const struct gather_buffer inputs[] = {{(void *)(uintptr_t)cells, sizeof cells},
                                           {(void *)(uintptr_t)indices, sizeof indices}};
    (void)state;
    layouts[0].place[0] = 1;
    layouts[0].place[1] = 2;
    assert_int_equal(
        gather_once(&op, layouts, inputs, 2, &output, (struct gather_buffer){out, sizeof out}, NULL, NULL),
        GATHER_STATUS_OK);
    assert_memory_equal(out, expected, sizeof out);
}

/* Empty data whose other sizes have no product: the first index is the bad one, and nothing overflows. */
static void test_flat_of_nothing(void **state) /* COVERS(NP-12, CORE-3) */
{
    (void)state;
    struct gather_op op = gather_numpy_take_flat(GATHER_POLICY_WRAP);
    check_index_refused(&op, "i32[0,4294967296,4294967296]", "i64[1,2]=4,0", "i32[1,2]", AT(0, 0),
                        of_flat(INDEX_OUTSIDE(0, 4, 0, -1)));
    op.policy = GATHER_POLICY_ZERO;
    check_gathers(&op, "i32[0,4294967296,4294967296]", "i64[1,2]=4,0", "i32[1,2]=0,0");
}

static void test_policies(void **state) /* COVERS(CORE-15, NP-8, NP-10, NP-11) */
{
    (void)state;
    struct gather_op raise = gather_numpy_take(0, GATHER_POLICY_ERROR),
                     clip = gather_numpy_take(0, GATHER_POLICY_CLAMP),
                     wrap = gather_numpy_take(0, GATHER_POLICY_WRAP);
    check_index_refused(&raise, "i32[3]=7,8,9", "i8[3]=-3,3,-4", "i32[3]", AT(1), INDEX_OUTSIDE(0, 3, -3, 2));
    check_gathers(&clip, "i32[3]=7,8,9", "i8[4]=-1,-3,3,-128", "i32[4]=7,7,9,7");
    check_gathers(&wrap, "i32[3]=7,8,9", "i8[4]=-1,-4,3,-128", "i32[4]=9,9,7,8");
    raise.policy = clip.policy = GATHER_POLICY_ZERO;
    check_gathers(&raise, "i32[3]=7,8,9", "i8[3]=-1,-4,3", "i32[3]=9,0,0");
    check_gathers(&clip, "i32[3]=7,8,9", "i8[3]=-1,-4,2",
                  "i32[3]=0,0,9"); /* clip counts nothing from the end */
}

static void test_bool_indices(void **state) /* COVERS(NP-3) */
{
    (void)state;
    const struct gather_op op = gather_numpy_take(1, 0);
    check_gathers(&op, "i32[2,2]=1,2,3,4", "bool[3]=1,0,1", "i32[2,3]=2,1,2,4,3,4");
    check_index_refused(&op, "i32[2,1]=1,2", "bool[2]=0,1", "i32[2,2]", AT(1), INDEX_OUTSIDE(1, 1, -1, 0));
}

static void test_along_repeats(void **state) /* COVERS(NP-22, NP-24) */
{
    (void)state;
    const struct gather_op op = gather_numpy_take_along_axis(1);
    check_gathers(&op, "i32[1,3]=7,8,9", "i64[2,2]=0,-1,1,2", "i32[2,2]=7,9,8,9");
    check_gathers(&op, "i32[2,3]=1,2,3,4,5,6", "i64[1,2]=0,-1", "i32[2,2]=1,3,4,6");
    check_index_refused(&op, "i32[2,3]=1,2,3,4,5,6", "i64[1,2]=0,3", "i32[2,2]", AT(0, 1),
                        INDEX_OUTSIDE(1, 3, -3, 2));
    check_index_refused(&op, "i32[0,3]", "i64[1,1]=9", "i32[0,1]", AT(0, 0), INDEX_OUTSIDE(1, 9, -3, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_of_inputs),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_mode),
        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_scalars),
        cmocka_unit_test(test_take_shape),
        cmocka_unit_test(test_flat_size),
        cmocka_unit_test(test_along_shape),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_scalars_run),
        cmocka_unit_test(test_flat_of_a_layout),
        cmocka_unit_test(test_flat_of_nothing),
        cmocka_unit_test(test_policies),
        cmocka_unit_test(test_bool_indices),
        cmocka_unit_test(test_along_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
