/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What core asks of the kernels: the only code that touches elements. Core receives them as a table, so that
 * it links and is tested alone.
 *
 * A kernel works on a tile: two loops of constant steps around one element, or around one block of bytes.
 *
 *     for (i = 0; i < count[0]; i++)
 *         for (j = 0; j < count[1]; j++)
 *             out[i * out_step[0] + j * out_step[1]] = data[i * data_step[0] + j * data_step[1]]
 */
#ifndef GATHER_CORE_KERNEL_H
#define GATHER_CORE_KERNEL_H

#include <stddef.h>
#include <stdint.h>

struct gather__tile {
    int64_t count[2];
    int64_t out_step[2]; /* in bytes; in bits for the kernels of bits */
    int64_t data_step[2];
    int64_t width;     /* bytes of a block; bits of an element for the kernels of bits */
    int64_t out_width; /* kernels of bits: the cell that is written, the element's own bits or 8 with zeros
                          above */
};

/* Moves blocks of whole bytes. The operands don't meet. `width` 0 takes every width. */
struct gather__move_kernel {
    const char *name;
    int64_t width;
    void (*move)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
};

/* Every kernel of one build. `moves` ends with the row of width 0. */
struct gather__kernels {
    const struct gather__move_kernel *moves;
    const char *bits_name;
    void (*move_bits)(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                      const struct gather__tile *tile);
    void (*fill)(uint8_t *out, const uint8_t *pattern, const struct gather__tile *tile);
    void (*fill_bits)(uint8_t *out, int64_t out_bit, const uint8_t *pattern, const struct gather__tile *tile);
};

/* The first kernel of a table that takes a width. */
static inline const struct gather__move_kernel *gather__kernel_for(const struct gather__kernels *kernels,
                                                                   int64_t width)
{
    const struct gather__move_kernel *kernel = kernels->moves;
    while (kernel->width != width && kernel->width != 0)
        kernel++;
    return kernel;
}

#endif
