/* SPDX-License-Identifier: Apache-2.0 */
/* The bits of a padding cell. */
#ifndef GATHER_CORE_PADDING_H
#define GATHER_CORE_PADDING_H

#include "gather/layout.h"

/*
 * One padding cell of a type, little-endian, an element below a byte in the low bits of the first.
 * padding: a value that the type has, not UNKNOWN.
 */
void gather__padding_pattern(int32_t dtype, int32_t padding, uint8_t pattern[16]);

#endif
