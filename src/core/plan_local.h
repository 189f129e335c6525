/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether the data that indices lead to lies close together, however much lies around it: then it is near, and asking for
 * it early would only take time. Judged by a few of them; what the others lead to is as right, and at worst waited for.
 */
#ifndef GATHER_CORE_PLAN_LOCAL_H
#define GATHER_CORE_PLAN_LOCAL_H

#include "core/kernel.h"

/* Whether blocks at these offsets lie so, of data of `bytes` that is not near. */
bool gather__blocks_are_local(const struct gather__offsets *offsets, int64_t bytes);

/* Whether what is picked lies so. kernel: for the indices. */
bool gather__picks_are_local(const struct gather__picking *picking,
                             const struct gather__index_kernel *kernel);

/* The thresholds by which it is near. */
struct gather__tuning gather__tuning_of_local(const struct gather__tuning *tuning);

#endif
