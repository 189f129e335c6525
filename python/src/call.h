/* SPDX-License-Identifier: Apache-2.0 */
/* The calls: objects in, a result out. */
#ifndef GATHER_PYTHON_CALL_H
#define GATHER_PYTHON_CALL_H

#include "prepared_gather.h"

/* The objects of a call. */
struct call {
    PyObject *out, *threads; /* borrowed; None where not given */
    struct operand inputs[INPUTS_MAX], output;
    size_t count;
    size_t data_at;
    bool has_run_code; /* of Python's, as some argument was read: it may have changed the others */
};

/* Reads the inputs and `out`, which is set before. Owns: `call_end`, whatever was answered. */
bool call_begin(struct module_state *state, struct call *call, PyObject *const *inputs, size_t count,
                size_t data_at);
void call_end(struct call *call);

/* Runs what is ready into `out`, or a new result. */
PyObject *call_run(struct module_state *state, const struct prepared *prepared, struct call *call);

/* What a call asks for, but for the op. */
struct request call_request(struct call *call);

/* Runs what is ready, a reference that it takes over; NULL, with an exception, is passed on. */
PyObject *call_ready(struct module_state *state, struct prepared *prepared, struct call *call);

/* Finds what is ready for an op and runs it. */
PyObject *call_op(struct module_state *state, const struct gather_op *op, struct call *call);

/* What the module has of functions. */
PyObject *take(PyObject *module, PyObject *const *values, Py_ssize_t count, PyObject *names);
PyObject *call_names(PyObject *module, PyObject *const *values, Py_ssize_t count);
PyObject *relayout(PyObject *module, PyObject *const *values, Py_ssize_t count, PyObject *names);

#endif
