/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The padding values of XLA-18, typed in from the page a second time: what each name means to each type as
 * bytes, and which names a type has not.
 */
#ifndef GATHER_TESTS_PADDING_BY_HAND_H
#define GATHER_TESTS_PADDING_BY_HAND_H

#include <stdbool.h>
#include <stdint.h>

#include "gather/layout.h"

/* One padding cell, little-endian. Returns: false where the page has no such value. */
bool padding_by_hand(int32_t dtype, int32_t padding, uint8_t bytes[16]);

#endif
