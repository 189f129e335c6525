/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table for ARM, where the compiler can make it: 64 bits, little-endian. On others, of 32 bits or big-endian, the
 * scalar table is the only one.
 */
#ifndef GATHER_KERNELS_ARM_TABLE_NEON_H
#define GATHER_KERNELS_ARM_TABLE_NEON_H

#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__) &&                                \
    (defined(__GNUC__) || defined(__clang__))
#define GATHER_KERNELS_ARM

#include "core/kernel.h"

extern const struct gather__move_kernel gather__move_kernels_neon[];
extern const struct gather__fetch_kernel gather__fetch_kernels_neon[];
extern const struct gather__index_kernel gather__index_kernels_neon[];
extern const struct gather__pick_kernel gather__picks_neon[];

void gather__move_bits_neon(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                            const struct gather__tile *tile);

#endif

#endif
