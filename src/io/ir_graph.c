/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The graph of an IR: a Parameter is an input, a Const a constant, a Result an output, every other layer a node.
 *
 *     Parameter ──┐
 *     Const ──────┼─> Gather, EmbeddingBagOffsets, .. ──> .. ──> Result
 *     axis ───────┘
 */
#include "io/formats.h"

#if GATHER_FORMAT_IR

#include <stdlib.h>
#include <string.h>

#include "io/graph.h"
#include "io/io_error.h"
#include "io/ir.h"

struct builder {
    struct gather__graph *graph;
    struct gather__ir ir;
    int32_t *first_values; /* the first value of each layer */
};

/* A Parameter or Const is one value, whatever its ports. */
static bool is_value(const struct gather__ir_layer *layer)
{
    return gather__ir_is(layer, "Parameter") || gather__ir_is(layer, "Const");
}

static int32_t value_of(const struct builder *builder, const struct gather__ir_end *end)
{
    if (end->layer < 0)
        return -1;
    return builder->first_values[end->layer] + (is_value(&builder->ir.layers[end->layer]) ? 0 : end->output);
}

static const struct gather__ir_end *source_of(const struct builder *builder,
                                              const struct gather__ir_layer *layer, int32_t position)
{
    return &builder->ir.sources[layer->first_source + (size_t)position];
}

/* ---- values -------------------------------------------------------------------------------------- */

static void know_parameter(const struct gather__ir_layer *layer, struct gather__graph_value *value)
{
    struct gather__ir_shape shape;
    const struct gather__ir_type *type = gather__ir_type_find(gather__ir_attribute(layer, "element_type"));
    if (gather__ir_read_shape(gather__ir_attribute(layer, "shape"), &shape, NULL) != GATHER_STATUS_OK ||
        shape.rank < 0 || type->dtype == GATHER_DTYPE_NONE)
        return;
    value->is_known = true;
    value->layout.dtype = type->dtype;
    value->layout.rank = shape.rank;
    memcpy(value->layout.sizes, shape.sizes, sizeof(int64_t) * (size_t)shape.rank); /* bounded: 16 sizes */
}

static enum gather_status add_value(const struct builder *builder, const struct gather__ir_layer *layer)
{
    struct gather__graph_value value = {.name = layer->name, .at = layer->at, .node = -1};
    value.is_input = gather__ir_is(layer, "Parameter");
    if (value.is_input) {
        know_parameter(layer, &value);
    } else {
        const struct gather_tensor *constant =
            gather_file_find(builder->graph->file, layer->name, strlen(layer->name));
        if (constant == NULL)
            return gather__io_malformed(builder->graph->error, layer->at,
                                        "the constants that were there when it was opened");
        gather__graph_know_constant(&value, constant);
    }
    return gather__graph_add_value(builder->graph, &value);
}

/* ---- nodes --------------------------------------------------------------------------------------- */

/* An attribute as names have it: an integer, or a text. */
static struct gather_attribute attribute_of(const struct gather__ir_attribute *said)
{
    struct gather_attribute attribute = {
        .name = said->name, .kind = GATHER_ATTRIBUTE_TEXT, .text = said->value, .count = strlen(said->value)};
    bool negative = said->value[0] == '-';
    int64_t number;
    if (gather__ir_number(said->value + negative, &number)) {
        attribute.kind = GATHER_ATTRIBUTE_INTEGER;
        attribute.integer = negative ? -number : number;
    }
    return attribute;
}

static enum gather_status add_attributes(const struct builder *builder, const struct gather__ir_layer *layer,
                                         struct gather__graph_node *node)
{
    enum gather_status status = GATHER_STATUS_OK;
    node->first_attribute = builder->graph->attribute_count;
    for (const struct gather__ir_attribute *next = layer->attributes;
         next != NULL && next->name != NULL && status == GATHER_STATUS_OK; next++) {
        struct gather_attribute attribute = attribute_of(next);
        status = gather__graph_add_attribute(builder->graph, &attribute, layer->data_at);
        node->attributes++;
    }
    return status;
}

static enum gather_status add_ends(const struct builder *builder, const struct gather__ir_layer *layer,
                                   const struct gather__graph_node *node)
{
    struct gather__graph *graph = builder->graph;
    struct gather__graph_value output = {.at = layer->at, .node = (int32_t)graph->node_count};
    enum gather_status status = GATHER_STATUS_OK;
    for (int32_t k = 0; k < node->inputs && status == GATHER_STATUS_OK; k++)
        status = gather__graph_add_link(graph, value_of(builder, source_of(builder, layer, k)), layer->at);
    for (int32_t k = 0; k < node->outputs && status == GATHER_STATUS_OK; k++)
        status = gather__graph_add_value(graph, &output);
    return status;
}

static enum gather_status add_node(const struct builder *builder, const struct gather__ir_layer *layer)
{
    struct gather__graph *graph = builder->graph;
    int32_t opset = gather__ir_opset(layer);
    struct gather__graph_node node = {.about = {.name = layer->name,
                                                .type = layer->type,
                                                .domain = opset > 0 ? graph->dialect : layer->version,
                                                .at = layer->at,
                                                .version = opset,
                                                .graphs = layer->graphs},
                                      .kind = gather__graph_kind(graph, NULL, layer->type, opset),
                                      .first_input = graph->link_count,
                                      .inputs = layer->counts[GATHER__IR_INPUT],
                                      .first_output = graph->value_count,
                                      .outputs = layer->counts[GATHER__IR_OUTPUT]};
    enum gather_status status = GATHER_STATUS_OK;
    node.about.is_built = node.kind != GATHER__NODE_OTHER;
    if (node.about.is_built)
        status = add_attributes(builder, layer, &node);
    if (status == GATHER_STATUS_OK)
        status = add_ends(builder, layer, &node);
    return status == GATHER_STATUS_OK ? gather__graph_add_node(graph, &node) : status;
}

static enum gather_status add_layer(const struct builder *builder, int32_t number)
{
    const struct gather__ir_layer *layer = &builder->ir.layers[number];
    struct gather__graph_output output = {.name = layer->name, .at = layer->at};
    builder->first_values[number] = (int32_t)builder->graph->value_count;
    if (is_value(layer))
        return add_value(builder, layer);
    if (!gather__ir_is(layer, "Result"))
        return add_node(builder, layer);
    output.value = value_of(builder, source_of(builder, layer, 0));
    return gather__graph_add_output(builder->graph, &output);
}

/* ---- what ports declare -------------------------------------------------------------------------- */

/* A port without sizes is one of rank 0, or of a rank that is not known: which, its text does not say. */
static enum gather_status declare(const struct builder *builder, const struct gather__ir_port *port)
{
    const struct gather__ir *ir = &builder->ir;
    struct gather__graph_value declared = {.at = port->at, .node = -1};
    if (port->side != GATHER__IR_OUTPUT || port->dtype == GATHER_DTYPE_NONE ||
        is_value(&ir->layers[port->layer]))
        return GATHER_STATUS_OK;
    declared.layout.dtype = port->dtype;
    declared.is_known = port->rank > 0 && port->rank <= GATHER_MAX_RANK;
    if (declared.is_known) {
        declared.layout.rank = port->rank;
        memcpy(declared.layout.sizes, ir->sizes + port->first_size,
               sizeof(int64_t) * (size_t)port->rank); /* bounded: 16 sizes */
    }
    return gather__graph_declare(builder->graph, builder->first_values[port->layer] + port->position,
                                 &declared);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

enum gather_status gather__graph_of_ir(struct gather__graph *graph)
{
    struct builder builder = {.graph = graph};
    struct gather__graph_name *names = NULL;
    size_t name_count;
    graph->dialect = "openvino";
    graph->doubts_types = true; /* OV-IR-9 */
    enum gather_status status = gather__ir_read(graph->file, &builder.ir, graph->error);
    if (status == GATHER_STATUS_OK) {
        builder.first_values = calloc(builder.ir.layer_count + 1, sizeof(int32_t));
        if (builder.first_values == NULL)
            status = gather__io_fail(graph->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    }
    for (size_t k = 0; k < builder.ir.layer_count && status == GATHER_STATUS_OK; k++)
        status = add_layer(&builder, builder.ir.order[k]);
    for (size_t k = 0; k < builder.ir.port_count && status == GATHER_STATUS_OK; k++)
        status = declare(&builder, &builder.ir.ports[k]);
    if (status == GATHER_STATUS_OK)
        status = gather__graph_sort_names(graph, &names, &name_count);
    free(names);
    free(builder.first_values);
    gather__ir_end(&builder.ir);
    return status;
}

#endif
