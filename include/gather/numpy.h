/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gather functions of numpy (docs/spec/friends.md).
 *
 * Inputs: `data`, `indices`. Negative indices count from the end and another index outside is INDEX_RANGE, but
 * for the other two modes of take. An axis is -r to r-1 for data of rank r; a negative one counts from the end.
 *
 * ```c
 * struct gather_op rows = gather_numpy_take(0, GATHER_POLICY_ERROR);
 * struct gather_op sorted = gather_numpy_take_along_axis(-1);
 * ```
 */
#ifndef GATHER_NUMPY_H
#define GATHER_NUMPY_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * numpy.take(data, indices, axis, mode): the slices of the data that the indices name along an axis.
 * mode: an `enum gather_policy`: ERROR is "raise", WRAP is "wrap", and CLAMP is "clip", in which a negative
 *   index is 0. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_numpy_take(int64_t axis, int32_t mode);

/*
 * numpy.take(data, indices, None, mode): elements of the data by their row-major number, whatever its layout.
 * The output has the sizes of the indices. mode: as above. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_numpy_take_flat(int32_t mode);

/*
 * numpy.take_along_axis(data, indices, axis): one element of the data for each index, at its own place but for
 * the axis. Off the axis sizes of 1 repeat. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_numpy_take_along_axis(int64_t axis);

/*
 * numpy.take_along_axis(data, indices, None): elements of the data by their row-major number, for indices of
 * rank 1. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_numpy_take_along_axis_flat(void);

/*
 * data[:, .., indices]: one array of integers behind `axis` whole slices; -1 is data[..., indices].
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_numpy_getitem(int64_t axis);

#ifdef __cplusplus
}
#endif

#endif
