/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of floats added up, for the tables of AVX2 and AVX-512: sums stay in registers, up to eight of these at once, while
 * all rows go by. Short rows, and those of integers, the portable kernel takes.
 */
#include <immintrin.h>

#include "kernels/inlined.h"
#include "kernels/sum.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/x86/upper_avx2_tmpl.h"

enum {
    LONG = 8,     /* elements of a row that goes by vectors, at least */
    REGISTERS = 8 /* of sums that are made in one go */
};

typedef float f32;
typedef double f64;
typedef uint16_t f16, bf16;

/* ---- a register's worth of a row ----------------------------------------------------------------- */

INLINED __m256 load_f32(const uint8_t *row) { return _mm256_loadu_ps((const float *)(const void *)row); }

INLINED __m256d load_f64(const uint8_t *row) { return _mm256_loadu_pd((const double *)(const void *)row); }

INLINED __m128i load_halves(const uint8_t *row)
{
    return _mm_loadu_si128((const __m128i *)(const void *)row);
}

INLINED __m256 load_f16(const uint8_t *row) { return _mm256_cvtph_ps(load_halves(row)); }

INLINED __m256 load_bf16(const uint8_t *row)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(load_halves(row)), 16));
}

/* ---- a register's worth of sums, as elements ----------------------------------------------------- */

INLINED void put_f32(uint8_t *to, __m256 sums) { _mm256_storeu_ps((float *)(void *)to, sums); }

INLINED void put_f64(uint8_t *to, __m256d sums) { _mm256_storeu_pd((double *)(void *)to, sums); }

INLINED void put_f16(uint8_t *to, __m256 sums)
{
    _mm_storeu_si128((__m128i *)(void *)to, _mm256_cvtps_ph(sums, _MM_FROUND_TO_NEAREST_INT));
}

INLINED void put_bf16(uint8_t *to, __m256 sums)
{
    const __m256i upper = upper_halves(sums);
    _mm_storeu_si128((__m128i *)(void *)to,
                     _mm_packus_epi32(_mm256_castsi256_si128(upper), _mm256_extracti128_si256(upper, 1)));
}

/* ---- sums ---------------------------------------------------------------------------------------- */

/*
 * ADDER(type, Sum, Vector, lanes, form) makes what adds rows of a type: `lanes` sums to a register, instructions that
 * end in `form`. has_weights: whether rows have any. The last register's worth of a row overlaps the one before it where
 * registers do not divide the row.
 */
#define ADDER(type, Sum, Vector, lanes, form)                                                                \
    INLINED void add_some_##type(uint8_t *to, Sum *sums, const uint8_t *data,                                \
                                 const struct gather__summing *summing, int64_t at, const int registers,     \
                                 bool has_weights)                                                           \
    {                                                                                                        \
        const Sum *before = summing->before, *weights = summing->weights;                                    \
        const int64_t bytes = sizeof(type), vector_bytes = (lanes)*bytes;                                    \
        const int64_t begin = at * bytes;               /* bounded: of a row */                              \
        const int64_t width = registers * vector_bytes; /* bounded: of a row */                              \
        int64_t j = 0;                                                                                       \
        for (int64_t bag = 0; bag < summing->bags; bag++) {                                                  \
            Vector all[REGISTERS];                                                                           \
            UNROLLED for (int64_t k = 0; k < registers; k++) all[k] =                                        \
                before != NULL ? _mm256_loadu_##form(before + at + k * (lanes)) : _mm256_setzero_##form();   \
            for (; j < summing->ends[bag]; j++) {                                                            \
                const uint8_t *row = data + summing->from[j] + begin;                                        \
                const Vector weight = _mm256_set1_##form(has_weights ? weights[j] : 1);                      \
                ask_ahead(data, summing, j, begin, width);                                                   \
                UNROLLED for (int64_t k = 0; k < registers; k++)                                             \
                {                                                                                            \
                    const Vector values = load_##type(row + k * vector_bytes); /* bounded: inside it */      \
                    all[k] =                                                                                 \
                        _mm256_add_##form(all[k], has_weights ? _mm256_mul_##form(values, weight) : values); \
                }                                                                                            \
            }                                                                                                \
            if (summing->divisors != NULL) {                                                                 \
                const Vector by = _mm256_set1_##form((Sum)summing->divisors[bag]);                           \
                UNROLLED for (int64_t k = 0; k < registers; k++) all[k] = _mm256_div_##form(all[k], by);     \
            }                                                                                                \
            if (to == NULL) {                                                                                \
                UNROLLED for (int64_t k = 0; k < registers; k++)                                             \
                    _mm256_storeu_##form(sums + at + k * (lanes), all[k]);                                   \
                continue;                                                                                    \
            }                                                                                                \
            uint8_t *elements = to + bag * summing->out_step + begin; /* bounded: inside the output */       \
            UNROLLED for (int64_t k = 0; k < registers; k++)                                                 \
                put_##type(elements + k * vector_bytes, all[k]); /* bounded: inside the output */            \
        }                                                                                                    \
    }                                                                                                        \
    INLINED void add_all_##type(uint8_t *to, Sum *sums, const uint8_t *data,                                 \
                                const struct gather__summing *summing, bool has_weights)                     \
    {                                                                                                        \
        const int64_t count = summing->count;                                                                \
        int64_t at = 0;                                                                                      \
        for (; at + (int64_t)REGISTERS * (lanes) <= count; at += (int64_t)REGISTERS * (lanes))               \
            add_some_##type(to, sums, data, summing, at, REGISTERS, has_weights);                            \
        for (; at + (int64_t)4 * (lanes) <= count; at += (int64_t)4 * (lanes))                               \
            add_some_##type(to, sums, data, summing, at, 4, has_weights);                                    \
        for (; at + (int64_t)2 * (lanes) <= count; at += (int64_t)2 * (lanes))                               \
            add_some_##type(to, sums, data, summing, at, 2, has_weights);                                    \
        for (; at < count; at += (lanes))                                                                    \
            add_some_##type(to, sums, data, summing, at + (lanes) <= count ? at : count - (lanes), 1,        \
                            has_weights);                                                                    \
    }                                                                                                        \
    static void add_##type(uint8_t *to, Sum *sums, const uint8_t *data,                                      \
                           const struct gather__summing *summing)                                            \
    {                                                                                                        \
        if (summing->weights != NULL)                                                                        \
            add_all_##type(to, sums, data, summing, true);                                                   \
        else                                                                                                 \
            add_all_##type(to, sums, data, summing, false);                                                  \
    }

ADDER(f32, float, __m256, 8, ps)
ADDER(f64, double, __m256d, 4, pd)
ADDER(f16, float, __m256, 8, ps)
ADDER(bf16, float, __m256, 8, ps)

void gather__sum_avx2(uint8_t *to, void *sums, const uint8_t *data, const struct gather__summing *summing)
{
    if (summing->count >= LONG && summing->dtype == GATHER_DTYPE_F32)
        add_f32(to, sums, data, summing);
    else if (summing->count >= LONG && summing->dtype == GATHER_DTYPE_F64)
        add_f64(to, sums, data, summing);
    else if (summing->count >= LONG && summing->dtype == GATHER_DTYPE_F16)
        add_f16(to, sums, data, summing);
    else if (summing->count >= LONG && summing->dtype == GATHER_DTYPE_BF16)
        add_bf16(to, sums, data, summing);
    else
        gather__sum_scalar(to, sums, data, summing);
}

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_sum_avx2; /* a file without anything is no C */
const int gather__no_sum_avx2 = 0;

#endif
