/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather convert` does: convert_work.h says in which steps. */
#include "convert_work.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "output.h"
#include "output_tensor.h"

/* ---- the output ---------------------------------------------------------------------------------------- */

static int fail(const struct convert_work *work, const char *about, const struct gather_error *error)
{
    talk_failure(work->arguments->command->name, about, error);
    return exit_of_status((enum gather_status)error->status);
}

/* A stride of 0 says nothing of the order. */
static bool is_faster(const struct gather_layout_summary *summary, int32_t a, int32_t b)
{
    return summary->strides[a] != 0 && summary->strides[b] != 0 &&
           llabs(summary->strides[a]) < llabs(summary->strides[b]);
}

/* The order of the input's dimensions in memory, the fastest first. */
static void order_of(const struct gather_layout *layout, uint8_t *order)
{
    struct gather_layout_summary summary;
    memcpy(order, layout->minor_to_major, GATHER_MAX_RANK);
    if (layout->kind == GATHER_LAYOUT_ORDER ||
        gather_layout_describe(layout, &summary, NULL) != GATHER_STATUS_OK)
        return;
    for (int32_t k = 0; k < layout->rank; k++) { /* row-major where strides say nothing */
        int32_t d = layout->rank - 1 - k, place = k;
        for (; place > 0 && is_faster(&summary, d, order[place - 1]); place--)
            order[place] = order[place - 1];
        order[place] = (uint8_t)d;
    }
}

/*
 * Without a word about it the order stays: in raw bytes the whole memory order; an .npy is dense, and row-major
 * where it can't keep the order; other files are row-major.
 */
static enum gather_status set_same_order(int32_t format, const struct gather_layout *from,
                                         struct gather_layout *layout, struct gather_error *error)
{
    bool has_columns = format == GATHER_FILE_NPY || format == GATHER_FILE_NPZ || format == GATHER_FILE_FOLDER;
    uint8_t order[GATHER_MAX_RANK];
    bool column_major = true;
    if (format == GATHER_FILE_RAW && from->kind == GATHER_LAYOUT_ORDER) {
        *layout = *from;
        return GATHER_STATUS_OK;
    }
    enum gather_status status = gather_layout_init(layout, from->dtype, from->rank, from->sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    order_of(from, order);
    for (int32_t k = 0; k < from->rank; k++)
        column_major = column_major && order[k] == k;
    if (format == GATHER_FILE_RAW || (has_columns && column_major))
        memcpy(layout->minor_to_major, order, sizeof order);
    return GATHER_STATUS_OK;
}

/* `--pad-value` names what the padding of the output holds. */
static int set_padding(struct convert_work *work, struct gather_layout *layout)
{
    static const char *const names[] = {
#define PADDING_NAME(id, name) name,
        GATHER_PADDING_LIST(PADDING_NAME)
#undef PADDING_NAME
    };
    struct gather_layout_summary summary;
    struct gather_error error = {0};
    const char *value = arguments_value(work->arguments, "pad-value");
    uint8_t padding = GATHER_PADDING_UNKNOWN + 1;
    if (value == NULL)
        return EXIT_YES;
    while (padding < GATHER_PADDING_COUNT && strcmp(names[padding], value) != 0)
        padding++;
    if (padding == GATHER_PADDING_COUNT)
        return arguments_misused(work->arguments->command, "--pad-value is zero, one, lowest or highest, not",
                                 value);
    if (gather_layout_describe(layout, &summary, &error) != GATHER_STATUS_OK)
        return fail(work, work->transfer.output.path, &error);
    if (!summary.padded)
        return arguments_misused(work->arguments->command, "the output's layout has no padding for",
                                 "--pad-value");
    layout->padding = padding;
    return gather_layout_validate(layout, &error) == GATHER_STATUS_OK
               ? EXIT_YES
               : fail(work, work->transfer.output.path, &error);
}

/* Where each tensor is to lie: as the output's text says, or in the order that it has. */
static int lay_outputs(struct convert_work *work, const char *text)
{
    struct output_set *output = &work->transfer.output;
    struct gather_error error = {0};
    struct gather_layout given;
    bool has_layout = false;
    int code = output_operand_read(work->arguments, text, &work->list.tensors[0].layout, &output->path,
                                   &output->format, &given, &has_layout);
    for (size_t k = 0; k < work->list.count && code == EXIT_YES; k++) {
        const struct gather_tensor *from = &work->list.tensors[k];
        work->outputs[k].name = from->name;
        if (has_layout)
            work->outputs[k].layout = given;
        else if (set_same_order(output->format, &from->layout, &work->outputs[k].layout, &error) !=
                 GATHER_STATUS_OK)
            code = fail(work, output->path, &error);
        if (code == EXIT_YES)
            code = set_padding(work, &work->outputs[k].layout);
    }
    if (code == EXIT_YES && has_layout && work->list.count > 1)
        code =
            arguments_misused(work->arguments->command, "a layout is for one tensor, not for several:", text);
    return code;
}

int convert_choose(struct convert_work *work, const char *output)
{
    int code = tensor_list_open(&work->list, work->arguments, output, false);
    if (code != EXIT_YES)
        return code;
    work->outputs = calloc(work->list.count + 1, sizeof *work->outputs);
    if (work->outputs == NULL)
        return complain_of_memory(work->arguments->command->name);
    work->transfer.arguments = work->arguments;
    work->transfer.input = &work->list.input;
    work->transfer.from = work->list.tensors;
    work->transfer.output.tensors = work->outputs;
    work->transfer.output.count = work->list.count;
    return lay_outputs(work, output);
}

int convert_run(struct convert_work *work)
{
    int code = transfer_run(&work->transfer);
    if (code == EXIT_YES)
        tensor_list_tell_blocks(&work->list, work->arguments->command->name, "written");
    return code;
}

void convert_end(struct convert_work *work)
{
    transfer_fini(&work->transfer);
    free(work->outputs);
    tensor_list_close(&work->list);
}
