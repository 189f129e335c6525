/* SPDX-License-Identifier: Apache-2.0 */
/* ModelProto, GraphProto and NodeProto, as far as their tensors and what the model says of itself. */
#include <string.h>

#include "io/onnx_fields.h"
#include "io/onnx_model.h"

enum { MOST_DOMAIN_BYTES = 128 };

/* Texts of a model, and the keys under which they are told. */
static const struct model_text {
    int32_t field;
    const char *key;
} model_texts[] = {{2, "producer_name"}, {3, "producer_version"}, {4, "domain"}};

/* ---- metadata ------------------------------------------------------------------------------------ */

static bool tell(struct gather__wire *message, struct gather_file *file, const char *key, const char *value)
{
    message->status = gather__file_tell(file, key, value, message->window->error);
    return message->status == GATHER_STATUS_OK;
}

static bool tell_number(struct gather__wire *message, struct gather_file *file, const char *key,
                        uint64_t number)
{
    char digits[24] = {0};
    size_t place = sizeof digits;
    const char *value;
    do {
        digits[--place] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    message->status =
        gather__file_text(file, digits + place, sizeof digits - place, &value, message->window->error);
    return message->status == GATHER_STATUS_OK && tell(message, file, key, value);
}

static bool is_own(struct gather__wire *message, const struct gather__wire_field *domain)
{
    return domain->length == 0 || gather__wire_equals(message, domain, "ai.onnx");
}

/* "opset" for ONNX's own operators, "opset.ai.onnx.ml" for those of others. */
static bool opset_key(struct gather__wire *message, const struct gather__wire_field *domain,
                      struct gather_file *file, const char **key)
{
    static const char start[] = "opset.";
    char text[sizeof start + MOST_DOMAIN_BYTES];
    *key = "opset";
    if (is_own(message, domain))
        return message->status == GATHER_STATUS_OK;
    const char *name;
    if (!gather__onnx_text(message, domain, file, &name))
        return false;
    if (domain->length > MOST_DOMAIN_BYTES)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, domain->at, "a domain of at most 128 bytes");
    memcpy(text, start, sizeof start - 1);
    memcpy(text + sizeof start - 1, name, (size_t)domain->length);
    message->status =
        gather__file_text(file, text, sizeof start - 1 + (size_t)domain->length, key, message->window->error);
    return message->status == GATHER_STATUS_OK;
}

bool gather__onnx_read_opset(struct gather__wire *message, struct gather__wire_field *domain,
                             struct gather__wire_field *version)
{
    struct gather__wire_field field;
    *domain = *version = (struct gather__wire_field){0};
    while (gather__wire_next(message, &field))
        if ((field.number == OPSET_DOMAIN &&
             !gather__onnx_once(message, &field, GATHER__WIRE_BYTES, domain)) ||
            (field.number == OPSET_VERSION &&
             !gather__onnx_once(message, &field, GATHER__WIRE_VARINT, version)))
            return false;
    return message->status == GATHER_STATUS_OK;
}

static bool tell_opset(struct gather__wire *message, struct gather_file *file)
{
    struct gather__wire_field domain, version;
    const char *key;
    return gather__onnx_read_opset(message, &domain, &version) && opset_key(message, &domain, file, &key) &&
           tell_number(message, file, key, version.value);
}

static bool read_property(struct gather__wire *message, struct gather_file *file)
{
    struct gather__wire_field field, key = {0}, value = {0};
    const char *key_text, *value_text;
    while (gather__wire_next(message, &field))
        if ((field.number == PROPERTY_KEY && !gather__onnx_once(message, &field, GATHER__WIRE_BYTES, &key)) ||
            (field.number == PROPERTY_VALUE &&
             !gather__onnx_once(message, &field, GATHER__WIRE_BYTES, &value)))
            return false;
    return message->status == GATHER_STATUS_OK && gather__onnx_text(message, &key, file, &key_text) &&
           gather__onnx_text(message, &value, file, &value_text) && tell(message, file, key_text, value_text);
}

/* ---- the graph ----------------------------------------------------------------------------------- */

static bool is_constant(struct gather__wire *node, const struct gather__onnx_node *about)
{
    return gather__wire_equals(node, &about->type, "Constant") && is_own(node, &about->domain);
}

static bool read_node(struct gather__wire *node, struct gather_file *file)
{
    struct gather__wire message = *node;
    struct gather__onnx_node about = {.output = {.number = 0}};
    struct gather__wire_field field;
    while (gather__wire_next(&message, &field)) {
        if (field.number == NODE_OUTPUT && about.output.number == 0)
            gather__onnx_once(&message, &field, GATHER__WIRE_BYTES, &about.output);
        else if (field.number == NODE_TYPE)
            gather__onnx_once(&message, &field, GATHER__WIRE_BYTES, &about.type);
        else if (field.number == NODE_DOMAIN)
            gather__onnx_once(&message, &field, GATHER__WIRE_BYTES, &about.domain);
    }
    node->status = message.status;
    if (node->status != GATHER_STATUS_OK)
        return false;
    if (is_constant(node, &about))
        return gather__onnx_add_constant(node, &about, file);
    return node->status == GATHER_STATUS_OK;
}

static bool add_initializer(struct gather__wire *tensor, struct gather_file *file)
{
    return gather__onnx_add_tensor(tensor, file, NULL);
}

/*
 * The text of a field of a message in which something is wrong, if that is not; NULL if it is. Returns: OK; NO_MEMORY,
 * which is then what is wrong.
 */
static enum gather_status name_in(struct gather__wire message, int32_t field_number, struct gather_file *file,
                                  const char **name)
{
    struct gather_error told = *message.window->error; /* what was wrong, which stays to be told */
    struct gather__wire_field field;
    *name = NULL;
    while (*name == NULL && gather__wire_next(&message, &field))
        if (field.number == field_number && field.type == GATHER__WIRE_BYTES &&
            !gather__onnx_text(&message, &field, file, name))
            break;
    if (message.status == GATHER_STATUS_NO_MEMORY)
        return message.status;
    *message.window->error = told;
    return GATHER_STATUS_OK;
}

/* Goes behind a message in which something is wrong, where somebody hears of it. Returns: OK; what is wrong. */
static enum gather_status pass(struct gather__wire begin, enum gather_status wrong, int32_t name_field,
                               struct gather_file *file)
{
    const char *name = NULL;
    if (name_field > 0 && name_in(begin, name_field, file, &name) != GATHER_STATUS_OK)
        return GATHER_STATUS_NO_MEMORY;
    return gather__file_passes(file, wrong, name, begin.window->error) ? GATHER_STATUS_OK : wrong;
}

/*
 * Reads the message in a field. What is wrong in it may be passed, for the next field begins where this one ends.
 * name: the field in it that says what it is called; 0 for none.
 */
static bool read_within(struct gather__wire *message, const struct gather__wire_field *field, int32_t name,
                        struct gather_file *file,
                        bool (*read)(struct gather__wire *inner, struct gather_file *file))
{
    if (!gather__wire_is(message, field, GATHER__WIRE_BYTES))
        return false;
    struct gather__wire begin = gather__wire_within(message, field), inner = begin;
    read(&inner, file);
    message->status = inner.status == GATHER_STATUS_OK ? inner.status : pass(begin, inner.status, name, file);
    return message->status == GATHER_STATUS_OK;
}

/* A sparse tensor has the name of its values, which are a tensor. */
static bool add_sparse(struct gather__wire *sparse, struct gather_file *file)
{
    struct gather__wire message = *sparse;
    struct gather__wire_field field;
    const char *name = NULL;
    while (name == NULL && gather__wire_next(&message, &field))
        if (field.number == SPARSE_VALUES && field.type == GATHER__WIRE_BYTES)
            message.status = name_in(gather__wire_within(&message, &field), TENSOR_NAME, file, &name);
    sparse->status = message.status;
    return message.status == GATHER_STATUS_OK &&
           gather__onnx_add_sparse(sparse, file, name != NULL ? name : "");
}

static bool read_graph(struct gather__wire *graph, struct gather_file *file)
{
    struct gather__wire_field field;
    while (gather__wire_next(graph, &field)) {
        if (field.number == GRAPH_NODE)
            read_within(graph, &field, NODE_OUTPUT, file, read_node);
        else if (field.number == GRAPH_INITIALIZER)
            read_within(graph, &field, TENSOR_NAME, file, add_initializer);
        else if (field.number == GRAPH_SPARSE)
            read_within(graph, &field, 0, file, add_sparse);
    }
    return graph->status == GATHER_STATUS_OK;
}

/* ---- the model ----------------------------------------------------------------------------------- */

static bool read_text(struct gather__wire *model, const struct gather__wire_field *field,
                      struct gather_file *file)
{
    const char *value;
    for (size_t k = 0; k < sizeof model_texts / sizeof model_texts[0]; k++)
        if (field->number == model_texts[k].field)
            return gather__wire_is(model, field, GATHER__WIRE_BYTES) &&
                   gather__onnx_text(model, field, file, &value) &&
                   tell(model, file, model_texts[k].key, value);
    return true;
}

bool gather__onnx_read_model(struct gather__wire *model, struct gather_file *file)
{
    struct gather__wire_field field, graph = {0};
    while (gather__wire_next(model, &field)) {
        if (field.number == MODEL_IR && gather__wire_is(model, &field, GATHER__WIRE_VARINT))
            tell_number(model, file, "ir_version", field.value);
        else if (field.number == MODEL_GRAPH && gather__onnx_once(model, &field, GATHER__WIRE_BYTES, &graph))
            read_within(model, &field, 0, file, read_graph);
        else if (field.number == MODEL_OPSET)
            read_within(model, &field, 0, file, tell_opset);
        else if (field.number == MODEL_PROPERTY)
            read_within(model, &field, 0, file, read_property);
        else if (model->status == GATHER_STATUS_OK)
            read_text(model, &field, file);
    }
    if (model->status == GATHER_STATUS_OK && graph.number == 0)
        gather__wire_fail(model, GATHER_STATUS_FORMAT, model->end, "a model, which has a graph");
    return model->status == GATHER_STATUS_OK;
}
