/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XLA's lists of numbers, and what they are judged by before anything is known of the operands: step 1 of XLA-G-19.
 * They are those of an op; or, as an op has room for 16 numbers of each, longer ones as they were given.
 */
#ifndef GATHER_DIALECTS_XLA_LISTS_H
#define GATHER_DIALECTS_XLA_LISTS_H

#include "gather/op.h"

#include <stdbool.h>

/* How many numbers of a list are looked at: each may be compared with every other. */
enum { GATHER__XLA_LIST_MAX = 1 << 10 };

struct gather__xla_list {
    const int64_t *at;
    int32_t kept;  /* how many there are to look at */
    int64_t count; /* how many were given */
};

struct gather__xla_lists {
    struct gather__xla_list offset_dims, collapsed_slice_dims, start_index_map;
    struct gather__xla_list operand_batching_dims, start_indices_batching_dims;
    struct gather__xla_list slice_sizes;
    int64_t index_vector_dim;
};

/* A list of an op. One that is longer than there is room for is refused in the end, by its count. */
static inline struct gather__xla_list gather__xla_list_of(const struct gather_numbers *numbers)
{
    struct gather__xla_list list = {
        numbers->at, (int32_t)(numbers->count < GATHER_MAX_RANK ? numbers->count : GATHER_MAX_RANK),
        numbers->count};
    return list;
}

/* Where a number stands in a list, of which only the first `end` entries are looked at; -1 if it does not. */
static inline int32_t gather__xla_find(const struct gather__xla_list *list, int32_t end, int64_t number)
{
    for (int32_t k = 0; k < end; k++)
        if (list->at[k] == number)
            return k;
    return -1;
}

static inline bool gather__xla_holds(const struct gather__xla_list *list, int64_t number)
{
    return gather__xla_find(list, list->kept, number) >= 0;
}

/*
 * C4, C7, C10, C6, C13, C15, C16, C18, and C21 of what is below 0, in this order.
 * Returns: OK; ARGUMENT with the name of a list.
 */
enum gather_status gather__xla_need_lists(const struct gather__xla_lists *lists, struct gather_error *error);

/* The slice sizes by themselves: none is negative. Returns: OK; ARGUMENT of `slice_sizes`. */
enum gather_status gather__xla_need_slices(const struct gather__xla_list *slices, struct gather_error *error);

/* ARGUMENT of `slice_sizes`: that of a dimension, and the range allowed. */
enum gather_status gather__xla_fail_slice(struct gather_error *error, int32_t dimension, int64_t size,
                                          int64_t high);

#endif
