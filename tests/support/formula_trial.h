/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One gather, tried and judged: the plan of the library runs between guard pages, and every byte of the output's
 * buffer, or every number of the error, is compared with what formula_gather.h says. Cells are found by
 * operand_cells.h: no code of src/ takes part in what is expected.
 */
#ifndef GATHER_TESTS_FORMULA_TRIAL_H
#define GATHER_TESTS_FORMULA_TRIAL_H

#include "gather/plan.h"
#include "support/formula_gather.h"
#include "support/operand_cells.h"

/* How a trial's plan is run. */
enum formula_way {
    FORMULA_WAY_CREATED,  /* created, run at once */
    FORMULA_WAY_RANGES,   /* in ranges of rows, in any order */
    FORMULA_WAY_THREADS,  /* by a pool */
    FORMULA_WAY_COPIED,   /* built by init, its bytes copied elsewhere, the first ones spoilt, then run */
    FORMULA_WAY_ONCE,     /* gather_once */
    FORMULA_WAY_CONSTANT, /* created with these indices as constants */
    FORMULA_WAYS
};

struct formula_operand {
    const struct gather_layout *layout;
    const struct operand_cells *cells;
};

struct formula_trial {
    const struct formula *formula;
    struct formula_operand data, indices, out;
    const int64_t *wanted; /* what the indices' elements shall hold, as far as they have cells of their own */
    uint64_t turn;         /* chooses bytes, sides and gaps */
    int32_t way;           /* an `enum formula_way` */
    int32_t check;         /* an `enum gather_check` */
};

/* Tries it; the answer is that of `formula_judge`, with OK, and holds all of it then. Returns: NULL, or what is
 * wrong. */
const char *fault_of_formula_trial(const struct formula_trial *trial, struct formula_answer *answer);

/*
 * What `gather_infer` says of a call, against what `formula_judge` did; `gather_plan_create` too where it is
 * refused. data, indices: layouts of the formula's types and sizes. Returns: NULL, or what is wrong.
 */
const char *fault_of_shape(const struct formula *formula, const struct formula_answer *answer,
                           const struct gather_layout *data, const struct gather_layout *indices);

/* Prints a trial with what is wrong. */
void print_formula_trial(const struct formula_trial *trial, const char *fault);

/* Frees what trials keep: the pool. */
void formula_trials_end(void);

#endif
