/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiles that go straight, element by element: which of their two loops goes inside, and how much of it at once.
 *
 *     data  a . . b . . c . .      step 3 words and then 1: each line of the data is come back to, and should
 *           d . . e . . f . .      still be near
 */
#ifndef GATHER_KERNELS_STRAIGHT_H
#define GATHER_KERNELS_STRAIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arith.h"
#include "core/kernel.h"
#include "kernels/prefetch.h"

enum {
    SHORT_ROW = 16, /* elements */
    SHORT_BYTES = 128,
    NEAR_LINES = 1 << 15, /* bytes of lines that the nearest cache holds beside those of the other operand */
    PATCH_BYTES = 256,    /* of a patch of blocks, along the data */
    PATCH_COLUMNS = 64,
    ROWS_AHEAD = 2,
    MOST_ASKED = 1 << 12, /* bytes of a row that is asked for before it is moved */
    FAR_ROWS = 1 << 18    /* bytes that such rows span: more than a near cache holds */
};

/* The loop of a tile that goes inside: the longer one, where the other makes rows too short and its steps no shorter. */
static inline int inner_loop(const struct gather__tile *tile, int64_t width)
{
    bool is_short = tile->count[1] < SHORT_ROW && tile->count[1] * width <= SHORT_BYTES; /* bounded: few */
    return is_short && tile->count[0] > tile->count[1] &&
                   gather__magnitude(tile->data_step[0]) <= gather__magnitude(tile->data_step[1])
               ? 0
               : 1;
}

/* Bytes of the nearest cache that a step takes for itself: steps of powers of two meet in the same places of it. */
static inline int64_t near_bytes(int64_t step)
{
    int64_t even = step & -step;
    return even > CACHE_LINE ? even : CACHE_LINE;
}

/* Bytes of the nearest cache that each of the inner steps takes, if the outer ones come back to its line; else 0. */
static inline int64_t shared_bytes_of(int64_t inner, int64_t outer)
{
    const int64_t step = (int64_t)gather__magnitude(inner);
    if (gather__magnitude(outer) >= CACHE_LINE)
        return 0;
    return step < CACHE_LINE ? step : near_bytes(step);
}

/*
 * Elements of the inner loop at once: where the outer one comes back to the lines that the inner one has touched, no
 * more than stay in the nearest cache until then.
 */
static inline int64_t near_count(const struct gather__tile *tile, int inner)
{
    int64_t in_data = shared_bytes_of(tile->data_step[inner], tile->data_step[1 - inner]);
    int64_t in_out = shared_bytes_of(tile->out_step[inner], tile->out_step[1 - inner]);
    int64_t bytes = in_data > in_out ? in_data : in_out;
    if (tile->count[1 - inner] <= 1 ||
        tile->count[inner] * bytes <= NEAR_LINES) /* bounded: a few times the operands */
        return tile->count[inner];
    return bytes > NEAR_LINES / SHORT_ROW ? SHORT_ROW : NEAR_LINES / bytes;
}

/*
 * Bytes of a row of the data that is asked for some rows before it is moved; 0: it is not. Processors foresee the lines of
 * one that goes on, but not of one that goes backwards, as those of a flipped image do, and then jumps.
 */
static inline int64_t asked_of_row(const struct gather__tile *tile, int inner, int64_t width)
{
    const int64_t bytes = tile->count[inner] * width; /* bounded: of the output */
    const uint64_t apart = gather__magnitude(tile->data_step[1 - inner]);
    const bool jumps = tile->data_step[inner] == -width && apart > (uint64_t)bytes;
    return jumps && bytes <= MOST_ASKED && (uint64_t)tile->count[1 - inner] > FAR_ROWS / apart ? bytes : 0;
}

/* Asks for row `row` of such data, if there is one. data: where row 0 begins. */
static inline void ask_for_row(const uint8_t *data, const struct gather__tile *tile, int inner, int64_t row,
                               int64_t bytes, int64_t width)
{
    if (bytes == 0 || row >= tile->count[1 - inner])
        return;
    const uint8_t *end = data + row * tile->data_step[1 - inner] + width; /* bounded: inside the data */
    for (int64_t at = 1; at < bytes; at += CACHE_LINE)
        PREFETCH(end - at);
    PREFETCH(end - bytes);
}

#endif
