/* SPDX-License-Identifier: Apache-2.0 */
/* take along several axes: several_axes.h. */
#include "several_axes.h"

#include <stdio.h>

#include "call.h"
#include "dense.h"
#include "file_take.h"
#include "op_names.h"
#include "result_kind.h"
#include "threads_of.h"

struct axes_call {
    struct operand x, out, lists[GATHER_MAX_RANK];
    char names[GATHER_MAX_RANK][32]; /* of the lists, for errors: "indices[1]" */
    Py_ssize_t count;                /* of lists that have been read */
    bool has_x, has_out;
    struct gather_layout data, output, layouts[GATHER_MAX_RANK];
    struct gather_axis_indices indices[GATHER_MAX_RANK];
};

/* Indices that are no list, as those of a call that means one axis. */
static bool refuse_rank(struct module_state *state, Py_ssize_t k, int32_t rank)
{
    const struct gather_error error = {.status = GATHER_STATUS_RANK,
                                       .has = GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS,
                                       .operand = "indices",
                                       .value = rank,
                                       .low = 1,
                                       .high = 1,
                                       .part = -1};
    PyObject *sentence = PyUnicode_FromFormat(
        "indices[%zd] has %d dimensions, and a tuple of axes wants one list of indices for each "
        "axis, as ([0],) for axis=(0,)",
        k, (int)rank);
    if (sentence != NULL)
        raise_sentence(state, &error, sentence);
    Py_XDECREF(sentence);
    return false;
}

/* Indices into the place of a list. */
static bool read_list(struct module_state *state, struct axes_call *call, Py_ssize_t k, PyObject *list)
{
    struct gather_error error = {0};
    (void)snprintf(call->names[k], sizeof call->names[k], "indices[%zd]", k);
    if (!operand_read_as(state, list, ROLE_INDICES, call->names[k], &call->lists[k]))
        return false;
    if (operand_layout(&call->lists[k], &call->layouts[k], &error) != GATHER_STATUS_OK)
        return raise_error(state, &error) != NULL;
    if (call->layouts[k].rank != 1)
        return refuse_rank(state, k, call->layouts[k].rank);
    call->indices[k].layout = &call->layouts[k];
    call->indices[k].buffer = call->lists[k].buffer;
    return true;
}

bool axis_is_number(PyObject *axis) { return PyIndex_Check(axis) && !PyBool_Check(axis); }

/* The next list with its axis. */
static bool add_list(struct module_state *state, struct axes_call *call, PyObject *axis, PyObject *list)
{
    const Py_ssize_t k = call->count;
    const int64_t position = k;
    if (!axis_is_number(axis))
        return raise_type(state, "axis", &position, 1, axis) != NULL;
    if (!integer_read(state, "axis", axis, &call->indices[k].axis))
        return false;
    call->count++;
    return read_list(state, call, k, list);
}

/* lists: a tuple, which holds what is read. */
static bool read_lists(struct module_state *state, struct axes_call *call, PyObject *lists, PyObject *axes)
{
    const Py_ssize_t wanted = PyTuple_Size(axes), count = PyTuple_Size(lists);
    if (wanted == 0) {
        PyErr_SetString(PyExc_ValueError,
                        "axis is an empty tuple; one axis or more is wanted, with a list of "
                        "indices for each");
        return false;
    }
    if (count != wanted || count > GATHER_MAX_RANK) {
        PyErr_Format(PyExc_ValueError,
                     "axis has %zd numbers and indices %zd lists; one is wanted for each, and %d at most",
                     wanted, count, GATHER_MAX_RANK);
        return false;
    }
    for (Py_ssize_t k = 0; k < count; k++)
        if (!add_list(state, call, PyTuple_GetItem(axes, k), PyTuple_GetItem(lists, k)))
            return false;
    return true;
}

/* Of axes and lists that don't go together: the library knows an axis alone that has two. */
static bool refuse_axes(struct module_state *state, const struct gather_error *error)
{
    if (error->status != GATHER_STATUS_ARGUMENT || (error->has & GATHER_ERROR_HAS_AXIS) == 0)
        return raise_error(state, error) != NULL;
    PyObject *sentence = PyUnicode_FromFormat(
        "axis names axis %d twice, and each axis has one list of indices", (int)error->axis);
    if (sentence != NULL)
        raise_sentence(state, error, sentence);
    Py_XDECREF(sentence);
    return false;
}

static bool lay_output(struct module_state *state, struct axes_call *call, PyObject *out)
{
    struct gather_error error = {0};
    struct gather_layout inferred;
    if (gather_infer_axes(&call->data, call->indices, (size_t)call->count, &inferred, &error) !=
        GATHER_STATUS_OK)
        return refuse_axes(state, &error);
    call->output = inferred;
    call->output.cell_bits = call->data.cell_bits;
    if (out == Py_None)
        return true;
    call->has_out = true;
    if (!operand_read(state, out, ROLE_OUTPUT, &call->out) || !operand_suits_time(&call->x, &call->out))
        return false;
    if (operand_layout(&call->out, &call->output, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error) != NULL;
    return output_agrees(&inferred, &call->output);
}

static enum gather_status take_lists(const struct axes_call *call, int32_t mode, struct gather_buffer output,
                                     const struct gather_threads *threads, struct gather_error *error)
{
    return gather_take_axes(&call->data, call->x.buffer, call->indices, (size_t)call->count, mode,
                            &call->output, output, threads, error);
}

/* Of an index the library knows the axis, and so the list. */
static bool refuse_index(struct module_state *state, const struct axes_call *call, struct gather_error *error)
{
    const bool is_range = error->status == GATHER_STATUS_INDEX_RANGE;
    for (Py_ssize_t k = 0; is_range && k < call->count; k++) {
        const int64_t axis = call->indices[k].axis;
        if ((axis < 0 ? axis + call->data.rank : axis) == error->axis)
            error->operand = call->names[k];
    }
    return raise_error(state, error) != NULL;
}

/* Right before the run, when no more code of Python's comes between. */
static bool is_steady(struct module_state *state, const struct axes_call *call)
{
    for (Py_ssize_t k = 0; k < call->count; k++)
        if (!operand_is_steady(state, &call->lists[k]))
            return false;
    return operand_is_steady(state, &call->x) && (!call->has_out || operand_is_steady(state, &call->out));
}

/* On the pool, if there is one, and without Python's lock, where there is more than a little to move. */
static bool run(struct module_state *state, const struct axes_call *call, int32_t mode,
                struct gather_buffer output, PyObject *threads)
{
    struct gather_threads hook;
    struct gather_error error = {0};
    enum gather_status status;
    PyObject *pool;
    if (!is_steady(state, call))
        return false;
    if (gather_layout_bytes(&call->output) <= WORTH_UNLOCKING && threads == Py_None) {
        status = take_lists(call, mode, output, NULL, &error);
        return status == GATHER_STATUS_OK || refuse_index(state, call, &error);
    }
    if (!threads_get(state, threads, &pool, &hook))
        return false;
    PyThreadState *saved = PyEval_SaveThread();
    status = take_lists(call, mode, output, pool != NULL ? &hook : NULL, &error);
    PyEval_RestoreThread(saved);
    Py_XDECREF(pool);
    return status == GATHER_STATUS_OK || refuse_index(state, call, &error);
}

static PyObject *run_into(struct module_state *state, struct axes_call *call, int32_t mode, PyObject *out,
                          PyObject *threads)
{
    struct gather_buffer buffer;
    if (out != Py_None) {
        if (!run(state, call, mode, call->out.buffer, threads))
            return NULL;
        Py_INCREF(out);
        return out;
    }
    PyObject *made = is_steady(state, call) ? result_new(state, &call->x, &call->output, &buffer) : NULL;
    if (made != NULL && run(state, call, mode, buffer, threads))
        return result_finish(state, &call->x, made);
    Py_XDECREF(made);
    return NULL;
}

static bool read_x(struct module_state *state, struct axes_call *call, PyObject *x)
{
    struct gather_error error = {0};
    call->has_x = true;
    if (!operand_read(state, x, ROLE_TABLE, &call->x))
        return false;
    return operand_layout(&call->x, &call->data, &error) == GATHER_STATUS_OK ||
           raise_error(state, &error) != NULL;
}

/* ---- of a file -------------------------------------------------------------------------------------------- */

/* The list that leaves the least of its axis. */
static Py_ssize_t find_shortest(const struct axes_call *call)
{
    Py_ssize_t found = 0;
    double least = 0;
    for (Py_ssize_t k = 0; k < call->count; k++) {
        const int64_t axis = call->indices[k].axis;
        const int64_t size = call->data.sizes[axis < 0 ? axis + call->data.rank : axis];
        const double share = size > 0 ? (double)call->layouts[k].sizes[0] / (double)size : 0;
        if (k == 0 || share < least) {
            found = k;
            least = share;
        }
    }
    return found;
}

static bool judge_list(struct module_state *state, const struct axes_call *call, Py_ssize_t k, int32_t mode)
{
    const struct gather_op op = gather_numpy_take(call->indices[k].axis, mode);
    const struct gather_layout inputs[PAIR] = {call->data, call->layouts[k]};
    struct gather_layout output;
    struct gather_error error = {0};
    return (gather_infer(&op, inputs, PAIR, &output, &error) == GATHER_STATUS_OK &&
            file_take_judge(&op, inputs, PAIR, &output, &call->indices[k].buffer, &error) ==
                GATHER_STATUS_OK) ||
           refuse_index(state, call, &error);
}

/* That of the smallest axis first, as the library does. */
static bool judge_lists(struct module_state *state, const struct axes_call *call, int32_t mode)
{
    for (int32_t d = 0; d < call->data.rank; d++)
        for (Py_ssize_t k = 0; k < call->count; k++) {
            const int64_t axis = call->indices[k].axis;
            if ((axis < 0 ? axis + call->data.rank : axis) == d && !judge_list(state, call, k, mode))
                return false;
        }
    return true;
}

/* The rows that one of the lists names, read from the file. */
static PyObject *read_rows(struct module_state *state, const struct axes_call *call, Py_ssize_t which,
                           int32_t mode, PyObject *threads)
{
    const struct gather_op op = gather_numpy_take(call->indices[which].axis, mode);
    PyObject *list = dense_of(state, &call->lists[which]), *rows = NULL;
    PyObject *inputs[] = {call->x.object, list};
    struct call reading; /* not zeroed: it is large */
    struct operand room[PAIR];
    if (list == NULL)
        return NULL;
    reading.inputs = room;
    reading.out = Py_None;
    reading.threads = threads;
    if (call_begin(state, &reading, inputs, PAIR, 0))
        rows = call_op(state, &op, &reading);
    call_end(&reading);
    Py_DECREF(list);
    return rows;
}

/* Rows, which are taken over, become the data, and all of them the list that named them. */
static bool put_rows(struct module_state *state, struct axes_call *call, Py_ssize_t which, PyObject *rows)
{
    PyObject *all =
        PyObject_CallFunction((PyObject *)&PyRange_Type, "L", (long long)call->layouts[which].sizes[0]);
    operand_end(&call->x);
    operand_end(&call->lists[which]);
    const bool is_put = read_x(state, call, rows) && all != NULL && read_list(state, call, which, all);
    call->x.keeper = rows;
    Py_XDECREF(all);
    return is_put;
}

/* Along one axis from the file, along the others from what was read. What was read of the arguments is not read again:
 * an index may run code, which may change the others. */
static PyObject *take_from_file(struct module_state *state, struct axes_call *call, int32_t mode,
                                PyObject *out, PyObject *threads)
{
    const Py_ssize_t which = find_shortest(call);
    PyObject *rows = is_steady(state, call) && judge_lists(state, call, mode)
                         ? read_rows(state, call, which, mode, threads)
                         : NULL;
    if (rows == NULL || !put_rows(state, call, which, rows))
        return NULL;
    return run_into(state, call, mode, out, threads);
}

/* One index, say, where there should be a list for each axis. */
static PyObject *hold_lists(PyObject *lists)
{
    if (PySequence_Check(lists) || !PyIndex_Check(lists))
        return PySequence_Tuple(lists);
    PyErr_SetString(PyExc_TypeError,
                    "indices is one integer, and a tuple of axes wants one list of indices for "
                    "each axis, as ([0],) for axis=(0,)");
    return NULL;
}

PyObject *take_axes(struct module_state *state, PyObject *x, PyObject *lists, PyObject *axes, int32_t mode,
                    PyObject *out, PyObject *threads)
{
    struct axes_call call; /* not zeroed: it is large */
    PyObject *result = NULL, *kept = hold_lists(lists);
    call.count = 0;
    call.has_x = call.has_out = false;
    if (kept != NULL && read_x(state, &call, x) && read_lists(state, &call, kept, axes) &&
        lay_output(state, &call, out))
        result = call.x.opened != NULL ? take_from_file(state, &call, mode, out, threads)
                                       : run_into(state, &call, mode, out, threads);
    for (Py_ssize_t k = 0; k < call.count; k++)
        operand_end(&call.lists[k]);
    if (call.has_out)
        operand_end(&call.out);
    if (call.has_x)
        operand_end(&call.x);
    Py_XDECREF(kept);
    return result;
}
