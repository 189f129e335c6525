/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows, or parts of a long one, that are copied abreast: a cache line of each in turn, for memory serves several streams
 * faster than one. Those that have nearly the same place in a page meet: the processor takes their lines for each other.
 */
#ifndef GATHER_KERNELS_ABREAST_H
#define GATHER_KERNELS_ABREAST_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/prefetch.h"

enum { ABREAST = 4, NEARLY = 128 /* bytes */ };

/* Whether some of so many rows, each `step` bytes behind the one before, meet. */
static inline bool rows_meet(int64_t step)
{
    for (uint64_t k = 1; k < ABREAST; k++)
        if ((k * (uint64_t)step + NEARLY) % PAGE < (uint64_t)NEARLY + NEARLY)
            return true;
    return false;
}

/* The most bytes of a part, whole lines, of which `bytes` hold so many that don't meet. bytes: at least 1024. */
static inline int64_t part_of(int64_t bytes)
{
    int64_t part = bytes / ABREAST / CACHE_LINE * CACHE_LINE;
    while (rows_meet(part))
        part -= CACHE_LINE;
    return part;
}

#endif
