/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A row of the bench, ready to run: operands in memory, plans, an output, and a judge of it. One call of it is one
 * step, or several where a row has many tables.
 */
#ifndef GATHER_TOOLS_BENCH_CASE_H
#define GATHER_TOOLS_BENCH_CASE_H

#include "bench_machine.h"
#include "gather/bench.h"

enum { BENCH_STEPS_MAX = 32, BENCH_INPUTS_MAX = 3 };

struct bench_step {
    struct gather_op op;
    struct gather_layout inputs[BENCH_INPUTS_MAX], output; /* data, indices, scales */
    size_t input_count;
    struct gather_buffer buffers[BENCH_INPUTS_MAX], target;
    struct gather_plan *plan;
    int32_t axis;                                /* that it goes along */
    struct bench_pages memory[BENCH_INPUTS_MAX]; /* its own operands */
    /* That it reads of the data, none for a relayout, and of the scales, if there are some. */
    struct gather_bench_lines lines, scale_lines;
};

struct bench_case {
    const struct gather_bench_row *row;
    struct bench_step steps[BENCH_STEPS_MAX];
    size_t step_count;
    struct bench_pages output; /* of all steps */
    /* Of a take along two axes: the list along the second, and the number of each place along both as one. */
    struct gather_axis_indices second;
    struct gather_layout second_layout;
    struct bench_pages second_memory;
    int64_t *numbers;
    int64_t bytes, indices, blocks; /* as in a result */
    bool is_checked;                /* an index may be refused */
    const char *kernel, *index_kernel;
};

/* Whether it is a take along two axes: one step, which is no plan's; that of the step is what runs at each row. */
static inline bool bench_has_two_axes(const struct bench_case *made)
{
    return made->row->second_distribution != GATHER_DISTRIBUTION_NONE;
}

/* Makes a row's case. Returns: OK; the library's refusals; NO_MEMORY. To be ended in any case. */
enum gather_status bench_case_make(struct bench_case *made, const struct gather_bench_row *row, int32_t scale,
                                   bool is_huge, struct gather_error *error);
void bench_case_end(struct bench_case *made);

/* Spoils the outputs, so that what was right before can't be taken for what is right now. */
void bench_case_spoil(struct bench_case *made);

/* Whether the outputs are right, by plain loops. Returns: as `gather_bench_judge`. */
enum gather_status bench_case_judge(const struct bench_case *made, struct gather_error *error);

#endif
