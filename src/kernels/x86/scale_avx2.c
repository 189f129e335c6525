/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers scaled, for the AVX2 table. */
#include <immintrin.h>

#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

static inline void halve(uint16_t *to, const float *values)
{
    _mm_storeu_si128((__m128i *)(void *)to,
                     _mm256_cvtps_ph(_mm256_loadu_ps(values), _MM_FROUND_TO_NEAREST_INT));
}

#define HALVES 8
#include "kernels/scale_tmpl.h"

SCALE(gather__scale_avx2)

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_scale_avx2; /* a file without anything is no C */
const int gather__no_scale_avx2 = 0;

#endif
