/* SPDX-License-Identifier: Apache-2.0 */
/* Filling `struct gather_layout` field by field: by_hand.h says what for. */
#include "support/by_hand.h"

#include <string.h>

static struct gather_layout shape_by_hand(int32_t kind, int32_t dtype, int32_t rank, const int64_t *sizes)
{
    struct gather_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.kind = kind;
    layout.dtype = dtype;
    layout.rank = rank;
    layout.cell_bits = gather_dtype_bits(dtype);
    layout.tail = 1;
    for (int32_t d = 0; d < rank; d++)
        layout.sizes[d] = sizes[d];
    return layout;
}

struct gather_layout order_by_hand(int32_t dtype, int32_t rank, const int64_t *sizes, const int64_t *order)
{
    struct gather_layout layout = shape_by_hand(GATHER_LAYOUT_ORDER, dtype, rank, sizes);
    for (int32_t d = 0; d < rank; d++) {
        layout.place[d] = sizes[d];
        layout.minor_to_major[d] = (uint8_t)(order == NULL ? rank - 1 - d : order[d]);
    }
    return layout;
}

struct gather_layout strides_by_hand(int32_t dtype, int32_t rank, const int64_t *sizes,
                                     const int64_t *strides, int64_t offset)
{
    struct gather_layout layout = shape_by_hand(GATHER_LAYOUT_STRIDES, dtype, rank, sizes);
    for (int32_t d = 0; d < rank; d++)
        layout.place[d] = strides[d];
    layout.offset = offset;
    return layout;
}

void tile_by_hand(struct gather_layout *layout, int32_t count, const int64_t *bounds)
{
    int32_t used = 0;
    for (int32_t k = 0; k < layout->tile_count; k++)
        used += layout->tile_ranks[k];
    for (int32_t k = 0; k < count; k++)
        layout->tile_bounds[used + k] = bounds[k];
    layout->tile_ranks[layout->tile_count++] = (uint8_t)count;
}

void pad_by_hand(struct gather_layout *layout, const int64_t *padded, int32_t value)
{
    for (int32_t d = 0; d < layout->rank; d++)
        layout->place[d] = padded[d];
    layout->padding = (uint8_t)value;
}
