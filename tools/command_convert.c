/* SPDX-License-Identifier: Apache-2.0 */
/* `gather convert`: tensors from one file into another, in another format, order, padding or tiling. */
#include "commands.h"
#include "convert_work.h"
#include "exit_code.h"
#include "output.h"

static void write_json(const struct convert_work *work)
{
    struct gather_json json = gather_json_to(output_stdout());
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", "gather.convert/1");
    transfer_tell(&work->transfer, &json);
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
}

static int run(const struct arguments *arguments)
{
    struct convert_work work = {.arguments = arguments};
    const char *output = arguments_value(arguments, "output");
    if (arguments->operands == 0)
        return arguments_misused(arguments->command, "a file to convert is missing", NULL);
    if (output == NULL)
        return arguments_misused(arguments->command, "a file to write is missing: -o FILE", NULL);
    int code = convert_choose(&work, output);
    if (code == EXIT_YES)
        code = convert_run(&work);
    if (code == EXIT_YES && arguments_flag(arguments, "json"))
        write_json(&work);
    else if (code == EXIT_YES && arguments_flag(arguments, "stats"))
        progress_tell(&work.transfer.progress, work.transfer.microseconds);
    convert_end(&work);
    return code;
}

static const struct option options[] = {
    {'o', "output", "FILE", "the file to write, with @LAYOUT or in the same order (- is stdout)"},
    {'\0', "tensor", "NAME", "which tensor of the file: the same as FILE:NAME"},
    {'\0', "partial", NULL, "leave out what is broken, and convert the rest"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to the file nor from it"},
    {'\0', "layout", "LAYOUT", "what the input's bytes are: the same as @LAYOUT"},
    {'\0', "view", "T", "look at the elements as another type of the same width"},
    {'\0', "pad-value", "VALUE", "fill the output's padding: zero, one, lowest, highest"},
    {'\0', "memory", "SIZE", "memory for what is read at a time, as 64M or 2G; 32M if not said"},
    {'q', "quiet", NULL, "show no progress on a terminal"},
    {'\0', "stats", NULL, "tell time, speed and memory"},
    {'\0', "json", NULL, "tell what was done as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_convert = {
    .name = "convert",
    .summary = "write tensors in another layout or file format",
    .operands = "FILE[:TENSOR][@LAYOUT] [NAME|GLOB..] -o FILE[@LAYOUT]",
    .details = "Moves a tensor from one file into another: transposed, padded, tiled, packed. The\n"
               "format is told by the name: .npy, .npz, .safetensors, .pb, .txt, .json, DIR/ for a\n"
               "folder of .npy; .raw and .bin are raw bytes, which need a LAYOUT with type and sizes on\n"
               "the input's side. Into .npz, .safetensors and DIR/ go all tensors of a file, or those\n"
               "named. The output appears whole or not at all, and files may be larger than memory. A FILE\n"
               "of - is stdin, or stdout.\n",
    .examples = "  gather convert a.npy -o 'a.raw@{0,1}'\n"
                "  gather convert 'a.raw@f32[3,5]{0,1}' -o a.npy@C\n"
                "  gather convert a.npy -o 'a.raw@{1,0:T(2,4)}'\n"
                "  gather convert a.npy -o 'a.raw@{1,0:pad(4,8)}' --pad-value lowest\n"
                "  gather convert model.safetensors -o model.npz\n"
                "  gather convert model.safetensors '*.weight' -o weights/\n",
    .options = options,
    .run = run,
};
