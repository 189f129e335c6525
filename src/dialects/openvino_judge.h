/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators of OpenVINO judge alike: versions, options, types (OV-1 to OV-5). */
#ifndef GATHER_DIALECTS_OPENVINO_JUDGE_H
#define GATHER_DIALECTS_OPENVINO_JUDGE_H

#include "dialects/judging.h"

/*
 * opset: receives the op's, a great number for the newest.
 * Returns: OK; UNSUPPORTED for a version, ARGUMENT for inputs or options.
 */
static inline enum gather_status gather__openvino_begin(const struct gather__call *call, int32_t *opset,
                                                        struct gather_error *error)
{
    *opset = call->op->version == 0 ? INT32_MAX : call->op->version;
    return gather__need_call(call, "data", "indices", false, error);
}

/* The data's type. */
enum gather_status gather__openvino_need_data(const struct gather__call *call, struct gather_error *error);

/* The data's type, and one of the eight types of indices that Gather and GatherND take. */
enum gather_status gather__openvino_need_types(const struct gather__call *call, struct gather_error *error);

#endif
