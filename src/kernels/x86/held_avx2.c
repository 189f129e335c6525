/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers in one pass, whose data registers hold, for the AVX2 table:
 *
 *     bytes      a table of up to 256 of them, picked from by shuffles
 *     a row      up to 32 blocks of 4 bytes, as code books have: its registers are permuted
 *     a column   up to four blocks of 4 bytes a point, as along a short axis that is not the last: those of eight
 *                points lie side by side, so that each is one load, and the index says which of them a lane keeps
 *
 * So nothing is loaded at an address that an index makes.
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "core/outlined.h"
#include "kernels/byte_table.h"
#include "kernels/inlined.h"
#include "kernels/soon.h"
#include "kernels/x86/held.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/x86/eight_avx2_tmpl.h"

/* ---- tables of bytes ----------------------------------------------------------------------------- */

enum { PART = 16, PARTS_MOST = TABLE_BYTES / PART };

static bool takes_bytes(const struct gather__picking *picking)
{
    return is_byte_table(picking) && picking->listed == 0 && picking->run.count >= VECTOR;
}

/* A table in parts of 16 bytes, each in both halves of a register, as shuffles take it. */
struct parts {
    __m256i at[PARTS_MOST];
};

INLINED struct parts part_table(const uint8_t *table, int64_t bytes)
{
    _Alignas(VECTOR) uint8_t whole[TABLE_BYTES] = {0};
    struct parts parts;
    memcpy(whole, table, (size_t)bytes);
    for (int64_t k = 0; k < PARTS_MOST; k++)
        parts.at[k] =
            _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)(const void *)(whole + k * PART)));
    return parts;
}

/*
 * A vector of bytes as what picks from parts:
 *
 *     bit     7            6          5         4                     3 2 1 0
 *             half of 16   half of 8  half of 4  part of two           byte of a part
 *
 * A shuffle goes by the lower four bits, and picks 0 where the sign is set. Bit 4 is the sign in `even`, its opposite in
 * `odd`: what the two pick adds up. The others are moved to the sign, by which blends choose.
 */
struct choice {
    __m256i even, odd;
    __m256i by_four, by_eight, by_sixteen;
};

/* is_whole: of all 16 parts, so that bit 7 of a byte that is inside may be set. */
INLINED struct choice choice_of(__m256i values, bool is_whole)
{
    const __m256i sign = _mm256_set1_epi8(INT8_MIN);
    const __m256i bytes = is_whole ? _mm256_andnot_si256(sign, values) : values;
    const __m256i even = _mm256_or_si256(bytes, _mm256_and_si256(_mm256_slli_epi16(values, 3), sign));
    return (struct choice){.even = even,
                           .odd = _mm256_xor_si256(even, sign),
                           .by_four = _mm256_slli_epi16(values, 2),
                           .by_eight = _mm256_slli_epi16(values, 1),
                           .by_sixteen = values};
}

INLINED __m256i pick_of_two(const __m256i *parts, const struct choice *choice)
{
    return _mm256_or_si256(_mm256_shuffle_epi8(parts[0], choice->even),
                           _mm256_shuffle_epi8(parts[1], choice->odd));
}

INLINED __m256i pick_of_four(const __m256i *parts, const struct choice *choice)
{
    return _mm256_blendv_epi8(pick_of_two(parts, choice), pick_of_two(parts + 2, choice), choice->by_four);
}

INLINED __m256i pick_of_eight(const __m256i *parts, const struct choice *choice)
{
    return _mm256_blendv_epi8(pick_of_four(parts, choice), pick_of_four(parts + 4, choice), choice->by_eight);
}

/* count: parts that the table has, at most: a quarter of them, half, or all. */
INLINED __m256i pick_of_parts(const struct parts *parts, __m256i values, int count)
{
    const struct choice choice = choice_of(values, count > PARTS_MOST / 2);
    if (count == PARTS_MOST / 4)
        return pick_of_four(parts->at, &choice);
    if (count == PARTS_MOST / 2)
        return pick_of_eight(parts->at, &choice);
    return _mm256_blendv_epi8(pick_of_eight(parts->at, &choice),
                              pick_of_eight(parts->at + PARTS_MOST / 2, &choice), choice.by_sixteen);
}

/* By a `struct byte_rule` in lanes of a byte. What is outside is not brought inside: no byte picks beyond the parts. */
INLINED __m256i judge_bytes(__m256i values, struct judging *judging, bool has_sign)
{
    if (has_sign) {
        const __m256i negative = _mm256_cmpgt_epi8(_mm256_setzero_si256(), values);
        values = _mm256_add_epi8(values, _mm256_and_si256(negative, judging->more));
    }
    judging->outside = _mm256_or_si256(judging->outside, _mm256_subs_epu8(values, judging->limit));
    return values;
}

INLINED __m256i pick_vector(const struct parts *parts, const uint8_t *from, struct judging *judging,
                            bool has_sign, int count)
{
    return pick_of_parts(parts, judge_bytes(load(from), judging, has_sign), count);
}

INLINED void pick_bytes_of(uint8_t *out, const struct parts *parts, const struct gather__index_run *run,
                           struct judging *judging, bool has_sign, int count)
{
    const uint8_t *indices = run->indices + run->first;
    const int64_t left = run->count % VECTOR, whole = run->count - left;
    uint8_t last[VECTOR] = {0}; /* indices of 0 are inside */
    for (int64_t k = 0; k < whole; k += VECTOR) {
        ask_for_line_of_indices(indices + k, run->early, k, 1);
        _mm256_storeu_si256((__m256i *)(void *)(out + k),
                            pick_vector(parts, indices + k, judging, has_sign, count));
    }
    memcpy(last, indices + whole, (size_t)left);
    _mm256_storeu_si256((__m256i *)(void *)last, pick_vector(parts, last, judging, has_sign, count));
    memcpy(out + whole, last, (size_t)left);
}

INLINED bool pick_bytes(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                        bool has_sign)
{
    const int64_t limit = picking->rule.limit;
    const struct byte_rule rule = byte_rule_of(&picking->rule, has_sign);
    struct judging judging = {_mm256_set1_epi8((char)rule.more), _mm256_set1_epi8((char)rule.limit),
                              _mm256_setzero_si256()};
    struct parts parts;
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out) {
        const struct gather__index_run run = gather__picked_row(picking, row);
        if (row == 0 || picking->row_data != 0)
            parts = part_table(data + run.begin, limit + 1);
        if (limit < TABLE_BYTES / 4)
            pick_bytes_of(out, &parts, &run, &judging, has_sign, PARTS_MOST / 4);
        else if (limit < TABLE_BYTES / 2)
            pick_bytes_of(out, &parts, &run, &judging, has_sign, PARTS_MOST / 2);
        else
            pick_bytes_of(out, &parts, &run, &judging, has_sign, PARTS_MOST);
    }
    return all_inside(&judging);
}

/* ---- rows and columns ---------------------------------------------------------------------------- */

enum { BLOCK = 4, ROW_ENTRIES = 32, ROW_VECTORS = 4, COLUMN_ENTRIES = 4, TWO_VECTORS = 2 * LANES };

/* What eight points are picked from. */
struct entries {
    __m256i row[ROW_VECTORS];   /* of a row: all of it */
    int64_t at[COLUMN_ENTRIES]; /* of columns: where the entries of a point begin, counted from the first */
};

/* Indices that lie side by side, and mostly eight of them: of a run that is cut there may be fewer. */
static bool are_plain(const struct gather__picking *picking, int64_t index_bytes)
{
    return picking->rule.limit >= 0 && picking->rule.size <= INT32_MAX && picking->listed == 0 &&
           picking->run.step == index_bytes && picking->run.count >= LANES;
}

static bool takes_row(const struct gather__picking *picking, int64_t index_bytes)
{
    return are_plain(picking, index_bytes) && picking->run.slope == 0 && picking->run.scale == BLOCK &&
           picking->rule.limit < ROW_ENTRIES && picking->run.count >= picking->rule.limit;
}

static bool takes_column(const struct gather__picking *picking, int64_t index_bytes)
{
    return are_plain(picking, index_bytes) && picking->run.slope == BLOCK &&
           picking->rule.limit < COLUMN_ENTRIES;
}

/* Each lane of two as a bit of the index says, which is in the place of the sign. */
INLINED __m256i choose(__m256i low, __m256i high, __m256i sign)
{
    return _mm256_castps_si256(
        _mm256_blendv_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), _mm256_castsi256_ps(sign)));
}

/* count: of registers that the row fills, 2 or 4. */
INLINED __m256i pick_of_row(const struct entries *entries, __m256i values, int count)
{
    const __m256i by_eight = _mm256_slli_epi32(values, 28), by_sixteen = _mm256_slli_epi32(values, 27);
    const __m256i low = choose(_mm256_permutevar8x32_epi32(entries->row[0], values),
                               _mm256_permutevar8x32_epi32(entries->row[1], values), by_eight);
    if (count == 2)
        return low;
    const __m256i high = choose(_mm256_permutevar8x32_epi32(entries->row[2], values),
                                _mm256_permutevar8x32_epi32(entries->row[3], values), by_eight);
    return choose(low, high, by_sixteen);
}

/* count: of entries, 2 or 4. */
INLINED __m256i pick_of_columns(const uint8_t *data, const struct entries *entries, __m256i values, int count)
{
    const __m256i by_one = _mm256_slli_epi32(values, 31), by_two = _mm256_slli_epi32(values, 30);
    const __m256i low = choose(load(data), load(data + entries->at[1]), by_one);
    if (count == 2)
        return low;
    return choose(low, choose(load(data + entries->at[2]), load(data + entries->at[3]), by_one), by_two);
}

/* Entries behind the last are the first. */
OUTLINED void load_entries(struct entries *entries, const struct gather__picking *picking,
                           const uint8_t *data, bool are_columns)
{
    const int64_t limit = picking->rule.limit;
    uint8_t row[ROW_ENTRIES * BLOCK] = {0};
    for (int64_t k = 0; k < COLUMN_ENTRIES; k++)
        entries->at[k] = k <= limit ? k * picking->run.scale : 0; /* bounded: inside the data */
    if (!are_columns)
        memcpy(row, data, (size_t)((limit + 1) * BLOCK)); /* bounded: 128 bytes */
    for (int64_t k = 0; k < ROW_VECTORS; k++)
        entries->row[k] = load(row + k * VECTOR);
}

/* The last points of a run, from `first` on, where they are no eight. values: of indices, brought inside. */
OUTLINED void copy_last(uint8_t *out, const uint8_t *data, const struct entries *entries,
                        const int32_t *values, int64_t first, int64_t count, bool are_columns)
{
    for (int64_t k = first; k < count; k++) {
        const int64_t value = values[k - first];
        const int64_t at =
            are_columns ? k * BLOCK + entries->at[value] : value * BLOCK; /* bounded: in the data */
        memcpy(out + k * BLOCK, data + at, BLOCK);                        /* bounded: likewise */
    }
}

INLINED void pick_held_run(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                           int64_t at, struct judging *judging,
                           __m256i (*read)(const uint8_t *, struct judging *), int64_t index_bytes,
                           bool are_columns, int count)
{
    const struct gather__index_run run = gather__picked_row(picking, at);
    const uint8_t *indices = run.indices + run.first;
    const int64_t left = run.count % LANES, whole = run.count - left;
    struct entries entries;
    const bool streams = picking->streams && (uintptr_t)out % VECTOR == 0;
    data += run.begin;
    load_entries(&entries, picking, data, are_columns);
    for (int64_t k = 0; k < whole; k += LANES) {
        const uint8_t *from = indices + k * index_bytes; /* bounded: inside the indices */
        ask_for_line_of_indices(from, run.early, k, index_bytes);
        const __m256i values = read(from, judging),
                      blocks = are_columns ? pick_of_columns(data + k * BLOCK, &entries, values, count)
                                           : pick_of_row(&entries, values, count);
        if (streams)
            _mm256_stream_si256((__m256i *)(void *)(out + k * BLOCK), blocks);
        else
            _mm256_storeu_si256((__m256i *)(void *)(out + k * BLOCK), blocks);
    }
    if (left > 0) {
        uint8_t last[LANES * sizeof(int64_t)] = {
            0}; /* indices of 0, which is inside, stand for those behind it */
        int32_t values[LANES];
        memcpy(last, indices + whole * index_bytes, (size_t)(left * index_bytes)); /* bounded: below 64 */
        _mm256_storeu_si256((__m256i *)(void *)values, read(last, judging));
        copy_last(out, data, &entries, values, whole, run.count, are_columns);
    }
}

INLINED bool pick_held(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                       __m256i (*read)(const uint8_t *, struct judging *), int64_t index_bytes,
                       bool are_columns, int count)
{
    struct judging judging = judge_by(&picking->rule);
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out)
        pick_held_run(out, data, picking, row, &judging, read, index_bytes, are_columns, count);
    return all_inside(&judging);
}

/* ---- the kernels --------------------------------------------------------------------------------- */

#define PICK_BYTES(type, has_sign)                                                                           \
    bool gather__takes_bytes_##type##_b1_avx2(const struct gather__picking *picking)                         \
    {                                                                                                        \
        return takes_bytes(picking);                                                                         \
    }                                                                                                        \
    bool gather__pick_bytes_##type##_b1_avx2(uint8_t *out, const uint8_t *data,                              \
                                             const struct gather__picking *picking)                          \
    {                                                                                                        \
        return pick_bytes(out, data, picking, has_sign);                                                     \
    }
PICK_BYTES(u8, false)
PICK_BYTES(i8, true)
#undef PICK_BYTES

/* two: entries that go by two registers, or loads; more go by four. */
#define PICK_HELD(form, type, index_bytes, are_columns, two)                                                 \
    bool gather__takes_##form##_##type##_b4_avx2(const struct gather__picking *picking)                      \
    {                                                                                                        \
        return takes_##form(picking, index_bytes);                                                           \
    }                                                                                                        \
    bool gather__pick_##form##_##type##_b4_avx2(uint8_t *out, const uint8_t *data,                           \
                                                const struct gather__picking *picking)                       \
    {                                                                                                        \
        return picking->rule.limit < (two)                                                                   \
                   ? pick_held(out, data, picking, read_##type, index_bytes, are_columns, 2)                 \
                   : pick_held(out, data, picking, read_##type, index_bytes, are_columns, 4);                \
    }
PICK_HELD(row, i64, 8, false, TWO_VECTORS)
PICK_HELD(row, i32, 4, false, TWO_VECTORS)
PICK_HELD(row, u8, 1, false, TWO_VECTORS)
PICK_HELD(column, i64, 8, true, 2)
PICK_HELD(column, i32, 4, true, 2)
#undef PICK_HELD

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_held_avx2; /* a file without anything is no C */
const int gather__no_held_avx2 = 0;

#endif
