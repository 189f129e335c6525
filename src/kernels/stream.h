/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Storing whole cache lines past the caches, where the processor's baseline can: an output much larger than
 * the caches is then not read before it is written, which halves the traffic of a transpose.
 *
 * Elsewhere, and where a line does not begin on 16 bytes, these are plain stores. Lines stored so become
 * visible to other threads by `stream_end`.
 */
#ifndef GATHER_KERNELS_STREAM_H
#define GATHER_KERNELS_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels/inlined.h"

#if defined(__SSE2__)
#include <emmintrin.h>

enum { CAN_STREAM = 1 };

static inline bool can_stream(const uint8_t *out, int64_t out_step)
{
    return (((uintptr_t)out | (uintptr_t)out_step) & 15) == 0;
}

static inline void stream_line(uint8_t *out, const void *line)
{
    UNROLLED
    for (int k = 0; k < 4; k++)
        _mm_stream_si128((__m128i *)(void *)out + k, _mm_loadu_si128((const __m128i *)line + k));
}

/* 16 bytes to an address divisible by 16. */
static inline void stream_vector(uint8_t *out, const void *vector)
{
    _mm_stream_si128((__m128i *)(void *)out, _mm_loadu_si128((const __m128i *)vector));
}

static inline void stream_end(void) { _mm_sfence(); }

#else

enum { CAN_STREAM = 0 };

static inline bool can_stream(const uint8_t *out, int64_t out_step)
{
    (void)out;
    (void)out_step;
    return false;
}

static inline void stream_line(uint8_t *out, const void *line) { memcpy(out, line, 64); }

static inline void stream_vector(uint8_t *out, const void *vector) { memcpy(out, vector, 16); }

static inline void stream_end(void) {}

#endif

#endif
