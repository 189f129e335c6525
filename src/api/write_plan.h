/* SPDX-License-Identifier: Apache-2.0 */
/* Judging and lowering a call: what measure, init, create and once have in common. */
#ifndef GATHER_API_WRITE_PLAN_H
#define GATHER_API_WRITE_PLAN_H

#include "core/kernel.h"
#include "dialects/lower.h"
#include "gather/plan.h"

/* What a caller asks for, judged. */
struct gather__request {
    struct gather_options options; /* whole: what the caller's struct lacks is 0 */
    struct gather__tuning tuning;  /* what these say of it, if they say anything */
    struct gather__work work;
};

/*
 * Measures a layout, unless it is known to be plain. One that is not a layout is the operand's fault: the error names
 * that, not the part of the layout. Returns: as `gather_layout_validate`.
 */
enum gather_status gather__check_layout(struct gather__operand *operand, const char *name,
                                        struct gather_error *error);

/* Whether the output that a caller gives is the one that an operator makes. Returns: OK; DTYPE, RANK, SHAPE. */
enum gather_status gather__check_output(const struct gather_layout *output, const struct gather__shape *shape,
                                        struct gather_error *error);

/*
 * Judges a call with its layouts, and lowers it: all but what the options say. work: holds pointers to the call's
 * layouts.
 * Returns: as `gather_plan_create`, but for what `gather__plan_write` refuses.
 */
enum gather_status gather__lower_call(const struct gather__call *call, struct gather__work *work,
                                      struct gather_error *error);

/*
 * Likewise, with options. options: as the caller gives them, NULL or of any size.
 * Returns: also ARGUMENT for options without a size, and for a tuning that is none; BOUNDS and INDEX_RANGE of constant
 * indices.
 */
enum gather_status gather__request_init(struct gather__request *request, const struct gather__call *call,
                                        const struct gather_options *options, struct gather_error *error);

#endif
