/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gather operators of DirectML over layouts (docs/spec/directml.md). Those who hold DML_* descriptors use
 * gather/directml.h.
 *
 * level: the feature level times ten, 64 for 6.4; 0 is the newest. Inputs: `data` (InputTensor), `indices`
 * (IndicesTensor). They and the output have the same number of dimensions D, 1 to 8. Signed negative indices
 * count from the end; then an index outside is clamped, unless the op says GATHER_STRICT: then it is
 * INDEX_RANGE. A layout of strides with a total is judged as DirectML judges its descriptors.
 *
 * ```c
 * struct gather_op rows = gather_directml_gather(64, 0, 1);
 * struct gather_op cells = gather_directml_gather_nd1(0, 3, 3, 1);
 * cells.strictness = GATHER_STRICT;
 * ```
 */
#ifndef GATHER_DIRECTML_OP_H
#define GATHER_DIRECTML_OP_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * GATHER, from level 1.0: the slices of the data that the last `index_dimensions` dimensions of the indices
 * name along an axis. axis: 0 to D-1; it counts from the front alone. index_dimensions: 0 to D.
 * Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_directml_gather(int32_t level, int64_t axis, int64_t index_dimensions);

/*
 * GATHER_ELEMENTS, from level 2.1: one element of the data for each index, at its own place but for the axis.
 * axis: 0 to D-1. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_directml_gather_elements(int32_t level, int64_t axis);

/*
 * GATHER_ND, from level 2.1: the slices of the data that tuples name, which lie along the last dimension of the
 * indices. input_dimension_count, indices_dimension_count: how many of the last dimensions of data and indices
 *   count, 1 to D; those before are 1. Returns: an op that infer and plan judge.
 */
GATHER_API struct gather_op gather_directml_gather_nd(int32_t level, int64_t input_dimension_count,
                                                      int64_t indices_dimension_count);

/*
 * GATHER_ND1, from level 3.0: likewise. batch_dimension_count: how many of those dimensions data and indices
 * begin with alike, from 0 to below both counts.
 */
GATHER_API struct gather_op gather_directml_gather_nd1(int32_t level, int64_t input_dimension_count,
                                                       int64_t indices_dimension_count,
                                                       int64_t batch_dimension_count);

#ifdef __cplusplus
}
#endif

#endif
