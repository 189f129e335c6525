/* SPDX-License-Identifier: Apache-2.0 */
/* The operators that graphs have: which of them are built, and what their attributes and inputs make of them. */
#include <string.h>

#include "io/graph.h"
#include "io/io_error.h"

/* Those that are no gathers. */
static const struct kind_row {
    const char *dialect, *type;
    enum gather__node_kind kind;
} kinds[] = {
    {"onnx", "Identity", GATHER__NODE_IDENTITY},
    {"onnx", "Shape", GATHER__NODE_SHAPE},
    {"openvino", "Identity", GATHER__NODE_IDENTITY},
    {"openvino", "ShapeOf", GATHER__NODE_SHAPE},
};

/* Gathers that are in another set of operators than their world's own; "": in none that a model may name. */
static const struct {
    const char *dialect, *type, *domain;
} elsewhere[] = {
    {"onnx", "GatherBlockQuantized", "com.microsoft"},
    {"openvino", "GatherCompressed", ""},
};

/* NULL for the world's own. */
static const char *domain_of(const char *dialect, const char *type)
{
    for (size_t k = 0; k < sizeof elsewhere / sizeof elsewhere[0]; k++)
        if (strcmp(elsewhere[k].dialect, dialect) == 0 && strcmp(elsewhere[k].type, type) == 0)
            return elsewhere[k].domain;
    return NULL;
}

bool gather__graph_has(const char *dialect, const char *domain, const char *type)
{
    const struct gather_op_name *row = gather_op_name_find(dialect, type);
    const char *wanted = domain_of(dialect, type);
    const bool is_there = domain == NULL ? wanted == NULL : wanted != NULL && strcmp(domain, wanted) == 0;
    return is_there && row != NULL;
}

enum gather__node_kind gather__graph_kind(const struct gather__graph *graph, const char *domain,
                                          const char *type, int32_t version)
{
    if (version > 0 && gather__graph_has(graph->dialect, domain, type))
        return GATHER__NODE_GATHER;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] && version > 0 && domain == NULL; k++)
        if (strcmp(kinds[k].dialect, graph->dialect) == 0 && strcmp(kinds[k].type, type) == 0)
            return kinds[k].kind;
    return GATHER__NODE_OTHER;
}

static bool is_openvino(const struct gather__graph *graph) { return strcmp(graph->dialect, "openvino") == 0; }

int32_t gather__graph_axis_input(const struct gather__graph *graph, const struct gather__graph_node *node)
{
    return is_openvino(graph) && strcmp(node->about.type, "Gather") == 0 ? 2 : -1;
}

/* ---- inputs -------------------------------------------------------------------------------------- */

/* Those that a node leaves out at the end are not given. */
static int32_t links_given(const struct gather__graph *graph, const struct gather__graph_node *node)
{
    int32_t count = node->inputs;
    while (count > 0 && graph->links[node->first_input + (size_t)count - 1] < 0)
        count--;
    return count;
}

int32_t gather__graph_operands(const struct gather__graph *graph, const struct gather__graph_node *node)
{
    return links_given(graph, node) - (gather__graph_axis_input(graph, node) >= 0);
}

static enum gather_status refuse_links(struct gather_error *error, const char *expected)
{
    return gather__io_fail(error, GATHER_STATUS_FORMAT, NULL, expected);
}

enum gather_status gather__graph_judge_links(const struct gather__graph *graph,
                                             const struct gather__graph_node *node)
{
    static const struct gather_op_name one = {.inputs = {"data"}, .required = 1};
    const struct gather_op_name *row =
        node->kind == GATHER__NODE_GATHER ? gather_op_name_find(graph->dialect, node->about.type) : &one;
    const int32_t more = gather__graph_axis_input(graph, node) >= 0, given = links_given(graph, node);
    int32_t most = 0;
    while (most < GATHER_MAX_INPUTS && row->inputs[most] != NULL)
        most++;
    if (node->inputs < row->required + more || node->inputs > most + more)
        return refuse_links(graph->error, "as many inputs as the operator has");
    if (given < row->required + more)
        return refuse_links(graph->error, "all inputs of the operator");
    for (int32_t k = 0; k < given; k++)
        if (graph->links[node->first_input + (size_t)k] < 0)
            return refuse_links(graph->error, "all inputs of the operator");
    return node->outputs == 1 ? GATHER_STATUS_OK
                              : refuse_links(graph->error, "one output, which the operator has");
}

/* ---- gathers ------------------------------------------------------------------------------------- */

enum { MOST_ATTRIBUTES = 8 };

/* The names of attributes go with the model, which an error outlives. */
static enum gather_status without_name(const struct gather__graph *graph,
                                       const struct gather__graph_node *node, enum gather_status status,
                                       struct gather_error *error)
{
    const size_t count = status != GATHER_STATUS_OK && error != NULL ? (size_t)node->attributes : 0;
    for (size_t k = 0; k < count; k++)
        if (error->operand == graph->attributes[node->first_attribute + k].name)
            error->operand = "attribute";
    return status;
}

enum gather_status gather__graph_op(const struct gather__graph *graph, const struct gather__graph_node *node,
                                    const int64_t *axis, struct gather_op *op, struct gather_error *error)
{
    struct gather_attribute attributes[MOST_ATTRIBUTES + 1];
    struct gather_attribute version = {.kind = GATHER_ATTRIBUTE_INTEGER, .integer = node->about.version};
    size_t count = (size_t)node->attributes;
    if (count > MOST_ATTRIBUTES)
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, NULL, "at most 8 attributes");
    if (count > 0)
        memcpy(attributes, graph->attributes + node->first_attribute,
               count * sizeof *attributes); /* bounded: at most 8 */
    if (axis != NULL) {
        struct gather_attribute from_input = {
            .name = "axis", .kind = GATHER_ATTRIBUTE_INTEGER, .integer = *axis};
        attributes[count++] = from_input;
    }
    enum gather_status status =
        gather_op_from_names(op, graph->dialect, node->about.type, &version, attributes, count, error);
    return without_name(graph, node, status, error);
}

enum gather_status gather__graph_axis(const struct gather_layout *layout, const uint8_t *bytes, int64_t *axis,
                                      struct gather_error *error)
{
    int32_t dtype = layout->dtype, width = gather_dtype_bits(dtype) / 8;
    bool is_signed = dtype >= GATHER_DTYPE_I8 && dtype <= GATHER_DTYPE_I64;
    uint64_t number = 0;
    static const char expected[] = "an integer of 8 to 64 bits";
    if (dtype == GATHER_DTYPE_U2 || dtype == GATHER_DTYPE_U4 ||
        dtype == GATHER_DTYPE_I4) /* OV-4: not built */
        return gather__io_fail_type(error,
                                    gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "axis", expected),
                                    dtype, GATHER_DTYPE_NONE);
    if (!is_signed && (dtype < GATHER_DTYPE_U8 || dtype > GATHER_DTYPE_U64))
        return gather__io_fail_type(error, gather__io_fail(error, GATHER_STATUS_DTYPE, "axis", expected),
                                    dtype, GATHER_DTYPE_NONE);
    if (layout->rank > 1)
        return gather__io_fail(error, GATHER_STATUS_SHAPE, "axis", "one number");
    if (layout->rank == 1 && layout->sizes[0] != 1)
        return gather__io_fail_value(error, gather__io_fail(error, GATHER_STATUS_SHAPE, "axis", "one number"),
                                     layout->sizes[0], 1, 1);
    for (int32_t k = 0; k < width; k++)
        number |= (uint64_t)bytes[k] << (8 * k);
    if (is_signed && width < 8 && number >> (8 * width - 1))
        number |= UINT64_MAX << (8 * width);
    if (!is_signed && number > INT64_MAX)
        number = INT64_MAX; /* outside every rank, as the number itself */
    *axis = (int64_t)number;
    return GATHER_STATUS_OK;
}

/* ---- shapes -------------------------------------------------------------------------------------- */

/* A place among `rank` dimensions: one below 0 counts from the end, one outside is the nearest that is inside. */
static int32_t place_of(int64_t number, int32_t rank)
{
    number += number < 0 ? rank : 0;
    if (number < 0)
        return 0;
    return number > rank ? rank : (int32_t)number;
}

/* ONNX: from `start` to `end`, opset 15; OpenVINO: `output_type`, opset 3. */
static enum gather_status read_shape_attribute(const struct gather__graph *graph,
                                               const struct gather__graph_node *node,
                                               const struct gather_attribute *attribute, int64_t *start,
                                               int64_t *end, int32_t *dtype, struct gather_error *error)
{
    bool is_integer = attribute->kind == GATHER_ATTRIBUTE_INTEGER;
    const char *text = attribute->kind == GATHER_ATTRIBUTE_TEXT ? attribute->text : "";
    if (!is_openvino(graph) && node->about.version >= 15 && is_integer &&
        strcmp(attribute->name, "start") == 0)
        *start = attribute->integer;
    else if (!is_openvino(graph) && node->about.version >= 15 && is_integer &&
             strcmp(attribute->name, "end") == 0)
        *end = attribute->integer;
    else if (is_openvino(graph) && node->about.version >= 3 && strcmp(attribute->name, "output_type") == 0 &&
             (strcmp(text, "i32") == 0 || strcmp(text, "i64") == 0))
        *dtype = text[1] == '3' ? GATHER_DTYPE_I32 : GATHER_DTYPE_I64;
    else
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "attribute",
                               "an attribute that this version of the operator has");
    return GATHER_STATUS_OK;
}

enum gather_status gather__graph_shape(const struct gather__graph *graph,
                                       const struct gather__graph_node *node, int32_t rank,
                                       struct gather_layout *layout, int32_t *begin,
                                       struct gather_error *error)
{
    int64_t start = 0, end = rank, count;
    int32_t dtype = GATHER_DTYPE_I64;
    enum gather_status status = GATHER_STATUS_OK;
    for (int32_t k = 0; k < node->attributes && status == GATHER_STATUS_OK; k++)
        status = read_shape_attribute(graph, node, &graph->attributes[node->first_attribute + (size_t)k],
                                      &start, &end, &dtype, error);
    *begin = place_of(start, rank);
    count = place_of(end, rank) - *begin;
    count = count > 0 ? count : 0;
    return status == GATHER_STATUS_OK ? gather_layout_init(layout, dtype, 1, &count, error) : status;
}
