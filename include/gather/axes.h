/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes along several axes at once, each by a list of its own: numpy's data[:, rows][:, :, columns], which others
 * call orthogonal or outer indexing, without the array between.
 *
 *     const struct gather_axis_indices lists[] = {{1, &of_rows, rows}, {2, &of_columns, columns}};
 *     status = gather_take_axes(&image, data, lists, 2, GATHER_POLICY_ERROR, &crop, output, NULL, &error);
 */
#ifndef GATHER_AXES_H
#define GATHER_AXES_H

#include "gather/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A list along an axis of the data. */
struct gather_axis_indices {
    int64_t axis;                       /* -r to r-1 for data of rank r; no two lists have the same */
    const struct gather_layout *layout; /* of rank 1, bool or an integer of 8 to 64 bits */
    struct gather_buffer buffer;
};

/*
 * The output of such a take, row-major: the sizes of the data, but along the axis of each list that of the list. No
 * buffer is looked at.
 * Returns: OK; AXIS; ARGUMENT for no list, and for two along one axis; RANK and DTYPE of `indices`; UNSUPPORTED for a
 *   list without a stride; what is wrong with a layout; OVERFLOW.
 * On failure: *output_layout is untouched.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_infer_axes(const struct gather_layout *data_layout, const struct gather_axis_indices *lists,
                  size_t list_count, struct gather_layout *output_layout, struct gather_error *error);

/*
 * Takes. All lists are checked before the first store. A plan is made and run for it, in memory of malloc.
 * mode: as numpy.take's, an `enum gather_policy`: ERROR, or OWN, for which an index below 0 counts from the end, WRAP or
 *   CLAMP.
 * output_layout: of the sizes that `gather_infer_axes` tells.
 * threads: may be NULL: this one.
 * Returns: OK; as `gather_infer_axes`; ARGUMENT for another mode; UNSUPPORTED for data or an output that is no layout
 *   of strides, has cells that are not whole bytes, or names a padding value; INDEX_RANGE with the axis and the
 *   position in its list, of the smallest axis that has one; NO_MEMORY; else as `gather_plan_run`.
 * On failure: nothing was written; but after CANCELLED, and after INDEX_RANGE where a list changed meanwhile, the
 *   output's elements are unspecified.
 * Threads: any number of calls at once.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_take_axes(const struct gather_layout *data_layout, struct gather_buffer data,
                 const struct gather_axis_indices *lists, size_t list_count, int32_t mode,
                 const struct gather_layout *output_layout, struct gather_buffer output,
                 const struct gather_threads *threads, struct gather_error *error);

#ifdef __cplusplus
}
#endif

#endif
