/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators that compute, tried: operands in random layouts between guard pages, what their elements hold as numbers, and
 * runs of each kind, after which every byte of the output is judged. Nothing of src/ makes what is expected.
 */
#ifndef GATHER_TESTS_COMPUTED_TRIAL_H
#define GATHER_TESTS_COMPUTED_TRIAL_H

#include "gather/plan.h"
#include "support/guard.h"
#include "support/operand_cells.h"
#include "support/random_layout.h"

/* ---- numbers --------------------------------------------------------------------------------------- */

bool is_float_type(int32_t dtype);

/* An integer's bits as a number: those of types without a sign beyond 2^63-1 are negative. */
int64_t integer_of_bits(int32_t dtype, uint64_t bits);

/* A float's bits as a number, of any float type; exactly. */
double float_of_bits(int32_t dtype, uint64_t bits);

/* The bits of the number nearest to one, of two the even one; beyond the greatest the infinite one. f16, bf16, f32, f64. */
uint64_t bits_of_float(int32_t dtype, double value);

/* ---- operands -------------------------------------------------------------------------------------- */

/* One operand. Begins zeroed. */
struct trial_tensor {
    struct gather_layout layout;
    struct operand_cells cells;
    struct guard guard;
    struct gather_buffer buffer;
};

/* Lays it out at random, now and then dense, and fills its buffer with noise. */
void trial_place(struct trial_tensor *tensor, struct randomness *randomness, int32_t dtype, int32_t rank,
                 const int64_t *sizes, enum random_use use);

/* An element, row-major, as bits; several may share a cell of an input. */
uint64_t trial_bits(const struct trial_tensor *tensor, int64_t element);
void trial_set(struct trial_tensor *tensor, int64_t element, uint64_t bits);

/* An element as a number. */
int64_t trial_integer(const struct trial_tensor *tensor, int64_t element);
double trial_float(const struct trial_tensor *tensor, int64_t element);

void trial_tensor_end(struct trial_tensor *tensor);

/* ---- trials ---------------------------------------------------------------------------------------- */

enum { TRIAL_INPUTS = 5 };

struct computed_trial {
    struct gather_op op;
    int32_t input_count;
    struct trial_tensor inputs[TRIAL_INPUTS], out;
    struct gather_error expected; /* status OK: what `wanted` says comes out */
    bool may_pass;                /* nothing uses what is refused: only a check finds it */
    uint64_t *wanted;             /* of each element of the output */
};

/*
 * Runs it in some of all ways: checked first, on the way or not, on this thread or on a pool of several, in ranges of rows,
 * once. Returns: NULL, or what is wrong.
 */
const char *fault_of_computed(struct computed_trial *trial, struct randomness *randomness);

/* Prints the operands, with what is wrong. */
void print_computed(const struct computed_trial *trial, const char *fault);

/* Frees what a trial has, and what all of them have. */
void computed_trial_end(struct computed_trial *trial);
void computed_trials_end(void);

#endif
