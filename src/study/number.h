/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The values of a case file as the bits of an element: integers exact, floats rounded to nearest even in
 * their type (from a double, where the file writes a fraction). Strings are no numbers: UNSUPPORTED.
 */
#ifndef GATHER_STUDY_NUMBER_H
#define GATHER_STUDY_NUMBER_H

#include "gather/study.h"
#include "io/json.h"

/* One element: the first byte lowest, zero above the type's own bits. */
struct gather__number {
    uint8_t bytes[16];
};

/*
 * Reads a value of the case format. Returns: OK; FORMAT for what is no value of the type, or none that it can
 * round to; UNSUPPORTED.
 */
enum gather_status gather__number_read(struct gather__number *number, int32_t dtype,
                                       const struct gather__json *value, struct gather_error *error);

/*
 * start + step * n: integers modulo their width, floats rounded once. Returns: as `gather__number_read`;
 * FORMAT also for bool and complex, which can't be counted.
 */
enum gather_status gather__number_count(struct gather__number *number, int32_t dtype,
                                        const struct gather__json *start, const struct gather__json *step,
                                        uint64_t n, struct gather_error *error);

/* Takes over another number's bits wherever the value says "nan" and the other is some NaN of the type. */
void gather__number_adopt_nan(struct gather__number *number, int32_t dtype, const struct gather__json *value,
                              const struct gather__number *other);

/* Integers in decimal, everything else as the hexadecimal of its bits. */
void gather__number_write(struct gather_writer *writer, int32_t dtype, const struct gather__number *number);

#endif
