/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same few blocks of 4 or 8 bytes out of each of many rows: columns of a table, stencils. Some rows at a time, which
 * the nearest cache holds, are gone over in windows, a register's worth of the output: what a window is made by stays in
 * registers while it goes down the rows. Blocks that one register holds on both sides are loaded at once and permuted;
 * four that lie anywhere else are put together, and what is left at the end of a row goes one by one:
 *
 *     data    0 1 2 3 4 5 6 7 8 9 ..      blocks of 8 bytes, indices 3, 0, 2, 1, 9, 4, 0, 2, 7
 *     output  3 0 2 1 | 9 4 0 2 | 7       a permutation, four put together, one
 *
 * Where a register holds two rows of the output or more, as many are taken for one.
 * Outputs that go past the caches are made in the nearest one, some rows at a time, and copied from there.
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "core/arith.h"
#include "core/outlined.h"
#include "kernels/inlined.h"
#include "kernels/prefetch.h"
#include "kernels/soon.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

enum { VECTOR = 32, STREAMED = 16, UNIT = 4, UNITS = VECTOR / UNIT, TOGETHER = 4 };
enum {
    LEAST_BLOCKS = 2,
    MOST_BLOCKS = 64,    /* for which there is room */
    MOST_SPAN = 4096,    /* lines of a page: beyond, rows are as good one by one */
    LEAST_PLACES = 16,   /* that are worth looking at the blocks first */
    SPARSE_BYTES = 1024, /* places closer than that follow each other for a processor's own requests */
    STRIP_BYTES = 8192,  /* of the nearest cache, of either operand */
    STRIP_PLACES = 64
};

/* Blocks side by side in the output that are made in one way. */
struct window {
    int64_t count;         /* of blocks */
    bool is_close;         /* they are loaded at once; the rest is of such ones */
    int64_t low;           /* where in a place of the data the register begins that holds them */
    bool asks[TOGETHER];   /* whether each load, of the register or of a block, asks for a later place */
    int32_t loaded[UNITS]; /* of its units, -1 for those that are loaded */
    int32_t from[UNITS];   /* for each unit of the output, which of these it is */
};

/* Places side by side in data and output. */
struct strip {
    uint8_t *out;
    const uint8_t *data;
    int64_t places, more_out, more_data;
    int64_t ahead;      /* bytes to what is asked for meanwhile; 0: nothing is */
    const uint8_t *end; /* of all data */
};

/* ---- windows -------------------------------------------------------------------------------------- */

/* How many blocks from the first on one register holds on both sides. low: receives where they begin. */
static int64_t close_blocks(const int64_t *data, int64_t left, int64_t width, int64_t *low)
{
    const int64_t most = left < VECTOR / width ? left : VECTOR / width;
    int64_t high = data[0], count = 1;
    *low = high;
    for (; count < most; count++) {
        const int64_t lower = data[count] < *low ? data[count] : *low,
                      higher = data[count] > high ? data[count] : high;
        if (higher - lower > VECTOR - width || (data[count] - data[0]) % UNIT != 0)
            break;
        *low = lower;
        high = higher;
    }
    return count;
}

static void fill_window(struct window *window, const int64_t *data, int64_t width)
{
    int32_t at = 0;
    memset(window->loaded, 0, sizeof window->loaded);
    memset(window->from, 0, sizeof window->from);
    for (int64_t k = 0; k < window->count; k++)
        for (int32_t unit = 0; unit < width / UNIT; unit++, at++) {
            window->from[at] = (int32_t)((data[k] - window->low) / UNIT) + unit;
            window->loaded[window->from[at]] = -1;
        }
}

/* The window that begins with some blocks: at least half a register's worth that is close, else four, or one. */
static struct window window_of(const int64_t *data, int64_t left, int64_t width)
{
    struct window window = {.low = 0};
    window.count = close_blocks(data, left, width, &window.low);
    window.is_close = 2 * window.count * width >= VECTOR; /* bounded: a register, twice */
    if (window.is_close)
        fill_window(&window, data, width);
    else
        window.count = left >= TOGETHER ? TOGETHER : 1;
    return window;
}

/* ---- down the rows ---------------------------------------------------------------------------------- */

/* The first `bytes` of a register, a multiple of 4. */
INLINED void store_first(uint8_t *out, __m256i value, int64_t bytes)
{
    __m128i part = _mm256_castsi256_si128(value);
    if (bytes == VECTOR) {
        _mm256_storeu_si256((__m256i *)(void *)out, value);
        return;
    }
    if (bytes & 16) {
        _mm_storeu_si128((__m128i *)(void *)out, part);
        part = _mm256_extracti128_si256(value, 1);
        out += 16;
    }
    if (bytes & 8) {
        _mm_storel_epi64((__m128i *)(void *)out, part);
        part = _mm_srli_si128(part, 8);
        out += 8;
    }
    if (bytes & 4) {
        const int32_t unit = _mm_cvtsi128_si32(part);
        memcpy(out, &unit, sizeof unit);
    }
}

INLINED void ask(const uint8_t *data, int64_t ahead)
{
    if (ahead != 0)
        PREFETCH((const void *)((uintptr_t)data + (uintptr_t)ahead));
}

/* Bytes to what is asked for with a load of the window; 0: nothing is. */
INLINED int64_t ahead_of(const struct strip *strip, const struct window *window, int64_t load, bool asks)
{
    return asks && window->asks[load] ? strip->ahead : 0;
}

INLINED const uint8_t *data_of(const struct strip *strip, int64_t place)
{
    return strip->data + place * strip->more_data; /* bounded: inside the data */
}

INLINED uint8_t *out_of(const struct strip *strip, int64_t place)
{
    return strip->out + place * strip->more_out; /* bounded: inside the output */
}

/*
 * Whole registers, with what lies between the blocks; at the end of the data by a mask, which reads nothing behind
 * it. On a Zen 1 by masks alone it took two to three times as long.
 */
INLINED void permute_down(const struct strip *strip, const struct window *window, int64_t bytes, bool asks)
{
    const __m256i loaded = _mm256_loadu_si256((const __m256i *)(const void *)window->loaded),
                  from = _mm256_loadu_si256((const __m256i *)(const void *)window->from);
    const int64_t low = window->low, ahead = ahead_of(strip, window, 0, asks);
    for (int64_t place = 0; place < strip->places; place++) {
        const uint8_t *data = data_of(strip, place) + low;
        const __m256i row = strip->end - data >= VECTOR
                                ? _mm256_loadu_si256((const __m256i *)(const void *)data)
                                : _mm256_maskload_epi32((const int *)(const void *)data, loaded);
        ask(data, ahead);
        store_first(out_of(strip, place), _mm256_permutevar8x32_epi32(row, from), bytes);
    }
}

INLINED __m128i load_two(const uint8_t *first, const uint8_t *second)
{
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)first),
                              _mm_loadl_epi64((const __m128i *)(const void *)second));
}

INLINED int32_t load_one(const uint8_t *data)
{
    int32_t unit;
    memcpy(&unit, data, sizeof unit);
    return unit;
}

INLINED __m128i load_four(const uint8_t *data, int64_t first, int64_t second, int64_t third, int64_t fourth)
{
    const __m128i units = _mm_cvtsi32_si128(load_one(data + first));
    return _mm_insert_epi32(
        _mm_insert_epi32(_mm_insert_epi32(units, load_one(data + second), 1), load_one(data + third), 2),
        load_one(data + fourth), 3);
}

/* Four blocks of 8 bytes, or of 4. */
INLINED void collect_down(const struct strip *strip, const struct window *window, const int64_t *from,
                          int64_t width, bool asks)
{
    const int64_t ahead[TOGETHER] = {ahead_of(strip, window, 0, asks), ahead_of(strip, window, 1, asks),
                                     ahead_of(strip, window, 2, asks), ahead_of(strip, window, 3, asks)};
    const int64_t first = from[0], second = from[1], third = from[2], fourth = from[3];
    for (int64_t place = 0; place < strip->places; place++) {
        const uint8_t *data = data_of(strip, place);
        uint8_t *out = out_of(strip, place);
        ask(data + first, ahead[0]);
        ask(data + second, ahead[1]);
        ask(data + third, ahead[2]);
        ask(data + fourth, ahead[3]);
        if (width == 8)
            _mm256_storeu_si256(
                (__m256i *)(void *)out,
                _mm256_inserti128_si256(_mm256_castsi128_si256(load_two(data + first, data + second)),
                                        load_two(data + third, data + fourth), 1));
        else
            _mm_storeu_si128((__m128i *)(void *)out, load_four(data, first, second, third, fourth));
    }
}

INLINED void copy_down(const struct strip *strip, const struct window *window, int64_t from, int64_t width,
                       bool asks)
{
    const int64_t ahead = ahead_of(strip, window, 0, asks);
    for (int64_t place = 0; place < strip->places; place++) {
        const uint8_t *data = data_of(strip, place) + from;
        ask(data, ahead);
        memcpy(out_of(strip, place), data, (size_t)width);
    }
}

INLINED void go_down(const struct strip *strip, const struct window *window, const int64_t *from,
                     int64_t width, bool asks)
{
    const int64_t bytes = window->count * width; /* bounded: a register */
    if (window->is_close && bytes == VECTOR)
        permute_down(strip, window, VECTOR, asks);
    else if (window->is_close)
        permute_down(strip, window, bytes, asks);
    else if (window->count == TOGETHER && width == 8)
        collect_down(strip, window, from, 8, asks);
    else if (window->count == TOGETHER)
        collect_down(strip, window, from, 4, asks);
    else if (width == 8)
        copy_down(strip, window, from[0], 8, asks);
    else
        copy_down(strip, window, from[0], 4, asks);
}

/* ---- all rows ------------------------------------------------------------------------------------- */

struct windows {
    int64_t count;
    struct window window[MOST_BLOCKS];
};

/* Whether a load is the first of its line; notes it in `asked`. at: bytes from the place's first line to it. */
static bool is_first_in_line(int64_t at, uint64_t *asked)
{
    const uint64_t line = (uint64_t)at / CACHE_LINE, bit = line < 64 ? UINT64_C(1) << line : 0;
    const bool is_first = (*asked & bit) == 0;
    *asked |= bit;
    return is_first;
}

/*
 * Marks the loads that ask for what they load of a later place: where all places lie alike on lines, those that are first
 * in one, or behind the 64th; elsewhere all.
 */
static void mark_asked(struct windows *windows, const uint8_t *data, const struct gather__offsets *offsets)
{
    const bool are_alike = offsets->more_data % CACHE_LINE == 0;
    const int64_t into_line = (int64_t)(((uintptr_t)data + (uintptr_t)offsets->low) % CACHE_LINE);
    const int64_t *from = offsets->data;
    uint64_t asked = 0;
    for (int64_t k = 0; k < windows->count; from += windows->window[k++].count) {
        struct window *window = &windows->window[k];
        for (int64_t load = 0; load < (window->is_close ? 1 : window->count); load++) {
            const int64_t at = window->is_close ? window->low : from[load];
            const int64_t behind = into_line + (at - offsets->low); /* bounded: of a place */
            window->asks[load] = !are_alike || is_first_in_line(behind, &asked);
        }
    }
}

static void fill_windows(struct windows *windows, const struct gather__offsets *offsets, int64_t width)
{
    windows->count = 0;
    for (int64_t k = 0; k < offsets->count; k += windows->window[windows->count++].count)
        windows->window[windows->count] = window_of(offsets->data + k, offsets->count - k, width);
}

static void make_strip(struct strip strip, const struct windows *windows, const int64_t *from, int64_t width)
{
    for (int64_t k = 0; k < windows->count; k++) {
        const struct window *window = &windows->window[k];
        if (strip.ahead != 0)
            go_down(&strip, window, from, width, true);
        else
            go_down(&strip, window, from, width, false);
        strip.out += window->count * width; /* bounded: inside the output */
        from += window->count;
    }
}

/* A strip's output, made elsewhere, past the caches; the output begins at a multiple of STREAMED. */
static void stream(uint8_t *out, const uint8_t *made, int64_t bytes)
{
    int64_t at = 0;
    for (; (uintptr_t)out % VECTOR == 0 && at + VECTOR <= bytes; at += VECTOR)
        _mm256_stream_si256((__m256i *)(void *)(out + at),
                            _mm256_load_si256((const __m256i *)(const void *)(made + at)));
    for (; at + STREAMED <= bytes; at += STREAMED)
        _mm_stream_si128((__m128i *)(void *)(out + at),
                         _mm_load_si128((const __m128i *)(const void *)(made + at)));
    memcpy(out + at, made + at, (size_t)(bytes - at));
}

/* Bytes of the lines that a place may touch. */
static int64_t touched_bytes(const struct gather__offsets *offsets, const struct windows *windows)
{
    const int64_t step = (int64_t)gather__magnitude(offsets->more_data);
    int64_t lines = 0;
    for (int64_t k = 0; k < windows->count; k++)
        lines += windows->window[k].is_close ? 2 : windows->window[k].count;
    lines *= CACHE_LINE; /* bounded: of MOST_BLOCKS */
    return step < lines ? step : lines;
}

/* As many as the nearest cache holds on both sides; a multiple of 8, so that strips end where registers do. */
static int64_t places_a_strip(int64_t touched, int64_t row)
{
    int64_t largest = CACHE_LINE;
    largest = row > largest ? row : largest;
    largest = touched > largest ? touched : largest;
    const int64_t places = STRIP_BYTES / largest / 8 * 8;
    return places > STRIP_PLACES ? STRIP_PLACES : places > 8 ? places : 8;
}

/*
 * Whether a strip asks for the next one's data: places lie apart, and caches don't hold what all of them touch, those of
 * other calls for the same output too. To ask takes longer than to load where each is in a page of its own.
 */
static bool asks_ahead(const struct gather__offsets *offsets, int64_t touched, int64_t row)
{
    return offsets->is_far && gather__magnitude(offsets->more_data) >= (uint64_t)offsets->span &&
           touched > 0 && offsets->whole / row > offsets->tuning->near_bytes / touched;
}

OUTLINED void permute_places(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                             int64_t width)
{
    _Alignas(VECTOR) uint8_t made[STRIP_BYTES];
    const int64_t row = offsets->count * width; /* bounded: of the output */
    const bool streams = offsets->streams && offsets->more_out == row && (uintptr_t)out % STREAMED == 0;
    struct strip strip = {
        .more_out = offsets->more_out, .more_data = offsets->more_data, .end = offsets->end};
    struct windows windows;
    fill_windows(&windows, offsets, width);
    const int64_t touched = touched_bytes(offsets, &windows), most = places_a_strip(touched, row);
    const bool asks = asks_ahead(offsets, touched, row);
    if (asks)
        mark_asked(&windows, data, offsets);
    for (int64_t place = 0; place <= offsets->more; place += strip.places) {
        const int64_t left = offsets->more + 1 - place;
        uint8_t *to = out_at(out, offsets, place);
        strip.places = left < most ? left : most;
        strip.data = data_at(data, offsets, place);
        strip.out = streams ? made : to;
        strip.ahead = asks && left > strip.places ? strip.places * offsets->more_data : 0; /* bounded: data */
        make_strip(strip, &windows, offsets->data, width);
        if (streams)
            stream(to, made, strip.places * row); /* bounded: a strip */
    }
}

/* ---- the kernel ----------------------------------------------------------------------------------- */

/*
 * Whether places of far data follow each other closely, and little of each is fetched. The processor then asks for what
 * comes next by itself, as long as places are gone over one by one.
 */
static bool is_sparse(const struct gather__offsets *offsets, int64_t width)
{
    const uint64_t step = gather__magnitude(offsets->more_data);
    const uint64_t row = (uint64_t)(offsets->count * width); /* bounded: of the output */
    return offsets->is_far && step > row && step < SPARSE_BYTES;
}

/*
 * Whether permuting is faster than going by columns: a place lies in one register; or there are enough blocks, of which
 * those of 8 bytes have to fill two thirds of what they span. Where one instruction gathers eight, none go by columns.
 */
static bool is_worthwhile(const struct gather__offsets *offsets, int64_t width)
{
    return !goes_by_columns(offsets, width) || offsets->span <= VECTOR ||
           (offsets->count >= FEW_BLOCKS &&
            (width == UNIT || (offsets->tuning->gathers && !offsets->is_far) ||
             2 * offsets->span <= 3 * offsets->count * width)); /* bounded: a page */
}

static bool takes(const struct gather__offsets *offsets, int64_t width)
{
    return !is_sparse(offsets, width) && is_worthwhile(offsets, width) && (width == 4 || width == 8) &&
           offsets->more + 1 >= LEAST_PLACES && offsets->count >= LEAST_BLOCKS &&
           offsets->count <= MOST_BLOCKS && offsets->span <= MOST_SPAN;
}

/*
 * Places whose rows lie side by side in the output, as many of them as a register holds, taken for one: with the
 * blocks of all of these. from: room for their places. Returns: how many.
 */
static int64_t join_places(struct gather__offsets *offsets, int64_t width, int64_t *from)
{
    const int64_t row = offsets->count * width, together = VECTOR / row; /* bounded: of the output */
    if (together < 2 || offsets->more_out != row)
        return 1;
    for (int64_t k = 0; k < together * offsets->count; k++) /* bounded: VECTOR */
        from[k] =
            offsets->data[k % offsets->count] + k / offsets->count * offsets->more_data; /* bounded: data */
    offsets->data = from;
    offsets->count *= together;     /* bounded: VECTOR */
    offsets->more_out *= together;  /* bounded: VECTOR */
    offsets->more_data *= together; /* bounded: of the data */
    offsets->more = (offsets->more + 1) / together - 1;
    return together;
}

static void permute_places_avx2(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                                int64_t width)
{
    int64_t from[VECTOR / UNIT];
    struct gather__offsets joined = *offsets, left = *offsets;
    const int64_t together = join_places(&joined, width, from);
    const int64_t done = (joined.more + 1) * together; /* bounded: places */
    out += offsets->out_begin;
    permute_places(out, data, &joined, width);
    left.more -= done;
    if (left.more >= 0)
        permute_places(out_at(out, offsets, done), data_at(data, offsets, done), &left, width);
}

const struct gather__permute_kernel gather__permute_avx2 = {"permute_places_avx2", 4,   8, takes,
                                                            permute_places_avx2,   true};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_places_avx2; /* a file without anything is no C */
const int gather__no_places_avx2 = 0;

#endif
