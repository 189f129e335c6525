/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks in one pass, for the AVX2 table.
 *
 * Eight indices at a time: widened to 32 bits, counted from the end, compared with the limit, and brought inside
 * whatever they were. Offsets go from there to the registers of addresses two by two, without a way through memory; the
 * instruction of AVX2 that loads many blocks wins nothing over eight loads. Blocks are put together in registers where
 * that takes less than a store each, and of large outputs where these go past the caches. Tables of up to 256 bytes are picked from
 * by shuffles.
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/byte_table.h"
#include "kernels/inlined.h"
#include "kernels/near.h"
#include "kernels/pick.h"
#include "kernels/soon.h"
#include "kernels/x86/picks_near.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

/* ---- eight indices ------------------------------------------------------------------------------- */

enum {
    LANES_LOG = 3,
    LANES = 1 << LANES_LOG,
    VECTOR = 32,
    LEAST_STREAMED = 512 /* bytes of a run past the caches: below, its ends are too much of it */
};

static inline __m256i load(const void *from) { return _mm256_loadu_si256(from); }

/* The rule, in every lane, which are 32 bits wide. */
struct judging {
    __m256i more, limit;
    __m256i outside; /* not 0 in a lane in which an index was */
};

INLINED __m256i judge(__m256i values, struct judging *judging)
{
    const __m256i negative = _mm256_srai_epi32(values, 31);
    values = _mm256_add_epi32(values, _mm256_and_si256(negative, judging->more));
    const __m256i inside = _mm256_min_epu32(values, judging->limit);
    judging->outside = _mm256_or_si256(judging->outside, _mm256_xor_si256(values, inside));
    return inside;
}

INLINED __m256i read_i8(const uint8_t *from, struct judging *judging)
{
    return judge(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from)), judging);
}

INLINED __m256i read_u8(const uint8_t *from, struct judging *judging)
{
    return judge(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)from)), judging);
}

INLINED __m256i read_i16(const uint8_t *from, struct judging *judging)
{
    return judge(_mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(const void *)from)), judging);
}

INLINED __m256i read_u16(const uint8_t *from, struct judging *judging)
{
    return judge(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)from)), judging);
}

INLINED __m256i read_i32(const uint8_t *from, struct judging *judging) { return judge(load(from), judging); }

/* The lower halves of eight numbers of 64 bits, or the upper ones, in the order 0 1 4 5 2 3 6 7. */
#define HALVES(low, high, which)                                                                             \
    _mm256_castps_si256(                                                                                     \
        _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), 0x88 + (which)*0x55))

enum { IN_ORDER = 0xD8 };

/* What 32 bits hold has an upper half that is the sign of the lower one; nothing else is inside. */
INLINED __m256i read_i64(const uint8_t *from, struct judging *judging)
{
    const __m256i first = load(from), second = load(from + VECTOR);
    const __m256i low = HALVES(first, second, 0), high = HALVES(first, second, 1);
    const __m256i more = _mm256_xor_si256(high, _mm256_srai_epi32(low, 31));
    judging->outside = _mm256_or_si256(judging->outside, more);
    return judge(_mm256_permute4x64_epi64(low, IN_ORDER), judging);
}

/* ---- eight blocks -------------------------------------------------------------------------------- */

/* Offset k of those that registers hold two by two. */
#define OFFSET(pairs, k) ((k) % 2 == 0 ? (int64_t)(int32_t)(pairs)[(k) / 2] : (pairs)[(k) / 2] >> 32)

INLINED int load_2(const uint8_t *from)
{
    uint16_t block;
    memcpy(&block, from, sizeof block);
    return block;
}

INLINED int load_4(const uint8_t *from)
{
    int block;
    memcpy(&block, from, sizeof block);
    return block;
}

INLINED __m128i eight_of_2(const uint8_t *data, const int64_t *pairs)
{
    __m128i blocks = _mm_cvtsi32_si128(load_2(data + OFFSET(pairs, 0)));
    blocks = _mm_insert_epi16(blocks, load_2(data + OFFSET(pairs, 1)), 1);
    blocks = _mm_insert_epi16(blocks, load_2(data + OFFSET(pairs, 2)), 2);
    blocks = _mm_insert_epi16(blocks, load_2(data + OFFSET(pairs, 3)), 3);
    blocks = _mm_insert_epi16(blocks, load_2(data + OFFSET(pairs, 4)), 4);
    blocks = _mm_insert_epi16(blocks, load_2(data + OFFSET(pairs, 5)), 5);
    blocks = _mm_insert_epi16(blocks, load_2(data + OFFSET(pairs, 6)), 6);
    return _mm_insert_epi16(blocks, load_2(data + OFFSET(pairs, 7)), 7);
}

INLINED __m128i four_of_4(const uint8_t *data, const int64_t *pairs)
{
    __m128i blocks = _mm_cvtsi32_si128(load_4(data + OFFSET(pairs, 0)));
    blocks = _mm_insert_epi32(blocks, load_4(data + OFFSET(pairs, 1)), 1);
    blocks = _mm_insert_epi32(blocks, load_4(data + OFFSET(pairs, 2)), 2);
    return _mm_insert_epi32(blocks, load_4(data + OFFSET(pairs, 3)), 3);
}

INLINED __m128i two_of_8(const uint8_t *data, const int64_t *pair)
{
    const __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)(data + OFFSET(pair, 0)));
    const __m128i second = _mm_loadl_epi64((const __m128i *)(const void *)(data + OFFSET(pair, 1)));
    return _mm_unpacklo_epi64(first, second);
}

/* 16 bytes; past the caches, to an address divisible by as many. */
INLINED void put(uint8_t *out, __m128i blocks, bool streams)
{
    if (streams)
        _mm_stream_si128((__m128i *)(void *)out, blocks);
    else
        _mm_storeu_si128((__m128i *)(void *)out, blocks);
}

/* Eight blocks of 3 bytes, a fourth byte behind each of which may be read. */
INLINED void put_threes(uint8_t *out, const uint8_t *data, const int64_t *pairs)
{
    const __m128i threes = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m128i low = _mm_shuffle_epi8(four_of_4(data, pairs), threes);
    const __m128i high = _mm_shuffle_epi8(four_of_4(data, pairs + 2), threes);
    put(out, _mm_or_si128(low, _mm_slli_si128(high, 12)), false);
    _mm_storel_epi64((__m128i *)(void *)(out + 16), _mm_srli_si128(high, 4));
}

/*
 * Blocks of 2, 3 and 4 bytes by as few stores as can be; those of 1 or 8 gain nothing from that but for a way past the
 * caches. top: the greatest offset at which 4 bytes may be read.
 */
INLINED_UNLESS_CHECKED void fetch_eight(uint8_t *out, const uint8_t *data, __m256i offsets, int width,
                                        bool streams, int32_t top)
{
    const __m128i low = _mm256_castsi256_si128(offsets), high = _mm256_extracti128_si256(offsets, 1);
    const int64_t pairs[] = {_mm_cvtsi128_si64(low), _mm_extract_epi64(low, 1), _mm_cvtsi128_si64(high),
                             _mm_extract_epi64(high, 1)};
    if (width == 2) {
        put(out, eight_of_2(data, pairs), streams);
        return;
    }
    if (width == 3 && _mm256_movemask_epi8(_mm256_cmpgt_epi32(offsets, _mm256_set1_epi32(top))) == 0) {
        put_threes(out, data, pairs);
        return;
    }
    if (width == 4) {
        put(out, four_of_4(data, pairs), streams);
        put(out + 16, four_of_4(data, pairs + 2), streams);
        return;
    }
    UNROLLED for (int k = 0; k < LANES / 2; k++, out += (ptrdiff_t)2 * width)
    {
        if (streams) {
            put(out, two_of_8(data, pairs + k), true);
        } else {
            memcpy(out, data + OFFSET(pairs, 2 * k), (size_t)width);
            memcpy(out + width, data + OFFSET(pairs, 2 * k + 1), (size_t)width);
        }
    }
}

/* Where the data of eight points lies, but for their indices. */
INLINED __m256i load_places(const int64_t *places)
{
    const __m256i low = HALVES(load(places), load(places + LANES / 2), 0);
    return _mm256_permute4x64_epi64(low, IN_ORDER);
}

/* From point k on, where each begins. */
INLINED __m256i slopes_from(int64_t k, int64_t slope)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_mullo_epi32(_mm256_add_epi32(lanes, _mm256_set1_epi32((int32_t)k)),
                              _mm256_set1_epi32((int32_t)slope));
}

/* ---- a run --------------------------------------------------------------------------------------- */

/* What takes points of a run. */
struct taking {
    struct judging judging;
    const struct gather__index_run *run;
    const int64_t *places;
    const uint8_t *data; /* where the run begins in it */
    struct soon soon;
    int32_t top;  /* the greatest offset from there at which 4 bytes may be read */
    bool streams; /* the output may go past the caches */
};

/*
 * All points of a run but the last ones that are no eight. is_plain: every point takes from the same data, and there is
 * nothing of the next run to ask for.
 */
INLINED void pick_eights(uint8_t *out, struct taking *taking,
                         __m256i (*read)(const uint8_t *, struct judging *), int64_t index_bytes, int width,
                         bool is_plain, bool streams)
{
    const struct gather__index_run *run = taking->run;
    const uint8_t *indices = run->indices + run->first, *data = taking->data;
    const __m256i scale = _mm256_set1_epi32((int32_t)run->scale);
    const __m256i stride = _mm256_slli_epi32(_mm256_set1_epi32((int32_t)run->slope), LANES_LOG);
    struct judging judging = taking->judging;
    __m256i at = slopes_from(0, run->slope);
    for (int64_t k = 0; k + LANES <= run->count; k += LANES, out += (ptrdiff_t)LANES * width) {
        const uint8_t *from = indices + k * index_bytes; /* bounded: inside the indices */
        if (k % (CACHE_LINE / index_bytes) == 0)
            ask_for_indices(from, INDICES_AHEAD, CACHE_LINE);
        __m256i offsets = _mm256_mullo_epi32(read(from, &judging), scale);
        if (!is_plain) {
            ask_for_soon(&taking->soon, LANES);
            offsets =
                _mm256_add_epi32(offsets, taking->places != NULL ? load_places(taking->places + k) : at);
            at = _mm256_add_epi32(at, stride);
        }
        fetch_eight(out, data, offsets, width, streams, taking->top);
    }
    taking->judging = judging;
}

/* The last points of a run, which are no eight: indices of 0, which is inside, stand for those that there are not. */
INLINED void pick_last(uint8_t *out, struct taking *taking,
                       __m256i (*read)(const uint8_t *, struct judging *), int64_t index_bytes, int width)
{
    const struct gather__index_run *run = taking->run;
    const int64_t left = run->count % LANES, first = run->count - left;
    uint8_t indices[LANES * sizeof(int64_t)] = {0};
    int64_t places[LANES] = {0};
    int32_t offsets[LANES];
    __m256i at = slopes_from(first, run->slope);
    const size_t bytes = (size_t)(left * index_bytes); /* bounded: below 64 */
    memcpy(indices, run->indices + run->first + first * index_bytes, bytes);
    if (taking->places != NULL) {
        memcpy(places, taking->places + first, (size_t)left * sizeof places[0]); /* bounded: below 64 */
        at = load_places(places);
    }
    const __m256i values =
        _mm256_mullo_epi32(read(indices, &taking->judging), _mm256_set1_epi32((int32_t)run->scale));
    _mm256_storeu_si256((__m256i *)(void *)offsets, _mm256_add_epi32(at, values));
    for (int64_t k = 0; k < left; k++)
        memcpy(out + (first + k) * width, taking->data + offsets[k], (size_t)width); /* bounded: inside */
}

INLINED void pick_run(uint8_t *out, struct taking *taking, __m256i (*read)(const uint8_t *, struct judging *),
                      int64_t index_bytes, int width)
{
    const bool is_plain = taking->places == NULL && taking->run->slope == 0 && taking->soon.block == 0,
               may_stream = width == 2 || width == 4 || width == 8, /* others fill no whole 16 bytes */
        streams = may_stream && taking->streams && (uintptr_t)out % 16 == 0 &&
                  taking->run->count * width >= LEAST_STREAMED; /* bounded: of the output */
    if (is_plain && streams)
        pick_eights(out, taking, read, index_bytes, width, true, true);
    else if (is_plain)
        pick_eights(out, taking, read, index_bytes, width, true, false);
    else if (streams)
        pick_eights(out, taking, read, index_bytes, width, false, true);
    else
        pick_eights(out, taking, read, index_bytes, width, false, false);
    if (taking->run->count % LANES > 0)
        pick_last(out, taking, read, index_bytes, width);
}

/* The greatest offset from where a run begins at which 4 bytes of the data may be read. */
INLINED int32_t top_of(const struct gather__picking *picking, const struct gather__index_run *run)
{
    const int64_t top = picking->high - 4 - run->begin; /* bounded: of the data */
    return top < INT32_MAX ? (int32_t)top : INT32_MAX;
}

INLINED bool pick(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                  __m256i (*read)(const uint8_t *, struct judging *), int64_t index_bytes, int width)
{
    const struct gather__rule *rule = &picking->rule;
    struct taking taking = {.places = picking->places,
                            .streams = picking->streams,
                            .judging = {_mm256_set1_epi32(rule->is_negative ? (int32_t)rule->size : 0),
                                        _mm256_set1_epi32((int32_t)rule->limit), _mm256_setzero_si256()}};
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out) {
        const struct gather__index_run run = gather__picked_row(picking, row);
        taking.run = &run;
        taking.data = data + run.begin;
        taking.top = top_of(picking, &run);
        taking.soon = next_run_of(data, picking, row);
        pick_run(out, &taking, read, index_bytes, width);
    }
    return _mm256_testz_si256(taking.judging.outside, taking.judging.outside) != 0;
}

/* The kernels of a type of indices: every width, for data that is near. */
#define PICKS(type, index_bytes)                                                                             \
    bool gather__is_near_##type##_avx2(const struct gather__picking *picking)                                \
    {                                                                                                        \
        return is_near(picking, index_bytes);                                                                \
    }                                                                                                        \
    PICK(type, index_bytes, 1)                                                                               \
    PICK(type, index_bytes, 2)                                                                               \
    PICK(type, index_bytes, 4)                                                                               \
    PICK(type, index_bytes, 8)
#define PICK(type, index_bytes, width)                                                                       \
    GATHER__PICK_NEAR(type, width) { return pick(out, data, picking, read_##type, index_bytes, width); }
GATHER__PICK_READS(PICKS)
#undef PICK
#undef PICKS

static bool pick_i64_b3_avx2(uint8_t *out, const uint8_t *data, const struct gather__picking *picking)
{
    return pick(out, data, picking, read_i64, 8, 3);
}

static bool pick_i32_b3_avx2(uint8_t *out, const uint8_t *data, const struct gather__picking *picking)
{
    return pick(out, data, picking, read_i32, 4, 3);
}

/* ---- tables of bytes ----------------------------------------------------------------------------- */

enum { PART = 16, HALF = TABLE_BYTES / 2 / PART };

static bool fits_registers(const struct gather__picking *picking)
{
    return is_byte_table(picking) && picking->listed == 0 && picking->run.count >= VECTOR;
}

/*
 * A table in parts of 16 bytes, each in both halves of a register, and combined with the part before it: what an
 * instruction picks from parts 0..p by the same byte, less 16 each time, adds up to part p alone, for it picks 0 where
 * the byte has become negative. The upper half of the table begins anew.
 */
struct parts {
    __m256i at[TABLE_BYTES / PART];
};

INLINED struct parts part_table(const uint8_t *table, int64_t bytes)
{
    _Alignas(VECTOR) uint8_t whole[TABLE_BYTES] = {0};
    struct parts parts;
    __m256i before = _mm256_setzero_si256();
    memcpy(whole, table, (size_t)bytes);
    for (int64_t k = 0; k < TABLE_BYTES / PART; k++) {
        const __m256i part =
            _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)(const void *)(whole + k * PART)));
        parts.at[k] = _mm256_xor_si256(part, k == HALF ? _mm256_setzero_si256() : before);
        before = part;
    }
    return parts;
}

/* From the first `count` parts of one half: values are 0..127, all others pick 0. */
INLINED __m256i pick_half(const __m256i *parts, __m256i values, int count)
{
    __m256i blocks = _mm256_shuffle_epi8(parts[0], values);
    UNROLLED for (int k = 1; k < count; k++)
    {
        values = _mm256_subs_epi8(values, _mm256_set1_epi8(PART));
        blocks = _mm256_xor_si256(blocks, _mm256_shuffle_epi8(parts[k], values));
    }
    return blocks;
}

/* By a `struct byte_rule` in every lane. */
INLINED __m256i judge_bytes(__m256i values, struct judging *judging)
{
    const __m256i negative = _mm256_cmpgt_epi8(_mm256_setzero_si256(), values);
    values = _mm256_add_epi8(values, _mm256_and_si256(negative, judging->more));
    const __m256i inside = _mm256_min_epu8(values, judging->limit);
    judging->outside = _mm256_or_si256(judging->outside, _mm256_xor_si256(values, inside));
    return values;
}

/* count: parts that the table has, at most. */
INLINED __m256i pick_vector(const struct parts *parts, __m256i values, struct judging *judging, int count)
{
    values = judge_bytes(values, judging);
    const __m256i blocks = pick_half(parts->at, values, count < HALF ? count : HALF);
    if (count <= HALF)
        return blocks;
    values = _mm256_xor_si256(values, _mm256_set1_epi8(INT8_MIN));
    return _mm256_xor_si256(blocks, pick_half(parts->at + HALF, values, HALF));
}

INLINED void pick_bytes_of(uint8_t *out, const struct parts *parts, const struct gather__index_run *run,
                           struct judging *judging, int count)
{
    const uint8_t *indices = run->indices + run->first;
    const int64_t left = run->count % VECTOR, whole = run->count - left;
    uint8_t last[VECTOR] = {0}; /* indices of 0 are inside */
    for (int64_t k = 0; k < whole; k += VECTOR) {
        ask_for_indices(indices + k, INDICES_AHEAD, VECTOR);
        _mm256_storeu_si256((__m256i *)(void *)(out + k),
                            pick_vector(parts, load(indices + k), judging, count));
    }
    memcpy(last, indices + whole, (size_t)left);
    _mm256_storeu_si256((__m256i *)(void *)last, pick_vector(parts, load(last), judging, count));
    memcpy(out + whole, last, (size_t)left);
}

static bool pick_bytes(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
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
        if (limit < (int64_t)HALF / 2 * PART)
            pick_bytes_of(out, &parts, &run, &judging, HALF / 2);
        else if (limit < (int64_t)HALF * PART)
            pick_bytes_of(out, &parts, &run, &judging, HALF);
        else
            pick_bytes_of(out, &parts, &run, &judging, 2 * HALF);
    }
    return _mm256_testz_si256(judging.outside, judging.outside) != 0;
}

static bool pick_bytes_i8_avx2(uint8_t *out, const uint8_t *data, const struct gather__picking *picking)
{
    return pick_bytes(out, data, picking, true);
}

static bool pick_bytes_u8_avx2(uint8_t *out, const uint8_t *data, const struct gather__picking *picking)
{
    return pick_bytes(out, data, picking, false);
}

/* ---- the list ------------------------------------------------------------------------------------ */

const struct gather__pick_kernel gather__picks_avx2[] = {
    {"pick_bytes_u8_avx2", GATHER_DTYPE_U8, 1, fits_registers, false, false, pick_bytes_u8_avx2},
    {"pick_bytes_i8_avx2", GATHER_DTYPE_I8, 1, fits_registers, false, false, pick_bytes_i8_avx2},
    GATHER__PICK_NEAR_ROWS,
    {"pick_i64_b3_avx2", GATHER_DTYPE_I64, 3, gather__is_near_i64_avx2, true, false, pick_i64_b3_avx2},
    {"pick_i32_b3_avx2", GATHER_DTYPE_I32, 3, gather__is_near_i32_avx2, true, false, pick_i32_b3_avx2},
    GATHER__PICK_FAR_ROWS};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_picks_avx2; /* a file without anything is no C */
const int gather__no_picks_avx2 = 0;

#endif
