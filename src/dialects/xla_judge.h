/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA's operators judge alike, as parts of the order of XLA-G-19. */
#ifndef GATHER_DIALECTS_XLA_JUDGE_H
#define GATHER_DIALECTS_XLA_JUDGE_H

#include "dialects/judging.h"
#include "dialects/xla_lists.h"

/* XLA-G-3, -4. Returns: OK; DTYPE. */
enum gather_status gather__xla_need_types(const struct gather__call *call, struct gather_error *error);

/* XLA-G-43, then -42. shape: finished. Returns: OK; DTYPE, SHAPE of `output`. */
enum gather_status gather__xla_need_output(const struct gather__call *call, const struct gather__shape *shape,
                                           struct gather_error *error);

/* XLA-G-40: one for each dimension of the data. Returns: OK; ARGUMENT of `slice_sizes`. */
enum gather_status gather__xla_need_slice_count(const struct gather__call *call, struct gather_error *error);

/* XLA-G-41: no window is larger than the data. Returns: OK; ARGUMENT of `slice_sizes`. */
enum gather_status gather__xla_need_windows(const struct gather__call *call, struct gather_error *error);

/* The slice sizes as an op keeps them: no more than there is room for, but the true count. */
struct gather_numbers gather__xla_slices(int32_t count, const int64_t *slice_sizes);

#endif
