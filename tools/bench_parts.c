/* SPDX-License-Identifier: Apache-2.0 */
/* What the library is measured against: bench_parts.h says what that is. */
#include "bench_parts.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BYTES_GRAIN = 65536 };

/* By all threads, or by this one. */
static void part_out(struct bench_timed *timed, void (*part)(void *, uint64_t, uint64_t), void *argument,
                     uint64_t count, uint64_t grain)
{
    if (timed->way->pool != NULL)
        (void)timed->threads.parallel_for(timed->threads.context, part, argument, count, grain);
    else
        part(argument, 0, count);
}

/* ---- a plain loop --------------------------------------------------------------------------------------- */

/* What one would write without a library: a pattern, in rows that begin `apart` elements from each other. */
static void gather_plainly(uint64_t *restrict output, const uint64_t *restrict data,
                           const int64_t *restrict pattern, const int64_t sizes[2], int64_t apart)
{
    for (int64_t i = 0; i < sizes[0]; i++)
        for (int64_t k = 0; k < sizes[1]; k++)
            output[i * sizes[1] + k] = data[i * apart + pattern[k]]; /* bounded: both lie in memory */
}

static void plain_part(void *argument, uint64_t begin, uint64_t end)
{
    const struct bench_timed *timed = argument;
    const struct bench_step *step = &timed->made->steps[0];
    const int64_t sizes[] = {(int64_t)(end - begin), step->output.sizes[1]}, apart = step->inputs[0].place[0];
    /* bounded: rows of operands that lie in memory */
    gather_plainly((uint64_t *)step->target.data + (int64_t)begin * sizes[1],
                   (const uint64_t *)step->buffers[0].data + (int64_t)begin * apart, step->buffers[1].data,
                   sizes, apart);
}

void bench_call_plain(struct bench_timed *timed, int64_t times)
{
    enum { ROWS_GRAIN = 512 };
    for (int64_t n = 0; n < times; n++)
        part_out(timed, plain_part, timed, (uint64_t)timed->made->steps[0].output.sizes[0], ROWS_GRAIN);
}

/* Whether that loop does what a row asks for. */
bool bench_is_plain(const struct bench_case *made)
{
    const struct gather_layout *data = &made->steps[0].inputs[0], *indices = &made->steps[0].inputs[1];
    return made->row->distribution == GATHER_DISTRIBUTION_PATTERN && made->row->family == GATHER_BENCH_TAKE &&
           made->steps[0].axis == 1 && made->row->batch_dims == 0 && made->row->to == NULL &&
           data->rank == 2 && data->kind == GATHER_LAYOUT_STRIDES && data->place[1] == 1 &&
           data->offset == 0 && data->cell_bits == 64 && indices->rank == 1 &&
           indices->dtype == GATHER_DTYPE_I64;
}

/* ---- copying ---------------------------------------------------------------------------------------------- */

/* Through a pointer that the compiler can't see through: no copy is left out because another one follows. */
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;

void bench_call_copy(struct bench_timed *timed, int64_t times)
{
    for (int64_t n = 0; n < times; n++)
        copy(timed->made->output.data, timed->source.data, (size_t)timed->made->bytes);
}

static void copy_part(void *argument, uint64_t begin, uint64_t end)
{
    struct bench_timed *timed = argument;
    copy(timed->made->output.data + begin, timed->source.data + begin, (size_t)(end - begin));
}

void bench_call_copies(struct bench_timed *timed, int64_t times)
{
    for (int64_t n = 0; n < times; n++)
        part_out(timed, copy_part, timed, (uint64_t)timed->made->bytes, BYTES_GRAIN);
}

/* ---- what no gather can do without ---------------------------------------------------------------------- */

static void *(*volatile fill)(void *, int, size_t) = memset;

static void fill_part(void *argument, uint64_t begin, uint64_t end)
{
    const struct bench_timed *timed = argument;
    fill(timed->made->output.data + begin, 1, (size_t)(end - begin));
}

void bench_call_fill(struct bench_timed *timed, int64_t times)
{
    for (int64_t n = 0; n < times; n++)
        part_out(timed, fill_part, timed, (uint64_t)timed->made->bytes, BYTES_GRAIN);
}

#ifdef __SSE2__
/* Past the caches, by 16 bytes; what is left at the end is left out. */
static void stream_part(void *argument, uint64_t begin, uint64_t end)
{
    const struct bench_timed *timed = argument;
    __m128i *output = (__m128i *)(void *)timed->made->output.data;
    for (uint64_t k = begin; k < end; k++)
        _mm_stream_si128(output + k, _mm_set1_epi8(1));
    _mm_sfence();
}

bool bench_can_stream(void) { return true; }

void bench_call_stream(struct bench_timed *timed, int64_t times)
{
    for (int64_t n = 0; n < times; n++)
        part_out(timed, stream_part, timed, (uint64_t)timed->made->bytes / sizeof(__m128i),
                 BYTES_GRAIN / sizeof(__m128i));
}
#else
bool bench_can_stream(void) { return false; }

void bench_call_stream(struct bench_timed *timed, int64_t times)
{
    (void)timed;
    (void)times;
}
#endif

/* The reading of a step. */
struct reading {
    const struct bench_step *step;
    uint64_t of_indices;  /* lines */
    _Atomic uint64_t sum; /* of what was read, so that the compiler leaves no reading out */
};

/* Line k of those of its data, and behind them of its scales. */
static unsigned char line_at(const struct bench_step *step, uint64_t k)
{
    const bool is_scale = k >= step->lines.count;
    const struct gather_bench_lines *lines = is_scale ? &step->scale_lines : &step->lines;
    /* bounded: lines of operands that lie in memory */
    return lines->base[(size_t)lines->numbers[k - (is_scale ? step->lines.count : 0)] * GATHER_BENCH_LINE];
}

/* What a step reads: its indices, one line after the other, and behind them the lines of its data and scales. */
static void read_part(void *argument, uint64_t begin, uint64_t end)
{
    struct reading *reading = argument;
    const struct bench_step *step = reading->step;
    const unsigned char *indices = step->buffers[1].data;
    uint64_t sum = 0, of_indices = reading->of_indices;
    for (uint64_t k = begin; k < end && k < of_indices; k++)
        sum += indices[k * GATHER_BENCH_LINE]; /* bounded: below their bytes */
    for (uint64_t k = begin > of_indices ? begin : of_indices; k < end; k++)
        sum += line_at(step, k - of_indices);
    reading->sum += sum;
}

void bench_call_read(struct bench_timed *timed, int64_t times)
{
    for (int64_t n = 0; n < times; n++) {
        for (size_t k = 0; k < timed->made->step_count; k++) {
            const struct bench_step *step = &timed->made->steps[k];
            struct reading reading = {
                step, (step->buffers[1].bytes + GATHER_BENCH_LINE - 1) / GATHER_BENCH_LINE, 0};
            part_out(timed, read_part, &reading,
                     reading.of_indices + step->lines.count + step->scale_lines.count,
                     BYTES_GRAIN / GATHER_BENCH_LINE);
        }
    }
}
