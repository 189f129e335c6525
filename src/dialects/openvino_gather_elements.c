/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO GatherElements 6: OV-35 to OV-39. */
#include "dialects/forms.h"
#include "dialects/judging.h"
#include "dialects/openvino_judge.h"
#include "gather/openvino.h"

struct gather_op gather_openvino_gather_elements(int32_t opset, int64_t axis)
{
    struct gather_op op = {
        .operation = GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS, .version = opset, .axis = axis};
    return op;
}

static enum gather_status need_types(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__openvino_need_data(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_type(call->inputs[1].dtype, GATHER__TYPE(I32) | GATHER__TYPE(I64), "indices",
                                   "i32 or i64", error);
    return status;
}

static enum gather_status judge(const struct gather__call *call, int32_t *axis, struct gather_error *error)
{
    int32_t opset;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    enum gather_status status = gather__openvino_begin(call, &opset, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_axis_of_data(call, axis, error);
    if (status == GATHER_STATUS_OK)
        status = need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(data, "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_same_rank(data, indices, error);
    return status;
}

GATHER__LOWER(gather__openvino_gather_elements_lower)
{
    int32_t axis = 0;
    enum gather_status status = judge(call, &axis, error);
    if (status == GATHER_STATUS_OK)
        status = gather__elements_shape(call, axis, shape, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    gather__add_rule(nest, call->op, axis, data->sizes[axis], 1, true, GATHER_POLICY_ERROR);
    gather__nest_along(nest, data, indices, axis, false);
    return GATHER_STATUS_OK;
}
