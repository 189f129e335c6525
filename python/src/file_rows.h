/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather of quantised numbers whose data is a tensor of a file: the rows that are asked for are taken as they are
 * stored, with what scales and zero points belong to them, and the operator goes over these alone.
 *
 *     indices 7 -1 99 ─> rows 7 8 none ─┬─ take ─> data [3, ..], scales [3, ..] ─┬─> the operator ─> result
 *                                       └──────── 0 1 3, which is outside ───────┘
 */
#ifndef GATHER_PYTHON_FILE_ROWS_H
#define GATHER_PYTHON_FILE_ROWS_H

#include "call.h"

/* Whether that is possible of a call, and of use. Else its data has to be read whole. */
bool file_rows_serve(const struct prepared *prepared, const struct call *call);

/* Runs it. Returns: the result. On failure: NULL with an exception, as of file_take_run. */
PyObject *file_rows_run(struct module_state *state, const struct prepared *prepared, struct call *call);

#endif
