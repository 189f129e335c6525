/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors and slices of them: take_parts.h says for whom. Of what is printed only the corners are read. */
#include "take_parts.h"

#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "corners.h"
#include "exit_code.h"
#include "left_out.h"
#include "output.h"
#include "output_tensor.h"
#include "print_values.h"
#include "slice.h"
#include "tensor_list.h"
#include "tensor_values.h"
#include "transfer.h"

struct parts {
    const struct arguments *arguments;
    struct tensor_list list;
    struct gather_tensor *outputs; /* owned */
};

static int slice_all(struct parts *parts)
{
    const char *slice = arguments_value(parts->arguments, "slice");
    int code = EXIT_YES;
    for (size_t k = 0; k < parts->list.count && slice != NULL && code == EXIT_YES; k++)
        code = slice_tensor(parts->arguments, slice, &parts->list.tensors[k]);
    return code;
}

/* The k-th of them, as the one of a file. */
static struct input_tensor part_of(const struct parts *parts, size_t k)
{
    struct input_tensor part = parts->list.input;
    part.tensor = parts->list.tensors[k];
    return part;
}

/* ---- printed ------------------------------------------------------------------------------------- */

static int print_part(const struct parts *parts, size_t k)
{
    struct corners corners;
    struct input_tensor part = part_of(parts, k);
    struct gather_writer writer = gather_writer_to(output_stdout());
    struct gather_drawing drawing = output_drawing();
    int code = corners_read(&corners, &part, parts->arguments->command->name);
    if (code == EXIT_YES && parts->list.count > 1) {
        output_write_safe(&writer, part.tensor.name);
        gather_write_text(&writer, ": ");
    }
    if (code == EXIT_YES)
        print_corners(&part.tensor.layout, &corners.layout, corners.values, &drawing, &writer);
    corners_fini(&corners);
    return code;
}

static int tell_part(const struct parts *parts, size_t k, struct gather_json *json)
{
    void *values = NULL;
    struct gather_layout layout;
    struct input_tensor part = part_of(parts, k);
    int code = tensor_values_read(&part, parts->arguments->command->name, &layout, &values);
    if (code == EXIT_YES)
        print_values_json(&layout, values, json);
    free(values);
    return code;
}

/* One tensor is members of the object itself, several are in a list with their names. */
static int tell_parts(const struct parts *parts)
{
    int code = EXIT_YES;
    struct gather_json json = gather_json_to(output_stdout());
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", "gather.take/1");
    if (parts->list.count == 1) {
        code = tell_part(parts, 0, &json);
    } else {
        gather_json_array(&json, "tensors");
        for (size_t k = 0; k < parts->list.count && code == EXIT_YES; k++) {
            const char *name = parts->list.tensors[k].name;
            gather_json_object(&json, NULL);
            gather_json_string(&json, "name", name, strlen(name));
            code = tell_part(parts, k, &json);
            gather_json_end(&json);
        }
        gather_json_end(&json);
    }
    left_out_write_json(parts->arguments, &json);
    complaint_write_json(&json, code);
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
    return code;
}

static int show_parts(const struct parts *parts)
{
    int code = EXIT_YES;
    if (arguments_flag(parts->arguments, "json"))
        return tell_parts(parts);
    for (size_t k = 0; k < parts->list.count && code == EXIT_YES; k++)
        code = print_part(parts, k);
    return code;
}

/* ---- written ------------------------------------------------------------------------------------- */

/* Dense and row-major, but where the output's text says something else of the one tensor. */
static int lay_outputs(struct parts *parts, const char *text, struct output_set *output)
{
    bool has_layout = false;
    struct gather_error error = {0};
    struct gather_layout given;
    const struct tensor_list *list = &parts->list;
    enum gather_status status = GATHER_STATUS_OK;
    int code = output_operand_read(parts->arguments, text, &list->tensors[0].layout, &output->path,
                                   &output->format, &given, &has_layout);
    if (code == EXIT_YES && has_layout && list->count > 1)
        code = arguments_misused(parts->arguments->command,
                                 "a layout is for one tensor, not for several:", text);
    for (size_t k = 0; k < list->count && code == EXIT_YES; k++) {
        const struct gather_layout *from = &list->tensors[k].layout;
        struct gather_layout *to = &parts->outputs[k].layout;
        parts->outputs[k].name = list->tensors[k].name;
        *to = given;
        if (!has_layout)
            status = gather_layout_init(to, from->dtype, from->rank, from->sizes, &error);
        if (status != GATHER_STATUS_OK)
            talk_failure(parts->arguments->command->name, output->path, &error);
        code = exit_of_status(status);
    }
    return code;
}

static int write_parts(struct parts *parts, const char *text)
{
    struct gather_json json = gather_json_to(output_stdout());
    struct transfer transfer = {
        .arguments = parts->arguments, .input = &parts->list.input, .from = parts->list.tensors};
    parts->outputs = calloc(parts->list.count + 1, sizeof *parts->outputs);
    if (parts->outputs == NULL)
        return complain_of_memory(parts->arguments->command->name);
    transfer.output.tensors = parts->outputs;
    transfer.output.count = parts->list.count;
    int code = lay_outputs(parts, text, &transfer.output);
    if (code == EXIT_YES)
        code = transfer_run(&transfer);
    if (code == EXIT_YES && arguments_flag(parts->arguments, "json")) {
        gather_json_object(&json, NULL);
        gather_json_text(&json, "schema", "gather.take/1");
        transfer_tell(&transfer, &json);
        gather_json_end(&json);
        gather_write_text(&json.writer, "\n");
    }
    transfer_fini(&transfer);
    return code;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

int take_parts(const struct arguments *arguments)
{
    static const char *const of_indices[] = {"axis", "dialect", "mode", "fill", "map", NULL};
    struct parts parts = {.arguments = arguments};
    const char *output = arguments_value(arguments, "output");
    int code = arguments_refuse(arguments, "indices are missing (-i 0,5,-1), which go with", of_indices);
    if (code == EXIT_YES)
        code = tensor_list_open(&parts.list, arguments, output, false);
    if (code == EXIT_YES)
        code = slice_all(&parts);
    if (code == EXIT_YES)
        code = output != NULL ? write_parts(&parts, output) : show_parts(&parts);
    if (code == EXIT_YES)
        tensor_list_tell_blocks(&parts.list, arguments->command->name, "taken");
    free(parts.outputs);
    tensor_list_close(&parts.list);
    return code;
}
