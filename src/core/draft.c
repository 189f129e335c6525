/* SPDX-License-Identifier: Apache-2.0 */
/* From the address maps of a box to the loops that run: draft.h says in which order. */
#include "core/draft.h"

#include <string.h>

#include "core/arith.h"
#include "gather/plan.h"

/* ---- from maps ----------------------------------------------------------------------------------- */

/* One coordinate of the data: base + step * (the output's coordinate in its loop). */
static void coordinate_of_data(const struct gather__coordinate *source, const struct gather__value *loops,
                               struct gather__value *value)
{
    memset(value, 0, sizeof *value);
    value->constant = value->maximum = source->base;
    if (source->loop < 0)
        return;
    const struct gather__value *loop = &loops[source->loop];
    value->constant += source->step * loop->constant;
    value->term[source->loop] = source->step * loop->term[source->loop];
    value->maximum += source->step > 0 ? source->step * loop->maximum : source->step * loop->constant;
}

static bool map_operands(struct gather__draft *draft, const struct gather_layout *out,
                         const struct gather_layout *data, const struct gather__nest *nest,
                         const struct gather__box *box)
{
    int64_t maximum[GATHER_MAX_RANK];
    struct gather__value loops[GATHER_MAX_RANK], coordinate[GATHER_MAX_RANK];
    for (int32_t d = 0; d < out->rank; d++)
        maximum[d] = box->size[d] - 1;
    gather__map_init(&draft->map, out->rank, maximum);
    for (int32_t d = 0; d < out->rank; d++) {
        gather__map_variable(&draft->map, d, &loops[d]);
        loops[d].constant = box->begin[d];
        loops[d].maximum = box->begin[d] + maximum[d];
    }
    if (!gather__map_cell(&draft->map, out, loops, &draft->out_cell))
        return false;
    if (data == NULL) {
        memset(&draft->data_cell, 0, sizeof draft->data_cell);
        return true;
    }
    for (int32_t d = 0; d < data->rank; d++)
        coordinate_of_data(&nest->data[d], loops, &coordinate[d]);
    return gather__map_cell(&draft->map, data, coordinate, &draft->data_cell);
}

static bool weighs(const struct gather__draft *draft, int32_t floor)
{
    return draft->out_cell.term[GATHER_MAX_RANK + floor] != 0 ||
           draft->data_cell.term[GATHER_MAX_RANK + floor] != 0;
}

/* Floors that a cell depends on, and the floors that these depend on; later ones depend on earlier ones
 * alone. */
static void mark_used_floors(struct gather__draft *draft)
{
    const struct gather__map *map = &draft->map;
    for (int32_t k = map->floor_count - 1; k >= 0; k--) {
        draft->floor_used[k] = weighs(draft, k);
        for (int32_t j = k + 1; j < map->floor_count; j++)
            if (draft->floor_used[j] && map->floors[j].of.term[GATHER_MAX_RANK + k] != 0)
                draft->floor_used[k] = true;
    }
}

/* ---- split --------------------------------------------------------------------------------------- */

/* Whether a floor is floor(x / t) of the one variable x alone, and no other floor is made of it. */
static bool is_plain_floor(const struct gather__draft *draft, int32_t floor, int32_t variable)
{
    const struct gather__map *map = &draft->map;
    const struct gather__value *of = &map->floors[floor].of;
    if (of->constant != 0 || of->term[variable] != 1)
        return false;
    for (int32_t k = 0; k < GATHER_MAX_RANK + map->floor_count; k++)
        if (k != variable && of->term[k] != 0)
            return false;
    for (int32_t j = floor + 1; j < map->floor_count; j++)
        if (draft->floor_used[j] && map->floors[j].of.term[GATHER_MAX_RANK + floor] != 0)
            return false;
    return true;
}

/* The divisors of a variable's floors, ascending. Returns: how many; -1 if one of the floors is not plain. */
static int32_t collect_divisors(const struct gather__draft *draft, int32_t variable, int64_t *divisors)
{
    int32_t count = 0;
    for (int32_t k = 0; k < draft->map.floor_count; k++) {
        if (!draft->floor_used[k] || draft->map.floors[k].of.term[variable] == 0)
            continue;
        if (!is_plain_floor(draft, k, variable))
            return -1;
        int64_t divisor = draft->map.floors[k].divisor;
        int32_t place = count++;
        for (; place > 0 && divisors[place - 1] > divisor; place--)
            divisors[place] = divisors[place - 1];
        divisors[place] = divisor;
    }
    return count;
}

/*
 * How many divisors, from the least on, can become loops: each divides the next and the extent, and the last
 * of them every one that is left.
 */
static int32_t count_levels(const int64_t *divisors, int32_t count, int64_t extent)
{
    int32_t levels = 0;
    while (levels < count && extent % divisors[levels] == 0 &&
           (levels == 0 || divisors[levels] % divisors[levels - 1] == 0))
        levels++;
    for (int32_t k = levels; levels > 0 && k < count; k++)
        if (divisors[k] % divisors[levels - 1] != 0) {
            levels--;
            k = levels - 1;
        }
    return levels;
}

/* The cells that `unit` steps of a variable advance: its own term, and each floor that divides the unit. */
static int64_t step_of(const struct gather__draft *draft, const struct gather__value *cell, int32_t variable,
                       int64_t unit)
{
    /* bounded: modulo 2^64, as all of a map */
    uint64_t step = (uint64_t)cell->term[variable] * (uint64_t)unit;
    for (int32_t k = 0; k < draft->map.floor_count; k++) {
        const struct gather__floor *floor = &draft->map.floors[k];
        if (floor->of.term[variable] != 0 && unit >= floor->divisor && draft->floor_used[k])
            /* bounded: modulo 2^64, as all of a map */
            step += (uint64_t)cell->term[GATHER_MAX_RANK + k] * (uint64_t)(unit / floor->divisor);
    }
    return (int64_t)step;
}

static void add_loop(struct gather__draft *draft, int32_t variable, int64_t extent, int64_t unit)
{
    struct gather__loop *loop = &draft->loops[draft->loop_count++];
    loop->extent = extent;
    loop->out = step_of(draft, &draft->out_cell, variable, unit);
    loop->data = step_of(draft, &draft->data_cell, variable, unit);
    loop->row = variable == 0 ? unit : 0;
    loop->inner = 1;
    loop->kind = GATHER_PLAN_LOOP_STEPS;
    loop->dimension = variable;
}

/*
 * Floors whose divisor divides the last unit are loops now; of the others, the variable goes on as the count
 * of last units. Returns: whether a floor is left on the variable.
 */
static bool rebase_floors(struct gather__draft *draft, int32_t variable, int64_t unit)
{
    bool left = false;
    for (int32_t k = 0; k < draft->map.floor_count; k++) {
        struct gather__floor *floor = &draft->map.floors[k];
        if (!draft->floor_used[k] || floor->of.term[variable] == 0)
            continue;
        if (unit > 1 && unit % floor->divisor == 0) {
            draft->floor_used[k] = false;
        } else {
            floor->divisor /= unit;
            left = true;
        }
    }
    return left;
}

static void split_variable(struct gather__draft *draft, int32_t variable)
{
    int64_t divisors[GATHER__MAX_FLOORS], extent = draft->map.maximum[variable] + 1, unit = 1;
    int32_t count = collect_divisors(draft, variable, divisors);
    int32_t levels = count < 0 ? 0 : count_levels(divisors, count, extent);
    for (int32_t k = 0; k < levels; k++) {
        if (divisors[k] == unit)
            continue;
        add_loop(draft, variable, divisors[k] / unit, unit);
        unit = divisors[k];
    }
    add_loop(draft, variable, extent / unit, unit);
    draft->loop_of[variable] = -1;
    if (count != 0 && rebase_floors(draft, variable, unit))
        draft->loop_of[variable] = draft->loop_count - 1;
}

/* Loops that a floor is left on can't be merged, flipped or moved freely. */
static bool is_evaluated(const struct gather__draft *draft, int32_t loop)
{
    return draft->loop_of[draft->loops[loop].dimension] == loop;
}

static void split_variables(struct gather__draft *draft)
{
    draft->loop_count = 0;
    for (int32_t d = 0; d < draft->map.variable_count; d++)
        split_variable(draft, d);
    for (int32_t k = 0; k < draft->loop_count; k++)
        if (is_evaluated(draft, k))
            draft->loops[k].kind = GATHER_PLAN_LOOP_EVALUATED;
}

/* ---- units, drop, flip, merge -------------------------------------------------------------------- */

static bool scale(int64_t *number, int32_t unit) { return gather__multiply(*number, unit, number); }

/* Cells become units, in loops, bases and the weights of floors. */
static bool scale_to_units(struct gather__draft *draft)
{
    bool fits = true;
    draft->out_base = draft->out_cell.constant;
    draft->data_base = draft->data_cell.constant;
    fits = scale(&draft->out_base, draft->out_unit) && scale(&draft->data_base, draft->data_unit);
    for (int32_t k = 0; k < draft->loop_count && fits; k++) {
        struct gather__loop *loop = &draft->loops[k];
        if (loop->extent == 1) /* its steps are never taken */
            loop->out = loop->data = 0;
        fits = scale(&loop->out, draft->out_unit) && scale(&loop->data, draft->data_unit);
    }
    for (int32_t k = GATHER_MAX_RANK; k < GATHER_MAX_RANK + draft->map.floor_count && fits; k++)
        fits = scale(&draft->out_cell.term[k], draft->out_unit) &&
               scale(&draft->data_cell.term[k], draft->data_unit);
    return fits;
}

static void remove_loop(struct gather__draft *draft, int32_t loop)
{
    draft->loop_count--;
    for (int32_t k = loop; k < draft->loop_count; k++)
        draft->loops[k] = draft->loops[k + 1];
}

/* A loop of one iteration adds nothing; one that a floor needs is kept. */
static void drop_loops(struct gather__draft *draft)
{
    for (int32_t k = draft->loop_count - 1; k >= 0; k--)
        if (draft->loops[k].extent == 1 && draft->loops[k].kind == GATHER_PLAN_LOOP_STEPS)
            remove_loop(draft, k);
}

/*
 * A loop that walks the output backwards is walked from its other end; not rows, which ranges count
 * forwards.
 */
static void flip_loops(struct gather__draft *draft)
{
    for (int32_t k = 0; k < draft->loop_count; k++) {
        struct gather__loop *loop = &draft->loops[k];
        if (loop->out >= 0 || loop->row != 0 || loop->kind != GATHER_PLAN_LOOP_STEPS)
            continue;
        /* Inside the extents of both operands, so it fits. */
        draft->out_base += (loop->extent - 1) * loop->out; /* bounded: inside the extents of both operands */
        /* bounded: inside the extents of both operands */
        draft->data_base += (loop->extent - 1) * loop->data;
        loop->out = -loop->out;
        loop->data = -loop->data;
    }
}

/* Whether `outer` around `inner` steps through both operands as one loop would. */
static bool merges(const struct gather__loop *outer, const struct gather__loop *inner)
{
    int64_t out, data, extent;
    return outer->kind == GATHER_PLAN_LOOP_STEPS && inner->kind == GATHER_PLAN_LOOP_STEPS &&
           inner->row == 0 && gather__multiply(inner->extent, inner->out, &out) && out == outer->out &&
           gather__multiply(inner->extent, inner->data, &data) && data == outer->data &&
           gather__multiply(inner->extent, outer->extent, &extent);
}

static void merge_loops(struct gather__draft *draft)
{
    for (int32_t i = 0; i < draft->loop_count; i++)
        for (int32_t j = 0; j < draft->loop_count; j++) {
            struct gather__loop *outer = &draft->loops[i], *inner = &draft->loops[j];
            if (i == j || !merges(outer, inner))
                continue;
            outer->extent *= inner->extent; /* bounded: merges() has tried it */
            outer->inner *= inner->extent;  /* bounded: merges() has tried it */
            outer->out = inner->out;
            outer->data = inner->data;
            if (inner->dimension < outer->dimension)
                outer->dimension = inner->dimension;
            remove_loop(draft, j);
            i = -1; /* anew: the merged loop may fit another */
            break;
        }
}

/* ---- order --------------------------------------------------------------------------------------- */

/* Whether loop a belongs outside loop b: evaluated ones first, then the larger step of the output. */
static bool goes_outside(const struct gather__loop *a, const struct gather__loop *b)
{
    bool a_evaluated = a->kind == GATHER_PLAN_LOOP_EVALUATED,
         b_evaluated = b->kind == GATHER_PLAN_LOOP_EVALUATED;
    if (a_evaluated != b_evaluated)
        return a_evaluated;
    if (gather__magnitude(a->out) != gather__magnitude(b->out))
        return gather__magnitude(a->out) > gather__magnitude(b->out);
    return gather__magnitude(a->data) > gather__magnitude(b->data);
}

static void sort_loops(struct gather__draft *draft)
{
    for (int32_t k = 1; k < draft->loop_count; k++) {
        struct gather__loop moved = draft->loops[k];
        int32_t place = k;
        for (; place > 0 && goes_outside(&moved, &draft->loops[place - 1]); place--)
            draft->loops[place] = draft->loops[place - 1];
        draft->loops[place] = moved;
    }
}

/* The evaluated loop with the smallest output step goes by runs, among the loops with a constant step. */
static void choose_run_loop(struct gather__draft *draft)
{
    draft->evaluated_count = 0;
    while (draft->evaluated_count < draft->loop_count &&
           draft->loops[draft->evaluated_count].kind == GATHER_PLAN_LOOP_EVALUATED)
        draft->evaluated_count++;
    draft->run_loop = -1;
    if (draft->evaluated_count == 0)
        return;
    draft->loops[--draft->evaluated_count].kind = GATHER_PLAN_LOOP_RUN;
    sort_loops(draft);
    for (int32_t k = 0; k < draft->loop_count; k++)
        if (draft->loops[k].kind == GATHER_PLAN_LOOP_RUN)
            draft->run_loop = k;
}

/*
 * A transpose reads along one loop and writes along another; both belong into the kernel, which goes by
 * tiles: the loop with the smallest step of the data becomes the last but one.
 */
static void pair_innermost(struct gather__draft *draft)
{
    int32_t last = draft->loop_count - 1, best = last;
    for (int32_t k = draft->evaluated_count; k < last; k++)
        if (draft->loops[k].data != 0 &&
            gather__magnitude(draft->loops[k].data) < gather__magnitude(draft->loops[best].data))
            best = k;
    if (best >= last - 1)
        return;
    struct gather__loop moved = draft->loops[best];
    for (int32_t k = best; k < last - 1; k++)
        draft->loops[k] = draft->loops[k + 1];
    draft->loops[last - 1] = moved;
    if (draft->run_loop > best && draft->run_loop < last)
        draft->run_loop--;
    else if (draft->run_loop == best)
        draft->run_loop = last - 1;
}

/* Loops have moved: where the variable of each floor went. */
static void find_loops_of_variables(struct gather__draft *draft)
{
    for (int32_t k = 0; k < draft->loop_count; k++)
        if (draft->loops[k].kind != GATHER_PLAN_LOOP_STEPS)
            draft->loop_of[draft->loops[k].dimension] = k;
}

bool gather__draft_make(struct gather__draft *draft, const struct gather_layout *out, int32_t out_unit,
                        const struct gather_layout *data, int32_t data_unit, const struct gather__nest *nest,
                        const struct gather__box *box)
{
    draft->out_unit = out_unit;
    draft->data_unit = data_unit;
    if (!map_operands(draft, out, data, nest, box))
        return false;
    mark_used_floors(draft);
    split_variables(draft);
    if (!scale_to_units(draft))
        return false;
    drop_loops(draft);
    flip_loops(draft);
    merge_loops(draft);
    sort_loops(draft);
    choose_run_loop(draft);
    pair_innermost(draft);
    find_loops_of_variables(draft);
    return true;
}
