/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather along an axis that is not the innermost, as take_along_axis and GatherElements do it: point (j, k) takes one
 * of the entries of column k. Row by row, each point is a line of its own, and all of the data goes by before a line is
 * used again. So where that is more than the caches next to a core hold, the columns go by in strips, each through
 * all rows:
 *
 *     points, row by row    0  1  2 |  3  4  5       in strips    0  1  2 |  9 10 11
 *                           6  7  8 |  9 10 11                    3  4  5 | 12 13 14
 *                          12 13 14 | 15 16 17                    6  7  8 | 15 16 17
 */
#include "core/arith.h"
#include "core/walk.h"

enum {
    STRIP_BYTES = GATHER__KEPT_BYTES / 2, /* of data under a strip */
    LEAST_COLUMNS = 64                    /* whole lines of the other operands */
};

/* Bytes that the entries of one column bring into the caches. Returns: 0 if they are none or too many to say. */
static int64_t bytes_of_column(const struct gather__loop *columns, const struct gather__component *component)
{
    const uint64_t slope = gather__magnitude(columns->data), scale = gather__magnitude(component->scale);
    uint64_t entry = slope < scale ? slope : scale;
    int64_t bytes;
    entry = entry < GATHER__LINE_BYTES ? entry : GATHER__LINE_BYTES;
    return gather__multiply(component->rule.limit + 1, (int64_t)entry, &bytes) ? bytes : 0;
}

int64_t gather__strip_columns(const struct gather_plan *plan, const struct gather__step *step, int64_t rows,
                              int64_t columns)
{
    const struct gather__loop *inner = gather__step_loops(step) + step->front_count - 1;
    if (step->front_count < 2 || step->digit_count > 0 || step->component_count != 1 ||
        plan->unit_bits != 8 || inner[-1].data != 0)
        return 0;
    const int64_t bytes = bytes_of_column(inner, gather__step_components(step)),
                  lines = bytes / GATHER__LINE_BYTES;
    if (bytes == 0 || columns <= (int64_t)2 * STRIP_BYTES / bytes || rows < 2 * lines)
        return 0; /* they fit as they are, or lines are not used again */
    const int64_t strip = STRIP_BYTES / bytes / LEAST_COLUMNS * LEAST_COLUMNS; /* bounded: below 2^19 */
    return strip > LEAST_COLUMNS ? strip : LEAST_COLUMNS;
}

static void walk_strips(struct gather__walk *walk, int64_t columns)
{
    const int32_t inner = walk->step->front_count - 1;
    const int64_t begin = walk->begin[inner], extent = walk->extent[inner];
    for (int64_t at = 0; at < extent; at += columns) {
        walk->begin[inner] = begin + at;
        walk->extent[inner] = extent - at < columns ? extent - at : columns;
        gather__walk_points(walk);
    }
    walk->begin[inner] = begin;
    walk->extent[inner] = extent;
}

/* Strips at each place of the loops outside the rows, from `loop` on. */
static void walk_places(struct gather__walk *walk, int32_t loop, int64_t columns)
{
    if (loop == walk->step->front_count - 2) {
        walk_strips(walk, columns);
        return;
    }
    const int64_t begin = walk->begin[loop], extent = walk->extent[loop];
    walk->extent[loop] = 1;
    for (int64_t k = 0; k < extent; k++) {
        walk->begin[loop] = begin + k;
        walk_places(walk, loop + 1, columns);
    }
    walk->begin[loop] = begin;
    walk->extent[loop] = extent;
}

void gather__walk_gather(struct gather__walk *walk)
{
    const int32_t inner = walk->step->front_count - 1;
    int64_t columns = 0;
    if (gather__walk_pieces(walk))
        return;
    if (inner > 0 && !walk->stops)
        columns = gather__strip_columns(walk->plan, walk->step, walk->extent[inner - 1], walk->extent[inner]);
    if (columns > 0)
        walk_places(walk, 0, columns);
    else
        gather__walk_points(walk);
}
