/* SPDX-License-Identifier: Apache-2.0 */
/* A plan's description, for a person in 80 columns or as JSON. */
#ifndef GATHER_TOOLS_EXPLAIN_PLAN_H
#define GATHER_TOOLS_EXPLAIN_PLAN_H

#include "gather/plan.h"
#include "gather/study.h"

/* A plan, and what it was made of. */
struct explained_plan {
    const char *operator_name; /* "numpy take"; NULL for a relayout */
    struct gather_op op;
    struct gather_layout inputs[2];
    size_t input_count;
    struct gather_layout output;
    struct gather_plan_description description;
};

/* Makes the plan of op and layouts, and describes it. Returns: as `gather_plan_create`. */
enum gather_status explain_plan_make(struct explained_plan *plan, struct gather_error *error);

void explain_plan_text(const struct explained_plan *plan, struct gather_sink sink);

/* Its members, into an object that is open. */
void explain_plan_json(const struct explained_plan *plan, struct gather_json *json);

#endif
