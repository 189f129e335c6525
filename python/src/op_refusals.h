/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is said of names and values that no operator takes: what was given, and what there is instead. Each function
 * sets the exception. Returns: false.
 */
#ifndef GATHER_PYTHON_OP_REFUSALS_H
#define GATHER_PYTHON_OP_REFUSALS_H

#include "module.h"

/* A dialect, or an operator of one, that nobody knows: a mistake of the caller's, so ValueError. */
bool refuse_name(struct module_state *state, const char *world, const char *name);

/* An attribute that an operator has in none of its versions; the error's operand is its name. */
bool refuse_attribute(struct module_state *state, const struct gather_op_name *row,
                      const struct gather_error *error);

/* A value of an attribute, or of the version; of what else an error is it is told as the library has it. */
bool refuse_value(struct module_state *state, PyObject *attributes, const struct gather_attribute *version,
                  const struct gather_error *error);

#endif
