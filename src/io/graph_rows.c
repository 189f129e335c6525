/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a constant. Which row an index means is the operator's to say: it is run over the numbers of the rows,
 * counted from 1, so that a zero is the row that it makes of nothing.
 *
 *     indices ─ op over 1, 2, .. n ─> numbers ─> rows, -1 where zeros stay ─ gather_io_take ─> output
 */
#include "io/graph_rows.h"

#include <stdlib.h>

#include "io/io_error.h"

enum { ROW_BYTES = 16, NUMBER_BYTES = 8, TAKEN_BYTES = 8 + 16 /* as gather_io_take says */ };

static int32_t axis_of(const struct gather_op *op, const struct gather_layout *data)
{
    return (int32_t)(op->axis < 0 ? op->axis + data->rank : op->axis);
}

bool gather__takes_rows(const struct gather_op *op, const struct gather_tensor *data)
{
    const struct gather_layout *layout = &data->layout;
    bool is_gather =
        op->operation == GATHER_OPERATION_ONNX_GATHER || op->operation == GATHER_OPERATION_OPENVINO_GATHER;
    if (!is_gather || op->batch_dims != 0 || layout->dtype == GATHER_DTYPE_STRING ||
        gather_dtype_bits(layout->dtype) < 8)
        return false;
    int64_t rows = layout->sizes[axis_of(op, layout)];
    return rows > 0 && data->bytes / ROW_BYTES >= rows;
}

int64_t gather__take_rows_memory(const struct gather_op *op, const struct gather_layout *layouts)
{
    int64_t size = layouts->sizes[axis_of(op, layouts)], count = gather_layout_elements(&layouts[1]);
    return size * NUMBER_BYTES + count * TAKEN_BYTES; /* bounded: rows are of 16 bytes at least */
}

enum gather_status gather__number_rows(const struct gather_op *op, const struct gather_layout *layouts,
                                       struct gather_buffer indices, int64_t *rows,
                                       struct gather_error *error)
{
    struct gather_op flat = *op;
    struct gather_layout inputs[2] = {layouts[0], layouts[1]}, output;
    int32_t axis = axis_of(op, layouts);
    int64_t size = layouts->sizes[axis];
    uint64_t bytes = (uint64_t)size * NUMBER_BYTES; /* bounded: half the data's own */
    struct gather_buffer buffers[] = {{NULL, bytes}, indices};
    int64_t *numbers = malloc((size_t)bytes + 1);
    if (numbers == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (int64_t k = 0; k < size; k++)
        numbers[k] = k + 1;
    flat.axis = 0;
    buffers->data = numbers;
    enum gather_status status = gather_layout_init(inputs, GATHER_DTYPE_I64, 1, &size, error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&flat, inputs, 2, &output, error);
    struct gather_buffer to = {rows, status == GATHER_STATUS_OK ? (uint64_t)gather_layout_bytes(&output) : 0};
    if (status == GATHER_STATUS_OK)
        status = gather_once(&flat, inputs, buffers, 2, &output, to, NULL, error);
    if (status == GATHER_STATUS_INDEX_RANGE && error != NULL)
        error->axis = axis;
    free(numbers);
    return status;
}

enum gather_status gather__take_rows(const struct gather_op *op, const struct gather_file *file,
                                     const struct gather_tensor *data, const struct gather_layout *layouts,
                                     struct gather_buffer indices, struct gather_buffer output,
                                     struct gather_error *error)
{
    int32_t axis = axis_of(op, layouts);
    int64_t count = gather_layout_elements(&layouts[1]);
    struct gather_layout joined; /* the output, with all dimensions of the indices as one */
    int64_t sizes[GATHER_MAX_RANK];
    int64_t *rows = malloc((size_t)count * sizeof *rows + 1); /* bounded: a row of the output is longer */
    if (rows == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (int32_t d = 0; d < layouts->rank; d++)
        sizes[d] = d == axis ? count : layouts->sizes[d];
    enum gather_status status = gather__number_rows(op, layouts, indices, rows, error);
    for (int64_t k = 0; k < count && status == GATHER_STATUS_OK; k++)
        rows[k]--;
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&joined, layouts->dtype, layouts->rank, sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather_io_take(file, data, axis, rows, (size_t)count, &joined, output, NULL, NULL, error);
    free(rows);
    return status;
}
