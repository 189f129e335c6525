/* SPDX-License-Identifier: Apache-2.0 */
/* torch.index_select: TORCH-10 to TORCH-12. */
#include "core/fail.h"
#include "dialects/torch_judge.h"
#include "gather/torch.h"

struct gather_op gather_torch_index_select(int64_t dim)
{
    struct gather_op op = {.operation = GATHER_OPERATION_TORCH_INDEX_SELECT, .axis = dim};
    return op;
}

/* How many indices there are; a scalar is one. */
static int64_t count_of(const struct gather_layout *indices)
{
    return indices->rank == 0 ? 1 : indices->sizes[0];
}

static enum gather_status judge(const struct gather__call *call, int32_t *dim, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK)
        status = gather__torch_need_dim(call, dim, error);
    if (status == GATHER_STATUS_OK)
        status = gather__torch_need_data(data, error);
    if (status == GATHER_STATUS_OK)
        status = gather__torch_need_indices(indices, error);
    if (status == GATHER_STATUS_OK && indices->rank > 1)
        status = gather__fail_out_of(GATHER_STATUS_RANK, indices->rank, 0, 1, "indices", error);
    if (status == GATHER_STATUS_OK && data->rank == 0 && !gather__sizes_agree(count_of(indices), 1)) {
        gather__fail(error, GATHER_STATUS_SHAPE, "indices", "one index into a scalar");
        status = gather__fail_value(error, GATHER_STATUS_SHAPE, count_of(indices), 1, 1);
    }
    return status;
}

/* A scalar gives a scalar: its one index is judged, and moves nothing. */
GATHER__LOWER(gather__torch_index_select_lower)
{
    int32_t dim = 0;
    enum gather_status status = judge(call, &dim, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    shape->dtype = data->dtype;
    for (int32_t d = 0; d < data->rank; d++) {
        gather__shape_add(shape, d == dim ? count_of(indices) : data->sizes[d]);
        if (d == dim)
            gather__take(&nest->data[d], 0);
        else
            gather__follow(&nest->data[d], d);
    }
    if (data->rank > 0 && indices->rank > 0)
        gather__follow(&nest->indices[0], dim);
    gather__add_rule(nest, call->op, dim, data->rank == 0 ? 1 : data->sizes[dim], 1, false,
                     GATHER_POLICY_ERROR);
    return GATHER_STATUS_OK;
}
