/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA's lists of numbers are judged by, before anything is known of the operands: xla_lists.h says in which order. */
#include "dialects/xla_lists.h"

#include "core/fail.h"

/* ---- one list, and two --------------------------------------------------------------------------- */

static bool meets(const struct gather__xla_list *a, const struct gather__xla_list *b)
{
    for (int32_t k = 0; k < a->kept; k++)
        if (gather__xla_holds(b, a->at[k]))
            return true;
    return false;
}

static enum gather_status need_ascending(const struct gather__xla_list *list, const char *name,
                                         struct gather_error *error)
{
    for (int32_t k = 1; k < list->kept; k++)
        if (list->at[k - 1] >= list->at[k])
            return gather__fail(error, GATHER_STATUS_ARGUMENT, name, "strictly ascending numbers");
    return GATHER_STATUS_OK;
}

static enum gather_status need_different(const struct gather__xla_list *list, const char *name,
                                         struct gather_error *error)
{
    for (int32_t k = 1; k < list->kept; k++)
        if (gather__xla_find(list, k, list->at[k]) >= 0)
            return gather__fail(error, GATHER_STATUS_ARGUMENT, name, "no number twice");
    return GATHER_STATUS_OK;
}

/* ---- slice sizes --------------------------------------------------------------------------------- */

enum gather_status gather__xla_fail_slice(struct gather_error *error, int32_t dimension, int64_t size,
                                          int64_t high)
{
    gather__fail(error, GATHER_STATUS_ARGUMENT, "slice_sizes", NULL);
    gather__fail_axis(error, GATHER_STATUS_ARGUMENT, dimension);
    return gather__fail_value(error, GATHER_STATUS_ARGUMENT, size, 0, high);
}

enum gather_status gather__xla_need_slices(const struct gather__xla_list *slices, struct gather_error *error)
{
    for (int32_t d = 0; d < slices->kept; d++)
        if (slices->at[d] < 0)
            return gather__xla_fail_slice(error, d, slices->at[d], INT64_MAX);
    return GATHER_STATUS_OK;
}

/* ---- all of them --------------------------------------------------------------------------------- */

static enum gather_status need_counts(const struct gather__xla_lists *lists, struct gather_error *error)
{
    const struct {
        const char *name;
        int64_t count;
    } counts[] = {{"offset_dims", lists->offset_dims.count},
                  {"collapsed_slice_dims", lists->collapsed_slice_dims.count},
                  {"start_index_map", lists->start_index_map.count},
                  {"operand_batching_dims", lists->operand_batching_dims.count},
                  {"start_indices_batching_dims", lists->start_indices_batching_dims.count},
                  {"slice_sizes", lists->slice_sizes.count}};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        if (counts[k].count < 0)
            return gather__fail(error, GATHER_STATUS_ARGUMENT, counts[k].name, "a list");
    return GATHER_STATUS_OK;
}

/* C13, C15, C16. */
static enum gather_status need_batching(const struct gather__xla_lists *lists, struct gather_error *error)
{
    static const char name[] = "start_indices_batching_dims";
    const struct gather__xla_list *list = &lists->start_indices_batching_dims;
    enum gather_status status = need_different(list, name, error);
    if (status == GATHER_STATUS_OK && gather__xla_holds(list, lists->index_vector_dim))
        status = gather__fail(error, GATHER_STATUS_ARGUMENT, name, "numbers other than index_vector_dim");
    if (status == GATHER_STATUS_OK && list->count != lists->operand_batching_dims.count)
        status =
            gather__fail(error, GATHER_STATUS_ARGUMENT, name, "as many numbers as operand_batching_dims has");
    return status;
}

enum gather_status gather__xla_need_lists(const struct gather__xla_lists *lists, struct gather_error *error)
{
    const struct gather__xla_list *batching = &lists->operand_batching_dims;
    enum gather_status status = need_counts(lists, error);
    if (status == GATHER_STATUS_OK)
        status = need_ascending(&lists->offset_dims, "offset_dims", error);
    if (status == GATHER_STATUS_OK)
        status = need_ascending(&lists->collapsed_slice_dims, "collapsed_slice_dims", error);
    if (status == GATHER_STATUS_OK)
        status = need_ascending(batching, "operand_batching_dims", error);
    if (status == GATHER_STATUS_OK && meets(&lists->collapsed_slice_dims, batching))
        status = gather__fail(error, GATHER_STATUS_ARGUMENT, "collapsed_slice_dims",
                              "no dimension of operand_batching_dims");
    if (status == GATHER_STATUS_OK)
        status = need_batching(lists, error);
    if (status == GATHER_STATUS_OK)
        status = need_different(&lists->start_index_map, "start_index_map", error);
    if (status == GATHER_STATUS_OK && meets(&lists->start_index_map, batching))
        status = gather__fail(error, GATHER_STATUS_ARGUMENT, "start_index_map",
                              "no dimension of operand_batching_dims");
    if (status == GATHER_STATUS_OK)
        status = gather__xla_need_slices(&lists->slice_sizes, error);
    return status;
}
