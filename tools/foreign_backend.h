/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Somebody else's kernels, to be judged by conformance cases: a program that answers lines, or a shared object with
 * the runner's table of functions (its name ends in .so).
 */
#ifndef GATHER_TOOLS_FOREIGN_BACKEND_H
#define GATHER_TOOLS_FOREIGN_BACKEND_H

#include "line_process.h"

struct foreign_backend {
    const struct gather_backend *table;
    void *library; /* of a shared object */
    struct line_process process;
    struct gather_backend own; /* the table of a program */
};

/* limit: milliseconds for one answer of a program. Returns: an exit code; what failed was said. To be ended in any
 * case. */
int foreign_backend_open(struct foreign_backend *backend, const char *command, const char *path,
                         int64_t limit);
void foreign_backend_close(struct foreign_backend *backend);

#endif
