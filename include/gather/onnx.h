/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gather operators of ONNX (docs/spec/onnx.md).
 *
 * opset: the model's; the rules are those of the newest version of the operator that is not newer. 0 is the newest.
 * Inputs: `data`, `indices`, but where it says otherwise. Negative indices count from the end, from opset 11 on; any other
 * index outside is INDEX_RANGE.
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
 * opset: 1 to 28, or a later one with GATHER_LOOSE, as of the next two. axis: -r to r-1 for data of rank r; a
 *   negative one counts from the end.
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

/*
 * GatherBlockQuantized, of com.microsoft: as Gather, of numbers that are stored small, each less its zero point and times
 * its scale, which blocks of them share. Inputs: `data` (i4, u4, u8, or floats of 8 or 4 bits), `indices`, `scales` (f32,
 * f16, bf16: the output's type), and `zero_points` of the data's type where there are some. An index outside gives zeros.
 * gather_axis: as Gather's axis. quantize_axis: that blocks lie along. block_size: numbers of a block, a power of two
 *   from 16 on; 0 for one block, where the data are floats. bits: of a number, of which an element of u8 may hold several
 *   along the last axis, low bits first; 4 for i4 and u4. Of u8 the gather_axis is the first, and quantize_axis the last.
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_onnx_gather_block_quantized(int64_t gather_axis, int64_t quantize_axis,
                                                               int64_t block_size, int64_t bits);

#ifdef __cplusplus
}
#endif

#endif
