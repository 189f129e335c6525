/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One relayout or place, tried and judged: the plan of the library runs between guard pages, and every byte
 * of the output's buffer is compared with what a loop over the elements makes of it. The loop knows cells
 * from operand_cells.h and padding values from padding_by_hand.h; it shares no code with the plan.
 */
#ifndef GATHER_TESTS_RELAYOUT_TRIAL_H
#define GATHER_TESTS_RELAYOUT_TRIAL_H

#include "gather/plan.h"
#include "support/operand_cells.h"
#include "support/randomness.h"

/* How a trial's plan is run. */
enum trial_way {
    TRIAL_WHOLE,  /* created, run at once */
    TRIAL_RANGES, /* in ranges of rows, in any order, cut wherever a check allows */
    TRIAL_COPIED, /* built by init, its bytes copied elsewhere, the first ones spoilt, then run */
    TRIAL_ONCE,   /* gather_once */
    TRIAL_WAYS
};

struct trial {
    const struct gather_layout *data, *out;
    const struct operand_cells *data_cells, *out_cells;
    const int64_t *begin; /* of a place; NULL for a relayout */
    uint64_t turn;        /* chooses bytes, sides and gaps */
    enum trial_way way;
};

/* Tries it. Returns: NULL, or what is wrong. plan_bytes: receives the size of the plan; may be NULL. */
const char *fault_of_trial(const struct trial *trial, size_t *plan_bytes);

/* The output's buffer as it must be after a trial, from what it held before. */
void expect_trial(const struct trial *trial, const uint8_t *data, uint8_t *image);

/* Prints the layouts of a trial with what is wrong. */
void print_trial(const struct trial *trial, const char *fault);

#endif
