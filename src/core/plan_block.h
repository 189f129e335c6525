/* SPDX-License-Identifier: Apache-2.0 */
/* A block of a gather's points between the two stages: what the index stage found, and the move stage takes. */
#ifndef GATHER_CORE_PLAN_BLOCK_H
#define GATHER_CORE_PLAN_BLOCK_H

#include "core/walk.h"

/*
 * Points with their offsets, in units. As long as all of them lie in one run, the output's are not written one
 * by one.
 */
struct gather__block {
    int64_t count;
    struct gather__index_fate fate; /* refused: of the whole walk; absent: of this block */
    bool is_run;
    int64_t out_begin, out_step; /* of that run */
    int64_t out[GATHER_BLOCK];
    int64_t data[GATHER_BLOCK];
};

/* A block in stretches of points that are there, and that are not. window: what is moved at each. */
void gather__move_block(struct gather__walk *walk, const struct gather__additive *window,
                        const struct gather__block *block);

#endif
