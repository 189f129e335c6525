/* SPDX-License-Identifier: Apache-2.0 */
/* Asking for memory before it is needed, where the compiler knows how. It reads nothing and can't fault. */
#ifndef GATHER_KERNELS_PREFETCH_H
#define GATHER_KERNELS_PREFETCH_H

#if defined(__GNUC__) || defined(__clang__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

enum { CACHE_LINE = 64 };

#endif
