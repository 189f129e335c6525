/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a quantised table in a file: file_rows.h says how. */
#include "file_rows.h"

#include "array_type.h"
#include "integer_list.h"

/* ---- which calls ------------------------------------------------------------------------------------------ */

/* The dimension that slices are taken along. Returns: -1 of another operator, or where a block goes over it. */
static int32_t axis_of(const struct gather_op *op, int32_t rank)
{
    const int64_t axis = op->axis < 0 ? op->axis + rank : op->axis;
    const int64_t cut = op->quantize_axis < 0 ? op->quantize_axis + rank : op->quantize_axis;
    const bool is_served =
        op->operation == GATHER_OPERATION_ONNX_GATHER_BLOCK_QUANTIZED
            ? axis != cut
            : op->operation == GATHER_OPERATION_OPENVINO_GATHER_COMPRESSED && op->batch_dims == 0;
    return is_served ? (int32_t)axis : -1;
}

/* Whether an operand has what belongs to each row of the data. */
static bool has_rows(const struct gather_layout *layout, const struct gather_layout *data, int32_t axis)
{
    return layout->rank == data->rank && layout->sizes[axis] == data->sizes[axis] && data->sizes[axis] > 1;
}

bool file_rows_serve(const struct prepared *prepared, const struct call *call)
{
    const struct gather_layout *data = &prepared->layouts[0];
    const struct signature *indices = &call->inputs[1].is;
    const int32_t axis = axis_of(&prepared->op, data->rank);
    if (axis < 0 || indices->is_tiled || indices->cell_bits % 8 != 0 || indices->dtype == GATHER_DTYPE_U64 ||
        gather_layout_elements(&prepared->layouts[1]) >= data->sizes[axis] || data->sizes[axis] == 1)
        return false; /* read whole; one row is no rows */
    for (size_t k = PAIR; k < prepared->count; k++)
        if (!has_rows(&prepared->layouts[k], data, axis) &&
            gather_layout_elements(&prepared->layouts[k]) != 1 && prepared->layouts[k].sizes[axis] != 1)
            return false;
    return true;
}

/* ---- which rows ------------------------------------------------------------------------------------------- */

struct taking {
    struct module_state *state;
    const struct prepared *prepared;
    struct call *call;
    int32_t axis;
    PyObject *rows, *order; /* of each index: its row; and its place among them, or one that is outside */
    PyObject *taken[INPUTS_MAX];
};

static PyObject *new_integers(const struct taking *taking, int32_t rank, const int64_t *sizes)
{
    struct gather_layout layout;
    struct gather_error error = {0};
    if (gather_layout_init(&layout, GATHER_DTYPE_I64, rank, sizes, &error) != GATHER_STATUS_OK)
        return raise_error(taking->state, &error);
    return array_new(taking->state, &layout);
}

/* The row that an index means. is_unsigned: what is below 0 is the bits of a large u64. Returns: -1 for none. */
static int64_t row_of(int64_t index, bool is_unsigned, int64_t size, int32_t policy)
{
    if (is_unsigned && index < 0)
        index = policy == GATHER_POLICY_WRAP ? (int64_t)((uint64_t)index % (uint64_t)size) : INT64_MAX;
    if (policy == GATHER_POLICY_WRAP)
        return index % size < 0 ? index % size + size : index % size;
    const int64_t row = index < 0 && index >= -size ? index + size : index;
    if (row >= 0 && row < size)
        return row;
    return policy == GATHER_POLICY_CLAMP ? (row < 0 ? 0 : size - 1) : -1;
}

static bool find_rows(struct taking *taking)
{
    struct operand *indices = &taking->call->inputs[1];
    const int64_t size = taking->prepared->layouts[0].sizes[taking->axis];
    const int32_t policy = taking->prepared->op.policy;
    if (!integer_list_of(taking->state, indices))
        return false;
    const int64_t count = integer_list_count(indices);
    taking->rows = new_integers(taking, 1, &count);
    taking->order = taking->rows != NULL ? new_integers(taking, indices->is.rank, indices->is.sizes) : NULL;
    if (taking->order == NULL)
        return false;
    int64_t *rows = array_buffer(taking->rows).data, *order = array_buffer(taking->order).data;
    for (int64_t k = 0; k < count; k++) {
        const int64_t row = row_of(indices->numbers[k], indices->is.dtype == GATHER_DTYPE_U64, size, policy);
        if (row < 0 && policy == GATHER_POLICY_ERROR)
            return integer_list_refuse(taking->state, indices, k,
                                       (struct indexed){.size = size, .axis = taking->axis}, -size);
        rows[k] = row < 0 ? 0 : row;
        order[k] = row < 0 ? count : k;
    }
    return true;
}

/* ---- a call ----------------------------------------------------------------------------------------------- */

/* These rows of an operand, as they are stored. */
static PyObject *take_rows(const struct taking *taking, size_t k)
{
    const struct gather_op op = gather_numpy_take(taking->axis, GATHER_POLICY_ERROR);
    PyObject *inputs[] = {taking->call->inputs[k].object, taking->rows}, *rows = NULL;
    struct call reading; /* not zeroed: it is large */
    struct operand room[PAIR];
    reading.inputs = room;
    reading.out = Py_None;
    reading.threads = taking->call->threads;
    if (call_begin(taking->state, &reading, inputs, PAIR, 0))
        rows = call_op(taking->state, &op, &reading);
    call_end(&reading);
    return rows;
}

static bool take_all(struct taking *taking)
{
    const struct gather_layout *layouts = taking->prepared->layouts;
    for (size_t k = 0; k < taking->prepared->count; k++) {
        PyObject *taken = k == 1 ? taking->order : taking->call->inputs[k].object;
        if (k != 1 && has_rows(&layouts[k], &layouts[0], taking->axis))
            taken = take_rows(taking, k);
        else
            Py_INCREF(taken);
        taking->taken[k] = taken;
        if (taken == NULL)
            return false;
    }
    return true;
}

/* The operator over what was taken. */
static PyObject *compute(const struct taking *taking)
{
    struct gather_op op = taking->prepared->op;
    struct call call; /* not zeroed, likewise */
    struct operand room[INPUTS_MAX];
    PyObject *result = NULL;
    bool is_read = true;
    if (op.policy != GATHER_POLICY_SKIP) /* what is outside, the row behind the last says */
        op.policy = GATHER_POLICY_ZERO;
    call.inputs = room;
    call.out = taking->call->out;
    call.threads = taking->call->threads;
    call.count = call.data_at = 0;
    call.output.object = NULL;
    call.has_run_code = true; /* where parts of a file were read, signals were heeded */
    for (size_t k = 0; k < taking->prepared->count && is_read; k++, call.count++)
        is_read = operand_read_as(taking->state, taking->taken[k], k == 1 ? ROLE_INDICES : ROLE_VALUES,
                                  taking->call->inputs[k].name, &call.inputs[k]);
    if (is_read && call_read_out(taking->state, &call))
        result = call_op(taking->state, &op, &call);
    call_end(&call);
    return result;
}

PyObject *file_rows_run(struct module_state *state, const struct prepared *prepared, struct call *call)
{
    struct taking taking = {.state = state,
                            .prepared = prepared,
                            .call = call,
                            .axis = axis_of(&prepared->op, prepared->layouts[0].rank)};
    PyObject *result = find_rows(&taking) && take_all(&taking) ? compute(&taking) : NULL;
    for (size_t k = 0; k < INPUTS_MAX; k++)
        Py_XDECREF(taking.taken[k]);
    Py_XDECREF(taking.rows);
    Py_XDECREF(taking.order);
    return result;
}
