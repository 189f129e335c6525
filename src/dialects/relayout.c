/* SPDX-License-Identifier: Apache-2.0 */
/* The gather without indices: every element to the same index of another layout. */
#include <string.h>

#include "core/fail.h"
#include "core/geometry.h"
#include "dialects/lower.h"

struct gather_op gather_relayout(void)
{
    struct gather_op op = {.operation = GATHER_OPERATION_RELAYOUT};
    return op;
}

static enum gather_status check_count(size_t input_count, struct gather_error *error)
{
    if (input_count == 1)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_ARGUMENT, "inputs", NULL);
    return gather__fail_value(error, GATHER_STATUS_ARGUMENT, (int64_t)input_count, 1, 1);
}

enum gather_status gather__relayout_infer(const struct gather_op *op, const struct gather_layout *inputs,
                                          size_t input_count, struct gather_layout *output,
                                          struct gather_error *error)
{
    struct gather_layout made = {0};
    enum gather_status status = check_count(input_count, error);
    (void)op; /* it has no attributes */
    if (status != GATHER_STATUS_OK)
        return status;
    made.dtype = inputs[0].dtype;
    made.rank = inputs[0].rank;
    memcpy(made.sizes, inputs[0].sizes, sizeof made.sizes);
    gather__set_row_major(&made);
    *output = made;
    return GATHER_STATUS_OK;
}

/* The loops run over the data's sizes, from `begin` on in the output. */
static void lower_box(const struct gather_layout *data, const int64_t *begin, struct gather__nest *nest)
{
    memset(nest, 0, sizeof *nest);
    for (int32_t d = 0; d < data->rank; d++) {
        nest->out.begin[d] = begin[d];
        nest->out.size[d] = data->sizes[d];
        nest->data[d].base = -begin[d];
        nest->data[d].step = 1;
        nest->data[d].loop = d;
    }
}

static enum gather_status check_agreement(const struct gather_layout *data,
                                          const struct gather_layout *output, struct gather_error *error)
{
    if (data->dtype != output->dtype)
        return gather__fail(error, GATHER_STATUS_DTYPE, "output", "the type of the data");
    if (data->rank != output->rank)
        return gather__fail(error, GATHER_STATUS_RANK, "output", "the rank of the data");
    return GATHER_STATUS_OK;
}

enum gather_status gather__relayout_lower(const struct gather_op *op, const struct gather_layout *inputs,
                                          size_t input_count, const struct gather_layout *output,
                                          struct gather__nest *nest, struct gather_error *error)
{
    static const int64_t zero[GATHER_MAX_RANK];
    enum gather_status status = check_count(input_count, error);
    (void)op;
    if (status == GATHER_STATUS_OK)
        status = check_agreement(&inputs[0], output, error);
    if (status == GATHER_STATUS_OK && !gather_layout_compatible(&inputs[0], output))
        status = gather__fail(error, GATHER_STATUS_SHAPE, "output", "the sizes of the data");
    if (status == GATHER_STATUS_OK)
        lower_box(&inputs[0], zero, nest);
    return status;
}

/* ---- place --------------------------------------------------------------------------------------- */

struct gather_op gather_place(int32_t rank, const int64_t *begin)
{
    struct gather_op op = {.operation = GATHER_OPERATION_PLACE, .rank = rank};
    for (int32_t d = 0; d < rank && d < GATHER_MAX_RANK; d++)
        op.begin[d] = begin[d];
    return op;
}

enum gather_status gather__place_infer(const struct gather_op *op, const struct gather_layout *inputs,
                                       size_t input_count, struct gather_layout *output,
                                       struct gather_error *error)
{
    (void)op, (void)inputs, (void)input_count, (void)output;
    return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "output",
                        "an output that is given: its sizes are free");
}

enum gather_status gather__place_lower(const struct gather_op *op, const struct gather_layout *inputs,
                                       size_t input_count, const struct gather_layout *output,
                                       struct gather__nest *nest, struct gather_error *error)
{
    enum gather_status status = check_count(input_count, error);
    if (status == GATHER_STATUS_OK)
        status = check_agreement(&inputs[0], output, error);
    if (status == GATHER_STATUS_OK && op->rank != output->rank)
        status = gather__fail(error, GATHER_STATUS_ARGUMENT, "begin", "an entry for each dimension");
    for (int32_t d = 0; d < output->rank && status == GATHER_STATUS_OK; d++) {
        int64_t last = output->sizes[d] - inputs[0].sizes[d];
        if (op->begin[d] >= 0 && op->begin[d] <= last)
            continue;
        status = gather__fail_axis(error, gather__fail(error, GATHER_STATUS_SHAPE, "begin", NULL), d);
        status = gather__fail_value(error, status, op->begin[d], 0, last);
    }
    if (status == GATHER_STATUS_OK)
        lower_box(&inputs[0], op->begin, nest);
    return status;
}
