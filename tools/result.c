/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an operator gives: result.h says where it goes. An operator whose result has other sizes than people want to
 * see (DirectML's leading ones) is run into memory first, and moved from there.
 */
#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "exit_code.h"
#include "layout_text.h"
#include "left_out.h"
#include "long_run.h"
#include "output.h"
#include "output_set.h"
#include "output_tensor.h"
#include "print_values.h"

static int fail(const struct result *result, const struct gather_error *error)
{
    talk_failure(result->arguments->command->name, NULL, error);
    return exit_of_status((enum gather_status)error->status);
}

/* Runs the operator into a buffer of a layout. */
static int run_into(const struct result *result, const struct gather_layout *layout,
                    struct gather_buffer buffer)
{
    if (result->make != NULL)
        return result->make(result->context, layout, buffer);
    return long_run(result->arguments->command->name, result->op, result->layouts, result->inputs,
                    result->input_count, layout, buffer);
}

/* ---- into memory --------------------------------------------------------------------------------- */

/* Dense, with elements below a byte in bytes of their own. */
static struct gather_layout in_bytes(const struct gather_layout *layout)
{
    struct gather_layout made = *layout;
    made.cell_bits = made.cell_bits < 8 ? 8 : made.cell_bits;
    return made;
}

/* `skip` leaves what was there, which is then nothing: zeros. */
static int run_into_memory(const struct result *result, const struct gather_layout *layout, void **values)
{
    struct gather_buffer buffer = {NULL, (uint64_t)gather_layout_bytes(layout)};
    *values = buffer.data = calloc((size_t)buffer.bytes + 1, 1);
    if (buffer.data == NULL)
        return complain_of_memory(result->arguments->command->name);
    return run_into(result, layout, buffer);
}

/* ---- telling ------------------------------------------------------------------------------------- */

static void begin_json(const struct result *result, struct gather_json *json)
{
    char schema[32];
    (void)snprintf(schema, sizeof schema, "gather.%s/1", result->arguments->command->name);
    gather_json_object(json, NULL);
    gather_json_text(json, "schema", schema);
}

static void end_json(struct gather_json *json)
{
    gather_json_end(json);
    gather_write_text(&json->writer, "\n");
}

/* name: said before them; NULL for none. */
static void show_values(const char *name, const struct gather_layout *shown, const void *values)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    struct gather_drawing drawing = output_drawing();
    if (name != NULL) {
        output_write_safe(&writer, name);
        gather_write_text(&writer, ": ");
    }
    print_values(shown, values, &drawing, &writer);
}

/* Makes a result in memory, and shows it, to people by a name, NULL for none; json: in there, NULL for people. */
static int tell_values(const struct result *result, const char *name, struct gather_json *json)
{
    void *values = NULL;
    const struct gather_layout *shown = result->shown != NULL ? result->shown : &result->layout;
    struct gather_layout whole = in_bytes(&result->layout), page = in_bytes(shown);
    int code = run_into_memory(result, &whole, &values);
    if (code == EXIT_YES && json != NULL)
        print_values_json(&page, values, json);
    else if (code == EXIT_YES)
        show_values(name, &page, values);
    free(values);
    return code;
}

/* One result is members of the object itself, several are in a list with their names. */
static int tell_all(const struct result *results, size_t count)
{
    int code = EXIT_YES;
    bool wants_json = arguments_flag(results->arguments, "json");
    struct gather_json json = gather_json_to(output_stdout());
    for (size_t k = 0; k < count && code == EXIT_YES && !wants_json; k++)
        code = tell_values(&results[k], count > 1 ? results[k].name : NULL, NULL);
    if (!wants_json)
        return code;
    begin_json(results, &json);
    if (count > 1)
        gather_json_array(&json, "tensors");
    for (size_t k = 0; k < count && code == EXIT_YES; k++) {
        if (count > 1) {
            gather_json_object(&json, NULL);
            gather_json_string(&json, "name", results[k].name, strlen(results[k].name));
        }
        code = tell_values(&results[k], NULL, &json);
        if (count > 1)
            gather_json_end(&json);
    }
    if (count > 1)
        gather_json_end(&json);
    left_out_write_json(results->arguments, &json);
    complaint_write_json(&json, code);
    end_json(&json);
    return code;
}

static void tell_tensor(struct gather_json *json, const struct gather_tensor *tensor)
{
    layout_text_json(&tensor->layout, json);
    gather_json_integer(json, "offset", tensor->offset);
    gather_json_integer(json, "bytes", tensor->bytes);
    gather_json_integer(json, "elements", gather_layout_elements(&tensor->layout));
}

static void tell_file(const struct result *result, const struct output_set *output)
{
    struct gather_json json = gather_json_to(output_stdout());
    begin_json(result, &json);
    gather_json_string(&json, "file", output->path, strlen(output->path));
    gather_json_text(&json, "format", output_format_name(output->format));
    if (output->count == 1) {
        tell_tensor(&json, output->tensors);
        left_out_write_json(result->arguments, &json);
        end_json(&json);
        return;
    }
    gather_json_array(&json, "tensors");
    for (size_t k = 0; k < output->count; k++) {
        gather_json_object(&json, NULL);
        gather_json_string(&json, "name", output->tensors[k].name, strlen(output->tensors[k].name));
        tell_tensor(&json, &output->tensors[k]);
        gather_json_end(&json);
    }
    gather_json_end(&json);
    left_out_write_json(result->arguments, &json);
    end_json(&json);
}

/* ---- into a file --------------------------------------------------------------------------------- */

/* The result of other sizes than the file's: the same elements in row-major order. */
static int run_and_move(const struct result *result, const struct gather_layout *layout,
                        struct gather_buffer buffer)
{
    void *values = NULL;
    struct gather_error error = {0};
    struct gather_op move = gather_relayout();
    int code = run_into_memory(result, &result->layout, &values);
    struct gather_buffer from = {values, (uint64_t)gather_layout_bytes(&result->layout)};
    if (code == EXIT_YES &&
        gather_once(&move, result->shown, &from, 1, layout, buffer, NULL, &error) != GATHER_STATUS_OK)
        code = fail(result, &error);
    free(values);
    return code;
}

static int make_file(const struct result *results, struct output_set *output)
{
    int code = output_set_begin(output);
    for (size_t k = 0; k < output->count && code == EXIT_YES; k++) {
        const struct result *result = &results[k];
        const struct gather_layout *layout = &output->tensors[k].layout;
        struct gather_buffer buffer;
        code = output_set_open(output, k, &buffer);
        if (code == EXIT_YES)
            code = result->shown != NULL ? run_and_move(result, layout, buffer)
                                         : run_into(result, layout, buffer);
        if (code == EXIT_YES)
            code = output_set_close(output);
    }
    return code == EXIT_YES ? output_set_commit(output) : code;
}

/* text: FILE[@LAYOUT], row-major without a layout, which is one tensor's. */
static int write_file(const struct result *results, size_t count, const char *text)
{
    bool has_layout = false;
    struct gather_layout given;
    const char *command = results->arguments->command->name;
    struct gather_tensor *tensors = calloc(count, sizeof *tensors);
    struct output_set output = {.command = command, .tensors = tensors, .count = count};
    if (tensors == NULL)
        return complain_of_memory(command);
    for (size_t k = 0; k < count; k++) {
        tensors[k].name = results[k].name != NULL ? results[k].name : "";
        tensors[k].layout = results[k].shown != NULL ? *results[k].shown : results[k].layout;
    }
    int code = output_operand_read(results->arguments, text, &tensors->layout, &output.path, &output.format,
                                   &given, &has_layout);
    if (code == EXIT_YES && has_layout && count > 1)
        code = arguments_misused(results->arguments->command,
                                 "a layout is for one tensor, not for several:", text);
    if (has_layout)
        tensors->layout = given;
    if (code == EXIT_YES)
        code = make_file(results, &output);
    if (code == EXIT_YES && arguments_flag(results->arguments, "json"))
        tell_file(results, &output);
    output_set_end(&output);
    free(tensors);
    return code;
}

int result_make(const struct result *results, size_t count)
{
    const char *text = arguments_value(results->arguments, "output");
    return text != NULL ? write_file(results, count, text) : tell_all(results, count);
}
