/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a plan was called on last. A call on numpy arrays that are made alike, which is nearly every call of a loop, is
 * seen by comparing a few fields: reading operands costs several times what a gather of a few elements does.
 */
#ifndef GATHER_PYTHON_FAMILIAR_H
#define GATHER_PYTHON_FAMILIAR_H

#include "operand.h"

/*
 * An array's making, and what follows from it: where its buffer begins and ends. Arrays are known whose type is numpy's
 * own of its number, which lives as long as numpy does and does not change; no times, which are judged in pairs.
 */
struct familiar {
    const struct numpy_descr *descr; /* NULL: nothing is familiar */
    int rank;
    Py_ssize_t sizes[GATHER_MAX_RANK], strides[GATHER_MAX_RANK];
    Py_ssize_t before; /* bytes before its first element */
    uint64_t bytes;
};

/* Learns an operand; nothing is familiar then if it is no such array. Runs no code of Python's. */
void familiar_learn(struct familiar *familiar, const struct module_state *state,
                    const struct operand *operand);

/* Whether an object is made like it, and, if it is an output, may be written. buffer: receives its memory. */
bool familiar_is(const struct familiar *familiar, const struct module_state *state, PyObject *object,
                 bool is_output, struct gather_buffer *buffer);

#endif
