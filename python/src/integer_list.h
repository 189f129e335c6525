/* SPDX-License-Identifier: Apache-2.0 */
/* Indices that are looked at one by one, as 64-bit integers in row-major order. */
#ifndef GATHER_PYTHON_INTEGER_LIST_H
#define GATHER_PYTHON_INTEGER_LIST_H

#include "operand.h"

/* Makes of an operand of integers one of `numbers` of its own. Returns: false for other types. */
bool integer_list_of(struct module_state *state, struct operand *indices);

/*
 * Turns -1 into an index that is outside of `size`, so that it is filled. Returns: false with ValueError for another
 * below 0, with IndexRangeError for one that is outside.
 */
bool integer_list_open_gaps(struct module_state *state, struct operand *indices, int64_t size, int32_t axis);

/* The position of the index number k, into an error. */
void integer_list_position(const struct operand *indices, int64_t k, struct gather_error *error);

/* How many there are. */
int64_t integer_list_count(const struct operand *indices);

#endif
