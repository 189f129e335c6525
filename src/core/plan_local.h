/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether the data that indices lead to lies close together, however much lies around it: then it is near, and asking for
 * it early would only take time. Judged by a few of them; what the others lead to is as right, and at worst waited for.
 * And what is asked for of blocks close together in each row of data that is far.
 */
#ifndef GATHER_CORE_PLAN_LOCAL_H
#define GATHER_CORE_PLAN_LOCAL_H

#include "core/kernel.h"

/* Whether blocks at these offsets lie so, of data of `bytes` that is not near. */
bool gather__blocks_are_local(const struct gather__offsets *offsets, int64_t bytes);

/* Finds where the lowest of these blocks begins, and how many bytes it is from there to the end of the highest. */
void gather__find_span(struct gather__offsets *offsets, int64_t width);

/*
 * Blocks of data that is far, so close together that they touch every other line, which are fetched at the next place
 * again: they are not asked for one by one; all of their span, which is found, is, some places ahead, or its first
 * lines where the processor foresees the others.
 */
void gather__ask_densely(struct gather__offsets *offsets, int64_t width);

/* Whether what is picked lies so. kernel: for the indices. */
bool gather__picks_are_local(const struct gather__picking *picking,
                             const struct gather__index_kernel *kernel);

/* The thresholds by which it is near. */
struct gather__tuning gather__tuning_of_local(const struct gather__tuning *tuning);

#endif
