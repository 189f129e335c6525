/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The graph of an ONNX model. Its tensors are in the file's list already; the message is met again for inputs,
 * outputs and nodes. Names join them: each is given once, and before it is taken, as ONNX asks for; so what feeds
 * itself, and what nothing feeds, is found by one comparison.
 *
 *     ModelProto ─┬─ opset_import ..              version of each domain
 *                 └─ graph ─┬─ input ..           ValueInfoProto: name, type, sizes
 *                           ├─ node ..            onnx_node.c
 *                           ├─ output ..            ValueInfoProto too
 *                           └─ value_info ..      likewise, of what nodes give
 */
#include "io/formats.h"

#if GATHER_FORMAT_ONNX

#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"
#include "io/onnx_fields.h"
#include "io/onnx_graph.h"
#include "io/onnx_model.h"

enum { VALUE_NAME = 1, VALUE_TYPE = 2, TYPE_TENSOR = 1, TYPE_ELEMENT = 1, TYPE_SHAPE = 2 };
enum { SHAPE_DIM = 1, DIM_VALUE = 1, FIRST_IR_WITH_OPSETS = 3 };

/* ---- versions ------------------------------------------------------------------------------------ */

static bool read_opset(struct gather__wire *message, struct gather__onnx_builder *builder)
{
    struct gather__wire_field domain, version;
    struct gather__onnx_opset *opset = &builder->opsets[builder->opset_count];
    int64_t begin = message->place;
    if (!gather__onnx_read_opset(message, &domain, &version))
        return false;
    if (builder->opset_count == GATHER__ONNX_MOST_OPSETS)
        return gather__wire_fail(message, GATHER_STATUS_UNSUPPORTED, begin, "at most 64 opsets");
    if (version.value > INT32_MAX)
        return gather__wire_refuse(message, version.at, "the version of an opset", (int64_t)version.value, 1,
                                   INT32_MAX);
    if (!gather__onnx_text(message, &domain, builder->graph->file, &opset->domain))
        return false;
    opset->version = (int32_t)version.value;
    if (gather__onnx_version(builder, opset->domain) != 0)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, begin, "one opset of a domain");
    builder->opset_count++;
    return true;
}

int32_t gather__onnx_version(const struct gather__onnx_builder *builder, const char *domain)
{
    for (size_t k = 0; k < builder->opset_count; k++)
        if (strcmp(builder->opsets[k].domain, domain) == 0 ||
            (gather__onnx_is_own(builder->opsets[k].domain) && gather__onnx_is_own(domain)))
            return builder->opsets[k].version;
    return 0;
}

bool gather__onnx_is_own(const char *domain) { return domain[0] == '\0' || strcmp(domain, "ai.onnx") == 0; }

/* ---- inputs -------------------------------------------------------------------------------------- */

/* The first field of a number within a message. Returns: false where there is none, or on failure. */
static bool find_field(struct gather__wire *outer, const struct gather__wire_field *within, int32_t number,
                       enum gather__wire_type type, struct gather__wire_field *found)
{
    struct gather__wire_field field;
    struct gather__wire message = gather__wire_within(outer, within);
    found->number = 0;
    while (gather__wire_next(&message, &field))
        if (field.number == number)
            gather__onnx_once(&message, &field, type, found);
    outer->status = message.status;
    return message.status == GATHER_STATUS_OK && found->number != 0;
}

/* A size: its number; unknown where it has a name or nothing, or, as some exporters write it, -1. */
static bool read_size(struct gather__wire *message, const struct gather__wire_field *dim, int64_t *size)
{
    struct gather__wire_field value;
    *size = GATHER_SIZE_UNKNOWN;
    if (find_field(message, dim, DIM_VALUE, GATHER__WIRE_VARINT, &value))
        *size = (int64_t)value.value;
    if (message->status == GATHER_STATUS_OK && *size < GATHER_SIZE_UNKNOWN)
        gather__wire_refuse(message, value.at, "a size from 0 on", *size, 0, INT64_MAX);
    return message->status == GATHER_STATUS_OK;
}

/* count: of all, of which at most 16 are kept. beyond: where the first stands that is not. */
static bool read_sizes(struct gather__wire *message, const struct gather__wire_field *shape,
                       struct gather_layout *layout, int64_t *count, int64_t *beyond)
{
    struct gather__wire_field field;
    struct gather__wire inner = gather__wire_within(message, shape);
    *count = 0;
    while (gather__wire_next(&inner, &field)) {
        if (field.number != SHAPE_DIM || !gather__wire_is(&inner, &field, GATHER__WIRE_BYTES))
            continue;
        if ((*count)++ == GATHER_MAX_RANK)
            *beyond = field.at;
        if (*count <= GATHER_MAX_RANK && read_size(&inner, &field, &layout->sizes[layout->rank]))
            layout->rank++;
    }
    message->status = inner.status;
    return message->status == GATHER_STATUS_OK;
}

/*
 * What is said of the type of a value; nothing is known of sequences, maps, and tensors without a shape. is_loose: nor of
 * types and ranks that there are none of here, which are else refused.
 */
static bool read_type(struct gather__wire *message, const struct gather__wire_field *type, bool is_loose,
                      struct gather__graph_value *value)
{
    struct gather__wire_field tensor, element, shape;
    int64_t count, beyond = 0;
    if (!find_field(message, type, TYPE_TENSOR, GATHER__WIRE_BYTES, &tensor) ||
        !find_field(message, &tensor, TYPE_ELEMENT, GATHER__WIRE_VARINT, &element) || element.value == 0)
        return message->status == GATHER_STATUS_OK;
    const struct gather__onnx_type *row = gather__onnx_type_find((int64_t)element.value);
    if (row == NULL)
        return is_loose || gather__onnx_refuse_type(message, element.begin, (int64_t)element.value);
    value->layout.dtype = row->dtype;
    if (!find_field(message, &tensor, TYPE_SHAPE, GATHER__WIRE_BYTES, &shape))
        return message->status == GATHER_STATUS_OK;
    if (!read_sizes(message, &shape, &value->layout, &count, &beyond))
        return false;
    value->is_known = count <= GATHER_MAX_RANK;
    if (value->is_known || is_loose)
        return true;
    gather__wire_fail(message, GATHER_STATUS_RANK, beyond, "at most 16 sizes");
    gather__io_fail_rank(message->window->error, count);
    return false;
}

/* A ValueInfoProto: its name, and its type, of number 0 where it has none. */
static bool read_value(struct gather__wire *message, struct gather_file *file, const char **name,
                       struct gather__wire_field *type)
{
    struct gather__wire_field field, text = {0};
    type->number = 0;
    while (gather__wire_next(message, &field))
        if ((field.number == VALUE_NAME && !gather__onnx_once(message, &field, GATHER__WIRE_BYTES, &text)) ||
            (field.number == VALUE_TYPE && !gather__onnx_once(message, &field, GATHER__WIRE_BYTES, type)))
            return false;
    return message->status == GATHER_STATUS_OK && gather__onnx_text(message, &text, file, name);
}

/* An initializer is what the input of its name is declared to be. */
static bool judge_default(struct gather__wire *message, const struct gather__graph *graph,
                          const struct gather__graph_value *value)
{
    const struct gather_tensor *constant = value->constant;
    const struct gather_layout *declared = &value->layout;
    if (constant == NULL || constant->type != NULL || declared->dtype == GATHER_DTYPE_NONE)
        return true;
    if (constant->layout.dtype != declared->dtype)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, value->at,
                                 "an input of the type that the initializer of its name has");
    if (value->is_known)
        message->status = gather__graph_judge_sizes(declared->sizes, declared->rank, &constant->layout,
                                                    value->at, graph->error);
    return message->status == GATHER_STATUS_OK;
}

static bool add_input(struct gather__wire *message, struct gather__onnx_builder *builder)
{
    struct gather__graph *graph = builder->graph;
    struct gather__graph_value value = {.at = message->place, .node = -1, .is_input = true};
    struct gather__wire_field type;
    if (!read_value(message, graph->file, &value.name, &type))
        return false;
    if (value.name[0] == '\0')
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, value.at, "the name of an input");
    if (type.number != 0 && !read_type(message, &type, false, &value))
        return false;
    value.constant = gather_file_find(graph->file, value.name, strlen(value.name));
    if (!judge_default(message, graph, &value))
        return false;
    message->status = gather__graph_add_value(graph, &value);
    return message->status == GATHER_STATUS_OK;
}

static bool add_output(struct gather__wire *message, struct gather__onnx_builder *builder)
{
    struct gather__graph_output output = {.at = message->place, .value = -1};
    struct gather__graph_value declared = {.node = -1};
    struct gather__wire_field type;
    if (!read_value(message, builder->graph->file, &output.name, &type) ||
        (type.number != 0 && !read_type(message, &type, false, &declared)))
        return false;
    output.dtype = declared.layout.dtype;
    output.is_shaped = declared.is_known;
    output.rank = declared.layout.rank;
    memcpy(output.sizes, declared.layout.sizes, sizeof output.sizes);
    message->status = gather__graph_add_output(builder->graph, &output);
    return message->status == GATHER_STATUS_OK;
}

/* ---- constants ----------------------------------------------------------------------------------- */

/* Initializers that are inputs too are values already. */
static enum gather_status add_constants(struct gather__graph *graph)
{
    size_t inputs = graph->value_count, count = gather_file_count(graph->file);
    const struct gather_tensor *first = count > 0 ? gather_file_tensor(graph->file, 0) : NULL;
    enum gather_status status = GATHER_STATUS_OK;
    bool *is_there = calloc(count + 1, sizeof *is_there);
    if (is_there == NULL)
        return gather__io_fail(graph->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (size_t k = 0; k < inputs; k++)
        if (graph->values[k].constant != NULL)
            is_there[graph->values[k].constant - first] = true;
    for (size_t k = 0; k < count && status == GATHER_STATUS_OK; k++) {
        struct gather__graph_value value = {.name = first[k].name, .node = -1};
        gather__graph_know_constant(&value, &first[k]);
        if (!is_there[k] && value.name[0] != '\0')
            status = gather__graph_add_value(graph, &value);
    }
    free(is_there);
    return status;
}

/* ---- joining ------------------------------------------------------------------------------------- */

static enum gather_status join_node(const struct gather__onnx_builder *builder,
                                    const struct gather__graph_node *node,
                                    const struct gather__graph_name *names, size_t count)
{
    const struct gather__graph *graph = builder->graph;
    for (size_t k = node->first_input; k < node->first_input + (size_t)node->inputs; k++) {
        const struct gather__onnx_link *link = &builder->links[k];
        if (link->name[0] == '\0')
            continue;
        int32_t value = gather__graph_find(names, count, link->name);
        if (value < 0 || (size_t)value >= node->first_output)
            return gather__graph_blame(
                graph, node,
                gather__io_malformed(graph->error, link->at,
                                     value < 0 ? "the name of an input, an initializer or what a node gives"
                                               : "the name of what a node before this one gives"),
                graph->error);
        graph->links[k] = value;
    }
    return GATHER_STATUS_OK;
}

static enum gather_status join(struct gather__onnx_builder *builder)
{
    struct gather__graph *graph = builder->graph;
    enum gather_status status = gather__graph_sort_names(graph, &builder->names, &builder->name_count);
    const struct gather__graph_name *names = builder->names;
    const size_t count = builder->name_count;
    for (size_t k = 0; k < graph->node_count && status == GATHER_STATUS_OK; k++)
        status = join_node(builder, &graph->nodes[k], names, count);
    for (size_t k = 0; k < graph->output_count && status == GATHER_STATUS_OK; k++) {
        struct gather__graph_output *output = &graph->outputs[k];
        output->value = gather__graph_find(names, count, output->name);
        if (output->value < 0)
            status = gather__io_malformed(graph->error, output->at,
                                          "the name of what something in the graph gives");
    }
    return status;
}

/* What is declared of a value; of one that nothing gives it is passed. */
static bool add_declared(struct gather__wire *message, struct gather__onnx_builder *builder)
{
    struct gather__graph_value declared = {.at = message->place, .node = -1};
    struct gather__wire_field type;
    if (!read_value(message, builder->graph->file, &declared.name, &type) ||
        (type.number != 0 && !read_type(message, &type, true, &declared)))
        return false;
    int32_t value = gather__graph_find(builder->names, builder->name_count, declared.name);
    if (value >= 0 && type.number != 0)
        message->status = gather__graph_declare(builder->graph, value, &declared);
    return message->status == GATHER_STATUS_OK;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* Reads every message in a field of this number. */
static bool read_each(struct gather__wire *outer, int32_t number, struct gather__onnx_builder *builder,
                      bool (*read)(struct gather__wire *message, struct gather__onnx_builder *builder))
{
    struct gather__wire_field field;
    struct gather__wire messages = *outer;
    while (gather__wire_next(&messages, &field)) {
        if (field.number != number || !gather__wire_is(&messages, &field, GATHER__WIRE_BYTES))
            continue;
        struct gather__wire message = gather__wire_within(&messages, &field);
        read(&message, builder);
        messages.status = message.status;
    }
    outer->status = messages.status;
    return outer->status == GATHER_STATUS_OK;
}

static bool read_graph(struct gather__wire *message, struct gather__onnx_builder *builder)
{
    builder->graph->outputs_at = message->place;
    if (!read_each(message, GRAPH_INPUT, builder, add_input))
        return false;
    message->status = add_constants(builder->graph);
    return message->status == GATHER_STATUS_OK &&
           read_each(message, GRAPH_NODE, builder, gather__onnx_add_node) &&
           read_each(message, GRAPH_OUTPUT, builder, add_output);
}

static bool read_declared(struct gather__wire *message, struct gather__onnx_builder *builder)
{
    return read_each(message, GRAPH_VALUE, builder, add_declared);
}

/* Models from before there were opsets have the first. */
static bool read_ir_version(struct gather__wire *model, struct gather__onnx_builder *builder)
{
    struct gather__wire_field field;
    struct gather__wire message = *model;
    uint64_t version = 0;
    while (gather__wire_next(&message, &field))
        if (field.number == MODEL_IR && gather__wire_is(&message, &field, GATHER__WIRE_VARINT))
            version = field.value;
    if (builder->opset_count == 0 && version < FIRST_IR_WITH_OPSETS) {
        builder->opsets[0].domain = "";
        builder->opsets[0].version = 1;
        builder->opset_count = 1;
    }
    model->status = message.status;
    return model->status == GATHER_STATUS_OK;
}

enum gather_status gather__graph_of_onnx(struct gather__graph *graph)
{
    struct gather__onnx_builder builder = {.graph = graph};
    struct gather__window *window = gather__window_create(graph->file->sources[0], graph->error);
    if (window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    struct gather__wire model = {window, 0, graph->file->bytes, GATHER_STATUS_OK};
    graph->dialect = "onnx";
    if (read_each(&model, MODEL_OPSET, &builder, read_opset) && read_ir_version(&model, &builder) &&
        read_each(&model, MODEL_GRAPH, &builder, read_graph))
        model.status = join(&builder);
    read_each(&model, MODEL_GRAPH, &builder, read_declared);
    free(builder.names);
    free(builder.links);
    free(window);
    return model.status;
}

#endif
