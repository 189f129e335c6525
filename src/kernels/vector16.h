/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vectors of 16 bytes in the compiler's own words, for portable squares: SSE2 on x86-64, NEON on ARM. Where the
 * baseline has no such vectors, or the compiler no such words, REGISTER is not defined.
 */
#ifndef GATHER_KERNELS_VECTOR16_H
#define GATHER_KERNELS_VECTOR16_H

#include <stdint.h>
#include <string.h>

#if defined(__has_builtin) && (defined(__SSE2__) || defined(__ARM_NEON))
#if __has_builtin(__builtin_shufflevector)

#define REGISTER uint8_t __attribute__((vector_size(16)))
#define LANES 1
#define LOAD_PARTS load_part
#define LOAD_LISTED load_listed
#define STORE store_part
#define UNPACK_NAMED(half, bits) unpack_##half##_##bits
#define UNPACK(half, bits) UNPACK_NAMED(half, bits)

static inline REGISTER load_part(const uint8_t *from, int64_t step)
{
    REGISTER part;
    (void)step; /* to the next lane's part, if there were one */
    memcpy(&part, from, sizeof part);
    return part;
}

static inline REGISTER load_listed(const uint8_t *const *from, int64_t step, int64_t at)
{
    return load_part(from[0] + at, step);
}

static inline void store_part(uint8_t *to, REGISTER part) { memcpy(to, &part, sizeof part); }

/* Numbers of bytes: those of `a`, then those of `b`. */
static inline REGISTER unpack_lo_8(REGISTER a, REGISTER b)
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

static inline REGISTER unpack_hi_8(REGISTER a, REGISTER b)
{
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

static inline REGISTER unpack_lo_16(REGISTER a, REGISTER b)
{
    return __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}

static inline REGISTER unpack_hi_16(REGISTER a, REGISTER b)
{
    return __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
}

static inline REGISTER unpack_lo_32(REGISTER a, REGISTER b)
{
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
}

static inline REGISTER unpack_hi_32(REGISTER a, REGISTER b)
{
    return __builtin_shufflevector(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
}

static inline REGISTER unpack_lo_64(REGISTER a, REGISTER b)
{
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}

static inline REGISTER unpack_hi_64(REGISTER a, REGISTER b)
{
    return __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
}

#endif
#endif

#endif
