/* SPDX-License-Identifier: Apache-2.0 */
/* `gather run`: one operator of any world, or the graph of a model, on tensors of files. */
#include "commands.h"
#include "exit_code.h"
#include "model_run.h"
#include "output_tensor.h"
#include "run_work.h"

static size_t outputs_given(const struct arguments *arguments)
{
    size_t count = 0;
    for (size_t k = 0; k < arguments->count; k++)
        count += argument_is(&arguments->list[k], "output");
    return count;
}

static int run_operator(const struct arguments *arguments, const char *op_name)
{
    struct run_work work = {.arguments = arguments, .op_name = op_name};
    if (arguments_flag(arguments, "input"))
        return arguments_misused(arguments->command, "an operator's inputs are operands, not --input", NULL);
    if (outputs_given(arguments) > 1)
        return arguments_misused(arguments->command, "an operator has one --output", NULL);
    const char *output = arguments_value(arguments, "output");
    int code = output != NULL ? output_operand_judge(arguments, output) : EXIT_YES;
    if (code == EXIT_YES)
        code = op_request_read(&work.request, arguments, work.op_name);
    if (code == EXIT_YES)
        code = run_find_op(&work);
    if (code == EXIT_YES)
        code = run_read_inputs(&work);
    if (code == EXIT_YES)
        code = run_make_op(&work);
    if (code == EXIT_YES)
        code = run_op(&work);
    run_end(&work);
    return code;
}

static int run(const struct arguments *arguments)
{
    /* A model says its operators itself. */
    static const char *const of_op[] = {"dialect", "attribute", "mode", "fill", "strict", "loose", NULL};
    const char *op_name = arguments_value(arguments, "op"), *path = arguments_operand(arguments, 0);
    if (op_name != NULL)
        return run_operator(arguments, op_name);
    int32_t format = path != NULL ? gather_file_format_of(path) : GATHER_FILE_RAW;
    if (format != GATHER_FILE_ONNX && format != GATHER_FILE_IR)
        return arguments_misused(arguments->command,
                                 path == NULL
                                     ? "an operator or a model is missing: --op NAME, MODEL.onnx or MODEL.xml"
                                     : "the name of a model ends with .onnx or .xml (stdin is -.onnx), and "
                                       "--op NAME says an operator:",
                                 path);
    if (arguments->operands > 1)
        return arguments_misused(arguments->command, "a model's inputs are -i NAME=FILE", NULL);
    int code = arguments_refuse(arguments, "this goes with --op, not with a model:", of_op);
    return code == EXIT_YES ? model_run(arguments, path) : code;
}

static const struct option options[] = {
    {'\0', "op", "NAME", "the operator, by its own name in the dialect"},
    {'\0', "dialect", "D[@V]", "onnx, openvino, directml, webnn, xla, numpy, torch; a version"},
    {'a', "attribute", "NAME=V", "an attribute: axis=1, mode=clip, slice_sizes=[1,3]; may be repeated"},
    {'\0', "mode", "P", "what an index outside does: error, zero, fill, clamp, wrap, skip"},
    {'\0', "fill", "V", "what an index outside gives"},
    {'\0', "strict", NULL, "keep closely to the dialect's text, where it has such an option"},
    {'\0', "loose", NULL, "or not so closely"},
    {'i', "input", "NAME=FILE", "a model's input of this name; may be repeated"},
    {'o', "output", "FILE",
     "the file to write (- is stdout), with @LAYOUT; of a model NAME=FILE, may be repeated"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to a file nor from it"},
    {'\0', "memory", "SIZE", "memory for tensors, as 64M or 2G; a quarter of the machine's if not said"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

static const char *const repeated[] = {"attribute", "input", "output", NULL};

const struct command command_run = {
    .name = "run",
    .summary = "run an operator of any world, or a model, on files",
    .operands = "--op NAME FILE[@LAYOUT]... | MODEL -i NAME=FILE...",
    .details = "Runs one gather operator, as its world defines it, on the tensors of files, in the\n"
               "operator's own order. The result is printed, or written to a file in any layout.\n"
               "An index that the operator refuses ends it with exit code 4, and is named.\n"
               "A MODEL is an .onnx or an OpenVINO .xml: a graph of gathers, constants, shapes and\n"
               "identities, in the versions that it asks for. Other operators are refused by name.\n",
    .examples = "  gather run --op take -a axis=0 a.npy indices.npy -o 'b.raw@F'\n"
                "  gather run embed.onnx -i ids=ids.npy -o rows.npy\n"
                "  gather run --op Gather --dialect onnx@13 -a axis=1 a.npy indices.npy -o b.npy\n"
                "  gather run --op Gather --dialect openvino@8 -a axis=0 a.npy 'i.raw@i64[2]C'\n"
                "  gather run --op index_select --dialect torch -a dim=0 a.npy indices.npy\n",
    .options = options,
    .repeated = repeated,
    .takes_numbers = true,
    .run = run,
};
