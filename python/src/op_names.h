/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of an operator, by name, as a dict has them; and elements as Python's numbers. */
#ifndef GATHER_PYTHON_OP_NAMES_H
#define GATHER_PYTHON_OP_NAMES_H

#include "prepared_gather.h"

enum { ATTRIBUTES_MAX = 16 };

/*
 * Makes an op of names, for the operands of a request, of which its page may judge something before attributes.
 * dialect: with its version, "onnx@13". attributes: a dict by the operator's own names, and the library's options
 *   `policy`, `fill_value` and `strict`; one that is NotImplemented was not given.
 * request: its operands; the type of the data is for `fill_value` too. Its op and its key are not looked at.
 */
bool op_read(struct module_state *state, const char *dialect, const char *name, PyObject *attributes,
             const struct request *request, struct gather_op *op);

/*
 * The same attributes, as nothing changes them any more: lists are tuples of integers, and what else is a number is one
 * of Python's own. data: what `fill_value` is for.
 * Returns: a new dict.
 */
PyObject *op_attributes_kept(PyObject *attributes, const struct operand *data);

/* The integer of an attribute. Returns: false with TypeError for what is none, AxisError or ValueError beyond 64 bits. */
bool integer_read(struct module_state *state, const char *name, PyObject *value, int64_t *number);

/* The operator of a name. dialect: as above. Returns: NULL where there is none. */
const struct gather_op_name *op_find(const char *dialect, const char *name);

/* Which input of an operator is its data: not the first where the world has the indices first. found: of op_find. */
size_t op_data_at(const struct gather_op_name *found);

/* Whether it may have more inputs than data and indices: it computes with them. found: of op_find. */
static inline bool op_has_more(const struct gather_op_name *found)
{
    return found != NULL && found->inputs[PAIR] != NULL;
}

/* Whether an attribute is one of the library's options; its name is text. */
bool op_is_option(PyObject *name);

/*
 * A number as an element of the data, as it lies in memory; None is a float that is no number. Of an array of times
 * it is a time in its unit, exactly; None is none. element: 16 bytes.
 */
bool element_read(struct module_state *state, const struct operand *data, PyObject *value, uint8_t *element);

#endif
