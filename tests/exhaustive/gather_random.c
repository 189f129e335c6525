/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers at random, of every operator: shapes up to what kernels and blocks of indices take at once, every type and
 * cell width, random triples of layouts, legal, bad and wild indices, every policy and check mode, in every way to
 * run a plan; against the formulas of the pages.
 *
 *     gather_random [--all] [TRIALS]    100,000 trials; 1,000,000 with --all or GATHER_TEST_ALL in the environment
 *
 * COVERS(CORE-5, CORE-6, CORE-7, CORE-8, CORE-9, CORE-12, CORE-13, CORE-14, CORE-15, CORE-16, CORE-17, CORE-19,
 * CORE-20, CORE-21, CORE-22, CORE-24, CORE-25)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/formula_random.h"
#include "support/formula_trial.h"
#include "support/random_layout.h"

enum { FEW_TRIALS = 100000, ALL_TRIALS = 1000000, MOST_FAULTS = 20 };

struct tally {
    int64_t trials, refused, bad_indices, elements, faults;
};

/* Mostly small, so that many are tried; some larger than several blocks of indices. */
static int64_t random_most(struct randomness *randomness)
{
    int64_t choice = random_below(randomness, 100);
    return choice < 85 ? 200 : choice < 98 ? 1500 : 7000;
}

static void judge_refused(struct tally *tally, const struct formula *formula,
                          const struct formula_answer *answer, const struct formula_trial *trial)
{
    const char *fault = fault_of_shape(formula, answer, trial->data.layout, trial->indices.layout);
    tally->refused++;
    if (fault == NULL)
        return;
    print_formula_trial(trial, fault);
    tally->faults++;
}

static void judge(struct randomness *randomness, struct tally *tally)
{
    static struct operand_cells data_cells, indices_cells, out_cells;
    static struct formula_answer answer;
    static int64_t values[FORMULA_MAX_ELEMENTS];
    struct formula formula;
    formula_draw(randomness, random_most(randomness), &formula);
    formula_judge(&formula, &answer);
    struct gather_layout data =
        random_layout(randomness, formula.data_type, formula.data.rank, formula.data.sizes, RANDOM_INPUT);
    struct gather_layout indices = random_layout(randomness, formula.index_type, formula.indices.rank,
                                                 formula.indices.sizes, RANDOM_INPUT);
    struct gather_layout out = data;
    struct formula_trial trial = {&formula,
                                  {&data, &data_cells},
                                  {&indices, &indices_cells},
                                  {&out, &out_cells},
                                  values,
                                  random_bits(randomness),
                                  (int32_t)random_below(randomness, FORMULA_WAYS),
                                  (int32_t)random_below(randomness, GATHER_CHECK_EARLIER + 1)};
    operand_cells_find(&indices_cells, &indices);
    if (answer.status != GATHER_STATUS_OK) {
        judge_refused(tally, &formula, &answer, &trial);
        return;
    }
    out = random_layout(randomness, formula.data_type, answer.out.rank, answer.out.sizes, RANDOM_OUTPUT);
    operand_cells_find(&data_cells, &data);
    operand_cells_find(&out_cells, &out);
    formula_draw_values(randomness, &formula, values);
    const char *fault = fault_of_shape(&formula, &answer, &data, &indices);
    if (fault == NULL)
        fault = fault_of_formula_trial(&trial, &answer);
    tally->trials++;
    tally->bad_indices += answer.status != GATHER_STATUS_OK;
    tally->elements += answer.count;
    if (fault == NULL)
        return;
    print_formula_trial(&trial, fault);
    tally->faults++;
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    int64_t trials = getenv("GATHER_TEST_ALL") != NULL ? ALL_TRIALS : FEW_TRIALS;
    for (int k = 1; k < argc; k++)
        trials = strcmp(argv[k], "--all") == 0 ? ALL_TRIALS : strtoll(argv[k], NULL, 10);
    struct randomness randomness = randomness_begin("gather_random");
    while (tally.trials < trials && tally.faults < MOST_FAULTS)
        judge(&randomness, &tally);
    formula_trials_end();
    printf("%" PRId64 " gathers of %" PRId64 " elements, %" PRId64 " of them with bad indices; %" PRId64
           " calls refused; %" PRId64 " faults\n",
           tally.trials, tally.elements, tally.bad_indices, tally.refused, tally.faults);
    return tally.faults == 0 ? 0 : 1;
}
