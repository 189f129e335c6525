/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements one by one. Four are read before they are written, and each of the four instructions goes on by four steps:
 * one alone would have the processor ask for data a step ahead, page after page, and wait for that. The last four of a
 * row begin before they would go behind its end.
 */
#include <string.h>

#include "core/outlined.h"
#include "kernels/inlined.h"
#include "kernels/pace.h"

INLINED void pace_four(uint8_t *out, const uint8_t *data, int64_t out_step, int64_t data_step, size_t width)
{
    uint8_t four[4][16];
    UNROLLED
    for (int k = 0; k < 4; k++)
        memcpy(four[k], data + k * data_step, width);
    UNROLLED
    for (int k = 0; k < 4; k++)
        memcpy(out + k * out_step, four[k], width);
}

INLINED void pace_row(uint8_t *out, const uint8_t *data, int64_t count, int64_t out_step, int64_t data_step,
                      size_t width)
{
    int64_t left = count;
    for (; left >= 4; left -= 4, out += 4 * out_step, data += 4 * data_step)
        pace_four(out, data, out_step, data_step, width);
    if (left > 0 && count >= 4)
        pace_four(out - (4 - left) * out_step, data - (4 - left) * data_step, out_step, data_step, width);
    else
        for (; left > 0; left--, out += out_step, data += data_step)
            memcpy(out, data, width);
}

INLINED void pace_tiles(uint8_t *out, const uint8_t *data, const struct gather__tile *tile, int inner,
                        int64_t out_step, size_t width)
{
    const int64_t count = tile->count[inner], data_step = tile->data_step[inner],
                  rows = tile->count[1 - inner], row_out = tile->out_step[1 - inner],
                  row_data = tile->data_step[1 - inner];
    for (int64_t k = 0; k <= tile->more; k++, out += tile->more_out, data += tile->more_data) {
        uint8_t *to = out;
        const uint8_t *from = data;
        for (int64_t i = 0; i < rows; i++, to += row_out, from += row_data)
            pace_row(to, from, count, out_step, data_step, width);
    }
}

/* Rows that are contiguous in the output are most, and want fewer registers for steps. */
#define PACE(width)                                                                                          \
    OUTLINED void pace_dense_b##width(uint8_t *out, const uint8_t *data, const struct gather__tile *tile,    \
                                      int inner)                                                             \
    {                                                                                                        \
        pace_tiles(out, data, tile, inner, width, width);                                                    \
    }                                                                                                        \
    void gather__pace_b##width(uint8_t *out, const uint8_t *data, const struct gather__tile *tile,           \
                               int inner)                                                                    \
    {                                                                                                        \
        if (tile->out_step[inner] == (width))                                                                \
            pace_dense_b##width(out, data, tile, inner);                                                     \
        else                                                                                                 \
            pace_tiles(out, data, tile, inner, tile->out_step[inner], width);                                \
    }
PACE(1)
PACE(2)
PACE(4)
PACE(8)
PACE(16)
#undef PACE
