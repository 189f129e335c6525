/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather convert` does: tensors of one file become another file. */
#ifndef GATHER_TOOLS_CONVERT_WORK_H
#define GATHER_TOOLS_CONVERT_WORK_H

#include "tensor_list.h"
#include "transfer.h"

struct convert_work {
    const struct arguments *arguments;
    struct tensor_list list;
    struct gather_tensor *outputs; /* owned */
    struct transfer transfer;
};

/* What is read, and what it becomes, from FILE.. and FILE[@LAYOUT]. Returns: an exit code; what failed was said. */
int convert_choose(struct convert_work *work, const char *output);

/* Makes the output. Returns: an exit code; what failed was said. */
int convert_run(struct convert_work *work);

/* In any case. */
void convert_end(struct convert_work *work);

#endif
