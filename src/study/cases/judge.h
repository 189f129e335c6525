/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An answer against what a case expects; what differs comes out as a sentence of bounded length, in ASCII.
 */
#ifndef GATHER_STUDY_CASES_JUDGE_H
#define GATHER_STUDY_CASES_JUDGE_H

#include "study/cases/case.h"

/* Each writes nothing into `difference` where all is as expected. Returns: OK; NO_MEMORY. */

/* The answer of a query: one JSON value as text. */
enum gather_status gather__judge_answer(const struct gather__case *self, const char *answer, size_t length,
                                        struct gather_writer *difference);

/* The same of one that is read already. */
enum gather_status gather__judge_value(const struct gather__case *self, const struct gather__json *got,
                                       struct gather_writer *difference);

/* Outputs that no case has described. */
enum gather_status gather__judge_outputs(const struct gather__case *self, struct gather_writer *difference);

/* The error of a query or an operator that failed with `status`. */
enum gather_status gather__judge_error(const struct gather__case *self, enum gather_status status,
                                       const struct gather_error *error, struct gather_writer *difference);

/*
 * The error of a backend that writes it as the case format has it: an object with `code`, and as many further
 * fields as it can give; those are judged.
 */
enum gather_status gather__judge_foreign_error(const struct gather__case *self,
                                               const struct gather__json *got,
                                               struct gather_writer *difference);

#endif
