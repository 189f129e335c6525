/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A layout in a file, cut into slabs: boxes of elements that fit into memory, each read in a few pieces and
 * moved as one.
 *
 *     source, row-major          target, column-major       Slabs along the source's rows alone would write a
 * few
 *     +------+------+            +------+------+            bytes into every page of the target, and again
 * into |  0   |  2   |  pieces:   |  0 | |  2 | |            every page with the next slab. So a slab is wide
 * enough
 *     |------|------|  rows of   |    | |    | |            in the target's own direction to fill whole
 * pages, then |  1   |  3   |  a box     |  1 v |  3 v |            as wide as memory allows in the source's;
 * and slabs
 *     +------+------+            +------+------+            follow each other in the order of the target.
 *
 * A layout with strides can be cut anywhere; the pieces of a slab lie in memory one behind the other, and are
 * one layout of strides there. Tiles can be cut only where whole ones begin; there a slab is one piece, and
 * those of a box follow each other.
 */
#ifndef GATHER_IO_SLAB_H
#define GATHER_IO_SLAB_H

#include "gather/layout.h"

/* How a layout is cut. */
struct gather__cut {
    const struct gather_layout *source;
    struct gather_layout_summary summary; /* of the source */
    int32_t levels;                       /* dimensions that can be cut, .. */
    int32_t dimension[GATHER_MAX_RANK];   /* .. the slowest of the source first, .. */
    int64_t unit[GATHER_MAX_RANK];        /* .. and the rows of each that stay together */
    int32_t order[GATHER_MAX_RANK];       /* dimensions of the target, fastest first */
    int64_t box[GATHER_MAX_RANK];         /* sizes of a box; less at the end of a dimension */
    int64_t step[GATHER_MAX_RANK];        /* sizes of a slab in it */
    bool inside[GATHER_MAX_RANK];         /* whether a dimension lies within a piece */
    int64_t room;                         /* bytes of memory that any slab fits */
    int32_t split; /* tiles: up to this level a slab's layout ends where the slab does */
};

struct gather__slab {
    int64_t begin[GATHER_MAX_RANK];
    struct gather_layout layout; /* of the slab alone, in memory; its sizes are the slab's */
    int64_t pieces;              /* to be read, one behind the other, .. */
    int64_t piece_bytes;         /* .. of so many bytes each */
    int64_t first;               /* of the first piece, in the tensor */
    int64_t bytes;               /* of all pieces */
};

/*
 * Cuts a valid layout with elements into slabs of at most `memory` bytes each, for a target of the same
 * sizes. Returns: OK; UNSUPPORTED if one element, or one tile, needs more.
 */
enum gather_status gather__cut_make(struct gather__cut *cut, const struct gather_layout *source,
                                    const struct gather_layout *target, int64_t memory,
                                    struct gather_error *error);

/* The slab that begins at an index; all zeros is the first. */
enum gather_status gather__cut_slab(const struct gather__cut *cut, const int64_t *begin,
                                    struct gather__slab *slab, struct gather_error *error);

/* Where the n-th piece of a slab begins in the tensor. */
int64_t gather__slab_piece(const struct gather__cut *cut, const struct gather__slab *slab, int64_t n);

/* Steps to where the next slab begins. Returns: false behind the last. */
bool gather__cut_next(const struct gather__cut *cut, int64_t *begin);

#endif
