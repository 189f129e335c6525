/* SPDX-License-Identifier: Apache-2.0 */
/* Plans in memory of their own: the only part of the library that allocates, by the caller's allocator. */
#include <stdlib.h>
#include <string.h>

#include "api/write_plan.h"
#include "core/fail.h"

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
        gather__write_plan(draft, sizeof draft, &needed, op, inputs, input_count, output, options, error);
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
        status =
            gather__write_plan(created + 1, needed, &needed, op, inputs, input_count, output, options, error);
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

enum gather_status gather_once(const struct gather_op *op, const struct gather_layout *layouts,
                               const struct gather_buffer *inputs, size_t input_count,
                               const struct gather_layout *output_layout, struct gather_buffer output,
                               const struct gather_run *run, struct gather_error *error)
{
    int64_t memory[STACK_PLAN_BYTES / sizeof(int64_t)];
    struct gather_plan *plan = (struct gather_plan *)(void *)memory;
    size_t needed;
    enum gather_status status = gather__write_plan(memory, sizeof memory, &needed, op, layouts, input_count,
                                                   output_layout, NULL, error);
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
