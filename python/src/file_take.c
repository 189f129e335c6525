/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a tensor in a file, by numpy's rules for indices: each becomes the number of a row, and the library reads
 * those rows to their places in the result.
 *
 *     indices  [[7, -1], [7, 0]] ──> rows  7 9 7 0 ──> an output of 4 rows ──> shown as 2 by 2
 */
#include <string.h>

#include "array_type.h"
#include "file_type.h"
#include "integer_list.h"

struct taking {
    struct module_state *state;
    const struct gather_file *file;
    const struct gather_tensor *tensor;
    struct operand *indices;
    int32_t axis, mode;
};

static bool refuse(const struct taking *taking, int64_t k, int64_t size)
{
    struct gather_error error = {.status = GATHER_STATUS_INDEX_RANGE,
                                 .has = GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_POSITION |
                                        GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS |
                                        GATHER_ERROR_HAS_SIZE,
                                 .operand = "indices",
                                 .axis = taking->axis,
                                 .value = taking->indices->numbers[k],
                                 .low = -size,
                                 .high = size - 1,
                                 .size = size,
                                 .part = -1};
    integer_list_position(taking->indices, k, &error);
    return raise_error(taking->state, &error) != NULL;
}

/* The row that an index means, by numpy's rules; -1 for none. */
static int64_t row_of(int64_t index, int64_t size, int32_t mode)
{
    if (size == 0)
        return -1;
    if (mode == GATHER_POLICY_CLAMP)
        return index < 0 ? 0 : index >= size ? size - 1 : index;
    if (mode == GATHER_POLICY_WRAP)
        return index % size < 0 ? index % size + size : index % size;
    if (index >= -size && index < size)
        return index < 0 ? index + size : index;
    return -1;
}

/* Makes of the indices the numbers of rows. */
static bool find_rows(const struct taking *taking)
{
    int64_t size = taking->tensor->layout.sizes[taking->axis], *numbers = taking->indices->numbers;
    int64_t count = integer_list_count(taking->indices);
    for (int64_t k = 0; k < count; k++) {
        int64_t row = row_of(numbers[k], size, taking->mode);
        if (row < 0)
            return refuse(taking, k, size);
        numbers[k] = row;
    }
    return true;
}

/* The layout that is read into, all rows along one axis; and the same memory as it is shown. */
static bool lay_out(const struct taking *taking, struct gather_layout *rows, struct gather_layout *shown)
{
    const struct gather_layout *data = &taking->tensor->layout;
    const struct signature *is = &taking->indices->is;
    struct gather_error error = {0};
    int64_t sizes[2 * GATHER_MAX_RANK];
    int32_t axis = taking->axis, rank = data->rank - 1 + is->rank;
    memcpy(sizes, data->sizes, (size_t)axis * sizeof *sizes); /* bounded: at most GATHER_MAX_RANK */
    memcpy(sizes + axis, is->sizes, (size_t)is->rank * sizeof *sizes);
    memcpy(sizes + axis + is->rank, data->sizes + axis + 1, (size_t)(data->rank - axis - 1) * sizeof *sizes);
    struct gather_layout taken = *data;
    taken.sizes[axis] = integer_list_count(taking->indices);
    if (gather_layout_init(shown, data->dtype, rank, sizes, &error) == GATHER_STATUS_OK &&
        gather_layout_init(rows, data->dtype, data->rank, taken.sizes, &error) == GATHER_STATUS_OK)
        return true;
    return raise_error(taking->state, &error) != NULL;
}

static PyObject *read_rows(const struct taking *taking)
{
    struct gather_layout rows, shown;
    struct gather_error error = {0};
    PyObject *made = lay_out(taking, &rows, &shown) ? array_new(taking->state, &shown) : NULL;
    if (made == NULL || gather_layout_elements(&shown) == 0)
        return made;
    struct gather_buffer buffer = array_buffer(made);
    PyThreadState *saved = PyEval_SaveThread();
    enum gather_status status =
        gather_io_take(taking->file, taking->tensor, taking->axis, taking->indices->numbers,
                       (size_t)integer_list_count(taking->indices), &rows, buffer, NULL, NULL, &error);
    PyEval_RestoreThread(saved);
    if (status == GATHER_STATUS_OK)
        return made;
    Py_DECREF(made);
    return raise_error(taking->state, &error);
}

PyObject *file_take(struct module_state *state, const struct gather_file *file,
                    const struct gather_tensor *tensor, struct operand *indices, int32_t axis, int32_t mode)
{
    struct taking taking = {.state = state, .file = file, .tensor = tensor, .indices = indices, .mode = mode};
    struct gather_error error = {0};
    if (gather_layout_dimension(&tensor->layout, axis, &taking.axis, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error);
    return integer_list_of(state, indices) && find_rows(&taking) ? read_rows(&taking) : NULL;
}
