/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file as a model: refused with a place inside it, or every input can be given, and every output is refused or
 * comes out whole.
 */
#ifndef GATHER_TESTS_FUZZ_GRAPH_H
#define GATHER_TESTS_FUZZ_GRAPH_H

#include <string.h>

#include "fuzz/fuzz_target.h"
#include "gather/model.h"

enum { FUZZ_INPUTS = 8, FUZZ_INPUT_BYTES = 1 << 16, FUZZ_RUN_BYTES = 1 << 20 };

/* What a node is blamed for is counted: nothing is blamed without a node. */
static inline void fuzz_blames(void *context, const struct gather_model_node *node)
{
    fuzz_must(node->name != NULL && node->type != NULL && node->domain != NULL && node->at >= 0,
              "a node has texts and a place");
    ++*(int *)context;
}

static inline void fuzz_doubts(void *context, const char *name, const struct gather_error *error)
{
    (void)context;
    fuzz_must(name != NULL && error->status != GATHER_STATUS_OK && (error->has & GATHER_ERROR_HAS_AT) != 0,
              "a doubt says of what, and where");
}

/* A value for an input, of its own sizes, 2 where they are not known. Returns: whether it is small enough. */
static inline bool fuzz_input(const struct gather_model_value *value, struct gather_model_operand *operand,
                              uint8_t *bytes)
{
    int64_t sizes[GATHER_MAX_RANK];
    for (int32_t d = 0; d < value->layout.rank; d++)
        sizes[d] = value->layout.sizes[d] == GATHER_SIZE_UNKNOWN ? 2 : value->layout.sizes[d];
    operand->name = value->name;
    if (!value->is_known || value->layout.dtype == GATHER_DTYPE_STRING ||
        gather_layout_init(&operand->layout, value->layout.dtype, value->layout.rank, sizes, NULL) !=
            GATHER_STATUS_OK ||
        gather_layout_bytes(&operand->layout) > FUZZ_INPUT_BYTES)
        return false;
    operand->buffer.data = bytes;
    operand->buffer.bytes = (uint64_t)gather_layout_bytes(&operand->layout);
    return true;
}

static inline void fuzz_output(const struct gather_model *graph, const char *name,
                               const struct gather_model_operand *inputs, size_t count)
{
    struct gather_error error = {0};
    struct gather_model_operand output = {.name = name};
    if (gather_model_run(graph, inputs, count, &output, 1, &error) != GATHER_STATUS_OK) {
        fuzz_must(error.status != GATHER_STATUS_OK && output.buffer.data == NULL,
                  "what is refused gives nothing");
        return;
    }
    fuzz_must(gather_layout_validate(&output.layout, NULL) == GATHER_STATUS_OK &&
                  (uint64_t)gather_layout_bytes(&output.layout) == output.buffer.bytes,
              "an output has the bytes of its layout");
    gather_model_operand_free(&output);
}

static inline void fuzz_look(const struct gather_model *graph)
{
    struct gather_model_node node;
    struct gather_model_gather gather;
    for (size_t k = 0; gather_model_node_at(graph, k, &node); k++)
        if (gather_model_gather_at(graph, k, &gather))
            fuzz_must(node.is_built && node.version > 0, "a gather is built");
    if (gather_model_unbuilt(graph, &node))
        fuzz_must(!node.is_built, "what is not built is called so");
}

static inline int fuzz_graph(int32_t format, const char *path, size_t size)
{
    static uint8_t bytes[FUZZ_INPUT_BYTES];
    int blamed = 0;
    struct gather_model *graph = NULL;
    struct gather_error error = {0};
    struct gather_model_operand inputs[FUZZ_INPUTS];
    struct gather_model_value value;
    struct gather_model_options options = {.size = sizeof options,
                                           .format = format,
                                           .memory = FUZZ_RUN_BYTES,
                                           .blames = fuzz_blames,
                                           .doubts = fuzz_doubts,
                                           .context = &blamed};
    size_t count = 0;
    if (gather_model_open(&graph, path, &options, &error) != GATHER_STATUS_OK) {
        fuzz_must(graph == NULL && error.status != GATHER_STATUS_OK &&
                      error.status != GATHER_STATUS_NO_MEMORY,
                  "a malformed model is called one");
        fuzz_must((error.has & GATHER_ERROR_HAS_AT) != 0 && error.at >= 0 && (size_t)error.at <= size,
                  "a refusal says where");
        return 0;
    }
    fuzz_look(graph);
    for (size_t k = 0; count < FUZZ_INPUTS && gather_model_input_at(graph, k, &value); k++)
        count += fuzz_input(&value, &inputs[count], bytes);
    for (size_t k = 0; k < FUZZ_INPUTS && gather_model_output_at(graph, k, &value); k++)
        fuzz_output(graph, value.name, inputs, count);
    gather_model_close(graph);
    return 0;
}

#endif
