/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checking indices before anything is written. All of them are judged, in any order and by as many threads as
 * there are; only when one is refused, the first in row-major order is looked for, one by one.
 */
#include <string.h>

#include "core/arith.h"
#include "core/fail.h"
#include "core/walk.h"

/* The walk over all indices, loop k being their dimension k. */
struct check {
    const struct gather__step *step;
    const struct gather__loop *loops;
    const struct gather__component *components;
    const struct gather__index_kernel *kernel;
    const uint8_t *indices;
    struct gather__walk walk; /* for its sources and digits alone */
    int64_t position[GATHER_MAX_RANK];
};

static void check_init(struct check *check, const struct gather_plan *plan,
                       const struct gather__kernels *kernels, const struct gather__buffers *buffers)
{
    check->step = gather__plan_check_step(plan);
    check->loops = gather__step_loops(check->step);
    check->components = gather__step_components(check->step);
    check->kernel = gather__index_kernel_for(kernels, plan->index_dtype);
    check->indices = buffers->indices.data;
    check->walk.step = check->step;
}

/* Where the index at the present position lies, in units. */
static int64_t address(struct check *check)
{
    struct gather__place place = {.indices = check->step->indices_base};
    for (int32_t k = 0; k < check->step->loop_count; k++) {
        check->walk.source[k] = check->position[k];
        /* bounded: modulo 2^64, as all of a map */
        place.indices = (int64_t)((uint64_t)place.indices +
                                  (uint64_t)check->position[k] * (uint64_t)check->loops[k].indices);
    }
    gather__add_digits(&check->walk, false, &place);
    return place.indices;
}

static const struct gather__rule *rule_here(const struct check *check)
{
    int32_t tuple = check->step->tuple_loop;
    return &check->components[tuple >= 0 ? check->position[tuple] : 0].rule;
}

/* ---- whether one is refused ---------------------------------------------------------------------- */

/* The loops that count points: all but that along which a tuple lies. */
struct points {
    int32_t count;
    int32_t loop[GATHER_MAX_RANK];
    int64_t run, run_step; /* points, from a multiple of `run` on, whose addresses go on evenly, and how */
};

/* As many last loops as step evenly through the indices make a run. */
static void points_init(struct points *points, const struct check *check)
{
    const struct gather__loop *loops = check->loops;
    points->count = 0;
    points->run = 1;
    points->run_step = 0;
    for (int32_t k = 0; k < check->step->loop_count; k++)
        if (k != check->step->tuple_loop)
            points->loop[points->count++] = k;
    for (int32_t k = points->count - 1; k >= 0 && check->step->digit_count == 0; k--) {
        const struct gather__loop *loop = &loops[points->loop[k]];
        if (loop->extent == 1)
            continue;
        if (points->run == 1)
            points->run_step = loop->indices;
        else if (loop->indices != points->run_step * points->run) /* bounded: inside the indices */
            return;
        points->run *= loop->extent; /* bounded: elements of the indices */
    }
}

static void set_point(struct check *check, const struct points *points, int64_t number)
{
    for (int32_t k = points->count - 1; k >= 0; k--) {
        int64_t extent = check->loops[points->loop[k]].extent;
        check->position[points->loop[k]] = number % extent;
        number /= extent;
    }
}

/* A run of points, each component of them. */
static bool refuses_run(struct check *check, const struct points *points, int64_t count)
{
    bool refused = false;
    struct gather__index_run run = {.indices = check->indices, .step = points->run_step, .count = count};
    int32_t tuple = check->step->tuple_loop;
    for (int32_t k = 0; k < check->step->component_count && !refused; k++) {
        const struct gather__rule *rule = &check->components[k].rule;
        if (tuple >= 0)
            check->position[tuple] = k;
        run.first = address(check);
        refused = rule->policy == GATHER_POLICY_ERROR && check->kernel->finds_outside(&run, rule);
    }
    return refused;
}

/* From the end: what the move reads first is then what was read last, and lies in the caches. */
bool gather__plan_refuses(const struct gather_plan *plan, const struct gather__kernels *kernels,
                          const struct gather__buffers *buffers, int64_t begin, int64_t end)
{
    struct check check;
    struct points points;
    check_init(&check, plan, kernels, buffers);
    points_init(&points, &check);
    while (begin < end) {
        const int64_t run = (end - 1) - (end - 1) % points.run, first = run > begin ? run : begin;
        set_point(&check, &points, first);
        if (refuses_run(&check, &points, end - first))
            return true;
        end = first;
    }
    return false;
}

/* ---- which is the first -------------------------------------------------------------------------- */

/* The next position, row-major. */
static void next_position(struct check *check)
{
    for (int32_t k = check->step->loop_count - 1; k >= 0; k--) {
        if (++check->position[k] < check->loops[k].extent)
            return;
        check->position[k] = 0;
    }
}

enum gather_status gather__fail_index(struct gather_error *error, const struct gather__rule *rule,
                                      int64_t value, int32_t dtype, int32_t rank, const int64_t *position)
{
    enum gather_status status = gather__fail(error, GATHER_STATUS_INDEX_RANGE, "indices", NULL);
    gather__fail_value(error, status, value, rule->is_negative ? -rule->size : 0, rule->limit);
    gather__fail_axis_size(error, status, rule->axis, rule->size);
    gather__fail_position(error, status, rank, position);
    if (error != NULL) {
        error->value_is_unsigned = dtype == GATHER_DTYPE_U64;
        error->has |= rule->is_flat ? GATHER_ERROR_OF_FLAT : 0;
    }
    return status;
}

enum gather_status gather__plan_find_refused(const struct gather_plan *plan,
                                             const struct gather__kernels *kernels,
                                             const struct gather__buffers *buffers,
                                             struct gather_error *error)
{
    struct check check;
    if (gather__plan_check_step(plan) == NULL)
        return GATHER_STATUS_OK;
    check_init(&check, plan, kernels, buffers);
    memset(check.position, 0, sizeof check.position);
    int32_t tuple = check.step->tuple_loop;
    int64_t count = gather__plan_points(plan);
    if (tuple >= 0)
        count *= check.loops[tuple].extent; /* bounded: elements of the indices */
    for (; count > 0; count--) {
        int64_t judged, at = address(&check),
                        value = kernels->index_value(plan->index_dtype, check.indices, at);
        struct gather__index_fate fate = {0, 0};
        gather__read_one(check.kernel, check.indices, at, rule_here(&check), &judged, &fate);
        if (fate.refused > 0)
            return gather__fail_index(error, rule_here(&check), value, plan->index_dtype,
                                      check.step->loop_count, check.position);
        next_position(&check);
    }
    return GATHER_STATUS_OK;
}
