/* SPDX-License-Identifier: Apache-2.0 */
/* The two ways to run a plan. */
#ifndef GATHER_API_RUN_PLAN_H
#define GATHER_API_RUN_PLAN_H

#include <stdbool.h>

#include "gather/plan.h"

enum {
    GATHER__LEAST_TASK_BYTES = 1 << 16 /* of output, or of lines of data: some microseconds on a thread */
};

/*
 * All of a brief gather, if it is one and nothing about the run is out of the ordinary. Returns: whether it was
 * run; else nothing was written, and the general way has to.
 */
bool gather__run_brief(const struct gather_plan *plan, const struct gather_buffer *inputs, size_t input_count,
                       struct gather_buffer output, const struct gather_run *run);

/* The general way, which takes every plan and every run: as `gather_plan_run`. */
enum gather_status gather__run_plan(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                    size_t input_count, struct gather_buffer output,
                                    const struct gather_run *run, struct gather_error *error);

/* Returns: OK, for NULL too; ARGUMENT for threads without a `parallel_for`. */
enum gather_status gather__judge_threads(const struct gather_threads *threads, struct gather_error *error);

#endif
