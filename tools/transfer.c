/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors moved into an output: transfer.h says for whom. */
#include "transfer.h"

#include <stdlib.h>
#include <string.h>

#include "element_walk.h"
#include "exit_code.h"
#include "interrupt.h"
#include "layout_text.h"
#include "left_out.h"
#include "memory_option.h"
#include "output.h"
#include "output_tensor.h"
#include "tensor_values.h"

/* ---- the work ------------------------------------------------------------------------------------ */

static int report(void *context, int64_t done, int64_t total)
{
    struct transfer *transfer = context;
    (void)total;
    return progress_report(&transfer->progress, transfer->before + done, transfer->total);
}

/* What ended the k-th tensor's way; a signal ends the command anyway. */
static int judge(const struct transfer *transfer, size_t k, enum gather_status status,
                 const struct gather_error *error)
{
    bool is_input = (error->has & GATHER_ERROR_HAS_AT) != 0 || /* a byte of the file that is read, */
                    (error->operand != NULL && strcmp(error->operand, "memory") == 0); /* or room for some */
    if (interrupt_seen())
        return EXIT_SYSTEM;
    if (status != GATHER_STATUS_OK)
        talk_failure_in(transfer->arguments->command->name,
                        is_input ? transfer->input->path : transfer->output.path,
                        is_input ? transfer->from[k].name : NULL, error);
    return exit_of_status(status);
}

/* Into text, which needs no place of its own: piece by piece. */
static int move_pieces(struct transfer *transfer, struct element_reader *reader, void *elements, int64_t most)
{
    struct gather_error error = {0};
    struct element_piece piece = element_piece_first(&reader->dense, most);
    bool more = gather_layout_elements(&reader->dense) > 0;
    int code = EXIT_YES;
    while (more && code == EXIT_YES) {
        code = judge(transfer, 0, element_reader_read(reader, &piece, elements, &error), &error);
        if (code == EXIT_YES)
            code = output_set_add(&transfer->output, elements, piece.count);
        (void)report(transfer, piece.first + piece.count, 0);
        transfer->summary.pieces++;
        transfer->summary.bytes_read += piece.count * reader->tensor.layout.cell_bits / 8; /* bounded: read */
        more = element_piece_next(&reader->dense, most, &piece);
    }
    return code;
}

static int move_as_text(struct transfer *transfer)
{
    struct gather_error error = {0};
    struct element_reader reader;
    enum gather_status status = element_reader_begin(&reader, transfer->input->file, transfer->from, &error);
    int64_t most = element_reader_piece(&reader);
    void *elements = malloc((size_t)most * ELEMENT_WALK_BYTES); /* bounded: by ELEMENT_WALK_MOST */
    int code = judge(transfer, 0, status, &error);
    if (code == EXIT_YES)
        code = tensor_values_judge(transfer->arguments->command->name, transfer->input->path,
                                   &transfer->from->layout, INT64_C(1) << 31);
    if (code == EXIT_YES)
        code = elements != NULL ? move_pieces(transfer, &reader, elements, most)
                                : complain_of_memory(transfer->arguments->command->name);
    element_reader_end(&reader);
    free(elements);
    return code;
}

static int move_into_place(struct transfer *transfer, size_t k)
{
    struct gather_error error = {0};
    struct gather_buffer buffer;
    struct gather_relayout_summary summary = {0};
    struct gather_relayout_options options = {
        .size = sizeof options, .memory = transfer->memory, .progress = report, .context = transfer};
    const struct gather_layout *to = &transfer->output.tensors[k].layout;
    int code = output_set_open(&transfer->output, k, &buffer);
    if (code != EXIT_YES)
        return code;
    enum gather_status status =
        gather_io_relayout(transfer->input->file, &transfer->from[k], to, buffer, &options, &summary, &error);
    transfer->summary.slabs += summary.slabs;
    transfer->summary.pieces += summary.pieces;
    transfer->summary.bytes_read += summary.bytes_read;
    if (summary.buffer > transfer->summary.buffer)
        transfer->summary.buffer = summary.buffer;
    return judge(transfer, k, status, &error);
}

static int move(struct transfer *transfer, size_t k)
{
    int code = output_set_is_text(&transfer->output) ? move_as_text(transfer) : move_into_place(transfer, k);
    progress_end(&transfer->progress);
    transfer->before += gather_layout_elements(&transfer->output.tensors[k].layout);
    return code == EXIT_YES ? output_set_close(&transfer->output) : code;
}

int transfer_run(struct transfer *transfer)
{
    struct output_set *output = &transfer->output;
    int64_t bytes = 0;
    output->command = transfer->arguments->command->name;
    for (size_t k = 0; k < output->count; k++) {
        transfer->total += gather_layout_elements(&output->tensors[k].layout); /* bounded: of one file */
        bytes += transfer->from[k].bytes;                                      /* bounded: as above */
    }
    transfer->progress = progress_begin(transfer->arguments, bytes);
    int code = memory_option_get(transfer->arguments, &transfer->memory);
    if (code == EXIT_YES)
        code = output_set_begin(output);
    for (size_t k = 0; k < output->count && code == EXIT_YES; k++)
        code = move(transfer, k);
    if (code == EXIT_YES)
        code = output_set_commit(output);
    transfer->microseconds = progress_microseconds(&transfer->progress);
    return code;
}

void transfer_fini(struct transfer *transfer) { output_set_end(&transfer->output); }

/* ---- telling ------------------------------------------------------------------------------------- */

static void tell_tensor(struct gather_json *json, const struct gather_tensor *tensor)
{
    if (tensor->name[0] != '\0')
        gather_json_string(json, "tensor", tensor->name, strlen(tensor->name));
    layout_text_json(&tensor->layout, json);
    if (tensor->swapped != 0)
        gather_json_text(json, "byte_order", "big");
    gather_json_integer(json, "offset", tensor->offset);
    gather_json_integer(json, "bytes", tensor->bytes);
}

/* One side: the file, and its tensor, or all that were moved. */
static void tell_side(struct gather_json *json, const char *key, const char *path, int32_t format,
                      const struct gather_tensor *tensors, size_t count)
{
    gather_json_object(json, key);
    gather_json_string(json, "file", path, strlen(path));
    gather_json_text(json, "format", output_format_name(format));
    if (count == 1) {
        tell_tensor(json, tensors);
        gather_json_end(json);
        return;
    }
    gather_json_array(json, "tensors");
    for (size_t k = 0; k < count; k++) {
        gather_json_object(json, NULL);
        tell_tensor(json, &tensors[k]);
        gather_json_end(json);
    }
    gather_json_end(json);
    gather_json_end(json);
}

void transfer_tell(const struct transfer *transfer, struct gather_json *json)
{
    const struct output_set *output = &transfer->output;
    tell_side(json, "from", transfer->input->path, gather_file_format(transfer->input->file), transfer->from,
              output->count);
    tell_side(json, "to", output->path, output->format, output->tensors, output->count);
    gather_json_integer(json, "elements", transfer->total);
    left_out_write_json(transfer->arguments, json);
    if (!arguments_flag(transfer->arguments, "stats"))
        return;
    gather_json_object(json, "stats");
    gather_json_integer(json, "microseconds", transfer->microseconds);
    gather_json_integer(json, "bytes_read", transfer->summary.bytes_read);
    gather_json_integer(json, "slabs", transfer->summary.slabs);
    gather_json_integer(json, "pieces", transfer->summary.pieces);
    gather_json_integer(json, "buffer", transfer->summary.buffer);
    gather_json_integer(json, "peak_memory", transfer->progress.peak);
    gather_json_end(json);
}
