/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of near blocks of 4 bytes one by one (x86/plain_tmpl.h), for the AVX-512 table where its instruction that gathers
 * is slow. Past the caches they go by whole lines. All others are AVX2's.
 */
#include <immintrin.h>
#include <string.h>

#include "kernels/x86/held.h"
#include "kernels/x86/picks_near.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"

#include "kernels/inlined.h"
#include "kernels/x86/blocks_avx2_tmpl.h"

enum { SLOPES = 0 }; /* rows are left to the kernel of AVX2 */

#define JOINED(width, streams) FOUR
#define BUFFERED_WIDTH 4

INLINED bool streams_here(const struct gather__picking *picking, int64_t width)
{
    (void)picking;
    return width == BUFFERED_WIDTH;
}

INLINED void put_joined(uint8_t *out, const uint8_t *data, const int64_t *places, int width, int slope,
                        bool streams)
{
    (void)slope, (void)streams;
    UNROLLED for (int k = 0; k < FOUR; k++)
        memcpy(out + (ptrdiff_t)k * width, data + places[k], (size_t)width);
}

INLINED void put_line(uint8_t *out, const uint8_t *line)
{
    _mm512_stream_si512((__m512i *)(void *)out, _mm512_load_si512(line));
}

#include "kernels/x86/plain_tmpl.h"

PICK_PLAIN(i64, 8, 4, avx512, !picking->tuning->gathers)

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_plain_avx512; /* a file without anything is no C */
const int gather__no_plain_avx512 = 0;

#endif
