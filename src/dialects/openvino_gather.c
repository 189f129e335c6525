/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO Gather 1, 7, 8: OV-13 to OV-24. */
#include "core/fail.h"
#include "dialects/judging.h"
#include "dialects/openvino_judge.h"
#include "dialects/sizes.h"
#include "gather/openvino.h"

struct gather_op gather_openvino_gather(int32_t opset, int64_t axis, int64_t batch_dims)
{
    struct gather_op op = {.operation = GATHER_OPERATION_OPENVINO_GATHER,
                           .version = opset,
                           .axis = axis,
                           .batch_dims = batch_dims};
    return op;
}

/* batch_dims counts from the end of the indices if it is negative, and is at most the axis (OV-15, OV-16). */
static enum gather_status need_batch(const struct gather__call *call, int32_t axis, int32_t *batch,
                                     struct gather_error *error)
{
    int64_t given = call->op->batch_dims;
    int32_t rd = call->inputs[0].rank, ri = call->inputs[1].rank, least = rd < ri ? rd : ri;
    if (rd == 0)
        return GATHER_STATUS_OK; /* data of rank 0 is refused later, and has no range */
    enum gather_status status = gather__need_range(given, -least, least, "batch_dims", error);
    int32_t end = given < 0 ? ri : 0;
    if (status == GATHER_STATUS_OK)
        status = gather__need_range(given, -end, axis - end, "batch_dims", error);
    if (status == GATHER_STATUS_OK)
        *batch = (int32_t)given + end;
    return status;
}

static enum gather_status need_attributes(const struct gather__call *call, int32_t opset, int32_t *axis,
                                          int32_t *batch, struct gather_error *error)
{
    if (opset < 7 && call->op->batch_dims != 0)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "batch_dims", "no such attribute before opset 7");
    enum gather_status status = gather__need_axis_of_data(call, axis, error);
    if (status == GATHER_STATUS_OK)
        status = need_batch(call, *axis, batch, error);
    return status;
}

/* batch: receives its count. sizes: receives those that the output begins with. */
static enum gather_status judge(const struct gather__call *call, int32_t *axis, int32_t *batch,
                                int64_t *sizes, struct gather_error *error)
{
    int32_t opset;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    enum gather_status status = gather__openvino_begin(call, &opset, error);
    if (status == GATHER_STATUS_OK)
        status = need_attributes(call, opset, axis, batch, error);
    if (status == GATHER_STATUS_OK)
        status = gather__openvino_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(data, "data", error);
    for (int32_t d = 0; d < *batch && status == GATHER_STATUS_OK; d++) {
        sizes[d] = gather__equal_size(data->sizes[d], indices->sizes[d]);
        if (!gather__sizes_agree(data->sizes[d], indices->sizes[d]))
            status = gather__fail_size(error, "indices", d, indices->sizes[d], data->sizes[d]);
    }
    return status;
}

GATHER__LOWER(gather__openvino_gather_lower)
{
    int32_t axis = 0, batch = 0;
    int64_t sizes[GATHER_MAX_RANK];
    enum gather_status status = judge(call, &axis, &batch, sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, sizes, 0, batch);
    gather__shape_add_sizes(shape, data->sizes, batch, axis);
    gather__shape_add_sizes(shape, indices->sizes, batch, indices->rank);
    gather__shape_add_sizes(shape, data->sizes, axis + 1, data->rank);
    gather__add_rule(nest, call->op, axis, data->sizes[axis], 1, true, GATHER_POLICY_ZERO);
    gather__nest_take(nest, data, indices, axis, batch);
    return GATHER_STATUS_OK;
}
