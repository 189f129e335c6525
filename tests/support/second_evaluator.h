/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A second evaluator of memory orders, for tests: it does what the page says on real arrays, as one would
 * with numpy, and shares no code with src/. No formula for a cell stands in it.
 *
 *     numbers of the elements -> pad -> transpose -> for each tile: merge (reshape), pad, reshape, transpose
 *
 *     f32[3,5]{1,0:T(2,2)}     0  1  2  3  4      0 1 | 2 3 | 4 x
 *                              5  6  7  8  9  ->  5 6 | 7 8 | 9 x  ->  0 1 5 6 2 3 7 8 4 x 9 x 10 11 x x ..
 *                             10 11 12 13 14      ...
 */
#ifndef GATHER_TESTS_SECOND_EVALUATOR_H
#define GATHER_TESTS_SECOND_EVALUATOR_H

#include "gather/layout.h"

enum {
    ARRAY_MAX_RANK = 2 * (GATHER_MAX_RANK + GATHER_MAX_TILE_BOUNDS),
    ARRAY_MAX_CELLS = 1 << 16,
    CELL_OF_PADDING = -1, /* the page's padding: it may have a value */
    CELL_OF_TILES = -2    /* added by a tile or by the tail */
};

/* A dense row-major array of element numbers and CELL_OF_..; of at most ARRAY_MAX_CELLS cells. */
struct array {
    int32_t rank;
    int64_t sizes[ARRAY_MAX_RANK];
    int64_t count;
    int32_t cells[ARRAY_MAX_CELLS];
};

/* Elements 0, 1, 2, .. of a shape. */
void array_number(struct array *array, int32_t rank, const int64_t *sizes);

/* Puts `filler` behind the end of each dimension, up to the new sizes. */
void array_pad(struct array *array, const int64_t *sizes, int32_t filler);

/* Dimension k of the result is dimension order[k] of the array. */
void array_transpose(struct array *array, const int32_t *order);

/* Other sizes for the same cells. */
void array_reshape(struct array *array, int32_t rank, const int64_t *sizes);

/* The buffer of a layout that is a memory order: of each cell its element's number, or CELL_OF_.. */
void array_of_layout(struct array *array, const struct gather_layout *layout);

#endif
