/* SPDX-License-Identifier: Apache-2.0 */
/* Filling the caller's error: fail.h says how it is used. */
#include "core/fail.h"

#include <string.h>

enum gather_status gather__fail(struct gather_error *error, enum gather_status status, const char *operand,
                                const char *expected)
{
    if (error != NULL) {
        memset(error, 0, sizeof *error);
        error->status = (int32_t)status;
        error->operand = operand;
        error->expected = expected;
        error->part = -1;
    }
    return status;
}

enum gather_status gather__fail_value(struct gather_error *error, enum gather_status status, int64_t value,
                                      int64_t low, int64_t high)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_LIMITS;
        error->low = low;
        error->high = high;
    }
    return gather__fail_given(error, status, value);
}

enum gather_status gather__fail_given(struct gather_error *error, enum gather_status status, int64_t value)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_VALUE;
        error->value = value;
    }
    return status;
}

enum gather_status gather__fail_length(struct gather_error *error, enum gather_status status, int64_t length,
                                       int64_t low, int64_t high)
{
    if (error != NULL)
        error->has |= GATHER_ERROR_HAS_LENGTH;
    return gather__fail_value(error, status, length, low, high);
}

enum gather_status gather__fail_type(struct gather_error *error, enum gather_status status, int32_t dtype)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_TYPE;
        error->value = dtype;
    }
    return status;
}

enum gather_status gather__fail_at(struct gather_error *error, enum gather_status status, size_t at)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_AT;
        error->at = (int64_t)at;
    }
    return status;
}

enum gather_status gather__fail_axis(struct gather_error *error, enum gather_status status, int32_t axis)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_AXIS;
        error->axis = axis;
    }
    return status;
}

enum gather_status gather__fail_axis_size(struct gather_error *error, enum gather_status status, int32_t axis,
                                          int64_t size)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_SIZE;
        error->size = size;
    }
    return gather__fail_axis(error, status, axis);
}

enum gather_status gather__fail_position(struct gather_error *error, enum gather_status status, int32_t rank,
                                         const int64_t *position)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_POSITION;
        error->rank = rank;
        for (int32_t d = 0; d < rank; d++)
            error->position[d] = position[d];
    }
    return status;
}

enum gather_status gather__fail_size(struct gather_error *error, const char *operand, int32_t dimension,
                                     int64_t size, int64_t wanted)
{
    gather__fail(error, GATHER_STATUS_SHAPE, operand, NULL);
    gather__fail_axis(error, GATHER_STATUS_SHAPE, dimension);
    return gather__fail_value(error, GATHER_STATUS_SHAPE, size, wanted, wanted);
}

enum gather_status gather__fail_dtype(struct gather_error *error, const char *operand, int32_t dtype,
                                      int32_t wanted, const char *expected)
{
    gather__fail(error, GATHER_STATUS_DTYPE, operand, expected);
    if (error != NULL)
        error->low = wanted;
    return gather__fail_type(error, GATHER_STATUS_DTYPE, dtype);
}

enum gather_status gather__fail_rank(struct gather_error *error, const char *operand, int32_t rank,
                                     int32_t wanted, const char *expected)
{
    gather__fail(error, GATHER_STATUS_RANK, operand, expected);
    return gather__fail_value(error, GATHER_STATUS_RANK, rank, wanted, wanted);
}

enum gather_status gather__fail_lacks(struct gather_error *error, const char *lacks)
{
    gather__fail(error, GATHER_STATUS_UNSUPPORTED, NULL, NULL);
    if (error != NULL)
        error->lacks = lacks;
    return GATHER_STATUS_UNSUPPORTED;
}
