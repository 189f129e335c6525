/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One test of a model: opened, run, and what comes out looked at bit for bit. A test whose model needs what is not
 * built is skipped, by the name of the operator.
 */
#ifndef GATHER_STUDY_CASES_MODEL_TRIAL_H
#define GATHER_STUDY_CASES_MODEL_TRIAL_H

#include "gather/model.h"
#include "gather/study.h"
#include "study/text/bounded.h"

enum { GATHER__TRIAL_TEXT = 600, GATHER__TRIAL_NAME = 128 };

/* To be begun, and ended in any case. Not to be moved meanwhile. */
struct gather__model_trial {
    const char *name;           /* of the test */
    struct gather_model *model; /* NULL where it was refused */
    char blamed
        [GATHER__TRIAL_NAME]; /* "Gather 'g': ", of the node that the last error is about; "" for none */
    char op[GATHER__TRIAL_NAME],
        dialect[GATHER__TRIAL_NAME]; /* of the first node, or of that which is not built */
    bool is_skipped;
    char text[GATHER__TRIAL_TEXT];
    struct gather__bounded room;
    struct gather_writer difference; /* nothing is written where all is as expected */
};

void gather__model_trial_begin(struct gather__model_trial *trial, const char *name);

/* Opens the model. Returns: as gather_model_open. */
enum gather_status gather__model_trial_open(struct gather__model_trial *trial, const char *path,
                                            struct gather_error *error);
void gather__model_trial_end(struct gather__model_trial *trial);

/* Whether the model needs what is not built; it is noted. */
bool gather__model_trial_skips(struct gather__model_trial *trial);

/* "expected outputs, got AXIS (Gather 'g': ..)". expected: the name of a status, or "outputs". */
void gather__model_trial_refused(struct gather__model_trial *trial, const char *expected,
                                 const struct gather_error *error);

/* "expected y[1,0] = 5, got 6". expected: dense and row-major. */
void gather__model_trial_compare(struct gather__model_trial *trial, const struct gather_model_operand *got,
                                 const struct gather_layout *layout, const void *expected);

/* Tells what became of it. Returns: what the listener returns. */
enum gather_status gather__model_trial_tell(const struct gather__model_trial *trial,
                                            const struct gather_case_listener *listener);

#endif
