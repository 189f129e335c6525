/* SPDX-License-Identifier: Apache-2.0 */
/* `gather check`: what is wrong with a file of tensors, or with indices into it. */
#include "check_work.h"
#include "commands.h"
#include "exit_code.h"
#include "world_name.h"

static void find_operands(const struct arguments *arguments, const char **operands)
{
    size_t found = 0;
    for (size_t k = 0; k < arguments->count && found < 2; k++)
        if (arguments->list[k].option == NULL)
            operands[found++] = arguments->list[k].value;
}

/* Options that are about indices alone. */
static const char *option_of_indices(const struct arguments *arguments)
{
    return arguments_flag(arguments, "axis")      ? "--axis"
           : arguments_flag(arguments, "dialect") ? "--dialect"
                                                  : NULL;
}

static int check(struct check_work *work, const char *text)
{
    int code = check_file(work, text);
    if (code == EXIT_YES && work->is_there && work->indices != NULL)
        code = check_indices(work);
    if (code == EXIT_YES && work->is_there && arguments_flag(work->arguments, "values"))
        code = check_values(work);
    if (code == EXIT_YES && work->is_there && arguments_flag(work->arguments, "for"))
        code = check_worlds(work);
    return code == EXIT_YES && work->found ? EXIT_NO : code;
}

static int run(const struct arguments *arguments)
{
    const char *operands[2] = {NULL, NULL};
    struct check_work work = {.arguments = arguments};
    find_operands(arguments, operands);
    if (arguments->operands == 0)
        return arguments_misused(arguments->command, "a file or folder is missing", NULL);
    if (arguments->operands > 2)
        return arguments_misused(arguments->command,
                                 "one file is checked at a time, with one list of indices", NULL);
    if (operands[1] == NULL && option_of_indices(arguments) != NULL)
        return arguments_misused(arguments->command, "without indices there is no use for",
                                 option_of_indices(arguments));
    const char *dialect = arguments_value(arguments, "dialect");
    if (dialect != NULL && !world_is(dialect))
        return world_unknown(arguments->command->name, dialect);
    int code = check_worlds_judge(arguments);
    if (code != EXIT_YES)
        return code;
    work.indices = operands[1];
    code = check(&work, operands[0]);
    check_end(&work, code);
    return code;
}

static const struct option options[] = {
    {'\0', "axis", "N", "the dimension that the indices go along, 0 if not given"},
    {'\0', "dialect", "D", "whose range: numpy if not given, onnx, torch, .."},
    {'\0', "values", NULL, "read all data: NaN and infinities, tensor by tensor"},
    {'\0', "for", "WORLDS", "what a model's gathers do in webnn,directml,xla,.. or all"},
    {'\0', "tensor", "NAME", "which tensor of the file: the same as FILE:NAME"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to the file nor from it"},
    {'\0', "layout", "LAYOUT", "what the file's bytes are: the same as @LAYOUT"},
    {'\0', "view", "T", "look at the elements as another type of the same width"},
    {'q', "quiet", NULL, "show no progress on a terminal"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_check = {
    .name = "check",
    .summary = "find what is wrong with a file, or with indices into it",
    .operands = "FILE[:TENSOR][@LAYOUT] [INDICES]",
    .details = "Tells every rule of its format that a file breaks, with the byte where it does. With\n"
               "INDICES, a file or a list such as 0,5,99, it tells those outside: all are counted, and\n"
               "twenty shown with their position. Exit 0 if nothing was found, 1 if anything was, 3 if no\n"
               "format is recognised. No data are read without --values.\n",
    .examples = "  gather check model.safetensors\n"
                "  gather check model.safetensors --values\n"
                "  gather check table.npy ids.npy --dialect onnx\n"
                "  gather check model.onnx --for webnn,directml,openvino,xla\n",
    .options = options,
    .run = run,
};
