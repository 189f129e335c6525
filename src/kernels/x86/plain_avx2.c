/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of near blocks one by one (x86/plain_tmpl.h), for the AVX2 table, and where its instruction that gathers is slow
 * for AVX-512's, but for those that x86/plain_avx512.c has; along rows that is measured on a Zen 4 alone. Blocks of 4 bytes
 * are put together in registers, and 32 bytes at once go past the caches; those of 4 the kernel for vectors of indices
 * takes there faster, unless its vectors go by halves.
 */
#include <immintrin.h>
#include <string.h>

#include "kernels/x86/held.h"
#include "kernels/x86/picks_near.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/inlined.h"
#include "kernels/x86/blocks_avx2_tmpl.h"

enum { SLOPES = 1 };

#define JOINED(width, streams) ((width) == 4 && (streams) ? EIGHT : FOUR)

/* Whether blocks of a width go past the caches here. */
INLINED bool streams_here(const struct gather__picking *picking, int64_t width)
{
    return width == 8 || picking->tuning->halves;
}

INLINED __m128i two_of_4(const uint8_t *data, const int64_t *places, int slope)
{
    int32_t first, second;
    memcpy(&first, data + places[0], sizeof first);
    memcpy(&second, data + slope + places[1], sizeof second);
    return _mm_insert_epi32(_mm_cvtsi32_si128(first), second, 1);
}

INLINED void put_joined(uint8_t *out, const uint8_t *data, const int64_t *places, int width, int slope,
                        bool streams)
{
    if (width == 4 && streams) {
        stream_both(out, four_of_4(data, places), four_of_4(data, places + FOUR));
        return;
    }
    if (width == 4) {
        const __m128i low = two_of_4(data, places, slope),
                      high = two_of_4(data + (ptrdiff_t)2 * slope, places + 2, slope);
        put(out, _mm_unpacklo_epi64(low, high), false);
        return;
    }
    if (streams) {
        stream_both(out, two_of_8(data, places), two_of_8(data, places + 2));
        return;
    }
    UNROLLED for (int k = 0; k < FOUR; k++)
        memcpy(out + (ptrdiff_t)k * width, data + (ptrdiff_t)k * slope + places[k], (size_t)width);
}

#include "kernels/x86/plain_tmpl.h"

PICK_PLAIN(i64, 8, 4, avx2, true)
PICK_PLAIN(i64, 8, 8, avx2, true)
PICK_PLAIN(i32, 4, 4, avx2, true)

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_plain_avx2; /* a file without anything is no C */
const int gather__no_plain_avx2 = 0;

#endif
