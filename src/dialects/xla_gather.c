/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XLA gather (XLA-G-1 to -16, -19, -21 to -41): a window of the data for each index vector.
 *
 *     data dimension        moved by start_index_map      follows
 *     window                may be                        the result's offset_dims, in order
 *     collapsed             may be                        nothing: a window of one
 *     batching              never                         the result's dimension of its dimension of the indices
 *
 * All other dimensions of the result are those of the indices, in order, without the vector's.
 */
#include "gather/xla.h"

#include "core/fail.h"
#include "dialects/sizes.h"
#include "dialects/xla_judge.h"

struct gather_op gather_xla_gather(const struct gather_xla_dimension_numbers *numbers, int32_t count,
                                   const int64_t *slice_sizes)
{
    struct gather_op op = {.operation = GATHER_OPERATION_XLA_GATHER,
                           .index_vector_dim = numbers->index_vector_dim,
                           .offset_dims = numbers->offset_dims,
                           .collapsed_slice_dims = numbers->collapsed_slice_dims,
                           .start_index_map = numbers->start_index_map,
                           .operand_batching_dims = numbers->operand_batching_dims,
                           .start_indices_batching_dims = numbers->start_indices_batching_dims,
                           .slice_sizes = gather__xla_slices(count, slice_sizes)};
    return op;
}

/* ---- lists --------------------------------------------------------------------------------------- */

static bool holds(const struct gather_numbers *numbers, int64_t number)
{
    const struct gather__xla_list list = gather__xla_list_of(numbers);
    return gather__xla_holds(&list, number);
}

static enum gather_status need_dimensions(const struct gather_numbers *numbers, int32_t rank,
                                          const char *name, struct gather_error *error)
{
    const struct gather__xla_list list = gather__xla_list_of(numbers);
    enum gather_status status = GATHER_STATUS_OK;
    for (int64_t k = 0; k < list.kept && status == GATHER_STATUS_OK; k++) {
        status = gather__need_plain_axis(list.at[k], rank, name, error);
        if (status != GATHER_STATUS_OK)
            gather__fail_position(error, status, 1, &k);
    }
    return status;
}

/* ---- step 1: attributes alone -------------------------------------------------------------------- */

static enum gather_status need_attributes(const struct gather_op *op, struct gather_error *error)
{
    const struct gather__xla_lists lists = {gather__xla_list_of(&op->offset_dims),
                                            gather__xla_list_of(&op->collapsed_slice_dims),
                                            gather__xla_list_of(&op->start_index_map),
                                            gather__xla_list_of(&op->operand_batching_dims),
                                            gather__xla_list_of(&op->start_indices_batching_dims),
                                            gather__xla_list_of(&op->slice_sizes),
                                            op->index_vector_dim};
    return gather__xla_need_lists(&lists, error);
}

/* ---- step 3: ranks and ranges -------------------------------------------------------------------- */

/* C1. A count may be any number, and so their sum too large. */
static enum gather_status need_rank(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_op *op = call->op;
    const int64_t rank = call->inputs[0].rank;
    int64_t sum;
    const bool is_sum = gather__add(op->offset_dims.count, op->collapsed_slice_dims.count, &sum) &&
                        gather__add(sum, op->operand_batching_dims.count, &sum);
    if (is_sum && sum == rank)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_RANK, "data",
                 "as many as offset_dims, collapsed_slice_dims and operand_batching_dims");
    return is_sum ? gather__fail_value(error, GATHER_STATUS_RANK, rank, sum, sum)
                  : gather__fail_given(error, GATHER_STATUS_RANK, rank);
}

/* Whether the vectors lie along a dimension of the indices, and are not single ones. */
static bool has_vectors(const struct gather__call *call)
{
    return call->op->index_vector_dim < call->inputs[1].rank;
}

static enum gather_status need_ranges(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_op *op = call->op;
    int32_t rank = call->inputs[0].rank, indices = call->inputs[1].rank;
    enum gather_status status = gather__xla_need_slice_count(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_rank(call, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_plain_axis(op->index_vector_dim, indices + 1, "index_vector_dim", error);
    if (status == GATHER_STATUS_OK)
        status = need_dimensions(&op->offset_dims,
                                 indices - (int32_t)has_vectors(call) + (int32_t)op->offset_dims.count,
                                 "offset_dims", error);
    if (status == GATHER_STATUS_OK)
        status = need_dimensions(&op->collapsed_slice_dims, rank, "collapsed_slice_dims", error);
    if (status == GATHER_STATUS_OK)
        status = need_dimensions(&op->operand_batching_dims, rank, "operand_batching_dims", error);
    if (status == GATHER_STATUS_OK)
        status =
            need_dimensions(&op->start_indices_batching_dims, indices, "start_indices_batching_dims", error);
    if (status == GATHER_STATUS_OK)
        status = need_dimensions(&op->start_index_map, rank, "start_index_map", error);
    if (status == GATHER_STATUS_OK && op->start_index_map.count > rank) {
        gather__fail(error, GATHER_STATUS_AXIS, "start_index_map", "dimensions of the data, each once");
        status = gather__fail_length(error, GATHER_STATUS_AXIS, op->start_index_map.count, 0, rank);
    }
    return status;
}

/* ---- step 4: sizes ------------------------------------------------------------------------------- */

/* C9, C12: windows of at most 1 in the dimensions of a list. */
static enum gather_status need_single(const struct gather_op *op, const struct gather_numbers *numbers,
                                      struct gather_error *error)
{
    const struct gather__xla_list list = gather__xla_list_of(numbers);
    for (int32_t k = 0; k < list.kept; k++) {
        int32_t d = (int32_t)list.at[k];
        if (op->slice_sizes.at[d] > 1)
            return gather__xla_fail_slice(error, d, op->slice_sizes.at[d], 1);
    }
    return GATHER_STATUS_OK;
}

static enum gather_status need_sizes(const struct gather__call *call, struct gather_error *error)
{
    const struct gather_op *op = call->op;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int32_t vector = (int32_t)op->index_vector_dim;
    int64_t length = has_vectors(call) ? indices->sizes[vector] : 1;
    if (!gather__sizes_agree(length, op->start_index_map.count))
        return gather__fail_size(error, "indices", vector, length, op->start_index_map.count);
    enum gather_status status = need_single(op, &op->collapsed_slice_dims, error);
    if (status == GATHER_STATUS_OK)
        status = need_single(op, &op->operand_batching_dims, error);
    for (int32_t k = 0; k < op->operand_batching_dims.count && status == GATHER_STATUS_OK;
         k++) { /* below the rank */
        int32_t t = (int32_t)op->start_indices_batching_dims.at[k];
        int64_t wanted = data->sizes[op->operand_batching_dims.at[k]];
        if (!gather__sizes_agree(indices->sizes[t], wanted))
            status = gather__fail_size(error, "indices", t, indices->sizes[t], wanted);
    }
    return status == GATHER_STATUS_OK ? gather__xla_need_windows(call, error) : status;
}

/* ---- the result ---------------------------------------------------------------------------------- */

/* The data's dimension that goes with one of the indices; -1 if none does. */
static int32_t batching_of(const struct gather_op *op, int32_t t)
{
    const struct gather__xla_list list = gather__xla_list_of(&op->start_indices_batching_dims);
    int32_t k = gather__xla_find(&list, list.kept, t);
    return k < 0 ? -1 : (int32_t)op->operand_batching_dims.at[k];
}

static bool is_window(const struct gather_op *op, int32_t d)
{
    return !holds(&op->collapsed_slice_dims, d) && !holds(&op->operand_batching_dims, d);
}

/* One dimension of the result after the other: it goes with a window's, or with one of the indices. */
static void add_dimensions(const struct gather__call *call, struct gather__shape *shape,
                           struct gather__nest *nest)
{
    const struct gather_op *op = call->op;
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    int32_t rank = indices->rank - (int32_t)has_vectors(call) + (int32_t)op->offset_dims.count;
    for (int32_t o = 0, d = 0, t = 0; o < rank; o++) {
        if (holds(&op->offset_dims, o)) {
            while (!is_window(op, d))
                d++;
            gather__follow(&nest->data[d], o);
            gather__shape_add(shape, op->slice_sizes.at[d++]);
            continue;
        }
        if (t == op->index_vector_dim)
            t++;
        int32_t batching = batching_of(op, t);
        gather__follow(&nest->indices[t], o);
        if (batching >= 0)
            gather__follow(&nest->data[batching], o);
        gather__shape_add(shape, batching < 0 ? indices->sizes[t]
                                              : gather__equal_size(indices->sizes[t], data->sizes[batching]));
        t++;
    }
    shape->dtype = data->dtype;
}

/* XLA-G-14: a window of 0 that the result does not show. */
static bool is_zero(const struct gather_op *op)
{
    for (int32_t d = 0; d < op->slice_sizes.count; d++)
        if (op->slice_sizes.at[d] == 0 && !is_window(op, d))
            return true;
    return false;
}

static void add_components(const struct gather__call *call, struct gather__nest *nest)
{
    const struct gather_op *op = call->op;
    for (int32_t k = 0; k < op->start_index_map.count; k++) { /* at most the rank, by then */
        int32_t d = (int32_t)op->start_index_map.at[k];
        gather__take(&nest->data[d], k);
        gather__add_rule(nest, op, d, call->inputs[0].sizes[d], op->slice_sizes.at[d], false,
                         GATHER_POLICY_CLAMP);
    }
    nest->tuple_dimension = has_vectors(call) ? (int32_t)op->index_vector_dim : -1;
    nest->is_zero = is_zero(op);
}

GATHER__LOWER(gather__xla_gather_lower)
{
    enum gather_status status = gather__need_call(call, "data", "indices", false, error);
    if (status == GATHER_STATUS_OK)
        status = need_attributes(call->op, error);
    if (status == GATHER_STATUS_OK)
        status = gather__xla_need_types(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_ranges(call, error);
    if (status == GATHER_STATUS_OK)
        status = need_sizes(call, error);
    if (status != GATHER_STATUS_OK)
        return status;
    add_dimensions(call, shape, nest);
    add_components(call, nest);
    return gather__xla_need_output(call, shape, error);
}
