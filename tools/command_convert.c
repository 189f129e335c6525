/* SPDX-License-Identifier: Apache-2.0 */
/* `gather convert`: a tensor from one file into another, in another format, order, padding or tiling. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "convert_work.h"
#include "exit_code.h"
#include "layout_text.h"
#include "output.h"

static void write_side(struct gather_json *json, const char *key, const char *path, int32_t format,
                       const struct gather_tensor *tensor)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    layout_text_print(&tensor->layout, text);
    gather_json_object(json, key);
    gather_json_string(json, "file", path, strlen(path));
    gather_json_text(json, "format", gather_file_format_name(format));
    if (tensor->name[0] != '\0')
        gather_json_string(json, "tensor", tensor->name, strlen(tensor->name));
    gather_json_text(json, "layout", text);
    gather_json_integer(json, "offset", tensor->offset);
    gather_json_integer(json, "bytes", tensor->bytes);
    gather_json_end(json);
}

static void write_json(const struct convert_work *work)
{
    struct gather_json json = gather_json_to(output_stdout());
    const struct input_tensor *input = &work->input;
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", "gather.convert/1");
    write_side(&json, "from", input->path, gather_file_format(input->file), &input->tensor);
    write_side(&json, "to", work->path, work->format, &work->output);
    gather_json_integer(&json, "elements", gather_layout_elements(&work->output.layout));
    if (arguments_flag(work->arguments, "stats")) {
        gather_json_object(&json, "stats");
        gather_json_integer(&json, "microseconds", work->microseconds);
        gather_json_integer(&json, "bytes_read", work->summary.bytes_read);
        gather_json_integer(&json, "slabs", work->summary.slabs);
        gather_json_integer(&json, "pieces", work->summary.pieces);
        gather_json_integer(&json, "buffer", work->summary.buffer);
        gather_json_integer(&json, "peak_memory", work->progress.peak);
        gather_json_end(&json);
    }
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
}

static int convert(struct convert_work *work, const char *output)
{
    int code = input_tensor_open(&work->input, work->arguments, arguments_operand(work->arguments));
    if (code == EXIT_YES)
        code = convert_choose_output(work, output);
    if (code == EXIT_YES)
        code = convert_run(work);
    if (code == EXIT_YES && arguments_flag(work->arguments, "json"))
        write_json(work);
    else if (code == EXIT_YES && arguments_flag(work->arguments, "stats"))
        progress_tell(&work->progress, work->microseconds);
    return code;
}

static int run(const struct arguments *arguments)
{
    struct convert_work work = {.arguments = arguments};
    const char *output = arguments_value(arguments, "output");
    if (arguments->operands != 1)
        return arguments_misused(arguments->command, "one file is converted at a time", NULL);
    if (output == NULL)
        return arguments_misused(arguments->command, "a file to write is missing: -o FILE", NULL);
    if (strcmp(output, "-") == 0)
        return arguments_misused(arguments->command, "it is written in any order, so not to", "-");
    int code = convert(&work, output);
    input_tensor_close(&work.input);
    free(work.path);
    return code;
}

static const struct option options[] = {
    {'o', "output", "FILE", "the file to write, with @LAYOUT or in the same order"},
    {'\0', "tensor", "NAME", "which tensor of the file: the same as FILE:NAME"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to the file nor from it"},
    {'\0', "layout", "LAYOUT", "what the input's bytes are: the same as @LAYOUT"},
    {'\0', "view", "T", "look at the elements as another type of the same width"},
    {'\0', "pad-value", "VALUE", "fill the output's padding: zero, one, lowest, highest"},
    {'\0', "stats", NULL, "tell time, speed and memory"},
    {'\0', "json", NULL, "tell what was done as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_convert = {
    .name = "convert",
    .summary = "write a tensor in another layout or file format",
    .operands = "FILE[:TENSOR][@LAYOUT] -o FILE[@LAYOUT]",
    .details = "Moves a tensor from one file into another: transposed, padded, tiled, packed. The format is\n"
               "told by the name: .npy, .safetensors, or else raw bytes, which need a LAYOUT with type and\n"
               "sizes on the input's side. The output appears whole or not at all, and files may be larger\n"
               "than memory.\n",
    .examples = "  gather convert a.npy -o 'a.raw@{0,1}'\n"
                "  gather convert 'a.raw@f32[3,5]{0,1}' -o a.npy@C\n"
                "  gather convert a.npy -o 'a.raw@{1,0:T(2,4)}'\n"
                "  gather convert a.npy -o 'a.raw@{1,0:pad(4,8)}' --pad-value lowest\n",
    .options = options,
    .run = run,
};
