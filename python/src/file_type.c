/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather._core.File: what libgather.open is made of. Its tensors are known by their place; python/libgather/files.py
 * gives them names and slices, in a class made of FileTensor.
 */
#include "file_type.h"

#include <string.h>

#include "array_type.h"
#include "file_open.h"
#include "layout_type.h"

struct file {
    PyObject_HEAD struct opened *opened; /* NULL after close */
};

/* ---- another type ----------------------------------------------------------------------------------------- */

/* A tensor, which may be one that is looked at as another type. */
static const struct gather_tensor *tensor_at(const struct opened *opened, size_t k)
{
    return opened->viewed != NULL ? &opened->viewed[k] : gather_file_tensor(opened->file, k);
}

/* Whether nobody has said what a tensor's elements are; raw bytes are taken for what they are. */
static bool is_untyped(const struct opened *opened, const struct gather_tensor *tensor)
{
    return tensor->untyped && tensor->unread == NULL && gather_file_format(opened->file) != GATHER_FILE_RAW;
}

/* The type that a name of any world means; NONE with ValueError. */
static int32_t read_type(const char *name)
{
    int32_t dtype = GATHER_DTYPE_NONE;
    for (int32_t world = 0; world < GATHER_WORLD_COUNT && dtype == GATHER_DTYPE_NONE; world++)
        dtype = gather_dtype_from_name(world, name, strlen(name));
    if (dtype == GATHER_DTYPE_NONE)
        PyErr_Format(PyExc_ValueError, "view is '%s', and there is no such type", name);
    return dtype;
}

/*
 * Looks at tensors as a type, as the command's --view does: at one that is alone, whatever it is; of several at those
 * of which the file does not say a type, of which there must be one.
 */
static bool view_tensors(struct module_state *state, struct opened *opened, int32_t dtype, const char *path)
{
    const size_t count = gather_file_count(opened->file);
    struct gather_error error = {0};
    bool is_any = false;
    opened->viewed = PyMem_Calloc(count + 1, sizeof *opened->viewed);
    if (opened->viewed == NULL)
        return raise_no_memory(state, NULL, count + 1, sizeof *opened->viewed) != NULL;
    for (size_t k = 0; k < count; k++) {
        struct gather_tensor *tensor = &opened->viewed[k];
        *tensor = *gather_file_tensor(opened->file, k);
        if (count > 1 && !is_untyped(opened, tensor))
            continue;
        is_any = true;
        if (gather_tensor_view(tensor, dtype, &error) != GATHER_STATUS_OK)
            return raise_for_path(state, &error, path) != NULL;
    }
    if (!is_any)
        PyErr_Format(PyExc_ValueError,
                     "%s: the file says the type of each of its tensors, so there is no place for view",
                     path);
    return is_any;
}

/* ---- open and closed -------------------------------------------------------------------------------------- */

struct opened *file_enter(PyObject *object)
{
    struct opened *opened = ((struct file *)object)->opened;
    if (opened == NULL)
        PyErr_SetString(PyExc_ValueError, "the file is closed");
    else
        opened->users++;
    return opened;
}

void file_leave(struct opened *opened)
{
    if (--opened->users > 0)
        return;
    gather_file_close(opened->file);
    PyMem_Free(opened->viewed);
    PyMem_Free(opened);
}

/* An object of a file, which is its own from here on. dtype: what its tensors are looked at as; NONE for nothing. */
static PyObject *hold(PyTypeObject *type, struct gather_file *opened, int32_t dtype, const char *path)
{
    struct file *file = object_allocate(type);
    if (file != NULL)
        file->opened = PyMem_Calloc(1, sizeof *file->opened);
    if (file == NULL || file->opened == NULL) {
        gather_file_close(opened);
        Py_XDECREF((PyObject *)file);
        return PyErr_NoMemory();
    }
    *file->opened = (struct opened){opened, 1, NULL};
    if (dtype != GATHER_DTYPE_NONE && !view_tensors(PyType_GetModuleState(type), file->opened, dtype, path))
        Py_CLEAR(file);
    return (PyObject *)file;
}

/* File(path, map, view, broken): a list that receives an exception for each broken rule; None: the first is raised. */
static PyObject *construct(PyTypeObject *type, PyObject *arguments, PyObject *words)
{
    struct gather_file *opened = NULL;
    PyObject *path, *broken = Py_None, *made = NULL;
    const char *view = NULL;
    int32_t dtype = GATHER_DTYPE_NONE;
    int map = 0;
    if (!keywords_none("File()", words) ||
        !PyArg_ParseTuple(arguments, "O&|pzO", PyUnicode_FSConverter, &path, &map, &view, &broken))
        return NULL;
    const char *text = PyBytes_AsString(path);
    if ((view == NULL || (dtype = read_type(view)) != GATHER_DTYPE_NONE) &&
        file_open(PyType_GetModuleState(type), &opened, text, map, PyList_Check(broken) ? broken : NULL))
        made = hold(type, opened, dtype, text);
    Py_DECREF(path);
    return made;
}

static PyObject *close_file(PyObject *self, PyObject *nothing)
{
    struct file *file = (struct file *)self;
    struct opened *opened = file->opened;
    (void)nothing;
    file->opened = NULL;
    if (opened != NULL)
        file_leave(opened);
    Py_RETURN_NONE;
}

static void finish(PyObject *self)
{
    struct file *file = (struct file *)self;
    if (file->opened != NULL)
        file_leave(file->opened);
    object_release(self);
}

/* ---- what is in it ---------------------------------------------------------------------------------------- */

/* What a tensor's elements would have to be; NULL for those that are read. Strings in memory are pointers. */
static const char *unread_of(const struct opened *opened, const struct gather_tensor *tensor)
{
    if (is_untyped(opened, tensor))
        return "of a type that libgather.open is told, as by view='bf16': the file does not say it";
    return tensor->layout.dtype == GATHER_DTYPE_STRING ? "numbers: its elements are strings" : tensor->unread;
}

/* The file's own word for a type that no layout has; of one that it does not say, what `gather ls` has for it. */
static const char *type_of(const struct opened *opened, const struct gather_tensor *tensor)
{
    if (is_untyped(opened, tensor))
        return gather_dtype_bits(tensor->layout.dtype) == 16 ? "u16?" : "u8?";
    return tensor->layout.dtype == GATHER_DTYPE_STRING ? "string" : tensor->type;
}

static PyObject *tell_tensor(struct module_state *state, const struct opened *opened,
                             const struct gather_tensor *tensor)
{
    PyObject *layout = layout_new(state, &tensor->layout), *told = NULL;
    PyObject *name = PyUnicode_DecodeUTF8(tensor->name, (Py_ssize_t)strlen(tensor->name), "surrogateescape");
    if (layout != NULL && name != NULL)
        told = Py_BuildValue("OOzLz", name, layout, type_of(opened, tensor), (long long)tensor->bytes,
                             unread_of(opened, tensor));
    Py_XDECREF(layout);
    Py_XDECREF(name);
    return told;
}

static PyObject *tensors(PyObject *self, PyObject *nothing)
{
    struct opened *opened = file_enter(self);
    (void)nothing;
    if (opened == NULL)
        return NULL;
    size_t count = gather_file_count(opened->file);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t k = 0; list != NULL && k < count; k++) {
        PyObject *told = tell_tensor(state_of_object(self), opened, tensor_at(opened, k));
        if (told == NULL || PyList_SetItem(list, (Py_ssize_t)k, told) != 0)
            Py_CLEAR(list);
    }
    file_leave(opened);
    return list;
}

static PyObject *metadata(PyObject *self, PyObject *nothing)
{
    struct opened *opened = file_enter(self);
    (void)nothing;
    if (opened == NULL)
        return NULL;
    PyObject *all = PyDict_New();
    for (size_t k = 0; all != NULL && k < gather_file_metadata_count(opened->file); k++) {
        const struct gather_metadata *row = gather_file_metadata(opened->file, k);
        PyObject *key = PyUnicode_DecodeUTF8(row->key, (Py_ssize_t)strlen(row->key), "replace");
        PyObject *value = PyUnicode_DecodeUTF8(row->value, (Py_ssize_t)strlen(row->value), "replace");
        if (key == NULL || value == NULL || PyDict_SetItem(all, key, value) != 0)
            Py_CLEAR(all);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    file_leave(opened);
    return all;
}

static PyObject *format(PyObject *self, PyObject *nothing)
{
    struct opened *opened = file_enter(self);
    (void)nothing;
    if (opened == NULL)
        return NULL;
    PyObject *name = PyUnicode_FromString(gather_file_format_name(gather_file_format(opened->file)));
    file_leave(opened);
    return name;
}

static const struct gather_tensor *find(const struct opened *opened, Py_ssize_t place)
{
    if (place >= 0 && (size_t)place < gather_file_count(opened->file))
        return tensor_at(opened, (size_t)place);
    PyErr_SetString(PyExc_IndexError, "the file has no such tensor");
    return NULL;
}

/* The tensor if its elements are read here. Returns: else NULL with NotImplementedError or TypeError. */
static const struct gather_tensor *readable(const struct opened *opened, const struct gather_tensor *tensor)
{
    if (tensor == NULL || unread_of(opened, tensor) == NULL)
        return tensor;
    if (is_untyped(opened, tensor)) {
        const bool is_wide = gather_dtype_bits(tensor->layout.dtype) == 16;
        PyErr_Format(PyExc_TypeError,
                     "the tensor '%s': the file does not say what its elements of %s are; try "
                     "libgather.open(.., view=%s)",
                     tensor->name, is_wide ? "2 bytes" : "1 byte", is_wide ? "'bf16'" : "'s8' or 'f8e4m3fn'");
        return NULL;
    }
    const char *type = type_of(opened, tensor);
    PyErr_Format(PyExc_NotImplementedError, "the tensor '%s' is of type %s, which is not read; expected %s",
                 tensor->name, type != NULL ? type : "unknown", unread_of(opened, tensor));
    return NULL;
}

/* ---- reading ---------------------------------------------------------------------------------------------- */

int file_heed(void *unlocked, int64_t done, int64_t total)
{
    struct unlocked *lock = unlocked;
    if (done == 0 || done == total) /* a small read is not to wait for the lock */
        return 0;
    PyEval_RestoreThread(lock->saved);
    const int failed = PyErr_CheckSignals();
    lock->saved = PyEval_SaveThread();
    return failed;
}

bool file_fail(struct module_state *state, const struct gather_error *error, const struct gather_file *file,
               const struct gather_tensor *tensor)
{
    if (PyErr_Occurred())
        return false;
    if (error->status != GATHER_STATUS_IO && error->status != GATHER_STATUS_FORMAT)
        return raise_error(state, error) != NULL;
    const char *path = gather_file_origin(file, tensor->source);
    return raise_exception(exception_for_path(state, error, path, tensor->name)) != NULL;
}

/* Reads a window of a tensor, which `from` lays in its bytes, into a buffer. */
static bool move_window(struct module_state *state, const struct gather_file *file,
                        const struct gather_tensor *tensor, const struct gather_layout *from,
                        const struct gather_layout *to, struct gather_buffer buffer)
{
    struct gather_error error = {0};
    struct gather_tensor window = *tensor;
    window.layout = *from;
    struct unlocked lock = {PyEval_SaveThread()};
    const struct gather_relayout_options options = {
        .size = sizeof options, .progress = file_heed, .context = &lock};
    enum gather_status status = gather_io_relayout(file, &window, to, buffer, &options, NULL, &error);
    PyEval_RestoreThread(lock.saved);
    return status == GATHER_STATUS_OK || file_fail(state, &error, file, tensor);
}

/* Begin, size and step of each dimension, all inside of the sizes. Returns: false with ValueError. */
static bool read_ranges(PyObject *ranges, const struct gather_layout *layout, int64_t (*range)[3])
{
    if (PyTuple_Size(ranges) != layout->rank) {
        PyErr_SetString(PyExc_ValueError, "a window has a range for each dimension");
        return false;
    }
    for (int32_t d = 0; d < layout->rank; d++) {
        long long begin, size, step;
        if (!PyArg_ParseTuple(PyTuple_GetItem(ranges, d), "LLL", &begin, &size, &step))
            return false;
        int64_t last;
        if (size < 0 ||
            (size > 0 &&
             (begin < 0 || begin >= layout->sizes[d] || __builtin_mul_overflow(size - 1, step, &last) ||
              __builtin_add_overflow(last, begin, &last) || last < 0 || last >= layout->sizes[d]))) {
            PyErr_SetString(PyExc_ValueError, "a range that leaves the tensor");
            return false;
        }
        range[d][0] = begin;
        range[d][1] = size;
        range[d][2] = step;
    }
    return true;
}

/* A layout as strides. Returns: false with NotImplementedError where tiles decide. */
static bool strides_of(struct module_state *state, const struct gather_layout *layout,
                       struct gather_layout *strides)
{
    struct gather_layout_summary summary;
    struct gather_error error = {0};
    if (gather_layout_describe(layout, &summary, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error) != NULL;
    if (!summary.strided) {
        PyErr_SetString(PyExc_NotImplementedError, "a tensor with tiles is read whole: read()");
        return false;
    }
    memset(strides, 0, sizeof *strides);
    strides->kind = GATHER_LAYOUT_STRIDES;
    strides->dtype = layout->dtype;
    strides->rank = layout->rank;
    strides->cell_bits = layout->cell_bits;
    strides->offset = summary.offset;
    memcpy(strides->sizes, layout->sizes, sizeof strides->sizes);
    memcpy(strides->place, summary.strides, sizeof strides->place);
    return true;
}

static void narrow(struct gather_layout *strides, int64_t (*range)[3])
{
    for (int32_t d = 0; d < strides->rank; d++) {
        if (range[d][1] > 0)
            strides->offset += range[d][0] * strides->place[d]; /* bounded: a cell of the tensor */
        strides->sizes[d] = range[d][1];
        strides->place[d] = range[d][1] > 1 ? strides->place[d] * range[d][2] : 0; /* bounded: likewise */
    }
}

static PyObject *read_window(struct module_state *state, const struct gather_file *file,
                             const struct gather_tensor *tensor, PyObject *ranges)
{
    struct gather_layout from, to;
    struct gather_error error = {0};
    int64_t range[GATHER_MAX_RANK][3];
    if (!strides_of(state, &tensor->layout, &from) || !read_ranges(ranges, &tensor->layout, range))
        return NULL;
    narrow(&from, range);
    if (gather_layout_init(&to, from.dtype, from.rank, from.sizes, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error);
    PyObject *made = array_new(state, &to);
    if (made != NULL && gather_layout_elements(&to) > 0 &&
        !move_window(state, file, tensor, &from, &to, array_buffer(made)))
        Py_CLEAR(made);
    return made;
}

/* Whether its bytes, read at once, are compared with a sum of theirs, or lie in no file: those of an archive. */
static bool is_of_archive(const struct gather_file *file, const struct gather_tensor *tensor)
{
    const char *path = gather_file_source(file, tensor->source);
    return gather_file_format(file) == GATHER_FILE_NPZ || path == NULL ||
           gather_file_format_of(path) == GATHER_FILE_NPZ;
}

/* The first bytes of a tensor, in pieces between which signals are heeded; those of an archive at once. */
static enum gather_status read_bytes(const struct gather_file *file, const struct gather_tensor *tensor,
                                     char *memory, int64_t bytes, struct unlocked *lock,
                                     struct gather_error *error)
{
    const int64_t most = is_of_archive(file, tensor) ? bytes : GATHER_RELAYOUT_MEMORY;
    enum gather_status status = GATHER_STATUS_OK;
    for (int64_t done = 0, piece; done < bytes && status == GATHER_STATUS_OK; done += piece) {
        piece = bytes - done < most ? bytes - done : most;
        if (file_heed(lock, done, bytes) != 0)
            return GATHER_STATUS_CANCELLED;
        status = gather_file_read(file, tensor, done, memory + done, (size_t)piece, error);
    }
    return status;
}

PyObject *file_read(struct module_state *state, const struct gather_file *file,
                    const struct gather_tensor *tensor)
{
    struct gather_error error = {0};
    PyObject *made = array_new(state, &tensor->layout);
    if (made == NULL)
        return NULL;
    struct gather_buffer buffer = array_buffer(made);
    const int64_t bytes = buffer.bytes < (uint64_t)tensor->bytes ? (int64_t)buffer.bytes : tensor->bytes;
    struct unlocked lock = {PyEval_SaveThread()};
    enum gather_status status = read_bytes(file, tensor, buffer.data, bytes, &lock, &error);
    PyEval_RestoreThread(lock.saved);
    if (status == GATHER_STATUS_OK)
        return made;
    Py_DECREF(made);
    (void)file_fail(state, &error, file, tensor);
    return NULL;
}

/* read(place, ranges): ranges None for the whole, in its own layout. */
static PyObject *read_tensor(PyObject *self, PyObject *arguments)
{
    struct module_state *state = state_of_object(self);
    Py_ssize_t place;
    PyObject *ranges, *made = NULL;
    if (!PyArg_ParseTuple(arguments, "nO", &place, &ranges))
        return NULL;
    if (ranges != Py_None && !PyTuple_Check(ranges))
        return PyErr_Format(PyExc_TypeError, "ranges are a tuple or None");
    struct opened *opened = file_enter(self);
    if (opened == NULL)
        return NULL;
    const struct gather_tensor *tensor = readable(opened, find(opened, place));
    if (tensor != NULL)
        made = ranges == Py_None ? file_read(state, opened->file, tensor)
                                 : read_window(state, opened->file, tensor, ranges);
    file_leave(opened);
    return made;
}

static PyMethodDef methods[] = {
    {"tensors", tensors, METH_NOARGS,
     "Name, layout, type of blocks, bytes, and why it is not read, of each tensor."},
    {"metadata", metadata, METH_NOARGS, "What the file says beside its tensors."},
    {"format", format, METH_NOARGS, "The name of the file's format."},
    {"read", read_tensor, METH_VARARGS, "read(place, ranges)"},
    {"close", close_file, METH_NOARGS, "Closes the file."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A file of tensors, by their places: libgather.open gives them names."},
    {Py_tp_new, construct},
    {Py_tp_dealloc, finish},
    {Py_tp_methods, methods},
    {0, NULL}};

static PyType_Spec spec = {"libgather._core.File", (int)sizeof(struct file), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};

/* ---- a tensor --------------------------------------------------------------------------------------------- */

struct file_tensor {
    PyObject_HEAD PyObject *file; /* held */
    Py_ssize_t place;
};

struct opened *file_enter_tensor(PyObject *object, const struct gather_tensor **tensor)
{
    const struct file_tensor *of_file = (const struct file_tensor *)object;
    struct opened *opened = file_enter(of_file->file);
    if (opened == NULL)
        return NULL;
    *tensor = readable(opened, tensor_at(opened, (size_t)of_file->place));
    if (*tensor != NULL)
        return opened;
    file_leave(opened);
    return NULL;
}

/* Whether an object is a File, by what ends its objects and no others; a class of Python's has no module to ask. */
static bool is_file(PyObject *object)
{
    return PyType_GetSlot(Py_TYPE(object), Py_tp_dealloc) == (void *)finish;
}

static bool judge_place(PyObject *file, Py_ssize_t place)
{
    if (!is_file(file)) {
        PyErr_SetString(PyExc_TypeError, "a tensor of a file has a File");
        return false;
    }
    struct opened *opened = file_enter(file);
    bool is_there = opened != NULL && find(opened, place) != NULL;
    if (opened != NULL)
        file_leave(opened);
    return is_there;
}

/* FileTensor(file, place, ..): what follows is for a class that is made of this one. */
static PyObject *construct_tensor(PyTypeObject *type, PyObject *arguments, PyObject *words)
{
    PyObject *first = PyTuple_GetSlice(arguments, 0, 2), *file;
    Py_ssize_t place;
    struct file_tensor *tensor = NULL;
    (void)words;
    if (first != NULL && PyArg_ParseTuple(first, "On", &file, &place) && judge_place(file, place))
        tensor = object_allocate(type);
    if (tensor != NULL) {
        Py_INCREF(file);
        tensor->file = file;
        tensor->place = place;
    }
    Py_XDECREF(first);
    return (PyObject *)tensor;
}

static void finish_tensor(PyObject *self)
{
    Py_XDECREF(((struct file_tensor *)self)->file);
    object_release(self);
}

static PyType_Slot tensor_slots[] = {
    {Py_tp_doc,
     "A tensor of a file, which functions that take data read from there: libgather.open gives them."},
    {Py_tp_new, construct_tensor},
    {Py_tp_dealloc, finish_tensor},
    {0, NULL}};

static PyType_Spec tensor_spec = {"libgather._core.FileTensor", (int)sizeof(struct file_tensor), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
                                  tensor_slots};

bool file_type_init(PyObject *module, struct module_state *state)
{
    state->file_type = module_add_type(module, &spec, "File");
    state->tensor_type = module_add_type(module, &tensor_spec, "FileTensor");
    return state->file_type != NULL && state->tensor_type != NULL;
}
