/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Crossings through tiles: the data is contiguous along one loop, the output along the other, and tiles make one of
 * the two short, for it is gone on with by a loop farther out:
 *
 *     data    f32[4096,4096]{1,0}              row r:   column 0 1 2 3 4 5 6 7 | 8 9 ..
 *     output  f32[4096,4096]{0,1:T(8,128)}     eight columns a tile, the next eight 128 KiB behind
 *
 * Such loops are joined to one side of the crossing, its places or its columns, with a list of where each begins in the
 * other operand. So whole cache lines are read and written, however short the tiles are.
 */
#include <string.h>

#include "core/arith.h"
#include "core/walk.h"

enum {
    SIDE_POINTS = GATHER_BLOCK,
    LEAST_BLOCKS = 256, /* that are worth a list */
    LEAST_SIDE = 8,     /* places or columns, likewise */
    LEAST_TILE = 16,    /* blocks that are worth a call, of wide ones */
    LEAST_ALONE = 64,   /* likewise, of any, where a side stays narrow */
    WIDE_BLOCK = 8,     /* bytes; from here on whole lines gain little */
    LONG_BYTES = 1024,  /* of a side that nothing is joined to */
    LONG_NEARBY = 256,  /* likewise, where all of it is */
    MOST_PLANES = 8,
    LEAST_PLACES = 16
};

/* The places or the columns of a crossing. */
struct side {
    int64_t count;
    int64_t offsets[SIDE_POINTS]; /* in the operand that it is not contiguous in */
    bool is_joined;               /* else it is one loop, and has no list */
    int32_t parted;               /* the loop of which `part` iterations are in the list; -1 */
    int64_t part;
};

struct crossing {
    const struct gather__additive *box;
    int64_t long_bytes;
    struct side places, columns;
    bool used[GATHER__MAX_LOOPS];
};

/* Repeats what is in the list, `times` at steps. */
static void repeat(struct side *side, int64_t times, int64_t step)
{
    for (int64_t k = side->count; k < side->count * times; k++) /* bounded: by the list */
        side->offsets[k] = side->offsets[k - side->count] + step;
    side->count *= times; /* bounded: by the list */
}

/* The loop that goes on where `bytes` of an operand end. Returns: -1 if there is none. */
static int32_t next_loop(const struct crossing *crossing, int32_t count, const int64_t *steps, int64_t bytes)
{
    for (int32_t k = 0; k < count; k++)
        if (!crossing->used[k] && steps[k] == bytes)
            return k;
    return -1;
}

/* A side from its loop on. along, across: steps in the operand that it is contiguous in, and in the other. */
static void join_side(struct crossing *crossing, struct side *side, int32_t loop, const int64_t *along,
                      const int64_t *across)
{
    const struct gather__additive *box = crossing->box;
    int64_t bytes = box->extent[loop] * along[loop]; /* bounded: inside the operand */
    int32_t count = loop;
    side->count = box->extent[loop];
    side->is_joined = false;
    side->parted = -1;
    if (bytes >= crossing->long_bytes || side->count > SIDE_POINTS / 2)
        return;
    side->count = 1;
    side->offsets[0] = 0;
    repeat(side, box->extent[loop], across[loop]);
    while (side->parted < 0 && (loop = next_loop(crossing, count, along, bytes)) >= 0) {
        int64_t room = SIDE_POINTS / side->count, extent = box->extent[loop];
        if (room < 2)
            return;
        side->is_joined = true;
        crossing->used[loop] = true;
        if (extent > room) {
            side->parted = loop;
            side->part = room;
        }
        repeat(side, extent < room ? extent : room, across[loop]);
        bytes *= extent; /* bounded: inside the operand */
    }
}

/* Whether few planes of enough places lie side by side in one operand: kernels do best with these as they are. */
static bool are_planes(int64_t planes, int64_t step, int64_t width, int64_t places)
{
    return planes <= MOST_PLANES && step == planes * width && places >= LEAST_PLACES; /* bounded: few */
}

/* Whether the last two loops cross, for a kernel that takes crossings. */
static bool tiled_loops_cross(const struct gather__walk *walk, const struct gather__additive *box,
                              int32_t count, int64_t width)
{
    return walk->plan->unit_bits == 8 && !walk->fills && count > 2 && box->out_step[count - 1] == width &&
           box->data_step[count - 2] == width && box->data_step[count - 1] != width &&
           !are_planes(box->extent[count - 1], box->out_step[count - 2], width, box->extent[count - 2]) &&
           !are_planes(box->extent[count - 2], box->data_step[count - 1], width, box->extent[count - 1]) &&
           gather__kernel_for(walk->kernels, width)->turn != NULL;
}

static int64_t box_bytes(const struct gather__additive *box, int32_t count, int64_t width)
{
    for (int32_t k = 0; k < count; k++)
        width *= box->extent[k]; /* bounded: bytes of the output */
    return width;
}

/*
 * Both sides, the shorter one first, for both might go on with the same loop. Returns: whether it is worth it. Wide
 * elements that lie near gain little by whole lines, less than the list costs.
 */
static bool find_sides(struct crossing *crossing, const struct gather__additive *box, int32_t count,
                       int64_t width)
{
    const int64_t places = box->extent[count - 2], columns = box->extent[count - 1];
    const bool places_first = places < columns,
               is_near = box_bytes(box, count, width) <= GATHER__NEARBY_BYTES;
    if (is_near && width >= WIDE_BLOCK && places * columns >= LEAST_TILE) /* bounded: of the output */
        return false;
    crossing->box = box;
    crossing->long_bytes = is_near ? LONG_NEARBY : LONG_BYTES;
    memset(crossing->used, 0, sizeof crossing->used);
    crossing->used[count - 1] = crossing->used[count - 2] = true;
    if (places_first)
        join_side(crossing, &crossing->places, count - 2, box->data_step, box->out_step);
    join_side(crossing, &crossing->columns, count - 1, box->out_step, box->data_step);
    if (!places_first)
        join_side(crossing, &crossing->places, count - 2, box->data_step, box->out_step);
    const bool is_narrow = crossing->columns.count < LEAST_SIDE || crossing->places.count < LEAST_SIDE;
    if (is_narrow && places * columns >= LEAST_ALONE) /* bounded: of the output */
        return false;
    return (crossing->columns.is_joined || crossing->places.is_joined) &&
           crossing->columns.count * crossing->places.count >= LEAST_BLOCKS; /* bounded: of the output */
}

/* The loops that are left outside: of a loop that a side has a part of, its parts. */
static void find_outside(const struct crossing *crossing, int32_t count, struct gather__additive *outside)
{
    const struct gather__additive *box = crossing->box;
    const struct side *sides[] = {&crossing->places, &crossing->columns};
    for (int32_t k = 0; k < count; k++) {
        outside->extent[k] = crossing->used[k] ? 1 : box->extent[k];
        outside->out_step[k] = box->out_step[k];
        outside->data_step[k] = box->data_step[k];
    }
    for (int32_t s = 0; s < 2; s++) {
        int32_t loop = sides[s]->parted;
        if (loop < 0)
            continue;
        outside->extent[loop] = gather__divide_up(box->extent[loop], sides[s]->part);
        outside->out_step[loop] = box->out_step[loop] * sides[s]->part;   /* bounded: inside the output */
        outside->data_step[loop] = box->data_step[loop] * sides[s]->part; /* bounded: inside the data */
    }
}

/* What there is of a side at one part of its loop: the last may be shorter. */
static int64_t points_at(const struct crossing *crossing, const struct side *side, const int64_t *index)
{
    if (side->parted < 0)
        return side->count;
    /* bounded: iterations of the loop */
    int64_t left = crossing->box->extent[side->parted] - index[side->parted] * side->part;
    return left < side->part ? side->count / side->part * left : side->count; /* bounded: less than all */
}

static void move_sides(const struct gather__walk *walk, const struct crossing *crossing, int32_t count,
                       int64_t width, struct gather__place place)
{
    const struct gather__additive *box = crossing->box;
    const struct gather__move_kernel *kernel = gather__kernel_for(walk->kernels, width);
    struct gather__tile tile = {.out_step = {box->out_step[count - 2], box->out_step[count - 1]},
                                .data_step = {box->data_step[count - 2], box->data_step[count - 1]},
                                .width = width,
                                .streams = gather__streams(walk)};
    struct gather__additive outside;
    int64_t index[GATHER__MAX_LOOPS] = {0};
    find_outside(crossing, count, &outside);
    if (crossing->places.is_joined)
        tile.to = crossing->places.offsets;
    if (crossing->columns.is_joined)
        tile.from = crossing->columns.offsets;
    do {
        tile.count[0] = points_at(crossing, &crossing->places, index);
        tile.count[1] = points_at(crossing, &crossing->columns, index);
        kernel->move(walk->out + place.out, walk->data + place.data, &tile);
    } while (gather__next_place(&outside, count, index, &place));
}

bool gather__move_crossing(const struct gather__walk *walk, const struct gather__additive *box, int32_t count,
                           int64_t width, struct gather__place place)
{
    struct crossing crossing;
    if (!tiled_loops_cross(walk, box, count, width) || !find_sides(&crossing, box, count, width))
        return false;
    move_sides(walk, &crossing, count, width, place);
    return true;
}
