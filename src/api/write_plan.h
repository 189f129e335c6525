/* SPDX-License-Identifier: Apache-2.0 */
/* Judging a call, lowering it and writing its plan: what measure, init, create and once have in common. */
#ifndef GATHER_API_WRITE_PLAN_H
#define GATHER_API_WRITE_PLAN_H

#include "gather/plan.h"

/* Writes as much of a plan as fits. needed: receives its bytes. Returns: as `gather_plan_create`. */
enum gather_status gather__write_plan(void *memory, size_t size, size_t *needed, const struct gather_op *op,
                                      const struct gather_layout *inputs, size_t input_count,
                                      const struct gather_layout *output,
                                      const struct gather_options *options, struct gather_error *error);

#endif
