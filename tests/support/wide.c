/* SPDX-License-Identifier: Apache-2.0 */
/* Cells and extents in 128 bits: wide.h says what for. */
#include "support/wide.h"

#include <string.h>

enum { MAX_ENTRIES = GATHER_MAX_RANK + 3 * GATHER_MAX_TILE_BOUNDS };

/* XLA-31's list: a bound and an index each, major to minor. */
struct list {
    int32_t count;
    wide bound[MAX_ENTRIES];
    wide index[MAX_ENTRIES];
};

wide wide_multiply(wide a, wide b)
{
    if (a == 0 || b == 0)
        return 0;
    return a > WIDE_HUGE / b ? WIDE_HUGE : a * b;
}

static void push(struct list *list, wide bound, wide index)
{
    list->bound[list->count] = bound;
    list->index[list->count++] = index;
}

/* The list behind one tile, built anew: entries left alone, then outer ones, then inner ones. */
static void apply_tile(struct list *list, const int64_t *tile, int32_t tile_rank)
{
    struct list before = {0}, outer = {0}, inner = {0};
    wide bound = 1, index = 0;
    for (int32_t k = list->count; k < tile_rank; k++)
        push(&before, 1, 0);
    for (int32_t k = 0; k < list->count; k++)
        push(&before, list->bound[k], list->index[k]);
    int32_t first = before.count - tile_rank;
    for (int32_t k = 0; k < tile_rank; k++) {
        index = index * before.bound[first + k] + before.index[first + k];
        bound = wide_multiply(bound, before.bound[first + k]);
        if (tile[k] == GATHER_TILE_MERGE)
            continue;
        push(&outer, (bound + tile[k] - 1) / tile[k], index / tile[k]);
        push(&inner, tile[k], index % tile[k]);
        bound = 1;
        index = 0;
    }
    list->count = 0;
    for (int32_t k = 0; k < first; k++)
        push(list, before.bound[k], before.index[k]);
    for (int32_t k = 0; k < outer.count; k++)
        push(list, outer.bound[k], outer.index[k]);
    for (int32_t k = 0; k < inner.count; k++)
        push(list, inner.bound[k], inner.index[k]);
}

wide wide_cell_of_order(const struct gather_layout *layout, const int64_t *index, wide *cells)
{
    struct list list = {0};
    const int64_t *tile = layout->tile_bounds;
    wide cell = 0, product = 1;
    for (int32_t k = layout->rank - 1; k >= 0; k--) {
        int32_t dimension = layout->minor_to_major[k];
        push(&list, layout->place[dimension], index == NULL ? 0 : index[dimension]);
    }
    for (int32_t k = 0; k < layout->tile_count; tile += layout->tile_ranks[k++])
        apply_tile(&list, tile, layout->tile_ranks[k]);
    bool empty = false;
    for (int32_t k = 0; k < list.count; k++) {
        empty = empty || list.bound[k] == 0;
        cell = cell * list.bound[k] + list.index[k];
        product = wide_multiply(product, list.bound[k]);
    }
    *cells = empty ? 0 : (product + layout->tail - 1) / layout->tail * layout->tail;
    return cell;
}

void wide_extent_of_strides(const struct gather_layout *layout, wide *least, wide *below, wide *cells)
{
    wide high = layout->offset, low = 0;
    for (int32_t d = 0; d < layout->rank; d++) {
        wide span = (wide)(layout->sizes[d] - 1) * layout->place[d];
        *(span < 0 ? &low : &high) += span;
    }
    *least = layout->offset + low;
    *below = -low;
    *cells = high + 1;
}
