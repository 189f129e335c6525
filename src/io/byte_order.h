/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers between the two orders of their bytes. */
#ifndef GATHER_IO_BYTE_ORDER_H
#define GATHER_IO_BYTE_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* Reverses the bytes of each number of 2, 4 or 8 bytes, in place; of any other width nothing happens. */
void gather__reverse_bytes(void *memory, size_t count, int32_t width);

#endif
