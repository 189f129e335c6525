/* SPDX-License-Identifier: Apache-2.0 */
/* A case answered by a backend that shares no memory with us: text goes there and comes back. */
#ifndef GATHER_STUDY_CASES_FOREIGN_H
#define GATHER_STUDY_CASES_FOREIGN_H

#include "study/cases/case.h"

/*
 * Hands a case to a backend that has `answer`, and judges what it replies: values and errors as of any backend, of
 * an output the elements. difference: nothing is written where all is as expected. is_skipped: whether the
 * backend does not answer such cases.
 * Returns: OK, whatever became of the case; NO_MEMORY; FORMAT for a case whose expected tensor is none.
 */
enum gather_status gather__foreign_run(const struct gather_backend *backend, const struct gather__case *case_,
                                       struct gather_writer *difference, bool *is_skipped,
                                       struct gather_error *error);

#endif
