/* SPDX-License-Identifier: Apache-2.0 */
/* WebNN gather (WEBNN-4 to -7): in[0..axis) ++ idx ++ in[axis+1..). */
#include "gather/webnn.h"

#include "dialects/directml_judge.h"
#include "dialects/webnn_judge.h"

struct gather_op gather_webnn_gather(int64_t axis)
{
    struct gather_op op = {.operation = GATHER_OPERATION_WEBNN_GATHER, .axis = axis};
    return op;
}

GATHER__LOWER(gather__webnn_gather_lower)
{
    enum gather_status status = gather__webnn_begin(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_plain_axis(call->op->axis, call->inputs[0].rank, "axis", error);
    if (status == GATHER_STATUS_OK)
        status = gather__webnn_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__webnn_need_elements(call, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int32_t axis = (int32_t)call->op->axis;
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, data->sizes, 0, axis);
    gather__shape_add_sizes(shape, indices->sizes, 0, indices->rank);
    gather__shape_add_sizes(shape, data->sizes, axis + 1, data->rank);
    gather__directml_add_rule(nest, call, axis, data->sizes[axis]);
    gather__nest_take(nest, data, indices, axis, 0);
    return GATHER_STATUS_OK;
}
