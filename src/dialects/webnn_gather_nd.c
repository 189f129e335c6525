/* SPDX-License-Identifier: Apache-2.0 */
/* WebNN gatherND (WEBNN-10, -11): tuples along the last dimension of the indices; no batch. */
#include "gather/webnn.h"

#include "dialects/directml_judge.h"
#include "dialects/judging.h"
#include "dialects/webnn_judge.h"

struct gather_op gather_webnn_gather_nd(void)
{
    struct gather_op op = {.operation = GATHER_OPERATION_WEBNN_GATHER_ND};
    return op;
}

static enum gather_status judge(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__webnn_begin(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__webnn_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__webnn_need_elements(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_tuple(&call->inputs[1], 1, call->inputs[0].rank, error);
    return status;
}

GATHER__LOWER(gather__webnn_gather_nd_lower)
{
    enum gather_status status = judge(call, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    struct gather__tuples tuples = {.count = (int32_t)indices->sizes[indices->rank - 1]};
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, indices->sizes, 0, indices->rank - 1);
    gather__shape_add_sizes(shape, data->sizes, tuples.count, data->rank);
    for (int32_t k = 0; k < tuples.count; k++)
        gather__directml_add_rule(nest, call, k, data->sizes[k]);
    gather__nest_nd(nest, data, indices, &tuples);
    return GATHER_STATUS_OK;
}
