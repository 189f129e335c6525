/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX GatherElements 11, 13: ONNX-30 to ONNX-35. */
#include "dialects/judging.h"
#include "dialects/onnx_judge.h"
#include "gather/onnx.h"

struct gather_op gather_onnx_gather_elements(int32_t opset, int64_t axis)
{
    struct gather_op op = {
        .operation = GATHER_OPERATION_ONNX_GATHER_ELEMENTS, .version = opset, .axis = axis};
    return op;
}

static enum gather_status judge(const struct gather__call *call, int32_t *axis, struct gather_error *error)
{
    struct gather__onnx onnx;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    enum gather_status status = gather__onnx_begin(call, &onnx, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_axis_of_data(call, axis, error);
    if (status == GATHER_STATUS_OK)
        status =
            gather__onnx_need_types(call, &onnx, GATHER__TYPE(I32) | GATHER__TYPE(I64), "i32 or i64", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(data, "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_same_rank(data, indices, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_sizes_within(data, indices, *axis, error);
    return status;
}

GATHER__LOWER(gather__onnx_gather_elements_lower)
{
    int32_t axis = 0;
    enum gather_status status = judge(call, &axis, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, indices->sizes, 0, indices->rank);
    gather__add_rule(nest, call->op, axis, data->sizes[axis], 1, true, GATHER_POLICY_ERROR);
    gather__nest_along(nest, data, indices, axis, false);
    return GATHER_STATUS_OK;
}
