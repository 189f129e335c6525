/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An error of the library as the exception that users of numpy expect, with its numbers as attributes: an index
 * that is outside is an IndexRangeError with .position, .value, .axis, .low and .high.
 */
#include "layout_type.h"
#include "module.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static PyObject *class_of(const struct module_state *state, const struct gather_error *error)
{
    switch (error->status) {
    case GATHER_STATUS_INDEX_RANGE:
        return state->index_error;
    case GATHER_STATUS_AXIS:
        return state->axis_error;
    case GATHER_STATUS_DTYPE:
        return PyExc_TypeError;
    case GATHER_STATUS_UNSUPPORTED:
        return PyExc_NotImplementedError;
    case GATHER_STATUS_NO_MEMORY:
        return PyExc_MemoryError;
    case GATHER_STATUS_IO:
        return PyExc_OSError;
    case GATHER_STATUS_CANCELLED:
        return PyExc_RuntimeError;
    case GATHER_STATUS_ARGUMENT:
        return (error->has & GATHER_ERROR_HAS_OTHER_KIND) != 0 ? PyExc_TypeError : PyExc_ValueError;
    default:
        return PyExc_ValueError;
    }
}

/* Steals the value. Returns: false if it, or the setting, failed. */
static bool set_attribute(PyObject *exception, const char *name, PyObject *value)
{
    bool is_set = value != NULL && PyObject_SetAttrString(exception, name, value) == 0;
    Py_XDECREF(value);
    return is_set;
}

static PyObject *value_of(const struct gather_error *error)
{
    return error->value_is_unsigned ? PyLong_FromUnsignedLongLong((uint64_t)error->value)
                                    : PyLong_FromLongLong(error->value);
}

static bool set_attributes(PyObject *exception, const struct gather_error *error)
{
    bool is_set = set_attribute(exception, "status", PyUnicode_FromString(gather_status_name(error->status)));
    if (is_set && error->operand != NULL)
        is_set = set_attribute(exception, "operand", PyUnicode_FromString(error->operand));
    if (is_set && (error->has & GATHER_ERROR_HAS_POSITION))
        is_set = set_attribute(exception, "position", tuple_of(error->position, error->rank));
    if (is_set && (error->has & GATHER_ERROR_HAS_VALUE))
        is_set = set_attribute(exception, "value", value_of(error));
    if (is_set && (error->has & GATHER_ERROR_HAS_TYPE))
        is_set = set_attribute(exception, "dtype", dtype_name((int32_t)error->value));
    if (is_set && (error->has & GATHER_ERROR_HAS_AXIS))
        is_set = set_attribute(exception, "axis", PyLong_FromLong(error->axis));
    if (is_set && (error->has & GATHER_ERROR_HAS_LIMITS))
        is_set = set_attribute(exception, "low", PyLong_FromLongLong(error->low)) &&
                 set_attribute(exception, "high", PyLong_FromLongLong(error->high));
    if (is_set && (error->has & GATHER_ERROR_HAS_AT))
        is_set = set_attribute(exception, "at", PyLong_FromLongLong(error->at));
    return is_set;
}

/* Steals the sentence, NULL after a failure; or a tuple of arguments. Returns: new; NULL with an exception. */
static PyObject *exception_new(const struct module_state *state, const struct gather_error *error,
                               PyObject *sentence)
{
    PyObject *exception =
        sentence != NULL ? PyObject_CallFunction(class_of(state, error), "O", sentence) : NULL;
    Py_XDECREF(sentence);
    if (exception != NULL && !set_attributes(exception, error))
        Py_CLEAR(exception);
    return exception;
}

void *raise_exception(PyObject *exception)
{
    if (exception != NULL)
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
    Py_XDECREF(exception);
    return NULL;
}

void *raise_sentence(struct module_state *state, const struct gather_error *error, PyObject *sentence)
{
    Py_INCREF(sentence);
    return raise_exception(exception_new(state, error, sentence));
}

/* Of an output that meets itself, or an input, in the words of callers. Returns: NULL with an exception. */
static PyObject *sentence_of_overlap(const char *operand)
{
    if (strcmp(operand, "output") == 0)
        return PyUnicode_FromString("out overlaps itself: some of its elements share memory, as those of a "
                                    "broadcast array do; give an out whose elements have a place each");
    return PyUnicode_FromFormat("out shares memory with %s: give an out of its own, or a copy of %s", operand,
                                operand);
}

static bool is_of_out(const struct gather_error *error)
{
    return error->status == GATHER_STATUS_OVERLAP && error->operand != NULL &&
           strcmp(error->operand, "room") != 0;
}

/* Of indices that are bools where none may be: what a mask is instead, which they likely are. */
static const char *advice_for(const struct gather_error *error)
{
    const bool is_mask = error->status == GATHER_STATUS_DTYPE && (error->has & GATHER_ERROR_HAS_TYPE) != 0 &&
                         error->value == GATHER_DTYPE_BOOL && error->operand != NULL &&
                         strcmp(error->operand, "indices") == 0;
    return is_mask ? "; of a mask give numpy.flatnonzero(mask)" : "";
}

/* The library's own words. */
static PyObject *sentence_of(const struct gather_error *error)
{
    char text[512];
    gather_error_format(error, text, sizeof text);
    PyObject *words = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace"), *sentence = NULL;
    if (words != NULL)
        sentence = PyUnicode_FromFormat("%U%s", words, advice_for(error));
    Py_XDECREF(words);
    return sentence;
}

void *raise_error(struct module_state *state, const struct gather_error *error)
{
    PyObject *sentence = is_of_out(error) ? sentence_of_overlap(error->operand) : sentence_of(error);
    if (sentence != NULL)
        raise_sentence(state, error, sentence);
    Py_XDECREF(sentence);
    return NULL;
}

enum { NAME_SIZE = 32, PLACE_SIZE = NAME_SIZE + GATHER_MAX_RANK * 24 };

/* "indices[2,0]"; "indices" of one without dimensions. Of a longer name the beginning. */
static void write_place(char *place, const char *name, const int64_t *position, int32_t rank)
{
    int at = snprintf(place, PLACE_SIZE, "%.*s", NAME_SIZE - 1, name);
    for (int32_t d = 0; d < rank; d++)
        at += snprintf(place + at, (size_t)(PLACE_SIZE - at), "%c%lld", d == 0 ? '[' : ',',
                       (long long)position[d]);
    if (rank > 0)
        (void)snprintf(place + at, (size_t)(PLACE_SIZE - at), "]");
}

/* Of a number that no 64 bits hold. name: what it is the value of. */
static void *raise_beyond(PyObject *class, const struct gather_error *error, const char *name,
                          PyObject *value)
{
    PyObject *exception = NULL,
             *sentence = PyUnicode_FromFormat("%s = %R is outside of 64-bit integers", name, value);
    if (sentence == NULL && PyErr_ExceptionMatches(PyExc_ValueError)) { /* more digits than Python prints */
        PyErr_Clear();
        sentence = PyUnicode_FromFormat("%s is outside of 64-bit integers", name);
    }
    if (sentence != NULL)
        exception = PyObject_CallFunctionObjArgs(class, sentence, NULL);
    if (exception != NULL && set_attributes(exception, error) &&
        PyObject_SetAttrString(exception, "value", value) == 0)
        PyErr_SetObject(class, exception);
    Py_XDECREF(sentence);
    Py_XDECREF(exception);
    return NULL;
}

void *raise_index_beyond(struct module_state *state, const char *name, const int64_t *position, int32_t rank,
                         PyObject *value)
{
    struct gather_error error = {.status = GATHER_STATUS_INDEX_RANGE,
                                 .has = GATHER_ERROR_HAS_POSITION | GATHER_ERROR_HAS_LIMITS,
                                 .low = INT64_MIN,
                                 .high = INT64_MAX,
                                 .operand = name,
                                 .rank = rank,
                                 .part = -1};
    char place[PLACE_SIZE];
    memcpy(error.position, position, (size_t)rank * sizeof *position); /* bounded: rank <= GATHER_MAX_RANK */
    write_place(place, name, position, rank);
    return raise_beyond(state->index_error, &error, place, value);
}

void *raise_attribute_beyond(struct module_state *state, const char *name, PyObject *value)
{
    const bool is_axis = strcmp(name, "dim") == 0 || strcmp(name, "axis") == 0 ||
                         strcmp(name, "gather_axis") == 0 || strcmp(name, "quantize_axis") == 0;
    const struct gather_error error = {.status = is_axis ? GATHER_STATUS_AXIS : GATHER_STATUS_ARGUMENT,
                                       .has = GATHER_ERROR_HAS_LIMITS,
                                       .low = INT64_MIN,
                                       .high = INT64_MAX,
                                       .operand = name,
                                       .part = -1};
    return raise_beyond(is_axis ? state->axis_error : PyExc_ValueError, &error, name, value);
}

void *raise_type(struct module_state *state, const char *name, const int64_t *position, int32_t rank,
                 PyObject *value)
{
    struct gather_error error = {.status = GATHER_STATUS_DTYPE,
                                 .has = rank > 0 ? GATHER_ERROR_HAS_POSITION : 0,
                                 .operand = name,
                                 .rank = rank,
                                 .part = -1};
    char place[PLACE_SIZE];
    memcpy(error.position, position, (size_t)rank * sizeof *position); /* bounded: rank <= GATHER_MAX_RANK */
    write_place(place, name, position, rank);
    PyObject *type = PyType_GetName(Py_TYPE(value)), *sentence = NULL;
    if (type != NULL)
        sentence = PyUnicode_FromFormat("%s is of type %U, and no integer", place, type);
    if (sentence != NULL)
        raise_sentence(state, &error, sentence);
    Py_XDECREF(type);
    Py_XDECREF(sentence);
    return NULL;
}

void *raise_no_memory(struct module_state *state, const char *operand, uint64_t count, uint64_t size)
{
    const struct gather_error error = {.status = GATHER_STATUS_NO_MEMORY, .operand = operand, .part = -1};
    const char *name = operand != NULL ? operand : "", *colon = operand != NULL ? ": " : "";
    unsigned long long bytes;
    PyObject *sentence;
    if (__builtin_mul_overflow(count, size, &bytes))
        sentence = PyUnicode_FromFormat("%s%sout of memory; 2^64 bytes or more were asked for", name, colon);
    else
        sentence = PyUnicode_FromFormat("%s%sout of memory; %llu bytes were asked for", name, colon, bytes);
    if (sentence != NULL)
        raise_sentence(state, &error, sentence);
    Py_XDECREF(sentence);
    return NULL;
}

/* Whether a name stands in a sentence as a word. */
static bool has_word(const char *sentence, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(sentence, name); at != NULL; at = strstr(at + 1, name))
        if ((at == sentence || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

void *raise_named(const char *name)
{
    PyObject *type, *value, *trace, *text = NULL;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (type == PyExc_TypeError || type == PyExc_ValueError || type == PyExc_BufferError)
        text = PyObject_Str(value);
    const char *sentence = text != NULL ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    if (sentence != NULL && !has_word(sentence, name)) {
        PyObject *cause = value;
        PyErr_Format(type, "%s: %U", name, text);
        const bool is_of_python = trace != NULL && PyException_SetTraceback(cause, trace) == 0;
        Py_DECREF(type);
        Py_XDECREF(trace);
        PyErr_Fetch(&type, &value, &trace);
        PyErr_NormalizeException(&type, &value, &trace);
        if (is_of_python)
            PyException_SetCause(value, cause);
        else
            Py_DECREF(cause);
    }
    Py_XDECREF(text);
    PyErr_Restore(type, value, trace);
    return NULL;
}

PyObject *exception_for_path(struct module_state *state, const struct gather_error *error, const char *path,
                             const char *tensor)
{
    char text[512];
    gather_error_format(error, text, sizeof text);
    PyObject *name = PyUnicode_DecodeFSDefault(path), *sentence = NULL;
    if (tensor != NULL && *tensor == '\0') /* of a format that names none */
        tensor = NULL;
    const bool has_errno =
        error->status == GATHER_STATUS_IO && (error->has & GATHER_ERROR_HAS_VALUE) == 0 && error->value != 0;
    if (name != NULL && has_errno)
        sentence = Py_BuildValue("LNO", (long long)error->value, /* FileNotFoundError, .. */
                                 tensor != NULL ? PyUnicode_FromFormat("%s: %s", tensor, text)
                                                : PyUnicode_FromFormat("%s", text),
                                 name);
    else if (name != NULL)
        sentence = tensor != NULL ? PyUnicode_FromFormat("%U: %s: %s", name, tensor, text)
                                  : PyUnicode_FromFormat("%U: %s", name, text);
    Py_XDECREF(name);
    return exception_new(state, error, sentence);
}

void *raise_for_path(struct module_state *state, const struct gather_error *error, const char *path)
{
    return raise_exception(exception_for_path(state, error, path, NULL));
}

bool raise_init(PyObject *module, struct module_state *state)
{
    PyObject *members = Py_BuildValue("{sO}", "axis", Py_None);
    if (members == NULL)
        return false;
    state->index_error = PyErr_NewExceptionWithDoc("libgather.IndexRangeError",
                                                   "An index is outside: .position in the indices, .value, "
                                                   ".axis of the data, .low and .high allowed. .axis is "
                                                   "None\nof an index in a list that is beyond 64 bits.",
                                                   PyExc_IndexError, members);
    Py_XDECREF(members);
    PyObject *bases = PyTuple_Pack(2, PyExc_ValueError, PyExc_IndexError);
    if (bases != NULL)
        state->axis_error = PyErr_NewExceptionWithDoc(
            "libgather.AxisError", "An axis is outside: .value, .low and .high allowed.", bases, NULL);
    Py_XDECREF(bases);
    return state->index_error != NULL && state->axis_error != NULL &&
           PyModule_AddObjectRef(module, "IndexRangeError", state->index_error) == 0 &&
           PyModule_AddObjectRef(module, "AxisError", state->axis_error) == 0;
}
