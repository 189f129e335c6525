/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far long work is: a line on stderr, if that is a terminal and the work takes more than half a second; and what
 * there is to say of time and memory afterwards.
 */
#ifndef GATHER_TOOLS_PROGRESS_H
#define GATHER_TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "arguments.h"

struct progress {
    const char *command;
    int64_t bytes;       /* of all the work */
    int64_t start, next; /* microseconds: when it began, when the line is written again */
    int64_t next_look;   /* when memory is looked at again */
    int64_t peak; /* bytes of memory beyond the page cache, the most that was seen; -1: not known here */
    bool on_terminal, shown;
};

/* With `--quiet` nothing is shown. */
struct progress progress_begin(const struct arguments *arguments, int64_t bytes);

/* For `gather_relayout_options.progress`. Returns: whether a signal asked the command to end. */
int progress_report(void *context, int64_t done, int64_t total);

/* Takes the line away. */
void progress_end(struct progress *progress);

/* Since it began, at least 1. */
int64_t progress_microseconds(const struct progress *progress);

/* "4294967296 bytes (4.0 GiB) in 5.12 s: 838 MB/s; 35 MiB of memory beyond the page cache", one line on stderr. */
void progress_tell(const struct progress *progress, int64_t microseconds);

#endif
