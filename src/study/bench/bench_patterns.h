/* SPDX-License-Identifier: Apache-2.0 */
/* The bench's rows of patterns, which stand behind those of the grid. */
#ifndef GATHER_STUDY_BENCH_PATTERNS_H
#define GATHER_STUDY_BENCH_PATTERNS_H

#include "gather/bench.h"

/* Returns: NULL behind the last. */
const struct gather_bench_row *gather__bench_pattern_at(size_t position);

#endif
