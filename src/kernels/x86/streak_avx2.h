/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streaks: eights of points whose blocks lie one behind the other in the data, as those of windows and of slices do.
 * Their indices go on by ones, or stay the same where each point has a block of its own of what they lead to.
 */
#ifndef GATHER_KERNELS_X86_STREAK_AVX2_H
#define GATHER_KERNELS_X86_STREAK_AVX2_H

#include <stdbool.h>
#include <string.h>

#include "core/kernel.h"
#include "kernels/inlined.h"

enum { STREAK = 8 /* points, and multiples of it */ };

/* What streaks of a run are. */
struct gather__streak {
    struct gather__early early;
    int64_t index_bytes, width, scale;
    int64_t slope; /* bytes from a point's blocks to those of the next */
    int64_t step;  /* from one index to the next: 1 or 0 */
    int64_t limit; /* the greatest index inside; -1: there are no streaks */
    bool streams;  /* the output may go past the caches: eights begin at multiples of their bytes, up to 32 */
};

static inline struct gather__streak gather__streak_of(const struct gather__picking *picking,
                                                      int64_t index_bytes, int64_t width)
{
    const struct gather__index_run *run = &picking->run;
    const bool go_on = run->slope == 0 && run->scale == width, stay = run->slope == width;
    const bool are_known = index_bytes >= 4 && picking->places == NULL && (go_on || stay);
    return (struct gather__streak){.early = run->early,
                                   .index_bytes = index_bytes,
                                   .width = width,
                                   .scale = run->scale,
                                   .slope = run->slope,
                                   .step = go_on,
                                   .limit = are_known ? picking->rule.limit : -1};
}

/* Whether eight indices may be a streak; most that are none are known by their ends. */
INLINED bool may_be_streak(const struct gather__streak *streak, const uint8_t *indices)
{
    const uint32_t apart = (uint32_t)streak->step * (STREAK - 1);      /* bounded: 0 or 7 */
    const uint8_t *end = indices + (STREAK - 1) * streak->index_bytes; /* bounded: inside the indices */
    if (streak->index_bytes == 8) {
        uint64_t first, last;
        memcpy(&first, indices, sizeof first);
        memcpy(&last, end, sizeof last);
        return last - first == apart;
    }
    uint32_t first, last;
    memcpy(&first, indices, sizeof first);
    memcpy(&last, end, sizeof last);
    return last - first == apart;
}

/*
 * Copies the blocks of streaks that the indices begin with. data: where the first point has its blocks.
 * Returns: their points, a multiple of eight; 0 if there are none.
 */
int64_t gather__copy_streaks_avx2(uint8_t *out, const uint8_t *data, const struct gather__streak *streak,
                                  const uint8_t *indices, int64_t count);

#endif
