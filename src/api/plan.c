/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plans, as users call them: an operator's lowering, core's writing and running, and the kernels meet here.
 */
#include "gather/plan.h"

#include <string.h>

#include "api/write_plan.h"
#include "core/arith.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "core/plan_calls.h"
#include "dialects/lower.h"
#include "kernels/table.h"

/* ---- operators ----------------------------------------------------------------------------------- */

static enum gather_status find_operation(const struct gather_op *op,
                                         const struct gather__operation **operation,
                                         struct gather_error *error)
{
    static const struct gather_op empty;
    if (memcmp(op->reserved, empty.reserved, sizeof op->reserved) != 0)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "reserved",
                            "zero in every reserved field of the op");
    for (const struct gather__operation *row = gather__operations; row->lower != NULL; row++)
        if (row->operation == op->operation) {
            *operation = row;
            return GATHER_STATUS_OK;
        }
    return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "op", "an operator of this library");
}

/* ---- judging and lowering ------------------------------------------------------------------------ */

/* An op with its layouts, lowered: what infer and plan have in common. */
struct lowered {
    struct gather__shape shape;
    struct gather__nest nest;
};

/* What an operator may rely on when it looks at sizes. least: GATHER_SIZE_UNKNOWN where that is allowed. */
static enum gather_status check_sizes(const struct gather_layout *layout, int64_t least, const char *operand,
                                      struct gather_error *error)
{
    if (layout->dtype <= GATHER_DTYPE_NONE || layout->dtype >= GATHER_DTYPE_COUNT)
        return gather__fail(error, GATHER_STATUS_DTYPE, operand, "an element type of this library");
    if (layout->rank < 0 || layout->rank > GATHER_MAX_RANK) {
        gather__fail(error, GATHER_STATUS_RANK, operand, NULL);
        return gather__fail_value(error, GATHER_STATUS_RANK, layout->rank, 0, GATHER_MAX_RANK);
    }
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->sizes[d] < least) {
            gather__fail_axis(error, gather__fail(error, GATHER_STATUS_SHAPE, operand, NULL), d);
            return gather__fail_value(error, GATHER_STATUS_SHAPE, layout->sizes[d], 0, INT64_MAX);
        }
    return GATHER_STATUS_OK;
}

/* What errors call an input that no operator has judged yet. */
static const char *input_name(size_t input) { return input == 0 ? "data" : "indices"; }

static enum gather_status lower(const struct gather__call *call, struct lowered *lowered,
                                struct gather_error *error)
{
    const struct gather__operation *operation = NULL;
    int64_t least = call->output == NULL ? GATHER_SIZE_UNKNOWN : 0;
    enum gather_status status = find_operation(call->op, &operation, error);
    for (size_t k = 0; k < call->input_count && k < GATHER__MAX_INPUTS && status == GATHER_STATUS_OK; k++)
        status = check_sizes(&call->inputs[k], least, input_name(k), error);
    if (status == GATHER_STATUS_OK && call->output != NULL)
        status = check_sizes(call->output, least, "output", error);
    if (status != GATHER_STATUS_OK)
        return status;
    lowered->shape.rank = 0;
    gather__nest_begin(&lowered->nest, call);
    status = operation->lower(call, &lowered->shape, &lowered->nest, error);
    if (status == GATHER_STATUS_OK && lowered->shape.rank > GATHER_MAX_RANK) {
        gather__fail(error, GATHER_STATUS_RANK, "output", NULL);
        status = gather__fail_value(error, GATHER_STATUS_RANK, lowered->shape.rank, 0, GATHER_MAX_RANK);
    }
    return status;
}

/* A layout that is not one is the operand's fault: the error names it, not the part of the layout. */
static enum gather_status check_layout(const struct gather_layout *layout, const char *operand,
                                       struct gather_error *error)
{
    enum gather_status status = gather_layout_validate(layout, error);
    if (status != GATHER_STATUS_OK && error != NULL)
        error->operand = operand;
    return status;
}

/* As far as its sizes are known: an unknown one may be any, so 1. */
static enum gather_status check_known(const struct gather_layout *layout, const char *operand,
                                      struct gather_error *error)
{
    struct gather_layout known = *layout;
    for (int32_t d = 0; d < known.rank; d++)
        if (known.sizes[d] == GATHER_SIZE_UNKNOWN)
            known.sizes[d] = known.place[d] = 1;
    return check_layout(&known, operand, error);
}

enum gather_status gather_infer(const struct gather_op *op, const struct gather_layout *inputs,
                                size_t input_count, struct gather_layout *output, struct gather_error *error)
{
    struct gather__call call = {op, inputs, input_count, NULL};
    struct lowered lowered;
    struct gather_layout made = {0};
    enum gather_status status = lower(&call, &lowered, error);
    if (status != GATHER_STATUS_OK)
        return status;
    made.dtype = lowered.shape.dtype;
    made.rank = lowered.shape.rank;
    memcpy(made.sizes, lowered.shape.sizes, (size_t)made.rank * sizeof made.sizes[0]);
    gather__set_row_major(&made);
    status = check_known(&made, "output", error);
    if (status == GATHER_STATUS_OK)
        *output = made;
    return status;
}

/* ---- making -------------------------------------------------------------------------------------- */

/* The output that the caller gives is the one that the operator makes. */
static enum gather_status check_output(const struct gather_layout *output, const struct gather__shape *shape,
                                       struct gather_error *error)
{
    if (output->dtype != shape->dtype)
        return gather__fail(error, GATHER_STATUS_DTYPE, "output", "the type that the operator makes");
    if (output->rank != shape->rank) {
        gather__fail(error, GATHER_STATUS_RANK, "output", NULL);
        return gather__fail_value(error, GATHER_STATUS_RANK, output->rank, shape->rank, shape->rank);
    }
    for (int32_t d = 0; d < output->rank; d++)
        if (output->sizes[d] != shape->sizes[d])
            return gather__fail_size(error, "output", d, output->sizes[d], shape->sizes[d]);
    return GATHER_STATUS_OK;
}

/* Layouts, in the order in which every page judges them: data, indices, output. */
static enum gather_status check_layouts(const struct gather__call *call, const struct gather__nest *nest,
                                        struct gather_error *error)
{
    enum gather_status status = check_layout(&call->inputs[nest->data_input], "data", error);
    if (status == GATHER_STATUS_OK && call->input_count > 1)
        status = check_layout(&call->inputs[nest->indices_input], "indices", error);
    if (status == GATHER_STATUS_OK)
        status = check_layout(call->output, "output", error);
    return status;
}

/* The box that loops run over is the whole output, unless the operator has set it. */
static void set_box(struct lowered *lowered)
{
    if (lowered->nest.has_box)
        return;
    for (int32_t d = 0; d < lowered->shape.rank; d++) {
        lowered->nest.out.begin[d] = 0;
        lowered->nest.out.size[d] = lowered->shape.sizes[d];
    }
}

/* Indices that never change are checked here, and taken in where they can be: then there are none left. */
static enum gather_status fold_constants(struct gather__nest *nest, const struct gather_layout **indices,
                                         const struct gather_options *asked, struct gather_error *error)
{
    if (asked->indices == NULL || *indices == NULL || nest->component_count == 0 || nest->is_zero)
        return GATHER_STATUS_OK;
    enum gather_status status =
        gather__fold_indices(nest, *indices, *asked->indices, gather__kernels_here(), error);
    if (status == GATHER_STATUS_OK && nest->component_count == 0)
        *indices = NULL;
    return status;
}

enum gather_status gather__request_init(struct gather__request *request, const struct gather__call *call,
                                        const struct gather_options *options, struct gather_error *error)
{
    memset(request, 0, sizeof *request);
    request->call = *call;
    if (options == NULL)
        return GATHER_STATUS_OK;
    if (options->size < sizeof options->size)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "options",
                            "the struct's own size in its first field");
    memcpy(&request->options, options,
           options->size < sizeof request->options ? options->size : sizeof request->options);
    return GATHER_STATUS_OK;
}

enum gather_status gather__write_plan(void *memory, size_t size, size_t *needed,
                                      const struct gather__request *request, struct gather_error *error)
{
    const struct gather_layout *inputs = request->call.inputs;
    struct lowered lowered;
    enum gather_status status = lower(&request->call, &lowered, error);
    if (status == GATHER_STATUS_OK)
        status = check_output(request->call.output, &lowered.shape, error);
    if (status == GATHER_STATUS_OK)
        status = check_layouts(&request->call, &lowered.nest, error);
    if (status != GATHER_STATUS_OK)
        return status;
    set_box(&lowered);
    lowered.nest.input_count = (int32_t)request->call.input_count;
    const struct gather_layout *indices =
        request->call.input_count > 1 ? &inputs[lowered.nest.indices_input] : NULL;
    status = fold_constants(&lowered.nest, &indices, &request->options, error);
    if (status != GATHER_STATUS_OK)
        return status;
    return gather__plan_write(memory, size, needed, &lowered.nest, &inputs[lowered.nest.data_input], indices,
                              request->call.output, request->once, error);
}

enum gather_status gather_plan_measure(size_t *bytes, const struct gather_op *op,
                                       const struct gather_layout *inputs, size_t input_count,
                                       const struct gather_layout *output,
                                       const struct gather_options *options, struct gather_error *error)
{
    const struct gather__call call = {op, inputs, input_count, output};
    struct gather__request request;
    enum gather_status status = gather__request_init(&request, &call, options, error);
    return status == GATHER_STATUS_OK ? gather__write_plan(NULL, 0, bytes, &request, error) : status;
}

static enum gather_status too_small(size_t bytes, size_t needed, struct gather_error *error)
{
    gather__fail(error, GATHER_STATUS_NO_MEMORY, "plan", "as many bytes as gather_plan_measure says");
    return gather__fail_value(error, GATHER_STATUS_NO_MEMORY, (int64_t)bytes, (int64_t)needed, INT64_MAX);
}

enum gather_status gather_plan_init(void *memory, size_t bytes, const struct gather_op *op,
                                    const struct gather_layout *inputs, size_t input_count,
                                    const struct gather_layout *output, const struct gather_options *options,
                                    struct gather_error *error)
{
    const struct gather__call call = {op, inputs, input_count, output};
    struct gather__request request;
    size_t needed = 0;
    enum gather_status status = gather__request_init(&request, &call, options, error);
    if (status == GATHER_STATUS_OK)
        status = gather__write_plan(memory, bytes, &needed, &request, error);
    if (status == GATHER_STATUS_OK && needed > bytes)
        return too_small(bytes, needed, error);
    return status;
}

/* ---- looking at ---------------------------------------------------------------------------------- */

void gather_plan_describe(const struct gather_plan *plan, struct gather_plan_description *description)
{
    gather__plan_describe(plan, gather__kernels_here(), description);
}

enum gather_status gather_plan_view(const struct gather_plan *plan, struct gather_layout *view,
                                    struct gather_error *error)
{
    return gather__plan_view(plan, view, error);
}
