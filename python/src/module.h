/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the extension module share. It is written against CPython's limited interface of 3.11, so that
 * one binary serves that version and all later ones, and against the public headers of the library.
 *
 *     objects ── operand ──> signatures, buffers ── prepared ──> plan, run ──> result, in the kind of the data
 *
 * A function that can fail returns NULL, false or -1 with an exception set.
 */
#ifndef GATHER_PYTHON_MODULE_H
#define GATHER_PYTHON_MODULE_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>

#include "gather/gather.h"
#include "gather/names.h"
#include "numpy_abi.h"

enum { PREPARED_KEPT = 64, NAMED_KEPT = 64, USER_TYPES_KEPT = 32 };

struct prepared;
struct named_op;
struct dlpack_exchange;

/* Of one module object. What changes: the pool that set_threads makes, and what is remembered to be fast. */
struct module_state {
    PyTypeObject *array_type, *layout_type, *plan_type, *file_type, *tensor_type;
    PyObject *index_error, *axis_error;
    PyObject *pool;                         /* a capsule of a struct gather_pool; NULL: one thread */
    struct numpy_abi *numpy;                /* NULL until numpy has been imported by somebody */
    PyTypeObject *producer;                 /* of DLPack, that was met last; NULL before */
    const struct dlpack_exchange *exchange; /* its table; NULL: it has none */
    PyObject *requires_grad, *is_conj, *is_neg, *out; /* these names */
    struct prepared *kept[PREPARED_KEPT];
    struct named_op *named[NAMED_KEPT];
    int8_t user_types[USER_TYPES_KEPT]; /* of numpy's numbers from 256 on; NONE: not known yet */
};

/* The state, of a module and of an object of one of its types. */
struct module_state *state_of_module(PyObject *module);
struct module_state *state_of_object(PyObject *object);

/* Makes a type of the module's, which nobody can change. */
PyTypeObject *module_add_type(PyObject *module, PyType_Spec *spec, const char *name);

/* Memory for an object of one of these types, zeroed; and the end of it, once its fields have been ended. */
void *object_allocate(PyTypeObject *type);
void object_release(PyObject *object);

/* What a function of libgather._convert makes of a value: new. more: a second argument; NULL for none. */
PyObject *module_convert(const char *function, PyObject *value, PyObject *more);

/* The text of a name, which has no end inside. Returns: NULL with TypeError or ValueError. */
const char *name_text(PyObject *name);

/* repr() of a value for a sentence: new. Of an int of more digits than Python prints it says that. */
PyObject *value_text(PyObject *value);

/* Keyword arguments of a call, each with the place that its value goes to; NULL behind the last. */
struct keyword {
    const char *name;
    PyObject **value;
};
bool keyword_read(const char *function, const struct keyword *keywords, PyObject *name, PyObject *value);
/* Of a function that has none: words is a dict, or NULL. */
bool keywords_none(const char *function, PyObject *words);
bool keywords_read(const char *function, const struct keyword *keywords, PyObject *const *values,
                   PyObject *names);

/* Sets the exception that an error deserves. Returns: NULL. */
void *raise_error(struct module_state *state, const struct gather_error *error);
/* Likewise, with a sentence of the module's own. */
void *raise_sentence(struct module_state *state, const struct gather_error *error, PyObject *sentence);

/* Likewise, of an index in a list, an operand of this name, that no 64-bit integer is. */
void *raise_index_beyond(struct module_state *state, const char *name, const int64_t *position, int32_t rank,
                         PyObject *value);
/* Likewise, of an attribute: AxisError of an axis; and of what is no integer at all, in a list or for itself. */
void *raise_attribute_beyond(struct module_state *state, const char *name, PyObject *value);
void *raise_type(struct module_state *state, const char *name, const int64_t *position, int32_t rank,
                 PyObject *value);

/* Likewise, of memory that there is not: for so many of this size. operand: what it is for; NULL: nothing of a name. */
void *raise_no_memory(struct module_state *state, const char *operand, uint64_t count, uint64_t size);

/*
 * Puts an argument's name before the sentence of the TypeError, ValueError or BufferError that is set, where it is not
 * in it: an exception of Python code, as torch's of tensors with gradients, becomes the cause. Returns: NULL.
 */
void *raise_named(const char *name);

/* Likewise, of a file that could not be opened. */
void *raise_for_path(struct module_state *state, const struct gather_error *error, const char *path);
/* That exception itself: new. tensor: the name of the one that it is about; NULL for none. */
PyObject *exception_for_path(struct module_state *state, const struct gather_error *error, const char *path,
                             const char *tensor);
/* Sets an exception, which it takes over; NULL, after a failure, is passed on. Returns: NULL. */
void *raise_exception(PyObject *exception);

/* The exceptions of the module's own. */
bool raise_init(PyObject *module, struct module_state *state);

/* A tuple of integers. */
PyObject *tuple_of(const int64_t *values, int32_t count);

/* The text that was written into a struct gather_memory, which is ended; status: what writing it came to. */
PyObject *text_of_memory(struct module_state *state, enum gather_status status, void *memory);

#endif
