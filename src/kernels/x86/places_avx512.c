/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same few blocks out of each of many rows, where what they span of a row fits into one register or two: columns
 * of a table, channels of a pixel. A row is loaded once, its bytes are permuted into the output's order and stored; as
 * many rows at a time as one register holds:
 *
 *     data    r g b r g b r g b ..      what each byte of the output is picked from, for indices 2, 1, 0:
 *     output  b g r b g r b g r ..      2 1 0  5 4 3  8 7 6 ..
 *
 * Where they span more, but most lie close to the next, as in a line of pixels that is turned around, the blocks go in
 * windows: as many at a time as one register holds on both sides, at all places the same.
 *
 * Blocks of 4 and 8 bytes go by AVX2's kernel, but where they span no more of a row than they fill of the output, and that
 * is no more than a register: on a Zen 4 that takes .16 to 1.2 of the time for the others, and 1.4 times as long for these.
 */
#include <immintrin.h>
#include <stdbool.h>

#include "core/arith.h"
#include "kernels/inlined.h"
#include "kernels/prefetch.h"
#include "kernels/soon.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"
#include "kernels/x86/permuted.h"

enum { MOST_WIDTH = 8, MOST_CHUNKS = 8, LEAST_PLACES = 16, AHEAD_BYTES = 4096 };
/* Stores of single blocks that take as long as what one register is permuted from, or two, on a Zen 4. */
enum { STORES_A_REGISTER = 5, STORES_A_PAIR = 8 };

struct permutation {
    int64_t low, span; /* bytes of a place of the data that blocks lie in: from low on */
    int64_t row;       /* bytes of a place of the output */
    int64_t together;  /* places at a time */
    bool streams;
    _Alignas(VECTOR) uint8_t from[MOST_CHUNKS * VECTOR]; /* for each byte of the output, counted from low */
};

/* Places that lie one behind the other in the output, as many as a register holds on both sides. */
static int64_t places_together(const struct gather__offsets *offsets, int64_t row)
{
    const int64_t step = offsets->more_data;
    if (offsets->more_out != row || row > VECTOR || offsets->span > VECTOR || step <= 0)
        return 1;
    const int64_t of_output = VECTOR / row, of_data = 1 + (VECTOR - offsets->span) / step;
    return of_output < of_data ? of_output : of_data;
}

static void fill_permutation(struct permutation *permutation, const struct gather__offsets *offsets,
                             int64_t width)
{
    uint8_t *next = permutation->from;
    for (int64_t place = 0; place < permutation->together; place++)
        for (int64_t k = 0; k < offsets->count; k++)
            for (int64_t byte = 0; byte < width; byte++) /* bounded: below 128 */
                *next++ = (uint8_t)(place * offsets->more_data + offsets->data[k] - permutation->low + byte);
}

enum storing {
    WHOLE, /* a full register: what is too much, later places write over */
    PART,  /* by a mask */
    STREAM /* past the caches */
};

/*
 * The output of `bytes` bytes that is picked from the first `span` at `data`. Registers stored in part took 2.3 times as
 * long as whole ones on a Zen 4.
 */
BYTES_PERMUTE INLINED void permute(uint8_t *out, const uint8_t *data, const struct permutation *permutation,
                                   __m512i first, int64_t span, int64_t bytes, bool is_wide,
                                   enum storing storing)
{
    __m512i low = _mm512_maskz_loadu_epi8(first_lanes(span), data), high = low;
    if (is_wide)
        high = _mm512_maskz_loadu_epi8(first_lanes(span - VECTOR), data + VECTOR);
    for (int64_t at = 0; at < bytes; at += VECTOR) {
        const __m512i from = at == 0 ? first : _mm512_load_si512(permutation->from + at);
        __m512i picked =
            is_wide ? _mm512_permutex2var_epi8(low, from, high) : _mm512_permutexvar_epi8(from, low);
        if (storing == STREAM)
            _mm512_stream_si512((__m512i *)(void *)(out + at), picked);
        else if (storing == WHOLE)
            _mm512_storeu_si512(out + at, picked);
        else
            _mm512_mask_storeu_epi8(out + at, first_lanes(bytes - at), picked);
    }
}

/* Places from `place` on, some together, as long as they end no later than place `end`. Returns: the one behind them. */
BYTES_PERMUTE INLINED int64_t permute_some(uint8_t *out, const uint8_t *data,
                                           const struct permutation *permutation,
                                           const struct gather__offsets *offsets, int64_t place, int64_t end,
                                           bool is_wide, enum storing storing)
{
    const int64_t together = permutation->together, bytes = together * permutation->row; /* bounded: chunks */
    const int64_t span =
        (together - 1) * offsets->more_data + permutation->span; /* bounded: VECTOR, or two */
    const int64_t step = offsets->more_data, step_out = offsets->more_out;
    const __m512i first = _mm512_load_si512(permutation->from);
    for (; place + together <= end; place += together) {
        const uint8_t *from = data + place * step; /* bounded: inside the data */
        uint8_t *to = out + place * step_out;      /* bounded: inside the output */
        PREFETCH((const void *)((uintptr_t)from + AHEAD_BYTES));
        if (bytes <= VECTOR && storing != PART)
            permute(to, from, permutation, first, span, VECTOR, is_wide, storing);
        else
            permute(to, from, permutation, first, span, bytes, is_wide, storing);
    }
    return place;
}

/* As many places as may be stored with the bytes behind them: places side by side, but the last ones. */
static int64_t whole_places(const struct permutation *permutation, const struct gather__offsets *offsets)
{
    const int64_t row = permutation->row, bytes = permutation->together * row; /* bounded: chunks */
    const int64_t behind = (VECTOR - bytes % VECTOR) % VECTOR;
    return offsets->more_out == row ? offsets->more + 1 - gather__divide_up(behind, row) : 0;
}

BYTES_PERMUTE INLINED void permute_all(uint8_t *out, const uint8_t *data,
                                       const struct permutation *permutation,
                                       const struct gather__offsets *offsets, bool is_wide)
{
    const int64_t places = offsets->more + 1;
    int64_t place = 0;
    data += permutation->low;
    if (permutation->streams)
        place = permute_some(out, data, permutation, offsets, place, places, is_wide, STREAM);
    else
        place = permute_some(out, data, permutation, offsets, place, whole_places(permutation, offsets),
                             is_wide, WHOLE);
    place = permute_some(out, data, permutation, offsets, place, places, is_wide, PART);
    if (place < places) { /* bounded: fewer places of them */
        const int64_t left = places - place;
        permute(out_at(out, offsets, place), data_at(data, offsets, place), permutation,
                _mm512_load_si512(permutation->from), (left - 1) * offsets->more_data + permutation->span,
                left * permutation->row, is_wide, PART);
    }
}

BYTES_PERMUTE static void permute_places(uint8_t *out, const uint8_t *data,
                                         const struct permutation *permutation,
                                         const struct gather__offsets *offsets)
{
    if (permutation->span > VECTOR)
        permute_all(out, data, permutation, offsets, true);
    else
        permute_all(out, data, permutation, offsets, false);
}

/* ---- windows -------------------------------------------------------------------------------------- */

enum { MOST_WINDOWS = 32, BLOCKS_A_WINDOW = 4, COLUMNS_A_WINDOW = 8 };

/* Blocks that one register holds on both sides. */
struct window {
    int64_t low, bytes; /* of a place of the data: from low on; of the output */
    __mmask64 loaded, stored;
};

struct windows {
    int64_t count;
    struct window window[MOST_WINDOWS];
    _Alignas(VECTOR) uint8_t from[MOST_WINDOWS][VECTOR]; /* for each byte of the output, counted from low */
};

/* How many blocks from the k-th on one window holds. low, high: receive where the first and the last of them begin. */
INLINED int64_t window_length(const struct gather__offsets *offsets, int64_t width, int64_t k, int64_t *low,
                              int64_t *high)
{
    const int64_t *data = offsets->data + k;
    const int64_t left = offsets->count - k, most = left < VECTOR / width ? left : VECTOR / width;
    int64_t length = 1;
    *low = *high = data[0];
    for (; length < most; length++) {
        const int64_t lower = data[length] < *low ? data[length] : *low,
                      higher = data[length] > *high ? data[length] : *high;
        if (higher - lower > VECTOR - width)
            break;
        *low = lower;
        *high = higher;
    }
    return length;
}

/* Whether windows hold several blocks on the average, more where these could go by columns. */
static bool are_close(const struct gather__offsets *offsets, int64_t width)
{
    const int64_t least =
        goes_by_columns(offsets, width) && column_stores(width) == 1 ? COLUMNS_A_WINDOW : BLOCKS_A_WINDOW;
    int64_t low, high, left = offsets->count / least;
    for (int64_t k = 0; k < offsets->count && left >= 0; left--)
        k += window_length(offsets, width, k, &low, &high);
    return left >= 0;
}

static void fill_window(const struct gather__offsets *offsets, int64_t width, int64_t k, int64_t length,
                        int64_t low, uint8_t *from)
{
    for (int64_t j = k; j < k + length; j++)
        for (int64_t byte = 0; byte < width; byte++)
            *from++ = (uint8_t)(offsets->data[j] - low + byte); /* bounded: below VECTOR */
}

/* Windows from the k-th block on, as many as there is room for. Returns: the first block behind them. */
static int64_t fill_windows(struct windows *windows, const struct gather__offsets *offsets, int64_t width,
                            int64_t k)
{
    for (windows->count = 0; k < offsets->count && windows->count < MOST_WINDOWS; windows->count++) {
        struct window *window = &windows->window[windows->count];
        int64_t high, length = window_length(offsets, width, k, &window->low, &high);
        window->bytes = length * width; /* bounded: VECTOR */
        window->loaded = first_lanes(high - window->low + width);
        window->stored = first_lanes(window->bytes);
        fill_window(offsets, width, k, length, window->low, windows->from[windows->count]);
        k += length;
    }
    return k;
}

BYTES_PERMUTE static void permute_windows(uint8_t *out, const uint8_t *data, const struct windows *windows,
                                          int64_t ahead)
{
    for (int64_t k = 0; k < windows->count; k++) {
        const struct window *window = &windows->window[k];
        const uint8_t *from = data + window->low;
        PREFETCH((const void *)((uintptr_t)from + (uintptr_t)ahead));
        __m512i picked = _mm512_permutexvar_epi8(_mm512_load_si512(windows->from[k]),
                                                 _mm512_maskz_loadu_epi8(window->loaded, from));
        _mm512_mask_storeu_epi8(out, window->stored, picked);
        out += window->bytes;
    }
}

static void permute_close(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                          int64_t width)
{
    struct windows windows;
    for (int64_t k = 0, end; k < offsets->count; k = end) {
        end = fill_windows(&windows, offsets, width, k);
        for (int64_t place = 0; place <= offsets->more; place++)
            permute_windows(out_at(out + k * width, offsets, place), data_at(data, offsets, place), &windows,
                            offsets->more_data); /* bounded: inside the output */
    }
}

/* ---- the kernel ---------------------------------------------------------------------------------- */

/* Whether what is picked from spans few registers, and what is picked fills few. */
static bool is_short(const struct gather__offsets *offsets, int64_t width)
{
    return offsets->span <= (int64_t)2 * VECTOR &&
           offsets->count * width <= (int64_t)MOST_CHUNKS * VECTOR; /* bounded: a block */
}

/*
 * Whether there are enough blocks for permuting to be faster than going by columns. Registers that are stored in part
 * take more than twice as long.
 */
static bool is_worthwhile(const struct gather__offsets *offsets, int64_t width)
{
    const int64_t row = offsets->count * width; /* bounded: few blocks */
    const int64_t stores = offsets->count * places_together(offsets, row) * column_stores(width);
    const int64_t least = offsets->span > VECTOR ? STORES_A_PAIR : STORES_A_REGISTER;
    return !goes_by_columns(offsets, width) || stores >= (offsets->more_out == row ? least : 2 * least);
}

/* Blocks that AVX2's kernel may take. */
static bool are_words(int64_t width) { return width == 4 || width == 8; }

/* Whether such ones span no more of a place than they fill of the output, which is no more than a register. */
static bool is_compact(const struct gather__offsets *offsets, int64_t width)
{
    const int64_t row = offsets->count * width; /* bounded: of the output */
    return can_permute_bytes() && offsets->count > 1 && row <= VECTOR && offsets->span <= row;
}

static bool takes(const struct gather__offsets *offsets, int64_t width)
{
    const bool are_many = offsets->more + 1 >= LEAST_PLACES;
    if (are_words(width))
        return (are_many && is_compact(offsets, width)) || gather__permute_avx2.takes(offsets, width);
    return width <= MOST_WIDTH && are_many && can_permute_bytes() &&
           ((is_short(offsets, width) && is_worthwhile(offsets, width)) ||
            (offsets->data != NULL && are_close(offsets, width)));
}

static void permute_places_avx512(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                                  int64_t width)
{
    struct permutation permutation = {.low = offsets->low, .span = offsets->span};
    if (are_words(width) && !is_compact(offsets, width)) {
        gather__permute_avx2.permute(out, data, offsets, width);
        return;
    }
    if (!is_short(offsets, width)) {
        permute_close(out + offsets->out_begin, data, offsets, width);
        return;
    }
    permutation.row = offsets->count * width; /* bounded: of the output */
    out += offsets->out_begin;
    permutation.together = places_together(offsets, permutation.row);
    permutation.streams = offsets->streams && (permutation.together * permutation.row) % VECTOR == 0 &&
                          (permutation.together * offsets->more_out) % VECTOR == 0 &&
                          (uintptr_t)out % VECTOR == 0; /* bounded: of the output */
    fill_permutation(&permutation, offsets, width);
    permute_places(out, data, &permutation, offsets);
}

const struct gather__permute_kernel gather__permute_avx512 = {"permute_places_avx512", 1,   MOST_WIDTH, takes,
                                                              permute_places_avx512,   true};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_places_avx512; /* a file without anything is no C */
const int gather__no_places_avx512 = 0;

#endif
