/* SPDX-License-Identifier: Apache-2.0 */
/* An output against what each world gives: explain_got.h says how. */
#include "explain_got.h"

#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "diff_work.h"
#include "exit_code.h"
#include "layout_text.h"
#include "output.h"
#include "tensor_values.h"

/* ---- where elements come from -------------------------------------------------------------------- */

/* All of a tensor in memory; or a file whose bytes are the elements as they are wanted, read piece by piece. */
struct elements {
    const struct input_tensor *input;
    struct gather_layout dense;
    void *values; /* owned; NULL where the file is read */
};

enum { WHOLE_MOST = 256 << 20 }; /* bytes of data that are read at once, if they can be read in pieces */

static enum gather_status read_elements(void *context, int64_t first, int64_t count, void *memory,
                                        struct gather_error *error)
{
    const struct elements *elements = context;
    int64_t width = elements->dense.cell_bits / 8;
    if (elements->values == NULL) /* bounded: bytes of the file's tensor */
        return gather_file_read(elements->input->file, &elements->input->tensor, first * width, memory,
                                (size_t)(count * width), error); /* bounded: a part of them */
    memcpy(memory, (const char *)elements->values + first * width, (size_t)(count * width));
    return GATHER_STATUS_OK;
}

/* Whether a tensor's bytes are its elements in row-major order, each in the bytes that it takes. */
static bool lies_plainly(const struct gather_layout *layout, const struct gather_layout *dense)
{
    bool same = true;
    if (layout->cell_bits != dense->cell_bits || gather_layout_bytes(layout) != gather_layout_bytes(dense))
        return false;
    return gather_layout_reshape_is_bitcast(layout, dense, &same, NULL) == GATHER_STATUS_OK && same;
}

static int open_elements(struct elements *elements, const struct input_tensor *input, const char *command)
{
    elements->input = input;
    elements->dense = tensor_values_layout(&input->tensor.layout);
    if (gather_layout_bytes(&elements->dense) > WHOLE_MOST &&
        lies_plainly(&input->tensor.layout, &elements->dense))
        return EXIT_YES;
    return tensor_values_read(input, command, &elements->dense, &elements->values);
}

/* ---- what is compared ---------------------------------------------------------------------------- */

/* Sizes without leading ones, as a world that wants as many dimensions everywhere has them in front. */
static bool same_sizes(const struct gather_layout *a, const struct gather_layout *b)
{
    int32_t i = 0, j = 0;
    while (i < a->rank && a->sizes[i] == 1)
        i++;
    while (j < b->rank && b->sizes[j] == 1)
        j++;
    for (; i < a->rank && j < b->rank; i++, j++)
        if (a->sizes[i] != b->sizes[j])
            return false;
    return i == a->rank && j == b->rank;
}

static int complain_of_sizes(const struct arguments *arguments, const struct input_tensor *got,
                             const struct gather_layout *output)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    talk_begin(arguments->command->name);
    complaint_note_status(GATHER_STATUS_SHAPE);
    talk_safe(got->path, strlen(got->path));
    gather_write_text(&talker, ": has the sizes [");
    gather_write_integers(&talker, got->tensor.layout.sizes, got->tensor.layout.rank, ",");
    gather_write_text(&talker, "], but every world gives [");
    gather_write_integers(&talker, output->sizes, output->rank, ",");
    gather_write_text(&talker, "]; --shape, without --got, tells why\n");
    return EXIT_NO;
}

static int complain_of_type(const struct arguments *arguments, const struct input_tensor *got,
                            const struct input_tensor *data)
{
    char name[24];
    talk_begin(arguments->command->name);
    complaint_note_status(GATHER_STATUS_DTYPE);
    talk_safe(got->path, strlen(got->path));
    gather_dtype_name(got->tensor.layout.dtype, GATHER_WORLD_OWN, name, sizeof name);
    talk(": holds ");
    talk(name);
    gather_dtype_name(data->tensor.layout.dtype, GATHER_WORLD_OWN, name, sizeof name);
    talk(", but the data are ");
    talk(name);
    talk("; --rtol R compares them as numbers\n");
    return exit_of_status(GATHER_STATUS_DTYPE);
}

/* A tolerance of the command line, at least 0. */
static bool read_tolerance(const struct arguments *arguments, const char *name, double *value)
{
    const char *text = arguments_value(arguments, name);
    *value = 0;
    return text == NULL || (gather_real_read(text, value) && *value >= 0);
}

static int read_tolerances(const struct arguments *arguments, struct gather_got *got)
{
    got->is_tolerant = arguments_flag(arguments, "rtol") || arguments_flag(arguments, "atol");
    if (!read_tolerance(arguments, "rtol", &got->relative))
        return arguments_misused(arguments->command,
                                 "no tolerance such as 1e-5:", arguments_value(arguments, "rtol"));
    if (!read_tolerance(arguments, "atol", &got->absolute))
        return arguments_misused(arguments->command,
                                 "no tolerance such as 1e-5:", arguments_value(arguments, "atol"));
    return EXIT_YES;
}

/* tolerances: what else is to be asked of the elements. */
static int compare(const struct arguments *arguments, const struct input_tensor *data,
                   const struct input_tensor *output, const struct gather_got *tolerances,
                   struct gather_explanation *explanation)
{
    struct elements of_data = {0}, of_output = {0};
    struct gather_got got = *tolerances;
    struct gather_error error = {0};
    const char *command = arguments->command->name;
    int code = open_elements(&of_data, data, command);
    if (code == EXIT_YES)
        code = open_elements(&of_output, output, command);
    if (code == EXIT_YES) {
        got.data = (struct gather_elements){read_elements, &of_data};
        got.output = (struct gather_elements){read_elements, &of_output};
        got.dtype = output->tensor.layout.dtype;
        enum gather_status status = gather_explanation_compare(explanation, &got, &error);
        if (status != GATHER_STATUS_OK)
            talk_failure(command, output->path, &error);
        code = exit_of_status(status);
    }
    free(of_data.values);
    free(of_output.values);
    return code;
}

int explain_got_compare(const struct arguments *arguments, const struct input_tensor *data,
                        const struct gather_layout *output, struct gather_explanation *explanation)
{
    struct arguments none = {arguments->command, NULL, 0, 0}; /* --layout and --view are about the data */
    struct input_tensor input;
    struct gather_got tolerances = {0};
    bool all = false;
    if (data->file == NULL)
        return arguments_misused(arguments->command, "--got needs the elements of a file, not a layout alone",
                                 NULL);
    int code = read_tolerances(arguments, &tolerances);
    if (code != EXIT_YES)
        return code;
    code = input_tensor_open_all(&input, &none, arguments_value(arguments, "got"), &all, false);
    if (code == EXIT_YES && all)
        code = input_tensor_unnamed(&input, &none);
    if (code == EXIT_YES) { /* what the file does not say, the data do */
        (void)diff_look_alike(&input.tensor, &data->tensor);
        code = input_tensor_judge(&input, &none);
    }
    if (code == EXIT_YES && !same_sizes(&input.tensor.layout, output))
        code = complain_of_sizes(arguments, &input, output);
    if (code == EXIT_YES && !tolerances.is_tolerant && input.tensor.layout.dtype != data->tensor.layout.dtype)
        code = complain_of_type(arguments, &input, data);
    if (code == EXIT_YES)
        code = compare(arguments, data, &input, &tolerances, explanation);
    input_tensor_close(&input);
    return code;
}
