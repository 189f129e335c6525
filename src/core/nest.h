/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The nest: the one shape that every gather and every relayout is lowered to.
 *
 *     for each index o of a box, the whole output but for `place`:
 *         v_k          = rule_k( indices[ I(o), k ] )                              for each component k
 *         coordinate_d = base_d + step_d * part_d(o[loop_d]) + part_d(v[component_d])     for each dimension d
 *         out[ A_out(o) ] = data[ A_data(coordinate) ]                                        of the data
 *
 * I(o) are coordinates of the indices, made in the same way of loops alone. A part is the whole number or one
 * digit of it, (x / divisor) % modulus: flat forms take a flat index apart so.
 *
 * Coordinates come first, then one address map: adding addresses instead would be wrong as soon as a window
 * moves along a tiled dimension.
 */
#ifndef GATHER_CORE_NEST_H
#define GATHER_CORE_NEST_H

#include "core/extent.h"
#include "gather/op.h"

/* Where one coordinate of the data, or of the indices, comes from. */
struct gather__coordinate {
    int64_t base;
    int64_t step;
    int32_t loop;      /* the output dimension that it follows; -1 for none */
    int32_t component; /* the component that is added; -1 for none */
    int64_t divisor;   /* which part: of the component if there is one, else of the loop */
    int64_t modulus;   /* 0: the whole */
};

/* Whether a coordinate takes whole numbers. */
static inline bool gather__is_whole(const struct gather__coordinate *coordinate)
{
    return coordinate->divisor <= 1 && coordinate->modulus == 0;
}

/* A box of the output: `size` coordinates from `begin` on in each dimension. */
struct gather__box {
    int64_t begin[GATHER_MAX_RANK];
    int64_t size[GATHER_MAX_RANK];
};

/* What an index value means. In this order: counted from the end, then judged by the policy. */
struct gather__rule {
    int64_t size;        /* that an index counts in, and that a negative one is added to */
    int64_t limit;       /* the greatest value inside: size - 1, less for windows; -1 if there is none */
    int32_t axis;        /* of the data, for errors */
    int32_t policy;      /* an `enum gather_policy`, never OWN */
    int32_t is_negative; /* 1: an index below 0 counts from the end, once */
    int32_t is_flat;     /* 1: the axis is that of the data read flat; for errors */
};

/*
 * What an operator does with the elements that its nest leads to, where it does not move them (core/computed.h): each
 * kind of computation reads its own fields.
 */
struct gather__computing {
    /* Scaling: bits of a stored number of the data, and of a zero point; where they are fewer than their types' own, one
     * element holds several, along the last dimension, low bits first. */
    int32_t value_bits, zero_bits;
    int32_t zero;      /* scaling: the zero point of all numbers, where there is no operand of them */
    int32_t has_zeros; /* scaling: 1: there is one */
    int64_t group
        [2]
        [GATHER_MAX_RANK]; /* scaling: what shares a scale, or a zero point, along each dimension; 0: all */
    int32_t has_offsets;   /* bags: 1: they begin where an operand says; 0: each is a row of the indices */
    int32_t is_mean;       /* bags: 1: of a bag's rows the mean, not the sum */
};

struct gather__nest {
    int32_t input_count;               /* of the operator */
    int32_t data_input, indices_input; /* their numbers among them; -1 if there are none */
    int32_t rank;           /* coordinates below that are set: as many as any input has dimensions */
    int32_t has_box;        /* 1: the loops run over `out` alone; else over the whole output */
    struct gather__box out; /* a box of output indices o; set if there is one */
    struct gather__coordinate data[GATHER_MAX_RANK];    /* one for each dimension of the data */
    struct gather__coordinate indices[GATHER_MAX_RANK]; /* of the indices; the tuple's is not looked at */
    int32_t component_count;
    int32_t tuple_dimension; /* of the indices, along which the components of a tuple lie; -1 if alone */
    struct gather__rule rules[GATHER_MAX_RANK]; /* one for each component */
    int32_t is_zero;                            /* 1: no index is read, every element is all bits 0 */
    uint8_t fill[16];                           /* what an element is under `fill` */
    struct gather__computing computing;         /* set where the operator computes */
};

enum { GATHER__MORE_INPUTS = GATHER_MAX_INPUTS - 2 }; /* behind data and indices */

/* A layout that has been judged, and how much there is of it. */
struct gather__operand {
    const struct gather_layout *layout;
    struct gather__extent extent;
    bool is_plain; /* as `gather__measure_plain` says */
};

/* A result that is cells of the data, as a sum over the output's dimensions. */
struct gather__view {
    bool is_found;
    int64_t offset, strides[GATHER_MAX_RANK]; /* in cells */
};

/* What there is to do: a nest over operands that agree as its operator wants. */
struct gather__work {
    struct gather__nest nest;
    struct gather__operand out, data, indices; /* indices: a layout of NULL if the nest reads none */
    struct gather__operand
        more[GATHER__MORE_INPUTS]; /* of an operator that computes: its inputs behind these */
    int32_t more_count;
    int32_t operation;                   /* that computes; 0 where elements are moved */
    const struct gather__tuning *tuning; /* thresholds that the plan keeps; NULL: it runs by the kernels' */
    struct gather__view view;            /* by indices that never change, which the nest could not take in */
};

#endif
