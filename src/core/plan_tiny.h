/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers of a few small blocks, in a few dozen instructions. */
#ifndef GATHER_CORE_PLAN_TINY_H
#define GATHER_CORE_PLAN_TINY_H

#include "core/planned.h"

/* Notes in a plan whether its only step, which reads every index, is tiny. */
void gather__note_tiny(struct gather_plan *plan, const struct gather__draft *draft,
                       const struct gather__nest *nest);

/*
 * Runs all rows of a plan that is tiny, on as many inputs as it has. Returns: whether it did; else nothing was
 * written, and the general way has to.
 */
bool gather__run_tiny(const struct gather_plan *plan, const struct gather__kernels *kernels,
                      const struct gather_buffer *inputs, const struct gather_buffer *output);

#endif
