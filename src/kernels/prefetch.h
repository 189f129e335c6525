/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asking for memory before it is needed, where the compiler knows how. It reads nothing and can't fault. Functions that
 * do nothing else are INLINED: a compiler sees no effect in them, and leaves out what calls them.
 */
#ifndef GATHER_KERNELS_PREFETCH_H
#define GATHER_KERNELS_PREFETCH_H

/*
 * PREFETCH_FAR: what lies far from the core, as far as its second cache. A processor has more of such requests under way
 * than of those for the nearest one: random rows and elements took .8 to 1.0 of the time where it was measured.
 */
#if defined(__GNUC__) || defined(__clang__)
#define PREFETCH(address) __builtin_prefetch(address)
#define PREFETCH_FAR(address) __builtin_prefetch(address, 0, 2)
#else
#define PREFETCH(address) (void)(address)
#define PREFETCH_FAR(address) (void)(address)
#endif

enum { CACHE_LINE = 64, PAGE = 4096 };

#endif
