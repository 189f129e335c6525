/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects of the buffer protocol: bytes, bytearray, memoryview, mmap, array.array and whatever else has it.
 */
#include "operand.h"

static bool refuse_indirect(void)
{
    PyErr_SetString(PyExc_TypeError, "a buffer of pointers to its rows (suboffsets) is not supported");
    return false;
}

/* The sizes; one dimension may go without. */
static void read_sizes(const Py_buffer *view, int64_t *sizes)
{
    for (int d = 0; d < view->ndim; d++)
        sizes[d] = view->shape != NULL ? view->shape[d] : view->len / view->itemsize;
}

/* The strides in elements. Returns: false where one is no multiple. */
static bool read_strides(const Py_buffer *view, const int64_t *sizes, int64_t *strides)
{
    for (int d = 0; d < view->ndim; d++) {
        strides[d] = view->strides[d] / view->itemsize;
        if (view->strides[d] % view->itemsize != 0 && sizes[d] > 1) {
            PyErr_Format(PyExc_ValueError,
                         "a stride of %zd bytes is no multiple of the element's %zd: give a copy",
                         view->strides[d], view->itemsize);
            return false;
        }
    }
    return true;
}

bool operand_read_buffer(struct module_state *state, struct operand *operand)
{
    int64_t sizes[GATHER_MAX_RANK], strides[GATHER_MAX_RANK];
    Py_buffer *view = &operand->view;
    operand->kind = OPERAND_BUFFER;
    if (PyObject_GetBuffer(operand->object, view, PyBUF_FULL_RO) != 0)
        return false;
    operand->has_view = true;
    operand->is_read_only = view->readonly != 0;
    if (view->suboffsets != NULL)
        return refuse_indirect();
    int32_t dtype = format_read(view->format, view->itemsize);
    if (dtype == GATHER_DTYPE_NONE)
        return false;
    if (view->ndim > GATHER_MAX_RANK) {
        PyErr_Format(PyExc_ValueError, "a buffer of %d dimensions; at most %d are supported", view->ndim,
                     GATHER_MAX_RANK);
        return false;
    }
    read_sizes(view, sizes);
    if (view->strides != NULL && !read_strides(view, sizes, strides))
        return false;
    return operand_lay(state, operand, dtype, gather_dtype_bits(dtype), view->ndim, sizes,
                       view->strides != NULL ? strides : NULL, view->buf);
}
