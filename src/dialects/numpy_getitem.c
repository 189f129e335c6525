/* SPDX-License-Identifier: Apache-2.0 */
/* Indexing of a numpy array by one array of integers: NP-30 to NP-32. */
#include "dialects/forms.h"
#include "dialects/judging.h"
#include "dialects/numpy_judge.h"
#include "gather/numpy.h"

struct gather_op gather_numpy_getitem(int64_t axis)
{
    struct gather_op op = {.operation = GATHER_OPERATION_NUMPY_GETITEM, .axis = axis};
    return op;
}

/* Of data of rank 0 no axis is wrong: it is the data that is refused. */
static enum gather_status judge(const struct gather__call *call, int32_t *axis, struct gather_error *error)
{
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK && call->inputs[0].rank > 0)
        status = gather__need_axis(call->op->axis, call->inputs[0].rank, "axis", axis, error);
    if (status == GATHER_STATUS_OK)
        status = gather__numpy_need_indices(call, false, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(&call->inputs[0], "data", error);
    return status;
}

GATHER__LOWER(gather__numpy_getitem_lower)
{
    struct gather__indexing indexing = {.is_negative = true, .own = GATHER_POLICY_ERROR};
    enum gather_status status = judge(call, &indexing.axis, error);
    if (status == GATHER_STATUS_OK)
        gather__lower_slices(call->op, &call->inputs[0], &call->inputs[1], &indexing, shape, nest);
    return status;
}
