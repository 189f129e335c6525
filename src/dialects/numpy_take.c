/* SPDX-License-Identifier: Apache-2.0 */
/* numpy.take: NP-5 to NP-13. */
#include "core/fail.h"
#include "dialects/forms.h"
#include "dialects/numpy_judge.h"
#include "gather/numpy.h"

struct gather_op gather_numpy_take(int64_t axis, int32_t mode)
{
    struct gather_op op = {.operation = GATHER_OPERATION_NUMPY_TAKE, .axis = axis, .mode = mode};
    return op;
}

struct gather_op gather_numpy_take_flat(int32_t mode)
{
    struct gather_op op = {.operation = GATHER_OPERATION_NUMPY_TAKE, .is_flat = 1, .mode = mode};
    return op;
}

/* policy: receives what becomes of an index outside. */
static enum gather_status need_mode(int32_t mode, enum gather_policy *policy, struct gather_error *error)
{
    if (mode != GATHER_POLICY_OWN && mode != GATHER_POLICY_ERROR && mode != GATHER_POLICY_WRAP &&
        mode != GATHER_POLICY_CLAMP) {
        gather__fail(error, GATHER_STATUS_ARGUMENT, "mode", "error, wrap or clamp");
        return gather__fail_given(error, GATHER_STATUS_ARGUMENT, mode);
    }
    *policy = mode == GATHER_POLICY_OWN ? GATHER_POLICY_ERROR : (enum gather_policy)mode;
    return GATHER_STATUS_OK;
}

static enum gather_status judge(const struct gather__call *call, struct gather__indexing *indexing,
                                struct gather_error *error)
{
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK)
        status = need_mode(call->op->mode, &indexing->own, error);
    if (status != GATHER_STATUS_OK)
        return status;
    indexing->is_negative = indexing->own == GATHER_POLICY_ERROR; /* wrap and clip have their own way */
    if (!call->op->is_flat) {
        int32_t rank = call->inputs[0].rank == 0 ? 1 : call->inputs[0].rank; /* NP-9 */
        status = gather__need_axis(call->op->axis, rank, "axis", &indexing->axis, error);
    }
    if (status == GATHER_STATUS_OK)
        status = gather__numpy_need_indices(call, true, error);
    return status;
}

GATHER__LOWER(gather__numpy_take_lower)
{
    struct gather__indexing indexing = {0};
    enum gather_status status = judge(call, &indexing, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    if (call->op->is_flat || data->rank == 0)
        return gather__lower_flat(call->op, data, indices, &indexing, shape, nest, error);
    gather__lower_slices(call->op, data, indices, &indexing, shape, nest);
    return GATHER_STATUS_OK;
}
