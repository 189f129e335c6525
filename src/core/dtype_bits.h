/* SPDX-License-Identifier: Apache-2.0 */
/* The width of a type that is known to be one, without a call: the answer of `gather_dtype_bits`. */
#ifndef GATHER_CORE_DTYPE_BITS_H
#define GATHER_CORE_DTYPE_BITS_H

#include "gather/dtype.h"

extern const uint8_t gather__dtype_bits[GATHER_DTYPE_COUNT];

static inline bool gather__is_dtype(int32_t dtype)
{
    return dtype > GATHER_DTYPE_NONE && dtype < GATHER_DTYPE_COUNT;
}

/* Bytes that an element takes of its cell: at least 1. */
static inline int32_t gather__dtype_bytes(int32_t dtype) { return (gather__dtype_bits[dtype] + 7) / 8; }

#endif
