/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors moved into an output: transfer.h says for whom. */
#include "transfer.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "interrupt.h"
#include "layout_text.h"
#include "memory_option.h"
#include "output.h"
#include "output_tensor.h"

/* ---- the work ------------------------------------------------------------------------------------ */

static int report(void *context, int64_t done, int64_t total)
{
    struct transfer *transfer = context;
    (void)total;
    return progress_report(&transfer->progress, transfer->before + done, transfer->total);
}

static int move(struct transfer *transfer, size_t k)
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
    progress_end(&transfer->progress);
    if (interrupt_seen())
        return EXIT_SYSTEM; /* which the end makes it anyway */
    if (status != GATHER_STATUS_OK) {
        bool is_input = (error.has & GATHER_ERROR_HAS_AT) != 0; /* a byte of the file that is read */
        talk_failure(transfer->arguments->command->name,
                     is_input ? transfer->input->path : transfer->output.path, &error);
        return exit_of_status(status);
    }
    transfer->before += gather_layout_elements(to);
    transfer->summary.slabs += summary.slabs;
    transfer->summary.pieces += summary.pieces;
    transfer->summary.bytes_read += summary.bytes_read;
    if (summary.buffer > transfer->summary.buffer)
        transfer->summary.buffer = summary.buffer;
    return output_set_close(&transfer->output, k);
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
    char text[GATHER_LAYOUT_TEXT_SIZE];
    if (tensor->name[0] != '\0')
        gather_json_string(json, "tensor", tensor->name, strlen(tensor->name));
    layout_text_print(&tensor->layout, text);
    gather_json_text(json, "layout", text);
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
