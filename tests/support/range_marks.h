/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a `parallel_for` promises of its ranges: each index once, no range empty or outside, none shorter than
 * the grain where the count is not. A mark is kept for each index.
 */
#ifndef GATHER_TESTS_RANGE_MARKS_H
#define GATHER_TESTS_RANGE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "gather/plan.h"

/* Runs a task that marks, and judges the marks. Returns: whether all is as promised and the answer was 0. */
bool ranges_cover_once(struct gather_threads threads, uint64_t count, uint64_t grain);

#endif
