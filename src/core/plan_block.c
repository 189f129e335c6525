/* SPDX-License-Identifier: Apache-2.0 */
/* The move stage of a gather: blocks of points, whose offsets are known, to kernels that know only widths and steps. */
#include "core/plan_block.h"

#include "core/arith.h"
#include "core/plan_crowd.h"
#include "core/plan_local.h"

/*
 * Looks at the same blocks side by side at the places of a loop, and how what comes next is asked for: rows are asked
 * for as rows. Returns: whether they are permuted.
 */
static bool look_at_places(const struct gather__permute_kernel *permute, bool are_rows,
                           struct gather__offsets *offsets, int64_t width)
{
    const bool asks = offsets->is_far && !are_rows;
    offsets->span = width; /* at the least */
    const bool may_permute = permute != NULL && permute->takes(offsets, width);
    if (may_permute || asks)
        gather__find_span(offsets, width);
    if (may_permute && permute->takes(offsets, width))
        return true;
    if (asks)
        gather__ask_densely(offsets, width);
    return false;
}

/* The points at the places of a window's innermost outer loop, of `count` that the block has left: one at least. */
static struct gather__offsets at_places(const struct gather__additive *window, int32_t count,
                                        const struct gather__offsets *offsets)
{
    struct gather__offsets here = *offsets;
    here.more = window->extent[count - 1] - 1;
    here.more_out = window->out_step[count - 1];
    here.more_data = window->data_step[count - 1];
    return here;
}

/* Whether points that cross a window go by permutes all the same. */
static bool are_permuted(const struct gather__walk *walk, const struct gather__additive *window,
                         const struct gather__crowd *crowd, int32_t count,
                         const struct gather__offsets *offsets)
{
    struct gather__offsets here = at_places(window, count, offsets);
    return look_at_places(walk->kernels->permute, true, &here, crowd->block) &&
           gather__places_overlap(crowd, here.span);
}

/*
 * All points at each place of the window's outer loops, those of the innermost in the kernel. count: loops that the
 * block has left.
 */
static void fetch_points(const struct gather__walk *walk, const struct gather__additive *window,
                         int32_t count, int64_t width, const struct gather__offsets *offsets)
{
    const struct gather__fetch_kernel *kernel = gather__fetch_kernel_for(walk->kernels, width);
    const struct gather__permute_kernel *permute = walk->kernels->permute;
    struct gather__offsets here = *offsets;
    bool permutes = false;
    struct gather__place at = {0, 0, 0};
    int64_t index[GATHER__MAX_LOOPS] = {0};
    if (count == 0) { /* at further places the same points lead elsewhere */
        here.is_far = here.is_far && !gather__blocks_are_local(&here, walk->reach->high - walk->reach->low);
    } else {
        here = at_places(window, count--, offsets);
        if (here.out == NULL && here.out_step == width)
            permutes = look_at_places(permute, kernel->least < kernel->most, &here, width);
    }
    do
        (permutes ? permute->permute : kernel->fetch)(walk->out + at.out, walk->data + at.data, &here, width);
    while (gather__next_place(window, count, index, &at));
}

/* Likewise, the innermost of these loops in the kernel. */
static void turn_points(const struct gather__walk *walk, const struct gather__additive *window, int32_t count,
                        int64_t width, const struct gather__offsets *offsets)
{
    const struct gather__move_kernel *kernel = gather__kernel_for(walk->kernels, width);
    struct gather__place at = {0, 0, 0};
    int64_t index[GATHER__MAX_LOOPS] = {0};
    do
        kernel->turn(walk->out + at.out, walk->data + at.data, offsets, window->extent[count - 1],
                     window->out_step[count - 1]);
    while (gather__next_place(window, count - 1, index, &at));
}

/* The window at each point, one after the other. */
static void move_windows(const struct gather__walk *walk, const struct gather__additive *window,
                         const struct gather__offsets *offsets)
{
    struct gather__mover mover;
    gather__mover_init(&mover, walk, window);
    for (int64_t k = 0; k < offsets->count; k++) {
        struct gather__place place = {.out = gather__out_offset(offsets, k)};
        place.data = walk->fills ? 0 : offsets->data[k];
        gather__mover_move(&mover, place);
    }
}

/* Points that are all there: all of them at each place of the window, or the window at each; plan_crowd.h says when. */
static void move_present(const struct gather__walk *walk, const struct gather__additive *window,
                         const struct gather__offsets *offsets)
{
    int64_t width;
    int32_t count = gather__grow_block(walk, window, &width);
    struct gather__crowd crowd = gather__crowd_of(walk->step, window, count, width);
    crowd.points = offsets->count;
    crowd.is_contiguous = offsets->out == NULL && offsets->out_step == width;
    crowd.point_out = offsets->out == NULL ? (int64_t)gather__magnitude(offsets->out_step) : INT64_MAX;
    if (walk->plan->unit_bits != 8 || gather__points_are_apart(&crowd))
        move_windows(walk, window, offsets);
    else if (gather__points_cross(&crowd) && gather__kernel_for(walk->kernels, width)->turn != NULL &&
             !are_permuted(walk, window, &crowd, count, offsets))
        turn_points(walk, window, count, width, offsets);
    else
        fetch_points(walk, window, count, width, offsets);
}

/* Points that are not there: their windows get the fill, or stay as they are. */
static void fill_absent(struct gather__walk *walk, const struct gather__additive *window,
                        const struct gather__offsets *offsets)
{
    if (walk->plan->skips)
        return;
    walk->fills = true;
    move_windows(walk, window, offsets);
    walk->fills = false;
}

static struct gather__offsets stretch_of(const struct gather__walk *walk, const struct gather__block *block,
                                         int64_t begin, int64_t count)
{
    const struct gather__reach *data = walk->reach;
    struct gather__offsets offsets = {
        .count = count, .data = block->data + begin, .end = walk->data + data->high};
    offsets.tuning = gather__plan_tuning(walk->plan, walk->kernels);
    offsets.is_far = data->high - data->low > offsets.tuning->near_bytes;
    offsets.streams = gather__streams(walk);
    offsets.keeps = gather__keeps_part(walk);
    offsets.whole = walk->plan->elements * walk->plan->out_width; /* bounded: bytes of the output */
    if (block->is_run) {
        offsets.out_begin = block->out_begin + begin * block->out_step; /* bounded: inside the output */
        offsets.out_step = block->out_step;
    } else {
        offsets.out = block->out + begin;
    }
    return offsets;
}

void gather__move_block(struct gather__walk *walk, const struct gather__additive *window,
                        const struct gather__block *block)
{
    int64_t begin = 0;
    while (begin < block->count) {
        int64_t end = begin;
        bool absent = block->fate.absent > 0 && block->data[begin] == GATHER__ABSENT;
        if (block->fate.absent == 0)
            end = block->count;
        while (end < block->count && (block->data[end] == GATHER__ABSENT) == absent)
            end++;
        struct gather__offsets offsets = stretch_of(walk, block, begin, end - begin);
        if (absent)
            fill_absent(walk, window, &offsets);
        else
            move_present(walk, window, &offsets);
        begin = end;
    }
}
