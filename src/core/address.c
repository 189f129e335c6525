/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Building and evaluating address maps: address.h says what they are.
 *
 * A layout with tiles is built as XLA-31 puts it: a list of entries (bound, index), major to minor, starts as
 * the dimensions in memory order; each tile splits the last entries into (outer, inner), and the row-major
 * number of the final list is the cell.
 *
 *     [R C]  --T(2,2)-->  [R/2 C/2 2 2]  --T(2,1)-->  [R/2 C/2 1 2 2 1]
 */
#include "core/address.h"

#include <assert.h>
#include <string.h>

#include "core/arith.h"
#include "core/outlined.h"

/*
 * A bound of a tile makes two entries of one. A tile longer than the list puts ones in front first: then there are
 * twice as many entries as it has bounds, and one more for each bound of the tiles behind it. Where none is so long
 * there are as many as dimensions and bounds.
 */
enum { MAX_ENTRIES = 2 * GATHER_MAX_TILE_BOUNDS };
_Static_assert(GATHER_MAX_RANK <= GATHER_MAX_TILE_BOUNDS, "dimensions and bounds fit as well");

struct entry {
    int64_t bound;
    struct gather__value index;
};

struct list {
    int32_t count;
    struct entry entries[MAX_ENTRIES];
};

/* Coefficients wrap rather than overflow: cells are below 2^63, so a sum modulo 2^64 is still the cell. */
static int64_t wrapping_multiply_add(struct gather__map *map, int64_t a, int64_t b, int64_t c)
{
    int64_t product, sum;
    if (gather__multiply(a, b, &product) && gather__add(product, c, &sum))
        return sum;
    map->exact = false;
    return (int64_t)((uint64_t)a * (uint64_t)b + (uint64_t)c);
}

/* The number of terms that can differ from 0 now. */
static int32_t term_count(const struct gather__map *map) { return map->variable_count + map->floor_count; }

static void set_zero(struct gather__value *value) { memset(value, 0, sizeof *value); }

void gather__value_add(struct gather__map *map, struct gather__value *total, int64_t factor,
                       const struct gather__value *value)
{
    total->constant = wrapping_multiply_add(map, factor, value->constant, total->constant);
    for (int32_t k = 0; k < term_count(map); k++)
        if (value->term[k] != 0)
            total->term[k] = wrapping_multiply_add(map, factor, value->term[k], total->term[k]);
}

void gather__map_init(struct gather__map *map, int32_t count, const int64_t *maximum)
{
    map->variable_count = count;
    map->floor_count = 0;
    map->exact = true;
    for (int32_t d = 0; d < count; d++)
        map->maximum[d] = maximum[d];
}

void gather__map_variable(const struct gather__map *map, int32_t variable, struct gather__value *value)
{
    set_zero(value);
    value->maximum = map->maximum[variable];
    if (value->maximum > 0) /* a variable that is always 0 has no term */
        value->term[variable] = 1;
}

/* Adds the least and the most that factor * term can be. Returns: false on overflow. */
static bool widen_range(const struct gather__map *map, int32_t term, int64_t factor, int64_t *least,
                        int64_t *most)
{
    const struct gather__floor *floor =
        term < map->variable_count ? NULL : &map->floors[term - map->variable_count];
    int64_t low = floor == NULL ? 0 : floor->minimum;
    int64_t high = floor == NULL ? map->maximum[term] : floor->maximum;
    return gather__multiply_add(factor, factor < 0 ? high : low, least) &&
           gather__multiply_add(factor, factor < 0 ? low : high, most);
}

/* What a value lies between, each term taken for itself. Returns: false if that is beyond 64 bits. */
static bool range_of(const struct gather__map *map, const struct gather__value *value, int64_t *least,
                     int64_t *most)
{
    *least = *most = value->constant;
    for (int32_t k = 0; k < term_count(map); k++)
        if (value->term[k] != 0 && !widen_range(map, k, value->term[k], least, most))
            return false;
    return true;
}

/*
 * Moves what `divisor` divides out of a value: afterwards floor(value / divisor) = quotient + floor(rest /
 * divisor). all: take every term down to its remainder, else only terms that leave none.
 */
static void pull_out(const struct gather__map *map, const struct gather__value *value, int64_t divisor,
                     bool all, struct gather__value *quotient, struct gather__value *rest)
{
    set_zero(quotient);
    set_zero(rest);
    for (int32_t k = 0; k < term_count(map); k++) {
        if (value->term[k] == 0)
            continue;
        int64_t remainder = gather__floor_modulo(value->term[k], divisor);
        bool take = all || remainder == 0;
        quotient->term[k] = take ? gather__floor_divide(value->term[k], divisor) : 0;
        rest->term[k] = take ? remainder : value->term[k];
    }
    rest->constant = gather__floor_modulo(value->constant, divisor);
    quotient->constant = gather__floor_divide(value->constant, divisor);
}

/* The only term of a value, if it is one floor, once: floor(floor(a / b) / c) = floor(a / (b c)). */
static const struct gather__floor *single_floor(const struct gather__map *map,
                                                const struct gather__value *value)
{
    const struct gather__floor *found = NULL;
    if (value->constant != 0)
        return NULL;
    for (int32_t k = 0; k < term_count(map); k++) {
        if (value->term[k] == 0)
            continue;
        if (found != NULL || value->term[k] != 1 || k < map->variable_count)
            return NULL;
        found = &map->floors[k - map->variable_count];
    }
    return found;
}

static bool same_terms(const struct gather__map *map, const struct gather__value *a,
                       const struct gather__value *b)
{
    return a->constant == b->constant &&
           /* bounded: the terms of one value */
           memcmp(a->term, b->term, (size_t)term_count(map) * sizeof a->term[0]) == 0;
}

/*
 * The term of floor(value / divisor) for a value in least..most: an equal one that is there already, or a new
 * one; -1 if there is no room.
 */
static int32_t floor_term(struct gather__map *map, const struct gather__value *value, int64_t divisor,
                          int64_t least, int64_t most)
{
    for (int32_t k = 0; k < map->floor_count; k++)
        if (map->floors[k].divisor == divisor && same_terms(map, &map->floors[k].of, value))
            return gather__floor_term(map, k);
    if (map->floor_count == GATHER__MAX_FLOORS)
        return -1;
    struct gather__floor *floor = &map->floors[map->floor_count];
    floor->of = *value;
    floor->divisor = divisor;
    floor->minimum = gather__floor_divide(least, divisor);
    floor->maximum = gather__floor_divide(most, divisor);
    return gather__floor_term(map, map->floor_count++);
}

/*
 * Brings floor(value / divisor) into the form that address.h promises: *quotient + floor(*rest / *divisor).
 * The rest can be negative, for it has lost terms that kept the value above 0: so its range is looked at from
 * both ends.
 * Returns: whether the floor is left; else it is always 0.
 */
static bool simplify(const struct gather__map *map, const struct gather__value *value, int64_t *divisor,
                     struct gather__value *quotient, struct gather__value *rest)
{
    int64_t joined, least, most;
    pull_out(map, value, *divisor, true, quotient, rest);
    if (range_of(map, rest, &least, &most) && least >= 0 && most < *divisor)
        return false;
    pull_out(map, value, *divisor, false, quotient, rest);
    const struct gather__floor *inner = single_floor(map, rest);
    if (inner != NULL && gather__multiply(inner->divisor, *divisor, &joined)) {
        *rest = inner->of;
        *divisor = joined;
    }
    return true;
}

/*
 * quotient = floor(value / divisor), for a value that is not below the divisor everywhere.
 * Once a coefficient has wrapped, or where a rest could, nothing is pulled out: the floor is taken of the
 * value as it is, which lies in 0..maximum. Returns: false if the map has no room.
 */
static bool take_floor(struct gather__map *map, const struct gather__value *value, int64_t divisor,
                       struct gather__value *quotient)
{
    struct gather__value rest;
    int64_t least, most, rest_divisor = divisor;
    if (map->exact && !simplify(map, value, &rest_divisor, quotient, &rest))
        return true;
    if (!map->exact || !range_of(map, &rest, &least, &most)) {
        set_zero(quotient);
        rest = *value;
        rest_divisor = divisor;
        least = 0;
        most = value->maximum;
    }
    int32_t term = floor_term(map, &rest, rest_divisor, least, most);
    if (term >= 0)
        quotient->term[term] = wrapping_multiply_add(map, 1, 1, quotient->term[term]);
    return term >= 0;
}

/* quotient = floor(value / divisor). Returns: false if the map has no room. */
static bool divide(struct gather__map *map, const struct gather__value *value, int64_t divisor,
                   struct gather__value *quotient)
{
    set_zero(quotient);
    if (value->maximum >= divisor && !take_floor(map, value, divisor, quotient))
        return false;
    quotient->maximum = value->maximum / divisor;
    return true;
}

/* remainder = value - divisor * quotient: value mod divisor. */
static void take_remainder(struct gather__map *map, const struct gather__value *value, int64_t divisor,
                           const struct gather__value *quotient, struct gather__value *remainder)
{
    *remainder = *value;
    gather__value_add(map, remainder, -divisor, quotient);
    remainder->maximum = value->maximum < divisor ? value->maximum : divisor - 1;
}

bool gather__map_part(struct gather__map *map, const struct gather__value *value, int64_t divisor,
                      int64_t modulus, struct gather__value *part)
{
    struct gather__value above, quotient = *value;
    if (divisor > 1 && !divide(map, value, divisor, &quotient))
        return false;
    *part = quotient;
    if (modulus == 0)
        return true;
    if (!divide(map, &quotient, modulus, &above))
        return false;
    take_remainder(map, &quotient, modulus, &above, part);
    return true;
}

bool gather__map_digits(struct gather__map *map, const struct gather__value *linear, int32_t rank,
                        const int64_t *sizes, struct gather__value *coordinate)
{
    struct gather__value left = *linear, next;
    for (int32_t d = rank - 1; d >= 0; d--) {
        if (!divide(map, &left, sizes[d], &next))
            return false;
        take_remainder(map, &left, sizes[d], &next, &coordinate[d]);
        left = next;
    }
    return true;
}

/* The list before any tile: the dimensions, major to minor, with their padded sizes. */
static void list_dimensions(const struct gather__map *map, struct list *list,
                            const struct gather_layout *layout, const struct gather__value *coordinate)
{
    list->count = layout->rank;
    for (int32_t k = 0; k < layout->rank; k++) {
        int32_t dimension = layout->minor_to_major[layout->rank - 1 - k];
        list->entries[k].bound = layout->place[dimension];
        if (coordinate != NULL)
            list->entries[k].index = coordinate[dimension];
        else
            gather__map_variable(map, dimension, &list->entries[k].index);
    }
}

/* XLA-34: a tile longer than the list has entries (1, 0) put in front of it. */
static void prepend_ones(struct list *list, int32_t wanted)
{
    int32_t missing = wanted - list->count;
    if (missing <= 0)
        return;
    /* bounded: the entries of one list */
    memmove(list->entries + missing, list->entries, (size_t)list->count * sizeof list->entries[0]);
    for (int32_t k = 0; k < missing; k++) {
        list->entries[k].bound = 1;
        set_zero(&list->entries[k].index);
    }
    list->count = wanted;
}

/* XLA-32: entries under a `*` merge into the next one. Leaves in `bounds` the bounds that are none, and
 * answers how many. */
static int32_t merge_entries(struct gather__map *map, struct list *list, const int64_t *tile,
                             int32_t tile_rank, int64_t *bounds)
{
    int32_t first = list->count - tile_rank, kept = 0;
    for (int32_t k = 0; k < tile_rank; k++) {
        struct entry *entry = &list->entries[first + k];
        if (tile[k] == GATHER_TILE_MERGE) {
            struct entry *next = entry + 1;
            gather__value_add(map, &next->index, next->bound, &entry->index);
            next->index.maximum += entry->index.maximum * next->bound;
            next->bound *= entry->bound;
        } else {
            bounds[kept] = tile[k];
            list->entries[first + kept++] = *entry;
        }
    }
    list->count = first + kept;
    return kept;
}

/*
 * XLA-31: one tile over the last entries of the list: all outer parts in their places, all inner ones
 * behind.
 */
static bool apply_tile(struct gather__map *map, struct list *list, const int64_t *tile, int32_t tile_rank)
{
    int64_t bounds[GATHER_MAX_TILE_BOUNDS];
    prepend_ones(list, tile_rank);
    int32_t count = merge_entries(map, list, tile, tile_rank, bounds);
    struct entry *outer = list->entries + list->count - count, *inner = outer + count;
    for (int32_t k = 0; k < count; k++) {
        struct gather__value whole = outer[k].index;
        if (!divide(map, &whole, bounds[k], &outer[k].index))
            return false;
        take_remainder(map, &whole, bounds[k], &outer[k].index, &inner[k].index);
        outer[k].bound = gather__divide_up(outer[k].bound, bounds[k]);
        inner[k].bound = bounds[k];
    }
    list->count += count;
    return true;
}

/* The row-major number of the list. */
static void number_list(struct gather__map *map, const struct list *list, struct gather__value *cell)
{
    int64_t step = 1;
    set_zero(cell);
    for (int32_t k = list->count - 1; k >= 0; k--) {
        gather__value_add(map, cell, step, &list->entries[k].index);
        cell->maximum += step * list->entries[k].index.maximum;
        step *= list->entries[k].bound;
    }
}

static void number_strides(struct gather__map *map, const struct gather_layout *layout,
                           const struct gather__value *coordinate, struct gather__value *cell)
{
    struct gather__value variable;
    set_zero(cell);
    cell->constant = layout->offset;
    cell->maximum = INT64_MAX;
    for (int32_t d = 0; d < layout->rank; d++) {
        if (coordinate == NULL)
            gather__map_variable(map, d, &variable);
        gather__value_add(map, cell, layout->place[d], coordinate != NULL ? &coordinate[d] : &variable);
    }
}

/* Only where there are tiles is there room for their list on the stack. */
OUTLINED bool number_tiles(struct gather__map *map, const struct gather_layout *layout,
                           const struct gather__value *coordinate, struct gather__value *cell)
{
    struct list list;
    const int64_t *tile = layout->tile_bounds;
    list_dimensions(map, &list, layout, coordinate);
    for (int32_t k = 0; k < layout->tile_count; tile += layout->tile_ranks[k++])
        if (!apply_tile(map, &list, tile, layout->tile_ranks[k]))
            return false;
    number_list(map, &list, cell);
    return true;
}

bool gather__map_cell(struct gather__map *map, const struct gather_layout *layout,
                      const struct gather__value *coordinate, struct gather__value *cell)
{
    if (layout->kind != GATHER_LAYOUT_STRIDES)
        return number_tiles(map, layout, coordinate, cell);
    number_strides(map, layout, coordinate, cell);
    return true;
}

void gather__map_layout(struct gather__map *map, const struct gather_layout *layout,
                        struct gather__value *cell)
{
    int64_t maximum[GATHER_MAX_RANK];
    for (int32_t d = 0; d < layout->rank; d++)
        maximum[d] = layout->sizes[d] - 1;
    gather__map_init(map, layout->rank, maximum);
    bool fits = gather__map_cell(map, layout, NULL, cell);
    assert(fits); /* a layout has at most 20 bounds, each one floor */
    (void)fits;
}

bool gather__value_is_additive(const struct gather__map *map, const struct gather__value *value)
{
    for (int32_t k = map->variable_count; k < term_count(map); k++)
        if (value->term[k] != 0)
            return false;
    return true;
}

/* A sum modulo 2^64 over the first floors of the map: right whenever the true value fits. */
static int64_t sum_terms(const struct gather__map *map, const struct gather__value *value,
                         const int64_t *point, const int64_t *floor, int32_t floor_count)
{
    uint64_t sum = (uint64_t)value->constant;
    for (int32_t d = 0; d < map->variable_count; d++)
        sum += (uint64_t)value->term[d] * (uint64_t)point[d];
    for (int32_t k = 0; k < floor_count; k++)
        sum += (uint64_t)value->term[gather__floor_term(map, k)] * (uint64_t)floor[k];
    return (int64_t)sum;
}

void gather__map_evaluate(const struct gather__map *map, const int64_t *point, int64_t *floor)
{
    for (int32_t k = 0; k < map->floor_count; k++)
        floor[k] =
            gather__floor_divide(sum_terms(map, &map->floors[k].of, point, floor, k), map->floors[k].divisor);
}

int64_t gather__value_at(const struct gather__map *map, const struct gather__value *value,
                         const int64_t *point, const int64_t *floor)
{
    return sum_terms(map, value, point, floor, map->floor_count);
}
