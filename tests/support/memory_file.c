/* SPDX-License-Identifier: Apache-2.0 */
/* A file in memory, opened by its number: memory_file.h says for what. */
#define _GNU_SOURCE
#include "support/memory_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *memory_file(const void *bytes, size_t count)
{
    static int descriptor = -1;
    static char path[64];
    if (descriptor < 0) {
        descriptor = memfd_create("test", MFD_CLOEXEC);
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    }
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, bytes, count, 0) != (ssize_t)count) {
        perror(path);
        abort();
    }
    return path;
}
