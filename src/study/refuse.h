/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Filling the caller's error from outside the core; a NULL error is allowed. `operand` and `expected` are
 * static strings. Each returns the status, to be returned on.
 */
#ifndef GATHER_STUDY_REFUSE_H
#define GATHER_STUDY_REFUSE_H

#include <string.h>

#include "gather/status.h"

static inline enum gather_status gather__refuse(struct gather_error *error, enum gather_status status,
                                                const char *operand, const char *expected)
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

/* DTYPE, with the type that was given. */
static inline enum gather_status gather__refuse_type(struct gather_error *error, const char *operand,
                                                     int32_t dtype, const char *expected)
{
    gather__refuse(error, GATHER_STATUS_DTYPE, operand, expected);
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_TYPE;
        error->value = dtype;
    }
    return GATHER_STATUS_DTYPE;
}

/* The same, with the byte of a text or file. */
static inline enum gather_status gather__refuse_at(struct gather_error *error, enum gather_status status,
                                                   const char *expected, int64_t at)
{
    gather__refuse(error, status, NULL, expected);
    if (error != NULL) {
        error->has = GATHER_ERROR_HAS_AT;
        error->at = at;
    }
    return status;
}

#endif
