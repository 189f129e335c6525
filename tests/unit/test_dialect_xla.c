/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XLA's operators: each constraint of the page with its code and numbers, their order (XLA-G-19), shapes, and
 * which elements are taken.
 */
#include "support/op_check.h"

#define LIST(...)                                                                                            \
    {                                                                                                        \
        (int64_t)(sizeof((const int64_t[]){0, __VA_ARGS__}) / sizeof(int64_t)) - 1, { __VA_ARGS__ }          \
    }
#define NO_LIST                                                                                              \
    {                                                                                                        \
        0, { 0 }                                                                                             \
    }
#define SLICES(...)                                                                                          \
    (int32_t)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (const int64_t[]) { __VA_ARGS__ }

#define SLICE(dimension, number, most)                                                                       \
    ((struct refusal){.status = GATHER_STATUS_ARGUMENT,                                                      \
                      .operand = "slice_sizes",                                                              \
                      .has = VALUE_AND_LIMITS | GATHER_ERROR_HAS_AXIS,                                       \
                      .axis = (dimension),                                                                   \
                      .value = (number),                                                                     \
                      .high = (most)})

/* Rows of f32[3,4]: [n] indices give [n,4]. */
static const struct gather_xla_dimension_numbers row_numbers = {LIST(1), LIST(0), LIST(0),
                                                                NO_LIST, NO_LIST, 1};

static struct gather_op rows(void) { return gather_xla_gather(&row_numbers, SLICES(1, 4)); }

/* A batch of f32[3,4] with f32[3,2]: element (b, indices[b,k]). */
static struct gather_op batched(void)
{
    static const struct gather_xla_dimension_numbers numbers = {NO_LIST, LIST(1), LIST(1),
                                                                LIST(0), LIST(0), 2};
    return gather_xla_gather(&numbers, SLICES(1, 1));
}

static void set_list(struct gather_numbers *list, int64_t count, const int64_t *numbers)
{
    memset(list, 0, sizeof *list);
    list->count = count;
    for (int64_t k = 0; k < count && k < GATHER_MAX_RANK; k++)
        list->at[k] = numbers[k];
}
#define SET(list, ...)                                                                                       \
    set_list(list, (int64_t)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)),                      \
             (const int64_t[]){__VA_ARGS__})

/* ---- inputs, options, types ---------------------------------------------------------------------- */

static void test_inputs_and_options(void **state) /* COVERS(XLA-G-1, CORE-15) */
{
    (void)state;
    const struct gather_op ops[] = {rows(), gather_xla_dynamic_slice(SLICES(1, 4)),
                                    gather_xla_torch_index_select(0, 0)};
    const struct gather_layout inputs[] = {operand_of("f32[3,4]", NULL), operand_of("i64[2]", NULL),
                                           operand_of("i64[2]", NULL)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        struct gather_op op = ops[k];
        check_inputs_refused(&op, inputs, 0, BARE(ARGUMENT, "data"));
        check_inputs_refused(&op, inputs, 1, BARE(ARGUMENT, "indices"));
        check_inputs_refused(&op, inputs, 3, ARGUMENT("inputs", 3, 2, 2));
        op.version = 1;
        check_refused(&op, "f32[3,4]", "i64[2]", GIVEN(ARGUMENT, "version", op.version));
        op = ops[k];
        op.policy = 7;
        check_refused(&op, "f32[3,4]", "i64[2]", ARGUMENT("policy", 7, 0, 6));
        op = ops[k];
        op.strictness = GATHER_STRICT;
        check_refused(&op, "f32[3,4]", "i64[2]", BARE(ARGUMENT, "strict"));
        op.strictness = GATHER_LOOSE;
        check_refused(&op, "f32[3,4]", "i64[2]", BARE(ARGUMENT, "strict"));
    }
}

static void test_types(void **state) /* COVERS(XLA-G-3, XLA-G-4) */
{
    (void)state;
    static const char any[] =
        " bool u2 u4 u8 u16 u32 u64 i2 i4 i8 i16 i32 i64 f4e2m1 f8e4m3fn f8e4m3fnuz f8e5m2 "
        "f8e5m2fnuz f8e8m0 f16 bf16 f32 f64 c64 c128 ";
    static const char integers[] = " u2 u4 u8 u16 u32 u64 i2 i4 i8 i16 i32 i64 ";
    const struct gather_op ops[] = {rows(), gather_xla_dynamic_slice(SLICES(1, 4)),
                                    gather_xla_torch_index_select(0, 0)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_types(&ops[k], "f32[3,4]", "i64[2]", 0, any, "data");
        check_types(&ops[k], "f32[3,4]", "i64[2]", 1, integers, "indices");
    }
}

/* ---- lists --------------------------------------------------------------------------------------- */

static void test_lists_by_themselves(void **state)
{ /* COVERS(XLA-G-24, XLA-G-26, XLA-G-27, XLA-G-30, XLA-G-33, XLA-G-35, XLA-G-36, XLA-G-38) */
    (void)state;
    struct gather_op op = rows();
    SET(&op.offset_dims, 1, 1);
    check_refused(&op, "f32[3,4]", "i64[2]", at_entry(1, GIVEN(ARGUMENT, "offset_dims", 1)));
    op = rows();
    SET(&op.collapsed_slice_dims, 1, 0);
    check_refused(&op, "f32[3,4]", "i64[2]", at_entry(1, GIVEN(ARGUMENT, "collapsed_slice_dims", 0)));
    op = batched();
    SET(&op.operand_batching_dims, 0, 0);
    check_refused(&op, "f32[3,4]", "i64[3,2]", at_entry(1, GIVEN(ARGUMENT, "operand_batching_dims", 0)));
    op = batched();
    SET(&op.collapsed_slice_dims, 0, 1);
    check_refused(&op, "f32[3,4]", "i64[3,2]", at_entry(0, GIVEN(ARGUMENT, "collapsed_slice_dims", 0)));
    op = batched();
    SET(&op.start_indices_batching_dims, 0, 3, 0);
    check_refused(&op, "f32[3,4]", "i64[3,2]",
                  at_entry(2, GIVEN(ARGUMENT, "start_indices_batching_dims", 0)));
    op = batched();
    op.index_vector_dim = 0;
    check_refused(&op, "f32[3,4]", "i64[3,2]",
                  at_entry(0, GIVEN(ARGUMENT, "start_indices_batching_dims", 0)));
    op = batched();
    SET(&op.start_indices_batching_dims, 0, 1);
    check_refused(&op, "f32[3,4]", "i64[3,2]",
                  of_length(OUTSIDE(ARGUMENT, "start_indices_batching_dims", 2, 1, 1)));
    op = rows();
    SET(&op.start_index_map, 0, 1, 0);
    check_refused(&op, "f32[3,4]", "i64[2]", at_entry(2, GIVEN(ARGUMENT, "start_index_map", 0)));
    op = batched();
    SET(&op.start_index_map, 0);
    check_refused(&op, "f32[3,4]", "i64[3,2]", at_entry(0, GIVEN(ARGUMENT, "start_index_map", 0)));
}

static void test_ranges_of_lists(void **state)
{ /* COVERS(XLA-G-21, XLA-G-22, XLA-G-25, XLA-G-28, XLA-G-31, XLA-G-34, XLA-G-39) */
    (void)state;
    static const int64_t far[] = {-1, 2, 16, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t k = 0; k < ITEMS(far); k++) {
        struct gather_op op = rows();
        op.index_vector_dim = far[k];
        check_refused(&op, "f32[3,4]", "i64[2]", AXIS("index_vector_dim", far[k], 0, 1));
        op = rows();
        SET(&op.offset_dims, far[k]);
        check_refused(&op, "f32[3,4]", "i64[2]", at_entry(0, AXIS("offset_dims", far[k], 0, 1)));
        op = rows();
        SET(&op.collapsed_slice_dims, far[k]);
        check_refused(&op, "f32[3,4]", "i64[2]", at_entry(0, AXIS("collapsed_slice_dims", far[k], 0, 1)));
        op = rows();
        SET(&op.start_index_map, far[k]);
        check_refused(&op, "f32[3,4]", "i64[2]", at_entry(0, AXIS("start_index_map", far[k], 0, 1)));
        op = batched();
        SET(&op.operand_batching_dims, far[k]);
        check_refused(&op, "f32[3,4]", "i64[3,2]", at_entry(0, AXIS("operand_batching_dims", far[k], 0, 1)));
        op = batched();
        op.index_vector_dim = 1;
        SET(&op.start_indices_batching_dims, far[k]);
        check_refused(&op, "f32[3,4]", "i64[3,2]",
                      at_entry(0, AXIS("start_indices_batching_dims", far[k], 0, 1)));
    }
    struct gather_op op = rows();
    SET(&op.offset_dims, 0, 1);
    check_refused(&op, "f32[3,4]", "i64[2]", BARE(RANK, "data"));
    op.offset_dims.count = 0;
    check_refused(&op, "f32[3,4]", "i64[2]", BARE(RANK, "data"));
}

/* A list longer than there is room for has a count that fits nothing. */
static void test_counts_of_lists(void **state) /* COVERS(XLA-G-2, XLA-G-21, XLA-G-36, XLA-G-39, XLA-G-40) */
{
    (void)state;
    static const int64_t long_counts[] = {17, 32, INT32_MAX, INT64_MAX};
    static const char sixteen[] = "f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]";
    int64_t numbers[16], ones[16];
    for (int64_t k = 0; k < 16; k++) {
        numbers[k] = k;
        ones[k] = 1;
    }
    for (size_t k = 0; k < ITEMS(long_counts); k++) {
        struct gather_op op = rows();
        set_list(&op.offset_dims, 16, numbers);
        op.offset_dims.count = long_counts[k];
        check_refused(&op, "f32[3,4]", "i64[2]", BARE(RANK, "data"));
        op = rows();
        set_list(&op.collapsed_slice_dims, 16, numbers);
        op.collapsed_slice_dims.count = long_counts[k];
        check_refused(&op, "f32[3,4]", "i64[2]", BARE(RANK, "data"));
        op = batched();
        op.operand_batching_dims.count = long_counts[k];
        op.collapsed_slice_dims.count = op.start_index_map.count = 0;
        set_list(&op.operand_batching_dims, 16, numbers);
        op.operand_batching_dims.count = op.start_indices_batching_dims.count = long_counts[k];
        set_list(&op.start_indices_batching_dims, 16, numbers);
        op.start_indices_batching_dims.count = long_counts[k];
        op.index_vector_dim = 99;
        check_refused(&op, "f32[3,4]", "i64[2]", BARE(RANK, "data"));
        op.operand_batching_dims.count = 1;
        check_refused(&op, "f32[3,4]", "i64[2]",
                      of_length(OUTSIDE(ARGUMENT, "start_indices_batching_dims", long_counts[k], 1, 1)));
        op = rows();
        op.slice_sizes.count = long_counts[k];
        check_refused(&op, "f32[3,4]", "i64[2]",
                      of_length(OUTSIDE(ARGUMENT, "slice_sizes", long_counts[k], 2, 2)));
        op = gather_xla_gather(&row_numbers, 16, ones);
        set_list(&op.offset_dims, 16, numbers);
        op.collapsed_slice_dims.count = 0;
        set_list(&op.start_index_map, 16, numbers);
        op.start_index_map.count = long_counts[k];
        op.index_vector_dim = 0;
        check_refused(&op, sixteen, "i64[17]",
                      of_length(OUTSIDE(AXIS, "start_index_map", long_counts[k], 0, 16)));
    }
}

static void test_counts_below_0(void **state) /* COVERS(XLA-G-2) */
{
    (void)state;
    static const char *const names[] = {
        "offset_dims",           "collapsed_slice_dims",        "start_index_map",
        "operand_batching_dims", "start_indices_batching_dims", "slice_sizes"};
    for (size_t k = 0; k < ITEMS(names); k++)
        for (int turn = 0; turn < 2; turn++) {
            struct gather_op op = rows();
            struct gather_numbers *const lists[] = {
                &op.offset_dims,           &op.collapsed_slice_dims,        &op.start_index_map,
                &op.operand_batching_dims, &op.start_indices_batching_dims, &op.slice_sizes};
            lists[k]->count = turn == 0 ? -1 : INT64_MIN;
            check_refused(&op, "f32[3,4]", "i64[2]", BARE(ARGUMENT, names[k]));
        }
    const struct gather_op slice = gather_xla_dynamic_slice(-1, NULL),
                           none = gather_xla_dynamic_slice(0, NULL);
    check_refused(&slice, "f32[]", "i64[0]", of_length(OUTSIDE(ARGUMENT, "slice_sizes", -1, 0, 0)));
    check_inferred(&none, "f32[]", "i64[0]", "f32[]");
}

/* ---- sizes --------------------------------------------------------------------------------------- */

static void test_sizes(void **state) /* COVERS(XLA-G-23, XLA-G-29, XLA-G-32, XLA-G-37, XLA-G-41) */
{
    (void)state;
    struct gather_op op = rows();
    SET(&op.start_index_map, 0, 1);
    check_refused(&op, "f32[3,4]", "i64[2]", SIZE(1, 1, 2, 2)); /* vectors of one */
    op.index_vector_dim = 0;
    SET(&op.offset_dims, 0);
    check_refused(&op, "f32[3,4]", "i64[3]", SIZE(0, 3, 2, 2));
    check_inferred(&op, "f32[3,4]", "i64[?]", "f32[4]");
    op = rows();
    SET(&op.slice_sizes, 2, 4);
    check_refused(&op, "f32[3,4]", "i64[2]", SLICE(0, 2, 1));
    op = batched();
    SET(&op.slice_sizes, 3, 1);
    check_refused(&op, "f32[3,4]", "i64[3,2]", SLICE(0, 3, 1));
    op = batched();
    check_refused(&op, "f32[3,4]", "i64[2,2]", SIZE(0, 2, 3, 3));
    check_inferred(&op, "f32[3,4]", "i64[?,2]", "f32[3,2]");
    check_inferred(&op, "f32[?,?]", "i64[?,2]", "f32[?,2]");
    op = rows();
    SET(&op.slice_sizes, 1, 5);
    check_refused(&op, "f32[3,4]", "i64[2]", SLICE(1, 5, 4));
    SET(&op.slice_sizes, 1, INT64_MAX);
    check_refused(&op, "f32[3,4]", "i64[2]", SLICE(1, INT64_MAX, 4));
    SET(&op.slice_sizes, 1, -1);
    check_refused(&op, "f32[3,4]", "i64[2]", SLICE(1, -1, INT64_MAX));
    SET(&op.slice_sizes, INT64_MIN, 1);
    check_refused(&op, "f32[3,4]", "i64[2]", SLICE(0, INT64_MIN, INT64_MAX));
    SET(&op.slice_sizes, 1);
    check_refused(&op, "f32[3,4]", "i64[2]", of_length(OUTSIDE(ARGUMENT, "slice_sizes", 1, 2, 2)));
}

static void test_shapes(void **state) /* COVERS(XLA-G-11, XLA-G-12, XLA-G-13, XLA-G-16, CORE-23) */
{
    (void)state;
    struct gather_op op = rows();
    check_inferred(&op, "f32[3,4]", "i64[2]", "f32[2,4]");
    check_inferred(&op, "f32[?,?]", "i64[?]", "f32[?,4]");
    check_inferred(&op, "f32[3,4]", "i64[0]", "f32[0,4]");
    op.index_vector_dim = 0;
    SET(&op.offset_dims, 0);
    check_inferred(&op, "f32[3,4]", "i64[]", "f32[4]");
    static const struct gather_xla_dimension_numbers window = {LIST(0, 3), NO_LIST, LIST(1, 0),
                                                               NO_LIST,    NO_LIST, 1};
    op = gather_xla_gather(&window, SLICES(2, 0));
    check_inferred(&op, "u8[3,4]", "i2[5,2,6]", "u8[2,5,6,0]");
    static const struct gather_xla_dimension_numbers broadcast = {NO_LIST, NO_LIST, NO_LIST,
                                                                  NO_LIST, NO_LIST, 1};
    op = gather_xla_gather(&broadcast, 0, NULL);
    check_inferred(&op, "u8[]", "u8[5,0,6]", "u8[5,6]");
}

static void test_ranks_beyond(void **state) /* COVERS(CORE-1) */
{
    (void)state;
    struct gather_op op = rows();
    op.index_vector_dim = 16;
    SET(&op.offset_dims, 16);
    check_refused(&op, "f32[3,4]", "i64[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
                  OUTSIDE(RANK, "output", 17, 0, 16));
    op = gather_xla_torch_index_select(0, 0);
    check_refused(&op, "f32[3,4]", "i64[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
                  OUTSIDE(RANK, "output", 17, 0, 16));
}

static void test_output_given(void **state) /* COVERS(XLA-G-42, XLA-G-43) */
{
    (void)state;
    const struct gather_op ops[] = {rows(), gather_xla_torch_index_select(0, 0),
                                    gather_xla_dynamic_slice(SLICES(2, 4))};
    const struct gather_layout inputs[] = {operand_of("f32[3,4]", NULL), operand_of("i64[2]", NULL)};
    static const struct {
        const char *text;
        enum gather_status status;
    } outputs[] = {{"f32[2,4]", GATHER_STATUS_OK},      {"i32[2,4]", GATHER_STATUS_DTYPE},
                   {"f32[4,2]", GATHER_STATUS_SHAPE},   {"f32[8]", GATHER_STATUS_SHAPE},
                   {"f32[2,4,1]", GATHER_STATUS_SHAPE}, {"i32[]", GATHER_STATUS_DTYPE}};
    for (size_t k = 0; k < ITEMS(ops) * ITEMS(outputs); k++) {
        const struct gather_layout output = operand_of(outputs[k % ITEMS(outputs)].text, NULL);
        enum gather_status expected = outputs[k % ITEMS(outputs)].status;
        struct gather_error error = {0};
        size_t bytes;
        assert_int_equal(
            gather_plan_measure(&bytes, &ops[k / ITEMS(outputs)], inputs, 2, &output, NULL, &error),
            expected);
        if (expected != GATHER_STATUS_OK)
            assert_string_equal(error.operand, "output");
    }
}

/* ---- the other two operators --------------------------------------------------------------------- */

static void test_dynamic_slice(void **state) /* COVERS(XLA-G-17) */
{
    (void)state;
    struct gather_op op = gather_xla_dynamic_slice(SLICES(2, 0));
    check_inferred(&op, "f32[3,4]", "i64[2]", "f32[2,0]");
    check_inferred(&op, "f32[?,?]", "i64[?]", "f32[2,0]");
    check_refused(&op, "f32[3]", "i64[2,2]", of_length(OUTSIDE(ARGUMENT, "slice_sizes", 2, 1, 1)));
    check_refused(&op, "f32[3,4]", "i64[2,2]", OUTSIDE(RANK, "indices", 2, 1, 1));
    check_refused(&op, "f32[3,4]", "i64[]", OUTSIDE(RANK, "indices", 0, 1, 1));
    check_refused(&op, "f32[1,4]", "i64[3]", SIZE(0, 3, 2, 2));
    check_refused(&op, "f32[1,4]", "i64[2]", SLICE(0, 2, 1));
    op = gather_xla_dynamic_slice(SLICES(-1, 0));
    check_refused(&op, "f32[3]", "f32[2,2]", SLICE(0, -1, INT64_MAX));
    op = gather_xla_dynamic_slice(SLICES(1, 1));
    check_refused(&op, "f32[3]", "f32[2,2]", BARE(DTYPE, "indices"));
    check_gathers(&op, "i32[2,3]=0,1,2,10,11,12", "u8[2]=1,255", "i32[1,1]=12");
    op = gather_xla_dynamic_slice(SLICES(1, 2));
    check_gathers(&op, "i32[2,3]=0,1,2,10,11,12", "i64[2]=-9223372036854775808,9223372036854775807",
                  "i32[1,2]=1,2");
}

static void test_torch_index_select(void **state) /* COVERS(XLA-G-18) */
{
    (void)state;
    static const int64_t far[] = {-1, 2, INT32_MAX, INT64_MAX, INT64_MIN};
    struct gather_op op = gather_xla_torch_index_select(1, 1);
    check_inferred(&op, "f32[2,3,4]", "i64[2,5]", "f32[2,5,4]");
    check_inferred(&op, "f32[?,3,4]", "i64[2,?]", "f32[2,?,4]");
    check_refused(&op, "f32[2,3,4]", "i64[3,5]", SIZE(0, 3, 2, 2));
    check_gathers(&op, "i32[2,3]=0,1,2,10,11,12", "i64[2,2]=-1,1,2,3", "i32[2,2]=0,1,12,12");
    for (size_t k = 0; k < ITEMS(far); k++) {
        op = gather_xla_torch_index_select(far[k], 0);
        check_refused(&op, "f32[2,3]", "i64[2]", AXIS("dim", far[k], 0, 1));
        op = gather_xla_torch_index_select(1, far[k]);
        check_refused(&op, "f32[2,3]", "i64[2,2]",
                      ARGUMENT("batch_dims", far[k], 0, far[k] < 0 ? INT64_MAX : 1));
    }
    op = gather_xla_torch_index_select(9, -1);
    check_refused(&op, "string[2]", "f32[2]", ARGUMENT("batch_dims", -1, 0, INT64_MAX));
    op = gather_xla_torch_index_select(9, 9);
    check_refused(&op, "f32[2]", "f32[2]", BARE(DTYPE, "indices"));
    check_refused(&op, "f32[2]", "i8[2]", AXIS("dim", 9, 0, 0));
    op = gather_xla_torch_index_select(1, 1);
    check_refused(&op, "f32[2,3]", "i64[]", ARGUMENT("batch_dims", 1, 0, 0));
    check_refused(&op, "f32[2,0]", "i64[3,1]", SIZE(0, 3, 2, 2));
}

static void test_torch_index_select_of_nothing(void **state) /* COVERS(XLA-G-18, CORE-19) */
{
    (void)state;
    struct gather_op op = gather_xla_torch_index_select(0, 0);
    check_refused(&op, "i32[0,2]", "i64[1]", ZERO_SIZE("data", 0));
    check_inferred(&op, "i32[0,?]", "i64[1]", "i32[1,?]"); /* it may be empty */
    check_gathers(&op, "i32[0,2]", "i64[0]", "i32[0,2]");
    check_gathers(&op, "i32[0,0]", "i64[3]=5,6,7", "i32[3,0]");
    op.policy = GATHER_POLICY_ERROR;
    check_index_refused(&op, "i32[0,0]", "i64[3]=5,6,7", "i32[3,0]", AT(0), INDEX_OUTSIDE(0, 5, 0, -1));
}

/* ---- the order of checks ------------------------------------------------------------------------- */

/* Everything is at fault at first; what is told is mended, and the next fault of XLA-G-19 is told. */
static void test_order_of_attributes(void **state) /* COVERS(XLA-G-19) */
{
    (void)state;
    struct gather_op op = rows();
    SET(&op.offset_dims, 9, 9);
    SET(&op.collapsed_slice_dims, 7, 7);
    SET(&op.operand_batching_dims, 7, 7);
    SET(&op.start_indices_batching_dims, 1, 1);
    SET(&op.start_index_map, 8, 8);
    SET(&op.slice_sizes, -1);
    check_refused(&op, "string[3]", "f32[9]", at_entry(1, GIVEN(ARGUMENT, "offset_dims", 9)));
    SET(&op.offset_dims, 9);
    check_refused(&op, "string[3]", "f32[9]", at_entry(1, GIVEN(ARGUMENT, "collapsed_slice_dims", 7)));
    SET(&op.collapsed_slice_dims, 7);
    check_refused(&op, "string[3]", "f32[9]", at_entry(1, GIVEN(ARGUMENT, "operand_batching_dims", 7)));
    SET(&op.operand_batching_dims, 7);
    check_refused(&op, "string[3]", "f32[9]", at_entry(0, GIVEN(ARGUMENT, "collapsed_slice_dims", 7)));
    SET(&op.collapsed_slice_dims, 6);
    check_refused(&op, "string[3]", "f32[9]", at_entry(1, GIVEN(ARGUMENT, "start_indices_batching_dims", 1)));
    SET(&op.start_indices_batching_dims, 1, 2); /* the vector's, and too many */
    check_refused(&op, "string[3]", "f32[9]", at_entry(0, GIVEN(ARGUMENT, "start_indices_batching_dims", 1)));
    SET(&op.start_indices_batching_dims, 2, 3);
    check_refused(&op, "string[3]", "f32[9]",
                  of_length(OUTSIDE(ARGUMENT, "start_indices_batching_dims", 2, 1, 1)));
    SET(&op.start_indices_batching_dims, 2);
    check_refused(&op, "string[3]", "f32[9]", at_entry(1, GIVEN(ARGUMENT, "start_index_map", 8)));
    SET(&op.start_index_map, 7);
    check_refused(&op, "string[3]", "f32[9]", at_entry(0, GIVEN(ARGUMENT, "start_index_map", 7)));
    SET(&op.start_index_map, 8);
    check_refused(&op, "string[3]", "f32[9]", SLICE(0, -1, INT64_MAX));
    SET(&op.slice_sizes, 2, 2);
    check_refused(&op, "string[3]", "f32[9]", BARE(DTYPE, "data"));
    check_refused(&op, "f32[3]", "f32[9]", BARE(DTYPE, "indices"));
    check_refused(&op, "f32[3]", "i64[9]", of_length(OUTSIDE(ARGUMENT, "slice_sizes", 2, 1, 1)));
}

static void test_order_of_ranges_and_sizes(void **state) /* COVERS(XLA-G-19) */
{
    (void)state;
    struct gather_op op = rows();
    SET(&op.offset_dims, 9, 10);
    SET(&op.collapsed_slice_dims, 7);
    SET(&op.operand_batching_dims, 8);
    SET(&op.start_indices_batching_dims, 6);
    SET(&op.start_index_map, 5);
    SET(&op.slice_sizes, 2, 2, 9);
    op.index_vector_dim = 9;
    check_refused(&op, "f32[2,3,4]", "i64[5,2]", BARE(RANK, "data"));
    SET(&op.offset_dims, 9);
    check_refused(&op, "f32[2,3,4]", "i64[5,2]", AXIS("index_vector_dim", 9, 0, 2));
    op.index_vector_dim = 1;
    check_refused(&op, "f32[2,3,4]", "i64[5,2]", at_entry(0, AXIS("offset_dims", 9, 0, 1)));
    SET(&op.offset_dims, 1);
    check_refused(&op, "f32[2,3,4]", "i64[5,2]", at_entry(0, AXIS("collapsed_slice_dims", 7, 0, 2)));
    SET(&op.collapsed_slice_dims, 0);
    check_refused(&op, "f32[2,3,4]", "i64[5,2]", at_entry(0, AXIS("operand_batching_dims", 8, 0, 2)));
    SET(&op.operand_batching_dims, 1);
    check_refused(&op, "f32[2,3,4]", "i64[5,2]", at_entry(0, AXIS("start_indices_batching_dims", 6, 0, 1)));
    SET(&op.start_indices_batching_dims, 0);
    check_refused(&op, "f32[2,3,4]", "i64[5,2]", at_entry(0, AXIS("start_index_map", 5, 0, 2)));
    SET(&op.start_index_map, 2);
    check_refused(&op, "f32[2,3,4]", "i64[5,2]", SIZE(1, 2, 1, 1));
    check_refused(&op, "f32[2,3,4]", "i64[5,1]", SLICE(0, 2, 1));
    op.slice_sizes.at[0] = 1;
    check_refused(&op, "f32[2,3,4]", "i64[5,1]", SLICE(1, 2, 1));
    op.slice_sizes.at[1] = 1;
    check_refused(&op, "f32[2,3,4]", "i64[5,1]", SIZE(0, 5, 3, 3));
    check_refused(&op, "f32[2,3,4]", "i64[3,1]", SLICE(2, 9, 4));
}

/* ---- elements ------------------------------------------------------------------------------------ */

static void test_windows(void **state) /* COVERS(XLA-G-5, XLA-G-6, XLA-G-8, XLA-G-9, XLA-G-10, XLA-G-14) */
{
    (void)state;
    struct gather_op op = rows();
    check_gathers(&op, "i32[3,4]=0,1,2,3,10,11,12,13,20,21,22,23", "i8[3]=-1,127,1",
                  "i32[3,4]=0,1,2,3,20,21,22,23,10,11,12,13");
    static const struct gather_xla_dimension_numbers window = {LIST(0, 1), NO_LIST, LIST(1, 0),
                                                               NO_LIST,    NO_LIST, 0};
    op = gather_xla_gather(&window, SLICES(2, 2));
    check_gathers(&op, "i32[3,3]=0,1,2,10,11,12,20,21,22", "u64[2]=18446744073709551615,1",
                  "i32[2,2]=11,12,21,22");
    op = batched();
    check_gathers(&op, "i32[3,4]=0,1,2,3,10,11,12,13,20,21,22,23", "i32[3,2]=0,3,1,9,-9,2",
                  "i32[3,2]=0,3,11,13,20,22");
    SET(&op.slice_sizes, 1, 0);
    check_gathers(&op, "i32[3,4]=0,1,2,3,10,11,12,13,20,21,22,23", "i32[3,2]=0,3,1,9,-9,2",
                  "i32[3,2]=0,0,0,0,0,0");
}

static void test_policies_over_windows(void **state) /* COVERS(CORE-14, CORE-15) */
{
    (void)state;
    static const struct gather_xla_dimension_numbers window = {LIST(1), NO_LIST, LIST(0),
                                                               NO_LIST, NO_LIST, 1};
    struct gather_op op = gather_xla_gather(&window, SLICES(2));
    check_gathers(&op, "i32[3]=10,11,12", "i32[3]=2,1,-1", "i32[3,2]=11,12,11,12,10,11");
    op.policy = GATHER_POLICY_ERROR;
    check_index_refused(&op, "i32[3]=10,11,12", "i32[3]=0,2,-1", "i32[3,2]", AT(1),
                        INDEX_OUTSIDE(0, 2, 0, 1));
    op.policy = GATHER_POLICY_ZERO;
    check_gathers(&op, "i32[3]=10,11,12", "i32[3]=2,1,-1", "i32[3,2]=0,0,11,12,0,0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inputs_and_options),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_lists_by_themselves),
        cmocka_unit_test(test_ranges_of_lists),
        cmocka_unit_test(test_counts_of_lists),
        cmocka_unit_test(test_counts_below_0),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_ranks_beyond),
        cmocka_unit_test(test_output_given),
        cmocka_unit_test(test_dynamic_slice),
        cmocka_unit_test(test_torch_index_select),
        cmocka_unit_test(test_torch_index_select_of_nothing),
        cmocka_unit_test(test_order_of_attributes),
        cmocka_unit_test(test_order_of_ranges_and_sizes),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_policies_over_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
