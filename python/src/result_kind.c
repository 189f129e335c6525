/* SPDX-License-Identifier: Apache-2.0 */
/* Results: result_kind.h says of which kind. */
#include "result_kind.h"

#include <string.h>

#include "array_type.h"

/* numpy's own memory. Elements narrower than a byte have one each, whose other bits are 0. descr: stolen. */
static inline PyObject *new_numpy(const struct module_state *state, struct numpy_descr *descr,
                                  const struct gather_layout *layout, struct gather_buffer *buffer)
{
    Py_ssize_t sizes[GATHER_MAX_RANK];
    uint64_t bytes = (uint64_t)layout->cell_bits / 8;
    for (int32_t d = 0; d < layout->rank; d++) {
        sizes[d] = (Py_ssize_t)layout->sizes[d];
        bytes *= (uint64_t)layout->sizes[d]; /* bounded: bytes of a valid layout */
    }
    PyObject *made = state->numpy->new_from_descr(state->numpy->array_type, descr, layout->rank, sizes, NULL,
                                                  NULL, 0, NULL);
    if (made == NULL)
        return NULL;
    *buffer = (struct gather_buffer){((struct numpy_array *)made)->data, bytes};
    if (layout->cell_bits != gather_dtype_bits(layout->dtype))
        memset(buffer->data, 0, (size_t)bytes);
    return made;
}

PyObject *result_new(struct module_state *state, const struct operand *like,
                     const struct gather_layout *layout, struct gather_buffer *buffer)
{
    if (like->kind == OPERAND_NUMPY) {
        struct numpy_descr *descr = ((const struct numpy_array *)like->object)->descr;
        Py_INCREF((PyObject *)descr);
        return new_numpy(state, descr, layout, buffer);
    }
    PyObject *made = array_new(state, layout);
    if (made != NULL)
        *buffer = array_buffer(made);
    return made;
}

PyObject *result_new_numpy(struct module_state *state, const struct gather_layout *layout,
                           struct gather_buffer *buffer)
{
    struct numpy_descr *descr = numpy_descr_of(state, layout->dtype);
    return descr != NULL ? new_numpy(state, descr, layout, buffer) : NULL;
}

/* The function from_dlpack of the producer's: of its array namespace, or of the package that its type is from. */
static PyObject *find_from_dlpack(PyObject *object)
{
    PyObject *space = PyObject_CallMethod(object, "__array_namespace__", NULL), *found = NULL;
    if (space == NULL) {
        PyErr_Clear();
        PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__module__");
        PyObject *parts = name != NULL && PyUnicode_CheckExact(name)
                              ? PyObject_CallMethod(name, "partition", "s", ".")
                              : NULL;
        PyObject *modules = PySys_GetObject("modules");
        if (parts != NULL && modules != NULL)
            space = PyDict_GetItemWithError(modules, PyTuple_GetItem(parts, 0));
        Py_XINCREF(space);
        Py_XDECREF(parts);
        Py_XDECREF(name);
        PyErr_Clear();
    }
    if (space != NULL)
        found = PyObject_GetAttrString(space, "from_dlpack");
    PyErr_Clear();
    Py_XDECREF(space);
    return found;
}

PyObject *result_finish(struct module_state *state, const struct operand *like, PyObject *made)
{
    if (like->kind != OPERAND_DLPACK)
        return made;
    const struct dlpack_exchange *exchange = dlpack_exchange_of(state, Py_TYPE(like->object));
    PyObject *result = NULL;
    if (exchange != NULL)
        result = dlpack_hand_over(exchange, made, array_layout(made), array_buffer(made));
    PyErr_Clear(); /* the long way says it again */
    PyObject *from_dlpack = result == NULL ? find_from_dlpack(like->object) : NULL;
    if (result == NULL && from_dlpack == NULL)
        return made;
    if (result == NULL)
        result = PyObject_CallFunctionObjArgs(from_dlpack, made, NULL);
    Py_XDECREF(from_dlpack);
    Py_DECREF(made);
    return result;
}
