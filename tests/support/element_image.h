/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operands as bytes, for tests that build what must come out: noise, elements in their cells, bits of small
 * types. Nothing of src/ takes part.
 */
#ifndef GATHER_TESTS_ELEMENT_IMAGE_H
#define GATHER_TESTS_ELEMENT_IMAGE_H

#include "gather/layout.h"

/* Bytes that look random, the same for the same turn. */
void fill_with_noise(uint8_t *bytes, size_t count, uint64_t turn);

/* Bits lie from the low end of each byte. */
void copy_bits(uint8_t *to, int64_t to_bit, const uint8_t *from, int64_t from_bit, int64_t count);

/*
 * One element into one cell of an output: its own bits, and zeros above them in the byte of a wider cell of a
 * small type.
 */
void put_element(const struct gather_layout *out, uint8_t *image, int64_t cell, const uint8_t *bytes,
                 int64_t first_bit);

/* Room for `bytes` bytes, kept from call to call: one for each number below ELEMENT_ROOMS. */
enum { ELEMENT_ROOMS = 4 };
uint8_t *room_for(size_t bytes, int which);

/* "  data   f32[2,3]{1,0}, cells of 32 bits", one line. */
void print_operand(const char *operand, const struct gather_layout *layout);

#endif
