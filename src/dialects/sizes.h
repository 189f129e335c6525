/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sizes of two operands joined, and several sizes flattened into one, as far as they are known: -1 is a size
 * that is not.
 */
#ifndef GATHER_DIALECTS_SIZES_H
#define GATHER_DIALECTS_SIZES_H

#include "core/nest.h"

/* Of two sizes that must be equal, the one that is known. */
static inline int64_t gather__equal_size(int64_t a, int64_t b) { return a == GATHER_SIZE_UNKNOWN ? b : a; }

/* Of two sizes of which one may be 1 and repeat, the output's. Returns: false if they can't be so. */
bool gather__broadcast_size(int64_t a, int64_t b, int64_t *joined);

/*
 * The product of sizes: 0 if one is 0, else -1 if one is not known.
 * Returns: OK; OVERFLOW of `output`.
 */
enum gather_status gather__flat_size(const int64_t *sizes, int32_t count, int64_t *size,
                                     struct gather_error *error);

/*
 * The coordinate goes with one digit of a loop that runs over `count` sizes, row-major: that of size `d`. Without
 * elements, or with sizes that are not known, the digit is some other: it is never asked for.
 */
void gather__follow_digit(struct gather__coordinate *coordinate, int32_t loop, const int64_t *sizes,
                          int32_t count, int32_t d);

#endif
