/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How pieces are cut: plan_cut.h says what they are. Columns of the next piece come back to lines of the output that
 * those before them began. So where the output is more than a cache keeps, a piece goes over as many points as one does
 * keep, and the next pieces over the same; unless columns of many lines make the way to memory shorter than putting
 * pieces in order again. When all this is worth it is known by measurement, of transposed, strided and reversed arrays of
 * many sizes.
 */
#include "core/plan_cut.h"

#include "core/arith.h"

enum {
    VECTOR = 16,
    LEAST_STRIP = 8,  /* bytes of a row in a piece */
    LEAST_BLOCKS = 2, /* of a row in a piece, where they become one */
    MANY_BLOCKS = 8,  /* more of them cost more one by one than as one of any width */
    NARROW_BLOCK = 4, /* bytes; up to this, blocks are put in order in less time than fetched as they lie */
    WIDE_BLOCK = 8,   /* above this, it takes whole rows, and many reads of each */
    MOST_BLOCK = 128, /* above this, blocks are fetched as they lie */
    MANY_READS = 8,   /* of each row */
    SHORT_STRIP = 16, /* bytes; shorter ones are fetched fast only by a kernel of their own */
    LEAST_MOVED = 1 << 9, /* blocks of the output, for fewer of which nothing of this is worth it */
    NEAR_BYTES = 8,       /* that lie together in the data and are put in order at once */
    MOST_PARTS = 4,       /* of a row that kernels can step through as it lies */
    FAR_BLOCKS = 32,      /* put in order while a strip goes to memory */
    LONG_STRIP = 32,      /* bytes; a piece in room with such goes over all points */
    LONGEST_STRIP = 512,  /* bytes of each row, for which pieces in room become larger than that cache */
    SCATTERED = 16,       /* blocks of a row */
    NEAR_ROWS = 16        /* bytes of the data from one row to the next */
};

/* What a gather goes over, and what of it is in a piece. */
struct sketch {
    const struct gather__step *step;
    const int64_t *extent; /* of each loop */
    int64_t *part;         /* likewise, of those that go at once */
    int64_t bytes;         /* for a piece */
    bool is_roomy;         /* it lies in room, not on the stack */
    int64_t width;
    int64_t block;   /* bytes that lie together in data and output */
    int32_t left;    /* loops outside of a block */
    int64_t window;  /* bytes of the output at a point */
    int64_t rows;    /* that the indices can lead to */
    int64_t strip;   /* bytes of a row in a piece */
    bool is_whole;   /* nothing of the window goes on where a strip ends in the output */
    uint64_t apart;  /* bytes of the data from one row to the nearest */
    int32_t nearest; /* the window's loop of shorter steps through the data than that; -1 */
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

/* Of the room that is given, what a piece of so many rows is faster with. */
static int64_t useful_room(int64_t room, int64_t rows)
{
    const int64_t roomy = rows * LONGEST_STRIP; /* bounded: rows of a piece */
    const int64_t most = roomy > GATHER__KEPT_BYTES ? roomy : GATHER__KEPT_BYTES;
    return room < most ? room : most;
}

static void measure_window(struct sketch *sketch)
{
    const struct gather__step *step = sketch->step;
    sketch->block = sketch->window = sketch->width;
    sketch->left =
        gather__grow_loops(gather__step_loops(step), step->front_count, step->loop_count, &sketch->block);
    for (int32_t k = step->front_count; k < step->loop_count; k++)
        sketch->window *= sketch->extent[k]; /* bounded: of the output */
}

/* Of a part of a row's innermost loop: whole lines, else whole vectors, else a width that kernels have. */
static int64_t even_part(int64_t part, int64_t width)
{
    int64_t bytes = part * width >= GATHER__LINE_BYTES ? GATHER__LINE_BYTES : VECTOR;
    while (bytes > part * width) /* bounded: a piece */
        bytes /= 2;
    const int64_t even = part * width / bytes * bytes / width; /* bounded: a piece */
    return even > 0 ? even : part;
}

/* What of a row lies side by side in the output, as much as there is room for. */
static void find_strip(struct sketch *sketch)
{
    const int64_t most = sketch->bytes / sketch->rows;
    sketch->strip = sketch->width;
    for (int32_t k; (k = gather__next_loop(sketch->step, sketch->extent, sketch->strip)) >= 0;) {
        const int64_t room = most / sketch->strip;
        if (room < 2)
            return;
        sketch->part[k] = sketch->extent[k];
        if (sketch->extent[k] > room)
            sketch->part[k] = sketch->strip == sketch->width ? even_part(room, sketch->width) : room;
        sketch->strip *= sketch->part[k]; /* bounded: a piece */
        if (sketch->extent[k] > room)
            return;
    }
}

/* Whether a strip has its loops whole, and none goes on with them. */
static bool has_whole_strips(const struct sketch *sketch)
{
    for (int32_t k = sketch->step->front_count; k < sketch->step->loop_count; k++)
        if (sketch->part[k] > 1 && sketch->part[k] < sketch->extent[k])
            return false;
    return gather__next_loop(sketch->step, sketch->extent, sketch->strip) < 0;
}

/* Points that go over the same piece, at most so many. */
static int64_t find_points(const struct sketch *sketch, int64_t most)
{
    const struct gather__loop *loops = gather__step_loops(sketch->step);
    int64_t points = 1;
    for (int32_t k = sketch->step->front_count - 1; k >= 0; k--) {
        if (loops[k].data != 0)
            continue;
        const int64_t room = most / points > 1 ? most / points : 1;
        sketch->part[k] = sketch->extent[k] < room ? sketch->extent[k] : room;
        points *= sketch->part[k]; /* bounded: points */
    }
    return points;
}

/*
 * Other loops along which the data lies, as many iterations of each as there is room for beside all rows' strips. On the
 * stack alone, even where there is more room: what takes more is fetched from farther away. Returns: the piece's bytes.
 */
static int64_t find_places(const struct sketch *sketch)
{
    const struct gather__loop *loops = gather__step_loops(sketch->step);
    int64_t bytes = sketch->rows * sketch->strip; /* bounded: the room */
    int64_t room = GATHER__STACK_PIECE / bytes;
    for (int32_t k = sketch->step->loop_count - 1; k >= 0 && room > 1; k--) {
        if (sketch->part[k] > 1 || sketch->extent[k] <= 1 ||
            (k < sketch->step->front_count && loops[k].data == 0))
            continue;
        sketch->part[k] = sketch->extent[k] < room ? sketch->extent[k] : room;
        bytes *= sketch->part[k]; /* bounded: the stack */
        room /= sketch->part[k];
    }
    return bytes;
}

static void find_nearest(struct sketch *sketch)
{
    const struct gather__step *step = sketch->step;
    const struct gather__loop *loops = gather__step_loops(step);
    const struct gather__component *components = gather__step_components(step);
    sketch->apart = UINT64_MAX;
    sketch->nearest = -1;
    for (int32_t k = 0; k < step->component_count; k++)
        if (components[k].rule.limit > 0 && gather__magnitude(components[k].scale) < sketch->apart)
            sketch->apart = gather__magnitude(components[k].scale);
    uint64_t least = sketch->apart;
    for (int32_t k = step->front_count; k < sketch->left; k++)
        if (sketch->extent[k] > 1 && gather__magnitude(loops[k].data) <= least) {
            least = gather__magnitude(loops[k].data);
            sketch->nearest = k;
        }
}

/*
 * Whether many blocks of a row lie in lines of their own, each with blocks of the next rows, and all of those in several:
 * a row is not read without its neighbours, which a piece puts to use.
 */
static bool is_scattered(const struct sketch *sketch)
{
    const struct gather__loop *loops = gather__step_loops(sketch->step);
    for (int32_t k = sketch->step->front_count; k < sketch->left; k++)
        if (sketch->extent[k] > 1 && gather__magnitude(loops[k].data) < GATHER__LINE_BYTES)
            return false;
    return sketch->window / sketch->block >= SCATTERED && sketch->apart <= NEAR_ROWS &&
           sketch->rows * (int64_t)sketch->apart > (int64_t)2 * GATHER__LINE_BYTES; /* bounded: a piece */
}

/* Whether so much of each row is in a piece in room that what else there is of the row does not matter. */
static bool has_long_strips(const struct sketch *sketch)
{
    return sketch->is_roomy && sketch->strip >= LONG_STRIP;
}

/*
 * Whether a piece is put in order well: it has what lies together in the data, or enough of it; and no small part of a
 * row, which kernels step through as fast.
 */
static bool reads_well(const struct sketch *sketch)
{
    if (sketch->nearest < 0 || sketch->is_whole)
        return true;
    const struct gather__loop *loop = gather__step_loops(sketch->step) + sketch->nearest;
    const int64_t extent = sketch->extent[sketch->nearest], part = sketch->part[sketch->nearest];
    if ((sketch->block > NARROW_BLOCK && part < extent) ||
        (loop->out == sketch->block &&
         extent > sketch->strip / sketch->block * MOST_PARTS)) /* bounded: a piece */
        return false;
    const uint64_t together = gather__magnitude(loop->data) * (uint64_t)part; /* bounded: of the data */
    return part == extent || together >= GATHER__LINE_BYTES ||
           (together >= NEAR_BYTES && sketch->window <= GATHER__KEPT_BYTES / sketch->rows);
}

/* Whether blocks of so few bytes have a kernel that fetches them: 2^n and 3 * 2^n, as kernels.def has it. */
static bool has_kernel(int64_t bytes)
{
    const int64_t odd = bytes % 3 == 0 ? bytes / 3 : bytes;
    return (odd & (odd - 1)) == 0;
}

/* Whether strips are worth their fetching: they have enough blocks, and a width that is fetched fast, or many blocks. */
static bool suits_fetching(const struct sketch *sketch)
{
    const int64_t blocks = sketch->strip / sketch->block;
    const bool takes_wide = sketch->is_whole || has_long_strips(sketch);
    if (sketch->block > (takes_wide ? MOST_BLOCK : WIDE_BLOCK) || blocks < LEAST_BLOCKS)
        return false;
    return sketch->strip >= SHORT_STRIP || has_kernel(sketch->strip) ||
           (sketch->is_whole && blocks > MANY_BLOCKS);
}

/* Points that are worth a piece, in which each row is read once to be put in order. */
static int64_t least_points(const struct sketch *sketch)
{
    const int64_t rows = sketch->rows, half = (rows + 1) / 2;
    const bool is_narrow = sketch->block <= NARROW_BLOCK, is_wide = sketch->block > WIDE_BLOCK;
    if (sketch->is_roomy && is_scattered(sketch))
        return is_narrow ? half : is_wide ? rows + half : rows;
    if (is_wide)
        return rows * MANY_READS; /* bounded: rows of a piece */
    return is_narrow && sketch->nearest < 0 && !sketch->is_whole ? rows : rows + half;
}

/* How many points go over a piece, of all. Returns: false if they are too few. */
static bool cut_points(const struct sketch *sketch)
{
    const int64_t blocks = sketch->strip / sketch->block, points = find_points(sketch, INT64_MAX);
    const int64_t kept = GATHER__KEPT_BYTES / sketch->window, reads = sketch->block <= NARROW_BLOCK ? 2 : 4;
    if (points < least_points(sketch) || points < LEAST_MOVED / (sketch->window / sketch->block))
        return false;
    if (sketch->is_whole || points <= kept || has_long_strips(sketch))
        return true;
    if (kept >= sketch->rows * reads &&
        kept * FAR_BLOCKS >= sketch->rows * blocks) { /* bounded: pieces, a cache */
        find_points(sketch, kept);
        return true;
    }
    return blocks >= (sketch->nearest < 0 ? FAR_BLOCKS : 4 * FAR_BLOCKS);
}

/* In so much room at most. */
static bool find_cut(const struct gather_plan *plan, const struct gather__step *step, const int64_t *extent,
                     int64_t room, struct gather__cut *cut)
{
    struct sketch sketch = {.step = step,
                            .extent = extent,
                            .part = cut->part,
                            .is_roomy = room > GATHER__STACK_PIECE,
                            .width = plan->width};
    measure_window(&sketch);
    sketch.rows = sketch.window / sketch.block < LEAST_BLOCKS ? 0 : count_rows(step, room / LEAST_STRIP);
    if (sketch.rows == 0)
        return false;
    sketch.bytes = useful_room(room, sketch.rows);
    for (int32_t k = 0; k < step->loop_count; k++)
        cut->part[k] = 1;
    find_nearest(&sketch);
    find_strip(&sketch);
    sketch.is_whole = has_whole_strips(&sketch);
    if (sketch.rows > sketch.bytes / sketch.strip || !suits_fetching(&sketch) || !cut_points(&sketch))
        return false;
    cut->bytes = find_places(&sketch);
    cut->least = least_points(&sketch) * sketch.window; /* bounded: there are as many points in the output */
    return reads_well(&sketch);
}

bool gather__find_cut(const struct gather_plan *plan, const struct gather__step *step, const int64_t *extent,
                      int64_t room, struct gather__cut *cut)
{
    if (step->kind != GATHER__STEP_GATHER || plan->unit_bits != 8 || step->digit_count > 0)
        return false;
    return (room > GATHER__STACK_PIECE && find_cut(plan, step, extent, room, cut)) ||
           find_cut(plan, step, extent, GATHER__STACK_PIECE, cut);
}

/* Whether ranges of the output's rows are ranges of points, so that each task has fewer. */
static bool parts_points(const struct gather__step *step)
{
    const struct gather__loop *loops = gather__step_loops(step);
    for (int32_t k = 0; k < step->front_count; k++)
        if (loops[k].row > 0 && loops[k].data == 0)
            return true;
    return false;
}

struct gather__wish gather__plan_wish(const struct gather_plan *plan, int64_t room)
{
    const struct gather__step *step = gather__plan_first_step(plan);
    struct gather__wish wish = {0, 0};
    struct gather__cut cut;
    for (int32_t k = 0; k < plan->step_count; k++, step = gather__step_next(step)) {
        int64_t extent[GATHER__MAX_LOOPS];
        for (int32_t n = 0; n < step->loop_count; n++)
            extent[n] = gather__step_loops(step)[n].extent;
        if (!gather__find_cut(plan, step, extent, room, &cut))
            continue;
        if (cut.bytes > GATHER__STACK_PIECE && cut.bytes > wish.room)
            wish.room =
                gather__divide_up(cut.bytes, GATHER__LINE_BYTES) * GATHER__LINE_BYTES; /* bounded: a piece */
        if (parts_points(step) && cut.least > wish.task)
            wish.task = cut.least;
    }
    return wish;
}
