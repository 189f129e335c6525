/* SPDX-License-Identifier: Apache-2.0 */
/* The gather without indices: every element to the same index of another layout. */
#include "core/fail.h"
#include "dialects/lower.h"

struct gather_op gather_relayout(void)
{
    struct gather_op op = {.operation = GATHER_OPERATION_RELAYOUT};
    return op;
}

static enum gather_status need_one(const struct gather__call *call, struct gather_error *error)
{
    if (call->input_count == 1)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_ARGUMENT, "inputs", NULL);
    return gather__fail_value(error, GATHER_STATUS_ARGUMENT, (int64_t)call->input_count, 1, 1);
}

GATHER__LOWER(gather__relayout_lower)
{
    enum gather_status status = need_one(call, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0];
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, data->sizes, 0, data->rank);
    for (int32_t d = 0; d < data->rank; d++)
        gather__follow(&nest->data[d], d);
    return GATHER_STATUS_OK;
}

/* ---- place --------------------------------------------------------------------------------------- */

struct gather_op gather_place(int32_t rank, const int64_t *begin)
{
    struct gather_op op = {.operation = GATHER_OPERATION_PLACE, .begin.count = rank};
    for (int32_t d = 0; d < rank && d < GATHER_MAX_RANK; d++)
        op.begin.at[d] = begin[d];
    return op;
}

static enum gather_status check_agreement(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *output = call->output;
    if (data->dtype != output->dtype)
        return gather__fail_dtype(error, "output", output->dtype, data->dtype, "the type of the data");
    if (data->rank != output->rank)
        return gather__fail_rank(error, "output", output->rank, data->rank, "the rank of the data");
    if (call->op->begin.count != output->rank) {
        gather__fail(error, GATHER_STATUS_ARGUMENT, "begin", "an entry for each dimension");
        return gather__fail_length(error, GATHER_STATUS_ARGUMENT, call->op->begin.count, output->rank,
                                   output->rank);
    }
    return GATHER_STATUS_OK;
}

/* The output's own sizes are free: its shape is what the caller gives, and the box is where the data goes. */
GATHER__LOWER(gather__place_lower)
{
    enum gather_status status = need_one(call, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (call->output == NULL)
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "output",
                            "an output that is given: its sizes are free");
    const struct gather_layout *data = &call->inputs[0], *output = call->output;
    const int64_t *begin = call->op->begin.at;
    status = check_agreement(call, error);
    for (int32_t d = 0; d < output->rank && status == GATHER_STATUS_OK; d++) {
        int64_t last = output->sizes[d] - data->sizes[d];
        if (begin[d] < 0 || begin[d] > last) {
            status = gather__fail_axis(error, gather__fail(error, GATHER_STATUS_SHAPE, "begin", NULL), d);
            return gather__fail_value(error, status, begin[d], 0, last);
        }
        nest->out.begin[d] = begin[d];
        nest->out.size[d] = data->sizes[d];
        gather__follow(&nest->data[d], d);
        nest->data[d].base = -begin[d];
    }
    nest->has_box = 1;
    shape->dtype = output->dtype;
    gather__shape_add_sizes(shape, output->sizes, 0, output->rank);
    return status;
}
