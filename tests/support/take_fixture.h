/* SPDX-License-Identifier: Apache-2.0 */
/* A small take: data of i32 whose rows are told apart, indices of any type, and who runs or explains it. */
#ifndef GATHER_TESTS_TAKE_FIXTURE_H
#define GATHER_TESTS_TAKE_FIXTURE_H

#include "gather/study.h"

enum { TAKE_COLUMNS = 2, TAKE_ROWS = 5, TAKE_INDICES = 64, TAKE_TYPES = 8 };

extern const int32_t take_index_types[TAKE_TYPES]; /* i8 to i64, u8 to u64 */

/* Row r holds 10 (r + 1) + column. */
struct take_fixture {
    struct gather_take take;
    int32_t data[TAKE_ROWS * TAKE_COLUMNS];
    uint8_t values[TAKE_INDICES * 8];
};

/* Data of `size` rows, at most TAKE_ROWS; without indices. */
void take_set_data(struct take_fixture *fixture, int64_t size);

/* A list of indices, at most TAKE_INDICES; a value is cut to its type. */
void take_set_indices(struct take_fixture *fixture, int32_t dtype, const int64_t *values, int64_t count);

/* The row of the table with an id; fails the test if there is none. */
const struct gather_behaviour *take_behaviour(const char *id);

/* Runs the operator of the library that follows a behaviour. output: room for all that comes out. */
enum gather_status take_run_own(const struct gather_behaviour *behaviour, const struct take_fixture *fixture,
                                int32_t *output, struct gather_error *error);

/* The explanation for some worlds; fails the test if there is none. */
struct gather_explanation *take_explain(const struct take_fixture *fixture, const char *worlds);

#endif
