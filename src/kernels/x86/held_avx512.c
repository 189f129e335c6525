/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of blocks of 4 and 8 bytes in one pass, whose data registers hold, for the AVX-512 table:
 *
 *     a row      up to 128 blocks of 4 bytes, or 32 of 8, that all points of a run take from: its registers are
 *                permuted, two at a time
 *     a column   a few entries a point, as along a short axis that is not the last: those of many points lie side by
 *                side, so that each entry is one load, and the index says which of them a lane keeps
 *
 * So nothing is loaded at an address that an index makes, and nothing has to be brought inside: what is outside takes
 * some lane, and is found at the end. Both read whole registers of the data, one behind the other, however far it is.
 * Of blocks of 8 bytes a register holds half as many: they win nothing in columns, nor by indices of 32 bits.
 */
#include <immintrin.h>
#include <stdbool.h>

#include "core/arith.h"
#include "kernels/inlined.h"
#include "kernels/soon.h"
#include "kernels/x86/held.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"
#include "kernels/x86/permuted.h"

enum { ROW_ENTRIES_B4 = 128, ROW_ENTRIES_B8 = 32, ROW_VECTORS = 8, COLUMN_ENTRIES = 4, ENTRIES_A_POINT = 4 };

/* ---- indices ------------------------------------------------------------------------------------- */

/* The rule, in every lane: inside are -more..limit. A sum with its sign set is of an index outside. */
struct judging {
    __m512i more, limit;           /* 32 bits a lane */
    __m512i more_wide, limit_wide; /* 64 */
    __m512i signs, signs_wide;     /* of all sums so far */
};

INLINED struct judging judge_by(const struct gather__rule *rule)
{
    const int64_t more = rule->is_negative ? rule->size : 0;
    const __m512i none = _mm512_setzero_si512();
    return (struct judging){_mm512_set1_epi32((int32_t)more),
                            _mm512_set1_epi32((int32_t)rule->limit),
                            _mm512_set1_epi64(more),
                            _mm512_set1_epi64(rule->limit),
                            none,
                            none};
}

INLINED bool all_inside(const struct judging *judging)
{
    return _mm512_movepi32_mask(judging->signs) == 0 && _mm512_movepi64_mask(judging->signs_wide) == 0;
}

enum { ANY_OF_THREE = 0xFE };

INLINED __m512i judge(__m512i values, struct judging *judging)
{
    __m512i above = _mm512_add_epi32(values, judging->more), below = _mm512_sub_epi32(judging->limit, values);
    judging->signs = _mm512_ternarylogic_epi32(judging->signs, above, below, ANY_OF_THREE);
    return values;
}

INLINED __m512i judge_wide(__m512i values, struct judging *judging)
{
    __m512i above = _mm512_add_epi64(values, judging->more_wide),
            below = _mm512_sub_epi64(judging->limit_wide, values);
    judging->signs_wide = _mm512_ternarylogic_epi64(judging->signs_wide, above, below, ANY_OF_THREE);
    return values;
}

/* As many indices as a register has blocks, in lanes as wide as those; lanes beyond `mask` are 0, which is inside. */
INLINED __m512i read_lanes(__mmask16 mask, const uint8_t *from, struct judging *judging, int64_t index_bytes,
                           int width)
{
    __m512i values;
    if (width == 4 && index_bytes == 4) {
        values = judge(_mm512_maskz_loadu_epi32(mask, from), judging);
    } else if (width == 4) {
        const __m512i evens = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        __m512i low = judge_wide(_mm512_maskz_loadu_epi64((__mmask8)mask, from), judging);
        __m512i high = judge_wide(_mm512_maskz_loadu_epi64((__mmask8)(mask >> 8), from + VECTOR), judging);
        values = _mm512_permutex2var_epi32(low, evens, high);
    } else {
        values = judge_wide(_mm512_maskz_loadu_epi64((__mmask8)mask, from), judging);
    }
    if (width == 4)
        return _mm512_mask_add_epi32(values, _mm512_movepi32_mask(values), values, judging->more);
    return _mm512_mask_add_epi64(values, _mm512_movepi64_mask(values), values, judging->more_wide);
}

/* Whether what is inside is one range, of indices that lie side by side. */
static bool is_plain(const struct gather__picking *picking, int64_t index_bytes)
{
    const struct gather__rule *rule = &picking->rule;
    return rule->limit >= 0 && (rule->is_negative == 0 || rule->limit + 1 == rule->size) &&
           picking->run.step == index_bytes;
}

/* ---- blocks -------------------------------------------------------------------------------------- */

INLINED __mmask16 lanes_of(int64_t count, int width)
{
    const int64_t lanes = VECTOR / width;
    return (__mmask16)((1U << (count < lanes ? count : lanes)) - 1);
}

INLINED __m512i load(__m512i rest, __mmask16 mask, const uint8_t *from, int width)
{
    return width == 4 ? _mm512_mask_loadu_epi32(rest, mask, from)
                      : _mm512_mask_loadu_epi64(rest, (__mmask8)mask, from);
}

INLINED void store(uint8_t *out, __mmask16 mask, __m512i blocks, int width, bool streams)
{
    if (streams && mask == lanes_of(VECTOR, width))
        _mm512_stream_si512((__m512i *)(void *)out, blocks);
    else if (width == 4)
        _mm512_mask_storeu_epi32(out, mask, blocks);
    else
        _mm512_mask_storeu_epi64(out, (__mmask8)mask, blocks);
}

/* ---- a row --------------------------------------------------------------------------------------- */

/* Where the counts are worth it: permuting costs a load for each vector of the row, whatever is taken of it. */
static bool takes_row(const struct gather__picking *picking, int64_t index_bytes, int64_t width)
{
    const struct gather__index_run *run = &picking->run;
    return is_plain(picking, index_bytes) && run->slope == 0 && run->scale == width &&
           picking->rule.limit < (width == 4 ? ROW_ENTRIES_B4 : ROW_ENTRIES_B8) &&
           run->count >= VECTOR / width && run->count >= picking->rule.limit / ENTRIES_A_POINT;
}

INLINED __m512i permute(__m512i low, __m512i values, __m512i high, int width)
{
    return width == 4 ? _mm512_permutex2var_epi32(low, values, high)
                      : _mm512_permutex2var_epi64(low, values, high);
}

/* High where an index has a bit. */
INLINED __m512i choose(__m512i low, __m512i high, __m512i values, int bit, int width)
{
    return width == 4
               ? _mm512_mask_blend_epi32(_mm512_test_epi32_mask(values, _mm512_set1_epi32(bit)), low, high)
               : _mm512_mask_blend_epi64(_mm512_test_epi64_mask(values, _mm512_set1_epi64(bit)), low, high);
}

/* pairs: of registers that the row fills, 1, 2 or 4. */
INLINED __m512i look_up(const __m512i *row, __m512i values, int pairs, int width)
{
    const int pair = 2 * VECTOR / width;
    __m512i first = permute(row[0], values, row[1], width), second;
    if (pairs == 1)
        return first;
    first = choose(first, permute(row[2], values, row[3], width), values, pair, width);
    if (pairs == 2)
        return first;
    second = choose(permute(row[4], values, row[5], width), permute(row[6], values, row[7], width), values,
                    pair, width);
    return choose(first, second, values, 2 * pair, width);
}

INLINED void pick_row(uint8_t *out, const uint8_t *data, const struct gather__picking *picking, int64_t at,
                      struct judging *judging, int64_t index_bytes, int width, int pairs)
{
    const struct gather__index_run run = gather__picked_row(picking, at);
    const int64_t lanes = VECTOR / width, entries = picking->rule.limit + 1;
    const bool streams = picking->streams && (uintptr_t)out % VECTOR == 0;
    const uint8_t *indices = run.indices + run.first;
    __m512i row[ROW_VECTORS];
    for (int k = 0; k < 2 * pairs; k++) {
        const int64_t left = entries - k * lanes; /* bounded: below 1,024 */
        row[k] = _mm512_setzero_si512();
        if (left > 0)
            row[k] = load(row[k], lanes_of(left, width), data + run.begin + (int64_t)k * VECTOR, width);
    }
    for (int64_t left = run.count; left > 0; left -= lanes) {
        const __mmask16 mask = lanes_of(left, width);
        ask_for_indices(indices, run.early, 1, lanes * index_bytes); /* bounded: two lines */
        __m512i values = read_lanes(mask, indices, judging, index_bytes, width);
        store(out, mask, look_up(row, values, pairs, width), width, streams);
        indices += lanes * index_bytes; /* bounded: inside the indices */
        out += VECTOR;
    }
}

INLINED bool pick_rows(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                       int64_t index_bytes, int width, int pairs)
{
    struct judging judging = judge_by(&picking->rule);
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out)
        pick_row(out, data, picking, row, &judging, index_bytes, width, pairs);
    return all_inside(&judging);
}

/* ---- a column ------------------------------------------------------------------------------------ */

enum { BLOCK = 4, LANES = VECTOR / BLOCK };

static bool takes_column(const struct gather__picking *picking, int64_t index_bytes)
{
    return is_plain(picking, index_bytes) && picking->run.slope == BLOCK &&
           picking->rule.limit < COLUMN_ENTRIES && picking->run.count >= LANES;
}

/* Where the entries of a column begin, counted from the first; what is behind the last is the first. */
struct entries {
    int64_t at[COLUMN_ENTRIES];
};

INLINED struct entries entries_of(const struct gather__picking *picking)
{
    struct entries entries;
    for (int64_t k = 0; k < COLUMN_ENTRIES; k++)
        entries.at[k] = k <= picking->rule.limit ? k * picking->run.scale : 0; /* bounded: inside the data */
    return entries;
}

/* Each lane from the entry of its column that its index says. count: of entries, 2 or 4. */
INLINED __m512i choose_entries(__mmask16 mask, const uint8_t *data, __m512i values,
                               const struct entries *entries, int count)
{
    __m512i blocks = _mm512_maskz_loadu_epi32(mask, data);
    for (int k = 1; k < count; k++) {
        const __mmask16 lanes = _mm512_mask_cmpeq_epi32_mask(mask, values, _mm512_set1_epi32(k));
        blocks = _mm512_mask_loadu_epi32(blocks, lanes, data + entries->at[k]);
    }
    return blocks;
}

INLINED void pick_column(uint8_t *out, const uint8_t *data, const struct gather__picking *picking, int64_t at,
                         struct judging *judging, int64_t index_bytes, int count)
{
    const struct gather__index_run run = gather__picked_row(picking, at);
    const struct entries entries = entries_of(picking);
    const bool streams = picking->streams && (uintptr_t)out % VECTOR == 0;
    const uint8_t *indices = run.indices + run.first;
    data += run.begin;
    for (int64_t left = run.count; left > 0; left -= LANES) {
        const __mmask16 mask = lanes_of(left, BLOCK);
        ask_for_indices(indices, run.early, 1, LANES * index_bytes); /* bounded: two lines */
        __m512i values = read_lanes(mask, indices, judging, index_bytes, BLOCK);
        store(out, mask, choose_entries(mask, data, values, &entries, count), BLOCK, streams);
        indices += LANES * index_bytes; /* bounded: inside the indices */
        data += VECTOR;
        out += VECTOR;
    }
}

INLINED bool pick_columns(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                          int64_t index_bytes, int count)
{
    struct judging judging = judge_by(&picking->rule);
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out)
        pick_column(out, data, picking, row, &judging, index_bytes, count);
    return all_inside(&judging);
}

/* ---- the kernels --------------------------------------------------------------------------------- */

#define PICK_ROW(type, index_bytes, width)                                                                   \
    bool gather__takes_row_##type##_b##width##_avx512(const struct gather__picking *picking)                 \
    {                                                                                                        \
        return takes_row(picking, index_bytes, width);                                                       \
    }                                                                                                        \
    bool gather__pick_row_##type##_b##width##_avx512(uint8_t *out, const uint8_t *data,                      \
                                                     const struct gather__picking *picking)                  \
    {                                                                                                        \
        const int64_t bytes = (picking->rule.limit + 1) * width;                                             \
        return bytes <= (int64_t)2 * VECTOR ? pick_rows(out, data, picking, index_bytes, width, 1)           \
               : bytes <= (int64_t)4 * VECTOR || width == 8                                                  \
                   ? pick_rows(out, data, picking, index_bytes, width, 2)                                    \
                   : pick_rows(out, data, picking, index_bytes, width, 4);                                   \
    }
PICK_ROW(i64, 8, 4)
PICK_ROW(i64, 8, 8)
PICK_ROW(i32, 4, 4)
#undef PICK_ROW

#define PICK_COLUMN(type, index_bytes)                                                                       \
    bool gather__takes_column_##type##_b4_avx512(const struct gather__picking *picking)                      \
    {                                                                                                        \
        return takes_column(picking, index_bytes);                                                           \
    }                                                                                                        \
    bool gather__pick_column_##type##_b4_avx512(uint8_t *out, const uint8_t *data,                           \
                                                const struct gather__picking *picking)                       \
    {                                                                                                        \
        return picking->rule.limit < 2 ? pick_columns(out, data, picking, index_bytes, 2)                    \
                                       : pick_columns(out, data, picking, index_bytes, COLUMN_ENTRIES);      \
    }
PICK_COLUMN(i64, 8)
PICK_COLUMN(i32, 4)
#undef PICK_COLUMN

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_held_avx512; /* a file without anything is no C */
const int gather__no_held_avx512 = 0;

#endif
