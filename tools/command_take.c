/* SPDX-License-Identifier: Apache-2.0 */
/* `gather take`: rows of a file's tensor, by their indices, as any world has it. */
#include "commands.h"
#include "exit_code.h"
#include "take_work.h"

static int run(const struct arguments *arguments)
{
    struct take_work work = {.arguments = arguments};
    if (arguments->operands != 1)
        return arguments_misused(arguments->command, "rows are taken of one file at a time", NULL);
    if (arguments_value(arguments, "indices") == NULL)
        return arguments_misused(arguments->command, "indices are missing: -i 0,5,-1", NULL);
    int code = take_ask(&work, arguments_operand(arguments));
    if (code == EXIT_YES)
        code = take_check(&work);
    if (code == EXIT_YES)
        code = take_run(&work);
    take_end(&work);
    return code;
}

static const struct option options[] = {
    {'i', "indices", "I", "0,5,-1 or 0:100:2, a file, or - for stdin"},
    {'\0', "axis", "N", "the dimension to take along, 0 if nothing is said"},
    {'\0', "dialect", "D[@V]", "whose rules: numpy if nothing is said, onnx, openvino, torch, .."},
    {'\0', "mode", "P", "what an index outside does: raise, clip, wrap, zero, fill, skip"},
    {'\0', "fill", "V", "what an index outside gives; the same as --mode fill"},
    {'o', "output", "FILE", "the file to write, with @LAYOUT if it is not to be row-major"},
    {'\0', "tensor", "NAME", "which tensor of the file: the same as FILE:NAME"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to the file nor from it"},
    {'\0', "layout", "LAYOUT", "what the file's bytes are: the same as @LAYOUT"},
    {'\0', "view", "T", "look at the elements as another type of the same width"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_take = {
    .name = "take",
    .summary = "take rows of a tensor by their indices",
    .operands = "FILE[:TENSOR][@LAYOUT] -i INDICES",
    .details = "Takes rows of a tensor along an axis, in the order of the indices, and prints them or\n"
               "writes them to a file. Only the rows that are asked for are read. An index that the\n"
               "dialect refuses ends it with exit code 4, and is named.\n",
    .examples = "  gather take a.npy -i 0,2,-1\n"
                "  gather take a.npy -i 0:3:2 -o b.npy\n"
                "  gather take a.npy -i indices.npy --axis 1\n"
                "  gather take model.safetensors:wte.weight -i 0,5\n"
                "  gather take a.npy -i 0,99 --dialect openvino\n"
                "  gather take a.npy -i 0,99 --fill -1 --json\n",
    .options = options,
    .run = run,
};
