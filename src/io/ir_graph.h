/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gathers of an IR: which operators they are, of what shapes as far as sizes are known, and what its Result is.
 *
 *     Parameter ──┐
 *     Const ──────┼─> Gather, GatherND, GatherElements ──> .. ──> Result
 *     axis ───────┘
 *
 * The axis of a Gather is an input: from a Const it is known when the model is opened, else when it is run.
 */
#ifndef GATHER_IO_IR_GRAPH_H
#define GATHER_IO_IR_GRAPH_H

#include "gather/op.h"
#include "io/ir.h"

enum gather__ir_knowledge {
    GATHER__IR_OPAQUE,     /* nothing is known: a layer that is not built, or what depends on one */
    GATHER__IR_SHAPE_KNOWN /* the type, the rank, and sizes: GATHER_SIZE_UNKNOWN for some */
};

/* What comes out of a layer; of a Result, what goes in. Only type, rank and sizes of the layout are set. */
struct gather__ir_value {
    enum gather__ir_knowledge knowledge;
    struct gather_layout layout;
    const struct gather_tensor *constant; /* of a Const; else NULL */
    bool is_gather;
    struct gather_op op; /* of a gather whose axis is known; operation 0 else */
};

struct gather__ir_graph {
    struct gather_file *file;
    struct gather__ir ir;
    struct gather__ir_value *values; /* one a layer */
};

/*
 * Opens a model and derives every shape. graph: ended by gather__ir_graph_end in any case.
 * Returns: what opening a file returns, and what the operators refuse as far as it is known now.
 */
enum gather_status gather__ir_graph_open(struct gather__ir_graph *graph, const char *path,
                                         struct gather_error *error);
void gather__ir_graph_end(struct gather__ir_graph *graph);

/* The value of a Parameter, dense and row-major. */
struct gather__ir_operand {
    const char *name;
    struct gather_layout layout;
    struct gather_buffer buffer;
};

/*
 * Runs what the first Result needs.
 * Returns: OK; UNSUPPORTED for a layer that is not built; ARGUMENT for a Parameter that is not given, DTYPE, RANK,
 *   SHAPE for one that is given otherwise than the model says; the operators' own refusals; NO_MEMORY; IO.
 * Owns: the caller frees output->buffer.data. Texts in it belong to the graph.
 */
enum gather_status gather__ir_graph_run(const struct gather__ir_graph *graph,
                                        const struct gather__ir_operand *operands, size_t count,
                                        struct gather__ir_operand *output, struct gather_error *error);

/*
 * The operator of a layer. axis: NULL where it is an attribute.
 * Returns: as gather_op_from_names.
 */
enum gather_status gather__ir_op(const struct gather__ir_layer *layer, const int64_t *axis,
                                 struct gather_op *op, struct gather_error *error);

/* Reads an axis of shape [] or [1]. Returns: OK; DTYPE, SHAPE with operand "axis". */
enum gather_status gather__ir_axis(const struct gather_layout *layout, const uint8_t *bytes, int64_t *axis,
                                   struct gather_error *error);

#endif
