/* SPDX-License-Identifier: Apache-2.0 */
/* Opening an IR as a graph: each layer, behind those that feed it, gets what is known of its value. */
#include "io/ir_graph.h"

#include "io/formats.h"

#if GATHER_FORMAT_IR

#include <stdlib.h>
#include <string.h>

#include "gather/names.h"
#include "io/io_error.h"

enum { MOST_ATTRIBUTES = 8, AXIS_BYTES = 8, GATHER_INPUTS = 3, OTHER_INPUTS = 2 };

static const char *const gathers[] = {"Gather", "GatherND", "GatherElements"};

static bool is_gather(const struct gather__ir_layer *layer)
{
    for (size_t k = 0; k < sizeof gathers / sizeof gathers[0]; k++)
        if (gather__ir_is(layer, gathers[k]))
            return true;
    return false;
}

/* Whether its axis is an input. */
static bool has_axis_input(const struct gather__ir_layer *layer) { return gather__ir_is(layer, "Gather"); }

/* ---- operators ----------------------------------------------------------------------------------- */

/* An attribute as names have it: an integer, or a text that no operator takes. */
static struct gather_attribute attribute_of(const struct gather__ir_attribute *said)
{
    struct gather_attribute attribute = {
        .name = said->name, .kind = GATHER_ATTRIBUTE_TEXT, .text = said->value};
    bool negative = said->value[0] == '-';
    int64_t number;
    if (gather__ir_number(said->value + negative, &number)) {
        attribute.kind = GATHER_ATTRIBUTE_INTEGER;
        attribute.integer = negative ? -number : number;
    }
    return attribute;
}

enum gather_status gather__ir_op(const struct gather__ir_layer *layer, const int64_t *axis,
                                 struct gather_op *op, struct gather_error *error)
{
    struct gather_attribute attributes[MOST_ATTRIBUTES + 1];
    struct gather_attribute version = {.kind = GATHER_ATTRIBUTE_INTEGER, .integer = gather__ir_opset(layer)};
    size_t count = 0;
    for (const struct gather__ir_attribute *next = layer->attributes; next != NULL && next->name != NULL;
         next++) {
        if (count == MOST_ATTRIBUTES)
            return gather__io_fail(error, GATHER_STATUS_ARGUMENT, next->name, "at most 8 attributes");
        attributes[count++] = attribute_of(next);
    }
    if (axis != NULL) {
        struct gather_attribute from_input = {
            .name = "axis", .kind = GATHER_ATTRIBUTE_INTEGER, .integer = *axis};
        attributes[count++] = from_input;
    }
    return gather_op_from_names(op, "openvino", layer->type, &version, attributes, count, error);
}

enum gather_status gather__ir_axis(const struct gather_layout *layout, const uint8_t *bytes, int64_t *axis,
                                   struct gather_error *error)
{
    int32_t dtype = layout->dtype, width = gather_dtype_bits(dtype) / 8;
    bool is_signed = dtype >= GATHER_DTYPE_I8 && dtype <= GATHER_DTYPE_I64;
    uint64_t number = 0;
    if (!is_signed && (dtype < GATHER_DTYPE_U8 || dtype > GATHER_DTYPE_U64))
        return gather__io_fail(error, GATHER_STATUS_DTYPE, "axis", "an integer of 8 to 64 bits");
    if (layout->rank > 1 || (layout->rank == 1 && layout->sizes[0] != 1))
        return gather__io_fail(error, GATHER_STATUS_SHAPE, "axis", "one number");
    for (int32_t k = 0; k < width; k++)
        number |= (uint64_t)bytes[k] << (8 * k);
    if (is_signed && width < 8 && number >> (8 * width - 1))
        number |= UINT64_MAX << (8 * width);
    if (!is_signed && number > INT64_MAX)
        number = INT64_MAX; /* outside every rank, as the number itself */
    *axis = (int64_t)number;
    return GATHER_STATUS_OK;
}

/* ---- values -------------------------------------------------------------------------------------- */

static const struct gather__ir_value *input_of(const struct gather__ir_graph *graph,
                                               const struct gather__ir_layer *layer, int32_t position)
{
    int32_t from = graph->ir.sources[layer->first_source + (size_t)position].layer;
    return from >= 0 ? &graph->values[from] : NULL;
}

static void know_parameter(const struct gather__ir_layer *layer, struct gather__ir_value *value)
{
    struct gather__ir_shape shape;
    const struct gather__ir_type *type = gather__ir_type_find(gather__ir_attribute(layer, "element_type"));
    if (gather__ir_read_shape(gather__ir_attribute(layer, "shape"), &shape, NULL) != GATHER_STATUS_OK ||
        shape.rank < 0 || type->dtype == GATHER_DTYPE_NONE)
        return;
    value->knowledge = GATHER__IR_SHAPE_KNOWN;
    value->layout.dtype = type->dtype;
    value->layout.rank = shape.rank;
    memcpy(value->layout.sizes, shape.sizes, sizeof(int64_t) * (size_t)shape.rank); /* bounded: 16 sizes */
}

static void know_constant(const struct gather__ir_graph *graph, const struct gather__ir_layer *layer,
                          struct gather__ir_value *value)
{
    const struct gather_tensor *tensor = gather_file_find(graph->file, layer->name, strlen(layer->name));
    if (tensor->type != NULL) /* of a type that nothing is known about */
        return;
    value->constant = tensor;
    value->knowledge = GATHER__IR_SHAPE_KNOWN;
    value->layout = tensor->layout;
}

/* The axis of a Gather, if a Const says it. */
static enum gather_status know_axis(const struct gather__ir_graph *graph,
                                    const struct gather__ir_value *input, int64_t *axis, bool *known,
                                    struct gather_error *error)
{
    uint8_t bytes[AXIS_BYTES] = {0};
    *known = false;
    if (input == NULL || input->constant == NULL)
        return GATHER_STATUS_OK;
    enum gather_status status = GATHER_STATUS_OK;
    if (input->constant->bytes > 0 && input->constant->bytes <= AXIS_BYTES)
        status =
            gather_file_read(graph->file, input->constant, 0, bytes, (size_t)input->constant->bytes, error);
    if (status == GATHER_STATUS_OK)
        status = gather__ir_axis(&input->layout, bytes, axis, error);
    *known = status == GATHER_STATUS_OK;
    return status;
}

static enum gather_status infer(const struct gather__ir_graph *graph, const struct gather__ir_layer *layer,
                                struct gather__ir_value *value, struct gather_error *error)
{
    const struct gather__ir_value *data = input_of(graph, layer, 0), *indices = input_of(graph, layer, 1);
    if (data->knowledge != GATHER__IR_SHAPE_KNOWN || indices->knowledge != GATHER__IR_SHAPE_KNOWN)
        return GATHER_STATUS_OK;
    struct gather_layout inputs[] = {data->layout, indices->layout};
    enum gather_status status = gather_infer(&value->op, inputs, 2, &value->layout, error);
    if (status == GATHER_STATUS_OK)
        value->knowledge = GATHER__IR_SHAPE_KNOWN;
    return status;
}

static enum gather_status know_gather(const struct gather__ir_graph *graph,
                                      const struct gather__ir_layer *layer, struct gather__ir_value *value,
                                      struct gather_error *error)
{
    int64_t axis = 0;
    bool known = true, from_input = has_axis_input(layer);
    enum gather_status status = GATHER_STATUS_OK;
    value->is_gather = true;
    if (layer->counts[GATHER__IR_INPUT] != (from_input ? GATHER_INPUTS : OTHER_INPUTS))
        return gather__ir_malformed(error, layer->at, "as many inputs as the operator has");
    if (from_input)
        status = know_axis(graph, input_of(graph, layer, 2), &axis, &known, error);
    if (status != GATHER_STATUS_OK || !known)
        return status;
    status = gather__ir_op(layer, from_input ? &axis : NULL, &value->op, error);
    return status == GATHER_STATUS_OK ? infer(graph, layer, value, error) : status;
}

static enum gather_status know(const struct gather__ir_graph *graph, const struct gather__ir_layer *layer,
                               struct gather__ir_value *value, struct gather_error *error)
{
    if (gather__ir_is(layer, "Parameter"))
        know_parameter(layer, value);
    else if (gather__ir_is(layer, "Const"))
        know_constant(graph, layer, value);
    else if (gather__ir_is(layer, "Result"))
        *value = *input_of(graph, layer, 0);
    else if (is_gather(layer))
        return know_gather(graph, layer, value, error);
    if (gather__ir_is(layer, "Result"))
        value->is_gather = false;
    return GATHER_STATUS_OK;
}

/* ---- the graph ----------------------------------------------------------------------------------- */

enum gather_status gather__ir_graph_open(struct gather__ir_graph *graph, const char *path,
                                         struct gather_error *error)
{
    memset(graph, 0, sizeof *graph);
    enum gather_status status = gather_file_open(&graph->file, path, GATHER_FILE_IR, error);
    if (status == GATHER_STATUS_OK)
        status = gather__ir_read(graph->file, &graph->ir, error);
    if (status != GATHER_STATUS_OK)
        return status;
    graph->values = calloc(graph->ir.layer_count + 1, sizeof *graph->values);
    if (graph->values == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (size_t k = 0; k < graph->ir.layer_count && status == GATHER_STATUS_OK; k++) {
        int32_t layer = graph->ir.order[k];
        status = know(graph, &graph->ir.layers[layer], &graph->values[layer], error);
    }
    return status;
}

void gather__ir_graph_end(struct gather__ir_graph *graph)
{
    gather__ir_end(&graph->ir);
    free(graph->values);
    gather_file_close(graph->file);
}

#endif
