/* SPDX-License-Identifier: Apache-2.0 */
/* A gather whose data is a constant of the file: its rows are read, and nothing else of it. */
#ifndef GATHER_IO_GRAPH_ROWS_H
#define GATHER_IO_GRAPH_ROWS_H

#include "gather/op.h"
#include "io/file.h"

/* Whether a gather takes whole rows of a constant, and those are large enough to be worth it. */
bool gather__takes_rows(const struct gather_op *op, const struct gather_tensor *data);

/* Bytes of memory that the numbers of its rows take meanwhile. layouts: as below. */
int64_t gather__take_rows_memory(const struct gather_op *op, const struct gather_layout *layouts);

/*
 * The numbers of the rows that a gather's indices name, counted from 1; 0 for one that becomes zeros. layouts,
 * indices: as below. rows: room for one an index. Returns: as gather_once; NO_MEMORY.
 */
enum gather_status gather__number_rows(const struct gather_op *op, const struct gather_layout *layouts,
                                       struct gather_buffer indices, int64_t *rows,
                                       struct gather_error *error);

/*
 * Runs such a gather. layouts: of data and indices. output: of the layout that gather_infer says, all zero.
 * Returns: as gather_once; NO_MEMORY; IO.
 */
enum gather_status gather__take_rows(const struct gather_op *op, const struct gather_file *file,
                                     const struct gather_tensor *data, const struct gather_layout *layouts,
                                     struct gather_buffer indices, struct gather_buffer output,
                                     struct gather_error *error);

#endif
