/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks in one pass, for the AVX2 table.
 *
 * Eight indices at a time become offsets, which go to the registers of addresses two by two, without a way through
 * memory; the instruction of AVX2 that loads many blocks wins nothing over eight loads. Blocks are put together in
 * registers where that takes less than a store each, and of large outputs where these go past the caches. Those that lie
 * one behind the other are copied as one (x86/streak_avx2.h).
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/inlined.h"
#include "kernels/near.h"
#include "kernels/pick.h"
#include "kernels/soon.h"
#include "kernels/x86/held.h"
#include "kernels/x86/picks_near.h"
#include "kernels/x86/streak_avx2.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/x86/eight_avx2.h"

enum {
    LONG_STREAK = 64,      /* points */
    LEAST_STRETCHED = 256, /* points without a streak before the second look */
    LEAST_STREAMED = 512   /* bytes of a run past the caches: below, its ends are too much of it */
};

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
    struct gather__streak streak;
    struct soon soon;
    int32_t top;  /* the greatest offset from there at which 4 bytes may be read */
    bool streams; /* the output may go past the caches */
};

/*
 * Eights of a run: those of points begin..end-1. is_plain: every point takes from the same data, and there is nothing
 * of the next run to ask for.
 */
INLINED void pick_eights(uint8_t *out, struct taking *taking,
                         __m256i (*read)(const uint8_t *, struct judging *), int64_t index_bytes, int width,
                         bool is_plain, bool streams, int64_t begin, int64_t end)
{
    const struct gather__index_run *run = taking->run;
    const uint8_t *indices = run->indices + run->first, *data = taking->data;
    const __m256i scale = _mm256_set1_epi32((int32_t)run->scale);
    const __m256i stride = _mm256_slli_epi32(_mm256_set1_epi32((int32_t)run->slope), LANES_LOG);
    struct judging judging = taking->judging;
    __m256i at = slopes_from(begin, run->slope);
    out += begin * width; /* bounded: inside the output */
    for (int64_t k = begin; k < end; k += LANES, out += (ptrdiff_t)LANES * width) {
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

/* Indices of 8 and 16 bits, as those of dictionaries are, are taken where all points have the same data alone. */
INLINED bool is_narrow(int64_t index_bytes) { return index_bytes < 4; }

static bool is_table(const struct gather__picking *picking)
{
    return picking->run.slope == 0 && picking->listed == 0;
}

/* Streaks and what is between them: behind a long one the next is looked for soon, else ever more rarely. */
INLINED void pick_run(uint8_t *out, struct taking *taking, __m256i (*read)(const uint8_t *, struct judging *),
                      int64_t index_bytes, int width)
{
    const struct gather__index_run *run = taking->run;
    const bool is_plain = is_narrow(index_bytes) ||
                          (taking->places == NULL && run->slope == 0 && taking->soon.block == 0),
               may_stream = width == 2 || width == 4 || width == 8, /* others fill no whole 16 bytes */
        streams = may_stream && taking->streams && (uintptr_t)out % 16 == 0 &&
                  run->count * width >= LEAST_STREAMED; /* bounded: of the output */
    const int64_t whole = run->count / LANES * LANES;
    const bool looks = !is_narrow(index_bytes) && taking->streak.limit >= 0 && whole >= LONG_STREAK / 2;
    int64_t stretch = LEAST_STRETCHED / 2;
    taking->streak.streams = streams;
    for (int64_t k = 0; k < whole;) {
        const uint8_t *from = run->indices + run->first + k * index_bytes; /* bounded: inside the indices */
        int64_t points = 0;
        if (looks && may_be_streak(&taking->streak, from, index_bytes))
            points = gather__copy_streaks_avx2(out + k * width, taking->data + k * run->slope,
                                               &taking->streak, from, whole - k); /* bounded: likewise */
        ask_for_soon(&taking->soon, points);
        k += points;
        stretch = points >= LONG_STREAK ? LANES : 2 * stretch; /* bounded: below twice the points */
        const int64_t end = looks && k + stretch < whole ? k + stretch : whole;
        if (is_plain && streams)
            pick_eights(out, taking, read, index_bytes, width, true, true, k, end);
        else if (is_plain)
            pick_eights(out, taking, read, index_bytes, width, true, false, k, end);
        else if (streams)
            pick_eights(out, taking, read, index_bytes, width, false, true, k, end);
        else
            pick_eights(out, taking, read, index_bytes, width, false, false, k, end);
        k = end;
    }
    if (run->count % LANES > 0)
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
    struct taking taking = {.places = picking->places,
                            .streams = picking->streams,
                            .streak = gather__streak_of(picking, index_bytes, width),
                            .judging = judge_by(&picking->rule)};
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out) {
        const struct gather__index_run run = gather__picked_row(picking, row);
        taking.run = &run;
        taking.data = data + run.begin;
        taking.top = top_of(picking, &run);
        if (!is_narrow(index_bytes))
            taking.soon = next_run_of(data, picking, row);
        pick_run(out, &taking, read, index_bytes, width);
    }
    return all_inside(&taking.judging);
}

/* The kernels of a type of indices: every width, for data that is near. */
#define PICKS(type, index_bytes)                                                                             \
    bool gather__is_near_##type##_avx2(const struct gather__picking *picking)                                \
    {                                                                                                        \
        return is_near(picking, index_bytes) && (!is_narrow(index_bytes) || is_table(picking));              \
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

/* ---- the list ------------------------------------------------------------------------------------ */

const struct gather__pick_kernel gather__picks_avx2[] = {
    GATHER__PICK_HELD_ROWS_AVX2,
    GATHER__PICK_NEAR_ROWS,
    {"pick_i64_b3_avx2", GATHER_DTYPE_I64, 3, gather__is_near_i64_avx2, true, false, pick_i64_b3_avx2},
    {"pick_i32_b3_avx2", GATHER_DTYPE_I32, 3, gather__is_near_i32_avx2, true, false, pick_i32_b3_avx2},
    GATHER__PICK_FAR_ROWS};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_picks_avx2; /* a file without anything is no C */
const int gather__no_picks_avx2 = 0;

#endif
