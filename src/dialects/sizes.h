/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sizes of two operands joined, and several sizes flattened into one and taken apart again, as far as they are
 * known: -1 is a size that is not.
 */
#ifndef GATHER_DIALECTS_SIZES_H
#define GATHER_DIALECTS_SIZES_H

#include "core/nest.h"

/* Whether two sizes agree, as far as they are known. */
static inline bool gather__sizes_agree(int64_t a, int64_t b)
{
    return a == b || a == GATHER_SIZE_UNKNOWN || b == GATHER_SIZE_UNKNOWN;
}

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

/* A digit of a number, (number / divisor) % modulus; all that the divisor leaves where the modulus is 0. */
struct gather__part {
    int64_t divisor, modulus;
};

/*
 * The digit of size `d` in a number that runs over `count` sizes, row-major. Without elements, or with sizes that
 * are not known, it is some other: it is never asked for.
 */
struct gather__part gather__part_of(const int64_t *sizes, int32_t count, int32_t d);

#endif
