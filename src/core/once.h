/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that are read once, though another thread may change them meanwhile and compilers read memory as often as they
 * like: what is judged is what is used.
 */
#ifndef GATHER_CORE_ONCE_H
#define GATHER_CORE_ONCE_H

#include <stdint.h>

/* A value out of memory, which is not read there again. */
static inline int64_t gather__keep_value(int64_t value)
{
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(value));
#endif
    return value;
}

/* Behind it, what has been copied to `values` is not read again where it was copied from. */
static inline void gather__keep_values(const void *values)
{
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : : "r"(values) : "memory");
#else
    (void)values;
#endif
}

#endif
