/* SPDX-License-Identifier: Apache-2.0 */
/* Floats as bf16, for files between x86/begin_avx2_tmpl.h and x86/end_tmpl.h, once each. */
#include <immintrin.h>

#include "kernels/inlined.h"

/* The upper halves of floats, to the nearest, and of two to the even one; in 32 bits each. */
INLINED __m256i upper_halves(__m256 values)
{
    const __m256i bits = _mm256_castps_si256(values), upper = _mm256_srli_epi32(bits, 16);
    const __m256i odd = _mm256_and_si256(upper, _mm256_set1_epi32(1));
    const __m256i rounded =
        _mm256_srli_epi32(_mm256_add_epi32(_mm256_add_epi32(bits, odd), _mm256_set1_epi32(0x7FFF)), 16);
    const __m256i quiet = _mm256_or_si256(upper, _mm256_set1_epi32(0x40));
    const __m256 is_none = _mm256_cmp_ps(values, values, _CMP_UNORD_Q);
    return _mm256_blendv_epi8(rounded, quiet, _mm256_castps_si256(is_none));
}
