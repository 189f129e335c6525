/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One line of a case file, judged by the case format: every field known and of its kind, one expectation.
 */
#ifndef GATHER_STUDY_CASES_CASE_H
#define GATHER_STUDY_CASES_CASE_H

#include "gather/study.h"
#include "io/json.h"
#include "study/text/number.h"

enum { GATHER__CASE_LINE_MAX = 1 << 20 }; /* bytes; large tensors are written as `iota` */

enum gather__expectation {
    GATHER__EXPECT_VALUE,
    GATHER__EXPECT_ERROR,
    GATHER__EXPECT_OUTPUTS,
    GATHER__EXPECT_UNSPECIFIED
};

/* The attributes and options of a case. */
struct gather__attributes {
    struct gather_attribute *list;
    size_t count;
    int64_t *integers; /* of all that are lists, one after the other */
    size_t integer_count;
    struct gather__number fill; /* the option of that name, as an element of the data */
};

/* All zero at the beginning. Owns: `line` and everything else, until `_fini`. */
struct gather__case {
    struct gather__json *line;
    const char *name, *dialect, *op;
    struct gather_attribute version; /* of kind NONE where there is none */
    struct gather__attributes attributes;
    bool infer;
    int32_t fill_type; /* the type of that element; NONE if there is none */
    enum gather__expectation expectation;
    const struct gather__json *expected; /* the value, the error's object, the list of outputs */
};

/* Reads a line. Returns: OK; NO_MEMORY; FORMAT with `expected`, and `at` in the line if it is no JSON. On
   failure: to be ended all the same. */
enum gather_status gather__case_read(struct gather__case *self, const char *line, size_t length,
                                     struct gather_error *error);
void gather__case_fini(struct gather__case *self);

/* Whether the case expects an error of this code. */
bool gather__case_expects(const struct gather__case *self, const char *code);

#endif
