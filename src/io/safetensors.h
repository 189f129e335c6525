/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the format safetensors: what safetensors.c reads, safetensors_head.c writes. */
#ifndef GATHER_IO_SAFETENSORS_H
#define GATHER_IO_SAFETENSORS_H

#include "io/formats.h"

enum {
    GATHER__SAFETENSORS_LENGTH_BYTES = 8,               /* of the number that the file begins with */
    GATHER__SAFETENSORS_MOST_HEADER = 100 * 1000 * 1000 /* bytes; the format's own limit */
};

/* The header of a file to be written: formats.h, `head`. */
enum gather_status gather__safetensors_head(struct gather_tensor *tensors, size_t count,
                                            struct gather__head *head, struct gather_error *error);

#endif
