/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a model gives, to where it is wanted: `-o NAME=FILE` for one output, `-o FILE` for the only one, or for all
 * of them where the file holds several; without `-o` it is printed.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "exit_code.h"
#include "layout_text.h"
#include "model_run.h"
#include "output.h"
#include "output_set.h"
#include "output_tensor.h"
#include "print_values.h"
#include "tensor_values.h"

/* ---- choosing ------------------------------------------------------------------------------------ */

/* The output that NAME=FILE names; NULL if the text is a FILE alone. */
static const char *find_output(const struct model_run *run, const char *text, size_t *number)
{
    struct gather_model_value value;
    const char *found = NULL;
    for (size_t k = 0; gather_model_output_at(run->model, k, &value); k++) {
        size_t length = strlen(value.name);
        if (strncmp(text, value.name, length) != 0 || text[length] != '=' ||
            (found != NULL && length <= strlen(found)))
            continue;
        found = value.name;
        *number = k;
    }
    return found;
}

/* "m.onnx has no output 'z'; it has 'y'". */
static int unknown_output(const struct model_run *run, const char *text)
{
    struct gather_model_value value;
    talk_begin(run->arguments->command->name);
    talk_safe(run->path, strlen(run->path));
    talk(" has no output '");
    talk_safe(text, (size_t)(strchr(text, '=') - text));
    talk("'; it has");
    for (size_t k = 0; gather_model_output_at(run->model, k, &value); k++) {
        talk(k > 0 ? ", '" : " '");
        talk_safe(value.name, strlen(value.name));
        talk("'");
    }
    talk("\n");
    return EXIT_LIBRARY;
}

/* Whether what stands before a '=' is meant for a name: a path with one has a '/' before it. */
static bool looks_named(const char *text)
{
    const char *end = strchr(text, '='), *slash = strchr(text, '/');
    return end != NULL && (slash == NULL || slash > end);
}

/* The FILE[@LAYOUT] of an `-o`; number: of the output that it names, left alone if it names none. */
static const char *file_of(const struct model_run *run, const char *text, size_t *number)
{
    const char *name = find_output(run, text, number);
    return name != NULL ? text + strlen(name) + 1 : text;
}

/* The file of an `-o`, before its output is made: an '@' begins a layout or not by the rank alone. Owned by the caller. */
static char *path_of(const struct model_run *run, const char *text)
{
    size_t number = 0;
    const char *file = file_of(run, text, &number);
    struct gather_model_value value;
    struct gather_layout known;
    int64_t ones[GATHER_MAX_RANK];
    for (int32_t d = 0; d < GATHER_MAX_RANK; d++)
        ones[d] = 1;
    bool is_known = gather_model_output_at(run->model, number, &value) && value.is_known;
    if (gather_layout_init(&known, GATHER_DTYPE_U8, is_known ? value.layout.rank : 0, ones, NULL) !=
        GATHER_STATUS_OK)
        return NULL;
    return output_operand_path(file, &known);
}

/* Where a file will be; stdout is a place of its own. */
static char *place_of(const char *path)
{
    return output_is_stdout(path) ? strdup("-") : output_file_place(path);
}

/* Whether a place is the other one, or in the folder there. */
static bool is_within(const char *place, const char *other)
{
    size_t length = strlen(other);
    return strncmp(place, other, length) == 0 && (place[length] == '\0' || place[length] == '/');
}

static bool meets(char *const *places, size_t count, const char *place)
{
    for (size_t k = 0; k < count && place != NULL; k++)
        if (places[k] != NULL && (is_within(place, places[k]) || is_within(places[k], place)))
            return true;
    return false;
}

/* Each file, and a folder with all in it, holds what one `-o` says: the next one would write over it. */
static int judge_paths(const struct model_run *run)
{
    const struct arguments *arguments = run->arguments;
    char **places = calloc(arguments->count + 1, sizeof *places);
    size_t count = 0, number;
    int code = places != NULL ? EXIT_YES : complain_of_memory(arguments->command->name);
    for (size_t k = 0; k < arguments->count && code == EXIT_YES; k++) {
        if (!argument_is(&arguments->list[k], "output"))
            continue;
        code = output_operand_judge(arguments, file_of(run, arguments->list[k].value, &number));
        char *path = code == EXIT_YES ? path_of(run, arguments->list[k].value) : NULL;
        places[count] = path != NULL ? place_of(path) : NULL;
        free(path);
        if (code == EXIT_YES && meets(places, count, places[count]))
            code = arguments_misused(arguments->command, "a file is written once, so not again by -o",
                                     arguments->list[k].value);
        count++;
    }
    while (count > 0)
        free(places[--count]);
    free(places);
    return code;
}

int model_result_choose(const struct model_run *run, bool *is_wanted)
{
    const struct arguments *arguments = run->arguments;
    struct gather_model_value value;
    bool all = true, named = false;
    for (size_t k = 0, number; k < arguments->count; k++)
        if (argument_is(&arguments->list[k], "output")) {
            bool is_named = find_output(run, arguments->list[k].value, &number) != NULL;
            if (!is_named && looks_named(arguments->list[k].value))
                return unknown_output(run, arguments->list[k].value);
            if (is_named)
                is_wanted[number] = named = true;
            if (!is_named && !all)
                return arguments_misused(arguments->command, "another output is NAME=FILE, not",
                                         arguments->list[k].value);
            all = is_named && all;
        }
    for (size_t k = 0; (!named || !all) && gather_model_output_at(run->model, k, &value); k++)
        is_wanted[k] = true;
    return judge_paths(run);
}

/* ---- into files ---------------------------------------------------------------------------------- */

static int fail(const struct model_run *run, const struct gather_error *error)
{
    talk_failure(run->arguments->command->name, run->path, error);
    return exit_of_status((enum gather_status)error->status);
}

static int fill_one(const struct model_run *run, struct output_set *set, size_t k,
                    const struct gather_model_operand *output)
{
    struct gather_buffer buffer;
    struct gather_error error = {0};
    struct gather_op move = gather_relayout();
    int code = output_set_open(set, k, &buffer);
    if (code != EXIT_YES)
        return code;
    if (gather_once(&move, &output->layout, &output->buffer, 1, &set->tensors[k].layout, buffer, NULL,
                    &error) != GATHER_STATUS_OK)
        return fail(run, &error);
    return output_set_close(set);
}

static int fill_all(const struct model_run *run, struct output_set *set,
                    const struct gather_model_operand *outputs)
{
    int code = output_set_begin(set);
    for (size_t k = 0; k < set->count && code == EXIT_YES; k++)
        code = fill_one(run, set, k, &outputs[k]);
    return code == EXIT_YES ? output_set_commit(set) : code;
}

static void tell_file(const struct output_set *set, struct gather_json *json)
{
    for (size_t k = 0; json != NULL && k < set->count; k++) {
        const struct gather_tensor *tensor = &set->tensors[k];
        gather_json_object(json, NULL);
        gather_json_string(json, "name", tensor->name, strlen(tensor->name));
        gather_json_string(json, "file", set->path, strlen(set->path));
        gather_json_text(json, "format", output_format_name(set->format));
        layout_text_json(&tensor->layout, json);
        gather_json_integer(json, "offset", tensor->offset);
        gather_json_integer(json, "bytes", tensor->bytes);
        gather_json_end(json);
    }
}

/* text: FILE[@LAYOUT]. json: NULL for no telling. */
static int write_file(const struct model_run *run, const char *text,
                      const struct gather_model_operand *outputs, size_t count, struct gather_json *json)
{
    bool has_layout;
    struct gather_tensor *tensors = calloc(count + 1, sizeof *tensors);
    struct output_set set = {.command = run->arguments->command->name, .tensors = tensors, .count = count};
    if (tensors == NULL)
        return complain_of_memory(set.command);
    for (size_t k = 0; k < count; k++) {
        tensors[k].name = outputs[k].name;
        tensors[k].layout = outputs[k].layout;
    }
    int code = output_operand_read(run->arguments, text, &outputs->layout, &set.path, &set.format,
                                   &tensors->layout, &has_layout);
    if (code == EXIT_YES && count > 1 && (has_layout || !output_format_holds_several(set.format)))
        code = arguments_misused(run->arguments->command,
                                 "there are several outputs; name one, as in NAME=FILE, not", text);
    if (code == EXIT_YES)
        code = fill_all(run, &set, outputs);
    if (code == EXIT_YES)
        tell_file(&set, json);
    output_set_end(&set);
    free(tensors);
    return code;
}

static int write_files(const struct model_run *run, struct gather_json *json)
{
    const struct arguments *arguments = run->arguments;
    int code = EXIT_YES;
    for (size_t k = 0, number; k < arguments->count && code == EXIT_YES; k++) {
        const char *text = arguments->list[k].value;
        if (!argument_is(&arguments->list[k], "output"))
            continue;
        const char *name = find_output(run, text, &number);
        if (name == NULL) {
            code = write_file(run, text, run->outputs, run->output_count, json);
            continue;
        }
        for (size_t n = 0; n < run->output_count && code == EXIT_YES; n++)
            if (strcmp(run->outputs[n].name, name) == 0) {
                code = write_file(run, text + strlen(name) + 1, &run->outputs[n], 1, json);
                break;
            }
    }
    return code;
}

/* ---- printed ------------------------------------------------------------------------------------- */

/* "y: " before a tensor where there are several. */
static void print_name(const struct model_run *run, const char *name, struct gather_writer *writer)
{
    if (run->output_count == 1)
        return;
    output_write_safe(writer, name);
    gather_write_text(writer, ": ");
}

static void show(const struct model_run *run, const struct gather_model_operand *output,
                 const struct gather_layout *page, const void *values, struct gather_json *json)
{
    if (json != NULL) {
        gather_json_object(json, NULL);
        gather_json_string(json, "name", output->name, strlen(output->name));
        print_values_json(page, values, json);
        gather_json_end(json);
        return;
    }
    struct gather_writer writer = gather_writer_to(output_stdout());
    struct gather_drawing drawing = output_drawing();
    print_name(run, output->name, &writer);
    print_values(page, values, &drawing, &writer);
}

/* An element below a byte in a byte of its own. */
static int print_output(const struct model_run *run, const struct gather_model_operand *output,
                        struct gather_json *json)
{
    struct gather_error error = {0};
    struct gather_op move = gather_relayout();
    struct gather_layout page = tensor_values_layout(&output->layout);
    struct gather_buffer buffer = {NULL, (uint64_t)gather_layout_bytes(&page)};
    int code = EXIT_YES;
    if (page.cell_bits == output->layout.cell_bits) {
        show(run, output, &page, output->buffer.data, json);
        return EXIT_YES;
    }
    buffer.data = malloc((size_t)buffer.bytes + 1);
    if (buffer.data == NULL)
        return complain_of_memory(run->arguments->command->name);
    if (gather_once(&move, &output->layout, &output->buffer, 1, &page, buffer, NULL, &error) !=
        GATHER_STATUS_OK)
        code = fail(run, &error);
    else
        show(run, output, &page, buffer.data, json);
    free(buffer.data);
    return code;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

int model_result_make(const struct model_run *run)
{
    bool to_files = arguments_value(run->arguments, "output") != NULL;
    struct gather_json json = gather_json_to(output_stdout());
    struct gather_json *telling = arguments_flag(run->arguments, "json") ? &json : NULL;
    int code = EXIT_YES;
    if (telling != NULL) {
        gather_json_object(telling, NULL);
        gather_json_text(telling, "schema", "gather.run/1");
        gather_json_array(telling, "outputs");
    }
    if (to_files)
        code = write_files(run, telling);
    for (size_t k = 0; !to_files && k < run->output_count && code == EXIT_YES; k++)
        code = print_output(run, &run->outputs[k], telling);
    if (telling != NULL) {
        gather_json_end(telling);
        complaint_write_json(telling, code);
        gather_json_end(telling);
        gather_write_text(&telling->writer, "\n");
    }
    return code;
}
