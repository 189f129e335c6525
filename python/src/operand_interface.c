/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects that have nothing but numpy's __array_interface__, a dict of version 3: images of PIL, for one.
 *
 *     {"shape": (2, 3), "typestr": "<f4", "data": (address, read_only) or a buffer, "strides": None or bytes, ..}
 */
#include "operand.h"

/* Numbers of a tuple. Returns: how many; -1 with an exception. */
static Py_ssize_t read_numbers(PyObject *tuple, const char *what, int64_t *numbers)
{
    Py_ssize_t count = tuple != NULL && PyTuple_Check(tuple) ? PyTuple_Size(tuple) : -1;
    if (count < 0 || count > GATHER_MAX_RANK) {
        PyErr_Format(PyExc_ValueError, "the %s of an __array_interface__ is no tuple of at most %d numbers",
                     what, GATHER_MAX_RANK);
        return -1;
    }
    for (Py_ssize_t k = 0; k < count; k++) {
        numbers[k] = PyLong_AsLongLong(PyTuple_GetItem(tuple, k));
        if (numbers[k] == -1 && PyErr_Occurred())
            return -1;
    }
    return count;
}

static bool is_given(PyObject *value) { return value != NULL && value != Py_None; }

/* Where the elements begin: an address, or a buffer that is held. Returns: false with an exception. */
static bool find_memory(struct operand *operand, PyObject *interface, void **base)
{
    PyObject *data = PyDict_GetItemString(interface, "data"),
             *offset = PyDict_GetItemString(interface, "offset");
    if (is_given(data) && PyTuple_Check(data)) {
        if (PyTuple_Size(data) == 2) {
            *base = PyLong_AsVoidPtr(PyTuple_GetItem(data, 0));
            const int is_read_only = PyErr_Occurred() ? -1 : PyObject_IsTrue(PyTuple_GetItem(data, 1));
            operand->is_read_only = is_read_only > 0;
            return is_read_only >= 0;
        }
        PyErr_SetString(PyExc_ValueError, "the data of an __array_interface__ is no address and flag");
        return false;
    }
    int64_t begin = is_given(offset) ? PyLong_AsLongLong(offset) : 0;
    if (PyErr_Occurred() ||
        PyObject_GetBuffer(is_given(data) ? data : operand->object, &operand->view, PyBUF_SIMPLE) != 0)
        return false;
    operand->has_view = true;
    operand->is_read_only = operand->view.readonly != 0;
    if (begin < 0 || begin > operand->view.len) {
        PyErr_SetString(PyExc_ValueError, "the offset of an __array_interface__ is outside of its buffer");
        return false;
    }
    *base = (char *)operand->view.buf + begin;
    return true;
}

/* Strides of bytes become those of elements. */
static bool divide(int64_t *strides, Py_ssize_t count, int64_t item)
{
    for (Py_ssize_t d = 0; d < count; d++) {
        if (strides[d] % item != 0) {
            PyErr_SetString(PyExc_ValueError, "a stride that is no multiple of the element: give a copy");
            return false;
        }
        strides[d] /= item;
    }
    return true;
}

/* A buffer has an end, and so have the elements in it. */
static bool judge_reach(const struct operand *operand)
{
    const char *begin = operand->view.buf, *first = operand->buffer.data;
    if (!operand->has_view || operand->buffer.bytes == 0 ||
        (first >= begin && operand->buffer.bytes <= (uint64_t)(begin + operand->view.len - first)))
        return true;
    PyErr_SetString(PyExc_ValueError, "an __array_interface__ that leaves its buffer");
    return false;
}

static bool read_interface(struct module_state *state, struct operand *operand, PyObject *interface)
{
    PyObject *type = PyDict_GetItemString(interface, "typestr"),
             *steps = PyDict_GetItemString(interface, "strides");
    int64_t sizes[GATHER_MAX_RANK], strides[GATHER_MAX_RANK];
    void *base = NULL;
    Py_ssize_t rank = read_numbers(PyDict_GetItemString(interface, "shape"), "shape", sizes);
    if (rank < 0)
        return false;
    const char *text = type != NULL && PyUnicode_Check(type) ? PyUnicode_AsUTF8AndSize(type, NULL) : "";
    int32_t dtype = text != NULL ? typestr_read(text) : GATHER_DTYPE_NONE;
    if (dtype == GATHER_DTYPE_NONE || !find_memory(operand, interface, &base))
        return false;
    if (is_given(steps)) {
        Py_ssize_t count = read_numbers(steps, "strides", strides);
        if (count >= 0 && count != rank)
            PyErr_SetString(PyExc_ValueError,
                            "an __array_interface__ with another number of strides than of sizes");
        if (count != rank || !divide(strides, count, gather_dtype_bits(dtype) / 8))
            return false;
    }
    return operand_lay(state, operand, dtype, gather_dtype_bits(dtype), (int32_t)rank, sizes,
                       is_given(steps) ? strides : NULL, base) &&
           judge_reach(operand);
}

bool operand_read_interface(struct module_state *state, struct operand *operand, PyObject *interface)
{
    operand->kind = OPERAND_BUFFER;
    if (!PyDict_Check(interface)) {
        PyErr_SetString(PyExc_TypeError, "the __array_interface__ is no dict");
        return false;
    }
    operand->keeper = PyDict_Copy(interface); /* that nobody else changes; the memory may be the dict's */
    return operand->keeper != NULL && read_interface(state, operand, operand->keeper);
}
