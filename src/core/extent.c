/* SPDX-License-Identifier: Apache-2.0 */
/* How far a layout reaches: extent.h says what is counted. Every product and sum here is checked. */
#include "core/extent.h"

#include "core/arith.h"
#include "core/geometry.h"

void gather__bounds_begin(const struct gather_layout *layout, struct gather__bounds *bounds)
{
    bounds->count = layout->rank;
    for (int32_t k = 0; k < layout->rank; k++)
        bounds->bound[k] = layout->place[layout->minor_to_major[layout->rank - 1 - k]];
}

/* XLA-34: a tile longer than the list has ones put in front of it. */
static void prepend_ones(struct gather__bounds *bounds, int32_t wanted)
{
    int32_t missing = wanted - bounds->count;
    if (missing <= 0)
        return;
    for (int32_t k = bounds->count - 1; k >= 0; k--)
        bounds->bound[k + missing] = bounds->bound[k];
    for (int32_t k = 0; k < missing; k++)
        bounds->bound[k] = 1;
    bounds->count = wanted;
}

bool gather__bounds_tile(struct gather__bounds *bounds, const int64_t *tile, int32_t tile_rank,
                         struct gather__bounds *merged)
{
    prepend_ones(bounds, tile_rank);
    int32_t first = bounds->count - tile_rank, kept = 0;
    int64_t sizes[GATHER_MAX_TILE_BOUNDS];
    for (int32_t k = 0; k < tile_rank; k++) {
        int64_t *bound = &bounds->bound[first + k];
        if (tile[k] == GATHER_TILE_MERGE) {
            if (!gather__multiply(bound[0], bound[1], &bound[1]))
                return false;
        } else {
            sizes[kept] = tile[k];
            bounds->bound[first + kept++] = *bound;
        }
    }
    bounds->count = first + kept;
    if (merged != NULL)
        *merged = *bounds;
    for (int32_t k = 0; k < kept; k++) {
        bounds->bound[first + kept + k] = sizes[k];
        bounds->bound[first + k] = gather__divide_up(bounds->bound[first + k], sizes[k]);
    }
    bounds->count += kept;
    return true;
}

bool gather__product(const int64_t *numbers, int32_t count, int64_t *product)
{
    int64_t so_far = 1;
    for (int32_t k = 0; k < count; k++)
        if (!gather__multiply(so_far, numbers[k], &so_far))
            so_far = 0; /* unless there is a 0 all the same */
    if (so_far != 0) {
        *product = so_far;
        return true;
    }
    for (int32_t k = 0; k < count; k++)
        if (numbers[k] == 0) {
            *product = 0;
            return true;
        }
    return false;
}

bool gather__bounds_product(const struct gather__bounds *bounds, int64_t *product)
{
    return gather__product(bounds->bound, bounds->count, product);
}

bool gather__count_elements(const struct gather_layout *layout, int64_t *elements)
{
    return gather__product(layout->sizes, layout->rank, elements);
}

static enum gather_status count_order(const struct gather_layout *layout, int64_t *cells)
{
    struct gather__bounds bounds;
    const int64_t *tile = layout->tile_bounds;
    bool fits = gather__product(layout->place, layout->rank, cells); /* in any order */
    if (fits && *cells == 0)
        return GATHER_STATUS_OK;
    if (layout->tile_count > 0) {
        gather__bounds_begin(layout, &bounds);
        for (int32_t k = 0; k < layout->tile_count; tile += layout->tile_ranks[k++])
            if (!gather__bounds_tile(&bounds, tile, layout->tile_ranks[k], NULL))
                return GATHER_STATUS_OVERFLOW;
        fits = gather__bounds_product(&bounds, cells);
    }
    if (!fits || (layout->tail > 1 && !gather__round_up(*cells, layout->tail, cells)))
        return GATHER_STATUS_OVERFLOW;
    return GATHER_STATUS_OK;
}

/* *sum += (size - 1) * |stride|, without a sign. */
static bool add_span(uint64_t *sum, int64_t size, uint64_t stride)
{
    uint64_t span;
    return gather__multiply_unsigned((uint64_t)size - 1, stride, &span) &&
           gather__add_unsigned(*sum, span, sum);
}

/* cells = offset + above + 1. A sum below 0 is a cell below 0: LAYOUT. */
static enum gather_status end_at(int64_t offset, uint64_t above, int64_t *cells)
{
    if (offset < 0 && above < gather__magnitude(offset))
        return GATHER_STATUS_LAYOUT;
    if (offset < 0)
        above -= gather__magnitude(offset);
    else if (!gather__add_unsigned(above, (uint64_t)offset, &above))
        return GATHER_STATUS_OVERFLOW;
    if (above >= INT64_MAX)
        return GATHER_STATUS_OVERFLOW;
    *cells = (int64_t)above + 1;
    return GATHER_STATUS_OK;
}

/*
 * LAY-12 exactly: a sum of positive spans beyond 2^63 may still be brought back by a negative offset, one
 * beyond 2^64 can't.
 */
static enum gather_status count_strides(const struct gather_layout *layout, int64_t *cells)
{
    uint64_t above = 0, below = 0;
    *cells = 0;
    if (!gather__has_elements(layout))
        return GATHER_STATUS_OK;
    for (int32_t d = 0; d < layout->rank; d++) {
        int64_t stride = layout->place[d];
        if (!add_span(stride < 0 ? &below : &above, layout->sizes[d], gather__magnitude(stride)))
            return GATHER_STATUS_OVERFLOW;
    }
    if (below > INT64_MAX)
        return GATHER_STATUS_OVERFLOW;
    return end_at(layout->offset, above, cells);
}

/* Whether the lowest cell of a layout of strides lies below 0; its extent is known to fit. */
static bool reaches_below_zero(const struct gather_layout *layout)
{
    int64_t lowest = layout->offset;
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->place[d] < 0 && !gather__multiply_add(layout->sizes[d] - 1, layout->place[d], &lowest))
            return true;
    return lowest < 0;
}

enum gather_status gather__count_cells(const struct gather_layout *layout, int64_t *cells)
{
    int64_t bytes;
    enum gather_status status =
        layout->kind == GATHER_LAYOUT_ORDER ? count_order(layout, cells) : count_strides(layout, cells);
    if (status != GATHER_STATUS_OK)
        return status;
    if (!gather__cell_bytes(*cells, layout->cell_bits, &bytes))
        return GATHER_STATUS_OVERFLOW;
    if (layout->kind == GATHER_LAYOUT_STRIDES && gather__has_elements(layout) && reaches_below_zero(layout))
        return GATHER_STATUS_LAYOUT;
    return GATHER_STATUS_OK;
}

bool gather__count_bytes(const struct gather_layout *layout, int64_t cells, int64_t *bytes)
{
    bool fits = gather__cell_bytes(cells, layout->cell_bits, bytes);
    if (fits && layout->total_bytes > *bytes)
        *bytes = layout->total_bytes;
    return fits;
}

bool gather__fits_xla(const struct gather_layout *layout)
{
    struct gather_layout ones = *layout;
    int64_t cells;
    for (int32_t d = 0; d < layout->rank; d++)
        if (ones.place[d] == 0)
            ones.place[d] = 1;
    return gather__count_cells(&ones, &cells) == GATHER_STATUS_OK;
}
