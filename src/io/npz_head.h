/* SPDX-License-Identifier: Apache-2.0 */
/* An .npz, written: the three functions of formats.h that do it. */
#ifndef GATHER_IO_NPZ_HEAD_H
#define GATHER_IO_NPZ_HEAD_H

#include "io/formats.h"

enum gather_status gather__npz_head(struct gather_tensor *tensors, size_t count, struct gather__head *head,
                                    struct gather_error *error);
void gather__npz_fill(const struct gather_tensor *tensors, size_t count, const struct gather__head *head,
                      uint8_t *memory, int64_t bytes);
void gather__npz_seal(uint8_t *memory, int64_t bytes);

#endif
