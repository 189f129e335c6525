/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO's internal GatherCompressed: OV-GC-1 to OV-GC-8. */
#include <string.h>

#include "dialects/openvino_judge.h"
#include "dialects/scaling.h"
#include "dialects/sizes.h"
#include "gather/openvino.h"

struct gather_op gather_openvino_gather_compressed(int64_t axis, int64_t batch_dims)
{
    struct gather_op op = {
        .operation = GATHER_OPERATION_OPENVINO_GATHER_COMPRESSED, .axis = axis, .batch_dims = batch_dims};
    return op;
}

#define STORED (GATHER__TYPE(U4) | GATHER__TYPE(I4) | GATHER__TYPE(U8) | GATHER__TYPE(I8))

static const char *const names[] = {GATHER__COMPRESSED_INPUTS};

static enum gather_status need_types(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_layout *inputs = call->inputs;
    enum gather_status status = gather__need_type(inputs[0].dtype, STORED, "data", "u4, i4, u8 or i8", error);
    if (status == GATHER_STATUS_OK)
        status = gather__openvino_need_indices(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_type(inputs[2].dtype, GATHER__SCALES, "scale", "f16, bf16 or f32", error);
    if (status == GATHER_STATUS_OK && call->input_count > 3)
        status = gather__need_type(inputs[3].dtype, STORED | GATHER__SCALES, "zero_point",
                                   "u4, i4, u8, i8, f16, bf16 or f32", error);
    return status;
}

/* Whether all sizes are 1, as far as they are known. */
static bool is_one(const struct gather_layout *layout)
{
    for (int32_t d = 0; d < layout->rank; d++)
        if (!gather__sizes_agree(layout->sizes[d], 1))
            return false;
    return true;
}

static enum gather_status need_ranks(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__need_dimensions(&call->inputs[0], "data", error);
    for (size_t k = 2; k < call->input_count && status == GATHER_STATUS_OK; k++)
        if (call->inputs[k].rank != call->inputs[0].rank && !is_one(&call->inputs[k])) {
            gather__fail(error, GATHER_STATUS_RANK, names[k], "the rank of the data, or one element");
            status = gather__fail_given(error, GATHER_STATUS_RANK, call->inputs[k].rank);
        }
    return status;
}

static enum gather_status fail_group(struct gather_error *error, size_t input, int32_t dimension,
                                     int64_t size, int64_t whole)
{
    gather__fail(error, GATHER_STATUS_SHAPE, names[input], "a size that divides it");
    gather__fail_axis_size(error, GATHER_STATUS_SHAPE, dimension, whole);
    return gather__fail_given(error, GATHER_STATUS_SHAPE, size);
}

/* What of the data shares each element of an operand, whose sizes divide the data's. */
static enum gather_status need_groups(const struct gather__call *call, size_t input, int64_t *group,
                                      struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *shared = &call->inputs[input];
    for (int32_t d = 0; d < shared->rank; d++) {
        const int64_t size = shared->sizes[d], whole = d < data->rank ? data->sizes[d] : 1;
        group[d] = 0;
        if (is_one(shared) || gather__sizes_agree(size, whole) || (size > 0 && whole % size == 0))
            group[d] = size > 1 ? whole / size : 0;
        else
            return fail_group(error, input, d, size, whole);
    }
    return GATHER_STATUS_OK;
}

GATHER__LOWER(gather__openvino_gather_compressed_lower)
{
    struct gather__computing *computing = &nest->computing;
    int32_t axis = 0, batch = 0;
    int64_t sizes[GATHER_MAX_RANK];
    memset(computing, 0, sizeof *computing);
    enum gather_status status = gather__need_scaling(call, names, false, error);
    if (status == GATHER_STATUS_OK)
        status = gather__openvino_need_batch(call, INT32_MAX, &axis, &batch, error);
    if (status == GATHER_STATUS_OK)
        status = need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_ranks(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__openvino_need_batch_sizes(call, batch, sizes, error);
    for (size_t k = 2; k < call->input_count && status == GATHER_STATUS_OK; k++)
        status = need_groups(call, k, computing->group[k - 2], error);
    if (status != GATHER_STATUS_OK)
        return status;
    computing->value_bits = gather_dtype_bits(call->inputs[0].dtype);
    computing->has_zeros = call->input_count > 3;
    if (computing->has_zeros)
        computing->zero_bits = gather_dtype_bits(call->inputs[3].dtype);
    gather__openvino_lower_gather(call, axis, batch, sizes, shape, nest);
    shape->dtype = call->inputs[2].dtype;
    return GATHER_STATUS_OK;
}
