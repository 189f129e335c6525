/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The forms of a gather that several worlds share once a call has been judged: the shape of the output and the
 * whole nest, its one component too.
 */
#ifndef GATHER_DIALECTS_FORMS_H
#define GATHER_DIALECTS_FORMS_H

#include "dialects/lower.h"

/* What a world makes of an index. */
struct gather__indexing {
    int32_t axis;           /* of the data */
    bool is_negative;       /* one below 0 counts from the end */
    enum gather_policy own; /* what becomes of one outside */
};

/* data[:axis] ++ indices ++ data[axis+1:] */
void gather__lower_slices(const struct gather_op *op, const struct gather_layout *data,
                          const struct gather_layout *indices, const struct gather__indexing *indexing,
                          struct gather__shape *shape, struct gather__nest *nest);

/*
 * The data by its row-major numbers, with the sizes of the indices; the axis is 0.
 * Returns: OK; OVERFLOW of `output` for more than 2^63-1 numbers.
 */
enum gather_status gather__lower_flat(const struct gather_op *op, const struct gather_layout *data,
                                      const struct gather_layout *indices,
                                      const struct gather__indexing *indexing, struct gather__shape *shape,
                                      struct gather__nest *nest, struct gather_error *error);

/*
 * One element of the data for each index, at its own place but for the axis; off it sizes of 1 repeat. Both
 * have the same rank. Returns: OK; SHAPE of `indices`.
 */
enum gather_status gather__lower_along(const struct gather_op *op, const struct gather_layout *data,
                                       const struct gather_layout *indices,
                                       const struct gather__indexing *indexing, struct gather__shape *shape,
                                       struct gather__nest *nest, struct gather_error *error);

/*
 * The shape where only the axis of the indices is free: all their other sizes are those of the data, of the same
 * rank. Returns: OK; SHAPE of `indices`.
 */
enum gather_status gather__elements_shape(const struct gather__call *call, int32_t axis,
                                          struct gather__shape *shape, struct gather_error *error);

#endif
