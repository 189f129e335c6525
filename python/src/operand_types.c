/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types of elements by the names that numpy and the buffer protocol have for them. Bytes in another order than the
 * machine's, and objects, are refused by name.
 */
#include "operand.h"

#include <string.h>

#include "layout_type.h"

/* ---- numpy ------------------------------------------------------------------------------------------------ */

enum {
    NUMPY_LONG_DOUBLE = 13,
    NUMPY_OBJECT = 17,
    NUMPY_DATETIME = 21,
    NUMPY_TIMEDELTA = 22,
    NUMPY_USER = 256
};

/* By numpy's own numbers, 0 to 23, of C's types on this machine. */
static const int32_t by_number[] = {GATHER_DTYPE_BOOL,
                                    GATHER_DTYPE_I8,
                                    GATHER_DTYPE_U8,
                                    GATHER_DTYPE_I16,
                                    GATHER_DTYPE_U16,
                                    GATHER_DTYPE_I32,
                                    GATHER_DTYPE_U32,
                                    sizeof(long) == 8 ? GATHER_DTYPE_I64 : GATHER_DTYPE_I32,
                                    sizeof(long) == 8 ? GATHER_DTYPE_U64 : GATHER_DTYPE_U32,
                                    GATHER_DTYPE_I64,
                                    GATHER_DTYPE_U64,
                                    GATHER_DTYPE_F32,
                                    GATHER_DTYPE_F64,
                                    GATHER_DTYPE_NONE,
                                    GATHER_DTYPE_C64,
                                    GATHER_DTYPE_C128,
                                    GATHER_DTYPE_NONE,
                                    GATHER_DTYPE_NONE,
                                    GATHER_DTYPE_NONE,
                                    GATHER_DTYPE_NONE,
                                    GATHER_DTYPE_NONE,
                                    GATHER_DTYPE_NONE,
                                    GATHER_DTYPE_NONE,
                                    GATHER_DTYPE_F16};

/* Types that others registered, as ml_dtypes does, by the name of their scalars: "bfloat16". */
static int32_t by_name(const struct numpy_descr *descr)
{
    PyObject *name = PyType_GetName(descr->type);
    Py_ssize_t length;
    const char *text = name != NULL ? PyUnicode_AsUTF8AndSize(name, &length) : NULL;
    int32_t dtype =
        text != NULL ? gather_dtype_from_name(GATHER_WORLD_NUMPY, text, (size_t)length) : GATHER_DTYPE_NONE;
    Py_XDECREF(name);
    const int32_t bits = gather_dtype_bits(dtype);
    PyObject *size = PyObject_GetAttrString((PyObject *)descr, "itemsize");
    if (size == NULL || PyLong_AsLong(size) != (bits < 8 ? 1 : bits / 8))
        dtype = GATHER_DTYPE_NONE; /* another one of this name */
    Py_XDECREF(size);
    PyErr_Clear();
    return dtype;
}

/* Likewise, and known from then on: a number is given once in a process. */
static int32_t by_user_number(struct module_state *state, const struct numpy_descr *descr)
{
    const int place = descr->number - NUMPY_USER;
    if (place >= USER_TYPES_KEPT)
        return by_name(descr);
    if (state->user_types[place] == GATHER_DTYPE_NONE)
        state->user_types[place] = (int8_t)by_name(descr);
    return state->user_types[place];
}

int32_t numpy_dtype(struct module_state *state, const struct operand *operand, enum operand_role role)
{
    const struct numpy_descr *descr = ((const struct numpy_array *)operand->object)->descr;
    int32_t dtype = GATHER_DTYPE_NONE;
    int number = descr->number;
    if (number >= 0 && number < (int)(sizeof by_number / sizeof *by_number))
        dtype = by_number[number];
    else if (number >= NUMPY_USER)
        dtype = by_user_number(state, descr);
    else if (number < 0)
        dtype = GATHER_DTYPE_NONE;
    if ((number == NUMPY_DATETIME || number == NUMPY_TIMEDELTA) && role != ROLE_INDICES &&
        role != ROLE_VALUES)
        dtype = GATHER_DTYPE_I64; /* moved as the 64 bits that they are */
    if (dtype == GATHER_DTYPE_NONE)
        PyErr_Format(PyExc_TypeError, "%s is an array of dtype %S, which is not supported",
                     operand_name(operand, role), (PyObject *)descr);
    else if (descr->byte_order == (PY_BIG_ENDIAN ? '<' : '>')) {
        PyErr_Format(PyExc_TypeError, "%s is an array of dtype %S, whose bytes are in foreign order%s",
                     operand_name(operand, role), (PyObject *)descr,
                     role != ROLE_OUTPUT ? ": give a copy, x.astype(x.dtype.newbyteorder('='))" : "");
        dtype = GATHER_DTYPE_NONE;
    }
    return dtype;
}

struct numpy_descr *numpy_descr_of(const struct module_state *state, int32_t dtype)
{
    for (int number = 0; number < (int)(sizeof by_number / sizeof *by_number); number++)
        if (by_number[number] == dtype)
            return state->numpy->descr_from_type(number);
    PyObject *name = dtype_name(dtype), *descr = name != NULL ? module_convert("dtype_of", name, NULL) : NULL;
    Py_XDECREF(name);
    return (struct numpy_descr *)descr;
}

PyObject *operand_time(const struct operand *operand)
{
    if (operand->kind != OPERAND_NUMPY)
        return NULL;
    struct numpy_descr *descr = ((const struct numpy_array *)operand->object)->descr;
    return descr->number == NUMPY_DATETIME || descr->number == NUMPY_TIMEDELTA ? (PyObject *)descr : NULL;
}

/* What sentences call the type: new, or NULL with an exception. */
static PyObject *type_name(const struct operand *operand)
{
    if (operand->kind == OPERAND_NUMPY)
        return PyObject_Str((PyObject *)((const struct numpy_array *)operand->object)->descr);
    return dtype_name(operand->is.dtype);
}

bool operand_suits_time(const struct operand *data, const struct operand *out)
{
    PyObject *times[] = {operand_time(data), operand_time(out)};
    if (times[0] == times[1])
        return true;
    const int is_equal =
        times[0] != NULL && times[1] != NULL ? PyObject_RichCompareBool(times[0], times[1], Py_EQ) : 0;
    if (is_equal != 0)
        return is_equal > 0;
    PyObject *names[] = {type_name(data), type_name(out)};
    if (names[0] != NULL && names[1] != NULL)
        PyErr_Format(PyExc_TypeError, "out is of %U; the data is of %U", names[1], names[0]);
    Py_XDECREF(names[0]);
    Py_XDECREF(names[1]);
    return false;
}

/* ---- the buffer protocol ---------------------------------------------------------------------------------- */

struct format {
    const char *text;
    int8_t kind; /* u, i, f, c: with the item's bytes this is the type; b for bool */
};

static const struct format formats[] = {{"?", 'b'}, {"b", 'i'}, {"h", 'i'},  {"i", 'i'}, {"l", 'i'},
                                        {"q", 'i'}, {"n", 'i'}, {"B", 'u'},  {"H", 'u'}, {"I", 'u'},
                                        {"L", 'u'}, {"Q", 'u'}, {"N", 'u'},  {"c", 'u'}, {"e", 'f'},
                                        {"f", 'f'}, {"d", 'f'}, {"Zf", 'c'}, {"Zd", 'c'}};

struct item {
    int8_t kind;
    int8_t bytes;
    int8_t dtype;
    const char *format; /* that is written */
};

static const struct item items[] = {
    {'b', 1, GATHER_DTYPE_BOOL, "?"}, {'u', 1, GATHER_DTYPE_U8, "B"},    {'u', 2, GATHER_DTYPE_U16, "H"},
    {'u', 4, GATHER_DTYPE_U32, "I"},  {'u', 8, GATHER_DTYPE_U64, "Q"},   {'i', 1, GATHER_DTYPE_I8, "b"},
    {'i', 2, GATHER_DTYPE_I16, "h"},  {'i', 4, GATHER_DTYPE_I32, "i"},   {'i', 8, GATHER_DTYPE_I64, "q"},
    {'f', 2, GATHER_DTYPE_F16, "e"},  {'f', 4, GATHER_DTYPE_F32, "f"},   {'f', 8, GATHER_DTYPE_F64, "d"},
    {'c', 8, GATHER_DTYPE_C64, "Zf"}, {'c', 16, GATHER_DTYPE_C128, "Zd"}};

static int32_t find_item(char kind, Py_ssize_t bytes)
{
    for (size_t k = 0; k < sizeof items / sizeof *items; k++)
        if (items[k].kind == kind && items[k].bytes == bytes)
            return items[k].dtype;
    return GATHER_DTYPE_NONE;
}

int32_t format_read(const char *format, Py_ssize_t bytes)
{
    if (format == NULL) /* as the buffer protocol has it */
        format = "B";
    const char *text = format;
    bool is_foreign = *text == (PY_BIG_ENDIAN ? '<' : '>') || (!PY_BIG_ENDIAN && *text == '!');
    if (strchr("@=<>!", *text) != NULL && *text != '\0')
        text++;
    int32_t dtype = GATHER_DTYPE_NONE;
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (strcmp(formats[k].text, text) == 0)
            dtype = find_item((char)formats[k].kind, bytes);
    if (dtype == GATHER_DTYPE_NONE)
        PyErr_Format(PyExc_TypeError, "a buffer of the format '%s' is not supported", format);
    else if (is_foreign && bytes > 1) {
        PyErr_Format(
            PyExc_TypeError,
            "a buffer of the format '%s', whose bytes are in foreign order: give a copy in this machine's",
            format);
        dtype = GATHER_DTYPE_NONE;
    }
    return dtype;
}

int32_t typestr_read(const char *text)
{
    char order = text[0], kind = order != '\0' ? text[1] : '\0';
    Py_ssize_t bytes = 0;
    for (const char *digit = kind != '\0' ? text + 2 : ""; *digit >= '0' && *digit <= '9' && bytes < 64;
         digit++)
        bytes = bytes * 10 + *digit - '0'; /* bounded: below 650 */
    int32_t dtype = find_item(kind, bytes);
    if (dtype == GATHER_DTYPE_NONE || (order == (PY_BIG_ENDIAN ? '<' : '>') && bytes > 1)) {
        PyErr_Format(PyExc_TypeError, "an __array_interface__ of the type '%s' is not supported", text);
        return GATHER_DTYPE_NONE;
    }
    return dtype;
}

const char *format_of(int32_t dtype)
{
    for (size_t k = 0; k < sizeof items / sizeof *items; k++)
        if (items[k].dtype == dtype)
            return items[k].format;
    return NULL;
}
