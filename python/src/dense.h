/* SPDX-License-Identifier: Apache-2.0 */
/* Row-major copies of operands, for what goes through elements one by one. */
#ifndef GATHER_PYTHON_DENSE_H
#define GATHER_PYTHON_DENSE_H

#include "operand.h"

/* A dense Array of an operand's elements, each in whole bytes. */
PyObject *dense_of(struct module_state *state, const struct operand *operand);

/* The layout of an operand. */
bool dense_layout_of(struct module_state *state, const struct operand *operand, struct gather_layout *layout);

#endif
