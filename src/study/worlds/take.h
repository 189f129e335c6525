/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a tensor, taken along an axis by indices: what is asked of it in several files. */
#ifndef GATHER_STUDY_WORLDS_TAKE_H
#define GATHER_STUDY_WORLDS_TAKE_H

#include "gather/study.h"

/* The axis, counted from the front. Returns: OK; AXIS of "axis". */
enum gather_status gather__take_axis(const struct gather_take *take, int32_t *axis,
                                     struct gather_error *error);

/* The type of the indices; plain numbers are as i64. */
int32_t gather__take_dtype(const struct gather_take *take);

#endif
