/* SPDX-License-Identifier: Apache-2.0 */
/* Judging a call, lowering it and writing its plan: what measure, init, create and once have in common. */
#ifndef GATHER_API_WRITE_PLAN_H
#define GATHER_API_WRITE_PLAN_H

#include "dialects/lower.h"
#include "gather/plan.h"

/* What a caller asks for. */
struct gather__request {
    struct gather__call call;
    struct gather_options options; /* whole: what the caller's struct lacks is 0 */
    bool once;                     /* as for `gather__plan_write` */
};

/* options: as the caller gives them, NULL or of any size. Returns: OK; ARGUMENT for options without a size. */
enum gather_status gather__request_init(struct gather__request *request, const struct gather__call *call,
                                        const struct gather_options *options, struct gather_error *error);

/* Writes as much of a plan as fits. needed: receives its bytes. Returns: as `gather_plan_create`. */
enum gather_status gather__write_plan(void *memory, size_t size, size_t *needed,
                                      const struct gather__request *request, struct gather_error *error);

#endif
