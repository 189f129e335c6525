/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather.Plan: plan_type.h says what it is. A call compares its operands with those that the plan was made for,
 * runs, and that is all.
 */
#include "plan_type.h"

#include <stddef.h>
#include <string.h>
#include <structmember.h>

#include "array_type.h"
#include "call.h"
#include "familiar.h"
#include "layout_type.h"
#include "op_names.h"

/*
 * Calls by a vector of values are part of CPython's interface since 3.8, and of the limited one since 3.12; nothing
 * about them changed in between, and no function of theirs is used: a type says by a flag that its objects hold the
 * address of theirs, and where. They spare each call a tuple, and a dict if there is `out`.
 */
enum { HAS_VECTOR_CALL = 1 << 11 };
static const size_t VECTOR_OFFSET_FLAG = (size_t)1 << (8 * sizeof(size_t) - 1);

struct plan {
    PyObject_HEAD struct prepared *prepared;
    PyObject *dialect, *name, *attributes; /* as it was asked for; nothing changes them */
    const struct gather_op_name *row;
    struct signature output;
    bool makes_output; /* where none is given: one that is made is dense */
    size_t data_at;
    PyObject *(*call)(PyObject *self, PyObject *const *values, size_t flagged, PyObject *names);
    PyObject *weak;                               /* references, of Python's */
    struct familiar known_out, known[INPUTS_MAX]; /* operands of calls before */
};

static PyObject *call_vector(PyObject *self, PyObject *const *values, size_t flagged, PyObject *names);
static PyObject *call_vector_more(PyObject *self, PyObject *const *values, size_t flagged, PyObject *names);

/* ---- making ----------------------------------------------------------------------------------------------- */

struct making {
    const char *dialect, *name;
    const struct gather_op_name *row;
    PyObject *inputs[INPUTS_MAX], *attributes, *out;
    size_t count;
    PyObject *kept; /* the attributes, held */
    struct gather_layout layouts[INPUTS_MAX + 1];
    struct call call;
    struct operand room[INPUTS_MAX];
};

/* Of an operator that has no choice of inputs; the others judge it themselves. */
static bool judge_count(const struct gather_op_name *row, Py_ssize_t count)
{
    if (row == NULL || op_has_more(row) || row->required == 0 || row->required == count)
        return true;
    PyErr_Format(PyExc_TypeError, "a plan takes %d operands, and %zd were given", (int)row->required, count);
    return false;
}

static bool read_operands(struct module_state *state, struct making *making)
{
    struct call *call = &making->call;
    const bool has_more = op_has_more(making->row);
    call->inputs = making->room;
    call->out = making->out;
    call->count = 0;
    call->data_at = op_data_at(making->row);
    call->output.object = NULL;
    for (size_t k = 0; k < making->count; k++) {
        const bool is_integers = has_more ? call_wants_integers(making->row, k) : k != call->data_at;
        const enum operand_role role = is_integers ? ROLE_INDICES : has_more ? ROLE_VALUES : ROLE_TABLE;
        call->count++;
        if (!layout_or_operand_read(state, making->inputs[k], role, has_more ? making->row->inputs[k] : NULL,
                                    &call->inputs[k], &making->layouts[k]))
            return false;
    }
    if (has_more)
        call_suit_numbers(call, making->row);
    if (making->out == Py_None)
        return true;
    const struct operand *data = &call->inputs[call->data_at];
    if (!layout_or_operand_read(state, making->out, ROLE_OUTPUT, NULL, &call->output,
                                &making->layouts[INPUTS_MAX]))
        return false;
    /* a layout stands for times of any unit */
    return data->object == NULL || call->output.object == NULL || operand_suits_time(data, &call->output);
}

static struct prepared *prepare(struct module_state *state, struct making *making)
{
    struct gather_op op;
    struct call *call = &making->call;
    struct request request = call_request(call);
    request.op = &op;
    making->kept = op_attributes_kept(making->attributes, &call->inputs[call->data_at]);
    if (making->kept == NULL || !op_read(state, making->dialect, making->name, making->kept, &request, &op))
        return NULL;
    for (size_t k = 0; k < call->count; k++)
        if (!operand_suits_op(state, &call->inputs[k], op.operation))
            return NULL;
    return prepared_make(state, &request);
}

static PyObject *construct(PyTypeObject *type, PyObject *arguments, PyObject *words)
{
    struct module_state *state = PyType_GetModuleState(type);
    struct making making;
    struct plan *plan = NULL;
    struct prepared *prepared = NULL;
    PyObject *inputs;
    int is_fused = 0;
    if (!keywords_none("Plan()", words) ||
        !PyArg_ParseTuple(arguments,
                          "ssO!O!O|p;a Plan is made by libgather.plan(dialect, name, data, indices, ..), of "
                          "which the first two are texts",
                          &making.dialect, &making.name, &PyTuple_Type, &inputs, &PyDict_Type,
                          &making.attributes, &making.out, &is_fused))
        return NULL;
    const Py_ssize_t count = call_count_inputs(inputs, making.inputs);
    making.row = op_find(making.dialect, making.name);
    making.count = (size_t)count;
    if (count < 0 || !judge_count(making.row, count))
        return NULL;
    making.kept = NULL;
    if (read_operands(state, &making))
        prepared = prepare(state, &making);
    if (prepared != NULL)
        plan = object_allocate(type);
    if (plan != NULL) {
        prepared->check = is_fused ? GATHER_CHECK_FUSED : GATHER_CHECK_FIRST;
        plan->prepared = prepared;
        plan->row = making.row;
        plan->data_at = making.call.data_at;
        plan->output = prepared->out;
        plan->makes_output = prepared->out.dtype == GATHER_DTYPE_NONE;
        if (plan->makes_output)
            (void)signature_of_layout(&prepared->output, &plan->output); /* dense, if in cells of its own */
        plan->call = making.count == PAIR ? call_vector : call_vector_more;
        plan->dialect = PyUnicode_FromString(making.dialect);
        plan->name = PyUnicode_FromString(making.name);
        plan->attributes = making.kept;
        making.kept = NULL;
        if (plan->dialect == NULL || plan->name == NULL)
            Py_CLEAR(plan);
    } else {
        prepared_release(prepared);
    }
    Py_XDECREF(making.kept);
    call_end(&making.call);
    return (PyObject *)plan;
}

static void finish(PyObject *self)
{
    struct plan *plan = (struct plan *)self;
    if (plan->weak != NULL)
        PyObject_ClearWeakRefs(self);
    prepared_release(plan->prepared);
    Py_XDECREF(plan->dialect);
    Py_XDECREF(plan->name);
    Py_XDECREF(plan->attributes);
    object_release(self);
}

/* ---- calling ---------------------------------------------------------------------------------------------- */

/* In the notation of strides where it can be said so, and the other layout of a sentence is of strides. */
static PyObject *print_layout(struct module_state *state, const struct gather_layout *layout, int32_t other)
{
    PyObject *made = layout_new(state, layout), *text = NULL;
    if (made != NULL && other == GATHER_LAYOUT_STRIDES) {
        text = PyObject_CallMethod(made, "to", "s", "strides");
        if (text == NULL)
            PyErr_Clear();
    }
    if (made != NULL && text == NULL)
        text = PyObject_Str(made);
    Py_XDECREF(made);
    return text;
}

/* Says what was planned for, and what was given, both with the same words for types. what: it is. */
static PyObject *refuse(struct module_state *state, const char *what, const struct gather_layout *planned,
                        const struct operand *operand)
{
    struct gather_layout given;
    struct gather_error error = {0};
    if (operand_layout(operand, &given, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error);
    PyObject *texts[] = {print_layout(state, planned, given.kind), NULL};
    if (texts[0] != NULL)
        texts[1] = print_layout(state, &given, planned->kind);
    if (texts[1] != NULL)
        PyErr_Format(PyExc_ValueError, "the plan is for %s %U, and was given %U", what, texts[0], texts[1]);
    Py_XDECREF(texts[0]);
    Py_XDECREF(texts[1]);
    return NULL;
}

/*
 * An output may be given to a plan that was made without, if it is as dense as the one that would be made. One of another
 * type or of other sizes is refused as a function refuses it.
 */
static bool judge_out(struct module_state *state, const struct plan *plan, const struct operand *out)
{
    const struct gather_layout *planned = &plan->prepared->output;
    struct gather_layout given;
    struct gather_error error = {0};
    if (operand_fits(&plan->output, planned, out))
        return true;
    if (operand_layout(out, &given, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error) != NULL;
    return output_agrees(planned, &given) && refuse(state, "an out of", planned, out) != NULL;
}

/* What the next call is compared with. Before Python's lock is given away, for whoever has it may change an array. */
static void learn(struct plan *plan, const struct module_state *state, const struct call *call)
{
    for (size_t k = 0; k < call->count; k++)
        familiar_learn(&plan->known[k], state, &call->inputs[k]);
    if (call->out != Py_None)
        familiar_learn(&plan->known_out, state, &call->output);
}

static PyObject *run_fitting(struct module_state *state, struct plan *plan, struct call *call)
{
    const struct prepared *prepared = plan->prepared;
    for (size_t k = 0; k < prepared->count; k++) {
        if (!operand_suits_op(state, &call->inputs[k], prepared->op.operation))
            return NULL;
        if (!operand_fits(&prepared->inputs[k], &prepared->layouts[k], &call->inputs[k]))
            return refuse(state, plan->row->inputs[k], &prepared->layouts[k], &call->inputs[k]);
    }
    if (call->out != Py_None && !judge_out(state, plan, &call->output))
        return NULL;
    if (call->out == Py_None && !plan->makes_output) {
        PyErr_SetString(PyExc_ValueError, "the plan was made with out: give one to each call");
        return NULL;
    }
    if (!call->has_run_code)
        learn(plan, state, call);
    return call_run(state, prepared, call);
}

/* The operands of a call. Integers that stand for themselves are of the type that was planned for. */
static bool read_inputs(struct module_state *state, const struct plan *plan, PyObject *const *inputs,
                        struct call *call)
{
    const struct prepared *prepared = plan->prepared;
    if (!op_has_more(plan->row))
        return call_begin(state, call, inputs, prepared->count, plan->data_at);
    if (!call_begin_more(state, call, inputs, prepared->count, plan->row))
        return false;
    for (size_t k = 0; k < prepared->count; k++)
        operand_numbers_as(&call->inputs[k], prepared->inputs[k].dtype);
    return true;
}

static PyObject *run_plan(PyObject *self, PyObject *const *inputs, size_t count, struct call *call)
{
    struct module_state *state = state_of_object(self);
    struct plan *plan = (struct plan *)self;
    PyObject *result = NULL;
    while (count > plan->prepared->count && count <= INPUTS_MAX && inputs[count - 1] == Py_None)
        count--;
    if (count != plan->prepared->count)
        return PyErr_Format(PyExc_TypeError, "a plan takes %zu operands, and %zu were given",
                            plan->prepared->count, count);
    if (read_inputs(state, plan, inputs, call))
        result = run_fitting(state, plan, call);
    call_end(call);
    return result;
}

/* Whether a call is like one before, and so what it reads of its operands is known. has_out: behind the inputs. */
static inline bool is_known(const struct plan *plan, const struct module_state *state,
                            PyObject *const *values, size_t count, bool has_out, struct call *call)
{
    if (!has_out && !plan->makes_output)
        return false;
    for (size_t k = 0; k < count; k++) {
        struct operand *input = &call->inputs[k];
        if (!familiar_is(&plan->known[k], state, values[k], false, &input->buffer))
            return false;
        input->object = values[k];
        input->kind = OPERAND_NUMPY;
        input->opened = NULL;
    }
    if (has_out && !familiar_is(&plan->known_out, state, values[count], true, &call->output.buffer))
        return false;
    call->out = has_out ? values[count] : Py_None;
    call->count = count;
    call->data_at = plan->data_at;
    call->has_run_code = false;
    return true;
}

/* Whether the only keyword of a call is `out`; in a program's text its name is always the same object. */
static bool is_out_alone(const struct module_state *state, PyObject *names)
{
    return PyTuple_Size(names) == 1 && PyTuple_GetItem(names, 0) == state->out;
}

/* The short way: the values of the arguments side by side, those with names at the end. planned: how many operands. */
static inline PyObject *call_values(PyObject *self, PyObject *const *values, size_t flagged, PyObject *names,
                                    struct operand *room, size_t planned)
{
    size_t count = flagged & ~VECTOR_OFFSET_FLAG;
    const struct plan *plan = (const struct plan *)self;
    struct module_state *state = state_of_object(self);
    struct call call; /* not zeroed, as its operands: they are large, and a call is short */
    call.inputs = room;
    call.out = call.threads = Py_None;
    if (count == planned && (names == NULL || is_out_alone(state, names)) &&
        is_known(plan, state, values, planned, names != NULL, &call))
        return call_run(state, plan->prepared, &call); /* without an end: nothing is held of numpy's arrays */
    const struct keyword keywords[] = {{"out", &call.out}, {"threads", &call.threads}, {NULL, NULL}};
    if (names != NULL && !keywords_read("a plan", keywords, values + count, names))
        return NULL;
    return run_plan(self, values, count, &call);
}

static PyObject *call_vector(PyObject *self, PyObject *const *values, size_t flagged, PyObject *names)
{
    struct operand room[PAIR];
    return call_values(self, values, flagged, names, room, PAIR);
}

static PyObject *call_vector_more(PyObject *self, PyObject *const *values, size_t flagged, PyObject *names)
{
    struct operand room[INPUTS_MAX];
    return call_values(self, values, flagged, names, room, ((const struct plan *)self)->prepared->count);
}

/* The long way, as plan(*operands, **options) and __call__ have it. The words may be a dict that others change. */
static PyObject *call_plan(PyObject *self, PyObject *arguments, PyObject *words)
{
    struct call call;
    struct operand room[INPUTS_MAX];
    call.inputs = room;
    call.out = call.threads = Py_None;
    const struct keyword keywords[] = {{"out", &call.out}, {"threads", &call.threads}, {NULL, NULL}};
    PyObject *inputs[INPUTS_MAX], *name, *value, *result = NULL;
    if (words != NULL && !PyArg_ValidateKeywordArguments(words)) /* __call__ takes any dict */
        return NULL;
    PyObject *own = words != NULL ? PyDict_Copy(words) : PyDict_New();
    Py_ssize_t place = 0, count = PyTuple_Size(arguments);
    bool is_read = own != NULL;
    while (is_read && PyDict_Next(own, &place, &name, &value))
        is_read = keyword_read("a plan", keywords, name, value);
    for (Py_ssize_t k = 0; k < count && k < INPUTS_MAX; k++)
        inputs[k] = PyTuple_GetItem(arguments, k);
    if (is_read)
        result = run_plan(self, inputs, (size_t)count, &call);
    Py_XDECREF(own);
    return result;
}

/* ---- what there is to say --------------------------------------------------------------------------------- */

static PyObject *describe(PyObject *self, PyObject *nothing)
{
    struct gather_plan_description is;
    (void)nothing;
    gather_plan_describe(((const struct plan *)self)->prepared->plan, &is);
    return Py_BuildValue("{snsLsLsLsLsLsLsisisNszszszsz}", "plan_bytes", (Py_ssize_t)is.plan_bytes,
                         "room_bytes", (long long)is.room_bytes, "elements", (long long)is.elements,
                         "bytes_read", (long long)is.bytes_read, "bytes_written", (long long)is.bytes_written,
                         "block_bytes", (long long)is.block_bytes, "index_count", (long long)is.index_count,
                         "parts", is.part_count, "fill_steps", is.fill_steps, "is_checked",
                         PyBool_FromLong(is.is_checked), "kernel", is.kernel, "index_kernel", is.index_kernel,
                         "reason", is.reason, "thresholds", is.thresholds);
}

static PyObject *get_output(PyObject *self, void *nothing)
{
    (void)nothing;
    return layout_new(state_of_object(self), &((const struct plan *)self)->prepared->output);
}

static PyObject *get_inputs(PyObject *self, void *nothing)
{
    struct module_state *state = state_of_object(self);
    const struct prepared *prepared = ((const struct plan *)self)->prepared;
    (void)nothing;
    PyObject *all = PyTuple_New((Py_ssize_t)prepared->count);
    for (size_t k = 0; all != NULL && k < prepared->count; k++) {
        PyObject *layout = layout_new(state, &prepared->layouts[k]);
        if (layout == NULL || PyTuple_SetItem(all, (Py_ssize_t)k, layout) != 0)
            Py_CLEAR(all);
    }
    return all;
}

/* For pickle and copy: it is planned anew, for the same layouts. */
static PyObject *reduce(PyObject *self, PyObject *nothing)
{
    const struct plan *plan = (const struct plan *)self;
    PyObject *inputs = get_inputs(self, NULL), *out = NULL;
    (void)nothing;
    if (inputs == NULL)
        return NULL;
    if (plan->prepared->out.dtype != GATHER_DTYPE_NONE && (out = get_output(self, NULL)) == NULL) {
        Py_DECREF(inputs);
        return NULL;
    }
    PyObject *made = Py_BuildValue("O(OONNOi)", Py_TYPE(self), plan->dialect, plan->name, inputs,
                                   PyDict_Copy(plan->attributes), out != NULL ? out : Py_None,
                                   plan->prepared->check == GATHER_CHECK_FUSED);
    Py_XDECREF(out);
    return made;
}

static PyObject *represent(PyObject *self)
{
    const struct plan *plan = (const struct plan *)self;
    PyObject *inputs = get_inputs(self, NULL), *output = get_output(self, NULL);
    PyObject *text = inputs != NULL && output != NULL ? PyUnicode_FromString("") : NULL;
    for (size_t k = 0; text != NULL && k < plan->prepared->count; k++) {
        PyObject *longer =
            PyUnicode_FromFormat(k > 0 ? "%U, %S" : "%U%S", text, PyTuple_GetItem(inputs, (Py_ssize_t)k));
        Py_DECREF(text);
        text = longer;
    }
    PyObject *whole = text != NULL ? PyUnicode_FromFormat("<libgather.Plan %U %U: %U to %S>", plan->dialect,
                                                          plan->name, text, output)
                                   : NULL;
    Py_XDECREF(text);
    Py_XDECREF(inputs);
    Py_XDECREF(output);
    return whole;
}

static PyGetSetDef attributes[] = {
    {"inputs", get_inputs, NULL, "The layouts that the operands must have.", NULL},
    {"output", get_output, NULL, "The layout of the result.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(struct plan, call), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(struct plan, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};

static PyMethodDef methods[] = {
    {"describe", describe, METH_NOARGS,
     "describe($self, /)\n--\n\n"
     "What a call does: elements, bytes, steps, kernels and why, as a dict."},
    {"__reduce__", reduce, METH_NOARGS, "What pickle and copy keep: the operator and the layouts."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "A gather, planned once: libgather.plan makes it. plan(data, indices, *more, out=None, threads=None) "
     "runs it on operands\n"
     "of the layouts that it was made for; out: where the result goes, if not to an array of its own."},
    {Py_tp_new, construct},
    {Py_tp_dealloc, finish},
    {Py_tp_call, call_plan},
    {Py_tp_repr, represent},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {0, NULL}};

static PyType_Spec spec = {"libgather.Plan", (int)sizeof(struct plan), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | HAS_VECTOR_CALL, slots};

bool plan_type_init(PyObject *module, struct module_state *state)
{
    state->plan_type = module_add_type(module, &spec, "Plan");
    return state->plan_type != NULL;
}
