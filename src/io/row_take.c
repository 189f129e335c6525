/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a file's tensor into a buffer:
 *
 *     rows 7 2 7 -1      sorted  2 -> 1, 7 -> 0, 7 -> 2      as pieces of the file  --row_batch.h-->  output
 *
 * The pieces are gone through in waves, so that somebody hears how far it is; those of a wave are divided among the
 * caller's threads.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/file.h"
#include "io/io_error.h"
#include "io/options.h"
#include "io/row_batch.h"

enum {
    WAVE_BYTES = 1 << 26,
    GRAIN_BYTES = 1 << 18 /* less is not worth a thread */
};

struct taking {
    const struct gather_file *file;
    const struct gather_tensor *tensor;
    struct gather__row_side data, place;
    int32_t axis;
    struct gather_take_options options;
    struct gather__row *rows; /* owned */
    int64_t count;
    struct gather__row_pieces pieces;
    uint8_t *output;
};

/* What the threads of a wave share. */
struct wave {
    const struct taking *taking;
    int64_t begin;
    atomic_flag busy; /* around what is below */
    enum gather_status status;
    uint64_t failed; /* where the range began that failed: of several the first is told of */
    struct gather_error error;
    int64_t reads, bytes_read;
};

/* ---- what is asked ------------------------------------------------------------------------------- */

static enum gather_status unsupported(struct gather_error *error, const char *operand, const char *expected)
{
    return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, operand, expected);
}

/* The sizes, type and order that the output must have are judged by the plan that it would take. */
static enum gather_status judge_output(struct taking *taking, const struct gather_layout *layout,
                                       struct gather_buffer output, struct gather_error *error)
{
    const struct gather_layout *data = &taking->tensor->layout;
    struct gather_op op = gather_relayout();
    struct gather_layout dense;
    int64_t sizes[GATHER_MAX_RANK];
    size_t bytes;
    enum gather_status status = gather_layout_describe(layout, &taking->place.summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    memcpy(sizes, data->sizes, sizeof sizes);
    sizes[taking->axis] = layout->rank == data->rank ? layout->sizes[taking->axis] : 0;
    status = gather_layout_init(&dense, data->dtype, data->rank, sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_measure(&bytes, &op, &dense, 1, layout, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (!taking->place.summary.strided || layout->cell_bits % 8 != 0 ||
        (taking->place.summary.padded && layout->padding != GATHER_PADDING_UNKNOWN))
        return unsupported(error, "output", "strides, cells of whole bytes, and padding that holds anything");
    if ((uint64_t)taking->place.summary.bytes > output.bytes) {
        gather__io_fail(error, GATHER_STATUS_BOUNDS, "output", "a buffer that holds the whole layout");
        return gather__io_fail_value(error, GATHER_STATUS_BOUNDS, (int64_t)output.bytes,
                                     taking->place.summary.bytes, INT64_MAX);
    }
    return GATHER_STATUS_OK;
}

static enum gather_status judge_data(struct taking *taking, struct gather_error *error)
{
    const struct gather_tensor *tensor = taking->tensor;
    int64_t end;
    enum gather_status status = gather_layout_describe(&tensor->layout, &taking->data.summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (tensor->source < 0 || (size_t)tensor->source >= taking->file->source_count || tensor->offset < 0 ||
        !gather__add(tensor->offset, tensor->bytes, &end))
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "tensor", "one of this file");
    if (taking->data.summary.bytes > tensor->bytes)
        return gather__io_fail(error, GATHER_STATUS_BOUNDS, "bytes", "bytes of the tensor");
    if (taking->axis < 0 || taking->axis >= tensor->layout.rank) {
        gather__io_fail(error, GATHER_STATUS_AXIS, "axis", "a dimension of the tensor");
        return gather__io_fail_value(error, GATHER_STATUS_AXIS, taking->axis, 0, tensor->layout.rank - 1);
    }
    if (!taking->data.summary.strided || gather_dtype_bits(tensor->layout.dtype) % 8 != 0 ||
        tensor->layout.cell_bits % 8 != 0)
        return unsupported(error, "data", "a layout of strides, elements and cells of whole bytes");
    return GATHER_STATUS_OK;
}

static enum gather_status judge_count(int64_t places, size_t rows, struct gather_error *error)
{
    if ((uint64_t)places == rows)
        return GATHER_STATUS_OK;
    int64_t value = rows <= INT64_MAX ? (int64_t)rows : INT64_MAX;
    gather__io_fail(error, GATHER_STATUS_ARGUMENT, "rows", "one for each index of the output's axis");
    return gather__io_fail_value(error, GATHER_STATUS_ARGUMENT, value, places, places);
}

/* ---- rows in the order of the file --------------------------------------------------------------- */

static enum gather_status refuse_row(const struct taking *taking, int64_t position, int64_t row,
                                     struct gather_error *error)
{
    int64_t size = taking->tensor->layout.sizes[taking->axis];
    gather__io_fail(error, GATHER_STATUS_INDEX_RANGE, "rows", NULL);
    gather__io_fail_value(error, GATHER_STATUS_INDEX_RANGE, row, 0, size - 1);
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_POSITION | GATHER_ERROR_HAS_SIZE;
        error->axis = taking->axis;
        error->rank = 1;
        error->position[0] = position;
        error->size = size;
    }
    return GATHER_STATUS_INDEX_RANGE;
}

static int compare_rows(const void *a, const void *b)
{
    const struct gather__row *first = a, *second = b;
    if (first->row != second->row)
        return first->row < second->row ? -1 : 1;
    return (first->place > second->place) - (first->place < second->place);
}

static enum gather_status list_rows(struct taking *taking, const int64_t *rows, int64_t wanted,
                                    struct gather_error *error)
{
    int64_t bytes, size = taking->tensor->layout.sizes[taking->axis];
    bool sorted = true;
    for (int64_t k = 0; k < wanted; k++)
        if (rows[k] < -1 || rows[k] >= size)
            return refuse_row(taking, k, rows[k], error);
    if (!gather__multiply(wanted, (int64_t)sizeof *taking->rows, &bytes) || (uint64_t)bytes > SIZE_MAX)
        return gather__io_fail(error, GATHER_STATUS_OVERFLOW, "rows", "rows that fit into memory");
    taking->rows = malloc((size_t)bytes + 1);
    if (taking->rows == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (int64_t k = 0; k < wanted; k++) {
        if (rows[k] < 0)
            continue;
        sorted = sorted && (taking->count == 0 || taking->rows[taking->count - 1].row <= rows[k]);
        taking->rows[taking->count++] = (struct gather__row){rows[k], k};
    }
    if (!sorted)
        qsort(taking->rows, (size_t)taking->count, sizeof *taking->rows, compare_rows);
    return GATHER_STATUS_OK;
}

/* ---- waves --------------------------------------------------------------------------------------- */

static void note(struct wave *wave, uint64_t begin, const struct gather__row_reader *reader,
                 enum gather_status status, const struct gather_error *error)
{
    while (atomic_flag_test_and_set(&wave->busy))
        ;
    if (reader != NULL) {
        wave->reads += reader->reads;
        wave->bytes_read += reader->bytes_read;
    }
    if (status != GATHER_STATUS_OK && (wave->status == GATHER_STATUS_OK || begin < wave->failed)) {
        wave->status = status;
        wave->failed = begin;
        wave->error = *error;
    }
    atomic_flag_clear(&wave->busy);
}

/* A range of the pieces of a wave. */
static void read_range(void *argument, uint64_t begin, uint64_t end)
{
    struct wave *wave = argument;
    const struct taking *taking = wave->taking;
    struct gather_error error;
    struct gather__row_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        note(wave, begin, NULL, gather__io_fail(&error, GATHER_STATUS_NO_MEMORY, NULL, NULL), &error);
        return;
    }
    reader->source = taking->file->sources[taking->tensor->source];
    reader->offset = taking->tensor->offset;
    reader->swapped = taking->tensor->swapped;
    reader->reads = reader->bytes_read = 0;
    reader->walk = gather__row_walk_begin(&taking->pieces, taking->output, wave->begin + (int64_t)begin,
                                          wave->begin + (int64_t)end);
    enum gather_status status = gather__row_reader_run(reader, &error);
    note(wave, begin, reader, status, &error);
    free(reader);
}

static enum gather_status read_wave(const struct taking *taking, int64_t begin, int64_t count,
                                    struct gather_take_summary *summary, struct gather_error *error)
{
    struct wave wave = {.taking = taking, .begin = begin, .busy = ATOMIC_FLAG_INIT};
    const struct gather_threads *threads = taking->options.threads;
    int64_t grain = taking->pieces.bytes < GRAIN_BYTES ? GRAIN_BYTES / taking->pieces.bytes : 1;
    if (threads == NULL)
        read_range(&wave, 0, (uint64_t)count);
    else if (threads->parallel_for(threads->context, read_range, &wave, (uint64_t)count, (uint64_t)grain) !=
             0)
        return gather__io_fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    if (wave.status != GATHER_STATUS_OK && error != NULL)
        *error = wave.error;
    summary->reads += wave.reads;
    summary->bytes_read += wave.bytes_read;
    return wave.status;
}

/* done: pieces. */
static enum gather_status report(const struct taking *taking, int64_t done, struct gather_error *error)
{
    int64_t in_a_piece = taking->pieces.bytes / (gather_dtype_bits(taking->tensor->layout.dtype) / 8);
    if (taking->options.progress != NULL &&
        taking->options.progress(taking->options.context,
                                 done * in_a_piece, /* bounded: elements of the output */
                                 taking->pieces.count * in_a_piece) != 0) /* bounded: as above */
        return gather__io_fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    return GATHER_STATUS_OK;
}

static enum gather_status read_rows(const struct taking *taking, struct gather_take_summary *summary,
                                    struct gather_error *error)
{
    int64_t most = taking->pieces.bytes < WAVE_BYTES ? WAVE_BYTES / taking->pieces.bytes : 1;
    enum gather_status status = report(taking, 0, error);
    for (int64_t done = 0, count; done < taking->pieces.count && status == GATHER_STATUS_OK; done += count) {
        int64_t left = taking->pieces.count - done;
        count = most < left ? most : left;
        status = read_wave(taking, done, count, summary, error);
        if (status == GATHER_STATUS_OK)
            status = report(taking, done + count, error);
    }
    return status;
}

enum gather_status gather_io_take(const struct gather_file *file, const struct gather_tensor *tensor,
                                  int32_t axis, const int64_t *rows, size_t row_count,
                                  const struct gather_layout *output_layout, struct gather_buffer output,
                                  const struct gather_take_options *options,
                                  struct gather_take_summary *summary, struct gather_error *error)
{
    struct taking taking = {.file = file, .tensor = tensor, .axis = axis, .output = output.data};
    taking.data.layout = &tensor->layout;
    taking.place.layout = output_layout;
    struct gather_take_summary done = {0, 0};
    enum gather_status status = gather__options_read(&taking.options, sizeof taking.options, options, error);
    if (status == GATHER_STATUS_OK)
        status = judge_data(&taking, error);
    if (status == GATHER_STATUS_OK)
        status = judge_output(&taking, output_layout, output, error);
    if (status == GATHER_STATUS_OK)
        status = judge_count(output_layout->sizes[axis], row_count, error);
    if (status == GATHER_STATUS_OK)
        status = list_rows(&taking, rows, output_layout->sizes[axis], error);
    if (status == GATHER_STATUS_OK && taking.count > 0 && taking.place.summary.elements > 0) {
        gather__row_pieces_make(&taking.pieces, &taking.data, &taking.place, axis, taking.rows, taking.count);
        status = read_rows(&taking, &done, error);
    }
    free(taking.rows);
    if (status == GATHER_STATUS_OK && summary != NULL)
        *summary = done;
    return status;
}
