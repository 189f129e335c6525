/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a gather's rows are put in order before they are fetched, in pieces (plan_pieces.c), and how these are cut.
 */
#ifndef GATHER_CORE_PLAN_CUT_H
#define GATHER_CORE_PLAN_CUT_H

#include "core/walk.h"

enum {
    GATHER__STACK_PIECE = 24 << 10 /* bytes of a piece where a run has no room */
};

struct gather__cut {
    int64_t part[GATHER__MAX_LOOPS]; /* iterations of each loop that go at once */
    int64_t bytes;                   /* of a piece: above those of the stack it lies in room */
    int64_t least;                   /* bytes of the output that are worth pieces */
};

/* The loop of a window that goes on where `bytes` of the output end. Returns: -1 if there is none. */
static inline int32_t gather__next_loop(const struct gather__step *step, const int64_t *extent, int64_t bytes)
{
    const struct gather__loop *loops = gather__step_loops(step);
    for (int32_t k = step->front_count; k < step->loop_count; k++)
        if (loops[k].out == bytes && extent[k] > 1)
            return k;
    return -1;
}

/*
 * How the step's window of so many iterations of each loop is cut, in so much room or else on the stack. Returns: false
 * if it goes over the data as it lies.
 */
bool gather__find_cut(const struct gather_plan *plan, const struct gather__step *step, const int64_t *extent,
                      int64_t room, struct gather__cut *cut);

#endif
