/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What WebNN's operators judge alike, in the order of WEBNN-15:
 *
 *     begin          the version, of which there is none; rank 0 of the data, of gatherND's indices too
 *                    (the operator's attributes)
 *     need_types     options, types
 *                    (the operator's ranks)
 *     need_elements  sizes of 0
 *                    (the operator's shapes)
 */
#ifndef GATHER_DIALECTS_WEBNN_JUDGE_H
#define GATHER_DIALECTS_WEBNN_JUDGE_H

#include "dialects/judging.h"

/* Returns: OK, and the call has two inputs; ARGUMENT, RANK of `data` or `indices`. */
enum gather_status gather__webnn_begin(const struct gather__call *call, struct gather_error *error);

/* Returns: OK; ARGUMENT of an option, DTYPE. */
enum gather_status gather__webnn_need_types(const struct gather__call *call, struct gather_error *error);

/* Returns: OK; SHAPE of the first input that has a size of 0. */
enum gather_status gather__webnn_need_elements(const struct gather__call *call, struct gather_error *error);

#endif
