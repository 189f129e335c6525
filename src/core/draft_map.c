/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cells of a step's operands over the loops of its box and the components of an index: the first stage of a draft.
 *
 * Where no operand has tiles, and no coordinate is a part of something, each is a sum of steps, which is found here at
 * once. Everything else goes through an address map, whose values are what that sum is made of.
 */
#include <string.h>

#include "core/draft.h"
#include "core/geometry.h"
#include "core/outlined.h"

/* The variable that counts components. */
static int32_t tuple_variable(const struct gather__draft *draft)
{
    return gather__component_variable(draft, draft->component_count);
}

/* The most that each variable can be: of a component, where nothing is inside, nothing is read. */
static void find_maxima(const struct gather__draft *draft, const struct gather__nest *nest,
                        const struct gather__box *box, int64_t *maximum)
{
    for (int32_t d = 0; d < draft->output_rank; d++)
        maximum[d] = box->size[d] - 1;
    for (int32_t k = 0; k < draft->component_count; k++)
        maximum[gather__component_variable(draft, k)] = nest->rules[k].limit > 0 ? nest->rules[k].limit : 0;
    maximum[tuple_variable(draft)] = draft->component_count > 1 ? draft->component_count - 1 : 0;
}

/* ---- sums of steps ------------------------------------------------------------------------------- */

static bool is_plain(const struct gather_layout *layout, const struct gather__coordinate *coordinates)
{
    if (layout == NULL)
        return true;
    if (gather__has_tiles(layout))
        return false;
    for (int32_t d = 0; coordinates != NULL && d < layout->rank; d++)
        if (!gather__is_whole(&coordinates[d]))
            return false;
    return true;
}

bool gather__draft_wants_floors(const struct gather__operands *operands, const struct gather__nest *nest)
{
    return !is_plain(operands->out, NULL) || !is_plain(operands->data, nest != NULL ? nest->data : NULL) ||
           (nest != NULL && nest->component_count > 0 && !is_plain(operands->indices, nest->indices));
}

/* A sum modulo 2^64: a cell of the operand is below 2^63, so it is right whatever its parts are. */
static void add_product(int64_t *sum, int64_t a, int64_t b)
{
    *sum = (int64_t)((uint64_t)*sum + (uint64_t)a * (uint64_t)b);
}

/* cell += stride * variable, which runs from `begin` on. One that stays where it is has no step. */
static void add_variable(struct gather__line *cell, int64_t stride, int32_t variable, int64_t begin,
                         int64_t maximum)
{
    add_product(&cell->constant, stride, begin);
    if (maximum > 0)
        add_product(&cell->step[variable], stride, 1);
}

/* The line of an operand of strides. coordinates: NULL for the output, whose own are the loops. */
static void sum_operand(const struct gather__draft *draft, const struct gather_layout *layout,
                        const struct gather__coordinate *coordinates, const struct gather__box *box,
                        const int64_t *maximum, int32_t tuple_dimension, struct gather__line *cell)
{
    int64_t strides[GATHER_MAX_RANK];
    gather__untiled_strides(layout, strides, &cell->constant);
    for (int32_t d = 0; d < layout->rank; d++) {
        const struct gather__coordinate own = {.step = 1, .loop = d, .component = -1};
        const struct gather__coordinate *source = coordinates != NULL ? &coordinates[d] : &own;
        if (tuple_dimension >= 0 && d == tuple_dimension) {
            add_variable(cell, strides[d], tuple_variable(draft), 0, maximum[tuple_variable(draft)]);
            continue;
        }
        add_product(&cell->constant, strides[d], source->base);
        if (source->loop >= 0) {
            int64_t stride = 0;
            add_product(&stride, strides[d], source->step);
            add_variable(cell, stride, source->loop, box->begin[source->loop], maximum[source->loop]);
        }
        if (source->component >= 0) {
            int32_t variable = gather__component_variable(draft, source->component);
            add_variable(cell, strides[d], variable, 0, maximum[variable]);
        }
    }
}

static void sum_operands(struct gather__draft *draft, const struct gather__operands *operands,
                         const struct gather__nest *nest, const struct gather__box *box)
{
    int64_t maximum[GATHER__MAX_VARIABLES];
    find_maxima(draft, nest, box, maximum);
    sum_operand(draft, operands->out, NULL, box, maximum, -1, &draft->out_cell);
    if (operands->data != NULL && gather__has_elements(operands->data))
        sum_operand(draft, operands->data, nest->data, box, maximum, -1, &draft->data_cell);
    if (draft->has_points && gather__has_elements(operands->indices))
        sum_operand(draft, operands->indices, nest->indices, box, maximum, nest->tuple_dimension,
                    &draft->indices_cell);
}

/* ---- address maps -------------------------------------------------------------------------------- */

static void init_map(struct gather__draft *draft, const struct gather__nest *nest,
                     const struct gather__box *box)
{
    int64_t maximum[GATHER__MAX_VARIABLES];
    find_maxima(draft, nest, box, maximum);
    gather__map_init(&draft->floors->map, tuple_variable(draft) + 1, maximum);
}

/* An index along a dimension of the box. */
static void map_loop(const struct gather__map *map, const struct gather__box *box, int32_t dimension,
                     struct gather__value *loop)
{
    gather__map_variable(map, dimension, loop);
    loop->constant = box->begin[dimension];
    loop->maximum += box->begin[dimension]; /* bounded: an index of the output */
}

/* value += step * part, and the most that it can be. */
static void add_part(struct gather__map *map, struct gather__value *value, int64_t step,
                     const struct gather__value *part)
{
    gather__value_add(map, value, step, part);
    /* bounded: coordinates are inside the sizes of their operand */
    value->maximum += step > 0 ? step * part->maximum : step * part->constant;
}

/* Likewise of an index along a dimension of the box, whole, and the first that a value is made of. */
static void add_loop(const struct gather__map *map, const struct gather__box *box, int32_t dimension,
                     int64_t step, struct gather__value *value)
{
    int64_t first = box->begin[dimension], last = first + map->maximum[dimension];
    if (last > first)
        value->term[dimension] = step;
    /* bounded: as above */
    value->constant += step * first;
    value->maximum += step * (step > 0 ? last : first);
}

/* One coordinate: base + step * (a part of) a loop + (a part of) a component. */
static bool map_coordinate(struct gather__draft *draft, const struct gather__coordinate *source,
                           const struct gather__box *box, struct gather__value *value)
{
    struct gather__map *map = &draft->floors->map;
    struct gather__value part, whole;
    bool fits = true;
    memset(value, 0, sizeof *value);
    value->constant = value->maximum = source->base;
    if (source->loop >= 0 && (gather__is_whole(source) || source->component >= 0)) {
        add_loop(map, box, source->loop, source->step, value);
    } else if (source->loop >= 0) {
        map_loop(map, box, source->loop, &whole);
        fits = gather__map_part(map, &whole, source->divisor, source->modulus, &part);
        if (fits)
            add_part(map, value, source->step, &part);
    }
    if (source->component >= 0 && fits) {
        gather__map_variable(map, gather__component_variable(draft, source->component), &whole);
        fits = gather__map_part(map, &whole, source->divisor, source->modulus, &part);
        if (fits)
            add_part(map, value, 1, &part);
    }
    return fits;
}

static bool map_data(struct gather__draft *draft, const struct gather_layout *data,
                     const struct gather__nest *nest, const struct gather__box *box,
                     struct gather__value *coordinate)
{
    memset(&draft->floors->data_cell, 0, sizeof draft->floors->data_cell);
    if (data == NULL || !gather__has_elements(data))
        return true;
    for (int32_t d = 0; d < data->rank; d++)
        if (!map_coordinate(draft, &nest->data[d], box, &coordinate[d]))
            return false;
    return gather__map_cell(&draft->floors->map, data, coordinate, &draft->floors->data_cell);
}

static bool map_indices(struct gather__draft *draft, const struct gather_layout *indices,
                        const struct gather__nest *nest, const struct gather__box *box,
                        struct gather__value *coordinate)
{
    memset(&draft->floors->indices_cell, 0, sizeof draft->floors->indices_cell);
    if (!draft->has_points || !gather__has_elements(indices))
        return true;
    for (int32_t d = 0; d < indices->rank; d++)
        if (d == nest->tuple_dimension)
            gather__map_variable(&draft->floors->map, tuple_variable(draft), &coordinate[d]);
        else if (!map_coordinate(draft, &nest->indices[d], box, &coordinate[d]))
            return false;
    return gather__map_cell(&draft->floors->map, indices, coordinate, &draft->floors->indices_cell);
}

OUTLINED bool map_operands(struct gather__draft *draft, const struct gather__operands *operands,
                           const struct gather__nest *nest, const struct gather__box *box)
{
    struct gather__value coordinate[GATHER_MAX_RANK];
    struct gather__map *map = &draft->floors->map;
    init_map(draft, nest, box);
    for (int32_t d = 0; d < draft->output_rank; d++)
        map_loop(map, box, d, &coordinate[d]);
    return gather__map_cell(map, operands->out, coordinate, &draft->floors->out_cell) &&
           map_data(draft, operands->data, nest, box, coordinate) &&
           map_indices(draft, operands->indices, nest, box, coordinate);
}

/* What of a cell the variables alone make. */
static void take_line(const struct gather__map *map, const struct gather__value *value,
                      struct gather__line *cell)
{
    cell->constant = value->constant;
    for (int32_t k = 0; k < map->variable_count; k++)
        cell->step[k] = value->term[k];
}

static void take_lines(struct gather__draft *draft)
{
    const struct gather__floors *floors = draft->floors;
    take_line(&floors->map, &floors->out_cell, &draft->out_cell);
    take_line(&floors->map, &floors->data_cell, &draft->data_cell);
    take_line(&floors->map, &floors->indices_cell, &draft->indices_cell);
}

/* ---- either -------------------------------------------------------------------------------------- */

static void begin_line(struct gather__line *cell, int32_t variables)
{
    cell->constant = 0;
    for (int32_t k = 0; k < variables; k++)
        cell->step[k] = 0;
}

static void begin_lines(struct gather__draft *draft)
{
    int32_t variables = tuple_variable(draft) + 1;
    begin_line(&draft->out_cell, variables);
    begin_line(&draft->data_cell, variables);
    begin_line(&draft->indices_cell, variables);
}

bool gather__draft_map(struct gather__draft *draft, const struct gather__operands *operands,
                       const struct gather__nest *nest, const struct gather__box *box)
{
    begin_lines(draft);
    if (draft->floors == NULL) {
        sum_operands(draft, operands, nest, box);
        return true;
    }
    if (!map_operands(draft, operands, nest, box))
        return false;
    take_lines(draft);
    return true;
}

void gather__draft_map_indices(struct gather__draft *draft, const struct gather_layout *indices)
{
    struct gather__floors *floors = draft->floors;
    int64_t strides[GATHER_MAX_RANK];
    begin_lines(draft);
    if (floors == NULL) {
        gather__untiled_strides(indices, strides, &draft->indices_cell.constant);
        for (int32_t d = 0; d < indices->rank; d++)
            add_variable(&draft->indices_cell, strides[d], d, 0, indices->sizes[d] - 1);
        return;
    }
    memset(&floors->out_cell, 0, sizeof floors->out_cell);
    memset(&floors->data_cell, 0, sizeof floors->data_cell);
    gather__map_layout(&floors->map, indices, &floors->indices_cell);
    take_lines(draft);
}
