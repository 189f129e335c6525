/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is inside of an Array: its elements as Python's numbers, and parts of its memory, which are Arrays that hold it.
 * Which part an index means is judged in Python (libgather/_convert.py).
 */
#ifndef GATHER_PYTHON_ARRAY_PARTS_H
#define GATHER_PYTHON_ARRAY_PARTS_H

#include "module.h"

/* The methods tolist() and _view(first, sizes, strides). */
PyObject *array_to_list(PyObject *self, PyObject *nothing);
PyObject *array_view(PyObject *self, PyObject *arguments);

/* array[key], and the item number `place` of its first dimension. */
PyObject *array_part(PyObject *self, PyObject *key);
PyObject *array_item(PyObject *self, Py_ssize_t place);

#endif
