/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gather functions of torch (docs/spec/friends.md).
 *
 * Inputs: the data (torch's `input`; embedding's `weight`), then the indices; embedding has them the other way
 * round. No index is negative, and one outside is INDEX_RANGE; but take_along_dim with a dim takes each modulo
 * its size. A dim is -r to r-1 for data of rank r; a negative one counts from the end. Rank 0 counts as one
 * dimension of size 1 where torch has it so.
 *
 * ```c
 * struct gather_op rows = gather_torch_index_select(0);
 * struct gather_op words = gather_torch_embedding();
 * words.has_padding_index = 1;
 * words.padding_index = -1;
 * ```
 */
#ifndef GATHER_TORCH_H
#define GATHER_TORCH_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * torch.index_select(input, dim, index): the slices of the data that a list of indices names along a dimension.
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_torch_index_select(int64_t dim);

/*
 * torch.gather(input, dim, index): one element of the data for each index, at its own place but for `dim`.
 * Off it the sizes of the indices may be smaller than the data's. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_torch_gather(int64_t dim);

/*
 * torch.take_along_dim(input, indices, dim): likewise, with sizes of 1 that repeat off `dim`, and each index
 * taken modulo the size. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_torch_take_along_dim(int64_t dim);

/*
 * torch.take_along_dim(input, indices): elements of the data by their row-major number, in an output of rank
 * 1. No index is negative. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_torch_take_along_dim_flat(void);

/*
 * torch.nn.functional.embedding(input, weight): rows of the weight, for indices of any rank. Its padding_idx,
 * which changes no value, is the op's padding_index. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_torch_embedding(void);

#ifdef __cplusplus
}
#endif

#endif
