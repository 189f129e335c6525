/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers of which one block of indices is all there is: the stages, or a pick, without the walk to them. */
#ifndef GATHER_CORE_PLAN_BRIEF_H
#define GATHER_CORE_PLAN_BRIEF_H

#include "core/planned.h"

/* Writes of a plan which inputs its operands are, and where in them their elements lie. */
void gather__plan_reach(struct gather_plan *plan, const struct gather__work *work);

/*
 * Writes of a plan whose reach has been written whether it is brief: both together, and where its thresholds are, are all
 * that a brief run looks at. Returns: whether it is.
 */
bool gather__plan_note_brief(struct gather_plan *plan, const struct gather__work *work);

/* Whether its runs take the short way: a brief plan's do, as long as the output of one that isn't tiny stays in the caches. */
static inline bool gather__goes_short(const struct gather_plan *plan, const struct gather__tuning *tuning)
{
    return plan->brief.count > 0 &&
           (plan->brief.is_tiny != 0 ||
            !gather__is_large_move(plan->out.high - plan->out.low, plan->indices.high - plan->indices.low,
                                   plan->data.high - plan->data.low, tuning->stream_bytes));
}

/*
 * The kernel that picks a brief plan's blocks in one pass, once all indices have been found inside. picking: receives what it
 * is given, but for the indices. Returns: NULL if they go through both stages.
 */
const struct gather__pick_kernel *gather__brief_pick(const struct gather_plan *plan,
                                                     const struct gather__kernels *kernels,
                                                     struct gather__picking *picking);

/*
 * All of one that is not tiny, by its stages or by a pick. Returns: false if an index is left to the general way, or if the
 * output would go past the caches; nothing was written then, unless indices have changed meanwhile.
 */
bool gather__plan_run_stages(const struct gather_plan *plan, const struct gather__kernels *kernels,
                             uint8_t *out, const uint8_t *data, const uint8_t *indices);

/*
 * Whether a run of a brief plan on two buffers has nothing out of the ordinary: memory that is long enough, and an
 * output apart from the inputs. What it refuses the general way judges again, and may still allow.
 */
static inline bool gather__is_brief_run(const struct gather_plan *plan, struct gather_buffer data,
                                        struct gather_buffer indices, struct gather_buffer output)
{
    const struct gather__brief_reach *reach = &plan->brief_reach;
    uintptr_t out = (uintptr_t)output.data;
    return data.bytes >= plan->data.bytes && indices.bytes >= plan->indices.bytes &&
           output.bytes >= plan->out.bytes && data.data != NULL && indices.data != NULL && out != 0 &&
           (uintptr_t)data.data - out + reach->data_shift <= reach->data_apart &&
           (uintptr_t)indices.data - out + reach->indices_shift <= reach->indices_apart;
}

#endif
