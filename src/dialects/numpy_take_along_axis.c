/* SPDX-License-Identifier: Apache-2.0 */
/* numpy.take_along_axis: NP-20 to NP-24. */
#include "core/fail.h"
#include "dialects/forms.h"
#include "dialects/judging.h"
#include "dialects/numpy_judge.h"
#include "gather/numpy.h"

struct gather_op gather_numpy_take_along_axis(int64_t axis)
{
    struct gather_op op = {.operation = GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS, .axis = axis};
    return op;
}

struct gather_op gather_numpy_take_along_axis_flat(void)
{
    struct gather_op op = {.operation = GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS, .is_flat = 1};
    return op;
}

static enum gather_status judge_flat(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__numpy_need_indices(call, false, error);
    if (status == GATHER_STATUS_OK && call->inputs[1].rank != 1)
        status = gather__fail_rank(error, "indices", call->inputs[1].rank, 1, NULL);
    return status;
}

static enum gather_status judge(const struct gather__call *call, int32_t *axis, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0];
    enum gather_status status = GATHER_STATUS_OK;
    if (data->rank > 0) /* of data of rank 0 no axis is wrong: it is the data that is refused */
        status = gather__need_axis(call->op->axis, data->rank, "axis", axis, error);
    if (status == GATHER_STATUS_OK)
        status = gather__numpy_need_indices(call, false, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(data, "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_same_rank(data, &call->inputs[1], error);
    return status;
}

GATHER__LOWER(gather__numpy_take_along_axis_lower)
{
    struct gather__indexing indexing = {.is_negative = true, .own = GATHER_POLICY_ERROR};
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK)
        status = call->op->is_flat ? judge_flat(call, error) : judge(call, &indexing.axis, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    if (call->op->is_flat)
        return gather__lower_flat(call->op, data, indices, &indexing, shape, nest, error);
    return gather__lower_along(call->op, data, indices, &indexing, shape, nest, error);
}
