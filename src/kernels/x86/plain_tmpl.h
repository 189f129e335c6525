/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks that lie side by side in near data, or along whole rows of it, in one pass, one by one: for files
 * between x86/begin_*_tmpl.h and x86/end_tmpl.h, once each.
 *
 *     read the index | beyond the limit? seldom: count it from the end | load the block | store it
 *
 * One comparison tells both what is below 0 and what is outside, by a branch that is foreseen while there are few of the
 * former. Where there are many, or indices go on by ones, or stay the same along a row, AVX2's kernel for vectors of
 * indices takes the rest.
 *
 * The file says how blocks are stored:
 *     SLOPES           whether it takes rows: elements along an axis that is not the last
 *     streams_here     whether blocks of a width go past the caches here; all others that do are AVX2's
 *     JOINED           how many at once, FOUR or EIGHT of a width, through the caches or past them
 *     put_joined       stores these; streams: past the caches
 *     BUFFERED_WIDTH   if there is one: blocks of so many bytes go past the caches by way of a buffer in the nearest one
 *     put_line         stores a cache line of it past them
 */
#include <stdbool.h>
#include <string.h>

#include "core/kernel.h"
#include "kernels/index_once.h"
#include "kernels/inlined.h"
#include "kernels/soon.h"

enum {
    EIGHT = 8,          /* points */
    LEAST = 64,         /* points of a whole run */
    LEAST_ALONG = 32,   /* likewise, along a row */
    CHUNK_BYTES = 1024, /* of output, between two looks at what was counted from the end; whole ones stream */
    MANY_CHUNKS = 4,    /* of a run, which are mostly whole */
    MOST_FROM_END = 8   /* in a chunk */
};

static bool takes_plain(const struct gather__picking *picking, int64_t index_bytes, int64_t width)
{
    const struct gather__index_run *run = &picking->run;
    if (picking->high - picking->low > picking->tuning->near_bytes || picking->rule.limit < 0 ||
        picking->rule.size > INT32_MAX || picking->listed > 0 || run->step != index_bytes)
        return false;
    if (run->slope == 0)
        return run->scale == width && run->count >= LEAST;
    return SLOPES && run->slope == width && run->count >= LEAST_ALONG;
}

/* Index number `k`. */
INLINED uint64_t index_at(const uint8_t *indices, int64_t k, int64_t index_bytes)
{
    return (uint64_t)load_index(indices + k * index_bytes, index_bytes); /* bounded: inside the indices */
}

/* What points have in common. */
struct plain {
    const uint8_t *data;
    struct gather__early early;
    uint64_t limit, more;
    uint64_t scale;   /* bytes of the data from one index to the next, modulo 2^64 */
    int64_t from_end; /* indices that were */
};

/* How far from the data's beginning the block of index number `k` is. Returns: false if it is outside. */
INLINED bool find_place(struct plain *plain, const uint8_t *indices, int64_t k, int64_t index_bytes,
                        int64_t *place)
{
    uint64_t value = index_at(indices, k, index_bytes);
    if (__builtin_expect(value > plain->limit, 0)) {
        value += (int64_t)value < 0 ? plain->more : 0;
        plain->from_end++;
        if (value > plain->limit)
            return false;
    }
    *place = (int64_t)(value * plain->scale); /* bounded: inside the data */
    return true;
}

/*
 * begin: where the data of the first point begins; slopes: that of each other one block farther on. Returns: false if an
 * index is outside; what was written means nothing then.
 */
INLINED bool pick_points(struct plain *plain, uint8_t *out, const uint8_t *indices, int64_t begin,
                         int64_t count, int64_t index_bytes, int width, bool slopes, bool streams)
{
    const uint8_t *data = plain->data + begin; /* bounded: inside the data */
    const int slope = slopes ? width : 0, joined = JOINED(width, streams);
    int64_t places[EIGHT];
    int64_t k = 0;
    for (; k + EIGHT <= count; k += EIGHT) {
        const uint8_t *from = indices + k * index_bytes; /* bounded: inside the indices */
        ask_for_line_of_indices(from, plain->early, k, index_bytes);
        UNROLLED
        for (int64_t j = FOUR; j <= EIGHT; j += FOUR) {
            UNROLLED
            for (int64_t n = j - FOUR; n < j; n++)
                if (!find_place(plain, indices, k + n, index_bytes, &places[n]))
                    return false;
            if (j % joined == 0) {
                uint8_t *to = out + (k + j - joined) * width;        /* bounded: inside the output */
                const uint8_t *at = data + (k + j - joined) * slope; /* bounded: inside the data */
                put_joined(to, at, places + j - joined, width, slope, streams);
            }
        }
    }
    for (; k < count; k++) {
        if (!find_place(plain, indices, k, index_bytes, places))
            return false;
        memcpy(out + k * width, data + k * slope + places[0], (size_t)width); /* bounded: inside both */
    }
    return true;
}

/* Whether the first indices of a run, which may be a short part of one, go on by `step`: blocks lie side by side then. */
INLINED bool goes_on(const uint8_t *indices, int64_t index_bytes, int64_t count, uint64_t step)
{
    bool goes = count >= EIGHT;
    for (int64_t k = 1; k < EIGHT && goes; k++)
        goes = index_at(indices, k, index_bytes) == index_at(indices, 0, index_bytes) + (uint64_t)k * step;
    return goes;
}

/*
 * Points of a run until many are counted from the end; those before the first cache line of the output, and behind the
 * last chunk of it, don't go past the caches. Returns: how many; -1 if an index is outside.
 */
INLINED int64_t pick_run(struct plain *plain, uint8_t *out, const struct gather__index_run *run, bool streams,
                         int64_t index_bytes, int width, bool slopes)
{
    const uint8_t *indices = run->indices + run->first;
    int64_t done = 0;
    plain->from_end = 0;
    while (done < run->count && plain->from_end <= MOST_FROM_END) {
        uint8_t *to = out + done * width;                   /* bounded: inside the output */
        const uint8_t *from = indices + done * index_bytes; /* bounded: inside the indices */
        const int64_t begin = slopes ? done * width : 0;    /* bounded: inside the data */
        const int64_t before = streams ? (int64_t)(-(uintptr_t)to % CACHE_LINE) / width : 0;
        const int64_t left = run->count - done, most = before > 0 ? before : CHUNK_BYTES / width;
        const int64_t count = left < most ? left : most;
        const bool passes = streams && before == 0 && count == most;
        plain->from_end = 0;
#ifdef BUFFERED_WIDTH
        if (width == BUFFERED_WIDTH) {
            _Alignas(CACHE_LINE) uint8_t buffer[CHUNK_BYTES];
            if (!pick_points(plain, passes ? buffer : to, from, begin, count, index_bytes, width, slopes,
                             false))
                return -1;
            for (int64_t at = 0; passes && at < CHUNK_BYTES; at += CACHE_LINE)
                put_line(to + at, buffer + at);
            done += count;
            continue;
        }
#endif
        if (passes ? !pick_points(plain, to, from, begin, count, index_bytes, width, slopes, true)
                   : !pick_points(plain, to, from, begin, count, index_bytes, width, slopes, false))
            return -1;
        done += count;
    }
    return done;
}

/* All from a point of a row on, other rows too, by AVX2's kernel. */
static bool pick_rest(uint8_t *out, const uint8_t *data, const struct gather__picking *picking, int64_t row,
                      int64_t point, int64_t index_bytes, int width,
                      bool (*rest)(uint8_t *, const uint8_t *, const struct gather__picking *))
{
    struct gather__picking part = *picking;
    part.run = gather__picked_row(picking, row);
    if (point > 0) {
        part.run.first += point * index_bytes;    /* bounded: inside the indices */
        part.run.begin += point * part.run.slope; /* bounded: inside the data */
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

/* Whether blocks go past the caches here, in runs that are mostly whole chunks. */
static bool streams_chunks(const struct gather__picking *picking, int64_t width)
{
    return streams_here(picking, width) && picking->run.slope == 0 &&
           picking->run.count * width >= MANY_CHUNKS * (int64_t)CHUNK_BYTES; /* bounded: of the output */
}

INLINED bool pick(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                  int64_t index_bytes, int width, bool slopes,
                  bool (*rest)(uint8_t *, const uint8_t *, const struct gather__picking *))
{
    const struct gather__rule *rule = &picking->rule;
    struct plain plain = {.early = picking->run.early,
                          .limit = (uint64_t)rule->limit,
                          .more = rule->is_negative ? (uint64_t)rule->size : 0,
                          .scale = slopes ? (uint64_t)picking->run.scale : (uint64_t)width};
    for (int64_t row = 0; row < picking->rows; row++) {
        const struct gather__index_run run = gather__picked_row(picking, row);
        uint8_t *to = out + row * picking->row_out; /* bounded: inside the output */
        int64_t done = 0;
        plain.data = data + run.begin;
        if (!goes_on(run.indices + run.first, index_bytes, run.count, slopes ? 0 : 1))
            done = pick_run(&plain, to, &run,
                            !slopes && picking->streams && (uintptr_t)to % (uintptr_t)width == 0, index_bytes,
                            width, slopes);
        if (done < 0)
            return false;
        if (done < run.count || plain.from_end > MOST_FROM_END)
            return pick_rest(out, data, picking, row, done, index_bytes, width, rest);
    }
    return true;
}

#define PICK_PLAIN(type, index_bytes, width, isa, suits)                                                     \
    bool gather__takes_plain_##type##_b##width##_##isa(const struct gather__picking *picking)                \
    {                                                                                                        \
        return (suits) && takes_plain(picking, index_bytes, width);                                          \
    }                                                                                                        \
    bool gather__pick_plain_##type##_b##width##_##isa(uint8_t *out, const uint8_t *data,                     \
                                                      const struct gather__picking *picking)                 \
    {                                                                                                        \
        if (picking->streams && !streams_chunks(picking, width))                                             \
            return gather__pick_##type##_b##width##_avx2(out, data, picking);                                \
        if (SLOPES && picking->run.slope != 0)                                                               \
            return pick(out, data, picking, index_bytes, width, true,                                        \
                        gather__pick_##type##_b##width##_avx2);                                              \
        return pick(out, data, picking, index_bytes, width, false, gather__pick_##type##_b##width##_avx2);   \
    }
