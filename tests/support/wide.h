/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The truth in 128 bits, for tests of sizes near 2^63: the cell of one index and the extent of a layout, by
 * the pages' words and without a check, for nothing here can overflow unseen.
 */
#ifndef GATHER_TESTS_WIDE_H
#define GATHER_TESTS_WIDE_H

#include "gather/layout.h"

/* The compiler's own type has no name that -Wpedantic accepts in a parameter list. */
__extension__ typedef __int128 wide;

/* What stands for every number above 2^100: more than any that fits. */
#define WIDE_HUGE ((wide)1 << 100)

/* a * b of numbers in 0..WIDE_HUGE, WIDE_HUGE at most. */
wide wide_multiply(wide a, wide b);

/* XLA-31 for one index of a memory order. cells: receives XLA-35's number of cells; index may be NULL, then
 * 0. */
wide wide_cell_of_order(const struct gather_layout *layout, const int64_t *index, wide *cells);

/* LAY-12: the lowest cell and the number of cells of a layout of strides with elements. */
void wide_extent_of_strides(const struct gather_layout *layout, wide *least, wide *below, wide *cells);

#endif
