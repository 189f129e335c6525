/* SPDX-License-Identifier: Apache-2.0 */
/* Operators by their names: every attribute, option and version that a page has, and what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/gather.h"
#include "gather/names.h"

/* ---- attributes by hand -------------------------------------------------------------------------- */

static struct gather_attribute integer(const char *name, int64_t value)
{
    struct gather_attribute made = {.name = name, .kind = GATHER_ATTRIBUTE_INTEGER, .integer = value};
    return made;
}

static struct gather_attribute boolean(const char *name, int value)
{
    struct gather_attribute made = {.name = name, .kind = GATHER_ATTRIBUTE_BOOLEAN, .integer = value};
    return made;
}

static struct gather_attribute text(const char *name, const char *value)
{
    struct gather_attribute made = {
        .name = name, .kind = GATHER_ATTRIBUTE_TEXT, .text = value, .count = strlen(value)};
    return made;
}

static struct gather_attribute list(const char *name, const int64_t *values, size_t count)
{
    struct gather_attribute made = {
        .name = name, .kind = GATHER_ATTRIBUTE_INTEGERS, .integers = values, .count = count};
    return made;
}

static struct gather_attribute null(const char *name)
{
    struct gather_attribute made = {.name = name, .kind = GATHER_ATTRIBUTE_NONE};
    return made;
}

static struct gather_attribute other(const char *name)
{
    struct gather_attribute made = {.name = name, .kind = GATHER_ATTRIBUTE_OTHER};
    return made;
}

static struct gather_attribute bytes(const char *name, const char *value, size_t count)
{
    struct gather_attribute made = {
        .name = name, .kind = GATHER_ATTRIBUTE_BYTES, .text = value, .count = count};
    return made;
}

static struct gather_attribute option(struct gather_attribute attribute)
{
    attribute.is_option = 1;
    return attribute;
}

/* ---- making and refusing ------------------------------------------------------------------------- */

/* An operator of a world, and what it is given. */
struct asked {
    const char *dialect, *name;
    struct gather_attribute version;
    struct gather_attribute given[8];
};

static size_t count_of(const struct asked *asked)
{
    size_t count = 0;
    while (count < 8 && asked->given[count].name != NULL)
        count++;
    return count;
}

static struct gather_op make(const struct asked *asked)
{
    struct gather_op op;
    struct gather_error error = {0};
    enum gather_status status = gather_op_from_names(&op, asked->dialect, asked->name, &asked->version,
                                                     asked->given, count_of(asked), &error);
    assert_int_equal(status, GATHER_STATUS_OK);
    assert_int_equal(error.status, 0);
    return op;
}

/* Returns: what the error has. */
static uint32_t refuse(const struct asked *asked, enum gather_status expected, const char *operand)
{
    struct gather_op op, before;
    struct gather_error error = {0};
    memset(&op, 0x5A, sizeof op);
    before = op;
    enum gather_status status = gather_op_from_names(&op, asked->dialect, asked->name, &asked->version,
                                                     asked->given, count_of(asked), &error);
    assert_int_equal(status, expected);
    assert_int_equal(error.status, expected);
    if (operand == NULL)
        assert_null(error.operand);
    else
        assert_string_equal(error.operand, operand);
    assert_memory_equal(&op, &before, sizeof op);
    assert_int_equal(gather_op_from_names(&op, asked->dialect, asked->name, &asked->version, asked->given,
                                          count_of(asked), NULL),
                     expected);
    return (uint32_t)error.has;
}

#define ASK(...) (&(struct asked){__VA_ARGS__})
#define ASK_BARE(world, op) (&(struct asked){.dialect = world, .name = op})
#define ASK_VERSION(world, op, number) (&(struct asked){.dialect = world, .name = op, .version = number})

/* ---- rows ---------------------------------------------------------------------------------------- */

/* COVERS(CORE-27): each name once, with its inputs; the two ways to a row agree. */
static void test_rows(void **state)
{
    (void)state;
    const struct gather_op_name *row;
    size_t count = 0;
    for (; (row = gather_op_name_at(count)) != NULL; count++) {
        assert_ptr_equal(gather_op_name_find(row->dialect, row->name), row);
        assert_int_not_equal(row->operation, GATHER_OPERATION_NONE);
        assert_in_range(row->required, 1, GATHER_MAX_INPUTS);
        assert_non_null(row->inputs[row->required - 1]);
    }
    assert_int_equal(count, 31);
    assert_null(gather_op_name_at(SIZE_MAX));
    assert_null(gather_op_name_find("onnx", "gather"));
    assert_null(gather_op_name_find("tensorflow", "gather"));
    row = gather_op_name_find("torch", "embedding");
    assert_string_equal(row->inputs[0], "indices");
    assert_string_equal(row->inputs[1], "data");
    row = gather_op_name_find("xla", "copy");
    assert_null(row->inputs[1]);
    assert_null(gather_op_attribute_at(row, 0));
    row = gather_op_name_find("openvino", "EmbeddingBagOffsetsSum");
    assert_int_equal(row->required, 3);
    assert_string_equal(row->inputs[0], "emb_table");
    assert_string_equal(row->inputs[4], "per_sample_weights");
    assert_null(gather_op_attribute_at(row, 0));
    row = gather_op_name_find("numpy", "take");
    assert_string_equal(gather_op_attribute_at(row, 0), "mode");
    assert_string_equal(gather_op_attribute_at(row, 1), "axis");
    assert_null(gather_op_attribute_at(row, 2));
    assert_null(gather_op_attribute_at(row, SIZE_MAX));
}

static void test_unknown_operators(void **state)
{
    (void)state;
    refuse(ASK_BARE("nobody", "Gather"), GATHER_STATUS_UNSUPPORTED, "nobody");
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static void test_defaults(void **state)
{
    (void)state;
    struct gather_op op = make(ASK_BARE("onnx", "Gather"));
    assert_int_equal(op.operation, GATHER_OPERATION_ONNX_GATHER);
    assert_int_equal(op.version, 0);
    assert_int_equal(op.axis, 0);
    op = make(ASK_BARE("numpy", "take"));
    assert_int_equal(op.is_flat, 1);
    assert_int_equal(op.mode, 0);
    op = make(ASK_BARE("numpy", "take_along_axis"));
    assert_int_equal(op.axis, -1);
    assert_int_equal(op.is_flat, 0);
    op = make(ASK_BARE("torch", "take_along_dim"));
    assert_int_equal(op.is_flat, 1);
    op = make(ASK_BARE("torch", "embedding"));
    assert_int_equal(op.has_padding_index, 0);
    assert_int_equal(op.has_max_norm, 0);
}

static void test_integers(void **state)
{
    (void)state;
    struct gather_op op = make(
        ASK("openvino", "Gather", integer("", 7), {integer("batch_dims", -1), integer("axis", INT64_MIN)}));
    assert_int_equal(op.version, 7);
    assert_true(op.axis == INT64_MIN);
    assert_int_equal(op.batch_dims, -1);
    op = make(ASK("directml", "GATHER_ND1", text("", "6.4"),
                  {integer("InputDimensionCount", 4), integer("IndicesDimensionCount", 3),
                   integer("BatchDimensionCount", 2)}));
    assert_int_equal(op.version, 64);
    assert_int_equal(op.data_count, 4);
    assert_int_equal(op.indices_count, 3);
    assert_int_equal(op.batch_dims, 2);
    op = make(
        ASK("directml", "GATHER", null(""), {integer("Axis", 4294967295), integer("IndexDimensions", 1)}));
    assert_true(op.axis == 4294967295);
    assert_int_equal(op.indices_count, 1);
    op = make(ASK("xla", "torch_index_select", null(""), {integer("dim", 2), integer("batch_dims", 1)}));
    assert_int_equal(op.axis, 2);
    assert_int_equal(op.batch_dims, 1);
}

/* OpenVINO passes its axis as a tensor of shape [] or [1]. */
static void test_one_integer(void **state)
{
    (void)state;
    static const int64_t two[] = {1, 0};
    assert_int_equal(make(ASK("openvino", "Gather", null(""), {list("axis", two, 1)})).axis, 1);
    refuse(ASK("openvino", "Gather", null(""), {list("axis", two, 2)}), GATHER_STATUS_SHAPE, "axis");
    refuse(ASK("openvino", "Gather", null(""), {list("axis", two, 0)}), GATHER_STATUS_SHAPE, "axis");
    refuse(ASK("openvino", "GatherElements", null(""), {list("axis", two, 1)}), GATHER_STATUS_ARGUMENT,
           "axis");
}

static void test_null(void **state)
{
    (void)state;
    assert_int_equal(make(ASK("numpy", "take_along_axis", null(""), {null("axis")})).is_flat, 1);
    assert_int_equal(make(ASK("numpy", "take", null(""), {integer("axis", 0)})).is_flat, 0);
    assert_int_equal(make(ASK("torch", "take_along_dim", null(""), {null("dim")})).is_flat, 1);
    assert_int_equal(make(ASK("torch", "take_along_dim", null(""), {integer("dim", 0)})).is_flat, 0);
    refuse(ASK("numpy", "getitem", null(""), {null("axis")}), GATHER_STATUS_ARGUMENT, "axis");
    refuse(ASK("torch", "index_select", null(""), {null("dim")}), GATHER_STATUS_ARGUMENT, "dim");
}

static void test_embedding(void **state)
{
    (void)state;
    struct gather_op op = make(ASK("torch", "embedding", null(""),
                                   {integer("padding_idx", -4), null("max_norm"), other("norm_type"),
                                    boolean("sparse", 1), boolean("scale_grad_by_freq", 0)}));
    assert_int_equal(op.has_padding_index, 1);
    assert_int_equal(op.padding_index, -4);
    assert_int_equal(op.has_max_norm, 0);
    assert_int_equal(make(ASK("torch", "embedding", null(""), {other("max_norm")})).has_max_norm, 1);
    assert_int_equal(make(ASK("torch", "embedding", null(""), {null("padding_idx")})).has_padding_index, 0);
    refuse(ASK("torch", "embedding", null(""), {text("norm_type", "2")}), GATHER_STATUS_ARGUMENT,
           "norm_type");
    refuse(ASK("torch", "embedding", null(""), {integer("sparse", 1)}), GATHER_STATUS_ARGUMENT, "sparse");
}

static void test_modes(void **state)
{
    (void)state;
    assert_int_equal(make(ASK("numpy", "take", null(""), {text("mode", "raise")})).mode, GATHER_POLICY_ERROR);
    assert_int_equal(make(ASK("numpy", "take", null(""), {text("mode", "wrap")})).mode, GATHER_POLICY_WRAP);
    assert_int_equal(make(ASK("numpy", "take", null(""), {text("mode", "clip")})).mode, GATHER_POLICY_CLAMP);
    refuse(ASK("numpy", "take", null(""), {text("mode", "fill")}), GATHER_STATUS_ARGUMENT, "mode");
    refuse(ASK("numpy", "take", null(""), {integer("mode", 0)}), GATHER_STATUS_ARGUMENT, "mode");
    refuse(ASK("numpy", "take", null(""), {other("axis"), text("mode", "x")}), GATHER_STATUS_ARGUMENT,
           "mode");
}

/* A list that is too long keeps its count, so that the operator refuses it. */
static void test_lists(void **state)
{
    (void)state;
    int64_t values[GATHER_MAX_RANK + 2];
    for (int64_t k = 0; k <= GATHER_MAX_RANK + 1; k++)
        values[k] = k + 1;
    struct gather_op op =
        make(ASK("xla", "gather", null(""),
                 {list("slice_sizes", values, 2), list("offset_dims", values, 1),
                  list("start_index_map", values, 1), list("collapsed_slice_dims", values, 0),
                  list("operand_batching_dims", values + 1, GATHER_MAX_RANK + 1),
                  list("start_indices_batching_dims", values, GATHER_MAX_RANK + 1),
                  integer("index_vector_dim", 18), boolean("indices_are_sorted", 1)}));
    assert_int_equal(op.slice_sizes.count, 2);
    assert_int_equal(op.slice_sizes.at[1], 2);
    assert_int_equal(op.slice_sizes.at[2], 0);
    assert_int_equal(op.offset_dims.count, 1);
    assert_int_equal(op.start_index_map.count, 1);
    assert_int_equal(op.collapsed_slice_dims.count, 0);
    assert_int_equal(op.operand_batching_dims.count, GATHER_MAX_RANK + 1);
    assert_int_equal(op.start_indices_batching_dims.count, GATHER_MAX_RANK + 1);
    assert_int_equal(op.start_indices_batching_dims.at[GATHER_MAX_RANK - 1], GATHER_MAX_RANK);
    assert_int_equal(op.index_vector_dim, 18);
    assert_int_equal(
        make(ASK("xla", "dynamic_slice", null(""), {list("slice_sizes", values, 0)})).slice_sizes.count, 0);
    refuse(ASK("xla", "gather", null(""), {integer("slice_sizes", 1)}), GATHER_STATUS_ARGUMENT,
           "slice_sizes");
    refuse(ASK_BARE("xla", "gather"), GATHER_STATUS_ARGUMENT, "slice_sizes");
    refuse(ASK_BARE("xla", "dynamic_slice"), GATHER_STATUS_ARGUMENT, "slice_sizes");
}

/* COVERS(ONNX-4, OV-2, DML-91, CORE-27) */
/* A value of another kind is told from one that is not allowed. */
static void test_other_kinds(void **state)
{
    const struct asked *const others[] = {
        ASK("onnx", "Gather", null(""), {other("axis")}),
        ASK("onnx", "Gather", null(""), {text("axis", "0")}),
        ASK("xla", "dynamic_slice", null(""), {integer("slice_sizes", 1)}),
        ASK("torch", "gather", null(""), {integer("dim", 0), integer("sparse_grad", 1)}),
        ASK("torch", "embedding", null(""), {text("norm_type", "2")})};
    const char *const names[] = {"axis", "axis", "slice_sizes", "sparse_grad", "norm_type"};
    (void)state;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        assert_int_equal(refuse(others[k], GATHER_STATUS_ARGUMENT, names[k]), GATHER_ERROR_HAS_OTHER_KIND);
    assert_int_equal(
        refuse(ASK("onnx", "Gather", null(""), {integer("Axis", 1)}), GATHER_STATUS_ARGUMENT, "Axis"), 0);
    assert_int_equal(
        refuse(ASK("numpy", "take", null(""), {text("mode", "fill")}), GATHER_STATUS_ARGUMENT, "mode"), 0);
}

static void test_refused_attributes(void **state)
{
    (void)state;
    refuse(ASK("onnx", "Gather", null(""), {other("axis")}), GATHER_STATUS_ARGUMENT, "axis");
    refuse(ASK("onnx", "Gather", null(""), {boolean("axis", 1)}), GATHER_STATUS_ARGUMENT, "axis");
    refuse(ASK("onnx", "Gather", null(""), {null("axis")}), GATHER_STATUS_ARGUMENT, "axis");
    refuse(ASK("onnx", "Gather", null(""), {integer("Axis", 1)}), GATHER_STATUS_ARGUMENT, "Axis");
    refuse(ASK("onnx", "Gather", null(""), {integer("axis", 1), integer("axis", 1)}), GATHER_STATUS_ARGUMENT,
           "axis");
    refuse(ASK_BARE("openvino", "Gather"), GATHER_STATUS_ARGUMENT, "axis");
    refuse(ASK("openvino", "Gather", null(""), {integer("mode", 1)}), GATHER_STATUS_ARGUMENT, "mode");
    refuse(ASK("directml", "GATHER", null(""), {integer("Axis", 0), integer("mode", 1)}),
           GATHER_STATUS_ARGUMENT, "IndexDimensions");
    refuse(ASK("directml", "GATHER_ND", null(""),
               {integer("InputDimensionCount", 2), integer("IndicesDimensionCount", 2),
                integer("BatchDimensionCount", 0)}),
           GATHER_STATUS_ARGUMENT, "BatchDimensionCount");
    refuse(ASK("webnn", "gatherND", null(""), {integer("axis", 0)}), GATHER_STATUS_ARGUMENT, "axis");
    refuse(ASK_BARE("torch", "gather"), GATHER_STATUS_ARGUMENT, "dim");
    refuse(ASK("torch", "gather", null(""), {integer("dim", 0), integer("sparse_grad", 1)}),
           GATHER_STATUS_ARGUMENT, "sparse_grad");
    refuse(ASK("xla", "copy", null(""), {integer("axis", 0)}), GATHER_STATUS_ARGUMENT, "axis");
}

/* ---- versions ------------------------------------------------------------------------------------ */

/* COVERS(ONNX-1, ONNX-2, OV-1, DML-1, DML-2) */
static void test_versions(void **state)
{
    (void)state;
    static const struct {
        const char *dialect, *name;
        int64_t first, last;
    } opsets[] = {{"onnx", "Gather", 1, 28},       {"onnx", "GatherElements", 11, 28},
                  {"onnx", "GatherND", 11, 28},    {"openvino", "Gather", 1, 17},
                  {"openvino", "GatherND", 5, 17}, {"openvino", "GatherElements", 6, 17}};
    for (size_t k = 0; k < sizeof opsets / sizeof *opsets; k++) {
        struct asked asked = {opsets[k].dialect, opsets[k].name, integer("", opsets[k].first), {{0}}};
        if (strcmp(asked.dialect, "openvino") == 0 && strcmp(asked.name, "GatherND") != 0)
            asked.given[0] = integer("axis", 0);
        assert_int_equal(make(&asked).version, opsets[k].first);
        asked.version.integer = opsets[k].last;
        assert_int_equal(make(&asked).version, opsets[k].last);
        const int64_t wrong[] = {opsets[k].first - 1, opsets[k].last + 1,   0, -1, INT64_MAX,
                                 INT64_MIN,           INT64_C(1) << 32 | 13};
        for (size_t j = 0; j < sizeof wrong / sizeof *wrong; j++) {
            asked.version.integer = wrong[j];
            refuse(&asked, GATHER_STATUS_UNSUPPORTED, "version");
        }
        asked.version = text("", "13");
        refuse(&asked, GATHER_STATUS_ARGUMENT, "version");
    }
}

/* COVERS(ONNX-2, ONNX-3): what is newer than known has the newest rules, if strict is off. */
static void test_loose_versions(void **state)
{
    (void)state;
    struct gather_attribute loose = option(boolean("strict", 0)), strict = option(boolean("strict", 1));
    struct gather_op op = make(ASK("onnx", "Gather", integer("", 29), {loose}));
    assert_int_equal(op.version, 29);
    assert_int_equal(op.strictness, GATHER_LOOSE);
    refuse(ASK("onnx", "Gather", integer("", 29), {strict}), GATHER_STATUS_UNSUPPORTED, "version");
    refuse(ASK("onnx", "GatherND", integer("", 10), {loose}), GATHER_STATUS_UNSUPPORTED, "version");
    assert_int_equal(make(ASK("onnx", "Gather", integer("", 13), {strict})).strictness, GATHER_STRICT);
}

static void test_levels(void **state)
{
    (void)state;
    static const char *const known[] = {"1.0", "2.0", "2.1", "3.0", "3.1", "4.0", "4.1", "5.0",
                                        "5.1", "5.2", "6.0", "6.1", "6.2", "6.3", "6.4"};
    static const char *const wrong[] = {"0.0", "1.1", "6.5", "7.0",  "6.40", "6",
                                        "",    ".4",  "6.",  "06.4", "6,4"};
    struct asked asked = {
        "directml", "GATHER", null(""), {integer("Axis", 0), integer("IndexDimensions", 1)}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        asked.version = text("", known[k]);
        assert_int_equal(make(&asked).version, (known[k][0] - '0') * 10 + known[k][2] - '0');
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        asked.version = text("", wrong[k]);
        refuse(&asked, GATHER_STATUS_ARGUMENT, "version");
    }
    asked.version = text("", "9.9");
    assert_int_equal(refuse(&asked, GATHER_STATUS_ARGUMENT, "version"),
                     GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS);
    asked.version = text("", "nine");
    assert_int_equal(refuse(&asked, GATHER_STATUS_ARGUMENT, "version"), 0);
    asked.version = integer("", 6);
    refuse(&asked, GATHER_STATUS_ARGUMENT, "version");
    refuse(ASK("directml", "GATHER_ELEMENTS", text("", "2.0"), {integer("Axis", 0)}), GATHER_STATUS_ARGUMENT,
           "version");
    refuse(ASK_VERSION("directml", "GATHER_ND1", text("", "2.1")), GATHER_STATUS_ARGUMENT, "version");
}

static void test_no_versions(void **state)
{
    (void)state;
    struct gather_op op;
    refuse(ASK_VERSION("numpy", "take", integer("", 1)), GATHER_STATUS_ARGUMENT, "version");
    refuse(ASK_VERSION("torch", "index_select", text("", "2.0")), GATHER_STATUS_ARGUMENT, "version");
    refuse(ASK_VERSION("xla", "copy", integer("", 1)), GATHER_STATUS_ARGUMENT, "version");
    refuse(ASK_VERSION("webnn", "gather", integer("", 1)), GATHER_STATUS_ARGUMENT, "version");
    assert_int_equal(gather_op_from_names(&op, "numpy", "take", NULL, NULL, 0, NULL), GATHER_STATUS_OK);
}

/* COVERS(ONNX-41, OV-13): an attribute that only a later version has. */
static void test_attributes_of_versions(void **state)
{
    (void)state;
    struct gather_attribute batch = integer("batch_dims", 1), loose = option(boolean("strict", 0));
    refuse(ASK("onnx", "GatherND", integer("", 11), {batch}), GATHER_STATUS_ARGUMENT, "batch_dims");
    assert_int_equal(make(ASK("onnx", "GatherND", integer("", 11), {batch, loose})).batch_dims, 1);
    assert_int_equal(make(ASK("onnx", "GatherND", integer("", 12), {batch})).batch_dims, 1);
    assert_int_equal(make(ASK("onnx", "GatherND", null(""), {batch})).batch_dims, 1);
    refuse(ASK("openvino", "Gather", integer("", 6), {integer("axis", 1), batch}), GATHER_STATUS_ARGUMENT,
           "batch_dims");
    assert_int_equal(make(ASK("openvino", "Gather", integer("", 7), {integer("axis", 1), batch})).batch_dims,
                     1);
}

/* The version is judged before the names of attributes, and these before their types. */
static void test_order(void **state)
{
    (void)state;
    refuse(ASK("onnx", "Gather", integer("", 29), {integer("nope", 1)}), GATHER_STATUS_UNSUPPORTED,
           "version");
    refuse(ASK("onnx", "Gather", null(""), {other("axis"), integer("nope", 1)}), GATHER_STATUS_ARGUMENT,
           "nope");
    refuse(ASK("openvino", "Gather", null(""), {integer("nope", 1)}), GATHER_STATUS_ARGUMENT, "nope");
    refuse(ASK("directml", "GATHER_ND1", text("", "2.1"), {integer("nope", 1)}), GATHER_STATUS_ARGUMENT,
           "version");
}

/* ---- options ------------------------------------------------------------------------------------- */

/* COVERS(CORE-15) */
static void test_policies(void **state)
{
    (void)state;
    static const char *const words[] = {"error", "zero", "fill", "clamp", "wrap", "skip"};
    struct gather_attribute fill = option(bytes("fill", "\1\2\3\4", 4));
    for (int32_t k = 0; k < 6; k++) {
        struct gather_attribute policy = option(text("policy", words[k]));
        bool fills = k + 1 == GATHER_POLICY_FILL;
        struct gather_op op = make(fills ? ASK("numpy", "take", null(""), {policy, fill})
                                         : ASK("numpy", "take", null(""), {policy}));
        assert_int_equal(op.policy, k + 1);
        assert_memory_equal(op.fill, fills ? "\1\2\3\4\0" : "\0\0\0\0\0", 5);
        if (!fills)
            refuse(ASK("numpy", "take", null(""), {policy, fill}), GATHER_STATUS_ARGUMENT, "fill");
        else
            refuse(ASK("numpy", "take", null(""), {policy}), GATHER_STATUS_ARGUMENT, "fill");
    }
    refuse(ASK("numpy", "take", null(""), {fill}), GATHER_STATUS_ARGUMENT, "fill");
    refuse(ASK("numpy", "take", null(""), {option(text("policy", "raise"))}), GATHER_STATUS_ARGUMENT,
           "policy");
    refuse(ASK("numpy", "take", null(""), {option(integer("policy", 1))}), GATHER_STATUS_ARGUMENT, "policy");
}

static void test_fill_bytes(void **state)
{
    (void)state;
    static const char wide[17] = "0123456789abcdef";
    struct gather_attribute policy = option(text("policy", "fill"));
    struct gather_op op = make(ASK("onnx", "Gather", null(""), {policy, option(bytes("fill", wide, 16))}));
    assert_memory_equal(op.fill, wide, 16);
    refuse(ASK("onnx", "Gather", null(""), {policy, option(bytes("fill", wide, 17))}), GATHER_STATUS_ARGUMENT,
           "fill");
    refuse(ASK("onnx", "Gather", null(""), {policy, option(bytes("fill", wide, 0))}), GATHER_STATUS_ARGUMENT,
           "fill");
    refuse(ASK("onnx", "Gather", null(""), {policy, option(integer("fill", 1))}), GATHER_STATUS_ARGUMENT,
           "fill");
}

/* COVERS(CORE-15): an option where it does not exist, and names of options that are attributes elsewhere. */
static void test_refused_options(void **state)
{
    (void)state;
    struct gather_attribute strict = option(boolean("strict", 1)), policy = option(text("policy", "zero"));
    static const char *const with[][2] = {{"onnx", "Gather"}, {"webnn", "gatherND"}};
    static const char *const without[][2] = {
        {"numpy", "take"}, {"torch", "embedding"}, {"xla", "torch_index_select"}, {"openvino", "GatherND"}};
    for (size_t k = 0; k < 2; k++)
        assert_int_equal(make(ASK(with[k][0], with[k][1], null(""), {strict})).strictness, GATHER_STRICT);
    for (size_t k = 0; k < 4; k++)
        refuse(ASK(without[k][0], without[k][1], null(""), {strict}), GATHER_STATUS_ARGUMENT, "strict");
    refuse(ASK("onnx", "Gather", null(""), {option(integer("strict", 1))}), GATHER_STATUS_ARGUMENT, "strict");
    refuse(ASK("onnx", "Gather", null(""), {option(integer("axis", 1))}), GATHER_STATUS_ARGUMENT, "axis");
    refuse(ASK("onnx", "Gather", null(""), {boolean("strict", 1)}), GATHER_STATUS_ARGUMENT, "strict");
    refuse(ASK("onnx", "Gather", null(""), {strict, strict}), GATHER_STATUS_ARGUMENT, "strict");
    refuse(ASK("xla", "copy", null(""), {policy}), GATHER_STATUS_ARGUMENT, "policy");
}

/* ---- constructors -------------------------------------------------------------------------------- */

static void check_same(struct gather_op made, const struct asked *asked)
{
    struct gather_op named = make(asked);
    assert_memory_equal(&made, &named, sizeof made);
}

/* COVERS(CORE-27): whoever makes an op, by its own function or by names, makes the same. */
static void test_constructors(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 4}, one[] = {1}, zero[] = {0};
    const struct gather_xla_dimension_numbers numbers = {{1, {1}}, {1, {0}}, {1, {0}}, {0, {0}}, {0, {0}}, 1};
    check_same(gather_onnx_gather(13, -1), ASK("onnx", "Gather", integer("", 13), {integer("axis", -1)}));
    check_same(gather_onnx_gather_elements(11, 2),
               ASK("onnx", "GatherElements", integer("", 11), {integer("axis", 2)}));
    check_same(gather_onnx_gather_nd(0, 1), ASK("onnx", "GatherND", null(""), {integer("batch_dims", 1)}));
    check_same(gather_openvino_gather(8, 1, -1),
               ASK("openvino", "Gather", integer("", 8), {integer("axis", 1), integer("batch_dims", -1)}));
    check_same(gather_openvino_gather_elements(6, 1),
               ASK("openvino", "GatherElements", integer("", 6), {integer("axis", 1)}));
    check_same(gather_openvino_gather_nd(5, 2),
               ASK("openvino", "GatherND", integer("", 5), {integer("batch_dims", 2)}));
    check_same(gather_openvino_gather_compressed(1, 1),
               ASK("openvino", "GatherCompressed", null(""), {integer("axis", 1), integer("batch_dims", 1)}));
    check_same(gather_onnx_gather_block_quantized(0, 1, 128, 4), ASK_BARE("onnx", "GatherBlockQuantized"));
    check_same(gather_directml_gather(30, 1, 2), ASK("directml", "GATHER", text("", "3.0"),
                                                     {integer("Axis", 1), integer("IndexDimensions", 2)}));
    check_same(gather_directml_gather_elements(0, 1),
               ASK("directml", "GATHER_ELEMENTS", null(""), {integer("Axis", 1)}));
    check_same(gather_directml_gather_nd(21, 3, 2),
               ASK("directml", "GATHER_ND", text("", "2.1"),
                   {integer("InputDimensionCount", 3), integer("IndicesDimensionCount", 2)}));
    check_same(gather_directml_gather_nd1(64, 3, 2, 1),
               ASK("directml", "GATHER_ND1", text("", "6.4"),
                   {integer("InputDimensionCount", 3), integer("IndicesDimensionCount", 2),
                    integer("BatchDimensionCount", 1)}));
    check_same(gather_webnn_gather(1), ASK("webnn", "gather", null(""), {integer("axis", 1)}));
    check_same(gather_webnn_gather_elements(1),
               ASK("webnn", "gatherElements", null(""), {integer("axis", 1)}));
    check_same(gather_webnn_gather_nd(), ASK_BARE("webnn", "gatherND"));
    check_same(gather_xla_gather(&numbers, 2, sizes),
               ASK("xla", "gather", null(""),
                   {list("slice_sizes", sizes, 2), list("offset_dims", one, 1),
                    list("collapsed_slice_dims", zero, 1), list("start_index_map", zero, 1),
                    integer("index_vector_dim", 1)}));
    check_same(gather_xla_dynamic_slice(2, sizes),
               ASK("xla", "dynamic_slice", null(""), {list("slice_sizes", sizes, 2)}));
    check_same(gather_xla_torch_index_select(2, 1),
               ASK("xla", "torch_index_select", null(""), {integer("dim", 2), integer("batch_dims", 1)}));
    check_same(gather_relayout(), ASK_BARE("xla", "copy"));
    check_same(gather_numpy_take(1, GATHER_POLICY_CLAMP),
               ASK("numpy", "take", null(""), {integer("axis", 1), text("mode", "clip")}));
    check_same(gather_numpy_take_flat(GATHER_POLICY_WRAP),
               ASK("numpy", "take", null(""), {text("mode", "wrap")}));
    check_same(gather_numpy_take_along_axis(-1), ASK_BARE("numpy", "take_along_axis"));
    check_same(gather_numpy_take_along_axis_flat(),
               ASK("numpy", "take_along_axis", null(""), {null("axis")}));
    check_same(gather_numpy_getitem(1), ASK("numpy", "getitem", null(""), {integer("axis", 1)}));
    check_same(gather_torch_index_select(-1), ASK("torch", "index_select", null(""), {integer("dim", -1)}));
    check_same(gather_torch_gather(0), ASK("torch", "gather", null(""), {integer("dim", 0)}));
    check_same(gather_torch_take_along_dim(1), ASK("torch", "take_along_dim", null(""), {integer("dim", 1)}));
    check_same(gather_torch_take_along_dim_flat(), ASK_BARE("torch", "take_along_dim"));
    check_same(gather_torch_embedding(), ASK_BARE("torch", "embedding"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_unknown_operators),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_one_integer),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_embedding),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_other_kinds),
        cmocka_unit_test(test_refused_attributes),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_loose_versions),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_no_versions),
        cmocka_unit_test(test_attributes_of_versions),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_policies),
        cmocka_unit_test(test_fill_bytes),
        cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_constructors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
