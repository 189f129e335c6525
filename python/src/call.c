/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls: call.h says what they are.
 *
 *     objects ── call_begin ──> operands ── prepared_get ──> struct prepared ── call_run ──> result
 */
#include "call.h"

#include <string.h>

#include "array_type.h"
#include "file_rows.h"
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
    return call->out == Py_None || call_read_out(state, call);
}

bool call_read_out(struct module_state *state, struct call *call)
{
    if (call->out == Py_None)
        return true;
    if (!operand_read(state, call->out, ROLE_OUTPUT, &call->output))
        return false;
    call->has_run_code |= call->output.has_run_code;
    return operand_suits_time(&call->inputs[call->data_at], &call->output);
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

static bool are_steady(struct module_state *state, const struct call *call)
{
    for (size_t k = 0; k < call->count; k++)
        if (!operand_is_steady(state, &call->inputs[k]))
            return false;
    return call->out == Py_None || operand_is_steady(state, &call->output);
}

/* Right before the run, when no more code of Python's comes between. */
static inline bool is_steady(struct module_state *state, const struct call *call)
{
    return !call->has_run_code || are_steady(state, call);
}

/* Into an output. is_new: as for prepared_run. */
static bool run(struct module_state *state, const struct prepared *prepared, const struct call *call,
                struct gather_buffer output, bool is_new)
{
    struct gather_buffer buffers[INPUTS_MAX];
    if (call->inputs[call->data_at].opened != NULL)
        return file_take_run(state, prepared, call->inputs, call->data_at,
                             call->out != Py_None ? &call->output : NULL, output, call->threads);
    for (size_t k = 0; k < prepared->count; k++)
        buffers[k] = call->inputs[k].buffer;
    return prepared_run(state, prepared, buffers, output, call->threads, is_new);
}

/*
 * What a result is made like: the data; of an operator that computes, if that is numpy's, one of numpy's of the result's
 * own type. Returns: NULL if there is none.
 */
static const struct operand *like_of(const struct prepared *prepared, const struct call *call)
{
    const struct operand *data = &call->inputs[call->data_at];
    if (data->kind != OPERAND_NUMPY)
        return data;
    for (size_t k = 0; k < prepared->count; k++)
        if (call->inputs[k].kind == OPERAND_NUMPY && prepared->inputs[k].dtype == prepared->output.dtype)
            return &call->inputs[k];
    return NULL;
}

/* Into `out`, or a new result: like what it is made, as above. Operands are all in memory, but what file_take serves. */
__attribute__((always_inline)) static inline PyObject *run_into(struct module_state *state,
                                                                const struct prepared *prepared,
                                                                struct call *call, const struct operand *like)
{
    const struct operand *data = &call->inputs[call->data_at];
    struct gather_buffer buffer;
    if (call->out != Py_None) {
        if (!is_steady(state, call) || !run(state, prepared, call, call->output.buffer, false))
            return NULL;
        Py_INCREF(call->out);
        return call->out;
    }
    /* numpy makes the result of what the array is, and may run code for it. */
    bool is_ready = data->kind != OPERAND_NUMPY || is_steady(state, call);
    PyObject *made = !is_ready      ? NULL
                     : like != NULL ? result_new(state, like, &prepared->output, &buffer)
                                    : result_new_numpy(state, &prepared->output, &buffer);
    if (made == NULL)
        return NULL;
    /* What is left as it is must not be what the memory held for somebody else. */
    if (prepared->op.policy == GATHER_POLICY_SKIP && buffer.bytes > 0)
        memset(buffer.data, 0, (size_t)buffer.bytes);
    /* To make an Array may run Python's collector, and so anything. */
    const bool may_collect = like != NULL && like->kind != OPERAND_NUMPY;
    if ((may_collect ? are_steady(state, call) : is_steady(state, call)) &&
        run(state, prepared, call, buffer, true))
        return result_finish(state, data, made);
    Py_DECREF(made);
    return NULL;
}

/* With more operands than two, out of the way of those. */
__attribute__((noinline)) static PyObject *run_more(struct module_state *state,
                                                    const struct prepared *prepared, struct call *call)
{
    if (call->inputs[call->data_at].opened != NULL && file_rows_serve(prepared, call))
        return is_steady(state, call) ? file_rows_run(state, prepared, call) : NULL;
    for (size_t k = 0; k < prepared->count; k++)
        if (!operand_fetch(state, &call->inputs[k]))
            return NULL;
    return run_into(state, prepared, call, like_of(prepared, call));
}

PyObject *call_run(struct module_state *state, const struct prepared *prepared, struct call *call)
{
    struct operand *data = &call->inputs[call->data_at];
    if (prepared->count > PAIR)
        return run_more(state, prepared, call);
    if (data->opened != NULL && !file_take_serves(prepared, call->inputs, call->data_at) &&
        !operand_fetch(state, data))
        return NULL;
    return run_into(state, prepared, call, data);
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
    for (size_t k = 0; k < call->count; k++)
        if (!operand_suits_op(state, &call->inputs[k], op->operation))
            return NULL;
    return call_ready(state, prepared_get(state, &request), call);
}

/* ---- by names --------------------------------------------------------------------------------------------- */

/* Where the values of a call stand: the inputs, and behind them what else it is given, pairs of attributes at last. */
enum { VALUE_INPUTS = 3, GIVEN_OUT = 0, GIVEN_THREADS, GIVEN_OPTIONS, GIVEN_ATTRIBUTES };

/* Options that nobody else can change while the call runs code of Python's: the words are borrowed from them. */
static PyObject *own_options(PyObject *options)
{
    if (options != Py_None && PyDict_Size(options) > 0)
        return PyDict_Copy(options);
    Py_INCREF(Py_None);
    return Py_None;
}

/* An argument by a name that the function does not have: those that it has. */
static bool refuse_option(PyObject *const *named, PyObject *option)
{
    PyObject *name = named[WORDS_NAME];
    PyObject *known = module_convert("arguments_of", named[WORDS_DIALECT], name);
    if (known != NULL)
        PyErr_Format(PyExc_TypeError, "%S got an unexpected keyword argument '%S'%U", name, option, known);
    Py_XDECREF(known);
    return false;
}

/* The library's options, as the functions of the worlds take them beside what each has of its own. */
static bool add_options(PyObject *options, PyObject *const *named, struct op_words *words)
{
    PyObject *option[2];
    Py_ssize_t place = 0;
    if (options == Py_None)
        return true;
    while (PyDict_Next(options, &place, &option[0], &option[1])) {
        if (!PyUnicode_Check(option[0]) || !op_is_option(option[0]))
            return refuse_option(named, option[0]);
        if (!op_words_add(words, option, 2))
            return false;
    }
    return true;
}

/* What a call is made with. has_more: by the names that the operator has for its inputs. */
struct inputs {
    PyObject *const *at;
    size_t count;
    bool has_more;
    struct operand *room;
};

static PyObject *call_named(struct module_state *state, const struct op_words *words,
                            const struct inputs *inputs, struct call *call)
{
    struct named_op *named = named_op_find(state, words);
    PyObject *result = NULL;
    const bool is_read =
        inputs->has_more ? call_begin_more(state, call, inputs->at, inputs->count, named_op_row(words, named))
                         : call_begin(state, call, inputs->at, PAIR, named_op_data_at(words, named));
    if (is_read) {
        const struct request request = call_request(call);
        named = named_op_for(state, words, named, &request, &call->has_run_code);
        if (named != NULL)
            result = call_op(state, &named->op, call);
    }
    named_op_release(named);
    call_end(call);
    return result;
}

/* named: the dialect, its version, the name. given: what stands behind the inputs. */
static PyObject *call_words(PyObject *module, PyObject *const *named, const struct inputs *inputs,
                            PyObject *const *given, Py_ssize_t count)
{
    struct call call; /* not zeroed, like the words: it is large, and a call is short */
    struct op_words words;
    PyObject *options, *result = NULL;
    words.count = 0;
    if (count < GIVEN_ATTRIBUTES || (count - GIVEN_ATTRIBUTES) % 2 != 0 ||
        (given[GIVEN_OPTIONS] != Py_None && !PyDict_Check(given[GIVEN_OPTIONS]))) {
        PyErr_SetString(PyExc_TypeError, "call() has other arguments");
        return NULL;
    }
    call.inputs = inputs->room;
    call.out = given[GIVEN_OUT];
    call.threads = given[GIVEN_THREADS];
    options = own_options(given[GIVEN_OPTIONS]);
    if (options != NULL && op_words_add(&words, named, WORDS_ATTRIBUTES) &&
        op_words_add(&words, given + GIVEN_ATTRIBUTES, (size_t)(count - GIVEN_ATTRIBUTES)) &&
        add_options(options, named, &words))
        result = call_named(state_of_module(module), &words, inputs, &call);
    Py_XDECREF(options);
    return result;
}

PyObject *call_names(PyObject *module, PyObject *const *values, Py_ssize_t count)
{
    struct operand room[PAIR];
    const struct inputs inputs = {values + VALUE_INPUTS, PAIR, false, room};
    return call_words(module, values, &inputs, values + VALUE_INPUTS + PAIR, count - VALUE_INPUTS - PAIR);
}

Py_ssize_t call_count_inputs(PyObject *tuple, PyObject **inputs)
{
    Py_ssize_t count = PyTuple_Check(tuple) ? PyTuple_Size(tuple) : 0;
    while (count > 0 && PyTuple_GetItem(tuple, count - 1) == Py_None)
        count--;
    for (Py_ssize_t k = 0; k < count && k < INPUTS_MAX; k++)
        inputs[k] = PyTuple_GetItem(tuple, k);
    if (count > 0 && count <= INPUTS_MAX)
        return count;
    PyErr_Format(PyExc_TypeError, "an operator has 1 to %d inputs, and %zd were given", INPUTS_MAX, count);
    return -1;
}

PyObject *call_more(PyObject *module, PyObject *const *values, Py_ssize_t count)
{
    PyObject *at[INPUTS_MAX];
    const Py_ssize_t inputs_count = count > VALUE_INPUTS ? call_count_inputs(values[VALUE_INPUTS], at) : 0;
    struct operand room[INPUTS_MAX];
    const struct inputs inputs = {at, (size_t)inputs_count, true, room};
    if (inputs_count < 0)
        return NULL;
    return call_words(module, values, &inputs, values + VALUE_INPUTS + 1, count - VALUE_INPUTS - 1);
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
    struct operand room;
    PyObject *made = NULL, *layout = Py_None;
    call.inputs = &room;
    call.out = call.threads = Py_None;
    const struct keyword keywords[] = {
        {"layout", &layout}, {"out", &call.out}, {"threads", &call.threads}, {NULL, NULL}};
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError,
                            "relayout(x, layout) has 1 or 2 arguments without a name, x never with one, and "
                            "got %zd: the others are given by name, as out=y",
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
