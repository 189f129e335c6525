/* SPDX-License-Identifier: Apache-2.0 */
/* What dialects judge in the same way: judging.h says what. */
#include "dialects/judging.h"

enum gather_status gather__fail_out_of(enum gather_status status, int64_t value, int64_t low, int64_t high,
                                       const char *operand, struct gather_error *error)
{
    gather__fail(error, status, operand, NULL);
    return gather__fail_value(error, status, value, low, high);
}

/* ---- the call as a whole ------------------------------------------------------------------------- */

enum gather_status gather__fail_missing(struct gather_error *error, const char *name, const char *expected)
{
    gather__fail(error, GATHER_STATUS_ARGUMENT, name, expected);
    if (error != NULL)
        error->reason = "missing";
    return GATHER_STATUS_ARGUMENT;
}

enum gather_status gather__need_inputs(const struct gather__call *call, const char *const *names,
                                       size_t least, size_t most, struct gather_error *error)
{
    if (call->input_count < least)
        return gather__fail_missing(error, names[call->input_count], "this input to be given");
    if (call->input_count <= most)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_ARGUMENT, "inputs", NULL);
    return gather__fail_value(error, GATHER_STATUS_ARGUMENT, (int64_t)call->input_count, (int64_t)least,
                              (int64_t)most);
}

enum gather_status gather__need_two(const struct gather__call *call, const char *first, const char *second,
                                    struct gather_error *error)
{
    const char *const names[] = {first, second};
    return gather__need_inputs(call, names, 2, 2, error);
}

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

/* ---- attributes ---------------------------------------------------------------------------------- */

enum gather_status gather__need_plain_axis(int64_t value, int32_t rank, const char *operand,
                                           struct gather_error *error)
{
    if (value >= 0 && value < rank)
        return GATHER_STATUS_OK;
    return gather__fail_out_of(GATHER_STATUS_AXIS, value, 0, rank - 1, operand, error);
}

/* ---- ranks and sizes ----------------------------------------------------------------------------- */

enum gather_status gather__need_same_rank(const struct gather_layout *data,
                                          const struct gather_layout *indices, struct gather_error *error)
{
    if (indices->rank == data->rank)
        return GATHER_STATUS_OK;
    return gather__fail_rank(error, "indices", indices->rank, data->rank, "the rank of the data");
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
