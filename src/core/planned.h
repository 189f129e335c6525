/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a plan is in memory: a header, then its steps one after the other, each with its loops, components,
 * digits and terms behind it. There are no pointers inside, so the bytes may be copied anywhere.
 *
 *     plan | step | loop loop .. | component .. | digit .. | term .. | step | .. | walk over indices | view | tuning |
 *     computed
 */
#ifndef GATHER_CORE_PLANNED_H
#define GATHER_CORE_PLANNED_H

#include "core/arith.h"
#include "core/draft.h"
#include "core/kernel.h"
#include "gather/plan.h"

/*
 * One factor of a digit's value. Its source is a number that a walk keeps: first the loops of the step, then
 * its components, then the number of the component that is read.
 */
struct gather__term {
    int64_t factor;
    int32_t source; /* -1: `digit` counts */
    int32_t digit;
};

/* floor((constant + terms) / divisor), and what it adds to the addresses. */
struct gather__digit {
    int64_t constant;
    int64_t divisor;
    int64_t out, data, indices; /* in units */
    int32_t term_begin, term_count;
    int32_t is_of_indices; /* 1: an index's own address depends on it, so it comes before the index */
    int32_t reserved;
};

enum gather__step_kind {
    GATHER__STEP_MOVE,   /* elements whose places loops alone decide */
    GATHER__STEP_FILL,   /* no data: cells get a pattern */
    GATHER__STEP_GATHER, /* elements whose places indices decide */
    GATHER__STEP_INDICES /* no element: all indices in their own order, to be checked */
};

/* One box of the output, or all indices. */
struct gather__step {
    int64_t out_base, data_base, indices_base; /* in units */
    int64_t tuple;                             /* units of the indices from one component to the next */
    int64_t row_begin, row_count;              /* of the plan's rows */
    int32_t kind;                              /* an `enum gather__step_kind` */
    int32_t pads;                              /* of a fill, 1: padding; 0: elements that are zero */
    int32_t loop_count, front_count, run_loop;
    int32_t component_count, digit_count, term_count;
    int32_t tuple_loop; /* of a walk over all indices: the loop along which a tuple lies; -1 */
    int32_t reserved;
    uint64_t bytes; /* of the step with all that stands behind it */
};

/* Where the elements of an operand lie in its buffer. */
struct gather__reach {
    uint64_t bytes;    /* that the buffer must hold */
    int64_t low, high; /* bytes that may be touched: low..high-1; equal if none */
    int64_t grid;      /* all addresses differ by multiples of this many bytes; 0 if there is one at most */
};

/*
 * Whether the output of a brief gather is apart from an input in one comparison. With x from where the output's bytes
 * begin to where the input's do, O and I their lengths: x >= O and x <= 2^64 - I, so x - O <= 2^64 - O - I.
 */
struct gather__brief_reach {
    uintptr_t data_shift, data_apart; /* what makes x - O of two pointers, and the most that it may be */
    uintptr_t indices_shift, indices_apart;
};

struct gather_plan {
    uint64_t bytes; /* of the whole plan */
    struct gather__reach out, data, indices;
    int64_t rows;      /* of the box that is moved: sizes of the dimension that ranges go along */
    int64_t row_parts; /* of these for each row of the leading dimension: 1 but where that has only one */
    int64_t elements;  /* of the box that is moved */
    int64_t filled;    /* padding cells that are written */
    int64_t index_count;
    uint64_t check_step; /* bytes from the plan to the walk over all indices; 0 if none can be refused */
    uint64_t view;       /* bytes from the plan to sizes and strides of its view; 0 if it has none */
    uint64_t tuning;     /* bytes from the plan to thresholds of its own; 0 if it has none */
    uint64_t computed;   /* bytes from the plan to what computes its elements; 0 if they are moved */
    int32_t input_count, data_input, indices_input;
    int32_t index_dtype, index_bytes; /* 0 if there are no indices */
    int32_t unit_bits;                /* 8: units are bytes; 1: bits */
    int32_t width;                    /* of an element in units */
    int32_t out_width; /* of the cell that is written, in units; differs from `width` for elements in bytes */
    int32_t placed;    /* 1: that box is not the whole output */
    int32_t identity;  /* 1: every element has the same address in both operands */
    int32_t skips;     /* 1: an index outside leaves its elements as they are */
    int32_t step_count;
    int32_t view_rank; /* -1: no view */
    int32_t view_dtype, view_cell_bits;
    int32_t is_one_block; /* 1: the index stage reads every index before the move stage begins */
    int64_t view_offset;
    uint8_t pattern[16]; /* one padding cell */
    uint8_t fill[16];    /* one element whose index is outside */
    struct gather__brief brief;
    struct gather__brief_reach brief_reach;
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

static inline const struct gather__component *gather__step_components(const struct gather__step *step)
{
    return (const struct gather__component *)(const void *)(gather__step_loops(step) + step->loop_count);
}

static inline const struct gather__digit *gather__step_digits(const struct gather__step *step)
{
    return (const struct gather__digit *)(const void *)(gather__step_components(step) +
                                                        step->component_count);
}

/* The walk over all indices; NULL if none can be refused. */
static inline const struct gather__step *gather__plan_check_step(const struct gather_plan *plan)
{
    if (plan->check_step == 0)
        return NULL;
    return (const struct gather__step *)(const void *)((const uint8_t *)plan + plan->check_step);
}

/* The thresholds that a plan runs by: its own, or those of the kernels. */
static inline const struct gather__tuning *gather__plan_tuning(const struct gather_plan *plan,
                                                               const struct gather__kernels *kernels)
{
    if (plan->tuning == 0)
        return kernels->tuning;
    return (const struct gather__tuning *)(const void *)((const uint8_t *)plan + plan->tuning);
}

/*
 * Whether the caches don't keep what a run takes through them: its output, its indices, and the data, of which it takes
 * about as much as it writes. kept: as much as they do.
 */
static inline bool gather__is_large_move(int64_t out, int64_t indices, int64_t data, int64_t kept)
{
    int64_t bytes;
    return !gather__add(out, indices, &bytes) || !gather__add(bytes, data < out ? data : out, &bytes) ||
           bytes > kept;
}

static inline bool gather__is_large_run(const struct gather_plan *plan, int64_t kept)
{
    const int64_t indices = plan->index_dtype != 0 ? plan->indices.high - plan->indices.low : 0;
    return gather__is_large_move(plan->out.high - plan->out.low, indices, plan->data.high - plan->data.low,
                                 kept);
}

static inline const struct gather__term *gather__step_terms(const struct gather__step *step)
{
    return (const struct gather__term *)(const void *)(gather__step_digits(step) + step->digit_count);
}

#endif
