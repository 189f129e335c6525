/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The extension module libgather._core: its state, its functions, and what its files share.
 */
#include "module.h"

#include <string.h>

#include "array_type.h"
#include "call.h"
#include "explain.h"
#include "file_type.h"
#include "gather/study.h"
#include "layout_type.h"
#include "named_op.h"
#include "plan_type.h"
#include "prepared_gather.h"
#include "threads_of.h"

struct module_state *state_of_module(PyObject *module) { return PyModule_GetState(module); }

struct module_state *state_of_object(PyObject *object) { return PyType_GetModuleState(Py_TYPE(object)); }

PyTypeObject *module_add_type(PyObject *module, PyType_Spec *spec, const char *name)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (type != NULL && PyModule_AddObjectRef(module, name, type) != 0)
        Py_CLEAR(type);
    return (PyTypeObject *)type;
}

void *object_allocate(PyTypeObject *type)
{
    if (type != NULL)
        return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    PyErr_SetString(PyExc_RuntimeError, "the module libgather has ended");
    return NULL;
}

void object_release(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

PyObject *module_convert(const char *function, PyObject *value, PyObject *more)
{
    PyObject *module = PyImport_ImportModule("libgather._convert"), *made = NULL;
    if (module != NULL)
        made = PyObject_CallMethod(module, function, more != NULL ? "OO" : "(O)", value, more);
    Py_XDECREF(module);
    return made;
}

const char *name_text(PyObject *name)
{
    Py_ssize_t length;
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "a name is a text, and %R was given", (PyObject *)Py_TYPE(name));
        return NULL;
    }
    const char *text = PyUnicode_AsUTF8AndSize(name, &length);
    if (text == NULL || strlen(text) == (size_t)length)
        return text;
    PyErr_SetString(PyExc_ValueError, "embedded null character");
    return NULL;
}

PyObject *value_text(PyObject *value)
{
    PyObject *text = PyObject_Repr(value);
    if (text == NULL && PyLong_Check(value) && PyErr_ExceptionMatches(PyExc_ValueError)) {
        PyErr_Clear();
        text = PyUnicode_FromString("an int of more digits than Python prints");
    }
    return text;
}

/* "axis, mode": new. */
static PyObject *names_of(const struct keyword *keywords)
{
    PyObject *names = PyUnicode_FromString(keywords->name);
    while (names != NULL && (++keywords)->name != NULL) {
        PyObject *more = PyUnicode_FromFormat("%U, %s", names, keywords->name);
        Py_DECREF(names);
        names = more;
    }
    return names;
}

bool keyword_read(const char *function, const struct keyword *keywords, PyObject *name, PyObject *value)
{
    const struct keyword *found = keywords;
    while (found->name != NULL && PyUnicode_CompareWithASCIIString(name, found->name) != 0)
        found++;
    if (found->name != NULL) {
        *found->value = value;
        return true;
    }
    PyObject *known = names_of(keywords);
    if (known != NULL)
        PyErr_Format(PyExc_TypeError, "%s got an unexpected keyword argument '%U'; known are %U", function,
                     name, known);
    Py_XDECREF(known);
    return false;
}

bool keywords_none(const char *function, PyObject *words)
{
    if (words == NULL || PyDict_Size(words) == 0)
        return true;
    PyErr_Format(PyExc_TypeError, "%s takes no keyword arguments", function);
    return false;
}

bool keywords_read(const char *function, const struct keyword *keywords, PyObject *const *values,
                   PyObject *names)
{
    Py_ssize_t count = PyTuple_Size(names);
    for (Py_ssize_t k = 0; k < count; k++)
        if (!keyword_read(function, keywords, PyTuple_GetItem(names, k), values[k]))
            return false;
    return true;
}

PyObject *tuple_of(const int64_t *values, int32_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int32_t k = 0; tuple != NULL && k < count; k++) {
        PyObject *value = PyLong_FromLongLong(values[k]);
        if (value == NULL || PyTuple_SetItem(tuple, k, value) != 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

PyObject *text_of_memory(struct module_state *state, enum gather_status status, void *memory)
{
    struct gather_memory *written = memory;
    PyObject *text = NULL;
    if (status == GATHER_STATUS_OK)
        text = PyUnicode_FromStringAndSize(written->bytes, (Py_ssize_t)written->count);
    else
        raise_error(state, &(struct gather_error){.status = (int32_t)status, .part = -1});
    gather_memory_fini(written);
    return text;
}

/* ---- the module ------------------------------------------------------------------------------------------- */

static bool make_names(struct module_state *state)
{
    state->requires_grad = PyUnicode_InternFromString("requires_grad");
    state->is_conj = PyUnicode_InternFromString("is_conj");
    state->is_neg = PyUnicode_InternFromString("is_neg");
    state->out = PyUnicode_InternFromString("out");
    return state->requires_grad != NULL && state->is_conj != NULL && state->is_neg != NULL &&
           state->out != NULL;
}

static int begin(PyObject *module)
{
    struct module_state *state = state_of_module(module);
    return make_names(state) && raise_init(module, state) && layout_type_init(module, state) &&
                   array_type_init(module, state) && plan_type_init(module, state) &&
                   file_type_init(module, state) &&
                   PyModule_AddStringConstant(module, "__version__", gather_version()) == 0
               ? 0
               : -1;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    struct module_state *state = state_of_module(module);
    Py_VISIT(state->producer);
    Py_VISIT(state->array_type);
    Py_VISIT(state->layout_type);
    Py_VISIT(state->plan_type);
    Py_VISIT(state->file_type);
    Py_VISIT(state->tensor_type);
    Py_VISIT(state->index_error);
    Py_VISIT(state->axis_error);
    return 0;
}

static int clear(PyObject *module)
{
    struct module_state *state = state_of_module(module);
    prepared_forget(state);
    named_op_forget(state);
    numpy_abi_forget(&state->numpy);
    state->exchange = NULL;
    Py_CLEAR(state->producer);
    Py_CLEAR(state->requires_grad);
    Py_CLEAR(state->is_conj);
    Py_CLEAR(state->is_neg);
    Py_CLEAR(state->out);
    Py_CLEAR(state->pool);
    Py_CLEAR(state->array_type);
    Py_CLEAR(state->layout_type);
    Py_CLEAR(state->plan_type);
    Py_CLEAR(state->file_type);
    Py_CLEAR(state->tensor_type);
    Py_CLEAR(state->index_error);
    Py_CLEAR(state->axis_error);
    return 0;
}

static void end(void *module) { clear(module); }

static PyMethodDef functions[] = {
    {"take", (PyCFunction)(void (*)(void))take, METH_FASTCALL | METH_KEYWORDS,
     "take($module, x, indices, /, axis=None, *, mode='raise', fill_value=None, allow_fill=None, out=None, "
     "threads=None)\n--\n\n"
     "The slices of x that the indices name along an axis; with axis None its elements by row-major "
     "number.\n\n"
     "mode: 'raise' refuses an index outside, and counts negative ones from the end; 'wrap' takes the "
     "remainder,\n"
     "'clip' (or 'clamp') the nearest; 'fill' puts fill_value, and counts from the end. allow_fill is "
     "pandas': -1 is a "
     "gap, and no mode\n"
     "stands beside it but 'raise' and 'fill'. A fill_value of None is NaN, of times NaT; one that nothing "
     "is "
     "filled "
     "with\n"
     "is refused.\n"
     "A tuple of axes takes along each of them at once, by as many lists of indices: x[:, rows][:, :, "
     "columns].\n\n"
     ">>> import array, libgather as lg\n"
     ">>> lg.take(array.array('f', [0, 10, 20, 30]), [2, 0, -1]).tolist()\n"
     "[20.0, 0.0, 30.0]\n"
     ">>> x = lg.Array(bytes(range(6)), 'u8[2,3]')\n"
     ">>> lg.take(x, ([1, 0], [0, -1]), axis=(0, 1)).tolist()\n"
     "[[3, 5], [0, 2]]\n"},
    {"call", (PyCFunction)(void (*)(void))call_names, METH_FASTCALL,
     "call(dialect, version, name, input, input, out, threads, options, attribute, value, ..)"},
    {"call_more", (PyCFunction)(void (*)(void))call_more, METH_FASTCALL,
     "call_more(dialect, version, name, inputs, out, threads, options, attribute, value, ..): likewise, of "
     "up to 5."},
    {"relayout", (PyCFunction)(void (*)(void))relayout, METH_FASTCALL | METH_KEYWORDS,
     "relayout($module, x, /, layout=None, *, out=None, threads=None)\n--\n\n"
     "The elements of x in another layout: an Array; or in out, whose layout it then is.\n"
     "The layout whole, or what stands behind the sizes. out may be x itself, or begin where it does in the\n"
     "same layout: nothing moves then. Any other that shares memory with x is refused.\n\n"
     ">>> import libgather as lg\n"
     ">>> x = lg.Array(bytes(range(6)), 'u8[2,3]')\n"
     ">>> bytes(lg.Array(lg.relayout(x, '{0,1}'), 'u8[6]'))\n"
     "b'\\x00\\x03\\x01\\x04\\x02\\x05'\n"},
    {"explain", explain, METH_VARARGS, "explain(x, indices, axis, dialect, got, tolerance)"},
    {"command", command, METH_O, "command(words): the command gather, in this process."},
    {"set_threads", set_threads, METH_O,
     "set_threads($module, number, /)\n--\n\n"
     "How many threads gathers run on from now on; 1 at first, 0 for one a processor."},
    {"get_threads", get_threads, METH_NOARGS,
     "get_threads($module, /)\n--\n\nHow many threads gathers run on."},
    {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)begin}, {0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        "libgather._core",
                                        "What libgather is made of.",
                                        sizeof(struct module_state),
                                        functions,
                                        slots,
                                        traverse,
                                        clear,
                                        end};

PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&definition); }
