/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds numpy's table of C functions: numpy_abi.h says why. Its places are part of numpy's ABI: 0 is the function
 * that tells the ABI's number, 2 the type of arrays, 45 what tells a type by its number, 94 what makes an array.
 */
#include "numpy_abi.h"

#include <string.h>

enum { PLACE_VERSION = 0, PLACE_ARRAY = 2, PLACE_DESCR_FROM_TYPE = 45, PLACE_NEW_FROM_DESCR = 94 };
enum { ABI_OF_1 = 0x01, ABI_OF_2 = 0x02 };

/* The module that holds the table, by its name in numpy 2 or 1. Returns: borrowed; NULL if it was not imported. */
static PyObject *find_module(void)
{
    PyObject *modules = PySys_GetObject("modules");
    if (modules == NULL || !PyDict_Check(modules))
        return NULL;
    PyObject *found = PyDict_GetItemString(modules, "numpy._core._multiarray_umath");
    return found != NULL ? found : PyDict_GetItemString(modules, "numpy.core._multiarray_umath");
}

static bool is_known(void *const *table)
{
    unsigned (*version)(void);
    memcpy(&version, &table[PLACE_VERSION], sizeof version);
    unsigned major = version() >> 24;
    return major == ABI_OF_1 || major == ABI_OF_2;
}

int numpy_abi_find(struct numpy_abi **abi)
{
    PyObject *module = find_module();
    if (module == NULL)
        return 0;
    PyObject *capsule = PyObject_GetAttrString(module, "_ARRAY_API");
    void **table = capsule != NULL ? PyCapsule_GetPointer(capsule, NULL) : NULL;
    if (table == NULL || !is_known(table)) {
        PyErr_Clear(); /* half imported, or one that is not known: its arrays come through the buffer protocol */
        Py_XDECREF(capsule);
        return 0;
    }
    struct numpy_abi *found = PyMem_Calloc(1, sizeof *found);
    if (found == NULL) {
        Py_DECREF(capsule);
        PyErr_NoMemory();
        return -1;
    }
    found->table = capsule;
    found->array_type = (PyTypeObject *)table[PLACE_ARRAY];
    memcpy(&found->descr_from_type, &table[PLACE_DESCR_FROM_TYPE], sizeof found->descr_from_type);
    memcpy(&found->new_from_descr, &table[PLACE_NEW_FROM_DESCR], sizeof found->new_from_descr);
    *abi = found;
    return 1;
}

void numpy_abi_forget(struct numpy_abi **abi)
{
    if (*abi != NULL)
        Py_CLEAR((*abi)->table);
    PyMem_Free(*abi);
    *abi = NULL;
}

bool numpy_has_type(const char *module, const char *name, PyTypeObject *type)
{
    PyObject *modules = PySys_GetObject("modules");
    PyObject *found = modules != NULL && PyDict_Check(modules) ? PyDict_GetItemString(modules, module) : NULL;
    PyObject *named = found != NULL ? PyObject_GetAttrString(found, name) : NULL;
    PyErr_Clear();
    const bool has = named != NULL && PyType_Check(named) && PyType_IsSubtype(type, (PyTypeObject *)named);
    Py_XDECREF(named);
    return has;
}
