/* SPDX-License-Identifier: Apache-2.0 */
/* What the functions of torch judge alike (TORCH-1 to TORCH-7). */
#ifndef GATHER_DIALECTS_TORCH_JUDGE_H
#define GATHER_DIALECTS_TORCH_JUDGE_H

#include "dialects/judging.h"

/* The attribute `dim`, of data of at least one dimension, or that counts as if it had one. */
enum gather_status gather__torch_need_dim(const struct gather__call *call, int32_t *dim,
                                          struct gather_error *error);

/* The types of data and indices; both, for most functions; `indices` i32 or i64. */
enum gather_status gather__torch_need_data(const struct gather_layout *data, struct gather_error *error);
enum gather_status gather__torch_need_indices(const struct gather_layout *indices,
                                              struct gather_error *error);

#endif
