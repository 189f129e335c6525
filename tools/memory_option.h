/* SPDX-License-Identifier: Apache-2.0 */
/* The option `--memory SIZE`: how much of it a command may take for what it reads, as 1048576, 512K, 64M, 2G. */
#ifndef GATHER_TOOLS_MEMORY_OPTION_H
#define GATHER_TOOLS_MEMORY_OPTION_H

#include <stdint.h>

#include "arguments.h"

/* bytes: 0 where nothing is said. Returns: an exit code. */
int memory_option_get(const struct arguments *arguments, int64_t *bytes);

/* The same, but a quarter of the machine's memory where nothing is said; 1 GiB where the system does not tell. */
int memory_option_allowed(const struct arguments *arguments, int64_t *bytes);

/*
 * Memory for a tensor that has to be unpacked: what --memory says or else a quarter of the machine's, if that is more
 * than a file is allowed anyway; else 0. What is no size was said where the option is read.
 */
int64_t memory_option_unpacked(const struct arguments *arguments);

/* Complains that something needs more than is allowed, or than there is. Returns: an exit code. */
int memory_option_exceeded(const struct arguments *arguments, const char *path, int64_t needed,
                           int64_t allowed);
int memory_option_lacks(const char *command, const char *path, int64_t needed);

/* Says how much is allowed, and by what: "64 bytes, which is what --memory allows". */
void memory_option_tell(const struct arguments *arguments, int64_t allowed);

#endif
