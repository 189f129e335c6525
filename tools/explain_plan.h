/* SPDX-License-Identifier: Apache-2.0 */
/* A plan's description, for a person in 80 columns or as JSON. */
#ifndef GATHER_TOOLS_EXPLAIN_PLAN_H
#define GATHER_TOOLS_EXPLAIN_PLAN_H

#include "gather/plan.h"
#include "gather/study.h"

void explain_plan_text(const struct gather_layout *from, const struct gather_layout *to,
                       const struct gather_plan_description *description, struct gather_sink sink);
void explain_plan_json(const struct gather_layout *from, const struct gather_layout *to,
                       const struct gather_plan_description *description, struct gather_sink sink);

#endif
