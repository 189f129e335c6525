/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers scaled sixteen at once, in registers of 32 bytes, for the tables of AVX2 and AVX-512: the kinds that models
 * have. What there is no kind for, and what is left of a list, goes the portable way. Floats of 8 bits go by way of those
 * of 16, which the processor makes floats of: one of e5m2 is the upper half of one, one of e4m3 has its bits seven places
 * below, and a power of two that is less by eight.
 *
 *     e5m2   s eeeee mm   ->   s eeeee mm 00000000
 *     e4m3   s eeee mmm   ->   s 0eeee mmm 0000000   times 256
 */
#include <immintrin.h>

#include "kernels/inlined.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/x86/upper_avx2_tmpl.h"

/* Eight floats each. */
struct sixteen {
    __m256 low, high;
};

/* ---- bytes, each one number ---------------------------------------------------------------------------- */

INLINED struct sixteen of_u8(__m128i bytes)
{
    return (struct sixteen){_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes)),
                            _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_srli_si128(bytes, 8)))};
}

INLINED struct sixteen of_i8(__m128i bytes)
{
    return (struct sixteen){_mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes)),
                            _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_srli_si128(bytes, 8)))};
}

/* Four bits with a sign. */
INLINED struct sixteen of_i4(__m128i bytes)
{
    const __m128i middle = _mm_set1_epi8(8);
    return of_i8(_mm_sub_epi8(_mm_xor_si128(bytes, middle), middle));
}

INLINED struct sixteen of_halves(__m256i halves)
{
    return (struct sixteen){_mm256_cvtph_ps(_mm256_castsi256_si128(halves)),
                            _mm256_cvtph_ps(_mm256_extracti128_si256(halves, 1))};
}

INLINED struct sixteen of_e5m2(__m128i bytes)
{
    return of_halves(_mm256_slli_epi16(_mm256_cvtepu8_epi16(bytes), 8));
}

/* All bits but the sign set: no number, without a sign. */
INLINED struct sixteen of_e4m3(__m128i bytes)
{
    const __m256i sign = _mm256_set1_epi16((short)0x8000), most = _mm256_set1_epi16((short)0xBF80),
                  none = _mm256_set1_epi16(0x7E00);
    const __m256 power = _mm256_set1_ps(256);
    const __m256i sizes = _mm256_slli_epi16(_mm256_cvtepi8_epi16(bytes), 7); /* the sign twice */
    const __m256i halves = _mm256_and_si256(sizes, _mm256_set1_epi16((short)0xBFFF));
    const __m256i is_none = _mm256_cmpeq_epi16(_mm256_or_si256(halves, sign), most);
    const struct sixteen made = of_halves(_mm256_blendv_epi8(halves, none, is_none));
    return (struct sixteen){_mm256_mul_ps(made.low, power), _mm256_mul_ps(made.high, power)};
}

/* Each of the sixteen floats of four bits is one of e5m2. */
INLINED struct sixteen of_e2m1(__m128i bytes)
{
    const __m128i upper =
        _mm_setr_epi8(0, 0x38, 0x3C, 0x3E, 0x40, 0x42, 0x44, 0x46, (char)0x80, (char)0xB8, (char)0xBC,
                      (char)0xBE, (char)0xC0, (char)0xC2, (char)0xC4, (char)0xC6);
    return of_e5m2(_mm_shuffle_epi8(upper, bytes));
}

/* ---- where they are, and where they go ------------------------------------------------------------------- */

/* Sixteen numbers, one a byte. */
INLINED __m128i whole_bytes(const uint8_t *numbers)
{
    return _mm_loadu_si128((const __m128i *)(const void *)numbers);
}

/* Likewise, two in a byte. */
INLINED __m128i half_bytes(const uint8_t *numbers)
{
    const __m128i pairs = _mm_loadl_epi64((const __m128i *)(const void *)numbers), low = _mm_set1_epi8(15);
    return _mm_unpacklo_epi8(_mm_and_si128(pairs, low), _mm_and_si128(_mm_srli_epi16(pairs, 4), low));
}

enum way { AS_F32, PAST_CACHES, AS_F16, AS_BF16 };

/* Where sixteen elements go; past the caches they go to a line. */
INLINED void put_sixteen(uint8_t *to, struct sixteen values, enum way way)
{
    switch (way) {
    case PAST_CACHES:
        _mm256_stream_ps((float *)(void *)to, values.low);
        _mm256_stream_ps((float *)(void *)to + 8, values.high);
        return;
    case AS_F16:
        _mm_storeu_si128((__m128i *)(void *)to, _mm256_cvtps_ph(values.low, _MM_FROUND_TO_NEAREST_INT));
        _mm_storeu_si128((__m128i *)(void *)to + 1, _mm256_cvtps_ph(values.high, _MM_FROUND_TO_NEAREST_INT));
        return;
    case AS_BF16:
        _mm256_storeu_si256(
            (__m256i *)(void *)to,
            _mm256_permute4x64_epi64(_mm256_packus_epi32(upper_halves(values.low), upper_halves(values.high)),
                                     0xD8)); /* packed in halves of a register */
        return;
    default:
        _mm256_storeu_ps((float *)(void *)to, values.low);
        _mm256_storeu_ps((float *)(void *)to + 8, values.high);
    }
}

/* ---- groups ---------------------------------------------------------------------------------------------- */

/* What is scaled: sixteens of numbers, each in one group. */
struct sixteens {
    uint8_t *to;
    const uint8_t *numbers;
    int64_t count, first, group; /* in sixteens: all, those of the first group, those of each other one */
    const float *zeros, *scales;
};

#define SIXTEENS_AS(bytes, stored, kind, way)                                                                \
    for (int64_t left = all.count, here = all.first; left > 0; left -= here, here = all.group) {             \
        const __m256 zero = _mm256_set1_ps(*all.zeros++), scale = _mm256_set1_ps(*all.scales++);             \
        here = here < left ? here : left;                                                                    \
        for (int64_t k = 0; k < here; k++) {                                                                 \
            const struct sixteen made = of_##kind(stored(all.numbers));                                      \
            put_sixteen(all.to,                                                                              \
                        (struct sixteen){_mm256_mul_ps(_mm256_sub_ps(made.low, zero), scale),                \
                                         _mm256_mul_ps(_mm256_sub_ps(made.high, zero), scale)},              \
                        way);                                                                                \
            all.numbers += bytes;                                                                            \
            all.to += (way) == AS_F32 || (way) == PAST_CACHES ? 64 : 32;                                     \
        }                                                                                                    \
    }                                                                                                        \
    break

/* All sixteens of numbers of a kind, which take so many bytes. */
#define SIXTEENS(name, bytes, stored, kind)                                                                  \
    static void name(struct sixteens all, enum way way)                                                      \
    {                                                                                                        \
        switch (way) {                                                                                       \
        case PAST_CACHES:                                                                                    \
            SIXTEENS_AS(bytes, stored, kind, PAST_CACHES);                                                   \
        case AS_F16:                                                                                         \
            SIXTEENS_AS(bytes, stored, kind, AS_F16);                                                        \
        case AS_BF16:                                                                                        \
            SIXTEENS_AS(bytes, stored, kind, AS_BF16);                                                       \
        default:                                                                                             \
            SIXTEENS_AS(bytes, stored, kind, AS_F32);                                                        \
        }                                                                                                    \
    }

SIXTEENS(bytes_u8, 16, whole_bytes, u8)
SIXTEENS(bytes_i8, 16, whole_bytes, i8)
SIXTEENS(bytes_e4m3, 16, whole_bytes, e4m3)
SIXTEENS(bytes_e5m2, 16, whole_bytes, e5m2)
SIXTEENS(pairs_u4, 8, half_bytes, u8)
SIXTEENS(pairs_i4, 8, half_bytes, i4)
SIXTEENS(pairs_e2m1, 8, half_bytes, e2m1)

/* What scales sixteens of some numbers. */
struct kind {
    int32_t dtype;
    bool in_pairs;
    void (*scale)(struct sixteens all, enum way way);
};

static const struct kind kinds[] = {
    {GATHER_DTYPE_U8, false, bytes_u8},         {GATHER_DTYPE_I8, false, bytes_i8},
    {GATHER_DTYPE_F8E4M3FN, false, bytes_e4m3}, {GATHER_DTYPE_F8E5M2, false, bytes_e5m2},
    {GATHER_DTYPE_U4, true, pairs_u4},          {GATHER_DTYPE_I4, true, pairs_i4},
    {GATHER_DTYPE_F4E2M1, true, pairs_e2m1},
};

static const struct kind *kind_of(const struct gather__scaling *scaling)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kinds[k].dtype == scaling->dtype && kinds[k].in_pairs == scaling->in_pairs)
            return &kinds[k];
    return NULL;
}

static enum way way_of(const void *to, const struct gather__scaling *scaling)
{
    if (scaling->out_dtype != GATHER_DTYPE_F32)
        return scaling->out_dtype == GATHER_DTYPE_F16 ? AS_F16 : AS_BF16;
    return scaling->streams && (uintptr_t)to % 64 == 0 ? PAST_CACHES : AS_F32;
}

/* Numbers, up to GATHER__SCALED, that have a zero and a scale each: made floats first, in sixteens. */
static void scale_each(const struct kind *kind, struct sixteens all, enum way way)
{
    static const float zero = 0, one = 1;
    float values[GATHER__SCALED];
    kind->scale((struct sixteens){.to = (uint8_t *)values,
                                  .numbers = all.numbers,
                                  .count = all.count,
                                  .first = all.count,
                                  .zeros = &zero,
                                  .scales = &one},
                AS_F32);
    for (int64_t k = 0; k < all.count * 16; k += 16) { /* bounded: numbers of the room */
        const struct sixteen made = {
            _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(values + k), _mm256_loadu_ps(all.zeros + k)),
                          _mm256_loadu_ps(all.scales + k)),
            _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(values + k + 8), _mm256_loadu_ps(all.zeros + k + 8)),
                          _mm256_loadu_ps(all.scales + k + 8))};
        put_sixteen(all.to, made, way);
        all.to += way == AS_F32 || way == PAST_CACHES ? 64 : 32;
    }
}

/* All sixteens of what there is a kind for, and whose groups begin with one. Returns: how many numbers these are. */
static int64_t scale_sixteens(void *to, const uint8_t *numbers, int64_t count,
                              const struct gather__scaling *scaling)
{
    const struct kind *kind = kind_of(scaling);
    const bool has_groups = scaling->first < count, is_each = has_groups && scaling->group == 1;
    if (kind == NULL || (has_groups && !is_each && (scaling->first | scaling->group) % 16 != 0))
        return 0;
    const struct sixteens all = {.to = to,
                                 .numbers = numbers,
                                 .count = count / 16,
                                 .first = has_groups ? scaling->first / 16 : count / 16,
                                 .group = scaling->group / 16,
                                 .zeros = scaling->zeros,
                                 .scales = scaling->scales};
    if (is_each)
        scale_each(kind, all, way_of(to, scaling));
    else
        kind->scale(all, way_of(to, scaling));
    return count / 16 * 16;
}

void gather__scale_avx2(void *to, const uint8_t *numbers, int64_t count,
                        const struct gather__scaling *scaling)
{
    gather__scale_rest(to, numbers, scale_sixteens(to, numbers, count, scaling), count, scaling);
}

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_scale_avx2; /* a file without anything is no C */
const int gather__no_scale_avx2 = 0;

#endif
