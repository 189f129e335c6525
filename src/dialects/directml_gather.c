/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DirectML GATHER (DML-40 to -47). With D dimensions everywhere and I index dimensions,
 *
 *     Full = In[0..Axis) ++ Idx[D-I..D) ++ In[Axis+1..D)
 *
 * has D-1+I sizes; the output is Full aligned right in D: place f of Full is dimension f - (I-1). What does not
 * fit must be sizes of 1 of the input; for I = 0 a 1 is put in front.
 */
#include "gather/directml_op.h"

#include "core/fail.h"
#include "dialects/directml_judge.h"

struct gather_op gather_directml_gather(int32_t level, int64_t axis, int64_t index_dimensions)
{
    struct gather_op op = {.operation = GATHER_OPERATION_DIRECTML_GATHER,
                           .version = level,
                           .axis = axis,
                           .indices_count = index_dimensions};
    return op;
}

static enum gather_status need_attributes(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__need_plain_axis(call->op->axis, call->inputs[0].rank, "Axis", error);
    if (status == GATHER_STATUS_OK)
        status =
            gather__need_range(call->op->indices_count, 0, call->inputs[1].rank, "IndexDimensions", error);
    return status;
}

/* DML-44: only sizes of 1 that the input begins with, before the axis, may be cropped. */
static enum gather_status need_croppable(const struct gather_layout *data, int32_t axis, int32_t cropped,
                                         struct gather_error *error)
{
    int32_t lead = 0;
    while (lead < axis && gather__sizes_agree(data->sizes[lead], 1))
        lead++;
    if (cropped <= lead)
        return GATHER_STATUS_OK;
    return gather__fail(error, GATHER_STATUS_RANK, "output",
                        "as many sizes of 1 before the axis as there are index dimensions but one");
}

static enum gather_status make_shape(const struct gather__call *call, struct gather__shape *shape,
                                     struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int32_t rank = data->rank, axis = (int32_t)call->op->axis, count = (int32_t)call->op->indices_count;
    enum gather_status status = gather__directml_need_ones(indices, rank - count, "indices", error);
    if (status == GATHER_STATUS_OK)
        status = need_croppable(data, axis, count - 1, error);
    if (status != GATHER_STATUS_OK)
        return status;
    shape->dtype = data->dtype;
    if (count == 0)
        gather__shape_add(shape, 1);
    gather__shape_add_sizes(shape, data->sizes, count > 1 ? count - 1 : 0, axis);
    gather__shape_add_sizes(shape, indices->sizes, rank - count, rank);
    gather__shape_add_sizes(shape, data->sizes, axis + 1, rank);
    return GATHER_STATUS_OK;
}

static void lower(const struct gather__call *call, struct gather__nest *nest)
{
    int32_t rank = call->inputs[0].rank, axis = (int32_t)call->op->axis;
    int32_t count = (int32_t)call->op->indices_count, cropped = count - 1; /* -1: a 1 in front */
    for (int32_t d = cropped > 0 ? cropped : 0; d < axis; d++)
        gather__follow(&nest->data[d], d - cropped);
    for (int32_t d = axis + 1; d < rank; d++)
        gather__follow(&nest->data[d], d);
    for (int32_t k = 0; k < count; k++)
        gather__follow(&nest->indices[rank - count + k], axis + k - cropped);
    gather__take(&nest->data[axis], 0);
    gather__directml_add_rule(nest, call, axis, call->inputs[0].sizes[axis]);
}

GATHER__LOWER(gather__directml_gather_lower)
{
    enum gather_status status = gather__directml_begin(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_attributes(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__directml_need_tensors(call, error);
    if (status == GATHER_STATUS_OK)
        status = make_shape(call, shape, error);
    if (status == GATHER_STATUS_OK)
        status = gather__directml_end(call, shape, error);
    if (status == GATHER_STATUS_OK)
        lower(call, nest);
    return status;
}
