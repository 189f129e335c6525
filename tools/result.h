/* SPDX-License-Identifier: Apache-2.0 */
/* What an operator gives, into the file of `--output`, or printed. */
#ifndef GATHER_TOOLS_RESULT_H
#define GATHER_TOOLS_RESULT_H

#include "arguments.h"
#include "gather/plan.h"

struct result {
    const struct arguments *arguments;
    const char *name; /* that it has in a file, and by which it is told among several; NULL for none */
    const struct gather_op *op;
    const struct gather_layout *layouts; /* of the inputs */
    const struct gather_buffer *inputs;
    size_t input_count;
    /* Makes the output, which holds zeros, in the operator's place; NULL: the operator does. Returns: an exit code. */
    int (*make)(void *context, const struct gather_layout *layout, struct gather_buffer output);
    void *context;
    struct gather_layout layout;       /* dense: type and sizes of what comes out */
    const struct gather_layout *shown; /* the same elements under other sizes, for people; NULL for none */
};

/*
 * Runs the operator and brings what it gives to where it is wanted; several go into one file. Returns: an exit code;
 * what failed was said.
 */
int result_make(const struct result *results, size_t count);

#endif
