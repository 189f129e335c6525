/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a tensor that lies in a file: file_take.h says for which calls.
 *
 *     indices ─ judged by a plan ─> each means a row ─> 7 9 7 -1 ─> gather_io_take ─> their places in the output
 *
 * Which row an index outside means is the operator's own to say: it is run on three rows, with one index for each way
 * to be outside, and what it takes there tells what it does with all of them.
 *
 *     rows of 3 tell          1 ─> the first    3 ─> the last    2 ─> that of the remainder    0 ─> none
 *     asked with           -2, from the end     -5, below that    4, above
 */
#include "file_take.h"

#include <stdlib.h>
#include <string.h>

#include "array_type.h"
#include "dense.h"
#include "file_type.h"
#include "gather/study.h"
#include "threads_of.h"

enum { FROM_END, BELOW, ABOVE, SIDES };
enum { IS_NONE, IS_FIRST, IS_REMAINDER, IS_LAST, NOT_ASKED };
enum { ROWS_ASKED = 3, ELEMENT_BYTES = 16 };

struct taking {
    struct module_state *state;
    const struct prepared *prepared;
    const struct operand *data, *indices;
    size_t data_at;
    const struct operand *out; /* NULL for a new one */
    PyObject *threads;
    struct gather_tensor tensor; /* flat where the operator reads it so */
    int32_t axis;                /* of it */
    int answers[SIDES];          /* what the operator takes for an index that is there */
    int64_t *rows;               /* of each index, -1 for none; owned */
    int64_t count;
    bool has_gaps;
};

static bool fail(const struct taking *taking, const struct gather_error *error)
{
    return file_fail(taking->state, error, taking->data->opened->file, &taking->tensor);
}

/* ---- which calls ------------------------------------------------------------------------------------------ */

/* Whether an op takes whole slices along one axis: the output is what lies before it, the indices, what lies behind. */
static bool takes_slices(const struct gather_op *op)
{
    switch (op->operation) {
    case GATHER_OPERATION_NUMPY_TAKE:
    case GATHER_OPERATION_NUMPY_GETITEM:
    case GATHER_OPERATION_ONNX_GATHER:
    case GATHER_OPERATION_DIRECTML_GATHER:
    case GATHER_OPERATION_WEBNN_GATHER:
    case GATHER_OPERATION_TORCH_INDEX_SELECT:
    case GATHER_OPERATION_TORCH_EMBEDDING:
        return true;
    case GATHER_OPERATION_OPENVINO_GATHER:
    case GATHER_OPERATION_XLA_TORCH_INDEX_SELECT:
        return op->batch_dims == 0;
    default:
        return false;
    }
}

/* The axis of a call's data. Returns: -1 if it has none. */
static int32_t axis_of(const struct gather_op *op, const struct signature *data)
{
    const int64_t axis = op->axis < 0 ? op->axis + data->rank : op->axis;
    return axis >= 0 && axis < data->rank ? (int32_t)axis : -1;
}

/* Bits of what lies behind an axis; of a layout of strides. */
static int64_t row_bits(const struct signature *is, int32_t axis)
{
    int64_t bits = is->cell_bits;
    for (int32_t d = axis + 1; d < is->rank; d++)
        bits *= is->sizes[d]; /* bounded: bits of a layout */
    return bits;
}

static bool has_whole_cells(const struct signature *is)
{
    return !is->is_tiled && is->cell_bits == gather_dtype_bits(is->dtype);
}

/* Rows of elements below a byte are served as the bytes that they are, if they are whole bytes. */
static bool has_rows(const struct gather_op *op, const struct signature *data)
{
    const int32_t axis = op->is_flat ? 0 : axis_of(op, data);
    if (!has_whole_cells(data) || axis < 0)
        return false;
    if (data->cell_bits >= 8)
        return !op->is_flat || signature_is_row_major(data);
    return !op->is_flat && signature_is_row_major(data) && row_bits(data, axis) % 8 == 0;
}

/* Whether as much is asked for as the tensor holds, and it is read at once: then a gather in memory is the faster. */
static bool takes_all(const struct prepared *prepared, const struct gather_tensor *tensor)
{
    return tensor->bytes <= GATHER_RELAYOUT_MEMORY &&
           gather_layout_elements(&prepared->output) >= gather_layout_elements(&tensor->layout);
}

bool file_take_serves(const struct prepared *prepared, const struct operand *inputs, size_t data_at)
{
    const struct gather_op *op = &prepared->op;
    const struct signature *indices = &inputs[1 - data_at].is;
    if (op->operation == GATHER_OPERATION_RELAYOUT)
        return true;
    return takes_slices(op) && !takes_all(prepared, inputs[data_at].tensor) &&
           has_rows(op, &inputs[data_at].is) && has_whole_cells(indices) && indices->cell_bits >= 8;
}

/* ---- which rows ------------------------------------------------------------------------------------------- */

/* The operator over rows that hold 1, 2 and 3, with one index. */
static enum gather_status run_op(const struct taking *taking, int64_t index, uint8_t *got,
                                 struct gather_error *error)
{
    const struct prepared *prepared = taking->prepared;
    const struct gather_layout *data = &prepared->layouts[taking->data_at],
                               *indices = &prepared->layouts[1 - taking->data_at];
    struct gather_op op = prepared->op;
    struct gather_layout layouts[PAIR], output;
    struct gather_buffer buffers[PAIR], to = {got, ELEMENT_BYTES};
    int64_t sizes[GATHER_MAX_RANK], ones[GATHER_MAX_RANK];
    uint8_t rows[ROWS_ASKED * ELEMENT_BYTES] = {0};
    const int32_t bits = gather_dtype_bits(data->dtype);
    for (int32_t d = 0; d < GATHER_MAX_RANK; d++)
        sizes[d] = ones[d] = 1;
    sizes[taking->axis] = ROWS_ASKED;
    for (int32_t k = 0; k < ROWS_ASKED; k++)
        rows[k * bits / 8] |=
            (uint8_t)((k + 1) << (k * bits % 8)); /* bounded: elements of 16 bytes at most */
    memset(op.fill, 0, sizeof op.fill);
    op.has_padding_index = 0;
    buffers[taking->data_at] = (struct gather_buffer){rows, sizeof rows};
    buffers[1 - taking->data_at] = (struct gather_buffer){&index, sizeof index};
    enum gather_status status =
        gather_layout_init(&layouts[taking->data_at], data->dtype, op.is_flat ? 1 : data->rank, sizes, error);
    if (status == GATHER_STATUS_OK)
        status =
            gather_layout_init(&layouts[1 - taking->data_at], indices->dtype, indices->rank, ones, error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&op, layouts, PAIR, &output, error);
    if (status == GATHER_STATUS_OK)
        status = gather_once(&op, layouts, buffers, PAIR, &output, to, NULL, error);
    return status;
}

static bool ask(struct taking *taking, int side)
{
    static const int64_t asked[SIDES] = {-2, -5, 4};
    struct gather_error error = {0};
    uint8_t got[ELEMENT_BYTES] = {IS_NONE};
    if (run_op(taking, asked[side], got, &error) != GATHER_STATUS_OK)
        return fail(taking, &error);
    taking->answers[side] = got[0];
    return true;
}

static int64_t remainder_of(int64_t index, bool is_unsigned, int64_t size)
{
    if (is_unsigned)
        return (int64_t)((uint64_t)index % (uint64_t)size);
    return index % size < 0 ? index % size + size : index % size;
}

/* The row that an index means, which the operator does not refuse. */
static bool find_row(struct taking *taking, int64_t index, bool is_unsigned, int64_t *row)
{
    const int64_t size = taking->tensor.layout.sizes[taking->axis];
    *row = index;
    if (is_unsigned ? (uint64_t)index < (uint64_t)size : index >= 0 && index < size)
        return true;
    const int side = is_unsigned || index >= 0 ? ABOVE : index >= -size ? FROM_END : BELOW;
    if (size > 0 && taking->answers[side] == NOT_ASKED && !ask(taking, side))
        return false;
    const int answer = size > 0 ? taking->answers[side] : IS_NONE;
    *row = answer == IS_FIRST       ? 0
           : answer == IS_LAST      ? size - 1
           : answer == IS_REMAINDER ? remainder_of(index, is_unsigned, size)
                                    : -1;
    taking->has_gaps |= *row < 0;
    return true;
}

/* A plan that is given its indices refuses what the operator refuses; of the data it needs no element. */
enum gather_status file_take_judge(const struct gather_op *op, const struct gather_layout *inputs,
                                   size_t count, const struct gather_layout *output,
                                   const struct gather_buffer *indices, struct gather_error *error)
{
    const struct gather_options options = {.size = sizeof options, .indices = indices};
    struct gather_plan *plan = NULL;
    enum gather_status status = gather_plan_create(&plan, op, inputs, count, output, &options, error);
    if (status == GATHER_STATUS_OK)
        gather_plan_destroy(plan);
    return status;
}

static bool judge_indices(const struct taking *taking)
{
    const struct prepared *prepared = taking->prepared;
    struct gather_error error = {0};
    return file_take_judge(&prepared->op, prepared->layouts, prepared->count, &prepared->output,
                           &taking->indices->buffer, &error) == GATHER_STATUS_OK ||
           fail(taking, &error);
}

static bool find_rows(struct taking *taking)
{
    PyObject *dense = judge_indices(taking) ? dense_of(taking->state, taking->indices) : NULL;
    if (dense == NULL)
        return false;
    const struct gather_take take = {.indices = *array_layout(dense), .values = array_buffer(dense).data};
    const bool is_unsigned = !gather_dtype_is_signed(take.indices.dtype);
    taking->count = gather_layout_elements(&take.indices);
    taking->rows = PyMem_Calloc((size_t)taking->count + 1, sizeof *taking->rows);
    bool is_found = taking->rows != NULL;
    if (!is_found)
        raise_no_memory(taking->state, "indices", (uint64_t)taking->count + 1, sizeof *taking->rows);
    for (int64_t k = 0; is_found && k < taking->count; k++)
        is_found = find_row(taking, gather_take_index(&take, k), is_unsigned, &taking->rows[k]);
    Py_DECREF(dense);
    return is_found;
}

/* ---- into an output --------------------------------------------------------------------------------------- */

/* Every element of an output one and the same. */
static bool fill(const struct taking *taking, const struct gather_layout *layout, struct gather_buffer output)
{
    static const int64_t still[GATHER_MAX_RANK];
    const struct gather_op *op = &taking->prepared->op, relayout = gather_relayout();
    uint8_t element[ELEMENT_BYTES] = {0};
    const struct gather_buffer from = {element, sizeof element};
    struct gather_layout one;
    struct gather_error error = {0};
    if (op->policy == GATHER_POLICY_FILL)
        memcpy(element, op->fill, sizeof element);
    return (gather_layout_init_strides(&one, layout->dtype, layout->rank, layout->sizes, still, 0, &error) ==
                GATHER_STATUS_OK &&
            gather_once(&relayout, &one, &from, 1, layout, output, NULL, &error) == GATHER_STATUS_OK) ||
           fail(taking, &error);
}

/* Each row to its place; all dimensions of the indices are one in what is read. */
static bool read_rows(const struct taking *taking, struct gather_buffer output)
{
    struct gather_take_options options = {.size = sizeof options, .progress = file_heed};
    struct gather_threads hook;
    struct gather_layout wanted = taking->tensor.layout, joined;
    struct gather_error error = {0};
    PyObject *pool;
    wanted.sizes[taking->axis] = taking->count;
    if (gather_layout_init(&joined, wanted.dtype, wanted.rank, wanted.sizes, &error) != GATHER_STATUS_OK)
        return fail(taking, &error);
    if (!threads_get(taking->state, taking->threads, &pool, &hook))
        return false;
    if (pool != NULL)
        options.threads = &hook;
    struct unlocked lock = {PyEval_SaveThread()};
    options.context = &lock;
    enum gather_status status =
        gather_io_take(taking->data->opened->file, &taking->tensor, taking->axis, taking->rows,
                       (size_t)taking->count, &joined, output, &options, NULL, &error);
    PyEval_RestoreThread(lock.saved);
    Py_XDECREF(pool);
    return status == GATHER_STATUS_OK || fail(taking, &error);
}

/* Into an output that is row-major. Where no row is, `output` holds what SKIP leaves there. */
static bool take_into(const struct taking *taking, const struct gather_layout *layout,
                      struct gather_buffer output)
{
    if (gather_layout_elements(layout) == 0)
        return true;
    if (taking->has_gaps && taking->prepared->op.policy != GATHER_POLICY_SKIP &&
        !fill(taking, layout, output))
        return false;
    return read_rows(taking, output);
}

static bool relay(const struct taking *taking, const struct gather_layout *from, struct gather_buffer source,
                  const struct gather_layout *to, struct gather_buffer target)
{
    const struct gather_op relayout = gather_relayout();
    struct gather_error error = {0};
    return gather_once(&relayout, from, &source, 1, to, target, NULL, &error) == GATHER_STATUS_OK ||
           fail(taking, &error);
}

/* Whether the output is still where it was: what came before may have run code of Python's. */
static bool has_output(const struct taking *taking)
{
    return taking->out == NULL || operand_is_steady(taking->state, taking->out);
}

/* Into any output, by way of a row-major one. */
static bool take_around(const struct taking *taking, struct gather_buffer output)
{
    const struct gather_layout *layout = &taking->prepared->output;
    struct gather_layout dense;
    struct gather_error error = {0};
    if (gather_layout_init(&dense, layout->dtype, layout->rank, layout->sizes, &error) != GATHER_STATUS_OK)
        return fail(taking, &error);
    PyObject *made = array_new(taking->state, &dense);
    bool is_done = made != NULL && has_output(taking);
    if (is_done && taking->prepared->op.policy == GATHER_POLICY_SKIP)
        is_done = relay(taking, layout, output, &dense, array_buffer(made));
    is_done = is_done && take_into(taking, &dense, array_buffer(made)) && has_output(taking) &&
              relay(taking, &dense, array_buffer(made), layout, output);
    Py_XDECREF(made);
    return is_done;
}

static bool is_row_major(const struct gather_layout *layout)
{
    struct signature is;
    return layout->padding == GATHER_PADDING_UNKNOWN && signature_of_layout(layout, &is) &&
           signature_is_row_major(&is);
}

/* ---- a call ----------------------------------------------------------------------------------------------- */

/* The tensor as it is read: flat, or with its rows as bytes, where the call needs that. */
static bool lay_out(struct taking *taking)
{
    const struct gather_op *op = &taking->prepared->op;
    const struct signature *data = &taking->data->is;
    struct gather_layout *layout = &taking->tensor.layout;
    struct gather_error error = {0};
    enum gather_status status = GATHER_STATUS_OK;
    int64_t sizes[GATHER_MAX_RANK];
    taking->axis = op->is_flat ? 0 : axis_of(op, data);
    memcpy(sizes, data->sizes, sizeof sizes);
    if (op->is_flat) {
        sizes[0] = gather_layout_elements(layout);
        status = gather_layout_init(layout, data->dtype, 1, sizes, &error);
    } else if (data->cell_bits < 8) {
        sizes[taking->axis + 1] = row_bits(data, taking->axis) / 8;
        status = gather_layout_init(layout, GATHER_DTYPE_U8, taking->axis + 2, sizes, &error);
    }
    return status == GATHER_STATUS_OK || fail(taking, &error);
}

static bool run_take(struct taking *taking, struct gather_buffer output)
{
    bool is_done =
        lay_out(taking) && find_rows(taking) && has_output(taking) &&
        (is_row_major(&taking->prepared->output) ? take_into(taking, &taking->prepared->output, output)
                                                 : take_around(taking, output));
    PyMem_Free(taking->rows);
    return is_done;
}

static bool run_relayout(const struct taking *taking, struct gather_buffer output)
{
    struct gather_error error = {0};
    struct unlocked lock = {PyEval_SaveThread()};
    const struct gather_relayout_options options = {
        .size = sizeof options, .progress = file_heed, .context = &lock};
    enum gather_status status = gather_io_relayout(taking->data->opened->file, &taking->tensor,
                                                   &taking->prepared->output, output, &options, NULL, &error);
    PyEval_RestoreThread(lock.saved);
    return status == GATHER_STATUS_OK || fail(taking, &error);
}

bool file_take_run(struct module_state *state, const struct prepared *prepared, const struct operand *inputs,
                   size_t data_at, const struct operand *out, struct gather_buffer output, PyObject *threads)
{
    struct taking taking = {.state = state,
                            .prepared = prepared,
                            .data = &inputs[data_at],
                            .indices = &inputs[1 - data_at],
                            .data_at = data_at,
                            .out = out,
                            .threads = threads,
                            .tensor = *inputs[data_at].tensor,
                            .answers = {NOT_ASKED, NOT_ASKED, NOT_ASKED}};
    return prepared->op.operation == GATHER_OPERATION_RELAYOUT ? run_relayout(&taking, output)
                                                               : run_take(&taking, output);
}
