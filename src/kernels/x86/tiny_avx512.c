/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiny gathers in registers: blocks of 4 or 8 bytes side by side in the output, by indices side by side; eight of them
 * at once. All indices are judged before the first store.
 */
#include <immintrin.h>
#include <stdbool.h>

#include "kernels/inlined.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"

enum { ALL = 0xFF }; /* eight lanes */

/*
 * Eight indices, judged. Returns: the lanes that are outside; those beyond `lanes` are not.
 *
 * A masked store would hold up a load of what lies behind it, such as the indices of the next call, as if all of its
 * lanes had been written. So all eight lanes are loaded and stored without a mask.
 */
INLINED __mmask8 find_places(const struct gather__brief *tiny, const uint8_t *indices, __mmask8 lanes,
                             __m512i *places)
{
    __m512i values;
    if (tiny->is_wide != 0)
        values = lanes == ALL ? _mm512_loadu_si512(indices) : _mm512_maskz_loadu_epi64(lanes, indices);
    else
        values =
            _mm512_cvtepi32_epi64(lanes == ALL ? _mm256_loadu_si256((const __m256i *)(const void *)indices)
                                               : _mm256_maskz_loadu_epi32(lanes, indices));
    *places =
        _mm512_mask_add_epi64(values, _mm512_movepi64_mask(values), values, _mm512_set1_epi64(tiny->more));
    return _mm512_cmpgt_epu64_mask(*places, _mm512_set1_epi64(tiny->axes[0].rule.limit));
}

INLINED void fetch_4(uint8_t *out, const uint8_t *data, __mmask8 lanes, __m512i places)
{
    __m256i blocks = _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), lanes, places, data, 4);
    if (lanes == ALL)
        _mm256_storeu_si256((__m256i *)(void *)out, blocks);
    else
        _mm256_mask_storeu_epi32(out, lanes, blocks);
}

INLINED void fetch_8(uint8_t *out, const uint8_t *data, __mmask8 lanes, __m512i places)
{
    __m512i blocks = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), lanes, places, data, 8);
    if (lanes == ALL)
        _mm512_storeu_si512(out, blocks);
    else
        _mm512_mask_storeu_epi64(out, lanes, blocks);
}

INLINED void fetch(const struct gather__brief *tiny, uint8_t *out, const uint8_t *data, __mmask8 lanes,
                   __m512i places)
{
    if (tiny->width == 4)
        fetch_4(out, data, lanes, places);
    else
        fetch_8(out, data, lanes, places);
}

bool gather__gather_tiny_avx512(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                                const struct gather__brief *tiny)
{
    __m512i first, second;
    int32_t lanes = tiny->lanes;
    if (lanes <= 1)
        return gather__gather_tiny_scalar(out, data, indices, tiny);
    indices += tiny->indices;
    data += tiny->data;
    out += tiny->out;
    __mmask8 refused = find_places(tiny, indices, (__mmask8)lanes, &first);
    if (lanes > UINT8_MAX)
        refused |= find_places(tiny, indices + 8 * tiny->indices_step, (__mmask8)(lanes >> 8), &second);
    if (refused != 0)
        return false;
    fetch(tiny, out, data, (__mmask8)lanes, first);
    if (lanes > UINT8_MAX)
        fetch(tiny, out + (int64_t)8 * tiny->width, data, (__mmask8)(lanes >> 8), second);
    return true;
}

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_tiny_avx512; /* a file without anything is no C */
const int gather__no_tiny_avx512 = 0;

#endif
