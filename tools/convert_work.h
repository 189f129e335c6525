/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather convert` does: a tensor of one file becomes another file. */
#ifndef GATHER_TOOLS_CONVERT_WORK_H
#define GATHER_TOOLS_CONVERT_WORK_H

#include "input_tensor.h"
#include "progress.h"

struct convert_work {
    const struct arguments *arguments;
    struct input_tensor input;
    char *path;     /* of the output; owned */
    int32_t format; /* of the output */
    struct gather_tensor output;
    struct gather_relayout_summary summary;
    struct progress progress;
    int64_t microseconds;
};

/* What the output is called and how it lies, from FILE[@LAYOUT]. Returns: an exit code; what failed was said. */
int convert_choose_output(struct convert_work *work, const char *text);

/* Makes the output. Returns: an exit code; what failed was said. */
int convert_run(struct convert_work *work);

#endif
