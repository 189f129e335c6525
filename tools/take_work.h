/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather take` does: rows of a file's tensor, by their indices, as a world has it. */
#ifndef GATHER_TOOLS_TAKE_WORK_H
#define GATHER_TOOLS_TAKE_WORK_H

#include "indices.h"
#include "take_rows.h"

struct take_work {
    const struct arguments *arguments;
    struct input_tensor input;
    struct indices indices;
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

/* What is asked: the data, the indices, the axis, whose rules. Each returns an exit code; what failed was said. */
int take_ask(struct take_work *work, const char *data);

/* Whether all indices are taken: before a byte of the data is read. */
int take_check(struct take_work *work);

/* Reads the rows, runs the operator, and brings what it gives to where it is wanted. */
int take_run(struct take_work *work);

/* In any case. */
void take_end(struct take_work *work);

#endif
