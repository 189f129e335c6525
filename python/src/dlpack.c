/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors in and out by DLPack: dlpack.h has its structs. What a producer says is judged before it is used; how much
 * memory it has it does not say.
 */
#include "dlpack.h"

#include <stdlib.h>
#include <string.h>

#include "operand.h"

static const char NAME[] = "dltensor", NAME_VERSIONED[] = "dltensor_versioned";
static const char USED[] = "used_dltensor", USED_VERSIONED[] = "used_dltensor_versioned";

/* ---- types ------------------------------------------------------------------------------------------------ */

struct row {
    uint8_t code, bits;
    int8_t dtype;
};

static const struct row rows[] = {
    {0, 2, GATHER_DTYPE_I2},      {0, 4, GATHER_DTYPE_I4},          {0, 8, GATHER_DTYPE_I8},
    {0, 16, GATHER_DTYPE_I16},    {0, 32, GATHER_DTYPE_I32},        {0, 64, GATHER_DTYPE_I64},
    {1, 2, GATHER_DTYPE_U2},      {1, 4, GATHER_DTYPE_U4},          {1, 8, GATHER_DTYPE_U8},
    {1, 16, GATHER_DTYPE_U16},    {1, 32, GATHER_DTYPE_U32},        {1, 64, GATHER_DTYPE_U64},
    {2, 16, GATHER_DTYPE_F16},    {2, 32, GATHER_DTYPE_F32},        {2, 64, GATHER_DTYPE_F64},
    {4, 16, GATHER_DTYPE_BF16},   {5, 64, GATHER_DTYPE_C64},        {5, 128, GATHER_DTYPE_C128},
    {6, 8, GATHER_DTYPE_BOOL},    {10, 8, GATHER_DTYPE_F8E4M3FN},   {11, 8, GATHER_DTYPE_F8E4M3FNUZ},
    {12, 8, GATHER_DTYPE_F8E5M2}, {13, 8, GATHER_DTYPE_F8E5M2FNUZ}, {14, 8, GATHER_DTYPE_F8E8M0},
    {17, 4, GATHER_DTYPE_F4E2M1}};

enum { ROWS = sizeof rows / sizeof *rows };

int32_t dlpack_read_type(struct dlpack_type type)
{
    for (size_t k = 0; k < ROWS && type.lanes == 1; k++)
        if (rows[k].code == type.code && rows[k].bits == type.bits)
            return rows[k].dtype;
    return GATHER_DTYPE_NONE;
}

bool dlpack_write_type(int32_t dtype, struct dlpack_type *type)
{
    for (size_t k = 0; k < ROWS; k++)
        if (rows[k].dtype == dtype) {
            *type = (struct dlpack_type){rows[k].code, rows[k].bits, 1};
            return true;
        }
    return false;
}

/* ---- in --------------------------------------------------------------------------------------------------- */

/* The capsule of an object: versioned if it can. */
static PyObject *ask(PyObject *object)
{
    PyObject *method = PyObject_GetAttrString(object, "__dlpack__");
    PyObject *nothing = PyTuple_New(0),
             *words = Py_BuildValue("{s(ii)}", "max_version", DLPACK_MAJOR, DLPACK_MINOR);
    PyObject *capsule = NULL;
    if (method != NULL && nothing != NULL && words != NULL)
        capsule = PyObject_Call(method, nothing, words);
    if (capsule == NULL && method != NULL && words != NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear(); /* a producer from before there were versions */
        capsule = PyObject_Call(method, nothing, NULL);
    }
    Py_XDECREF(method);
    Py_XDECREF(nothing);
    Py_XDECREF(words);
    return capsule;
}

static bool open_capsule(PyObject *capsule, struct dlpack_taken *taken)
{
    if (PyCapsule_IsValid(capsule, NAME_VERSIONED)) {
        taken->versioned = PyCapsule_GetPointer(capsule, NAME_VERSIONED);
        return PyCapsule_SetName(capsule, USED_VERSIONED) == 0;
    }
    if (PyCapsule_IsValid(capsule, NAME)) {
        taken->managed = PyCapsule_GetPointer(capsule, NAME);
        return PyCapsule_SetName(capsule, USED) == 0;
    }
    PyErr_SetString(PyExc_BufferError, "__dlpack__ gave no capsule of a tensor that is still there");
    return false;
}

bool dlpack_take(PyObject *object, struct dlpack_taken *taken)
{
    PyObject *capsule = ask(object);
    if (capsule == NULL)
        return false;
    bool is_open = open_capsule(capsule, taken);
    Py_DECREF(capsule);
    if (is_open && taken->versioned != NULL && taken->versioned->major != DLPACK_MAJOR) {
        PyErr_Format(PyExc_BufferError, "a DLPack tensor of version %u.%u; %d is supported",
                     (unsigned)taken->versioned->major, (unsigned)taken->versioned->minor, DLPACK_MAJOR);
        return false;
    }
    return is_open;
}

const struct dlpack_tensor *dlpack_tensor_of(const struct dlpack_taken *taken)
{
    return taken->versioned != NULL ? &taken->versioned->tensor : &taken->managed->tensor;
}

uint64_t dlpack_flags_of(const struct dlpack_taken *taken)
{
    return taken->versioned != NULL ? taken->versioned->flags : 0;
}

/* ---- out -------------------------------------------------------------------------------------------------- */

/* What an exported tensor keeps: either struct first, so that the consumer's pointer is ours. */
struct exported {
    union {
        struct dlpack_managed managed;
        struct dlpack_versioned versioned;
    } as;
    PyObject *owner;
    int64_t sizes[GATHER_MAX_RANK], strides[GATHER_MAX_RANK];
};

/* By who holds the interpreter's lock, whichever interpreter it is. */
static void free_exported(struct exported *exported)
{
    Py_DECREF(exported->owner);
    free(exported);
}

/* A consumer may be done on any thread, and after the interpreter. */
static void let_go(struct exported *exported)
{
    if (!Py_IsInitialized()) {
        free(exported);
        return;
    }
    PyGILState_STATE gil = PyGILState_Ensure();
    free_exported(exported);
    PyGILState_Release(gil);
}

static void delete_managed(struct dlpack_managed *self) { let_go((struct exported *)self); }

static void delete_versioned(struct dlpack_versioned *self) { let_go((struct exported *)self); }

/* A capsule that nobody took. */
static void end_capsule(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, NAME_VERSIONED))
        free_exported(PyCapsule_GetPointer(capsule, NAME_VERSIONED));
    else if (PyCapsule_IsValid(capsule, NAME))
        free_exported(PyCapsule_GetPointer(capsule, NAME));
}

/*
 * A deleter may run code of Python's, which must not see an exception that is on its way. Our own tensors are let go
 * without it, for it waits for the main interpreter's lock, and this may be another one.
 */
void dlpack_release(struct dlpack_taken *taken)
{
    struct dlpack_taken gone = *taken;
    PyObject *type, *value, *trace;
    if (gone.managed == NULL && gone.versioned == NULL)
        return;
    *taken = (struct dlpack_taken){NULL, NULL};
    PyErr_Fetch(&type, &value, &trace);
    if (gone.managed != NULL && gone.managed->deleter == delete_managed)
        free_exported((struct exported *)gone.managed);
    else if (gone.managed != NULL && gone.managed->deleter != NULL)
        gone.managed->deleter(gone.managed);
    if (gone.versioned != NULL && gone.versioned->deleter == delete_versioned)
        free_exported((struct exported *)gone.versioned);
    else if (gone.versioned != NULL && gone.versioned->deleter != NULL)
        gone.versioned->deleter(gone.versioned);
    PyErr_Restore(type, value, trace);
}

/* Of whatever else is in it nothing is known. */
int dlpack_traverse(const struct dlpack_taken *taken, visitproc visit, void *arg)
{
    if (taken->managed != NULL && taken->managed->deleter == delete_managed)
        Py_VISIT(((struct exported *)taken->managed)->owner);
    if (taken->versioned != NULL && taken->versioned->deleter == delete_versioned)
        Py_VISIT(((struct exported *)taken->versioned)->owner);
    return 0;
}

static bool lay_out(struct exported *exported, const struct gather_layout *layout,
                    struct gather_buffer buffer, bool is_versioned, struct dlpack_tensor *tensor,
                    uint64_t *flags)
{
    struct gather_layout_summary summary;
    int32_t bits = gather_dtype_bits(layout->dtype);
    if (gather_layout_describe(layout, &summary, NULL) != GATHER_STATUS_OK || !summary.strided)
        PyErr_SetString(PyExc_BufferError, "a layout with tiles is no strided tensor");
    else if (!dlpack_write_type(layout->dtype, &tensor->type))
        PyErr_SetString(PyExc_BufferError, "DLPack has no such type of elements");
    else if (layout->cell_bits != bits && layout->cell_bits != 8)
        PyErr_SetString(PyExc_BufferError, "DLPack has no such cells");
    else if (summary.offset * layout->cell_bits % 8 != 0) /* bounded: a cell of the layout */
        PyErr_SetString(PyExc_BufferError, "the first element begins inside a byte");
    else if (layout->cell_bits != bits && !is_versioned)
        PyErr_SetString(PyExc_BufferError,
                        "elements below a byte in one each: DLPack before version 1 can't say so");
    else {
        if (layout->cell_bits != bits)
            *flags |= DLPACK_PADDED;
        memcpy(exported->sizes, layout->sizes, sizeof exported->sizes);
        memcpy(exported->strides, summary.strides, sizeof exported->strides);
        tensor->data = buffer.data;
        tensor->byte_offset = (uint64_t)(summary.offset * layout->cell_bits / 8); /* bounded: likewise */
        tensor->device_type = DLPACK_CPU;
        tensor->rank = layout->rank;
        tensor->sizes = exported->sizes;
        tensor->strides = exported->strides;
        return true;
    }
    return false;
}

/* Returns: NULL, with an exception. */
static struct exported *export_new(PyObject *owner, const struct gather_layout *layout,
                                   struct gather_buffer buffer, uint64_t flags, bool is_versioned)
{
    struct exported *exported = calloc(1, sizeof *exported);
    if (exported == NULL)
        return (struct exported *)PyErr_NoMemory();
    struct dlpack_tensor *tensor =
        is_versioned ? &exported->as.versioned.tensor : &exported->as.managed.tensor;
    if (!lay_out(exported, layout, buffer, is_versioned, tensor, &flags)) {
        free(exported);
        return NULL;
    }
    if (is_versioned) {
        exported->as.versioned.major = DLPACK_MAJOR;
        exported->as.versioned.minor = DLPACK_MINOR;
        exported->as.versioned.flags = flags;
        exported->as.versioned.deleter = delete_versioned;
    } else {
        exported->as.managed.deleter = delete_managed;
    }
    Py_INCREF(owner);
    exported->owner = owner;
    return exported;
}

PyObject *dlpack_export(PyObject *owner, const struct gather_layout *layout, struct gather_buffer buffer,
                        uint64_t flags, bool is_versioned)
{
    struct exported *exported = export_new(owner, layout, buffer, flags, is_versioned);
    if (exported == NULL)
        return NULL;
    PyObject *capsule = PyCapsule_New(exported, is_versioned ? NAME_VERSIONED : NAME, end_capsule);
    if (capsule == NULL)
        free_exported(exported);
    return capsule;
}

PyObject *dlpack_hand_over(const struct dlpack_exchange *exchange, PyObject *owner,
                           const struct gather_layout *layout, struct gather_buffer buffer)
{
    struct exported *exported =
        exchange->make_object != NULL ? export_new(owner, layout, buffer, 0, true) : NULL;
    void *made = NULL;
    return exported != NULL && exchange->make_object(&exported->as.versioned, &made) == 0 ? made : NULL;
}

/* ---- without Python between ------------------------------------------------------------------------------- */

static const struct dlpack_exchange *find_exchange(PyTypeObject *type)
{
    PyObject *capsule = PyObject_GetAttrString((PyObject *)type, "__dlpack_c_exchange_api__");
    const struct dlpack_exchange *exchange =
        capsule != NULL ? PyCapsule_GetPointer(capsule, "dlpack_exchange_api") : NULL;
    while (exchange != NULL && exchange->major != DLPACK_MAJOR)
        exchange = exchange->previous;
    PyErr_Clear();
    Py_XDECREF(capsule); /* its table stays as long as the process */
    return exchange;
}

const struct dlpack_exchange *dlpack_exchange_of(struct module_state *state, PyTypeObject *type)
{
    if (state->producer == type)
        return state->exchange;
    const struct dlpack_exchange *exchange = find_exchange(type);
    PyTypeObject *before = state->producer;
    Py_INCREF((PyObject *)type);
    state->producer = type;
    state->exchange = exchange;
    Py_XDECREF((PyObject *)before);
    return exchange;
}

/* NOT_LENT: __dlpack__ has to be asked, which refuses by name what it refuses. */
enum lending { LENT, NOT_LENT, NEGATED };

/* What a tensor says of itself, 1 or 0; -1 with an exception. is_called: by a method, else by an attribute. */
static int says(PyObject *object, PyObject *name, bool is_called)
{
    PyObject *answer =
        is_called ? PyObject_CallMethodObjArgs(object, name, NULL) : PyObject_GetAttr(object, name);
    int is_so = answer != NULL ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return is_so;
}

/* Whether there is more to a lent tensor than its memory. All but truths may be negative by a bit of their own; all
 * but integers may have gradients. */
static enum lending judge_lent(const struct module_state *state, PyObject *object, struct dlpack_type type)
{
    bool is_complex = type.code == DLPACK_COMPLEX;
    if (type.bits < 8)
        return NOT_LENT; /* whether each has a byte of its own is not said */
    if (type.code == DLPACK_BOOL)
        return LENT;
    int is_negated = says(object, state->is_neg, true);
    if (is_negated != 0)
        return is_negated > 0 ? NEGATED : NOT_LENT;
    if (type.code == DLPACK_INT || type.code == DLPACK_UINT)
        return LENT;
    return says(object, state->requires_grad, false) == 0 &&
                   (!is_complex || says(object, state->is_conj, true) == 0)
               ? LENT
               : NOT_LENT;
}

/* Borrows the tensor of an object, and anew once it was asked: code of Python's may have run. An exception that it leaves
 * is the call's. */
static enum lending lend(struct module_state *state, PyObject *object, struct dlpack_tensor *tensor)
{
    const struct dlpack_exchange *exchange = dlpack_exchange_of(state, Py_TYPE(object));
    enum lending lending = NOT_LENT;
    if (exchange == NULL || exchange->lend_tensor == NULL)
        return NOT_LENT;
    if (exchange->lend_tensor(object, tensor) == 0)
        lending = judge_lent(state, object, tensor->type);
    if (lending == LENT && exchange->lend_tensor(object, tensor) != 0)
        lending = NOT_LENT;
    /* But for what ends programs. */
    if (lending != LENT && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_Exception))
        PyErr_Clear();
    return lending;
}

/* ---- operands --------------------------------------------------------------------------------------------- */

/* Of devices that are met: of others there is the number. */
static const char *device_name(int32_t device)
{
    return device == DLPACK_CUDA           ? " (CUDA)"
           : device == DLPACK_METAL        ? " (Metal)"
           : device == DLPACK_ROCM         ? " (ROCm)"
           : device == DLPACK_CUDA_MANAGED ? " (CUDA, managed)"
                                           : "";
}

static bool judge(const struct dlpack_tensor *tensor)
{
    int32_t device = tensor->device_type;
    if (device != DLPACK_CPU && device != DLPACK_CUDA_HOST && device != DLPACK_ROCM_HOST)
        PyErr_Format(PyExc_BufferError,
                     "a DLPack tensor on a device of type %d%s: copy it to the processor's memory", device,
                     device_name(device));
    else if (tensor->rank < 0 || tensor->rank > GATHER_MAX_RANK)
        PyErr_Format(PyExc_ValueError, "a DLPack tensor of %d dimensions; at most %d are supported",
                     tensor->rank, GATHER_MAX_RANK);
    else if (tensor->rank > 0 && tensor->sizes == NULL)
        PyErr_SetString(PyExc_ValueError, "a DLPack tensor without a shape");
    else if (dlpack_read_type(tensor->type) == GATHER_DTYPE_NONE)
        PyErr_Format(PyExc_TypeError, "a DLPack tensor of type code %d, %d bits, %d lanes is not supported",
                     tensor->type.code, tensor->type.bits, tensor->type.lanes);
    else
        return true;
    return false;
}

bool operand_read_dlpack(struct module_state *state, enum operand_role role, struct operand *operand)
{
    struct dlpack_tensor lent;
    const struct dlpack_tensor *tensor = &lent;
    uint64_t flags = 0;
    operand->kind = OPERAND_DLPACK;
    enum lending lending = lend(state, operand->object, &lent);
    if (lending == NEGATED) {
        PyErr_Format(PyExc_BufferError,
                     "%s is negative by a bit of its own, not in memory: give resolve_neg()",
                     operand_name(operand, role));
        return false;
    }
    if (PyErr_Occurred())
        return false;
    if (lending == NOT_LENT) {
        if (!dlpack_take(operand->object, &operand->taken))
            return false;
        tensor = dlpack_tensor_of(&operand->taken);
        flags = dlpack_flags_of(&operand->taken);
        /* Before there were versions a producer could not say it: it may be one of arrays that never change. */
        operand->is_read_only = (flags & DLPACK_READ_ONLY) != 0 || operand->taken.versioned == NULL;
    }
    if (!judge(tensor))
        return false;
    int32_t dtype = dlpack_read_type(tensor->type), bits = gather_dtype_bits(dtype);
    char *base = tensor->data;
    if (base != NULL)
        base += tensor->byte_offset;
    return operand_lay(state, operand, dtype, bits < 8 && (flags & DLPACK_PADDED) != 0 ? 8 : bits,
                       tensor->rank, tensor->sizes, tensor->strides, base);
}

static bool lies_as(const struct dlpack_tensor *tensor, const struct signature *is)
{
    const bool has_elements = signature_has_elements(is);
    int64_t step = 1;
    if (tensor->rank != is->rank || dlpack_read_type(tensor->type) != is->dtype)
        return false;
    for (int32_t d = is->rank - 1; d >= 0; d--) {
        const int64_t stride = tensor->strides != NULL ? tensor->strides[d] : step;
        if (tensor->sizes[d] != is->sizes[d] ||
            (has_elements && is->sizes[d] > 1 && is->strides[d] != stride))
            return false;
        step *= is->sizes[d]; /* bounded: elements that were there */
    }
    return true;
}

bool operand_is_lent_as_before(struct module_state *state, const struct operand *operand)
{
    const struct dlpack_exchange *exchange;
    struct dlpack_tensor now;
    if (operand->taken.managed != NULL || operand->taken.versioned != NULL)
        return true;
    exchange = dlpack_exchange_of(state, Py_TYPE(operand->object));
    if (exchange == NULL || exchange->lend_tensor == NULL ||
        exchange->lend_tensor(operand->object, &now) != 0)
        return false;
    const char *first = operand->buffer.data, *base = now.data;
    if (first != NULL)
        first += operand->is.offset * operand->is.cell_bits / 8; /* bounded: where the element 0 was */
    if (base != NULL)
        base += now.byte_offset;
    return base == first && lies_as(&now, &operand->is);
}
