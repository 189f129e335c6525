/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather run` does: one operator, by its names, on tensors of files. */
#ifndef GATHER_TOOLS_RUN_WORK_H
#define GATHER_TOOLS_RUN_WORK_H

#include "input_tensor.h"
#include "op_arguments.h"

struct run_work {
    const struct arguments *arguments;
    const char *op_name;
    struct op_request request;
    const struct gather_op_name *row; /* of the operator */
    struct gather_op op;
    struct input_tensor inputs[GATHER_MAX_INPUTS];
    struct gather_layout layouts[GATHER_MAX_INPUTS];
    struct gather_buffer buffers[GATHER_MAX_INPUTS];
    bool is_listed[GATHER_MAX_INPUTS]; /* numbers of the command line */
    size_t count;                      /* of inputs */
    struct gather_layout output;       /* as the operator makes it */
    int64_t held;                      /* bytes */
};

/*
 * Counts what is to be held in memory, of which there is `--memory`, a quarter of the machine's if nothing is said.
 * path: what it is for. Returns: an exit code; what is too much was said.
 */
int run_hold(const struct arguments *arguments, const char *path, int64_t bytes, int64_t *held);

/* Whether an operand is a list of numbers, as those of `take -i`, and no file is there of that name. */
bool run_is_listed(const char *text);

/*
 * Opens a tensor and reads all its bytes, as they lie in its file; a list is one of i64. Returns: an exit code; what
 * failed was said.
 * Owns: the caller closes `input` and frees buffer->data, in any case.
 */
int run_read_tensor(struct input_tensor *input, const struct arguments *arguments, const char *text,
                    int64_t *held, struct gather_layout *layout, struct gather_buffer *buffer);

/*
 * Makes numbers of a list, which are i64, i32, where they lie. Returns: whether they were i64, and all of them fit; if
 * not, nothing is changed.
 */
bool run_narrow_list(struct gather_layout *layout, struct gather_buffer *buffer);

/*
 * In this order, behind `op_request_read`. Each returns an exit code; what failed was said. The first knows the operator
 * and counts its inputs, before any file is opened.
 */
int run_find_op(struct run_work *work);
int run_read_inputs(struct run_work *work);
int run_make_op(struct run_work *work);
int run_op(struct run_work *work);

/* In any case. */
void run_end(struct run_work *work);

#endif
