/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles of elements that go one by one, whatever their steps: no table does this better than the scalar one. */
#ifndef GATHER_KERNELS_PACE_H
#define GATHER_KERNELS_PACE_H

#include <stdint.h>

#include "core/kernel.h"

/* inner: the loop that goes inside. */
void gather__pace_b1(uint8_t *out, const uint8_t *data, const struct gather__tile *tile, int inner);
void gather__pace_b2(uint8_t *out, const uint8_t *data, const struct gather__tile *tile, int inner);
void gather__pace_b4(uint8_t *out, const uint8_t *data, const struct gather__tile *tile, int inner);
void gather__pace_b8(uint8_t *out, const uint8_t *data, const struct gather__tile *tile, int inner);
void gather__pace_b16(uint8_t *out, const uint8_t *data, const struct gather__tile *tile, int inner);

#define GATHER__PACE_NAMED(width) gather__pace_b##width
#define GATHER__PACE(width) GATHER__PACE_NAMED(width)

#endif
