/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One operator's case: its tensors placed in memory, the backend run over them, and every byte looked at.
 */
#ifndef GATHER_STUDY_TRIAL_H
#define GATHER_STUDY_TRIAL_H

#include "study/case.h"
#include "study/ops.h"

/* What is tried: a backend that has `infer` and `run`, a case, and its row in the list of ops. */
struct gather__trial {
    const struct gather_backend *backend;
    const struct gather__case *case_;
    const struct gather__op *row;
    const struct gather_query *query;
};

/*
 * Tries a case once. canary: the byte that fills whatever the case does not.
 * difference: nothing is written where all is as expected.
 * Returns: OK, whatever became of the case; NO_MEMORY; FORMAT for a tensor that is none.
 */
enum gather_status gather__trial_run(const struct gather__trial *trial, uint8_t canary,
                                     struct gather_writer *difference, struct gather_error *error);

#endif
