/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of near blocks one by one (x86/plain_tmpl.h), for the AVX-512 table where its instruction that gathers is slow,
 * and by some numbers of indices elsewhere too. What goes past the caches does so by whole lines; of blocks of 8 bytes
 * AVX2's kernel does that better.
 */
#include <immintrin.h>
#include <string.h>

#include "kernels/x86/held.h"
#include "kernels/x86/picks_near.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"

#include "kernels/inlined.h"

enum { SLOPES = 0, JOINED = 1, STREAMED_WIDTH = 4 }; /* rows are unmeasured here */

#define BUFFERED 1

/* One block has no slope, and goes past the caches by its line alone. */
INLINED void put_joined(uint8_t *out, const uint8_t *data, const int64_t *places, int width, int slope,
                        bool streams)
{
    (void)slope;
    (void)streams;
    memcpy(out, data + places[0], (size_t)width);
}

INLINED void put_line(uint8_t *out, const uint8_t *line)
{
    _mm512_stream_si512((__m512i *)(void *)out, _mm512_load_si512(line));
}

#include "kernels/x86/plain_tmpl.h"

/* An Emerald Rapids takes .80 of the time so with a million indices, or .65 where these are sorted. */
static bool is_single(const struct gather__picking *picking)
{
    const struct gather__tuning *tuning = picking->tuning;
    return picking->run.count >= tuning->single_least && picking->run.count <= tuning->single_most;
}

PICK_PLAIN(i64, 8, 4, avx512, !picking->tuning->gathers)
PICK_PLAIN(i64, 8, 8, avx512, !picking->tuning->gathers || is_single(picking))

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_plain_avx512; /* a file without anything is no C */
const int gather__no_plain_avx512 = 0;

#endif
