/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight indices at a time, for picks of AVX2: widened to 32 bits, counted from the end, compared with the limit, and
 * brought inside whatever they were. For files between x86/begin_avx2_tmpl.h and x86/end_tmpl.h, once each.
 */
#include <immintrin.h>
#include <stdbool.h>

#include "core/kernel.h"
#include "kernels/inlined.h"

enum { LANES_LOG = 3, LANES = 1 << LANES_LOG, VECTOR = 32 };

static inline __m256i load(const void *from) { return _mm256_loadu_si256(from); }

/* The rule, in every lane, which are 32 bits wide. */
struct judging {
    __m256i more, limit;
    __m256i outside; /* not 0 in a lane in which an index was */
};

INLINED struct judging judge_by(const struct gather__rule *rule)
{
    return (struct judging){_mm256_set1_epi32(rule->is_negative ? (int32_t)rule->size : 0),
                            _mm256_set1_epi32((int32_t)rule->limit), _mm256_setzero_si256()};
}

INLINED bool all_inside(const struct judging *judging)
{
    return _mm256_testz_si256(judging->outside, judging->outside) != 0;
}

INLINED __m256i judge(__m256i values, struct judging *judging)
{
    const __m256i negative = _mm256_srai_epi32(values, 31);
    values = _mm256_add_epi32(values, _mm256_and_si256(negative, judging->more));
    const __m256i inside = _mm256_min_epu32(values, judging->limit);
    judging->outside = _mm256_or_si256(judging->outside, _mm256_xor_si256(values, inside));
    return inside;
}

INLINED __m256i read_u8(const uint8_t *from, struct judging *judging)
{
    return judge(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from)), judging);
}

INLINED __m256i read_i32(const uint8_t *from, struct judging *judging) { return judge(load(from), judging); }

/* The lower halves of eight numbers of 64 bits, or the upper ones, in the order 0 1 4 5 2 3 6 7. */
#define HALVES(low, high, which)                                                                             \
    _mm256_castps_si256(                                                                                     \
        _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), 0x88 + (which)*0x55))

enum { IN_ORDER = 0xD8 };

/* What 32 bits hold has an upper half that is the sign of the lower one; nothing else is inside. */
INLINED __m256i read_i64(const uint8_t *from, struct judging *judging)
{
    const __m256i first = load(from), second = load(from + VECTOR);
    const __m256i low = HALVES(first, second, 0), high = HALVES(first, second, 1);
    const __m256i more = _mm256_xor_si256(high, _mm256_srai_epi32(low, 31));
    judging->outside = _mm256_or_si256(judging->outside, more);
    return judge(_mm256_permute4x64_epi64(low, IN_ORDER), judging);
}
