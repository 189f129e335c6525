/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The values of a case file as the bits of an element: integers exact, floats rounded to nearest even in
 * their type (from a double, where the file writes a fraction). A string is an element too: a view of bytes
 * that lie somewhere else.
 */
#ifndef GATHER_STUDY_TEXT_NUMBER_H
#define GATHER_STUDY_TEXT_NUMBER_H

#include "gather/study.h"
#include "io/json.h"

/* One element: the first byte lowest, zero above the type's own bits. */
struct gather__number {
    uint8_t bytes[16];
};

/* An element of type string, as the library has it: a view. */
struct gather__view {
    const char *text; /* not ended */
    uint64_t length;
};

struct gather__number gather__number_of_view(struct gather__view view);
struct gather__view gather__view_of_number(const struct gather__number *number);

/*
 * Reads a value of the case format; a string becomes a view of the value's own bytes.
 * Returns: OK; FORMAT for what is no value of the type, or none that it can round to.
 */
enum gather_status gather__number_read(struct gather__number *number, int32_t dtype,
                                       const struct gather__json *value, struct gather_error *error);

/*
 * start + step * n: integers modulo their width, floats rounded once. Returns: as `gather__number_read`;
 * FORMAT also for bool, complex and string, which can't be counted.
 */
enum gather_status gather__number_count(struct gather__number *number, int32_t dtype,
                                        const struct gather__json *start, const struct gather__json *step,
                                        uint64_t n, struct gather_error *error);

/* Takes over another number's bits wherever the value says "nan" and the other is some NaN of the type. */
void gather__number_adopt_nan(struct gather__number *number, int32_t dtype, const struct gather__json *value,
                              const struct gather__number *other);

/* How many parts an element has, two for complex types; and a part as a double, rounded where it is longer. */
size_t gather__number_parts(int32_t dtype);
double gather__number_double(const struct gather__number *number, int32_t dtype, size_t part);

/* How far two numbers are apart, and how far the first is from 0: times `scale`, with which neither overflows. */
struct gather__distance {
    double apart, length, scale;
};

/* Of as many parts, all finite; of two parts in the plane. */
struct gather__distance gather__distance_of(const double *first, const double *second, size_t parts);

/* Sets a part to a finite double, rounded. Returns: false where the type has no number to round to. */
bool gather__number_round(struct gather__number *number, int32_t dtype, size_t part, double value);

/* The code of the quiet NaN of a type, or of its parts. Returns: 0 for a type without one. */
uint64_t gather__number_nan(int32_t dtype);

/* Integers in decimal, everything else as the hexadecimal of its bits. */
void gather__number_write(struct gather_writer *writer, int32_t dtype, const struct gather__number *number);

#endif
