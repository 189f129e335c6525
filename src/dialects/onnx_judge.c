/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX: what its operators judge alike, in the order of ONNX-10. */
#include "dialects/onnx_judge.h"

#define TYPES_OF_VERSION_1                                                                                   \
    (GATHER__INTEGERS | GATHER__TYPE(BOOL) | GATHER__TYPE(F16) | GATHER__TYPE(F32) | GATHER__TYPE(F64) |     \
     GATHER__TYPE(C64) | GATHER__TYPE(C128) | GATHER__TYPE(STRING))

static enum gather_status need_data_type(const struct gather__onnx *onnx, int32_t dtype,
                                         struct gather_error *error)
{
    if (onnx->is_loose)
        return GATHER_STATUS_OK;
    if (onnx->opset < 13)
        return gather__need_type(dtype, TYPES_OF_VERSION_1, "data", "a type of the version, without bf16",
                                 error);
    return gather__need_type(dtype, TYPES_OF_VERSION_1 | GATHER__TYPE(BF16), "data",
                             "a type of the version: no float8, nothing below a byte", error);
}

enum gather_status gather__onnx_need_types(const struct gather__call *call, const struct gather__onnx *onnx,
                                           uint64_t indices, const char *expected, struct gather_error *error)
{
    enum gather_status status = need_data_type(onnx, call->inputs[0].dtype, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (onnx->is_loose)
        return gather__need_type(call->inputs[1].dtype, GATHER__INTEGERS, "indices",
                                 "an integer of 8 to 64 bits", error);
    return gather__need_type(call->inputs[1].dtype, indices, "indices", expected, error);
}
