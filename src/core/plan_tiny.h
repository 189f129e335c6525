/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers of a few blocks, in a few dozen instructions. */
#ifndef GATHER_CORE_PLAN_TINY_H
#define GATHER_CORE_PLAN_TINY_H

#include "core/planned.h"

/* Writes of a plan which inputs its operands are, and where in them their elements lie. */
void gather__plan_reach(struct gather_plan *plan, const struct gather__work *work);

/*
 * Writes of a plan whose reach has been written whether it is tiny: both together are all that `gather__run_tiny` looks
 * at. Returns: whether it is.
 */
bool gather__plan_note_tiny(struct gather_plan *plan, const struct gather__work *work);

/*
 * Whether a run of a tiny plan on two buffers has nothing out of the ordinary: memory that is long enough, and an
 * output apart from the inputs. What it refuses the general way judges again, and may still allow.
 */
static inline bool gather__is_tiny_run(const struct gather_plan *plan, struct gather_buffer data,
                                       struct gather_buffer indices, struct gather_buffer output)
{
    const struct gather__tiny_reach *reach = &plan->tiny_reach;
    uintptr_t out = (uintptr_t)output.data;
    return data.bytes >= plan->data.bytes && indices.bytes >= plan->indices.bytes &&
           output.bytes >= plan->out.bytes && data.data != NULL && indices.data != NULL && out != 0 &&
           (uintptr_t)data.data - out + reach->data_shift <= reach->data_apart &&
           (uintptr_t)indices.data - out + reach->indices_shift <= reach->indices_apart;
}

#endif
