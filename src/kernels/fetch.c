/* SPDX-License-Identifier: Apache-2.0 */
/* Fetching blocks at offsets, in portable C. */
#include <string.h>

#include "kernels/inlined.h"
#include "kernels/prefetch.h"
#include "kernels/soon.h"
#include "kernels/stream.h"
#include "kernels/table.h"

#define WIDTH 1
#define FETCH gather__fetch_b1_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 2
#define FETCH gather__fetch_b2_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 3
#define FETCH gather__fetch_b3_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 4
#define FETCH gather__fetch_b4_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 6
#define FETCH gather__fetch_b6_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 8
#define FETCH gather__fetch_b8_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 12
#define FETCH gather__fetch_b12_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 16
#define FETCH gather__fetch_b16_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 24
#define FETCH gather__fetch_b24_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 32
#define FETCH gather__fetch_b32_scalar
#include "kernels/fetch_tmpl.h"

/* A block of `half` to twice as many bytes: two copies that overlap. */
INLINED void copy_halves(uint8_t *to, const uint8_t *from, int64_t second, size_t half)
{
    memcpy(to, from, half);
    memcpy(to + second, from + second, half);
}

/* Four at a time, for counting costs as much as moving. */
INLINED void fetch_halves(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                          int64_t width, size_t half)
{
    const int64_t *from = offsets->data, step = offsets->out_step, count = offsets->count;
    const int64_t asked = offsets->is_far ? count - BLOCKS_AHEAD : 0, second = width - (int64_t)half;
    const int64_t abreast = offsets->out == NULL ? count - 3 : 0;
    uint8_t *to = out + offsets->out_begin;
    int64_t k = 0;
    for (; k < abreast; k += 4) {
        if (k + 4 <= asked)
            UNROLLED for (int64_t j = k + BLOCKS_AHEAD; j < k + BLOCKS_AHEAD + 4; j++)
                ask_far_block(data + from[j], (size_t)width, offsets->tuning->nearest);
        copy_halves(to + (k + 0) * step, data + from[k + 0], second, half);
        copy_halves(to + (k + 1) * step, data + from[k + 1], second, half);
        copy_halves(to + (k + 2) * step, data + from[k + 2], second, half);
        copy_halves(to + (k + 3) * step, data + from[k + 3], second, half);
    }
    for (; k < count; k++) {
        if (k < asked)
            ask_far_block(data + from[k + BLOCKS_AHEAD], (size_t)width, offsets->tuning->nearest);
        copy_halves(out + gather__out_offset(offsets, k), data + from[k], second, half);
    }
}

/* The widths below a row's that have no kernel of their own: 5 to 31 bytes. */
void gather__fetch_odd_scalar(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                              int64_t width)
{
    for (int64_t place = 0; place <= offsets->more; place++)
        if (width > 16)
            fetch_halves(out_at(out, offsets, place), data_at(data, offsets, place), offsets, width, 16);
        else if (width > 8)
            fetch_halves(out_at(out, offsets, place), data_at(data, offsets, place), offsets, width, 8);
        else
            fetch_halves(out_at(out, offsets, place), data_at(data, offsets, place), offsets, width, 4);
}

const struct gather__fetch_kernel gather__fetch_kernels_scalar[] = {GATHER__FETCH_ROWS};
