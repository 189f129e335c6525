/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A model of OpenVINO IR, versions 10 and 11: the text beside the bytes.
 *
 *     model.xml   net ─┬─ layers ─ layer ..   ports in, ports out, attributes in `data`
 *                      └─ edges  ─ edge ..    from a port out to a port in
 *     model.bin   bytes of constants
 *
 * ir_xml.c meets the elements, ir_judge.c joins them, ir_constant.c makes tensors of constants. Texts belong to the
 * file; a place `at` is the byte of the text at which an element begins.
 */
#ifndef GATHER_IO_IR_H
#define GATHER_IO_IR_H

#include "io/file.h"

enum gather__ir_side { GATHER__IR_INPUT, GATHER__IR_OUTPUT };

struct gather__ir_attribute {
    const char *name, *value;
};

struct gather__ir_layer {
    int64_t id, at;
    const char *name, *type, *version;
    struct gather__ir_attribute
        *attributes;     /* those of `data`, behind the last one a NULL name; may be NULL */
    int64_t data_at;     /* of `data`; that of the layer if there is none */
    int32_t counts[2];   /* ports on each side */
    size_t first_source; /* of its inputs, in `sources` */
    int32_t graphs;      /* inside of it, which are passed */
};

struct gather__ir_port {
    int32_t layer, side, position;
    int64_t id, at;
    int32_t dtype; /* of an output: declared; NONE: nothing is, or one that gathers have not */
    int32_t rank;  /* of an output: how many sizes are declared, from `first_size` on */
    size_t first_size;
};

struct gather__ir_edge {
    int64_t from_layer, from_port, to_layer, to_port, at;
};

/* What an input is fed by: an output of a layer; layer -1 for nothing. */
struct gather__ir_end {
    int32_t layer, output;
};

struct gather__ir {
    int32_t version;
    struct gather__ir_layer *layers;
    size_t layer_count, layer_capacity;
    struct gather__ir_port *ports;
    size_t port_count, port_capacity;
    struct gather__ir_edge *edges;
    size_t edge_count, edge_capacity;
    int64_t *sizes; /* of all outputs; -1: not known */
    size_t size_count, size_capacity;
    struct gather__ir_end *sources; /* of all inputs of all layers */
    int32_t *order;                 /* of the layers: each behind those that feed it */
};

/*
 * Reads the text and judges it: ids, ports, edges, no cycle. ir: all zero; ended by gather__ir_end in any case.
 * Returns: OK; NO_MEMORY; IO; FORMAT, UNSUPPORTED with `at`.
 */
enum gather_status gather__ir_read(struct gather_file *file, struct gather__ir *ir,
                                   struct gather_error *error);
void gather__ir_end(struct gather__ir *ir);

/* The two halves of it. */
enum gather_status gather__ir_read_xml(struct gather_file *file, struct gather__ir *ir,
                                       struct gather_error *error);
enum gather_status gather__ir_judge(struct gather__ir *ir, struct gather_error *error);

/* Adds every Const to the file's tensors, under the name of its layer. */
enum gather_status gather__ir_add_constants(struct gather_file *file, const struct gather__ir *ir,
                                            struct gather_error *error);

/* What an attribute of that name has to be. */
#define GATHER__IR_ELEMENT_TYPE "an element_type such as f32, bf16, i64 or boolean"

/* ---- texts of it: ir_type.c ---------------------------------------------------------------------- */

/* An element type. dtype NONE: one of `block` elements in `bytes` bytes that nothing is known about, or of
 * ports alone, where block is 0. */
struct gather__ir_type {
    const char *name, *port_name;
    int32_t dtype, block, bytes;
};

/* Returns: NULL for no type. */
const struct gather__ir_type *gather__ir_type_find(const char *name);

/* Digits alone, below 2^63. */
bool gather__ir_number(const char *text, int64_t *number);

/* A size: digits, or -1 for one that is not known. */
bool gather__ir_size(const char *text, int64_t *size);

/* Which sizes a shape names. rank: -1 for "...", which stands alone. */
struct gather__ir_shape {
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK]; /* -1: not known, or bounded */
};

/* Reads "2,?,1..3". Returns: OK; FORMAT; RANK; without `at`. */
enum gather_status gather__ir_read_shape(const char *text, struct gather__ir_shape *shape,
                                         struct gather_error *error);

/* The value of an attribute of a layer; NULL if it has none of this name. */
const char *gather__ir_attribute(const struct gather__ir_layer *layer, const char *name);

/* Whether a layer is of a type, in an opset from 1 to 17. */
bool gather__ir_is(const struct gather__ir_layer *layer, const char *type);

/* The number of a layer's opset; 0 for another version. */
int32_t gather__ir_opset(const struct gather__ir_layer *layer);

#endif
