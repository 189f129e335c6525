/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather convert` does: convert_work.h says in which steps. */
#define _POSIX_C_SOURCE 200809L
#include "convert_work.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "interrupt.h"
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
 * where it can't keep the order.
 */
static enum gather_status set_same_order(struct convert_work *work, struct gather_layout *layout,
                                         struct gather_error *error)
{
    const struct gather_layout *from = &work->input.tensor.layout;
    uint8_t order[GATHER_MAX_RANK];
    bool column_major = true;
    if (work->format == GATHER_FILE_RAW && from->kind == GATHER_LAYOUT_ORDER) {
        *layout = *from;
        return GATHER_STATUS_OK;
    }
    enum gather_status status = gather_layout_init(layout, from->dtype, from->rank, from->sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    order_of(from, order);
    for (int32_t k = 0; k < from->rank; k++)
        column_major = column_major && order[k] == k;
    if (work->format == GATHER_FILE_RAW || column_major)
        memcpy(layout->minor_to_major, order, sizeof order);
    return GATHER_STATUS_OK;
}

/* `--pad-value` names what the padding of the output holds. */
static int set_padding(struct convert_work *work)
{
    static const char *const names[] = {
#define PADDING_NAME(id, name) name,
        GATHER_PADDING_LIST(PADDING_NAME)
#undef PADDING_NAME
    };
    struct gather_layout *layout = &work->output.layout;
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
        return fail(work, work->path, &error);
    if (!summary.padded)
        return arguments_misused(work->arguments->command, "the output's layout has no padding for",
                                 "--pad-value");
    layout->padding = padding;
    return gather_layout_validate(layout, &error) == GATHER_STATUS_OK ? EXIT_YES
                                                                      : fail(work, work->path, &error);
}

int convert_choose_output(struct convert_work *work, const char *text)
{
    const struct gather_layout *from = &work->input.tensor.layout;
    struct gather_error error = {0};
    bool has_layout = false;
    int code = output_operand_read(work->arguments->command->name, text, from, &work->path, &work->format,
                                   &work->output.layout, &has_layout);
    if (code != EXIT_YES)
        return code;
    work->output.name = work->input.tensor.name;
    if (!has_layout && set_same_order(work, &work->output.layout, &error) != GATHER_STATUS_OK)
        return fail(work, work->path, &error);
    return set_padding(work);
}

/* ---- the work ------------------------------------------------------------------------------------------ */

static enum gather_status relay(struct convert_work *work, struct gather_target *target,
                                struct gather_error *error)
{
    struct gather_relayout_options options = {.size = sizeof options};
    options.progress = progress_report;
    options.context = &work->progress;
    enum gather_status status = gather_target_hold(target, work->format, &work->output, 1, error);
    if (status != GATHER_STATUS_OK)
        return status;
    status = gather_io_relayout(work->input.file, &work->input.tensor, &work->output.layout,
                                gather_target_buffer(target, &work->output), &options, &work->summary, error);
    progress_end(&work->progress);
    return status == GATHER_STATUS_OK ? gather_target_commit(target, error) : status;
}

int convert_run(struct convert_work *work)
{
    struct gather_target *target = NULL;
    struct gather_error error = {0};
    interrupt_catch();
    work->progress = progress_begin(work->arguments->command->name, work->input.tensor.bytes);
    enum gather_status status = gather_target_create(&target, work->path, &error);
    if (status == GATHER_STATUS_OK)
        status = relay(work, target, &error);
    gather_target_destroy(target);
    interrupt_end();
    work->microseconds = progress_microseconds(&work->progress);
    if (status != GATHER_STATUS_OK)
        return fail(work,
                    status == GATHER_STATUS_IO && (error.has & GATHER_ERROR_HAS_AT) ? work->input.path
                                                                                    : work->path,
                    &error);
    output_type_tell(work->arguments->command->name, work->path, work->format, work->output.layout.dtype);
    return EXIT_YES;
}
