/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far a layout reaches: cells and bytes of its buffer, counted without overflow.
 */
#ifndef GATHER_CORE_EXTENT_H
#define GATHER_CORE_EXTENT_H

#include "gather/layout.h"

/* The bounds of XLA-31's list at one moment, major to minor. */
struct gather__bounds {
    int32_t count;
    int64_t bound[GATHER_MAX_RANK + 2 * GATHER_MAX_TILE_BOUNDS];
};

/* The bounds of a memory order before any tile: padded sizes, major to minor. */
void gather__bounds_begin(const struct gather_layout *layout, struct gather__bounds *bounds);

/*
 * What one tile makes of the bounds: first the dimensions under `*` merged, then all outer and inner bounds.
 * merged: receives the bounds between the two steps; may be NULL.
 * Returns: false on overflow.
 */
bool gather__bounds_tile(struct gather__bounds *bounds, const int64_t *tile, int32_t tile_rank,
                         struct gather__bounds *merged);

/* The product of `count` numbers of at least 0; 0 if one is 0, whatever the others. Returns: false on
 * overflow. */
bool gather__product(const int64_t *numbers, int32_t count, int64_t *product);

/* Product of the bounds, in the same way. Returns: false on overflow. */
bool gather__bounds_product(const struct gather__bounds *bounds, int64_t *product);

/*
 * The cells that a layout of valid fields reaches, LAY-12 and XLA-15, -31, -35.
 * Returns: OK; OVERFLOW; LAYOUT if a cell lies below 0.
 */
enum gather_status gather__count_cells(const struct gather_layout *layout, int64_t *cells);

/* How much there is of a layout. */
struct gather__extent {
    int64_t elements;
    int64_t bytes; /* of its buffer */
};

/*
 * Whether a layout is what most are: row-major, dense, in cells of the type's own bits, said in either kind. Nothing is
 * wrong with such a one, which is found out in a few instructions a dimension, and it is counted on the way. A layout
 * so large that it might not be counted is none. extent: unspecified if it is none.
 */
bool gather__measure_plain(const struct gather_layout *layout, struct gather__extent *extent);

/* As `gather_layout_validate`, and counts on the way. extent: unspecified after a failure. */
enum gather_status gather__layout_measure(const struct gather_layout *layout, struct gather__extent *extent,
                                          struct gather_error *error);

/*
 * The bytes of its buffer: those cells, or the total if it has one. `cells` as counted.
 * Returns: false on overflow.
 */
bool gather__count_bytes(const struct gather_layout *layout, int64_t cells, int64_t *bytes);

/* Product of the sizes; 0 if one is 0. Returns: false on overflow. */
bool gather__count_elements(const struct gather_layout *layout, int64_t *elements);

/*
 * Whether a memory order fits XLA's rule that cells and bytes stay below 2^63 even with every size of 0
 * counted as 1 (XLA-7). All other spellings let a 0 make everything 0.
 */
bool gather__fits_xla(const struct gather_layout *layout);

#endif
