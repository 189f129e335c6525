/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One foreign call for gathers that were prepared: a small module for Python, so that our row of the peers' table
 * pays for a call what theirs do, and no more.
 *
 *     gathers = prepared.Gathers(threads, checks_first)
 *     gathers.add("take", axis, batch_dims, "f32[9,4]C", "i64[2]C", None, data, indices, output)
 *                                                                         addresses, as ints
 *     gathers.add_scaled(block, bits, "u8[9,4]C", "i64[2]C", "f32[9,1]C", data, indices, scales, output)
 *     gathers.add_axes(axis, "u8[8,90,90,3]C", "i64[2]C", "i64[2]C", data, rows, columns, output)
 *                                                                         along that axis and the next one
 *     gathers.run()                     all that were added, one behind the other; the memory is the caller's to keep
 *
 * In CPython's limited interface, so that any Python from 3.11 on loads it.
 */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <gather/gather.h>
#include <gather/threads.h>
#include <stdbool.h>
#include <string.h>

enum { STEPS_MAX = 32, INPUTS_MAX = 3 };

struct step {
    struct gather_plan *plan;
    struct gather_buffer inputs[INPUTS_MAX], output;
    size_t input_count;
    struct gather_axis_indices lists[2]; /* of a take along two axes, which is no plan */
    struct gather_layout data_layout, list_layouts[2], output_layout;
};

struct gathers {
    PyObject_HEAD struct gather_pool *pool; /* NULL: one thread */
    struct gather_threads threads;
    struct gather_run run;
    size_t count;
    struct step steps[STEPS_MAX];
};

/* What is asked for: the arguments of `add`. */
struct asked {
    const char *family, *data, *indices, *to;
    int axis, batch_dims;
    unsigned long long memory[3]; /* addresses of data, indices and output */
};

static PyObject *complain(const struct gather_error *error)
{
    char sentence[256];
    gather_error_format(error, sentence, sizeof sentence);
    PyErr_SetString(PyExc_RuntimeError, sentence);
    return NULL;
}

/* ---- a step ----------------------------------------------------------------------------------------------- */

/* "take", "elements", "tuples" or "relayout", as `gather bench` has them. */
static struct gather_op op_of(const struct asked *asked)
{
    struct gather_op op;
    if (strcmp(asked->family, "relayout") == 0)
        return gather_relayout();
    if (strcmp(asked->family, "take") == 0 && asked->batch_dims != 0) {
        op = gather_openvino_gather(0, asked->axis, asked->batch_dims);
        op.policy = GATHER_POLICY_ERROR;
        return op;
    }
    if (strcmp(asked->family, "elements") == 0)
        op = gather_onnx_gather_elements(0, asked->axis);
    else if (strcmp(asked->family, "tuples") == 0)
        op = gather_onnx_gather_nd(0, asked->batch_dims);
    else
        op = gather_onnx_gather(0, asked->axis);
    op.strictness = GATHER_LOOSE; /* all types of indices */
    return op;
}

static enum gather_status read_layout(const char *text, struct gather_layout *layout,
                                      struct gather_error *error)
{
    return gather_layout_parse(layout, text, strlen(text), GATHER_SPELLING_ANY, error);
}

static struct gather_buffer buffer_of(const struct gather_layout *layout, unsigned long long address)
{
    return (struct gather_buffer){(void *)(uintptr_t)address, (uint64_t)gather_layout_bytes(layout)};
}

static enum gather_status make_step(struct step *step, const struct asked *asked, struct gather_error *error)
{
    struct gather_layout layouts[2], output;
    struct gather_op op = op_of(asked);
    step->input_count = asked->indices != NULL ? 2 : 1;
    enum gather_status status = read_layout(asked->data, &layouts[0], error);
    if (status == GATHER_STATUS_OK && asked->indices != NULL)
        status = read_layout(asked->indices, &layouts[1], error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&op, layouts, step->input_count, &output, error);
    if (status == GATHER_STATUS_OK && asked->to != NULL)
        status = gather_layout_parse_suffix(&output, asked->to, strlen(asked->to), error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_create(&step->plan, &op, layouts, step->input_count, &output, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    step->inputs[0] = buffer_of(&layouts[0], asked->memory[0]);
    if (asked->indices != NULL)
        step->inputs[1] = buffer_of(&layouts[1], asked->memory[1]);
    step->output = buffer_of(&output, asked->memory[2]);
    return status;
}

/* memory: addresses of data, indices, scales and output. */
static enum gather_status make_scaled(struct step *step, const struct gather_op *op, const char *const *texts,
                                      const unsigned long long *memory, struct gather_error *error)
{
    struct gather_layout layouts[INPUTS_MAX], output;
    enum gather_status status = GATHER_STATUS_OK;
    for (int k = 0; k < INPUTS_MAX && status == GATHER_STATUS_OK; k++) {
        status = read_layout(texts[k], &layouts[k], error);
        if (status == GATHER_STATUS_OK)
            step->inputs[k] = buffer_of(&layouts[k], memory[k]);
    }
    step->input_count = INPUTS_MAX;
    if (status == GATHER_STATUS_OK)
        status = gather_infer(op, layouts, INPUTS_MAX, &output, error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_create(&step->plan, op, layouts, INPUTS_MAX, &output, NULL, error);
    if (status == GATHER_STATUS_OK)
        step->output = buffer_of(&output, memory[INPUTS_MAX]);
    return status;
}

/* memory: addresses of data, both lists and output. */
static enum gather_status make_axes(struct step *step, int axis, const char *const *layouts,
                                    const unsigned long long *memory, struct gather_error *error)
{
    enum gather_status status = read_layout(layouts[0], &step->data_layout, error);
    for (int k = 0; k < 2 && status == GATHER_STATUS_OK; k++) {
        status = read_layout(layouts[1 + k], &step->list_layouts[k], error);
        step->lists[k] = (struct gather_axis_indices){axis + k, &step->list_layouts[k],
                                                      buffer_of(&step->list_layouts[k], memory[1 + k])};
    }
    if (status == GATHER_STATUS_OK)
        status = gather_infer_axes(&step->data_layout, step->lists, 2, &step->output_layout, error);
    step->inputs[0] = buffer_of(&step->data_layout, memory[0]);
    step->output = buffer_of(&step->output_layout, memory[3]);
    return status;
}

/* ---- the type ------------------------------------------------------------------------------------------- */

static bool has_room(const struct gathers *gathers)
{
    if (gathers->count == STEPS_MAX)
        PyErr_SetString(PyExc_RuntimeError, "too many gathers");
    return gathers->count < STEPS_MAX;
}

static PyObject *add(PyObject *self, PyObject *arguments)
{
    struct gathers *gathers = (struct gathers *)self;
    struct gather_error error = {0};
    struct asked asked;
    if (!PyArg_ParseTuple(arguments, "siiszzKKK", &asked.family, &asked.axis, &asked.batch_dims, &asked.data,
                          &asked.indices, &asked.to, &asked.memory[0], &asked.memory[1], &asked.memory[2]) ||
        !has_room(gathers))
        return NULL;
    if (make_step(&gathers->steps[gathers->count], &asked, &error) != GATHER_STATUS_OK)
        return complain(&error);
    gathers->count++;
    Py_RETURN_NONE;
}

static PyObject *add_scaled(PyObject *self, PyObject *arguments)
{
    struct gathers *gathers = (struct gathers *)self;
    struct gather_error error = {0};
    int block, bits;
    const char *layouts[INPUTS_MAX];
    unsigned long long memory[INPUTS_MAX + 1];
    if (!PyArg_ParseTuple(arguments, "iisssKKKK", &block, &bits, &layouts[0], &layouts[1], &layouts[2],
                          &memory[0], &memory[1], &memory[2], &memory[3]) ||
        !has_room(gathers))
        return NULL;
    struct gather_op op = gather_onnx_gather_block_quantized(0, -1, block, bits);
    op.policy = GATHER_POLICY_ERROR;
    if (make_scaled(&gathers->steps[gathers->count], &op, layouts, memory, &error) != GATHER_STATUS_OK)
        return complain(&error);
    gathers->count++;
    Py_RETURN_NONE;
}

static PyObject *add_axes(PyObject *self, PyObject *arguments)
{
    struct gathers *gathers = (struct gathers *)self;
    struct gather_error error = {0};
    int axis;
    const char *layouts[3];
    unsigned long long memory[4];
    if (!PyArg_ParseTuple(arguments, "isssKKKK", &axis, &layouts[0], &layouts[1], &layouts[2], &memory[0],
                          &memory[1], &memory[2], &memory[3]) ||
        !has_room(gathers))
        return NULL;
    if (make_axes(&gathers->steps[gathers->count], axis, layouts, memory, &error) != GATHER_STATUS_OK)
        return complain(&error);
    gathers->count++;
    Py_RETURN_NONE;
}

static enum gather_status run_step(const struct gathers *gathers, const struct step *step,
                                   struct gather_error *error)
{
    if (step->plan != NULL)
        return gather_plan_run(step->plan, step->inputs, step->input_count, step->output, &gathers->run,
                               error);
    return gather_take_axes(&step->data_layout, step->inputs[0], step->lists, 2, GATHER_POLICY_ERROR,
                            &step->output_layout, step->output, gathers->run.threads, error);
}

static PyObject *run(PyObject *self, PyObject *nothing)
{
    const struct gathers *gathers = (const struct gathers *)self;
    (void)nothing;
    for (size_t k = 0; k < gathers->count; k++) {
        struct gather_error error;
        if (run_step(gathers, &gathers->steps[k], &error) != GATHER_STATUS_OK)
            return complain(&error);
    }
    Py_RETURN_NONE;
}

static int init(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    struct gathers *gathers = (struct gathers *)self;
    unsigned threads;
    int checks_first;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "Ip", &threads, &checks_first))
        return -1;
    gathers->run = (struct gather_run){.size = sizeof gathers->run,
                                       .check = checks_first ? GATHER_CHECK_FIRST : GATHER_CHECK_FUSED};
    if (threads == 1)
        return 0;
    if (gather_pool_create(&gathers->pool, threads) != GATHER_STATUS_OK) {
        PyErr_NoMemory();
        return -1;
    }
    gathers->threads = gather_pool_threads(gathers->pool);
    gathers->run.threads = &gathers->threads;
    return 0;
}

static void finish(PyObject *self)
{
    struct gathers *gathers = (struct gathers *)self;
    PyTypeObject *type = Py_TYPE(self);
    for (size_t k = 0; k < gathers->count; k++)
        gather_plan_destroy(gathers->steps[k].plan);
    gather_pool_destroy(gathers->pool);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"add", add, METH_VARARGS, "adds a gather"},
    {"add_scaled", add_scaled, METH_VARARGS, "adds a gather of rows of numbers that are scaled"},
    {"add_axes", add_axes, METH_VARARGS, "adds a take along two axes"},
    {"run", run, METH_NOARGS, "runs all that were added"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_init, init}, {Py_tp_dealloc, finish}, {Py_tp_methods, methods}, {0, NULL}};

static PyType_Spec spec = {"prepared.Gathers", (int)sizeof(struct gathers), 0, Py_TPFLAGS_DEFAULT, slots};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "prepared", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_prepared(void)
{
    PyObject *made = PyModule_Create(&module), *type = PyType_FromSpec(&spec);
    if (made == NULL || type == NULL || PyModule_AddObjectRef(made, "Gathers", type) != 0 ||
        PyModule_AddStringConstant(made, "__version__", gather_version()) != 0)
        Py_CLEAR(made);
    Py_XDECREF(type);
    return made;
}
