/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One operator's case: its tensors placed in memory, the backend run over them, and every byte looked at.
 */
#ifndef GATHER_STUDY_CASES_TRIAL_H
#define GATHER_STUDY_CASES_TRIAL_H

#include "study/cases/case.h"

/* What is tried: a case, and a backend that has `infer` and `run`. */
struct gather__trial {
    const struct gather_backend *backend;
    const struct gather__case *case_;
    const struct gather_query *query;
};

/* How it is tried. */
struct gather__try {
    uint8_t canary;      /* the byte that fills whatever the case does not */
    int32_t check;       /* an `enum gather_check` */
    int32_t is_constant; /* 1: the indices are constants */
    const char *remark;  /* said behind a difference */
};

/*
 * Tries a case once. difference: nothing is written where all is as expected.
 * Returns: OK, whatever became of the case; NO_MEMORY; FORMAT for a tensor that is none.
 */
enum gather_status gather__trial_run(const struct gather__trial *trial, const struct gather__try *way,
                                     struct gather_writer *difference, struct gather_error *error);

#endif
