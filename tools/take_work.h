/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather take` does: rows of a file's tensor, by their indices, as a world has it. */
#ifndef GATHER_TOOLS_TAKE_WORK_H
#define GATHER_TOOLS_TAKE_WORK_H

#include "indices.h"
#include "result.h"
#include "take_rows.h"

struct take_work {
    const struct arguments *arguments;
    const char *about;             /* the name of the tensor where it is one of several, else NULL */
    struct input_tensor input;     /* borrowed */
    const struct indices *indices; /* borrowed */
    struct gather_take take;
    struct gather_behaviour behaviour; /* of the dialect, with the policy that was asked for */
    struct gather_attribute version;   /* as it was asked for; without has_version that of the behaviour */
    bool has_version;
    int32_t policy;
    uint8_t fill[16];
    struct gather_op op;
    struct gather_layout operands[2], output, shown;
    struct take_rows rows;
};

/* What is asked of `input` and `indices`: the slice, the axis, whose rules. Each returns an exit code; what failed was
 * said. */
int take_ask(struct take_work *work);

/* Whether all indices are taken: before a byte of the data is read. */
int take_check(struct take_work *work);

/* Which rows these are, and what is to be made of them. */
int take_begin(struct take_work *work, struct result *result);

/* In any case. */
void take_end(struct take_work *work);

#endif
