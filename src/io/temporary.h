/* SPDX-License-Identifier: Apache-2.0 */
/* Files that nobody knows by name, or not yet; and writing into them. */
#ifndef GATHER_IO_TEMPORARY_H
#define GATHER_IO_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "gather/status.h"

/* How much of a path is its folder, with the slash. */
size_t gather__folder_length(const char *path);

/*
 * Makes a file of a new name in the folder that a path begins with. name: receives it; owned by the caller.
 * Returns: OK; IO; NO_MEMORY. On failure: *name is NULL.
 */
enum gather_status gather__temporary_make(const char *path, mode_t mode, int *descriptor, char **name,
                                          struct gather_error *error);

/*
 * Makes a file without a name in the folder that TMPDIR names, or /tmp. what: what errors call it, which the caller's
 * own do too. Returns: OK; IO; NO_MEMORY.
 */
enum gather_status gather__nameless_make(int *descriptor, const char **what, struct gather_error *error);

/* Whether a file of so many bytes is more than the process may write: to write it is a signal that ends it. */
bool gather__is_beyond_limit(int64_t bytes);

/* Returns: 0, or what the system says. */
int gather__write_all(int descriptor, const uint8_t *bytes, uint64_t count);

#endif
