/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every operator gives: a function that infers the shape of its output, and one that judges given
 * layouts and lowers the op to a nest. Neither touches an element.
 */
#ifndef GATHER_DIALECTS_LOWER_H
#define GATHER_DIALECTS_LOWER_H

#include "core/nest.h"
#include "gather/op.h"

/* gather_relayout: infers the same shape, dense; lowers to a nest without indices. */
enum gather_status gather__relayout_infer(const struct gather_op *op, const struct gather_layout *inputs,
                                          size_t input_count, struct gather_layout *output,
                                          struct gather_error *error);
enum gather_status gather__relayout_lower(const struct gather_op *op, const struct gather_layout *inputs,
                                          size_t input_count, const struct gather_layout *output,
                                          struct gather__nest *nest, struct gather_error *error);

/* gather_place: the output's shape can't be inferred; lowers to a nest over the box where the data goes. */
enum gather_status gather__place_infer(const struct gather_op *op, const struct gather_layout *inputs,
                                       size_t input_count, struct gather_layout *output,
                                       struct gather_error *error);
enum gather_status gather__place_lower(const struct gather_op *op, const struct gather_layout *inputs,
                                       size_t input_count, const struct gather_layout *output,
                                       struct gather__nest *nest, struct gather_error *error);

#endif
