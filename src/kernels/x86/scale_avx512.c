/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers scaled, for the AVX-512 table. */
#include <immintrin.h>

#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"

static inline void halve(uint16_t *to, const float *values)
{
    _mm256_storeu_si256((__m256i *)(void *)to,
                        _mm512_cvtps_ph(_mm512_loadu_ps(values), _MM_FROUND_TO_NEAREST_INT));
}

#define HALVES 16
#include "kernels/scale_tmpl.h"

SCALE(gather__scale_avx512)

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_scale_avx512; /* a file without anything is no C */
const int gather__no_scale_avx512 = 0;

#endif
