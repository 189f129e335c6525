/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Marks of the indices that a `parallel_for` gave to its task. The marks are atomic, so that an index that
 * two threads are given at once counts as two.
 */
#include "support/range_marks.h"

#include <stdatomic.h>
#include <stdlib.h>

struct marks {
    uint64_t count, grain;
    atomic_uint faults;
    atomic_uint *times; /* that each index was given */
};

static void mark(void *argument, uint64_t begin, uint64_t end)
{
    struct marks *marks = argument;
    if (begin >= end || end > marks->count || (end - begin < marks->grain && marks->count >= marks->grain)) {
        marks->faults++;
        return;
    }
    for (uint64_t i = begin; i < end; i++)
        marks->times[i]++;
}

static bool is_each_once(const struct marks *marks)
{
    for (uint64_t i = 0; i < marks->count; i++)
        if (marks->times[i] != 1)
            return false;
    return marks->faults == 0;
}

bool ranges_cover_once(struct gather_threads threads, uint64_t count, uint64_t grain)
{
    struct marks marks = {.count = count, .grain = grain, .times = calloc(count + 1, sizeof *marks.times)};
    bool well = marks.times != NULL &&
                threads.parallel_for(threads.context, mark, &marks, count, grain) == 0 &&
                is_each_once(&marks);
    free(marks.times);
    return well;
}
