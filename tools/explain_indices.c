/* SPDX-License-Identifier: Apache-2.0 */
/* What each world makes of indices: explain_indices.h says for whom. */
#include "explain_indices.h"

#include <stdio.h>
#include <string.h>

#include "axis_option.h"
#include "block_axis.h"
#include "exit_code.h"
#include "explain_got.h"
#include "explain_plan.h"
#include "indices.h"
#include "layout_operand.h"
#include "output.h"
#include "world_name.h"

struct work {
    const struct arguments *arguments;
    struct input_tensor input; /* of the data, where it is a file */
    struct indices indices;
    struct gather_take take;
    struct gather_explanation *explanation;
};

/* ---- what is asked ------------------------------------------------------------------------------- */

static int make_explanation(struct work *work)
{
    const char *dialect = arguments_value(work->arguments, "dialect");
    struct gather_error error = {0};
    int code = dialect != NULL ? world_names_judge(work->arguments, "--dialect", dialect) : EXIT_YES;
    if (code != EXIT_YES)
        return code;
    if (dialect != NULL && strcmp(dialect, "all") == 0)
        dialect = NULL;
    work->take.indices = work->indices.layout;
    work->take.values = work->indices.values;
    work->take.is_plain = work->indices.is_plain;
    code = world_versions_judge(work->arguments, dialect, &work->take);
    if (code != EXIT_YES)
        return code;
    enum gather_status status = gather_explanation_create(&work->explanation, &work->take, dialect, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(work->arguments->command->name, NULL, &error);
    return exit_of_status(status);
}

/* ---- what is told -------------------------------------------------------------------------------- */

/*
 * The operator whose plan is told: of the worlds asked the first that has one; numpy's where all are asked. name: receives
 * what it was asked for by, in GATHER_BEHAVIOUR_NAME_SIZE bytes.
 */
static const struct gather_behaviour *planned_world(const struct work *work, char *name)
{
    const char *names = arguments_value(work->arguments, "dialect");
    const struct gather_behaviour *behaviour = NULL;
    if (names == NULL)
        names = "all";
    while (behaviour == NULL && gather_names_next(&names, name, GATHER_BEHAVIOUR_NAME_SIZE))
        behaviour = gather_behaviour_find(strcmp(name, "all") == 0 ? "numpy" : name, true);
    return behaviour;
}

static int make_plan(const struct work *work, struct explained_plan *plan, char *name, size_t size)
{
    char asked[GATHER_BEHAVIOUR_NAME_SIZE];
    const struct gather_behaviour *world = planned_world(work, asked);
    struct gather_error error = {0};
    if (world == NULL)
        return arguments_misused(work->arguments->command, "the library has no operator of",
                                 arguments_value(work->arguments, "dialect"));
    (void)snprintf(name, size, "%s %s", world->dialect, world->op);
    *plan = (struct explained_plan){.operator_name = name, .input_count = 2};
    enum gather_status status =
        world_operator(world, asked, &work->take, &plan->op, plan->inputs, &plan->output, &error);
    if (status == GATHER_STATUS_OK)
        status = explain_plan_make(plan, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(work->arguments->command->name, name, &error);
    return exit_of_status(status);
}

static int tell_text(const struct work *work, const struct explained_plan *plan)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    struct gather_drawing drawing = output_drawing();
    drawing.utf8 = output_is_utf8(); /* nothing is drawn here, but the name of a file written */
    const char *got = arguments_value(work->arguments, "got");
    if (got != NULL) {
        gather_explanation_write_comparison(work->explanation, got, &drawing, &writer);
        gather_write_text(&writer, "\n");
    }
    gather_explanation_write(work->explanation, &drawing, &writer);
    if (arguments_flag(work->arguments, "shape")) {
        gather_write_text(&writer, "\n");
        gather_explanation_write_shape(work->explanation, &drawing, &writer);
    }
    if (plan != NULL) {
        gather_write_text(&writer, "\nplan of ");
        gather_write_text(&writer, plan->operator_name);
        gather_write_text(&writer, "\n");
        explain_plan_text(plan, writer.sink);
    }
    return EXIT_YES;
}

static int tell_json(const struct work *work, const struct explained_plan *plan)
{
    struct gather_json json = gather_json_to(output_stdout());
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", "gather.explain.indices/1");
    gather_explanation_write_json(work->explanation, &json);
    if (arguments_flag(work->arguments, "got"))
        gather_explanation_write_comparison_json(work->explanation, &json);
    if (plan != NULL) {
        gather_json_object(&json, "plan");
        explain_plan_json(plan, &json);
        gather_json_end(&json);
    }
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
    return EXIT_YES;
}

static int draw(const struct work *work, const char *data)
{
    const char *path = arguments_value(work->arguments, "svg"), *command = work->arguments->command->name;
    struct gather_memory drawing = {0};
    int code = EXIT_YES;
    enum gather_status status =
        gather_explanation_draw_svg(work->explanation, data, strlen(data), output_memory(&drawing));
    if (status != GATHER_STATUS_OK) {
        code = complain_of_memory(command);
    } else if (strcmp(path, "-") == 0) {
        struct gather_sink sink = output_stdout();
        (void)sink.write(sink.context, drawing.bytes, drawing.count); /* what fails is told at the end */
    } else {
        code = output_file_write(command, path, &drawing);
    }
    gather_memory_fini(&drawing);
    return code;
}

static int tell(const struct work *work, const char *data)
{
    struct explained_plan plan;
    char name[64];
    const char *svg = arguments_value(work->arguments, "svg");
    bool with_plan = arguments_flag(work->arguments, "plan");
    int code = with_plan ? make_plan(work, &plan, name, sizeof name) : EXIT_YES;
    if (code == EXIT_YES && svg != NULL)
        code = draw(work, data);
    if (code != EXIT_YES || (svg != NULL && strcmp(svg, "-") == 0))
        return code;
    if (arguments_flag(work->arguments, "json"))
        return tell_json(work, with_plan ? &plan : NULL);
    return tell_text(work, with_plan ? &plan : NULL);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static int check_options(const struct arguments *arguments)
{
    const char *svg = arguments_value(arguments, "svg");
    bool has_got = arguments_flag(arguments, "got"), to_stdout = svg != NULL && strcmp(svg, "-") == 0;
    if (!has_got && (arguments_flag(arguments, "rtol") || arguments_flag(arguments, "atol")))
        return arguments_misused(arguments->command, "a tolerance goes with --got", NULL);
    if (to_stdout && (has_got || arguments_flag(arguments, "json") || arguments_flag(arguments, "shape") ||
                      arguments_flag(arguments, "plan")))
        return arguments_misused(arguments->command, "--svg - leaves no room on stdout for anything else",
                                 NULL);
    return EXIT_YES;
}

static int compare(const struct work *work)
{
    struct gather_layout output;
    struct gather_error error = {0};
    if (!arguments_flag(work->arguments, "got"))
        return EXIT_YES;
    enum gather_status status = gather_take_output(&work->take, &output, &error);
    if (status != GATHER_STATUS_OK)
        return exit_of_status(status);
    return explain_got_compare(work->arguments, &work->input, &output, work->explanation);
}

int explain_indices(const struct arguments *arguments, const char *data)
{
    struct work work = {.arguments = arguments};
    int code = check_options(arguments);
    if (code == EXIT_YES)
        code = layout_operand_get(&work.input, arguments, data, &work.take.data);
    if (code == EXIT_YES)
        code = axis_option_get(arguments, &work.take.data, &work.take.axis);
    if (code == EXIT_YES)
        code = block_axis_judge(arguments, &work.input.tensor, work.take.axis);
    if (code == EXIT_YES)
        code = indices_read(&work.indices, arguments, arguments_value(arguments, "indices"));
    if (code == EXIT_YES)
        code = make_explanation(&work);
    if (code == EXIT_YES)
        code = compare(&work);
    if (code == EXIT_YES)
        code = tell(&work, data);
    if (code == EXIT_YES && arguments_flag(arguments, "got") &&
        gather_explanation_matches(work.explanation) == 0)
        code = EXIT_NO;
    gather_explanation_destroy(work.explanation);
    indices_fini(&work.indices);
    input_tensor_close(&work.input);
    return code;
}
