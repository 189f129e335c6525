/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Units of tiles. A memory order is a list of bounds, slowest first (XLA-31); a tile of t splits an entry e
 * into floor(e / t), which stays where e was, and e mod t, which goes behind everything. So the rows of a
 * dimension can be cut where its entry moves by whole tiles at every level:
 *
 *     [64,64] T(8,8)     rows: 1 row = 1 step of the entry;  whole tiles: 8 rows = 1 step of floor(e / 8)
 *     [4,3,8] T(*,6,8)   1 row of the first = 3 steps, for `*` counts 3 e + e';  whole tiles: 2 rows = 1 step
 */
#include "io/tile_unit.h"

#include "core/arith.h"

/* The bounds of all entries, slowest first; and one dimension's entry in it, which moves. */
struct list {
    int32_t count;
    int64_t bound[GATHER_MAX_RANK + 2 * GATHER_MAX_TILE_BOUNDS];
    int32_t place;         /* of the entry */
    int64_t rows, entries; /* so many rows of the dimension move it by so many steps */
    bool merged;           /* a slower dimension's `*` has merged into it */
};

/* A tile longer than the list puts ones in front of it (XLA-34). */
static void prepend_ones(struct list *list, int32_t wanted)
{
    int32_t missing = wanted - list->count;
    if (missing <= 0)
        return;
    for (int32_t k = wanted - 1; k >= 0; k--)
        list->bound[k] = k >= missing ? list->bound[k - missing] : 1;
    list->count = wanted;
    list->place += missing;
}

/* `*`: the entry at `place` merges into the next, of bound b: e and e' become b e + e' (XLA-32). */
static bool merge_next(struct list *list, int32_t place)
{
    int64_t next = list->bound[place + 1];
    list->merged = list->merged || list->place == place + 1;
    if (list->place == place && !gather__multiply(list->entries, next, &list->entries))
        return false;
    list->place -= list->place > place;
    list->count--;
    if (!gather__multiply(list->bound[place], next, &list->bound[place]))
        return false;
    for (int32_t k = place + 1; k < list->count; k++)
        list->bound[k] = list->bound[k + 1];
    return true;
}

/* A tile of the entry: the movement becomes one by whole tiles. */
static bool move_by_tiles(struct list *list, int64_t tile)
{
    int64_t factor = tile / gather__common_divisor(tile, list->entries);
    if (!gather__multiply(list->rows, factor, &list->rows) ||
        !gather__multiply(list->entries, factor, &list->entries))
        return false;
    list->entries /= tile;
    return true;
}

/* One tile: merges, then of each of the last entries the outer bound stays, and the inner one goes behind
 * all. */
static bool pass_tile(struct list *list, const int64_t *tile, int32_t rank)
{
    prepend_ones(list, rank);
    int32_t place = list->count - rank;
    int64_t inner[GATHER_MAX_TILE_BOUNDS];
    int32_t inner_count = 0;
    for (int32_t k = 0; k < rank; k++) {
        if (tile[k] == GATHER_TILE_MERGE) {
            if (!merge_next(list, place))
                return false;
            continue;
        }
        if (list->place == place && !move_by_tiles(list, tile[k]))
            return false;
        list->bound[place] = gather__divide_up(list->bound[place], tile[k]);
        inner[inner_count++] = tile[k];
        place++;
    }
    for (int32_t k = 0; k < inner_count; k++)
        list->bound[list->count++] = inner[k];
    return true;
}

/* The movement of the dimension at a place of the list through all tiles. */
static bool find_movement(const struct gather_layout *layout, int32_t place, struct list *list)
{
    const int64_t *tile = layout->tile_bounds;
    *list = (struct list){.count = layout->rank, .place = place, .rows = 1, .entries = 1};
    for (int32_t k = 0; k < layout->rank; k++)
        list->bound[k] = layout->place[layout->minor_to_major[layout->rank - 1 - k]];
    for (int32_t k = 0; k < layout->tile_count; tile += layout->tile_ranks[k++])
        if (!pass_tile(list, tile, layout->tile_ranks[k]))
            return false;
    return true;
}

/* A unit begins on a byte: of cells below one it is as many rows as make whole bytes. */
static bool round_to_bytes(const struct gather_layout *layout, int32_t dimension, struct list *list)
{
    int64_t index[GATHER_MAX_RANK] = {0}, cell, factor;
    index[dimension] = list->rows;
    if (layout->cell_bits >= 8 || list->rows >= layout->sizes[dimension] ||
        gather_layout_cell(layout, index, layout->rank, &cell, NULL) != GATHER_STATUS_OK)
        return true;
    factor = 8 / gather__common_divisor(8, cell % 8 * layout->cell_bits); /* bounded: below 64 */
    return gather__multiply(list->rows, factor, &list->rows) &&
           gather__multiply(list->entries, factor, &list->entries);
}

/*
 * The list ends behind a dimension of which a unit is several entries, and before one that shares its entry
 * with a slower one of several rows.
 */
int32_t gather__tile_units(const struct gather_layout *layout, int32_t *dimension, int64_t *unit)
{
    int32_t count = 0;
    bool single = true, goes_on = true;
    for (int32_t place = 0; place < layout->rank && goes_on; place++) {
        struct list list;
        int32_t d = layout->minor_to_major[layout->rank - 1 - place];
        if (!find_movement(layout, place, &list) || !round_to_bytes(layout, d, &list) ||
            (list.merged && !single))
            break;
        dimension[count] = d;
        unit[count++] = list.rows < layout->sizes[d] ? list.rows : layout->sizes[d];
        single = single && layout->sizes[d] == 1;
        goes_on = list.entries == 1 || layout->sizes[d] == 1;
    }
    return count;
}
