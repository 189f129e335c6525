/* SPDX-License-Identifier: Apache-2.0 */
/* An operator, run: by all processors where that takes long, and ended early by a signal. */
#ifndef GATHER_TOOLS_LONG_RUN_H
#define GATHER_TOOLS_LONG_RUN_H

#include "gather/plan.h"

/* Returns: an exit code; what failed was said, but for a signal, of which the end of the output speaks. */
int long_run(const char *command, const struct gather_op *op, const struct gather_layout *layouts,
             const struct gather_buffer *inputs, size_t count, const struct gather_layout *layout,
             struct gather_buffer output);

#endif
