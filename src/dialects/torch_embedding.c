/* SPDX-License-Identifier: Apache-2.0 */
/* torch.nn.functional.embedding: TORCH-40 to TORCH-43. Its first input is the indices, the second the weight. */
#include "core/fail.h"
#include "dialects/forms.h"
#include "dialects/torch_judge.h"
#include "gather/torch.h"

struct gather_op gather_torch_embedding(void)
{
    struct gather_op op = {.operation = GATHER_OPERATION_TORCH_EMBEDDING};
    return op;
}

/* A row of the weight, if its number is known; 0 even where there is none. */
static enum gather_status need_padding_index(const struct gather_op *op, const struct gather_layout *weight,
                                             struct gather_error *error)
{
    if (!op->has_padding_index || op->padding_index == 0 || weight->rank == 0 ||
        weight->sizes[0] == GATHER_SIZE_UNKNOWN)
        return GATHER_STATUS_OK;
    return gather__need_range(op->padding_index, -weight->sizes[0], weight->sizes[0] - 1, "padding_idx",
                              error);
}

static enum gather_status judge(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_layout *indices = &call->inputs[0], *weight = &call->inputs[1];
    enum gather_status status = gather__need_call(call, "indices", "data", false, error);
    if (status == GATHER_STATUS_OK)
        status = need_padding_index(call->op, weight, error);
    if (status == GATHER_STATUS_OK && call->op->has_max_norm)
        status = gather__fail(error, GATHER_STATUS_UNSUPPORTED, "max_norm", "none: it rewrites the weight");
    if (status == GATHER_STATUS_OK)
        status = gather__torch_need_data(weight, error);
    if (status == GATHER_STATUS_OK)
        status = gather__torch_need_indices(indices, error);
    if (status == GATHER_STATUS_OK && weight->rank != 2)
        status = gather__fail_rank(error, "data", weight->rank, 2, "rows of numbers");
    return status;
}

GATHER__LOWER(gather__torch_embedding_lower)
{
    static const struct gather__indexing indexing = {0, false, GATHER_POLICY_ERROR};
    enum gather_status status = judge(call, error);
    if (status != GATHER_STATUS_OK)
        return status;
    nest->indices_input = 0;
    nest->data_input = 1;
    gather__lower_slices(call->op, &call->inputs[1], &call->inputs[0], &indexing, shape, nest);
    return GATHER_STATUS_OK;
}
