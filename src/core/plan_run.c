/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running a plan: the way from rows to kernels that walk.h draws, all of it but the points of a gather.
 *
 * Rows are a range of the output's leading dimension. Where that dimension was split into loops by tiles, a
 * range becomes a few boxes: whole tiles in the middle, parts of tiles at its ends. Loops whose cells follow
 * tiles that their sizes don't divide are evaluated: one by one, the innermost of them by runs to the next
 * tile's edge. What is left are loops of constant steps, of which the last two go into a kernel.
 */
#include <string.h>

#include "core/arith.h"
#include "core/walk.h"

/* ---- additive boxes: tiles for the kernels ------------------------------------------------------- */

int32_t gather__grow_block(const struct gather__walk *walk, const struct gather__additive *box,
                           int64_t *width)
{
    int32_t count = box->count;
    *width = walk->plan->width;
    if (walk->plan->unit_bits != 8 || walk->fills)
        return count;
    while (count > 0 && box->out_step[count - 1] == *width && box->data_step[count - 1] == *width)
        *width *= box->extent[--count]; /* bounded: bytes of the operands */
    return count;
}

/*
 * The last two loops, fewer where there are fewer, become the tile, and the next one more of them where a kernel takes
 * that. Returns: how many loops are left.
 */
static int32_t cut_tile(const struct gather__walk *walk, const struct gather__additive *box, int32_t count,
                        int64_t width, struct gather__tile *tile)
{
    tile->width = width;
    tile->out_width = walk->plan->out_width;
    tile->streams = gather__streams(walk);
    tile->from = tile->to = NULL;
    for (int32_t k = 1; k >= 0; k--) {
        bool left = count > 0;
        count -= left;
        tile->count[k] = left ? box->extent[count] : 1;
        tile->out_step[k] = left ? box->out_step[count] : 0;
        tile->data_step[k] = left ? box->data_step[count] : 0;
    }
    tile->more = tile->more_out = tile->more_data = 0;
    if (count > 0 && walk->plan->unit_bits == 8 && !walk->fills) {
        count--;
        tile->more = box->extent[count] - 1;
        tile->more_out = box->out_step[count];
        tile->more_data = box->data_step[count];
    }
    return count;
}

bool gather__next_place(const struct gather__additive *box, int32_t count, int64_t *index,
                        struct gather__place *place)
{
    for (int32_t k = count - 1; k >= 0; k--) {
        place->out += box->out_step[k];
        place->data += box->data_step[k];
        if (++index[k] < box->extent[k])
            return true;
        index[k] = 0;
        place->out -= box->out_step[k] * box->extent[k];   /* bounded: inside the operands */
        place->data -= box->data_step[k] * box->extent[k]; /* bounded: inside the operands */
    }
    return false;
}

void gather__mover_init(struct gather__mover *mover, const struct gather__walk *walk,
                        const struct gather__additive *box)
{
    mover->walk = walk;
    mover->box = box;
    mover->count = gather__grow_block(walk, box, &mover->width);
    mover->kernel = gather__kernel_for(walk->kernels, mover->width);
    mover->outside = cut_tile(walk, box, mover->count, mover->width, &mover->tile);
}

/* One tile, or one pattern's. */
static inline void move_tile(const struct gather__mover *mover, struct gather__place place)
{
    const struct gather__walk *walk = mover->walk;
    const bool in_bytes = walk->plan->unit_bits == 8;
    if (in_bytes && !walk->fills)
        mover->kernel->move(walk->out + place.out, walk->data + place.data, &mover->tile);
    else if (in_bytes)
        walk->kernels->fill(walk->out + place.out, walk->pattern, &mover->tile);
    else if (!walk->fills)
        walk->kernels->move_bits(walk->out, place.out, walk->data, place.data, &mover->tile);
    else
        walk->kernels->fill_bits(walk->out, place.out, walk->pattern, &mover->tile);
}

void gather__mover_move(const struct gather__mover *mover, struct gather__place place)
{
    int64_t index[GATHER__MAX_LOOPS];
    if (gather__move_crossing(mover->walk, mover->box, mover->count, mover->width, place))
        return;
    for (int32_t k = 0; k < mover->outside; k++)
        index[k] = 0;
    do
        move_tile(mover, place);
    while (gather__next_place(mover->box, mover->outside, index, &place));
}

static void move_additive(const struct gather__walk *walk, const struct gather__additive *box,
                          struct gather__place place)
{
    struct gather__mover mover;
    gather__mover_init(&mover, walk, box);
    gather__mover_move(&mover, place);
}

/* ---- evaluated loops and runs -------------------------------------------------------------------- */

int64_t gather__digit_value(const struct gather__walk *walk, const struct gather__digit *digit)
{
    const struct gather__term *term = gather__step_terms(walk->step) + digit->term_begin;
    uint64_t sum = (uint64_t)digit->constant; /* modulo 2^64: right whenever the true value fits */
    for (int32_t k = 0; k < digit->term_count; k++, term++)
        sum += (uint64_t)term->factor *
               (uint64_t)(term->source >= 0 ? walk->source[term->source] : walk->digit[term->digit]);
    return (int64_t)sum;
}

void gather__add_digits(struct gather__walk *walk, bool of_indices_alone, struct gather__place *place)
{
    const struct gather__digit *digit = gather__step_digits(walk->step);
    for (int32_t k = 0; k < walk->step->digit_count; k++, digit++) {
        if (of_indices_alone && !digit->is_of_indices)
            continue;
        walk->digit[k] = gather__floor_divide(gather__digit_value(walk, digit), digit->divisor);
        uint64_t value = (uint64_t)walk->digit[k]; /* modulo 2^64: right whenever the true sum fits */
        place->out = (int64_t)((uint64_t)place->out + value * (uint64_t)digit->out);
        place->data = (int64_t)((uint64_t)place->data + value * (uint64_t)digit->data);
        place->indices = (int64_t)((uint64_t)place->indices + value * (uint64_t)digit->indices);
    }
}

static int64_t factor_of_loop(const struct gather__walk *walk, const struct gather__digit *digit,
                              int32_t loop)
{
    const struct gather__term *term = gather__step_terms(walk->step) + digit->term_begin;
    for (int32_t k = 0; k < digit->term_count; k++, term++)
        if (term->source == loop)
            return term->factor;
    return 0;
}

/*
 * All digits at the present index: adds them to the addresses.
 * Returns: how many steps of the run loop they stay as they are.
 */
static int64_t evaluate_digits(struct gather__walk *walk, struct gather__place *place)
{
    const struct gather__digit *digit = gather__step_digits(walk->step);
    int64_t run = INT64_MAX;
    for (int32_t k = 0; k < walk->step->digit_count; k++, digit++) {
        int64_t value = gather__digit_value(walk, digit), rest = gather__floor_modulo(value, digit->divisor);
        int64_t factor = factor_of_loop(walk, digit, walk->step->run_loop), steps = INT64_MAX;
        walk->digit[k] = gather__floor_divide(value, digit->divisor);
        place->out = (int64_t)((uint64_t)place->out + (uint64_t)walk->digit[k] * (uint64_t)digit->out);
        place->data = (int64_t)((uint64_t)place->data + (uint64_t)walk->digit[k] * (uint64_t)digit->data);
        if (factor > 0)
            steps = gather__divide_up(digit->divisor - rest, factor);
        else if (factor < 0)
            steps = rest / -factor + 1;
        run = steps < run ? steps : run;
    }
    return run;
}

static void add_step(const struct gather__walk *walk, int32_t loop, int64_t index,
                     struct gather__place *place)
{
    place->out += index * walk->loops[loop].out;
    place->data += index * walk->loops[loop].data;
}

/* One run from `position` of the run loop on, `most` steps at most. Returns: its steps. */
static int64_t walk_run(struct gather__walk *walk, struct gather__additive *box, struct gather__place place,
                        int64_t position, int64_t most)
{
    int32_t run_loop = walk->step->run_loop;
    for (int32_t k = 0; k < walk->step->front_count; k++)
        add_step(walk, k, walk->source[k], &place);
    if (run_loop >= 0) {
        walk->source[run_loop] = position;
        add_step(walk, run_loop, position, &place);
    }
    int64_t run = evaluate_digits(walk, &place);
    if (run > most)
        run = most;
    if (run_loop >= 0)
        box->extent[run_loop - walk->step->front_count] = run;
    move_additive(walk, box, place);
    return run;
}

/* The run loop through its window, a run at a time; without one all is one run. */
static void walk_runs(struct gather__walk *walk, struct gather__additive *box, struct gather__place place)
{
    int32_t run_loop = walk->step->run_loop;
    int64_t position = run_loop >= 0 ? walk->begin[run_loop] : 0;
    int64_t end = run_loop >= 0 ? position + walk->extent[run_loop] : 1;
    while (position < end)
        position += walk_run(walk, box, place, position, end - position);
}

struct gather__place gather__window_begin(const struct gather__walk *walk, struct gather__additive *box)
{
    struct gather__place place = {walk->step->out_base, walk->step->data_base, walk->step->indices_base};
    box->count = 0;
    for (int32_t k = walk->step->front_count; k < walk->step->loop_count; k++) {
        box->extent[box->count] = walk->extent[k];
        box->out_step[box->count] = walk->loops[k].out;
        box->data_step[box->count++] = walk->loops[k].data;
        if (k != walk->step->run_loop)
            add_step(walk, k, walk->begin[k], &place);
    }
    return place;
}

static void walk_evaluated(struct gather__walk *walk)
{
    struct gather__additive box;
    struct gather__place place = gather__window_begin(walk, &box);
    int32_t evaluated = walk->step->front_count, k;
    for (k = 0; k < evaluated; k++)
        walk->source[k] = walk->begin[k];
    do {
        walk_runs(walk, &box, place);
        for (k = evaluated - 1; k >= 0; k--) {
            if (++walk->source[k] < walk->begin[k] + walk->extent[k])
                break;
            walk->source[k] = walk->begin[k];
        }
    } while (k >= 0);
}

/* Points, evaluated loops and runs, or nothing but loops of constant steps. */
static void walk_window(struct gather__walk *walk)
{
    struct gather__additive box;
    const struct gather__step *step = walk->step;
    if (step->kind == GATHER__STEP_GATHER) {
        gather__walk_gather(walk);
    } else if (step->digit_count > 0 || step->front_count > 0 || step->run_loop >= 0) {
        walk_evaluated(walk);
    } else {
        struct gather__place place = gather__window_begin(walk, &box);
        move_additive(walk, &box, place);
    }
}

/* ---- rows ---------------------------------------------------------------------------------------- */

/* The outermost loop of rows below a number of rows a step; -1 if there is none. */
static int32_t next_row_loop(const struct gather__walk *walk, int64_t below)
{
    int32_t found = -1;
    for (int32_t k = 0; k < walk->step->loop_count; k++)
        if (walk->loops[k].row > 0 && walk->loops[k].row < below &&
            (found < 0 || walk->loops[k].row > walk->loops[found].row))
            found = k;
    return found;
}

/* Restricts a loop of rows to steps first..first+count-1 of its own, and all that is merged into each. */
static void restrict_loop(struct gather__walk *walk, int32_t loop, int64_t first, int64_t count)
{
    walk->begin[loop] = first * walk->loops[loop].inner;
    walk->extent[loop] = count * walk->loops[loop].inner; /* bounded: a part of the loop */
}

static void restore_loop(struct gather__walk *walk, int32_t loop)
{
    walk->begin[loop] = 0;
    walk->extent[loop] = walk->loops[loop].extent;
}

/*
 * Rows low..high-1 of what one step of the loop outside covers: whole steps of this loop at once, the parts
 * at both ends through the next loop. Recurses once a level of tiles.
 */
static void walk_row_range(struct gather__walk *walk, int64_t below, int64_t low, int64_t high)
{
    int32_t loop = next_row_loop(walk, below);
    if (low >= high)
        return;
    if (loop < 0) { /* a single row */
        walk_window(walk);
        return;
    }
    int64_t row = walk->loops[loop].row, first = gather__divide_up(low, row), last = high / row;
    if (first < last) {
        restrict_loop(walk, loop, first, last - first);
        walk_window(walk);
    }
    if (first > last) { /* inside one step */
        restrict_loop(walk, loop, last, 1);
        walk_row_range(walk, row, low - last * row, high - last * row);
    } else {
        if (low < first * row) {
            restrict_loop(walk, loop, first - 1, 1);
            walk_row_range(walk, row, low - (first - 1) * row, row);
        }
        if (high > last * row) {
            restrict_loop(walk, loop, last, 1);
            walk_row_range(walk, row, 0, high - last * row);
        }
    }
    restore_loop(walk, loop);
}

/* The rows of a step among begin..end-1 of the plan's. Padding that belongs to none of them goes with the last row. */
static void walk_step(struct gather__walk *walk, int64_t begin, int64_t end)
{
    const struct gather__step *step = walk->step;
    if (step->pads && (walk->plan->placed || step->row_begin >= walk->plan->rows)) {
        if (end == walk->plan->rows && (begin < end || end == 0))
            walk_row_range(walk, INT64_MAX, 0, step->row_count);
        return;
    }
    begin = begin > step->row_begin ? begin - step->row_begin : 0;
    end = end - step->row_begin < step->row_count ? end - step->row_begin : step->row_count;
    if (begin == 0 && end == step->row_count)
        walk_window(walk); /* every loop whole, as it stands */
    else
        walk_row_range(walk, INT64_MAX, begin, end);
}

/* Whether nothing moves, for every element is where it goes; but a wider cell still gets its zeros. */
static bool is_in_place(const struct gather_plan *plan, const struct gather__buffers *buffers)
{
    return plan->identity && plan->out_width == plan->width && buffers->data.data == buffers->out.data;
}

static void begin_step(struct gather__walk *walk, const struct gather__step *step)
{
    walk->step = step;
    walk->loops = gather__step_loops(step);
    walk->fills = step->kind == GATHER__STEP_FILL;
    walk->pattern = step->pads ? walk->plan->pattern : walk->plan->fill;
    for (int32_t k = 0; k < step->loop_count; k++)
        restore_loop(walk, k);
}

int64_t gather__plan_move_rows(const struct gather_plan *plan, const struct gather__kernels *kernels,
                               const struct gather__buffers *buffers, int64_t begin, int64_t end, bool stops)
{
    struct gather__walk walk; /* its arrays are set as far as a step has loops */
    const struct gather__step *step = gather__plan_first_step(plan);
    walk.plan = plan;
    walk.kernels = kernels;
    walk.buffers = buffers;
    walk.out = buffers->out.data;
    walk.data = buffers->data.data;
    walk.reach = &plan->data;
    walk.stops = stops;
    walk.refused = 0;
    for (int32_t k = 0; k < plan->step_count && (walk.refused == 0 || !stops);
         k++, step = gather__step_next(step)) {
        begin_step(&walk, step);
        if (step->kind != GATHER__STEP_MOVE || !is_in_place(plan, buffers))
            walk_step(&walk, begin, end);
    }
    if (gather__streams(&walk))
        kernels->settle();
    return walk.refused;
}
