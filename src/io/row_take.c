/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a file's tensor into a buffer:
 *
 *     rows 7 2 7 -1      sorted  2 -> 1, 7 -> 0, 7 -> 2      as pieces of the file  --row_batch.h-->  output
 *
 * or by a plan, of a file that is mapped, or where they are dense: row_take.h.
 * The pieces are gone through in waves, so that somebody hears how far it is; those of a wave are divided among the
 * caller's threads.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/options.h"
#include "io/row_batch.h"
#include "io/row_take.h"

enum {
    WAVE_BYTES = 1 << 26,
    GRAIN_BYTES = 1 << 18 /* less is not worth a thread */
};

/* What the threads of a wave share. */
struct wave {
    const struct gather__row_take *take;
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
static enum gather_status judge_output(struct gather__row_take *take, struct gather_error *error)
{
    const struct gather_layout *data = &take->tensor->layout, *layout = take->place.layout;
    struct gather_op op = gather_relayout();
    struct gather_layout dense;
    int64_t sizes[GATHER_MAX_RANK];
    size_t bytes;
    enum gather_status status = gather_layout_describe(layout, &take->place.summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    memcpy(sizes, data->sizes, sizeof sizes);
    sizes[take->axis] = layout->rank == data->rank ? layout->sizes[take->axis] : 0;
    status = gather_layout_init(&dense, data->dtype, data->rank, sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_measure(&bytes, &op, &dense, 1, layout, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (!take->place.summary.strided || layout->cell_bits % 8 != 0 ||
        (take->place.summary.padded && layout->padding != GATHER_PADDING_UNKNOWN))
        return unsupported(error, "output", "strides, cells of whole bytes, and padding that holds anything");
    if (take->output.data == NULL && take->place.summary.elements > 0)
        return gather__io_fail(error, GATHER_STATUS_BOUNDS, "output", "memory, for there are elements");
    if ((uint64_t)take->place.summary.bytes > take->output.bytes) {
        gather__io_fail(error, GATHER_STATUS_BOUNDS, "output", "a buffer that holds the whole layout");
        return gather__io_fail_value(error, GATHER_STATUS_BOUNDS, (int64_t)take->output.bytes,
                                     take->place.summary.bytes, INT64_MAX);
    }
    return GATHER_STATUS_OK;
}

static enum gather_status judge_data(struct gather__row_take *take, struct gather_error *error)
{
    const struct gather_tensor *tensor = take->tensor;
    int64_t end;
    enum gather_status status = gather_layout_describe(&tensor->layout, &take->data.summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (tensor->source < 0 || (size_t)tensor->source >= take->file->source_count || tensor->offset < 0 ||
        !gather__add(tensor->offset, tensor->bytes, &end))
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "tensor", "one of this file");
    if (take->data.summary.bytes > tensor->bytes)
        return gather__io_fail(error, GATHER_STATUS_BOUNDS, "bytes", "bytes of the tensor");
    if (take->axis < 0 || take->axis >= tensor->layout.rank) {
        gather__io_fail(error, GATHER_STATUS_AXIS, "axis", "a dimension of the tensor");
        return gather__io_fail_value(error, GATHER_STATUS_AXIS, take->axis, 0, tensor->layout.rank - 1);
    }
    if (!take->data.summary.strided || gather_dtype_bits(tensor->layout.dtype) % 8 != 0 ||
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
    const struct gather__row_take *take = wave->take;
    struct gather_error error;
    struct gather__row_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        note(wave, begin, NULL, gather__io_fail(&error, GATHER_STATUS_NO_MEMORY, NULL, NULL), &error);
        return;
    }
    reader->source = take->file->sources[take->tensor->source];
    reader->offset = take->tensor->offset;
    reader->swapped = take->tensor->swapped;
    reader->reads = reader->bytes_read = 0;
    reader->walk = gather__row_walk_begin(&take->pieces, take->output.data, wave->begin + (int64_t)begin,
                                          wave->begin + (int64_t)end);
    enum gather_status status = gather__row_reader_run(reader, &error);
    note(wave, begin, reader, status, &error);
    free(reader);
}

static enum gather_status read_wave(struct gather__row_take *take, int64_t begin, int64_t count,
                                    struct gather_error *error)
{
    struct wave wave = {.take = take, .begin = begin, .busy = ATOMIC_FLAG_INIT};
    const bool in_parts = gather__source_is_in_parts(take->file->sources[take->tensor->source]);
    const struct gather_threads *threads = in_parts ? NULL : take->options.threads;
    int64_t grain = take->pieces.bytes < GRAIN_BYTES ? GRAIN_BYTES / take->pieces.bytes : 1;
    if (threads == NULL)
        read_range(&wave, 0, (uint64_t)count);
    else if (threads->parallel_for(threads->context, read_range, &wave, (uint64_t)count, (uint64_t)grain) !=
             0)
        return gather__io_fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    if (wave.status != GATHER_STATUS_OK && error != NULL)
        *error = wave.error;
    take->summary.reads += wave.reads;
    take->summary.bytes_read += wave.bytes_read;
    return wave.status;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

int64_t gather__row_take_wave(int64_t bytes) { return bytes < WAVE_BYTES ? WAVE_BYTES / bytes : 1; }

enum gather_status gather__row_take_report(const struct gather__row_take *take, int64_t done, int64_t total,
                                           struct gather_error *error)
{
    if (take->options.progress != NULL && take->options.progress(take->options.context, done, total) != 0)
        return gather__io_fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    return GATHER_STATUS_OK;
}

/* done: pieces. */
static enum gather_status report(const struct gather__row_take *take, int64_t done,
                                 struct gather_error *error)
{
    int64_t element = gather_dtype_bits(take->tensor->layout.dtype) / 8;
    return gather__row_take_report(take, gather__row_pieces_elements(&take->pieces, done, element),
                                   gather__row_pieces_elements(&take->pieces, take->pieces.count, element),
                                   error);
}

static enum gather_status read_rows(struct gather__row_take *take, struct gather_error *error)
{
    enum gather_status status = gather__row_order_list(take, error);
    if (status != GATHER_STATUS_OK || take->count == 0)
        return status;
    gather__row_pieces_make(&take->pieces, &take->data, &take->place, take->axis, take->rows, take->count);
    int64_t most = gather__row_take_wave(take->pieces.bytes);
    status = report(take, 0, error);
    for (int64_t done = 0, count; done < take->pieces.count && status == GATHER_STATUS_OK; done += count) {
        int64_t left = take->pieces.count - done;
        count = most < left ? most : left;
        status = read_wave(take, done, count, error);
        if (status == GATHER_STATUS_OK)
            status = report(take, done + count, error);
    }
    return status;
}

static enum gather_status judge(struct gather__row_take *take, const struct gather_take_options *options,
                                size_t row_count, struct gather_error *error)
{
    enum gather_status status = gather__options_read(&take->options, sizeof take->options, options, error);
    if (status == GATHER_STATUS_OK && take->options.threads != NULL &&
        take->options.threads->parallel_for == NULL)
        status = gather__io_fail(error, GATHER_STATUS_ARGUMENT, "threads", "a parallel_for, or none at all");
    if (status == GATHER_STATUS_OK)
        status = judge_data(take, error);
    if (status == GATHER_STATUS_OK)
        status = judge_output(take, error);
    if (status != GATHER_STATUS_OK)
        return status;
    take->asked_count = take->place.layout->sizes[take->axis];
    status = judge_count(take->asked_count, row_count, error);
    return status == GATHER_STATUS_OK ? gather__row_order_judge(take, error) : status;
}

enum gather_status gather_io_take(const struct gather_file *file, const struct gather_tensor *tensor,
                                  int32_t axis, const int64_t *rows, size_t row_count,
                                  const struct gather_layout *output_layout, struct gather_buffer output,
                                  const struct gather_take_options *options,
                                  struct gather_take_summary *summary, struct gather_error *error)
{
    struct gather__row_take take = {
        .file = file, .tensor = tensor, .axis = axis, .asked = rows, .output = output};
    bool done = false;
    take.data.layout = &tensor->layout;
    take.place.layout = output_layout;
    enum gather_status status = judge(&take, options, row_count, error);
    if (status == GATHER_STATUS_OK && take.place.summary.elements > 0) {
        status = gather__row_map_take(&take, &done, error);
        if (status == GATHER_STATUS_OK && !done)
            status = gather__row_dense_take(&take, &done, error);
        if (status == GATHER_STATUS_OK && !done)
            status = read_rows(&take, error);
    }
    free(take.rows);
    if (status == GATHER_STATUS_OK && summary != NULL)
        *summary = take.summary;
    return status;
}
