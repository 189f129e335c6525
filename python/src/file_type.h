/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather._core.File: a file of tensors, or a folder of them, of which parts are read when they are asked for; and
 * FileTensor, one of its tensors, which is an operand that has not been read.
 */
#ifndef GATHER_PYTHON_FILE_TYPE_H
#define GATHER_PYTHON_FILE_TYPE_H

#include "gather/io.h"
#include "operand.h"

/* A file that is open, and who uses it: closing waits for the last. */
struct opened {
    struct gather_file *file;
    Py_ssize_t users;
    struct gather_tensor
        *viewed; /* owned: all tensors, where some are looked at as another type; else NULL */
};

/* Uses a file object's file. Returns: NULL with ValueError after it was closed; given back by `file_leave`. */
struct opened *file_enter(PyObject *object);
void file_leave(struct opened *opened);

/* The tensor that an object of this type is, and its file, which is used. Returns: NULL with ValueError, with
 * NotImplementedError for elements that are not read here, or with TypeError for those whose type nobody said. */
struct opened *file_enter_tensor(PyObject *object, const struct gather_tensor **tensor);

/* Python's lock, given away while a file is read by a call that reports its progress to `file_heed`: signals are heeded
 * between two parts of it, and an exception of theirs ends it, CANCELLED. */
struct unlocked {
    PyThreadState *saved;
};
int file_heed(void *unlocked, int64_t done, int64_t total);

/* The exception that a failed read of a tensor deserves, which names it and its file where that is what is wrong; that
 * of a signal stands already. Returns: false. */
bool file_fail(struct module_state *state, const struct gather_error *error, const struct gather_file *file,
               const struct gather_tensor *tensor);

/* A whole tensor, an Array of the file's own layout. */
PyObject *file_read(struct module_state *state, const struct gather_file *file,
                    const struct gather_tensor *tensor);

bool file_type_init(PyObject *module, struct module_state *state);

#endif
