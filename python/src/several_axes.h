/* SPDX-License-Identifier: Apache-2.0 */
/* take along several axes. */
#ifndef GATHER_PYTHON_SEVERAL_AXES_H
#define GATHER_PYTHON_SEVERAL_AXES_H

#include "module.h"

/* The number of an axis. Returns: false with TypeError for what is no integer, AxisError beyond 64 bits. */
bool axis_is_number(PyObject *axis);

/*
 * x by one list of indices for each axis of a tuple. axes: that tuple. lists: what gives as many. mode: of numpy's take.
 * out, threads: None where not given.
 */
PyObject *take_axes(struct module_state *state, PyObject *x, PyObject *lists, PyObject *axes, int32_t mode,
                    PyObject *out, PyObject *threads);

#endif
