/* SPDX-License-Identifier: Apache-2.0 */
/* DirectML GATHER_ELEMENTS (DML-50 to -53): the output has the sizes of the indices. */
#include "gather/directml_op.h"

#include "dialects/directml_judge.h"
#include "dialects/forms.h"

struct gather_op gather_directml_gather_elements(int32_t level, int64_t axis)
{
    struct gather_op op = {
        .operation = GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS, .version = level, .axis = axis};
    return op;
}

GATHER__LOWER(gather__directml_gather_elements_lower)
{
    enum gather_status status = gather__directml_begin(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_plain_axis(call->op->axis, call->inputs[0].rank, "Axis", error);
    if (status == GATHER_STATUS_OK)
        status = gather__directml_need_tensors(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__elements_shape(call, (int32_t)call->op->axis, shape, error);
    if (status == GATHER_STATUS_OK)
        status = gather__directml_end(call, shape, error);
    if (status != GATHER_STATUS_OK)
        return status;
    int32_t axis = (int32_t)call->op->axis;
    gather__nest_along(nest, &call->inputs[0], &call->inputs[1], axis, false);
    gather__directml_add_rule(nest, call, axis, call->inputs[0].sizes[axis]);
    return GATHER_STATUS_OK;
}
