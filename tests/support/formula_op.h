/* SPDX-License-Identifier: Apache-2.0 */
/* The library's op of a formula, made of names as a reader of models would make it. */
#ifndef GATHER_TESTS_FORMULA_OP_H
#define GATHER_TESTS_FORMULA_OP_H

#include "gather/names.h"
#include "support/formula_gather.h"

/* Its dialect and its name there. */
struct formula_name {
    const char *dialect, *name;
};
struct formula_name formula_name(const struct formula *formula);

/* Returns: what `gather_op_from_names` answers. */
enum gather_status formula_op(const struct formula *formula, struct gather_op *op,
                              struct gather_error *error);

/* Prints the call, with all that it has of attributes and options. */
void formula_print(const struct formula *formula);

#endif
