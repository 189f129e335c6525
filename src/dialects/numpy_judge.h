/* SPDX-License-Identifier: Apache-2.0 */
/* What the functions of numpy judge alike (NP-1 to NP-7). */
#ifndef GATHER_DIALECTS_NUMPY_JUDGE_H
#define GATHER_DIALECTS_NUMPY_JUDGE_H

#include "dialects/judging.h"

/* The type of the indices. takes_bool: as 0 and 1. */
enum gather_status gather__numpy_need_indices(const struct gather__call *call, bool takes_bool,
                                              struct gather_error *error);

#endif
