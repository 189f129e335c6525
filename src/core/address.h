/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address maps: the cell of an index as a formula over variables, so that layouts can be compared, found to
 * be strided, and later split into loops, without walking their elements.
 *
 * Every layout of this library is a sum of two parts:
 *
 *     cell(x) = constant + sum of a[d] * x[d]  +  sum of w[k] * floor_k
 *               additive: every strided layout   what tiles add; floor_k = floor(value_k / divisor_k)
 *
 * A digit of a tile, e mod t, is e - t * floor(e / t), so floors are all that is needed. value_k is itself a
 * sum over variables and earlier floors. For f32[3,5]{1,0:T(2,2)}, a 4 x 6 array of
 * 2 x 2 tiles:
 *
 *     cell(r, c) = 2r + c  +  8 floor(r / 2)  +  2 floor(c / 2)
 *
 * Floors are kept in a form in which equal ones are found equal: terms that the divisor divides are pulled
 * out, floors of floors are joined, a floor that is always 0 is dropped.
 */
#ifndef GATHER_CORE_ADDRESS_H
#define GATHER_CORE_ADDRESS_H

#include "gather/layout.h"

enum {
    GATHER__MAX_VARIABLES = 2 * GATHER_MAX_RANK + 1, /* loops, components of an index, and which of them */
    GATHER__MAX_FLOORS =
        64, /* of one layout 20 at most, of a gather's three operands what they don't share */
    GATHER__MAX_TERMS = GATHER__MAX_VARIABLES + GATHER__MAX_FLOORS
};

/* constant + sum of term[k] * t_k: the variables of the map first, behind them its floors. */
struct gather__value {
    int64_t constant;
    int64_t maximum; /* of the whole, over the variables' ranges; the least is 0 */
    int64_t term[GATHER__MAX_TERMS];
};

struct gather__floor {
    struct gather__value of;
    int64_t divisor;
    int64_t minimum; /* the floor's own; it can be below 0 */
    int64_t maximum;
};

/* Variables and floors that values speak of. */
struct gather__map {
    int32_t variable_count;
    int32_t floor_count;
    bool exact; /* no coefficient wrapped: the form is canonical. Evaluation is right in any case */
    int64_t maximum[GATHER__MAX_VARIABLES]; /* of each variable; each runs from 0 */
    struct gather__floor floors[GATHER__MAX_FLOORS];
};

/* A map of `count` variables, each from 0 to maximum[d], without floors. */
void gather__map_init(struct gather__map *map, int32_t count, const int64_t *maximum);

/* The term of a floor in values. */
static inline int32_t gather__floor_term(const struct gather__map *map, int32_t floor)
{
    return map->variable_count + floor;
}

/* The value of one variable. */
void gather__map_variable(const struct gather__map *map, int32_t variable, struct gather__value *value);

/*
 * One digit of a value that is never below 0: (value / divisor) % modulus, modulus 0 for all above.
 * Returns: false if the map has no room for more floors.
 */
bool gather__map_part(struct gather__map *map, const struct gather__value *value, int64_t divisor,
                      int64_t modulus, struct gather__value *part);

/* *total += factor * value. `maximum` is the caller's affair. */
void gather__value_add(struct gather__map *map, struct gather__value *total, int64_t factor,
                       const struct gather__value *value);

/*
 * The row-major coordinates of a linear index: coordinate[d] for each size, for a value in 0..product-1.
 * Returns: false if the map has no room for more floors.
 */
bool gather__map_digits(struct gather__map *map, const struct gather__value *linear, int32_t rank,
                        const int64_t *sizes, struct gather__value *coordinate);

/*
 * The cell that a valid layout with elements gives the index whose coordinates are the given values; NULL: the
 * variables themselves.
 * Returns: false if the map has no room for more floors.
 */
bool gather__map_cell(struct gather__map *map, const struct gather_layout *layout,
                      const struct gather__value *coordinate, struct gather__value *cell);

/* Both at once for a layout alone: variables are its dimensions. It always fits. */
void gather__map_layout(struct gather__map *map, const struct gather_layout *layout,
                        struct gather__value *cell);

/* Whether a value has no floors: it is a sum of its variables. */
bool gather__value_is_additive(const struct gather__map *map, const struct gather__value *value);

/* Values of all floors at one point, into floor[0..floor_count-1]. */
void gather__map_evaluate(const struct gather__map *map, const int64_t *point, int64_t *floor);

/* A value at a point, for which the floors were evaluated. */
int64_t gather__value_at(const struct gather__map *map, const struct gather__value *value,
                         const int64_t *point, const int64_t *floor);

#endif
