/* SPDX-License-Identifier: Apache-2.0 */
/* The tables for x86, where the compiler can make them. */
#ifndef GATHER_KERNELS_X86_TABLES_H
#define GATHER_KERNELS_X86_TABLES_H

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define GATHER_KERNELS_X86

#include "core/kernel.h"

extern const struct gather__move_kernel gather__move_kernels_avx2[], gather__move_kernels_avx512[];
extern const struct gather__fetch_kernel gather__fetch_kernels_avx2[], gather__fetch_kernels_avx512[];
extern const struct gather__index_kernel gather__index_kernels_avx2[], gather__index_kernels_avx512[];
extern const struct gather__permute_kernel gather__permute_avx2;
extern const struct gather__permute_kernel gather__permute_avx512;

void gather__move_b3_avx2(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__fetch_b2_avx2(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                           int64_t width);
void gather__fetch_b4_avx2(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                           int64_t width);
void gather__fetch_b8_avx2(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                           int64_t width);
void gather__fetch_rows_avx2(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                             int64_t width);
void gather__fetch_b12_avx512(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                              int64_t width);

void gather__move_bits_avx2(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                            const struct gather__tile *tile);
void gather__move_bits_avx512(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                              const struct gather__tile *tile);
void gather__scale_avx2(void *to, const uint8_t *numbers, int64_t count,
                        const struct gather__scaling *scaling);
void gather__sum_avx2(uint8_t *to, void *sums, const uint8_t *data, const struct gather__summing *summing);

#endif

#endif
