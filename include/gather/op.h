/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An op is a value: an operator of some world with its version and attributes. Making one can't fail; infer
 * and plan judge it. A zeroed op is no operator.
 */
#ifndef GATHER_OP_H
#define GATHER_OP_H

#include "gather/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

enum gather_operation {
    GATHER_OPERATION_NONE = 0,
    GATHER_OPERATION_RELAYOUT = 1, /* no indices: every element to its cell in another layout */
    GATHER_OPERATION_PLACE = 2     /* likewise, into a part of a larger output */
};

struct gather_op {
    int32_t operation;              /* an `enum gather_operation` */
    int32_t rank;                   /* place: entries of `begin` */
    int64_t begin[GATHER_MAX_RANK]; /* place: where the data's first element goes */
    int32_t reserved[14];           /* zero */
};

/*
 * Every element to its place in another layout of the same type and sizes: transpose, pad, tile, pack.
 * Inputs: `data`. The output's padding is written where its layout names a value.
 */
GATHER_API struct gather_op gather_relayout(void);

/*
 * Every element of the data to its index plus `begin` in an output of at least that size; the output's other
 * elements keep what they hold. Rows of a run are counted in the data. Inputs: `data`.
 * begin: one entry for each of `rank` dimensions; more than GATHER_MAX_RANK are refused by infer and plan.
 */
GATHER_API struct gather_op gather_place(int32_t rank, const int64_t *begin);

/*
 * The layout of the output that an op makes of its inputs: dense, row-major.
 * inputs: layouts in the operator's own order. A size of -1 is unknown and gives -1 where the output depends
 * on it. Returns: OK; the operator's own refusals. On failure: *output is untouched.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_infer(const struct gather_op *op,
                                                             const struct gather_layout *inputs,
                                                             size_t input_count, struct gather_layout *output,
                                                             struct gather_error *error);

#ifdef __cplusplus
}
#endif

#endif
