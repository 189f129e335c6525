/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a cell back to the index whose element lies there.
 *
 * A memory order is undone as XLA-31 made it, last tile first: the cell's row-major digits are the entries of
 * the final list, an outer and an inner entry join to outer * t + inner, and an entry past its bound is
 * padding that the tile added. Strides are searched, largest step first, with the reach of the smaller ones
 * to bound each choice; where steps nest there is at most a choice or two.
 */
#include <string.h>

#include "core/arith.h"
#include "core/extent.h"
#include "core/fail.h"
#include "core/geometry.h"

enum { SEARCH_LIMIT = 65536 };

/* ---- memory orders ------------------------------------------------------------------------------- */

/* number -> its row-major digits under the bounds. */
static void split_number(int64_t number, const int64_t *bounds, int32_t count, int64_t *digits)
{
    for (int32_t k = count - 1; k >= 0; k--) {
        digits[k] = number % bounds[k];
        number /= bounds[k];
    }
}

/*
 * Undoes one tile: entries of the list behind it become entries of the list before it, `before`.
 * Returns: false if they lie past a bound of `merged`, in cells that the tile added.
 */
static bool undo_tile(const struct gather__bounds *before, const struct gather__bounds *merged,
                      const int64_t *tile, int32_t tile_rank, int64_t *entries)
{
    int64_t joined[GATHER_MAX_TILE_BOUNDS], undone[GATHER_MAX_RANK + 3 * GATHER_MAX_TILE_BOUNDS] = {0};
    int32_t listed = before->count > tile_rank ? before->count : tile_rank, missing = listed - before->count;
    int32_t first = listed - tile_rank, kept = merged->count - first;
    for (int32_t k = 0, j = 0; k < tile_rank; k++) {
        if (tile[k] == GATHER_TILE_MERGE)
            continue;
        joined[j] = entries[first + j] * tile[k] + entries[first + kept + j];
        if (joined[j] >= merged->bound[first + j])
            return false;
        j++;
    }
    for (int32_t k = 0; k < first; k++)
        undone[k] = entries[k];
    for (int32_t k = tile_rank - 1, j = kept; k >= 0; k--) {
        if (tile[k] != GATHER_TILE_MERGE)
            j--;
        int32_t place = first + k;
        int64_t bound = place < missing ? 1 : before->bound[place - missing];
        bool leads = k == 0 || tile[k - 1] != GATHER_TILE_MERGE;
        undone[place] = leads ? joined[j] : joined[j] % bound;
        joined[j] /= bound;
    }
    for (int32_t k = 0; k < before->count; k++)
        entries[k] = undone[k + missing];
    return true;
}

static bool index_in_order(const struct gather_layout *layout, int64_t cell, int64_t *index)
{
    struct gather__bounds before[GATHER_MAX_TILES], merged[GATHER_MAX_TILES], bounds;
    int64_t entries[GATHER_MAX_RANK + 2 * GATHER_MAX_TILE_BOUNDS], product;
    int32_t tile_start[GATHER_MAX_TILES], start = 0;
    bool fits = true;
    gather__bounds_begin(layout, &bounds);
    for (int32_t k = 0; k < layout->tile_count; start += layout->tile_ranks[k++]) {
        before[k] = bounds;
        tile_start[k] = start;
        fits = fits &&
               gather__bounds_tile(&bounds, layout->tile_bounds + start, layout->tile_ranks[k], &merged[k]);
    }
    if (!fits || !gather__bounds_product(&bounds, &product) || cell >= product)
        return false;
    split_number(cell, bounds.bound, bounds.count, entries);
    for (int32_t k = layout->tile_count - 1; k >= 0; k--)
        if (!undo_tile(&before[k], &merged[k], layout->tile_bounds + tile_start[k], layout->tile_ranks[k],
                       entries))
            return false;
    for (int32_t k = 0; k < layout->rank; k++)
        index[layout->minor_to_major[layout->rank - 1 - k]] = entries[k];
    return gather_layout_holds(layout, index, layout->rank);
}

/* ---- strides ------------------------------------------------------------------------------------- */

struct search {
    const struct gather_layout *layout;
    int32_t count;                      /* dimensions that matter: size above 1, stride not 0 */
    int32_t dimension[GATHER_MAX_RANK]; /* by descending step */
    int64_t low[GATHER_MAX_RANK + 1];   /* the reach of dimension[k..]: least and greatest sum */
    int64_t high[GATHER_MAX_RANK + 1];
    int64_t steps; /* taken so far */
    int64_t best[GATHER_MAX_RANK];
    bool found;
};

static void search_init(struct search *search, const struct gather_layout *layout)
{
    memset(search, 0, sizeof *search);
    search->layout = layout;
    for (int32_t d = 0; d < layout->rank; d++) {
        if (layout->sizes[d] <= 1 || layout->place[d] == 0)
            continue;
        int32_t k = search->count++;
        uint64_t step = gather__magnitude(layout->place[d]);
        for (; k > 0 && gather__magnitude(layout->place[search->dimension[k - 1]]) < step; k--)
            search->dimension[k] = search->dimension[k - 1];
        search->dimension[k] = d;
    }
    for (int32_t k = search->count - 1; k >= 0; k--) {
        int64_t stride = layout->place[search->dimension[k]];
        int64_t span = (layout->sizes[search->dimension[k]] - 1) * stride; /* bounded: inside the extent */
        search->low[k] = search->low[k + 1] + (span < 0 ? span : 0);
        search->high[k] = search->high[k + 1] + (span > 0 ? span : 0);
    }
}

static void keep_first(struct search *search, const int64_t *index)
{
    size_t bytes = (size_t)search->layout->rank * sizeof index[0];
    for (int32_t d = 0; search->found && d < search->layout->rank; d++)
        if (index[d] != search->best[d]) {
            if (index[d] > search->best[d])
                return;
            break;
        }
    memcpy(search->best, index, bytes);
    search->found = true;
}

/* The entries of dimension k that leave `rest` within reach of the smaller steps: least..greatest. */
static void bound_choice(const struct search *search, int32_t k, int64_t rest, int64_t *least,
                         int64_t *greatest)
{
    int64_t stride = search->layout->place[search->dimension[k]];
    int64_t low = rest - search->high[k + 1], high = rest - search->low[k + 1], step = stride;
    if (stride < 0) { /* entries counted along -stride */
        int64_t swap = -low;
        low = -high;
        high = swap;
        step = -stride;
    }
    *least = low <= 0 ? 0 : gather__divide_up(low, step);
    *greatest = gather__floor_divide(high, step);
    if (*greatest >= search->layout->sizes[search->dimension[k]])
        *greatest = search->layout->sizes[search->dimension[k]] - 1;
}

/* Depth-first over the dimensions; at most GATHER_MAX_RANK deep. Returns: false when given up. */
static bool search_from(struct search *search, int32_t k, int64_t rest, int64_t *index)
{
    int64_t least, greatest;
    if (rest < search->low[k] || rest > search->high[k])
        return true;
    if (k == search->count) {
        keep_first(search, index);
        return true;
    }
    bound_choice(search, k, rest, &least, &greatest);
    for (int64_t entry = least; entry <= greatest; entry++) {
        int32_t dimension = search->dimension[k];
        if (++search->steps > SEARCH_LIMIT)
            return false;
        index[dimension] = entry;
        if (!search_from(search, k + 1, rest - entry * search->layout->place[dimension], index))
            return false;
        index[dimension] = 0;
    }
    return true;
}

/* ---- the question -------------------------------------------------------------------------------- */

static enum gather_status no_element(const struct gather_layout *layout, int64_t cell,
                                     struct gather_error *error)
{
    int64_t cells = gather_layout_cells(layout);
    gather__fail(error, GATHER_STATUS_INDEX_RANGE, "cell", "a cell that holds an element");
    if (cell < 0 || cell >= cells)
        return gather__fail_value(error, GATHER_STATUS_INDEX_RANGE, cell, 0, cells - 1);
    return gather__fail_given(error, GATHER_STATUS_INDEX_RANGE, cell);
}

enum gather_status gather_layout_index(const struct gather_layout *layout, int64_t cell, int64_t *index,
                                       struct gather_error *error)
{
    int64_t found[GATHER_MAX_RANK] = {0};
    struct search search;
    if (cell < 0 || cell >= gather_layout_cells(layout) || !gather__has_elements(layout))
        return no_element(layout, cell, error);
    if (layout->kind == GATHER_LAYOUT_ORDER) {
        if (!index_in_order(layout, cell, found))
            return no_element(layout, cell, error);
        memcpy(index, found, (size_t)layout->rank * sizeof found[0]);
        return GATHER_STATUS_OK;
    }
    search_init(&search, layout);
    if (!search_from(&search, 0, cell - layout->offset, found))
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "cell", "strides that overlap more regularly");
    if (!search.found)
        return no_element(layout, cell, error);
    memcpy(index, search.best, (size_t)layout->rank * sizeof index[0]);
    return GATHER_STATUS_OK;
}
