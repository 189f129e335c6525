/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Six layouts of a small shape, with the cells of its elements: row-major, column-major, padded, with negative
 * strides, broadcast, tiled. Cells are found once a shape and kept.
 */
#ifndef GATHER_TESTS_SMALL_LAYOUT_H
#define GATHER_TESTS_SMALL_LAYOUT_H

#include "support/operand_cells.h"

enum small_layout {
    SMALL_ROW_MAJOR,
    SMALL_COLUMN_MAJOR,
    SMALL_PADDED,
    SMALL_NEGATIVE,
    SMALL_TILED,     /* T(2,2), which divides neither 1 nor 3 */
    SMALL_BROADCAST, /* strides of 0: an input only */
    SMALL_LAYOUTS
};

/*
 * Makes a layout of a type and shape, of cells of the type's own bits. Returns: its cells, valid until the next
 * call with the same kind and a shape that is not small: of a rank above 6 or with a size above 3.
 */
const struct operand_cells *small_layout(struct gather_layout *layout, enum small_layout kind, int32_t dtype,
                                         int32_t rank, const int64_t *sizes);

/* Frees the cells. */
void small_layouts_end(void);

#endif
