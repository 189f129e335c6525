/* SPDX-License-Identifier: Apache-2.0 */
/* The calls: objects in, a result out. */
#ifndef GATHER_PYTHON_CALL_H
#define GATHER_PYTHON_CALL_H

#include "op_names.h"
#include "prepared_gather.h"

/* The objects of a call. */
struct call {
    PyObject *out, *threads; /* borrowed; None where not given */
    struct operand *inputs;  /* the caller's: as many as the call has, at least */
    struct operand output;
    size_t count;
    size_t data_at;
    bool has_run_code; /* of Python's, as some argument was read: it may have changed the others */
};

/* Reads the inputs and `out`, which is set before, as is room for them. Owns: `call_end`, whatever was answered. */
bool call_begin(struct module_state *state, struct call *call, PyObject *const *inputs, size_t count,
                size_t data_at);
void call_end(struct call *call);
/* The `out` alone, when the inputs have been read. */
bool call_read_out(struct module_state *state, struct call *call);

/*
 * Likewise, of an operator that may have more inputs than two, by its own names for them. Integers that stand for
 * themselves get the type of what is there beside them, of which the operator wants one type.
 * row: NULL where the operator is not known.
 */
bool call_begin_more(struct module_state *state, struct call *call, PyObject *const *inputs, size_t count,
                     const struct gather_op_name *row);

/* The inputs of a tuple, without None at its end: INPUTS_MAX of them. Returns: how many; -1 with TypeError. */
Py_ssize_t call_count_inputs(PyObject *tuple, PyObject **inputs);

/* Whether input k is one of integers, as indices are: an int, lists and ranges will do. */
bool call_wants_integers(const struct gather_op_name *row, size_t k);
/* Gives these, where they were read as numbers alone, one type. */
void call_suit_numbers(struct call *call, const struct gather_op_name *row);

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
PyObject *call_more(PyObject *module, PyObject *const *values, Py_ssize_t count);
PyObject *relayout(PyObject *module, PyObject *const *values, Py_ssize_t count, PyObject *names);

#endif
