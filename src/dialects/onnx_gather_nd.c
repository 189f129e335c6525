/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX GatherND 11, 12, 13: ONNX-40 to ONNX-49. */
#include "core/fail.h"
#include "dialects/judging.h"
#include "dialects/onnx_judge.h"
#include "dialects/sizes.h"
#include "gather/onnx.h"

struct gather_op gather_onnx_gather_nd(int32_t opset, int64_t batch_dims)
{
    struct gather_op op = {
        .operation = GATHER_OPERATION_ONNX_GATHER_ND, .version = opset, .batch_dims = batch_dims};
    return op;
}

/* Where one of the ranks is 0 it is refused later, and there is no range. */
static enum gather_status need_batch(const struct gather__call *call, const struct gather__onnx *onnx,
                                     struct gather_error *error)
{
    int32_t r = call->inputs[0].rank, q = call->inputs[1].rank, least = r < q ? r : q;
    if (onnx->opset < 12 && !onnx->is_loose && call->op->batch_dims != 0) {
        gather__fail(error, GATHER_STATUS_ARGUMENT, "batch_dims", "no such attribute before opset 12");
        return gather__fail_given(error, GATHER_STATUS_ARGUMENT, call->op->batch_dims);
    }
    if (least == 0)
        return GATHER_STATUS_OK;
    return gather__need_range(call->op->batch_dims, 0, least - 1, "batch_dims", error);
}

/* Batch sizes are equal; loosely, one of them may be 1. sizes: receives the output's. */
static enum gather_status need_batch_sizes(const struct gather__call *call, bool is_loose, int64_t *sizes,
                                           struct gather_error *error)
{
    const int64_t *data = call->inputs[0].sizes, *indices = call->inputs[1].sizes;
    for (int32_t d = 0; d < call->op->batch_dims; d++) {
        sizes[d] = gather__equal_size(data[d], indices[d]);
        if (is_loose ? !gather__broadcast_size(data[d], indices[d], &sizes[d])
                     : !gather__sizes_agree(data[d], indices[d]))
            return gather__fail_size(error, "indices", d, indices[d], data[d]);
    }
    return GATHER_STATUS_OK;
}

/* batch: receives the sizes that the output begins with. */
static enum gather_status judge(const struct gather__call *call, int64_t *batch, struct gather_error *error)
{
    struct gather__onnx onnx;
    enum gather_status status = gather__onnx_begin(call, &onnx, error);
    if (status == GATHER_STATUS_OK)
        status = need_batch(call, &onnx, error);
    if (status == GATHER_STATUS_OK)
        status = gather__onnx_need_types(call, &onnx, GATHER__TYPE(I64), "i64", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(&call->inputs[0], "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(&call->inputs[1], "indices", error);
    if (status == GATHER_STATUS_OK)
        status = need_batch_sizes(call, onnx.is_loose, batch, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_tuple(&call->inputs[1], 1, call->inputs[0].rank - (int32_t)call->op->batch_dims,
                                    error);
    return status;
}

GATHER__LOWER(gather__onnx_gather_nd_lower)
{
    int64_t batch[GATHER_MAX_RANK];
    enum gather_status status = judge(call, batch, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    const struct gather__tuples tuples = {.batch = (int32_t)call->op->batch_dims,
                                          .count = (int32_t)indices->sizes[indices->rank - 1]};
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, batch, 0, tuples.batch);
    gather__shape_add_sizes(shape, indices->sizes, tuples.batch, indices->rank - 1);
    gather__shape_add_sizes(shape, data->sizes, tuples.batch + tuples.count, data->rank);
    for (int32_t k = 0; k < tuples.count; k++)
        gather__add_rule(nest, call->op, tuples.batch + k, data->sizes[tuples.batch + k], 1, true,
                         GATHER_POLICY_ERROR);
    gather__nest_nd(nest, data, indices, &tuples);
    return GATHER_STATUS_OK;
}
