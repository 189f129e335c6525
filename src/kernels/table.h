/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels that this library is built with. A table is for one kind of processor and takes every width and
 * type; tables share what they do not do better.
 */
#ifndef GATHER_KERNELS_TABLE_H
#define GATHER_KERNELS_TABLE_H

#include <stdatomic.h>

#include "core/kernel.h"

/* The table that this processor takes, once it has been looked up; NULL before. */
extern _Atomic(const struct gather__kernels *) gather__kernels_known;
const struct gather__kernels *gather__kernels_look_up(void);

/* The best table for this processor; the environment's GATHER_CPU, read once, can name a lesser one. */
static inline const struct gather__kernels *gather__kernels_here(void)
{
    const struct gather__kernels *kernels =
        atomic_load_explicit(&gather__kernels_known, memory_order_acquire);
    return kernels != NULL ? kernels : gather__kernels_look_up();
}

/* Every table that this processor can run, the best first. Returns: NULL behind the last. */
const struct gather__kernels *gather__kernels_at(size_t position);

/* Portable C, one element at a time but for tiles of a transpose: the specification of every other table. */
extern const struct gather__kernels gather__kernels_scalar;

/* Parts of tables. */
extern const struct gather__move_kernel gather__move_kernels_scalar[];
extern const struct gather__fetch_kernel gather__fetch_kernels_scalar[];
extern const struct gather__index_kernel gather__index_kernels_scalar[];
/* Blocks, in every table alike. */
void gather__move_b3_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_b6_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_b12_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_b24_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_b32_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_any_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
#define GATHER__BLOCK_ROWS                                                                                   \
    {"move_b3_scalar", 3, gather__move_b3_scalar, NULL},                                                     \
        {"move_b6_scalar", 6, gather__move_b6_scalar, NULL},                                                 \
        {"move_b12_scalar", 12, gather__move_b12_scalar, NULL},                                              \
        {"move_b24_scalar", 24, gather__move_b24_scalar, NULL},                                              \
        {"move_b32_scalar", 32, gather__move_b32_scalar, NULL},                                              \
    {                                                                                                        \
        "move_any_scalar", 0, gather__move_any_scalar, NULL                                                  \
    }

void gather__fill_bytes_scalar(uint8_t *out, const uint8_t *pattern, const struct gather__tile *tile);
void gather__move_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                              const struct gather__tile *tile);
void gather__fill_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *pattern,
                              const struct gather__tile *tile);

void gather__fetch_any_scalar(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                              int64_t width);
bool gather__gather_tiny_scalar(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                                const struct gather__tiny *tiny);
int64_t gather__index_value(int32_t dtype, const uint8_t *indices, int64_t at);

void gather__settle(void);

/* The way of an index that a faster reader found to be outside: the scalar kernel of its type. */
void gather__index_read_scalar(int32_t dtype, int64_t *results, const struct gather__index_run *run,
                               const struct gather__rule *rule, struct gather__index_fate *fate);
bool gather__index_find_scalar(int32_t dtype, const struct gather__index_run *run,
                               const struct gather__rule *rule);

#endif
