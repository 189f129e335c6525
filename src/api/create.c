/* SPDX-License-Identifier: Apache-2.0 */
/* Plans in memory of their own: the only part of the library that allocates, by the caller's allocator. */
#include <stdlib.h>
#include <string.h>

#include "api/run_plan.h"
#include "api/write_plan.h"
#include "core/fail.h"
#include "core/plan_brief.h"
#include "core/plan_calls.h"

enum { STACK_PLAN_BYTES = 2048 }; /* most plans fit, and are then written once */

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
    _Alignas(sizeof(int64_t)) struct gather_allocator allocator; /* so that the plan lies as one has to */
};
_Static_assert(sizeof(struct created) % sizeof(int64_t) == 0, "a plan lies on whole numbers");

static struct gather_allocator allocator_of(const struct gather_options *options)
{
    struct gather_allocator standard = {allocate_by_malloc, release_by_free, NULL};
    return options->allocator != NULL ? *options->allocator : standard;
}

/* Room for a plan of `bytes`, with its allocator before it. Returns: NULL if there is none. */
static struct gather_plan *allocate_plan(const struct gather_options *options, size_t bytes)
{
    struct gather_allocator allocator = allocator_of(options);
    struct created *created = allocator.allocate(allocator.context, sizeof *created + bytes);
    if (created == NULL)
        return NULL;
    created->allocator = allocator;
    return (struct gather_plan *)(void *)(created + 1);
}

void gather_plan_destroy(struct gather_plan *plan)
{
    if (plan == NULL)
        return;
    struct created *created = (struct created *)(void *)plan - 1;
    struct gather_allocator allocator = created->allocator;
    allocator.release(allocator.context, created);
}

/*
 * A plan that has been written into `first`, as far as it fits, in memory of its own: what did not fit is written anew.
 */
static enum gather_status keep_plan(struct gather_plan **plan, const struct gather_options *options,
                                    const struct gather__work *work, const void *first, size_t size,
                                    size_t needed, struct gather_error *error)
{
    struct gather_plan *kept = allocate_plan(options, needed);
    enum gather_status status = GATHER_STATUS_OK;
    if (kept == NULL)
        return gather__fail(error, GATHER_STATUS_NO_MEMORY, "plan", NULL);
    if (needed <= size)
        memcpy(kept, first, needed);
    else
        status = gather__plan_write(kept, needed, &needed, work, error);
    if (status == GATHER_STATUS_OK)
        *plan = kept;
    else
        gather_plan_destroy(kept);
    return status;
}

enum gather_status gather_plan_create(struct gather_plan **plan, const struct gather_op *op,
                                      const struct gather_layout *inputs, size_t input_count,
                                      const struct gather_layout *output,
                                      const struct gather_options *options, struct gather_error *error)
{
    int64_t first[STACK_PLAN_BYTES / sizeof(int64_t)];
    const struct gather__call call = {op, inputs, input_count, output};
    struct gather__request request;
    size_t needed = 0;
    enum gather_status status = gather__request_init(&request, &call, options, error);
    if (status == GATHER_STATUS_OK)
        status = gather__plan_write(first, sizeof first, &needed, &request.work, error);
    if (status == GATHER_STATUS_OK)
        status = keep_plan(plan, &request.options, &request.work, first, sizeof first, needed, error);
    return status;
}

/* A plan made whole, on the stack if it fits, run, and let go. */
static enum gather_status run_whole(const struct gather__work *work, const struct gather_buffer *inputs,
                                    struct gather_buffer output, const struct gather_run *run,
                                    struct gather_error *error)
{
    static const struct gather_options none;
    int64_t first[STACK_PLAN_BYTES / sizeof(int64_t)];
    const struct gather_plan *small = (const struct gather_plan *)(const void *)first;
    struct gather_plan *large = NULL;
    const size_t input_count = (size_t)work->nest.input_count;
    size_t needed = 0;
    enum gather_status status = gather__plan_write(first, sizeof first, &needed, work, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (needed <= sizeof first)
        return gather__run_plan(small, inputs, input_count, output, run, error);
    status = keep_plan(&large, &none, work, first, sizeof first, needed, error);
    if (status == GATHER_STATUS_OK)
        status = gather__run_plan(large, inputs, input_count, output, run, error);
    gather_plan_destroy(large);
    return status;
}

enum gather_status gather_once(const struct gather_op *op, const struct gather_layout *layouts,
                               const struct gather_buffer *inputs, size_t input_count,
                               const struct gather_layout *output_layout, struct gather_buffer output,
                               const struct gather_run *run, struct gather_error *error)
{
    const struct gather__call call = {op, layouts, input_count, output_layout};
    struct gather__work work;
    struct gather_plan plan;
    enum gather_status status = gather__lower_call(&call, &work, error);
    if (status != GATHER_STATUS_OK)
        return status;
    plan.tuning = 0; /* those of the kernels */
    gather__plan_reach(&plan, &work);
    if (work.operation == 0 && gather__plan_note_brief(&plan, &work) &&
        gather__run_brief(&plan, inputs, input_count, output, run))
        return GATHER_STATUS_OK;
    return run_whole(&work, inputs, output, run, error);
}
