/* SPDX-License-Identifier: Apache-2.0 */
/* Opening files: file_open.h says what is answered. */
#define _POSIX_C_SOURCE 200809L
#include "file_open.h"

#include <stdlib.h>
#include <string.h>

/* What is heard while a file is opened. */
struct hearing {
    struct module_state *state;
    PyThreadState *saved; /* Python's lock, given away */
    char *last;       /* the path of the file that is opened last, of a folder; NULL without memory; owned */
    char *tensor;     /* that is refused first, if `broken` could pass it; owned */
    bool is_passable; /* and what is refused */
    const char *path; /* that was asked for */
    PyObject *broken; /* a list of exceptions; NULL: what is broken is refused */
    bool has_failed;  /* an exception stands that is Python's own */
};

static void keep_path(void *context, const char *path)
{
    struct hearing *hearing = context;
    free(hearing->last);
    hearing->last = strdup(path);
}

static void keep_refused(void *context, const char *tensor)
{
    struct hearing *hearing = context;
    hearing->is_passable = true;
    if (hearing->tensor == NULL && tensor != NULL)
        hearing->tensor = strdup(tensor);
}

/* A tensor of a type that is not read is none that is left out. */
static void keep_broken(void *context, const char *tensor, const struct gather_error *error)
{
    struct hearing *hearing = context;
    if (hearing->has_failed || (tensor != NULL && error->status == GATHER_STATUS_UNSUPPORTED))
        return;
    PyEval_RestoreThread(hearing->saved);
    PyObject *exception = exception_for_path(hearing->state, error,
                                             hearing->last != NULL ? hearing->last : hearing->path, tensor);
    hearing->has_failed = exception == NULL || PyList_Append(hearing->broken, exception) != 0;
    Py_XDECREF(exception);
    hearing->saved = PyEval_SaveThread();
}

/* Raises what was refused, with a way to the rest where `broken` could pass it. */
static void refuse(const struct hearing *hearing, const struct gather_error *error)
{
    const bool is_part = error->part >= 0 && hearing->last != NULL;
    PyObject *exception =
        exception_for_path(hearing->state, error, is_part ? hearing->last : hearing->path, hearing->tensor);
    if (exception != NULL && hearing->is_passable) {
        PyObject *none = PyObject_CallMethod(
            exception, "add_note", "s",
            "libgather.open(.., partial=True) leaves out what can't be read, where the rest can be");
        if (none == NULL)
            Py_CLEAR(exception);
        Py_XDECREF(none);
    }
    raise_exception(exception);
}

static bool open_heard(struct hearing *hearing, struct gather_file **opened, bool map)
{
    struct gather_error error = {0};
    const struct gather_file_options options = {
        .size = sizeof options,
        .map = map,
        .unread = 1, /* a tensor of texts keeps nobody from the numbers beside it */
        .opening = keep_path,
        .broken = hearing->broken != NULL ? keep_broken : NULL,
        .lacks = hearing->broken != NULL ? NULL : keep_refused,
        .context = hearing};
    hearing->saved = PyEval_SaveThread();
    enum gather_status status = gather_file_open_with(opened, hearing->path, &options, &error);
    PyEval_RestoreThread(hearing->saved);
    if (hearing->has_failed && status == GATHER_STATUS_OK)
        gather_file_close(*opened);
    else if (status != GATHER_STATUS_OK && !hearing->has_failed)
        refuse(hearing, &error);
    return status == GATHER_STATUS_OK && !hearing->has_failed;
}

bool file_open(struct module_state *state, struct gather_file **opened, const char *path, bool map,
               PyObject *broken)
{
    struct hearing hearing = {.state = state, .path = path, .broken = broken};
    const bool is_open = open_heard(&hearing, opened, map);
    free(hearing.last);
    free(hearing.tensor);
    return is_open;
}
