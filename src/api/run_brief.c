/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running plans, as users call it: brief gathers straight by their kernels, tiny ones by one call, all others by the
 * general way. It stands in a file of its own so that a tiny gather does not pay for the registers and the stack that
 * the others want.
 */
#include "api/run_plan.h"
#include "core/outlined.h"
#include "core/plan_brief.h"
#include "kernels/table.h"
#include "kernels/tiny_one.h"

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
    return gather__plan_run_brief(plan, gather__kernels_here(), output.data, inputs[plan->data_input].data,
                                  inputs[plan->indices_input].data);
}

bool gather__run_brief(const struct gather_plan *plan, const struct gather_buffer *inputs, size_t input_count,
                       struct gather_buffer output, const struct gather_run *run)
{
    return is_brief(plan, inputs, input_count, output, run) && run_kernels(plan, inputs, output);
}

OUTLINED enum gather_status run_several(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                        size_t input_count, struct gather_buffer output,
                                        const struct gather_run *run, struct gather_error *error)
{
    if (run_kernels(plan, inputs, output))
        return GATHER_STATUS_OK;
    return gather__run_plan(plan, inputs, input_count, output, run, error);
}

/* One block of 4 or 8 bytes calls nothing, so that next to no register is saved for it. */
enum gather_status gather_plan_run(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                   size_t input_count, struct gather_buffer output,
                                   const struct gather_run *run, struct gather_error *error)
{
    if (is_brief(plan, inputs, input_count, output, run)) {
        if (plan->brief.lanes != 1)
            return run_several(plan, inputs, input_count, output, run, error);
        if (gather_one(output.data, inputs[plan->data_input].data, inputs[plan->indices_input].data,
                       &plan->brief))
            return GATHER_STATUS_OK;
    }
    return gather__run_plan(plan, inputs, input_count, output, run, error);
}
