/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rows that indices ask for: take_rows.h says for whom.
 *
 *     indices  7 -1 7 99        rows  7 9 7 -        read  7 9        indices now  0 1 0 2
 *
 * What means no row means none in what was read either: it lies behind the last.
 */
#include "take_rows.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "output.h"
#include "tensor_values.h"

struct reading {
    struct take_rows *rows;
    const struct input_tensor *input;
    const char *command;
    int64_t *wanted; /* the row of each index, -1 for none; owned */
    int64_t *sorted; /* each row once; owned */
    int64_t count;   /* of indices */
    int64_t sorted_count;
};

/* ---- which rows ---------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

/* Rows in their order, each once. Of no rows the first, so that there is an axis to be outside of. */
static void sort_rows(struct reading *reading)
{
    int64_t kept = 0, *sorted = reading->sorted;
    for (int64_t k = 0; k < reading->count; k++)
        if (reading->wanted[k] >= 0)
            sorted[kept++] = reading->wanted[k];
    qsort(sorted, (size_t)kept, sizeof *sorted, compare);
    reading->sorted_count = 0;
    for (int64_t k = 0; k < kept; k++)
        if (k == 0 || sorted[k] != sorted[k - 1])
            sorted[reading->sorted_count++] = sorted[k];
    if (reading->sorted_count == 0)
        sorted[reading->sorted_count++] = 0;
}

static int find_rows(struct reading *reading, const struct gather_behaviour *behaviour)
{
    const struct gather_take *take = &reading->rows->take;
    reading->count = gather_layout_elements(&take->indices);
    reading->wanted = calloc((size_t)reading->count + 1, sizeof *reading->wanted);
    reading->sorted = calloc((size_t)reading->count + 1, sizeof *reading->sorted);
    if (reading->wanted == NULL || reading->sorted == NULL)
        return complain_of_memory(reading->command);
    for (int64_t k = 0; k < reading->count; k++)
        reading->wanted[k] =
            gather_behaviour_outcome(behaviour, take->indices.dtype, gather_take_index(take, k),
                                     take->data.sizes[take->axis])
                .row;
    sort_rows(reading);
    return EXIT_YES;
}

/* ---- reading them -------------------------------------------------------------------------------- */

/* The part of a layout that begins at a row, as strides. */
static struct gather_layout rows_of(const struct gather_layout *layout,
                                    const struct gather_layout_summary *summary, int32_t axis, int64_t first,
                                    int64_t count)
{
    struct gather_layout part;
    memset(&part, 0, sizeof part);
    part.kind = GATHER_LAYOUT_STRIDES;
    part.dtype = layout->dtype;
    part.rank = layout->rank;
    part.cell_bits = layout->cell_bits;
    memcpy(part.sizes, layout->sizes, sizeof part.sizes);
    memcpy(part.place, summary->strides, sizeof part.place);
    part.sizes[axis] = count;
    part.offset = summary->offset + first * summary->strides[axis]; /* bounded: a cell of the layout */
    return part;
}

/* One run of rows that follow each other in the file. */
static enum gather_status read_run(const struct reading *reading, const struct gather_layout_summary *from,
                                   const struct gather_layout_summary *to, int64_t place, int64_t count,
                                   struct gather_error *error)
{
    const struct gather_take *take = &reading->rows->take;
    struct gather_tensor slice = reading->input->tensor;
    struct gather_buffer buffer = {reading->rows->data, (uint64_t)gather_layout_bytes(&take->data)};
    slice.layout = rows_of(&slice.layout, from, take->axis, reading->sorted[place], count);
    struct gather_layout part = rows_of(&take->data, to, take->axis, place, count);
    return gather_io_relayout(reading->input->file, &slice, &part, buffer, NULL, NULL, error);
}

static enum gather_status read_runs(const struct reading *reading, struct gather_error *error)
{
    struct gather_layout_summary from, to;
    enum gather_status status = gather_layout_describe(&reading->input->tensor.layout, &from, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_describe(&reading->rows->take.data, &to, error);
    for (int64_t k = 0, end; k < reading->sorted_count && status == GATHER_STATUS_OK; k = end) {
        end = k + 1;
        while (end < reading->sorted_count && reading->sorted[end] == reading->sorted[end - 1] + 1)
            end++;
        status = read_run(reading, &from, &to, k, end - k, error);
    }
    return status;
}

/* ---- asking again -------------------------------------------------------------------------------- */

static void number_indices(struct reading *reading)
{
    struct take_rows *rows = reading->rows;
    for (int64_t k = 0; k < reading->count; k++) {
        const int64_t *found = bsearch(&reading->wanted[k], reading->sorted, (size_t)reading->sorted_count,
                                       sizeof *reading->sorted, compare);
        rows->indices[k] = found != NULL ? found - reading->sorted : reading->sorted_count;
    }
    rows->take.indices.dtype = GATHER_DTYPE_I64;
    rows->take.indices.cell_bits = 64;
    rows->take.values = rows->indices;
}

static int read_some(struct reading *reading)
{
    struct take_rows *rows = reading->rows;
    struct gather_error error = {0};
    rows->take.data.sizes[rows->take.axis] = reading->sorted_count;
    rows->take.data = tensor_values_layout(&rows->take.data);
    rows->data = malloc((size_t)gather_layout_bytes(&rows->take.data) + 1);
    rows->indices = calloc((size_t)reading->count + 1, sizeof *rows->indices);
    if (rows->data == NULL || rows->indices == NULL)
        return complain_of_memory(reading->command);
    enum gather_status status = read_runs(reading, &error);
    if (status == GATHER_STATUS_OK)
        number_indices(reading);
    else
        talk_failure(reading->command, reading->input->path, &error);
    return exit_of_status(status);
}

static bool is_strided(const struct gather_layout *layout)
{
    struct gather_layout_summary summary;
    return gather_layout_describe(layout, &summary, NULL) == GATHER_STATUS_OK && summary.strided;
}

int take_rows_read(struct take_rows *rows, const struct input_tensor *input, const struct gather_take *take,
                   const struct gather_behaviour *behaviour, const char *command)
{
    struct reading reading = {.rows = rows, .input = input, .command = command};
    int64_t size = take->data.sizes[take->axis];
    memset(rows, 0, sizeof *rows);
    rows->take = *take;
    int code = find_rows(&reading, behaviour);
    if (code == EXIT_YES && is_strided(&input->tensor.layout) && reading.sorted_count <= size / 2)
        code = read_some(&reading);
    else if (code == EXIT_YES)
        code = tensor_values_read(input, command, &rows->take.data, &rows->data);
    free(reading.wanted);
    free(reading.sorted);
    return code;
}

void take_rows_fini(struct take_rows *rows)
{
    free(rows->data);
    free(rows->indices);
}
