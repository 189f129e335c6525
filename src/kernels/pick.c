/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks from data that is far from the core, in one pass: portable C, for the tables of all
 * processors but the scalar one. As many misses as the processor can have on their way are on their way all the
 * time: there are no stages at whose ends it would wait for the last.
 */
#include <string.h>

#include "kernels/inlined.h"
#include "kernels/pick.h"
#include "kernels/prefetch.h"

enum { AHEAD = 64, LEAST = 16 };

static bool is_far(const struct gather__picking *picking, int64_t index_bytes)
{
    return picking->high - picking->low > picking->tuning->near_bytes && picking->rule.limit >= 0 &&
           picking->run.step == index_bytes && picking->run.count >= LEAST;
}

bool gather__pick_is_far_i32(const struct gather__picking *picking) { return is_far(picking, 4); }
bool gather__pick_is_far_i64(const struct gather__picking *picking) { return is_far(picking, 8); }

/* Index k, counted from the end if it may be. */
INLINED int64_t value_at(const uint8_t *indices, int64_t k, int64_t index_bytes, int64_t more)
{
    int64_t wide;
    int32_t narrow;
    if (index_bytes == 8) {
        memcpy(&wide, indices + k * 8, sizeof wide);
    } else {
        memcpy(&narrow, indices + k * 4, sizeof narrow);
        wide = narrow;
    }
    return wide < 0 ? wide + more : wide; /* bounded: a negative number and a size */
}

/* What is asked for early: indices, and where the first of them is counted from. */
struct soon_picked {
    const uint8_t *indices;
    int64_t at, count;
};

/* It is read for that alone, wherever it is. */
INLINED void ask_for(const struct soon_picked *soon, int64_t k, const uint8_t *data, int64_t index_bytes,
                     int64_t more, const struct gather__index_run *run)
{
    if (k >= soon->count)
        return;
    uintptr_t value = (uintptr_t)value_at(soon->indices, k, index_bytes, more);
    uintptr_t at = (uintptr_t)(soon->at + k * run->slope); /* bounded: of a point */
    PREFETCH((const void *)((uintptr_t)data + at + value * (uintptr_t)run->scale));
}

/* Points begin..end-1 of a run, while others are asked for. Returns: whether an index was outside. */
INLINED bool pick_part(uint8_t *restrict out, const uint8_t *data, const struct gather__index_run *run,
                       const struct gather__rule *rule, int64_t begin, int64_t end,
                       const struct soon_picked *soon, int64_t index_bytes, size_t width)
{
    const uint8_t *indices = run->indices + run->first;
    const int64_t more = rule->is_negative ? rule->size : 0, limit = rule->limit;
    const int64_t scale = run->scale;
    int64_t at = run->begin + begin * run->slope; /* bounded: inside the data */
    bool outside = false;
    for (int64_t k = begin; k < end; k++, at += run->slope) {
        int64_t value = value_at(indices, k, index_bytes, more);
        ask_for(soon, k - begin, data, index_bytes, more, run);
        bool is_outside = (uint64_t)value > (uint64_t)limit;
        outside = outside || is_outside;
        value = is_outside ? 0 : value;
        memcpy(out + (size_t)k * width, data + at + value * scale, width); /* bounded: inside the data */
    }
    return outside;
}

/* A run. Until the last AHEAD points, those of the run itself are asked for; then the first of the next run. */
INLINED bool pick_run(uint8_t *restrict out, const uint8_t *data, const struct gather__picking *picking,
                      int64_t row, int64_t index_bytes, size_t width)
{
    const struct gather__index_run run = gather__picked_row(picking, row);
    const int64_t ahead = run.count < AHEAD ? run.count : AHEAD, last = run.count - ahead;
    struct soon_picked own = {.count = last}, next = {.count = 0};
    own.indices = run.indices + run.first + ahead * index_bytes; /* bounded: inside the indices */
    own.at = run.begin + ahead * run.slope;                      /* bounded: of a point */
    if (row + 1 < picking->rows) {
        const struct gather__index_run after = gather__picked_row(picking, row + 1);
        next = (struct soon_picked){after.indices + after.first, after.begin, after.count};
    }
    bool outside = pick_part(out, data, &run, &picking->rule, 0, last, &own, index_bytes, width);
    return !pick_part(out, data, &run, &picking->rule, last, run.count, &next, index_bytes, width) &&
           !outside;
}

INLINED bool pick_far(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                      int64_t index_bytes, size_t width)
{
    bool inside = true;
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out)
        inside = pick_run(out, data, picking, row, index_bytes, width) && inside;
    return inside;
}

#define PICK(type, index_bytes, bytes)                                                                       \
    GATHER__PICK_FAR(type, bytes) { return pick_far(out, data, picking, index_bytes, bytes); }
PICK(i32, 4, 1)
PICK(i32, 4, 2)
PICK(i32, 4, 4)
PICK(i32, 4, 8)
PICK(i32, 4, 12)
PICK(i32, 4, 16)
PICK(i32, 4, 24)
PICK(i32, 4, 32)
PICK(i64, 8, 1)
PICK(i64, 8, 2)
PICK(i64, 8, 4)
PICK(i64, 8, 8)
PICK(i64, 8, 12)
PICK(i64, 8, 16)
PICK(i64, 8, 24)
PICK(i64, 8, 32)
#undef PICK

const struct gather__pick_kernel gather__picks_scalar[] = {{NULL, 0, 0, NULL, NULL}};
const struct gather__pick_kernel gather__picks_avx2[] = {GATHER__PICK_FAR_ROWS};
