/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO Gather 1, 7, 8: OV-13 to OV-24. */
#include "core/fail.h"
#include "dialects/judging.h"
#include "dialects/openvino_judge.h"
#include "gather/openvino.h"

struct gather_op gather_openvino_gather(int32_t opset, int64_t axis, int64_t batch_dims)
{
    struct gather_op op = {.operation = GATHER_OPERATION_OPENVINO_GATHER,
                           .version = opset,
                           .axis = axis,
                           .batch_dims = batch_dims};
    return op;
}

/* batch: receives its count. sizes: receives those that the output begins with. */
static enum gather_status judge(const struct gather__call *call, int32_t *axis, int32_t *batch,
                                int64_t *sizes, struct gather_error *error)
{
    int32_t opset;
    enum gather_status status = gather__openvino_begin(call, &opset, error);
    if (status == GATHER_STATUS_OK)
        status = gather__openvino_need_batch(call, opset, axis, batch, error);
    if (status == GATHER_STATUS_OK)
        status = gather__openvino_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(&call->inputs[0], "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__openvino_need_batch_sizes(call, *batch, sizes, error);
    return status;
}

GATHER__LOWER(gather__openvino_gather_lower)
{
    int32_t axis = 0, batch = 0;
    int64_t sizes[GATHER_MAX_RANK];
    enum gather_status status = judge(call, &axis, &batch, sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather__openvino_lower_gather(call, axis, batch, sizes, shape, nest);
    return GATHER_STATUS_OK;
}
