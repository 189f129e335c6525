/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tensors of a file that operands name: FILE[:TENSOR][@LAYOUT] for one, FILE NAME|GLOB.. for several, and
 * FILE alone for all of them where several are wanted.
 */
#ifndef GATHER_TOOLS_TENSOR_LIST_H
#define GATHER_TOOLS_TENSOR_LIST_H

#include "input_tensor.h"

struct tensor_list {
    struct input_tensor input;
    struct gather_tensor *tensors; /* owned */
    size_t count;
};

/* all: whether a file alone means all of its tensors. Returns: an exit code; what failed was said. */
int tensor_list_open(struct tensor_list *list, const struct arguments *arguments, bool all);
void tensor_list_close(struct tensor_list *list);

#endif
