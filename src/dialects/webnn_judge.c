/* SPDX-License-Identifier: Apache-2.0 */
/* What WebNN's operators judge alike: webnn_judge.h says in which order. */
#include "dialects/webnn_judge.h"

#include "dialects/directml_judge.h"
#include "dialects/judging.h"
#include "dialects/known_versions.h"

enum gather_status gather__webnn_begin(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__version_check(call->op, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_two(call, "data", "indices", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_dimensions(&call->inputs[0], "data", error);
    if (status == GATHER_STATUS_OK && call->op->operation == GATHER_OPERATION_WEBNN_GATHER_ND)
        status = gather__need_dimensions(&call->inputs[1], "indices", error);
    return status;
}

enum gather_status gather__webnn_need_types(const struct gather__call *call, struct gather_error *error)
{
    const uint64_t indices = GATHER__TYPE(I32) | GATHER__TYPE(U32) | GATHER__TYPE(I64);
    const uint64_t data = indices | GATHER__TYPE(U64) | GATHER__TYPE(I8) | GATHER__TYPE(U8) |
                          GATHER__TYPE(F32) | GATHER__TYPE(F16);
    enum gather_status status = gather__need_options(call->op, true, error);
    if (status == GATHER_STATUS_OK)
        status =
            gather__need_type(call->inputs[0].dtype, data, "data", "f32 f16 i64 u64 i32 u32 i8 u8", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_type(call->inputs[1].dtype, indices, "indices", "i32 u32 i64", error);
    return status;
}

enum gather_status gather__webnn_need_elements(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__directml_need_elements(&call->inputs[0], "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__directml_need_elements(&call->inputs[1], "indices", error);
    return status;
}
