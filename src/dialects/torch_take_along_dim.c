/* SPDX-License-Identifier: Apache-2.0 */
/* torch.take_along_dim: TORCH-30 to TORCH-33. */
#include "dialects/forms.h"
#include "dialects/judging.h"
#include "dialects/sizes.h"
#include "dialects/torch_judge.h"
#include "gather/torch.h"

struct gather_op gather_torch_take_along_dim(int64_t dim)
{
    struct gather_op op = {.operation = GATHER_OPERATION_TORCH_TAKE_ALONG_DIM, .axis = dim};
    return op;
}

struct gather_op gather_torch_take_along_dim_flat(void)
{
    struct gather_op op = {.operation = GATHER_OPERATION_TORCH_TAKE_ALONG_DIM, .is_flat = 1};
    return op;
}

/* Of data of rank 0 no dim is wrong: it is the data that is refused. */
static enum gather_status judge(const struct gather__call *call, int32_t *dim, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    bool is_flat = call->op->is_flat != 0;
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK && !is_flat && data->rank > 0)
        status = gather__torch_need_dim(call, dim, error);
    if (status == GATHER_STATUS_OK)
        status = gather__torch_need_data(data, error);
    if (status == GATHER_STATUS_OK)
        status = is_flat ? gather__torch_need_indices(indices, error)
                         : gather__need_type(indices->dtype, GATHER__TYPE(I64), "indices", "i64", error);
    if (status == GATHER_STATUS_OK && !is_flat)
        status = gather__need_dimensions(data, "data", error);
    if (status == GATHER_STATUS_OK && !is_flat)
        status = gather__need_same_rank(data, indices, error);
    return status;
}

/* The one dimension of the output runs over all dimensions of the indices. */
static enum gather_status collapse(const struct gather_layout *indices, struct gather__shape *shape,
                                   struct gather__nest *nest, struct gather_error *error)
{
    enum gather_status status = gather__flat_size(indices->sizes, indices->rank, &shape->sizes[0], error);
    shape->rank = 1;
    for (int32_t d = 0; d < indices->rank; d++)
        gather__follow_part(&nest->indices[d], 0, gather__part_of(indices->sizes, indices->rank, d));
    return status;
}

GATHER__LOWER(gather__torch_take_along_dim_lower)
{
    struct gather__indexing indexing = {.is_negative = false};
    enum gather_status status = judge(call, &indexing.axis, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    indexing.own = call->op->is_flat ? GATHER_POLICY_ERROR : GATHER_POLICY_WRAP;
    if (!call->op->is_flat)
        return gather__lower_along(call->op, data, indices, &indexing, shape, nest, error);
    status = gather__lower_flat(call->op, data, indices, &indexing, shape, nest, error);
    if (status == GATHER_STATUS_OK)
        status = collapse(indices, shape, nest, error);
    return status;
}
