/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gather operators of WebNN (docs/spec/directml.md, section 11).
 *
 * Inputs: `data`, `indices`; neither may have a size of 0. Data f32 f16 i64 u64 i32 u32 i8 u8, indices i32 u32
 * i64. Negative indices count from the end; then an index outside is clamped, unless the op says
 * GATHER_STRICT: then it is INDEX_RANGE.
 *
 * ```c
 * struct gather_op rows = gather_webnn_gather(0);
 * struct gather_op cells = gather_webnn_gather_nd();
 * cells.strictness = GATHER_STRICT;
 * ```
 */
#ifndef GATHER_WEBNN_H
#define GATHER_WEBNN_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * gather: the slices of the data that the indices name along an axis. The output's sizes are those of the
 * data, with those of the indices in the axis's place.
 * axis: 0 to r-1 for data of rank r. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_webnn_gather(int64_t axis);

/*
 * gatherElements: one element of the data for each index, at its own place but for the axis. Off the axis data
 * and indices have the same sizes; the output has those of the indices.
 * axis: 0 to r-1. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_webnn_gather_elements(int64_t axis);

/*
 * gatherND: the slices of the data that tuples name, which lie along the last dimension of the indices.
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_webnn_gather_nd(void);

#ifdef __cplusplus
}
#endif

#endif
