/* SPDX-License-Identifier: Apache-2.0 */
/* What kernels that add up rows have in common. */
#ifndef GATHER_KERNELS_SUM_H
#define GATHER_KERNELS_SUM_H

#include "core/kernel.h"
#include "kernels/prefetch.h"

/* Asks for the rows that come next. */
static inline void ask_for_rows(const uint8_t *data, const struct gather__summing *summing, int64_t width)
{
    const int64_t bytes = summing->count * width; /* bounded: of a row */
    for (int64_t j = 0; j < summing->next_rows; j++)
        for (int64_t at = 0; at < bytes + CACHE_LINE - 1;
             at += CACHE_LINE) /* bounded: of a row, to its last line */
            ask_far(data + summing->next[j] + (at < bytes ? at : bytes - 1), summing->nearest);
}

#endif
