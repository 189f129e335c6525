/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors of a file moved into an output, each into a layout there: piece by piece, however large they are. */
#ifndef GATHER_TOOLS_TRANSFER_H
#define GATHER_TOOLS_TRANSFER_H

#include "gather/study.h"
#include "input_tensor.h"
#include "output_set.h"
#include "progress.h"

struct transfer {
    const struct arguments *arguments;
    const struct input_tensor *input; /* its file and path */
    const struct gather_tensor *from; /* as many as the output has */
    struct output_set output;         /* path, format and tensors are set; ended here */
    struct gather_relayout_summary summary;
    struct progress progress;
    int64_t memory; /* of --memory; 0 if nothing is said */
    int64_t microseconds;
    int64_t before; /* elements of the tensors that are done */
    int64_t total;  /* elements of all */
};

/* Returns: an exit code; what failed was said. What the output owns is freed by `transfer_fini`, in any case. */
int transfer_run(struct transfer *transfer);
void transfer_fini(struct transfer *transfer);

/* What was read and written, into a JSON object that is open: from, to, elements; with --stats those, too. */
void transfer_tell(const struct transfer *transfer, struct gather_json *json);

#endif
