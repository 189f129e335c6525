/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an object of a case file may hold: a list of fields, each of some kinds, and nothing else.
 */
#ifndef GATHER_STUDY_CASES_FIELDS_H
#define GATHER_STUDY_CASES_FIELDS_H

#include "gather/status.h"
#include "io/json.h"

#define GATHER__KIND(name) (1U << GATHER__JSON_##name)
#define GATHER__COUNT(list) (sizeof(list) / sizeof *(list))

/* A field that may be absent has the kind ABSENT too. */
struct gather__field {
    const char *name;
    unsigned kinds;
    const char *expected; /* in words, for the error */
};

/* Returns: FORMAT, with what was expected. */
enum gather_status gather__malformed(struct gather_error *error, const char *expected);

/* Whether every field is of its kind and the object has no other. expected: said of any other. Returns: OK;
 * FORMAT. */
enum gather_status gather__fields_check(const struct gather__json *object, const struct gather__field *fields,
                                        size_t count, const char *expected, struct gather_error *error);

#endif
