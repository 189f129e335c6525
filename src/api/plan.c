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
#include "core/sized.h"
#include "dialects/lower.h"
#include "kernels/table.h"
#include "kernels/tuning.h"

/* ---- operators ----------------------------------------------------------------------------------- */

static enum gather_status find_operation(const struct gather_op *op,
                                         const struct gather__operation **operation,
                                         struct gather_error *error)
{
    static const struct gather_op empty;
    if (memcmp(op->reserved, empty.reserved, sizeof op->reserved) != 0)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "reserved",
                            "zero in every reserved field of the op");
    bool is_one = op->operation >= 0 && op->operation < GATHER__OPERATIONS;
    *operation = &gather__operations[is_one ? op->operation : GATHER_OPERATION_NONE];
    if ((*operation)->lower != NULL)
        return GATHER_STATUS_OK;
    return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "op", "an operator of this library");
}

/* ---- judging and lowering ------------------------------------------------------------------------ */

/* What an operator may rely on when it looks at sizes. least: GATHER_SIZE_UNKNOWN where that is allowed. */
static enum gather_status check_sizes(const struct gather_layout *layout, int64_t least, const char *operand,
                                      struct gather_error *error)
{
    if (layout->dtype <= GATHER_DTYPE_NONE || layout->dtype >= GATHER_DTYPE_COUNT)
        return gather__fail_dtype(error, operand, layout->dtype, GATHER_DTYPE_NONE,
                                  "an element type of this library");
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
static const char *input_name(const struct gather__computation *computation, size_t input)
{
    if (computation != NULL)
        return computation->inputs[input] != NULL ? computation->inputs[input] : "inputs";
    return input == 0 ? "data" : "indices";
}

/* A layout, of which an operator may rely on what `check_sizes` says. What is plain needs no further look. */
static enum gather_status begin_operand(const struct gather_layout *layout, int64_t least, const char *name,
                                        struct gather__operand *operand, struct gather_error *error)
{
    operand->layout = layout;
    operand->is_plain = gather__measure_plain(layout, &operand->extent);
    return operand->is_plain ? GATHER_STATUS_OK : check_sizes(layout, least, name, error);
}

/* A call with its operands, in the order in which they are given. */
struct joined {
    const struct gather__call *call;
    const struct gather__computation *computation; /* NULL: elements are moved */
    struct gather__operand inputs[GATHER_MAX_INPUTS];
    struct gather__operand out; /* not looked at where only a shape is asked for */
};

static enum gather_status begin_operands(struct joined *joined, struct gather_error *error)
{
    const struct gather__call *call = joined->call;
    int64_t least = call->output == NULL ? GATHER_SIZE_UNKNOWN : 0;
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < call->input_count && k < GATHER_MAX_INPUTS && status == GATHER_STATUS_OK; k++)
        status = begin_operand(&call->inputs[k], least, input_name(joined->computation, k),
                               &joined->inputs[k], error);
    if (status == GATHER_STATUS_OK && call->output != NULL)
        status = begin_operand(call->output, least, "output", &joined->out, error);
    return status;
}

/* What infer and plan have in common. */
static enum gather_status lower(struct joined *joined, struct gather__shape *shape, struct gather__nest *nest,
                                struct gather_error *error)
{
    const struct gather__operation *operation = NULL;
    enum gather_status status = find_operation(joined->call->op, &operation, error);
    if (status != GATHER_STATUS_OK)
        return status;
    joined->computation = operation->computation;
    status = begin_operands(joined, error);
    if (status != GATHER_STATUS_OK)
        return status;
    shape->rank = 0;
    gather__nest_begin(nest, joined->call);
    status = operation->lower(joined->call, shape, nest, error);
    if (status == GATHER_STATUS_OK && shape->rank > GATHER_MAX_RANK) {
        gather__fail(error, GATHER_STATUS_RANK, "output", NULL);
        status = gather__fail_value(error, GATHER_STATUS_RANK, shape->rank, 0, GATHER_MAX_RANK);
    }
    return status;
}

enum gather_status gather__check_layout(struct gather__operand *operand, const char *name,
                                        struct gather_error *error)
{
    if (operand->is_plain)
        return GATHER_STATUS_OK;
    enum gather_status status = gather__layout_measure(operand->layout, &operand->extent, error);
    if (status != GATHER_STATUS_OK && error != NULL)
        error->operand = name;
    return status;
}

/* The dense layout of a shape, in which an unknown size is 1, for it may be any. */
static void lay_out(const struct gather__shape *shape, struct gather_layout *layout)
{
    memset(layout, 0, sizeof *layout);
    layout->dtype = shape->dtype;
    layout->rank = shape->rank;
    for (int32_t d = 0; d < shape->rank; d++)
        layout->sizes[d] = shape->sizes[d] == GATHER_SIZE_UNKNOWN ? 1 : shape->sizes[d];
    gather__set_row_major(layout);
}

/* Whether the elements of a shape are so few that nothing can be wrong with its layout. */
static bool is_small(const struct gather__shape *shape)
{
    int64_t elements = 1;
    for (int32_t d = 0; d < shape->rank; d++) {
        int64_t size = shape->sizes[d] == GATHER_SIZE_UNKNOWN ? 1 : shape->sizes[d];
        if (size < 0 || !gather__multiply(elements, size, &elements))
            return false;
    }
    return elements <= INT32_MAX;
}

static enum gather_status check_shape(const struct gather__shape *shape, struct gather_error *error)
{
    struct gather_layout made;
    struct gather__operand operand = {.layout = &made};
    lay_out(shape, &made);
    return gather__check_layout(&operand, "output", error);
}

enum gather_status gather_infer(const struct gather_op *op, const struct gather_layout *inputs,
                                size_t input_count, struct gather_layout *output, struct gather_error *error)
{
    struct gather__call call = {op, inputs, input_count, NULL};
    struct joined joined;
    struct gather__shape shape;
    struct gather__nest nest;
    joined.call = &call;
    enum gather_status status = lower(&joined, &shape, &nest, error);
    if (status == GATHER_STATUS_OK && !is_small(&shape))
        status = check_shape(&shape, error);
    if (status != GATHER_STATUS_OK)
        return status;
    lay_out(&shape, output);
    for (int32_t d = 0; d < shape.rank; d++)
        output->sizes[d] = output->place[d] = shape.sizes[d];
    return GATHER_STATUS_OK;
}

/* ---- making -------------------------------------------------------------------------------------- */

enum gather_status gather__check_output(const struct gather_layout *output, const struct gather__shape *shape,
                                        struct gather_error *error)
{
    if (output->dtype != shape->dtype)
        return gather__fail_dtype(error, "output", output->dtype, shape->dtype,
                                  "the type that the operator makes: elements are moved, not converted");
    if (output->rank != shape->rank)
        return gather__fail_rank(error, "output", output->rank, shape->rank, NULL);
    for (int32_t d = 0; d < output->rank; d++)
        if (output->sizes[d] != shape->sizes[d])
            return gather__fail_size(error, "output", d, output->sizes[d], shape->sizes[d]);
    return GATHER_STATUS_OK;
}

/* Layouts, in the order in which every page judges them: data, indices, output. */
static enum gather_status check_layouts(struct gather__work *work, struct gather_error *error)
{
    const struct gather__computation *computation = gather__operations[work->operation].computation;
    const int32_t first = work->nest.input_count - work->more_count;
    enum gather_status status = gather__check_layout(&work->data, input_name(computation, 0), error);
    if (status == GATHER_STATUS_OK && work->indices.layout != NULL)
        status = gather__check_layout(&work->indices, "indices", error);
    for (int32_t k = 0; k < work->more_count && status == GATHER_STATUS_OK; k++)
        status =
            gather__check_layout(&work->more[k], input_name(computation, (size_t)first + (size_t)k), error);
    if (status == GATHER_STATUS_OK)
        status = gather__check_layout(&work->out, "output", error);
    return status;
}

/* An operator that computes has data first, then indices if there are any, then all others. */
static void take_more(const struct joined *joined, struct gather__work *work)
{
    const int32_t first = work->nest.indices_input >= 0 ? 2 : 1;
    work->operation = joined->call->op->operation;
    work->more_count = work->nest.input_count - first;
    for (int32_t k = 0; k < work->more_count; k++)
        work->more[k] = joined->inputs[first + k];
}

enum gather_status gather__lower_call(const struct gather__call *call, struct gather__work *work,
                                      struct gather_error *error)
{
    struct joined joined;
    struct gather__shape shape;
    joined.call = call;
    enum gather_status status = lower(&joined, &shape, &work->nest, error);
    if (status == GATHER_STATUS_OK)
        status = gather__check_output(call->output, &shape, error);
    if (status != GATHER_STATUS_OK)
        return status;
    work->nest.input_count = (int32_t)call->input_count;
    work->out = joined.out;
    work->data = joined.inputs[work->nest.data_input];
    work->indices.layout = NULL;
    work->tuning = NULL;
    work->view.is_found = false;
    work->more_count = work->operation = 0;
    if (call->input_count > 1 && work->nest.indices_input >= 0)
        work->indices = joined.inputs[work->nest.indices_input];
    if (joined.computation != NULL)
        take_more(&joined, work);
    return check_layouts(work, error);
}

/*
 * Indices that never change are checked here, and taken in where they can be, or where none is looked at: then there are
 * none left. An operator that computes reads them as it runs.
 */
static enum gather_status fold_constants(struct gather__work *work, const struct gather_options *asked,
                                         struct gather_error *error)
{
    struct gather__nest *nest = &work->nest;
    enum gather_status status = GATHER_STATUS_OK;
    if (asked->indices == NULL || work->indices.layout == NULL)
        return status;
    if (work->operation != 0) {
        struct gather__work checked = *work;
        return gather__fold_indices(&checked, *asked->indices, gather__kernels_here(), error);
    }
    if (nest->component_count > 0 && !nest->is_zero)
        status = gather__fold_indices(work, *asked->indices, gather__kernels_here(), error);
    if (status == GATHER_STATUS_OK && (nest->component_count == 0 || nest->is_zero))
        work->indices.layout = NULL;
    return status;
}

static enum gather_status read_options(const struct gather_options *options, struct gather__request *request,
                                       struct gather_error *error)
{
    struct gather_options *asked = &request->options;
    if (!gather__read_sized(asked, sizeof *asked, options))
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "options",
                            "the struct's own size in its first field");
    if (asked->allocator != NULL && (asked->allocator->allocate == NULL || asked->allocator->release == NULL))
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "allocator", "both functions, or none at all");
    if (asked->tuning == NULL)
        return GATHER_STATUS_OK;
    request->tuning = gather__column_here()->tuning;
    return gather__tuning_read(&request->tuning, asked->tuning, error);
}

enum gather_status gather__request_init(struct gather__request *request, const struct gather__call *call,
                                        const struct gather_options *options, struct gather_error *error)
{
    enum gather_status status = read_options(options, request, error);
    if (status == GATHER_STATUS_OK)
        status = gather__lower_call(call, &request->work, error);
    if (status == GATHER_STATUS_OK && request->options.tuning != NULL)
        request->work.tuning = &request->tuning;
    if (status == GATHER_STATUS_OK)
        status = fold_constants(&request->work, &request->options, error);
    return status;
}

enum gather_status gather_plan_measure(size_t *bytes, const struct gather_op *op,
                                       const struct gather_layout *inputs, size_t input_count,
                                       const struct gather_layout *output,
                                       const struct gather_options *options, struct gather_error *error)
{
    const struct gather__call call = {op, inputs, input_count, output};
    struct gather__request request;
    enum gather_status status = gather__request_init(&request, &call, options, error);
    return status == GATHER_STATUS_OK ? gather__plan_write(NULL, 0, bytes, &request.work, error) : status;
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
    if (status == GATHER_STATUS_OK && (uintptr_t)memory % sizeof(int64_t) != 0)
        status = gather__fail(error, GATHER_STATUS_ARGUMENT, "plan", "memory that is aligned for int64_t");
    if (status == GATHER_STATUS_OK)
        status = gather__plan_write(memory, bytes, &needed, &request.work, error);
    if (status == GATHER_STATUS_OK && needed > bytes)
        return too_small(bytes, needed, error);
    return status;
}

/* ---- looking at ---------------------------------------------------------------------------------- */

void gather_plan_describe(const struct gather_plan *plan, struct gather_plan_description *description)
{
    gather__plan_describe(plan, gather__kernels_here(), description);
    description->room_bytes = gather_plan_room(plan, 1);
    const struct gather__computed *computed = gather__plan_computed(plan);
    if (computed == NULL || plan->elements == 0)
        return;
    const struct gather__computation *computation = gather__operations[computed->operation].computation;
    description->kernel = computation->kernel(gather__kernels_here());
    description->reason = computation->reason;
    description->is_checked |= computation->check != NULL;
    if (computation->cost != NULL)
        description->bytes_read = computation->cost(computed);
}

void gather_tuning_here(struct gather_tuning *tuning)
{
    const struct gather__column *column = gather__column_here();
    memset(tuning, 0, sizeof *tuning);
    tuning->kernels = gather__kernels_here()->name;
    tuning->family = column->family;
    tuning->measured = column->measured;
    tuning->is_asked = column->is_asked;
    (void)gather__tuning_print(&column->tuning, tuning->text, sizeof tuning->text);
}

enum gather_status gather_plan_view(const struct gather_plan *plan, struct gather_layout *view,
                                    struct gather_error *error)
{
    return gather__plan_view(plan, view, error);
}
