/* SPDX-License-Identifier: Apache-2.0 */
/* The option `--axis N`: a dimension of the data, 0 if nothing is said. */
#ifndef GATHER_TOOLS_AXIS_OPTION_H
#define GATHER_TOOLS_AXIS_OPTION_H

#include "arguments.h"
#include "gather/layout.h"

/* axis: receives it, counted from the front. Returns: an exit code; what failed was said. */
int axis_option_get(const struct arguments *arguments, const struct gather_layout *data, int32_t *axis);

#endif
