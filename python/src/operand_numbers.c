/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Indices as a person writes them: an int, or lists and tuples of ints, nested evenly. They become 64-bit integers
 * in row-major order; where all are True or False, elements of the type bool, as an array of them would have. Arrays
 * among them are the lists that they make. Reading an element may run code of the caller's that changes the very lists,
 * so each is measured again when it is read.
 */
#include "operand.h"

#include <stdio.h>
#include <string.h>

#include "gather/study.h"

struct reading {
    const char *name; /* what errors call them */
    int64_t sizes[GATHER_MAX_RANK];
    int32_t rank;
    int64_t *next, *end, *begin;
    int64_t first_bool; /* 1 + its place; 0: there was none */
    bool has_run_code;
    bool are_bools; /* all that were read */
    bool has_rows;  /* what is no list, where reading ended */
};

static bool is_list(PyObject *object) { return PyList_Check(object) || PyTuple_Check(object); }

static Py_ssize_t length_of(PyObject *list)
{
    return PyList_Check(list) ? PyList_Size(list) : PyTuple_Size(list);
}

/* Borrowed; NULL with IndexError where the list has become shorter. */
static PyObject *item_of(PyObject *list, Py_ssize_t place)
{
    return PyList_Check(list) ? PyList_GetItem(list, place) : PyTuple_GetItem(list, place);
}

/* The sizes, as the first elements tell them, and how many numbers that is; -1 with an exception. */
static int64_t measure(struct module_state *state, PyObject *object, struct reading *reading)
{
    int64_t count = 1;
    for (reading->rank = 0; is_list(object); reading->rank++) {
        if (reading->rank == GATHER_MAX_RANK) {
            PyErr_Format(PyExc_ValueError, "%s are lists nested more than %d deep", reading->name,
                         GATHER_MAX_RANK);
            return -1;
        }
        Py_ssize_t length = length_of(object);
        reading->sizes[reading->rank] = length;
        if (__builtin_mul_overflow(count, (int64_t)length, &count)) {
            raise_no_memory(state, reading->name, UINT64_MAX, sizeof(int64_t));
            return -1;
        }
        if (length == 0) {
            reading->rank++;
            return 0;
        }
        object = item_of(object, 0);
    }
    return count;
}

/* Whether something has a length, as an array of one dimension or more. Runs no code. */
static bool has_length(PyObject *object)
{
    return PyType_GetSlot(Py_TYPE(object), Py_mp_length) != NULL ||
           PyType_GetSlot(Py_TYPE(object), Py_sq_length) != NULL;
}

static bool refuse_ragged(const struct reading *reading)
{
    PyErr_Format(PyExc_ValueError, "%s are lists of unequal lengths", reading->name);
    return false;
}

/* Where a number stands in the indices. */
static void find_place(int64_t place, int32_t rank, const int64_t *sizes, int64_t *position)
{
    for (int32_t d = rank - 1; d >= 0; d--) {
        position[d] = place % sizes[d];
        place /= sizes[d];
    }
}

/* The same of the next one. */
static void find_position(const struct reading *reading, int64_t *position)
{
    find_place(reading->next - reading->begin, reading->rank, reading->sizes, position);
}

static bool refuse_item(struct module_state *state, PyObject *object, const struct reading *reading)
{
    int64_t position[GATHER_MAX_RANK];
    find_position(reading, position);
    return raise_type(state, reading->name, position, reading->rank, object) != NULL;
}

/* An int, wherever it is from, as the next number. */
static bool add_number(struct module_state *state, PyObject *number, struct reading *reading)
{
    int overflow;
    const int64_t value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow != 0) {
        int64_t position[GATHER_MAX_RANK];
        find_position(reading, position);
        return raise_index_beyond(state, reading->name, position, reading->rank, number) != NULL;
    }
    if (value == -1 && PyErr_Occurred())
        return false;
    *reading->next++ = value;
    return true;
}

static bool read_number(struct module_state *state, PyObject *object, struct reading *reading)
{
    if (is_list(object) || reading->next == reading->end)
        return refuse_ragged(reading);
    if (PyLong_CheckExact(object)) {
        reading->are_bools = false;
        return add_number(state, object, reading);
    }
    if (!PyIndex_Check(object)) {
        reading->has_rows = has_length(object);
        if (!numpy_has_type("numpy", "bool_", Py_TYPE(object))) /* no integer since numpy 2 */
            return refuse_item(state, object, reading);
        object = PyObject_IsTrue(object) > 0 ? Py_True : Py_False; /* both live as long as the process */
    }
    if (!PyBool_Check(object))
        reading->are_bools = false;
    else if (reading->first_bool == 0)
        reading->first_bool = reading->next - reading->begin + 1;
    PyObject *number = PyNumber_Index(object);
    reading->has_run_code = true;
    reading->has_rows = number == NULL && has_length(object) && PyErr_ExceptionMatches(PyExc_TypeError);
    const bool is_added = number != NULL && add_number(state, number, reading);
    Py_XDECREF(number);
    return is_added;
}

/* The numbers of a list at a depth, and of all below. */
static bool read_list(struct module_state *state, PyObject *object, int32_t depth, struct reading *reading)
{
    if (depth == reading->rank)
        return read_number(state, object, reading);
    reading->has_rows = !is_list(object) && has_length(object);
    if (!is_list(object) || length_of(object) != reading->sizes[depth])
        return refuse_ragged(reading);
    for (Py_ssize_t k = 0; k < reading->sizes[depth]; k++) {
        PyObject *item = item_of(object, k);
        if (item == NULL)
            return false;
        Py_INCREF(item);
        bool is_read = read_list(state, item, depth + 1, reading);
        Py_DECREF(item);
        if (!is_read)
            return false;
    }
    return true;
}

static void lay_row_major(struct signature *is, const struct reading *reading, bool is_empty)
{
    int64_t step = 1;
    memset(is, 0, sizeof *is);
    is->dtype = GATHER_DTYPE_I64;
    is->cell_bits = 64;
    is->rank = reading->rank;
    for (int32_t d = reading->rank - 1; d >= 0; d--) {
        is->sizes[d] = reading->sizes[d];
        is->strides[d] = is_empty || is->sizes[d] == 1 ? 0 : step;
        step *= is->sizes[d]; /* bounded: as many as `measure` counted */
    }
}

/* Makes elements of bool of numbers that are 0 and 1, in their place. */
static void make_bools(struct operand *operand, int64_t count)
{
    char *elements = (char *)operand->numbers;
    for (int64_t k = 0; k < count; k++) {
        const char element = (char)operand->numbers[k];
        elements[k] = element;
    }
    operand->is.dtype = GATHER_DTYPE_BOOL;
    operand->is.cell_bits = 8;
    operand->buffer.bytes = (uint64_t)count;
}

/* Reads lists into memory of the operand's. */
static bool read_all(struct module_state *state, PyObject *lists, struct operand *operand,
                     struct reading *reading)
{
    const int64_t count = measure(state, lists, reading);
    if (count < 0)
        return false;
    operand->numbers = operand->few;
    if (count > NUMBERS_INLINE)
        operand->numbers = PyMem_Calloc((size_t)count, sizeof *operand->numbers);
    if (operand->numbers == NULL)
        return raise_no_memory(state, reading->name, (uint64_t)count, sizeof *operand->numbers) != NULL;
    reading->next = reading->begin = operand->numbers;
    reading->end = operand->numbers + count;
    operand->buffer =
        (struct gather_buffer){operand->numbers, (uint64_t)count * sizeof(int64_t)}; /* bounded: allocated */
    lay_row_major(&operand->is, reading, count == 0);
    reading->are_bools = count > 0;
    reading->first_bool = 0;
    const bool is_read = read_list(state, lists, 0, reading);
    if (is_read && reading->are_bools)
        make_bools(operand, count);
    operand->mixed = is_read && !reading->are_bools ? reading->first_bool : 0;
    return is_read;
}

/* Where reading has ended at an array, all of it as lists. */
static bool read_again(struct module_state *state, struct operand *operand, struct reading *reading)
{
    PyErr_Clear();
    if (operand->numbers != operand->few)
        PyMem_Free(operand->numbers);
    operand->numbers = NULL;
    reading->has_run_code = true;
    PyObject *lists = module_convert("lists_of", operand->object, NULL);
    const bool is_read = lists != NULL && read_all(state, lists, operand, reading);
    Py_XDECREF(lists);
    return is_read;
}

bool operand_read_numbers(struct module_state *state, struct operand *operand)
{
    struct reading reading;
    reading.name = operand_name(operand, ROLE_INDICES);
    operand->kind = OPERAND_NUMBERS;
    operand->is_read_only = true;
    reading.has_run_code = reading.has_rows = false;
    bool is_read = read_all(state, operand->object, operand, &reading);
    if (!is_read && reading.has_rows)
        is_read = read_again(state, operand, &reading);
    operand->has_run_code = reading.has_run_code;
    return is_read;
}

bool operand_suits_op(struct module_state *state, const struct operand *operand, int32_t operation)
{
    int64_t position[GATHER_MAX_RANK];
    if (operand->kind != OPERAND_NUMBERS || operand->mixed == 0 || operation == GATHER_OPERATION_NUMPY_TAKE)
        return true;
    find_place(operand->mixed - 1, operand->is.rank, operand->is.sizes, position);
    return raise_type(state, operand_name(operand, ROLE_INDICES), position, operand->is.rank, Py_True) !=
           NULL;
}

/* ---- as others ---------------------------------------------------------------------------------------------- */

/* Whether a type has a number itself, and not only one next to it, as floats have of large integers. */
static bool is_exact(int64_t number, int32_t dtype)
{
    const int32_t bits = dtype == GATHER_DTYPE_BF16  ? 8
                         : dtype == GATHER_DTYPE_F16 ? 11
                         : dtype == GATHER_DTYPE_F32 ? 24
                         : dtype == GATHER_DTYPE_F64 ? 53
                                                     : 63;
    uint64_t odd = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    while (odd != 0 && odd % 2 == 0)
        odd /= 2;
    return odd >> bits == 0;
}

/* A number as an element. Returns: false if there is none that is equal. */
static bool make_element(int64_t number, int32_t dtype, uint8_t *element)
{
    char text[24];
    const int32_t narrow = (int32_t)number;
    if (dtype == GATHER_DTYPE_I32) { /* nearly always */
        memcpy(element, &narrow, sizeof narrow);
        return narrow == number;
    }
    (void)snprintf(text, sizeof text, "%lld", (long long)number);
    return is_exact(number, dtype) && gather_element_read(dtype, text, element, NULL) == GATHER_STATUS_OK;
}

void operand_numbers_as(struct operand *operand, int32_t dtype)
{
    const size_t bytes = (size_t)gather_dtype_bits(dtype) / 8,
                 count = operand->buffer.bytes / sizeof *operand->numbers;
    char *elements = (char *)operand->numbers; /* in their place: none is wider */
    uint8_t element[16];
    if (operand->kind != OPERAND_NUMBERS || operand->is.dtype != GATHER_DTYPE_I64 ||
        dtype == GATHER_DTYPE_I64 || bytes == 0 || bytes > sizeof *operand->numbers)
        return;
    for (size_t k = 0; k < count; k++)
        if (!make_element(operand->numbers[k], dtype, element))
            return;
    for (size_t k = 0; k < count; k++) {
        (void)make_element(operand->numbers[k], dtype, element);
        memcpy(elements + k * bytes, element, bytes); /* bounded: below the number's own end */
    }
    operand->is.dtype = dtype;
    operand->is.cell_bits = gather_dtype_bits(dtype);
    operand->buffer.bytes = count * bytes; /* bounded: likewise */
}
