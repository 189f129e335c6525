/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks in one pass, in portable C: for all tables of data that is far from the core, and of near data
 * for those without vectors for it. Of far data as many misses as the processor can have on their way are on their way
 * all the time: there are no stages at whose ends it would wait for the last.
 */
#include <string.h>

#include "kernels/index_once.h"
#include "kernels/inlined.h"
#include "kernels/near.h"
#include "kernels/pick.h"
#include "kernels/prefetch.h"
#include "kernels/soon.h"

enum {
    LEAST = 16,       /* points of a run */
    BETWEEN_ASKS = 64 /* points */
};

static bool is_far(const struct gather__picking *picking, int64_t index_bytes)
{
    return picking->high - picking->low > picking->tuning->near_bytes && picking->rule.limit >= 0 &&
           picking->run.step == index_bytes && (picking->run.count >= LEAST || picking->listed >= LEAST);
}

bool gather__pick_is_far_i32(const struct gather__picking *picking) { return is_far(picking, 4); }
bool gather__pick_is_far_i64(const struct gather__picking *picking) { return is_far(picking, 8); }
bool gather__pick_is_near_i32(const struct gather__picking *picking) { return is_near(picking, 4); }
bool gather__pick_is_near_i64(const struct gather__picking *picking) { return is_near(picking, 8); }

/* Index k, counted from the end if it may be. */
INLINED int64_t value_at(const uint8_t *indices, int64_t k, int64_t index_bytes, int64_t more)
{
    const int64_t index =
        load_index(indices + k * index_bytes, index_bytes); /* bounded: inside the indices */
    return index < 0 ? index + more : index;                /* bounded: a negative number and a size */
}

/* Where the data of point k of a run lies, but for its index. */
INLINED int64_t place_of(const struct gather__index_run *run, const int64_t *places, int64_t k)
{
    return run->begin + (places != NULL ? places[k] : k * run->slope); /* bounded: inside the data */
}

/*
 * What is asked for early: indices of a run, from its point `first` on. The run is a copy: by way of a pointer that may
 * be NULL a compiler read it anew for each point, for which these took .7 ns longer on a Zen 4.
 */
struct soon_picked {
    struct gather__index_run run;
    int64_t first, count;
    bool nearest;
};

/* It is read for that alone, wherever it is. */
INLINED void ask_for(const struct soon_picked *soon, const int64_t *places, int64_t k, const uint8_t *data,
                     int64_t index_bytes, int64_t more, size_t width)
{
    const struct gather__index_run *run = &soon->run;
    if (k >= soon->count)
        return;
    uintptr_t value = (uintptr_t)value_at(run->indices + run->first, soon->first + k, index_bytes, more);
    uintptr_t at = (uintptr_t)place_of(run, places, soon->first + k);
    const uintptr_t block = (uintptr_t)data + at + value * (uintptr_t)run->scale;
    ask_far_block((const void *)block, width, soon->nearest);
}

/* Points begin..end-1 of a run, while others are asked for. Returns: whether an index was outside. */
INLINED bool pick_part(uint8_t *restrict out, const uint8_t *data, const struct gather__index_run *run,
                       const struct gather__rule *rule, const int64_t *places, int64_t begin, int64_t end,
                       const struct soon_picked *soon, int64_t index_bytes, size_t width)
{
    const uint8_t *indices = run->indices + run->first;
    const int64_t more = rule->is_negative ? rule->size : 0, limit = rule->limit;
    const int64_t scale = run->scale;
    bool outside = false;
    for (int64_t k = begin; k < end; k++) {
        int64_t value = value_at(indices, k, index_bytes, more);
        ask_for(soon, places, k - begin, data, index_bytes, more, width);
        bool is_outside = (uint64_t)value > (uint64_t)limit;
        outside = outside || is_outside;
        value = is_outside ? 0 : value;
        /* bounded: inside the data */
        memcpy(out + (size_t)k * width, data + place_of(run, places, k) + value * scale, width);
    }
    return outside;
}

/* Whether blocks lie side by side in the data. */
static inline bool lies_dense(const struct gather__picking *picking, size_t width)
{
    return picking->places == NULL && picking->run.slope == 0 && picking->run.scale == (int64_t)width;
}

/* How many points ahead blocks of far data are asked for. */
static inline int64_t points_ahead(const struct gather__picking *picking)
{
    const struct gather__tuning *tuning = picking->tuning;
    const bool is_kept = (picking->high - picking->low) / 2 <= tuning->stream_bytes;
    const int64_t ahead = is_kept && tuning->ahead_kept > 0 ? tuning->ahead_kept : tuning->ahead;
    return ahead < picking->run.count ? ahead : picking->run.count;
}

/*
 * A run of far data. Until the last `ahead` points, those of the run itself are asked for; then the first of the next,
 * which has no points if there is none.
 */
INLINED bool pick_far_run(uint8_t *restrict out, const uint8_t *data, const struct gather__picking *picking,
                          const struct gather__index_run *run, const struct gather__index_run *after,
                          const int64_t *places, int64_t index_bytes, size_t width)
{
    const struct gather__rule *rule = &picking->rule;
    const bool nearest = picking->tuning->nearest;
    const int64_t ahead = points_ahead(picking), last = run->count - ahead;
    bool outside = false;
    for (int64_t begin = 0, end = last; begin < run->count; begin = end, end = run->count) {
        const struct soon_picked own = {*run, ahead, last, nearest},
                                 next = {*after, 0, after->count, nearest};
        const struct soon_picked soon = end < run->count ? own : next;
        outside = pick_part(out, data, run, rule, places, begin, end, &soon, index_bytes, width) || outside;
    }
    return !outside;
}

/* A run of near data, while the data of the next one is asked for, if that needs most of its lines. */
INLINED bool pick_near_run(uint8_t *restrict out, const uint8_t *data, const struct gather__picking *picking,
                           const struct gather__index_run *run, const int64_t *places, struct soon *soon,
                           int64_t index_bytes, size_t width)
{
    const struct soon_picked none = {*run, 0, 0, false};
    bool outside = false;
    for (int64_t k = 0; k < run->count; k += BETWEEN_ASKS) {
        const int64_t end = k + BETWEEN_ASKS < run->count ? k + BETWEEN_ASKS : run->count;
        ask_for_soon(soon, end - k);
        outside =
            pick_part(out, data, run, &picking->rule, places, k, end, &none, index_bytes, width) || outside;
    }
    return !outside;
}

/* Run number `row`. Of dense data the compiler is told the steps, which saves instructions. */
INLINED bool pick_run(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                      const int64_t *places, bool is_dense, int64_t row, int64_t index_bytes, size_t width,
                      bool is_far)
{
    struct gather__index_run run = gather__picked_row(picking, row),
                             after = gather__picked_row(picking, row + 1);
    if (is_dense) {
        run.slope = after.slope = 0;
        run.scale = after.scale = (int64_t)width;
    }
    after.count = row + 1 < picking->rows ? run.count : 0;
    if (is_far)
        return pick_far_run(out, data, picking, &run, &after, places, index_bytes, width);
    struct soon soon = next_run_of(data, picking, row);
    return pick_near_run(out, data, picking, &run, places, &soon, index_bytes, width);
}

INLINED bool pick(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                  int64_t index_bytes, size_t width, bool is_far)
{
    const int64_t *places = picking->places;
    const bool is_dense = lies_dense(picking, width);
    bool inside = true;
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out)
        inside = (is_dense ? pick_run(out, data, picking, NULL, true, row, index_bytes, width, is_far)
                  : places == NULL
                      ? pick_run(out, data, picking, NULL, false, row, index_bytes, width, is_far)
                      : pick_run(out, data, picking, places, false, row, index_bytes, width, is_far)) &&
                 inside;
    return inside;
}

#define DEFINED(way, type, index_bytes, width)                                                               \
    GATHER__PICK(way, type, width) { return pick(out, data, picking, index_bytes, width, IS_##way); }
#define IS_near false
#define IS_far true
GATHER__PICK_SMALL(DEFINED, near)
GATHER__PICK_SMALL(DEFINED, far)
GATHER__PICK_LARGE(DEFINED, far)

const struct gather__pick_kernel gather__picks_scalar[] = {GATHER__PICK_CLOSE_ROWS, GATHER__PICK_FAR_ROWS};
