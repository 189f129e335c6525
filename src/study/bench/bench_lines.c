/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which lines of the data a gather reads, in the order in which its output asks for them: what no gather can do
 * without, however it is written. A line that was among the last 1 MiB of them is still in a cache, and is not read
 * again.
 */
#include <stdlib.h>
#include <string.h>

#include "study/bench/bench_walk.h"
#include "study/refuse.h"

enum { ROOM_FIRST = 1024, KEPT = (1 << 20) / GATHER_BENCH_LINE };

struct collector {
    struct gather_bench_lines *lines;
    uint32_t *seen; /* for each line of the data, the count of lines when it was put last; 0: never */
};

/* Puts a line behind the others. Returns: false if there is no memory for it. */
static bool put_line(struct collector *collector, uint64_t number)
{
    struct gather_bench_lines *lines = collector->lines;
    if (collector->seen[number] > 0 && lines->count - collector->seen[number] < KEPT)
        return true;
    if (lines->count == lines->room) {
        size_t room = lines->room > 0 ? 2 * lines->room : ROOM_FIRST;
        uint32_t *numbers = realloc(lines->numbers, room * sizeof *numbers); /* bounded: by what there is */
        if (numbers == NULL)
            return false;
        lines->numbers = numbers;
        lines->room = room;
    }
    lines->numbers[lines->count++] = (uint32_t)number;
    collector->seen[number] = (uint32_t)lines->count;
    return true;
}

static bool put_run(struct collector *collector, uint64_t begin, int64_t bytes)
{
    for (uint64_t k = begin / GATHER_BENCH_LINE; k <= (begin + (uint64_t)bytes - 1) / GATHER_BENCH_LINE; k++)
        if (!put_line(collector, k))
            return false;
    return true;
}

static bool put_all(struct collector *collector, struct gather__bench_walk *walk)
{
    do {
        const unsigned char *at = gather__bench_walk_data(walk);
        if (at != NULL && !put_run(collector, (uint64_t)(at - collector->lines->base), walk->read_bytes))
            return false;
    } while (gather__bench_walk_next(walk));
    return true;
}

enum gather_status gather_bench_lines_create(struct gather_bench_lines *lines,
                                             const struct gather_bench_done *done, struct gather_error *error)
{
    struct gather__bench_walk walk;
    struct gather_bench_done unwritten = *done;
    uint64_t of_data = (uint64_t)gather_layout_bytes(&done->data) / GATHER_BENCH_LINE + 1;
    *lines = (struct gather_bench_lines){.base = done->data_bytes};
    unwritten.output_bytes = done->data_bytes; /* that any output may have, which is not looked at */
    enum gather_status status = gather__bench_walk_begin(&walk, &unwritten, error);
    if (status == GATHER_STATUS_OK && of_data > UINT32_MAX)
        status =
            gather__refuse(error, GATHER_STATUS_UNSUPPORTED, "data", "fewer than 2^32 lines of 64 bytes");
    if (status != GATHER_STATUS_OK)
        return status;
    if (gather_layout_elements(&done->output) == 0)
        return GATHER_STATUS_OK;
    struct collector collector = {lines, calloc((size_t)of_data, sizeof *collector.seen)};
    bool is_done = collector.seen != NULL && put_all(&collector, &walk);
    free(collector.seen);
    if (is_done)
        return GATHER_STATUS_OK;
    gather_bench_lines_destroy(lines);
    return gather__refuse(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
}

void gather_bench_lines_destroy(struct gather_bench_lines *lines)
{
    free(lines->numbers);
    *lines = (struct gather_bench_lines){.base = NULL};
}
