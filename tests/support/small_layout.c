/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts of small shapes: small_layout.h. */
#include "support/small_layout.h"

#include "support/by_hand.h"

enum { MOST_RANK = 6, MOST_SIZE = 3, SHAPES = 5461 }; /* 4^0 + 4^1 + .. + 4^6 */

static struct operand_cells kept[SMALL_LAYOUTS][SHAPES], others[SMALL_LAYOUTS];
static bool is_found[SMALL_LAYOUTS][SHAPES];

/* The number of a small shape among all; -1 for one that is not small. */
static int32_t number_of(int32_t rank, const int64_t *sizes)
{
    int32_t number = 0, before = 0;
    if (rank > MOST_RANK)
        return -1;
    for (int32_t d = 0, shapes = 1; d < rank; d++, shapes *= MOST_SIZE + 1) {
        if (sizes[d] > MOST_SIZE)
            return -1;
        number = number * (MOST_SIZE + 1) + (int32_t)sizes[d];
        before += shapes;
    }
    return before + number;
}

/* Steps of a row-major order; backwards along every other dimension, or none along it. */
static struct gather_layout make_strides(int32_t dtype, int32_t rank, const int64_t *sizes, bool broadcasts)
{
    int64_t strides[GATHER_MAX_RANK], offset = broadcasts ? 1 : 0, step = 1;
    for (int32_t d = rank - 1; d >= 0; d--) {
        strides[d] = step;
        step *= sizes[d] > 0 ? sizes[d] : 1; /* bounded: small shapes */
        if (d % 2 == 0 && broadcasts)
            strides[d] = 0;
        else if (d % 2 == 0) {
            offset += sizes[d] > 0 ? (sizes[d] - 1) * strides[d] : 0;
            strides[d] = -strides[d];
        }
    }
    return strides_by_hand(dtype, rank, sizes, strides, offset);
}

static struct gather_layout make(enum small_layout kind, int32_t dtype, int32_t rank, const int64_t *sizes)
{
    static const int64_t ascending[GATHER_MAX_RANK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    int64_t padded[GATHER_MAX_RANK];
    bool is_ascending = kind == SMALL_COLUMN_MAJOR || kind == SMALL_TILED;
    struct gather_layout layout = order_by_hand(dtype, rank, sizes, is_ascending ? ascending : NULL);
    if (kind == SMALL_NEGATIVE || kind == SMALL_BROADCAST)
        return make_strides(dtype, rank, sizes, kind == SMALL_BROADCAST);
    if (kind == SMALL_PADDED) {
        for (int32_t d = 0; d < rank; d++)
            padded[d] = sizes[d] + 1 + d % 2;
        pad_by_hand(&layout, padded, GATHER_PADDING_UNKNOWN);
    }
    if (kind == SMALL_TILED && rank == 1)
        tile_by_hand(&layout, TILE(2));
    else if (kind == SMALL_TILED)
        tile_by_hand(&layout, TILE(2, 2));
    return layout;
}

const struct operand_cells *small_layout(struct gather_layout *layout, enum small_layout kind, int32_t dtype,
                                         int32_t rank, const int64_t *sizes)
{
    int32_t number = number_of(rank, sizes);
    struct operand_cells *cells = number < 0 ? &others[kind] : &kept[kind][number];
    *layout = make(kind, dtype, rank, sizes);
    if (number < 0 || !is_found[kind][number])
        operand_cells_find(cells, layout);
    if (number >= 0)
        is_found[kind][number] = true;
    return cells;
}

void small_layouts_end(void)
{
    for (int kind = 0; kind < SMALL_LAYOUTS; kind++) {
        operand_cells_end(&others[kind]);
        for (int32_t k = 0; k < SHAPES; k++) {
            operand_cells_end(&kept[kind][k]);
            is_found[kind][k] = false;
        }
    }
}
