/* SPDX-License-Identifier: Apache-2.0 */
/* GatherTree at random, against the pseudocode of its page: shapes, layouts, types, threads, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/openvino.h"
#include "support/computed_trial.h"
#include "support/randomness.h"

enum { TRIALS = 3000 };

static const int32_t types[] = {GATHER_DTYPE_I32, GATHER_DTYPE_I64, GATHER_DTYPE_F32, GATHER_DTYPE_F16,
                                GATHER_DTYPE_I8,  GATHER_DTYPE_I16, GATHER_DTYPE_U8,  GATHER_DTYPE_U16,
                                GATHER_DTYPE_U32, GATHER_DTYPE_U64, GATHER_DTYPE_F64, GATHER_DTYPE_BF16};

/* A trial: levels, batches, beams. */
struct tree {
    struct computed_trial trial;
    int64_t sizes[3];
    int32_t dtype;
    const struct trial_tensor *steps, *parents, *lengths, *end;
};

static bool happens(struct randomness *randomness, int64_t once_in)
{
    return random_below(randomness, once_in) == 0;
}

/* ---- operands ------------------------------------------------------------------------------------ */

/* A number as bits of the type. */
static uint64_t bits_of(int32_t dtype, double number)
{
    return is_float_type(dtype) ? bits_of_float(dtype, number) : (uint64_t)(int64_t)number;
}

/* A number that is no beam, and of floats perhaps no whole one. */
static uint64_t wrong_bits(const struct tree *tree, struct randomness *randomness)
{
    const double zero = 0,
                 wrong[] = {(double)tree->sizes[2], -1, 0.5, 1 / zero, zero / zero, -1 / zero, 60000, 1e30};
    if (!is_float_type(tree->dtype))
        return happens(randomness, 3) ? UINT64_MAX : bits_of(tree->dtype, wrong[random_below(randomness, 2)]);
    return bits_of(tree->dtype, wrong[random_below(randomness, 8)]);
}

static double wrong_number(void)
{
    const double zero = 0;
    return zero / zero;
}

/* Whole numbers from `low` on, fewer than `count`. */
static void fill(struct trial_tensor *tensor, struct randomness *randomness, int64_t low, int64_t count)
{
    for (int64_t n = 0; n < tensor->cells.elements; n++)
        trial_set(tensor, n, bits_of(tensor->layout.dtype, (double)(low + random_below(randomness, count))));
}

static void choose_sizes(struct tree *tree, struct randomness *randomness)
{
    static const int64_t beams[] = {1, 2, 3, 5, 10, 63, 64, 65, 130};
    tree->sizes[0] = 1 + random_below(randomness, happens(randomness, 3) ? 30 : 6);
    tree->sizes[1] = 1 + random_below(randomness, 5);
    tree->sizes[2] = beams[random_below(randomness, tree->sizes[0] < 7 && happens(randomness, 4) ? 9 : 5)];
    if (happens(randomness, 20))
        tree->sizes[random_below(randomness, 3)] = 0;
}

static void choose(struct tree *tree, struct randomness *randomness)
{
    struct trial_tensor *inputs = tree->trial.inputs;
    tree->dtype = types[random_below(randomness, 12)];
    tree->trial.op = gather_openvino_gather_tree((int32_t)random_below(randomness, 18));
    tree->trial.input_count = 4;
    choose_sizes(tree, randomness);
    const bool is_signed = tree->dtype != GATHER_DTYPE_U8 && tree->dtype != GATHER_DTYPE_U16 &&
                           tree->dtype != GATHER_DTYPE_U32 && tree->dtype != GATHER_DTYPE_U64;
    for (int32_t k = 0; k < 4; k++) {
        static const int32_t ranks[] = {3, 3, 1, 0};
        const int64_t *sizes = k == 2 ? tree->sizes + 1 : tree->sizes;
        trial_place(&inputs[k], randomness, tree->dtype, ranks[k], sizes, RANDOM_INPUT);
    }
    fill(&inputs[0], randomness, 0, 10); /* and so the end token is met now and then */
    fill(&inputs[1], randomness, 0, tree->sizes[2] > 0 && !happens(randomness, 40) ? tree->sizes[2] : 130);
    fill(&inputs[2], randomness, is_signed ? -1 : 0, tree->sizes[0] + 3);
    fill(&inputs[3], randomness, 0, happens(randomness, 2) ? 1 : 12);
    if (is_float_type(tree->dtype) && happens(randomness, 4)) /* -0, or what is no number */
        trial_set(&inputs[3], 0, bits_of(tree->dtype, happens(randomness, 2) ? -0.0 : wrong_number()));
    if (happens(randomness, 8) && inputs[1].cells.elements > 0)
        trial_set(&inputs[1], random_below(randomness, inputs[1].cells.elements),
                  wrong_bits(tree, randomness));
    if (happens(randomness, 12) && inputs[2].cells.elements > 0)
        trial_set(&inputs[2], random_below(randomness, tree->sizes[1]), wrong_bits(tree, randomness));
    trial_place(&tree->trial.out, randomness, tree->dtype, 3, tree->sizes, RANDOM_OUTPUT);
}

/* ---- what is expected ---------------------------------------------------------------------------- */

/* An element as a number; integers without a sign beyond 2^63-1 are that. */
static double number_of(const struct trial_tensor *tensor, int64_t n)
{
    const int32_t dtype = tensor->layout.dtype;
    if (is_float_type(dtype))
        return trial_float(tensor, n);
    if (dtype == GATHER_DTYPE_U64)
        return (double)trial_bits(tensor, n);
    return (double)trial_integer(tensor, n);
}

static bool is_whole(double number)
{
    return number - number == 0 && (number > 1e18 || number < -1e18 || (double)(int64_t)number == number);
}

/* OV-42: as many levels as a batch has; 0 where that is no number. */
static int64_t length_of(const struct tree *tree, int64_t batch)
{
    const double length = number_of(tree->lengths, batch);
    if (!is_whole(length) || length <= 0)
        return 0;
    return length < (double)tree->sizes[0] ? (int64_t)length : tree->sizes[0];
}

static int64_t place_of(const struct tree *tree, int64_t level, int64_t batch, int64_t beam)
{
    return (level * tree->sizes[1] + batch) * tree->sizes[2] + beam;
}

/* The parent at fault: the least place of all walks. */
static void note_fault(struct tree *tree, int64_t level, int64_t batch, int64_t beam)
{
    struct gather_error *error = &tree->trial.expected;
    const int64_t n = place_of(tree, level, batch, beam), *position = error->position;
    const double value = number_of(tree->parents, n);
    if (error->status != GATHER_STATUS_OK && place_of(tree, position[0], position[1], position[2]) <= n)
        return;
    *error = (struct gather_error){.status = GATHER_STATUS_INDEX_RANGE,
                                   .operand = "parent_ids",
                                   .has = GATHER_ERROR_HAS_POSITION | GATHER_ERROR_HAS_AXIS |
                                          GATHER_ERROR_HAS_SIZE,
                                   .axis = 2,
                                   .size = tree->sizes[2],
                                   .rank = 3,
                                   .position = {level, batch, beam},
                                   .value_is_unsigned = tree->dtype == GATHER_DTYPE_U64};
    if (!is_whole(value))
        return;
    error->has |= GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS;
    error->high = tree->sizes[2] - 1;
    if (!is_float_type(tree->dtype))
        error->value = trial_integer(tree->parents, n);
    else
        error->value = value > 1e18 ? INT64_MAX : value < -1e18 ? INT64_MIN : (int64_t)value;
}

/* OV-42, of one beam. */
static void walk(struct tree *tree, int64_t batch, int64_t beam)
{
    const int64_t length = length_of(tree, batch);
    const double end = number_of(tree->end, 0);
    int64_t parent = beam;
    bool has_ended = false;
    for (int64_t level = tree->sizes[0] - 1; level >= length; level--)
        tree->trial.wanted[place_of(tree, level, batch, beam)] = trial_bits(tree->end, 0);
    for (int64_t level = length - 1; level >= 0; level--) {
        const int64_t n = place_of(tree, level, batch, parent);
        tree->trial.wanted[place_of(tree, level, batch, beam)] = trial_bits(tree->steps, n);
        const double next = number_of(tree->parents, n);
        if (level > 0 && (!is_whole(next) || next < 0 || next >= (double)tree->sizes[2])) {
            note_fault(tree, level, batch, parent);
            return;
        }
        parent = (int64_t)(level > 0 ? next : 0);
    }
    for (int64_t level = 0; level < length; level++) {
        uint64_t *wanted = &tree->trial.wanted[place_of(tree, level, batch, beam)];
        const uint64_t bits = *wanted;
        if (has_ended)
            *wanted = trial_bits(tree->end, 0);
        has_ended = has_ended || (is_float_type(tree->dtype) ? float_of_bits(tree->dtype, bits) == end
                                                             : bits == trial_bits(tree->end, 0));
    }
}

/* OV-45, behind all parents. */
static void judge_lengths(struct tree *tree)
{
    struct gather_error *error = &tree->trial.expected;
    for (int64_t batch = 0; batch < tree->sizes[1] && error->status == GATHER_STATUS_OK; batch++)
        if (!is_whole(number_of(tree->lengths, batch)))
            *error = (struct gather_error){.status = GATHER_STATUS_INDEX_RANGE,
                                           .operand = "max_seq_len",
                                           .has = GATHER_ERROR_HAS_POSITION,
                                           .rank = 1,
                                           .position = {batch}};
}

/* ---- trials -------------------------------------------------------------------------------------- */

static void try_tree(struct randomness *randomness)
{
    struct tree tree = {0};
    tree.steps = &tree.trial.inputs[0];
    tree.parents = &tree.trial.inputs[1];
    tree.lengths = &tree.trial.inputs[2];
    tree.end = &tree.trial.inputs[3];
    choose(&tree, randomness);
    tree.trial.wanted = calloc((size_t)tree.trial.out.cells.elements + 1, sizeof(uint64_t));
    assert_non_null(tree.trial.wanted);
    for (int64_t batch = 0; batch < tree.sizes[1]; batch++)
        for (int64_t beam = 0; beam < tree.sizes[2]; beam++)
            walk(&tree, batch, beam);
    judge_lengths(&tree);
    tree.trial.may_pass = tree.trial.out.cells.elements == 0;
    const char *fault = fault_of_computed(&tree.trial, randomness);
    if (fault != NULL)
        print_computed(&tree.trial, fault);
    assert_null(fault);
    computed_trial_end(&tree.trial);
}

/* COVERS(OV-40, OV-41, OV-42, OV-43, OV-44, OV-45, OV-6, OV-8) */
static void test_at_random(void **state)
{
    (void)state;
    struct randomness randomness = randomness_begin("test_tree");
    for (int k = 0; k < TRIALS; k++)
        try_tree(&randomness);
    computed_trials_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_at_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
