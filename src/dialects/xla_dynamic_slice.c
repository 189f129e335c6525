/* SPDX-License-Identifier: Apache-2.0 */
/* XLA dynamic_slice (XLA-G-17): one window, whose place in every dimension one index says. */
#include "gather/xla.h"

#include "core/fail.h"
#include "dialects/xla_judge.h"

struct gather_op gather_xla_dynamic_slice(int32_t count, const int64_t *slice_sizes)
{
    struct gather_op op = {.operation = GATHER_OPERATION_XLA_DYNAMIC_SLICE,
                           .slice_sizes = gather__xla_slices(count, slice_sizes)};
    return op;
}

static enum gather_status need_vector(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_layout *indices = &call->inputs[1];
    int32_t rank = call->inputs[0].rank;
    enum gather_status status = gather__xla_need_slice_count(call, error);
    if (status == GATHER_STATUS_OK && indices->rank != 1)
        status = gather__fail_rank(error, "indices", indices->rank, 1, NULL);
    if (status == GATHER_STATUS_OK && !gather__sizes_agree(indices->sizes[0], rank))
        status = gather__fail_size(error, "indices", 0, indices->sizes[0], rank);
    return status;
}

static void lower(const struct gather__call *call, struct gather__nest *nest)
{
    const struct gather_layout *data = &call->inputs[0];
    for (int32_t d = 0; d < data->rank; d++) {
        gather__follow(&nest->data[d], d);
        gather__take(&nest->data[d], d);
        gather__add_rule(nest, call->op, d, data->sizes[d], call->op->slice_sizes.at[d], false,
                         GATHER_POLICY_CLAMP);
    }
    nest->tuple_dimension = 0;
}

GATHER__LOWER(gather__xla_dynamic_slice_lower)
{
    const struct gather__xla_list slices = gather__xla_list_of(&call->op->slice_sizes);
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK)
        status = gather__xla_need_slices(&slices, error);
    if (status == GATHER_STATUS_OK)
        status = gather__xla_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_vector(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__xla_need_windows(call, error);
    if (status != GATHER_STATUS_OK)
        return status;
    shape->dtype = call->inputs[0].dtype;
    gather__shape_add_sizes(shape, call->op->slice_sizes.at, 0, call->inputs[0].rank);
    status = gather__xla_need_output(call, shape, error);
    if (status == GATHER_STATUS_OK)
        lower(call, nest);
    return status;
}
