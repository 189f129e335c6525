/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather of quantised numbers that are constants of the file: rows of them are read, with the scales and zero points
 * of these rows, and nothing else.
 *
 *     indices ─> rows ─ gather_io_take ─> numbers, scales, zero points of these ─ the operator over 0, 1, .. ─> output
 */
#ifndef GATHER_IO_GRAPH_QUANTISED_H
#define GATHER_IO_GRAPH_QUANTISED_H

#include "gather/op.h"
#include "io/file.h"

/* What such a gather takes: data, indices, scales, and zero points if there are some. */
struct gather__quantised {
    const struct gather_op *op;
    const struct gather_file *file;
    const struct gather_layout *layouts;
    const struct gather_tensor
        *constants[GATHER_MAX_INPUTS];   /* those of which nothing is read yet; else NULL */
    const struct gather_buffer *buffers; /* of the others */
    size_t count;
};

/* Whether a scale or zero point is one for all rows. It is to be read before. */
bool gather__is_for_all_rows(const struct gather_layout *layout);

/* Whether rows are enough, each of whole bytes, and fewer of them than there are. */
bool gather__takes_quantised(const struct gather__quantised *quantised);

/* Bytes of memory that it takes meanwhile. */
int64_t gather__take_quantised_memory(const struct gather__quantised *quantised);

/* output: of the layout that gather_infer says, all zero. Returns: as gather_once; NO_MEMORY; IO. */
enum gather_status gather__take_quantised(const struct gather__quantised *quantised,
                                          const struct gather_layout *layout, struct gather_buffer output,
                                          struct gather_error *error);

#endif
