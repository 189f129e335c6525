/* SPDX-License-Identifier: Apache-2.0 */
/* A gather or a relayout whose data is a tensor of a file, of which no more is read than what is asked for. */
#ifndef GATHER_PYTHON_FILE_TAKE_H
#define GATHER_PYTHON_FILE_TAKE_H

#include "prepared_gather.h"

/* Whether that is possible of a call, and of use: whole rows along one axis, fewer elements than a small tensor has, or
 * another layout. Else its data has to be read.
 * inputs: as `prepared` has them, that at `data_at` a tensor of a file. */
bool file_take_serves(const struct prepared *prepared, const struct operand *inputs, size_t data_at);

/*
 * Runs it.
 * out: whose memory the output is; NULL for a new one.
 * On failure: false with an exception; nothing was written if an index was refused, else rows may have been.
 */
bool file_take_run(struct module_state *state, const struct prepared *prepared, const struct operand *inputs,
                   size_t data_at, const struct operand *out, struct gather_buffer output, PyObject *threads);

/* The indices of a gather, before anything of its data is read. Returns: as the gather. */
enum gather_status file_take_judge(const struct gather_op *op, const struct gather_layout *inputs,
                                   size_t count, const struct gather_layout *output,
                                   const struct gather_buffer *indices, struct gather_error *error);

#endif
