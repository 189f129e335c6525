/* SPDX-License-Identifier: Apache-2.0 */
/* `gather check`: what is wrong with a file of tensors, or with indices into it. */
#include "check_work.h"
#include "commands.h"
#include "exit_code.h"
#include "passed_index.h"
#include "world_name.h"

static int check(struct check_work *work, const char *text)
{
    int code = check_file(work, text);
    if (code == EXIT_YES && work->is_there && work->indices != NULL)
        code = check_indices(work);
    if (code == EXIT_YES && work->is_there && arguments_flag(work->arguments, "values"))
        code = check_values(work);
    if (code == EXIT_YES && work->is_there)
        code = check_worlds(work);
    if (work->is_there && gather_file_format(work->input.file) == GATHER_FILE_FOLDER)
        passed_index_tell(work->arguments->command->name, work->input.path);
    return code == EXIT_YES && work->found ? EXIT_NO : code;
}

static int run(const struct arguments *arguments)
{
    static const char *const of_indices[] = {"axis", "dialect", NULL};
    struct check_work work = {.arguments = arguments, .indices = arguments_value(arguments, "indices")};
    if (arguments->operands == 0)
        return arguments_misused(arguments->command, "a file or folder is missing", NULL);
    if (arguments->operands > 1)
        return arguments_misused(
            arguments->command,
            "one file is checked at a time; a tensor of it is FILE:TENSOR, indices stand behind -i", NULL);
    const char *dialect = arguments_value(arguments, "dialect");
    int code = EXIT_YES;
    if (work.indices == NULL)
        code = arguments_refuse(arguments, "without indices there is no use for", of_indices);
    if (code == EXIT_YES && dialect != NULL && !world_is(dialect))
        code = world_unknown(arguments->command->name, dialect, false);
    if (code == EXIT_YES)
        code = check_worlds_judge(arguments);
    if (code == EXIT_YES)
        code = input_tensor_judge_path(arguments, arguments_operand(arguments, 0));
    if (code != EXIT_YES)
        return code;
    code = check(&work, arguments_operand(arguments, 0));
    return check_end(&work, code);
}

static const struct option options[] = {
    {'i', "indices", "IDX", "tell those outside: 0,5,99 or 0:100:2, a file, - for stdin"},
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
    .operands = "FILE[:TENSOR][@LAYOUT]",
    .details = "Tells every rule of its format that a file breaks, with the byte where it does; of a\n"
               "model also what its own operators refuse, constant indices among it. With -i, also\n"
               "the indices that are outside: all are counted, and twenty shown with their\n"
               "position. Exit 0 if nothing was found, 1 if anything was, 3 if no\n"
               "format is recognised. No data are read without --values. A FILE of - is stdin.\n",
    .examples = "  gather check model.safetensors\n"
                "  gather check model.safetensors --values\n"
                "  gather check table.npy -i ids.npy --dialect onnx\n"
                "  gather check model.onnx --for webnn,directml,openvino,xla\n",
    .options = options,
    .run = run,
};
