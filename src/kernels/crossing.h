/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crossing: the data is contiguous along one loop, the output along the other. Columns of the data become
 * columns of a matrix whose rows, the places, are contiguous in the output.
 *
 *     data  column 0  a b c d       output  place 0  a e i
 *           column 1  e f g h   ->          place 1  b f j
 *           column 2  i j k l               place 2  c g k
 *                                           place 3  d h l
 *
 * Here is what every width shares: where a column begins, copies of parts of lines, and storing past the caches.
 */
#ifndef GATHER_KERNELS_CROSSING_H
#define GATHER_KERNELS_CROSSING_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels/inlined.h"
#include "kernels/prefetch.h"
#include "kernels/straight.h"
#include "kernels/stream.h"

enum {
    RUN_PLACES = 1024,  /* their pages in the output stay known to the processor while columns go by */
    WIDEST_PANEL = 512, /* bytes of places that are written together, of which panels share a line */
    WIDE_PANEL = 256,   /* likewise, where they share none */
    NARROW_PANEL = 128, /* where places lie pages apart */
    PAGES_APART = 1024,
    LARGE_OUTPUT = 1 << 18, /* bytes that are more than the nearest cache */
    LEAST_VECTOR = 16,      /* bytes of a row, and half as many elements, that are worth vectors */
    LEAST_OF_THREE = 64,  /* elements of each of three planes, for which there are vectors to be made first */
    NEAR_PLACES = 12,     /* from here on squares as they lie are faster than none, if columns are as many */
    NEAR_COLUMNS = 8,     /* .. or so many, of 8 bytes each */
    NEAR_TILE = 1 << 15,  /* bytes that go through the caches even where the output goes past them */
    LEAST_LINES = 4,      /* of a place, that go past the caches by themselves */
    STAGED_COLUMNS = 128, /* of which lines are copied side by side before they are turned, at once */
    MOST_AROUND = 24,     /* columns of places that go around lines */
    LINES_A_COLUMN = 8,   /* up to here a column is short */
    FOLLOWED = 32,        /* columns that a processor follows by itself, asking for their lines */
    NEAR_SPAN = 1 << 21   /* bytes of as many pages as a processor knows at once */
};

/*
 * How a crossing goes: element by element, by planes, by squares as they lie, by such past the caches, or by panels of
 * squares.
 */
enum way { STRAIGHT, BY_ZIP, BY_UNZIP, BY_NEAR_SQUARES, BY_LINES, BY_SQUARES };

struct crossing {
    uint8_t *out;
    const uint8_t *data;
    const int64_t *from; /* where each column begins; NULL: at steps of data_step */
    const int64_t *to;   /* where each place begins; NULL: at steps of out_step */
    int64_t out_step;    /* from place to place */
    int64_t data_step;
    int64_t places, columns;
    bool streams; /* whole lines go past the caches: of a panel on the stack, or as registers hold them */
    /* Where squares lie, by look_at: */
    bool is_even;   /* all places lie alike within their cache lines, and lines end between elements */
    bool is_large;  /* more than the nearest cache: squares keep to lines of the data and of the output */
    bool is_direct; /* squares are turned as they lie, else from whole lines of the stack */
    int64_t height; /* squares that a panel has one below the other, at most */
};

static inline uint8_t *place_of(const struct crossing *crossing, int64_t i)
{
    return crossing->out + (crossing->to != NULL ? crossing->to[i] : i * crossing->out_step);
}

/* Whether all places begin at the same byte of a line. */
static inline bool lie_alike(const struct crossing *crossing)
{
    int64_t bits = crossing->out_step;
    if (crossing->to != NULL)
        for (int64_t i = 0; i < crossing->places; i++)
            bits |= crossing->to[i];
    return bits % CACHE_LINE == 0;
}

/* Whether a column is a few lines. */
static inline bool is_short(const struct crossing *crossing, int64_t width)
{
    return crossing->places * width <= (int64_t)LINES_A_COLUMN * CACHE_LINE; /* bounded: of a column */
}

/* Whether lines of as many columns as a line has elements, at one step, stay in the nearest cache. */
static inline bool fits_near(const struct crossing *crossing, int64_t width)
{
    const int64_t columns = width < 16 ? CACHE_LINE / width : 1;
    return columns * near_bytes(crossing->data_step) <= NEAR_LINES; /* bounded: of an address */
}

static inline void look_at(struct crossing *crossing, int64_t width)
{
    int64_t bytes = crossing->places * crossing->columns * width; /* bounded: bytes of the output */
    crossing->is_even = lie_alike(crossing) && (uintptr_t)crossing->out % (uintptr_t)width == 0;
    crossing->is_large = bytes >= LARGE_OUTPUT;
    /* Where columns at one step would push each other's lines out of the nearest cache, they are not left there. */
    crossing->is_direct = crossing->from == NULL && (width == 16 || !crossing->is_large ||
                                                     (fits_near(crossing, width) && !crossing->streams));
    crossing->height = 1;
}

static inline const uint8_t *column_of(const struct crossing *crossing, int64_t j)
{
    return crossing->data + (crossing->from != NULL ? crossing->from[j] : j * crossing->data_step);
}

/* Whether each column lies in pages of its own, and not all of them at one byte of a page: those push each other out. */
static inline bool lie_pages_apart(const struct crossing *crossing)
{
    return crossing->from == NULL && gather__magnitude(crossing->data_step) >= PAGE &&
           crossing->data_step % PAGE != 0;
}

/* Whether it is so small, and at steps, that its lines are whole before a cache needs their room. */
static inline bool is_small(const struct crossing *crossing, int64_t width)
{
    return crossing->from == NULL && crossing->to == NULL &&
           crossing->places * crossing->columns * width <= NEAR_TILE; /* bounded: bytes of the output */
}

/*
 * Whether a line of each column, all of them together, stays in the nearest cache, and its page known, until all places
 * of the lines were read: columns at steps of powers of two would push each other out.
 */
static inline bool stays_near(const struct crossing *crossing, int64_t width)
{
    const int64_t step = (int64_t)gather__magnitude(crossing->data_step);
    /* bounded: bytes of the output */
    if (crossing->columns > FOLLOWED && crossing->places * crossing->columns * width > GATHER__NEARBY_BYTES)
        return false;
    /* bounded: bytes of the data */
    return crossing->columns * (step < PAGE ? step : PAGE) <= NEAR_SPAN &&
           near_bytes(step) <= NEAR_LINES / SHORT_ROW;
}

/* Bytes of a panel that the next one has too: where places lie uneven, each line is whole in one of them. */
static inline int64_t shared_bytes(const struct crossing *crossing)
{
    return crossing->streams && !crossing->is_even ? CACHE_LINE : 0;
}

/*
 * Bytes of a panel, which begins at `to`. The first one ends with a line, where that helps: not if it is all of the
 * output, one place behind the other.
 */
static inline int64_t panel_bytes(const struct crossing *crossing, const uint8_t *to, int64_t width)
{
    int64_t before = (int64_t)((uintptr_t)to % CACHE_LINE),
            all = crossing->columns * width; /* bounded: of a place */
    if (shared_bytes(crossing) > 0)
        return WIDEST_PANEL;
    if (!crossing->is_even || (crossing->to == NULL && crossing->out_step == all && all <= WIDE_PANEL))
        return WIDE_PANEL;
    if (before > 0 && (crossing->streams || crossing->is_large))
        return CACHE_LINE - before;
    return gather__magnitude(crossing->out_step) >= PAGES_APART ? NARROW_PANEL : WIDE_PANEL;
}

/* Places of the first squares: up to a line of the data, as the first column lies. */
static inline int64_t first_places(const struct crossing *crossing, int64_t width)
{
    int64_t before = (int64_t)((uintptr_t)column_of(crossing, 0) % CACHE_LINE);
    return (CACHE_LINE - (crossing->is_large ? before : 0) + width - 1) / width;
}

/*
 * Asks for the lines that a square of a large output at `to` ends in, unless they go past the caches.
 */
INLINED void ask_for_output(const struct crossing *crossing, const uint8_t *to, int64_t places)
{
    if (crossing->is_large && !crossing->streams)
        for (int64_t k = 0; k < places; k++)
            PREFETCH(to + k * crossing->out_step + CACHE_LINE - 1);
}

/* Up to one cache line, and `least` bytes or more: two copies that overlap. */
static inline void copy_short(uint8_t *to, const uint8_t *from, int64_t bytes, int64_t least)
{
    if (bytes == CACHE_LINE) {
        memcpy(to, from, CACHE_LINE);
    } else if (bytes >= 32) {
        memcpy(to, from, 32);
        memcpy(to + bytes - 32, from + bytes - 32, 32);
    } else if (bytes >= 16 || least >= 16) {
        memcpy(to, from, 16);
        memcpy(to + bytes - 16, from + bytes - 16, 16);
    } else if (bytes >= 8 || least >= 8) {
        memcpy(to, from, 8);
        memcpy(to + bytes - 8, from + bytes - 8, 8);
    } else if (bytes >= 4 || least >= 4) {
        memcpy(to, from, 4);
        memcpy(to + bytes - 4, from + bytes - 4, 4);
    } else if (bytes >= 2 || least >= 2) {
        memcpy(to, from, 2);
        to[bytes - 1] = from[bytes - 1];
    } else if (bytes == 1) {
        *to = *from;
    }
}

/*
 * A panel's part of a place: whole lines go past the caches. What is before the first of them and not yet
 * written, and what is behind the last and won't be, goes through them, for others write the rest of its lines.
 * shared: bytes at the end that the next panel has too; it writes the lines that begin there.
 */
static inline void stream_part(uint8_t *to, const uint8_t *from, int64_t bytes, bool is_first, int64_t shared)
{
    int64_t at = (int64_t)(-(uintptr_t)to % CACHE_LINE);
    if (at > bytes)
        at = bytes;
    if (is_first)
        copy_short(to, from, at, 0);
    for (; at < bytes - shared && at + CACHE_LINE <= bytes; at += CACHE_LINE)
        stream_line(to + at, from + at);
    if (shared == 0)
        copy_short(to + at, from + at, bytes - at, 0);
}

#endif
