/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fetches of small blocks to one run of the output a place, for the AVX2 table, and AVX-512's where its instruction that
 * gathers is slow or data far: out of data that is near eight at a time, and past the caches where each place of the
 * output is whole lines: many by way of the nearest, few as they are loaded.
 *
 *     data    a b c d e f g ..        offsets 5, 0, 2, 2, ..
 *     output  f a c c .. | ..         a register at a time
 *
 * All others go by the scalar table's.
 */
#include <stdbool.h>
#include <string.h>

#include "core/arith.h"
#include "kernels/soon.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/x86/blocks_avx2_tmpl.h"

enum {
    VECTOR = 32,
    AT_ONCE = 128,      /* blocks, between two looks at what is asked for */
    LEAST_BUFFERED = 64 /* of a place, that are worth a way round */
};

typedef void fetching(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                      int64_t width);

/* The blocks of one place. */
INLINED void place_blocks(uint8_t *out, const uint8_t *data, const int64_t *from, int64_t count,
                          struct soon *soon, int width)
{
    for (int64_t k = 0, end; k < count; k = end) {
        end = count - k > AT_ONCE ? k + AT_ONCE : count;
        ask_for_soon(soon, end - k);
        for (; k + BLOCKS <= end; k += BLOCKS)
            fetch_eight(out + k * width, data, from + k, width, false, false); /* bounded: of the output */
        for (; k < end; k++)
            memcpy(out + k * width, data + from[k], (size_t)width); /* bounded: inside the output */
    }
}

static void stream_lines(uint8_t *out, const uint8_t *lines, int64_t bytes)
{
    for (int64_t at = 0; at < bytes; at += VECTOR)
        _mm256_stream_si256((__m256i *)(void *)(out + at),
                            _mm256_load_si256((const __m256i *)(const void *)(lines + at)));
}

/* Out of data that is near. lines: room for a place, by way of which it goes past the caches; NULL: it does not. */
INLINED void place_all(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets, int width,
                       uint8_t *lines)
{
    struct soon soon = soon_of(data, offsets);
    for (int64_t place = 0; place <= offsets->more; place++) {
        struct soon here = soon; /* whose address nobody has, so that it stays in registers */
        uint8_t *to = out_at(out, offsets, place) + offsets->out_begin;
        place_blocks(lines != NULL ? lines : to, data_at(data, offsets, place), offsets->data, offsets->count,
                     &here, width);
        if (lines != NULL)
            stream_lines(to, lines, offsets->count * width); /* bounded: of the lines */
        go_on_soon(&soon, offsets);
    }
}

/* Out of data that is far, as the scalar table fetches it. */
static void stream_far(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                       int64_t width, uint8_t *lines, fetching *fetch)
{
    struct gather__offsets one = *offsets;
    one.out_begin = one.more = 0;
    for (int64_t place = 0; place <= offsets->more; place++) {
        fetch(lines, data_at(data, offsets, place), &one, width);
        stream_lines(out_at(out, offsets, place) + offsets->out_begin, lines,
                     offsets->count * width); /* bounded: of the lines */
    }
}

/*
 * Few blocks of each place, which go from registers past the caches. Of far data they are asked for where they are mostly
 * a line each; places that lie closer a processor asks for by itself.
 */
INLINED void stream_few(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets, int width)
{
    const uint64_t lines = (uint64_t)offsets->count * CACHE_LINE; /* bounded: of a few blocks */
    const bool asks = offsets->is_far && gather__magnitude(offsets->more_data) >= lines;
    const int64_t ahead = places_ahead(offsets->count);
    for (int64_t place = 0; place <= offsets->more; place++) {
        uint8_t *to = out_at(out, offsets, place) + offsets->out_begin;
        const uint8_t *from = data_at(data, offsets, place);
        if (asks && place + ahead <= offsets->more)
            ask_for_place(from, offsets, ahead);
        for (int64_t k = 0; k < offsets->count; k += BLOCKS, to += (ptrdiff_t)BLOCKS * width)
            fetch_eight(to, from, offsets->data + k, width, true, false);
    }
}

/* joins: whether stores to the caches are fewer by it; blocks of 8 bytes gain nothing there. */
INLINED void fetch(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets, int width,
                   bool joins, fetching *scalar)
{
    _Alignas(CACHE_LINE) uint8_t lines[GATHER_BLOCK * sizeof(uint64_t)];
    const bool is_run = offsets->out == NULL && offsets->out_step == width;
    const bool fills_lines = is_run && streams_lines(out, offsets);
    const bool streams = fills_lines && offsets->count >= LEAST_BUFFERED && offsets->count <= GATHER_BLOCK;
    if (fills_lines && offsets->count < LEAST_BUFFERED && offsets->count % BLOCKS == 0 &&
        !offsets->tuning->halves)
        stream_few(out, data, offsets, width);
    else if (streams && offsets->is_far)
        stream_far(out, data, offsets, width, lines, scalar);
    else if (streams)
        place_all(out, data, offsets, width, lines);
    else if (is_run && joins && !offsets->is_far && !goes_by_columns(offsets, width))
        place_all(out, data, offsets, width, NULL);
    else
        scalar(out, data, offsets, width);
}

#define FETCH(block, joins)                                                                                  \
    void gather__fetch_b##block##_avx2(uint8_t *out, const uint8_t *data,                                    \
                                       const struct gather__offsets *offsets, int64_t width)                 \
    {                                                                                                        \
        (void)width; /* the table's row says it */                                                           \
        fetch(out, data, offsets, block, joins, gather__fetch_b##block##_scalar);                            \
    }
FETCH(2, true)
FETCH(4, true)
FETCH(8, false)
#undef FETCH

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_fetch_avx2; /* a file without anything is no C */
const int gather__no_fetch_avx2 = 0;

#endif
