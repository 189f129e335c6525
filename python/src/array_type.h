/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather.Array: memory under a layout, its own or another object's. It is what comes out for inputs that have no
 * arrays of their own kind, what a relayout gives, and how bytes are given a layout that no other type can say.
 */
#ifndef GATHER_PYTHON_ARRAY_TYPE_H
#define GATHER_PYTHON_ARRAY_TYPE_H

#include "operand.h"

const struct gather_layout *array_layout(PyObject *array);
struct gather_buffer array_buffer(PyObject *array);
bool array_is_read_only(PyObject *array);

/* Whether every bit of the memory belongs to an element. */
bool array_is_full(const struct gather_layout *layout);

/* A new array of its own memory, of the layout; what is no element in it begins as zeros. */
PyObject *array_new(struct module_state *state, const struct gather_layout *layout);

/* An array over an operand's memory, which it takes over together with what the operand holds. */
PyObject *array_over(struct module_state *state, struct operand *operand, const struct gather_layout *layout,
                     struct gather_buffer buffer);

bool array_type_init(PyObject *module, struct module_state *state);

#endif
