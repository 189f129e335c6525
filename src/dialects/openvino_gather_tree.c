/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO GatherTree 1: OV-40 to OV-45. */
#include <string.h>

#include "dialects/openvino_judge.h"
#include "dialects/sizes.h"
#include "gather/openvino.h"

struct gather_op gather_openvino_gather_tree(int32_t opset)
{
    struct gather_op op = {.operation = GATHER_OPERATION_OPENVINO_GATHER_TREE, .version = opset};
    return op;
}

enum { STEPS, PARENTS, LENGTHS, END_TOKEN, INPUTS };

static const char *const names[] = {GATHER__TREE_INPUTS};

static enum gather_status need_types(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__openvino_need_number(&call->inputs[STEPS], names[STEPS], error);
    for (int32_t k = PARENTS; k < INPUTS && status == GATHER_STATUS_OK; k++)
        if (call->inputs[k].dtype != call->inputs[STEPS].dtype)
            status = gather__fail_dtype(error, names[k], call->inputs[k].dtype, call->inputs[STEPS].dtype,
                                        "the type of the steps");
    return status;
}

static enum gather_status need_ranks(const struct gather__call *call, struct gather_error *error)
{
    static const int32_t ranks[] = {3, 3, 1, 0};
    for (int32_t k = STEPS; k < INPUTS; k++)
        if (call->inputs[k].rank != ranks[k])
            return gather__fail_out_of(GATHER_STATUS_RANK, call->inputs[k].rank, ranks[k], ranks[k], names[k],
                                       error);
    return GATHER_STATUS_OK;
}

/* A size that an input has in common with those before it; it becomes known if it was not. */
static enum gather_status need_size(const struct gather__call *call, int32_t input, int32_t d,
                                    int64_t *wanted, struct gather_error *error)
{
    const int64_t size = call->inputs[input].sizes[d];
    if (!gather__sizes_agree(size, *wanted))
        return gather__fail_size(error, names[input], d, size, *wanted);
    *wanted = gather__equal_size(*wanted, size);
    return GATHER_STATUS_OK;
}

static enum gather_status need_shapes(const struct gather__call *call, int64_t *sizes,
                                      struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    memcpy(sizes, call->inputs[STEPS].sizes, 3 * sizeof *sizes);
    for (int32_t d = 0; d < 3 && status == GATHER_STATUS_OK; d++)
        status = need_size(call, PARENTS, d, &sizes[d], error);
    if (status == GATHER_STATUS_OK)
        status = need_size(call, LENGTHS, 0, &sizes[1], error);
    return status;
}

/* The walks are no nest: the steps are its data, and no index leads to them. */
GATHER__LOWER(gather__openvino_gather_tree_lower)
{
    int64_t sizes[3];
    enum gather_status status = gather__openvino_need_computing(call, names, INPUTS, INPUTS, error);
    if (status == GATHER_STATUS_OK)
        status = need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_ranks(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_shapes(call, sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    memset(&nest->computing, 0, sizeof nest->computing);
    nest->indices_input = -1;
    shape->dtype = call->inputs[STEPS].dtype;
    gather__shape_add_sizes(shape, sizes, 0, 3);
    return GATHER_STATUS_OK;
}
