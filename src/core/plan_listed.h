/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short runs of points, as GatherElements and take_along_axis have them where the indices' axis is short and last, or
 * where few columns lie beside it. What a point adds to the address of its data, but for its index, is listed once for
 * many runs; further ones differ from these by a constant. So many short runs are one long one:
 *
 *     data f4[n,9], indices [n,3]     points   0  1  2 | 3  4  5 |  6  7  8 | ..
 *                                     places   0  0  0 | 36 36 36 | 72 72 72 | ..
 */
#ifndef GATHER_CORE_PLAN_LISTED_H
#define GATHER_CORE_PLAN_LISTED_H

#include "core/draft.h"
#include "core/kernel.h"

enum {
    GATHER__LISTED_POINTS = GATHER_BLOCK < 128 ? 2 * GATHER_BLOCK : 256, /* at most */
    GATHER__LISTED_STEP_POINTS = GATHER__LISTED_POINTS / 2 /* a list has two steps, a block holds one */
};

/* Which points are listed: all of the loops behind `loop`, at some steps of that. */
struct gather__listed {
    int32_t loop;  /* -1: none are */
    int64_t inner; /* points of each step */
    int64_t steps;
    int64_t span; /* bytes from the lowest place to the highest, at the most; of a run, if none are listed */
};

/* The points of so many loops, the innermost last, that are worth listing. extents: of the loops, or less of each. */
struct gather__listed gather__listed_of(const struct gather__loop *loops, const int64_t *extents,
                                        int32_t count);

/* Writes the places of all that are listed, counted from the first point's. */
void gather__list_places(const struct gather__listed *listed, const struct gather__loop *loops,
                         const int64_t *extents, int32_t count, int64_t *places);

#endif
