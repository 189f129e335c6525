/* SPDX-License-Identifier: Apache-2.0 */
/* What a plan was called on last: familiar.h says why. */
#include "familiar.h"

/* Subclasses may make something else of the same fields. */
static bool is_plain(const struct module_state *state, PyObject *object)
{
    return state->numpy != NULL && Py_TYPE(object) == state->numpy->array_type;
}

/* What lies in a type's metadata may lead back to the plan that would hold it. */
static bool has_metadata(const struct numpy_descr *descr)
{
    PyObject *metadata = PyObject_GetAttrString((PyObject *)descr, "metadata");
    const bool has = metadata != Py_None;
    Py_XDECREF(metadata);
    PyErr_Clear();
    return has;
}

PyObject *familiar_learn(struct familiar *familiar, const struct module_state *state,
                         const struct operand *operand)
{
    PyObject *before = (PyObject *)familiar->descr;
    familiar->descr = NULL;
    if (operand == NULL || operand->kind != OPERAND_NUMPY || operand->keeper != NULL ||
        !is_plain(state, operand->object))
        return before;
    const struct numpy_array *array = (const struct numpy_array *)operand->object;
    if (has_metadata(array->descr))
        return before;
    familiar->byte_order = array->descr->byte_order;
    familiar->number = array->descr->number;
    for (int d = 0; d < array->rank; d++) {
        familiar->sizes[d] = array->sizes[d];
        familiar->strides[d] = array->strides[d];
    }
    familiar->rank = array->rank;
    familiar->before = array->data - (const char *)operand->buffer.data;
    familiar->bytes = operand->buffer.bytes;
    Py_INCREF((PyObject *)array->descr);
    familiar->descr = array->descr;
    return before;
}

bool familiar_is(const struct familiar *familiar, const struct module_state *state, PyObject *object,
                 bool is_output, struct gather_buffer *buffer)
{
    if (familiar->descr == NULL || !is_plain(state, object))
        return false;
    const struct numpy_array *array = (const struct numpy_array *)object;
    if (array->descr != familiar->descr || array->descr->byte_order != familiar->byte_order ||
        array->descr->number != familiar->number || array->rank != familiar->rank ||
        (is_output && (array->flags & NUMPY_WRITEABLE) == 0))
        return false;
    for (int d = 0; d < array->rank; d++)
        if (array->sizes[d] != familiar->sizes[d] || array->strides[d] != familiar->strides[d])
            return false;
    *buffer = (struct gather_buffer){array->data - familiar->before, familiar->bytes};
    return true;
}
