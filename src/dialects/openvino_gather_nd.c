/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenVINO GatherND 5, 8: OV-25 to OV-34. In version 5 two or more batch dimensions fuse into one of the output:
 *
 *     data[2,3,4], indices[2,3,1,1], batch_dims 2      version 8: [2,3,1]      version 5: [6,1]
 */
#include "core/fail.h"
#include "dialects/judging.h"
#include "dialects/openvino_judge.h"
#include "dialects/sizes.h"
#include "gather/openvino.h"

struct gather_op gather_openvino_gather_nd(int32_t opset, int64_t batch_dims)
{
    struct gather_op op = {
        .operation = GATHER_OPERATION_OPENVINO_GATHER_ND, .version = opset, .batch_dims = batch_dims};
    return op;
}

/* Where one of the ranks is 0 it is refused later, and there is no range. */
static enum gather_status need_batch(const struct gather__call *call, struct gather_error *error)
{
    int32_t rd = call->inputs[0].rank, ri = call->inputs[1].rank, least = rd < ri ? rd : ri;
    if (least == 0)
        return GATHER_STATUS_OK;
    return gather__need_range(call->op->batch_dims, 0, least - 1, "batch_dims", error);
}

/* The batch that the output begins with. */
struct batch {
    int32_t count;
    int64_t sizes[GATHER_MAX_RANK];
    bool is_fused;
    int64_t fused; /* the product of the sizes */
};

static enum gather_status need_shapes(const struct gather__call *call, struct batch *batch,
                                      struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    for (int32_t d = 0; d < batch->count; d++)
        if (!gather__broadcast_size(data->sizes[d], indices->sizes[d], &batch->sizes[d]))
            return gather__fail_size(error, "indices", d, indices->sizes[d], data->sizes[d]);
    enum gather_status status = gather__need_tuple(indices, 0, data->rank - batch->count, error);
    if (status == GATHER_STATUS_OK && batch->is_fused)
        status = gather__flat_size(batch->sizes, batch->count, &batch->fused, error);
    return status;
}

static enum gather_status judge(const struct gather__call *call, struct batch *batch,
                                struct gather_error *error)
{
    int32_t opset;
    enum gather_status status = gather__openvino_begin(call, &opset, error);
    if (status == GATHER_STATUS_OK)
        status = need_batch(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__openvino_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(&call->inputs[0], "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(&call->inputs[1], "indices", error);
    if (status != GATHER_STATUS_OK)
        return status;
    batch->count = (int32_t)call->op->batch_dims;
    batch->is_fused = opset < 8 && batch->count >= 2;
    return need_shapes(call, batch, error);
}

static void add_shape(const struct gather__call *call, const struct batch *batch, int32_t tuple,
                      struct gather__shape *shape)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    shape->dtype = data->dtype;
    if (batch->is_fused)
        gather__shape_add(shape, batch->fused);
    else
        gather__shape_add_sizes(shape, batch->sizes, 0, batch->count);
    gather__shape_add_sizes(shape, indices->sizes, batch->count, indices->rank - 1);
    gather__shape_add_sizes(shape, data->sizes, batch->count + tuple, data->rank);
}

/* What went with a batch dimension goes with a digit of the first loop, and the others move up. */
static void fuse(struct gather__coordinate *coordinates, int32_t rank, const struct batch *batch)
{
    for (int32_t d = 0; d < rank; d++) {
        int32_t loop = coordinates[d].loop;
        if (loop >= batch->count)
            coordinates[d].loop = loop - batch->count + 1;
        else if (loop >= 0)
            gather__follow_part(&coordinates[d], 0, gather__part_of(batch->sizes, batch->count, loop));
    }
}

GATHER__LOWER(gather__openvino_gather_nd_lower)
{
    struct batch batch;
    enum gather_status status = judge(call, &batch, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    const struct gather__tuples tuples = {.batch = batch.count,
                                          .count = (int32_t)indices->sizes[indices->rank - 1]};
    add_shape(call, &batch, tuples.count, shape);
    for (int32_t k = 0; k < tuples.count; k++)
        gather__add_rule(nest, call->op, batch.count + k, data->sizes[batch.count + k], 1, true,
                         GATHER_POLICY_ERROR);
    gather__nest_nd(nest, data, indices, &tuples);
    if (batch.is_fused) {
        fuse(nest->data, nest->rank, &batch);
        fuse(nest->indices, nest->rank, &batch);
    }
    return GATHER_STATUS_OK;
}
