/* SPDX-License-Identifier: Apache-2.0 */
/* .npy files put together byte by byte: npy_by_hand.h says for what. */
#include "support/npy_by_hand.h"

#include <stdio.h>
#include <string.h>

static void add(struct npy_by_hand *file, const void *bytes, size_t count)
{
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
}

static void add_length(struct npy_by_hand *file, size_t length, int bytes)
{
    for (int k = 0; k < bytes; k++)
        file->bytes[file->count++] = (uint8_t)(length >> (8 * k));
}

void npy_by_hand(struct npy_by_hand *file, int version, const char *dictionary, size_t data)
{
    const uint8_t numbers[] = {(uint8_t)version, 0};
    file->count = 0;
    add(file, "\x93NUMPY", 6);
    add(file, numbers, sizeof numbers);
    add_length(file, strlen(dictionary), version == 1 ? 2 : 4);
    file->header = file->count;
    add(file, dictionary, strlen(dictionary));
    file->data = file->count;
    for (size_t k = 0; k < data; k++)
        file->bytes[file->count++] = (uint8_t)(k + 1);
}

void npy_of_shape(struct npy_by_hand *file, const char *descr, const char *shape, size_t data)
{
    char dictionary[4096];
    snprintf(dictionary, sizeof dictionary, "{'descr': %s, 'fortran_order': False, 'shape': %s, }\n", descr,
             shape);
    npy_by_hand(file, 1, dictionary, data);
}
