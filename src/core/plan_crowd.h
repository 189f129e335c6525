/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the points of a gather and the blocks of each lie to each other, which says in what order they are gone over: all
 * points at one place of their windows after the other, or one point's whole window after the other.
 */
#ifndef GATHER_CORE_PLAN_CROWD_H
#define GATHER_CORE_PLAN_CROWD_H

#include "core/walk.h"

enum { GATHER__FEW_POINTS = 8 /* from here on, points in the inner loop are worth their setting up */ };

struct gather__crowd {
    int64_t block; /* bytes that are contiguous in both operands */
    int64_t points;
    bool is_contiguous; /* the points' blocks lie side by side in the output */
    int64_t places, place_out,
        place_data;     /* of the innermost loop, and bytes from one to the next; 1 if none */
    int64_t tile;       /* blocks of the two innermost loops */
    int64_t tile_data;  /* of these, the shorter way from one to the next in the data */
    int64_t point_out;  /* bytes of the output from one point to the next */
    int64_t index_data; /* the shortest way from one index to the next in the data */
};

/*
 * Whether the innermost loop and the points cross: the data is contiguous along the one, the output along the other.
 * That is a transpose with a list of where its columns begin.
 */
static inline bool gather__points_cross(const struct gather__crowd *crowd)
{
    return crowd->place_data == crowd->block && crowd->place_out != crowd->block && crowd->is_contiguous &&
           crowd->points >= GATHER__FEW_POINTS && crowd->places >= GATHER__FEW_POINTS;
}

/*
 * Whether, crossed, what the points of one place span in the data is no more than where all places begin. Then each line
 * serves many places, as those of a stencil do, and squares would go over it again and again.
 */
static inline bool gather__places_overlap(const struct gather__crowd *crowd, int64_t span)
{
    return span / crowd->block <= crowd->places;
}

/*
 * Whether points are moved one after the other, the whole window of each: because their blocks lie apart in the output,
 * each has many, and these lie closer to each other in the data than those of several points, or all points together go
 * over more of the output than a cache keeps; or because there are few, each window is larger, and side by side they
 * share no lines.
 */
bool gather__points_are_apart(const struct gather__crowd *crowd);

/* Of a window, of which `count` loops are left around blocks of so many bytes; without the points. */
struct gather__crowd gather__crowd_of(const struct gather__step *step, const struct gather__additive *window,
                                      int32_t count, int64_t block);

#endif
