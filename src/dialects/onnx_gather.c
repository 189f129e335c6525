/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX Gather 1, 11, 13: ONNX-20 to ONNX-27. */
#include "dialects/forms.h"
#include "dialects/judging.h"
#include "dialects/onnx_judge.h"
#include "gather/onnx.h"

struct gather_op gather_onnx_gather(int32_t opset, int64_t axis)
{
    struct gather_op op = {.operation = GATHER_OPERATION_ONNX_GATHER, .version = opset, .axis = axis};
    return op;
}

static enum gather_status judge(const struct gather__call *call, struct gather__onnx *onnx, int32_t *axis,
                                struct gather_error *error)
{
    enum gather_status status = gather__onnx_begin(call, onnx, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_axis_of_data(call, axis, error);
    if (status == GATHER_STATUS_OK)
        status =
            gather__onnx_need_types(call, onnx, GATHER__TYPE(I32) | GATHER__TYPE(I64), "i32 or i64", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(&call->inputs[0], "data", error);
    return status;
}

GATHER__LOWER(gather__onnx_gather_lower)
{
    struct gather__onnx onnx;
    int32_t axis = 0;
    enum gather_status status = judge(call, &onnx, &axis, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather__indexing indexing = {axis, onnx.opset >= 11 || onnx.is_loose, GATHER_POLICY_ERROR};
    gather__lower_slices(call->op, &call->inputs[0], &call->inputs[1], &indexing, shape, nest);
    return GATHER_STATUS_OK;
}
