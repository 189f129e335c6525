/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairs of layouts at random, relaid from one to the other, or placed into a larger output, against a loop
 * over the elements. Ranks 0 to 6, every type and cell width; sizes large enough for squares, blocks, runs
 * and parts of tiles.
 *
 *     relayout_random [--all]    10,000 pairs; 200,000 with --all or GATHER_TEST_ALL in the environment
 *
 * COVERS(XLA-20, XLA-31, XLA-36, XLA-37, XLA-38, XLA-50, CORE-5, CORE-6, CORE-7, CORE-8, CORE-9, CORE-12,
 * CORE-21, CORE-22)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random_layout.h"
#include "support/relayout_trial.h"

enum {
    MOST_ELEMENTS = ARRAY_MAX_CELLS / 8,
    FEW_PAIRS = 10000,
    ALL_PAIRS = 200000,
    PLAN_CLASS = 64,
    PLAN_CLASSES = 512
};

struct tally {
    int64_t pairs, places, elements, plans;
    int64_t of_bytes[PLAN_CLASSES]; /* plans by their size */
};

/* Mostly small, so that many are tried; some as large as the second evaluator takes. */
static int64_t random_most(struct randomness *randomness)
{
    int64_t choice = random_below(randomness, 100);
    return choice < 80 ? 256 : choice < 97 ? 2048 : MOST_ELEMENTS;
}

/* The sizes of an output that holds the data's box at a random place; not much larger than the box. */
static void random_outer(struct randomness *randomness, int32_t rank, const int64_t *sizes, int64_t *outer,
                         int64_t *begin)
{
    int64_t elements;
    do {
        elements = 1;
        for (int32_t d = 0; d < rank; d++) {
            outer[d] = sizes[d] + random_below(randomness, 3) * random_below(randomness, 3);
            begin[d] = random_below(randomness, outer[d] - sizes[d] + 1);
            elements *= outer[d];
        }
    } while (elements > MOST_ELEMENTS);
}

static bool judge_pair(struct randomness *randomness, struct tally *tally)
{
    static struct operand_cells data_cells, out_cells;
    int64_t sizes[GATHER_MAX_RANK] = {0}, outer[GATHER_MAX_RANK], begin[GATHER_MAX_RANK] = {0};
    int32_t rank = random_shape(randomness, random_most(randomness), sizes), dtype = random_dtype(randomness);
    bool places = random_below(randomness, 5) == 0;
    memcpy(outer, sizes, sizeof outer);
    if (places)
        random_outer(randomness, rank, sizes, outer, begin);
    struct gather_layout data = random_layout(randomness, dtype, rank, sizes, RANDOM_INPUT);
    struct gather_layout out = random_layout(randomness, dtype, rank, outer, RANDOM_OUTPUT);
    operand_cells_find(&data_cells, &data);
    operand_cells_find(&out_cells, &out);
    struct trial trial = {&data,
                          &out,
                          &data_cells,
                          &out_cells,
                          places ? begin : NULL,
                          random_bits(randomness),
                          (enum trial_way)random_below(randomness, TRIAL_WAYS)};
    size_t plan_bytes;
    const char *fault = fault_of_trial(&trial, &plan_bytes);
    tally->pairs++;
    tally->places += places;
    tally->elements += data_cells.elements;
    if (plan_bytes > 0) {
        size_t class = plan_bytes / PLAN_CLASS;
        tally->of_bytes[class < PLAN_CLASSES ? class : PLAN_CLASSES - 1]++;
        tally->plans++;
    }
    if (fault != NULL)
        print_trial(&trial, fault);
    return fault == NULL;
}

/* The bytes below which a share of the plans stay, to the next class. */
static int64_t bytes_at_share(const struct tally *tally, int64_t percent)
{
    int64_t count = 0, class = 0;
    while (class < PLAN_CLASSES - 1 && (count += tally->of_bytes[class]) * 100 < tally->plans * percent)
        class ++;
    return (class + 1) * PLAN_CLASS;
}

int main(int argc, char **argv)
{
    static struct tally tally;
    bool all = (argc > 1 && strcmp(argv[1], "--all") == 0) || getenv("GATHER_TEST_ALL") != NULL, right = true;
    struct randomness randomness = randomness_begin("relayout_random");
    while (tally.pairs < (all ? ALL_PAIRS : FEW_PAIRS))
        right = judge_pair(&randomness, &tally) && right;
    printf("%" PRId64 " pairs, %" PRId64 " of them places; %" PRId64 " elements; a plan takes %" PRId64
           " bytes at p50, %" PRId64 " at p90, %" PRId64 " at p99\n",
           tally.pairs, tally.places, tally.elements, bytes_at_share(&tally, 50), bytes_at_share(&tally, 90),
           bytes_at_share(&tally, 99));
    return right ? 0 : 1;
}
