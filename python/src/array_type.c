/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather.Array: array_type.h says what it is. It goes out by the buffer protocol and by DLPack where its layout is
 * one of strides, and element by element as lists.
 */
#include "array_type.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>

#include "array_parts.h"
#include "dense.h"
#include "gather/study.h"
#include "gather/threads.h"
#include "layout_type.h"

struct array {
    PyObject_HEAD struct gather_layout layout;
    struct gather_buffer buffer;
    bool is_read_only, has_view;
    void *memory;            /* its own; NULL for that of `base` */
    PyObject *base, *keeper; /* held; NULL where there is none */
    struct dlpack_taken taken;
    Py_buffer view;
    PyObject *weak; /* references, of Python's */
};

/* In bytes; numpy asks for large pages from there on too. */
enum { ALIGNMENT = 64, WORTH_LARGE_PAGES = 4 << 20 };

const struct gather_layout *array_layout(PyObject *array) { return &((struct array *)array)->layout; }

struct gather_buffer array_buffer(PyObject *array) { return ((struct array *)array)->buffer; }

bool array_is_read_only(PyObject *array) { return ((struct array *)array)->is_read_only; }

/* ---- making ----------------------------------------------------------------------------------------------- */

bool array_is_full(const struct gather_layout *layout)
{
    struct gather_layout_summary summary;
    return gather_layout_describe(layout, &summary, NULL) == GATHER_STATUS_OK && summary.dense &&
           layout->cell_bits == gather_dtype_bits(layout->dtype) && layout->cell_bits >= 8 &&
           gather_layout_bytes(layout) == summary.cells * (layout->cell_bits / 8); /* bounded: of a layout */
}

PyObject *array_new(struct module_state *state, const struct gather_layout *layout)
{
    uint64_t bytes = (uint64_t)gather_layout_bytes(layout);
    struct array *array = object_allocate(state->array_type);
    if (array == NULL)
        return NULL;
    if (bytes <= PY_SSIZE_T_MAX - ALIGNMENT)
        array->memory =
            aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT); /* bounded: above */
    if (array->memory == NULL) {
        Py_DECREF(array);
        return raise_no_memory(state, NULL, bytes, 1);
    }
    array->layout = *layout;
    array->buffer = (struct gather_buffer){array->memory, bytes};
    if (bytes >= WORTH_LARGE_PAGES)
        (void)gather_advise_huge(array->buffer); /* memory it is in any case */
    if (!array_is_full(layout))
        memset(array->memory, 0, (size_t)bytes);
    return (PyObject *)array;
}

/* Whose memory an object's is. A view of a view holds the array that was viewed first, so that no chain of them grows,
 * whose end would take as many calls inside of each other. */
static PyObject *owner_of(const struct module_state *state, PyObject *object)
{
    if (Py_TYPE(object) != state->array_type)
        return object;
    PyObject *base = ((struct array *)object)->base;
    return base != NULL && Py_TYPE(base) == state->array_type ? base : object;
}

PyObject *array_over(struct module_state *state, struct operand *operand, const struct gather_layout *layout,
                     struct gather_buffer buffer)
{
    struct array *array = object_allocate(state->array_type);
    if (array == NULL)
        return NULL;
    array->layout = *layout;
    array->buffer = buffer;
    array->is_read_only = operand->is_read_only;
    array->taken = operand->taken;
    operand->taken = (struct dlpack_taken){NULL, NULL};
    if (operand->has_view) {
        array->view = operand->view;
        array->has_view = true;
        operand->has_view = false;
    }
    array->keeper = operand->keeper;
    operand->keeper = NULL;
    array->base = owner_of(state, operand->object);
    Py_INCREF(array->base);
    return (PyObject *)array;
}

/* The whole memory of an object, under a layout. */
static PyObject *over_bytes(struct module_state *state, PyObject *object, const struct gather_layout *layout)
{
    struct operand operand = {.object = object};
    struct gather_buffer buffer;
    if (layout->dtype == GATHER_DTYPE_STRING) {
        PyErr_SetString(PyExc_TypeError, "an Array has no strings: their elements are pointers");
        return NULL;
    }
    if (Py_TYPE(object) == state->array_type) {
        buffer = array_buffer(object);
        operand.is_read_only = array_is_read_only(object);
    } else {
        if (PyObject_GetBuffer(object, &operand.view, PyBUF_SIMPLE) != 0)
            return raise_named("object");
        operand.has_view = true;
        operand.is_read_only = operand.view.readonly != 0;
        buffer = (struct gather_buffer){operand.view.buf, (uint64_t)operand.view.len};
    }
    PyObject *made = NULL;
    if (buffer.bytes < (uint64_t)gather_layout_bytes(layout))
        PyErr_Format(PyExc_ValueError, "the layout takes %lld bytes, of which there are %llu",
                     (long long)gather_layout_bytes(layout), (unsigned long long)buffer.bytes);
    else
        made = array_over(state, &operand, layout, buffer);
    operand_end(&operand);
    return made;
}

/* An object as it is. */
static PyObject *over_object(struct module_state *state, PyObject *object)
{
    struct operand operand;
    struct gather_layout layout;
    struct gather_error error = {0};
    PyObject *made = NULL;
    if (operand_read_as(state, object, ROLE_DATA, "object", &operand)) {
        if (operand.layout != NULL)
            layout = *operand.layout;
        if (operand.layout == NULL && signature_layout(&operand.is, &layout, &error) != GATHER_STATUS_OK)
            raise_error(state, &error);
        else
            made = array_over(state, &operand, &layout, operand.buffer);
    }
    operand_end(&operand);
    return made;
}

static PyObject *construct(PyTypeObject *type, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"", "layout", NULL};
    struct module_state *state = PyType_GetModuleState(type);
    PyObject *object, *layout = Py_None;
    struct gather_layout read;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "O|O", names, &object, &layout))
        return NULL;
    if (layout == Py_None)
        return over_object(state, object);
    return layout_read(state, layout, &read) ? over_bytes(state, object, &read) : NULL;
}

/*
 * What it holds was there before it was, and is held to the end: as with a tuple, a cycle goes through something that
 * changes, which Python clears.
 */
static int traverse(PyObject *self, visitproc visit, void *arg)
{
    struct array *array = (struct array *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(array->base);
    Py_VISIT(array->keeper);
    if (array->has_view)
        Py_VISIT(array->view.obj);
    return dlpack_traverse(&array->taken, visit, arg);
}

static void finish(PyObject *self)
{
    struct array *array = (struct array *)self;
    PyObject_GC_UnTrack(self);
    if (array->weak != NULL)
        PyObject_ClearWeakRefs(self);
    if (array->has_view)
        PyBuffer_Release(&array->view);
    dlpack_release(&array->taken);
    Py_XDECREF(array->keeper);
    Py_XDECREF(array->base);
    free(array->memory);
    object_release(self);
}

/* ---- the buffer protocol ---------------------------------------------------------------------------------- */

/* What a view of the buffer protocol points into. */
struct exported {
    Py_ssize_t sizes[GATHER_MAX_RANK], strides[GATHER_MAX_RANK]; /* bytes */
};

static int refuse_export(Py_buffer *view, const char *why)
{
    view->obj = NULL;
    PyErr_SetString(PyExc_BufferError, why);
    return -1;
}

/* Bytes of an element, which its cell may have more of. */
static Py_ssize_t item_bytes(const struct gather_layout *layout)
{
    return (gather_dtype_bits(layout->dtype) + 7) / 8;
}

/*
 * Whether the elements lie without gaps, the last dimension fastest, as a consumer that asks for no strides takes it; or
 * the first.
 */
static bool is_dense(const struct gather_layout *layout, const struct gather_layout_summary *summary,
                     bool first_is_fastest)
{
    int64_t step = item_bytes(layout);
    for (int32_t k = 0; k < layout->rank && summary->elements > 0; k++) {
        const int32_t d = first_is_fastest ? k : layout->rank - 1 - k;
        if (layout->sizes[d] > 1 &&
            summary->strides[d] * (layout->cell_bits / 8) != step) /* bounded: bytes */
            return false;
        step *= layout->sizes[d]; /* bounded: bytes of a layout */
    }
    return true;
}

static const char *why_not(const struct array *array, const struct gather_layout_summary *summary, int flags)
{
    if (!summary->strided)
        return "a layout with tiles is no strided buffer: Array(array, 'u8[N]') gives its bytes";
    if (array->layout.cell_bits % 8 != 0)
        return "elements below a byte have no format in the buffer protocol";
    if (format_of(array->layout.dtype) == NULL && (flags & PyBUF_FORMAT))
        return "the buffer protocol has no format for these elements; __dlpack__ has them";
    if ((flags & PyBUF_WRITABLE) && array->is_read_only)
        return "the array is read-only";
    const bool in_rows = is_dense(&array->layout, summary, false);
    const bool in_columns = is_dense(&array->layout, summary, true);
    if (!in_rows &&
        ((flags & PyBUF_STRIDES) != PyBUF_STRIDES || (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS))
        return "the array is not contiguous";
    if (!in_columns && (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS)
        return "the array is not contiguous in column order";
    if (!in_rows && !in_columns && (flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS)
        return "the array is not contiguous, by rows or by columns";
    return NULL;
}

static int get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    struct array *array = (struct array *)self;
    struct gather_layout_summary summary;
    if (gather_layout_describe(&array->layout, &summary, NULL) != GATHER_STATUS_OK)
        return refuse_export(view, "this is no layout");
    const char *why = why_not(array, &summary, flags);
    if (why != NULL)
        return refuse_export(view, why);
    struct exported *exported = PyMem_Calloc(1, sizeof *exported);
    if (exported == NULL)
        return refuse_export(view, "out of memory");
    Py_ssize_t item = item_bytes(&array->layout), cell = array->layout.cell_bits / 8;
    for (int32_t d = 0; d < array->layout.rank; d++) {
        exported->sizes[d] = array->layout.sizes[d];
        exported->strides[d] = summary.strides[d] * cell; /* bounded: bytes of the layout */
    }
    memset(view, 0, sizeof *view);
    view->buf =
        array->buffer.data != NULL ? (char *)array->buffer.data + summary.offset * cell : NULL; /* bounded */
    view->len = summary.elements * item; /* bounded: likewise */
    view->itemsize = item;
    view->readonly = array->is_read_only;
    view->format = (flags & PyBUF_FORMAT) ? (char *)(uintptr_t)format_of(array->layout.dtype) : NULL;
    view->ndim = array->layout.rank;
    view->shape = (flags & PyBUF_ND) ? exported->sizes : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? exported->strides : NULL;
    view->internal = exported;
    Py_INCREF(self);
    view->obj = self;
    return 0;
}

static void release_buffer(PyObject *self, Py_buffer *view)
{
    (void)self;
    PyMem_Free(view->internal);
}

/* ---- DLPack ----------------------------------------------------------------------------------------------- */

/* A copy of its own, row-major, of cells as wide. */
static PyObject *copy_of(struct module_state *state, const struct array *array)
{
    struct gather_layout layout;
    struct gather_error error = {0};
    struct gather_op op = gather_relayout();
    enum gather_status status =
        gather_layout_init(&layout, array->layout.dtype, array->layout.rank, array->layout.sizes, &error);
    if (status != GATHER_STATUS_OK)
        return raise_error(state, &error);
    layout.cell_bits = array->layout.cell_bits;
    PyObject *made = array_new(state, &layout);
    if (made == NULL)
        return NULL;
    status = gather_once(&op, &array->layout, &array->buffer, 1, &layout, array_buffer(made), NULL, &error);
    if (status != GATHER_STATUS_OK) {
        raise_error(state, &error);
        Py_CLEAR(made);
    }
    return made;
}

static bool judge_request(PyObject *stream, PyObject *device)
{
    long type = DLPACK_CPU, number = 0;
    if (stream != Py_None) {
        PyErr_SetString(PyExc_BufferError, "the processor's memory has no stream");
        return false;
    }
    if (device != Py_None && !PyArg_Parse(device, "(ll);dl_device is no pair of numbers", &type, &number))
        return false;
    if (type != DLPACK_CPU) {
        PyErr_SetString(PyExc_BufferError, "the array lies in the processor's memory alone");
        return false;
    }
    return true;
}

static PyObject *to_dlpack(PyObject *self, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    struct array *array = (struct array *)self;
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copy = Py_None;
    long major = 0, minor = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "|$OOOO", names, &stream, &version, &device, &copy) ||
        !judge_request(stream, device) ||
        (version != Py_None &&
         !PyArg_Parse(version, "(ll);max_version is no pair of numbers", &major, &minor)))
        return NULL;
    int is_copied = PyObject_IsTrue(copy);
    if (is_copied < 0)
        return NULL;
    if (!is_copied && array->is_read_only && major < DLPACK_MAJOR) {
        PyErr_SetString(PyExc_BufferError, "the array is read-only, which DLPack before version 1 can't say");
        return NULL;
    }
    uint64_t flags = is_copied ? DLPACK_COPIED : array->is_read_only ? DLPACK_READ_ONLY : 0;
    PyObject *owner = is_copied ? copy_of(state_of_object(self), array) : self;
    if (owner == NULL)
        return NULL;
    PyObject *capsule =
        dlpack_export(owner, array_layout(owner), array_buffer(owner), flags, major >= DLPACK_MAJOR);
    if (is_copied)
        Py_DECREF(owner);
    return capsule;
}

static PyObject *dlpack_device(PyObject *self, PyObject *nothing)
{
    (void)self;
    (void)nothing;
    return Py_BuildValue("(ii)", DLPACK_CPU, 0);
}

/* ---- numpy ------------------------------------------------------------------------------------------------ */

/* The same memory with elements that say nothing but how wide they are. */
static PyObject *over_plain(struct module_state *state, PyObject *self, const struct gather_layout *layout)
{
    struct operand operand = {.object = self, .is_read_only = array_is_read_only(self)};
    struct gather_layout plain = *layout;
    if (format_of(plain.dtype) == NULL)
        plain.dtype = item_bytes(layout) == 1 ? GATHER_DTYPE_U8 : GATHER_DTYPE_U16;
    return array_over(state, &operand, &plain, array_buffer(self));
}

/* Whether numpy takes an element for what it is whatever the unused bits of its cell hold: ml_dtypes masks narrow
 * integers, but no narrow floats. */
static bool is_read_whole(const struct gather_layout *layout)
{
    return layout->cell_bits % 8 == 0 &&
           (gather_dtype_bits(layout->dtype) >= 8 || gather_dtype_is_signed(layout->dtype) ||
            gather_dtype_is_unsigned(layout->dtype));
}

/* For numpy: an array that the buffer protocol can say, a copy where the layout or the elements need one. */
static PyObject *to_plain(PyObject *self, PyObject *nothing)
{
    struct module_state *state = state_of_object(self);
    const struct gather_layout *layout = array_layout(self);
    struct gather_layout_summary summary;
    (void)nothing;
    if (gather_layout_describe(layout, &summary, NULL) == GATHER_STATUS_OK && summary.strided &&
        is_read_whole(layout))
        return over_plain(state, self, layout);
    struct operand operand = {.object = NULL};
    PyObject *dense = NULL, *plain = NULL;
    if (operand_read(state, self, ROLE_DATA, &operand))
        dense = dense_of(state, &operand);
    operand_end(&operand);
    if (dense != NULL)
        plain = over_plain(state, dense, array_layout(dense));
    Py_XDECREF(dense);
    return plain;
}

static PyObject *to_numpy(PyObject *self, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"dtype", "copy", NULL};
    PyObject *dtype = Py_None, *copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "|OO", names, &dtype, &copy))
        return NULL;
    PyObject *module = PyImport_ImportModule("libgather._convert"), *made = NULL;
    if (module != NULL)
        made = PyObject_CallMethod(module, "to_numpy", "OOO", self, dtype, copy);
    Py_XDECREF(module);
    return made;
}

/* ---- pickle and copy -------------------------------------------------------------------------------------- */

static PyObject *reduce(PyObject *self, PyObject *protocol)
{
    return module_convert("reduce_array", self, protocol);
}

static PyObject *copy(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return copy_of(state_of_object(self), (const struct array *)self);
}

/* ---- what there is to say --------------------------------------------------------------------------------- */

static PyObject *get_shape(PyObject *self, void *nothing)
{
    const struct gather_layout *layout = array_layout(self);
    (void)nothing;
    return tuple_of(layout->sizes, layout->rank);
}

static PyObject *get_dtype(PyObject *self, void *nothing)
{
    (void)nothing;
    return dtype_name(array_layout(self)->dtype);
}

/* What numpy, from 2.4 on, and with it jax, ask of a thing whose dtype is none of numpy's own. */
static PyObject *get_numpy_dtype(PyObject *self, void *nothing)
{
    PyObject *name = get_dtype(self, nothing);
    PyObject *type = name != NULL ? module_convert("dtype_of", name, NULL) : NULL;
    Py_XDECREF(name);
    return type;
}

static PyObject *get_rank(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromLong(array_layout(self)->rank);
}

static PyObject *get_bytes(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromLongLong(gather_layout_bytes(array_layout(self)));
}

static PyObject *get_size(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromLongLong(gather_layout_elements(array_layout(self)));
}

static PyObject *get_transposed(PyObject *self, void *nothing)
{
    (void)nothing;
    return module_convert("transposed", self, NULL);
}

static PyObject *get_layout(PyObject *self, void *nothing)
{
    (void)nothing;
    return layout_new(state_of_object(self), array_layout(self));
}

static PyObject *get_read_only(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyBool_FromLong(array_is_read_only(self));
}

static Py_ssize_t get_length(PyObject *self)
{
    const struct gather_layout *layout = array_layout(self);
    if (layout->rank > 0)
        return layout->sizes[0];
    PyErr_SetString(PyExc_TypeError, "an array without dimensions has no length");
    return -1;
}

/* Without dimensions there is nothing to go through, and IndexError would pass for an end. */
static PyObject *iterate(PyObject *self)
{
    if (array_layout(self)->rank > 0)
        return PySeqIter_New(self);
    PyErr_SetString(PyExc_TypeError, "an array without dimensions can't be iterated over");
    return NULL;
}

static PyObject *represent(PyObject *self) { return module_convert("text_of", self, NULL); }

static PyGetSetDef attributes[] = {
    {"shape", get_shape, NULL, "The size of each dimension.", NULL},
    {"dtype", get_dtype, NULL, "The name of the elements' type, as numpy and ml_dtypes have it.", NULL},
    {"__numpy_dtype__", get_numpy_dtype, NULL, "The same as numpy's own.", NULL},
    {"ndim", get_rank, NULL, "The number of dimensions.", NULL},
    {"size", get_size, NULL, "The number of elements.", NULL},
    {"T", get_transposed, NULL, "The array with its dimensions the other way round, over the same memory.",
     NULL},
    {"nbytes", get_bytes, NULL, "The bytes of the memory that the layout takes, padding included.", NULL},
    {"layout", get_layout, NULL, "The Layout: where each element lies.", NULL},
    {"readonly", get_read_only, NULL, "Whether the memory may not be written.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(struct array, weak), READONLY, NULL}, {NULL, 0, 0, 0, NULL}};

static PyMethodDef methods[] = {
    {"tolist", array_to_list, METH_NOARGS,
     "tolist($self, /)\n--\n\n"
     "The elements as Python's numbers, in nested lists."},
    {"item", array_item_of, METH_VARARGS,
     "item($self, /, *index)\n--\n\n"
     "The only element, or the one at an index, as a number of Python's."},
    {"copy", copy, METH_NOARGS,
     "copy($self, /)\n--\n\n"
     "The elements in memory of their own, in row-major order."},
    {"__complex__", array_complex, METH_NOARGS, "The element of an array without dimensions."},
    {"__format__", array_format, METH_O, "Of an array without dimensions, its element's."},
    {"_word", array_word, METH_O,
     "An element, by a tuple of a number for each dimension, in the fewest digits."},
    {"_view", array_view, METH_VARARGS,
     "A part of the memory: the cell of its first element, its sizes and strides."},
    {"_plain", to_plain, METH_NOARGS, "The array with elements that the buffer protocol has a format for."},
    {"__array__", (PyCFunction)(void (*)(void))to_numpy, METH_VARARGS | METH_KEYWORDS,
     "The array as numpy's, with ml_dtypes where numpy itself has no such type; a copy only if it has to "
     "be."},
    {"__reduce_ex__", reduce, METH_O, "What pickle and copy keep: the memory and the layout."},
    {"__dlpack__", (PyCFunction)(void (*)(void))to_dlpack, METH_VARARGS | METH_KEYWORDS,
     "The array as a DLPack capsule, without a copy unless one is asked for."},
    {"__dlpack_device__", dlpack_device, METH_NOARGS,
     "DLPack's number of the device: (1, 0), the processor."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "Array(object, /, layout=None)\n--\n\n"
     "Memory under a layout. Without a layout the object as it is; with one, its bytes. Two are equal if\n"
     "type, sizes and elements are, bit for bit, however these lie.\n\n"
     ">>> import libgather as lg\n"
     ">>> lg.Array(bytes(range(6)), 'u8[2,3]{0,1}').tolist()\n"
     "[[0, 2, 4], [1, 3, 5]]\n"},
    {Py_tp_new, construct},
    {Py_tp_dealloc, finish},
    {Py_tp_traverse, traverse},
    {Py_tp_repr, represent},
    {Py_tp_richcompare, array_compare},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {Py_tp_iter, iterate},
    {Py_nb_bool, array_is_true},
    {Py_nb_int, array_int},
    {Py_nb_float, array_float},
    {Py_nb_index, array_index},
    {Py_sq_length, get_length},
    {Py_sq_item, array_item},
    {Py_mp_length, get_length},
    {Py_mp_subscript, array_part},
    {Py_bf_getbuffer, get_buffer},
    {Py_bf_releasebuffer, release_buffer},
    {0, NULL}};

static PyType_Spec spec = {"libgather.Array", (int)sizeof(struct array), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots};

bool array_type_init(PyObject *module, struct module_state *state)
{
    state->array_type = module_add_type(module, &spec, "Array");
    return state->array_type != NULL;
}
