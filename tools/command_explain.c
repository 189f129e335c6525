/* SPDX-License-Identifier: Apache-2.0 */
/* `gather explain`: what indices mean to whom, and what a plan between two layouts does. */
#include <string.h>

#include "commands.h"
#include "exit_code.h"
#include "explain_indices.h"
#include "explain_plan.h"
#include "layout_operand.h"
#include "layout_text.h"
#include "output.h"

static void tell(const struct explained_plan *plan, bool as_json)
{
    if (!as_json) {
        explain_plan_text(plan, output_stdout());
        return;
    }
    struct gather_json json = gather_json_to(output_stdout());
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", "gather.explain/1");
    explain_plan_json(plan, &json);
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
}

static int explain_relayout(const struct arguments *arguments, const char *source, const char *target)
{
    struct gather_error error = {0};
    struct explained_plan plan = {.op = gather_relayout(), .input_count = 1};
    struct input_tensor input = {0};
    int code = layout_operand_get(&input, arguments, source, &plan.inputs[0]);
    input_tensor_close(&input);
    if (code == EXIT_YES)
        code = layout_text_get(arguments->command->name, target, &plan.inputs[0], &plan.output);
    if (code != EXIT_YES)
        return code;
    enum gather_status status = explain_plan_make(&plan, &error);
    if (status == GATHER_STATUS_OK)
        tell(&plan, arguments_flag(arguments, "json"));
    else
        talk_failure(arguments->command->name, NULL, &error);
    return exit_of_status(status);
}

static int run(const struct arguments *arguments)
{
    static const char *const of_indices[] = {"axis",  "dialect", "got", "rtol", "atol",
                                             "shape", "plan",    "svg", NULL};
    const char *target = arguments_value(arguments, "to"), *source = arguments_operand(arguments, 0);
    bool has_indices = arguments_flag(arguments, "indices");
    if (arguments->operands == 0)
        return arguments_misused(arguments->command, "a layout or a file is missing", NULL);
    if (arguments->operands > 1)
        return arguments_misused(arguments->command, "one layout, or one file, is explained at a time", NULL);
    if (has_indices && target != NULL)
        return arguments_misused(arguments->command, "-i and --to do not go together", NULL);
    if (has_indices)
        return explain_indices(arguments, source);
    if (target == NULL)
        return arguments_misused(
            arguments->command,
            "what to explain is missing: indices, -i IDX, or a layout to move to, --to LAYOUT", NULL);
    int code = arguments_refuse(arguments, "without -i there is no use for", of_indices);
    return code == EXIT_YES ? explain_relayout(arguments, source, target) : code;
}

static const struct option options[] = {
    {'i', "indices", "IDX", "what each world makes of these: 0,5,-1 or 0:100:2, a file, - for stdin"},
    {'\0', "axis", "N", "the axis that they go along; 0 if not given"},
    {'\0', "dialect", "NAMES", "ask only these worlds, as onnx,numpy; all if not given"},
    {'\0', "got", "FILE", "which worlds give this output"},
    {'\0', "rtol", "R", "with --got: within R times what is expected"},
    {'\0', "atol", "A", "with --got: within A of what is expected"},
    {'\0', "shape", NULL, "how the shape of the output comes about"},
    {'\0', "plan", NULL, "what the library's plan of it does"},
    {'\0', "svg", "FILE", "draw it into this file, for light and dark pages; - is stdout"},
    {'\0', "to", "LAYOUT", "explain the move to this layout: a whole one, or what stands behind the sizes"},
    {'\0', "tensor", "NAME", "which tensor of the file: the same as FILE:NAME"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to the file nor from it"},
    {'\0', "layout", "LAYOUT", "what a file's bytes are: the same as @LAYOUT"},
    {'\0', "view", "T", "look at a file's elements as another type of the same width"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_explain = {
    .name = "explain",
    .summary = "say what each world does with these indices, or what a plan does",
    .operands = "DATA -i IDX | DATA --to LAYOUT",
    .details =
        "With -i: says which indices are outside, and what each world (ONNX, OpenVINO, DirectML, XLA,\n"
        "numpy, torch, jax, TensorRT, Core ML ..) does with them: error, zero, fill, clamp or wrap.\n"
        "With --got says which of the worlds give an output that you have: exit 0 if one does, 1 if\n"
        "none. With --to: what the plan does that moves from one layout to another. Nothing is moved.\n"
        "DATA is a file, - for stdin, or a layout, whose type and sizes are enough.\n",
    .examples = "  gather explain 'f32[4,3]' -i 0,5,-1\n"
                "  gather explain table.npy -i ids.npy --dialect directml\n"
                "  gather explain table.npy -i ids.npy --got npu.npy --rtol 1e-3\n"
                "  gather explain 'f32[1024,768]' --to '{1,0:T(8,128)}'\n",
    .options = options,
    .run = run,
};
