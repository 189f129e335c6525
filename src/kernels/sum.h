/* SPDX-License-Identifier: Apache-2.0 */
/* What kernels that add up rows have in common. */
#ifndef GATHER_KERNELS_SUM_H
#define GATHER_KERNELS_SUM_H

#include "core/kernel.h"
#include "kernels/prefetch.h"

/* Asks for `bytes` from byte `at` on of the row that comes so many rows behind row j, or of the last that is listed. */
INLINED void ask_ahead(const uint8_t *data, const struct gather__summing *summing, int64_t j, int64_t at,
                       int64_t bytes)
{
    const int64_t later = j + summing->ahead, last = summing->listed - 1;
    const uint8_t *row =
        data + summing->from[later < last ? later : last] + at; /* bounded: inside the data */
    for (int64_t k = 0; k < bytes - 1; k += CACHE_LINE)
        PREFETCH(row + k);
    PREFETCH(row + bytes - 1);
}

#endif
