/* SPDX-License-Identifier: Apache-2.0 */
/* How the command ends. The worst of several things that went wrong is the one that is told. */
#ifndef GATHER_TOOLS_EXIT_CODE_H
#define GATHER_TOOLS_EXIT_CODE_H

#include "gather/status.h"

enum exit_code {
    EXIT_YES = 0,
    EXIT_NO = 1,      /* something differs, a case failed */
    EXIT_USAGE = 2,   /* the command line's own grammar */
    EXIT_LIBRARY = 3, /* any other status of the library */
    EXIT_INDEX = 4,   /* an index that was refused */
    EXIT_SYSTEM = 5   /* input, output, memory */
};

static inline int exit_of_status(enum gather_status status)
{
    switch (status) {
    case GATHER_STATUS_OK:
        return EXIT_YES;
    case GATHER_STATUS_INDEX_RANGE:
        return EXIT_INDEX;
    case GATHER_STATUS_IO:
    case GATHER_STATUS_NO_MEMORY:
        return EXIT_SYSTEM;
    default:
        return EXIT_LIBRARY;
    }
}

static inline int exit_worse(int a, int b) { return a > b ? a : b; }

#endif
