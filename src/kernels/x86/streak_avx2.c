/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/x86/streak_avx2.h"

#include <immintrin.h>

#include "kernels/index_once.h"
#include "kernels/soon.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

enum { VECTOR = 32, PART = 16 };

static inline __m256i load(const uint8_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

/* bytes: of eight blocks, 16, 32 or 64; to a multiple of 16, or of 32 where they are more. */
INLINED void stream_eight(uint8_t *out, const uint8_t *data, int64_t bytes)
{
    if (bytes == PART)
        _mm_stream_si128((__m128i *)(void *)out, _mm_loadu_si128((const __m128i *)(const void *)data));
    else
        for (int64_t k = 0; k < bytes; k += VECTOR)
            _mm256_stream_si256((__m256i *)(void *)(out + k), load(data + k));
}

/* bytes: of eight blocks, 8, 16, 24, 32 or 64. */
INLINED void copy_eight(uint8_t *out, const uint8_t *data, int64_t bytes)
{
    if (bytes >= VECTOR) {
        const __m256i first = load(data), last = load(data + bytes - VECTOR);
        _mm256_storeu_si256((__m256i *)(void *)out, first);
        _mm256_storeu_si256((__m256i *)(void *)(out + bytes - VECTOR), last);
        return;
    }
    if (bytes >= PART)
        memcpy(out, data, PART);
    memcpy(out + bytes - STREAK, data + bytes - STREAK, STREAK);
}

/* Whether eight indices are those that are expected: as many of 32 bits, or two times four of 64. */
INLINED bool are(const uint8_t *indices, const __m256i *expected, int64_t index_bytes)
{
    if (index_bytes == 4)
        return _mm256_movemask_epi8(_mm256_cmpeq_epi32(load(indices), expected[0])) == -1;
    const __m256i low = _mm256_cmpeq_epi64(load(indices), expected[0]),
                  high = _mm256_cmpeq_epi64(load(indices + VECTOR), expected[1]);
    return _mm256_movemask_epi8(_mm256_and_si256(low, high)) == -1;
}

/* Returns: how many of so many eights are a streak from `first` on; they have been copied. */
INLINED int64_t copy_eights(uint8_t *out, const uint8_t *data, const struct gather__streak *streak,
                            const uint8_t *indices, int64_t first, int64_t eights, int64_t index_bytes)
{
    const int64_t bytes = STREAK * streak->width; /* bounded: at most 64 */
    const bool is_wide = index_bytes == 8, goes_on = streak->step != 0;
    __m256i expected[2], more;
    if (is_wide) {
        expected[0] = _mm256_add_epi64(_mm256_set1_epi64x(first),
                                       goes_on ? _mm256_setr_epi64x(0, 1, 2, 3) : _mm256_setzero_si256());
        expected[1] = _mm256_add_epi64(expected[0], _mm256_set1_epi64x(goes_on ? 4 : 0));
        more = _mm256_set1_epi64x(goes_on ? STREAK : 0);
    } else {
        expected[0] =
            _mm256_add_epi32(_mm256_set1_epi32((int32_t)first),
                             goes_on ? _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7) : _mm256_setzero_si256());
        more = _mm256_set1_epi32(goes_on ? STREAK : 0);
    }
    int64_t k = 0;
    for (; k < eights && are(indices, expected, index_bytes); k++) {
        ask_for_indices(indices, streak->early, 1, CACHE_LINE);
        if (streak->streams)
            stream_eight(out, data, bytes);
        else
            copy_eight(out, data, bytes);
        out += bytes;
        data += bytes;
        indices += STREAK * index_bytes; /* bounded: inside the indices */
        expected[0] = is_wide ? _mm256_add_epi64(expected[0], more) : _mm256_add_epi32(expected[0], more);
        if (is_wide)
            expected[1] = _mm256_add_epi64(expected[1], more);
    }
    return k;
}

static int64_t copy_streak(uint8_t *out, const uint8_t *data, const struct gather__streak *streak,
                           const uint8_t *indices, int64_t count)
{
    const int64_t first = load_index(indices, streak->index_bytes);
    int64_t most = count / STREAK;
    if (first < 0 || first > streak->limit)
        return 0;
    const int64_t inside = (streak->limit - first + 1) / STREAK; /* eights of indices that go on by ones */
    if (streak->step != 0 && inside < most)
        most = inside;
    data += first * streak->scale; /* bounded: inside the data */
    if (streak->index_bytes == 8)
        return STREAK * copy_eights(out, data, streak, indices, first, most, 8);
    return STREAK * copy_eights(out, data, streak, indices, first, most, 4);
}

int64_t gather__copy_streaks_avx2(uint8_t *out, const uint8_t *data, const struct gather__streak *streak,
                                  const uint8_t *indices, int64_t count)
{
    int64_t k = 0, points = 1;
    for (; k < count && points > 0; k += points)
        points = copy_streak(out + k * streak->width, data + k * streak->slope,
                             streak,                                        /* bounded: inside the output */
                             indices + k * streak->index_bytes, count - k); /* bounded: likewise */
    return k;
}

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_streak_avx2; /* a file without anything is no C */
const int gather__no_streak_avx2 = 0;

#endif
