/* SPDX-License-Identifier: Apache-2.0 */
/* What a plan was called on last: familiar.h says why. */
#include "familiar.h"

/* Subclasses may make something else of the same fields. */
static bool is_plain(const struct module_state *state, PyObject *object)
{
    return state->numpy != NULL && Py_TYPE(object) == state->numpy->array_type;
}

static bool has_own_type(const struct module_state *state, const struct numpy_array *array)
{
    struct numpy_descr *own = state->numpy->descr_from_type(array->descr->number);
    const bool is_own = own == array->descr;
    PyErr_Clear();
    Py_XDECREF((PyObject *)own);
    return is_own;
}

void familiar_learn(struct familiar *familiar, const struct module_state *state,
                    const struct operand *operand)
{
    const struct numpy_array *array = (const struct numpy_array *)operand->object;
    familiar->descr = NULL;
    if (operand->kind != OPERAND_NUMPY || operand->keeper != NULL || !is_plain(state, operand->object) ||
        operand_time(operand) != NULL || !has_own_type(state, array))
        return;
    for (int d = 0; d < array->rank; d++) {
        familiar->sizes[d] = array->sizes[d];
        familiar->strides[d] = array->strides[d];
    }
    familiar->rank = array->rank;
    familiar->before = array->data - (const char *)operand->buffer.data;
    familiar->bytes = operand->buffer.bytes;
    familiar->descr = array->descr;
}

bool familiar_is(const struct familiar *familiar, const struct module_state *state, PyObject *object,
                 bool is_output, struct gather_buffer *buffer)
{
    if (familiar->descr == NULL || !is_plain(state, object))
        return false;
    const struct numpy_array *array = (const struct numpy_array *)object;
    if (array->descr != familiar->descr || array->rank != familiar->rank ||
        (is_output && (array->flags & NUMPY_WRITEABLE) == 0))
        return false;
    for (int d = 0; d < array->rank; d++)
        if (array->sizes[d] != familiar->sizes[d] || array->strides[d] != familiar->strides[d])
            return false;
    *buffer = (struct gather_buffer){array->data - familiar->before, familiar->bytes};
    return true;
}
