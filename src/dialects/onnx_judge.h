/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators of ONNX judge alike: versions, options, types (ONNX-1 to ONNX-10). */
#ifndef GATHER_DIALECTS_ONNX_JUDGE_H
#define GATHER_DIALECTS_ONNX_JUDGE_H

#include "dialects/judging.h"

/* What a call is judged by. */
struct gather__onnx {
    int32_t opset; /* the newest where the op says 0 */
    bool is_loose;
};

/* Returns: OK; UNSUPPORTED for a version, ARGUMENT for inputs or options. */
static inline enum gather_status gather__onnx_begin(const struct gather__call *call,
                                                    struct gather__onnx *onnx, struct gather_error *error)
{
    onnx->opset = call->op->version == 0 ? INT32_MAX : call->op->version;
    onnx->is_loose = call->op->strictness == GATHER_LOOSE;
    return gather__need_call(call, "data", "indices", true, error);
}

/* indices: the types that the operator takes strictly; expected: these in words. */
enum gather_status gather__onnx_need_types(const struct gather__call *call, const struct gather__onnx *onnx,
                                           uint64_t indices, const char *expected,
                                           struct gather_error *error);

#endif
