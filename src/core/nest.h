/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The nest: the one shape that every gather and every relayout is lowered to.
 *
 *     for each index o of a box, the whole output but for `place`:
 *         coordinate_d = base_d + step_d * o[loop_d]                        for each dimension d of the data
 *         out[ A_out(o) ] = data[ A_data(coordinate) ]
 *
 * Coordinates come first, then one address map: adding addresses instead would be wrong as soon as a window
 * moves along a tiled dimension.
 */
#ifndef GATHER_CORE_NEST_H
#define GATHER_CORE_NEST_H

#include "gather/layout.h"

/* Where one coordinate of the data comes from. */
struct gather__coordinate {
    int64_t base;
    int64_t step;
    int32_t loop; /* the output dimension that it follows; -1 if it stays at its base */
};

/* A box of the output: `size` coordinates from `begin` on in each dimension. */
struct gather__box {
    int64_t begin[GATHER_MAX_RANK];
    int64_t size[GATHER_MAX_RANK];
};

struct gather__nest {
    struct gather__box out;                          /* the output indices o that the loops run over */
    struct gather__coordinate data[GATHER_MAX_RANK]; /* one for each dimension of the data */
};

#endif
