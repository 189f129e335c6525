/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which cell of its buffer each element of a layout has, and which cells are padding: of a memory order by
 * the second evaluator, of strides by the sum that LAY-12 says. Nothing of src/ takes part.
 */
#ifndef GATHER_TESTS_OPERAND_CELLS_H
#define GATHER_TESTS_OPERAND_CELLS_H

#include "support/second_evaluator.h"

/* Begins zeroed; of at most ARRAY_MAX_CELLS elements, and for a memory order as many cells. */
struct operand_cells {
    int64_t elements;
    int64_t cells;       /* of the whole buffer */
    int64_t padding;     /* cells that hold the page's padding */
    int64_t room;        /* of the two lists */
    int32_t *cell_of;    /* of each element, in row-major order */
    int32_t *padding_at; /* each cell of padding */
};

/* Finds them anew. Only sizes, places, order, tiles and offset of the layout count. */
void operand_cells_find(struct operand_cells *cells, const struct gather_layout *layout);

/* Frees the lists. */
void operand_cells_end(struct operand_cells *cells);

/* The bytes of the buffer that so many cells need under a layout's cell width and total. */
size_t operand_bytes(const struct operand_cells *cells, const struct gather_layout *layout);

#endif
