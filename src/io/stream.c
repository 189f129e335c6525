/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a file into a buffer of another layout, in bounded memory:
 *
 *     file  --pread-->  a slab in memory  --plan of gather_place-->  the output, which is a mapped file
 *
 * The output's padding is filled with the last slab, once.
 */
#include <stdlib.h>

#include "io/file.h"
#include "io/io_error.h"
#include "io/options.h"
#include "io/slab.h"

struct stream {
    const struct gather_file *file;
    const struct gather_tensor *tensor;
    const struct gather_layout *output_layout;
    struct gather_buffer output;
    struct gather_relayout_options options;
    struct gather_relayout_summary summary;
    uint8_t *memory;
    int64_t total, done; /* elements */
};

enum { PIECES_A_REPORT = 256 /* small ones take about a microsecond each */ };

static enum gather_status report(const struct stream *stream, int64_t more, struct gather_error *error)
{
    if (stream->options.progress != NULL &&
        stream->options.progress(stream->options.context, stream->done + more, stream->total) != 0)
        return gather__io_fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    return GATHER_STATUS_OK;
}

/* Reads the pieces of a slab, one behind the other. */
static enum gather_status read_slab(struct stream *stream, const struct gather__cut *cut,
                                    const struct gather__slab *slab, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    uint8_t *next = stream->memory;
    int64_t in_a_piece = gather_layout_elements(&slab->layout) / slab->pieces;
    for (int64_t n = 0; n < slab->pieces && status == GATHER_STATUS_OK; n++, next += slab->piece_bytes) {
        if (n > 0 && n % PIECES_A_REPORT == 0)
            status = report(stream, n * in_a_piece, error);
        if (status == GATHER_STATUS_OK)
            status = gather_file_read(stream->file, stream->tensor, gather__slab_piece(cut, slab, n), next,
                                      (size_t)slab->piece_bytes, error);
    }
    stream->summary.bytes_read += slab->bytes;
    stream->summary.pieces += slab->pieces;
    return status;
}

/* The slab at `begin`, in memory. */
static enum gather_status take_slab(struct stream *stream, const struct gather__cut *cut,
                                    const int64_t *begin, struct gather__slab *slab,
                                    struct gather_error *error)
{
    enum gather_status status = gather__cut_slab(cut, begin, slab, error);
    return status == GATHER_STATUS_OK ? read_slab(stream, cut, slab, error) : status;
}

/* Reads slab after slab, and moves each to its place in the output. */
static enum gather_status go_through(struct stream *stream, const struct gather__cut *cut,
                                     struct gather_error *error)
{
    int64_t begin[GATHER_MAX_RANK] = {0};
    const struct gather_run run = {.size = sizeof run, .threads = stream->options.threads};
    struct gather_layout unpadded = *stream->output_layout;
    unpadded.padding = GATHER_PADDING_UNKNOWN;
    enum gather_status status = report(stream, 0, error);
    for (bool more = true; more && status == GATHER_STATUS_OK;) {
        struct gather__slab slab;
        status = take_slab(stream, cut, begin, &slab, error);
        if (status != GATHER_STATUS_OK)
            return status;
        more = gather__cut_next(cut, begin);
        const struct gather_op op = gather_place(unpadded.rank, slab.begin);
        const struct gather_buffer input = {stream->memory, (uint64_t)slab.bytes};
        status = gather_once(&op, &slab.layout, &input, 1, more ? &unpadded : stream->output_layout,
                             stream->output, &run, error);
        if (status != GATHER_STATUS_OK)
            return status;
        stream->summary.slabs++;
        stream->done += gather_layout_elements(&slab.layout);
        status = report(stream, 0, error);
    }
    return status;
}

/* Without elements there is nothing to read, whatever the layout, and padding may be there to fill. */
static enum gather_status relay_nothing(const struct stream *stream, struct gather_error *error)
{
    struct gather_op op = gather_relayout();
    struct gather_buffer nothing = {NULL, 0};
    struct gather_layout empty;
    const struct gather_layout *from = &stream->tensor->layout;
    enum gather_status status = gather_layout_init(&empty, from->dtype, from->rank, from->sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    return gather_once(&op, &empty, &nothing, 1, stream->output_layout, stream->output, NULL, error);
}

/* What a plan of the whole would refuse is refused before anything is read. */
static enum gather_status judge(const struct stream *stream, struct gather_error *error)
{
    size_t bytes;
    struct gather_op op = gather_relayout();
    return gather_plan_measure(&bytes, &op, &stream->tensor->layout, 1, stream->output_layout, NULL, error);
}

/* How the source is cut, and memory for a slab. */
static enum gather_status prepare(struct stream *stream, struct gather__cut *cut, struct gather_error *error)
{
    enum gather_status status =
        gather__cut_make(cut, &stream->tensor->layout, stream->output_layout, stream->options.memory, error);
    if (status != GATHER_STATUS_OK)
        return status;
    stream->summary.buffer = cut->room;
    stream->memory = malloc((size_t)cut->room);
    return stream->memory != NULL ? GATHER_STATUS_OK
                                  : gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
}

enum gather_status gather_io_relayout(const struct gather_file *file, const struct gather_tensor *tensor,
                                      const struct gather_layout *output_layout, struct gather_buffer output,
                                      const struct gather_relayout_options *options,
                                      struct gather_relayout_summary *summary, struct gather_error *error)
{
    struct stream stream = {.file = file, .tensor = tensor, .output_layout = output_layout, .output = output};
    struct gather__cut cut;
    enum gather_status status = gather__options_read(&stream.options, sizeof stream.options, options, error);
    if (status == GATHER_STATUS_OK)
        status = gather__options_memory(&stream.options.memory, GATHER_RELAYOUT_MEMORY, error);
    if (status == GATHER_STATUS_OK)
        status = judge(&stream, error);
    if (status != GATHER_STATUS_OK)
        return status;
    stream.total = gather_layout_elements(&tensor->layout);
    if (stream.total == 0)
        status = relay_nothing(&stream, error);
    else
        status = prepare(&stream, &cut, error);
    if (status == GATHER_STATUS_OK && stream.total > 0)
        status = go_through(&stream, &cut, error);
    free(stream.memory);
    if (status == GATHER_STATUS_OK && summary != NULL)
        *summary = stream.summary;
    return status;
}
