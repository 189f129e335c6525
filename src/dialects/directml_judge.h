/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What DirectML's operators judge alike, in the order of DML-90:
 *
 *     begin          the level, then the numbers of dimensions
 *                    (the operator's attributes)
 *     need_tensors   types, ranks, sizes of 0
 *                    (the operator's shapes)
 *     end            the output's sizes, then strides and totals, tensor by tensor
 */
#ifndef GATHER_DIALECTS_DIRECTML_JUDGE_H
#define GATHER_DIALECTS_DIRECTML_JUDGE_H

#include "dialects/judging.h"

/* Returns: OK, and the call has two inputs; ARGUMENT of `version`, RANK of a tensor. */
enum gather_status gather__directml_begin(const struct gather__call *call, struct gather_error *error);

/* Returns: OK, and all tensors have the rank of the data; ARGUMENT of an option, DTYPE, RANK, SHAPE. */
enum gather_status gather__directml_need_tensors(const struct gather__call *call, struct gather_error *error);

/* No size is 0 (DML-10, WEBNN-13). Returns: OK; SHAPE of `operand`. */
enum gather_status gather__directml_need_elements(const struct gather_layout *tensor, const char *operand,
                                                  struct gather_error *error);

/* The first `count` sizes of a tensor are 1. Returns: OK; SHAPE of `operand`. */
enum gather_status gather__directml_need_ones(const struct gather_layout *tensor, int32_t count,
                                              const char *operand, struct gather_error *error);

/* shape: finished, of the data's rank. Returns: OK; SHAPE of `output`; LAYOUT, OVERFLOW, BOUNDS of a tensor. */
enum gather_status gather__directml_end(const struct gather__call *call, const struct gather__shape *shape,
                                        struct gather_error *error);

/*
 * Adds the component of an index into `size` along `axis`, clamped, or refused if the op is strict (DML-80 to
 * -83). WebNN's are the same (WEBNN-12, -14).
 */
void gather__directml_add_rule(struct gather__nest *nest, const struct gather__call *call, int32_t axis,
                               int64_t size);

#endif
