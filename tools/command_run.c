/* SPDX-License-Identifier: Apache-2.0 */
/* `gather run`: one operator of any world, on tensors of files. */
#include "commands.h"
#include "exit_code.h"
#include "run_work.h"

static int run(const struct arguments *arguments)
{
    struct run_work work = {.arguments = arguments, .op_name = arguments_value(arguments, "op")};
    if (work.op_name == NULL)
        return arguments_misused(arguments->command, "an operator is missing: --op NAME", NULL);
    if (arguments->operands > RUN_INPUTS_MAX)
        return arguments_misused(arguments->command, "no operator has so many inputs", NULL);
    int code = op_request_read(&work.request, arguments, work.op_name);
    if (code == EXIT_YES)
        code = run_read_inputs(&work);
    if (code == EXIT_YES)
        code = run_make_op(&work);
    if (code == EXIT_YES)
        code = run_op(&work);
    run_end(&work);
    return code;
}

static const struct option options[] = {
    {'\0', "op", "NAME", "the operator, by its own name in the dialect"},
    {'\0', "dialect", "D[@V]", "onnx, openvino, directml, webnn, xla, numpy, torch; a version"},
    {'a', "attribute", "NAME=V", "an attribute: axis=1, mode=clip, slice_sizes=[1,3]; may be repeated"},
    {'\0', "mode", "P", "what an index outside does: error, zero, fill, clamp, wrap, skip"},
    {'\0', "fill", "V", "what an index outside gives"},
    {'\0', "strict", NULL, "keep closely to the dialect's text, where it has such an option"},
    {'\0', "loose", NULL, "or not so closely"},
    {'o', "output", "FILE", "the file to write, with @LAYOUT if it is not to be row-major"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to a file nor from it"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

static const char *const repeated[] = {"attribute", NULL};

const struct command command_run = {
    .name = "run",
    .summary = "run an operator of any world on files",
    .operands = "--op NAME FILE[@LAYOUT]...",
    .details = "Runs one gather operator, as its world defines it, on the tensors of files, in the\n"
               "operator's own order. The result is printed, or written to a file in any layout.\n"
               "An index that the operator refuses ends it with exit code 4, and is named.\n",
    .examples = "  gather run --op take -a axis=0 a.npy indices.npy\n"
                "  gather run --op Gather --dialect onnx@13 -a axis=1 a.npy indices.npy -o b.npy\n"
                "  gather run --op Gather --dialect openvino@8 -a axis=0 a.npy 'i.raw@i64[2]C' -o 'b.raw@F'\n"
                "  gather run --op index_select --dialect torch -a dim=0 --fill 0.5 a.npy indices.npy\n",
    .options = options,
    .repeated = repeated,
    .run = run,
};
