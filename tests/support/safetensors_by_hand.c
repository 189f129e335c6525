/* SPDX-License-Identifier: Apache-2.0 */
/* Safetensors files put together byte by byte: safetensors_by_hand.h says for what. */
#include "support/safetensors_by_hand.h"

#include <string.h>

void safetensors_of_length(struct safetensors_by_hand *file, uint64_t length, const char *header, size_t data)
{
    for (int k = 0; k < 8; k++)
        file->bytes[k] = (uint8_t)(length >> (8 * k));
    memcpy(file->bytes + 8, header, strlen(header));
    file->data = 8 + strlen(header);
    file->count = file->data;
    for (size_t k = 0; k < data; k++)
        file->bytes[file->count++] = (uint8_t)(k + 1);
}

void safetensors_by_hand(struct safetensors_by_hand *file, const char *header, size_t data)
{
    safetensors_of_length(file, strlen(header), header, data);
}
