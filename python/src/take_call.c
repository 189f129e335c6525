/* SPDX-License-Identifier: Apache-2.0 */
/*
 * take: numpy's, with pandas' allow_fill and jax's mode "fill". It is the one call that is written to take no longer
 * than its parts: keywords are compared by hand, and a plan that was made before is found.
 */
#include <string.h>

#include "call.h"
#include "integer_list.h"
#include "op_names.h"
#include "several_axes.h"

struct asked {
    PyObject *axis, *mode, *fill_value, *allow_fill;
    int64_t number; /* of the axis; 0 without one */
    int32_t numpys; /* policy of numpy's, by the mode */
    int32_t policy; /* FILL, or OWN */
};

static bool read_axis(struct module_state *state, PyObject *axis, int64_t *number)
{
    *number = PyLong_CheckExact(axis) ? PyLong_AsLongLong(axis) : -1;
    if (*number != -1)
        return true;
    PyErr_Clear();
    if (axis_is_number(axis))
        return integer_read(state, "axis", axis, number);
    PyObject *type = PyType_GetName(Py_TYPE(axis));
    if (type != NULL)
        PyErr_Format(PyExc_TypeError,
                     "axis is of type %U; an integer, a tuple of integers and None are allowed", type);
    Py_XDECREF(type);
    return false;
}

/* numpy's policy by its word; CLAMP by the library's too. */
static int32_t policy_of(const char *word)
{
    return gather_policy_from_word(GATHER_WORLD_OWN, word) == GATHER_POLICY_CLAMP
               ? GATHER_POLICY_CLAMP
               : gather_policy_from_word(GATHER_WORLD_NUMPY, word);
}

static bool read_mode(PyObject *mode, int32_t *numpys, int32_t *policy)
{
    Py_ssize_t length = 0;
    const char *word = PyUnicode_Check(mode) ? PyUnicode_AsUTF8AndSize(mode, &length) : NULL;
    if (word != NULL && strlen(word) != (size_t)length)
        word = NULL;
    *numpys = word != NULL ? policy_of(word) : GATHER_POLICY_OWN;
    *policy = word != NULL && strcmp(word, "fill") == 0 ? GATHER_POLICY_FILL : GATHER_POLICY_OWN;
    if (*policy == GATHER_POLICY_FILL)
        *numpys = GATHER_POLICY_ERROR;
    if (*numpys != GATHER_POLICY_OWN)
        return true;
    PyObject *text = value_text(mode);
    if (text != NULL)
        PyErr_Format(PyExc_ValueError, "mode is %U; raise, wrap, clip, clamp and fill are allowed", text);
    Py_XDECREF(text);
    return false;
}

static bool read_words(struct module_state *state, struct asked *asked)
{
    asked->number = 0;
    asked->numpys = GATHER_POLICY_ERROR;
    asked->policy = GATHER_POLICY_OWN;
    return (asked->mode == Py_None || read_mode(asked->mode, &asked->numpys, &asked->policy)) &&
           (PyTuple_Check(asked->axis) || asked->axis == Py_None ||
            read_axis(state, asked->axis, &asked->number));
}

/*
 * Whether gaps are filled, as pandas has it. A mode that moves indices inside leaves none, and a value that nothing is
 * filled with is a mistake; but where pandas' word says no, it may stand beside it, as there.
 * Returns: -1 with an exception.
 */
static int fills_gaps(const struct asked *asked)
{
    const int fills = asked->allow_fill == Py_None ? 0 : PyObject_IsTrue(asked->allow_fill);
    if (fills > 0 && asked->numpys != GATHER_POLICY_ERROR)
        PyErr_Format(PyExc_ValueError, "allow_fill fills, and mode %R does not: give one of them",
                     asked->mode);
    else if (fills == 0 && asked->fill_value != Py_None && asked->allow_fill == Py_None &&
             asked->policy != GATHER_POLICY_FILL)
        PyErr_SetString(PyExc_ValueError,
                        "fill_value is given, and nothing is filled: mode='fill' or allow_fill=True fills");
    return PyErr_Occurred() ? -1 : fills;
}

/* The op, but for what it fills with. */
static struct gather_op make_op(const struct asked *asked)
{
    struct gather_op op = asked->axis == Py_None ? gather_numpy_take_flat(asked->numpys)
                                                 : gather_numpy_take(asked->number, asked->numpys);
    op.policy = asked->policy;
    return op;
}

/* The name of an op that fills nothing: its axis and its mode; 0 for an axis that no array has. */
static uint64_t key_of(const struct asked *asked)
{
    enum { AXES = 1 << 16, MODES = 8 };
    if (asked->number < -AXES || asked->number >= AXES)
        return 0;
    uint64_t axis = asked->axis == Py_None ? 0 : (uint64_t)(asked->number + AXES + 1);
    return axis * MODES + (uint64_t)asked->numpys; /* bounded: small numbers */
}

/* Without anything to fill, as nearly all are: the op is made if there is no plan of it. */
static PyObject *take_plainly(struct module_state *state, const struct asked *asked, struct call *call)
{
    struct request request = call_request(call);
    struct gather_op op;
    request.key = key_of(asked);
    struct prepared *prepared = request.key != 0 ? prepared_find(state, &request) : NULL;
    if (prepared == NULL) {
        op = make_op(asked);
        request.op = &op;
        prepared = prepared_get(state, &request);
    }
    return call_ready(state, prepared, call);
}

/* pandas' rule: -1 is a gap, which is filled; nothing else below 0 is an index. An axis that is outside comes first. */
static PyObject *take_gaps(struct module_state *state, struct gather_op *op, struct call *call,
                           PyObject *fill_value)
{
    struct operand *data = &call->inputs[0];
    const int64_t *sizes = data->layout != NULL ? data->layout->sizes : data->is.sizes;
    const int64_t axis = op->axis < 0 ? op->axis + data->is.rank : op->axis;
    const bool has_axis = op->is_flat || (axis >= 0 && axis < data->is.rank);
    struct indexed into = {.size = 1, .axis = (int32_t)axis, .is_flat = op->is_flat && data->is.rank > 1};
    for (int32_t d = 0; d < data->is.rank; d++)
        into.size *= op->is_flat || d == axis ? sizes[d] : 1; /* bounded: elements that are there */
    op->policy = GATHER_POLICY_FILL;
    if (!element_read(state, data, fill_value, op->fill) || !integer_list_of(state, &call->inputs[1]) ||
        (has_axis && !integer_list_open_gaps(state, &call->inputs[1], into)))
        return NULL;
    return call_op(state, op, call);
}

static PyObject *run(struct module_state *state, struct call *call, const struct asked *asked)
{
    struct gather_op op;
    const int fills = fills_gaps(asked);
    if (fills < 0)
        return NULL;
    call->has_run_code |= asked->fill_value != Py_None || asked->allow_fill != Py_None;
    if (!fills && asked->policy == GATHER_POLICY_OWN)
        return take_plainly(state, asked, call);
    op = make_op(asked);
    if (fills)
        return take_gaps(state, &op, call, asked->fill_value);
    if (!element_read(state, &call->inputs[0], asked->fill_value, op.fill))
        return NULL;
    return call_op(state, &op, call);
}

/* Of a tuple of axes. */
static PyObject *take_by_axes(struct module_state *state, const struct asked *asked, const struct call *call,
                              PyObject *const *values)
{
    const int fills = fills_gaps(asked);
    if (fills < 0)
        return NULL;
    if (fills || asked->policy == GATHER_POLICY_FILL) {
        PyErr_SetString(PyExc_ValueError, "nothing is filled along several axes: take along one by one");
        return NULL;
    }
    return take_axes(state, values[0], values[1], asked->axis, asked->numpys, call->out, call->threads);
}

/* By its place, as numpy has it, or by its name. */
static bool settle_axis(struct asked *asked, PyObject *const *values, Py_ssize_t count)
{
    enum { AXIS_AT = 2 };
    if (asked->axis != NULL && count > AXIS_AT) {
        PyErr_SetString(PyExc_TypeError, "take() got two axes: one by its place, one by its name");
        return false;
    }
    if (asked->axis == NULL)
        asked->axis = count > AXIS_AT ? values[AXIS_AT] : Py_None;
    return true;
}

PyObject *take(PyObject *module, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    struct module_state *state = state_of_module(module);
    struct asked asked = {.mode = Py_None, .fill_value = Py_None, .allow_fill = Py_None};
    struct call call; /* not zeroed, as its operands: they are large, and a call is short */
    struct operand room[PAIR];
    call.inputs = room;
    call.out = call.threads = Py_None;
    const struct keyword keywords[] = {{"axis", &asked.axis},
                                       {"mode", &asked.mode},
                                       {"out", &call.out},
                                       {"fill_value", &asked.fill_value},
                                       {"allow_fill", &asked.allow_fill},
                                       {"threads", &call.threads},
                                       {NULL, NULL}};
    PyObject *result = NULL;
    if (count < 2 || count > 3)
        return PyErr_Format(PyExc_TypeError,
                            "take(x, indices, /, axis) has 2 or 3 arguments without a name, x and indices "
                            "always, and got %zd: the others are given by name, as mode='clip'",
                            count);
    if (names != NULL && !keywords_read("take()", keywords, values + count, names))
        return NULL;
    if (!settle_axis(&asked, values, count) || !read_words(state, &asked))
        return NULL;
    if (PyTuple_Check(asked.axis))
        return take_by_axes(state, &asked, &call, values);
    if (call_begin(state, &call, values, 2, 0))
        result = run(state, &call, &asked);
    call_end(&call);
    return result;
}
