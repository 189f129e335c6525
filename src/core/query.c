/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about one valid layout: how large it is, and which cell an index lies in. */
#include <string.h>

#include "core/address.h"
#include "core/arith.h"
#include "core/extent.h"
#include "core/fail.h"
#include "core/geometry.h"

int64_t gather_layout_elements(const struct gather_layout *layout)
{
    int64_t elements = 0;
    return gather__count_elements(layout, &elements) ? elements : 0;
}

int64_t gather_layout_cells(const struct gather_layout *layout)
{
    int64_t cells = 0;
    return gather__count_cells(layout, &cells) == GATHER_STATUS_OK ? cells : 0;
}

int64_t gather_layout_bytes(const struct gather_layout *layout)
{
    int64_t bytes = 0;
    return gather__count_bytes(layout, gather_layout_cells(layout), &bytes) ? bytes : 0;
}

/*
 * Whether strides fill 0..elements-1 without a gap. An interval is a sum of progressions only if these nest:
 * the least step is 1, and each other one the step before times its size.
 */
static bool strides_fill(const struct gather_layout *layout)
{
    int64_t step = 1;
    uint32_t used = 0;
    for (int32_t found = 0; found < layout->rank; found++) {
        for (int32_t d = 0; d < layout->rank; d++) {
            bool next = layout->sizes[d] == 1 || gather__magnitude(layout->place[d]) == (uint64_t)step;
            if ((used >> d & 1) != 0 || !next)
                continue;
            used |= UINT32_C(1) << d;
            step *= layout->sizes[d]; /* bounded: part of the number of elements, which fits */
            break;
        }
    }
    return used == (UINT32_C(1) << layout->rank) - 1;
}

/* LAY-14: every cell holds exactly one element. In a memory order no two elements share a cell. */
static bool is_dense(const struct gather_layout *layout, int64_t elements, int64_t cells)
{
    if (elements != cells)
        return false;
    return layout->kind == GATHER_LAYOUT_ORDER || elements == 0 || strides_fill(layout);
}

enum gather_status gather_layout_describe(const struct gather_layout *layout,
                                          struct gather_layout_summary *summary, struct gather_error *error)
{
    enum gather_status status = gather_layout_validate(layout, error);
    if (status != GATHER_STATUS_OK)
        return status;
    memset(summary, 0, sizeof *summary);
    summary->elements = gather_layout_elements(layout);
    summary->cells = gather_layout_cells(layout);
    summary->bytes = gather_layout_bytes(layout);
    summary->dense = is_dense(layout, summary->elements, summary->cells);
    summary->padded = gather__is_padded(layout);
    summary->strided = gather__strides_of(layout, summary->strides, &summary->offset);
    return GATHER_STATUS_OK;
}

bool gather_layout_holds(const struct gather_layout *layout, const int64_t *index, int32_t rank)
{
    if (rank != layout->rank)
        return false;
    for (int32_t d = 0; d < rank; d++)
        if (index[d] < 0 || index[d] >= layout->sizes[d])
            return false;
    return true;
}

static enum gather_status check_rank(const struct gather_layout *layout, int32_t rank,
                                     struct gather_error *error)
{
    if (rank == layout->rank)
        return GATHER_STATUS_OK;
    return gather__fail_rank(error, "index", rank, layout->rank, "an entry for each dimension");
}

static enum gather_status check_index(const struct gather_layout *layout, const int64_t *index,
                                      struct gather_error *error)
{
    for (int32_t d = 0; d < layout->rank; d++) {
        if (index[d] >= 0 && index[d] < layout->sizes[d])
            continue;
        gather__fail(error, GATHER_STATUS_INDEX_RANGE, "index", NULL);
        gather__fail_axis_size(error, GATHER_STATUS_INDEX_RANGE, d, layout->sizes[d]);
        return gather__fail_value(error, GATHER_STATUS_INDEX_RANGE, index[d], 0, layout->sizes[d] - 1);
    }
    return GATHER_STATUS_OK;
}

enum gather_status gather_layout_cell(const struct gather_layout *layout, const int64_t *index, int32_t rank,
                                      int64_t *cell, struct gather_error *error)
{
    struct gather__map map;
    struct gather__value value;
    int64_t floor[GATHER__MAX_FLOORS];
    enum gather_status status = check_rank(layout, rank, error);
    if (status == GATHER_STATUS_OK)
        status = check_index(layout, index, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather__map_layout(&map, layout, &value);
    gather__map_evaluate(&map, index, floor);
    *cell = gather__value_at(&map, &value, index, floor);
    return GATHER_STATUS_OK;
}

enum gather_status gather_layout_bump(const struct gather_layout *layout, int64_t *index, int32_t rank,
                                      bool *more, struct gather_error *error)
{
    bool has_elements = gather__has_elements(layout);
    enum gather_status status = check_rank(layout, rank, error);
    if (status == GATHER_STATUS_OK && has_elements)
        status = check_index(layout, index, error);
    if (status != GATHER_STATUS_OK)
        return status;
    int32_t d = rank - 1;
    while (d >= 0 && has_elements && index[d] == layout->sizes[d] - 1)
        d--;
    *more = d >= 0 && has_elements;
    if (!*more)
        return GATHER_STATUS_OK;
    index[d]++;
    for (int32_t k = d + 1; k < rank; k++)
        index[k] = 0;
    return GATHER_STATUS_OK;
}

enum gather_status gather_layout_dimension(const struct gather_layout *layout, int64_t number,
                                           int32_t *dimension, struct gather_error *error)
{
    int64_t rank = layout->rank;
    if (number < -rank || number >= rank) {
        gather__fail(error, GATHER_STATUS_AXIS, "dim", NULL);
        return gather__fail_value(error, GATHER_STATUS_AXIS, number, -rank, rank - 1);
    }
    *dimension = (int32_t)(number < 0 ? number + rank : number);
    return GATHER_STATUS_OK;
}

enum gather_status gather_layout_stride(const struct gather_layout *layout, int64_t number, int64_t *cells,
                                        struct gather_error *error)
{
    int32_t dimension, minor_count = 0;
    int64_t minor[GATHER_MAX_RANK];
    enum gather_status status = gather_layout_dimension(layout, number, &dimension, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (layout->tile_count > 0)
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "tiles", "a layout without tiles");
    if (layout->kind == GATHER_LAYOUT_STRIDES) {
        *cells = layout->place[dimension];
        return GATHER_STATUS_OK;
    }
    for (; layout->minor_to_major[minor_count] != dimension; minor_count++)
        minor[minor_count] = layout->place[layout->minor_to_major[minor_count]];
    if (!gather__product(minor, minor_count, cells))
        return gather__fail(error, GATHER_STATUS_OVERFLOW, "dim", "a stride below 2^63");
    return GATHER_STATUS_OK;
}

static bool same_numbers(const int64_t *a, const int64_t *b, int32_t count)
{
    return memcmp(a, b, (size_t)count * sizeof a[0]) == 0; /* bounded: at most GATHER_MAX_RANK */
}

bool gather_layout_compatible(const struct gather_layout *a, const struct gather_layout *b)
{
    return a->dtype == b->dtype && a->rank == b->rank && same_numbers(a->sizes, b->sizes, a->rank);
}

static bool same_tiles(const struct gather_layout *a, const struct gather_layout *b)
{
    int32_t bounds = 0;
    if (a->tile_count != b->tile_count || memcmp(a->tile_ranks, b->tile_ranks, a->tile_count) != 0)
        return false;
    for (int32_t k = 0; k < a->tile_count; k++)
        bounds += a->tile_ranks[k];
    return same_numbers(a->tile_bounds, b->tile_bounds, bounds);
}

bool gather_layout_equal(const struct gather_layout *a, const struct gather_layout *b)
{
    if (!gather_layout_compatible(a, b) || a->kind != b->kind || a->cell_bits != b->cell_bits ||
        !same_numbers(a->place, b->place, a->rank))
        return false;
    if (a->kind == GATHER_LAYOUT_STRIDES)
        return a->offset == b->offset && a->total_bytes == b->total_bytes;
    return memcmp(a->minor_to_major, b->minor_to_major, (size_t)a->rank) == 0 && same_tiles(a, b) &&
           a->tail == b->tail && a->memory_space == b->memory_space &&
           gather__padding_value(a) == gather__padding_value(b);
}
