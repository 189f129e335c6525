/* SPDX-License-Identifier: Apache-2.0 */
/* A layout's strides, memory order and padding: geometry.h says what each is for. */
#include "core/geometry.h"

#include <string.h>

#include "core/arith.h"
#include "core/compare.h"
#include "core/outlined.h"

int32_t gather__natural_bits(int32_t dtype)
{
    int32_t bits = gather_dtype_bits(dtype);
    return bits < 8 ? 8 : bits;
}

bool gather__padding_exists(int32_t dtype, int32_t padding)
{
    if (padding < 0 || padding >= GATHER_PADDING_COUNT || dtype == GATHER_DTYPE_STRING)
        return padding == GATHER_PADDING_UNKNOWN;
    if (dtype == GATHER_DTYPE_F8E8M0)
        return padding != GATHER_PADDING_ZERO;
    if (dtype == GATHER_DTYPE_C64 || dtype == GATHER_DTYPE_C128)
        return padding != GATHER_PADDING_LOWEST && padding != GATHER_PADDING_HIGHEST;
    return true;
}

bool gather__is_padded(const struct gather_layout *layout)
{
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->kind == GATHER_LAYOUT_ORDER && layout->place[d] > layout->sizes[d])
            return true;
    return false;
}

void gather__normalize(struct gather_layout *layout)
{
    if (layout->kind == GATHER_LAYOUT_ORDER) {
        bool differ = false;
        for (int32_t d = 0; d < layout->rank; d++)
            differ = differ || layout->place[d] != layout->sizes[d];
        if (!differ)
            layout->padding = GATHER_PADDING_UNKNOWN;
    } else if (!gather__has_elements(layout)) {
        memset(layout->place, 0, sizeof layout->place);
        layout->offset = 0;
    }
}

void gather__set_row_major(struct gather_layout *layout)
{
    layout->kind = GATHER_LAYOUT_ORDER;
    layout->cell_bits = gather_dtype_bits(layout->dtype);
    layout->tail = 1;
    for (int32_t d = 0; d < layout->rank; d++) {
        layout->place[d] = layout->sizes[d];
        layout->minor_to_major[d] = (uint8_t)(layout->rank - 1 - d);
    }
}

/* XLA-14 over the sizes in `order`, minor to major. */
static bool strides_in_order(int32_t rank, const int64_t *sizes, const uint8_t *order, int64_t *strides)
{
    int64_t step = 1;
    for (int32_t k = 0; k < rank; k++) {
        int32_t dimension = order[k];
        strides[dimension] = step;
        if (k + 1 < rank && !gather__multiply(step, sizes[dimension], &step))
            return false;
    }
    return true;
}

bool gather__row_major_strides(int32_t rank, const int64_t *sizes, int64_t *strides)
{
    uint8_t order[GATHER_MAX_RANK];
    for (int32_t d = 0; d < rank; d++) {
        order[d] = (uint8_t)(rank - 1 - d);
        strides[d] = 0;
    }
    for (int32_t d = 0; d < rank; d++)
        if (sizes[d] == 0)
            return true;
    return strides_in_order(rank, sizes, order, strides);
}

static int64_t cell_at(const struct gather__map *map, const struct gather__value *cell, const int64_t *point)
{
    int64_t floor[GATHER__MAX_FLOORS];
    gather__map_evaluate(map, point, floor);
    return gather__value_at(map, cell, point, floor);
}

/* LAY-32 for tiles: the cells of the unit indices, if all others follow from them. */
OUTLINED bool strides_of_tiles(const struct gather_layout *layout, int64_t *strides)
{
    struct gather__map map;
    struct gather__value cell, sum = {0};
    int64_t point[GATHER_MAX_RANK] = {0};
    gather__map_layout(&map, layout, &cell);
    for (int32_t d = 0; d < layout->rank; d++) {
        point[d] = layout->sizes[d] > 1;
        strides[d] = sum.term[d] = cell_at(&map, &cell, point);
        point[d] = 0;
    }
    return gather__map_compare(&map, &cell, &sum) == GATHER__SAME;
}

bool gather__untiled_strides(const struct gather_layout *layout, int64_t *strides, int64_t *offset)
{
    *offset = layout->offset;
    if (layout->kind == GATHER_LAYOUT_ORDER)
        return strides_in_order(layout->rank, layout->place, layout->minor_to_major, strides);
    for (int32_t d = 0; d < layout->rank; d++)
        strides[d] = layout->place[d];
    return true;
}

bool gather__strides_of(const struct gather_layout *layout, int64_t *strides, int64_t *offset)
{
    if (gather__has_elements(layout) && !gather__has_tiles(layout))
        return gather__untiled_strides(layout, strides, offset);
    *offset = 0;
    for (int32_t d = 0; d < layout->rank; d++)
        strides[d] = 0;
    return !gather__has_elements(layout) || strides_of_tiles(layout, strides);
}

/* The dimensions of size above 1, by ascending stride. Returns: how many. */
static int32_t sort_by_stride(const struct gather_layout *layout, uint8_t *sorted)
{
    int32_t count = 0;
    for (int32_t d = 0; d < layout->rank; d++) {
        if (layout->sizes[d] <= 1)
            continue;
        int32_t k = count++;
        for (; k > 0 && layout->place[sorted[k - 1]] > layout->place[d]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = (uint8_t)d;
    }
    return count;
}

/* LAY-33: each stride the one before times a padded size. */
static bool find_padded_sizes(const struct gather_layout *layout, const uint8_t *sorted, int32_t count,
                              struct gather_layout *order)
{
    if (count > 0 && layout->place[sorted[0]] != 1)
        return false;
    for (int32_t k = 0; k + 1 < count; k++) {
        int64_t step = layout->place[sorted[k]], next = layout->place[sorted[k + 1]];
        if (next % step != 0 || next / step < layout->sizes[sorted[k]])
            return false;
        order->place[sorted[k]] = next / step;
    }
    return true;
}

/*
 * LAY-33: sizes of 1 may stand anywhere in minor_to_major; the lexicographically largest order takes, at each
 * place, the larger of the next sorted dimension and the last size of 1 that is left.
 */
static void place_sizes_of_one(const struct gather_layout *layout, const uint8_t *sorted, int32_t count,
                               uint8_t *minor_to_major)
{
    int32_t next = 0, one = layout->rank - 1;
    for (int32_t k = 0; k < layout->rank; k++) {
        while (one >= 0 && layout->sizes[one] != 1)
            one--;
        if (next < count && (int32_t)sorted[next] > one)
            minor_to_major[k] = sorted[next++];
        else
            minor_to_major[k] = (uint8_t)one--;
    }
}

const char *gather__order_of(const struct gather_layout *layout, struct gather_layout *order)
{
    uint8_t sorted[GATHER_MAX_RANK];
    *order = *layout;
    if (layout->kind == GATHER_LAYOUT_ORDER)
        return NULL;
    order->offset = 0;
    order->total_bytes = 0;
    gather__set_row_major(order);
    order->cell_bits = layout->cell_bits;
    if (!gather__has_elements(layout)) /* offset and strides count as 0 */
        return NULL;
    if (layout->offset != 0)
        return "offset";
    int32_t count = sort_by_stride(layout, sorted);
    if (!find_padded_sizes(layout, sorted, count, order))
        return "stride";
    place_sizes_of_one(layout, sorted, count, order->minor_to_major);
    return NULL;
}
