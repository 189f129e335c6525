/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather whose points are rows that lie apart in the data, as those of a transposed array do. Element by element, it
 * would step through them anew as often as an index leads there. Where rows are read several times each, pieces of the
 * data are put in the output's order first, on the stack or in what room the run was given: some columns of all rows that
 * an index can lead to, from which each point then fetches its part.
 *
 *     data, column by column     a piece of 2 columns     out: rows 2 0 2, the same 2 columns
 *         a0 b0 c0                   a0 a1                    c0 c1 ..
 *         a1 b1 c1                   b0 b1                    a0 a1 ..
 *         a2 b2 c2 ..                c0 c1                    c0 c1 ..
 *
 * Columns of the next piece come back to lines of the output that those before them began. So where the output is more
 * than a cache keeps, a piece goes over as many points as one does keep, and the next pieces over the same; unless
 * columns of many lines make the way to memory shorter than putting pieces in order again. When all this is worth it is
 * known by measurement, of transposed, strided and reversed arrays of many sizes.
 */
#include <assert.h>
#include <stddef.h>

#include "core/arith.h"
#include "core/outlined.h"
#include "core/walk.h"

enum {
    STACK_BYTES = 24 << 10, /* of a piece, where the run has no room */
    NEAR_ROOM = 1 << 20,    /* that a cache next to a core keeps */
    MOST_ROOM = 16 << 20,   /* where LONG_STRIP bytes of each row are more than that */
    LONG_STRIP = 512,
    LINE = 64,
    VECTOR = 16,
    LEAST_STRIP = 8,  /* bytes of a row in a piece */
    LEAST_BLOCKS = 2, /* of a row in a piece, where they become one */
    MANY_BLOCKS = 8,  /* more of them cost more one by one than as one of any width */
    NARROW_BLOCK = 4, /* bytes; up to this, blocks are put in order in less time than fetched as they lie */
    WIDE_BLOCK = 8,   /* above this, it takes whole rows, and many reads of each */
    MOST_BLOCK = 128, /* above this, blocks are fetched as they lie */
    MANY_READS = 8,   /* of each row */
    NEAR_READS =
        2, /* one row of so many is read, where there is room; each is put in order in less time than fetched */
    FAR_READS = 4, /* likewise, of data farther away than a cache next to a core */
    ROOMY_STRIP =
        32, /* bytes, with which pieces in room go over all points, whatever a cache keeps of the output */
    SHORT_STRIP = 16,     /* bytes; shorter ones are fetched fast only by a kernel of their own */
    LEAST_MOVED = 1 << 9, /* blocks of the output, for fewer of which nothing of this is worth it */
    NEAR_BYTES = 8,       /* that lie together in the data and are put in order at once */
    MOST_PARTS = 4,       /* of a row that kernels can step through as it lies */
    KEPT_BYTES = 1 << 20, /* of output that a cache keeps */
    FAR_BLOCKS = 32       /* put in order while a strip goes to memory */
};

/* What a gather goes over, and what of it is in a piece. */
struct cut {
    const struct gather__step *step;
    const int64_t *extent; /* of each loop */
    int64_t *part;         /* likewise, of those that go at once */
    int64_t room;          /* bytes for a piece */
    bool is_roomy;         /* more than the stack has */
    int64_t width;
    int64_t block;  /* bytes that lie together in data and output */
    int32_t left;   /* loops outside of a block */
    int64_t window; /* bytes of the output at a point */
    int64_t rows;   /* that the indices can lead to */
    int64_t strip;  /* bytes of a row in a piece */
    bool is_whole;  /* nothing of the window goes on where a strip ends in the output */
    bool
        is_scattered; /* no two blocks of the window lie in one line, but those of rows next to each other may */
    int32_t nearest; /* the window's loop of shorter steps through the data than the indices'; -1 */
};

/* Returns: 0 if they are none, or too many for a piece. */
static int64_t count_rows(const struct gather__step *step, int64_t most)
{
    const struct gather__component *components = gather__step_components(step);
    int64_t rows = 1;
    for (int32_t k = 0; k < step->component_count && rows > 0; k++)
        if (!gather__multiply(rows, components[k].rule.limit + 1, &rows) || rows > most)
            rows = 0;
    return rows;
}

static int64_t useful_room(int64_t room, int64_t rows)
{
    const int64_t most =
        rows > NEAR_ROOM / LONG_STRIP ? rows * LONG_STRIP : NEAR_ROOM; /* bounded: rows of a piece */
    return room < most ? room : most;
}

static void measure_window(struct cut *cut)
{
    const struct gather__step *step = cut->step;
    cut->block = cut->window = cut->width;
    cut->left =
        gather__grow_loops(gather__step_loops(step), step->front_count, step->loop_count, &cut->block);
    for (int32_t k = step->front_count; k < step->loop_count; k++)
        cut->window *= cut->extent[k]; /* bounded: of the output */
}

/* The loop of a window that goes on where `bytes` of the output end. Returns: -1 if there is none. */
static int32_t next_loop(const struct gather__step *step, const int64_t *extent, int64_t bytes)
{
    const struct gather__loop *loops = gather__step_loops(step);
    for (int32_t k = step->front_count; k < step->loop_count; k++)
        if (loops[k].out == bytes && extent[k] > 1)
            return k;
    return -1;
}

/* Of a part of a row's innermost loop: whole lines, else whole vectors, else a width that kernels have. */
static int64_t even_part(int64_t part, int64_t width)
{
    int64_t bytes = part * width >= LINE ? LINE : VECTOR;
    while (bytes > part * width) /* bounded: a piece */
        bytes /= 2;
    const int64_t even = part * width / bytes * bytes / width; /* bounded: a piece */
    return even > 0 ? even : part;
}

/* What of a row lies side by side in the output, as much as there is room for. */
static void find_strip(struct cut *cut)
{
    const int64_t most = cut->room / cut->rows;
    cut->strip = cut->width;
    for (int32_t k; (k = next_loop(cut->step, cut->extent, cut->strip)) >= 0;) {
        const int64_t room = most / cut->strip;
        if (room < 2)
            return;
        cut->part[k] = cut->extent[k];
        if (cut->extent[k] > room)
            cut->part[k] = cut->strip == cut->width ? even_part(room, cut->width) : room;
        cut->strip *= cut->part[k]; /* bounded: a piece */
        if (cut->extent[k] > room)
            return;
    }
}

/* Whether a strip has its loops whole, and none goes on with them. */
static bool has_whole_strips(const struct cut *cut)
{
    for (int32_t k = cut->step->front_count; k < cut->step->loop_count; k++)
        if (cut->part[k] > 1 && cut->part[k] < cut->extent[k])
            return false;
    return next_loop(cut->step, cut->extent, cut->strip) < 0;
}

/* Points that go over the same piece, at most so many. */
static int64_t find_points(const struct cut *cut, int64_t most)
{
    const struct gather__loop *loops = gather__step_loops(cut->step);
    int64_t points = 1;
    for (int32_t k = cut->step->front_count - 1; k >= 0; k--) {
        if (loops[k].data != 0)
            continue;
        const int64_t room = most / points > 1 ? most / points : 1;
        cut->part[k] = cut->extent[k] < room ? cut->extent[k] : room;
        points *= cut->part[k]; /* bounded: points */
    }
    return points;
}

/* Other loops along which the data lies, as many iterations of each as there is room for beside all rows' strips. */
static void find_places(const struct cut *cut)
{
    const struct gather__loop *loops = gather__step_loops(cut->step);
    int64_t room = STACK_BYTES / cut->rows / cut->strip;
    for (int32_t k = cut->step->loop_count - 1; k >= 0 && room > 1; k--) {
        if (cut->part[k] > 1 || cut->extent[k] <= 1 || (k < cut->step->front_count && loops[k].data == 0))
            continue;
        cut->part[k] = cut->extent[k] < room ? cut->extent[k] : room;
        room /= cut->part[k];
    }
}

static void find_nearest(struct cut *cut)
{
    const struct gather__step *step = cut->step;
    const struct gather__loop *loops = gather__step_loops(step);
    const struct gather__component *components = gather__step_components(step);
    uint64_t least = UINT64_MAX;
    cut->nearest = -1;
    for (int32_t k = 0; k < step->component_count; k++)
        if (components[k].rule.limit > 0 && gather__magnitude(components[k].data) < least)
            least = gather__magnitude(components[k].data);
    cut->is_scattered = true;
    for (int32_t k = step->front_count; k < cut->left; k++) {
        const uint64_t data = gather__magnitude(loops[k].data);
        if (cut->extent[k] <= 1)
            continue;
        cut->is_scattered = cut->is_scattered && data > least && data >= LINE;
        if (data <= least) {
            least = data;
            cut->nearest = k;
        }
    }
}

/*
 * Whether a piece is put in order well: it has what lies together in the data, or enough of it; and no small part of a
 * row, which kernels step through as fast.
 */
static bool reads_well(const struct cut *cut)
{
    if (cut->nearest < 0 || cut->is_whole)
        return true;
    const struct gather__loop *loop = gather__step_loops(cut->step) + cut->nearest;
    const int64_t extent = cut->extent[cut->nearest], part = cut->part[cut->nearest];
    if ((cut->block > NARROW_BLOCK && part < extent) ||
        (loop->out == cut->block && extent > cut->strip / cut->block * MOST_PARTS)) /* bounded: a piece */
        return false;
    const uint64_t together = gather__magnitude(loop->data) * (uint64_t)part; /* bounded: of the data */
    return part == extent || together >= LINE ||
           (together >= NEAR_BYTES && cut->window <= KEPT_BYTES / cut->rows);
}

/* Whether blocks of so few bytes have a kernel that fetches them: 2^n and 3 * 2^n, as kernels.def has it. */
static bool has_kernel(int64_t bytes)
{
    const int64_t odd = bytes % 3 == 0 ? bytes / 3 : bytes;
    return (odd & (odd - 1)) == 0;
}

/* Whether strips are worth their fetching: they have enough blocks, and a width that is fetched fast, or many blocks. */
static bool suits_fetching(const struct cut *cut)
{
    const int64_t blocks = cut->strip / cut->block;
    const bool takes_wide = cut->is_whole || (cut->is_roomy && cut->strip >= LINE);
    if (cut->block > (takes_wide ? MOST_BLOCK : WIDE_BLOCK) || blocks < LEAST_BLOCKS)
        return false;
    return cut->strip >= SHORT_STRIP || has_kernel(cut->strip) || (cut->is_whole && blocks > MANY_BLOCKS);
}

/* Points that are worth a piece, in which each row is read once to be put in order. */
static int64_t least_points(const struct cut *cut)
{
    if (cut->is_roomy && cut->is_scattered)
        return cut->rows / (cut->window > NEAR_ROOM / cut->rows ? FAR_READS : NEAR_READS);
    if (cut->block > WIDE_BLOCK)
        return cut->rows * MANY_READS;
    const bool is_narrow = cut->nearest < 0 && !cut->is_whole && cut->block <= NARROW_BLOCK;
    return is_narrow ? cut->rows : cut->rows + (cut->rows + 1) / 2;
}

/* How many points go over a piece, of all. Returns: false if they are too few. */
static bool cut_points(const struct cut *cut)
{
    const int64_t blocks = cut->strip / cut->block, points = find_points(cut, INT64_MAX);
    const int64_t kept = KEPT_BYTES / cut->window, reads = cut->block <= NARROW_BLOCK ? 2 : 4;
    if (points < least_points(cut) || points < LEAST_MOVED / (cut->window / cut->block))
        return false;
    if (cut->is_whole || points <= kept || (cut->is_roomy && cut->strip >= ROOMY_STRIP))
        return true;
    if (kept >= cut->rows * reads && kept * FAR_BLOCKS >= cut->rows * blocks) { /* bounded: pieces, a cache */
        find_points(cut, kept);
        return true;
    }
    return blocks >= (cut->nearest < 0 ? FAR_BLOCKS : 4 * FAR_BLOCKS);
}

/* room: nothing is found in what is less than the stack has. all: receives the bytes of the rows that an index can lead to, in all pieces together. */
static bool find_pieces(const struct gather_plan *plan, const struct gather__step *step,
                        const int64_t *extent, int64_t room, int64_t *part, int64_t *all)
{
    struct cut cut = {.step = step, .extent = extent, .part = part, .width = plan->width};
    if (room < STACK_BYTES || plan->unit_bits != 8 || step->digit_count > 0 || step->component_count == 0)
        return false;
    measure_window(&cut);
    cut.rows = cut.window / cut.block < LEAST_BLOCKS ? 0 : count_rows(step, room / LEAST_STRIP);
    if (cut.rows == 0)
        return false;
    cut.room = useful_room(room, cut.rows);
    cut.is_roomy = cut.room > STACK_BYTES;
    for (int32_t k = 0; k < step->loop_count; k++)
        part[k] = 1;
    find_nearest(&cut);
    find_strip(&cut);
    cut.is_whole = has_whole_strips(&cut);
    if (cut.rows > cut.room / cut.strip || !suits_fetching(&cut) || !cut_points(&cut))
        return false;
    find_places(&cut);
    return gather__multiply(cut.rows, cut.window, all) && reads_well(&cut);
}

/* ---- one piece ------------------------------------------------------------------------------------------- */

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
    for (int32_t k; (k = next_loop(walk->step, walk->extent, piece->bytes)) >= 0;) {
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
            if (row_step[k] == 0 && (next < 0 || gather__magnitude(components[k].data) <
                                                     gather__magnitude(components[next].data)))
                next = k;
        row_step[next] = piece->bytes;
        add_loop(piece, components[next].rule.limit + 1, components[next].data);
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
        components[k].data = row_step[k];
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

OUTLINED void walk_piece_on_stack(struct gather__walk *walk)
{
    _Alignas(64) uint8_t bytes[STACK_BYTES];
    walk_piece_in(walk, bytes);
}

static void walk_piece(struct gather__walk *walk)
{
    if (walk->buffers->room.bytes > STACK_BYTES)
        walk_piece_in(walk, walk->buffers->room.data);
    else
        walk_piece_on_stack(walk);
}

/* From `loop` on, as many iterations of each at once as `part` says. */
static void walk_parts(struct gather__walk *walk, int32_t loop, const int64_t *part)
{
    if (loop == walk->step->loop_count) {
        walk_piece(walk);
        return;
    }
    const int64_t begin = walk->begin[loop], extent = walk->extent[loop];
    for (int64_t at = 0; at < extent && !(walk->stops && walk->refused > 0); at += part[loop]) {
        walk->begin[loop] = begin + at;
        walk->extent[loop] = extent - at < part[loop] ? extent - at : part[loop];
        walk_parts(walk, loop + 1, part);
    }
    walk->begin[loop] = begin;
    walk->extent[loop] = extent;
}

bool gather__walk_pieces(struct gather__walk *walk)
{
    int64_t part[GATHER__MAX_LOOPS], all;
    const int64_t room = (int64_t)walk->buffers->room.bytes;
    if (!find_pieces(walk->plan, walk->step, walk->extent, room, part, &all) &&
        !find_pieces(walk->plan, walk->step, walk->extent, STACK_BYTES, part, &all))
        return false;
    walk_parts(walk, 0, part);
    return true;
}

bool gather__first_piece(const struct gather_plan *plan, const struct gather__step *step, int64_t room,
                         struct gather__piece *piece)
{
    int64_t part[GATHER__MAX_LOOPS];
    struct gather__walk walk = {.plan = plan, .step = step, .loops = gather__step_loops(step)}, over;
    for (int32_t k = 0; k < step->loop_count; k++)
        walk.extent[k] = walk.loops[k].extent;
    if (!find_pieces(plan, step, walk.extent, room, part, &piece->all) &&
        !find_pieces(plan, step, walk.extent, STACK_BYTES, part, &piece->all))
        return false;
    for (int32_t k = 0; k < step->loop_count; k++)
        walk.extent[k] = part[k];
    draw_piece(&walk, &over, piece);
    return true;
}

struct gather__wish gather__plan_wish(const struct gather_plan *plan, bool has_room)
{
    const struct gather__step *step = gather__plan_first_step(plan);
    struct gather__wish wish = {0, 0};
    struct gather__piece piece;
    for (int32_t k = 0; k < plan->step_count; k++, step = gather__step_next(step)) {
        if (step->kind != GATHER__STEP_GATHER ||
            !gather__first_piece(plan, step, has_room ? MOST_ROOM : 0, &piece))
            continue;
        if (piece.bytes > STACK_BYTES && piece.bytes > wish.room)
            wish.room = gather__divide_up(piece.bytes, LINE) * LINE; /* bounded: a piece */
        if (piece.all > wish.task)
            wish.task = piece.all;
    }
    return wish;
}
