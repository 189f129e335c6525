/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks that lie side by side in near data, in one pass, for the AVX-512 table where its instruction
 * that gathers is slow: one by one, by four instructions each.
 *
 *     read the index | beyond the limit? seldom: count it from the end | load the block | store it
 *
 * One comparison tells both what is below 0 and what is outside, by a branch that is foreseen while there are few of the
 * former. Where there are many, or indices go on by ones, AVX2's kernel takes the rest. What goes past the caches does so
 * by way of a buffer in the nearest one, by whole lines; of blocks of 8 bytes AVX2's does that better.
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/inlined.h"
#include "kernels/soon.h"
#include "kernels/x86/held.h"
#include "kernels/x86/picks_near.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"

enum {
    EIGHT = 8,          /* points; a cache line of indices */
    INDEX = 8,          /* bytes */
    LEAST = 64,         /* points of a whole run */
    CHUNK_BYTES = 1024, /* of output, between two looks at how many were counted from the end */
    MOST_FROM_END = 8   /* in a chunk */
};

static bool takes_plain(const struct gather__picking *picking, int64_t width)
{
    return !picking->tuning->gathers && picking->high - picking->low <= picking->tuning->near_bytes &&
           picking->rule.limit >= 0 && picking->rule.size <= INT32_MAX && picking->listed == 0 &&
           picking->run.step == INDEX && picking->run.slope == 0 && picking->run.scale == width &&
           picking->run.count >= LEAST;
}

INLINED int64_t index_at(const uint8_t *indices)
{
    int64_t index;
    memcpy(&index, indices, sizeof index);
    __asm__("" : "+r"(index)); /* what is compared is what is used, and not read again */
    return index;
}

/* What points have in common. */
struct plain {
    const uint8_t *data;
    uint64_t limit, more;
    int64_t from_end; /* indices that were */
};

/* One point. Returns: false if its index is outside. */
INLINED bool pick_point(struct plain *plain, uint8_t *out, const uint8_t *indices, int width)
{
    uint64_t value = (uint64_t)index_at(indices);
    if (__builtin_expect(value > plain->limit, 0)) {
        value += (int64_t)value < 0 ? plain->more : 0;
        plain->from_end++;
        if (value > plain->limit)
            return false;
    }
    memcpy(out, plain->data + value * (uint64_t)width, (size_t)width); /* bounded: inside the data */
    return true;
}

/* Returns: false if an index is outside; what was written means nothing then. */
INLINED bool pick_points(struct plain *plain, uint8_t *out, const uint8_t *indices, int64_t count, int width)
{
    int64_t k = 0;
    for (; k + EIGHT <= count; k += EIGHT) {
        ask_for_indices(indices + k * INDEX, INDICES_AHEAD, CACHE_LINE);
        UNROLLED
        for (int64_t j = k; j < k + EIGHT; j++) {
            if (!pick_point(plain, out + j * width, indices + j * INDEX, width))
                return false;
        }
    }
    for (; k < count; k++)
        if (!pick_point(plain, out + k * width, indices + k * INDEX, width))
            return false;
    return true;
}

/* Whether the first indices of a run, which may be a short part of one, go on by ones. */
INLINED bool goes_on(const uint8_t *indices, int64_t count)
{
    bool goes = count >= EIGHT;
    for (int64_t k = 1; k < EIGHT && goes; k++)
        goes = (uint64_t)index_at(indices + k * INDEX) == (uint64_t)index_at(indices) + (uint64_t)k;
    return goes;
}

/* Points of a run until many are counted from the end. Returns: how many; -1 if an index is outside. */
INLINED int64_t pick_run(struct plain *plain, uint8_t *out, const struct gather__index_run *run, bool streams,
                         int width)
{
    _Alignas(CACHE_LINE) uint8_t buffer[CHUNK_BYTES];
    const uint8_t *indices = run->indices + run->first;
    int64_t done = 0;
    plain->from_end = 0;
    while (done < run->count && plain->from_end <= MOST_FROM_END) {
        const int64_t left = run->count - done, most = CHUNK_BYTES / width, count = left < most ? left : most;
        const bool buffers = streams && count == most;
        uint8_t *to = out + done * width; /* bounded: inside the output */
        plain->from_end = 0;
        if (!pick_points(plain, buffers ? buffer : to, indices + done * INDEX, count, width))
            return -1;
        for (int64_t at = 0; buffers && at < CHUNK_BYTES; at += CACHE_LINE)
            _mm512_stream_si512((__m512i *)(void *)(to + at), _mm512_load_si512(buffer + at));
        done += count;
    }
    return done;
}

/* All from a point of a row on, by AVX2's kernel. */
static bool pick_rest(uint8_t *out, const uint8_t *data, const struct gather__picking *picking, int64_t row,
                      int64_t point, int width,
                      bool (*rest)(uint8_t *, const uint8_t *, const struct gather__picking *))
{
    struct gather__picking part = *picking;
    part.run = gather__picked_row(picking, row);
    if (point > 0) {
        part.run.first += point * INDEX; /* bounded: inside the indices */
        part.run.count -= point;
        part.rows = 1;
        /* bounded: inside the output */
        if (part.run.count > 0 && !rest(out + row * picking->row_out + point * width, data, &part))
            return false;
        part.run = gather__picked_row(picking, ++row);
    }
    part.rows = picking->rows - row;
    return part.rows == 0 || rest(out + row * picking->row_out, data, &part); /* bounded: inside the output */
}

INLINED bool pick(uint8_t *out, const uint8_t *data, const struct gather__picking *picking, int width,
                  bool (*rest)(uint8_t *, const uint8_t *, const struct gather__picking *))
{
    const struct gather__rule *rule = &picking->rule;
    struct plain plain = {NULL, (uint64_t)rule->limit, rule->is_negative ? (uint64_t)rule->size : 0, 0};
    if (picking->streams && width == 8)
        return rest(out, data, picking);
    for (int64_t row = 0; row < picking->rows; row++) {
        const struct gather__index_run run = gather__picked_row(picking, row);
        uint8_t *to = out + row * picking->row_out; /* bounded: inside the output */
        int64_t done = 0;
        plain.data = data + run.begin;
        if (!goes_on(run.indices + run.first, run.count))
            done = pick_run(&plain, to, &run, picking->streams && (uintptr_t)to % CACHE_LINE == 0, width);
        if (done < 0)
            return false;
        if (done < run.count || plain.from_end > MOST_FROM_END)
            return pick_rest(out, data, picking, row, done, width, rest);
    }
    return true;
}

#define PICK(width)                                                                                          \
    bool gather__takes_plain_i64_b##width##_avx512(const struct gather__picking *picking)                    \
    {                                                                                                        \
        return takes_plain(picking, width);                                                                  \
    }                                                                                                        \
    bool gather__pick_plain_i64_b##width##_avx512(uint8_t *out, const uint8_t *data,                         \
                                                  const struct gather__picking *picking)                     \
    {                                                                                                        \
        return pick(out, data, picking, width, gather__pick_i64_b##width##_avx2);                            \
    }
PICK(4)
PICK(8)
#undef PICK

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_plain_avx512; /* a file without anything is no C */
const int gather__no_plain_avx512 = 0;

#endif
