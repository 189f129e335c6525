/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gather operators of XLA, HLO and StableHLO (docs/spec/xla.md, sections 7 and 8).
 *
 * Inputs: `data` (operand), `indices` (start_indices): integers of 2 to 64 bits. No axis and no index counts from
 * the end; a window that would leave the data is moved inside whole, so no index value is an error.
 *
 * ```c
 * // rows 2 and 0 of f32[3,4]: the windows [1,4] lie along dimension 1 of the result
 * static const struct gather_xla_dimension_numbers numbers = {{1, {1}}, {1, {0}}, {1, {0}},
 *                                                             {0, {0}}, {0, {0}}, 1};
 * static const int64_t window[] = {1, 4};
 * struct gather_op rows = gather_xla_gather(&numbers, 2, window);
 * struct gather_op part = gather_xla_dynamic_slice(2, window);
 * struct gather_op taken = gather_xla_torch_index_select(0, 0);
 * ```
 */
#ifndef GATHER_XLA_H
#define GATHER_XLA_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which dimension plays which part; each list by XLA's own name. */
struct gather_xla_dimension_numbers {
    struct gather_numbers offset_dims; /* of the result, ascending: where a window's dimensions lie */
    struct gather_numbers
        collapsed_slice_dims;              /* of the data, ascending: windows of 1 that the result drops */
    struct gather_numbers start_index_map; /* of the data: that each component of an index vector moves in */
    struct gather_numbers operand_batching_dims;       /* of the data, ascending */
    struct gather_numbers start_indices_batching_dims; /* of the indices, as many, that go with those */
    int64_t index_vector_dim; /* of the indices, along which a vector lies; their rank for vectors of one */
};

/*
 * gather: a window of the data for each index vector.
 * count, slice_sizes: the sizes of a window, one for each dimension of the data; more than GATHER_MAX_RANK are
 *   refused by infer and plan. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_xla_gather(const struct gather_xla_dimension_numbers *numbers,
                                              int32_t count, const int64_t *slice_sizes);

/*
 * dynamic_slice: the one window whose first element the indices, a list of one number for each dimension of
 * the data, name. count, slice_sizes: as for gather. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_xla_dynamic_slice(int32_t count, const int64_t *slice_sizes);

/*
 * torch_index_select: the slices of the data that the indices name along a dimension.
 * dim: 0 to r-1 for data of rank r. batch_dims: dimensions that data and indices begin with alike, 0 to dim.
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_xla_torch_index_select(int64_t dim, int64_t batch_dims);

#ifdef __cplusplus
}
#endif

#endif
