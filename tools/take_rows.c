/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rows that indices ask for: take_rows.h says for whom. Into memory each is read once:
 *
 *     indices  7 -1 7 99        rows  7 9 7 -        read  7 9        indices now  0 1 0 2
 *
 * What means no row means none in what was read either: it lies behind the last.
 */
#include "take_rows.h"

#include <stdlib.h>
#include <string.h>

#include "element_walk.h"
#include "exit_code.h"
#include "gather/threads.h"
#include "interrupt.h"
#include "memory_option.h"
#include "output.h"
#include "progress.h"
#include "tensor_values.h"

static int fail(const struct take_rows *rows, const struct gather_error *error)
{
    if (interrupt_seen())
        return EXIT_SYSTEM; /* which the end of the output makes it anyway */
    talk_failure_in(rows->arguments->command->name, rows->input->path, rows->input->tensor.name, error);
    return exit_of_status((enum gather_status)error->status);
}

/* ---- which rows ---------------------------------------------------------------------------------- */

static struct gather_outcome outcome_of(const struct take_rows *rows, int64_t position)
{
    const struct gather_take *take = &rows->take;
    return gather_behaviour_outcome(rows->behaviour, take->indices.dtype, gather_take_index(take, position),
                                    take->data.sizes[take->axis]);
}

/* The rows of some of the indices, -1 for none. */
static void name_rows(const struct take_rows *rows, int64_t first, int64_t count, int64_t *wanted)
{
    for (int64_t k = 0; k < count; k++)
        wanted[k] = outcome_of(rows, first + k).row;
}

int take_rows_find(struct take_rows *rows, const struct arguments *arguments,
                   const struct input_tensor *input, const struct gather_take *take,
                   const struct gather_behaviour *behaviour, bool fills)
{
    *rows = (struct take_rows){
        .arguments = arguments, .input = input, .take = *take, .behaviour = behaviour, .only_zeros = true};
    rows->count = gather_layout_elements(&take->indices);
    for (int64_t k = 0; k < rows->count && rows->only_zeros; k++) {
        struct gather_outcome outcome = outcome_of(rows, k);
        rows->only_zeros = outcome.row >= 0 || (!fills && outcome.kind == GATHER_OUTCOME_ZERO);
    }
    return memory_option_allowed(arguments, &rows->memory);
}

/* ---- each to its place --------------------------------------------------------------------------- */

/* The part of a layout that begins at a row, as strides. */
static struct gather_layout rows_of(const struct gather_layout *layout,
                                    const struct gather_layout_summary *summary, int32_t axis, int64_t first,
                                    int64_t count)
{
    int64_t begin[GATHER_MAX_RANK] = {0}, sizes[GATHER_MAX_RANK];
    memcpy(sizes, layout->sizes, sizeof sizes);
    begin[axis] = first;
    sizes[axis] = count;
    return element_part(layout, summary, begin, sizes);
}

/* Whether an output has the sizes of the data, with those of the indices in the place of the axis. */
static bool has_sizes(const struct gather_take *take, const struct gather_layout *layout)
{
    int32_t more = take->indices.rank - 1, axis = take->axis;
    bool same = layout->rank == take->data.rank + more;
    for (int32_t d = 0; d < layout->rank && same; d++)
        same = layout->sizes[d] == (d < axis           ? take->data.sizes[d]
                                    : d <= axis + more ? take->indices.sizes[d - axis]
                                                       : take->data.sizes[d - more]);
    return same;
}

/*
 * An output with one axis in the place of those of the indices. Returns: whether there is one; of others there is
 * also none where padding is to be filled.
 */
static bool join_indices(const struct gather_take *take, const struct gather_layout *layout,
                         struct gather_layout *joined)
{
    struct gather_layout_summary summary;
    int64_t strides[GATHER_MAX_RANK] = {0}, count = 1;
    int32_t axis = take->axis, rank = take->indices.rank;
    if (!has_sizes(take, layout) || gather_layout_describe(layout, &summary, NULL) != GATHER_STATUS_OK ||
        !summary.strided || (summary.padded && layout->padding != GATHER_PADDING_UNKNOWN))
        return false;
    int64_t step = rank > 0 ? summary.strides[axis + rank - 1] : 1;
    for (int32_t d = axis + rank - 1; d >= axis; d--) {
        if (layout->sizes[d] != 1 && summary.strides[d] != step * count) /* bounded: cells of the layout */
            return false;
        count *= layout->sizes[d]; /* bounded: elements of the indices */
    }
    for (int32_t d = 0; d < take->data.rank; d++)
        strides[d] = d < axis ? summary.strides[d] : d > axis ? summary.strides[d + rank - 1] : step;
    memcpy(summary.strides, strides, sizeof strides);
    *joined = *layout;
    joined->rank = take->data.rank;
    memcpy(joined->sizes, take->data.sizes, sizeof joined->sizes);
    *joined = rows_of(joined, &summary, axis, 0, count);
    return true;
}

/* What a take of some of the rows reports is part of the whole. */
struct part {
    struct progress progress;
    const struct gather_threads *threads;
    int64_t before, total;
};

static int report(void *context, int64_t done, int64_t total)
{
    struct part *part = context;
    (void)total;
    return progress_report(&part->progress, part->before + done, part->total);
}

/* What is kept of a row besides: which it is, and twice, as they are sorted, that and its place. */
enum { ORDERING = 5 * sizeof(int64_t) };

/* Of a large output so many rows at a time as memory is allowed for: they are written in the order of the file. */
static enum gather_status write_parts(const struct take_rows *rows, const struct gather_layout *joined,
                                      struct gather_buffer output, struct part *part,
                                      struct gather_error *error)
{
    struct gather_layout_summary summary;
    struct gather_take_options options = {
        .size = sizeof options, .threads = part->threads, .progress = report, .context = part};
    int32_t axis = rows->take.axis;
    enum gather_status status = gather_layout_describe(joined, &summary, error);
    int64_t bytes = rows->count > 0 ? summary.bytes / rows->count : 0;
    int64_t most = bytes < rows->memory - ORDERING ? rows->memory / (bytes + ORDERING) : 1;
    most = most < rows->count ? most : rows->count;
    int64_t *wanted = calloc((size_t)most + 1, sizeof *wanted);
    if (wanted == NULL)
        return error->status = GATHER_STATUS_NO_MEMORY;
    for (int64_t k = 0, count; (k < rows->count || k == 0) && status == GATHER_STATUS_OK; k += count) {
        count = rows->count - k < most ? rows->count - k : most;
        name_rows(rows, k, count, wanted);
        struct gather_layout some = rows_of(joined, &summary, axis, k, count);
        status = gather_io_take(rows->input->file, &rows->input->tensor, axis, wanted, (size_t)count, &some,
                                output, &options, NULL, error);
        part->before += gather_layout_elements(&some);
        count = count > 0 ? count : 1;
    }
    free(wanted);
    return status;
}

/* By all processors if it is much: what lies in memory already is read the faster for it. */
static enum gather_status write_rows(const struct take_rows *rows, const struct gather_layout *joined,
                                     struct gather_buffer output, struct gather_error *error)
{
    const uint64_t much = UINT64_C(4) << 20;
    struct gather_pool *pool = NULL;
    struct gather_threads threads;
    struct part part = {.progress = progress_begin(rows->arguments, gather_layout_bytes(joined)),
                        .total = gather_layout_elements(joined)};
    if (output.bytes >= much && gather_pool_create(&pool, 0) == GATHER_STATUS_OK) {
        threads = gather_pool_threads(pool);
        part.threads = &threads;
        interrupt_cancels(pool);
    }
    enum gather_status status = write_parts(rows, joined, output, &part, error);
    progress_end(&part.progress);
    interrupt_cancels(NULL);
    gather_pool_destroy(pool);
    return status;
}

int take_rows_write(const struct take_rows *rows, const struct gather_layout *layout,
                    struct gather_buffer output, bool *done)
{
    struct gather_layout joined;
    struct gather_error error = {0};
    *done = false;
    if (!rows->only_zeros || !join_indices(&rows->take, layout, &joined))
        return EXIT_YES;
    enum gather_status status = write_rows(rows, &joined, output, &error);
    if (status == GATHER_STATUS_UNSUPPORTED) /* tiles, or less than bytes */
        return EXIT_YES;
    *done = status == GATHER_STATUS_OK;
    return *done ? EXIT_YES : fail(rows, &error);
}

/* ---- into memory --------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

/* Rows in their order, each once. Of no rows the first, if there is one: an axis to be outside of. */
static int64_t sort_rows(const struct take_rows *rows, int64_t *sorted)
{
    int64_t kept = 0, count = 0;
    for (int64_t k = 0; k < rows->count; k++)
        if (rows->indices[k] >= 0)
            sorted[kept++] = rows->indices[k];
    qsort(sorted, (size_t)kept, sizeof *sorted, compare);
    for (int64_t k = 0; k < kept; k++)
        if (k == 0 || sorted[k] != sorted[k - 1])
            sorted[count++] = sorted[k];
    if (count == 0 && rows->take.data.sizes[rows->take.axis] > 0)
        sorted[count++] = 0;
    return count;
}

/* Rows of elements below a byte, which are widened: those that follow each other in the file at once. */
static enum gather_status widen_rows(const struct take_rows *rows, const int64_t *sorted, int64_t count,
                                     struct gather_buffer buffer, struct gather_error *error)
{
    const struct gather_layout *data = &rows->take.data;
    struct gather_layout_summary from, to;
    int32_t axis = rows->take.axis;
    enum gather_status status = gather_layout_describe(&rows->input->tensor.layout, &from, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_describe(data, &to, error);
    for (int64_t k = 0, end; k < count && status == GATHER_STATUS_OK; k = end) {
        end = k + 1;
        while (end < count && sorted[end] == sorted[end - 1] + 1)
            end++;
        struct gather_tensor some = rows->input->tensor;
        some.layout = rows_of(&some.layout, &from, axis, sorted[k], end - k);
        struct gather_layout part = rows_of(data, &to, axis, k, end - k);
        status = gather_io_relayout(rows->input->file, &some, &part, buffer, NULL, NULL, error);
    }
    return status;
}

/* Each row becomes its number among those read. */
static void number_indices(struct take_rows *rows, const int64_t *sorted, int64_t count)
{
    for (int64_t k = 0; k < rows->count; k++) {
        const int64_t *found = bsearch(&rows->indices[k], sorted, (size_t)count, sizeof *sorted, compare);
        rows->indices[k] = found != NULL ? found - sorted : count;
    }
    rows->take.indices.dtype = GATHER_DTYPE_I64;
    rows->take.indices.cell_bits = 64;
    rows->take.values = rows->indices;
}

static int judge_memory(const struct take_rows *rows)
{
    int64_t needed = gather_layout_bytes(&rows->take.data);
    return needed <= rows->memory
               ? EXIT_YES
               : memory_option_exceeded(rows->arguments, rows->input->path, needed, rows->memory);
}

static int read_some(struct take_rows *rows, const int64_t *sorted, int64_t count)
{
    struct gather_error error = {0};
    rows->take.data.sizes[rows->take.axis] = count;
    rows->take.data = tensor_values_layout(&rows->take.data);
    int code = judge_memory(rows);
    if (code != EXIT_YES)
        return code;
    struct gather_buffer buffer = {NULL, (uint64_t)gather_layout_bytes(&rows->take.data)};
    buffer.data = rows->data = malloc((size_t)buffer.bytes + 1);
    if (buffer.data == NULL)
        return memory_option_lacks(rows->arguments->command->name, rows->input->path, (int64_t)buffer.bytes);
    enum gather_status status =
        gather_io_take(rows->input->file, &rows->input->tensor, rows->take.axis, sorted, (size_t)count,
                       &rows->take.data, buffer, NULL, NULL, &error);
    if (status == GATHER_STATUS_UNSUPPORTED)
        status = widen_rows(rows, sorted, count, buffer, &error);
    if (status != GATHER_STATUS_OK)
        return fail(rows, &error);
    number_indices(rows, sorted, count);
    return EXIT_YES;
}

/* Of tiles the whole tensor is read, as of elements below a byte where most rows are wanted. */
static bool needs_all(const struct take_rows *rows, int64_t count)
{
    const struct gather_layout *layout = &rows->input->tensor.layout;
    struct gather_layout_summary summary;
    return gather_layout_describe(layout, &summary, NULL) != GATHER_STATUS_OK || !summary.strided ||
           (gather_dtype_bits(layout->dtype) < 8 && count > layout->sizes[rows->take.axis] / 2);
}

int take_rows_read(struct take_rows *rows)
{
    const char *command = rows->arguments->command->name;
    int64_t *sorted = calloc((size_t)rows->count + 1, sizeof *sorted);
    rows->indices = calloc((size_t)rows->count + 1, sizeof *rows->indices);
    if (sorted == NULL || rows->indices == NULL) {
        free(sorted);
        return complain_of_memory(command);
    }
    name_rows(rows, 0, rows->count, rows->indices);
    int64_t count = sort_rows(rows, sorted);
    int code;
    if (needs_all(rows, count)) {
        code = judge_memory(rows);
        if (code == EXIT_YES)
            code = tensor_values_read(rows->input, command, &rows->take.data, &rows->data);
    } else {
        code = read_some(rows, sorted, count);
    }
    free(sorted);
    return code;
}

void take_rows_fini(struct take_rows *rows)
{
    free(rows->data);
    free(rows->indices);
}
