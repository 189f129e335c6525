/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the AVX-512 table: the portable templates, compiled for it, with its vectors for rows. */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "core/once.h"
#include "kernels/abreast.h"
#include "kernels/inlined.h"
#include "kernels/prefetch.h"
#include "kernels/soon.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"

static inline __m512i load(const uint8_t *from) { return _mm512_loadu_si512(from); }

static inline void store(uint8_t *to, __m512i vector) { _mm512_storeu_si512(to, vector); }

static inline void stream(uint8_t *to, __m512i vector) { _mm512_stream_si512((__m512i *)(void *)to, vector); }

#define VECTOR 64
#define ROW_REGISTER __m512i
#define LOAD load
#define STORE store
#define STREAM stream
#define HELD 8
#define SINGLE_LINES 7 /* on a Zen 4: .76 to .92 of the time that four abreast take; elsewhere unmeasured */
#define STAGGERS 0     /* on a Zen 4: rows that would meet take 1.0 to 1.16 times as long with it */
#define ISA(name) name##_avx512
#define ISA_TEXT(name) #name "_avx512"
#include "kernels/fetch_row_tmpl.h"
#define WIDTH 12
#define FETCH gather__fetch_b12_avx512
#include "kernels/fetch_tmpl.h"
#include "kernels/index_set_tmpl.h"

/* ---- eight blocks by one instruction ------------------------------------------------------------- */

static bool is_gathered(const uint8_t *data, const struct gather__offsets *offsets, int64_t width)
{
    return offsets->out == NULL && offsets->out_step == width && !offsets->is_far &&
           offsets->tuning->gathers && (width == 3 || offsets->count >= FEW_BLOCKS) &&
           offsets->end - data >= 4; /* three bytes are loaded as four */
}

/*
 * Eight blocks of 3 bytes, each in 4. They are loaded as 4, moved back where those would lie behind the last byte of
 * the data.
 */
static inline __m256i gather_threes(const uint8_t *data, __m512i offsets, __m512i top, __mmask8 mask)
{
    __m512i from = _mm512_min_epi64(offsets, top);
    __m256i fours = _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), mask, from, data, 1);
    return _mm256_srlv_epi32(fours,
                             _mm256_slli_epi32(_mm512_cvtepi64_epi32(_mm512_sub_epi64(offsets, from)), 3));
}

static inline void place_threes(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                                bool streams, struct soon *soon)
{
    const __m256i threes = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1, 0, 1, 2,
                                            4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m256i words = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
    const __m512i top = _mm512_set1_epi64(offsets->end - data - 4);
    const int64_t *from = offsets->data;
    (void)streams;
    for (int64_t left = offsets->count; left > 0; left -= 8, from += 8, out += 24) {
        ask_for_soon(soon, 8);
        const __mmask8 mask = (__mmask8)(left >= 8 ? 0xFF : (1U << left) - 1);
        __m256i blocks = gather_threes(data, _mm512_maskz_loadu_epi64(mask, from), top, mask);
        blocks = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(blocks, threes), words);
        const __mmask32 bytes = left >= 8 ? 0xFFFFFF : (1U << 3 * left) - 1;
        _mm256_mask_storeu_epi8(out, bytes, blocks);
    }
}

/* What is left of whole eights: blocks k and on. */
INLINED void place_rest(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets, int64_t k,
                        int64_t width, struct soon *soon)
{
    ask_for_soon(soon, offsets->count - k);
    for (; k < offsets->count; k++)
        memcpy(out + k * width, data + offsets->data[k], (size_t)width); /* bounded: of the output */
}

static inline void place_fours(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                               bool streams, struct soon *soon)
{
    const int64_t *from = offsets->data;
    int64_t k = 0;
    for (; k + 8 <= offsets->count; k += 8) {
        ask_for_soon(soon, 8);
        __m256i blocks = _mm512_i64gather_epi32(_mm512_loadu_si512(from + k), data, 1);
        if (streams)
            _mm256_stream_si256((__m256i *)(void *)(out + k * 4), blocks);
        else
            _mm256_storeu_si256((__m256i *)(void *)(out + k * 4), blocks);
    }
    place_rest(out, data, offsets, k, 4, soon);
}

static inline void place_eights(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                                bool streams, struct soon *soon)
{
    const int64_t *from = offsets->data;
    int64_t k = 0;
    for (; k + 8 <= offsets->count; k += 8) {
        ask_for_soon(soon, 8);
        __m512i blocks = _mm512_i64gather_epi64(_mm512_loadu_si512(from + k), data, 1);
        if (streams)
            stream(out + k * 8, blocks);
        else
            store(out + k * 8, blocks);
    }
    place_rest(out, data, offsets, k, 8, soon);
}

/* The blocks of one place, at each of them; where they are not gathered, by `others`. */
#define FETCH(width, place_blocks, others)                                                                   \
    static void fetch_b##width##_avx512(uint8_t *out, const uint8_t *data,                                   \
                                        const struct gather__offsets *offsets, int64_t bytes)                \
    {                                                                                                        \
        if (!is_gathered(data, offsets, bytes)) {                                                            \
            others(out, data, offsets, bytes);                                                               \
            return;                                                                                          \
        }                                                                                                    \
        const bool streams = streams_lines(out, offsets);                                                    \
        struct soon soon = soon_of(data, offsets);                                                           \
        for (int64_t place = 0; place <= offsets->more; place++) {                                           \
            place_blocks(out_at(out, offsets, place) + offsets->out_begin, data_at(data, offsets, place),    \
                         offsets, streams, &soon);                                                           \
            go_on_soon(&soon, offsets);                                                                      \
        }                                                                                                    \
    }
FETCH(3, place_threes, gather__fetch_b3_scalar)
FETCH(4, place_fours, gather__fetch_b4_avx2)
FETCH(8, place_eights, gather__fetch_b8_avx2)
#undef FETCH

const struct gather__fetch_kernel gather__fetch_kernels_avx512[] = {
    {"fetch_b3_avx512", 3, 3, fetch_b3_avx512, true, false},
    {"fetch_b4_avx512", 4, 4, fetch_b4_avx512, true, true},
    {"fetch_b8_avx512", 8, 8, fetch_b8_avx512, true, true},
    {"fetch_rows_avx512", VECTOR, INT64_MAX, fetch_rows_avx512, false, true},
    /* Near rows in .6 of the time of the portable one, on a Zen 4; far ones in as much. */
    {"fetch_rows_avx2", 33, VECTOR - 1, gather__fetch_rows_avx2, false, true},
    {"fetch_b2_avx2", 2, 2, gather__fetch_b2_avx2, false, true},
    GATHER__FETCH_ROW(b1, 1, 1),
    GATHER__FETCH_ROW(b6, 6, 6),
    {"fetch_b12_avx512", 12, 12, gather__fetch_b12_avx512, false, false},
    GATHER__FETCH_WIDE_ROWS};
const struct gather__index_kernel gather__index_kernels_avx512[] = {INDEX_ROWS};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_avx512; /* a file without anything is no C */
const int gather__no_avx512 = 0;

#endif
