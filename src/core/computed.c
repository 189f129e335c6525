/* SPDX-License-Identifier: Apache-2.0 */
/* What plans that compute have in common: where their operands lie, and whether a run's buffers will do. */
#include "core/computed.h"

#include <stddef.h>
#include <string.h>

#include "core/address.h"
#include "core/arith.h"
#include "core/dtype_bits.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "core/outlined.h"
#include "core/reach.h"

/* ---- where operands lie -------------------------------------------------------------------------- */

/* Modulo 2^64, as the sums that it goes into. */
static int64_t bits_of(int64_t cells, const struct gather_layout *layout)
{
    return (int64_t)((uint64_t)cells * (uint64_t)layout->cell_bits); /* bounded: wraps as it may */
}

/* The terms of a floor. Returns: false if there is no room for them. */
static bool locate_terms(struct gather__located_tiles *tiles, const struct gather__map *map,
                         const struct gather__value *value, int32_t *count)
{
    for (int32_t k = 0; k < map->variable_count + map->floor_count; k++) {
        if (value->term[k] == 0)
            continue;
        if (*count == GATHER__LOCATED_TERMS)
            return false;
        const bool is_floor = k >= map->variable_count;
        tiles->terms[(*count)++] = (struct gather__located_term){value->term[k], is_floor ? -1 : k,
                                                                 is_floor ? k - map->variable_count : -1};
    }
    return true;
}

/* An operand with tiles. */
OUTLINED enum gather_status locate_tiles(struct gather__computed *computed, struct gather__located *located,
                                         struct gather_error *error)
{
    struct gather__located_tiles *tiles = &computed->tiles[computed->tiled_count++];
    struct gather__map map;
    struct gather__value cell;
    const struct gather_layout *layout = &located->layout;
    int32_t count = 0;
    bool has_room = true;
    gather__map_layout(&map, layout, &cell);
    located->offset = bits_of(cell.constant, layout);
    for (int32_t d = 0; d < layout->rank; d++)
        located->steps[d] = layout->sizes[d] > 1 ? bits_of(cell.term[d], layout) : 0;
    for (int32_t k = 0; k < map.floor_count && has_room; k++) {
        has_room = k < GATHER__LOCATED_FLOORS;
        if (!has_room)
            break;
        struct gather__located_floor *floor = &tiles->floors[k];
        floor->constant = map.floors[k].of.constant;
        floor->divisor = map.floors[k].divisor;
        floor->bits = bits_of(cell.term[gather__floor_term(&map, k)], layout);
        floor->term_begin = count;
        has_room = locate_terms(tiles, &map, &map.floors[k].of, &count);
        floor->term_count = count - floor->term_begin;
    }
    located->floor_count = map.floor_count;
    located->tiles = (const uint8_t *)tiles - (const uint8_t *)located;
    return has_room ? GATHER_STATUS_OK
                    : gather__fail(error, GATHER_STATUS_UNSUPPORTED, "output",
                                   "operands whose tiles have fewer bounds in all");
}

static enum gather_status locate(struct gather__computed *computed, struct gather__located *located,
                                 const struct gather__operand *operand, bool is_written,
                                 struct gather_error *error)
{
    const struct gather_layout *layout = operand->layout;
    gather__reach_of(operand, is_written, &located->reach);
    located->layout = *layout;
    located->element_bytes = gather__dtype_bytes(layout->dtype);
    if (operand->extent.bytes > INT64_MAX / 8)
        return gather__fail(error, GATHER_STATUS_OVERFLOW, "output", "addresses below 2^63 bits");
    if (operand->extent.elements == 0)
        return GATHER_STATUS_OK;
    if (!gather__strides_of(layout, located->steps, &located->offset))
        return locate_tiles(computed, located, error);
    located->offset = bits_of(located->offset, layout);
    for (int32_t d = 0; d < layout->rank; d++)
        located->steps[d] = layout->sizes[d] > 1 ? bits_of(located->steps[d], layout) : 0;
    return GATHER_STATUS_OK;
}

/* Sums are modulo 2^64: right whenever the true ones fit, whatever their parts are. */
static uint64_t floor_value(const struct gather__located_tiles *tiles,
                            const struct gather__located_floor *floor, const int64_t *index,
                            const int64_t *floors)
{
    const struct gather__located_term *term = &tiles->terms[floor->term_begin];
    uint64_t value = (uint64_t)floor->constant;
    for (int32_t k = 0; k < floor->term_count; k++, term++)
        value += (uint64_t)term->factor *
                 (uint64_t)(term->dimension >= 0 ? index[term->dimension] : floors[term->floor]);
    return value;
}

/* How much one element along a dimension adds to a floor's value, but for what earlier floors do. */
static int64_t step_of(const struct gather__located_tiles *tiles, const struct gather__located_floor *floor,
                       int32_t along)
{
    const struct gather__located_term *term = &tiles->terms[floor->term_begin];
    for (int32_t k = 0; k < floor->term_count; k++, term++)
        if (term->dimension >= 0 && term->dimension == along)
            return term->factor;
    return 0;
}

int64_t gather__tiled_bit(const struct gather__located *operand, const int64_t *index, int32_t along,
                          int64_t *run)
{
    const struct gather__located_tiles *tiles =
        (const struct gather__located_tiles *)(const void *)((const uint8_t *)operand + operand->tiles);
    int64_t floors[GATHER__LOCATED_FLOORS];
    uint64_t bit = (uint64_t)operand->offset;
    for (int32_t d = 0; d < operand->layout.rank; d++)
        bit += (uint64_t)index[d] * (uint64_t)operand->steps[d];
    *run = INT64_MAX;
    for (int32_t k = 0; k < operand->floor_count; k++) {
        const struct gather__located_floor *floor = &tiles->floors[k];
        const int64_t value = (int64_t)floor_value(tiles, floor, index, floors);
        const int64_t step = step_of(tiles, floor, along), rest = gather__floor_modulo(value, floor->divisor);
        int64_t steps = INT64_MAX;
        floors[k] = gather__floor_divide(value, floor->divisor);
        bit += (uint64_t)floors[k] * (uint64_t)floor->bits;
        if (step > 0)
            steps = gather__divide_up(floor->divisor - rest, step);
        else if (step < 0)
            steps = rest / -step + 1;
        *run = steps < *run ? steps : *run;
    }
    return (int64_t)bit;
}

enum gather_status gather__computed_init(struct gather__computed *computed, const struct gather__work *work,
                                         struct gather_error *error)
{
    const struct gather_layout *out = work->out.layout;
    memset(computed, 0, offsetof(struct gather__computed, tiles));
    computed->nest = work->nest;
    computed->operation = work->operation;
    computed->more_count = work->more_count;
    computed->elements_a_row = 1;
    for (int32_t d = 1; d < out->rank && work->out.extent.elements > 0; d++)
        computed->elements_a_row *= out->sizes[d]; /* bounded: elements of the output */
    enum gather_status status = locate(computed, &computed->out, &work->out, true, error);
    if (status == GATHER_STATUS_OK)
        status = locate(computed, &computed->data, &work->data, false, error);
    if (status == GATHER_STATUS_OK && work->indices.layout != NULL)
        status = locate(computed, &computed->indices, &work->indices, false, error);
    for (int32_t k = 0; k < work->more_count && status == GATHER_STATUS_OK; k++)
        status = locate(computed, &computed->more[k], &work->more[k], false, error);
    return status;
}

/* ---- buffers ------------------------------------------------------------------------------------- */

/* An input, and whether the output meets it. */
static enum gather_status judge_input(const struct gather__computed *computed,
                                      const struct gather__located *input, struct gather_buffer buffer,
                                      struct gather_buffer out, const char *name, struct gather_error *error)
{
    enum gather_status status = gather__judge_buffer(&input->reach, buffer, name, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (gather__are_apart(&computed->out.reach, out.data, computed->out.element_bytes, &input->reach,
                          buffer.data, input->element_bytes))
        return GATHER_STATUS_OK;
    return gather__fail(error, GATHER_STATUS_OVERLAP, name, "an output that shares no byte with it");
}

enum gather_status gather__computed_judge(const struct gather_plan *plan,
                                          const struct gather__computation *computation,
                                          const struct gather__buffers *buffers, struct gather_error *error)
{
    const struct gather__computed *computed = gather__plan_computed(plan);
    const bool has_indices = plan->index_dtype != 0;
    const char *const *names = computation->inputs;
    enum gather_status status = gather__judge_buffer(&computed->out.reach, buffers->out, "output", error);
    if (status == GATHER_STATUS_OK)
        status = judge_input(computed, &computed->data, buffers->data, buffers->out, names[0], error);
    if (status == GATHER_STATUS_OK && has_indices)
        status = judge_input(computed, &computed->indices, buffers->indices, buffers->out, names[1], error);
    for (int32_t k = 0; k < computed->more_count && status == GATHER_STATUS_OK; k++)
        status = judge_input(computed, &computed->more[k], buffers->more[k], buffers->out,
                             names[k + 1 + has_indices], error);
    return status;
}
