/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cells of elements of 2 or 4 bits along one loop: one by one at any step, and eight or more at a time where they
 * are packed, or one a byte.
 *
 * Such an element lies inside one byte, for a cell begins at a multiple of its own width. A cell of a byte, or
 * more, holds it in the low bits of the first byte; the bits above it are ignored when read and zero when written.
 *
 *     packed, 4 bits   76543210 FEDCBA98      element 1 is 7654     spread out   ....3210 ....7654 ....BA98
 *
 * Words are little-endian, as the cells are.
 */
#ifndef GATHER_KERNELS_BITS_H
#define GATHER_KERNELS_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels/inlined.h"

/* Cells along one loop. Everything but the count is in bits. */
struct cells {
    int64_t count;
    int64_t width; /* of an element */
    int64_t out_width, out_step, data_step;
};

/* ---- one by one ---------------------------------------------------------------------------------- */

static inline uint8_t cell_at(const uint8_t *data, int64_t bit, int64_t width)
{
    return (uint8_t)(data[bit >> 3] >> (bit & 7) & ((1 << width) - 1));
}

/* Writes the `width` bits of the cell and no other; a cell of 8 bits gets zeros above the element. */
static inline void put_cell(uint8_t *out, int64_t bit, int64_t width, uint8_t value)
{
    uint8_t mask = (uint8_t)(((1 << width) - 1) << (bit & 7));
    out[bit >> 3] = (uint8_t)((out[bit >> 3] & ~mask) | value << (bit & 7));
}

/* Cells begin..end-1. */
static inline void move_single_cells(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                                     const struct cells *cells, int64_t begin, int64_t end)
{
    for (int64_t k = begin; k < end; k++) {
        int64_t to = out_bit + k * cells->out_step;     /* bounded: inside the output */
        int64_t from = data_bit + k * cells->data_step; /* bounded: inside the data */
        put_cell(out, to, cells->out_width, cell_at(data, from, cells->width));
    }
}

/* ---- words --------------------------------------------------------------------------------------- */

/* Eight packed elements, one a byte. */
INLINED uint64_t spread(uint64_t word, bool is_4)
{
    word = is_4 ? (word | word << 16) & 0x0000FFFF0000FFFF : (word | word << 24) & 0x000000FF000000FF;
    word = is_4 ? (word | word << 8) & 0x00FF00FF00FF00FF : (word | word << 12) & 0x000F000F000F000F;
    return is_4 ? (word | word << 4) & 0x0F0F0F0F0F0F0F0F : (word | word << 6) & 0x0303030303030303;
}

/* The way back; above the elements anything may be. */
INLINED uint64_t squeeze(uint64_t word, bool is_4)
{
    word &= is_4 ? 0x0F0F0F0F0F0F0F0F : 0x0303030303030303;
    word = is_4 ? (word | word >> 4) & 0x00FF00FF00FF00FF : (word | word >> 6) & 0x000F000F000F000F;
    word = is_4 ? (word | word >> 8) & 0x0000FFFF0000FFFF : (word | word >> 12) & 0x000000FF000000FF;
    return word | word >> (is_4 ? 16 : 24);
}

/* Eight packed elements, in the low bits. */
INLINED uint64_t load_packed(const uint8_t *data, bool is_4)
{
    uint32_t of_4;
    uint16_t of_2;
    if (is_4) {
        memcpy(&of_4, data, sizeof of_4);
        return of_4;
    }
    memcpy(&of_2, data, sizeof of_2);
    return of_2;
}

INLINED void store_packed(uint8_t *out, uint64_t word, bool is_4)
{
    uint32_t of_4 = (uint32_t)word;
    uint16_t of_2 = (uint16_t)word;
    if (is_4)
        memcpy(out, &of_4, sizeof of_4);
    else
        memcpy(out, &of_2, sizeof of_2);
}

INLINED void spread_words(uint8_t *restrict out, const uint8_t *restrict data, int64_t words, bool is_4)
{
    for (int64_t k = 0; k < words; k++) {
        uint64_t word = spread(load_packed(data + k * (is_4 ? 4 : 2), is_4), is_4);
        memcpy(out + 8 * k, &word, 8);
    }
}

INLINED void squeeze_words(uint8_t *restrict out, const uint8_t *restrict data, int64_t words, bool is_4)
{
    for (int64_t k = 0; k < words; k++) {
        uint64_t word;
        memcpy(&word, data + 8 * k, 8);
        store_packed(out + k * (is_4 ? 4 : 2), squeeze(word, is_4), is_4);
    }
}

/* Elements that stay one a byte lose what is above them. */
INLINED void mask_words(uint8_t *restrict out, const uint8_t *restrict data, int64_t words, bool is_4)
{
    for (int64_t k = 0; k < words; k++) {
        uint64_t word;
        memcpy(&word, data + 8 * k, 8);
        word &= is_4 ? 0x0F0F0F0F0F0F0F0F : 0x0303030303030303;
        memcpy(out + 8 * k, &word, 8);
    }
}

/* Bytes that begin inside a byte of the data, at its bit `shift`: from 1 to 7. */
static inline void shift_bytes(uint8_t *restrict out, const uint8_t *restrict data, int64_t bytes, int shift)
{
    int64_t k = 0;
    for (; k + 8 <= bytes; k += 8) {
        uint64_t low, high;
        memcpy(&low, data + k, 8);
        memcpy(&high, data + k + 1, 8);
        low = low >> shift | high << (8 - shift);
        memcpy(out + k, &low, 8);
    }
    for (; k < bytes; k++)
        out[k] = (uint8_t)(data[k] >> shift | data[k + 1] << (8 - shift));
}

/* ---- a run of cells ------------------------------------------------------------------------------ */

/* Packed to packed, the output from a byte's begin on. Returns: the elements that this took. */
static inline int64_t copy_packed(uint8_t *out, const uint8_t *data, int64_t data_bit, int64_t count,
                                  int64_t width)
{
    int64_t bytes = count / (8 / width);
    int shift = (int)(data_bit & 7);
    if (shift == 0)
        memcpy(out, data + (data_bit >> 3), (size_t)bytes);
    else
        shift_bytes(out, data + (data_bit >> 3), bytes, shift);
    return bytes * (8 / width); /* bounded: no more than count */
}

/* Elements of both operands begin on a byte, if one of them has one a byte. Returns: the elements that this took. */
INLINED int64_t move_whole_words(uint8_t *out, const uint8_t *data, int64_t data_bit,
                                 const struct cells *cells, bool is_4)
{
    int64_t words = cells->count / 8, width = is_4 ? 4 : 2;
    const uint8_t *from = data + (data_bit >> 3);
    if (cells->out_step == width && cells->data_step == width)
        return copy_packed(out, data, data_bit, cells->count, width);
    if (cells->data_step == width)
        spread_words(out, from, words, is_4);
    else if (cells->out_step == width)
        squeeze_words(out, from, words, is_4);
    else
        mask_words(out, from, words, is_4);
    return words * 8; /* bounded: no more than count */
}

/* Whether elements are packed, or one a byte; those that are written then own it. */
static inline bool is_dense_data(const struct cells *cells, int64_t bit)
{
    return cells->data_step == cells->width || (cells->data_step == 8 && (bit & 7) == 0);
}

static inline bool is_dense_output(const struct cells *cells) { return cells->out_step == cells->out_width; }

/* The cells before a byte's begin: of packed data that are spread, or of a packed output. */
static inline int64_t count_head(int64_t out_bit, int64_t data_bit, const struct cells *cells)
{
    int64_t bit = cells->out_step == 8 && cells->data_step < 8 ? data_bit : out_bit;
    int64_t head = (-bit & 7) / cells->width;
    return head < cells->count ? head : cells->count;
}

static inline void move_cells(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                              const struct cells *cells)
{
    struct cells rest = *cells;
    if (!is_dense_output(cells) || !is_dense_data(cells, data_bit)) {
        move_single_cells(out, out_bit, data, data_bit, cells, 0, cells->count);
        return;
    }
    int64_t head = count_head(out_bit, data_bit, cells);
    int64_t to = out_bit + head * cells->out_step;     /* bounded: inside the output */
    int64_t from = data_bit + head * cells->data_step; /* bounded: inside the data */
    move_single_cells(out, out_bit, data, data_bit, cells, 0, head);
    rest.count -= head;
    int64_t moved = cells->width == 4 ? move_whole_words(out + (to >> 3), data, from, &rest, true)
                                      : move_whole_words(out + (to >> 3), data, from, &rest, false);
    move_single_cells(out, to, data, from, &rest, moved, rest.count);
}

#endif
