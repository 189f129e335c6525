/* SPDX-License-Identifier: Apache-2.0 */
/* The run of `gather bench`: rows one after the other, and what becomes of them. */
#ifndef GATHER_TOOLS_BENCH_WORK_H
#define GATHER_TOOLS_BENCH_WORK_H

#include "bench_options.h"

/* Measures what was asked for, and tells it. Returns: an exit code. */
int bench_work_on(const struct bench_options *options);

#endif
