/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plans, as users call them: an operator's lowering, core's writing and running, and the kernels meet here.
 */
#include "gather/plan.h"

#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "core/fail.h"
#include "core/planned.h"
#include "dialects/lower.h"
#include "kernels/table.h"

enum {
    STACK_PLAN_BYTES = 2048,   /* most plans fit, and are then written once */
    LEAST_TASK_BYTES = 1 << 16 /* work below this is not worth another thread */
};

/* ---- operators ----------------------------------------------------------------------------------- */

static const struct operation {
    int32_t operation;
    enum gather_status (*infer)(const struct gather_op *op, const struct gather_layout *inputs,
                                size_t input_count, struct gather_layout *output, struct gather_error *error);
    enum gather_status (*lower)(const struct gather_op *op, const struct gather_layout *inputs,
                                size_t input_count, const struct gather_layout *output,
                                struct gather__nest *nest, struct gather_error *error);
} operations[] = {
    {GATHER_OPERATION_RELAYOUT, gather__relayout_infer, gather__relayout_lower},
    {GATHER_OPERATION_PLACE, gather__place_infer, gather__place_lower},
};

static enum gather_status find_operation(const struct gather_op *op, const struct operation **operation,
                                         struct gather_error *error)
{
    static const struct gather_op empty;
    if (memcmp(op->reserved, empty.reserved, sizeof op->reserved) != 0)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "reserved",
                            "zero in every reserved field of the op");
    for (size_t k = 0; k < sizeof operations / sizeof operations[0]; k++)
        if (operations[k].operation == op->operation) {
            *operation = &operations[k];
            return GATHER_STATUS_OK;
        }
    return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "op", "an operator of this library");
}

/* ---- judging layouts ----------------------------------------------------------------------------- */

static const char *const input_names[] = {"data", "indices"};
enum { MAX_INPUTS = 2 };

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
    for (int32_t d = 0; d < GATHER_MAX_RANK && d < layout->rank; d++)
        if (known.sizes[d] == GATHER_SIZE_UNKNOWN)
            known.sizes[d] = known.place[d] = 1;
    return check_layout(&known, operand, error);
}

enum gather_status gather_infer(const struct gather_op *op, const struct gather_layout *inputs,
                                size_t input_count, struct gather_layout *output, struct gather_error *error)
{
    const struct operation *operation = NULL;
    struct gather_layout made;
    enum gather_status status = find_operation(op, &operation, error);
    for (size_t k = 0; k < input_count && k < MAX_INPUTS && status == GATHER_STATUS_OK; k++)
        status = check_known(&inputs[k], input_names[k], error);
    if (status == GATHER_STATUS_OK)
        status = operation->infer(op, inputs, input_count, &made, error);
    if (status == GATHER_STATUS_OK)
        status = check_known(&made, "output", error);
    if (status == GATHER_STATUS_OK)
        *output = made;
    return status;
}

/* ---- making -------------------------------------------------------------------------------------- */

static enum gather_status write_plan(void *memory, size_t size, size_t *needed, const struct gather_op *op,
                                     const struct gather_layout *inputs, size_t input_count,
                                     const struct gather_layout *output, const struct gather_options *options,
                                     struct gather_error *error)
{
    const struct operation *operation = NULL;
    struct gather__nest nest;
    enum gather_status status = find_operation(op, &operation, error);
    if (status == GATHER_STATUS_OK && options != NULL && options->size < sizeof options->size)
        status = gather__fail(error, GATHER_STATUS_ARGUMENT, "options",
                              "the struct's own size in its first field");
    for (size_t k = 0; k < input_count && k < MAX_INPUTS && status == GATHER_STATUS_OK; k++)
        status = check_layout(&inputs[k], input_names[k], error);
    if (status == GATHER_STATUS_OK)
        status = check_layout(output, "output", error);
    if (status == GATHER_STATUS_OK)
        status = operation->lower(op, inputs, input_count, output, &nest, error);
    if (status == GATHER_STATUS_OK)
        status = gather__plan_write(memory, size, needed, &nest, &inputs[0], output, error);
    return status;
}

enum gather_status gather_plan_measure(size_t *bytes, const struct gather_op *op,
                                       const struct gather_layout *inputs, size_t input_count,
                                       const struct gather_layout *output,
                                       const struct gather_options *options, struct gather_error *error)
{
    return write_plan(NULL, 0, bytes, op, inputs, input_count, output, options, error);
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
    size_t needed;
    enum gather_status status =
        write_plan(memory, bytes, &needed, op, inputs, input_count, output, options, error);
    if (status == GATHER_STATUS_OK && needed > bytes)
        return too_small(bytes, needed, error);
    return status;
}

static void *allocate_by_malloc(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void release_by_free(void *context, void *memory)
{
    (void)context;
    free(memory);
}

/* Where a created plan came from stands before it, for a plan itself holds no pointers. */
struct created {
    struct gather_allocator allocator;
};

static struct gather_allocator allocator_of(const struct gather_options *options)
{
    struct gather_allocator standard = {allocate_by_malloc, release_by_free, NULL};
    bool given = options != NULL && options->size >= sizeof *options && options->allocator != NULL;
    return given ? *options->allocator : standard;
}

enum gather_status gather_plan_create(struct gather_plan **plan, const struct gather_op *op,
                                      const struct gather_layout *inputs, size_t input_count,
                                      const struct gather_layout *output,
                                      const struct gather_options *options, struct gather_error *error)
{
    int64_t draft[STACK_PLAN_BYTES / sizeof(int64_t)];
    size_t needed;
    enum gather_status status =
        write_plan(draft, sizeof draft, &needed, op, inputs, input_count, output, options, error);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather_allocator allocator = allocator_of(options);
    struct created *created = allocator.allocate(allocator.context, sizeof *created + needed);
    if (created == NULL)
        return gather__fail(error, GATHER_STATUS_NO_MEMORY, "plan", NULL);
    created->allocator = allocator;
    if (needed <= sizeof draft)
        memcpy(created + 1, draft, needed);
    else
        status = write_plan(created + 1, needed, &needed, op, inputs, input_count, output, options, error);
    if (status == GATHER_STATUS_OK)
        *plan = (struct gather_plan *)(void *)(created + 1);
    else
        allocator.release(allocator.context, created);
    return status;
}

void gather_plan_destroy(struct gather_plan *plan)
{
    if (plan == NULL)
        return;
    struct created *created = (struct created *)(void *)plan - 1;
    struct gather_allocator allocator = created->allocator;
    allocator.release(allocator.context, created);
}

/* ---- running ------------------------------------------------------------------------------------- */

struct ordered {
    const struct gather_plan *plan;
    const struct gather_threads *threads; /* NULL: this one */
    struct gather_buffer data, out;
    int64_t begin, end;  /* rows */
    int64_t rows_a_task; /* at least, on threads */
};

/*
 * What the caller asks for. Its struct may be that of an older library, and shorter: the rest is the
 * default.
 */
static enum gather_status read_run(const struct gather_run *run, struct gather_run *asked,
                                   struct gather_error *error)
{
    memset(asked, 0, sizeof *asked);
    if (run == NULL)
        return GATHER_STATUS_OK;
    if (run->size < sizeof run->size)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "run", "the struct's own size in its first field");
    memcpy(asked, run, run->size < sizeof *asked ? run->size : sizeof *asked);
    return GATHER_STATUS_OK;
}

static enum gather_status judge(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                size_t input_count, struct gather_buffer output, const struct gather_run *run,
                                struct ordered *ordered, struct gather_error *error)
{
    struct gather_run asked;
    if (input_count != 1)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "inputs", "a buffer for each input of the plan");
    enum gather_status status = read_run(run, &asked, error);
    if (status != GATHER_STATUS_OK)
        return status;
    ordered->plan = plan;
    ordered->threads = asked.threads;
    ordered->data = inputs[0];
    ordered->out = output;
    ordered->begin = asked.begin;
    ordered->end = asked.end;
    status = gather__plan_judge(plan, inputs[0], output, error);
    if (status == GATHER_STATUS_OK)
        status = gather__plan_judge_rows(plan, &ordered->begin, &ordered->end, error);
    return status;
}

enum gather_status gather_plan_check(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                     size_t input_count, struct gather_buffer output,
                                     const struct gather_run *run, struct gather_error *error)
{
    struct ordered ordered;
    return judge(plan, inputs, input_count, output, run, &ordered, error);
}

static void move_range(const struct ordered *ordered, int64_t begin, int64_t end)
{
    gather__plan_move_rows(ordered->plan, &gather__kernels_scalar, ordered->data, ordered->out, begin, end);
}

/*
 * How many rows a task must keep together, so that no two tasks share a byte of the output: 1 but for elements
 * below a byte, of which rows may begin inside one. What a row adds to a bit's place in its byte repeats after
 * 8 rows at most. Returns: 0 if the rows can't be parted.
 */
static int64_t rows_together(const struct ordered *ordered)
{
    int64_t begin = ordered->begin, count = ordered->end - begin;
    for (int64_t rows = 1; rows <= 8; rows += rows)
        if ((rows >= count || gather__plan_splits_at(ordered->plan, begin + rows)) &&
            (rows + rows >= count || gather__plan_splits_at(ordered->plan, begin + rows + rows)))
            return rows;
    return 0;
}

static void run_task(void *argument, uint64_t begin, uint64_t end)
{
    const struct ordered *ordered = argument;
    int64_t first = ordered->begin + (int64_t)begin * ordered->rows_a_task;
    int64_t last = ordered->begin + (int64_t)end * ordered->rows_a_task;
    move_range(ordered, first, last < ordered->end ? last : ordered->end);
}

static enum gather_status run_on_threads(struct ordered *ordered, struct gather_error *error)
{
    const struct gather_threads *threads = ordered->threads;
    int64_t tasks = gather__divide_up(ordered->end - ordered->begin, ordered->rows_a_task);
    int64_t task_bytes = (int64_t)ordered->plan->out.bytes / tasks;
    int64_t grain = LEAST_TASK_BYTES / (task_bytes > 0 ? task_bytes : 1) + 1;
    if (threads->parallel_for(threads->context, run_task, ordered, (uint64_t)tasks, (uint64_t)grain) != 0)
        return gather__fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    return GATHER_STATUS_OK;
}

enum gather_status gather_plan_run(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                   size_t input_count, struct gather_buffer output,
                                   const struct gather_run *run, struct gather_error *error)
{
    struct ordered ordered;
    enum gather_status status = judge(plan, inputs, input_count, output, run, &ordered, error);
    if (status != GATHER_STATUS_OK)
        return status;
    ordered.rows_a_task = rows_together(&ordered);
    if (ordered.threads != NULL && ordered.rows_a_task > 0 &&
        ordered.end - ordered.begin > ordered.rows_a_task)
        return run_on_threads(&ordered, error);
    move_range(&ordered, ordered.begin, ordered.end);
    return GATHER_STATUS_OK;
}

void gather_plan_describe(const struct gather_plan *plan, struct gather_plan_description *description)
{
    gather__plan_describe(plan, &gather__kernels_scalar, description);
}

enum gather_status gather_plan_view(const struct gather_plan *plan, struct gather_layout *view,
                                    struct gather_error *error)
{
    return gather__plan_view(plan, view, error);
}

enum gather_status gather_once(const struct gather_op *op, const struct gather_layout *layouts,
                               const struct gather_buffer *inputs, size_t input_count,
                               const struct gather_layout *output_layout, struct gather_buffer output,
                               const struct gather_run *run, struct gather_error *error)
{
    int64_t memory[STACK_PLAN_BYTES / sizeof(int64_t)];
    struct gather_plan *plan = (struct gather_plan *)(void *)memory;
    size_t needed;
    enum gather_status status =
        write_plan(memory, sizeof memory, &needed, op, layouts, input_count, output_layout, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (needed <= sizeof memory)
        return gather_plan_run(plan, inputs, input_count, output, run, error);
    status = gather_plan_create(&plan, op, layouts, input_count, output_layout, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    status = gather_plan_run(plan, inputs, input_count, output, run, error);
    gather_plan_destroy(plan);
    return status;
}
