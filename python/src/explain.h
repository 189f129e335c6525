/* SPDX-License-Identifier: Apache-2.0 */
/* What each world makes of a take; and the command, in this process. */
#ifndef GATHER_PYTHON_EXPLAIN_H
#define GATHER_PYTHON_EXPLAIN_H

#include "module.h"

/* Returns: the text, the JSON and the SVG of an explanation, as a tuple. */
PyObject *explain(PyObject *module, PyObject *arguments);

PyObject *command(PyObject *module, PyObject *words);

#endif
