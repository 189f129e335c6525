/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators by their names: one table an operator, of the attributes that its page gives it, and one reader for
 * all of them. What an attribute's value may be is judged by the operator itself, but for texts and types.
 *
 *     options ── version ── (operands) ── names of attributes ── each attribute, as in its table ──> struct gather_op
 */
#include "gather/names.h"
#include "core/fail.h"
#include "dialects/directml_judge.h"
#include "dialects/judging.h"
#include "dialects/known_versions.h"
#include "dialects/webnn_judge.h"
#include "dialects/xla_lists.h"

#include <string.h>

/* ---- what there is to know ----------------------------------------------------------------------- */

/* How an attribute is written, and what becomes of it. */
enum form {
    INTEGER,
    ONE_INTEGER,   /* or a list of one: OpenVINO's axis, which is a tensor there (OV-14) */
    AXIS_OR_FLAT,  /* null: the data is read flat */
    INDEX_OR_NONE, /* torch's padding_idx */
    LIST,
    MODE,    /* numpy's raise, wrap, clip */
    NORM,    /* torch's max_norm: whether there is any */
    BOOLEAN, /* this and the next have no effect */
    NUMBER
};

struct attribute {
    const char *name; /* NULL behind the last */
    enum form form;
    bool is_required;
    bool is_flat;     /* where it is not given */
    size_t field;     /* of struct gather_op */
    int64_t standard; /* where it is not given */
    int32_t since;    /* the first version that has it, unless the op is loose (ONNX-3) */
};

#define TO(member) .field = offsetof(struct gather_op, member)
#define OPTIONAL(label, member)                                                                              \
    {                                                                                                        \
        .name = label, .form = INTEGER, TO(member)                                                           \
    }
#define REQUIRED(label, member)                                                                              \
    {                                                                                                        \
        .name = label, .form = INTEGER, .is_required = true, TO(member)                                      \
    }
#define IGNORED(label, written)                                                                              \
    {                                                                                                        \
        .name = label, .form = written                                                                       \
    }
#define NUMBERS(member)                                                                                      \
    {                                                                                                        \
        .name = #member, .form = LIST, TO(member)                                                            \
    }
#define SLICE_SIZES                                                                                          \
    {                                                                                                        \
        .name = "slice_sizes", .form = LIST, .is_required = true, TO(slice_sizes)                            \
    }
#define END                                                                                                  \
    {                                                                                                        \
        .name = NULL                                                                                         \
    }

static const struct attribute nothing[] = {END};
static const struct attribute axis_0[] = {OPTIONAL("axis", axis), END};
static const struct attribute batch_0[] = {OPTIONAL("batch_dims", batch_dims), END};

static const struct attribute onnx_nd[] = {
    {.name = "batch_dims", .form = INTEGER, TO(batch_dims), .since = 12}, END};

static const struct attribute openvino_gather[] = {
    {.name = "axis", .form = ONE_INTEGER, .is_required = true, TO(axis)},
    {.name = "batch_dims", .form = INTEGER, TO(batch_dims), .since = 7},
    END};
static const struct attribute openvino_elements[] = {REQUIRED("axis", axis), END};

static const struct attribute directml_gather[] = {REQUIRED("Axis", axis),
                                                   REQUIRED("IndexDimensions", indices_count), END};
static const struct attribute directml_elements[] = {REQUIRED("Axis", axis), END};
static const struct attribute directml_nd[] = {REQUIRED("InputDimensionCount", data_count),
                                               REQUIRED("IndicesDimensionCount", indices_count), END};
static const struct attribute directml_nd1[] = {REQUIRED("InputDimensionCount", data_count),
                                                REQUIRED("IndicesDimensionCount", indices_count),
                                                REQUIRED("BatchDimensionCount", batch_dims), END};

static const struct attribute xla_gather[] = {SLICE_SIZES,
                                              NUMBERS(offset_dims),
                                              NUMBERS(collapsed_slice_dims),
                                              NUMBERS(start_index_map),
                                              NUMBERS(operand_batching_dims),
                                              NUMBERS(start_indices_batching_dims),
                                              OPTIONAL("index_vector_dim", index_vector_dim),
                                              IGNORED("indices_are_sorted", BOOLEAN),
                                              END};
static const struct attribute xla_slice[] = {SLICE_SIZES, END};
static const struct attribute xla_select[] = {REQUIRED("dim", axis), OPTIONAL("batch_dims", batch_dims), END};

static const struct attribute numpy_take[] = {
    {.name = "mode", .form = MODE, TO(mode)},
    {.name = "axis", .form = AXIS_OR_FLAT, .is_flat = true, TO(axis)},
    END};
static const struct attribute numpy_along[] = {
    {.name = "axis", .form = AXIS_OR_FLAT, TO(axis), .standard = -1}, END};

static const struct attribute torch_select[] = {REQUIRED("dim", axis), END};
static const struct attribute torch_gather[] = {REQUIRED("dim", axis), IGNORED("sparse_grad", BOOLEAN), END};
static const struct attribute torch_along[] = {
    {.name = "dim", .form = AXIS_OR_FLAT, .is_flat = true, TO(axis)}, END};
static const struct attribute torch_embedding[] = {
    {.name = "padding_idx", .form = INDEX_OR_NONE, TO(padding_index)},
    {.name = "max_norm", .form = NORM},
    IGNORED("norm_type", NUMBER),
    IGNORED("scale_grad_by_freq", BOOLEAN),
    IGNORED("sparse", BOOLEAN),
    END};

/* What holds for all operators of a world. */
struct world {
    const char *name;
    int32_t version_kind;  /* an `enum gather_attribute_kind`; NONE: there are no versions */
    bool has_strict;       /* the option of that name */
    bool missing_is_first; /* what is missing is refused before what is unknown (DML-90) */
    /* What is judged of operands before attributes, where it is more than that none is missing; NULL for no more. */
    enum gather_status (*begin)(const struct gather__call *call, struct gather_error *error);
};

/* ONNX-10: the number of inputs, too many too. */
static enum gather_status onnx_begin(const struct gather__call *call, struct gather_error *error)
{
    return gather__need_two(call, "data", "indices", error);
}

static const struct world onnx = {"onnx", GATHER_ATTRIBUTE_INTEGER, true, false, onnx_begin};
static const struct world openvino = {"openvino", GATHER_ATTRIBUTE_INTEGER, false, false, NULL};
static const struct world directml = {"directml", GATHER_ATTRIBUTE_TEXT, true, true, gather__directml_begin};
static const struct world webnn = {"webnn", GATHER_ATTRIBUTE_NONE, true, false, gather__webnn_begin};
static const struct world xla = {"xla", GATHER_ATTRIBUTE_NONE, false, false, NULL};
static const struct world numpy = {"numpy", GATHER_ATTRIBUTE_NONE, false, false, NULL};
static const struct world torch = {"torch", GATHER_ATTRIBUTE_NONE, false, false, NULL};

struct row {
    struct gather_op_name name; /* first: its address is the row's */
    const struct world *world;
    const struct attribute *attributes;
};

#define DATA_INDICES                                                                                         \
    {                                                                                                        \
        "data", "indices"                                                                                    \
    }
#define ROW(world, op, operation, attributes)                                                                \
    {                                                                                                        \
        {#world, op, DATA_INDICES, GATHER_OPERATION_##operation}, &world, attributes                         \
    }
#define NOT_BUILT(world, op)                                                                                 \
    {                                                                                                        \
        {#world, op, {NULL, NULL}, GATHER_OPERATION_NONE}, &world, nothing                                   \
    }

static const struct row rows[] = {
    ROW(onnx, "Gather", ONNX_GATHER, axis_0),
    ROW(onnx, "GatherElements", ONNX_GATHER_ELEMENTS, axis_0),
    ROW(onnx, "GatherND", ONNX_GATHER_ND, onnx_nd),
    NOT_BUILT(onnx, "GatherBlockQuantized"),
    ROW(openvino, "Gather", OPENVINO_GATHER, openvino_gather),
    ROW(openvino, "GatherElements", OPENVINO_GATHER_ELEMENTS, openvino_elements),
    ROW(openvino, "GatherND", OPENVINO_GATHER_ND, batch_0),
    NOT_BUILT(openvino, "GatherTree"),
    NOT_BUILT(openvino, "GatherCompressed"),
    NOT_BUILT(openvino, "EmbeddingBagOffsets"),
    NOT_BUILT(openvino, "EmbeddingBagOffsetsSum"),
    NOT_BUILT(openvino, "EmbeddingBagPacked"),
    NOT_BUILT(openvino, "EmbeddingBagPackedSum"),
    ROW(directml, "GATHER", DIRECTML_GATHER, directml_gather),
    ROW(directml, "GATHER_ELEMENTS", DIRECTML_GATHER_ELEMENTS, directml_elements),
    ROW(directml, "GATHER_ND", DIRECTML_GATHER_ND, directml_nd),
    ROW(directml, "GATHER_ND1", DIRECTML_GATHER_ND1, directml_nd1),
    ROW(webnn, "gather", WEBNN_GATHER, axis_0),
    ROW(webnn, "gatherElements", WEBNN_GATHER_ELEMENTS, axis_0),
    ROW(webnn, "gatherND", WEBNN_GATHER_ND, nothing),
    ROW(xla, "gather", XLA_GATHER, xla_gather),
    ROW(xla, "dynamic_slice", XLA_DYNAMIC_SLICE, xla_slice),
    ROW(xla, "torch_index_select", XLA_TORCH_INDEX_SELECT, xla_select),
    {{"xla", "copy", {"data", NULL}, GATHER_OPERATION_RELAYOUT}, &xla, nothing},
    ROW(numpy, "take", NUMPY_TAKE, numpy_take),
    ROW(numpy, "take_along_axis", NUMPY_TAKE_ALONG_AXIS, numpy_along),
    ROW(numpy, "getitem", NUMPY_GETITEM, axis_0),
    ROW(torch, "index_select", TORCH_INDEX_SELECT, torch_select),
    ROW(torch, "gather", TORCH_GATHER, torch_gather),
    ROW(torch, "take_along_dim", TORCH_TAKE_ALONG_DIM, torch_along),
    {{"torch", "embedding", {"indices", "data"}, GATHER_OPERATION_TORCH_EMBEDDING}, &torch, torch_embedding},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* ---- rows by name -------------------------------------------------------------------------------- */

const struct gather_op_name *gather_op_name_at(size_t position)
{
    return position < ROWS ? &rows[position].name : NULL;
}

static const struct row *find_row(const char *dialect, const char *name)
{
    for (size_t k = 0; k < ROWS; k++)
        if (strcmp(rows[k].name.dialect, dialect) == 0 && strcmp(rows[k].name.name, name) == 0)
            return &rows[k];
    return NULL;
}

const struct gather_op_name *gather_op_name_find(const char *dialect, const char *name)
{
    const struct row *row = find_row(dialect, name);
    return row != NULL ? &row->name : NULL;
}

const char *gather_op_attribute_at(const struct gather_op_name *row, size_t position)
{
    const struct attribute *attribute = ((const struct row *)row)->attributes;
    while (attribute->name != NULL && position-- > 0)
        attribute++;
    return attribute->name;
}

/* ---- the call ------------------------------------------------------------------------------------ */

/* What is read, and the op that becomes of it. */
struct reading {
    const struct row *row;
    const struct gather_attribute *given;
    size_t count;
    struct gather_op op;
    struct gather_error *error;
    const char *misshapen; /* an attribute that is integers, but not one; NULL for none */
};

static const struct gather_attribute *find_given(const struct reading *reading, const char *name,
                                                 bool is_option)
{
    for (size_t k = 0; k < reading->count; k++)
        if (!reading->given[k].is_option == !is_option && strcmp(reading->given[k].name, name) == 0)
            return &reading->given[k];
    return NULL;
}

static enum gather_status refuse(const struct reading *reading, const char *name, const char *expected)
{
    return gather__fail(reading->error, GATHER_STATUS_ARGUMENT, name, expected);
}

/* Of a value that is no such thing at all. */
static enum gather_status refuse_kind(const struct reading *reading, const char *name, const char *expected)
{
    const enum gather_status status = refuse(reading, name, expected);
    if (reading->error != NULL)
        reading->error->has |= GATHER_ERROR_HAS_OTHER_KIND;
    return status;
}

/* Whether an attribute is given again behind the place where it was found. */
static bool is_repeated(const struct reading *reading, const struct gather_attribute *found)
{
    for (const struct gather_attribute *k = found + 1; k < reading->given + reading->count; k++)
        if (!k->is_option == !found->is_option && strcmp(k->name, found->name) == 0)
            return true;
    return false;
}

/* ---- options (CORE-15) --------------------------------------------------------------------------- */

/* The policy that a world means by an attribute. Returns: OWN if it means none. */
static int32_t policy_of(const struct gather_attribute *given, int32_t world)
{
    return given->kind == GATHER_ATTRIBUTE_TEXT ? gather_policy_from_word(world, given->text)
                                                : GATHER_POLICY_OWN;
}

static enum gather_status read_policy(struct reading *reading, const struct gather_attribute *given)
{
    reading->op.policy = policy_of(given, GATHER_WORLD_OWN);
    if (reading->op.policy == GATHER_POLICY_OWN)
        return refuse(reading, "policy", "error, zero, fill, clamp, wrap or skip");
    return GATHER_STATUS_OK;
}

static enum gather_status read_fill(struct reading *reading, const struct gather_attribute *given)
{
    if (given->kind != GATHER_ATTRIBUTE_BYTES || given->count == 0 || given->count > sizeof reading->op.fill)
        return refuse(reading, "fill", "one element of the data's type");
    memcpy(reading->op.fill, given->text, given->count);
    return GATHER_STATUS_OK;
}

static enum gather_status read_strict(struct reading *reading, const struct gather_attribute *given)
{
    if (given->kind != GATHER_ATTRIBUTE_BOOLEAN)
        return refuse(reading, "strict", "true or false");
    reading->op.strictness = given->integer != 0 ? GATHER_STRICT : GATHER_LOOSE;
    return GATHER_STATUS_OK;
}

static enum gather_status read_option(struct reading *reading, const struct gather_attribute *given)
{
    bool has_indices = reading->row->name.inputs[1] != NULL;
    if (has_indices && is_repeated(reading, given))
        return refuse(reading, given->name, "each option once");
    if (has_indices && strcmp(given->name, "policy") == 0)
        return read_policy(reading, given);
    if (has_indices && strcmp(given->name, "fill") == 0)
        return read_fill(reading, given);
    if (has_indices && reading->row->world->has_strict && strcmp(given->name, "strict") == 0)
        return read_strict(reading, given);
    return refuse(reading, given->name, "an option that the operator has");
}

static enum gather_status read_options(struct reading *reading)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < reading->count && status == GATHER_STATUS_OK; k++)
        if (reading->given[k].is_option)
            status = read_option(reading, &reading->given[k]);
    bool is_given = find_given(reading, "fill", true) != NULL;
    if (status == GATHER_STATUS_OK && is_given != (reading->op.policy == GATHER_POLICY_FILL))
        return refuse(reading, "fill", "a value exactly where the policy is to fill");
    return status;
}

/* ---- versions ------------------------------------------------------------------------------------ */

/* "3.1" is 31. Returns: -1 for a text of another form. */
static int64_t read_level(const char *text)
{
    bool is_level = text[0] >= '0' && text[0] <= '9' && text[1] == '.' && text[2] >= '0' && text[2] <= '9' &&
                    text[3] == '\0';
    return is_level ? (text[0] - '0') * 10 + text[2] - '0' : -1;
}

static enum gather_status read_version(struct reading *reading, const struct gather_attribute *version)
{
    int32_t kind = reading->row->world->version_kind;
    if (version == NULL || version->kind == GATHER_ATTRIBUTE_NONE)
        return GATHER_STATUS_OK;
    if (version->kind != kind)
        return refuse(reading, "version",
                      kind == GATHER_ATTRIBUTE_NONE      ? "no version"
                      : kind == GATHER_ATTRIBUTE_INTEGER ? "an opset's number"
                                                         : "a feature level, such as 3.0");
    int64_t number = kind == GATHER_ATTRIBUTE_TEXT ? read_level(version->text) : version->integer;
    reading->op.version = number < 1 ? -1 : number > INT32_MAX ? INT32_MAX : (int32_t)number;
    enum gather_status status = gather__version_check(&reading->op, reading->error);
    if (status == GATHER_STATUS_UNSUPPORTED && reading->error != NULL)
        reading->error->value = number; /* as the caller wrote it */
    return status;
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static bool is_in_version(const struct reading *reading, const struct attribute *attribute)
{
    int32_t version = reading->op.version;
    return version == 0 || version >= attribute->since || reading->op.strictness == GATHER_LOOSE;
}

static enum gather_status check_unknown(const struct reading *reading)
{
    for (size_t k = 0; k < reading->count; k++) {
        const struct attribute *attribute = reading->row->attributes;
        if (reading->given[k].is_option)
            continue;
        while (attribute->name != NULL && strcmp(attribute->name, reading->given[k].name) != 0)
            attribute++;
        if (attribute->name == NULL)
            return refuse(reading, reading->given[k].name, "an attribute that the operator has");
        if (!is_in_version(reading, attribute))
            return refuse(reading, attribute->name, "an attribute that the operator has in this version");
    }
    return GATHER_STATUS_OK;
}

static enum gather_status check_missing(const struct reading *reading, const struct attribute *attribute)
{
    if (!attribute->is_required || find_given(reading, attribute->name, false) != NULL)
        return GATHER_STATUS_OK;
    return gather__fail_missing(reading->error, attribute->name, "this attribute to be given");
}

static enum gather_status read_mode(struct reading *reading, const struct gather_attribute *given)
{
    reading->op.mode = policy_of(given, GATHER_WORLD_NUMPY);
    if (reading->op.mode == GATHER_POLICY_OWN)
        return refuse(reading, "mode", "raise, wrap or clip");
    return GATHER_STATUS_OK;
}

static enum gather_status read_list(struct reading *reading, const struct attribute *attribute,
                                    const struct gather_attribute *given)
{
    struct gather_numbers numbers = {(int64_t)given->count, {0}};
    if (given->kind != GATHER_ATTRIBUTE_INTEGERS)
        return refuse_kind(reading, attribute->name, "a list of integers");
    for (size_t k = 0; k < given->count && k < GATHER_MAX_RANK; k++)
        numbers.at[k] = given->integers[k];
    memcpy((char *)&reading->op + attribute->field, &numbers, sizeof numbers);
    return GATHER_STATUS_OK;
}

static void set_integer(struct reading *reading, const struct attribute *attribute, int64_t value)
{
    memcpy((char *)&reading->op + attribute->field, &value, sizeof value);
}

static enum gather_status read_integer(struct reading *reading, const struct attribute *attribute,
                                       const struct gather_attribute *given)
{
    if (given->kind != GATHER_ATTRIBUTE_INTEGER)
        return refuse_kind(reading, attribute->name, "an integer");
    set_integer(reading, attribute, given->integer);
    return GATHER_STATUS_OK;
}

static enum gather_status read_one_integer(struct reading *reading, const struct attribute *attribute,
                                           const struct gather_attribute *given)
{
    bool is_list = given->kind == GATHER_ATTRIBUTE_INTEGERS;
    if (!is_list && given->kind != GATHER_ATTRIBUTE_TENSOR)
        return read_integer(reading, attribute, given);
    if (is_list && given->count == 1)
        set_integer(reading, attribute, given->integers[0]);
    else
        reading->misshapen = attribute->name; /* behind what is ill-typed (OV-5) */
    return GATHER_STATUS_OK;
}

static enum gather_status read_ignored(const struct reading *reading, const struct attribute *attribute,
                                       const struct gather_attribute *given)
{
    if (attribute->form == BOOLEAN && given->kind != GATHER_ATTRIBUTE_BOOLEAN)
        return refuse_kind(reading, attribute->name, "true or false");
    if (attribute->form == NUMBER && given->kind != GATHER_ATTRIBUTE_INTEGER &&
        given->kind != GATHER_ATTRIBUTE_OTHER)
        return refuse_kind(reading, attribute->name, "a number");
    return GATHER_STATUS_OK;
}

static enum gather_status read_attribute(struct reading *reading, const struct attribute *attribute,
                                         const struct gather_attribute *given)
{
    bool is_null = given->kind == GATHER_ATTRIBUTE_NONE;
    if (is_repeated(reading, given))
        return refuse(reading, attribute->name, "each attribute once");
    switch (attribute->form) {
    case INTEGER:
        return read_integer(reading, attribute, given);
    case ONE_INTEGER:
        return read_one_integer(reading, attribute, given);
    case AXIS_OR_FLAT:
        reading->op.is_flat = is_null;
        return is_null ? GATHER_STATUS_OK : read_integer(reading, attribute, given);
    case INDEX_OR_NONE:
        reading->op.has_padding_index = !is_null;
        return is_null ? GATHER_STATUS_OK : read_integer(reading, attribute, given);
    case LIST:
        return read_list(reading, attribute, given);
    case MODE:
        return read_mode(reading, given);
    case NORM:
        reading->op.has_max_norm = !is_null;
        return GATHER_STATUS_OK;
    default:
        return read_ignored(reading, attribute, given);
    }
}

static void set_standard(struct reading *reading, const struct attribute *attribute)
{
    reading->op.is_flat = reading->op.is_flat || attribute->is_flat;
    if (attribute->standard != 0)
        set_integer(reading, attribute, attribute->standard);
}

static enum gather_status read_attributes(struct reading *reading)
{
    const struct attribute *attributes = reading->row->attributes;
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; reading->row->world->missing_is_first && attributes[k].name != NULL; k++)
        if (status == GATHER_STATUS_OK)
            status = check_missing(reading, &attributes[k]);
    if (status == GATHER_STATUS_OK)
        status = check_unknown(reading);
    for (size_t k = 0; attributes[k].name != NULL && status == GATHER_STATUS_OK; k++) {
        const struct gather_attribute *given = find_given(reading, attributes[k].name, false);
        status = check_missing(reading, &attributes[k]);
        if (given != NULL)
            status = read_attribute(reading, &attributes[k], given);
        else
            set_standard(reading, &attributes[k]);
    }
    if (status == GATHER_STATUS_OK && reading->misshapen != NULL)
        status = gather__fail(reading->error, GATHER_STATUS_SHAPE, reading->misshapen, "one integer");
    return status;
}

/* ---- lists that an op has no room for ------------------------------------------------------------ */

/* A list as it was given; an empty one where it was not. */
static struct gather__xla_list list_given(const struct reading *reading, const char *name, bool *is_long)
{
    const struct gather_attribute *given = find_given(reading, name, false);
    struct gather__xla_list list = {0};
    if (given == NULL)
        return list;
    *is_long = *is_long || given->count > GATHER_MAX_RANK;
    list.at = given->integers;
    list.count = (int64_t)given->count;
    list.kept = (int32_t)(given->count < GATHER__XLA_LIST_MAX ? given->count : GATHER__XLA_LIST_MAX);
    return list;
}

/* Where a list is longer than the op's own, only here is there all of what step 1 of XLA-G-19 judges. */
static enum gather_status judge_long_lists(const struct reading *reading)
{
    bool is_long = false;
    const struct gather__xla_lists lists = {
        list_given(reading, "offset_dims", &is_long),
        list_given(reading, "collapsed_slice_dims", &is_long),
        list_given(reading, "start_index_map", &is_long),
        list_given(reading, "operand_batching_dims", &is_long),
        list_given(reading, "start_indices_batching_dims", &is_long),
        list_given(reading, "slice_sizes", &is_long),
        reading->op.index_vector_dim,
    };
    return is_long ? gather__xla_need_lists(&lists, reading->error) : GATHER_STATUS_OK;
}

/* ---- operands ------------------------------------------------------------------------------------ */

static enum gather_status judge_operands(const struct reading *reading,
                                         const struct gather_op_operands *operands)
{
    const char *const *names = reading->row->name.inputs;
    size_t count = operands->input_count;
    if (count < 2 && names[count] != NULL)
        return gather__fail_missing(reading->error, names[count], "this input to be given");
    const struct gather__call call = {&reading->op, operands->inputs, count, operands->output};
    return reading->row->world->begin != NULL ? reading->row->world->begin(&call, reading->error)
                                              : GATHER_STATUS_OK;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

enum gather_status gather_op_from_call(struct gather_op *op, const char *dialect, const char *name,
                                       const struct gather_attribute *version,
                                       const struct gather_attribute *attributes, size_t count,
                                       const struct gather_op_operands *operands, struct gather_error *error)
{
    struct reading reading = {find_row(dialect, name), attributes, count, {0}, error, NULL};
    if (reading.row == NULL || reading.row->name.operation == GATHER_OPERATION_NONE)
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "op", "an operator that is built");
    reading.op.operation = reading.row->name.operation;
    enum gather_status status = read_options(&reading);
    if (status == GATHER_STATUS_OK)
        status = read_version(&reading, version);
    if (status == GATHER_STATUS_OK && operands != NULL)
        status = judge_operands(&reading, operands);
    if (status == GATHER_STATUS_OK)
        status = read_attributes(&reading);
    if (status == GATHER_STATUS_OK && reading.row->world == &xla)
        status = judge_long_lists(&reading);
    if (status == GATHER_STATUS_OK)
        *op = reading.op;
    return status;
}

enum gather_status gather_op_from_names(struct gather_op *op, const char *dialect, const char *name,
                                        const struct gather_attribute *version,
                                        const struct gather_attribute *attributes, size_t count,
                                        struct gather_error *error)
{
    return gather_op_from_call(op, dialect, name, version, attributes, count, NULL, error);
}
