/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A draft: one step of a plan while it is made, on the stack.
 *
 * It begins as the loops over a box of the output with the cells of output, data and indices as sums of steps, and is
 * then brought, by functions that each do one thing, to the loops that run:
 *
 *     from lines     one loop a dimension; floors where an operand is tiled, or a coordinate is a part
 *     split          a dimension that its tiles divide into one loop a tile level: its floors vanish
 *     classify       loops that a floor is left on are evaluated; those that indices follow are points
 *     drop, flip     loops of one iteration go; loops that walk the output backwards turn round
 *     merge          two loops that step through all operands as one become one
 *     order          points and evaluated loops outside, then from the largest output step to the smallest
 *     pair           the loop along which the data is contiguous goes last but one, into the kernel's tile
 *
 * The variables are the output's dimensions, then the components of an index, then the number of the
 * component, along which a tuple lies in the indices.
 */
#ifndef GATHER_CORE_DRAFT_H
#define GATHER_CORE_DRAFT_H

#include "core/address.h"
#include "core/nest.h"

enum { GATHER__MAX_LOOPS = GATHER_MAX_RANK + GATHER__MAX_FLOORS }; /* as many as GATHER_PLAN_MAX_LOOPS */

/* What a loop is: an `enum gather_plan_loop_kind`. */
struct gather__loop {
    int64_t extent;
    int64_t out;     /* step in the output, in units */
    int64_t data;    /* step in the data, in units */
    int64_t indices; /* step in the indices, in units */
    int64_t row;     /* rows that a step advances; 0 if the loop is not of their dimension */
    int64_t inner;   /* iterations of other loops merged into each step of `row` rows; 1 for none */
    int32_t kind;
    int32_t dimension;
};

/*
 * Last loops, from `first` on, that are contiguous in both operands make a block larger. width: units of a
 * block, made larger. Returns: how many loops are left.
 */
static inline int32_t gather__grow_loops(const struct gather__loop *loops, int32_t first, int32_t count,
                                         int64_t *width)
{
    while (count > first && loops[count - 1].out == *width && loops[count - 1].data == *width)
        *width *= loops[--count].extent; /* bounded: bytes of the operands */
    return count;
}

/* What a step works on. Units are those of a cell: its bytes, or its bits. */
struct gather__operands {
    const struct gather_layout *out, *data, *indices; /* data: NULL for a step that only fills */
    int32_t out_unit, data_unit, indices_unit;
    int32_t row_dimension; /* of the output, along which ranges are counted */
};

/* How the cells of an operand follow the variables, but for what tiles add. */
struct gather__line {
    int64_t constant;
    int64_t step[GATHER__MAX_VARIABLES]; /* in cells; behind the output's dimensions soon in units */
};

/* What tiles add: many times as large as all the rest, and so apart from it. */
struct gather__floors {
    struct gather__map map;
    struct gather__value out_cell, data_cell, indices_cell; /* of floors' terms; in cells, soon in units */
    bool used[GATHER__MAX_FLOORS];                          /* floors that are left */
};

struct gather__draft {
    struct gather__floors *floors;                         /* NULL where no operand has any */
    struct gather__line out_cell, data_cell, indices_cell; /* 0 for what a step has not */
    int64_t out_base, data_base, indices_base;             /* in units */
    int32_t output_rank, component_count, row_dimension;
    bool has_points; /* a gather: loops at the front are walked point by point */
    int32_t loop_count;
    struct gather__loop loops[GATHER__MAX_LOOPS];
    int32_t loop_of[GATHER_MAX_RANK]; /* the loop of each dimension that a floor is left on; else -1 */
    int64_t cut[GATHER_MAX_RANK];     /* of each: where a cut of the box rids it of a floor; 0: nowhere */
    int32_t front_count; /* loops at the front that are evaluated, the run loop not among them; or points */
    int32_t run_loop;    /* the loop that goes by runs; -1 if no floor is left, or points are walked */
};

enum gather__draft_verdict {
    GATHER__DRAFT_MADE,
    GATHER__DRAFT_TOO_FAR,  /* an address does not fit in 64 bits of units */
    GATHER__DRAFT_TOO_TILED /* the map has no room for all floors */
};

/* How many floors the map of a draft has. */
static inline int32_t gather__floor_count(const struct gather__draft *draft)
{
    return draft->floors != NULL ? draft->floors->map.floor_count : 0;
}

/* The variable of a component; the one behind the last counts them. */
static inline int32_t gather__component_variable(const struct gather__draft *draft, int32_t component)
{
    return draft->output_rank + component;
}

/*
 * Whether a step needs `floors`: an operand has tiles, or a coordinate is a part of something. nest: NULL for a step
 * that only fills.
 */
bool gather__draft_wants_floors(const struct gather__operands *operands, const struct gather__nest *nest);

/* The cells of all operands over the box's loops and the components. Returns: false if floors have no room. */
bool gather__draft_map(struct gather__draft *draft, const struct gather__operands *operands,
                       const struct gather__nest *nest, const struct gather__box *box);

/* Likewise the cells of the indices alone, over their own dimensions. */
void gather__draft_map_indices(struct gather__draft *draft, const struct gather_layout *indices);

/*
 * A draft of a step over a box of the output, which has elements. nest: NULL for a step that only fills. floors: room
 * for them; NULL if the step wants none.
 */
enum gather__draft_verdict gather__draft_make(struct gather__draft *draft, struct gather__floors *floors,
                                              const struct gather__operands *operands,
                                              const struct gather__nest *nest, const struct gather__box *box);

/*
 * A draft of the walk over all indices, in their own order: one loop a dimension, none split, merged or moved; of
 * one iteration where a dimension repeats the same cells, but along the tuple. The indices have elements. floors: room
 * for them; NULL if the indices have no tiles.
 */
enum gather__draft_verdict gather__draft_indices(struct gather__draft *draft, struct gather__floors *floors,
                                                 const struct gather__operands *operands,
                                                 int32_t tuple_dimension);

#endif
