/* SPDX-License-Identifier: Apache-2.0 */
/* Options that grow from release to release: a struct whose first field is its size, as its caller knew it. */
#ifndef GATHER_IO_OPTIONS_H
#define GATHER_IO_OPTIONS_H

#include "core/sized.h"
#include "io/io_error.h"

/*
 * Reads a caller's options into `size` bytes of this library's. What a shorter struct lacks is 0, as is everything of
 * NULL; what a longer one has more is not looked at. Returns: OK; ARGUMENT for one that does not hold its own size.
 */
static inline enum gather_status gather__options_read(void *asked, size_t size, const void *options,
                                                      struct gather_error *error)
{
    return gather__read_sized(asked, size, options)
               ? GATHER_STATUS_OK
               : gather__io_fail(error, GATHER_STATUS_ARGUMENT, "options",
                                 "the struct's own size in its first field");
}

/* Bytes of memory allowed: 0 stands for `standard`, and no more than can be had. Returns: OK; ARGUMENT. */
static inline enum gather_status gather__options_memory(int64_t *memory, int64_t standard,
                                                        struct gather_error *error)
{
    if (*memory < 0) {
        gather__io_fail(error, GATHER_STATUS_ARGUMENT, "memory", "a number of bytes");
        return gather__io_fail_value(error, GATHER_STATUS_ARGUMENT, *memory, 0, INT64_MAX);
    }
    if (*memory == 0)
        *memory = standard;
    if ((uint64_t)*memory > PTRDIFF_MAX)
        *memory = PTRDIFF_MAX;
    return GATHER_STATUS_OK;
}

#endif
