/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls: call.h says what they are.
 *
 *     objects ── call_begin ──> operands ── prepared_get ──> struct prepared ── call_run ──> result
 */
#include "call.h"

#include <string.h>

#include "array_type.h"
#include "file_take.h"
#include "layout_type.h"
#include "named_op.h"
#include "result_kind.h"

bool call_begin(struct module_state *state, struct call *call, PyObject *const *inputs, size_t count,
                size_t data_at)
{
    call->count = 0;
    call->data_at = data_at;
    call->output.object = NULL;
    call->has_run_code = false;
    for (size_t k = 0; k < count; k++) {
        call->count++;
        if (!operand_read(state, inputs[k], k == data_at ? ROLE_TABLE : ROLE_INDICES, &call->inputs[k]))
            return false;
        call->has_run_code |= call->inputs[k].has_run_code;
    }
    if (call->out == Py_None)
        return true;
    if (!operand_read(state, call->out, ROLE_OUTPUT, &call->output))
        return false;
    call->has_run_code |= call->output.has_run_code;
    return operand_suits_time(&call->inputs[data_at], &call->output);
}

/* Of numpy's arrays nothing is held, but of those that were made of its scalars. */
static void end(struct operand *operand)
{
    if (operand->kind != OPERAND_NUMPY || operand->keeper != NULL)
        operand_end(operand);
}

void call_end(struct call *call)
{
    for (size_t k = 0; k < call->count; k++)
        end(&call->inputs[k]);
    if (call->output.object != NULL)
        end(&call->output);
}

/* Right before the run, when no more code of Python's comes between. */
static bool is_steady(struct module_state *state, const struct call *call)
{
    if (!call->has_run_code)
        return true;
    for (size_t k = 0; k < call->count; k++)
        if (!operand_is_steady(state, &call->inputs[k]))
            return false;
    return call->out == Py_None || operand_is_steady(state, &call->output);
}

/* Into an output. is_new: as for prepared_run. */
static bool run(struct module_state *state, const struct prepared *prepared, const struct call *call,
                struct gather_buffer output, bool is_new)
{
    struct gather_buffer buffers[INPUTS_MAX];
    if (call->inputs[call->data_at].opened != NULL)
        return file_take_run(state, prepared, call->inputs, call->data_at, output, call->threads);
    for (size_t k = 0; k < prepared->count; k++)
        buffers[k] = call->inputs[k].buffer;
    return prepared_run(state, prepared, buffers, output, call->threads, is_new);
}

PyObject *call_run(struct module_state *state, const struct prepared *prepared, struct call *call)
{
    struct operand *data = &call->inputs[call->data_at];
    struct gather_buffer buffer;
    if (data->opened != NULL && !file_take_serves(prepared, call->inputs, call->data_at) &&
        !operand_fetch(state, data))
        return NULL;
    if (call->out != Py_None) {
        if (!is_steady(state, call) || !run(state, prepared, call, call->output.buffer, false))
            return NULL;
        Py_INCREF(call->out);
        return call->out;
    }
    /* numpy makes the result of what the array is, and may run code for it. */
    bool is_ready = data->kind != OPERAND_NUMPY || is_steady(state, call);
    PyObject *made = is_ready ? result_new(state, data, &prepared->output, &buffer) : NULL;
    if (made == NULL)
        return NULL;
    /* What is left as it is must not be what the memory held for somebody else. */
    if (prepared->op.policy == GATHER_POLICY_SKIP && buffer.bytes > 0)
        memset(buffer.data, 0, (size_t)buffer.bytes);
    if (is_steady(state, call) && run(state, prepared, call, buffer, true))
        return result_finish(state, data, made);
    Py_DECREF(made);
    return NULL;
}

struct request call_request(struct call *call)
{
    return (struct request){.inputs = call->inputs,
                            .count = call->count,
                            .data_at = call->data_at,
                            .out = call->out != Py_None ? &call->output : NULL};
}

PyObject *call_ready(struct module_state *state, struct prepared *prepared, struct call *call)
{
    PyObject *result = prepared != NULL ? call_run(state, prepared, call) : NULL;
    prepared_release(prepared);
    return result;
}

PyObject *call_op(struct module_state *state, const struct gather_op *op, struct call *call)
{
    struct request request = call_request(call);
    request.op = op;
    return call_ready(state, prepared_get(state, &request), call);
}

/* ---- by names --------------------------------------------------------------------------------------------- */

/* Where the values of a call stand; pairs of attributes behind them. */
enum { VALUE_INPUTS = 3, VALUE_OUT = 5, VALUE_THREADS, VALUE_OPTIONS, VALUE_ATTRIBUTES };

/* Options that nobody else can change while the call runs code of Python's: the words are borrowed from them. */
static PyObject *own_options(PyObject *options)
{
    if (options != Py_None && PyDict_Size(options) > 0)
        return PyDict_Copy(options);
    Py_INCREF(Py_None);
    return Py_None;
}

/* The library's options, as the functions of the worlds take them beside what each has of its own. */
static bool add_options(PyObject *options, PyObject *name_of_op, struct op_words *words)
{
    PyObject *option[2];
    Py_ssize_t place = 0;
    if (options == Py_None)
        return true;
    while (PyDict_Next(options, &place, &option[0], &option[1])) {
        if (!PyUnicode_Check(option[0]) || !op_is_option(option[0])) {
            PyErr_Format(PyExc_TypeError, "%S got an unexpected keyword argument '%S'", name_of_op,
                         option[0]);
            return false;
        }
        if (!op_words_add(words, option, 2))
            return false;
    }
    return true;
}

static PyObject *call_named(struct module_state *state, const struct op_words *words, PyObject *const *inputs,
                            struct call *call)
{
    struct named_op *named = named_op_find(state, words);
    PyObject *result = NULL;
    if (call_begin(state, call, inputs, INPUTS_MAX, named_op_data_at(words, named))) {
        const struct request request = call_request(call);
        named = named_op_for(state, words, named, &request, &call->has_run_code);
        if (named != NULL)
            result = call_op(state, &named->op, call);
    }
    named_op_release(named);
    call_end(call);
    return result;
}

PyObject *call_names(PyObject *module, PyObject *const *values, Py_ssize_t count)
{
    struct call call; /* not zeroed, like the words: it is large, and a call is short */
    struct op_words words;
    PyObject *options, *result = NULL;
    words.count = 0;
    if (count < VALUE_ATTRIBUTES || count % 2 != 0 ||
        (values[VALUE_OPTIONS] != Py_None && !PyDict_Check(values[VALUE_OPTIONS]))) {
        PyErr_SetString(PyExc_TypeError, "call() has other arguments");
        return NULL;
    }
    call.out = values[VALUE_OUT];
    call.threads = values[VALUE_THREADS];
    options = own_options(values[VALUE_OPTIONS]);
    if (options != NULL && op_words_add(&words, values, WORDS_ATTRIBUTES) &&
        op_words_add(&words, values + VALUE_ATTRIBUTES, (size_t)(count - VALUE_ATTRIBUTES)) &&
        add_options(options, values[WORDS_NAME], &words))
        result = call_named(state_of_module(module), &words, values + VALUE_INPUTS, &call);
    Py_XDECREF(options);
    return result;
}

/* ---- relayout --------------------------------------------------------------------------------------------- */

/* The layout asked for: whole, or what stands behind the sizes of the data: "{0,1}". */
static bool read_target(struct module_state *state, PyObject *asked, const struct signature *data,
                        struct gather_layout *to)
{
    struct gather_error error = {0};
    Py_ssize_t length;
    const char *text = PyUnicode_Check(asked) ? PyUnicode_AsUTF8AndSize(asked, &length) : NULL;
    if (text == NULL || (*text != '\0' && strchr("{:CF", *text) == NULL))
        return layout_read(state, asked, to);
    if (gather_layout_init(to, data->dtype, data->rank, data->sizes, &error) == GATHER_STATUS_OK &&
        gather_layout_parse_suffix(to, text, (size_t)length, &error) == GATHER_STATUS_OK)
        return true;
    return raise_error(state, &error) != NULL;
}

static PyObject *run_relayout(struct module_state *state, struct call *call, const struct gather_layout *to)
{
    struct gather_op op = gather_relayout();
    struct request request = {.op = &op, .inputs = call->inputs, .count = 1, .to = to};
    struct prepared *prepared = prepared_get(state, &request);
    PyObject *made = prepared != NULL ? array_new(state, to) : NULL;
    if (made != NULL && (!operand_is_steady(state, &call->inputs[0]) ||
                         !run(state, prepared, call, array_buffer(made), true)))
        Py_CLEAR(made);
    prepared_release(prepared);
    return made;
}

/* The layout that was asked for, in memory of its own; or `out`, in the layout that it has. */
static PyObject *relayout_to(struct module_state *state, struct call *call, PyObject *asked)
{
    struct gather_op op = gather_relayout();
    struct gather_layout to;
    const struct gather_layout *tiled = call->inputs[0].layout;
    if ((asked == Py_None) != (call->out != Py_None))
        return PyErr_Format(PyExc_TypeError, "relayout() takes a layout or out, one of them");
    if (call->out != Py_None)
        return call_op(state, &op, call);
    if (tiled != NULL)
        memcpy(call->inputs[0].is.sizes, tiled->sizes, sizeof tiled->sizes);
    return read_target(state, asked, &call->inputs[0].is, &to) ? run_relayout(state, call, &to) : NULL;
}

PyObject *relayout(PyObject *module, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    struct module_state *state = state_of_module(module);
    struct call call; /* not zeroed, as for a take */
    PyObject *made = NULL, *layout = Py_None;
    call.out = call.threads = Py_None;
    const struct keyword keywords[] = {
        {"layout", &layout}, {"out", &call.out}, {"threads", &call.threads}, {NULL, NULL}};
    if (count < 1 || count > 2)
        return PyErr_Format(
            PyExc_TypeError,
            "relayout(x, layout) has 1 or 2 arguments without a name, and got %zd: the others are "
            "given by name, as out=y",
            count);
    if (names != NULL && !keywords_read("relayout()", keywords, values + count, names))
        return NULL;
    if (count > 1 && layout != Py_None)
        return PyErr_Format(PyExc_TypeError, "relayout() got two layouts");
    if (call_begin(state, &call, values, 1, 0))
        made = relayout_to(state, &call, count > 1 ? values[1] : layout);
    call_end(&call);
    return made;
}
