/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes and layouts at random, such as plans meet them: small and large sizes, sizes that tiles divide and
 * sizes that they don't, orders and strides of every kind.
 */
#ifndef GATHER_TESTS_RANDOM_LAYOUT_H
#define GATHER_TESTS_RANDOM_LAYOUT_H

#include "gather/layout.h"
#include "support/randomness.h"

enum random_use {
    RANDOM_INPUT, /* strides may be 0 or overlap */
    RANDOM_OUTPUT /* every element has a cell of its own */
};

/* A shape of rank 0 to 6 with at most `most` elements, sometimes none. Returns: its rank. */
int32_t random_shape(struct randomness *randomness, int64_t most, int64_t *sizes);

/* A type of any width, and the bits of a cell for it: its own, a byte, or more. */
int32_t random_dtype(struct randomness *randomness);
int32_t random_cell_bits(struct randomness *randomness, int32_t dtype);

/* A layout of a type and shape, of at most ARRAY_MAX_CELLS cells. */
struct gather_layout random_layout(struct randomness *randomness, int32_t dtype, int32_t rank,
                                   const int64_t *sizes, enum random_use use);

#endif
