/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The little of numpy's C interface that is used, by our own declaration: reading an array's fields and making a new
 * array cost nanoseconds this way, where the buffer protocol and a Python call cost hundreds. numpy is neither
 * needed to build nor imported: it is looked up when somebody else has imported it, and its ABI number is checked.
 * The fields are those that have been the same since numpy 1.7 and in numpy 2.
 */
#ifndef GATHER_PYTHON_NUMPY_ABI_H
#define GATHER_PYTHON_NUMPY_ABI_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

struct numpy_descr {
    PyObject_HEAD PyTypeObject *type;
    char kind, letter, byte_order, flags;
    int number;
};

struct numpy_array {
    PyObject_HEAD char *data;
    int rank;
    Py_ssize_t *sizes, *strides; /* in bytes */
    PyObject *base;
    struct numpy_descr *descr;
    int flags;
};

enum { NUMPY_WRITEABLE = 0x0400 };

struct numpy_abi {
    PyObject *table; /* the capsule, held */
    PyTypeObject *array_type;
    PyObject *(*new_from_descr)(PyTypeObject *type, struct numpy_descr *descr, int rank,
                                const Py_ssize_t *sizes, const Py_ssize_t *strides, void *data, int flags,
                                PyObject *like); /* steals the descr */
    struct numpy_descr *(*descr_from_type)(
        int number); /* of most types the one that nearly all arrays have; new */
};

/*
 * Finds numpy if it has been imported. abi: where it is kept.
 * Returns: 1; 0 if there is none, or none that is known; -1 with an exception.
 */
int numpy_abi_find(struct numpy_abi **abi);
void numpy_abi_forget(struct numpy_abi **abi);

/* Whether a type is, or is derived from, the one that a module has by a name, as numpy, if that is imported. */
bool numpy_has_type(const char *module, const char *name, PyTypeObject *type);

#endif
