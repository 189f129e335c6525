/* SPDX-License-Identifier: Apache-2.0 */
/* WebNN gatherElements (WEBNN-8, -9): the output has the shape of the indices. */
#include "gather/webnn.h"

#include "dialects/directml_judge.h"
#include "dialects/forms.h"
#include "dialects/judging.h"
#include "dialects/webnn_judge.h"

struct gather_op gather_webnn_gather_elements(int64_t axis)
{
    struct gather_op op = {.operation = GATHER_OPERATION_WEBNN_GATHER_ELEMENTS, .axis = axis};
    return op;
}

GATHER__LOWER(gather__webnn_gather_elements_lower)
{
    enum gather_status status = gather__webnn_begin(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_plain_axis(call->op->axis, call->inputs[0].rank, "axis", error);
    if (status == GATHER_STATUS_OK)
        status = gather__webnn_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_same_rank(&call->inputs[0], &call->inputs[1], error);
    if (status == GATHER_STATUS_OK)
        status = gather__webnn_need_elements(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__elements_shape(call, (int32_t)call->op->axis, shape, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int32_t axis = (int32_t)call->op->axis;
    gather__directml_add_rule(nest, call, axis, data->sizes[axis]);
    gather__nest_along(nest, data, indices, axis, false);
    return GATHER_STATUS_OK;
}
