/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tests of plans have in common: layouts from their texts, plans that must be made, and relayouts
 * that must come out as a loop over the elements says, however the plan is run.
 */
#ifndef GATHER_TESTS_PLAN_CHECK_H
#define GATHER_TESTS_PLAN_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/plan.h"
#include "support/relayout_trial.h"

#define ITEMS(array) (sizeof(array) / sizeof((array)[0]))

static inline struct gather_layout layout_of(const char *text)
{
    struct gather_layout layout;
    struct gather_error error;
    char sentence[512];
    if (gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, &error) != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        fail_msg("\"%s\": %s", text, sentence);
    }
    return layout;
}

/* A plan that relays `data` to `out`; to be destroyed. */
static inline struct gather_plan *plan_of(const char *data, const char *out)
{
    const struct gather_op op = gather_relayout();
    const struct gather_layout from = layout_of(data), to = layout_of(out);
    struct gather_plan *plan = NULL;
    struct gather_error error;
    char sentence[512];
    if (gather_plan_create(&plan, &op, &from, 1, &to, NULL, &error) != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        fail_msg("%s to %s: %s", data, out, sentence);
    }
    return plan;
}

/* What a plan of a gather says that makes its elements. */
static inline void check_kernel_told(const struct gather_op *op, const struct gather_layout *inputs,
                                     size_t count, const struct gather_layout *out, const char *kernel)
{
    struct gather_plan_description description;
    struct gather_plan *plan;
    assert_int_equal(gather_plan_create(&plan, op, inputs, count, out, NULL, NULL), GATHER_STATUS_OK);
    gather_plan_describe(plan, &description);
    assert_string_equal(description.kernel, kernel);
    gather_plan_destroy(plan);
}

/* Runs a gather by ranges of so many rows, each index checked on its way: all of it succeeds. */
static inline void run_by_rows(const struct gather_plan *plan, const struct gather_buffer inputs[2],
                               struct gather_buffer output, int64_t all, int64_t rows)
{
    memset(output.data, 0xA5, (size_t)output.bytes);
    for (int64_t begin = 0; begin < all; begin += rows) {
        struct gather_run run = {.size = sizeof run, .begin = begin, .check = GATHER_CHECK_FUSED};
        run.end = begin + rows < all ? begin + rows : all;
        assert_int_equal(gather_plan_run(plan, inputs, 2, output, &run, NULL), GATHER_STATUS_OK);
    }
}

/* Tries a pair in every way to run it, with several alignments. begin: of a place; NULL for a relayout. */
static inline void check_pair(const struct gather_layout *data, const struct gather_layout *out,
                              const int64_t *begin)
{
    struct operand_cells data_cells = {0}, out_cells = {0};
    operand_cells_find(&data_cells, data);
    operand_cells_find(&out_cells, out);
    for (uint64_t turn = 0; turn < 8 * TRIAL_WAYS; turn++) {
        struct trial trial = {
            data, out, &data_cells, &out_cells, begin, turn * 11, (enum trial_way)(turn / 8)};
        const char *fault = fault_of_trial(&trial, NULL);
        if (fault != NULL)
            print_trial(&trial, fault);
        assert_null(fault);
    }
    operand_cells_end(&data_cells);
    operand_cells_end(&out_cells);
}

static inline void check_relayout(const char *data, const char *out)
{
    struct gather_layout from = layout_of(data), to = layout_of(out);
    check_pair(&from, &to, NULL);
}

/* A buffer that is an array. */
#define BUFFER(array)                                                                                        \
    (struct gather_buffer) { (array), sizeof(array) }

#endif
