/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks in one pass, for the AVX-512 table.
 *
 * Sixteen indices at a time: widened to 32 bits, counted from the end, compared with the limit, and brought inside
 * whatever they were; then one instruction loads sixteen blocks. Where that instruction is slow, loads one by
 * one are faster, as AVX2 has them. A table of 256 bytes stays in four registers, and bytes pick from there.
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/byte_table.h"
#include "kernels/inlined.h"
#include "kernels/near.h"
#include "kernels/pick.h"
#include "kernels/soon.h"
#include "kernels/x86/held.h"
#include "kernels/x86/picks_near.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"
#include "kernels/x86/permuted.h"

/* ---- sixteen indices ----------------------------------------------------------------------------- */

enum {
    LANES = 16,
    ABREAST = 4,
    ABREAST_BYTES = 1 << 18 /* of indices: shorter runs of them lie in the caches */
};

/* The rule, in every lane. */
struct judging {
    __m512i more, limit;           /* 32 bits a lane */
    __m512i more_wide, limit_wide; /* 64 */
    __mmask16 outside;             /* lanes in which an index was */
};

INLINED __m512i judge(__m512i values, struct judging *judging)
{
    values = _mm512_mask_add_epi32(values, _mm512_movepi32_mask(values), values, judging->more);
    judging->outside |= _mm512_cmpgt_epu32_mask(values, judging->limit);
    return _mm512_min_epu32(values, judging->limit);
}

INLINED __m256i judge_wide(__m512i values, struct judging *judging)
{
    values = _mm512_mask_add_epi64(values, _mm512_movepi64_mask(values), values, judging->more_wide);
    judging->outside |= _mm512_cmpgt_epu64_mask(values, judging->limit_wide);
    return _mm512_cvtepi64_epi32(_mm512_min_epu64(values, judging->limit_wide));
}

/* Lanes of `mask` from k on; the others are 0, which is inside. */
#define READ_BYTES(mask, from) _mm_maskz_loadu_epi8(mask, from)
#define READ_HALVES(mask, from) _mm256_maskz_loadu_epi16(mask, from)

INLINED __m512i read_i8(__mmask16 mask, const uint8_t *from, struct judging *judging)
{
    return judge(_mm512_cvtepi8_epi32(READ_BYTES(mask, from)), judging);
}

INLINED __m512i read_u8(__mmask16 mask, const uint8_t *from, struct judging *judging)
{
    return judge(_mm512_cvtepu8_epi32(READ_BYTES(mask, from)), judging);
}

INLINED __m512i read_i16(__mmask16 mask, const uint8_t *from, struct judging *judging)
{
    return judge(_mm512_cvtepi16_epi32(READ_HALVES(mask, from)), judging);
}

INLINED __m512i read_u16(__mmask16 mask, const uint8_t *from, struct judging *judging)
{
    return judge(_mm512_cvtepu16_epi32(READ_HALVES(mask, from)), judging);
}

INLINED __m512i read_i32(__mmask16 mask, const uint8_t *from, struct judging *judging)
{
    return judge(_mm512_maskz_loadu_epi32(mask, from), judging);
}

INLINED __m512i read_i64(__mmask16 mask, const uint8_t *from, struct judging *judging)
{
    __m256i low = judge_wide(_mm512_maskz_loadu_epi64((__mmask8)mask, from), judging);
    __m256i high = judge_wide(_mm512_maskz_loadu_epi64((__mmask8)(mask >> 8), from + 64), judging);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* ---- sixteen blocks ------------------------------------------------------------------------------ */

/* Blocks below 4 bytes are loaded as 4, moved back where those would lie behind the last byte of the data. */
INLINED __m512i fetch_narrow(__mmask16 mask, const uint8_t *data, __m512i offsets, __m512i top)
{
    __m512i from = _mm512_min_epi32(offsets, top);
    __m512i fours = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), mask, from, data, 1);
    return _mm512_srlv_epi32(fours, _mm512_slli_epi32(_mm512_sub_epi32(offsets, from), 3));
}

INLINED void fetch(uint8_t *out, __mmask16 mask, const uint8_t *data, __m512i offsets, __m512i top, int width)
{
    const __m512i none = _mm512_setzero_si512();
    if (width == 1) {
        __m512i blocks = fetch_narrow(mask, data, offsets, top);
        _mm_mask_storeu_epi8(out, mask, _mm512_cvtepi32_epi8(blocks));
    } else if (width == 2) {
        __m512i blocks = fetch_narrow(mask, data, offsets, top);
        _mm256_mask_storeu_epi16(out, mask, _mm512_cvtepi32_epi16(blocks));
    } else if (width == 4) {
        _mm512_mask_storeu_epi32(out, mask, _mm512_mask_i32gather_epi32(none, mask, offsets, data, 1));
    } else {
        __mmask8 low = (__mmask8)mask, high = (__mmask8)(mask >> 8);
        __m256i first = _mm512_castsi512_si256(offsets), second = _mm512_extracti64x4_epi64(offsets, 1);
        _mm512_mask_storeu_epi64(out, low, _mm512_mask_i32gather_epi64(none, low, first, data, 1));
        _mm512_mask_storeu_epi64(out + 64, high, _mm512_mask_i32gather_epi64(none, high, second, data, 1));
    }
}

/* All lanes, past the caches. */
INLINED void stream(uint8_t *out, const uint8_t *data, __m512i offsets, __m512i top, int width)
{
    const __m256i low = _mm512_castsi512_si256(offsets), high = _mm512_extracti64x4_epi64(offsets, 1);
    if (width == 1) {
        __m512i blocks = fetch_narrow(0xFFFF, data, offsets, top);
        _mm_stream_si128((__m128i *)(void *)out, _mm512_cvtepi32_epi8(blocks));
    } else if (width == 2) {
        __m512i blocks = fetch_narrow(0xFFFF, data, offsets, top);
        _mm256_stream_si256((__m256i *)(void *)out, _mm512_cvtepi32_epi16(blocks));
    } else if (width == 4) {
        _mm512_stream_si512((__m512i *)(void *)out, _mm512_i32gather_epi32(offsets, data, 1));
    } else {
        _mm512_stream_si512((__m512i *)(void *)out, _mm512_i32gather_epi64(low, data, 1));
        _mm512_stream_si512((__m512i *)(void *)(out + 64), _mm512_i32gather_epi64(high, data, 1));
    }
}

/* ---- all of them --------------------------------------------------------------------------------- */

/* Blocks are loaded as 4 bytes at least. */
static bool can_load_many(const struct gather__picking *picking)
{
    return picking->tuning->gathers && picking->high - picking->low >= 4;
}

/* Where the data of sixteen points lies, but for their indices. */
INLINED __m512i load_places(__mmask16 mask, const int64_t *places)
{
    __m256i low = _mm512_cvtepi64_epi32(_mm512_maskz_loadu_epi64((__mmask8)mask, places));
    __m256i high = _mm512_cvtepi64_epi32(_mm512_maskz_loadu_epi64((__mmask8)(mask >> 8), places + 8));
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* What sixteen points of a run have in common. */
struct common {
    __m512i slope, scale, top;
    const uint8_t *data;
    bool streams;
};

INLINED struct common common_of(const uint8_t *out, const uint8_t *data,
                                const struct gather__picking *picking, const struct gather__index_run *run,
                                int width)
{
    const int64_t last = picking->high - 4 - run->begin, line = width < 4 ? LANES * width : 64;
    return (struct common){.slope = _mm512_set1_epi32((int32_t)run->slope),
                           .scale = _mm512_set1_epi32((int32_t)run->scale),
                           .top = _mm512_set1_epi32(last < INT32_MAX ? (int32_t)last : INT32_MAX),
                           .data = data + run->begin,
                           .streams = picking->streams && (uintptr_t)out % (uintptr_t)line == 0};
}

INLINED void pick_sixteen(uint8_t *out, const struct common *common, __m512i at, __m512i values, int width)
{
    const __m512i offsets = _mm512_add_epi32(at, _mm512_mullo_epi32(values, common->scale));
    if (common->streams)
        stream(out, common->data, offsets, common->top, width);
    else
        fetch(out, 0xFFFF, common->data, offsets, common->top, width);
}

/* From point k on, where each begins. */
INLINED __m512i slopes_from(int64_t k, __m512i slope)
{
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_mullo_epi32(_mm512_add_epi32(lanes, _mm512_set1_epi32((int32_t)k)), slope);
}

/*
 * A long run in four parts, sixteen points of each in turn: memory serves several streams faster than one.
 *
 *     points    0.. | n.. | 2n.. | 3n.. | rest      in the order 0.. n.. 2n.. 3n.. 16.. n+16.. 2n+16.. 3n+16..
 *
 * Returns: how many points they are, the rest is left to do; 0 for a run that is too short, or listed, or of narrow
 * indices, where the output takes the time.
 */
INLINED int64_t pick_abreast(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                             const struct gather__index_run *run, struct judging *judging,
                             __m512i (*read)(__mmask16, const uint8_t *, struct judging *),
                             int64_t index_bytes, int width)
{
    if (index_bytes < 4 || run->count < ABREAST_BYTES / index_bytes || picking->places != NULL)
        return 0;
    const struct common common = common_of(out, data, picking, run, width);
    const int64_t count = run->count / ABREAST / LANES * LANES,
                  all = ABREAST * count; /* bounded: of the run */
    for (int64_t first = 0; first < count; first += LANES)
        for (int64_t k = first; k < all; k += count) {
            const uint8_t *indices = run->indices + run->first + k * index_bytes; /* bounded: inside them */
            /* bounded: two lines */
            ask_for_indices(indices, run->early, ABREAST, LANES * index_bytes);
            const __m512i values = read(0xFFFF, indices, judging);
            pick_sixteen(out + k * width, &common, slopes_from(k, common.slope), values, width);
        }
    return all;
}

INLINED void pick_run(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                      const struct gather__index_run *run, struct soon soon, struct judging *judging,
                      __m512i (*read)(__mmask16, const uint8_t *, struct judging *), int64_t index_bytes,
                      int width)
{
    const struct common common = common_of(out, data, picking, run, width);
    const __m512i stride = _mm512_slli_epi32(common.slope, 4);
    __m512i at = slopes_from(0, common.slope);
    const uint8_t *indices = run->indices + run->first;
    const int64_t *places = picking->places;
    int64_t left = run->count;
    for (; left >= LANES; left -= LANES) {
        ask_for_soon(&soon, LANES);
        ask_for_indices(indices, run->early, 1, LANES * index_bytes); /* bounded: two lines */
        if (places != NULL)
            at = load_places(0xFFFF, places + run->count - left);
        pick_sixteen(out, &common, at, read(0xFFFF, indices, judging), width);
        at = _mm512_add_epi32(at, stride);
        indices += LANES * index_bytes; /* bounded: inside the indices */
        out += (int64_t)LANES * width;
    }
    if (left > 0) {
        const __mmask16 mask = (__mmask16)((1U << left) - 1);
        if (places != NULL)
            at = load_places(mask, places + run->count - left);
        const __m512i values = _mm512_mullo_epi32(read(mask, indices, judging), common.scale);
        fetch(out, mask, common.data, _mm512_add_epi32(at, values), common.top, width);
    }
}

INLINED bool pick(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                  __m512i (*read)(__mmask16, const uint8_t *, struct judging *), int64_t index_bytes,
                  int width)
{
    const int64_t more = picking->rule.is_negative ? picking->rule.size : 0;
    struct judging judging = {_mm512_set1_epi32((int32_t)more),
                              _mm512_set1_epi32((int32_t)picking->rule.limit), _mm512_set1_epi64(more),
                              _mm512_set1_epi64(picking->rule.limit), 0};
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out) {
        struct gather__index_run run = gather__picked_row(picking, row);
        const int64_t done = pick_abreast(out, data, picking, &run, &judging, read, index_bytes, width);
        if (done == run.count)
            continue;
        run.first += done * index_bytes; /* bounded: inside the indices */
        run.begin += done * run.slope;   /* bounded: inside the data */
        run.count -= done;
        pick_run(out + done * width, data, picking, &run, next_run_of(data, picking, row), &judging, read,
                 index_bytes, width); /* bounded: inside the output */
    }
    return judging.outside == 0;
}

/* The kernels of a type of indices: every width, for data that is near. */
#define PICKS(type, index_bytes)                                                                             \
    static bool is_near_##type(const struct gather__picking *picking)                                        \
    {                                                                                                        \
        return can_load_many(picking) && is_near(picking, index_bytes);                                      \
    }                                                                                                        \
    PICK(type, index_bytes, 1)                                                                               \
    PICK(type, index_bytes, 2)                                                                               \
    PICK(type, index_bytes, 4)                                                                               \
    PICK(type, index_bytes, 8)
#define PICK(type, index_bytes, width)                                                                       \
    static bool pick_##type##_b##width##_avx512(uint8_t *out, const uint8_t *data,                           \
                                                const struct gather__picking *picking)                       \
    {                                                                                                        \
        return pick(out, data, picking, read_##type, index_bytes, width);                                    \
    }
GATHER__PICK_READS(PICKS)
#undef PICK
#undef PICKS

/* Blocks of 3 bytes, which no kernel of this file takes, where loads one by one are faster. */
#define TAKES_THREES(type)                                                                                   \
    static bool takes_threes_##type(const struct gather__picking *picking)                                   \
    {                                                                                                        \
        return !picking->tuning->gathers && gather__takes_##type##_b4_avx2(picking);                         \
    }
TAKES_THREES(i64)
TAKES_THREES(i32)
#undef TAKES_THREES

/*
 * Blocks of 8 bytes one by one: also where the instruction that gathers is fast, by some numbers of indices. An Emerald
 * Rapids takes .80 of the time so with a million, or .65 where these are sorted.
 */
static bool takes_eights(const struct gather__picking *picking)
{
    const struct gather__tuning *tuning = picking->tuning;
    const bool is_single = picking->run.slope == 0 && picking->run.count >= tuning->single_least &&
                           picking->run.count <= tuning->single_most;
    return (!tuning->gathers || is_single) && gather__takes_plain_i64_b8_avx2(picking);
}

/* ---- bytes from registers ------------------------------------------------------------------------ */

static bool fits_registers(const struct gather__picking *picking)
{
    return can_permute_bytes() && is_byte_table(picking) && picking->listed == 0;
}

/* By masks, so without a `struct byte_rule`; the sums are right for the reasons that it gives. */
BYTES_PERMUTE INLINED __mmask64 pick_bytes_of(uint8_t *out, const uint8_t *data,
                                              const struct gather__picking *picking, int64_t row,
                                              bool has_sign)
{
    const struct gather__index_run run = gather__picked_row(picking, row);
    const struct gather__rule *rule = &picking->rule;
    const __m512i limit = _mm512_set1_epi8((char)rule->limit), more = _mm512_set1_epi8((char)rule->size);
    const uint8_t *indices = run.indices + run.first;
    const bool streams = picking->streams && (uintptr_t)out % VECTOR == 0;
    __m512i table[TABLE_BYTES / VECTOR];
    __mmask64 outside = 0;
    for (int64_t k = 0; k < TABLE_BYTES / VECTOR; k++)
        table[k] =
            _mm512_maskz_loadu_epi8(first_lanes(rule->limit + 1 - k * VECTOR), data + run.begin + k * VECTOR);
    for (int64_t k = 0; k < run.count; k += VECTOR) {
        const __mmask64 mask = first_lanes(run.count - k);
        ask_for_indices(indices + k, run.early, 1, VECTOR);
        __m512i values = _mm512_maskz_loadu_epi8(mask, indices + k);
        const __mmask64 negative = has_sign ? _mm512_movepi8_mask(values) : 0;
        if (has_sign && rule->is_negative)
            values = _mm512_mask_add_epi8(values, negative, values, more);
        else
            outside |= negative;
        outside |= _mm512_cmpgt_epu8_mask(values, limit);
        __m512i low = _mm512_permutex2var_epi8(table[0], values, table[1]);
        __m512i high = _mm512_permutex2var_epi8(table[2], values, table[3]);
        __m512i blocks = _mm512_mask_blend_epi8(_mm512_movepi8_mask(values), low, high);
        if (streams && run.count - k >= VECTOR)
            _mm512_stream_si512((__m512i *)(void *)(out + k), blocks);
        else
            _mm512_mask_storeu_epi8(out + k, mask, blocks);
    }
    return outside;
}

BYTES_PERMUTE INLINED bool pick_bytes(uint8_t *out, const uint8_t *data,
                                      const struct gather__picking *picking, bool has_sign)
{
    __mmask64 outside = 0;
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out)
        outside |= pick_bytes_of(out, data, picking, row, has_sign);
    return outside == 0;
}

BYTES_PERMUTE static bool pick_bytes_i8_b1_avx512(uint8_t *out, const uint8_t *data,
                                                  const struct gather__picking *picking)
{
    return pick_bytes(out, data, picking, true);
}

BYTES_PERMUTE static bool pick_bytes_u8_b1_avx512(uint8_t *out, const uint8_t *data,
                                                  const struct gather__picking *picking)
{
    return pick_bytes(out, data, picking, false);
}

/* ---- the list ------------------------------------------------------------------------------------ */

#define ROW(name, dtype, type, width)                                                                        \
    {                                                                                                        \
        "pick_" #name "_b" #width "_avx512", GATHER_DTYPE_##dtype, width, is_near_##type, true, true,        \
            pick_##type##_b##width##_avx512                                                                  \
    }
const struct gather__pick_kernel gather__picks_avx512[] = {
    GATHER__PICK_HELD_ROWS_AVX512,
    {"pick_bytes_u8_b1_avx512", GATHER_DTYPE_U8, 1, fits_registers, false, true, pick_bytes_u8_b1_avx512},
    {"pick_bytes_i8_b1_avx512", GATHER_DTYPE_I8, 1, fits_registers, false, true, pick_bytes_i8_b1_avx512},
    {"pick_plain_i64_b8_avx2", GATHER_DTYPE_I64, 8, takes_eights, false, true,
     gather__pick_plain_i64_b8_avx2},
    GATHER__PICK_NEAR_LIST(ROW),
    GATHER__PICK_HELD_ROW(plain, i64, I64, 4, avx2, true),
    GATHER__PICK_HELD_ROW(plain, i32, I32, 4, avx2, true),
    GATHER__PICK_NEAR_ROWS,
    GATHER__PICK_THREES_ROW(i64, I64, takes_threes_i64),
    GATHER__PICK_THREES_ROW(i32, I32, takes_threes_i32),
    GATHER__PICK_FAR_ROWS};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_picks_avx512; /* a file without anything is no C */
const int gather__no_picks_avx512 = 0;

#endif
