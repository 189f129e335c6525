/* SPDX-License-Identifier: Apache-2.0 */
/* Where operands lie, and whether they meet: reach.h says by which rules. */
#include "core/reach.h"

#include <string.h>

#include "core/arith.h"
#include "core/dtype_bits.h"
#include "core/geometry.h"

enum { ENUMERATION_LIMIT = 65536, SEARCH_LIMIT = 1 << 22 };

/* Of a stride of a size above 1, inside an extent: never the least number. */
static int64_t magnitude(int64_t stride) { return (int64_t)gather__magnitude(stride); }

/* Bits to the byte that holds them, and to the byte behind them. */
static int64_t bits_down(int64_t cell, int32_t cell_bits)
{
    return cell / 8 * cell_bits + cell % 8 * cell_bits / 8; /* bounded: bytes of the layout */
}

static void reach_of_strides(const struct gather_layout *layout, struct gather__reach *reach)
{
    int64_t low = layout->offset, high = layout->offset;
    for (int32_t d = 0; d < layout->rank; d++) {
        if (layout->sizes[d] == 1)
            continue;
        int64_t span = (layout->sizes[d] - 1) * layout->place[d]; /* bounded: inside the extent */
        low += span < 0 ? span : 0;
        high += span > 0 ? span : 0;
        reach->grid = gather__common_divisor(magnitude(layout->place[d]), reach->grid);
    }
    reach->low = bits_down(low, layout->cell_bits);
    reach->high = bits_down(high, layout->cell_bits) + gather__dtype_bytes(layout->dtype);
    if (layout->cell_bits % 8 != 0)
        reach->grid = 1;
    else if (!gather__multiply(reach->grid, layout->cell_bits / 8, &reach->grid))
        reach->grid = 1;
}

void gather__reach_of_any(const struct gather__operand *operand, bool written, struct gather__reach *reach)
{
    const struct gather_layout *layout = operand->layout;
    bool fills = written && gather__padding_value(layout) != GATHER_PADDING_UNKNOWN;
    memset(reach, 0, sizeof *reach);
    reach->bytes = (uint64_t)operand->extent.bytes;
    if (operand->extent.elements == 0 && !fills)
        return;
    if (layout->kind == GATHER_LAYOUT_STRIDES) {
        reach_of_strides(layout, reach);
        return;
    }
    reach->high = operand->extent.bytes;
    reach->grid = layout->cell_bits % 8 == 0 ? layout->cell_bits / 8 : 1;
}

/* ---- CORE-10 ------------------------------------------------------------------------------------- */

/*
 * Two elements share a cell exactly if a difference of indices, not 0 everywhere, sums to 0. It is searched
 * for, largest step first; what the smaller steps can still make up bounds each choice.
 */
struct difference {
    int32_t count;
    int64_t size[GATHER_MAX_RANK], step[GATHER_MAX_RANK]; /* by descending step */
    int64_t reach[GATHER_MAX_RANK + 1];                   /* of step[k..] */
    int64_t tries;
};

static void difference_init(struct difference *difference, const struct gather_layout *layout)
{
    memset(difference, 0, sizeof *difference);
    for (int32_t d = 0; d < layout->rank; d++) {
        if (layout->sizes[d] == 1)
            continue;
        int32_t k = difference->count++;
        for (; k > 0 && difference->step[k - 1] < magnitude(layout->place[d]); k--) {
            difference->step[k] = difference->step[k - 1];
            difference->size[k] = difference->size[k - 1];
        }
        difference->step[k] = magnitude(layout->place[d]);
        difference->size[k] = layout->sizes[d];
    }
    for (int32_t k = difference->count - 1; k >= 0; k--) /* inside the extent */
        /* bounded: inside the extent */
        difference->reach[k] = difference->reach[k + 1] + (difference->size[k] - 1) * difference->step[k];
}

/* The enough-in-most-cases rule: each step exceeds what all smaller ones reach together. */
static bool steps_nest(const struct difference *difference)
{
    for (int32_t k = 0; k < difference->count; k++)
        if (difference->step[k] <= difference->reach[k + 1])
            return false;
    return true;
}

/* Whether the steps from k on can make up `rest`, and, while all before were 0, not by 0 alone. */
static bool sums_to_zero(struct difference *difference, int32_t k, int64_t rest, bool all_zero)
{
    if (k == difference->count)
        return rest == 0 && !all_zero;
    int64_t step = difference->step[k], most = difference->size[k] - 1, left = difference->reach[k + 1];
    int64_t least = all_zero ? 0 : -most; /* of a difference and its opposite one is enough */
    if (gather__floor_divide(-rest - left - 1, step) + 1 > least)
        least = gather__floor_divide(-rest - left - 1, step) + 1;
    if (gather__floor_divide(left - rest, step) < most)
        most = gather__floor_divide(left - rest, step);
    for (int64_t entry = least; entry <= most; entry++)
        if (++difference->tries > SEARCH_LIMIT ||
            sums_to_zero(difference, k + 1, rest + entry * step, all_zero && entry == 0))
            return true; /* given up: refused as if they met */
    return false;
}

bool gather__is_injective(const struct gather_layout *layout)
{
    struct difference difference;
    if (layout->kind == GATHER_LAYOUT_ORDER || !gather__has_elements(layout))
        return true;
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->sizes[d] > 1 && layout->place[d] == 0)
            return false;
    difference_init(&difference, layout);
    if (steps_nest(&difference))
        return true;
    bool is_descriptor = layout->total_bytes != 0; /* of DirectML, which is judged exactly (DML-21) */
    return (is_descriptor || gather_layout_elements(layout) <= ENUMERATION_LIMIT) &&
           !sums_to_zero(&difference, 0, 0, true);
}

/* ---- CORE-11 ------------------------------------------------------------------------------------- */

bool gather__are_apart(const struct gather__reach *a, const uint8_t *a_data, int64_t a_width,
                       const struct gather__reach *b, const uint8_t *b_data, int64_t b_width)
{
    if (a->low == a->high || b->low == b->high)
        return true;
    uintptr_t a_low = (uintptr_t)a_data + (uintptr_t)a->low, b_low = (uintptr_t)b_data + (uintptr_t)b->low;
    if (gather__are_disjoint(a, a_data, b, b_data))
        return true;
    int64_t grid = gather__common_divisor(a->grid, b->grid);
    if (grid == 0)
        return false; /* one element each, and they meet */
    const bool is_behind = a_low > b_low;
    const int64_t between = (int64_t)((is_behind ? a_low - b_low : b_low - a_low) % (uintptr_t)grid);
    return between >= (is_behind ? b_width : a_width) && grid - between >= (is_behind ? a_width : b_width);
}
