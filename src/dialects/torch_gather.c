/* SPDX-License-Identifier: Apache-2.0 */
/* torch.gather: TORCH-20 to TORCH-24. */
#include "core/fail.h"
#include "dialects/forms.h"
#include "dialects/judging.h"
#include "dialects/torch_judge.h"
#include "gather/torch.h"

struct gather_op gather_torch_gather(int64_t dim)
{
    struct gather_op op = {.operation = GATHER_OPERATION_TORCH_GATHER, .axis = dim};
    return op;
}

/* Whether there is surely an index: a size that is not known may be 0. Without any, nothing of them is judged. */
static bool has_indices(const struct gather_layout *indices)
{
    for (int32_t d = 0; d < indices->rank; d++)
        if (indices->sizes[d] < 1)
            return false;
    return true;
}

/* A scalar counts as one dimension of size 1, on either side. */
static int32_t counted_rank(const struct gather_layout *layout)
{
    return layout->rank == 0 ? 1 : layout->rank;
}

static enum gather_status need_indices(const struct gather_layout *data, const struct gather_layout *indices,
                                       int32_t dim, struct gather_error *error)
{
    enum gather_status status = gather__torch_need_indices(indices, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (counted_rank(indices) != counted_rank(data))
        return gather__fail_out_of(GATHER_STATUS_RANK, indices->rank, data->rank > 1 ? data->rank : 0,
                                   counted_rank(data), "indices", error);
    return counted_rank(data) == 1 ? GATHER_STATUS_OK : gather__need_sizes_within(data, indices, dim, error);
}

static enum gather_status judge(const struct gather__call *call, int32_t *dim, struct gather_error *error)
{
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK)
        status = gather__torch_need_dim(call, dim, error);
    if (status == GATHER_STATUS_OK)
        status = gather__torch_need_data(&call->inputs[0], error);
    if (status == GATHER_STATUS_OK && has_indices(&call->inputs[1]))
        status = need_indices(&call->inputs[0], &call->inputs[1], *dim, error);
    return status;
}

GATHER__LOWER(gather__torch_gather_lower)
{
    struct gather__indexing indexing = {.is_negative = false, .own = GATHER_POLICY_ERROR};
    enum gather_status status = judge(call, &indexing.axis, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    if (data->rank == 0 && has_indices(indices))
        return gather__lower_flat(call->op, data, indices, &indexing, shape, nest, error);
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, indices->sizes, 0, indices->rank);
    if (!has_indices(indices))
        return GATHER_STATUS_OK; /* nothing is read */
    gather__add_rule(nest, call->op, indexing.axis, data->sizes[indexing.axis], 1, false,
                     GATHER_POLICY_ERROR);
    if (indices->rank == 0)
        gather__take(&nest->data[0], 0);
    else
        gather__nest_along(nest, data, indices, indexing.axis, false);
    return GATHER_STATUS_OK;
}
