/* SPDX-License-Identifier: Apache-2.0 */
/* A file that takes no room on a disk, for tests that need many, one after the other. */
#ifndef GATHER_TESTS_MEMORY_FILE_H
#define GATHER_TESTS_MEMORY_FILE_H

#include <stddef.h>

/* Makes these bytes the content of the one file. Returns: its path, without an extension. */
const char *memory_file(const void *bytes, size_t count);

#endif
