/* SPDX-License-Identifier: Apache-2.0 */
/* Noise, bits and elements: element_image.h. */
#include "support/element_image.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/randomness.h"

enum { NOISE_BYTES = 1 << 16 };

void fill_with_noise(uint8_t *bytes, size_t count, uint64_t turn)
{
    static uint8_t noise[NOISE_BYTES];
    static bool made = false;
    struct randomness randomness = {7};
    for (size_t k = 0; k < NOISE_BYTES && !made; k++)
        noise[k] = (uint8_t)random_bits(&randomness);
    made = true;
    for (size_t done = 0, start = (size_t)(turn * 977 % NOISE_BYTES); done < count; start = 0) {
        size_t part = NOISE_BYTES - start < count - done ? NOISE_BYTES - start : count - done;
        memcpy(bytes + done, noise + start, part);
        done += part;
    }
}

void copy_bits(uint8_t *to, int64_t to_bit, const uint8_t *from, int64_t from_bit, int64_t count)
{
    if (to_bit % 8 == 0 && from_bit % 8 == 0 && count % 8 == 0) {
        memcpy(to + to_bit / 8, from + from_bit / 8, (size_t)(count / 8));
        return;
    }
    for (; count > 0; count--, to_bit++, from_bit++) {
        int bit = from[from_bit / 8] >> (from_bit % 8) & 1;
        to[to_bit / 8] = (uint8_t)((to[to_bit / 8] & ~(1 << (to_bit % 8))) | bit << (to_bit % 8));
    }
}

void put_element(const struct gather_layout *out, uint8_t *image, int64_t cell, const uint8_t *bytes,
                 int64_t first_bit)
{
    static const uint8_t zeros[1] = {0};
    int64_t bits = gather_dtype_bits(out->dtype), at = cell * out->cell_bits;
    copy_bits(image, at, bytes, first_bit, bits);
    if (bits < 8 && out->cell_bits != bits)
        copy_bits(image, at + bits, zeros, 0, 8 - bits);
}

uint8_t *room_for(size_t bytes, int which)
{
    static uint8_t *rooms[ELEMENT_ROOMS];
    static size_t sizes[ELEMENT_ROOMS];
    if (bytes > sizes[which]) {
        free(rooms[which]);
        rooms[which] = malloc(bytes);
        sizes[which] = bytes;
        assert(rooms[which] != NULL);
    }
    return rooms[which];
}

void print_operand(const char *operand, const struct gather_layout *layout)
{
    char text[GATHER_LAYOUT_TEXT_SIZE] = "no text";
    int32_t spelling = layout->kind == GATHER_LAYOUT_ORDER ? GATHER_SPELLING_XLA : GATHER_SPELLING_STRIDES;
    if (gather_layout_print(layout, spelling, text, sizeof text, NULL, NULL) != GATHER_STATUS_OK)
        snprintf(text, sizeof text, "a layout without text");
    printf("  %s %s, cells of %" PRId32 " bits\n", operand, text, layout->cell_bits);
}
