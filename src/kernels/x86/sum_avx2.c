/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of floats added up, for the tables of AVX2 and AVX-512: the sums of a cache line or more stay in registers while
 * all rows go by. What is left of a row, and rows of integers, the portable kernel takes.
 */
#include <immintrin.h>

#include "kernels/inlined.h"
#include "kernels/sum.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/x86/upper_avx2_tmpl.h"

enum { REGISTERS = 8 }; /* of sums that are made in one go */

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

/* ---- sums ---------------------------------------------------------------------------------------- */

/*
 * ADDER(type, Sum, Vector, lanes, bytes, form) makes what adds rows of a type: `lanes` sums to a register, elements of
 * `bytes`, instructions that end in `form`.
 */
#define ADDER(type, Sum, Vector, lanes, bytes, form)                                                         \
    INLINED void add_some_##type(Sum *sums, const uint8_t *data, const struct gather__summing *summing,      \
                                 int64_t at, const int registers, const bool has_weights)                    \
    {                                                                                                        \
        Vector all[REGISTERS];                                                                               \
        UNROLLED for (int64_t k = 0; k < registers; k++) all[k] =                                            \
            summing->begins ? _mm256_setzero_##form() : _mm256_loadu_##form(sums + at + k * (lanes));        \
        for (int64_t j = 0; j < summing->rows; j++) {                                                        \
            const uint8_t *row = data + summing->from[j] + at * (bytes); /* bounded: inside the row */       \
            const Vector weight = _mm256_set1_##form(has_weights ? ((const Sum *)summing->weights)[j] : 1);  \
            UNROLLED for (int64_t k = 0; k < registers; k++)                                                 \
            {                                                                                                \
                const Vector values = load_##type(row + k * (lanes) * (bytes)); /* bounded: inside it */     \
                all[k] =                                                                                     \
                    _mm256_add_##form(all[k], has_weights ? _mm256_mul_##form(values, weight) : values);     \
            }                                                                                                \
        }                                                                                                    \
        UNROLLED for (int64_t k = 0; k < registers; k++)                                                     \
            _mm256_storeu_##form(sums + at + k * (lanes), all[k]);                                           \
    }                                                                                                        \
    INLINED int64_t add_all_##type(Sum *sums, const uint8_t *data, const struct gather__summing *summing,    \
                                   const bool has_weights)                                                   \
    {                                                                                                        \
        int64_t at = 0;                                                                                      \
        for (; at + (int64_t)REGISTERS * (lanes) <= summing->count; at += (int64_t)REGISTERS * (lanes))      \
            add_some_##type(sums, data, summing, at, REGISTERS, has_weights);                                \
        for (; at + (lanes) <= summing->count; at += (lanes))                                                \
            add_some_##type(sums, data, summing, at, 1, has_weights);                                        \
        return at;                                                                                           \
    }                                                                                                        \
    static int64_t add_##type(void *sums, const uint8_t *data, const struct gather__summing *summing)        \
    {                                                                                                        \
        return summing->weights != NULL ? add_all_##type(sums, data, summing, true)                          \
                                        : add_all_##type(sums, data, summing, false);                        \
    }

ADDER(f32, float, __m256, 8, 4, ps)
ADDER(f64, double, __m256d, 4, 8, pd)
ADDER(f16, float, __m256, 8, 2, ps)
ADDER(bf16, float, __m256, 8, 2, ps)

/* Returns: how many elements of each row were added: none of a type that is not one of these. */
static int64_t add_rows(void *sums, const uint8_t *data, const struct gather__summing *summing)
{
    switch (summing->dtype) {
    case GATHER_DTYPE_F32:
        return add_f32(sums, data, summing);
    case GATHER_DTYPE_F64:
        return add_f64(sums, data, summing);
    case GATHER_DTYPE_F16:
        return add_f16(sums, data, summing);
    case GATHER_DTYPE_BF16:
        return add_bf16(sums, data, summing);
    default:
        return 0;
    }
}

/* f16 or bf16 of sums, and of means. Returns: how many. */
static int64_t end_halves(uint8_t *to, const float *sums, const struct gather__summing *summing)
{
    const __m256 by = _mm256_set1_ps(summing->divisor != 0 ? (float)summing->divisor : 1);
    const bool is_f16 = summing->dtype == GATHER_DTYPE_F16;
    int64_t k = 0;
    for (; k + 8 <= summing->count; k += 8) {
        const __m256 values = _mm256_div_ps(_mm256_loadu_ps(sums + k), by);
        const __m256i upper = upper_halves(values);
        const __m128i halves =
            is_f16 ? _mm256_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT)
                   : _mm_packus_epi32(_mm256_castsi256_si128(upper), _mm256_extracti128_si256(upper, 1));
        _mm_storeu_si128((__m128i *)(void *)(to + k * 2), halves); /* bounded: inside the output */
    }
    return k;
}

void gather__sum_avx2(void *to, void *sums, const uint8_t *data, const struct gather__summing *summing)
{
    const int64_t width = gather_dtype_bits(summing->dtype) / 8,
                  wide = summing->dtype == GATHER_DTYPE_F64 ? 8 : 4; /* bytes of a sum */
    struct gather__summing rest = *summing;
    ask_for_rows(data, summing, width);
    const int64_t done = add_rows(sums, data, summing);
    rest.next_rows = 0;
    rest.count -= done;
    if (rest.count > 0 || done == 0)
        gather__sum_scalar(done == 0 ? to : NULL, (uint8_t *)sums + done * wide, data + done * width,
                           &rest); /* bounded: inside the sums and the rows */
    if (done == 0 || to == NULL)
        return;
    const bool is_half = summing->dtype == GATHER_DTYPE_F16 || summing->dtype == GATHER_DTYPE_BF16;
    const int64_t ended = is_half ? end_halves(to, sums, summing) : 0;
    rest.count = summing->count - ended;
    rest.rows = 0;
    rest.begins = false;
    if (rest.count > 0)
        gather__sum_scalar((uint8_t *)to + ended * width, (uint8_t *)sums + ended * wide, data,
                           &rest); /* bounded: inside the output and the sums */
}

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_sum_avx2; /* a file without anything is no C */
const int gather__no_sum_avx2 = 0;

#endif
