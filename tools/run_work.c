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

static const char *name_of_dialect(const void *dialect, size_t k)
{
    const struct gather_op_name *row;
    for (size_t place = 0; (row = gather_op_name_at(place)) != NULL; place++)
        if (strcmp(row->dialect, dialect) == 0 && k-- == 0)
            return row->name;
    return NULL;
}

/* Another dialect that has an operator of this name; NULL if none has. */
static const char *dialect_with(const char *name)
{
    const struct gather_op_name *row;
    for (size_t place = 0; (row = gather_op_name_at(place)) != NULL; place++)
        if (strcmp(row->name, name) == 0)
            return row->dialect;
    return NULL;
}

/* "onnx has no operator 'gather'; did you mean 'Gather', or --dialect webnn?" */
static int unknown_op(const struct run_work *work)
{
    const char *dialect = work->request.dialect, *elsewhere = dialect_with(work->op_name);
    const char *nearest = nearest_name(work->op_name, name_of_dialect, dialect);
    talk_begin(work->arguments->command->name);
    if (name_of_dialect(dialect, 0) == NULL) {
        talk("there is no dialect '");
        talk_safe(dialect, strlen(dialect));
        talk("': it is onnx, openvino, directml, webnn, xla, numpy or torch\n");
        return EXIT_LIBRARY;
    }
    talk(dialect);
    talk(" has no operator '");
    talk_safe(work->op_name, strlen(work->op_name));
    talk(nearest != NULL ? "'; did you mean '" : "'; it has");
    talk(nearest != NULL ? nearest : "");
    for (size_t k = 0; nearest == NULL && name_of_dialect(dialect, k) != NULL; k++) {
        talk(k > 0 ? ", " : " ");
        talk(name_of_dialect(dialect, k));
    }
    talk(nearest != NULL ? "'" : "");
    if (elsewhere != NULL) {
        talk(nearest != NULL ? ", or --dialect " : "; try --dialect ");
        talk(elsewhere);
    }
    talk(nearest != NULL ? "?\n" : "\n");
    return EXIT_LIBRARY;
}

static int fail(const struct run_work *work, const struct gather_error *error)
{
    talk_failure(work->arguments->command->name, NULL, error);
    return exit_of_status((enum gather_status)error->status);
}

/* What the operator calls its inputs; NULL behind the last. */
static const char *input_name(const struct run_work *work, size_t k)
{
    return k < GATHER_MAX_INPUTS ? work->row->inputs[k] : NULL;
}

/* "scales is missing: GatherBlockQuantized takes data, indices, scales, [zero_points]", "5 inputs are given: .." */
static int miscounted(const struct run_work *work, size_t given)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    const size_t required = (size_t)work->row->required;
    talk_begin(work->arguments->command->name);
    if (given < required) {
        talk(input_name(work, given));
        talk(" is missing: ");
    } else {
        gather_write_integer(&talker, (int64_t)given);
        talk(" inputs are given: ");
    }
    talk(work->op_name);
    talk(" takes ");
    for (size_t k = 0; input_name(work, k) != NULL; k++) {
        talk(k > 0 ? ", " : "");
        talk(k < required ? "" : "[");
        talk(input_name(work, k));
        talk(k < required ? "" : "]");
    }
    talk("\n");
    return EXIT_LIBRARY;
}

int run_find_op(struct run_work *work)
{
    const size_t given = work->arguments->operands;
    size_t most = 0;
    work->row = gather_op_name_find(work->request.dialect, work->op_name);
    if (work->row == NULL)
        return unknown_op(work);
    while (input_name(work, most) != NULL)
        most++;
    return given < (size_t)work->row->required || given > most ? miscounted(work, given) : EXIT_YES;
}

/* Which input is the data: what the operator calls so, else its first. */
static size_t data_place(const struct run_work *work)
{
    for (size_t k = 0; input_name(work, k) != NULL; k++)
        if (strcmp(input_name(work, k), "data") == 0)
            return k;
    return 0;
}

/* ---- its inputs ---------------------------------------------------------------------------------- */

int run_hold(const struct arguments *arguments, const char *path, int64_t bytes, int64_t *held)
{
    int64_t allowed;
    int code = memory_option_allowed(arguments, &allowed);
    if (code != EXIT_YES)
        return code;
    *held = bytes <= INT64_MAX - *held ? *held + bytes : INT64_MAX;
    return *held <= allowed ? EXIT_YES : memory_option_exceeded(arguments, path, *held, allowed);
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
        talk_failure_in(arguments->command->name, input->path, input->tensor.name, &error);
    return exit_of_status(status);
}

static int read_input(struct run_work *work, const char *text)
{
    size_t k = work->count++;
    work->is_listed[k] = run_is_listed(text);
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

/* ---- the operator on them ------------------------------------------------------------------------ */

bool run_narrow_list(struct gather_layout *layout, struct gather_buffer *buffer)
{
    const int64_t count = gather_layout_elements(layout);
    int64_t *numbers = buffer->data;
    int32_t *narrow = buffer->data;
    if (layout->dtype != GATHER_DTYPE_I64)
        return false;
    for (int64_t k = 0; k < count; k++)
        if (numbers[k] < INT32_MIN || numbers[k] > INT32_MAX)
            return false;
    for (int64_t k = 0; k < count; k++) {
        const int32_t number = (int32_t)numbers[k];
        memcpy(&narrow[k], &number, sizeof number); /* before the next of those that are read */
    }
    buffer->bytes /= 2;
    return gather_layout_init(layout, GATHER_DTYPE_I32, layout->rank, layout->sizes, NULL) ==
           GATHER_STATUS_OK;
}

/* One number alone, as one without a dimension. */
static bool drop_dimension(struct gather_layout *layout)
{
    return layout->rank == 1 && layout->sizes[0] == 1 &&
           gather_layout_init(layout, layout->dtype, 0, NULL, NULL) == GATHER_STATUS_OK;
}

/*
 * Numbers of the command line say no type and no rank: where the operator refuses what they are taken for, i64 in one
 * dimension, they are i32, and one alone has no dimension. Returns: whether any are other than before.
 */
static bool fit_lists(struct run_work *work, const struct gather_error *error)
{
    bool fits = false;
    for (size_t k = 0; k < work->count; k++) {
        const bool is_meant = error->operand != NULL && strcmp(error->operand, input_name(work, k)) == 0;
        if (!work->is_listed[k])
            continue;
        if (error->status == GATHER_STATUS_DTYPE)
            fits |= run_narrow_list(&work->layouts[k], &work->buffers[k]);
        else if (error->status == GATHER_STATUS_RANK && is_meant)
            fits |= drop_dimension(&work->layouts[k]);
    }
    return fits;
}

static enum gather_status judge(struct run_work *work, struct gather_error *error)
{
    const struct op_request *request = &work->request;
    const struct gather_op_operands operands = {work->layouts, work->count, NULL};
    memset(error, 0, sizeof *error);
    enum gather_status status =
        gather_op_from_call(&work->op, request->dialect, work->op_name, &request->version,
                            request->attributes, request->count, &operands, error);
    return status == GATHER_STATUS_OK
               ? gather_infer(&work->op, work->layouts, work->count, &work->output, error)
               : status;
}

/* Whether an error is about an attribute that is missing, or that the operator does not have. */
static bool is_of_attribute(const struct run_work *work, const struct gather_error *error)
{
    bool is_known = false, is_given = false;
    if (error->status != GATHER_STATUS_ARGUMENT || error->operand == NULL)
        return false;
    for (size_t k = 0; gather_op_attribute_at(work->row, k) != NULL; k++)
        is_known = is_known || strcmp(gather_op_attribute_at(work->row, k), error->operand) == 0;
    for (size_t k = 0; k < work->request.count; k++)
        is_given = is_given || (!work->request.attributes[k].is_option &&
                                strcmp(work->request.attributes[k].name, error->operand) == 0);
    return is_known != is_given;
}

/* "gather run: GATHER has the attributes Axis, IndexDimensions" */
static void tell_attributes(const struct run_work *work)
{
    const char *name = gather_op_attribute_at(work->row, 0);
    talk_begin_note(work->arguments->command->name);
    talk(work->op_name);
    talk(name == NULL                                   ? " has no attributes"
         : gather_op_attribute_at(work->row, 1) == NULL ? " has the attribute "
                                                        : " has the attributes ");
    for (size_t k = 0; name != NULL; name = gather_op_attribute_at(work->row, ++k)) {
        talk(k > 0 ? ", " : "");
        talk(name);
    }
    talk("\n");
}

int run_make_op(struct run_work *work)
{
    struct gather_error first, error;
    int code = op_request_fill(&work->request, work->arguments, work->layouts[data_place(work)].dtype);
    if (code != EXIT_YES)
        return code;
    enum gather_status status = judge(work, &first);
    error = first;
    while (status != GATHER_STATUS_OK && fit_lists(work, &error))
        status = judge(work, &error);
    if (status == GATHER_STATUS_OK)
        return EXIT_YES;
    const bool is_same = error.status == first.status && error.operand == first.operand;
    code = fail(work, is_same ? &first : &error);
    if (is_of_attribute(work, is_same ? &first : &error))
        tell_attributes(work);
    return code;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/*
 * Of a tensor of blocks as data, whose elements are moved as they are, no part of the last dimension is taken; as another
 * input, and as what an operator computes with, there is none.
 */
static int judge_blocks(const struct run_work *work)
{
    const size_t data = data_place(work);
    const bool is_moved =
        strcmp(input_name(work, data), "data") == 0 && work->output.dtype == work->layouts[data].dtype;
    int code = EXIT_YES;
    for (size_t k = 0; k < work->count && code == EXIT_YES; k++)
        if (k != data || !is_moved)
            code = block_axis_judge_whole(work->arguments, &work->inputs[k], input_name(work, k));
    if (code == EXIT_YES && work->inputs[data].tensor.block > 0 &&
        !block_axis_stays(&work->op, work->layouts, work->count, data, &work->output))
        code = block_axis_refuse(work->arguments);
    return code;
}

int run_op(struct run_work *work)
{
    const struct result result = {.arguments = work->arguments,
                                  .name = work->inputs[data_place(work)].tensor.name,
                                  .op = &work->op,
                                  .layouts = work->layouts,
                                  .inputs = work->buffers,
                                  .input_count = work->count,
                                  .layout = work->output};
    int code = judge_blocks(work);
    if (code == EXIT_YES && !arguments_flag(work->arguments, "output")) /* then it is printed */
        code = run_hold(work->arguments, work->op_name, gather_layout_bytes(&work->output), &work->held);
    return code == EXIT_YES ? result_make(&result, 1) : code;
}
