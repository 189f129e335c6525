/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asking for memory before it is needed, where the compiler knows how. It reads nothing and can't fault. Functions that
 * do nothing else are INLINED: a compiler sees no effect in them, and leaves out what calls them.
 */
#ifndef GATHER_KERNELS_PREFETCH_H
#define GATHER_KERNELS_PREFETCH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/kernel.h"
#include "kernels/inlined.h"

#if defined(__GNUC__) || defined(__clang__)
#define PREFETCH(address) __builtin_prefetch(address)
#define PREFETCH_SECOND(address) __builtin_prefetch(address, 0, 2)
#else
#define PREFETCH(address) (void)(address)
#define PREFETCH_SECOND(address) (void)(address)
#endif

/*
 * What lies far from the core. Most processors have more requests under way for their second cache than for the nearest
 * one: random rows and elements took .8 to 1.0 of the time on an Emerald Rapids and a Zen 3; on a Zen 5 1.0 to 1.15, on a
 * Zen 1 1.0 to 1.1.
 */
INLINED void ask_far(const void *address, bool nearest)
{
    if (nearest)
        PREFETCH(address);
    else
        PREFETCH_SECOND(address);
}

/*
 * A small block, both its ends if its width is no power of two: it may lie in two lines, of which one that nobody asked
 * for would be waited for.
 */
INLINED void ask_far_block(const void *block, size_t width, bool nearest)
{
    ask_far(block, nearest);
    if ((width & (width - 1)) != 0)
        ask_far((const unsigned char *)block + width - 1, nearest);
}

enum { CACHE_LINE = GATHER__LINE_BYTES, PAGE = 4096 };

#endif
