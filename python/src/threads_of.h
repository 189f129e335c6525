/* SPDX-License-Identifier: Apache-2.0 */
/* How many threads a gather runs on: what set_threads says for all, or an argument for one call. */
#ifndef GATHER_PYTHON_THREADS_OF_H
#define GATHER_PYTHON_THREADS_OF_H

#include "module.h"

/*
 * The pool for a number of threads. threads: None, or a number; another than set_threads' makes a pool for the call.
 * pool: receives what the caller gives back after the run; NULL for one thread, and then there is no hook.
 */
bool threads_get(struct module_state *state, PyObject *threads, PyObject **pool, struct gather_threads *hook);

PyObject *set_threads(PyObject *module, PyObject *number);
PyObject *get_threads(PyObject *module, PyObject *nothing);

#endif
