/* SPDX-License-Identifier: Apache-2.0 */
/* The corners of a file's tensor in memory, which is all that is printed of a large one: nothing else is read. */
#ifndef GATHER_TOOLS_CORNERS_H
#define GATHER_TOOLS_CORNERS_H

#include "input_tensor.h"

struct corners {
    struct gather_layout layout; /* of what is in memory, as tensor_values_layout makes it */
    void *values;                /* owned */
};

/* Reads them. Returns: an exit code; what failed was said. To be ended in any case. */
int corners_read(struct corners *corners, const struct input_tensor *input, const char *command);
void corners_fini(struct corners *corners);

#endif
