/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DirectML GATHER_ND and GATHER_ND1 (DML-60 to -71). Of D dimensions the last r of the input and the last q of
 * the indices count; the first b of those are the batch; tuples of t lie along the last one of the indices:
 *
 *     In    1 .. 1 | b | t | tail           Idx    1 .. 1 | b | others | t
 *     Out   1 .. 1 | b | others | tail      of which R = q - 1 + tail count
 */
#include "gather/directml_op.h"

#include "core/fail.h"
#include "dialects/directml_judge.h"
#include "dialects/sizes.h"

struct gather_op gather_directml_gather_nd(int32_t level, int64_t input_dimension_count,
                                           int64_t indices_dimension_count)
{
    struct gather_op op =
        gather_directml_gather_nd1(level, input_dimension_count, indices_dimension_count, 0);
    op.operation = GATHER_OPERATION_DIRECTML_GATHER_ND;
    return op;
}

struct gather_op gather_directml_gather_nd1(int32_t level, int64_t input_dimension_count,
                                            int64_t indices_dimension_count, int64_t batch_dimension_count)
{
    struct gather_op op = {.operation = GATHER_OPERATION_DIRECTML_GATHER_ND1,
                           .version = level,
                           .data_count = input_dimension_count,
                           .indices_count = indices_dimension_count,
                           .batch_dims = batch_dimension_count};
    return op;
}

/* DML-60 to -62; GATHER_ND has no batch (DML-70). */
static enum gather_status need_attributes(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_op *op = call->op;
    int64_t least = op->data_count < op->indices_count ? op->data_count : op->indices_count;
    enum gather_status status =
        gather__need_range(op->data_count, 1, call->inputs[0].rank, "InputDimensionCount", error);
    if (status == GATHER_STATUS_OK)
        status =
            gather__need_range(op->indices_count, 1, call->inputs[1].rank, "IndicesDimensionCount", error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_range(op->batch_dims, 0,
                                    op->operation == GATHER_OPERATION_DIRECTML_GATHER_ND ? 0 : least - 1,
                                    "BatchDimensionCount", error);
    return status;
}

/* DML-63 to -65. */
static enum gather_status need_shapes(const struct gather__call *call, const struct gather__tuples *tuples,
                                      struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int64_t length = indices->sizes[indices->rank - 1], most = call->op->data_count - tuples->batch;
    enum gather_status status = gather__directml_need_ones(data, tuples->data_first, "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__directml_need_ones(indices, tuples->indices_first, "indices", error);
    if (status == GATHER_STATUS_OK && length > most) {
        gather__fail(error, GATHER_STATUS_SHAPE, "indices", "tuples no longer than the input's dimensions");
        status = gather__fail_value(error, GATHER_STATUS_SHAPE, length, 1, most);
    }
    for (int32_t k = 0; k < tuples->batch && status == GATHER_STATUS_OK; k++) {
        int32_t d = tuples->indices_first + k;
        int64_t wanted = data->sizes[tuples->data_first + k];
        if (!gather__sizes_agree(indices->sizes[d], wanted))
            status = gather__fail_size(error, "indices", d, indices->sizes[d], wanted);
    }
    return status;
}

/* Where tuples may have any length, so may the rest have any place: nothing of the output is known. */
static void add_unknown_sizes(struct gather__shape *shape, int32_t rank)
{
    for (int32_t d = 0; d < rank; d++)
        gather__shape_add(shape, GATHER_SIZE_UNKNOWN);
}

/* DML-66, -67. */
static enum gather_status make_shape(const struct gather__call *call, const struct gather__tuples *tuples,
                                     struct gather__shape *shape, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int32_t rank = data->rank;
    if (tuples->output_first < 0)
        return gather__fail(error, GATHER_STATUS_RANK, "output",
                            "no more dimensions of indices and tail than the tensors have");
    for (int32_t d = 0; d < tuples->output_first; d++)
        gather__shape_add(shape, 1);
    for (int32_t k = 0; k < tuples->batch; k++)
        gather__shape_add(shape, gather__equal_size(indices->sizes[tuples->indices_first + k],
                                                    data->sizes[tuples->data_first + k]));
    gather__shape_add_sizes(shape, indices->sizes, tuples->indices_first + tuples->batch, rank - 1);
    gather__shape_add_sizes(shape, data->sizes, tuples->data_first + tuples->batch + tuples->count, rank);
    return GATHER_STATUS_OK;
}

static void lower(const struct gather__call *call, const struct gather__tuples *tuples,
                  struct gather__nest *nest)
{
    const struct gather_layout *data = &call->inputs[0];
    int32_t first = tuples->data_first + tuples->batch;
    for (int32_t k = 0; k < tuples->count; k++)
        gather__directml_add_rule(nest, call, first + k, data->sizes[first + k]);
    gather__nest_nd(nest, data, &call->inputs[1], tuples);
}

static struct gather__tuples tuples_of(const struct gather__call *call)
{
    int32_t rank = call->inputs[0].rank;
    int32_t r = (int32_t)call->op->data_count, q = (int32_t)call->op->indices_count;
    struct gather__tuples tuples = {
        .data_first = rank - r, .indices_first = rank - q, .batch = (int32_t)call->op->batch_dims};
    return tuples;
}

static enum gather_status judge_shapes(const struct gather__call *call, struct gather__shape *shape,
                                       struct gather__tuples *tuples, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int64_t length = indices->sizes[indices->rank - 1];
    *tuples = tuples_of(call);
    enum gather_status status = need_shapes(call, tuples, error);
    if (status != GATHER_STATUS_OK)
        return status;
    shape->dtype = data->dtype;
    if (length == GATHER_SIZE_UNKNOWN) {
        add_unknown_sizes(shape, data->rank);
        return GATHER_STATUS_OK;
    }
    int32_t tail = (int32_t)(call->op->data_count - tuples->batch - length);
    tuples->count = (int32_t)length;
    tuples->output_first = data->rank - ((int32_t)call->op->indices_count - 1 + tail);
    return make_shape(call, tuples, shape, error);
}

GATHER__LOWER(gather__directml_gather_nd_lower)
{
    struct gather__tuples tuples = {0};
    enum gather_status status = gather__directml_begin(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_attributes(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__directml_need_tensors(call, error);
    if (status == GATHER_STATUS_OK)
        status = judge_shapes(call, shape, &tuples, error);
    if (status == GATHER_STATUS_OK)
        status = gather__directml_end(call, shape, error);
    if (status == GATHER_STATUS_OK)
        lower(call, &tuples, nest);
    return status;
}
