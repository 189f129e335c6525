/* SPDX-License-Identifier: Apache-2.0 */
/* Running a model: model_run.h says what with. */
#define _POSIX_C_SOURCE 200809L
#include "model_run.h"

#include <stdlib.h>
#include <string.h>

#include "block_axis.h"
#include "complaint.h"
#include "exit_code.h"
#include "input_stdin.h"
#include "memory_option.h"
#include "output.h"
#include "run_work.h"

/* ---- failing ------------------------------------------------------------------------------------- */

/* "m.onnx: Gather 'g'" */
static void blame(void *context, const struct gather_model_node *node)
{
    struct model_run *run = context;
    struct gather_writer writer = gather_writer_to(output_memory(&run->blamed));
    gather_write_text(&writer, run->path);
    gather_write_text(&writer, ": ");
    gather_write_text(&writer, node->type);
    gather_write_text(&writer, " '");
    gather_write_text(&writer, node->name);
    gather_write(&writer, "'", 2); /* with its end */
    if (writer.status != GATHER_STATUS_OK)
        run->blamed.count = 0;
}

static int fail(const struct model_run *run, const struct gather_error *error)
{
    talk_failure(run->arguments->command->name, run->blamed.count > 0 ? run->blamed.bytes : run->path, error);
    return exit_of_status((enum gather_status)error->status);
}

static void keep_file(void *context, const char *path)
{
    struct model_run *run = context;
    free(run->opened);
    run->opened = strdup(path);
    run->is_lost = run->opened == NULL;
}

/* ---- inputs -------------------------------------------------------------------------------------- */

static const char *input_name(const void *names, size_t k)
{
    struct gather_model_value value;
    return gather_model_input_at(names, k, &value) ? value.name : NULL;
}

/* "m.onnx has no input 'dta'; did you mean 'data'?" */
static int unknown_input(const struct model_run *run, const char *text)
{
    char name[128];
    const char *end = strchr(text, '=');
    size_t length = end != NULL ? (size_t)(end - text) : 0;
    if (end == NULL)
        return arguments_misused(run->arguments->command, "an input is NAME=FILE, not", text);
    length = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, text, length);
    name[length] = '\0';
    const char *nearest = nearest_name(name, input_name, run->model);
    talk_begin(run->arguments->command->name);
    talk_safe(run->path, strlen(run->path));
    talk(" has no input '");
    talk_safe(name, length);
    talk(nearest != NULL ? "'; did you mean '" : "'; it has");
    talk_safe(nearest != NULL ? nearest : "", nearest != NULL ? strlen(nearest) : 0);
    for (size_t k = 0; nearest == NULL && input_name(run->model, k) != NULL; k++) {
        talk(k > 0 ? ", '" : " '");
        talk_safe(input_name(run->model, k), strlen(input_name(run->model, k)));
        talk("'");
    }
    talk(nearest != NULL ? "'?\n" : input_name(run->model, 0) == NULL ? " none\n" : "\n");
    return EXIT_LIBRARY;
}

/* The input that NAME=FILE names, and where the FILE begins. A name may hold a '=' itself: the longest one counts. */
static const char *find_input(const struct model_run *run, const char *text, const char **file)
{
    const char *found = NULL, *name;
    for (size_t k = 0; (name = input_name(run->model, k)) != NULL; k++) {
        size_t length = strlen(name);
        if (strncmp(text, name, length) != 0 || text[length] != '=' ||
            (found != NULL && length <= strlen(found)))
            continue;
        found = name;
        *file = text + length + 1;
    }
    return found;
}

/* Numbers without a type or a shape of their own are i32 where the model says so.. */
static int take_type(const struct model_run *run, const char *text, struct gather_model_operand *operand)
{
    if (run_narrow_list(&operand->layout, &operand->buffer))
        return EXIT_YES;
    return arguments_misused(run->arguments->command,
                             "this input of the model is i32, and a number does not fit:", text);
}

/* .. and a row, or one number, of as many dimensions as it says. */
static int take_rank(const struct gather_layout *told, struct gather_model_operand *operand)
{
    int64_t sizes[GATHER_MAX_RANK], count = operand->layout.sizes[0];
    for (int32_t d = 0; d < told->rank; d++)
        sizes[d] = 1;
    if (told->rank > 0)
        sizes[told->rank - 1] = count;
    return told->rank > 0 || count == 1
               ? exit_of_status(
                     gather_layout_init(&operand->layout, operand->layout.dtype, told->rank, sizes, NULL))
               : EXIT_YES;
}

static int fit_list(const struct model_run *run, const char *text, struct gather_model_operand *operand)
{
    struct gather_model_value told = {.name = NULL};
    int code = EXIT_YES;
    for (size_t k = 0; gather_model_input_at(run->model, k, &told) && told.name != operand->name; k++)
        ;
    if (told.layout.dtype == GATHER_DTYPE_I32 && operand->layout.dtype == GATHER_DTYPE_I64)
        code = take_type(run, text, operand);
    return code == EXIT_YES && told.is_known ? take_rank(&told.layout, operand) : code;
}

static int add_input(struct model_run *run, const char *text)
{
    const char *file, *name = find_input(run, text, &file);
    if (name == NULL)
        return unknown_input(run, text);
    for (size_t k = 0; k < run->input_count; k++)
        if (run->inputs[k].name == name) /* both are the model's own */
            return arguments_misused(run->arguments->command, "this input is given already:", text);
    struct gather_model_operand *operand = &run->inputs[run->input_count];
    operand->name = name;
    struct input_tensor *input = &run->files[run->input_count++];
    int code = run_read_tensor(input, run->arguments, file, &run->held, &operand->layout, &operand->buffer);
    if (code == EXIT_YES)
        code = block_axis_judge_whole(run->arguments, input, "a model's input");
    return code == EXIT_YES && run_is_listed(file) ? fit_list(run, text, operand) : code;
}

static int read_inputs(struct model_run *run)
{
    const struct arguments *arguments = run->arguments;
    int code = EXIT_YES;
    run->files = calloc(arguments->count + 1, sizeof *run->files);
    run->inputs = calloc(arguments->count + 1, sizeof *run->inputs);
    if (run->files == NULL || run->inputs == NULL)
        return complain_of_memory(arguments->command->name);
    for (size_t k = 0; k < arguments->count && code == EXIT_YES; k++)
        if (argument_is(&arguments->list[k], "input"))
            code = add_input(run, arguments->list[k].value);
    return code;
}

/* ---- outputs ------------------------------------------------------------------------------------- */

static int choose_outputs(struct model_run *run)
{
    struct gather_model_value value;
    size_t count = 0;
    while (gather_model_output_at(run->model, count, &value))
        count++;
    run->outputs = calloc(count + 1, sizeof *run->outputs);
    bool *is_wanted = calloc(count + 1, sizeof *is_wanted);
    int code = run->outputs != NULL && is_wanted != NULL ? model_result_choose(run, is_wanted)
                                                         : complain_of_memory(run->arguments->command->name);
    for (size_t k = 0; k < count && code == EXIT_YES; k++)
        if (is_wanted[k] && gather_model_output_at(run->model, k, &value))
            run->outputs[run->output_count++].name = value.name;
    free(is_wanted);
    return code;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static int open_model(struct model_run *run)
{
    struct gather_error error = {0};
    struct gather_model_options options = {.size = sizeof options,
                                           .no_links = arguments_flag(run->arguments, "no-links"),
                                           .blames = blame,
                                           .context = run,
                                           .opening = keep_file};
    int code = memory_option_allowed(run->arguments, &options.memory);
    if (code != EXIT_YES)
        return code;
    enum gather_status status = input_stdin_or_model(&run->model, run->path, &options, &error);
    if (status == GATHER_STATUS_OK)
        return EXIT_YES;
    if (run->is_lost)
        complaint_lose();
    if (error.part < 0 || run->opened == NULL)
        return fail(run, &error);
    talk_failure_in(run->arguments->command->name, run->path, run->opened, &error);
    return exit_of_status(status);
}

/* What is given for an input. Returns: NULL for nothing. */
static const struct gather_model_operand *given_for(const struct model_run *run, const char *name)
{
    for (size_t k = 0; k < run->input_count; k++)
        if (run->inputs[k].name == name) /* both are the model's own */
            return &run->inputs[k];
    return NULL;
}

/* The input that an error is about, which holds its number. */
static bool find_wrong_input(const struct model_run *run, const struct gather_error *error,
                             struct gather_model_value *input)
{
    return error->operand != NULL && strcmp(error->operand, "input") == 0 && error->part >= 0 &&
           gather_model_input_at(run->model, (size_t)error->part, input);
}

/* "i64[2,?]"; of a type alone "i64 of any shape" */
static void talk_shape(const struct gather_layout *layout, bool is_known)
{
    char name[32];
    struct gather_writer talker = gather_writer_to(output_stderr());
    gather_dtype_name(layout->dtype, GATHER_WORLD_OWN, name, sizeof name);
    talk(name);
    talk(is_known ? "[" : " of any shape");
    for (int32_t d = 0; is_known && d < layout->rank; d++) {
        talk(d > 0 ? "," : "");
        if (layout->sizes[d] == GATHER_SIZE_UNKNOWN)
            talk("?");
        else
            gather_write_integer(&talker, layout->sizes[d]);
    }
    talk(is_known ? "]" : "");
}

/* "m.onnx: input 'ids' is i64[2,?], and i32[4] is given" */
static int complain_of_input(const struct model_run *run, const struct gather_model_value *input,
                             const struct gather_model_operand *given, enum gather_status status)
{
    talk_begin(run->arguments->command->name);
    talk_safe(run->path, strlen(run->path));
    talk(": input '");
    talk_safe(input->name, strlen(input->name));
    talk("' is ");
    talk_shape(&input->layout, input->is_known);
    talk(", and ");
    talk_shape(&given->layout, true);
    talk(" is given\n");
    return exit_of_status(status);
}

/* "m.onnx: input 'ids' is not given: -i ids=FILE" */
static int missing_input(const struct model_run *run, const char *name)
{
    talk_begin(run->arguments->command->name);
    talk_safe(run->path, strlen(run->path));
    talk(": input '");
    talk_safe(name, strlen(name));
    talk("' is not given: -i ");
    talk_safe(name, strlen(name));
    talk("=FILE\n");
    return EXIT_USAGE;
}

static int run_model(struct model_run *run)
{
    struct gather_error error = {0};
    enum gather_status status =
        gather_model_run(run->model, run->inputs, run->input_count, run->outputs, run->output_count, &error);
    struct gather_model_value input;
    if (status == GATHER_STATUS_OK)
        return EXIT_YES;
    if (run->blamed.count > 0 || !find_wrong_input(run, &error, &input))
        return fail(run, &error);
    const struct gather_model_operand *given = given_for(run, input.name);
    return given == NULL ? missing_input(run, input.name) : complain_of_input(run, &input, given, status);
}

static void end(struct model_run *run)
{
    for (size_t k = 0; run->files != NULL && k < run->input_count; k++) {
        input_tensor_close(&run->files[k]);
        free(run->inputs[k].buffer.data);
    }
    for (size_t k = 0; k < run->output_count; k++)
        gather_model_operand_free(&run->outputs[k]);
    free(run->files);
    free(run->inputs);
    free(run->outputs);
    free(run->opened);
    gather_memory_fini(&run->blamed);
    gather_model_close(run->model);
}

int model_run(const struct arguments *arguments, const char *path)
{
    struct model_run run = {.arguments = arguments, .path = path};
    int code = open_model(&run);
    if (code == EXIT_YES)
        code = choose_outputs(&run);
    if (code == EXIT_YES)
        code = read_inputs(&run);
    if (code == EXIT_YES)
        code = run_model(&run);
    if (code == EXIT_YES)
        code = model_result_make(&run);
    end(&run);
    return code;
}
