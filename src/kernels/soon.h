/* SPDX-License-Identifier: Apache-2.0 */
/* Asking, while blocks are fetched, for the lines that the same blocks are fetched from next. */
#ifndef GATHER_KERNELS_SOON_H
#define GATHER_KERNELS_SOON_H

#include <stdint.h>

#include "core/kernel.h"
#include "kernels/prefetch.h"

struct soon {
    uintptr_t begin;
    int64_t asked, wanted; /* bytes from there on */
    int64_t block;         /* bytes for each block that is fetched */
};

static inline struct soon soon_of(const uint8_t *data, const struct gather__offsets *offsets)
{
    int64_t block = offsets->soon_bytes > 0 ? offsets->soon_bytes / offsets->count : 0;
    return (struct soon){(uintptr_t)data + (uintptr_t)offsets->soon, 0, 0, block};
}

static inline void ask_for_soon(struct soon *soon, int64_t blocks)
{
    soon->wanted += blocks * soon->block; /* bounded: of what is fetched from next */
    for (; soon->asked < soon->wanted; soon->asked += CACHE_LINE)
        PREFETCH((const void *)(soon->begin + (uintptr_t)soon->asked));
}

#endif
