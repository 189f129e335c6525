/* SPDX-License-Identifier: Apache-2.0 */
/* `gather explain`: what a plan between two layouts does, and why. */
#include <string.h>

#include "commands.h"
#include "exit_code.h"
#include "explain_plan.h"
#include "input_tensor.h"
#include "layout_text.h"
#include "output.h"

static const char *operand_of(const struct arguments *arguments)
{
    for (size_t k = 0; k < arguments->count; k++)
        if (arguments->list[k].option == NULL)
            return arguments->list[k].value;
    return NULL;
}

/* The layout that the operand says, or that the file has which it names. */
static int get_source(const struct arguments *arguments, struct gather_layout *layout)
{
    const char *text = operand_of(arguments);
    struct input_tensor input;
    bool may_be_layout = strpbrk(text, "[(<") != NULL;
    if (may_be_layout && !input_tensor_exists(text))
        return layout_text_get(arguments->command->name, text, NULL, layout);
    int code = input_tensor_open(&input, arguments, text);
    if (code == EXIT_YES)
        *layout = input.tensor.layout;
    input_tensor_close(&input);
    return code;
}

static int explain(const struct arguments *arguments, const struct gather_layout *from,
                   const struct gather_layout *to)
{
    struct gather_plan *plan = NULL;
    struct gather_error error = {0};
    struct gather_plan_description description;
    struct gather_op op = gather_relayout();
    enum gather_status status = gather_plan_create(&plan, &op, from, 1, to, NULL, &error);
    if (status != GATHER_STATUS_OK) {
        talk_failure(arguments->command->name, NULL, &error);
        return exit_of_status(status);
    }
    gather_plan_describe(plan, &description);
    gather_plan_destroy(plan);
    if (arguments_flag(arguments, "json"))
        explain_plan_json(from, to, &description, output_stdout());
    else
        explain_plan_text(from, to, &description, output_stdout());
    return EXIT_YES;
}

static int run(const struct arguments *arguments)
{
    struct gather_layout from, to;
    const char *target = arguments_value(arguments, "to");
    if (arguments->operands != 1)
        return arguments_misused(arguments->command, "one layout, or one file, is explained at a time", NULL);
    if (target == NULL)
        return arguments_misused(arguments->command, "a layout to move to is missing: --to LAYOUT", NULL);
    int code = get_source(arguments, &from);
    if (code == EXIT_YES)
        code = layout_text_get(arguments->command->name, target, &from, &to);
    return code == EXIT_YES ? explain(arguments, &from, &to) : code;
}

static const struct option options[] = {
    {'\0', "to", "LAYOUT", "the layout to move to: a whole one, or what stands behind the sizes"},
    {'\0', "layout", "LAYOUT", "what a file's bytes are: the same as @LAYOUT"},
    {'\0', "view", "T", "look at a file's elements as another type of the same width"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_explain = {
    .name = "explain",
    .summary = "say what moving from one layout to another takes",
    .operands = "LAYOUT | FILE[@LAYOUT] --to LAYOUT",
    .details = "Plans the way from one layout to another and says what the plan does: its loops, outermost\n"
               "first, with their steps in both; the block that one copy moves; the kernel and why it was\n"
               "chosen; how many bytes are read, written and filled as padding. Nothing is moved.\n",
    .examples = "  gather explain 'f32[1024,768]' --to F\n"
                "  gather explain 'f32[1024,768]' --to '{1,0:T(8,128)}'\n"
                "  gather explain a.npy --to '{0,1}'\n",
    .options = options,
    .run = run,
};
