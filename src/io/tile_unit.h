/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a tiled layout can be cut: which rows of a dimension its tiles keep together.
 */
#ifndef GATHER_IO_TILE_UNIT_H
#define GATHER_IO_TILE_UNIT_H

#include "gather/layout.h"

/*
 * The dimensions of a memory order that can be cut, slowest first: between units of so many rows, each in
 * consecutive bytes of its own if all slower dimensions are held to one unit, and all faster ones are whole.
 * Returns: how many there are.
 */
int32_t gather__tile_units(const struct gather_layout *layout, int32_t *dimension, int64_t *unit);

#endif
