/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an operator gives: result.h says where it goes. An operator whose result has other sizes than people want to
 * see (DirectML's leading ones) is run into memory first, and moved from there.
 */
#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "layout_text.h"
#include "output.h"
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
    struct gather_error error = {0};
    enum gather_status status = gather_once(result->op, result->layouts, result->inputs, result->input_count,
                                            layout, buffer, NULL, &error);
    return status == GATHER_STATUS_OK ? EXIT_YES : fail(result, &error);
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

static void tell_values(const struct result *result, const struct gather_layout *shown, const void *values)
{
    if (arguments_flag(result->arguments, "json")) {
        struct gather_json json = gather_json_to(output_stdout());
        begin_json(result, &json);
        print_values_json(shown, values, &json);
        end_json(&json);
    } else {
        struct gather_writer writer = gather_writer_to(output_stdout());
        struct gather_drawing drawing = output_drawing();
        print_values(shown, values, &drawing, &writer);
    }
}

static void tell_file(const struct result *result, const struct output_tensor *output)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    struct gather_json json = gather_json_to(output_stdout());
    if (!arguments_flag(result->arguments, "json"))
        return;
    begin_json(result, &json);
    layout_text_print(&output->tensor.layout, text);
    gather_json_string(&json, "file", output->path, strlen(output->path));
    gather_json_text(&json, "format", gather_file_format_name(output->format));
    gather_json_text(&json, "layout", text);
    gather_json_integer(&json, "offset", output->tensor.offset);
    gather_json_integer(&json, "bytes", output->tensor.bytes);
    gather_json_integer(&json, "elements", gather_layout_elements(&output->tensor.layout));
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

static int run_into_file(const struct result *result, struct output_tensor *output)
{
    struct gather_buffer buffer;
    int code = output_tensor_begin(output, &buffer);
    if (code == EXIT_YES)
        code = result->shown != NULL ? run_and_move(result, &output->tensor.layout, buffer)
                                     : run_into(result, &output->tensor.layout, buffer);
    if (code == EXIT_YES)
        code = output_tensor_commit(output);
    if (code == EXIT_YES)
        tell_file(result, output);
    return code;
}

int result_make(struct result *result)
{
    const char *command = result->arguments->command->name,
               *text = arguments_value(result->arguments, "output");
    const struct gather_layout *shown = result->shown != NULL ? result->shown : &result->layout;
    struct output_tensor output;
    if (text != NULL && strcmp(text, "-") == 0)
        return arguments_misused(result->arguments->command, "it is written in any order, so not to", "-");
    if (text != NULL) {
        int code = output_tensor_choose(&output, command, text, shown);
        if (code == EXIT_YES)
            code = run_into_file(result, &output);
        output_tensor_end(&output);
        return code;
    }
    void *values = NULL;
    struct gather_layout whole = in_bytes(&result->layout), page = in_bytes(shown);
    int code = run_into_memory(result, &whole, &values);
    if (code == EXIT_YES)
        tell_values(result, &page, values);
    free(values);
    return code;
}
