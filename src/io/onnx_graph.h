/* SPDX-License-Identifier: Apache-2.0 */
/* What the graph of an ONNX model is made with: names of links, until all values are known. */
#ifndef GATHER_IO_ONNX_GRAPH_H
#define GATHER_IO_ONNX_GRAPH_H

#include "io/graph.h"
#include "io/onnx_tensor.h"

enum { GATHER__ONNX_MOST_OPSETS = 64 };

struct gather__onnx_opset {
    const char *domain;
    int32_t version;
};

/* One input of a node, as the graph's link of the same number. */
struct gather__onnx_link {
    const char *name;
    int64_t at;
};

struct gather__onnx_builder {
    struct gather__graph *graph;
    struct gather__onnx_opset opsets[GATHER__ONNX_MOST_OPSETS + 1];
    size_t opset_count;
    struct gather__onnx_link *links;
    size_t link_room;
    struct gather__graph_name *names; /* of all values, sorted, once they are there */
    size_t name_count;
};

/* The opset of a domain; 0 for none. */
int32_t gather__onnx_version(const struct gather__onnx_builder *builder, const char *domain);

/* Whether operators of a domain are ONNX's own. */
bool gather__onnx_is_own(const char *domain);

/* Adds a node with what it gives; a Constant is in the file's list already. message: from its beginning on. */
bool gather__onnx_add_node(struct gather__wire *message, struct gather__onnx_builder *builder);

#endif
