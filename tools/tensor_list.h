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

/*
 * output: where they are to go, NULL if they are shown: of a file alone all tensors go where there is room for several.
 * map: as of `input_file_open`.
 * Returns: an exit code; what failed was said, as was an output of a format that is not written.
 */
int tensor_list_open(struct tensor_list *list, const struct arguments *arguments, const char *output,
                     bool map);
void tensor_list_close(struct tensor_list *list);

/* Says which of them are blocks: these have no name here, and are "written" or "taken" as bytes. */
void tensor_list_tell_blocks(const struct tensor_list *list, const char *command, const char *what);

#endif
