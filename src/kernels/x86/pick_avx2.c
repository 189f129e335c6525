/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks in one pass, for the AVX2 table, and AVX-512's where its instruction that gathers is slow.
 *
 * Eight indices at a time become offsets, which go to the registers of addresses two by two, without a way through
 * memory; the instruction of AVX2 that loads many blocks wins nothing over eight loads. Blocks are put together in
 * registers where that takes less than a store each, and of large outputs where these go past the caches. Those that
 * lie one behind the other are copied as one (x86/streak_avx2.h).
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

#include "kernels/x86/blocks_avx2_tmpl.h"
#include "kernels/x86/eight_avx2_tmpl.h"

enum {
    LONG_STREAK = 64,      /* points */
    LEAST_STRETCHED = 256, /* points without a streak before the second look */
    MOST_JOINED = 16       /* short runs that go by without a look for streaks */
};

/* ---- places -------------------------------------------------------------------------------------- */

/* Where the data of eight points lies, but for their indices. */
INLINED __m256i load_places(const int64_t *places)
{
    const __m256i low = HALVES(load(places), load(places + LANES / 2), 0);
    return _mm256_permute4x64_epi64(low, IN_ORDER);
}

/* Offsets of eight points, from the registers of vectors to those of addresses. */
INLINED void spread_offsets(__m256i offsets, int64_t *at)
{
    const __m128i low = _mm256_castsi256_si128(offsets), high = _mm256_extracti128_si256(offsets, 1);
    const int64_t pairs[] = {_mm_cvtsi128_si64(low), _mm_extract_epi64(low, 1), _mm_cvtsi128_si64(high),
                             _mm_extract_epi64(high, 1)};
    UNROLLED for (int k = 0; k < LANES; k += 2)
    {
        at[k] = (int32_t)pairs[k / 2];
        at[k + 1] = pairs[k / 2] >> 32;
    }
}

/* From point k on, where each begins. */
INLINED __m256i slopes_from(int64_t k, int64_t slope)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_mullo_epi32(_mm256_add_epi32(lanes, _mm256_set1_epi32((int32_t)k)),
                              _mm256_set1_epi32((int32_t)slope));
}

/* ---- a run --------------------------------------------------------------------------------------- */

/* What takes points of runs. */
struct taking {
    struct judging judging;
    const struct gather__picking *picking;
    uint8_t *out; /* where a run begins in the operands */
    const uint8_t *indices, *data;
    const int64_t *places; /* of its points in the data; NULL: they go by at the slope */
    struct soon soon;
    int64_t top; /* the greatest offset from where it begins at which 4 bytes may be read */
};

/* On to the next run. */
INLINED void go_on(struct taking *taking)
{
    const struct gather__picking *picking = taking->picking;
    taking->out += picking->row_out; /* bounded, as what follows: inside the operands */
    taking->indices += picking->row_indices;
    taking->data += picking->row_data;
    taking->soon.begin += (uintptr_t)picking->row_data;
    taking->soon.asked = taking->soon.wanted = 0;
    taking->top -= picking->row_data;
}

/* Points begin..end-1 of a run, which are eights. */
INLINED void pick_stretch(struct taking *taking, int64_t begin, int64_t end,
                          __m256i (*read)(const uint8_t *, struct judging *), int64_t index_bytes, int width,
                          bool is_plain, bool streams)
{
    const struct gather__index_run *run = &taking->picking->run;
    const uint8_t *data = taking->data,
                  *indices = taking->indices + begin * index_bytes; /* bounded: inside */
    const int64_t *places = taking->places != NULL ? taking->places + begin : NULL;
    const __m256i scale = _mm256_set1_epi32((int32_t)run->scale);
    const __m256i stride = _mm256_slli_epi32(_mm256_set1_epi32((int32_t)run->slope), LANES_LOG);
    const int32_t top = taking->top < INT32_MAX ? (int32_t)taking->top : INT32_MAX;
    struct judging judging = taking->judging;
    struct soon soon = taking->soon;
    uint8_t *out = taking->out + begin * width; /* bounded: inside the output */
    __m256i begins = slopes_from(begin, run->slope);
    for (int64_t k = 0; k < end - begin; k += LANES, out += (ptrdiff_t)LANES * width) {
        const uint8_t *from = indices + k * index_bytes; /* bounded: inside the indices */
        ask_for_line_of_indices(from, run->early, k, index_bytes);
        __m256i offsets = _mm256_mullo_epi32(read(from, &judging), scale);
        if (!is_plain) {
            ask_for_soon(&soon, LANES);
            offsets = _mm256_add_epi32(offsets, places != NULL ? load_places(places + k) : begins);
            begins = _mm256_add_epi32(begins, stride);
        }
        const bool in_fours =
            width == 3 && _mm256_movemask_epi8(_mm256_cmpgt_epi32(offsets, _mm256_set1_epi32(top))) == 0;
        int64_t at[LANES];
        spread_offsets(offsets, at);
        fetch_eight(out, data, at, width, streams, in_fours);
    }
    taking->soon = soon;
    taking->judging = judging;
}

/*
 * Points begin..end-1 of a run, eight or more, and of as many more runs; `taking` is at the last one then. Where they are
 * no eights, which are all that goes past the caches, the last eight begin among those before them. is_plain: every
 * point of a run takes from the same data, and there is nothing of the next one to ask for.
 */
INLINED void pick_eights(struct taking *taking, int64_t begin, int64_t end, int64_t more,
                         __m256i (*read)(const uint8_t *, struct judging *), int64_t index_bytes, int width,
                         bool is_plain, bool streams)
{
    const int64_t eights = streams ? end : end - (end - begin) % LANES;
    for (int64_t from = begin, to = eights;;) {
        pick_stretch(taking, from, to, read, index_bytes, width, is_plain, streams);
        if (to < end) {
            from = end - LANES;
            to = end;
        } else if (more-- > 0) {
            go_on(taking);
            from = begin;
            to = eights;
        } else {
            return;
        }
    }
}

/* ---- all runs ------------------------------------------------------------------------------------ */

/* What a type of indices and a width of blocks have of their own; that they are called keeps their loops short. */
struct form {
    int64_t index_bytes, width;
    void (*eights[2][2])(struct taking *taking, int64_t begin, int64_t end,
                         int64_t more); /* plain, streams */
};

/*
 * A run of fewer than eight points: to a place of their own, with indices of 0, which is inside, and the first one's
 * place for those that there are not.
 */
static void pick_few(const struct form *form, struct taking *taking, bool is_plain)
{
    const struct gather__index_run *run = &taking->picking->run;
    uint8_t indices[LANES * sizeof(int64_t)] = {0}, blocks[LANES * sizeof(int64_t)];
    int64_t places[LANES];
    struct taking few = *taking;
    for (int64_t k = 0; k < LANES; k++) {
        const int64_t point = k < run->count ? k : 0;
        places[k] = taking->places != NULL ? taking->places[point] : point * run->slope; /* bounded: data */
    }
    memcpy(indices, taking->indices, (size_t)(run->count * form->index_bytes)); /* bounded: below 64 */
    few.out = blocks;
    few.indices = indices;
    few.places = places;
    form->eights[is_plain][false](&few, 0, LANES, 0);
    memcpy(taking->out, blocks, (size_t)(run->count * form->width)); /* bounded: below 64 */
    taking->judging = few.judging;
}

/* Points begin..end-1 of a run of eight or more, the last of which may go by twice: past the caches eights alone do. */
static void pick_some(const struct form *form, struct taking *taking, int64_t begin, int64_t end,
                      bool is_plain, bool streams)
{
    const int64_t eights = end - (end - begin) % LANES;
    if (streams && begin < eights)
        form->eights[is_plain][true](taking, begin, eights, 0);
    if (streams && eights < end)
        form->eights[is_plain][false](taking, end - LANES, end, 0);
    if (!streams && begin < end)
        form->eights[is_plain][false](taking, end - begin < LANES ? end - LANES : begin, end, 0);
}

/* One run, with its streaks: behind a long one the next is looked for soon, else ever more rarely. */
static void pick_run(const struct form *form, struct taking *taking, struct gather__streak *streak,
                     bool looks, bool streams)
{
    const struct gather__index_run *run = &taking->picking->run;
    const bool is_plain = taking->places == NULL && run->slope == 0 && taking->soon.block == 0;
    const int64_t count = run->count, index_bytes = form->index_bytes, width = form->width;
    int64_t stretch = LEAST_STRETCHED / 2;
    if (0 < count && count < LANES) {
        pick_few(form, taking, is_plain);
        return;
    }
    streak->streams = streams;
    const int64_t before = streams ? points_before(taking->out, width) : 0;
    if (before > 0)
        form->eights[is_plain][false](taking, 0, LANES, 0);
    for (int64_t k = before; k < count;) {
        const uint8_t *from = taking->indices + k * index_bytes; /* bounded: inside the indices */
        int64_t points = 0;
        if (looks && count - k >= LANES && may_be_streak(streak, from)) {
            points = gather__copy_streaks_avx2(taking->out + k * width, taking->data + k * run->slope, streak,
                                               from, (count - k) / LANES * LANES); /* bounded: inside */
            ask_for_soon(&taking->soon, points);
        }
        k += points;
        stretch = points >= LONG_STREAK ? LANES : 2 * stretch; /* bounded: below twice the points */
        const int64_t end = looks && k + stretch < count ? k + stretch : count;
        pick_some(form, taking, k, end, is_plain, streams);
        k = end;
    }
}

/* Whether runs whose blocks begin at multiples of their width go past the caches. */
static bool may_stream(const struct gather__picking *picking, int64_t width)
{
    return width != 1 && width != 3 && is_long_stream(picking, width);
}

/* Whether runs may go by several at once: short ones, all of which go the same way. */
static bool may_join(const struct gather__picking *picking, int64_t width)
{
    const int64_t count = picking->run.count;
    return count >= LANES && count <= LEAST_STRETCHED &&
           (!may_stream(picking, width) || (count % LANES == 0 && picking->row_out % 32 == 0));
}

/*
 * Runs go by one by one where they are long, or may have streaks; and the last one, which has nothing behind it to ask
 * for. Short ones without streaks go by ever more at once.
 */
static bool pick(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                 const struct form *form)
{
    const struct gather__index_run *run = &picking->run;
    const struct soon none = {0};
    const bool joins = may_join(picking, form->width), may = may_stream(picking, form->width);
    struct gather__streak streak = gather__streak_of(picking, form->index_bytes, form->width);
    const bool looks = streak.limit >= 0 && run->count >= LONG_STREAK / 2;
    struct taking taking = {.judging = judge_by(&picking->rule),
                            .picking = picking,
                            .out = out,
                            .indices = run->indices + run->first,
                            .data = data + run->begin,
                            .places = picking->places,
                            .soon = next_run_of(data, picking, 0),
                            .top = picking->high - 4 - run->begin}; /* bounded: of the data */
    const bool is_plain = picking->places == NULL && run->slope == 0 && taking.soon.block == 0;
    int64_t joined = 1;
    for (int64_t row = 0; row < picking->rows; row++, go_on(&taking)) {
        const bool streams = may && (uintptr_t)taking.out % (uintptr_t)form->width == 0;
        const int64_t others = picking->rows - 1 - row;
        if (others == 0)
            taking.soon = none;
        if (others == 0 || !joins || (streams && points_before(taking.out, form->width) > 0) ||
            (looks && may_be_streak(&streak, taking.indices))) {
            pick_run(form, &taking, &streak, looks, streams);
            joined = 1;
        } else {
            const int64_t rows = joined < others ? joined : others;
            form->eights[is_plain][streams](&taking, 0, run->count, rows - 1);
            row += rows - 1;
            joined = joined < MOST_JOINED ? 2 * joined : joined;
        }
    }
    return all_inside(&taking.judging);
}

/* ---- the kernels --------------------------------------------------------------------------------- */

#define EIGHTS_NAME(type, width, is_plain, streams) eights_##type##_b##width##_##is_plain##_##streams
#define EIGHTS(type, index_bytes, width, is_plain, streams)                                                  \
    static void EIGHTS_NAME(type, width, is_plain, streams)(struct taking * taking, int64_t begin,           \
                                                            int64_t end, int64_t more)                       \
    {                                                                                                        \
        pick_eights(taking, begin, end, more, read_##type, index_bytes, width, is_plain, streams);           \
    }
#define BOTH_EIGHTS(type, index_bytes, width, is_plain)                                                      \
    EIGHTS(type, index_bytes, width, is_plain, 0)                                                            \
    EIGHTS(type, index_bytes, width, is_plain, 1)
#define BOTH_NAMES(type, width, is_plain)                                                                    \
    {                                                                                                        \
        EIGHTS_NAME(type, width, is_plain, 0), EIGHTS_NAME(type, width, is_plain, 1)                         \
    }
#define CACHED_NAME(type, width, is_plain)                                                                   \
    {                                                                                                        \
        EIGHTS_NAME(type, width, is_plain, 0), NULL                                                          \
    }
#define KERNEL(signature, index_bytes, width, ...)                                                           \
    signature                                                                                                \
    {                                                                                                        \
        static const struct form form = {index_bytes, width, {__VA_ARGS__}};                                 \
        return pick(out, data, picking, &form);                                                              \
    }

/* Blocks of 1 and 3 bytes don't fill 16, and go through the caches. */
#define CACHED(signature, type, index_bytes, width)                                                          \
    EIGHTS(type, index_bytes, width, 0, 0)                                                                   \
    EIGHTS(type, index_bytes, width, 1, 0)                                                                   \
    KERNEL(signature, index_bytes, width, CACHED_NAME(type, width, 0), CACHED_NAME(type, width, 1))
#define STREAMED(signature, type, index_bytes, width)                                                        \
    BOTH_EIGHTS(type, index_bytes, width, 0)                                                                 \
    BOTH_EIGHTS(type, index_bytes, width, 1)                                                                 \
    KERNEL(signature, index_bytes, width, BOTH_NAMES(type, width, 0), BOTH_NAMES(type, width, 1))
#define TAKES(signature, index_bytes)                                                                        \
    signature { return is_near(picking, index_bytes); }
#define KERNELS(type, index_bytes)                                                                           \
    TAKES(GATHER__TAKES_NEAR(type, 1), index_bytes)                                                          \
    TAKES(GATHER__TAKES_NEAR(type, 2), index_bytes)                                                          \
    TAKES(GATHER__TAKES_NEAR(type, 4), index_bytes)                                                          \
    TAKES(GATHER__TAKES_NEAR(type, 8), index_bytes)                                                          \
    CACHED(GATHER__PICK_NEAR(type, 1), type, index_bytes, 1)                                                 \
    STREAMED(GATHER__PICK_NEAR(type, 2), type, index_bytes, 2)                                               \
    STREAMED(GATHER__PICK_NEAR(type, 4), type, index_bytes, 4)                                               \
    STREAMED(GATHER__PICK_NEAR(type, 8), type, index_bytes, 8)
KERNELS(i64, 8)
KERNELS(i32, 4)

CACHED(GATHER__PICK_NEAR(i64, 3), i64, 8, 3)
CACHED(GATHER__PICK_NEAR(i32, 3), i32, 4, 3)

/* ---- the list ------------------------------------------------------------------------------------ */

const struct gather__pick_kernel gather__picks_avx2[] = {
    GATHER__PICK_HELD_ROWS_AVX2, GATHER__PICK_NEAR_ROWS,
    GATHER__PICK_THREES_ROW(i64, I64, gather__takes_i64_b4_avx2),
    GATHER__PICK_THREES_ROW(i32, I32, gather__takes_i32_b4_avx2), GATHER__PICK_FAR_ROWS};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_picks_avx2; /* a file without anything is no C */
const int gather__no_picks_avx2 = 0;

#endif
