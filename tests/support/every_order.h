/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every memory order of rank 0 to 3 with sizes 0 to 3, in all orders, with paddings 0 to 2 and each tiling of
 * a list; shape by shape. Type, cell width, padding value, tail and memory space, which decide no address or
 * few, take turns.
 */
#ifndef GATHER_TESTS_EVERY_ORDER_H
#define GATHER_TESTS_EVERY_ORDER_H

#include "gather/layout.h"

enum { EVERY_ORDER_MAX_ELEMENTS = 27 };

/* Calls `judge` for each. Returns: whether it always answered true. */
bool visit_every_order(bool (*judge)(void *context, const struct gather_layout *layout), void *context);

#endif
