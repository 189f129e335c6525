/* SPDX-License-Identifier: Apache-2.0 */
/* Indices that are looked at one by one, as 64-bit integers in row-major order. */
#ifndef GATHER_PYTHON_INTEGER_LIST_H
#define GATHER_PYTHON_INTEGER_LIST_H

#include "operand.h"

/* What indices lead into: an axis of the data, or all of it, read flat. */
struct indexed {
    int64_t size;
    int32_t axis;
    bool is_flat;
};

/* Makes of an operand of integers one of `numbers` of its own, s64, but u64 of u64. Returns: false for other types. */
bool integer_list_of(struct module_state *state, struct operand *indices);

/*
 * Turns -1 into an index that is outside of the size, so that it is filled. Returns: false with ValueError if another is
 * below 0, else with IndexRangeError for one that is outside.
 */
bool integer_list_open_gaps(struct module_state *state, struct operand *indices, struct indexed into);

/* Says that the index number k is outside of low..size - 1. Returns: false with IndexRangeError. */
bool integer_list_refuse(struct module_state *state, const struct operand *indices, int64_t k,
                         struct indexed into, int64_t low);

/* How many there are. */
int64_t integer_list_count(const struct operand *indices);

#endif
