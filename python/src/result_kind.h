/* SPDX-License-Identifier: Apache-2.0 */
/* Results, in the kind of the data: numpy for numpy, the producer's own by its from_dlpack, else an Array. */
#ifndef GATHER_PYTHON_RESULT_KIND_H
#define GATHER_PYTHON_RESULT_KIND_H

#include "operand.h"

/*
 * New memory for a result of a dense layout. like: the data. buffer: receives where it is to be written.
 * Returns: what `result_finish` makes the result of.
 */
PyObject *result_new(struct module_state *state, const struct operand *like,
                     const struct gather_layout *layout, struct gather_buffer *buffer);

/* Likewise, an array of numpy's, of the type that it has for the layout's. */
PyObject *result_new_numpy(struct module_state *state, const struct gather_layout *layout,
                           struct gather_buffer *buffer);

/* The result itself. made: of `result_new`, stolen. */
PyObject *result_finish(struct module_state *state, const struct operand *like, PyObject *made);

#endif
