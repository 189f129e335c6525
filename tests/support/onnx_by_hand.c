/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of ONNX by hand: onnx_by_hand.h says how. */
#include "support/onnx_by_hand.h"

enum { MODEL_IR = 1, MODEL_GRAPH = 7, MODEL_OPSET = 8 };
enum { NODE_OUTPUT = 2, NODE_TYPE = 4, NODE_ATTRIBUTE = 5 };

void onnx_tensor(struct bytes_by_hand *tensor, const char *name, uint64_t type, const int64_t *sizes)
{
    tensor->count = 0;
    for (; *sizes >= 0; sizes++)
        put_field(tensor, DIMS, (uint64_t)*sizes);
    put_field(tensor, DATA_TYPE, type);
    put_field_text(tensor, NAME, name);
}

void onnx_external(struct bytes_by_hand *tensor, const char *key, const char *value)
{
    static struct bytes_by_hand entry;
    entry.count = 0;
    put_field_text(&entry, 1, key);
    put_field_text(&entry, 2, value);
    put_message(tensor, EXTERNAL_DATA, &entry);
}

void onnx_value(struct bytes_by_hand *value, const char *name, int type, const int64_t *sizes)
{
    static struct bytes_by_hand said, tensor, shape, dim;
    value->count = said.count = tensor.count = shape.count = 0;
    for (; *sizes >= -1; sizes++) {
        dim.count = 0;
        if (*sizes == -1)
            put_field_text(&dim, 2, "n");
        else
            put_field(&dim, 1, (uint64_t)*sizes);
        put_message(&shape, 1, &dim);
    }
    put_field(&tensor, 1, (uint64_t)type);
    put_message(&tensor, 2, &shape);
    put_message(&said, 1, &tensor);
    put_field_text(value, 1, name);
    put_message(value, 2, &said);
}

void onnx_model(struct bytes_by_hand *model, const struct bytes_by_hand *graph)
{
    static struct bytes_by_hand opset;
    model->count = opset.count = 0;
    put_field(&opset, 2, 21);
    put_field(model, MODEL_IR, 10);
    put_message(model, MODEL_GRAPH, graph);
    put_message(model, MODEL_OPSET, &opset);
}

void onnx_constant(struct bytes_by_hand *node, const char *output, const struct bytes_by_hand *attribute)
{
    node->count = 0;
    put_field_text(node, NODE_OUTPUT, output);
    put_field_text(node, NODE_TYPE, "Constant");
    put_message(node, NODE_ATTRIBUTE, attribute);
}
