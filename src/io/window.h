/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A source read in small pieces, here and there: what a header of a few numbers per tensor needs, with gigabytes
 * of data between them.
 *
 *     file     ....[======== window ========]...............
 *                        ^ place of the next bytes
 *
 * A window that goes on where the last one ended is twice as long, up to a limit; one somewhere else begins
 * small again. So a list of a million names is read in large pieces, and of data nothing but their first bytes.
 */
#ifndef GATHER_IO_WINDOW_H
#define GATHER_IO_WINDOW_H

#include <stdbool.h>

#include "io/source.h"

enum { GATHER__WINDOW_LEAST = 1 << 11, GATHER__WINDOW_MOST = 1 << 16 };

struct gather__window {
    const struct gather__source *source;
    struct gather_error *error;
    int64_t begin; /* of the bytes below, in the file */
    size_t count, next;
    uint8_t bytes[GATHER__WINDOW_MOST];
};

/* Returns: NULL, with NO_MEMORY in `error`. Owns: ended by free. */
struct gather__window *gather__window_create(const struct gather__source *source, struct gather_error *error);

/* Copies bytes of the file; the caller has judged that they are there. Returns: OK; IO. */
enum gather_status gather__window_copy(struct gather__window *window, int64_t place, void *memory,
                                       size_t count);

/* One byte; *byte is untouched on failure. Returns: OK; IO. */
enum gather_status gather__window_byte(struct gather__window *window, int64_t place, uint8_t *byte);

#endif
