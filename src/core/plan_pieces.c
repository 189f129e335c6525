/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather whose points are rows that lie apart in the data, as those of a transposed array do. Element by element, it
 * would step through them anew as often as an index leads there. Where enough of them are read, pieces of the data are
 * put in the output's order first, on the stack or in what room the run was given: some columns of all rows that an
 * index can lead to, from which each point then fetches its part.
 *
 *     data, column by column     a piece of 2 columns     out: rows 2 0 2, the same 2 columns
 *         a0 b0 c0                   a0 a1                    c0 c1 ..
 *         a1 b1 c1                   b0 b1                    a0 a1 ..
 *         a2 b2 c2 ..                c0 c1                    c0 c1 ..
 */
#include <assert.h>
#include <stddef.h>

#include "core/arith.h"
#include "core/outlined.h"
#include "core/plan_cut.h"

static_assert(offsetof(struct gather__piece, room) == sizeof(struct gather__step),
              "a piece's loops stand behind its step, as in a plan");

static struct gather__loop *loops_of(struct gather__piece *piece)
{
    return (struct gather__loop *)(void *)(&piece->step + 1);
}

/* One more loop of what is put in order, or more of the last one if that goes on. */
static void add_loop(struct gather__piece *piece, int64_t extent, int64_t data)
{
    struct gather__additive *box = &piece->box;
    const int64_t out = piece->bytes;
    if (extent == 1)
        return;
    piece->bytes *= extent;                                             /* bounded: a piece */
    if (box->count > 0 && data == box->data_step[0] * box->extent[0] && /* bounded: of the data */
        out == box->out_step[0] * box->extent[0]) {                     /* bounded: a piece */
        box->extent[0] *= extent;                                       /* bounded: a piece */
        return;
    }
    for (int32_t k = box->count++; k > 0; k--) { /* the largest step of the piece first */
        box->extent[k] = box->extent[k - 1];
        box->out_step[k] = box->out_step[k - 1];
        box->data_step[k] = box->data_step[k - 1];
    }
    box->extent[0] = extent;
    box->out_step[0] = out;
    box->data_step[0] = data;
}

/* A loop of the window over the piece, in the order of the output. */
static void add_window(struct gather__walk *over, struct gather__piece *piece, int64_t extent, int64_t out,
                       int64_t data)
{
    struct gather__loop *loops = loops_of(piece);
    int32_t place = piece->step.loop_count++;
    over->begin[place] = 0;
    for (; place > piece->step.front_count && loops[place - 1].out < out; place--) {
        loops[place] = loops[place - 1];
        over->extent[place] = over->extent[place - 1];
    }
    loops[place] = (struct gather__loop){.extent = extent, .out = out, .data = data};
    over->extent[place] = extent;
}

/* Of the data's rows what lies side by side in the output: there and in the piece it is one block. */
static void add_strip(const struct gather__walk *walk, struct gather__walk *over, struct gather__piece *piece,
                      bool *is_added)
{
    const int64_t width = piece->bytes = walk->plan->width;
    for (int32_t k; (k = gather__next_loop(walk->step, walk->extent, piece->bytes)) >= 0;) {
        is_added[k] = true;
        add_loop(piece, walk->extent[k], walk->loops[k].data);
    }
    add_window(over, piece, piece->bytes / width, width, width);
}

/* All rows, those that lie together in the data next to each other. row_step: receives what each component steps by. */
static void add_rows(const struct gather__step *step, struct gather__piece *piece, int64_t *row_step)
{
    const struct gather__component *components = gather__step_components(step);
    for (int32_t k = 0; k < step->component_count; k++)
        row_step[k] = 0;
    for (int32_t added = 0; added < step->component_count; added++) {
        int32_t next = -1;
        for (int32_t k = step->component_count - 1; k >= 0; k--)
            if (row_step[k] == 0 && (next < 0 || gather__magnitude(components[k].scale) <
                                                     gather__magnitude(components[next].scale)))
                next = k;
        row_step[next] = piece->bytes;
        add_loop(piece, components[next].rule.limit + 1, components[next].scale);
    }
}

/* Other places of the window, and points that don't share their rows. */
static void add_places(const struct gather__walk *walk, struct gather__walk *over,
                       struct gather__piece *piece, const bool *is_added)
{
    struct gather__loop *loops = loops_of(piece);
    const int32_t front_count = walk->step->front_count;
    for (int32_t k = 0; k < front_count; k++) {
        const int64_t step = piece->bytes;
        const bool is_inside = walk->extent[k] > 1 && walk->loops[k].data != 0;
        loops[k] = walk->loops[k];
        loops[k].data = is_inside ? step : 0;
        piece->step.data_base -= walk->begin[k] * loops[k].data; /* bounded: a piece */
        if (is_inside)
            add_loop(piece, walk->extent[k], walk->loops[k].data);
    }
    for (int32_t k = walk->step->loop_count - 1; k >= front_count; k--)
        if (!is_added[k] && walk->extent[k] > 1) {
            add_window(over, piece, walk->extent[k], walk->loops[k].out, piece->bytes);
            add_loop(piece, walk->extent[k], walk->loops[k].data);
        }
}

/* As in a draft: the loop with the smallest step of the data goes last but one. */
static void pair_innermost(struct gather__additive *box)
{
    const int32_t last = box->count - 1;
    int32_t best = last;
    for (int32_t k = 0; k < last; k++)
        if (box->data_step[k] != 0 &&
            gather__magnitude(box->data_step[k]) < gather__magnitude(box->data_step[best]))
            best = k;
    for (int32_t k = best; k < last - 1; k++) {
        const int64_t moved[] = {box->extent[k], box->out_step[k], box->data_step[k]};
        box->extent[k] = box->extent[k + 1];
        box->out_step[k] = box->out_step[k + 1];
        box->data_step[k] = box->data_step[k + 1];
        box->extent[k + 1] = moved[0];
        box->out_step[k + 1] = moved[1];
        box->data_step[k + 1] = moved[2];
    }
}

/* Where the walk's window begins, in data and output. */
static void find_begin(const struct gather__walk *walk, struct gather__piece *piece)
{
    piece->place = (struct gather__place){0, walk->step->data_base, 0};
    for (int32_t k = 0; k < walk->step->loop_count; k++) {
        piece->place.data += walk->begin[k] * walk->loops[k].data; /* bounded: inside the data */
        if (k >= walk->step->front_count)
            piece->step.out_base += walk->begin[k] * walk->loops[k].out; /* bounded: inside the output */
    }
}

/* What of the walk's window goes into a piece, and a walk over that. */
OUTLINED void draw_piece(const struct gather__walk *walk, struct gather__walk *over,
                         struct gather__piece *piece)
{
    bool is_added[GATHER__MAX_LOOPS] = {false};
    int64_t row_step[GATHER_MAX_RANK];
    *over = *walk;
    piece->step = *walk->step;
    piece->step.data_base = 0;
    piece->step.loop_count = walk->step->front_count;
    piece->box.count = 0;
    find_begin(walk, piece);
    add_strip(walk, over, piece, is_added);
    add_rows(walk->step, piece, row_step);
    add_places(walk, over, piece, is_added);
    struct gather__component *components =
        (struct gather__component *)(void *)(loops_of(piece) + piece->step.loop_count);
    for (int32_t k = 0; k < piece->step.component_count; k++) {
        components[k] = gather__step_components(walk->step)[k];
        components[k].scale = row_step[k];
    }
    pair_innermost(&piece->box);
    piece->reach = (struct gather__reach){.bytes = (uint64_t)piece->bytes, .high = piece->bytes};
    over->step = &piece->step;
    over->loops = loops_of(piece);
    over->reach = &piece->reach;
}

/* Puts it in order. */
OUTLINED void fill_piece(const struct gather__walk *walk, const struct gather__piece *piece, uint8_t *bytes)
{
    struct gather__buffers buffers = *walk->buffers;
    struct gather__walk fill = *walk;
    struct gather__mover mover;
    buffers.is_read_soon = true;
    fill.buffers = &buffers;
    fill.out = bytes;
    gather__mover_init(&mover, &fill, &piece->box);
    gather__mover_move(&mover, piece->place);
}

static void walk_piece_in(struct gather__walk *walk, uint8_t *bytes)
{
    struct gather__piece piece;
    struct gather__walk over;
    draw_piece(walk, &over, &piece);
    fill_piece(walk, &piece, bytes);
    over.data = bytes;
    gather__walk_points(&over);
    walk->refused = over.refused;
}

OUTLINED void walk_piece_in_room(struct gather__walk *walk) { walk_piece_in(walk, walk->buffers->room.data); }

OUTLINED void walk_piece_on_stack(struct gather__walk *walk)
{
    _Alignas(64) uint8_t bytes[GATHER__STACK_PIECE];
    walk_piece_in(walk, bytes);
}

/* From `loop` on, as many iterations of each at once as the cut says. */
static void walk_parts(struct gather__walk *walk, int32_t loop, const struct gather__cut *cut)
{
    if (loop == walk->step->loop_count) {
        if (cut->bytes > GATHER__STACK_PIECE)
            walk_piece_in_room(walk);
        else
            walk_piece_on_stack(walk);
        return;
    }
    const int64_t begin = walk->begin[loop], extent = walk->extent[loop], part = cut->part[loop];
    for (int64_t at = 0; at < extent && !(walk->stops && walk->refused > 0); at += part) {
        walk->begin[loop] = begin + at;
        walk->extent[loop] = extent - at < part ? extent - at : part;
        walk_parts(walk, loop + 1, cut);
    }
    walk->begin[loop] = begin;
    walk->extent[loop] = extent;
}

/* Whether some points are moved before others are judged. */
static bool cuts_points(const struct gather__walk *walk, const struct gather__cut *cut)
{
    for (int32_t k = 0; k < walk->step->front_count; k++)
        if (cut->part[k] < walk->extent[k])
            return true;
    return false;
}

bool gather__walk_pieces(struct gather__walk *walk)
{
    struct gather__cut cut;
    if (!gather__find_cut(walk->plan, walk->step, walk->extent, (int64_t)walk->buffers->room.bytes, &cut) ||
        (walk->stops && cuts_points(walk, &cut)))
        return false;
    walk_parts(walk, 0, &cut);
    return true;
}

bool gather__first_piece(const struct gather_plan *plan, const struct gather__step *step,
                         struct gather__piece *piece)
{
    struct gather__cut cut;
    struct gather__walk walk = {.plan = plan, .step = step, .loops = gather__step_loops(step)}, over;
    for (int32_t k = 0; k < step->loop_count; k++)
        walk.extent[k] = walk.loops[k].extent;
    if (!gather__find_cut(plan, step, walk.extent, 0, &cut))
        return false;
    for (int32_t k = 0; k < step->loop_count; k++)
        walk.extent[k] = cut.part[k];
    draw_piece(&walk, &over, piece);
    return true;
}
