/* SPDX-License-Identifier: Apache-2.0 */
/* XLA torch_index_select (XLA-G-18): D[:dim] ++ I[batch_dims:] ++ D[dim+1:], indices clamped. */
#include "gather/xla.h"

#include "core/fail.h"
#include "dialects/sizes.h"
#include "dialects/xla_judge.h"

struct gather_op gather_xla_torch_index_select(int64_t dim, int64_t batch_dims)
{
    struct gather_op op = {
        .operation = GATHER_OPERATION_XLA_TORCH_INDEX_SELECT, .axis = dim, .batch_dims = batch_dims};
    return op;
}

static enum gather_status need_attributes(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_op *op = call->op;
    enum gather_status status = gather__need_range(op->batch_dims, 0, INT64_MAX, "batch_dims", error);
    if (status == GATHER_STATUS_OK)
        status = gather__xla_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_plain_axis(op->axis, call->inputs[0].rank, "dim", error);
    if (status == GATHER_STATUS_OK) {
        int64_t most = op->axis < call->inputs[1].rank ? op->axis : call->inputs[1].rank;
        status = gather__need_range(op->batch_dims, 0, most, "batch_dims", error);
    }
    return status;
}

/* Whether there surely is an element: no size is 0, or may be. */
static bool has_elements(const struct gather__shape *shape)
{
    for (int32_t d = 0; d < shape->rank; d++)
        if (shape->sizes[d] <= 0)
            return false;
    return true;
}

static enum gather_status make_shape(const struct gather__call *call, struct gather__shape *shape,
                                     struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int32_t dim = (int32_t)call->op->axis, batch = (int32_t)call->op->batch_dims;
    for (int32_t d = 0; d < batch; d++) {
        if (!gather__sizes_agree(indices->sizes[d], data->sizes[d]))
            return gather__fail_size(error, "indices", d, indices->sizes[d], data->sizes[d]);
        gather__shape_add(shape, gather__equal_size(indices->sizes[d], data->sizes[d]));
    }
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, data->sizes, batch, dim);
    gather__shape_add_sizes(shape, indices->sizes, batch, indices->rank);
    gather__shape_add_sizes(shape, data->sizes, dim + 1, data->rank);
    if (data->sizes[dim] != 0 || !has_elements(shape))
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_SHAPE, "data", NULL);
    gather__fail_axis(error, GATHER_STATUS_SHAPE, dim);
    return gather__fail_value(error, GATHER_STATUS_SHAPE, 0, 1, INT64_MAX);
}

/*
 * Where there is nothing to take from, there is nothing to be taken either: no index is looked at, as long as
 * an index outside is no error.
 */
static void lower(const struct gather__call *call, struct gather__nest *nest)
{
    const struct gather_op *op = call->op;
    int32_t dim = (int32_t)op->axis;
    if (call->inputs[0].sizes[dim] == 0 &&
        (op->policy == GATHER_POLICY_OWN || op->policy == GATHER_POLICY_CLAMP))
        nest->is_zero = 1;
    gather__add_rule(nest, op, dim, call->inputs[0].sizes[dim], 1, false, GATHER_POLICY_CLAMP);
    gather__nest_take(nest, &call->inputs[0], &call->inputs[1], dim, (int32_t)op->batch_dims);
}

GATHER__LOWER(gather__xla_torch_index_select_lower)
{
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK)
        status = need_attributes(call, error);
    if (status == GATHER_STATUS_OK)
        status = make_shape(call, shape, error);
    if (status == GATHER_STATUS_OK)
        status = gather__xla_need_output(call, shape, error);
    if (status == GATHER_STATUS_OK)
        lower(call, nest);
    return status;
}
