/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Indices that are read once, though another thread may change them meanwhile and compilers read memory as often as they
 * like: what is judged is what is used.
 */
#ifndef GATHER_KERNELS_INDEX_ONCE_H
#define GATHER_KERNELS_INDEX_ONCE_H

#include <stdint.h>
#include <string.h>

#include "kernels/inlined.h"

/* Behind it, what has been copied to `values` is not read again where it was copied from. */
INLINED void keep_values(const void *values)
{
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : : "r"(values) : "memory");
#else
    (void)values;
#endif
}

INLINED int64_t keep_value(int64_t value)
{
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(value));
#endif
    return value;
}

/* One index of 4 or 8 bytes, for who compares and uses it by itself. */
INLINED int64_t load_index(const uint8_t *from, int64_t index_bytes)
{
    int32_t narrow = 0;
    int64_t index = 0;
    if (index_bytes == 8)
        memcpy(&index, from, sizeof index);
    else
        memcpy(&narrow, from, sizeof narrow);
    return keep_value(index_bytes == 8 ? index : narrow);
}

#endif
