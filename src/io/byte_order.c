/* SPDX-License-Identifier: Apache-2.0 */
/* The reversal of bytes, written so that compilers see what it is. */
#include "io/byte_order.h"

#include <string.h>

static uint16_t reverse_2(uint16_t number) { return (uint16_t)(number << 8 | number >> 8); }

static uint32_t reverse_4(uint32_t number)
{
    return number << 24 | (number & 0xFF00) << 8 | (number >> 8 & 0xFF00) | number >> 24;
}

static uint64_t reverse_8(uint64_t number)
{
    return (uint64_t)reverse_4((uint32_t)number) << 32 | reverse_4((uint32_t)(number >> 32));
}

#define REVERSE_ALL(bits, bytes)                                                                             \
    for (size_t k = 0; k + (bytes) <= count; k += (bytes)) {                                                 \
        uint##bits##_t number;                                                                               \
        memcpy(&number, next + k, (bytes));                                                                  \
        number = reverse_##bytes(number);                                                                    \
        memcpy(next + k, &number, (bytes));                                                                  \
    }

void gather__reverse_bytes(void *memory, size_t count, int32_t width)
{
    uint8_t *next = memory;
    if (width == 2)
        REVERSE_ALL(16, 2)
    else if (width == 4)
        REVERSE_ALL(32, 4)
    else if (width == 8)
        REVERSE_ALL(64, 8)
}
