/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running plans, as users call it: brief gathers straight by their kernels, tiny ones by one call or none, all others by the
 * general way. It stands in a file of its own so that a tiny gather does not pay for the registers and the stack that
 * the others want.
 */
#include "api/run_plan.h"
#include "core/outlined.h"
#include "core/plan_brief.h"
#include "kernels/table.h"
#include "kernels/tiny_few.h"

/*
 * Whether a run asks for all rows, and there is no work for other threads. Where all indices are checked first, every
 * check is kept.
 */
static inline bool is_plain(const struct gather_plan *plan, const struct gather_run *run)
{
    return run == NULL ||
           (run->size == sizeof *run && run->begin == 0 && run->end == 0 && run->room.bytes == 0 &&
            run->check >= GATHER_CHECK_FIRST && run->check <= GATHER_CHECK_EARLIER &&
            (run->threads == NULL ||
             (run->threads->parallel_for != NULL && plan->out.bytes <= GATHER__LEAST_TASK_BYTES)));
}

static inline bool is_brief(const struct gather_plan *plan, const struct gather_buffer *inputs,
                            size_t input_count, struct gather_buffer output, const struct gather_run *run)
{
    return plan->brief.count > 0 && is_plain(plan, run) && input_count == 2 &&
           gather__is_brief_run(plan, inputs[plan->data_input], inputs[plan->indices_input], output);
}

static inline bool run_kernels(const struct gather_plan *plan, const struct gather_buffer *inputs,
                               struct gather_buffer output)
{
    const uint8_t *data = inputs[plan->data_input].data, *indices = inputs[plan->indices_input].data;
    if (plan->brief.is_tiny != 0)
        return gather__gather_tiny(output.data, data, indices, &plan->brief);
    return gather__plan_run_stages(plan, gather__kernels_here(), output.data, data, indices);
}

bool gather__run_brief(const struct gather_plan *plan, const struct gather_buffer *inputs, size_t input_count,
                       struct gather_buffer output, const struct gather_run *run)
{
    return is_brief(plan, inputs, input_count, output, run) && run_kernels(plan, inputs, output);
}

typedef enum gather_status run_function(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                        size_t input_count, struct gather_buffer output,
                                        const struct gather_run *run, struct gather_error *error);

OUTLINED enum gather_status run_several(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                        size_t input_count, struct gather_buffer output,
                                        const struct gather_run *run, struct gather_error *error)
{
    if (run_kernels(plan, inputs, output))
        return GATHER_STATUS_OK;
    return gather__run_plan(plan, inputs, input_count, output, run, error);
}

/* Each has numbers that are known, no loop, and no call but that which it ends with where it refuses. */
#define RUN_FEW(name, is_wide, width, half)                                                                  \
    OUTLINED enum gather_status name(const struct gather_plan *plan, const struct gather_buffer *inputs,     \
                                     size_t input_count, struct gather_buffer output,                        \
                                     const struct gather_run *run, struct gather_error *error)               \
    {                                                                                                        \
        if (gather_few(output.data, inputs[plan->data_input].data, inputs[plan->indices_input].data,         \
                       &plan->brief, is_wide, width, half))                                                  \
            return GATHER_STATUS_OK;                                                                         \
        return run_several(plan, inputs, input_count, output, run, error);                                   \
    }
RUN_FEW(run_4_i32_b4, false, 4, 2)
RUN_FEW(run_4_i32_b8, false, 8, 2)
RUN_FEW(run_4_i64_b4, true, 4, 2)
RUN_FEW(run_4_i64_b8, true, 8, 2)
RUN_FEW(run_8_i32_b4, false, 4, 4)
RUN_FEW(run_8_i32_b8, false, 8, 4)
RUN_FEW(run_8_i64_b4, true, 4, 4)
RUN_FEW(run_8_i64_b8, true, 8, 4)
RUN_FEW(run_16_i32_b4, false, 4, 8)
RUN_FEW(run_16_i32_b8, false, 8, 8)
RUN_FEW(run_16_i64_b4, true, 4, 8)
RUN_FEW(run_16_i64_b8, true, 8, 8)
#undef RUN_FEW

static run_function *const run_few[GATHER__FEW_END] = {
    [GATHER__UP_TO_4] = run_4_i32_b4,   run_4_i32_b8,  run_4_i64_b4,  run_4_i64_b8,
    [GATHER__UP_TO_8] = run_8_i32_b4,   run_8_i32_b8,  run_8_i64_b4,  run_8_i64_b8,
    [GATHER__UP_TO_16] = run_16_i32_b4, run_16_i32_b8, run_16_i64_b4, run_16_i64_b8};

/* One block of 4 or 8 bytes calls nothing. */
enum gather_status gather_plan_run(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                   size_t input_count, struct gather_buffer output,
                                   const struct gather_run *run, struct gather_error *error)
{
    if (is_brief(plan, inputs, input_count, output, run)) {
        const struct gather__brief *brief = &plan->brief;
        if (brief->few == GATHER__NOT_FEW)
            return run_several(plan, inputs, input_count, output, run, error);
        if (brief->few != GATHER__ONE)
            return run_few[brief->few](plan, inputs, input_count, output, run, error);
        if (gather_one(output.data, inputs[plan->data_input].data, inputs[plan->indices_input].data, brief))
            return GATHER_STATUS_OK;
    }
    return gather__run_plan(plan, inputs, input_count, output, run, error);
}
