/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenVINO's embedding bags and GatherTree: what each refuses, with its numbers and in the order of OV-5, and what it
 * infers.
 */
#include "support/op_check.h"

/* ---- calls of several operands ------------------------------------------------------------------- */

enum { MOST = 6 };

/* Operands, from a text a time; the last is followed by NULL. Returns: how many. */
static size_t inputs_of(const char *const *texts, struct gather_layout *inputs)
{
    size_t count = 0;
    for (; texts[count] != NULL; count++)
        inputs[count] = operand_of(texts[count], NULL);
    return count;
}

static void check_call_refused(const struct gather_op *op, const char *const *texts, struct refusal expected)
{
    struct gather_layout inputs[MOST];
    check_inputs_refused(op, inputs, inputs_of(texts, inputs), expected);
}

static void check_call_inferred(const struct gather_op *op, const char *const *texts, const char *expected)
{
    struct gather_layout inputs[MOST], output;
    const struct gather_layout shape = operand_of(expected, NULL);
    const size_t count = inputs_of(texts, inputs);
    assert_int_equal(gather_infer(op, inputs, count, &output, NULL), GATHER_STATUS_OK);
    assert_int_equal(output.dtype, shape.dtype);
    assert_int_equal(output.rank, shape.rank);
    for (int32_t d = 0; d < shape.rank; d++)
        assert_int_equal(output.sizes[d], shape.sizes[d]);
}

#define INPUTS(...)                                                                                          \
    (const char *const[]) { __VA_ARGS__, NULL }
#define RANK_OF(name, given, wanted) OUTSIDE(RANK, name, given, wanted, wanted)

/* One size of an operand, which is to be another's. */
static struct refusal size_of(const char *name, int32_t dimension, int64_t size, int64_t wanted)
{
    struct refusal refusal = SIZE(dimension, size, wanted, wanted);
    refusal.operand = name;
    return refusal;
}

static struct gather_op offsets_sum(void) { return gather_openvino_embedding_bag_offsets_sum(3); }
static struct gather_op packed_sum(void) { return gather_openvino_embedding_bag_packed_sum(3); }

/* ---- versions, inputs, options ------------------------------------------------------------------- */

static void check_versions(struct gather_op op, int32_t first, const char *const *texts, const char *shape)
{
    const int32_t refused[] = {first - 1, 18, -1, INT32_MAX, INT32_MIN};
    for (op.version = first; op.version <= 17; op.version++)
        check_call_inferred(&op, texts, shape);
    for (size_t k = 0; k < ITEMS(refused); k++) {
        op.version = refused[k];
        if (op.version != 0) /* the newest */
            check_call_refused(&op, texts, OUTSIDE(UNSUPPORTED, "version", op.version, first, 17));
    }
}

static void test_versions(void **state) /* COVERS(OV-1) */
{
    (void)state;
    const char *const *offsets = INPUTS("f32[3,2]", "i32[4]", "i32[2]"), *const *packed =
                                                                             INPUTS("f32[3,2]", "i32[2,4]");
    check_versions(gather_openvino_embedding_bag_offsets(0, 0), 15, offsets, "f32[2,2]");
    check_versions(gather_openvino_embedding_bag_offsets_sum(0), 3, offsets, "f32[2,2]");
    check_versions(gather_openvino_embedding_bag_packed(0, 0), 15, packed, "f32[2,2]");
    check_versions(gather_openvino_embedding_bag_packed_sum(0), 3, packed, "f32[2,2]");
    check_versions(gather_openvino_gather_tree(0), 1, INPUTS("f32[3,2,4]", "f32[3,2,4]", "f32[2]", "f32[]"),
                   "f32[3,2,4]");
}

/* As many inputs as there are from `least` to `most`, and none beyond. */
static void check_counts(struct gather_op op, const char *const *texts, const char *const *names,
                         size_t least, size_t most)
{
    struct gather_layout inputs[MOST];
    (void)inputs_of(texts, inputs);
    for (size_t count = 0; count < least; count++)
        check_inputs_refused(&op, inputs, count, BARE(ARGUMENT, names[count]));
    check_inputs_refused(&op, inputs, most + 1,
                         ARGUMENT("inputs", (int64_t)most + 1, (int64_t)least, (int64_t)most));
}

static void test_number_of_inputs(void **state) /* COVERS(OV-2, OV-EMB-1) */
{
    (void)state;
    const char *const *offsets = INPUTS("f32[3]", "i32[4]", "i32[2]", "i32[]", "f32[4]", "f32[4]");
    const char *const *tree = INPUTS("f32[3,2,4]", "f32[3,2,4]", "f32[2]", "f32[]", "f32[]");
    check_counts(offsets_sum(), offsets, INPUTS("emb_table", "indices", "offsets"), 3, 5);
    check_counts(packed_sum(), offsets, INPUTS("emb_table", "indices"), 2, 3);
    check_counts(gather_openvino_gather_tree(1), tree,
                 INPUTS("step_ids", "parent_ids", "max_seq_len", "end_token"), 4, 4);
}

static void test_options(void **state) /* COVERS(CORE-15) */
{
    (void)state;
    struct gather_op ops[] = {offsets_sum(), gather_openvino_gather_tree(1)};
    const char *const *const texts[] = {INPUTS("f32[3]", "i32[4]", "i32[2]"),
                                        INPUTS("f32[3,2,4]", "f32[3,2,4]", "f32[2]", "f32[]")};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        ops[k].policy = GATHER_POLICY_ERROR;
        check_call_inferred(&ops[k], texts[k], k == 0 ? "f32[2]" : "f32[3,2,4]");
        for (ops[k].policy = GATHER_POLICY_ZERO; ops[k].policy <= GATHER_POLICY_SKIP; ops[k].policy++)
            check_call_refused(&ops[k], texts[k], BARE(ARGUMENT, "policy"));
        check_call_refused(&ops[k], texts[k], ARGUMENT("policy", 7, 0, 6));
        ops[k].policy = GATHER_POLICY_OWN;
        ops[k].strictness = GATHER_STRICT;
        check_call_refused(&ops[k], texts[k], BARE(ARGUMENT, "strict"));
    }
}

static void test_reductions(void **state) /* COVERS(OV-EMB-10) */
{
    (void)state;
    struct gather_op op = gather_openvino_embedding_bag_packed(15, 2);
    const char *const *weighted = INPUTS("f32[3,2]", "i32[2,4]", "f32[2,4]");
    check_call_refused(&op, INPUTS("f32[3,2]", "i32[2,4]"), ARGUMENT("reduction", 2, 0, 1));
    op.reduction = GATHER_REDUCTION_MEAN;
    check_call_inferred(&op, INPUTS("f32[3,2]", "i32[2,4]"), "f32[2,2]");
    check_call_refused(&op, weighted, BARE(ARGUMENT, "reduction"));
    op = packed_sum();
    op.reduction = GATHER_REDUCTION_MEAN;
    check_call_refused(&op, INPUTS("f32[3,2]", "i32[2,4]"), BARE(ARGUMENT, "reduction"));
    op = gather_openvino_embedding_bag_offsets(15, GATHER_REDUCTION_MEAN);
    check_call_inferred(&op, INPUTS("f32[3,2]", "i32[4]", "i32[5]", "i32[]"), "f32[5,2]");
    check_call_refused(&op, INPUTS("f32[3,2]", "i32[4]", "i32[5]", "i32[]", "f32[4]"),
                       BARE(ARGUMENT, "reduction"));
}

/* ---- types --------------------------------------------------------------------------------------- */

#define NUMBERS " i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 "

/* A type of all inputs that have it in common, at places of `texts` that a star marks. */
static void check_common_types(const struct gather_op *op, const char *const *shapes, const char *operand)
{
    for (int32_t dtype = GATHER_DTYPE_NONE + 1; dtype < GATHER_DTYPE_COUNT; dtype++) {
        struct gather_layout inputs[MOST], output;
        const size_t count = inputs_of(shapes, inputs);
        char name[24] = " ";
        gather_dtype_name(dtype, GATHER_WORLD_OWN, name + 1, sizeof name - 2);
        strcat(name, " ");
        for (size_t k = 0; k < count; k++)
            if (shapes[k][0] == 'f') {
                inputs[k].dtype = dtype;
                inputs[k].cell_bits = gather_dtype_bits(dtype);
            }
        if (strstr(NUMBERS, name) == NULL) {
            check_inputs_refused(op, inputs, count, BARE(DTYPE, operand));
            continue;
        }
        assert_int_equal(gather_infer(op, inputs, count, &output, NULL), GATHER_STATUS_OK);
        assert_int_equal(output.dtype, dtype);
    }
}

static void test_types(void **state) /* COVERS(OV-4, OV-40, OV-EMB-2, OV-EMB-4) */
{
    (void)state;
    const struct gather_op offsets = offsets_sum(), packed = packed_sum(),
                           tree = gather_openvino_gather_tree(1);
    check_common_types(&offsets, INPUTS("f32[3]", "i64[4]", "i64[2]", "i64[]", "f32[4]"), "emb_table");
    check_common_types(&packed, INPUTS("f32[3]", "i32[4,2]", "f32[4,2]"), "emb_table");
    check_common_types(&tree, INPUTS("f32[3,2,4]", "f32[3,2,4]", "f32[2]", "f32[]"), "step_ids");
    check_types(&packed, "f32[3]", "i32[4,2]", 1, " i32 i64 ", "indices");
    check_call_refused(&offsets, INPUTS("f32[3]", "i32[4]", "i64[2]"), BARE(DTYPE, "offsets"));
    check_call_refused(&offsets, INPUTS("f32[3]", "i32[4]", "i32[2]", "i64[]"), BARE(DTYPE, "default_index"));
    check_call_refused(&offsets, INPUTS("f32[3]", "i32[4]", "i32[2]", "i32[]", "f64[4]"),
                       BARE(DTYPE, "per_sample_weights"));
    check_call_refused(&packed, INPUTS("f32[3]", "i32[4,1]", "f16[4,1]"), BARE(DTYPE, "per_sample_weights"));
    check_call_refused(&tree, INPUTS("i32[3,2,4]", "i64[3,2,4]", "i32[2]", "i32[]"),
                       BARE(DTYPE, "parent_ids"));
    check_call_refused(&tree, INPUTS("i32[3,2,4]", "i32[3,2,4]", "u32[2]", "i32[]"),
                       BARE(DTYPE, "max_seq_len"));
    check_call_refused(&tree, INPUTS("i32[3,2,4]", "i32[3,2,4]", "i32[2]", "f32[]"),
                       BARE(DTYPE, "end_token"));
}

/* ---- ranks and shapes ---------------------------------------------------------------------------- */

static void test_ranks(void **state) /* COVERS(OV-41, OV-EMB-3) */
{
    (void)state;
    const struct gather_op offsets = offsets_sum(), packed = packed_sum(),
                           tree = gather_openvino_gather_tree(1);
    check_call_refused(&offsets, INPUTS("f32[]", "i32[]", "i32[2]"), BARE(RANK, "emb_table"));
    check_call_refused(&offsets, INPUTS("f32[3]", "i32[4,1]", "i32[]"), RANK_OF("indices", 2, 1));
    check_call_refused(&offsets, INPUTS("f32[3]", "i32[4]", "i32[]", "i32[1]"), RANK_OF("offsets", 0, 1));
    check_call_refused(&offsets, INPUTS("f32[3]", "i32[4]", "i32[2]", "i32[1]", "f32[]"),
                       RANK_OF("default_index", 1, 0));
    check_call_refused(&offsets, INPUTS("f32[3]", "i32[4]", "i32[2]", "i32[]", "f32[4,1]"),
                       RANK_OF("per_sample_weights", 2, 1));
    check_call_refused(&packed, INPUTS("f32[3]", "i32[4]"), RANK_OF("indices", 1, 2));
    check_call_refused(&packed, INPUTS("f32[3]", "i32[4,1]", "f32[4]"), RANK_OF("per_sample_weights", 1, 2));
    check_call_refused(&tree, INPUTS("i8[2,4]", "i8[2]", "i8[2]", "i8[]"), RANK_OF("step_ids", 2, 3));
    check_call_refused(&tree, INPUTS("i8[3,2,4]", "i8[2]", "i8[]", "i8[]"), RANK_OF("parent_ids", 1, 3));
    check_call_refused(&tree, INPUTS("i8[3,2,4]", "i8[3,9,4]", "i8[]", "i8[1]"),
                       RANK_OF("max_seq_len", 0, 1));
    check_call_refused(&tree, INPUTS("i8[3,2,4]", "i8[3,9,4]", "i8[9]", "i8[1]"), RANK_OF("end_token", 1, 0));
}

static void test_shapes_of_bags(void **state) /* COVERS(OV-11, OV-12, OV-EMB-3, OV-EMB-4) */
{
    (void)state;
    const struct gather_op offsets = offsets_sum(), packed = packed_sum();
    check_call_inferred(&offsets, INPUTS("f32[3,4,5]", "i32[7]", "i32[2]"), "f32[2,4,5]");
    check_call_inferred(&offsets, INPUTS("f32[?,?]", "i32[?]", "i32[?]", "i32[]", "f32[?]"), "f32[?,?]");
    check_call_inferred(&offsets, INPUTS("f32[?]", "i32[7]", "i32[0]", "i32[]", "f32[?]"), "f32[0]");
    check_call_inferred(&packed, INPUTS("f32[3,?]", "i32[?,4]", "f32[6,?]"), "f32[?,?]");
    check_call_inferred(&packed, INPUTS("f32[0,2]", "i32[5,0]"), "f32[5,2]");
    check_call_refused(&offsets, INPUTS("f32[3]", "i32[7]", "i32[2]", "i32[]", "f32[6]"),
                       size_of("per_sample_weights", 0, 6, 7));
    check_call_refused(&packed, INPUTS("f32[3]", "i32[?,4]", "f32[6,5]"),
                       size_of("per_sample_weights", 1, 5, 4));
    check_call_refused(&packed, INPUTS("u8[1,4611686018427387904]", "i32[2,1]"), BARE(OVERFLOW, "output"));
}

static void test_shapes_of_trees(void **state) /* COVERS(OV-11, OV-41) */
{
    (void)state;
    const struct gather_op tree = gather_openvino_gather_tree(0);
    check_call_inferred(&tree, INPUTS("u8[?,2,?]", "u8[5,?,?]", "u8[?]", "u8[]"), "u8[5,2,?]");
    check_call_inferred(&tree, INPUTS("u8[?,?,4]", "u8[?,?,?]", "u8[3]", "u8[]"), "u8[?,3,4]");
    check_call_inferred(&tree, INPUTS("u8[0,2,4]", "u8[0,2,4]", "u8[2]", "u8[]"), "u8[0,2,4]");
    check_call_refused(&tree, INPUTS("u8[3,2,4]", "u8[3,2,5]", "u8[9]", "u8[]"),
                       size_of("parent_ids", 2, 5, 4));
    check_call_refused(&tree, INPUTS("u8[3,2,4]", "u8[3,2,4]", "u8[1]", "u8[]"),
                       size_of("max_seq_len", 0, 1, 2));
    check_call_refused(&tree, INPUTS("u8[3,?,4]", "u8[3,2,4]", "u8[1]", "u8[]"),
                       size_of("max_seq_len", 0, 1, 2));
}

/* ---- the order of checks ------------------------------------------------------------------------- */

/* In each line two neighbours of OV-5 are at fault, and the first is told. */
static void test_order(void **state) /* COVERS(OV-5) */
{
    (void)state;
    struct gather_op op = gather_openvino_embedding_bag_offsets(14, 2);
    op.policy = GATHER_POLICY_ZERO;
    check_call_refused(&op, INPUTS("bool[]"), OUTSIDE(UNSUPPORTED, "version", 14, 15, 17));
    op.version = 15;
    check_call_refused(&op, INPUTS("bool[]"), BARE(ARGUMENT, "indices"));
    check_call_refused(&op, INPUTS("bool[]", "i8[]", "i8[]"), BARE(ARGUMENT, "policy"));
    op.policy = GATHER_POLICY_OWN;
    check_call_refused(&op, INPUTS("bool[]", "i8[]", "i8[]"), ARGUMENT("reduction", 2, 0, 1));
    op.reduction = GATHER_REDUCTION_SUM;
    check_call_refused(&op, INPUTS("bool[]", "i8[]", "i8[]"), BARE(DTYPE, "emb_table"));
    check_call_refused(&op, INPUTS("f32[]", "i8[]", "i8[]"), BARE(DTYPE, "indices"));
    check_call_refused(&op, INPUTS("f32[]", "i32[]", "i64[]"), BARE(DTYPE, "offsets"));
    check_call_refused(&op, INPUTS("f32[]", "i32[]", "i32[]"), BARE(RANK, "emb_table"));
    check_call_refused(&op, INPUTS("f32[3]", "i32[7]", "i32[2]", "i32[2]", "f32[6]"),
                       RANK_OF("default_index", 1, 0));
}

/* ---- names --------------------------------------------------------------------------------------- */

/* An op by its name, with a reduction if one is given. */
static enum gather_status name_op(struct gather_op *op, const char *name, int64_t version,
                                  const char *reduction)
{
    const struct gather_attribute number = {.kind = GATHER_ATTRIBUTE_INTEGER, .integer = version};
    const struct gather_attribute given = {
        .name = "reduction", .kind = GATHER_ATTRIBUTE_TEXT, .text = reduction};
    return gather_op_from_names(op, "openvino", name, version != 0 ? &number : NULL, &given,
                                reduction != NULL, NULL);
}

static void check_named(struct gather_op made, const char *name, int64_t version, const char *reduction)
{
    struct gather_op named;
    assert_int_equal(name_op(&named, name, version, reduction), GATHER_STATUS_OK);
    assert_memory_equal(&made, &named, sizeof made);
}

static void test_names(void **state) /* COVERS(CORE-27, OV-1, OV-2, OV-EMB-10) */
{
    (void)state;
    struct gather_op op;
    const int32_t mean = GATHER_REDUCTION_MEAN;
    check_named(gather_openvino_gather_tree(1), "GatherTree", 1, NULL);
    check_named(gather_openvino_embedding_bag_offsets(15, mean), "EmbeddingBagOffsets", 15, "mean");
    check_named(gather_openvino_embedding_bag_offsets(0, 0), "EmbeddingBagOffsets", 0, NULL);
    check_named(gather_openvino_embedding_bag_offsets_sum(3), "EmbeddingBagOffsetsSum", 3, NULL);
    check_named(gather_openvino_embedding_bag_packed(16, mean), "EmbeddingBagPacked", 16, "mean");
    check_named(gather_openvino_embedding_bag_packed(16, 0), "EmbeddingBagPacked", 16, "sum");
    check_named(gather_openvino_embedding_bag_packed_sum(14), "EmbeddingBagPackedSum", 14, NULL);
    assert_int_equal(name_op(&op, "EmbeddingBagPacked", 15, "max"), GATHER_STATUS_ARGUMENT);
    assert_int_equal(name_op(&op, "EmbeddingBagPackedSum", 3, "sum"), GATHER_STATUS_ARGUMENT);
    assert_int_equal(name_op(&op, "GatherTree", 0, "sum"), GATHER_STATUS_ARGUMENT);
    assert_int_equal(name_op(&op, "EmbeddingBagOffsets", 14, NULL), GATHER_STATUS_UNSUPPORTED);
    assert_int_equal(name_op(&op, "EmbeddingBagOffsetsSum", 2, NULL), GATHER_STATUS_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),       cmocka_unit_test(test_number_of_inputs),
        cmocka_unit_test(test_options),        cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_types),          cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_shapes_of_bags), cmocka_unit_test(test_shapes_of_trees),
        cmocka_unit_test(test_order),          cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
