/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes by name: op_names.h says of what form. Their names and what they may be is the library's business. */
#include "op_names.h"

#include <string.h>

#include "gather/study.h"
#include "layout_type.h"
#include "numpy_abi.h"
#include "op_refusals.h"

enum { DIALECT_MAX = 64 };

struct reading {
    struct gather_attribute at[ATTRIBUTES_MAX];
    int64_t lists[ATTRIBUTES_MAX][GATHER_MAX_RANK];
    int64_t *long_lists[ATTRIBUTES_MAX]; /* owned: of more numbers */
    size_t count;
    const struct operand *data;
    bool fills; /* by the policy: None is a fill value then */
    uint8_t fill[16];
};

/* ---- elements --------------------------------------------------------------------------------------------- */

static bool is_float(int32_t dtype)
{
    return dtype != GATHER_DTYPE_BOOL && dtype != GATHER_DTYPE_STRING && !gather_dtype_is_signed(dtype) &&
           !gather_dtype_is_unsigned(dtype);
}

/* Of any number: [1.0, 2.0]. */
static PyObject *text_of_complex(PyObject *number)
{
    const double real = PyComplex_RealAsDouble(number);
    if (PyErr_Occurred())
        return NULL;
    const double imaginary = PyComplex_ImagAsDouble(number);
    PyObject *parts = PyErr_Occurred() ? NULL : Py_BuildValue("[dd]", real, imaginary);
    PyObject *text = parts != NULL ? PyObject_Repr(parts) : NULL;
    Py_XDECREF(parts);
    return text;
}

/* A float of what is a number: texts are none. */
static PyObject *float_of(PyObject *value)
{
    double number = PyFloat_AsDouble(value);
    if (number != -1.0 || !PyErr_Occurred())
        return PyFloat_FromDouble(number);
    if (PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Format(PyExc_TypeError, "%R is no number", value);
    return NULL;
}

/* A value as a number of Python's own, which nothing changes, or as None where it is that: new. */
static PyObject *plain_number(PyObject *value)
{
    PyObject *number = value, *plain = NULL;
    Py_INCREF(number);
    if (value != Py_None && !PyLong_Check(value) && !PyFloat_Check(value) && !PyComplex_Check(value)) {
        Py_DECREF(number);
        number = module_convert("number_of", value, NULL);
    }
    if (number == NULL || number == Py_None || PyBool_Check(number) || PyComplex_Check(number))
        return number;
    if (PyIndex_Check(number))
        plain = PyNumber_Index(number);
    if (plain == NULL && (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_TypeError))) {
        PyErr_Clear(); /* arrays of one float have an index's slot too */
        plain = float_of(number);
    }
    Py_DECREF(number);
    return plain;
}

/* The text that the library reads an element from: new, or NULL with an exception. number: of plain_number. */
static PyObject *text_of(PyObject *number, int32_t dtype)
{
    const bool is_complex = dtype == GATHER_DTYPE_C64 || dtype == GATHER_DTYPE_C128;
    if (number == Py_None && is_float(dtype))
        return PyUnicode_FromString(is_complex ? "[nan,0]" : "nan");
    if (number == Py_None) {
        PyErr_SetString(PyExc_TypeError, "fill_value has to be given: the data's type has no NaN");
        return NULL;
    }
    if (is_complex || PyComplex_Check(number))
        return text_of_complex(number);
    if (PyBool_Check(number) && dtype == GATHER_DTYPE_BOOL)
        return PyUnicode_FromString(number == Py_True ? "true" : "false");
    return PyBool_Check(number) ? PyNumber_ToBase(number, 10) : PyObject_Repr(number);
}

static void refuse_element(struct module_state *state, PyObject *value, int32_t dtype)
{
    const struct gather_error error = {.status = GATHER_STATUS_ARGUMENT, .operand = "fill_value", .part = -1};
    PyObject *text = value_text(value), *type = text != NULL ? dtype_name(dtype) : NULL, *sentence = NULL;
    if (type != NULL)
        sentence =
            PyUnicode_FromFormat("fill_value is %U, and no element of the data's type, %U", text, type);
    if (sentence != NULL)
        raise_sentence(state, &error, sentence);
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(sentence);
}

/* Likewise, in the unit of an array of times. */
static bool read_time(PyObject *value, PyObject *time, uint8_t *element)
{
    PyObject *made = module_convert("time_of", value, time);
    const int64_t number = made != NULL ? PyLong_AsLongLong(made) : -1;
    memcpy(element, &number, sizeof number);
    Py_XDECREF(made);
    return made != NULL;
}

static bool read_number(struct module_state *state, PyObject *value, int32_t dtype, uint8_t *element)
{
    struct gather_error error = {0};
    PyObject *number = plain_number(value), *text = number != NULL ? text_of(number, dtype) : NULL;
    const char *read = text != NULL ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    bool is_read = false;
    const bool is_long = number != NULL && PyLong_Check(number); /* and may have too many digits for a text */
    if (read == NULL && (PyErr_ExceptionMatches(PyExc_OverflowError) || /* beyond a double */
                         (is_long && PyErr_ExceptionMatches(PyExc_ValueError)))) {
        PyErr_Clear();
        refuse_element(state, value, dtype);
    }
    if (read != NULL && gather_element_read(dtype, read, element, &error) == GATHER_STATUS_OK)
        is_read = true;
    else if (read != NULL && error.status == GATHER_STATUS_FORMAT)
        refuse_element(state, value, dtype);
    else if (read != NULL)
        raise_error(state, &error);
    Py_XDECREF(number);
    Py_XDECREF(text);
    return is_read;
}

bool element_read(struct module_state *state, const struct operand *data, PyObject *value, uint8_t *element)
{
    PyObject *time = operand_time(data);
    if (time == NULL)
        return read_number(state, value, data->is.dtype, element);
    Py_INCREF(time); /* reading the value may run code that takes it from the array */
    const bool is_read = read_time(value, time, element);
    Py_DECREF(time);
    return is_read;
}

/* ---- attributes ------------------------------------------------------------------------------------------- */

bool integer_read(struct module_state *state, const char *name, PyObject *value, int64_t *number)
{
    const int64_t nowhere = 0;
    if (!PyIndex_Check(value))
        return raise_type(state, name, &nowhere, 0, value) != NULL;
    PyObject *index = PyNumber_Index(value);
    int overflow = 0;
    if (index == NULL) /* an array of several, which has the method all the same */
        return raise_named(name) != NULL;
    *number = index != NULL ? PyLong_AsLongLongAndOverflow(index, &overflow) : -1;
    if (overflow != 0)
        raise_attribute_beyond(state, name, index);
    Py_XDECREF(index);
    return !PyErr_Occurred();
}

static bool fill_list(struct module_state *state, const char *name, PyObject *value, int64_t *list,
                      Py_ssize_t count)
{
    for (Py_ssize_t k = 0; k < count; k++) {
        const int64_t position = k;
        PyObject *item = PySequence_GetItem(value, k);
        bool is_read = false;
        if (item != NULL && !PyIndex_Check(item))
            raise_type(state, name, &position, 1, item);
        else
            is_read = item != NULL && integer_read(state, name, item, &list[k]);
        Py_XDECREF(item);
        if (!is_read)
            return false;
    }
    return true;
}

/* place: the attribute's own. All numbers are read, for an operator tells of each what is wrong with it. */
static bool read_list(struct module_state *state, PyObject *value, struct reading *reading, size_t place)
{
    struct gather_attribute *attribute = &reading->at[place];
    Py_ssize_t count = PySequence_Size(value);
    int64_t *list = reading->lists[place];
    if (count > GATHER_MAX_RANK)
        list = reading->long_lists[place] = PyMem_Calloc((size_t)count, sizeof *list);
    if (list == NULL) {
        PyErr_NoMemory();
        return false;
    }
    attribute->kind = GATHER_ATTRIBUTE_INTEGERS;
    attribute->integers = list;
    attribute->count = (size_t)count;
    return count >= 0 && fill_list(state, attribute->name, value, list, count);
}

static bool read_value(struct module_state *state, PyObject *value, struct reading *reading, size_t place)
{
    struct gather_attribute *attribute = &reading->at[place];
    if (value == Py_None)
        return true;
    if (PyBool_Check(value) || (!PyLong_Check(value) && numpy_has_type("numpy", "bool_", Py_TYPE(value)))) {
        attribute->kind = GATHER_ATTRIBUTE_BOOLEAN;
        attribute->integer = PyObject_IsTrue(value);
        return attribute->integer >= 0;
    }
    if (PyUnicode_Check(value)) {
        Py_ssize_t length;
        attribute->kind = GATHER_ATTRIBUTE_TEXT;
        attribute->text = PyUnicode_AsUTF8AndSize(value, &length);
        attribute->count = attribute->text != NULL ? (size_t)length : 0;
        if (attribute->text != NULL && strlen(attribute->text) != attribute->count)
            attribute->text = ""; /* no word has an end inside: it is refused, and told as it was given */
        return attribute->text != NULL;
    }
    if (PyList_Check(value) || PyTuple_Check(value))
        return read_list(state, value, reading, place);
    if (PyIndex_Check(value)) {
        attribute->kind = GATHER_ATTRIBUTE_INTEGER;
        return integer_read(state, attribute->name, value, &attribute->integer);
    }
    attribute->kind = GATHER_ATTRIBUTE_OTHER;
    return true;
}

/* The policy CLAMP may have numpy's word, as it has on the command's line. */
static void translate_policy(struct gather_attribute *attribute)
{
    if (attribute->kind != GATHER_ATTRIBUTE_TEXT ||
        gather_policy_from_word(GATHER_WORLD_NUMPY, attribute->text) != GATHER_POLICY_CLAMP)
        return;
    attribute->text = gather_policy_word(GATHER_POLICY_CLAMP, GATHER_WORLD_OWN);
    attribute->count = strlen(attribute->text);
}

bool op_is_option(PyObject *name)
{
    return PyUnicode_CompareWithASCIIString(name, "policy") == 0 ||
           PyUnicode_CompareWithASCIIString(name, "fill_value") == 0 ||
           PyUnicode_CompareWithASCIIString(name, "strict") == 0;
}

static bool read_attribute(struct module_state *state, PyObject *name, PyObject *value,
                           struct reading *reading)
{
    struct gather_attribute *attribute = &reading->at[reading->count];
    if (value == Py_NotImplemented)
        return true;
    if (reading->count == ATTRIBUTES_MAX) {
        PyErr_SetString(PyExc_TypeError, "too many attributes");
        return false;
    }
    attribute->name = name_text(name);
    if (attribute->name == NULL)
        return false;
    attribute->is_option = op_is_option(name);
    const bool is_fill = strcmp(attribute->name, "fill_value") == 0;
    if (attribute->is_option && value == Py_None && !(is_fill && reading->fills))
        return true;
    reading->count++;
    if (!is_fill) {
        const bool is_read = read_value(state, value, reading, reading->count - 1);
        if (is_read && strcmp(attribute->name, "policy") == 0)
            translate_policy(attribute);
        return is_read;
    }
    attribute->name = "fill";
    attribute->kind = GATHER_ATTRIBUTE_BYTES;
    attribute->text = (const char *)reading->fill;
    attribute->count = (size_t)(gather_dtype_bits(reading->data->is.dtype) + 7) / 8;
    return element_read(state, reading->data, value, reading->fill);
}

/* Whether None, too, is a fill value. */
static bool fills(PyObject *attributes)
{
    PyObject *policy = PyDict_GetItemString(attributes, "policy");
    return policy != NULL && PyUnicode_Check(policy) && PyUnicode_CompareWithASCIIString(policy, "fill") == 0;
}

static bool read_attributes(struct module_state *state, PyObject *attributes, struct reading *reading)
{
    PyObject *name, *value;
    Py_ssize_t place = 0;
    reading->fills = fills(attributes);
    while (PyDict_Next(attributes, &place, &name, &value))
        if (!read_attribute(state, name, value, reading))
            return false;
    return true;
}

static PyObject *kept_value(PyObject *value)
{
    if (PyList_Check(value) || PyTuple_Check(value))
        return module_convert("integers_of", value, NULL);
    if (value != Py_NotImplemented && !PyUnicode_Check(value))
        return plain_number(value);
    Py_INCREF(value);
    return value;
}

PyObject *op_attributes_kept(PyObject *attributes, const struct operand *data)
{
    PyObject *kept = PyDict_Copy(attributes), *name, *value;
    const bool is_time = kept != NULL && fills(kept) && operand_time(data) != NULL;
    Py_ssize_t place = 0;
    while (kept != NULL && PyDict_Next(kept, &place, &name, &value)) {
        const bool is_none = is_time && value == Py_None && PyUnicode_Check(name) &&
                             PyUnicode_CompareWithASCIIString(name, "fill_value") == 0;
        Py_INCREF(value);
        PyObject *plain = is_none ? PyLong_FromLongLong(INT64_MIN) : kept_value(value);
        Py_DECREF(value);
        if (plain == NULL || PyDict_SetItem(kept, name, plain) != 0)
            Py_CLEAR(kept);
        Py_XDECREF(plain);
    }
    return kept;
}

/* The dialect's name without its version. world: DIALECT_MAX bytes. */
static bool split_dialect(const char *dialect, char *world, struct gather_attribute *version)
{
    size_t length = gather_dialect_read(dialect, version);
    if (length >= DIALECT_MAX)
        return false;
    memcpy(world, dialect, length);
    world[length] = '\0';
    return true;
}

/* Whether an attribute was given that the operator does not have in any version; options are none. */
static bool is_unknown(const struct reading *reading, const struct gather_op_name *row, const char *name)
{
    const char *word;
    bool is_given = false;
    for (size_t k = 0; name != NULL && k < reading->count; k++)
        is_given = is_given || (!reading->at[k].is_option && strcmp(reading->at[k].name, name) == 0);
    for (size_t k = 0; is_given && (word = gather_op_attribute_at(row, k)) != NULL; k++)
        is_given = strcmp(word, name) != 0;
    return is_given;
}

/* What the library did not take: in words of Python's where it is a name or a value. */
static bool refuse(struct module_state *state, const struct reading *reading,
                   const struct gather_op_name *row, const struct gather_attribute *version,
                   PyObject *attributes, const struct gather_error *error)
{
    struct gather_error renamed = *error;
    if (error->status == GATHER_STATUS_ARGUMENT && is_unknown(reading, row, error->operand))
        return refuse_attribute(state, row, error);
    if (error->operand != NULL && strcmp(error->operand, "fill") == 0)
        renamed.operand = "fill_value";
    return refuse_value(state, attributes, version, &renamed);
}

/* The operands' layouts: those of a call, which is gather_op_operands'. layouts: INPUTS_MAX + 1 of them. */
static enum gather_status lay_operands(const struct request *request, struct gather_layout *layouts,
                                       struct gather_op_operands *operands, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    struct gather_layout *output = layouts + INPUTS_MAX;
    for (size_t k = 0; k < request->count && status == GATHER_STATUS_OK; k++)
        status = operand_layout(&request->inputs[k], &layouts[k], error);
    if (request->out != NULL && status == GATHER_STATUS_OK)
        status = operand_layout(request->out, output, error);
    *operands = (struct gather_op_operands){layouts, request->count, request->out != NULL ? output : NULL};
    return status;
}

/*
 * The op of what was read. An `out` that its page refuses is told before a wrong attribute; beside attributes that are
 * right it is not told here, but in the module's own words, where it is compared with the result.
 */
static enum gather_status make(struct gather_op *op, const char *world, const char *name,
                               const struct gather_attribute *version, const struct reading *reading,
                               const struct request *request, struct gather_error *error)
{
    struct gather_layout layouts[INPUTS_MAX + 1];
    struct gather_op_operands operands;
    enum gather_status status = lay_operands(request, layouts, &operands, error);
    if (status != GATHER_STATUS_OK)
        return status;
    status = gather_op_from_call(op, world, name, version, reading->at, reading->count, &operands, error);
    if (status == GATHER_STATUS_OK || error->operand == NULL || strcmp(error->operand, "output") != 0)
        return status;
    operands.output = NULL;
    if (gather_op_from_call(op, world, name, version, reading->at, reading->count, &operands, NULL) ==
        GATHER_STATUS_OK)
        return GATHER_STATUS_OK;
    return status;
}

bool op_read(struct module_state *state, const char *dialect, const char *name, PyObject *attributes,
             const struct request *request, struct gather_op *op)
{
    struct reading reading = {.count = 0, .data = &request->inputs[request->data_at]};
    struct gather_attribute version;
    struct gather_error error = {0};
    char world[DIALECT_MAX];
    if (!split_dialect(dialect, world, &version))
        return refuse_name(state, dialect, name);
    const struct gather_op_name *row = gather_op_name_find(world, name);
    if (row == NULL)
        return refuse_name(state, world, name);
    bool is_read = read_attributes(state, attributes, &reading);
    enum gather_status status = GATHER_STATUS_OK;
    if (is_read)
        status = make(op, world, name, &version, &reading, request, &error);
    for (size_t k = 0; k < reading.count; k++)
        PyMem_Free(reading.long_lists[k]);
    if (status != GATHER_STATUS_OK) /* may name an attribute, which its dict still holds */
        return refuse(state, &reading, row, &version, attributes, &error);
    return is_read;
}

const struct gather_op_name *op_find(const char *dialect, const char *name)
{
    struct gather_attribute version;
    char world[DIALECT_MAX];
    return split_dialect(dialect, world, &version) ? gather_op_name_find(world, name) : NULL;
}

size_t op_data_at(const struct gather_op_name *found)
{
    return found != NULL && found->inputs[1] != NULL && strcmp(found->inputs[1], "data") == 0 ? 1 : 0;
}
