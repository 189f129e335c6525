/* SPDX-License-Identifier: Apache-2.0 */
/* What is inside of an Array: array_parts.h says how it is asked for. */
#include "array_parts.h"

#include <string.h>

#include "array_type.h"
#include "dense.h"
#include "gather/study.h"

/* ---- elements --------------------------------------------------------------------------------------------- */

static PyObject *number_of(int32_t dtype, const char *element)
{
    uint64_t bits = 0;
    int32_t width = gather_dtype_bits(dtype);
    memcpy(&bits, element, width > 64 ? sizeof bits : (size_t)(width + 7) / 8);
    if (width < 8)
        bits &= (UINT64_C(1) << width) - 1;
    if (dtype == GATHER_DTYPE_BOOL)
        return PyBool_FromLong(bits != 0);
    if (gather_dtype_is_unsigned(dtype))
        return PyLong_FromUnsignedLongLong(bits);
    if (gather_dtype_is_signed(dtype)) {
        uint64_t sign = UINT64_C(1) << (width - 1);
        return PyLong_FromLongLong((int64_t)((bits ^ sign) - sign));
    }
    if (dtype == GATHER_DTYPE_C64) {
        float parts[2];
        memcpy(parts, element, sizeof parts);
        return PyComplex_FromDoubles((double)parts[0], (double)parts[1]);
    }
    if (dtype == GATHER_DTYPE_C128) {
        double parts[2];
        memcpy(parts, element, sizeof parts);
        return PyComplex_FromDoubles(parts[0], parts[1]);
    }
    if (dtype == GATHER_DTYPE_F32) { /* what most have, without a detour */
        float narrow;
        memcpy(&narrow, element, sizeof narrow);
        return PyFloat_FromDouble((double)narrow);
    }
    return PyFloat_FromDouble(gather_element_value(dtype, element));
}

enum { ELEMENT_BYTES = 16 };

/* The element at an index, its low bits first. Returns: false with IndexError. */
static bool read_element(PyObject *array, const int64_t *index, char *element)
{
    const struct gather_layout *layout = array_layout(array);
    int64_t cell;
    const unsigned char *bytes = array_buffer(array).data;
    int32_t bits = gather_dtype_bits(layout->dtype);
    memset(element, 0, ELEMENT_BYTES);
    if (gather_layout_cell(layout, index, layout->rank, &cell, NULL) != GATHER_STATUS_OK) {
        PyErr_SetString(PyExc_IndexError, "an index outside of the array");
        return false;
    }
    int64_t bit = cell * layout->cell_bits; /* bounded: bits of the layout */
    if (bits >= 8)
        memcpy(element, bytes + bit / 8, (size_t)bits / 8);
    else
        element[0] = (char)(bytes[bit / 8] >> (bit % 8) & ((1 << bits) - 1));
    return true;
}

/* Elements from `at` on, row-major, in so many bytes each; `at` goes on behind them. */
static PyObject *list_of(const struct gather_layout *layout, int32_t depth, const char **at)
{
    if (depth == layout->rank) {
        PyObject *number = number_of(layout->dtype, *at);
        *at += layout->cell_bits / 8;
        return number;
    }
    PyObject *list = PyList_New(layout->sizes[depth]);
    for (int64_t k = 0; list != NULL && k < layout->sizes[depth]; k++) {
        PyObject *item = list_of(layout, depth + 1, at);
        if (item == NULL || PyList_SetItem(list, k, item) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *dense_array(struct module_state *state, PyObject *array)
{
    struct operand operand;
    PyObject *made = operand_read(state, array, ROLE_DATA, &operand) ? dense_of(state, &operand) : NULL;
    operand_end(&operand);
    return made;
}

PyObject *array_to_list(PyObject *self, PyObject *nothing)
{
    PyObject *dense = dense_array(state_of_object(self), self), *list = NULL;
    (void)nothing;
    if (dense != NULL) {
        const char *at = array_buffer(dense).data;
        list = list_of(array_layout(dense), 0, &at);
    }
    Py_XDECREF(dense);
    return list;
}

/* The element of an array without dimensions. Else Python would read the memory as the digits of a number. */
static PyObject *get_element(PyObject *self)
{
    if (array_layout(self)->rank == 0)
        return array_to_list(self, NULL);
    return PyErr_Format(PyExc_TypeError, "only an array without dimensions is a number, and this one has %d",
                        (int)array_layout(self)->rank);
}

PyObject *array_int(PyObject *self)
{
    PyObject *element = get_element(self), *number = element != NULL ? PyNumber_Long(element) : NULL;
    Py_XDECREF(element);
    return number;
}

PyObject *array_float(PyObject *self)
{
    PyObject *element = get_element(self), *number = element != NULL ? PyNumber_Float(element) : NULL;
    Py_XDECREF(element);
    return number;
}

PyObject *array_index(PyObject *self)
{
    PyObject *element = get_element(self), *number = element != NULL ? PyNumber_Index(element) : NULL;
    Py_XDECREF(element);
    return number;
}

/* As a sequence has it, whether there is anything; an element by itself. */
int array_is_true(PyObject *self)
{
    if (array_layout(self)->rank > 0)
        return array_layout(self)->sizes[0] > 0;
    PyObject *element = get_element(self);
    const int truth = element != NULL ? PyObject_IsTrue(element) : -1;
    Py_XDECREF(element);
    return truth;
}

PyObject *array_complex(PyObject *self, PyObject *nothing)
{
    PyObject *element = get_element(self), *number = NULL;
    (void)nothing;
    if (element != NULL)
        number = PyObject_CallFunctionObjArgs((PyObject *)&PyComplex_Type, element, NULL);
    Py_XDECREF(element);
    return number;
}

/* All others by no word of how alone. */
PyObject *array_format(PyObject *self, PyObject *how)
{
    const bool is_text =
        array_layout(self)->rank > 0 && PyUnicode_Check(how) && PyUnicode_GetLength(how) == 0;
    PyObject *element = is_text ? PyObject_Str(self) : get_element(self);
    PyObject *text = element != NULL ? PyObject_Format(element, how) : NULL;
    Py_XDECREF(element);
    return text;
}

static bool read_numbers(PyObject *tuple, Py_ssize_t count, int64_t *numbers)
{
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *item = PyTuple_GetItem(tuple, k);
        numbers[k] = item != NULL ? PyLong_AsLongLong(item) : -1;
        if (PyErr_Occurred())
            return false;
    }
    return true;
}

/* An element with the fewest digits that say it. index: a tuple of a number for each dimension. */
PyObject *array_word(PyObject *self, PyObject *index)
{
    const struct gather_layout *layout = array_layout(self);
    int64_t at[GATHER_MAX_RANK] = {0};
    char element[ELEMENT_BYTES];
    if (!PyTuple_Check(index) || PyTuple_Size(index) != layout->rank)
        return PyErr_Format(PyExc_TypeError, "an index is a tuple of a number for each dimension");
    if (!read_numbers(index, layout->rank, at) || !read_element(self, at, element))
        return NULL;
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    gather_element_write(&writer, layout->dtype, element, false);
    return text_of_memory(state_of_object(self), writer.status, &memory);
}

/* ---- as another ------------------------------------------------------------------------------------------- */

/* 1, 0, or -1 with an exception. */
static int is_equal(struct module_state *state, PyObject *self, PyObject *other)
{
    const struct gather_layout *a = array_layout(self), *b = array_layout(other);
    if (a->dtype != b->dtype || a->rank != b->rank || memcmp(a->sizes, b->sizes, sizeof a->sizes) != 0)
        return 0;
    if (array_is_full(a) && gather_layout_equal(a, b))
        return memcmp(array_buffer(self).data, array_buffer(other).data, (size_t)gather_layout_bytes(a)) == 0;
    PyObject *first = dense_array(state, self), *second = first != NULL ? dense_array(state, other) : NULL;
    int equal = -1;
    if (second != NULL)
        equal = memcmp(array_buffer(first).data, array_buffer(second).data,
                       (size_t)array_buffer(first).bytes) == 0;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return equal;
}

PyObject *array_compare(PyObject *self, PyObject *other, int operation)
{
    if (Py_TYPE(other) != Py_TYPE(self) || (operation != Py_EQ && operation != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    const int equal = is_equal(state_of_object(self), self, other);
    return equal < 0 ? NULL : PyBool_FromLong((equal != 0) == (operation == Py_EQ));
}

/* ---- parts ------------------------------------------------------------------------------------------------ */

/* Memory from the first byte on in which a part has an element: bytes of whole elements before are another's. */
static struct gather_buffer memory_of(struct gather_layout *part, struct gather_buffer buffer)
{
    const int64_t whole = part->cell_bits % 8 == 0 ? 1 : 8; /* cells, which are whole bytes */
    int64_t first = part->offset;
    for (int32_t d = 0; d < part->rank; d++) {
        if (part->sizes[d] == 0)
            return buffer;
        if (part->place[d] < 0)
            first += part->place[d] * (part->sizes[d] - 1); /* bounded: a cell of the array */
    }
    first -= first % whole;
    const int64_t bytes = first / whole * (whole * part->cell_bits / 8); /* bounded: as above */
    part->offset -= first;
    buffer.data = (uint8_t *)buffer.data + bytes;
    buffer.bytes -= (uint64_t)bytes;
    return buffer;
}

/* The memory under another layout of strides, whose first element lies in a cell: libgather._convert says which. */
PyObject *array_view(PyObject *self, PyObject *arguments)
{
    struct module_state *state = state_of_object(self);
    const struct gather_layout *whole = array_layout(self);
    struct operand operand = {.object = self, .is_read_only = array_is_read_only(self)};
    struct gather_layout part;
    struct gather_error error = {0};
    PyObject *sizes, *strides;
    int64_t parts[2][GATHER_MAX_RANK];
    long long first;
    if (!PyArg_ParseTuple(arguments, "LO!O!", &first, &PyTuple_Type, &sizes, &PyTuple_Type, &strides))
        return NULL;
    Py_ssize_t rank = PyTuple_Size(sizes);
    if (rank > GATHER_MAX_RANK)
        return PyErr_Format(PyExc_ValueError, "%zd dimensions; at most %d are supported", rank,
                            GATHER_MAX_RANK);
    if (!read_numbers(sizes, rank, parts[0]) || !read_numbers(strides, rank, parts[1]))
        return NULL;
    enum gather_status status =
        gather_layout_init_strides(&part, whole->dtype, (int32_t)rank, parts[0], parts[1], first, &error);
    if (status == GATHER_STATUS_OK) {
        part.cell_bits = whole->cell_bits;
        status = gather_layout_validate(&part, &error);
    }
    if (status != GATHER_STATUS_OK)
        return raise_error(state, &error);
    if ((uint64_t)gather_layout_bytes(&part) > array_buffer(self).bytes)
        return PyErr_Format(PyExc_ValueError, "a part that is outside of the array");
    const struct gather_buffer memory = memory_of(&part, array_buffer(self));
    return array_over(state, &operand, &part, memory);
}

/* An integer of Python's own as a place along a dimension. Returns: whether it is one. */
static bool read_place(PyObject *number, int64_t size, int64_t *place)
{
    int overflow = 0;
    if (!PyLong_CheckExact(number))
        return false;
    *place = PyLong_AsLongLongAndOverflow(number, &overflow);
    *place += *place < 0 ? size : 0; /* bounded: a negative number and a size */
    return overflow == 0 && *place >= 0 && *place < size;
}

/* Whether a key names one element by plain integers, as nearly all do that ask for many. */
static bool read_places(const struct gather_layout *layout, PyObject *key, int64_t *places)
{
    if (layout->rank == 1 && read_place(key, layout->sizes[0], places))
        return true;
    bool are_places = PyTuple_Check(key) && PyTuple_Size(key) == layout->rank;
    for (int32_t d = 0; d < layout->rank && are_places; d++)
        are_places = read_place(PyTuple_GetItem(key, d), layout->sizes[d], &places[d]);
    return are_places;
}

/* All other keys libgather._convert knows, and refuses. */
PyObject *array_part(PyObject *self, PyObject *key)
{
    const struct gather_layout *layout = array_layout(self);
    int64_t places[GATHER_MAX_RANK] = {0};
    char element[ELEMENT_BYTES];
    if (!read_places(layout, key, places))
        return module_convert("part_of", self, key);
    return read_element(self, places, element) ? number_of(layout->dtype, element) : NULL;
}

PyObject *array_item_of(PyObject *self, PyObject *places) { return module_convert("item_of", self, places); }

PyObject *array_item(PyObject *self, Py_ssize_t place)
{
    if (place < 0) /* one from the end: Python has added the length */
        return PyErr_Format(PyExc_IndexError, "an index before the first of the array");
    PyObject *key = PyLong_FromSsize_t(place), *made = key != NULL ? array_part(self, key) : NULL;
    Py_XDECREF(key);
    return made;
}
