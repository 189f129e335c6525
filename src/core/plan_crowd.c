/* SPDX-License-Identifier: Apache-2.0 */
/* What the ways to go over points depend on, read off the loops of a step. */
#include "core/plan_crowd.h"

#include "core/arith.h"

enum {
    MANY_BLOCKS = 8,       /* from here on, those of a point are worth a call */
    NARROW_BLOCK = 64,     /* up to this, a few blocks side by side in the output share lines there */
    PLACED_BYTES = 1 << 18 /* of output that a cache keeps while points are gone over place by place */
};

/* The shortest way from one index to the next in the data. */
static int64_t index_step(const struct gather__step *step)
{
    const struct gather__component *components = gather__step_components(step);
    uint64_t least = INT64_MAX;
    for (int32_t k = 0; k < step->component_count; k++)
        if (gather__magnitude(components[k].scale) < least)
            least = gather__magnitude(components[k].scale);
    return (int64_t)least;
}

/* Blocks of the two innermost loops, and the shorter way from one to the next. */
static void add_tile(const struct gather__additive *window, int32_t count, struct gather__crowd *crowd)
{
    uint64_t least = INT64_MAX;
    crowd->tile = 1;
    for (int32_t k = count > 2 ? count - 2 : 0; k < count; k++) {
        crowd->tile *= window->extent[k]; /* bounded: elements of the output */
        if (gather__magnitude(window->data_step[k]) < least)
            least = gather__magnitude(window->data_step[k]);
    }
    crowd->tile_data = (int64_t)least;
}

struct gather__crowd gather__crowd_of(const struct gather__step *step, const struct gather__additive *window,
                                      int32_t count, int64_t block)
{
    struct gather__crowd crowd = {.block = block, .points = 1, .places = 1, .index_data = index_step(step)};
    add_tile(window, count, &crowd);
    if (count > 0) {
        crowd.places = window->extent[count - 1];
        crowd.place_out = window->out_step[count - 1];
        crowd.place_data = window->data_step[count - 1];
    }
    return crowd;
}

static bool windows_go_first(const struct gather__crowd *crowd)
{
    const int64_t points = crowd->points < GATHER_BLOCK ? crowd->points : GATHER_BLOCK;
    return !crowd->is_contiguous && crowd->tile >= MANY_BLOCKS &&
           (crowd->tile_data < crowd->index_data || crowd->point_out > PLACED_BYTES / points);
}

bool gather__points_are_apart(const struct gather__crowd *crowd)
{
    const bool share_lines = crowd->is_contiguous && crowd->points > 1 && crowd->block <= NARROW_BLOCK;
    return windows_go_first(crowd) ||
           (crowd->points < GATHER__FEW_POINTS && crowd->points < crowd->tile && !share_lines);
}
