/* SPDX-License-Identifier: Apache-2.0 */
/* Options, ranks and sizes: what several dialects judge in the same way. */
#include "dialects/judging.h"

#include "core/fail.h"

enum gather_status gather__need_options(const struct gather_op *op, bool has_strict,
                                        struct gather_error *error)
{
    enum gather_status status =
        gather__need_range(op->policy, GATHER_POLICY_OWN, GATHER_POLICY_SKIP, "policy", error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (!has_strict && op->strictness != GATHER_STRICTNESS_OWN)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "strict", "no such option in this dialect");
    return gather__need_range(op->strictness, GATHER_STRICTNESS_OWN, GATHER_LOOSE, "strict", error);
}

enum gather_status gather__need_dimensions(const struct gather_layout *layout, const char *operand,
                                           struct gather_error *error)
{
    if (layout->rank > 0)
        return GATHER_STATUS_OK;
    return gather__fail(error, GATHER_STATUS_RANK, operand, "a rank of at least 1");
}

enum gather_status gather__need_same_rank(const struct gather_layout *data,
                                          const struct gather_layout *indices, struct gather_error *error)
{
    if (indices->rank == data->rank)
        return GATHER_STATUS_OK;
    return gather__fail(error, GATHER_STATUS_RANK, "indices", "the rank of the data");
}

enum gather_status gather__need_sizes_within(const struct gather_layout *data,
                                             const struct gather_layout *indices, int32_t axis,
                                             struct gather_error *error)
{
    for (int32_t d = 0; d < data->rank; d++) {
        if (d == axis || data->sizes[d] == GATHER_SIZE_UNKNOWN || indices->sizes[d] <= data->sizes[d])
            continue;
        gather__fail(error, GATHER_STATUS_SHAPE, "indices", NULL);
        gather__fail_axis(error, GATHER_STATUS_SHAPE, d);
        return gather__fail_value(error, GATHER_STATUS_SHAPE, indices->sizes[d], 0, data->sizes[d]);
    }
    return GATHER_STATUS_OK;
}

enum gather_status gather__need_tuple(const struct gather_layout *indices, int32_t low, int32_t high,
                                      struct gather_error *error)
{
    int64_t length = indices->sizes[indices->rank - 1];
    if (length >= low && length <= high)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_SHAPE, "indices",
                 length == GATHER_SIZE_UNKNOWN ? "a tuple, the last dimension, whose length is known"
                                               : "a tuple, the last dimension, of such a length");
    return gather__fail_value(error, GATHER_STATUS_SHAPE, length, low, high);
}
