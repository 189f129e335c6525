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
};

static bool read_axis(PyObject *axis, int64_t *number)
{
    *number = PyLong_AsLongLong(axis);
    if (*number != -1 || !PyErr_Occurred())
        return true;
    if (!PyErr_ExceptionMatches(PyExc_TypeError))
        return false;
    PyErr_Clear();
    PyObject *index = PyNumber_Index(axis);
    *number = index != NULL ? PyLong_AsLongLong(index) : -1;
    Py_XDECREF(index);
    return !PyErr_Occurred();
}

static bool read_mode(PyObject *mode, int32_t *numpys, int32_t *policy)
{
    Py_ssize_t length = 0;
    const char *word = PyUnicode_Check(mode) ? PyUnicode_AsUTF8AndSize(mode, &length) : NULL;
    if (word != NULL && strlen(word) != (size_t)length)
        word = NULL;
    *numpys = word != NULL ? gather_policy_from_word(GATHER_WORLD_NUMPY, word) : GATHER_POLICY_OWN;
    *policy = word != NULL && strcmp(word, "fill") == 0 ? GATHER_POLICY_FILL : GATHER_POLICY_OWN;
    if (*policy == GATHER_POLICY_FILL)
        *numpys = GATHER_POLICY_ERROR;
    if (*numpys != GATHER_POLICY_OWN)
        return true;
    PyErr_Format(PyExc_ValueError, "mode is %R; raise, wrap, clip and fill are allowed", mode);
    return false;
}

/* The op, but for what it fills with. */
static bool read_op(const struct asked *asked, struct gather_op *op)
{
    int32_t mode = GATHER_POLICY_ERROR, policy = GATHER_POLICY_OWN;
    int64_t axis = 0;
    if ((asked->mode != Py_None && !read_mode(asked->mode, &mode, &policy)) ||
        (asked->axis != Py_None && !read_axis(asked->axis, &axis)))
        return false;
    *op = asked->axis == Py_None ? gather_numpy_take_flat(mode) : gather_numpy_take(axis, mode);
    op->policy = policy;
    return true;
}

/* pandas' rule: -1 is a gap, which is filled; nothing else below 0 is an index. */
static PyObject *take_gaps(struct module_state *state, struct gather_op *op, struct call *call,
                           PyObject *fill_value)
{
    struct operand *data = &call->inputs[0];
    const int64_t *sizes = data->layout != NULL ? data->layout->sizes : data->is.sizes;
    int64_t size = 1, axis = op->axis < 0 ? op->axis + data->is.rank : op->axis;
    for (int32_t d = 0; d < data->is.rank; d++)
        size = op->is_flat || d == axis ? size * sizes[d] : size; /* bounded: elements that are there */
    op->policy = GATHER_POLICY_FILL;
    if (!element_read(state, fill_value, data->is.dtype, op->fill) ||
        !integer_list_of(state, &call->inputs[1]) ||
        !integer_list_open_gaps(state, &call->inputs[1], size, (int32_t)axis))
        return NULL;
    return call_op(state, op, call);
}

static PyObject *run(struct module_state *state, struct gather_op *op, struct call *call,
                     const struct asked *asked)
{
    int fills = asked->allow_fill == Py_None ? 0 : PyObject_IsTrue(asked->allow_fill);
    if (fills < 0)
        return NULL;
    call->has_run_code |= asked->fill_value != Py_None || asked->allow_fill != Py_None;
    if (fills)
        return take_gaps(state, op, call, asked->fill_value);
    if (op->policy == GATHER_POLICY_FILL &&
        !element_read(state, asked->fill_value, call->inputs[0].is.dtype, op->fill))
        return NULL;
    return call_op(state, op, call);
}

/* Of a tuple of axes. */
static PyObject *take_by_axes(struct module_state *state, const struct asked *asked, const struct call *call,
                              PyObject *const *values)
{
    int32_t mode = GATHER_POLICY_ERROR, policy = GATHER_POLICY_OWN;
    const int fills = asked->allow_fill == Py_None ? 0 : PyObject_IsTrue(asked->allow_fill);
    if (fills < 0 || (asked->mode != Py_None && !read_mode(asked->mode, &mode, &policy)))
        return NULL;
    if (fills || policy == GATHER_POLICY_FILL) {
        PyErr_SetString(PyExc_ValueError, "nothing is filled along several axes: take along one by one");
        return NULL;
    }
    return take_axes(state, values[0], values[1], asked->axis, mode, call->out, call->threads);
}

PyObject *take(PyObject *module, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    struct module_state *state = state_of_module(module);
    struct asked asked = {Py_None, Py_None, Py_None, Py_None};
    struct call call; /* not zeroed: it is large, and a call is short */
    call.out = call.threads = Py_None;
    const struct keyword keywords[] = {{"axis", &asked.axis},
                                       {"mode", &asked.mode},
                                       {"out", &call.out},
                                       {"fill_value", &asked.fill_value},
                                       {"allow_fill", &asked.allow_fill},
                                       {"threads", &call.threads},
                                       {NULL, NULL}};
    struct gather_op op;
    PyObject *result = NULL;
    if (count != 2)
        return PyErr_Format(
            PyExc_TypeError,
            "take(x, indices) has 2 arguments without a name, and got %zd: the others are given by "
            "name, as axis=0",
            count);
    if (names != NULL && !keywords_read("take()", keywords, values + count, names))
        return NULL;
    if (PyTuple_Check(asked.axis))
        return take_by_axes(state, &asked, &call, values);
    if (!read_op(&asked, &op))
        return NULL;
    if (call_begin(state, &call, values, 2, 0))
        result = run(state, &op, &call, &asked);
    call_end(&call);
    return result;
}
