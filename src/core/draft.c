/* SPDX-License-Identifier: Apache-2.0 */
/* From the cells of a box to the loops that run: draft.h says in which order. */
#include "core/draft.h"

#include <string.h>

#include "core/arith.h"
#include "core/geometry.h"
#include "gather/plan.h"

enum { FEW_BYTES = 8 }; /* of one element repeated: each of them is a way through the output of its own */

/* ---- floors -------------------------------------------------------------------------------------- */

static bool weighs(const struct gather__draft *draft, int32_t floor)
{
    const struct gather__floors *floors = draft->floors;
    int32_t term = gather__floor_term(&floors->map, floor);
    return floors->out_cell.term[term] != 0 || floors->data_cell.term[term] != 0 ||
           floors->indices_cell.term[term] != 0;
}

/* Floors that a cell depends on, and the floors that these depend on; later ones depend on earlier ones
 * alone. */
static void mark_used_floors(struct gather__draft *draft)
{
    struct gather__floors *floors = draft->floors;
    if (floors == NULL)
        return;
    const struct gather__map *map = &floors->map;
    for (int32_t k = map->floor_count - 1; k >= 0; k--) {
        floors->used[k] = weighs(draft, k);
        for (int32_t j = k + 1; j < map->floor_count; j++)
            if (floors->used[j] && map->floors[j].of.term[gather__floor_term(map, k)] != 0)
                floors->used[k] = true;
    }
}

/* ---- split --------------------------------------------------------------------------------------- */

/* Whether a floor is floor(x / t) of the one variable x alone, and no other floor is made of it. */
static bool is_plain_floor(const struct gather__draft *draft, int32_t floor, int32_t variable)
{
    const struct gather__map *map = &draft->floors->map;
    const struct gather__value *of = &map->floors[floor].of;
    if (of->constant != 0 || of->term[variable] != 1)
        return false;
    for (int32_t k = 0; k < map->variable_count + map->floor_count; k++)
        if (k != variable && of->term[k] != 0)
            return false;
    for (int32_t j = floor + 1; j < map->floor_count; j++)
        if (draft->floors->used[j] && map->floors[j].of.term[gather__floor_term(map, floor)] != 0)
            return false;
    return true;
}

/* The divisors of a variable's floors, ascending. Returns: how many; -1 if one of the floors is not plain. */
static int32_t collect_divisors(const struct gather__draft *draft, int32_t variable, int64_t *divisors)
{
    int32_t count = 0;
    for (int32_t k = 0; k < gather__floor_count(draft); k++) {
        if (!draft->floors->used[k] || draft->floors->map.floors[k].of.term[variable] == 0)
            continue;
        if (!is_plain_floor(draft, k, variable))
            return -1;
        int64_t divisor = draft->floors->map.floors[k].divisor;
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

/*
 * The cells that `unit` steps of a variable advance: its own step, and each floor that divides the unit. value: the
 * floors' part of the cell.
 */
static int64_t step_of(const struct gather__draft *draft, const struct gather__line *cell,
                       const struct gather__value *value, int32_t variable, int64_t unit)
{
    /* bounded: modulo 2^64, as all of a map */
    uint64_t step = (uint64_t)cell->step[variable] * (uint64_t)unit;
    for (int32_t k = 0; k < gather__floor_count(draft); k++) {
        const struct gather__floor *floor = &draft->floors->map.floors[k];
        if (floor->of.term[variable] == 0 || unit < floor->divisor || !draft->floors->used[k])
            continue;
        uint64_t weight = (uint64_t)value->term[gather__floor_term(&draft->floors->map, k)];
        step += weight * (uint64_t)(unit / floor->divisor); /* bounded: modulo 2^64, as all of a map */
    }
    return (int64_t)step;
}

static void set_steps(const struct gather__draft *draft, int32_t variable, int64_t unit,
                      struct gather__loop *loop)
{
    const struct gather__floors *floors = draft->floors;
    bool any = floors != NULL;
    loop->out = step_of(draft, &draft->out_cell, any ? &floors->out_cell : NULL, variable, unit);
    loop->data = step_of(draft, &draft->data_cell, any ? &floors->data_cell : NULL, variable, unit);
    loop->indices = step_of(draft, &draft->indices_cell, any ? &floors->indices_cell : NULL, variable, unit);
}

static void add_loop(struct gather__draft *draft, int32_t variable, int64_t extent, int64_t unit)
{
    struct gather__loop *loop = &draft->loops[draft->loop_count++];
    loop->extent = extent;
    set_steps(draft, variable, unit, loop);
    loop->row = variable == draft->row_dimension ? unit : 0;
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
    for (int32_t k = 0; k < gather__floor_count(draft); k++) {
        struct gather__floor *floor = &draft->floors->map.floors[k];
        if (!draft->floors->used[k] || floor->of.term[variable] == 0)
            continue;
        if (unit > 1 && unit % floor->divisor == 0) {
            draft->floors->used[k] = false;
        } else {
            floor->divisor /= unit;
            left = true;
        }
    }
    return left;
}

/* Whether a floor is of one variable alone, which steps through it one by one. */
static bool counts_variable(const struct gather__value *of, int32_t terms, int32_t variable)
{
    for (int32_t k = 0; k < terms; k++)
        if (of->term[k] != (k == variable))
            return false;
    return true;
}

/*
 * Where a variable is best cut: at the first or the last edge of the smallest tile that its extent does not begin or end
 * with. Tiles behind, or before, are whole. Returns: 0 if it begins and ends with all of them.
 */
static int64_t find_cut(const struct gather__draft *draft, int32_t variable, int64_t extent)
{
    const struct gather__map *map = &draft->floors->map;
    int64_t cut = 0, least = INT64_MAX;
    for (int32_t k = 0; k < map->floor_count; k++) {
        const struct gather__floor *floor = &map->floors[k];
        if (!draft->floors->used[k] || floor->divisor >= least ||
            !counts_variable(&floor->of, map->variable_count + map->floor_count, variable))
            continue;
        int64_t into = gather__floor_modulo(floor->of.constant, floor->divisor);
        int64_t at = into > 0 ? floor->divisor - into : extent - extent % floor->divisor;
        if (at > 0 && at < extent) {
            cut = at;
            least = floor->divisor;
        }
    }
    return cut;
}

static void split_variable(struct gather__draft *draft, int32_t variable, int64_t extent)
{
    int64_t divisors[GATHER__MAX_FLOORS], unit = 1;
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
    draft->cut[variable] = count != 0 ? find_cut(draft, variable, extent) : 0;
    if (count != 0 && rebase_floors(draft, variable, unit))
        draft->loop_of[variable] = draft->loop_count - 1;
}

static void split_variables(struct gather__draft *draft, const int64_t *extents)
{
    draft->loop_count = 0;
    for (int32_t d = 0; d < draft->output_rank; d++)
        split_variable(draft, d, extents[d]);
}

/* ---- classify, units ----------------------------------------------------------------------------- */

/* Loops that a floor is left on can't be merged, flipped or moved freely; loops that indices follow can. */
static void classify_loops(struct gather__draft *draft)
{
    for (int32_t k = 0; k < draft->loop_count; k++) {
        struct gather__loop *loop = &draft->loops[k];
        if (draft->loop_of[loop->dimension] == k)
            loop->kind = GATHER_PLAN_LOOP_EVALUATED;
        else if (loop->indices != 0 && loop->extent > 1)
            loop->kind = GATHER_PLAN_LOOP_INDEXED;
    }
}

static bool scale(int64_t *number, int32_t unit) { return gather__multiply(*number, unit, number); }

/* Floors' terms of a cell become units. */
static bool scale_floors(const struct gather__map *map, struct gather__value *cell, int32_t unit)
{
    bool fits = true;
    for (int32_t k = 0; k < map->floor_count && fits; k++)
        fits = scale(&cell->term[gather__floor_term(map, k)], unit);
    return fits;
}

/* Cells become units: in bases, and in the steps of components, of their number and of floors. */
static bool scale_cells(struct gather__draft *draft, const struct gather__operands *operands)
{
    struct gather__floors *floors = draft->floors;
    draft->out_base = draft->out_cell.constant;
    draft->data_base = draft->data_cell.constant;
    draft->indices_base = draft->indices_cell.constant;
    bool fits = scale(&draft->out_base, operands->out_unit) &&
                scale(&draft->data_base, operands->data_unit) &&
                scale(&draft->indices_base, operands->indices_unit);
    for (int32_t k = 0; k <= draft->component_count && fits; k++) {
        int32_t variable = gather__component_variable(draft, k);
        fits = scale(&draft->data_cell.step[variable], operands->data_unit) &&
               scale(&draft->indices_cell.step[variable], operands->indices_unit);
    }
    if (floors == NULL || !fits)
        return fits;
    return scale_floors(&floors->map, &floors->out_cell, operands->out_unit) &&
           scale_floors(&floors->map, &floors->data_cell, operands->data_unit) &&
           scale_floors(&floors->map, &floors->indices_cell, operands->indices_unit);
}

static bool scale_loops(struct gather__draft *draft, const struct gather__operands *operands)
{
    bool fits = true;
    for (int32_t k = 0; k < draft->loop_count && fits; k++) {
        struct gather__loop *loop = &draft->loops[k];
        if (loop->extent == 1) /* its steps are never taken */
            loop->out = loop->data = loop->indices = 0;
        fits = scale(&loop->out, operands->out_unit) && scale(&loop->data, operands->data_unit) &&
               scale(&loop->indices, operands->indices_unit);
    }
    return fits;
}

/* ---- drop, flip, merge --------------------------------------------------------------------------- */

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
        if (loop->out >= 0 || loop->row != 0 || loop->kind == GATHER_PLAN_LOOP_EVALUATED)
            continue;
        draft->out_base += (loop->extent - 1) * loop->out;         /* bounded: inside the output */
        draft->data_base += (loop->extent - 1) * loop->data;       /* bounded: inside the data */
        draft->indices_base += (loop->extent - 1) * loop->indices; /* bounded: inside the indices */
        loop->out = -loop->out;
        loop->data = -loop->data;
        loop->indices = -loop->indices;
    }
}

/* Whether `outer` around `inner` steps through all operands as one loop would. */
static bool merges(const struct gather__loop *outer, const struct gather__loop *inner)
{
    int64_t out, data, indices, extent;
    return outer->kind == inner->kind && outer->kind != GATHER_PLAN_LOOP_EVALUATED && inner->row == 0 &&
           gather__multiply(inner->extent, inner->out, &out) && out == outer->out &&
           gather__multiply(inner->extent, inner->data, &data) && data == outer->data &&
           gather__multiply(inner->extent, inner->indices, &indices) && indices == outer->indices &&
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
            outer->indices = inner->indices;
            if (inner->dimension < outer->dimension)
                outer->dimension = inner->dimension;
            remove_loop(draft, j);
            i = -1; /* anew: the merged loop may fit another */
            break;
        }
}

/* ---- order --------------------------------------------------------------------------------------- */

/* Whether loop a belongs outside loop b: evaluated ones and points first, then the larger output step. */
static bool goes_outside(const struct gather__loop *a, const struct gather__loop *b)
{
    bool a_first = a->kind == GATHER_PLAN_LOOP_EVALUATED || a->kind == GATHER_PLAN_LOOP_INDEXED,
         b_first = b->kind == GATHER_PLAN_LOOP_EVALUATED || b->kind == GATHER_PLAN_LOOP_INDEXED;
    if (a_first != b_first)
        return a_first;
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

static void count_front_loops(struct gather__draft *draft)
{
    draft->front_count = 0;
    while (draft->front_count < draft->loop_count &&
           draft->loops[draft->front_count].kind != GATHER_PLAN_LOOP_STEPS)
        draft->front_count++;
}

/*
 * The evaluated loop with the smallest output step goes by runs, among the loops with a constant step. A gather
 * has none: its evaluated loops are points.
 */
static void choose_run_loop(struct gather__draft *draft)
{
    draft->run_loop = -1;
    if (draft->front_count == 0 || draft->has_points)
        return;
    draft->loops[--draft->front_count].kind = GATHER_PLAN_LOOP_RUN;
    sort_loops(draft);
    for (int32_t k = 0; k < draft->loop_count; k++)
        if (draft->loops[k].kind == GATHER_PLAN_LOOP_RUN)
            draft->run_loop = k;
}

/* The loops that are not in a block: elements of whole bytes that are contiguous in both operands. */
static int32_t loops_around_block(const struct gather__draft *draft, const struct gather__operands *operands)
{
    int64_t width = operands->out_unit;
    if (gather_dtype_bits(operands->out->dtype) < 8)
        return draft->loop_count;
    return gather__grow_loops(draft->loops, draft->front_count, draft->loop_count, &width);
}

/* Loop `from` goes to place `to`, and those between make room. */
static void move_loop(struct gather__draft *draft, int32_t from, int32_t to)
{
    int32_t way = from < to ? 1 : -1;
    struct gather__loop moved = draft->loops[from];
    for (int32_t k = from; k != to; k += way)
        draft->loops[k] = draft->loops[k + way];
    draft->loops[to] = moved;
    if (draft->run_loop == from)
        draft->run_loop = to;
    else if (way * (draft->run_loop - from) > 0 && way * (draft->run_loop - to) <= 0)
        draft->run_loop -= way;
}

/* Whether a loop writes the same element a few times, side by side. */
static bool repeats_few(const struct gather__loop *loop)
{
    /* bounded: units of the output */
    return loop->data == 0 && loop->kind == GATHER_PLAN_LOOP_STEPS && loop->extent * loop->out <= FEW_BYTES;
}

/*
 * A transpose reads along one loop and writes along another; both belong into the kernel, which goes by
 * tiles: the loop with the smallest step of the data becomes the last but one of those around a block. What is only
 * repeated stands outside of both.
 */
static void pair_innermost(struct gather__draft *draft, const struct gather__operands *operands)
{
    int32_t last = loops_around_block(draft, operands) - 1, front = draft->front_count;
    bool has_repeats = last - 2 >= front && repeats_few(&draft->loops[last]);
    if (has_repeats)
        last--;
    int32_t best = last;
    for (int32_t k = front; k < last; k++)
        if (draft->loops[k].data != 0 &&
            gather__magnitude(draft->loops[k].data) < gather__magnitude(draft->loops[best].data))
            best = k;
    if (best >= last || last < front)
        return;
    if (best < last - 1)
        move_loop(draft, best, last - 1);
    if (has_repeats)
        move_loop(draft, last + 1, last - 1);
}

/* Loops have moved: where the variable of each floor went. */
static void find_loops_of_variables(struct gather__draft *draft)
{
    for (int32_t k = 0; k < draft->loop_count; k++)
        if (draft->loops[k].kind == GATHER_PLAN_LOOP_EVALUATED ||
            draft->loops[k].kind == GATHER_PLAN_LOOP_RUN)
            draft->loop_of[draft->loops[k].dimension] = k;
}

enum gather__draft_verdict gather__draft_make(struct gather__draft *draft, struct gather__floors *floors,
                                              const struct gather__operands *operands,
                                              const struct gather__nest *nest, const struct gather__box *box)
{
    draft->floors = floors;
    draft->output_rank = operands->out->rank;
    draft->row_dimension = operands->row_dimension;
    draft->component_count = nest != NULL ? nest->component_count : 0;
    draft->has_points = draft->component_count > 0;
    if (!gather__draft_map(draft, operands, nest, box))
        return GATHER__DRAFT_TOO_TILED;
    mark_used_floors(draft);
    split_variables(draft, box->size);
    classify_loops(draft);
    if (!scale_cells(draft, operands) || !scale_loops(draft, operands))
        return GATHER__DRAFT_TOO_FAR;
    drop_loops(draft);
    flip_loops(draft);
    merge_loops(draft);
    sort_loops(draft);
    count_front_loops(draft);
    choose_run_loop(draft);
    pair_innermost(draft, operands);
    find_loops_of_variables(draft);
    return GATHER__DRAFT_MADE;
}

/* ---- indices alone ------------------------------------------------------------------------------- */

/* Whether no cell depends on a dimension. */
static bool repeats(const struct gather__draft *draft, int32_t dimension)
{
    bool found = draft->indices_cell.step[dimension] != 0;
    for (int32_t k = 0; k < gather__floor_count(draft); k++)
        found = found || (draft->floors->used[k] && draft->floors->map.floors[k].of.term[dimension] != 0);
    return !found;
}

enum gather__draft_verdict gather__draft_indices(struct gather__draft *draft, struct gather__floors *floors,
                                                 const struct gather__operands *operands,
                                                 int32_t tuple_dimension)
{
    const struct gather_layout *indices = operands->indices;
    draft->floors = floors;
    draft->output_rank = draft->front_count = indices->rank;
    draft->row_dimension = 0;
    draft->component_count = 0;
    draft->has_points = true;
    draft->run_loop = -1;
    gather__draft_map_indices(draft, indices);
    mark_used_floors(draft);
    draft->loop_count = 0;
    for (int32_t d = 0; d < indices->rank; d++) {
        draft->loop_of[d] = d;
        add_loop(draft, d, indices->sizes[d], 1);
        draft->loops[d].kind = GATHER_PLAN_LOOP_INDEXED;
        if (d != tuple_dimension && repeats(draft, d)) /* the same indices over and over: once is enough */
            draft->loops[d].extent = 1;
    }
    if (!scale_cells(draft, operands) || !scale_loops(draft, operands))
        return GATHER__DRAFT_TOO_FAR;
    return GATHER__DRAFT_MADE;
}
