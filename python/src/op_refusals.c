/* SPDX-License-Identifier: Apache-2.0 */
/* Names and values that no operator takes: op_refusals.h. */
#include "op_refusals.h"

#include <string.h>

/* ---- names ------------------------------------------------------------------------------------------------ */

/* Adds a word to others, which it takes over: "onnx, openvino". Returns: NULL with an exception. */
static PyObject *list_with(PyObject *words, const char *word)
{
    PyObject *longer =
        words != NULL ? PyUnicode_FromFormat(PyUnicode_GetLength(words) > 0 ? "%U, %s" : "%U%s", words, word)
                      : NULL;
    Py_XDECREF(words);
    return longer;
}

/* The dialects, or the operators of one. */
static PyObject *known_names(const char *world)
{
    const struct gather_op_name *row;
    PyObject *known = PyUnicode_FromString("");
    const char *last = "";
    for (size_t k = 0; known != NULL && (row = gather_op_name_at(k)) != NULL; k++) {
        const char *word = world != NULL ? row->name : row->dialect;
        if (strcmp(word, last) == 0 || (world != NULL && strcmp(row->dialect, world) != 0))
            continue;
        known = list_with(known, word);
        last = word;
    }
    return known;
}

static bool is_world(const char *world)
{
    const struct gather_op_name *row;
    for (size_t k = 0; (row = gather_op_name_at(k)) != NULL; k++)
        if (strcmp(row->dialect, world) == 0)
            return true;
    return false;
}

/* " (did you mean 'Gather'?)", of the known ones; or an empty text. */
static PyObject *nearest_name(const char *word, PyObject *known)
{
    PyObject *given = PyUnicode_DecodeUTF8(word, (Py_ssize_t)strlen(word), "replace");
    PyObject *nearest = given != NULL ? module_convert("nearest_of", given, known) : NULL;
    Py_XDECREF(given);
    return nearest;
}

bool refuse_name(struct module_state *state, const char *world, const char *name)
{
    const struct gather_error error = {.status = GATHER_STATUS_ARGUMENT, .operand = "op", .part = -1};
    const bool is_known = is_world(world);
    PyObject *known = known_names(is_known ? world : NULL), *sentence = NULL;
    PyObject *nearest = known != NULL ? nearest_name(is_known ? name : world, known) : NULL;
    if (nearest != NULL && is_known)
        sentence =
            PyUnicode_FromFormat("%s has no operator '%s'%U; known are %U", world, name, nearest, known);
    else if (nearest != NULL)
        sentence = PyUnicode_FromFormat("there is no dialect '%s'%U; known are %U", world, nearest, known);
    if (sentence != NULL)
        raise_sentence(state, &error, sentence);
    Py_XDECREF(known);
    Py_XDECREF(nearest);
    Py_XDECREF(sentence);
    return false;
}

bool refuse_attribute(struct module_state *state, const struct gather_op_name *row,
                      const struct gather_error *error)
{
    const char *word;
    PyObject *known = PyUnicode_FromString(""), *sentence = NULL;
    for (size_t k = 0; (word = gather_op_attribute_at(row, k)) != NULL; k++)
        known = list_with(known, word);
    if (known != NULL)
        sentence = PyUnicode_FromFormat(
            "%s has no attribute '%s'; known are %U%s, beside the library's options "
            "policy, fill_value and strict where it has them",
            row->name, error->operand, known, PyUnicode_GetLength(known) > 0 ? "" : "none");
    if (sentence != NULL)
        raise_sentence(state, error, sentence);
    Py_XDECREF(known);
    Py_XDECREF(sentence);
    return false;
}

/* ---- values ----------------------------------------------------------------------------------------------- */

/* What was given: new; NULL without an exception if it is not known. The version is a part of the dialect's text. */
static PyObject *value_given(PyObject *attributes, const struct gather_attribute *version, const char *name)
{
    if (strcmp(name, version->name) == 0)
        return version->kind != GATHER_ATTRIBUTE_NONE ? PyUnicode_FromString(version->text) : NULL;
    PyObject *value = PyDict_GetItemString(attributes, name);
    Py_XINCREF(value);
    return value;
}

/*
 * Whether an error is of a value alone, of which the library says what was expected, and where it read a number out of
 * a text, as of a feature level, that number.
 */
static bool is_of_value(const struct gather_error *error)
{
    const uint32_t known = GATHER_ERROR_HAS_OTHER_KIND | GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS;
    return error->status == GATHER_STATUS_ARGUMENT && error->operand != NULL && error->expected != NULL &&
           (error->has & ~known) == 0;
}

/* Returns: NULL for a value that the library's own words do for; or with an exception. */
static PyObject *sentence_of_value(const struct gather_error *error, PyObject *value)
{
    PyObject *sentence = NULL;
    if ((error->has & GATHER_ERROR_HAS_OTHER_KIND) != 0) {
        PyObject *type = PyType_GetName(Py_TYPE(value));
        if (type != NULL)
            sentence =
                PyUnicode_FromFormat("%s is of type %U; expected %s", error->operand, type, error->expected);
        Py_XDECREF(type);
    } else if (PyUnicode_Check(value)) {
        sentence = PyUnicode_FromFormat("%s is %R; expected %s", error->operand, value, error->expected);
    }
    return sentence;
}

bool refuse_value(struct module_state *state, PyObject *attributes, const struct gather_attribute *version,
                  const struct gather_error *error)
{
    PyObject *value = is_of_value(error) ? value_given(attributes, version, error->operand) : NULL;
    PyObject *sentence = value != NULL ? sentence_of_value(error, value) : NULL;
    if (sentence != NULL)
        raise_sentence(state, error, sentence);
    else if (!PyErr_Occurred())
        raise_error(state, error);
    Py_XDECREF(value);
    Py_XDECREF(sentence);
    return false;
}
