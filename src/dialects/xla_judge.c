/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA's operators judge alike: xla_judge.h says what. */
#include "dialects/xla_judge.h"

#include "core/fail.h"

enum gather_status gather__xla_need_types(const struct gather__call *call, struct gather_error *error)
{
    const uint64_t integers = GATHER__TYPE(U2) | GATHER__TYPE(U4) | GATHER__TYPE(U8) | GATHER__TYPE(U16) |
                              GATHER__TYPE(U32) | GATHER__TYPE(U64) | GATHER__TYPE(I2) | GATHER__TYPE(I4) |
                              GATHER__TYPE(I8) | GATHER__TYPE(I16) | GATHER__TYPE(I32) | GATHER__TYPE(I64);
    enum gather_status status = gather__need_type(call->inputs[0].dtype, ~GATHER__TYPE(STRING), "data",
                                                  "any type but strings", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_type(call->inputs[1].dtype, integers, "indices", "an integer of 2 to 64 bits",
                                   error);
    return status;
}

enum gather_status gather__xla_need_output(const struct gather__call *call, const struct gather__shape *shape,
                                           struct gather_error *error)
{
    const struct gather_layout *output = call->output;
    if (output == NULL || shape->rank > GATHER_MAX_RANK)
        return GATHER_STATUS_OK;
    if (output->dtype != shape->dtype)
        return gather__fail_dtype(error, "output", output->dtype, shape->dtype, "the type of the data");
    if (output->rank != shape->rank) {
        gather__fail(error, GATHER_STATUS_SHAPE, "output", NULL);
        return gather__fail_length(error, GATHER_STATUS_SHAPE, output->rank, shape->rank, shape->rank);
    }
    for (int32_t d = 0; d < shape->rank; d++)
        if (!gather__sizes_agree(output->sizes[d], shape->sizes[d]))
            return gather__fail_size(error, "output", d, output->sizes[d], shape->sizes[d]);
    return GATHER_STATUS_OK;
}

/* ---- slice sizes --------------------------------------------------------------------------------- */

enum gather_status gather__xla_need_slice_count(const struct gather__call *call, struct gather_error *error)
{
    if (call->op->slice_sizes.count == call->inputs[0].rank)
        return GATHER_STATUS_OK;
    const int32_t rank = call->inputs[0].rank;
    gather__fail(error, GATHER_STATUS_ARGUMENT, "slice_sizes", "a size for each dimension of the data");
    return gather__fail_length(error, GATHER_STATUS_ARGUMENT, call->op->slice_sizes.count, rank, rank);
}

enum gather_status gather__xla_need_windows(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0];
    const int64_t *slices = call->op->slice_sizes.at;
    for (int32_t d = 0; d < data->rank; d++)
        if (data->sizes[d] != GATHER_SIZE_UNKNOWN && slices[d] > data->sizes[d])
            return gather__xla_fail_slice(error, d, slices[d], data->sizes[d]);
    return GATHER_STATUS_OK;
}

struct gather_numbers gather__xla_slices(int32_t count, const int64_t *slice_sizes)
{
    struct gather_numbers slices = {.count = count};
    for (int32_t d = 0; d < GATHER_MAX_RANK && d < count; d++)
        slices.at[d] = slice_sizes[d];
    return slices;
}
