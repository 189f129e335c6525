/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files put together byte by byte: numbers little-endian, and what protocol buffers and GGUF say with them.
 */
#ifndef GATHER_TESTS_BYTES_BY_HAND_H
#define GATHER_TESTS_BYTES_BY_HAND_H

#include <stddef.h>
#include <stdint.h>

enum { BYTES_BY_HAND_MOST = 1 << 16 };

struct bytes_by_hand {
    size_t count;
    uint8_t bytes[BYTES_BY_HAND_MOST];
};

void put_bytes(struct bytes_by_hand *file, const void *bytes, size_t count);
void put_text(struct bytes_by_hand *file, const char *text);
void put_number(struct bytes_by_hand *file, int width, uint64_t number);
void put_zeros(struct bytes_by_hand *file, size_t count);

/* A text as GGUF has it: 8 bytes of length, then its own. */
void put_counted(struct bytes_by_hand *file, const char *text);

/* Protocol buffers: a number of varying length; a field of one; a field of bytes. */
void put_varint(struct bytes_by_hand *file, uint64_t number);
void put_field(struct bytes_by_hand *file, int number, uint64_t value);
void put_field_bytes(struct bytes_by_hand *file, int number, const void *bytes, size_t count);
void put_field_text(struct bytes_by_hand *file, int number, const char *text);

/* A field whose bytes are those of another file. */
void put_message(struct bytes_by_hand *file, int number, const struct bytes_by_hand *message);

#endif
