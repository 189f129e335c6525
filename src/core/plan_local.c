/* SPDX-License-Identifier: Apache-2.0 */
/* Whether indices lead to data that lies close together. */
#include "core/plan_local.h"

#include "core/arith.h"

enum {
    SAMPLES = 16,
    LEAST_SAMPLED = 8 * SAMPLES, /* of blocks: fewer are no slower for being asked for */
    MOST_LOCAL = 1 << 30         /* bytes, as kernels for near data count them in 32 bits */
};

/* From sample to sample: odd, for indices often repeat after a power of two, as some features of each customer do. */
static int64_t sample_step(int64_t count) { return (count / SAMPLES - 1) | 1; }

/* Where samples lie. */
struct span {
    int64_t low, high;
};

static void add_sample(struct span *span, int64_t at)
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
        add_sample(&span, offsets->data[k * step]);
    return span.high - span.low <= offsets->tuning->near_bytes;
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
        add_sample(&span, run.begin + at * run.slope + value * run.scale);
    }
    return fate.refused == 0 && span.high - span.low <= picking->tuning->near_bytes;
}

struct gather__tuning gather__tuning_of_local(const struct gather__tuning *tuning)
{
    struct gather__tuning local = *tuning;
    local.near_bytes = MOST_LOCAL;
    return local;
}
