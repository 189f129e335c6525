/* SPDX-License-Identifier: Apache-2.0 */
/* Calls at random, for tests that compare the library with formula_gather.h: operators, shapes, types, indices. */
#ifndef GATHER_TESTS_FORMULA_RANDOM_H
#define GATHER_TESTS_FORMULA_RANDOM_H

#include "support/formula_gather.h"
#include "support/randomness.h"

/* Operators as tests go through them: each with a version, a strictness and a mode that change what it does. */
struct formula_variant {
    int32_t operation, version, strictness, mode;
};
extern const struct formula_variant formula_variants[];
extern const int32_t formula_variant_count;

/* The types that an operator takes in these tests: of every width that it has. Returns: how many. */
int32_t formula_data_types(const struct formula *formula, const int32_t **types);
int32_t formula_index_types(const struct formula *formula, const int32_t **types);

/*
 * XLA's dimension numbers for data, indices and an index_vector_dim that are there already, well-formed by C1 to
 * C21. Returns: false if there are none.
 */
bool formula_draw_xla(struct randomness *randomness, struct formula *formula);

/* A call of at most `most` elements in data, indices and output, mostly one that its operator allows. */
void formula_draw(struct randomness *randomness, int64_t most, struct formula *formula);

/* Whether what an option `policy` would replace is said by the operator's page. */
bool formula_takes_policy(const struct formula *formula);

/*
 * Values for all indices, in row-major order: all legal, a few of them bad, or wild ones; and all legal, another
 * choice at each turn, 0 where there is no legal one. values: room for FORMULA_MAX_ELEMENTS.
 */
void formula_draw_values(struct randomness *randomness, const struct formula *formula, int64_t *values);
void formula_legal_values(const struct formula *formula, uint64_t turn, int64_t *values);

#endif
