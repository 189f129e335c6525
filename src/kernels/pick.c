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

/* What is asked for early is read for that alone, wherever it is. */
INLINED void ask(const uint8_t *data, int64_t at, int64_t value, int64_t scale)
{
    PREFETCH((const void *)((uintptr_t)data + (uintptr_t)at + (uintptr_t)value * (uintptr_t)scale));
}

INLINED bool pick_far(uint8_t *restrict out, const uint8_t *data, const struct gather__picking *picking,
                      int64_t index_bytes, size_t width)
{
    const struct gather__index_run *run = &picking->run;
    const uint8_t *indices = run->indices + run->first;
    const int64_t more = picking->rule.is_negative ? picking->rule.size : 0, limit = picking->rule.limit;
    const int64_t count = run->count, scale = run->scale;
    int64_t at = run->begin;
    bool outside = false;
    for (int64_t k = 0; k < count; k++, at += run->slope) {
        int64_t value = value_at(indices, k, index_bytes, more);
        int64_t soon = value_at(indices, k + AHEAD < count ? k + AHEAD : k, index_bytes, more);
        ask(data, at, soon, scale);
        bool is_outside = (uint64_t)value > (uint64_t)limit;
        outside = outside || is_outside;
        value = is_outside ? 0 : value;
        memcpy(out, data + at + value * scale, width); /* bounded: inside the data */
        out += width;
    }
    return !outside;
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
