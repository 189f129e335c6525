/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moving and filling elements below a byte, in portable C, also between cells of two widths (repack).
 *
 * An element of 2 or 4 bits lies inside one byte, for a cell begins at a multiple of its own width. A cell of
 * a byte, or more, holds it in the low bits of the first byte; the bits above it are ignored when read and
 * zero when written. A run that is packed on both sides and begins on a byte in both is copied as bytes.
 */
#include <string.h>

#include "kernels/table.h"

static uint8_t load(const uint8_t *data, int64_t bit, int64_t width)
{
    return (uint8_t)(data[bit >> 3] >> (bit & 7) & ((1 << width) - 1));
}

/* Writes the `width` bits of the cell and no other; a cell of 8 bits gets zeros above the element. */
static void store(uint8_t *out, int64_t bit, int64_t width, uint8_t value)
{
    uint8_t mask = (uint8_t)(((1 << width) - 1) << (bit & 7));
    out[bit >> 3] = (uint8_t)((out[bit >> 3] & ~mask) | value << (bit & 7));
}

/* The bytes that a run covers whole on both sides are copied. Returns: the elements that this took. */
static int64_t copy_whole_bytes(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                                const struct gather__tile *tile)
{
    int64_t width = tile->width, in_byte = 8 / width;
    if (tile->out_width != width || tile->out_step[1] != width || tile->data_step[1] != width ||
        (out_bit & 7) != 0 || (data_bit & 7) != 0)
        return 0;
    int64_t bytes = tile->count[1] / in_byte;
    memcpy(out + (out_bit >> 3), data + (data_bit >> 3), (size_t)bytes);
    return bytes * in_byte; /* bounded: no more than count[1] */
}

void gather__move_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                              const struct gather__tile *tile)
{
    for (int64_t i = 0; i < tile->count[0]; i++) {
        int64_t to = out_bit + i * tile->out_step[0], from = data_bit + i * tile->data_step[0];
        for (int64_t j = copy_whole_bytes(out, to, data, from, tile); j < tile->count[1]; j++)
            store(out, to + j * tile->out_step[1], tile->out_width,
                  load(data, from + j * tile->data_step[1], tile->width));
    }
}

void gather__fill_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *pattern,
                              const struct gather__tile *tile)
{
    for (int64_t i = 0; i < tile->count[0]; i++)
        for (int64_t j = 0; j < tile->count[1]; j++)
            store(out, out_bit + i * tile->out_step[0] + j * tile->out_step[1], tile->out_width, pattern[0]);
}
