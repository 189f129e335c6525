/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the elements of a tensor are like: a tally is told of them piece by piece, in their order.
 *
 * Extremes are those of numbers, the first of equal ones; infinities and NaN are counted apart, and the mean is that of
 * what is left.
 */
#ifndef GATHER_TOOLS_TALLY_H
#define GATHER_TOOLS_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TALLY_ELEMENT_BYTES = 8 };

struct tally_extreme {
    double value;
    int64_t cell;
    uint8_t element[TALLY_ELEMENT_BYTES];
};

struct tally {
    int32_t dtype;
    int64_t elements; /* of the tensor */
    int64_t told;     /* of them so far */
    int64_t numbers, nans, infinities, zeros;
    double sum, large;              /* of numbers that are not very large; of the others, scaled down */
    struct tally_extreme low, high; /* where there are numbers */
    float *values;                  /* of each code of a narrow type; NULL for others, and for few elements */
};

/* Of `elements` real numbers of a type. Returns: false without memory. */
bool tally_init(struct tally *tally, int32_t dtype, int64_t elements);

/* Frees what counting takes, whether there was memory or not; what was counted stays. */
void tally_fini(struct tally *tally);

/* The next elements: `count` bytes of them, all whole. Of those below a byte the lowest bits come first. */
void tally_add(struct tally *tally, const uint8_t *bytes, size_t count);

/* Where there are numbers. Sums are rounded, but no mean is outside of what it is one of. */
double tally_mean(const struct tally *tally);

/* The extreme that the mean can't be told from: a double has fewer digits than a number of 64 bits. NULL for others. */
const struct tally_extreme *tally_extreme_at_mean(const struct tally *tally);

#endif
