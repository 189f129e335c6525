/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Filling the caller's error: every failing path ends in `return gather__fail...`.
 *
 * The first call writes the whole error anew; the setters behind it add numbers to it:
 *
 *     gather__fail(error, GATHER_STATUS_AXIS, "axis", NULL);
 *     return gather__fail_value(error, GATHER_STATUS_AXIS, axis, -rank, rank - 1);
 *
 * A NULL error is allowed everywhere. `operand` and `expected` are static strings.
 */
#ifndef GATHER_CORE_FAIL_H
#define GATHER_CORE_FAIL_H

#include "gather/status.h"

enum gather_status gather__fail(struct gather_error *error, enum gather_status status, const char *operand,
                                const char *expected);

/* Adds the value refused and the range that was allowed. Returns: `status`, to be returned on. */
enum gather_status gather__fail_value(struct gather_error *error, enum gather_status status, int64_t value,
                                      int64_t low, int64_t high);

/* Adds the value refused, where words alone say what was allowed. Returns: `status`. */
enum gather_status gather__fail_given(struct gather_error *error, enum gather_status status, int64_t value);

/* Adds how many entries a list has, or a shape sizes, and how many were allowed. Returns: `status`. */
enum gather_status gather__fail_length(struct gather_error *error, enum gather_status status, int64_t length,
                                       int64_t low, int64_t high);

/* Adds the element type refused. Returns: `status`. */
enum gather_status gather__fail_type(struct gather_error *error, enum gather_status status, int32_t dtype);

/* Adds the byte offset in a text or file. Returns: `status`. */
enum gather_status gather__fail_at(struct gather_error *error, enum gather_status status, size_t at);

/* Adds the axis of the data, or the dimension of the operand. Returns: `status`. */
enum gather_status gather__fail_axis(struct gather_error *error, enum gather_status status, int32_t axis);

/* Adds the axis of the data that an index is outside of, and its size. Returns: `status`. */
enum gather_status gather__fail_axis_size(struct gather_error *error, enum gather_status status, int32_t axis,
                                          int64_t size);

/* Adds the index vector of the element at fault, of `rank` entries. Returns: `status`. */
enum gather_status gather__fail_position(struct gather_error *error, enum gather_status status, int32_t rank,
                                         const int64_t *position);

/* Fails as SHAPE of an operand, in one dimension: its size, and the only one allowed. */
enum gather_status gather__fail_size(struct gather_error *error, const char *operand, int32_t dimension,
                                     int64_t size, int64_t wanted);

/* Fails as DTYPE of an operand: its type, and which ones are allowed. wanted: that one alone; 0 if there are more. */
enum gather_status gather__fail_dtype(struct gather_error *error, const char *operand, int32_t dtype,
                                      int32_t wanted, const char *expected);

/* Fails as RANK of an operand: its rank, the only one allowed, and whose that is. */
enum gather_status gather__fail_rank(struct gather_error *error, const char *operand, int32_t rank,
                                     int32_t wanted, const char *expected);

/* Fails as UNSUPPORTED, with what the notation asked for can't say. */
enum gather_status gather__fail_lacks(struct gather_error *error, const char *lacks);

#endif
