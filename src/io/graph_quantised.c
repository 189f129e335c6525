/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of quantised constants: graph_quantised.h says how. */
#include "io/graph_quantised.h"

#include <stdlib.h>

#include "gather/onnx.h"
#include "gather/openvino.h"
#include "gather/plan.h"
#include "io/graph_rows.h"
#include "io/io_error.h"

enum { DATA, INDICES, ROW_BYTES = 16, NUMBER_BYTES = 8, TAKEN_BYTES = 24 + 16 };

/* ---- whether rows are enough --------------------------------------------------------------------- */

/* Bytes of each entry of the first dimension of a dense layout with elements; 0 where entries share bytes. */
static int64_t row_bytes(const struct gather_layout *layout)
{
    const int64_t rows = layout->sizes[0], bits = gather_dtype_bits(layout->dtype);
    const int64_t elements = gather_layout_elements(layout) / rows;
    return elements * bits % 8 == 0 ? elements * bits / 8 : 0; /* bounded: bits of a file */
}

/* Whether an input has an entry for each row of the data. */
static bool goes_along(const struct gather__quantised *quantised, size_t k)
{
    const struct gather_layout *layout = &quantised->layouts[k];
    return k != INDICES && layout->rank > 0 && layout->sizes[0] == quantised->layouts[DATA].sizes[0];
}

bool gather__is_for_all_rows(const struct gather_layout *layout)
{
    return layout->rank == 0 || layout->sizes[0] == 1;
}

static bool fits(const struct gather__quantised *quantised, size_t k)
{
    const struct gather_tensor *constant = quantised->constants[k];
    if (k == INDICES || (k != DATA && constant == NULL && gather__is_for_all_rows(&quantised->layouts[k])))
        return true;
    return constant != NULL && constant->swapped == 0 && goes_along(quantised, k) &&
           gather_layout_elements(&quantised->layouts[k]) > 0 && row_bytes(&quantised->layouts[k]) > 0;
}

/* Whether it gathers along the first dimension, and no scale is for several rows together. */
static bool gathers_rows(const struct gather_op *op, int32_t rank)
{
    if (op->axis != 0 && op->axis != -rank)
        return false;
    if (op->operation == GATHER_OPERATION_ONNX_GATHER_BLOCK_QUANTIZED)
        return op->quantize_axis != 0 && op->quantize_axis != -rank;
    return op->operation == GATHER_OPERATION_OPENVINO_GATHER_COMPRESSED && op->batch_dims == 0;
}

bool gather__takes_quantised(const struct gather__quantised *quantised)
{
    const struct gather_layout *data = &quantised->layouts[DATA];
    if (!gathers_rows(quantised->op, data->rank))
        return false;
    for (size_t k = 0; k < quantised->count; k++)
        if (!fits(quantised, k))
            return false;
    const int64_t count = gather_layout_elements(&quantised->layouts[INDICES]);
    return count > 0 && count < data->sizes[0] && row_bytes(data) >= ROW_BYTES;
}

int64_t gather__take_quantised_memory(const struct gather__quantised *quantised)
{
    const int64_t count = gather_layout_elements(&quantised->layouts[INDICES]);
    int64_t bytes =
        quantised->layouts[DATA].sizes[0] * NUMBER_BYTES + count * TAKEN_BYTES; /* bounded: the file's */
    for (size_t k = 0; k < quantised->count; k++)
        if (goes_along(quantised, k))
            bytes += count * row_bytes(&quantised->layouts[k]); /* bounded: fewer rows than the file has */
    return bytes;
}

/* ---- taking them --------------------------------------------------------------------------------- */

/* What the operator is given in place of the whole. */
struct taken {
    int64_t *rows; /* which, an index each; -1 for none */
    int64_t count;
    struct gather_layout layouts[GATHER_MAX_INPUTS];
    struct gather_buffer buffers[GATHER_MAX_INPUTS];
    void *owned[GATHER_MAX_INPUTS];
};

/* The rows of indices, by a gather of the same world that moves: an index outside is none. */
static enum gather_status find_rows(const struct gather__quantised *quantised, struct taken *taken,
                                    struct gather_error *error)
{
    const bool is_onnx = quantised->op->operation == GATHER_OPERATION_ONNX_GATHER_BLOCK_QUANTIZED;
    struct gather_op op = is_onnx ? gather_onnx_gather(0, 0) : gather_openvino_gather(0, 0, 0);
    op.policy = GATHER_POLICY_ZERO;
    enum gather_status status =
        gather__number_rows(&op, quantised->layouts, quantised->buffers[INDICES], taken->rows, error);
    for (int64_t k = 0; k < taken->count && status == GATHER_STATUS_OK; k++)
        taken->rows[k]--;
    return status;
}

/* The rows of an input, as bytes. */
static enum gather_status take_input(const struct gather__quantised *quantised, struct taken *taken, size_t k,
                                     struct gather_error *error)
{
    struct gather_tensor rows = *quantised->constants[k];
    struct gather_layout some;
    const int64_t bytes = row_bytes(&quantised->layouts[k]);
    int64_t sizes[GATHER_MAX_RANK] = {quantised->layouts[k].sizes[0], bytes};
    enum gather_status status = gather_layout_init(&rows.layout, GATHER_DTYPE_U8, 2, sizes, error);
    sizes[0] = taken->count;
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&some, GATHER_DTYPE_U8, 2, sizes, error);
    taken->owned[k] =
        calloc((size_t)(taken->count * bytes) + 1, 1); /* bounded: fewer rows than the file has */
    if (taken->owned[k] == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    taken->buffers[k].data = taken->owned[k];
    taken->buffers[k].bytes = (uint64_t)(taken->count * bytes); /* bounded: it is in memory */
    if (status == GATHER_STATUS_OK)
        status = gather_io_take(quantised->file, &rows, 0, taken->rows, (size_t)taken->count, &some,
                                taken->buffers[k], NULL, NULL, error);
    for (int32_t d = 1; d < quantised->layouts[k].rank; d++)
        sizes[d] = quantised->layouts[k].sizes[d];
    return status == GATHER_STATUS_OK ? gather_layout_init(&taken->layouts[k], quantised->layouts[k].dtype,
                                                           quantised->layouts[k].rank, sizes, error)
                                      : status;
}

/* An index of each row taken, outside where there is none. */
static enum gather_status count_rows(const struct gather__quantised *quantised, struct taken *taken,
                                     struct gather_error *error)
{
    const struct gather_layout *indices = &quantised->layouts[INDICES];
    for (int64_t k = 0; k < taken->count; k++)
        taken->rows[k] = taken->rows[k] >= 0 ? k : taken->count;
    taken->buffers[INDICES].data = taken->rows;
    taken->buffers[INDICES].bytes = (uint64_t)taken->count * NUMBER_BYTES; /* bounded: it is in memory */
    return gather_layout_init(&taken->layouts[INDICES], GATHER_DTYPE_I64, indices->rank, indices->sizes,
                              error);
}

static enum gather_status take_inputs(const struct gather__quantised *quantised, struct taken *taken,
                                      struct gather_error *error)
{
    enum gather_status status = find_rows(quantised, taken, error);
    for (size_t k = 0; k < quantised->count && status == GATHER_STATUS_OK; k++) {
        taken->layouts[k] = quantised->layouts[k];
        if (goes_along(quantised, k))
            status = take_input(quantised, taken, k, error);
        else if (k != INDICES)
            taken->buffers[k] = quantised->buffers[k];
    }
    return status == GATHER_STATUS_OK ? count_rows(quantised, taken, error) : status;
}

enum gather_status gather__take_quantised(const struct gather__quantised *quantised,
                                          const struct gather_layout *layout, struct gather_buffer output,
                                          struct gather_error *error)
{
    struct taken taken = {.count = gather_layout_elements(&quantised->layouts[INDICES])};
    taken.rows = calloc((size_t)taken.count, sizeof *taken.rows);
    if (taken.rows == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    enum gather_status status = take_inputs(quantised, &taken, error);
    if (status == GATHER_STATUS_OK)
        status = gather_once(quantised->op, taken.layouts, taken.buffers, quantised->count, layout, output,
                             NULL, error);
    for (size_t k = 0; k < quantised->count; k++)
        free(taken.owned[k]);
    free(taken.rows);
    return status;
}
