/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pool of threads lies in a capsule, which a run holds: set_threads may replace it meanwhile, and the old one
 * ends with its last run. In a child after fork a pool works on the calling thread alone.
 */
#include "threads_of.h"

#include "gather/threads.h"

static const char NAME[] = "libgather.pool";
enum { THREADS_MAX = 1024 };

static void end_pool(PyObject *capsule) { gather_pool_destroy(PyCapsule_GetPointer(capsule, NAME)); }

static PyObject *make_pool(long count)
{
    struct gather_pool *pool;
    if (gather_pool_create(&pool, (uint32_t)count) != GATHER_STATUS_OK)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(pool, NAME, end_pool);
    if (capsule == NULL)
        gather_pool_destroy(pool);
    return capsule;
}

static long size_of(PyObject *pool)
{
    return pool != NULL ? (long)gather_pool_size(PyCapsule_GetPointer(pool, NAME)) : 1;
}

/* Whether it is an int, or one of numpy's own: neither runs code of Python's, as other things with an index do. */
static bool is_integer(PyObject *number)
{
    if (PyLong_Check(number))
        return true;
    return !(PyType_GetFlags(Py_TYPE(number)) & Py_TPFLAGS_HEAPTYPE) && PyIndex_Check(number) &&
           numpy_has_type("numpy", "integer", Py_TYPE(number));
}

/* Returns: 0 for one a processor; -1 with an exception. */
static long read_count(PyObject *number)
{
    int overflow = 0;
    if (!is_integer(number)) {
        PyObject *type = PyType_GetName(Py_TYPE(number));
        if (type != NULL)
            PyErr_Format(PyExc_TypeError, "threads is of type %U, and no int", type);
        Py_XDECREF(type);
        return -1;
    }
    PyObject *index = PyNumber_Index(number);
    const long count = index != NULL ? PyLong_AsLongAndOverflow(index, &overflow) : -1;
    Py_XDECREF(index);
    if (PyErr_Occurred() || (count >= 0 && count <= THREADS_MAX))
        return count;
    PyObject *text = value_text(number);
    if (text != NULL)
        PyErr_Format(PyExc_ValueError, "threads is %U; 0 to %d are allowed, 0 for one a processor", text,
                     THREADS_MAX);
    Py_XDECREF(text);
    return -1;
}

bool threads_get(struct module_state *state, PyObject *threads, PyObject **pool, struct gather_threads *hook)
{
    *pool = state->pool;
    Py_XINCREF(*pool);
    if (threads != Py_None) {
        long count = read_count(threads);
        if (count >= 0 && count != size_of(*pool)) {
            Py_CLEAR(*pool);
            *pool = count == 1 ? NULL : make_pool(count);
        }
        if (count < 0 || (*pool == NULL && count != 1)) {
            Py_CLEAR(*pool);
            return false;
        }
    }
    if (*pool != NULL)
        *hook = gather_pool_threads(PyCapsule_GetPointer(*pool, NAME));
    return true;
}

PyObject *set_threads(PyObject *module, PyObject *number)
{
    struct module_state *state = state_of_module(module);
    long count = read_count(number);
    PyObject *pool = NULL;
    if (count < 0 || (count != 1 && (pool = make_pool(count)) == NULL))
        return NULL;
    PyObject *old = state->pool;
    state->pool = pool;
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

PyObject *get_threads(PyObject *module, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromLong(size_of(state_of_module(module)->pool));
}
