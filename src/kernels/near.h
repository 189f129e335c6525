/* SPDX-License-Identifier: Apache-2.0 */
/* For gathers in one pass of data that is near: what is near, and what is asked for early all the same. */
#ifndef GATHER_KERNELS_NEAR_H
#define GATHER_KERNELS_NEAR_H

#include "core/arith.h"
#include "core/kernel.h"
#include "kernels/inlined.h"
#include "kernels/soon.h"

enum {
    MOST_BYTES = 1 << 30,  /* that 32 bits count */
    SPARSE_BYTES = 1536,   /* from point to point: farther apart, most are a page of their own */
    ASKED_BYTES = 1 << 16, /* of the next run that are asked for.. */
    DENSE_BYTES = 32       /* .. up to here from point to point: most of its lines are needed */
};

/*
 * Whether points after each other take from data that is near: each from no more than that, and most of them more than
 * one a page; as rows that come one after the other do, or columns that go by in strips.
 */
static inline bool is_local(const struct gather__picking *picking)
{
    const uint64_t scale = gather__magnitude(picking->run.scale), span = (uint64_t)picking->span;
    const uint64_t size = (uint64_t)picking->rule.size;
    if (size > MOST_BYTES || scale > MOST_BYTES || span > MOST_BYTES)
        return false;
    const uint64_t entries = size * scale; /* bounded: 2^60 */
    return entries + span <= MOST_BYTES &&
           (picking->in_strips || (entries <= (uint64_t)picking->tuning->near_bytes &&
                                   (entries + span) / SPARSE_BYTES <= (uint64_t)picking->points));
}

/*
 * Offsets fit into 32 bits, as the data or a run's part of it does, for `near_bytes` is at most 1 << 30; and indices lie
 * side by side.
 */
static inline bool is_near(const struct gather__picking *picking, int64_t index_bytes)
{
    return (picking->high - picking->low <= picking->tuning->near_bytes || is_local(picking)) &&
           picking->rule.limit >= 0 && picking->rule.size <= INT32_MAX && picking->run.step == index_bytes;
}

/* The data of the run after one, where it is not near by itself, and the run needs most of its lines. */
INLINED struct soon next_run_of(const uint8_t *data, const struct gather__picking *picking, int64_t row)
{
    const int64_t entries = picking->rule.size * picking->run.scale; /* bounded: of the data */
    const int64_t reach = (int64_t)gather__magnitude(entries) + (picking->places != NULL ? picking->span : 0);
    struct soon soon = {0};
    if (row + 1 < picking->rows && picking->high - picking->low > picking->tuning->near_bytes &&
        reach <= ASKED_BYTES && reach <= picking->run.count * DENSE_BYTES) { /* bounded: of points */
        soon.begin = (uintptr_t)data + (uintptr_t)gather__picked_row(picking, row + 1).begin;
        soon.begin += entries < 0 ? (uintptr_t)entries : 0;
        soon.block = reach / picking->run.count;
    }
    return soon;
}

#endif
