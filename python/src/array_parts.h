/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is inside of an Array: its elements as Python's numbers and as words, and parts of its memory, which are Arrays
 * that hold it. Which part an index means is judged in Python (libgather/_convert.py), where its text is made too.
 */
#ifndef GATHER_PYTHON_ARRAY_PARTS_H
#define GATHER_PYTHON_ARRAY_PARTS_H

#include "module.h"

/* The methods tolist(), _word(index) and _view(first, sizes, strides). */
PyObject *array_to_list(PyObject *self, PyObject *nothing);
PyObject *array_word(PyObject *self, PyObject *index);
PyObject *array_view(PyObject *self, PyObject *arguments);

/* As a number, if it has no dimensions: int(), float(), operator.index(), complex(), bool(), format(); item(). */
PyObject *array_int(PyObject *self);
PyObject *array_float(PyObject *self);
PyObject *array_index(PyObject *self);
PyObject *array_complex(PyObject *self, PyObject *nothing);
int array_is_true(PyObject *self);
PyObject *array_format(PyObject *self, PyObject *how);
PyObject *array_item_of(PyObject *self, PyObject *places);

/* array[key], and the item number `place` of its first dimension. */
PyObject *array_part(PyObject *self, PyObject *key);
PyObject *array_item(PyObject *self, Py_ssize_t place);

/* array == other, and !=: whether both have the same type, sizes and elements, bit for bit, however they lie. */
PyObject *array_compare(PyObject *self, PyObject *other, int operation);

#endif
