/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather explain DATA -i IDX` does: what each world makes of the indices, and of an output that was got. */
#ifndef GATHER_TOOLS_EXPLAIN_INDICES_H
#define GATHER_TOOLS_EXPLAIN_INDICES_H

#include "arguments.h"

/* data: a layout, or a file's tensor. Returns: an exit code; what failed was said. */
int explain_indices(const struct arguments *arguments, const char *data);

#endif
