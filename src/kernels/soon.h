/* SPDX-License-Identifier: Apache-2.0 */
/* Places that the same blocks are fetched at, and asking for what is needed later: their lines, and indices. */
#ifndef GATHER_KERNELS_SOON_H
#define GATHER_KERNELS_SOON_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arith.h"
#include "core/kernel.h"
#include "kernels/inlined.h"
#include "kernels/prefetch.h"

/*
 * Bytes of a place that the nearest cache, of 32 KiB or 48, does not hold beside the next one: what is asked for goes to the
 * second, unless that is worse for all that is far. Rows of 16 KiB took .85 of the time by it on a Zen 4, those of 1 KiB
 * 1.05.
 */
enum { LARGE_PLACE = 1 << 13 };

struct soon {
    uintptr_t begin;
    int64_t asked, wanted; /* bytes from there on */
    int64_t block;         /* bytes for each block that is fetched */
    int64_t places;        /* that go by until there is nothing more to be asked for */
    bool is_large;
};

static inline struct soon soon_of(const uint8_t *data, const struct gather__offsets *offsets)
{
    const int64_t places = offsets->more + 1 - offsets->soon_places;
    const int64_t block = offsets->soon_bytes > 0 && places > 0 ? offsets->soon_bytes / offsets->count : 0;
    return (struct soon){.begin = (uintptr_t)data + (uintptr_t)offsets->soon,
                         .block = block,
                         .places = places,
                         .is_large = offsets->soon_bytes > LARGE_PLACE && !offsets->tuning->nearest};
}

INLINED void ask_for_soon(struct soon *soon, int64_t blocks)
{
    soon->wanted += blocks * soon->block; /* bounded: of what is fetched later */
    for (; soon->asked < soon->wanted; soon->asked += CACHE_LINE)
        if (soon->is_large)
            PREFETCH_SECOND((const void *)(soon->begin + (uintptr_t)soon->asked));
        else
            PREFETCH((const void *)(soon->begin + (uintptr_t)soon->asked));
}

/*
 * Indices that are needed soon; of `abreast` streams that are read by turns each is asked for as much less ahead. The
 * processor by itself asks too late. What comes from memory goes to the second cache before, for which more requests can be
 * under way: on a Zen 4 sixteen millions took .55 to .85 of the time so, but up to 1.2 times as long where the last cache
 * still had a part of them. Behind the last index there may be no memory, and each time it is asked for the processor goes
 * through its tables of pages in vain, 77 ns on a Zen 1: nothing beside indices that are far, whose end is not looked for.
 */
INLINED void ask_for_indices(const uint8_t *indices, struct gather__early early, int64_t abreast,
                             int64_t bytes)
{
    const uintptr_t last = (uintptr_t)early.last;
    for (int64_t at = 0; at < bytes; at += CACHE_LINE) {
        const uintptr_t line = (uintptr_t)indices + (uintptr_t)at;
        const uintptr_t ahead = line + (uintptr_t)(early.ahead / abreast);
        PREFETCH((const void *)(ahead < last ? ahead : last));
        PREFETCH_SECOND((const void *)(line + (uintptr_t)(early.far_ahead / abreast)));
    }
}

/* Once for the points of a line, if point `k` is the first of them. */
INLINED void ask_for_line_of_indices(const uint8_t *indices, struct gather__early early, int64_t k,
                                     int64_t index_bytes)
{
    if (k % (CACHE_LINE / index_bytes) == 0)
        ask_for_indices(indices, early, 1, CACHE_LINE);
}

enum { BLOCKS_AHEAD = 32 }; /* of far data: a block is asked for so many before it is copied */

/* As many places, where each has `blocks` of them. */
static inline int64_t places_ahead(int64_t blocks) { return 1 + BLOCKS_AHEAD / (blocks + 1); }

/* Where a place begins. */
static inline uint8_t *out_at(uint8_t *out, const struct gather__offsets *offsets, int64_t place)
{
    return out + place * offsets->more_out; /* bounded: inside the output */
}

static inline const uint8_t *data_at(const uint8_t *data, const struct gather__offsets *offsets,
                                     int64_t place)
{
    return data + place * offsets->more_data; /* bounded: inside the data */
}

enum { MANY_PLACES = 8, FEW_BLOCKS = 8, MOST_COLUMNS = 64, MOST_COLUMN_BYTES = 256 };

/* Widths of blocks with loops for that, a bit each. */
enum { COLUMN_WIDTHS = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6 | 1 << 8 | 1 << 12 | 1 << 16 };

/*
 * Whether blocks side by side at many places go by columns, a few at a time. Few are not asked for early, which a
 * processor does by itself where places follow each other: on a Zen 4 that took .2 to .9 of the time, and 1.0 to 1.3 times
 * as long out of memory where they were 64 KiB apart. More go place by place where they are far, which took half the time.
 */
static inline bool goes_by_columns(const struct gather__offsets *offsets, int64_t width)
{
    const int64_t count = offsets->count;
    if (width > 16 || (COLUMN_WIDTHS >> width & 1) == 0 || offsets->out != NULL ||
        offsets->out_step != width || offsets->more < MANY_PLACES)
        return false;
    return count <= FEW_BLOCKS || (!offsets->is_far && offsets->soon_bytes == 0 && count <= MOST_COLUMNS &&
                                   count * width <= MOST_COLUMN_BYTES); /* bounded: few blocks */
}

/* Places whose lines stay near until the last of their columns. */
static inline int64_t column_places(const struct gather__offsets *offsets)
{
    enum { STRIP_BYTES = 1 << 14, LEAST = 4, MOST = 32 };
    const uint64_t step = gather__magnitude(offsets->more_data);
    return step > STRIP_BYTES / LEAST  ? LEAST
           : step < STRIP_BYTES / MOST ? MOST
                                       : STRIP_BYTES / (int64_t)step;
}

/* Stores that a block of theirs takes. */
static inline int64_t column_stores(int64_t width) { return (width & (width - 1)) != 0 ? 2 : 1; }

/* Whether each place of a run is whole lines, and they go past the caches. */
static inline bool streams_lines(const uint8_t *out, const struct gather__offsets *offsets)
{
    const int64_t bytes = offsets->count * offsets->out_step; /* bounded: of the output */
    return offsets->streams && bytes % CACHE_LINE == 0 && offsets->more_out % CACHE_LINE == 0 &&
           ((uintptr_t)out + (uintptr_t)offsets->out_begin) % CACHE_LINE == 0;
}

/* On to the next place. */
static inline void go_on_soon(struct soon *soon, const struct gather__offsets *offsets)
{
    soon->begin += (uintptr_t)offsets->more_data;
    soon->asked = soon->wanted = 0;
    soon->block = --soon->places > 0 ? soon->block : 0;
}

/* The blocks of the place that is `places` later. */
INLINED void ask_for_place(const uint8_t *data, const struct gather__offsets *offsets, int64_t places)
{
    for (int64_t k = 0; k < offsets->count; k++)
        PREFETCH((const void *)((uintptr_t)data + (uintptr_t)(places * offsets->more_data) +
                                (uintptr_t)offsets->data[k])); /* bounded: of the data, or behind it */
}

#endif
