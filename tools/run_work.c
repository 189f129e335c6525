/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather run` does: run_work.h says in which steps. */
#include "run_work.h"

#include <stdlib.h>
#include <string.h>

#include "block_axis.h"
#include "exit_code.h"
#include "indices.h"
#include "memory_option.h"
#include "output.h"
#include "result.h"

/* ---- the operator -------------------------------------------------------------------------------- */

/* The operators that are run: some are known by name alone. */
static const char *name_of_dialect(const void *dialect, size_t k)
{
    const struct gather_op_name *row;
    for (size_t place = 0; (row = gather_op_name_at(place)) != NULL; place++)
        if (strcmp(row->dialect, dialect) == 0 && row->operation != 0 && k-- == 0)
            return row->name;
    return NULL;
}

/* Another dialect that has an operator of this name; NULL if none has. */
static const char *dialect_with(const char *name)
{
    const struct gather_op_name *row;
    for (size_t place = 0; (row = gather_op_name_at(place)) != NULL; place++)
        if (strcmp(row->name, name) == 0 && row->operation != 0)
            return row->dialect;
    return NULL;
}

/* "onnx has no operator 'gather'; did you mean 'Gather', or --dialect webnn?" */
static int unknown_op(const struct run_work *work)
{
    const char *dialect = work->request.dialect;
    const char *nearest = nearest_name(work->op_name, name_of_dialect, dialect);
    talk_begin(work->arguments->command->name);
    if (name_of_dialect(dialect, 0) == NULL) {
        talk("there is no dialect '");
        talk_safe(dialect, strlen(dialect));
        talk("': it is onnx, openvino, directml, webnn, xla, numpy or torch\n");
        return EXIT_LIBRARY;
    }
    bool is_known = gather_op_name_find(dialect, work->op_name) != NULL;
    nearest = is_known ? NULL : nearest;
    talk(is_known ? "this version does not run " : "");
    talk(dialect);
    talk(is_known ? "'s '" : " has no operator '");
    talk_safe(work->op_name, strlen(work->op_name));
    talk(nearest != NULL ? "'; did you mean '" : is_known ? "'; it runs" : "'; it has");
    talk(nearest != NULL ? nearest : "");
    for (size_t k = 0; nearest == NULL && name_of_dialect(dialect, k) != NULL; k++) {
        talk(k > 0 ? ", " : " ");
        talk(name_of_dialect(dialect, k));
    }
    talk(nearest != NULL ? "'" : "");
    if (dialect_with(work->op_name) != NULL) {
        talk(nearest != NULL ? ", or --dialect " : "; try --dialect ");
        talk(dialect_with(work->op_name));
    }
    talk(nearest != NULL ? "?\n" : "\n");
    return EXIT_LIBRARY;
}

static int fail(const struct run_work *work, const struct gather_error *error)
{
    talk_failure(work->arguments->command->name, NULL, error);
    return exit_of_status((enum gather_status)error->status);
}

/* Which input is the data. */
static size_t data_place(const struct run_work *work)
{
    const struct gather_op_name *row = gather_op_name_find(work->request.dialect, work->op_name);
    return row->inputs[0] != NULL && strcmp(row->inputs[0], "data") != 0;
}

/* The type of the data; NONE where it was not given. */
static int32_t data_type(const struct run_work *work)
{
    size_t place = data_place(work);
    return place < work->count ? work->layouts[place].dtype : GATHER_DTYPE_NONE;
}

int run_make_op(struct run_work *work)
{
    struct op_request *request = &work->request;
    struct gather_error error = {0};
    const struct gather_op_name *row = gather_op_name_find(request->dialect, work->op_name);
    if (row == NULL || row->operation == 0)
        return unknown_op(work);
    int code = op_request_fill(request, work->arguments, data_type(work));
    if (code != EXIT_YES)
        return code;
    const struct gather_op_operands operands = {work->layouts, work->count, NULL};
    enum gather_status status =
        gather_op_from_call(&work->op, request->dialect, work->op_name, &request->version,
                            request->attributes, request->count, &operands, &error);
    return status == GATHER_STATUS_OK ? EXIT_YES : fail(work, &error);
}

/* ---- its inputs ---------------------------------------------------------------------------------- */

int run_hold(const struct arguments *arguments, const char *path, int64_t bytes, int64_t *held)
{
    int64_t allowed;
    int code = memory_option_get(arguments, &allowed);
    if (code != EXIT_YES)
        return code;
    if (allowed == 0)
        allowed = memory_option_quarter();
    *held = bytes <= INT64_MAX - *held ? *held + bytes : INT64_MAX;
    return *held <= allowed ? EXIT_YES
                            : memory_option_exceeded(arguments->command->name, path, *held, allowed);
}

bool run_is_listed(const char *text) { return indices_are_listed(text) && !input_tensor_exists(text); }

/* Numbers that stand on the command line themselves. */
static int read_listed(const struct arguments *arguments, const char *text, int64_t *held,
                       struct gather_layout *layout, struct gather_buffer *buffer)
{
    struct indices indices;
    int code = indices_read(&indices, arguments, text);
    *layout = indices.layout;
    *buffer = (struct gather_buffer){indices.values, (uint64_t)gather_layout_bytes(layout)};
    return code == EXIT_YES ? run_hold(arguments, text, (int64_t)buffer->bytes, held) : code;
}

int run_read_tensor(struct input_tensor *input, const struct arguments *arguments, const char *text,
                    int64_t *held, struct gather_layout *layout, struct gather_buffer *buffer)
{
    struct gather_error error = {0};
    if (run_is_listed(text))
        return read_listed(arguments, text, held, layout, buffer);
    int code = input_tensor_open(input, arguments, text);
    if (code == EXIT_YES)
        code = run_hold(arguments, input->path, input->tensor.bytes, held);
    if (code != EXIT_YES)
        return code;
    *layout = input->tensor.layout;
    buffer->bytes = (uint64_t)input->tensor.bytes;
    buffer->data = malloc((size_t)buffer->bytes + 1);
    if (buffer->data == NULL)
        return complain_of_memory(arguments->command->name);
    enum gather_status status =
        gather_file_read(input->file, &input->tensor, 0, buffer->data, (size_t)buffer->bytes, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(arguments->command->name, input->path, &error);
    return exit_of_status(status);
}

static int read_input(struct run_work *work, const char *text)
{
    size_t k = work->count++;
    return run_read_tensor(&work->inputs[k], work->arguments, text, &work->held, &work->layouts[k],
                           &work->buffers[k]);
}

int run_read_inputs(struct run_work *work)
{
    const struct arguments *arguments = work->arguments;
    int code = EXIT_YES;
    for (size_t k = 0; k < arguments->operands && code == EXIT_YES; k++)
        code = read_input(work, arguments_operand(arguments, k));
    return code;
}

void run_end(struct run_work *work)
{
    for (size_t k = 0; k < work->count; k++) {
        input_tensor_close(&work->inputs[k]);
        free(work->buffers[k].data);
    }
    op_request_fini(&work->request);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* Of a tensor of blocks as data no part of the last dimension is taken; as another input there is none. */
static int judge_blocks(const struct run_work *work, size_t data, const struct gather_layout *output)
{
    int code = EXIT_YES;
    for (size_t k = 0; k < work->count && code == EXIT_YES; k++)
        if (k != data)
            code = block_axis_judge_whole(work->arguments, &work->inputs[k], "indices");
    if (code == EXIT_YES && work->inputs[data].tensor.block > 0 &&
        !block_axis_stays(&work->op, work->layouts, work->count, data, output))
        code = block_axis_refuse(work->arguments);
    return code;
}

int run_op(struct run_work *work)
{
    struct result result = {.arguments = work->arguments,
                            .op = &work->op,
                            .layouts = work->layouts,
                            .inputs = work->buffers,
                            .input_count = work->count};
    struct gather_error error = {0};
    size_t data = data_place(work);
    result.name = work->inputs[data].tensor.name;
    enum gather_status status = gather_infer(&work->op, work->layouts, work->count, &result.layout, &error);
    if (status != GATHER_STATUS_OK)
        return fail(work, &error);
    int code = judge_blocks(work, data, &result.layout);
    if (code != EXIT_YES)
        return code;
    bool is_printed = !arguments_flag(work->arguments, "output");
    code = is_printed
               ? run_hold(work->arguments, work->op_name, gather_layout_bytes(&result.layout), &work->held)
               : EXIT_YES;
    return code == EXIT_YES ? result_make(&result, 1) : code;
}
