/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO: what its operators judge alike, in the order of OV-5. */
#include "dialects/openvino_judge.h"

#include "core/fail.h"
#include "dialects/sizes.h"

/* Those of the library that OpenVINO lacks. */
#define OTHERS                                                                                               \
    (GATHER__TYPE(I2) | GATHER__TYPE(F8E4M3FNUZ) | GATHER__TYPE(F8E5M2FNUZ) | GATHER__TYPE(C64) |            \
     GATHER__TYPE(C128))
#define FLOATS (GATHER__TYPE(F16) | GATHER__TYPE(BF16) | GATHER__TYPE(F32) | GATHER__TYPE(F64))
#define BELOW_A_BYTE (GATHER__TYPE(U2) | GATHER__TYPE(U4) | GATHER__TYPE(I4))

enum gather_status gather__openvino_need_data(const struct gather__call *call, struct gather_error *error)
{
    return gather__need_type(call->inputs[0].dtype, ~OTHERS, "data", "a type of OpenVINO", error);
}

enum gather_status gather__openvino_need_indices(const struct gather__call *call, struct gather_error *error)
{
    static const char expected[] = "an integer of 8 to 64 bits";
    const int32_t dtype = call->inputs[1].dtype;
    if (BELOW_A_BYTE >> dtype & 1) { /* OV-4: integers, but not built */
        gather__fail(error, GATHER_STATUS_UNSUPPORTED, "indices", expected);
        return gather__fail_type(error, GATHER_STATUS_UNSUPPORTED, dtype);
    }
    return gather__need_type(dtype, GATHER__INTEGERS, "indices", expected, error);
}

enum gather_status gather__openvino_need_types(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__openvino_need_data(call, error);
    return status == GATHER_STATUS_OK ? gather__openvino_need_indices(call, error) : status;
}

enum gather_status gather__openvino_need_computing(const struct gather__call *call, const char *const *names,
                                                   size_t least, size_t most, struct gather_error *error)
{
    enum gather_status status = gather__version_check(call->op, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_inputs(call, names, least, most, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_options(call->op, false, error);
    if (status == GATHER_STATUS_OK && call->op->policy > GATHER_POLICY_ERROR)
        status = gather__fail(error, GATHER_STATUS_ARGUMENT, "policy", "error, for elements are computed");
    return status;
}

enum gather_status gather__openvino_need_number(const struct gather_layout *layout, const char *operand,
                                                struct gather_error *error)
{
    return gather__need_type(layout->dtype, GATHER__INTEGERS | FLOATS, operand,
                             "an integer of 8 to 64 bits, f16, bf16, f32 or f64", error);
}

/* ---- Gather ---------------------------------------------------------------------------------------- */

/* batch_dims counts from the end of the indices if it is negative, and is at most the axis (OV-15, OV-16). */
static enum gather_status need_batch(const struct gather__call *call, int32_t axis, int32_t *batch,
                                     struct gather_error *error)
{
    int64_t given = call->op->batch_dims;
    int32_t rd = call->inputs[0].rank, ri = call->inputs[1].rank, least = rd < ri ? rd : ri;
    if (rd == 0)
        return GATHER_STATUS_OK; /* data of rank 0 is refused later, and has no range */
    enum gather_status status = gather__need_range(given, -least, least, "batch_dims", error);
    int32_t end = given < 0 ? ri : 0;
    if (status == GATHER_STATUS_OK)
        *batch = (int32_t)given + end;
    if (status == GATHER_STATUS_OK && *batch > axis) {
        const bool are_below = given < 0 && -least <= axis - ri; /* such that are not refused */
        return gather__need_range(given, are_below ? -least : 0,
                                  are_below      ? axis - ri
                                  : axis < least ? axis
                                                 : least,
                                  "batch_dims", error);
    }
    return status;
}

enum gather_status gather__openvino_need_batch(const struct gather__call *call, int32_t opset, int32_t *axis,
                                               int32_t *batch, struct gather_error *error)
{
    if (opset < 7 && call->op->batch_dims != 0) {
        gather__fail(error, GATHER_STATUS_ARGUMENT, "batch_dims", "no such attribute before opset 7");
        return gather__fail_given(error, GATHER_STATUS_ARGUMENT, call->op->batch_dims);
    }
    enum gather_status status = gather__need_axis_of_data(call, axis, error);
    if (status == GATHER_STATUS_OK)
        status = need_batch(call, *axis, batch, error);
    return status;
}

enum gather_status gather__openvino_need_batch_sizes(const struct gather__call *call, int32_t batch,
                                                     int64_t *sizes, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    for (int32_t d = 0; d < batch; d++) {
        sizes[d] = gather__equal_size(data->sizes[d], indices->sizes[d]);
        if (!gather__sizes_agree(data->sizes[d], indices->sizes[d]))
            return gather__fail_size(error, "indices", d, indices->sizes[d], data->sizes[d]);
    }
    return GATHER_STATUS_OK;
}

void gather__openvino_lower_gather(const struct gather__call *call, int32_t axis, int32_t batch,
                                   const int64_t *sizes, struct gather__shape *shape,
                                   struct gather__nest *nest)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, sizes, 0, batch);
    gather__shape_add_sizes(shape, data->sizes, batch, axis);
    gather__shape_add_sizes(shape, indices->sizes, batch, indices->rank);
    gather__shape_add_sizes(shape, data->sizes, axis + 1, data->rank);
    gather__add_rule(nest, call->op, axis, data->sizes[axis], 1, true, GATHER_POLICY_ZERO);
    gather__nest_take(nest, data, indices, axis, batch);
}
