/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a mapped file: a plan runs on the map as on any memory, after a few samples were looked at.
 *
 *     rows   [ *   *   *   *   * ]   a sample that the system does not have makes it wait for the disk, and count that
 *
 * A page at a time is the slowest way to read a disk; so if one sample is not there, the rows are read as those of any
 * file, and next time they are.
 */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include <stdlib.h>
#include <sys/resource.h>

#include "gather/torch.h"
#include "io/io_error.h"
#include "io/row_take.h"

enum { SAMPLES = 32, PAGE_BYTES = 4096 };

/* ---- samples ------------------------------------------------------------------------------------- */

/* How often this thread, or where the system does not count that the process, has waited for the disk so far. */
static long count_waits(void)
{
    struct rusage used;
#ifdef RUSAGE_THREAD
    int failed = getrusage(RUSAGE_THREAD, &used);
#else
    int failed = getrusage(RUSAGE_SELF, &used);
#endif
    return failed == 0 ? used.ru_majflt : 0;
}

/* How many samples there are: no more than pages that the rows may lie in, for to ask for waits takes time. */
static int64_t count_samples(const struct gather__row_take *take)
{
    const struct gather_layout *data = take->data.layout;
    int64_t cells = 1;
    for (int32_t d = 0; d < data->rank; d++) {
        const int64_t stride = take->data.summary.strides[d];
        if (d != take->axis)
            cells +=
                (data->sizes[d] - 1) * (stride < 0 ? -stride : stride); /* bounded: cells of the layout */
    }
    const int64_t pages = cells * (data->cell_bits / 8) / PAGE_BYTES + 1; /* bounded: bytes of the layout */
    return take->asked_count < SAMPLES && pages < SAMPLES / take->asked_count ? take->asked_count * pages
                                                                              : SAMPLES;
}

/* The k-th of so many samples of a size: spread over all of it. */
static int64_t spread(int64_t size, int64_t k, int64_t count)
{
    return size / count * k + size % count * k / count; /* bounded: below `size` */
}

/* The byte of the tensor at which the k-th of so many samples of what is asked for lies; -1 for a row that is none. */
static int64_t sample_at(const struct gather__row_take *take, int64_t k, int64_t count)
{
    const struct gather_layout *data = take->data.layout;
    int64_t cell = take->data.summary.offset;
    for (int32_t d = 0; d < data->rank; d++) {
        int64_t at = d == take->axis ? gather__row_asked(take, spread(take->asked_count, k, count))
                                     : spread(data->sizes[d], k, count);
        if (at < 0)
            return -1;
        cell += at * take->data.summary.strides[d]; /* bounded: a cell of the layout */
    }
    return cell * (data->cell_bits / 8); /* bounded: bytes of the layout */
}

/* Looks at samples, and after each doubling of them whether the disk was waited for. */
static bool is_in_memory(const struct gather__row_take *take, const uint8_t *bytes)
{
    const int64_t count = count_samples(take);
    const long before = count_waits();
    for (int64_t k = 0; k < count; k++) {
        int64_t at = sample_at(take, k, count);
        if (at >= 0)
            (void)*(const volatile uint8_t *)(bytes + at);
        if (((k & (k + 1)) == 0 || k == count - 1) && count_waits() != before)
            return false;
    }
    return true;
}

/* ---- waves --------------------------------------------------------------------------------------- */

/* The first dimension of the output whose rows go several to a wave; a leading 1 has one row alone, of everything. */
static int32_t wave_dimension(const struct gather__row_take *take)
{
    const struct gather_layout *place = take->place.layout;
    int64_t bytes =
        take->place.summary.elements * (gather_dtype_bits(place->dtype) / 8); /* bounded: as below */
    int32_t d = 0;
    while (d < place->rank - 1 && gather__row_take_wave(bytes / place->sizes[d]) == 1)
        d++;
    return d;
}

/* Where a dimension stands once `first` was brought before all others. */
static int32_t brought(int32_t dimension, int32_t first)
{
    if (dimension == first)
        return 0;
    return dimension < first ? dimension + 1 : dimension;
}

/* The same elements, a dimension before all others: a plan runs by rows of the first. */
static enum gather_status bring_forward(struct gather_layout *made, const struct gather__row_side *side,
                                        int32_t first, struct gather_error *error)
{
    const struct gather_layout *layout = side->layout;
    int64_t sizes[GATHER_MAX_RANK], strides[GATHER_MAX_RANK];
    for (int32_t d = 0; d < layout->rank; d++) {
        sizes[brought(d, first)] = layout->sizes[d];
        strides[brought(d, first)] = side->summary.strides[d];
    }
    enum gather_status status = gather_layout_init_strides(made, layout->dtype, layout->rank, sizes, strides,
                                                           side->summary.offset, error);
    if (status == GATHER_STATUS_OK)
        made->cell_bits = layout->cell_bits;
    return status;
}

/* Memory that so many threads run faster with; none where none is to be had. */
static struct gather_buffer take_room(const struct gather_plan *plan, uint32_t threads)
{
    const uint64_t bytes = gather_plan_room(plan, threads);
    void *memory = bytes > 0 ? malloc((size_t)bytes) : NULL;
    return (struct gather_buffer){memory, memory != NULL ? bytes : 0};
}

/* So many rows of the output at a time that somebody hears how far it is. */
static enum gather_status run_waves(const struct gather__row_take *take, const struct gather_plan *plan,
                                    int64_t rows, const struct gather_buffer *inputs,
                                    struct gather_error *error)
{
    int64_t elements = take->place.summary.elements, in_a_row = elements / rows;
    int64_t most = gather__row_take_wave(
        in_a_row * (gather_dtype_bits(take->place.layout->dtype) / 8)); /* bounded: bytes of the output */
    struct gather_run run = {.size = sizeof run, .threads = take->options.threads};
    run.room = take_room(plan, run.threads != NULL ? run.threads->count : 1);
    enum gather_status status = gather__row_take_report(take, 0, elements, error);
    for (; run.end < rows && status == GATHER_STATUS_OK; run.begin = run.end) {
        run.end = rows - run.begin > most ? run.begin + most : rows;
        status = gather_plan_run(plan, inputs, 2, take->output, &run, error);
        if (status == GATHER_STATUS_OK)
            status = gather__row_take_report(take, run.end * in_a_row, /* bounded: elements */
                                             elements, error);
    }
    free(run.room.data);
    return status;
}

enum gather_status gather__row_map_run(const struct gather__row_take *take, const uint8_t *bytes,
                                       struct gather_error *error)
{
    struct gather_plan *plan = NULL;
    struct gather_layout operands[2], place;
    int32_t first = wave_dimension(take);
    /* torch's counts no row from the end; all are judged by now, so that nothing of its own refusals shows */
    struct gather_op op = gather_torch_index_select(brought(take->axis, first));
    op.policy = GATHER_POLICY_SKIP;
    enum gather_status status =
        gather_layout_init(&operands[1], GATHER_DTYPE_I64, 1, &take->asked_count, error);
    if (status == GATHER_STATUS_OK)
        status = bring_forward(&operands[0], &take->data, first, error);
    if (status == GATHER_STATUS_OK)
        status = bring_forward(&place, &take->place, first, error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_create(&plan, &op, operands, 2, &place, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_buffer inputs[] = {
        {(void *)(uintptr_t)bytes, (uint64_t)take->data.summary.bytes},
        {(void *)(uintptr_t)take->asked, (uint64_t)gather_layout_bytes(&operands[1])}};
    status = run_waves(take, plan, place.sizes[0], inputs, error);
    gather_plan_destroy(plan);
    return status;
}

enum gather_status gather__row_map_take(const struct gather__row_take *take, bool *done,
                                        struct gather_error *error)
{
    const struct gather_tensor *tensor = take->tensor;
    const uint8_t *bytes;
    *done = false;
    enum gather_status status = gather__source_view(take->file->sources[tensor->source], tensor->offset,
                                                    take->data.summary.bytes, &bytes, error);
    if (status != GATHER_STATUS_OK || bytes == NULL || tensor->swapped > 1 || !is_in_memory(take, bytes))
        return status;
    *done = true;
    return gather__row_map_run(take, bytes, error);
}
