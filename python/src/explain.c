/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lg.explain: what each world does with the indices of a take, and whose rule an output follows; as text, JSON and
 * SVG, which python/libgather/explanation.py makes an object of.
 */
#include "explain.h"

#include <string.h>

#include "array_type.h"
#include "dense.h"
#include "gather/study.h"
#include "layout_type.h"
#include "op_names.h"
#include "several_axes.h"

int gather_main(int count, char **words); /* tools/main.c */

/* ---- what is compared ------------------------------------------------------------------------------------- */

static enum gather_status read_elements(void *context, int64_t first, int64_t count, void *elements,
                                        struct gather_error *error)
{
    PyObject *array = context;
    size_t bytes = (size_t)array_layout(array)->cell_bits / 8;
    (void)error;
    memcpy(elements, (const char *)array_buffer(array).data + (size_t)first * bytes,
           (size_t)count * bytes); /* bounded: elements of the array */
    return GATHER_STATUS_OK;
}

struct asking {
    struct module_state *state;
    struct operand data, indices, got;
    PyObject *data_array, *index_array, *got_array; /* dense; NULL where not needed */
    struct gather_take take;
    struct gather_explanation *explanation;
    struct gather_error error;
};

/* In which rank or size `got` is another than what a take gives. */
static bool refuse_sizes(struct asking *asking, const struct gather_layout *given,
                         const struct gather_layout *wanted)
{
    const bool is_rank = given->rank != wanted->rank;
    int32_t d = 0;
    while (!is_rank && given->sizes[d] == wanted->sizes[d])
        d++;
    const int64_t size = is_rank ? wanted->rank : wanted->sizes[d];
    asking->error = (struct gather_error){.status = is_rank ? GATHER_STATUS_RANK : GATHER_STATUS_SHAPE,
                                          .has = GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS |
                                                 (is_rank ? 0 : GATHER_ERROR_HAS_AXIS),
                                          .operand = "got",
                                          .expected = "the sizes that a take of these operands gives",
                                          .axis = d,
                                          .value = is_rank ? given->rank : given->sizes[d],
                                          .low = size,
                                          .high = size,
                                          .part = -1};
    return raise_error(asking->state, &asking->error) != NULL;
}

static bool compare(struct asking *asking, double tolerance)
{
    if (asking->data.object == NULL) {
        PyErr_SetString(PyExc_ValueError, "got is compared with the data, and a layout has none");
        return false;
    }
    if (!operand_fetch(asking->state, &asking->data))
        return false;
    asking->data_array = dense_of(asking->state, &asking->data);
    asking->got_array = asking->data_array != NULL ? dense_of(asking->state, &asking->got) : NULL;
    if (asking->got_array == NULL)
        return false;
    struct gather_layout wanted;
    struct gather_got got = {.data = {read_elements, asking->data_array},
                             .output = {read_elements, asking->got_array},
                             .dtype = array_layout(asking->got_array)->dtype,
                             .is_tolerant = tolerance > 0,
                             .relative = tolerance,
                             .absolute = 0};
    const struct gather_layout *given = array_layout(asking->got_array);
    if (gather_take_output(&asking->take, &wanted, &asking->error) != GATHER_STATUS_OK)
        return raise_error(asking->state, &asking->error) != NULL;
    if (given->rank != wanted.rank || memcmp(given->sizes, wanted.sizes, sizeof wanted.sizes) != 0)
        return refuse_sizes(asking, given, &wanted);
    if (gather_explanation_compare(asking->explanation, &got, &asking->error) == GATHER_STATUS_OK)
        return true;
    return raise_error(asking->state, &asking->error) != NULL;
}

/* ---- what is told ----------------------------------------------------------------------------------------- */

static PyObject *tell_text(const struct asking *asking)
{
    struct gather_memory memory = {0};
    struct gather_drawing drawing = {.columns = 79};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    gather_explanation_write(asking->explanation, &drawing, &writer);
    if (asking->got_array != NULL) {
        gather_write_text(&writer, "\n");
        gather_explanation_write_comparison(asking->explanation, "got", &drawing, &writer);
    }
    return text_of_memory(asking->state, writer.status, &memory);
}

static PyObject *tell_json(const struct asking *asking)
{
    struct gather_memory memory = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    gather_json_object(&json, NULL);
    gather_explanation_write_json(asking->explanation, &json);
    if (asking->got_array != NULL)
        gather_explanation_write_comparison_json(asking->explanation, &json);
    gather_json_end(&json);
    return text_of_memory(asking->state, json.writer.status, &memory);
}

static PyObject *tell_svg(const struct asking *asking)
{
    static const char title[] = "take";
    struct gather_memory memory = {0};
    enum gather_status status = gather_explanation_draw_svg(asking->explanation, title, sizeof title - 1,
                                                            gather_memory_sink(&memory));
    return text_of_memory(asking->state, status, &memory);
}

static PyObject *tell(const struct asking *asking)
{
    PyObject *text = tell_text(asking), *json = text != NULL ? tell_json(asking) : NULL;
    PyObject *svg = json != NULL ? tell_svg(asking) : NULL;
    PyObject *all = svg != NULL ? PyTuple_Pack(3, text, json, svg) : NULL;
    Py_XDECREF(text);
    Py_XDECREF(json);
    Py_XDECREF(svg);
    return all;
}

/* ---- the call --------------------------------------------------------------------------------------------- */

/* An axis that no 32 bits hold is no array's. */
static bool read_axis(struct asking *asking, PyObject *axis)
{
    const int64_t nowhere = 0;
    const int32_t rank = asking->take.data.rank;
    int64_t number;
    if (!axis_is_number(axis))
        return raise_type(asking->state, "axis", &nowhere, 0, axis) != NULL;
    if (!integer_read(asking->state, "axis", axis, &number))
        return false;
    asking->take.axis = (int32_t)number;
    const struct gather_error error = {.status = GATHER_STATUS_AXIS,
                                       .has = GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS,
                                       .operand = "axis",
                                       .value = number,
                                       .low = -rank,
                                       .high = rank - 1,
                                       .part = -1};
    return asking->take.axis == number || raise_error(asking->state, &error) != NULL;
}

/* A number from 0 on, which a NaN is not. */
static bool read_tolerance(PyObject *given, double *tolerance)
{
    *tolerance = PyFloat_AsDouble(given);
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError))
        return false;
    if (!PyErr_Occurred() && *tolerance >= 0)
        return true;
    PyErr_Clear();
    PyObject *text = value_text(given);
    if (text != NULL)
        PyErr_Format(PyExc_ValueError, "tolerance is %U; a number from 0 on is allowed", text);
    Py_XDECREF(text);
    return false;
}

static bool prepare(struct asking *asking, PyObject *axis)
{
    if (!operand_suits_op(asking->state, &asking->indices, GATHER_OPERATION_NONE))
        return false;
    asking->index_array = dense_of(asking->state, &asking->indices);
    if (asking->index_array == NULL || !dense_layout_of(asking->state, &asking->data, &asking->take.data))
        return false;
    asking->take.indices = *array_layout(asking->index_array);
    asking->take.values = array_buffer(asking->index_array).data;
    asking->take.is_plain =
        asking->indices.kind == OPERAND_NUMBERS && asking->indices.is.dtype != GATHER_DTYPE_BOOL;
    return read_axis(asking, axis);
}

/* Names of worlds, one of which nobody knows: what there is instead. */
static void refuse_worlds(struct asking *asking, const char *worlds)
{
    const struct gather_behaviour *behaviour;
    PyObject *known = PyUnicode_FromString(""), *sentence = NULL;
    for (size_t k = 0; known != NULL && (behaviour = gather_behaviour_at(k)) != NULL; k++) {
        PyObject *longer = PyUnicode_FromFormat("%U%s%s", known, k > 0 ? ", " : "", behaviour->id);
        Py_DECREF(known);
        known = longer;
    }
    if (known != NULL)
        sentence = PyUnicode_FromFormat("dialect is '%s'; known worlds are %U", worlds, known);
    if (sentence != NULL)
        raise_sentence(asking->state, &asking->error, sentence);
    Py_XDECREF(known);
    Py_XDECREF(sentence);
}

static bool ask(struct asking *asking, const char *worlds)
{
    if (gather_explanation_create(&asking->explanation, &asking->take, worlds, &asking->error) ==
        GATHER_STATUS_OK)
        return true;
    if (asking->error.operand != NULL && strcmp(asking->error.operand, "dialect") == 0)
        refuse_worlds(asking, worlds);
    else
        raise_error(asking->state, &asking->error);
    return false;
}

static void end(struct asking *asking)
{
    gather_explanation_destroy(asking->explanation);
    operand_end(&asking->data);
    operand_end(&asking->indices);
    operand_end(&asking->got);
    Py_XDECREF(asking->data_array);
    Py_XDECREF(asking->index_array);
    Py_XDECREF(asking->got_array);
}

PyObject *explain(PyObject *module, PyObject *arguments)
{
    struct asking asking = {.state = state_of_module(module)};
    struct gather_layout room;
    PyObject *data, *indices, *axis, *got, *tolerant, *told = NULL;
    const char *worlds;
    double tolerance;
    if (!PyArg_ParseTuple(arguments, "OOOzOO", &data, &indices, &axis, &worlds, &got, &tolerant) ||
        !read_tolerance(tolerant, &tolerance))
        return NULL;
    if (layout_or_operand_read(asking.state, data, ROLE_TABLE, NULL, &asking.data, &room) &&
        operand_read(asking.state, indices, ROLE_INDICES, &asking.indices) && prepare(&asking, axis) &&
        (got == Py_None || operand_read_as(asking.state, got, ROLE_DATA, "got", &asking.got)) &&
        ask(&asking, worlds) && (got == Py_None || compare(&asking, tolerance)))
        told = tell(&asking);
    end(&asking);
    return told;
}

/* ---- the command ------------------------------------------------------------------------------------------ */

PyObject *command(PyObject *module, PyObject *words)
{
    enum { WORDS_MAX = 4096 };
    char *texts[WORDS_MAX + 1] = {NULL};
    PyObject *held[WORDS_MAX] = {NULL};
    int code = -1;
    (void)module;
    if (!PyList_Check(words))
        return PyErr_Format(PyExc_TypeError, "a command is a list of words, and %R was given",
                            (PyObject *)Py_TYPE(words));
    PyObject *own = PyList_AsTuple(words); /* which their own code can't change */
    const Py_ssize_t count = own != NULL ? PyTuple_Size(own) : 0;
    if (count > WORDS_MAX)
        PyErr_Format(PyExc_ValueError, "more than %d words", WORDS_MAX);
    for (Py_ssize_t k = 0; k < count && !PyErr_Occurred(); k++)
        if (PyUnicode_FSConverter(PyTuple_GetItem(own, k), &held[k]))
            texts[k] = PyBytes_AsString(held[k]);
    if (!PyErr_Occurred())
        code = gather_main((int)count, texts);
    for (Py_ssize_t k = 0; k < count && k < WORDS_MAX; k++)
        Py_XDECREF(held[k]);
    Py_XDECREF(own);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(code);
}
