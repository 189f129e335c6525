/* SPDX-License-Identifier: Apache-2.0 */
/* What several dialects judge in the same way: the library's own options, types, ranks, sizes. */
#ifndef GATHER_DIALECTS_JUDGING_H
#define GATHER_DIALECTS_JUDGING_H

#include "dialects/lower.h"

/* A set of types: the integers of whole bytes. */
#define GATHER__INTEGERS                                                                                     \
    (GATHER__TYPE(I8) | GATHER__TYPE(I16) | GATHER__TYPE(I32) | GATHER__TYPE(I64) | GATHER__TYPE(U8) |       \
     GATHER__TYPE(U16) | GATHER__TYPE(U32) | GATHER__TYPE(U64))

/*
 * The options of CORE-15. has_strict: whether the dialect's page names `strict`.
 * Returns: OK; ARGUMENT of `policy` or `strict`.
 */
enum gather_status gather__need_options(const struct gather_op *op, bool has_strict,
                                        struct gather_error *error);

/* Returns: OK if a layout has dimensions; else RANK of `operand`. */
enum gather_status gather__need_dimensions(const struct gather_layout *layout, const char *operand,
                                           struct gather_error *error);

/* Returns: OK if the indices have the rank of the data; else RANK of `indices`. */
enum gather_status gather__need_same_rank(const struct gather_layout *data,
                                          const struct gather_layout *indices, struct gather_error *error);

/* Returns: OK if the indices reach no farther than the data off the axis; else SHAPE of `indices`. */
enum gather_status gather__need_sizes_within(const struct gather_layout *data,
                                             const struct gather_layout *indices, int32_t axis,
                                             struct gather_error *error);

/*
 * The length of a tuple, the last size of the indices.
 * Returns: OK; SHAPE of `indices` outside of low..high, or if it is not known: then nor is the output's rank.
 */
enum gather_status gather__need_tuple(const struct gather_layout *indices, int32_t low, int32_t high,
                                      struct gather_error *error);

#endif
