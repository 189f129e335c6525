/* SPDX-License-Identifier: Apache-2.0 */
/* Files put together byte by byte: bytes_by_hand.h says how. */
#include "support/bytes_by_hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void put_bytes(struct bytes_by_hand *file, const void *bytes, size_t count)
{
    if (count > sizeof file->bytes - file->count) {
        (void)fprintf(stderr, "a file by hand has no more room\n");
        abort();
    }
    if (count > 0)
        memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
}

void put_text(struct bytes_by_hand *file, const char *text) { put_bytes(file, text, strlen(text)); }

void put_number(struct bytes_by_hand *file, int width, uint64_t number)
{
    uint8_t bytes[8];
    for (int k = 0; k < width; k++)
        bytes[k] = (uint8_t)(number >> (8 * k));
    put_bytes(file, bytes, (size_t)width);
}

void put_zeros(struct bytes_by_hand *file, size_t count)
{
    while (count-- > 0)
        put_number(file, 1, 0);
}

void put_counted(struct bytes_by_hand *file, const char *text)
{
    put_number(file, 8, strlen(text));
    put_text(file, text);
}

void put_varint(struct bytes_by_hand *file, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        put_number(file, 1, (number & 0x7F) | 0x80);
    put_number(file, 1, number);
}

void put_field(struct bytes_by_hand *file, int number, uint64_t value)
{
    put_varint(file, (uint64_t)number << 3);
    put_varint(file, value);
}

void put_field_bytes(struct bytes_by_hand *file, int number, const void *bytes, size_t count)
{
    put_varint(file, (uint64_t)number << 3 | 2);
    put_varint(file, count);
    put_bytes(file, bytes, count);
}

void put_field_text(struct bytes_by_hand *file, int number, const char *text)
{
    put_field_bytes(file, number, text, strlen(text));
}

void put_message(struct bytes_by_hand *file, int number, const struct bytes_by_hand *message)
{
    put_field_bytes(file, number, message->bytes, message->count);
}
