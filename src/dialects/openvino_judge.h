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

/*
 * The axis and batch_dims of Gather (OV-14 to OV-16). batch: receives how many dimensions.
 * Returns: OK; AXIS, ARGUMENT.
 */
enum gather_status gather__openvino_need_batch(const struct gather__call *call, int32_t opset, int32_t *axis,
                                               int32_t *batch, struct gather_error *error);

/* The sizes that data and indices begin with (OV-17). sizes: receives the output's. Returns: OK; SHAPE. */
enum gather_status gather__openvino_need_batch_sizes(const struct gather__call *call, int32_t batch,
                                                     int64_t *sizes, struct gather_error *error);

/* Shape and nest of Gather (OV-18, OV-19), of what these two have judged. */
void gather__openvino_lower_gather(const struct gather__call *call, int32_t axis, int32_t batch,
                                   const int64_t *sizes, struct gather__shape *shape,
                                   struct gather__nest *nest);

/*
 * What operators that compute of numbers judge first: the version, the inputs, and options, of which none changes what an
 * index outside means. names: of all inputs. Returns: OK; UNSUPPORTED, ARGUMENT.
 */
enum gather_status gather__openvino_need_computing(const struct gather__call *call, const char *const *names,
                                                   size_t least, size_t most, struct gather_error *error);

/* A type of numbers that are computed with: the twelve of OV-40. */
enum gather_status gather__openvino_need_number(const struct gather_layout *layout, const char *operand,
                                                struct gather_error *error);

/* The data's type. */
enum gather_status gather__openvino_need_data(const struct gather__call *call, struct gather_error *error);

/* One of the eight types of indices that Gather and GatherND take. */
enum gather_status gather__openvino_need_indices(const struct gather__call *call, struct gather_error *error);

/* The data's type, and one of the eight types of indices that Gather and GatherND take. */
enum gather_status gather__openvino_need_types(const struct gather__call *call, struct gather_error *error);

#endif
