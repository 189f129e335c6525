/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layouts written down in a test, without their text:
 *
 *     struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(3, 5), ORDER(1, 0));
 *     tile_by_hand(&layout, TILE(2, 2));
 */
#ifndef GATHER_TESTS_BY_HAND_H
#define GATHER_TESTS_BY_HAND_H

#include <stdint.h>

#include "gather/layout.h"

#define COUNT_OF(...) ((int32_t)(sizeof((const int64_t[]){0, __VA_ARGS__}) / sizeof(int64_t)) - 1)
#define NUMBERS(...) (const int64_t[]){0, __VA_ARGS__} + 1

/* A count and its numbers: two arguments. `NO_SIZES` for a scalar. */
#define SIZES(...) COUNT_OF(__VA_ARGS__), NUMBERS(__VA_ARGS__)
#define NO_SIZES 0, NULL
#define TILE(...) COUNT_OF(__VA_ARGS__), NUMBERS(__VA_ARGS__)
#define ORDER(...) NUMBERS(__VA_ARGS__)
#define STRIDES(...) NUMBERS(__VA_ARGS__)
#define PADDED(...) NUMBERS(__VA_ARGS__)
#define INDEX(...) NUMBERS(__VA_ARGS__), COUNT_OF(__VA_ARGS__)

/* A memory order without padding; order NULL: row-major. Cells of the type's own bits. Nothing is judged. */
struct gather_layout order_by_hand(int32_t dtype, int32_t rank, const int64_t *sizes, const int64_t *order);

/* Strides with an offset. Nothing is judged. */
struct gather_layout strides_by_hand(int32_t dtype, int32_t rank, const int64_t *sizes,
                                     const int64_t *strides, int64_t offset);

/* Another tile behind those there are. */
void tile_by_hand(struct gather_layout *layout, int32_t count, const int64_t *bounds);

/* Padded sizes, and what the padding holds. */
void pad_by_hand(struct gather_layout *layout, const int64_t *padded, int32_t value);

#endif
