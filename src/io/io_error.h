/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Filling the caller's error, in this room, which knows the library by its public headers alone. The first
 * call writes the whole error anew, those that add to it come behind; a NULL error is allowed everywhere. All
 * texts are static. Each returns the status, to be returned on.
 */
#ifndef GATHER_IO_IO_ERROR_H
#define GATHER_IO_IO_ERROR_H

#include <stdbool.h>

#include "gather/status.h"

enum gather_status gather__io_fail(struct gather_error *error, enum gather_status status, const char *operand,
                                   const char *expected);

/* FORMAT, at a byte of the file. */
enum gather_status gather__io_malformed(struct gather_error *error, int64_t at, const char *expected);

/* IO, or NO_MEMORY, with an errno as `value`, which no sentence tells, and its meaning as `reason`. */
enum gather_status gather__io_fail_system(struct gather_error *error, int number);

/* Whether the system had no descriptor left for a file, which is none of that file's own. */
bool gather__io_lacks_descriptors(const struct gather_error *error);

/* IO with a reason of the library's own, and what is expected instead; each may be NULL. */
enum gather_status gather__io_fail_reason(struct gather_error *error, const char *reason,
                                          const char *expected);

/* Adds the byte of the file. */
enum gather_status gather__io_fail_at(struct gather_error *error, enum gather_status status, int64_t at);

/* Adds the number refused and the range that was allowed. */
enum gather_status gather__io_fail_value(struct gather_error *error, enum gather_status status, int64_t value,
                                         int64_t low, int64_t high);

/* Adds how many sizes a shape has, more than any tensor. */
enum gather_status gather__io_fail_rank(struct gather_error *error, int64_t rank);

/* Adds the element type refused. wanted: the only one allowed; 0 if there are more. */
enum gather_status gather__io_fail_type(struct gather_error *error, enum gather_status status, int32_t dtype,
                                        int32_t wanted);

/* Which of several it is about. */
void gather__io_fail_part(struct gather_error *error, size_t part);

#endif
