/* SPDX-License-Identifier: Apache-2.0 */
/* `gather ls`: what a file of tensors holds, or a folder of them. */
#include <stdlib.h>

#include "commands.h"
#include "exit_code.h"
#include "ls_stats.h"
#include "ls_work.h"
#include "output.h"

static int run(const struct arguments *arguments)
{
    struct ls_work work = {.arguments = arguments};
    if (arguments->operands == 0)
        return arguments_misused(arguments->command, "a file or folder is missing", NULL);
    int code = ls_open(&work, arguments_operand(arguments, 0));
    if (code == EXIT_YES)
        code = arguments_flag(arguments, "json")    ? ls_write_json(&work)
               : arguments_flag(arguments, "stats") ? ls_write_stats(&work)
                                                    : ls_write(&work);
    ls_end(&work);
    return exit_worse(code, work.broken);
}

static const struct option options[] = {
    {'a', "all", NULL, "a line for each tensor, also where names differ in numbers alone"},
    {'\0', "native", NULL, "sizes in the order of ggml, the fastest first, where the file is a GGUF"},
    {'\0', "stats", NULL, "read all data: min, max, mean, NaN, Inf, zeros, extremes with their places"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to the file nor from it"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_ls = {
    .name = "ls",
    .summary = "list the tensors of a file or folder",
    .operands = "FILE|FOLDER[:TENSOR][@LAYOUT] [NAME|GLOB..]",
    .details = "Lists name, type, shape, bytes, offset in the file and alignment of each tensor, and what\n"
               "else the file says. Tensors whose names differ in numbers alone are one line, with their\n"
               "bytes summed up. Names and patterns such as '*.weight' choose some, TENSOR one. No data\n"
               "are read without --stats. A FILE of - is stdin.\n",
    .examples = "  gather ls model.safetensors\n"
                "  gather ls model.safetensors '*.attn.*' --all\n"
                "  gather ls model.safetensors '*.w' --stats\n"
                "  gather ls folder --json\n",
    .options = options,
    .run = run,
};
