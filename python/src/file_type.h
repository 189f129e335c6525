/* SPDX-License-Identifier: Apache-2.0 */
/* libgather._core.File: a file of tensors, or a folder of them, of which parts are read when they are asked for. */
#ifndef GATHER_PYTHON_FILE_TYPE_H
#define GATHER_PYTHON_FILE_TYPE_H

#include "gather/io.h"
#include "operand.h"

/* A file that is open, and who uses it: closing waits for the last. */
struct opened {
    struct gather_file *file;
    Py_ssize_t users;
};

/* Uses a file object's file. Returns: NULL with ValueError after it was closed; given back by `file_leave`. */
struct opened *file_enter(PyObject *object);
void file_leave(struct opened *opened);

/* The rows of a tensor that indices name along an axis, of which only those are read. An Array. */
PyObject *file_take(struct module_state *state, const struct gather_file *file,
                    const struct gather_tensor *tensor, struct operand *indices, int32_t axis, int32_t mode);

bool file_type_init(PyObject *module, struct module_state *state);

#endif
