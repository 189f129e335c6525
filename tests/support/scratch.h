/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A folder for the files of a test, empty at its beginning and gone at its end. What the system refuses ends
 * the test program.
 */
#ifndef GATHER_TESTS_SCRATCH_H
#define GATHER_TESTS_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

enum { SCRATCH_PATH_SIZE = 512 };

/* The folder; it is also where relative paths begin from. */
void scratch_begin(void);
void scratch_end(void);

/* The same for a group of tests, as cmocka calls what sets it up and takes it down. */
int scratch_group_begin(void **state);
int scratch_group_end(void **state);

/* Makes or replaces a file. */
void scratch_write(const char *name, const void *bytes, size_t count);

/* A file of so many zeros, which take no room on the disk. */
void scratch_write_sparse(const char *name, int64_t count);

/* The bytes of a file. Returns: how many it has; at most `size` are stored. */
size_t scratch_read(const char *name, void *bytes, size_t size);

/* How many entries the folder has, so that what was left behind is seen. */
int scratch_entries(void);

#endif
