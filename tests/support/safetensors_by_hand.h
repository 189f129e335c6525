/* SPDX-License-Identifier: Apache-2.0 */
/* Safetensors files put together by hand, right and wrong ones. */
#ifndef GATHER_TESTS_SAFETENSORS_BY_HAND_H
#define GATHER_TESTS_SAFETENSORS_BY_HAND_H

#include <stddef.h>
#include <stdint.h>

enum { SAFETENSORS_BY_HAND_MOST = 1 << 18 };

struct safetensors_by_hand {
    size_t count;
    size_t data; /* where the data begin */
    uint8_t bytes[SAFETENSORS_BY_HAND_MOST];
};

/* The length of a header, the header as it is, and so many bytes of data, which count up from 1. */
void safetensors_by_hand(struct safetensors_by_hand *file, const char *header, size_t data);

/* The same with a length that need not be the header's. */
void safetensors_of_length(struct safetensors_by_hand *file, uint64_t length, const char *header,
                           size_t data);

#endif
