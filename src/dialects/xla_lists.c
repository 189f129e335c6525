/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA's lists of numbers are judged by, before anything is known of the operands: xla_lists.h says in which order. */
#include "dialects/xla_lists.h"

#include "core/fail.h"

/* ---- one list, and two --------------------------------------------------------------------------- */

/* Fails for an entry of a list. */
static enum gather_status fail_entry(const struct gather__xla_list *list, int64_t entry, const char *name,
                                     const char *expected, struct gather_error *error)
{
    gather__fail(error, GATHER_STATUS_ARGUMENT, name, expected);
    gather__fail_position(error, GATHER_STATUS_ARGUMENT, 1, &entry);
    return gather__fail_given(error, GATHER_STATUS_ARGUMENT, list->at[entry]);
}

/* No dimension is gathered in two ways. */
static enum gather_status need_unbatched(const struct gather__xla_list *list,
                                         const struct gather__xla_list *batching, const char *name,
                                         struct gather_error *error)
{
    for (int32_t k = 0; k < list->kept; k++)
        if (gather__xla_holds(batching, list->at[k]))
            return fail_entry(list, k, name, "no dimension of operand_batching_dims", error);
    return GATHER_STATUS_OK;
}

static enum gather_status need_ascending(const struct gather__xla_list *list, const char *name,
                                         struct gather_error *error)
{
    for (int32_t k = 1; k < list->kept; k++)
        if (list->at[k - 1] >= list->at[k])
            return fail_entry(list, k, name, "strictly ascending numbers", error);
    return GATHER_STATUS_OK;
}

static enum gather_status need_different(const struct gather__xla_list *list, const char *name,
                                         struct gather_error *error)
{
    for (int32_t k = 1; k < list->kept; k++)
        if (gather__xla_find(list, k, list->at[k]) >= 0)
            return fail_entry(list, k, name, "no number twice", error);
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
        status = fail_entry(list, gather__xla_find(list, list->kept, lists->index_vector_dim), name,
                            "numbers other than index_vector_dim", error);
    if (status == GATHER_STATUS_OK && list->count != lists->operand_batching_dims.count) {
        const int64_t wanted = lists->operand_batching_dims.count;
        gather__fail(error, GATHER_STATUS_ARGUMENT, name, "as many numbers as operand_batching_dims has");
        status = gather__fail_length(error, GATHER_STATUS_ARGUMENT, list->count, wanted, wanted);
    }
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
    if (status == GATHER_STATUS_OK)
        status = need_unbatched(&lists->collapsed_slice_dims, batching, "collapsed_slice_dims", error);
    if (status == GATHER_STATUS_OK)
        status = need_batching(lists, error);
    if (status == GATHER_STATUS_OK)
        status = need_different(&lists->start_index_map, "start_index_map", error);
    if (status == GATHER_STATUS_OK)
        status = need_unbatched(&lists->start_index_map, batching, "start_index_map", error);
    if (status == GATHER_STATUS_OK)
        status = gather__xla_need_slices(&lists->slice_sizes, error);
    return status;
}
