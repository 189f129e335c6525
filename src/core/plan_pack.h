/* SPDX-License-Identifier: Apache-2.0 */
/* From a draft to the bytes of a plan. */
#ifndef GATHER_CORE_PLAN_PACK_H
#define GATHER_CORE_PLAN_PACK_H

#include "core/planned.h"

/* Memory that is filled from the front; what does not fit is counted all the same. */
struct gather__packer {
    uint8_t *memory;
    size_t size, used;
};

void gather__pack(struct gather__packer *packer, const void *bytes, size_t count);

/*
 * Packs a step with all that stands behind it. step: what the caller knows of it; the rest comes from the draft.
 * nest: for its rules; not looked at without components.
 */
void gather__pack_step(struct gather__packer *packer, const struct gather__draft *draft,
                       struct gather__step step, const struct gather__nest *nest);

#endif
