/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a plan is in memory: a header, then its steps one after the other, each with its loops, digits and
 * terms behind it. There are no pointers inside, so the bytes may be copied anywhere.
 *
 *     plan | step | loop loop .. | digit .. | term .. | step | loop .. | view sizes, strides
 */
#ifndef GATHER_CORE_PLANNED_H
#define GATHER_CORE_PLANNED_H

#include "core/draft.h"
#include "core/kernel.h"
#include "gather/plan.h"

/* One factor of a digit's value: of a loop's index, or of an earlier digit. */
struct gather__term {
    int64_t factor;
    int32_t loop; /* -1: `digit` counts */
    int32_t digit;
};

/* floor((constant + terms) / divisor), and what it adds to the two addresses. */
struct gather__digit {
    int64_t constant;
    int64_t divisor;
    int64_t out, data; /* in units */
    int32_t term_begin, term_count;
};

/* One box of the output: moved from the data, or filled with the padding value. */
struct gather__step {
    int64_t out_base, data_base;  /* in units */
    int64_t row_begin, row_count; /* of the output's leading dimension */
    int32_t fills;                /* 1: padding */
    int32_t loop_count, evaluated_count, run_loop;
    int32_t digit_count, term_count;
    uint64_t bytes; /* of the step with all that stands behind it */
};

/* Where the elements of an operand lie in its buffer. */
struct gather__reach {
    uint64_t bytes;    /* that the buffer must hold */
    int64_t low, high; /* bytes that may be touched: low..high-1; equal if none */
    int64_t grid;      /* all addresses differ by multiples of this many bytes; 0 if there is one at most */
};

struct gather_plan {
    uint64_t bytes; /* of the whole plan */
    struct gather__reach out, data;
    int64_t rows; /* of the box that is moved: its leading dimension */
    int64_t elements;
    int64_t filled;    /* padding cells that are written */
    int32_t unit_bits; /* 8: units are bytes; 1: bits */
    int32_t width;     /* of an element in units */
    int32_t out_width; /* of the cell that is written, in units; differs from `width` for elements in bytes */
    int32_t placed;    /* 1: that box is not the whole output */
    int32_t identity;  /* 1: every element has the same address in both operands */
    int32_t step_count;
    int32_t view_rank; /* -1: no view */
    int64_t view_offset;
    int32_t view_dtype, view_cell_bits;
    uint8_t pattern[16]; /* one padding cell */
};

static inline const struct gather__step *gather__plan_first_step(const struct gather_plan *plan)
{
    return (const struct gather__step *)(const void *)(plan + 1);
}

static inline const struct gather__step *gather__step_next(const struct gather__step *step)
{
    return (const struct gather__step *)(const void *)((const uint8_t *)step + step->bytes);
}

static inline const struct gather__loop *gather__step_loops(const struct gather__step *step)
{
    return (const struct gather__loop *)(const void *)(step + 1);
}

static inline const struct gather__digit *gather__step_digits(const struct gather__step *step)
{
    return (const struct gather__digit *)(const void *)(gather__step_loops(step) + step->loop_count);
}

static inline const struct gather__term *gather__step_terms(const struct gather__step *step)
{
    return (const struct gather__term *)(const void *)(gather__step_digits(step) + step->digit_count);
}

/*
 * Writes the plan of a nest into memory, as much as fits. needed: receives the bytes of the whole plan.
 * Layouts are valid, and agree as the operator wants. Returns: OK; OVERFLOW; OVERLAP of the output with
 * itself.
 */
enum gather_status gather__plan_write(void *memory, size_t size, size_t *needed,
                                      const struct gather__nest *nest, const struct gather_layout *data,
                                      const struct gather_layout *out, struct gather_error *error);

/* Judges the buffers of a run: lengths, null pointers, the output meeting the data. */
enum gather_status gather__plan_judge(const struct gather_plan *plan, struct gather_buffer data,
                                      struct gather_buffer out, struct gather_error *error);

/* Judges a range of rows, and writes what 0, 0 means. */
enum gather_status gather__plan_judge_rows(const struct gather_plan *plan, int64_t *begin, int64_t *end,
                                           struct gather_error *error);

/* Moves and fills rows begin..end-1 on this thread. Everything has been judged. */
void gather__plan_move_rows(const struct gather_plan *plan, const struct gather__kernels *kernels,
                            struct gather_buffer data, struct gather_buffer out, int64_t begin, int64_t end);

/* What a plan does, and the view of its data; as `gather_plan_describe` and `gather_plan_view`. */
void gather__plan_describe(const struct gather_plan *plan, const struct gather__kernels *kernels,
                           struct gather_plan_description *description);
enum gather_status gather__plan_view(const struct gather_plan *plan, struct gather_layout *view,
                                     struct gather_error *error);

/* Whether two ranges of rows may meet before `row`: no byte of the output holds elements of both. */
bool gather__plan_splits_at(const struct gather_plan *plan, int64_t row);

#endif
