/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which way an object is read: operand.h shows the ways. numpy's arrays come first, as most are; what has no way of
 * its own is tried as a DLPack producer and then as a buffer.
 */
#include "operand.h"

#include <string.h>

#include "array_type.h"
#include "file_type.h"

const char *operand_name(const struct operand *operand, enum operand_role role)
{
    if (operand->name != NULL)
        return operand->name;
    return role == ROLE_INDICES ? "indices" : role == ROLE_OUTPUT ? "out" : "data";
}

/* ---- signatures ------------------------------------------------------------------------------------------- */

bool signature_is_row_major(const struct signature *signature)
{
    int64_t step = 1;
    if (signature->offset != 0 || signature->cell_bits != gather_dtype_bits(signature->dtype))
        return false;
    for (int32_t d = signature->rank - 1; d >= 0; d--) {
        if (signature->sizes[d] > 1 && signature->strides[d] != step)
            return false;
        if (__builtin_mul_overflow(step, signature->sizes[d], &step))
            return false;
    }
    return true;
}

enum gather_status signature_layout(const struct signature *signature, struct gather_layout *layout,
                                    struct gather_error *error)
{
    if (signature_is_row_major(signature))
        return gather_layout_init(layout, signature->dtype, signature->rank, signature->sizes, error);
    enum gather_status status =
        gather_layout_init_strides(layout, signature->dtype, signature->rank, signature->sizes,
                                   signature->strides, signature->offset, error);
    if (status == GATHER_STATUS_OK && signature->cell_bits != layout->cell_bits) {
        layout->cell_bits = signature->cell_bits;
        status = gather_layout_validate(layout, error);
    }
    return status;
}

enum gather_status operand_layout(const struct operand *operand, struct gather_layout *layout,
                                  struct gather_error *error)
{
    if (operand->layout == NULL)
        return signature_layout(&operand->is, layout, error);
    *layout = *operand->layout;
    return GATHER_STATUS_OK;
}

bool signature_equal(const struct signature *a, const struct signature *b)
{
    if (a->dtype != b->dtype || a->cell_bits != b->cell_bits || a->rank != b->rank || a->is_tiled ||
        b->is_tiled || a->offset != b->offset)
        return false;
    for (int32_t d = 0; d < a->rank; d++)
        if (a->sizes[d] != b->sizes[d] || a->strides[d] != b->strides[d])
            return false;
    return true;
}

uint64_t signature_hash(const struct signature *signature, uint64_t seed)
{
    uint64_t hash = hash_mix(seed, signature->dtype + signature->rank * 64); /* bounded: small numbers */
    for (int32_t d = 0; d < signature->rank; d++)
        hash = hash_mix(hash_mix(hash, signature->sizes[d]), signature->strides[d]);
    return hash;
}

/* Cells that lie before the element 0, as negative strides have it; the strides of single elements are 0. */
static int64_t put_origin_first(struct signature *is)
{
    int64_t before = 0;
    for (int32_t d = 0; d < is->rank; d++)
        if (is->sizes[d] <= 1)
            is->strides[d] = 0;
        else if (is->strides[d] < 0)
            before -= (is->sizes[d] - 1) * is->strides[d]; /* bounded: within what the producer holds */
    return before;
}

bool signature_has_elements(const struct signature *is)
{
    for (int32_t d = 0; d < is->rank; d++)
        if (is->sizes[d] == 0)
            return false;
    return true;
}

static bool refuse_rank(const struct operand *operand, enum operand_role role, int64_t rank)
{
    PyErr_Format(PyExc_ValueError, "%s has %lld dimensions; at most %d are supported",
                 operand_name(operand, role), (long long)rank, GATHER_MAX_RANK);
    return false;
}

/*
 * The cells from the first to the last. Returns: -1 for strides that would overflow, or sizes that are none: sums below
 * stay within 63 bits.
 */
static int64_t judge_reach(const struct signature *is, int32_t cell_bits)
{
    int64_t reach = 0;
    for (int32_t d = 0; d < is->rank; d++) {
        int64_t step = is->strides[d], part;
        if (is->sizes[d] < 0)
            return -1;
        if (is->sizes[d] > 1 &&
            (step == INT64_MIN || __builtin_mul_overflow(is->sizes[d] - 1, step < 0 ? -step : step, &part) ||
             __builtin_add_overflow(reach, part, &reach)))
            return -1;
    }
    return reach < INT64_MAX / cell_bits ? reach + 1 : -1;
}

bool operand_lay(struct module_state *state, struct operand *operand, int32_t dtype, int32_t cell_bits,
                 int32_t rank, const int64_t *sizes, const int64_t *strides, void *base)
{
    struct signature *is = &operand->is;
    struct gather_layout layout;
    struct gather_error error = {0};
    is->dtype = dtype;
    is->cell_bits = cell_bits;
    is->rank = rank;
    is->is_tiled = 0;
    is->offset = 0;
    int64_t step = 1;
    bool is_within = true;
    for (int32_t d = rank - 1; d >= 0; d--) {
        is->sizes[d] = sizes[d];
        is->strides[d] = strides != NULL ? strides[d] : step;
        is_within = is_within && !__builtin_mul_overflow(step, sizes[d] > 1 ? sizes[d] : 1, &step);
    }
    if (!is_within || (signature_has_elements(is) && judge_reach(is, cell_bits) < 0)) {
        PyErr_SetString(PyExc_ValueError, "sizes and strides that reach beyond all memory");
        return false;
    }
    if (!signature_has_elements(is))
        memset(is->strides, 0, (size_t)rank * sizeof *is->strides); /* bounded: rank <= GATHER_MAX_RANK */
    is->offset = put_origin_first(is);
    if (signature_layout(is, &layout, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error) != NULL;
    if (is->offset * cell_bits % 8 != 0) { /* bounded: judge_reach */
        PyErr_SetString(PyExc_ValueError, "the first element begins inside a byte");
        return false;
    }
    char *first = base;
    if (first != NULL)
        first -= is->offset * cell_bits / 8; /* bounded: judge_reach */
    operand->buffer = (struct gather_buffer){first, (uint64_t)gather_layout_bytes(&layout)};
    if (operand->buffer.bytes > 0 && base == NULL) {
        PyErr_SetString(PyExc_ValueError, "a tensor of elements without memory");
        return false;
    }
    return true;
}

/* ---- numpy ------------------------------------------------------------------------------------------------ */

/* Sizes and strides as they stand in the array. Returns: false where a stride is no multiple of the element. */
static bool read_strides(struct signature *is, const struct numpy_array *array, Py_ssize_t item)
{
    const int shift =
        __builtin_ctzll((unsigned long long)item); /* a power of two; a division takes ten times as long */
    for (int32_t d = 0; d < is->rank; d++) {
        int64_t stride = array->strides[d];
        is->sizes[d] = array->sizes[d];
        is->strides[d] = stride >> shift;
        if ((stride & (item - 1)) != 0 && array->sizes[d] > 1)
            return false;
    }
    return true;
}

static bool read_numpy(struct module_state *state, struct operand *operand, enum operand_role role)
{
    const struct numpy_array *array = (const struct numpy_array *)operand->object;
    struct signature *is = &operand->is;
    operand->kind = OPERAND_NUMPY;
    if (array->rank > GATHER_MAX_RANK)
        return refuse_rank(operand, role, array->rank);
    is->dtype = numpy_dtype(state, operand, role);
    if (is->dtype == GATHER_DTYPE_NONE)
        return false;
    int32_t bits = gather_dtype_bits(is->dtype);
    Py_ssize_t item = bits < 8 ? 1 : bits / 8;
    is->cell_bits = (int32_t)item * 8; /* bounded: at most 16 bytes */
    is->rank = array->rank;
    is->is_tiled = 0;
    operand->is_read_only = (array->flags & NUMPY_WRITEABLE) == 0;
    operand->buffer = (struct gather_buffer){array->data, 0};
    bool is_multiple = read_strides(is, array, item);
    if (!signature_has_elements(is)) {
        memset(is->strides, 0, sizeof is->strides);
        is->offset = 0;
        return true;
    }
    if (!is_multiple) {
        PyErr_Format(PyExc_ValueError, "%s has a stride that is no multiple of its elements' %zd bytes%s",
                     operand_name(operand, role), item, role != ROLE_OUTPUT ? ": give a copy, x.copy()" : "");
        return false;
    }
    const int64_t reach = judge_reach(is, is->cell_bits);
    if (reach < 0) {
        PyErr_Format(PyExc_ValueError, "%s has strides that lead beyond all memory",
                     operand_name(operand, role));
        return false;
    }
    is->offset = put_origin_first(is);
    operand->buffer.data = array->data - is->offset * item; /* bounded: judge_reach */
    operand->buffer.bytes = (uint64_t)(reach * item);       /* bounded: likewise */
    return true;
}

static bool is_numpy_as_before(struct module_state *state, const struct operand *operand)
{
    struct operand now = {.object = operand->object};
    return read_numpy(state, &now, ROLE_DATA) && signature_equal(&now.is, &operand->is) &&
           now.is_read_only == operand->is_read_only && now.buffer.data == operand->buffer.data &&
           now.buffer.bytes == operand->buffer.bytes;
}

bool operand_is_steady(struct module_state *state, const struct operand *operand)
{
    bool is_steady = true;
    switch (operand->kind) {
    case OPERAND_NUMPY:
        is_steady = is_numpy_as_before(state, operand);
        break;
    case OPERAND_DLPACK:
        is_steady = operand_is_lent_as_before(state, operand);
        break;
    case OPERAND_ARRAY:
    case OPERAND_BUFFER:
    case OPERAND_NUMBERS:
        break;
    }
    if (!is_steady)
        PyErr_SetString(PyExc_RuntimeError, "an array was changed while another argument was read");
    return is_steady;
}

static bool is_numpy(const struct module_state *state, PyObject *object)
{
    return state->numpy != NULL && (Py_TYPE(object) == state->numpy->array_type ||
                                    PyType_IsSubtype(Py_TYPE(object), state->numpy->array_type));
}

/* Without its mask it would be something else. */
static bool refuse_mask(const struct operand *operand, enum operand_role role)
{
    if (!numpy_has_type("numpy.ma", "MaskedArray", Py_TYPE(operand->object)))
        return false;
    PyErr_Format(PyExc_TypeError,
                 "%s is a masked array, whose mask would be lost: give its data, or filled()",
                 operand_name(operand, role));
    return true;
}

/* ---- which way -------------------------------------------------------------------------------------------- */

bool signature_of_layout(const struct gather_layout *layout, struct signature *signature)
{
    struct gather_layout_summary summary;
    if (gather_layout_describe(layout, &summary, NULL) != GATHER_STATUS_OK || !summary.strided)
        return false;
    signature->dtype = layout->dtype;
    signature->cell_bits = layout->cell_bits;
    signature->rank = layout->rank;
    signature->is_tiled = 0;
    signature->offset = summary.elements > 0 ? summary.offset : 0;
    for (int32_t d = 0; d < layout->rank; d++) {
        signature->sizes[d] = layout->sizes[d];
        signature->strides[d] = layout->sizes[d] > 1 && summary.elements > 0 ? summary.strides[d] : 0;
    }
    return true;
}

/* An output keeps its layout whole where its padding has a value, which is to be written. */
void operand_of_layout(const struct gather_layout *layout, enum operand_role role, struct operand *operand)
{
    memset(operand, 0, sizeof *operand);
    operand->kind = OPERAND_ARRAY;
    bool is_filled = role == ROLE_OUTPUT && layout->padding != GATHER_PADDING_UNKNOWN;
    if (!is_filled && signature_of_layout(layout, &operand->is))
        return;
    operand->layout = layout;
    operand->is.dtype = layout->dtype;
    operand->is.cell_bits = layout->cell_bits;
    operand->is.rank = layout->rank;
    operand->is.is_tiled = 1;
}

static bool read_array(struct operand *operand, enum operand_role role)
{
    PyObject *object = operand->object;
    const char *name = operand->name;
    operand_of_layout(array_layout(object), role, operand);
    operand->object = object;
    operand->name = name;
    operand->is_read_only = array_is_read_only(object);
    operand->buffer = array_buffer(object);
    return true;
}

static bool is_memory(PyObject *object)
{
    return PyBytes_Check(object) || PyByteArray_Check(object) || PyMemoryView_Check(object);
}

static bool is_numbers(PyObject *object)
{
    return PyLong_Check(object) || PyList_Check(object) || PyTuple_Check(object);
}

/* What else it could have been. */
static const char *others_of(enum operand_role role)
{
    return role == ROLE_INDICES  ? " nor integers"
           : role == ROLE_LAYOUT ? " nor a layout's text, as 'f32[2,3]'"
                                 : "";
}

static bool has_array(PyObject *object)
{
    return PyObject_HasAttrString((PyObject *)Py_TYPE(object), "__array__");
}

static bool refuse(const struct operand *operand, enum operand_role role)
{
    PyObject *object = operand->object, *name = PyType_GetName(Py_TYPE(object));
    const bool is_converted = role != ROLE_OUTPUT && has_array(object);
    if (name != NULL)
        PyErr_Format(PyExc_TypeError, "%s is of type %U, neither an array nor a buffer%s%s",
                     operand_name(operand, role), name, others_of(role),
                     is_converted ? ": give numpy.asarray of it" : "");
    Py_XDECREF(name);
    return false;
}

bool operand_fetch(struct module_state *state, struct operand *operand)
{
    struct opened *opened = operand->opened;
    if (opened == NULL)
        return true;
    PyObject *array = file_read(state, opened->file, operand->tensor);
    operand->opened = NULL;
    file_leave(opened);
    if (array == NULL)
        return false;
    operand->object = array;
    (void)read_array(operand, ROLE_DATA);
    operand->keeper = array;
    return true;
}

bool operand_read_tensor(struct module_state *state, enum operand_role role, struct operand *operand)
{
    PyObject *object = operand->object;
    const char *name = operand->name;
    const struct gather_tensor *tensor;
    struct opened *opened = file_enter_tensor(object, &tensor);
    if (opened == NULL)
        return false;
    operand_of_layout(&tensor->layout, role, operand);
    operand->object = object;
    operand->name = name;
    operand->is_read_only = true;
    operand->opened = opened;
    operand->tensor = tensor;
    const bool is_read = (role != ROLE_DATA && role != ROLE_INDICES) || operand_fetch(state, operand);
    operand->has_run_code = true; /* reading it gives Python's lock away, now or later */
    return is_read;
}

/* A range as a list, new. */
static PyObject *list_of(struct module_state *state, PyObject *range)
{
    PyObject *list = PySequence_List(range);
    if (list == NULL &&
        (PyErr_ExceptionMatches(PyExc_MemoryError) || PyErr_ExceptionMatches(PyExc_OverflowError))) {
        PyErr_Clear();
        const Py_ssize_t length = PyObject_Size(range);
        PyErr_Clear(); /* of one that is longer than lists can be */
        raise_no_memory(state, "indices", (uint64_t)length, sizeof list);
    }
    return list;
}

/*
 * What becomes an array of numpy's: a scalar of its own, one without dimensions, so that the result is numpy's too; and
 * indices of whoever has no other way, whose copy is no matter, and a Series of pandas, which makes none.
 */
static bool read_made(struct module_state *state, enum operand_role role, struct operand *operand)
{
    PyObject *array = PyObject_CallMethod(operand->object, "__array__", NULL);
    if (array != NULL && !is_numpy(state, array)) {
        Py_DECREF(array);
        return refuse(operand, role);
    }
    operand->object = operand->keeper = array;
    return array != NULL && !refuse_mask(operand, role) && read_numpy(state, operand, role);
}

/* Nested lists of numbers, or one, as an Array of their own. */
static bool read_lists(enum operand_role role, struct operand *operand)
{
    PyObject *name = PyUnicode_FromString(operand_name(operand, role));
    PyObject *array = name != NULL ? module_convert("array_of", operand->object, name) : NULL;
    Py_XDECREF(name);
    operand->object = array;
    const bool is_read = array != NULL && read_array(operand, role);
    operand->keeper = array; /* reading it begins anew */
    operand->has_run_code = true;
    return is_read;
}

/* A Series of pandas as data too, as what it holds; of others an array would not be what was given. */
static bool is_made(const struct module_state *state, enum operand_role role, PyObject *object)
{
    return state->numpy != NULL && has_array(object) &&
           (role == ROLE_INDICES ||
            (role != ROLE_OUTPUT && numpy_has_type("pandas", "Series", Py_TYPE(object))));
}

/* By what numpy asks for too, and once: it may be work, as PIL's, which copies the image. */
static bool read_by_interface(struct module_state *state, enum operand_role role, struct operand *operand)
{
    PyObject *interface = NULL;
    if (PyType_Check(operand->object)) /* whose instances have one */
        return refuse(operand, role);
    interface = PyObject_GetAttrString(operand->object, "__array_interface__");
    if (interface == NULL && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear();
        if (is_made(state, role, operand->object))
            return read_made(state, role, operand);
        return refuse(operand, role);
    }
    const bool is_read = interface != NULL && operand_read_interface(state, operand, interface);
    Py_XDECREF(interface);
    return is_read;
}

/* What is neither numpy's nor ours. */
static bool read_foreign(struct module_state *state, enum operand_role role, struct operand *operand)
{
    PyObject *object = operand->object;
    if (PyType_IsSubtype(Py_TYPE(object), state->tensor_type))
        return operand_read_tensor(state, role, operand);
    if (role == ROLE_INDICES && is_numbers(object))
        return operand_read_numbers(state, operand);
    if (role == ROLE_TABLE && (is_numbers(object) || PyFloat_Check(object) || PyComplex_Check(object)) &&
        !numpy_has_type("numpy", "generic", Py_TYPE(object)))
        return read_lists(role, operand);
    if (role == ROLE_INDICES && PyRange_Check(object)) {
        operand->object = operand->keeper = list_of(state, object);
        return operand->keeper != NULL && operand_read_numbers(state, operand);
    }
    if (role != ROLE_OUTPUT && !(role == ROLE_INDICES && PyIndex_Check(object)) && state->numpy != NULL &&
        !is_memory(object) && numpy_has_type("numpy", "generic", Py_TYPE(object)))
        return read_made(state, role, operand);
    if (!is_memory(object) && (Py_TYPE(object) == state->producer ||
                               PyObject_HasAttrString((PyObject *)Py_TYPE(object), "__dlpack__")))
        return operand_read_dlpack(state, role, operand);
    if (PyObject_CheckBuffer(object) && !(role == ROLE_INDICES && PyIndex_Check(object)))
        return operand_read_buffer(state, operand);
    if (role == ROLE_INDICES && PyIndex_Check(object))
        return operand_read_numbers(state, operand);
    return read_by_interface(state, role, operand);
}

bool operand_read_as(struct module_state *state, PyObject *object, enum operand_role role, const char *name,
                     struct operand *operand)
{
    bool is_read;
    operand->object = object;
    operand->name = name;
    operand->kind = OPERAND_BUFFER; /* until it is known; a numpy array alone needs no end */
    operand->is_read_only = false;
    operand->has_view = false;
    operand->has_run_code = false;
    operand->numbers = NULL;
    operand->layout = NULL;
    operand->taken = (struct dlpack_taken){NULL, NULL};
    operand->keeper = NULL;
    operand->opened = NULL;
    if (state->numpy == NULL && !is_memory(object) && !is_numbers(object) &&
        numpy_abi_find(&state->numpy) < 0)
        return false;
    if (is_numpy(state, object)) {
        operand->has_run_code = Py_TYPE(object) != state->numpy->array_type;
        is_read = !(operand->has_run_code && refuse_mask(operand, role)) && read_numpy(state, operand, role);
    } else if (Py_TYPE(object) == state->array_type) {
        is_read = read_array(operand, role);
    } else {
        operand->has_run_code = true;
        is_read = read_foreign(state, role, operand) || raise_named(operand_name(operand, role)) != NULL;
    }
    if (is_read && role == ROLE_OUTPUT && operand->is_read_only) {
        PyErr_SetString(PyExc_ValueError,
                        operand->taken.managed != NULL
                            ? "out is a DLPack tensor of before version 1, which can't say that it may be "
                              "written: give its memory in another way, as tensor.numpy()"
                            : "out is read-only");
        return false;
    }
    return is_read;
}

void operand_end(struct operand *operand)
{
    if (operand->has_view)
        PyBuffer_Release(&operand->view);
    dlpack_release(&operand->taken);
    Py_CLEAR(operand->keeper);
    if (operand->opened != NULL)
        file_leave(operand->opened);
    if (operand->numbers != NULL && operand->numbers != operand->few)
        PyMem_Free(operand->numbers);
    operand->has_view = false;
    operand->numbers = NULL;
    operand->opened = NULL;
}
