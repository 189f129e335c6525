/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A NodeProto, met twice: for its texts and what it gives, then, where its operator is built, for its attributes.
 * An AttributeProto says its type, and has the value in the field of that type; older files say no type.
 */
#include "io/formats.h"

#if GATHER_FORMAT_ONNX

#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"
#include "io/onnx_fields.h"
#include "io/onnx_graph.h"

enum { FIRST_VALUE = 2, LAST_VALUE = 14, REFERENCE = 21, SPARSE = 22, SPARSES = 23 };
enum { TYPE_INTEGER = 2, TYPE_TEXT = 3 };

/* ---- attributes ---------------------------------------------------------------------------------- */

struct met {
    struct gather__wire_field name, type, integer, text;
    int64_t other; /* where a value of another kind stands; -1 for none */
};

static bool meet(struct gather__wire *message, struct met *met)
{
    struct gather__wire_field field;
    met->other = -1;
    while (gather__wire_next(message, &field)) {
        if (field.number == ATTRIBUTE_NAME)
            gather__onnx_once(message, &field, GATHER__WIRE_BYTES, &met->name);
        else if (field.number == ATTRIBUTE_TYPE)
            gather__onnx_once(message, &field, GATHER__WIRE_VARINT, &met->type);
        else if (field.number == ATTRIBUTE_INTEGER)
            gather__onnx_once(message, &field, GATHER__WIRE_VARINT, &met->integer);
        else if (field.number == ATTRIBUTE_TEXT)
            gather__onnx_once(message, &field, GATHER__WIRE_BYTES, &met->text);
        else if ((field.number >= FIRST_VALUE && field.number <= LAST_VALUE &&
                  field.number != 13) || /* a text for people */
                 (field.number >= REFERENCE && field.number <= SPARSES))
            met->other = field.at;
    }
    return message->status == GATHER_STATUS_OK;
}

/* Which kind an attribute says it is: by its type, else by the field that it has. */
static int32_t kind_of(const struct met *met)
{
    if (met->type.number != 0)
        return met->type.value == TYPE_INTEGER ? GATHER_ATTRIBUTE_INTEGER
               : met->type.value == TYPE_TEXT  ? GATHER_ATTRIBUTE_TEXT
                                               : GATHER_ATTRIBUTE_OTHER;
    if (met->integer.number != 0 && met->text.number == 0)
        return GATHER_ATTRIBUTE_INTEGER;
    return met->text.number != 0 && met->integer.number == 0 ? GATHER_ATTRIBUTE_TEXT : GATHER_ATTRIBUTE_OTHER;
}

static bool judge_kind(struct gather__wire *message, const struct met *met, int32_t kind)
{
    bool agrees = kind == GATHER_ATTRIBUTE_OTHER ||
                  (met->other < 0 && (kind == GATHER_ATTRIBUTE_INTEGER || met->integer.number == 0) &&
                   (kind == GATHER_ATTRIBUTE_TEXT || met->text.number == 0));
    return agrees || gather__wire_fail(message, GATHER_STATUS_FORMAT, met->type.at,
                                       "the value of an attribute in the field of its type");
}

static bool add_attribute(struct gather__wire *message, struct gather__graph *graph)
{
    struct met met = {.other = -1};
    struct gather_attribute attribute = {.name = NULL};
    int64_t begin = message->place;
    if (!meet(message, &met) || !gather__onnx_text(message, &met.name, graph->file, &attribute.name))
        return false;
    attribute.kind = kind_of(&met);
    if (!judge_kind(message, &met, attribute.kind))
        return false;
    attribute.integer = (int64_t)met.integer.value;
    if (attribute.kind == GATHER_ATTRIBUTE_TEXT) {
        if (!gather__onnx_text(message, &met.text, graph->file, &attribute.text))
            return false;
        attribute.count = strlen(attribute.text);
    }
    message->status = gather__graph_add_attribute(graph, &attribute, begin);
    return message->status == GATHER_STATUS_OK;
}

static bool add_attributes(struct gather__wire *node, struct gather__graph *graph, int32_t *count)
{
    struct gather__wire_field field;
    while (gather__wire_next(node, &field)) {
        if (field.number != NODE_ATTRIBUTE || !gather__wire_is(node, &field, GATHER__WIRE_BYTES))
            continue;
        struct gather__wire attribute = gather__wire_within(node, &field);
        if (add_attribute(&attribute, graph))
            ++*count;
        node->status = attribute.status;
    }
    return node->status == GATHER_STATUS_OK;
}

/* The graphs in attributes of a node that is not built. They are passed; a graph inside of one counts with it. */
static bool count_graphs(struct gather__wire *node, int32_t *count)
{
    struct gather__wire_field field, value;
    while (gather__wire_next(node, &field)) {
        if (field.number != NODE_ATTRIBUTE || !gather__wire_is(node, &field, GATHER__WIRE_BYTES))
            continue;
        struct gather__wire attribute = gather__wire_within(node, &field);
        while (gather__wire_next(&attribute, &value))
            if ((value.number == ATTRIBUTE_GRAPH || value.number == ATTRIBUTE_GRAPHS) &&
                gather__wire_is(&attribute, &value, GATHER__WIRE_BYTES) && *count < INT32_MAX)
                ++*count;
        node->status = attribute.status;
    }
    return node->status == GATHER_STATUS_OK;
}

/* ---- inputs and outputs -------------------------------------------------------------------------- */

static bool add_link(struct gather__wire *message, const struct gather__wire_field *field,
                     struct gather__onnx_builder *builder)
{
    struct gather__graph *graph = builder->graph;
    size_t place = graph->link_count;
    struct gather__onnx_link link = {.at = field->at};
    if (!gather__wire_is(message, field, GATHER__WIRE_BYTES) ||
        !gather__onnx_text(message, field, graph->file, &link.name))
        return false;
    message->status = gather__graph_add_link(graph, -1, field->at);
    if (message->status != GATHER_STATUS_OK)
        return false;
    if (builder->link_room < graph->link_room) {
        struct gather__onnx_link *moved =
            realloc(builder->links, graph->link_room * sizeof *moved); /* bounded: by the graph */
        if (moved == NULL)
            return gather__wire_fail(message, GATHER_STATUS_NO_MEMORY, field->at, NULL);
        builder->links = moved;
        builder->link_room = graph->link_room;
    }
    builder->links[place] = link;
    return true;
}

static bool add_output(struct gather__wire *message, const struct gather__wire_field *field,
                       struct gather__graph *graph)
{
    struct gather__graph_value value = {.at = field->at, .node = (int32_t)graph->node_count};
    if (!gather__wire_is(message, field, GATHER__WIRE_BYTES) ||
        !gather__onnx_text(message, field, graph->file, &value.name))
        return false;
    if (value.name[0] == '\0')
        value.name = NULL; /* one that nobody asks for */
    message->status = gather__graph_add_value(graph, &value);
    return message->status == GATHER_STATUS_OK;
}

/* ---- the node ------------------------------------------------------------------------------------ */

struct texts {
    struct gather__wire_field name, type, domain;
};

static bool meet_texts(struct gather__wire *message, struct texts *texts)
{
    struct gather__wire_field field;
    while (gather__wire_next(message, &field)) {
        if (field.number == NODE_NAME)
            gather__onnx_once(message, &field, GATHER__WIRE_BYTES, &texts->name);
        else if (field.number == NODE_TYPE)
            gather__onnx_once(message, &field, GATHER__WIRE_BYTES, &texts->type);
        else if (field.number == NODE_DOMAIN)
            gather__onnx_once(message, &field, GATHER__WIRE_BYTES, &texts->domain);
    }
    return message->status == GATHER_STATUS_OK;
}

/* What the node is, without what it takes and gives. */
static bool describe(struct gather__wire *message, struct gather__onnx_builder *builder,
                     struct gather__graph_node *node)
{
    struct gather_file *file = builder->graph->file;
    struct gather_model_node *about = &node->about;
    struct texts texts = {.name = {.number = 0}};
    if (!meet_texts(message, &texts) || !gather__onnx_text(message, &texts.name, file, &about->name) ||
        !gather__onnx_text(message, &texts.type, file, &about->type) ||
        !gather__onnx_text(message, &texts.domain, file, &about->domain))
        return false;
    bool is_own = gather__onnx_is_own(about->domain);
    about->version = gather__onnx_version(builder, about->domain);
    const char *domain = is_own ? NULL : about->domain;
    node->kind = gather__graph_kind(builder->graph, domain, about->type, about->version);
    about->domain = is_own ? builder->graph->dialect : about->domain;
    about->is_built = node->kind != GATHER__NODE_OTHER;
    if (about->version == 0 && (is_own || gather__graph_has(builder->graph->dialect, domain, about->type)))
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, about->at, "an opset_import for this node");
    return true;
}

static bool add_ends(struct gather__wire *message, struct gather__onnx_builder *builder,
                     struct gather__graph_node *node)
{
    struct gather__wire_field field;
    while (gather__wire_next(message, &field)) {
        if (field.number == NODE_INPUT && add_link(message, &field, builder))
            node->inputs++;
        if (field.number == NODE_OUTPUT && add_output(message, &field, builder->graph))
            node->outputs++;
    }
    return message->status == GATHER_STATUS_OK;
}

static void name_unnamed(const struct gather__graph *graph, struct gather__graph_node *node)
{
    if (node->about.name[0] == '\0' && node->outputs > 0 && graph->values[node->first_output].name != NULL)
        node->about.name = graph->values[node->first_output].name;
}

bool gather__onnx_add_node(struct gather__wire *message, struct gather__onnx_builder *builder)
{
    struct gather__graph *graph = builder->graph;
    struct gather__wire again = *message, attributes = *message;
    struct gather__graph_node node = {.about = {.at = message->place},
                                      .first_input = graph->link_count,
                                      .first_output = graph->value_count,
                                      .first_attribute = graph->attribute_count};
    if (!describe(message, builder, &node))
        return false;
    bool is_constant = strcmp(node.about.type, "Constant") == 0 && node.about.domain == graph->dialect;
    if (!is_constant && add_ends(&again, builder, &node)) {
        if (node.about.is_built)
            add_attributes(&attributes, graph, &node.attributes);
        else
            count_graphs(&attributes, &node.about.graphs);
    }
    message->status = again.status != GATHER_STATUS_OK ? again.status : attributes.status;
    if (message->status != GATHER_STATUS_OK || is_constant)
        return message->status == GATHER_STATUS_OK;
    name_unnamed(graph, &node);
    message->status = gather__graph_add_node(graph, &node);
    return message->status == GATHER_STATUS_OK;
}

#endif
