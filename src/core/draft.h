/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A draft: one step of a plan while it is made, on the stack.
 *
 * It begins as the loops over a box of the output with the address maps of output and data, and is then
 * brought, by functions that each do one thing, to the loops that run:
 *
 *     from maps      one loop a dimension; floors where an operand is tiled
 *     split          a dimension that its tiles divide into one loop a tile level: its floors vanish
 *     drop, flip     loops of one iteration go; loops that walk the output backwards turn round
 *     merge          two loops that step through both operands as one become one
 *     order          evaluated loops outside, then from the largest output step to the smallest
 *     pair           the loop along which the data is contiguous goes last but one, into the kernel's tile
 */
#ifndef GATHER_CORE_DRAFT_H
#define GATHER_CORE_DRAFT_H

#include "core/address.h"
#include "core/nest.h"

enum { GATHER__MAX_LOOPS = GATHER_MAX_RANK + GATHER__MAX_FLOORS };

/* What a loop is: an `enum gather_plan_loop_kind`. */
struct gather__loop {
    int64_t extent;
    int64_t out;   /* step in the output, in units */
    int64_t data;  /* step in the data, in units */
    int64_t row;   /* logical rows that a step advances; 0 if the loop is not of dimension 0 */
    int64_t inner; /* iterations of other loops merged into each step of `row` rows; 1 for none */
    int32_t kind;
    int32_t dimension;
};

struct gather__draft {
    struct gather__map map;
    struct gather__value out_cell, data_cell; /* data_cell is 0 for a step that only fills */
    int64_t out_base, data_base;              /* in units */
    int32_t out_unit, data_unit;              /* units of a cell: its bytes, or its bits */
    int32_t loop_count;
    struct gather__loop loops[GATHER__MAX_LOOPS];
    int32_t loop_of[GATHER_MAX_RANK];    /* the loop of each variable that a floor is left on; else -1 */
    bool floor_used[GATHER__MAX_FLOORS]; /* floors that are left */
    int32_t evaluated_count; /* loops at the front that are evaluated, the run loop not among them */
    int32_t run_loop;        /* the loop that goes by runs; -1 if no floor is left */
};

/*
 * A draft of a step over a box. data, nest: NULL for a step that only fills.
 * out_unit, data_unit: units of a cell. The box has elements.
 * Returns: false where an address does not fit in 64 bits of units.
 */
bool gather__draft_make(struct gather__draft *draft, const struct gather_layout *out, int32_t out_unit,
                        const struct gather_layout *data, int32_t data_unit, const struct gather__nest *nest,
                        const struct gather__box *box);

#endif
