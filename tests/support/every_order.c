/* SPDX-License-Identifier: Apache-2.0 */
/* The loops over every small memory order: every_order.h says which. */
#include "support/every_order.h"

#include <string.h>

enum { M = GATHER_TILE_MERGE, END = 0, STOP = -2 };

/* Bounds; END ends a tile, STOP the tiling. */
static const int8_t tilings[][16] = {
    {STOP},
    {2, END, STOP},
    {3, END, STOP},
    {2, 2, END, STOP},
    {2, 4, END, 2, 1, END, STOP},
    {4, 4, END, 3, 1, END, STOP},
    {M, 2, END, STOP},
    {M, M, 2, END, STOP},
    {2, M, 2, END, STOP},
    {M, 2, 2, END, STOP},
    {2, END, 3, END, STOP},
    {4, 1, 2, 3, END, STOP},
    {1, 1, 1, 1, 1, END, STOP},
    {4, 2, END, M, 3, END, M, M, 2, END, STOP},
    {3, 2, END, 2, 1, 1, END, 3, END, STOP},
    {2, 1, END, 2, 1, 1, END, M, M, M, 4, END, STOP},
};
enum { TILING_COUNT = sizeof tilings / sizeof tilings[0] };

static void set_tiling(struct gather_layout *layout, const int8_t *tiling)
{
    int32_t bounds = 0, first = 0;
    for (; *tiling != STOP; tiling++) {
        if (*tiling != END) {
            layout->tile_bounds[bounds++] = *tiling;
            continue;
        }
        layout->tile_ranks[layout->tile_count++] = (uint8_t)(bounds - first);
        first = bounds;
    }
}

/* What does not decide addresses takes turns, so that each value meets each shape, order and tiling. */
static void set_rest(struct gather_layout *layout, int64_t turn)
{
    static const int32_t dtypes[] = {GATHER_DTYPE_F32, GATHER_DTYPE_I4, GATHER_DTYPE_BF16, GATHER_DTYPE_U2,
                                     GATHER_DTYPE_U8};
    bool padded = false;
    for (int32_t d = 0; d < layout->rank; d++)
        padded = padded || layout->place[d] > layout->sizes[d];
    layout->dtype = dtypes[turn % 5];
    layout->cell_bits = gather_dtype_bits(layout->dtype);
    if (turn % 3 == 0 && layout->cell_bits < 8)
        layout->cell_bits = 8;
    layout->padding = (uint8_t)(padded ? turn % 7 % GATHER_PADDING_COUNT : GATHER_PADDING_UNKNOWN);
    layout->tail = turn % 11 == 0 ? 5 : 1;
    layout->memory_space = turn % 13 == 0 ? 6 : 0;
}

/* Digit d of a number in a base: 0..base-1. */
static int64_t digit(int64_t number, int64_t base, int32_t d)
{
    for (; d > 0; d--)
        number /= base;
    return number % base;
}

/* The orders of 0, 1, 2 and 3 dimensions, minor to major. */
static const uint8_t orders[][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
static const int32_t order_count[] = {1, 1, 2, 6};
static const int64_t shape_count[] = {1, 4, 16, 64}, padding_count[] = {1, 3, 9, 27};

struct visit {
    bool (*judge)(void *context, const struct gather_layout *layout);
    void *context;
    int64_t turn;
};

static bool visit_order(int32_t rank, int64_t shape, int32_t order, struct visit *visit)
{
    bool right = true;
    for (int64_t padding = 0; padding < padding_count[rank]; padding++)
        for (int32_t tiling = 0; tiling < TILING_COUNT; tiling++) {
            struct gather_layout layout;
            memset(&layout, 0, sizeof layout);
            layout.kind = GATHER_LAYOUT_ORDER;
            layout.rank = rank;
            for (int32_t d = 0; d < rank; d++) {
                layout.sizes[d] = digit(shape, 4, d);
                layout.place[d] = layout.sizes[d] + digit(padding, 3, d);
                layout.minor_to_major[d] = orders[order][d];
            }
            set_tiling(&layout, tilings[tiling]);
            set_rest(&layout, visit->turn++);
            right = visit->judge(visit->context, &layout) && right;
        }
    return right;
}

bool visit_every_order(bool (*judge)(void *context, const struct gather_layout *layout), void *context)
{
    struct visit visit = {judge, context, 0};
    bool right = true;
    for (int32_t rank = 0; rank <= 3; rank++)
        for (int64_t shape = 0; shape < shape_count[rank]; shape++)
            for (int32_t order = 0; order < order_count[rank]; order++)
                right = visit_order(rank, shape, order, &visit) && right;
    return right;
}
