/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather's two stages. The index stage turns a block of up to GATHER_BLOCK points, one for each index or
 * tuple, into offsets of the output and of the data; policies and tiles live only here. The move stage takes
 * the offsets and knows only widths and steps. Small blocks side by side go through both in one pass, if all indices
 * of a run are inside; else that run is judged in two stages, from its indices on. For brief gathers see plan_brief.h.
 *
 * What an index is used for comes of one reading of it, so that it can't change between its check and its use.
 */
#include "core/arith.h"
#include "core/plan_binned.h"
#include "core/plan_block.h"
#include "core/plan_listed.h"
#include "core/plan_local.h"

enum {
    AT_ONCE_REFUSED = 1 << 18,
    AT_ONCE_ALLOWED = 1 << 15,
    TIMED_SHARE = 16, /* of points .. */
    MOST_TIMED = 64   /* .. up to so many blocks */
};

/* Where the points go on: an index for each point loop, and the place there. */
struct points {
    struct gather__walk *walk;
    const struct gather__index_kernel *kernel;
    const struct gather__component *components;
    const uint8_t *indices;
    int32_t loop_count;
    int64_t index[GATHER__MAX_LOOPS]; /* from 0 on, within the window */
    int64_t left;                     /* points */
    struct gather__place place;
    struct gather__listed listed;
    int64_t places[GATHER__LISTED_POINTS]; /* of all that are listed */
};

/* ---- index stage --------------------------------------------------------------------------------- */

static void add_steps(struct gather__place *place, const struct gather__loop *loop, int64_t count)
{
    place->out += count * loop->out;         /* bounded: inside the output */
    place->data += count * loop->data;       /* bounded: inside the data */
    place->indices += count * loop->indices; /* bounded: inside the indices */
}

/* Moves on by `count` steps of a loop, no further than its end, and carries. */
static void step_on(struct points *points, int32_t loop, int64_t count)
{
    const struct gather__walk *walk = points->walk;
    for (int32_t k = loop; k >= 0; k--) {
        points->index[k] += count;
        add_steps(&points->place, &walk->loops[k], count);
        if (points->index[k] < walk->extent[k])
            return;
        add_steps(&points->place, &walk->loops[k], -walk->extent[k]);
        points->index[k] = 0;
        count = 1;
    }
}

/* Moves on by `count` points of the innermost loop, no further than its end; or by listed ones, likewise. */
static void advance(struct points *points, int64_t count)
{
    points->left -= count;
    if (points->listed.loop >= 0)
        step_on(points, points->listed.loop, count / points->listed.inner);
    else
        step_on(points, points->loop_count - 1, count);
}

/* Adds what a further component moves each point of a run. */
static void add_component(struct gather__block *block, int64_t count, const int64_t *values)
{
    int64_t *data = block->data + block->count;
    for (int64_t k = 0; k < count; k++)
        if (data[k] == GATHER__ABSENT)
            block->fate.absent -= values[k] == GATHER__ABSENT; /* it was counted before */
        else
            data[k] =
                values[k] == GATHER__ABSENT ? values[k] : data[k] + values[k]; /* bounded: inside the data */
}

/* The run that the block was becomes a list. */
static void list_outputs(struct gather__block *block)
{
    for (int64_t k = 0; k < block->count && block->is_run; k++)
        block->out[k] = block->out_begin + k * block->out_step; /* bounded: inside the output */
    block->is_run = false;
}

/* Where a run of points goes in the output. */
static void add_outputs(struct gather__block *block, int64_t begin, int64_t step, int64_t count)
{
    if (block->count == 0) {
        block->is_run = true;
        block->out_begin = begin;
        block->out_step = step;
        return;
    }
    /* bounded: inside the output */
    if (block->is_run && step == block->out_step && begin == block->out_begin + block->count * step)
        return; /* it goes on */
    list_outputs(block);
    for (int64_t k = 0; k < count; k++)
        block->out[block->count + k] = begin + k * step; /* bounded: inside the output */
}

/* Adds where the data of points lies that are listed, but for their indices. */
static void add_places(struct gather__block *block, int64_t count, const int64_t *places)
{
    int64_t *data = block->data + block->count;
    if (block->fate.absent > 0)
        add_component(block, count, places);
    else
        for (int64_t k = 0; k < count; k++)
            data[k] += places[k]; /* bounded: inside the data */
}

/* Component by component, whatever is outside. */
static void read_components(const struct points *points, struct gather__block *block,
                            struct gather__index_run *run, int64_t *data)
{
    const struct gather__component *components = points->components;
    points->kernel->read(data, run, &components[0].rule, &block->fate);
    run->begin = run->slope = 0;
    for (int32_t k = 1; k < points->walk->step->component_count; k++) {
        int64_t values[GATHER_BLOCK];
        run->first += points->walk->step->tuple;
        run->scale = components[k].scale;
        points->kernel->read(values, run, &components[k].rule, &block->fate);
        add_component(block, run->count, values);
    }
}

/*
 * A run of points along the innermost loop, all of whose addresses are sums of steps, or of those that are listed.
 */
static void read_run(struct points *points, struct gather__block *block, int64_t count)
{
    static const struct gather__loop alone;
    const struct gather__step *step = points->walk->step;
    const struct gather__loop *inner =
        points->loop_count > 0 ? &points->walk->loops[points->loop_count - 1] : &alone;
    struct gather__index_run run = {.indices = points->indices,
                                    .first = points->place.indices,
                                    .step = inner->indices,
                                    .count = count,
                                    .begin = points->place.data,
                                    .slope = points->listed.loop < 0 ? inner->data : 0,
                                    .scale = points->components[0].scale};
    int64_t *data = block->data + block->count;
    add_outputs(block, points->place.out, inner->out, count);
    if (step->component_count == 1 || points->kernel->read_tuples == NULL ||
        !points->kernel->read_tuples(data, &run, points->components, step->component_count, step->tuple))
        read_components(points, block, &run, data);
    if (points->listed.loop >= 0)
        add_places(block, count, points->places);
    block->count += count;
}

/* Reads one component of a point whose index address follows tiles. */
static int64_t read_evaluated(struct points *points, int32_t component, struct gather__index_fate *fate)
{
    struct gather__walk *walk = points->walk;
    struct gather__place place = points->place;
    int64_t value;
    walk->source[walk->step->loop_count + walk->step->component_count] = component;
    place.indices += component * walk->step->tuple; /* bounded: inside the indices */
    gather__add_digits(walk, true, &place);
    gather__read_one(points->kernel, points->indices, place.indices, &points->components[component].rule,
                     &value, fate);
    return value;
}

/* A point whose addresses follow tiles: digits of its loops first, then of its components. */
static void evaluate_point(struct points *points, struct gather__block *block)
{
    struct gather__walk *walk = points->walk;
    struct gather__place place = points->place;
    struct gather__index_fate fate = {0, 0};
    for (int32_t k = 0; k < points->loop_count; k++)
        walk->source[k] = walk->begin[k] + points->index[k];
    for (int32_t k = 0; k < walk->step->component_count; k++) {
        int64_t value = read_evaluated(points, k, &fate);
        value = value == GATHER__ABSENT ? 0 : value;
        walk->source[walk->step->loop_count + k] = value;
        place.data += value * points->components[k].scale; /* bounded: inside the data */
    }
    gather__add_digits(walk, false, &place);
    add_outputs(block, place.out, 0, 1);
    block->data[block->count++] = fate.absent > 0 ? GATHER__ABSENT : place.data;
    block->fate.refused += fate.refused;
    block->fate.absent += fate.absent > 0;
}

/* Steps that are listed from here on, of at most `most` points. */
static int64_t listed_steps(const struct points *points, int64_t most)
{
    const struct gather__listed *listed = &points->listed;
    const int64_t left = points->walk->extent[listed->loop] - points->index[listed->loop];
    const int64_t steps = left < listed->steps ? left : listed->steps, room = most / listed->inner;
    return steps < room ? steps : room;
}

/* Points from here on, at most `most`, whose addresses go on evenly; or that are listed, 0 if none fit. */
static int64_t run_length(const struct points *points, int64_t most)
{
    if (points->listed.loop >= 0)
        return listed_steps(points, most) * points->listed.inner; /* bounded: of a list */
    int32_t inner = points->loop_count - 1;
    int64_t run = inner >= 0 ? points->walk->extent[inner] - points->index[inner] : 1;
    return run < most ? run : most;
}

/* The next block of points, as many as there is room for and as are left until `end` of them are. */
static void read_block(struct points *points, struct gather__block *block, int64_t end)
{
    const struct gather__walk *walk = points->walk;
    block->count = 0;
    block->fate.absent = 0;
    while (points->left > end && block->count < GATHER_BLOCK) {
        int64_t run = 1, room = GATHER_BLOCK - block->count;
        if (walk->step->digit_count > 0) {
            evaluate_point(points, block);
        } else {
            run = run_length(points, room < points->left - end ? room : points->left - end);
            if (run == 0)
                return;
            read_run(points, block, run);
        }
        advance(points, run);
    }
}

/* The points of a walk's window, the first of them at `place`. */
static void points_init(struct points *points, struct gather__walk *walk, struct gather__place place)
{
    points->walk = walk;
    points->kernel = gather__index_kernel_for(walk->kernels, walk->plan->index_dtype);
    points->components = gather__step_components(walk->step);
    points->indices = walk->buffers->indices.data;
    points->loop_count = walk->step->front_count;
    points->left = 1;
    points->place = place;
    points->listed.loop = -1;
    for (int32_t k = 0; k < points->loop_count; k++) {
        points->index[k] = 0;
        points->left *= walk->extent[k]; /* bounded: elements of the output */
        add_steps(&points->place, &walk->loops[k], walk->begin[k]);
    }
}

/* Lists where the data of short runs lies. */
static void list_points(struct points *points)
{
    const struct gather__walk *walk = points->walk;
    if (walk->step->digit_count > 0)
        return;
    points->listed = gather__listed_of(walk->loops, walk->extent, points->loop_count);
    if (points->listed.loop >= 0)
        gather__list_places(&points->listed, walk->loops, walk->extent, points->loop_count, points->places);
}

/* Points in two stages, until `end` of them are left. */
static void walk_stages(struct points *points, struct gather__block *block,
                        const struct gather__additive *window, int64_t end)
{
    while (points->left > end) {
        read_block(points, block, end);
        if (points->walk->stops && block->fate.refused > 0)
            return;
        gather__move_block(points->walk, window, block);
    }
}

/* ---- both stages at once ------------------------------------------------------------------------- */

/* Whether the points of a step go by listed, and how near the data of those that follow each other lies. */
static void measure_nearness(const struct gather_plan *plan, const struct gather__step *step,
                             struct gather__picking *picking)
{
    const struct gather__loop *loops = gather__step_loops(step);
    const int32_t inner = step->front_count - 1;
    int64_t extents[GATHER__MAX_LOOPS];
    for (int32_t k = 0; k <= inner; k++)
        extents[k] = loops[k].extent;
    const struct gather__listed listed = gather__listed_of(loops, extents, step->front_count);
    const bool lists = listed.loop >= 0;
    const int32_t outer = lists ? listed.loop : inner - 1;
    const int64_t points = lists ? listed.inner : extents[inner]; /* at a step of the outer loop */
    picking->listed = lists ? points * listed.steps : 0;          /* bounded: of a list */
    picking->span = listed.span;
    picking->points = lists ? picking->listed : points;
    if (outer >= 0 && loops[outer].data == 0)
        picking->points = points * extents[outer]; /* bounded: points of the step */
    const int64_t columns =
        inner > 0 ? gather__strip_columns(plan, step, extents[inner - 1], extents[inner]) : 0;
    const int64_t slope = loops[inner].data != 0 ? (int64_t)gather__magnitude(loops[inner].data) : 1;
    picking->in_strips = columns > 0 && picking->rule.limit < GATHER__KEPT_BYTES / columns / slope;
}

const struct gather__pick_kernel *gather__find_pick(const struct gather_plan *plan,
                                                    const struct gather__step *step,
                                                    const struct gather__reach *data,
                                                    const struct gather__kernels *kernels, int64_t block,
                                                    struct gather__picking *picking)
{
    if (plan->skips || plan->unit_bits != 8 || step->front_count == 0 || step->digit_count > 0 ||
        step->component_count != 1)
        return NULL;
    const struct gather__loop *inner = gather__step_loops(step) + step->front_count - 1;
    const struct gather__component *component = gather__step_components(step);
    if (inner->out != block)
        return NULL;
    *picking = (struct gather__picking){.run = {.step = inner->indices,
                                                .count = inner->extent,
                                                .begin = step->data_base,
                                                .slope = inner->data,
                                                .scale = component->scale},
                                        .rows = 1,
                                        .rule = component->rule,
                                        .low = data->low,
                                        .high = data->high,
                                        .tuning = gather__plan_tuning(plan, kernels)};
    if (gather_dtype_is_unsigned(plan->index_dtype))
        picking->rule.is_negative = 0;
    measure_nearness(plan, step, picking);
    return gather__pick_kernel_for(kernels, plan->index_dtype, block, picking);
}

/* The kernel for a window's points. Returns: NULL if they are to go through both stages. */
static const struct gather__pick_kernel *
find_pick(const struct points *points, const struct gather__additive *window, struct gather__picking *picking)
{
    const struct gather__walk *walk = points->walk;
    int64_t block;
    if (walk->stops || gather__grow_block(walk, window, &block) > 0)
        return NULL;
    return gather__find_pick(walk->plan, walk->step, walk->reach, walk->kernels, block, picking);
}

/*
 * Points that are picked at once: as many as are gathered again if one is outside, once if an error, else time and again.
 */
static int64_t points_at_once(const struct gather__picking *picking)
{
    return picking->rule.policy == GATHER_POLICY_ERROR ? AT_ONCE_REFUSED : AT_ONCE_ALLOWED;
}

/*
 * Runs of `count` points from here on that are alike: all of the next loop's, if each is the whole innermost loop; or
 * all that are listed.
 */
static void count_rows(const struct points *points, int64_t count, struct gather__picking *picking)
{
    const struct gather__walk *walk = points->walk;
    const bool lists = points->listed.loop >= 0;
    const int32_t inner = points->loop_count - 1, outer = lists ? points->listed.loop : inner - 1;
    const int64_t steps = lists ? count / points->listed.inner : 1; /* of the outer loop, a run */
    picking->rows = 1;
    if (outer < 0 || (!lists && count < walk->extent[inner]))
        return;
    const int64_t left = (walk->extent[outer] - points->index[outer]) / steps;
    const int64_t most = points_at_once(picking) / count;
    picking->rows = left < most ? left : most;
    picking->row_out = steps * walk->loops[outer].out;         /* bounded: inside the output */
    picking->row_data = steps * walk->loops[outer].data;       /* bounded: inside the data */
    picking->row_indices = steps * walk->loops[outer].indices; /* bounded: inside the indices */
}

/* Behind the points of a picking. */
static void advance_rows(struct points *points, const struct gather__picking *picking)
{
    const int64_t count = picking->rows * picking->run.count; /* bounded: points */
    if (points->listed.loop >= 0 || picking->rows == 1) {
        advance(points, count);
    } else {
        points->left -= count;
        step_on(points, points->loop_count - 2, picking->rows);
    }
}

/*
 * Runs by runs. Those with an index that is outside go through both stages, which judge anew what they read; so do those
 * that lead to data close together, if no kernel picks such blocks from near data.
 */
static void walk_picks(struct points *points, struct gather__block *block,
                       const struct gather__additive *window, const struct gather__pick_kernel *kernel,
                       struct gather__picking *picking)
{
    const struct gather__tuning local = gather__tuning_of_local(picking->tuning);
    const struct gather__walk *walk = points->walk;
    picking->places = points->listed.loop >= 0 ? points->places : NULL;
    while (points->left > 0) {
        picking->run.indices = points->indices;
        picking->run.early = gather__early_of(points->indices, walk->plan->indices.low,
                                              walk->plan->indices.high, picking->tuning);
        picking->streams = gather__streams(walk);
        picking->run.first = points->place.indices;
        picking->run.count = run_length(points, points_at_once(picking));
        picking->run.begin = points->place.data;
        count_rows(points, picking->run.count, picking);
        const struct gather__pick_kernel *here = kernel;
        const int64_t end = points->left - picking->rows * picking->run.count; /* bounded: points */
        struct gather__picking some = *picking;
        if (some.places == NULL && gather__picks_are_local(&some, points->kernel)) {
            some.tuning = &local;
            here = gather__pick_kernel_for(walk->kernels, walk->plan->index_dtype, kernel->width, &some);
        }
        if (here != NULL && here->pick(walk->out + points->place.out, walk->data, &some))
            advance_rows(points, &some);
        else
            walk_stages(points, block, window, end);
    }
}

/*
 * Whether blocks of `width` bytes take so long that bins are faster: the least time of some blocks of points, which are
 * moved. Each line behind the first may take a third of that more.
 */
static bool are_slow(struct points *points, struct gather__block *block,
                     const struct gather__additive *window, int64_t width)
{
    const struct gather__walk *walk = points->walk;
    const int64_t limit = gather__plan_tuning(walk->plan, walk->kernels)->bin_time;
    const int64_t lines = gather__divide_up(width, GATHER__LINE_BYTES);
    int64_t least = INT64_MAX;
    if (limit == 0 || walk->kernels->clock == NULL)
        return limit == 0;
    const int64_t share = points->left / TIMED_SHARE / GATHER_BLOCK,
                  blocks = share < MOST_TIMED ? share : MOST_TIMED;
    for (int64_t k = 0; k < blocks; k++) {
        const int64_t before = walk->kernels->clock();
        walk_stages(points, block, window, points->left - GATHER_BLOCK);
        const int64_t time = walk->kernels->clock() - before;
        least = time < least ? time : least;
    }
    return least / GATHER_BLOCK * 3 / (lines + 2) >= limit; /* bounded: of a clock */
}

/* As many points as go by bins; those with an index that is outside go through both stages as they are. */
static void walk_binned(struct points *points, struct gather__block *block,
                        const struct gather__additive *window)
{
    const struct gather__walk *walk = points->walk;
    struct gather__bins bins;
    int64_t width;
    if (walk->stops || gather__grow_block(walk, window, &width) > 0 ||
        width != gather__binned_part(walk->plan, walk->step, walk->extent))
        return;
    bool goes_on = true, is_slow = false;
    while (goes_on && gather__suits_bins(walk, points->left, width) &&
           (is_slow || are_slow(points, block, window, width)) &&
           gather__suits_bins(walk, points->left, width)) {
        is_slow = true;
        gather__bins_begin(&bins, walk, points->place.out, points->left, width);
        const int64_t end = points->left - bins.points;
        while (goes_on && points->left > end) {
            read_block(points, block, end);
            if (block->fate.absent > 0) {
                gather__move_block(points->walk, window, block);
                gather__bins_skip(&bins, block->count);
            } else {
                goes_on = gather__bins_add(&bins, block->data, block->count);
            }
        }
        gather__bins_empty(&bins);
    }
}

void gather__walk_points(struct gather__walk *walk)
{
    struct gather__additive window;
    struct gather__picking picking;
    struct gather__block block;
    struct points points;
    points_init(&points, walk, gather__window_begin(walk, &window));
    block.fate.refused = 0;
    const struct gather__pick_kernel *kernel = find_pick(&points, &window, &picking);
    if (kernel == NULL || (kernel->lists && picking.listed > 0))
        list_points(&points);
    if (points.listed.loop < 0)
        walk_binned(&points, &block, &window);
    if (kernel != NULL)
        walk_picks(&points, &block, &window, kernel, &picking);
    else
        walk_stages(&points, &block, &window, 0);
    walk->refused += block.fate.refused;
}
