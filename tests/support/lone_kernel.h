/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables of kernels that a test changes: one in which a single kernel is left, so that a run shows whether it takes
 * that one alone; and one without it, so that a clock shows what it is worth.
 */
#ifndef GATHER_TESTS_LONE_KERNEL_H
#define GATHER_TESTS_LONE_KERNEL_H

#include "core/planned.h"

enum stage { MOVE, BITS, FETCH, PERMUTE, INDEX, PICK, SCALE, SUM };

/* A table that can be changed. */
struct own_table {
    struct gather__kernels kernels;
    struct gather__move_kernel moves[32];
    struct gather__fetch_kernel fetches[32];
    struct gather__permute_kernel permute;
    struct gather__index_kernel indices[32];
    struct gather__pick_kernel picks[128];
};

/* Whether this processor can run a kernel of a table that it has: some want what not all of them have. Says if not. */
bool runs_here(const char *kernel);

void copy_table(struct own_table *own, const struct gather__kernels *kernels);
/* The scalar one without its picks: both stages, one after the other. */
void copy_stages(struct own_table *own);

/* How often kernels ran that `leave_alone` has taken away. They write nothing, or nothing of use. */
extern int32_t strangers;

/*
 * A table in which of the kernels that move, or for INDEX of those that read indices, none but one is left; and the one
 * that puts pieces of the data in order, where the plan's gather has that. No strangers have run so far.
 */
void leave_alone(struct own_table *own, const struct gather__kernels *kernels, const struct gather_plan *plan,
                 enum stage stage, const char *name);

/* A kernel gives way to the scalar one for blocks of a width, or to none. */
void take_away(struct own_table *own, enum stage stage, const char *name, int64_t width);

#endif
