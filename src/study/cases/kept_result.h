/* SPDX-License-Identifier: Apache-2.0 */
/* One of the results that a `struct gather_results` keeps. Its texts lie one after the other in `text`. */
#ifndef GATHER_STUDY_CASES_KEPT_RESULT_H
#define GATHER_STUDY_CASES_KEPT_RESULT_H

#include "gather/study.h"

struct gather_kept_result {
    char *text; /* owned */
    const char *file, *name, *dialect, *op, *message;
    int64_t line;
    int32_t verdict;
};

#endif
