/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of blocks of 2 bytes by indices of 2 bytes in one pass, from a table that is near, for the AVX-512 table.
 *
 * The instruction that gathers loads 4 bytes a lane. Every second index takes those that begin with its block, every
 * other one those that end with it: so two such loads are 32 blocks in their order, and nothing is shifted or narrowed:
 *
 *     even lanes    block | what is behind it        two of them, blended:   block block
 *     odd lanes     what is before it | block
 *
 * There is nothing behind the last block, nor before the first; these two are put in their places afterwards.
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "core/arith.h"
#include "kernels/inlined.h"
#include "kernels/soon.h"
#include "kernels/x86/held.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"
#include "kernels/x86/permuted.h"

enum { HALF = 2, LANES = VECTOR / HALF };

static bool takes_halves(const struct gather__picking *picking, int64_t most)
{
    const struct gather__rule *rule = &picking->rule;
    return picking->tuning->gathers && picking->high - picking->low <= picking->tuning->near_bytes &&
           (picking->listed == 0 || picking->run.count >= LANES) && picking->run.slope == 0 &&
           picking->run.scale == HALF && picking->run.step == HALF && rule->limit > 0 &&
           rule->limit <= most && rule->size <= most + 1;
}

/* In every lane, of 16 bits. */
struct table {
    const uint8_t *blocks;
    __m512i more, limit;
    __m512i least, most; /* whose 4 bytes lie in the table: 0..limit-1 of even lanes, 1..limit of odd ones */
    __m512i ends;        /* what the others are */
};

/* 16 bits for even lanes, and for odd ones. */
INLINED __m512i in_turns(int64_t even, int64_t odd)
{
    return _mm512_set1_epi32((int32_t)((uint32_t)(uint16_t)odd << 16 | (uint16_t)even));
}

INLINED struct table table_of(const uint8_t *data, const struct gather__rule *rule, bool has_sign)
{
    uint16_t first, last;
    memcpy(&first, data, sizeof first);
    memcpy(&last, data + rule->limit * HALF, sizeof last); /* bounded: inside the data */
    return (struct table){.blocks = data,
                          .more =
                              _mm512_set1_epi16((int16_t)(has_sign && rule->is_negative ? rule->size : 0)),
                          .limit = _mm512_set1_epi16((int16_t)rule->limit),
                          .least = in_turns(0, 1),
                          .most = in_turns(rule->limit - 1, rule->limit),
                          .ends = in_turns(last, first)};
}

/*
 * 32 blocks. Sums are of 16 bits, and right: a negative index and a size of at most 2^15 stay below it or are still
 * negative, which as an unsigned number is beyond the limit.
 */
INLINED __m512i pick_blocks(const struct table *table, __m512i values, bool has_sign, __mmask32 *outside)
{
    if (has_sign)
        values = _mm512_mask_add_epi16(values, _mm512_movepi16_mask(values), values, table->more);
    *outside |= _mm512_cmpgt_epu16_mask(values, table->limit);
    const __m512i inside = _mm512_max_epu16(_mm512_min_epu16(values, table->most), table->least);
    const __m512i even = _mm512_and_si512(inside, _mm512_set1_epi32(UINT16_MAX)),
                  odd = _mm512_srli_epi32(inside, 16);
    const void *before = (const void *)((uintptr_t)table->blocks - HALF);
    const __m512i first = _mm512_i32gather_epi32(even, table->blocks, HALF),
                  second = _mm512_i32gather_epi32(odd, before, HALF);
    const __m512i blocks = _mm512_mask_blend_epi16(0xAAAAAAAA, first, second);
    return _mm512_mask_mov_epi16(blocks, _mm512_cmpneq_epi16_mask(values, inside), table->ends);
}

INLINED __mmask32 pick_run(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                           int64_t row, bool has_sign)
{
    const struct gather__index_run run = gather__picked_row(picking, row);
    const struct table table = table_of(data + run.begin, &picking->rule, has_sign);
    const bool streams = picking->streams && (uintptr_t)out % VECTOR == 0;
    const uint8_t *indices = run.indices + run.first;
    __mmask32 outside = 0;
    int64_t left = run.count;
    for (; left >= LANES; left -= LANES) {
        ask_for_indices(indices, run.early, 1, VECTOR);
        __m512i blocks = pick_blocks(&table, _mm512_loadu_si512(indices), has_sign, &outside);
        if (streams)
            _mm512_stream_si512((__m512i *)(void *)out, blocks);
        else
            _mm512_storeu_si512(out, blocks);
        indices += VECTOR;
        out += VECTOR;
    }
    if (left > 0) {
        const __mmask32 mask = ((__mmask32)1 << left) - 1;
        __m512i blocks = pick_blocks(&table, _mm512_maskz_loadu_epi16(mask, indices), has_sign, &outside);
        _mm512_mask_storeu_epi16(out, mask, blocks);
    }
    return outside;
}

INLINED bool pick_halves(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                         bool has_sign)
{
    __mmask32 outside = 0;
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out)
        outside |= pick_run(out, data, picking, row, has_sign);
    return outside == 0;
}

#define PICK(type, has_sign, most)                                                                           \
    bool gather__takes_halves_##type##_b2_avx512(const struct gather__picking *picking)                      \
    {                                                                                                        \
        return takes_halves(picking, most);                                                                  \
    }                                                                                                        \
    bool gather__pick_halves_##type##_b2_avx512(uint8_t *out, const uint8_t *data,                           \
                                                const struct gather__picking *picking)                       \
    {                                                                                                        \
        return pick_halves(out, data, picking, has_sign);                                                    \
    }
PICK(i16, true, INT16_MAX)
PICK(u16, false, UINT16_MAX)
#undef PICK

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_halves_avx512; /* a file without anything is no C */
const int gather__no_halves_avx512 = 0;

#endif
