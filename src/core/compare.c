/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparing address maps, without walking all their points where that can be helped.
 *
 * Equal formulas are equal functions. Formulas that differ are tried where their floors step; a difference
 * decides. Formulas that differ and agree all the same are the odd case of tiles that undo one another: then
 * all points are tried, of those variables that the floors depend on.
 */
#include "core/compare.h"

#include "core/arith.h"

enum { POINT_LIMIT = 1 << 18 };

struct difference {
    const struct gather__map *map;
    struct gather__value value;     /* a - b, modulo 2^64: 0 exactly where a and b agree */
    uint64_t floors;                /* those that it depends on, one bit each */
    int64_t reach[GATHER_MAX_RANK]; /* the greatest value of each variable that has to be tried */
};

static bool in_set(uint64_t set, int32_t member) { return (set >> member & 1) != 0; }

/* The floors of a value and, later ones being made of earlier ones, the floors of these. */
static uint64_t floors_of(const struct gather__map *map, const struct gather__value *value)
{
    uint64_t found = 0;
    for (int32_t k = map->floor_count - 1; k >= 0; k--) {
        bool used = value->term[gather__floor_term(map, k)] != 0;
        for (int32_t j = k + 1; j < map->floor_count; j++)
            used = used || (in_set(found, j) && map->floors[j].of.term[gather__floor_term(map, k)] != 0);
        found |= (uint64_t)used << k;
    }
    return found;
}

static void subtract(struct difference *difference, const struct gather__map *map,
                     const struct gather__value *a, const struct gather__value *b)
{
    difference->map = map;
    difference->value.constant = (int64_t)((uint64_t)a->constant - (uint64_t)b->constant);
    for (int32_t k = 0; k < GATHER__MAX_TERMS; k++)
        difference->value.term[k] = (int64_t)((uint64_t)a->term[k] - (uint64_t)b->term[k]);
    difference->floors = floors_of(map, &difference->value);
}

static bool is_zero(const struct gather__value *value)
{
    bool zero = value->constant == 0;
    for (int32_t k = 0; k < GATHER__MAX_TERMS; k++)
        zero = zero && value->term[k] == 0;
    return zero;
}

static bool differs_at(const struct difference *difference, const int64_t *point)
{
    int64_t floor[GATHER__MAX_FLOORS];
    gather__map_evaluate(difference->map, point, floor);
    return gather__value_at(difference->map, &difference->value, point, floor) != 0;
}

/*
 * Each variable alone at 1, where each floor first steps, just before, and at its end. The ends of earlier
 * variables stay, so that later ones are tried beside them.
 */
static bool differs_at_an_edge(const struct difference *difference)
{
    const struct gather__map *map = difference->map;
    int64_t point[GATHER_MAX_RANK] = {0};
    for (int32_t d = 0; d < map->variable_count; d++) {
        for (int32_t k = -1; k < map->floor_count; k++) {
            int64_t step = k < 0 ? 1 : map->floors[k].of.term[d];
            int64_t edge = step > 0 ? gather__divide_up(k < 0 ? 1 : map->floors[k].divisor, step) : 0;
            for (point[d] = edge > 0 ? edge - 1 : 0; point[d] <= edge && point[d] <= map->maximum[d];
                 point[d]++)
                if (differs_at(difference, point))
                    return true;
        }
        point[d] = map->maximum[d];
        if (differs_at(difference, point))
            return true;
    }
    return false;
}

/* Whether some floor of the difference depends on a variable. */
static bool is_in_floors(const struct difference *difference, int32_t variable)
{
    const struct gather__map *map = difference->map;
    bool found = false;
    for (int32_t k = 0; k < map->floor_count; k++)
        found = found || (in_set(difference->floors, k) && map->floors[k].of.term[variable] != 0);
    return found;
}

/*
 * Fills `reach`: where the edges showed no difference, a variable outside of all floors makes none.
 * Returns: false if there are too many points to try.
 */
static bool bound_points(struct difference *difference)
{
    int64_t points = 1;
    for (int32_t d = 0; d < difference->map->variable_count; d++) {
        difference->reach[d] = is_in_floors(difference, d) ? difference->map->maximum[d] : 0;
        if (!gather__multiply(points, difference->reach[d] + 1, &points) || points > POINT_LIMIT)
            return false;
    }
    return true;
}

/* Steps to the next point within reach, the last variable fastest. Returns: false after the last. */
static bool next_point(const struct difference *difference, int64_t *point)
{
    for (int32_t d = difference->map->variable_count - 1; d >= 0; d--) {
        if (point[d] < difference->reach[d]) {
            point[d]++;
            return true;
        }
        point[d] = 0;
    }
    return false;
}

enum gather__verdict gather__map_compare(const struct gather__map *map, const struct gather__value *a,
                                         const struct gather__value *b)
{
    struct difference difference;
    int64_t point[GATHER_MAX_RANK] = {0};
    subtract(&difference, map, a, b);
    if (is_zero(&difference.value))
        return GATHER__SAME;
    if (difference.floors == 0 || differs_at_an_edge(&difference))
        return GATHER__DIFFERENT;
    if (!bound_points(&difference))
        return GATHER__UNDECIDED;
    do {
        if (differs_at(&difference, point))
            return GATHER__DIFFERENT;
    } while (next_point(&difference, point));
    return GATHER__SAME;
}
