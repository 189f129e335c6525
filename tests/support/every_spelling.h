/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A layout through every spelling: printed, read, printed again; and where a spelling can't say it, whether
 * what it is said to lack is what it lacks. The judge knows the cell of every element, found in another way,
 * and finds strides, orders and gaps in these by trying all.
 */
#ifndef GATHER_TESTS_EVERY_SPELLING_H
#define GATHER_TESTS_EVERY_SPELLING_H

#include "gather/layout.h"

/* A layout and the truth about it. */
struct truth {
    const struct gather_layout *layout;
    int64_t elements;
    const int64_t *cell_of; /* of each element, in row-major order */
};

/* The n-th index of a shape, in row-major order. */
void index_of_element(const struct gather_layout *layout, int64_t element, int64_t *index);

/*
 * Whether the cells are offset + the sum of index * stride for some strides; strides of sizes of 1 are 0.
 * Without elements: yes, all 0.
 */
bool truly_strided(const struct truth *truth, int64_t *strides, int64_t *offset);

/*
 * Tries every spelling. printed: raised for each one that says the layout.
 * Returns: NULL, or what is wrong; then the text in `text` (GATHER_LAYOUT_TEXT_SIZE bytes) is the one it is
 * wrong with.
 */
const char *fault_of_spellings(const struct truth *truth, int64_t *printed, char *text);

#endif
