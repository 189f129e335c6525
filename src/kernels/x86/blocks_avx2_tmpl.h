/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight small blocks of data at a time, put together in registers, for picks of AVX2: `at` says where each begins. For files
 * between x86/begin_*_tmpl.h and x86/end_tmpl.h, once each.
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "core/kernel.h"
#include "kernels/inlined.h"

enum {
    BLOCKS = 8,          /* at a time */
    FOUR = 4,            /* of them */
    LEAST_STREAMED = 512 /* bytes of a run past the caches: below, its ends are too much of it */
};

INLINED int load_2(const uint8_t *from)
{
    uint16_t block;
    memcpy(&block, from, sizeof block);
    return block;
}

INLINED int load_4(const uint8_t *from)
{
    int block;
    memcpy(&block, from, sizeof block);
    return block;
}

INLINED __m128i eight_of_2(const uint8_t *data, const int64_t *at)
{
    __m128i blocks = _mm_cvtsi32_si128(load_2(data + at[0]));
    blocks = _mm_insert_epi16(blocks, load_2(data + at[1]), 1);
    blocks = _mm_insert_epi16(blocks, load_2(data + at[2]), 2);
    blocks = _mm_insert_epi16(blocks, load_2(data + at[3]), 3);
    blocks = _mm_insert_epi16(blocks, load_2(data + at[4]), 4);
    blocks = _mm_insert_epi16(blocks, load_2(data + at[5]), 5);
    blocks = _mm_insert_epi16(blocks, load_2(data + at[6]), 6);
    return _mm_insert_epi16(blocks, load_2(data + at[7]), 7);
}

INLINED __m128i four_of_4(const uint8_t *data, const int64_t *at)
{
    __m128i blocks = _mm_cvtsi32_si128(load_4(data + at[0]));
    blocks = _mm_insert_epi32(blocks, load_4(data + at[1]), 1);
    blocks = _mm_insert_epi32(blocks, load_4(data + at[2]), 2);
    return _mm_insert_epi32(blocks, load_4(data + at[3]), 3);
}

INLINED __m128i two_of_8(const uint8_t *data, const int64_t *at)
{
    const __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)(data + at[0]));
    const __m128i second = _mm_loadl_epi64((const __m128i *)(const void *)(data + at[1]));
    return _mm_unpacklo_epi64(first, second);
}

/* 16 bytes; past the caches, to an address divisible by as many. */
INLINED void put(uint8_t *out, __m128i blocks, bool streams)
{
    if (streams)
        _mm_stream_si128((__m128i *)(void *)out, blocks);
    else
        _mm_storeu_si128((__m128i *)(void *)out, blocks);
}

/*
 * 32 bytes past the caches, to an address divisible by as many. By halves they would wait about twice as long: a load
 * waits for each store underway to the same bytes of some page, and indices that lie just behind the output's meet many.
 */
INLINED void stream_both(uint8_t *out, __m128i low, __m128i high)
{
    _mm256_stream_si256((__m256i *)(void *)out,
                        _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1));
}

/* Eight blocks of 3 bytes, a fourth byte behind each of which may be read. */
INLINED void put_threes(uint8_t *out, const uint8_t *data, const int64_t *at)
{
    const __m128i threes = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m128i low = _mm_shuffle_epi8(four_of_4(data, at), threes);
    const __m128i high = _mm_shuffle_epi8(four_of_4(data, at + 4), threes);
    put(out, _mm_or_si128(low, _mm_slli_si128(high, 12)), false);
    _mm_storel_epi64((__m128i *)(void *)(out + 16), _mm_srli_si128(high, 4));
}

/*
 * Eight blocks, those of 2, 3 and 4 bytes by as few stores as can be; those of 1 or 8 gain nothing from that but for a way
 * past the caches. in_fours: whether a fourth byte may be read.
 */
INLINED_UNLESS_CHECKED void fetch_eight(uint8_t *out, const uint8_t *data, const int64_t *at, int width,
                                        bool streams, bool in_fours)
{
    if (width == 2) {
        put(out, eight_of_2(data, at), streams);
        return;
    }
    if (width == 3 && in_fours) {
        put_threes(out, data, at);
        return;
    }
    if (width == 4 && streams) {
        stream_both(out, four_of_4(data, at), four_of_4(data, at + 4));
        return;
    }
    if (width == 4) {
        put(out, four_of_4(data, at), false);
        put(out + 16, four_of_4(data, at + 4), false);
        return;
    }
    if (width == 8 && streams) {
        stream_both(out, two_of_8(data, at), two_of_8(data, at + 2));
        stream_both(out + 32, two_of_8(data, at + 4), two_of_8(data, at + 6));
        return;
    }
    UNROLLED for (int k = 0; k < BLOCKS; k++) memcpy(out + (ptrdiff_t)k * width, data + at[k], (size_t)width);
}

/* Whether runs are meant to go past the caches, and long enough for it. */
static inline bool is_long_stream(const struct gather__picking *picking, int64_t width)
{
    return picking->streams && picking->run.count * width >= LEAST_STREAMED; /* bounded: of the output */
}

/* How many blocks there are before the first that may go past the caches: at multiples of what eights are, up to 32. */
static inline int64_t points_before(const uint8_t *out, int64_t width)
{
    const uintptr_t unit = width == 2 ? 16 : 32;
    return (int64_t)(-(uintptr_t)out % unit) / width;
}
