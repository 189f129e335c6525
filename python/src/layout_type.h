/* SPDX-License-Identifier: Apache-2.0 */
/* libgather.Layout: where each element of a shape lies, as text, numbers and pictures. */
#ifndef GATHER_PYTHON_LAYOUT_TYPE_H
#define GATHER_PYTHON_LAYOUT_TYPE_H

#include "operand.h"

/* A new Layout. */
PyObject *layout_new(struct module_state *state, const struct gather_layout *layout);

/* Reads a Layout, or the text of one. */
bool layout_read(struct module_state *state, PyObject *object, struct gather_layout *layout);

/*
 * Reads an operand of which the layout may do: an array, or a layout alone, in `room`; it has no object then.
 * name: as of operand_read_as.
 */
bool layout_or_operand_read(struct module_state *state, PyObject *object, enum operand_role role,
                            const char *name, struct operand *operand, struct gather_layout *room);

/* The name of a type of elements, as numpy and ml_dtypes have it. */
PyObject *dtype_name(int32_t dtype);

bool layout_type_init(PyObject *module, struct module_state *state);

#endif
