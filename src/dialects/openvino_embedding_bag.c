/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO's embedding bags, EmbeddingBagOffsets and EmbeddingBagPacked: OV-EMB-1 to OV-EMB-14. */
#include <string.h>

#include "dialects/openvino_judge.h"
#include "dialects/sizes.h"
#include "gather/openvino.h"

struct gather_op gather_openvino_embedding_bag_offsets(int32_t opset, int32_t reduction)
{
    struct gather_op op = {.operation = GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_OFFSETS,
                           .version = opset,
                           .reduction = reduction};
    return op;
}

struct gather_op gather_openvino_embedding_bag_offsets_sum(int32_t opset)
{
    struct gather_op op = {.operation = GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_OFFSETS_SUM,
                           .version = opset};
    return op;
}

struct gather_op gather_openvino_embedding_bag_packed(int32_t opset, int32_t reduction)
{
    struct gather_op op = {.operation = GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_PACKED,
                           .version = opset,
                           .reduction = reduction};
    return op;
}

struct gather_op gather_openvino_embedding_bag_packed_sum(int32_t opset)
{
    struct gather_op op = {.operation = GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_PACKED_SUM, .version = opset};
    return op;
}

enum { TABLE, INDICES, OFFSETS, DEFAULT_INDEX, MOST_INPUTS = 5 };

/* What the two forms differ in. */
struct form {
    const char *names[MOST_INPUTS];
    size_t least, most; /* inputs */
    size_t weights;     /* their number among them */
    int32_t indices_rank;
    int32_t sums; /* the operation that has no reduction */
    bool has_offsets;
};

static const struct form offsets_form = {
    {GATHER__OFFSETS_INPUTS}, 3, 5, 4, 1, GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_OFFSETS_SUM, true};
static const struct form packed_form = {{GATHER__PACKED_INPUTS, NULL, NULL},
                                        2,
                                        3,
                                        2,
                                        2,
                                        GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_PACKED_SUM,
                                        false};

static bool has_weights(const struct gather__call *call, const struct form *form)
{
    return call->input_count > form->weights;
}

static enum gather_status need_reduction(const struct gather__call *call, const struct form *form,
                                         struct gather_error *error)
{
    const int32_t reduction = call->op->reduction;
    if (call->op->operation == form->sums && reduction != GATHER_REDUCTION_SUM)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "reduction", "no such attribute before opset 15");
    enum gather_status status =
        gather__need_range(reduction, GATHER_REDUCTION_SUM, GATHER_REDUCTION_MEAN, "reduction", error);
    if (status == GATHER_STATUS_OK && reduction == GATHER_REDUCTION_MEAN && has_weights(call, form))
        status = gather__fail(error, GATHER_STATUS_ARGUMENT, "reduction", "a sum, where rows have weights");
    return status;
}

/* Whether an input counts rows or indices, as the indices do. */
static bool counts(const struct form *form, size_t input)
{
    return form->has_offsets && input != form->weights;
}

static enum gather_status need_types(const struct gather__call *call, const struct form *form,
                                     struct gather_error *error)
{
    const struct gather_layout *inputs = call->inputs;
    enum gather_status status = gather__openvino_need_number(&inputs[TABLE], form->names[TABLE], error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_type(inputs[INDICES].dtype, GATHER__TYPE(I32) | GATHER__TYPE(I64), "indices",
                                   "i32 or i64", error);
    for (size_t k = OFFSETS; k < call->input_count && status == GATHER_STATUS_OK; k++) {
        const size_t like = counts(form, k) ? INDICES : TABLE;
        if (inputs[k].dtype != inputs[like].dtype)
            status =
                gather__fail_dtype(error, form->names[k], inputs[k].dtype, inputs[like].dtype,
                                   like == INDICES ? "the type of the indices" : "the type of the table");
    }
    return status;
}

static enum gather_status need_rank(const struct gather_layout *layout, int32_t rank, const char *name,
                                    struct gather_error *error)
{
    if (layout->rank == rank)
        return GATHER_STATUS_OK;
    return gather__fail_out_of(GATHER_STATUS_RANK, layout->rank, rank, rank, name, error);
}

static enum gather_status need_ranks(const struct gather__call *call, const struct form *form,
                                     struct gather_error *error)
{
    const struct gather_layout *inputs = call->inputs;
    enum gather_status status = gather__need_dimensions(&inputs[TABLE], form->names[TABLE], error);
    for (size_t k = INDICES; k < call->input_count && status == GATHER_STATUS_OK; k++) {
        int32_t rank = form->indices_rank;
        if (k != INDICES && counts(form, k))
            rank = k == OFFSETS ? 1 : 0;
        status = need_rank(&inputs[k], rank, form->names[k], error);
    }
    return status;
}

static enum gather_status need_shapes(const struct gather__call *call, const struct form *form,
                                      struct gather_error *error)
{
    const struct gather_layout *indices = &call->inputs[INDICES], *weights = &call->inputs[form->weights];
    for (int32_t d = 0; d < indices->rank && has_weights(call, form); d++)
        if (!gather__sizes_agree(weights->sizes[d], indices->sizes[d]))
            return gather__fail_size(error, form->names[form->weights], d, weights->sizes[d],
                                     indices->sizes[d]);
    return GATHER_STATUS_OK;
}

static enum gather_status judge(const struct gather__call *call, const struct form *form,
                                struct gather_error *error)
{
    enum gather_status status =
        gather__openvino_need_computing(call, form->names, form->least, form->most, error);
    if (status == GATHER_STATUS_OK)
        status = need_reduction(call, form, error);
    if (status == GATHER_STATUS_OK)
        status = need_types(call, form, error);
    if (status == GATHER_STATUS_OK)
        status = need_ranks(call, form, error);
    if (status == GATHER_STATUS_OK)
        status = need_shapes(call, form, error);
    return status;
}

/* Each row of the table that a bag's index names; the last dimension of the indices runs over the bag. */
static enum gather_status lower(const struct gather__call *call, const struct form *form,
                                struct gather__shape *shape, struct gather__nest *nest,
                                struct gather_error *error)
{
    const struct gather_layout *table = &call->inputs[TABLE], *indices = &call->inputs[INDICES];
    enum gather_status status = judge(call, form, error);
    if (status != GATHER_STATUS_OK)
        return status;
    shape->dtype = table->dtype;
    gather__shape_add(shape, form->has_offsets ? call->inputs[OFFSETS].sizes[0] : indices->sizes[0]);
    gather__shape_add_sizes(shape, table->sizes, 1, table->rank);
    gather__take(&nest->data[0],
                 gather__add_rule(nest, call->op, 0, table->sizes[0], 1, false, GATHER_POLICY_ERROR));
    for (int32_t d = 1; d < table->rank; d++)
        gather__follow(&nest->data[d], d);
    if (!form->has_offsets)
        gather__follow(&nest->indices[0], 0);
    memset(&nest->computing, 0, sizeof nest->computing);
    nest->computing.has_offsets = form->has_offsets;
    nest->computing.is_mean = call->op->reduction == GATHER_REDUCTION_MEAN;
    return GATHER_STATUS_OK;
}

GATHER__LOWER(gather__openvino_embedding_bag_offsets_lower)
{
    return lower(call, &offsets_form, shape, nest, error);
}

GATHER__LOWER(gather__openvino_embedding_bag_packed_lower)
{
    return lower(call, &packed_form, shape, nest, error);
}
