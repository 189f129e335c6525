/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gather operators of ONNX (docs/spec/onnx.md).
 *
 * opset: the model's; the rules are those of the newest version of the operator that is not newer. 0 is the
 * newest. Inputs: `data`, `indices`. Negative indices count from the end, from opset 11 on; any other index
 * outside is INDEX_RANGE.
 *
 * `strictness` is strict unless the op says GATHER_LOOSE: then more types are taken, negative indices at every
 * opset, and batch sizes of 1 repeat.
 *
 * ```c
 * struct gather_op rows = gather_onnx_gather(13, 0);
 * struct gather_op cells = gather_onnx_gather_nd(13, 1);
 * cells.strictness = GATHER_LOOSE;
 * ```
 */
#ifndef GATHER_ONNX_H
#define GATHER_ONNX_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Gather: the slices of the data that the indices name along an axis. The output's sizes are those of the
 * data, with those of the indices in the axis's place.
 * opset: 1 to 28. axis: -r to r-1 for data of rank r; a negative one counts from the end.
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_onnx_gather(int32_t opset, int64_t axis);

/*
 * GatherElements: one element of the data for each index, at its own place but for the axis. The output has
 * the sizes of the indices, which off the axis may be smaller than the data's.
 * opset: 11 to 28. axis: as for Gather. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_onnx_gather_elements(int32_t opset, int64_t axis);

/*
 * GatherND: the slices of the data that tuples name, which lie along the last dimension of the indices.
 * opset: 11 to 28. batch_dims: dimensions that data and indices begin with, from 0 to below both ranks; opset
 *   11 has none. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_onnx_gather_nd(int32_t opset, int64_t batch_dims);

#ifdef __cplusplus
}
#endif

#endif
