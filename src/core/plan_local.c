/* SPDX-License-Identifier: Apache-2.0 */
/* How close together the data lies that indices lead to. */
#include "core/plan_local.h"

#include "core/arith.h"

enum {
    SAMPLES = 16,
    LEAST_SAMPLED = 8 * SAMPLES, /* of blocks: fewer are no slower for being asked for */
    MOST_LOCAL = 1 << 30,        /* bytes, as kernels for near data count them in 32 bits */
    SOON_BYTES = 2048,           /* that are asked for before they are fetched from */
    BEGUN_BYTES = 256 /* where the processor goes on by itself; shared by more blocks they are none */
};

/* From sample to sample: odd, for indices often repeat after a power of two, as some features of each customer do. */
static int64_t sample_step(int64_t count) { return (count / SAMPLES - 1) | 1; }

/* Where blocks lie. */
struct span {
    int64_t low, high;
};

static void add_place(struct span *span, int64_t at)
{
    span->low = at < span->low ? at : span->low;
    span->high = at > span->high ? at : span->high;
}

bool gather__blocks_are_local(const struct gather__offsets *offsets, int64_t bytes)
{
    struct span span = {INT64_MAX, INT64_MIN};
    if (bytes > MOST_LOCAL || offsets->count < LEAST_SAMPLED)
        return false;
    const int64_t step = sample_step(offsets->count);
    for (int64_t k = 0; k < SAMPLES; k++)
        add_place(&span, offsets->data[k * step]);
    return span.high - span.low <= offsets->tuning->near_bytes;
}

void gather__find_span(struct gather__offsets *offsets, int64_t width)
{
    struct span span = {INT64_MAX, INT64_MIN};
    for (int64_t k = 0; k < offsets->count; k++)
        add_place(&span, offsets->data[k]);
    offsets->low = span.low;
    offsets->span = span.high - span.low + width;
}

static bool are_in_order(const struct gather__offsets *offsets)
{
    bool are = true;
    for (int64_t k = 1; k < offsets->count; k++)
        are &= offsets->data[k - 1] <= offsets->data[k];
    return are;
}

void gather__ask_densely(struct gather__offsets *offsets, int64_t width)
{
    const int64_t ahead = 1 + SOON_BYTES / offsets->span;
    if (offsets->span - width >= offsets->count * GATHER__DENSE_BYTES) /* bounded: a block's points */
        return;
    const bool foresees = offsets->tuning->foresees && are_in_order(offsets);
    offsets->is_far = false;
    offsets->soon =
        offsets->low + ahead * offsets->more_data; /* bounded: inside the data, or soon behind it */
    offsets->soon_bytes = foresees && offsets->span > BEGUN_BYTES ? BEGUN_BYTES : offsets->span;
    offsets->soon_places = ahead;
}

bool gather__picks_are_local(const struct gather__picking *picking, const struct gather__index_kernel *kernel)
{
    struct span span = {INT64_MAX, INT64_MIN};
    struct gather__index_fate fate = {0, 0};
    const int64_t bytes = picking->high - picking->low;
    const int64_t points = picking->rows * picking->run.count; /* bounded: points */
    if (bytes <= picking->tuning->near_bytes || bytes > MOST_LOCAL || points < LEAST_SAMPLED)
        return false;
    const int64_t step = sample_step(points);
    for (int64_t k = 0; k < SAMPLES; k++) {
        const int64_t point = k * step;
        const struct gather__index_run run = gather__picked_row(picking, point / picking->run.count);
        const int64_t at = point % picking->run.count;
        int64_t value;
        gather__read_one(kernel, run.indices, run.first + at * run.step, &picking->rule, &value, &fate);
        if (value == GATHER__ABSENT)
            return false;
        /* bounded: inside the data */
        add_place(&span, run.begin + at * run.slope + value * run.scale);
    }
    return fate.refused == 0 && span.high - span.low <= picking->tuning->near_bytes;
}

struct gather__tuning gather__tuning_of_local(const struct gather__tuning *tuning)
{
    struct gather__tuning local = *tuning;
    local.near_bytes = MOST_LOCAL;
    return local;
}
