/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO: what its operators judge alike, in the order of OV-5. */
#include "core/fail.h"
#include "dialects/judging.h"
#include "dialects/known_versions.h"
#include "dialects/openvino_judge.h"

enum gather_status gather__openvino_begin(const struct gather__call *call, int32_t *opset,
                                          struct gather_error *error)
{
    enum gather_status status = gather__version_check(call->op, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_two(call, "data", "indices", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_options(call->op, false, error);
    *opset = call->op->version == 0 ? INT32_MAX : call->op->version;
    return status;
}

enum gather_status gather__openvino_need_axis(const struct gather__call *call, int32_t *axis,
                                              struct gather_error *error)
{
    if (call->inputs[0].rank == 0)
        return GATHER_STATUS_OK;
    return gather__need_axis(call->op->axis, call->inputs[0].rank, "axis", axis, error);
}

/* Those of the library that OpenVINO lacks. */
#define OTHERS                                                                                               \
    (GATHER__TYPE(I2) | GATHER__TYPE(F8E4M3FNUZ) | GATHER__TYPE(F8E5M2FNUZ) | GATHER__TYPE(C64) |            \
     GATHER__TYPE(C128))
#define BELOW_A_BYTE (GATHER__TYPE(U2) | GATHER__TYPE(U4) | GATHER__TYPE(I4))

enum gather_status gather__openvino_need_data(const struct gather__call *call, struct gather_error *error)
{
    return gather__need_type(call->inputs[0].dtype, ~OTHERS, "data", "a type of OpenVINO", error);
}

enum gather_status gather__openvino_need_types(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__openvino_need_data(call, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (BELOW_A_BYTE >> call->inputs[1].dtype & 1) /* OV-4: integers, but not built */
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "indices", "an integer of 8 to 64 bits");
    return gather__need_type(call->inputs[1].dtype, GATHER__INTEGERS, "indices", "an integer of 8 to 64 bits",
                             error);
}
