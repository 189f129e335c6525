/* SPDX-License-Identifier: Apache-2.0 */
/* The messages around the tensors of a model: what is met of ModelProto, GraphProto and NodeProto. */
#ifndef GATHER_IO_ONNX_MODEL_H
#define GATHER_IO_ONNX_MODEL_H

#include "io/onnx_tensor.h"

/* A node, without its attributes. */
struct gather__onnx_node {
    struct gather__wire_field output; /* the first */
    struct gather__wire_field type, domain;
};

/* Reads an OperatorSetIdProto; a field of number 0 is not there. Returns: false, with the status in `message`. */
bool gather__onnx_read_opset(struct gather__wire *message, struct gather__wire_field *domain,
                             struct gather__wire_field *version);

/* Adds the tensors and metadata of a model to the file. Returns: false, with the status in `model`. */
bool gather__onnx_read_model(struct gather__wire *model, struct gather_file *file);

/* Adds what a Constant holds, under the name of its output. node: from its beginning on. */
bool gather__onnx_add_constant(struct gather__wire *node, const struct gather__onnx_node *about,
                               struct gather_file *file);

#endif
