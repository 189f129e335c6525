/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather take` does without indices: whole tensors, or slices of them, printed or written to a file. */
#ifndef GATHER_TOOLS_TAKE_PARTS_H
#define GATHER_TOOLS_TAKE_PARTS_H

#include "arguments.h"

/* Returns: an exit code; what failed was said. */
int take_parts(const struct arguments *arguments);

#endif
