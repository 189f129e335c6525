/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A row of the bench, ready to run: operands in memory, plans, an output that was judged to be right. One call of it
 * is one step, or several where a row has many tables or two takes.
 */
#ifndef GATHER_TOOLS_BENCH_CASE_H
#define GATHER_TOOLS_BENCH_CASE_H

#include "bench_machine.h"
#include "gather/bench.h"

enum { BENCH_STEPS_MAX = 32 };

struct bench_step {
    struct gather_op op;
    struct gather_layout inputs[2], output;
    size_t input_count;
    struct gather_buffer buffers[2], target;
    struct gather_plan *plan;
    int32_t axis;                 /* that it goes along */
    struct bench_pages memory[2]; /* its own operands */
};

struct bench_case {
    const struct gather_bench_row *row;
    struct bench_step steps[BENCH_STEPS_MAX];
    size_t step_count;
    struct bench_pages output;                 /* of all steps, or of the last one */
    struct bench_pages between;                /* of the first of two takes */
    int64_t bytes, indices, blocks;            /* as in a result */
    bool is_checked;                           /* an index may be refused */
    const char *kernel, *index_kernel;
};

/*
 * Makes a row's case, runs it once and judges it. what: what failed, if it did ("its output", "its indices").
 * Returns: OK; the library's refusals; NO_MEMORY. To be ended in any case.
 */
enum gather_status bench_case_make(struct bench_case *made, const struct gather_bench_row *row, int32_t scale,
                                   bool is_huge, struct gather_error *error);
void bench_case_end(struct bench_case *made);

#endif
