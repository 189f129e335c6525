/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the points of a gather and the blocks of each lie to each other, which says in what order they are gone over: all
 * points at one place of their windows after the other, or one point's whole window after the other.
 */
#ifndef GATHER_CORE_PLAN_CROWD_H
#define GATHER_CORE_PLAN_CROWD_H

#include "core/walk.h"

enum {
    GATHER__MANY_BLOCKS = 8,   /* from here on, those of a point are worth a call */
    GATHER__FEW_POINTS = 8,    /* from here on, points in the inner loop are worth their setting up */
    GATHER__NARROW_BLOCK = 64, /* up to this, a few blocks side by side in the output share lines there */
    GATHER__PLACED_BYTES =
        1 << 18, /* of output that a cache keeps while points are gone over place by place */
};

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
 * Whether points whose blocks lie apart in the output are moved one after the other: each has many, which lie closer to
 * each other in the data than those of several points do; or going over all points place by place would go over more of
 * the output than a cache keeps.
 */
static inline bool gather__windows_are_near(const struct gather__crowd *crowd)
{
    const int64_t points = crowd->points < GATHER_BLOCK ? crowd->points : GATHER_BLOCK;
    return !crowd->is_contiguous && crowd->tile >= GATHER__MANY_BLOCKS &&
           (crowd->tile_data < crowd->index_data || crowd->point_out > GATHER__PLACED_BYTES / points);
}

/*
 * Whether points are moved one after the other: so, or because a few have the larger window, and side by side they
 * share no lines.
 */
static inline bool gather__points_are_apart(const struct gather__crowd *crowd)
{
    const bool share_lines =
        crowd->is_contiguous && crowd->points > 1 && crowd->block <= GATHER__NARROW_BLOCK;
    return gather__windows_are_near(crowd) ||
           (crowd->points < GATHER__FEW_POINTS && crowd->points < crowd->tile && !share_lines);
}

/* Of a window, of which `count` loops are left around blocks of so many bytes; without the points. */
struct gather__crowd gather__crowd_of(const struct gather__step *step, const struct gather__additive *window,
                                      int32_t count, int64_t block);

#endif
