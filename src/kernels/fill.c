/* SPDX-License-Identifier: Apache-2.0 */
/* Filling cells with one pattern, in portable C: where they are dense, as bytes. */
#include <string.h>

#include "kernels/bits.h"
#include "kernels/table.h"

enum {
    COPIED = 4096 /* bytes of what has been filled that are copied at once: no more than the nearest cache */
};

/* Bytes of a pattern that repeats: what stands is doubled. */
static void repeat(uint8_t *out, const uint8_t *pattern, int64_t width, int64_t bytes)
{
    memcpy(out, pattern, (size_t)width);
    for (int64_t done = width, more; done < bytes; done += more) {
        more = done < COPIED ? done : COPIED / width * width;
        if (more > bytes - done)
            more = bytes - done;
        memcpy(out + done, out, (size_t)more);
    }
}

void gather__fill_bytes_scalar(uint8_t *out, const uint8_t *pattern, const struct gather__tile *tile)
{
    for (int64_t i = 0; i < tile->count[0] && tile->count[1] > 0; i++) {
        uint8_t *to = out + i * tile->out_step[0];
        if (tile->out_step[1] == tile->width)
            repeat(to, pattern, tile->width, tile->count[1] * tile->width); /* bounded: bytes of the output */
        else
            for (int64_t j = 0; j < tile->count[1]; j++)
                memcpy(to + j * tile->out_step[1], pattern, (size_t)tile->width);
    }
}

/* Cells begin..end-1 of one run. */
static void fill_cells(uint8_t *out, int64_t bit, const struct gather__tile *tile, uint8_t value,
                       int64_t begin, int64_t end)
{
    for (int64_t k = begin; k < end; k++)
        put_cell(out, bit + k * tile->out_step[1], tile->out_width, value);
}

/* Dense cells: single ones up to a byte's begin, bytes, single ones. */
static void fill_dense(uint8_t *out, int64_t bit, const struct gather__tile *tile, uint8_t value)
{
    int64_t width = tile->out_width, head = (-bit & 7) / width, count = tile->count[1];
    uint8_t byte = value;
    for (int64_t k = width; k < 8; k += width)
        byte = (uint8_t)(byte | value << k);
    if (head > count)
        head = count;
    int64_t bytes = (count - head) * width / 8; /* bounded: bits of the output */
    fill_cells(out, bit, tile, value, 0, head);
    memset(out + ((bit + head * width) >> 3), byte, (size_t)bytes);
    fill_cells(out, bit, tile, value, head + bytes * 8 / width, count); /* bounded: cells of the output */
}

void gather__fill_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *pattern,
                              const struct gather__tile *tile)
{
    for (int64_t i = 0; i < tile->count[0]; i++) {
        int64_t bit = out_bit + i * tile->out_step[0];
        if (tile->out_step[1] == tile->out_width)
            fill_dense(out, bit, tile, pattern[0]);
        else
            fill_cells(out, bit, tile, pattern[0], 0, tile->count[1]);
    }
}
