/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `gather bench --tune`: the thresholds of this machine, found by gathers that are tuned to either side of each. Where
 * the one side is faster and where the other, as sizes grow, is where the threshold belongs.
 */
#ifndef GATHER_TOOLS_BENCH_TUNE_H
#define GATHER_TOOLS_BENCH_TUNE_H

#include "bench_options.h"

/* Measures, and tells the thresholds as GATHER_TUNE and `options.tuning` take them. Returns: an exit code. */
int bench_tune(const struct bench_options *options);

#endif
