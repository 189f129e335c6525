/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels that this library is built with. A table is for one kind of processor and takes every width and
 * type; tables share what they do not do better.
 */
#ifndef GATHER_KERNELS_TABLE_H
#define GATHER_KERNELS_TABLE_H

#include <stdatomic.h>

#include "core/kernel.h"
#include "kernels/stream.h"

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
bool gather__read_tuples_i32_scalar(int64_t *results, const struct gather__index_run *run,
                                    const struct gather__component *components, int32_t count, int64_t tuple);
bool gather__read_tuples_i64_scalar(int64_t *results, const struct gather__index_run *run,
                                    const struct gather__component *components, int32_t count, int64_t tuple);
extern const struct gather__move_kernel gather__move_kernels_scalar[];
extern const struct gather__fetch_kernel gather__fetch_kernels_scalar[];
extern const struct gather__index_kernel gather__index_kernels_scalar[];
/* Elements of 16 bytes, and blocks: in every table alike, but for those of 3 bytes. */
void gather__move_b16_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__turn_b16_scalar(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                             int64_t count, int64_t step);
void gather__move_b3_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_b6_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_b12_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_b24_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_b32_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
void gather__move_any_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
#define GATHER__BLOCK_ROWS GATHER__BLOCK_ROWS_AROUND("move_b3_scalar", gather__move_b3_scalar)
#define GATHER__BLOCK_ROWS_AROUND(name_of_b3, move_b3)                                                       \
    {"move_b16_scalar", 16, gather__move_b16_scalar, gather__turn_b16_scalar, CAN_STREAM},                   \
        {name_of_b3, 3, move_b3, NULL, false}, {"move_b6_scalar", 6, gather__move_b6_scalar, NULL, false},   \
        {"move_b12_scalar", 12, gather__move_b12_scalar, NULL, false},                                       \
        {"move_b24_scalar", 24, gather__move_b24_scalar, NULL, false},                                       \
        {"move_b32_scalar", 32, gather__move_b32_scalar, NULL, false},                                       \
    {                                                                                                        \
        "move_any_scalar", 0, gather__move_any_scalar, NULL, CAN_STREAM                                      \
    }

void gather__fill_bytes_scalar(uint8_t *out, const uint8_t *pattern, const struct gather__tile *tile);
void gather__move_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                              const struct gather__tile *tile);
void gather__fill_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *pattern,
                              const struct gather__tile *tile);

/* Fetches, likewise: behind the rows that a table has of its own. */
#define GATHER__FETCH(name)                                                                                  \
    void gather__fetch_##name##_scalar(uint8_t *out, const uint8_t *data,                                    \
                                       const struct gather__offsets *offsets, int64_t width)
GATHER__FETCH(b1);
GATHER__FETCH(b2);
GATHER__FETCH(b3);
GATHER__FETCH(b4);
GATHER__FETCH(b6);
GATHER__FETCH(b8);
GATHER__FETCH(b12);
GATHER__FETCH(b16);
GATHER__FETCH(b24);
GATHER__FETCH(b32);
GATHER__FETCH(rows);
GATHER__FETCH(odd);
#define GATHER__FETCH_ROW(name, least, most)                                                                 \
    {                                                                                                        \
        "fetch_" #name "_scalar", least, most, gather__fetch_##name##_scalar, false, false                   \
    }
#define GATHER__FETCH_ROWS_ROW                                                                               \
    {                                                                                                        \
        "fetch_rows_scalar", 33, INT64_MAX, gather__fetch_rows_scalar, false, CAN_STREAM                     \
    }
#define GATHER__FETCH_ROWS GATHER__FETCH_NARROW_ROWS, GATHER__FETCH_ROWS_ROW, GATHER__FETCH_WIDE_ROWS
#define GATHER__FETCH_NARROW_ROWS                                                                            \
    GATHER__FETCH_ROW(b1, 1, 1), GATHER__FETCH_ROW(b2, 2, 2), GATHER__FETCH_ROW(b3, 3, 3),                   \
        GATHER__FETCH_ROW(b4, 4, 4), GATHER__FETCH_ROW(b6, 6, 6), GATHER__FETCH_ROW(b8, 8, 8),               \
        GATHER__FETCH_ROW(b12, 12, 12)
#define GATHER__FETCH_WIDE_ROWS                                                                              \
    GATHER__FETCH_ROW(b16, 16, 16), GATHER__FETCH_ROW(b24, 24, 24), GATHER__FETCH_ROW(b32, 32, 32),          \
        GATHER__FETCH_ROW(odd, 0, 31)

/* All of a tiny gather. Returns: false, with nothing written, if an index is outside. */
bool gather__gather_tiny(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                         const struct gather__brief *tiny);
int64_t gather__index_value(int32_t dtype, const uint8_t *indices, int64_t at);

void gather__scale_scalar(void *to, const uint8_t *numbers, int64_t count,
                          const struct gather__scaling *scaling);
void gather__sum_scalar(uint8_t *to, void *sums, const uint8_t *data, const struct gather__summing *summing);
/* Numbers begin..end-1 of those. */
void gather__scale_rest(void *to, const uint8_t *numbers, int64_t begin, int64_t end,
                        const struct gather__scaling *scaling);

void gather__settle(void);
void gather__ask(const uint8_t *data, int64_t bytes);

/* The way of an index that a faster reader found to be outside: the scalar kernel of its type. */
void gather__index_read_scalar(int32_t dtype, int64_t *results, const struct gather__index_run *run,
                               const struct gather__rule *rule, struct gather__index_fate *fate);
bool gather__index_find_scalar(int32_t dtype, const struct gather__index_run *run,
                               const struct gather__rule *rule);

#endif
