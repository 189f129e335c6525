/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gather operators of OpenVINO (docs/spec/openvino.md).
 *
 * opset: 1 to 17; the rules are those of the newest version of the operator that is not newer. 0 is the newest. Inputs:
 * `data`, `indices`, but where it says otherwise. Negative indices count from the end; another index outside gives zeros in
 * Gather, and is INDEX_RANGE in GatherElements and GatherND.
 *
 * ```c
 * struct gather_op rows = gather_openvino_gather(8, 1, 1);
 * struct gather_op fused = gather_openvino_gather_nd(5, 2);
 * ```
 */
#ifndef GATHER_OPENVINO_H
#define GATHER_OPENVINO_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Gather: the slices of the data that the indices name along an axis, each batch with its own indices.
 * opset: 1 to 17. axis: -r to r-1 for data of rank r; a negative one counts from the end.
 * batch_dims: dimensions that data and indices begin with, at most `axis`; a negative one counts from the end
 *   of the indices. Below opset 7 there are none.
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_openvino_gather(int32_t opset, int64_t axis, int64_t batch_dims);

/*
 * GatherElements: one element of the data for each index, at its own place but for the axis. The output has
 * the sizes of the indices, which off the axis are those of the data.
 * opset: 6 to 17. axis: as for Gather. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_openvino_gather_elements(int32_t opset, int64_t axis);

/*
 * GatherND: the slices of the data that tuples name, which lie along the last dimension of the indices. Below
 * opset 8 two or more batch dimensions become one of the output.
 * opset: 5 to 17. batch_dims: dimensions that data and indices begin with, from 0 to below both ranks; sizes
 *   of 1 repeat. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_openvino_gather_nd(int32_t opset, int64_t batch_dims);

/*
 * GatherCompressed, which OpenVINO makes of a Gather of dequantised weights: as Gather, of numbers of 4 or 8 bits, each
 * (number - zero point) * scale. Inputs: `data` (u4, i4, u8, i8), `indices`, `scale` (f16, bf16, f32: the output's type),
 * and `zero_point` where there are some, of any of these types. Scales and zero points have one element, or the rank of
 * the data and sizes that divide its own: each is shared by as many numbers. An index outside gives zeros.
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_openvino_gather_compressed(int64_t axis, int64_t batch_dims);

/*
 * GatherTree: the beams of a search, each walked back from its last step by the parents of its steps. Inputs: `step_ids` and
 * `parent_ids` [levels, batches, beams], `max_seq_len` [batches], `end_token` [], all of one type: an integer of 8 to 64
 * bits, f16, bf16, f32 or f64. The output has the type and sizes of the steps. What is behind a walk's length, or behind its
 * first end token, is end tokens. A parent that a walk goes to and that is no beam is INDEX_RANGE, and so is a length that
 * is no whole number.
 * opset: 1 to 17. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_openvino_gather_tree(int32_t opset);

/*
 * EmbeddingBagOffsets: each row of the output is the sum, or the mean, of the rows of a table that a bag's indices name.
 * Inputs: `emb_table`, of a type as GatherTree's; `indices` of all bags one behind the other, i32 or i64, as the next two
 * are; `offsets`, where among them each bag begins; and where there are such, `default_index`, the row that an empty bag
 * is, -1 for zeros, and `per_sample_weights`, one for each index, of the table's type. Rows are added in the order of the
 * indices: f16, bf16 and f32 in f32, f64 in f64, integers modulo 2^64. An index, offset or default outside is INDEX_RANGE;
 * none counts from the end.
 * opset: 15 to 17. reduction: an `enum gather_reduction`; a mean has no weights. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_openvino_embedding_bag_offsets(int32_t opset, int32_t reduction);

/* EmbeddingBagOffsetsSum: as EmbeddingBagOffsets, sums alone. opset: 3 to 17. */
GATHER_API struct gather_op gather_openvino_embedding_bag_offsets_sum(int32_t opset);

/*
 * EmbeddingBagPacked: as EmbeddingBagOffsets, of bags that are the rows of `indices` [bags, indices of each]. Inputs:
 * `emb_table`, `indices`, and where there are some `per_sample_weights` of the sizes of the indices.
 * opset: 15 to 17. reduction: as for EmbeddingBagOffsets. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_openvino_embedding_bag_packed(int32_t opset, int32_t reduction);

/* EmbeddingBagPackedSum: as EmbeddingBagPacked, sums alone. opset: 3 to 17. */
GATHER_API struct gather_op gather_openvino_embedding_bag_packed_sum(int32_t opset);

#ifdef __cplusplus
}
#endif

#endif
