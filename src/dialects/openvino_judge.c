/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO: what its operators judge alike, in the order of OV-5. */
#include "dialects/openvino_judge.h"

#include "core/fail.h"

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
