/* SPDX-License-Identifier: Apache-2.0 */
/* `gather run`: one operator of any world, on tensors of files. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "exit_code.h"
#include "input_tensor.h"
#include "op_arguments.h"
#include "output.h"
#include "output_tensor.h"
#include "result.h"

enum { INPUTS_MAX = 8 };

struct work {
    const struct arguments *arguments;
    const char *op_name;
    struct op_request request;
    struct gather_op op;
    struct input_tensor inputs[INPUTS_MAX];
    struct gather_layout layouts[INPUTS_MAX];
    struct gather_buffer buffers[INPUTS_MAX];
    size_t count; /* of inputs */
};

/* ---- the operator -------------------------------------------------------------------------------- */

static const char *name_of_dialect(const void *dialect, size_t k)
{
    const struct gather_op_name *row;
    for (size_t place = 0; (row = gather_op_name_at(place)) != NULL; place++)
        if (strcmp(row->dialect, dialect) == 0 && k-- == 0)
            return row->name;
    return NULL;
}

/* "onnx has no operator 'gather'; did you mean 'Gather'?" */
static int unknown_op(const struct work *work)
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
    talk(dialect);
    talk(" has no operator '");
    talk_safe(work->op_name, strlen(work->op_name));
    talk(nearest != NULL ? "'; did you mean '" : "'; it has");
    talk(nearest != NULL ? nearest : "");
    for (size_t k = 0; nearest == NULL && name_of_dialect(dialect, k) != NULL; k++) {
        talk(k > 0 ? ", " : " ");
        talk(name_of_dialect(dialect, k));
    }
    talk(nearest != NULL ? "'?\n" : "\n");
    return EXIT_LIBRARY;
}

static int fail(const struct work *work, const struct gather_error *error)
{
    talk_failure(work->arguments->command->name, NULL, error);
    return exit_of_status((enum gather_status)error->status);
}

/* The type of the input that is the data; NONE where it was not given. */
static int32_t data_type(const struct work *work)
{
    const struct gather_op_name *row = gather_op_name_find(work->request.dialect, work->op_name);
    size_t place = row->inputs[0] != NULL && strcmp(row->inputs[0], "data") != 0;
    return place < work->count ? work->layouts[place].dtype : GATHER_DTYPE_NONE;
}

static int make_op(struct work *work)
{
    struct op_request *request = &work->request;
    struct gather_error error = {0};
    if (gather_op_name_find(request->dialect, work->op_name) == NULL)
        return unknown_op(work);
    int code = op_request_fill(request, work->arguments, data_type(work));
    if (code != EXIT_YES)
        return code;
    enum gather_status status =
        gather_op_from_names(&work->op, request->dialect, work->op_name, &request->version,
                             request->attributes, request->count, &error);
    return status == GATHER_STATUS_OK ? EXIT_YES : fail(work, &error);
}

/* ---- its inputs ---------------------------------------------------------------------------------- */

/* All bytes of a tensor, as they lie in its file. */
static int read_input(struct work *work, const char *text)
{
    struct input_tensor *input = &work->inputs[work->count];
    struct gather_buffer *buffer = &work->buffers[work->count];
    struct gather_error error = {0};
    int code = input_tensor_open(input, work->arguments, text);
    work->count++;
    if (code != EXIT_YES)
        return code;
    work->layouts[work->count - 1] = input->tensor.layout;
    buffer->bytes = (uint64_t)input->tensor.bytes;
    buffer->data = malloc((size_t)buffer->bytes + 1);
    if (buffer->data == NULL)
        return complain_of_memory(work->arguments->command->name);
    enum gather_status status =
        gather_file_read(input->file, &input->tensor, 0, buffer->data, (size_t)buffer->bytes, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(work->arguments->command->name, input->path, &error);
    return exit_of_status(status);
}

static int read_inputs(struct work *work)
{
    const struct arguments *arguments = work->arguments;
    int code = EXIT_YES;
    for (size_t k = 0; k < arguments->count && code == EXIT_YES; k++)
        if (arguments->list[k].option == NULL)
            code = read_input(work, arguments->list[k].value);
    return code;
}

static void end(struct work *work)
{
    for (size_t k = 0; k < work->count; k++) {
        input_tensor_close(&work->inputs[k]);
        free(work->buffers[k].data);
    }
    op_request_fini(&work->request);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static int run_op(struct work *work)
{
    struct result result = {.arguments = work->arguments,
                            .op = &work->op,
                            .layouts = work->layouts,
                            .inputs = work->buffers,
                            .input_count = work->count};
    struct gather_error error = {0};
    enum gather_status status = gather_infer(&work->op, work->layouts, work->count, &result.layout, &error);
    return status == GATHER_STATUS_OK ? result_make(&result) : fail(work, &error);
}

static int run(const struct arguments *arguments)
{
    struct work work = {.arguments = arguments, .op_name = arguments_value(arguments, "op")};
    if (work.op_name == NULL)
        return arguments_misused(arguments->command, "an operator is missing: --op NAME", NULL);
    if (arguments->operands > INPUTS_MAX)
        return arguments_misused(arguments->command, "no operator has so many inputs", NULL);
    int code = op_request_read(&work.request, arguments, work.op_name);
    if (code == EXIT_YES)
        code = read_inputs(&work);
    if (code == EXIT_YES)
        code = make_op(&work);
    if (code == EXIT_YES)
        code = run_op(&work);
    end(&work);
    return code;
}

static const struct option options[] = {
    {'\0', "op", "NAME", "the operator, by its own name in the dialect"},
    {'\0', "dialect", "D[@V]", "onnx, openvino, directml, webnn, xla, numpy, torch; a version"},
    {'a', "attribute", "NAME=V", "an attribute: axis=1, mode=clip, slice_sizes=[1,3]; may be repeated"},
    {'\0', "mode", "P", "what an index outside does: error, zero, fill, clamp, wrap, skip"},
    {'\0', "fill", "V", "what an index outside gives"},
    {'\0', "strict", NULL, "keep closely to the dialect's text, where it has such an option"},
    {'\0', "loose", NULL, "or not so closely"},
    {'o', "output", "FILE", "the file to write, with @LAYOUT if it is not to be row-major"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_run = {
    .name = "run",
    .summary = "run an operator of any world on files",
    .operands = "--op NAME FILE[@LAYOUT]...",
    .details = "Runs one gather operator, as its world defines it, on the tensors of files, in the\n"
               "operator's own order. The result is printed, or written to a file in any layout.\n"
               "An index that the operator refuses ends it with exit code 4, and is named.\n",
    .examples = "  gather run --op take -a axis=0 a.npy indices.npy\n"
                "  gather run --op Gather --dialect onnx@13 -a axis=1 a.npy indices.npy -o b.npy\n"
                "  gather run --op Gather --dialect openvino@8 -a axis=0 a.npy 'i.raw@i64[2]C' -o 'b.raw@F'\n"
                "  gather run --op index_select --dialect torch -a dim=0 --fill 0.5 a.npy indices.npy\n",
    .options = options,
    .run = run,
};
