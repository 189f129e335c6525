/* SPDX-License-Identifier: Apache-2.0 */
/* What an operator gives, into the file of `--output`, or printed. */
#ifndef GATHER_TOOLS_RESULT_H
#define GATHER_TOOLS_RESULT_H

#include "arguments.h"
#include "gather/plan.h"

struct result {
    const struct arguments *arguments;
    const struct gather_op *op;
    const struct gather_layout *layouts; /* of the inputs */
    const struct gather_buffer *inputs;
    size_t input_count;
    struct gather_layout layout;       /* dense: type and sizes of what comes out */
    const struct gather_layout *shown; /* the same elements under other sizes, for people; NULL for none */
};

/* Runs the operator and brings what it gives to where it is wanted. Returns: an exit code; what failed was said. */
int result_make(struct result *result);

#endif
