/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes and layouts at random: random_layout.h says of what kind. */
#include "support/random_layout.h"

#include <string.h>

#include "support/by_hand.h"
#include "support/padding_by_hand.h"
#include "support/second_evaluator.h"

enum { MOST_GAP = 3 };

static int64_t pick(struct randomness *randomness, const int64_t *numbers, int64_t count)
{
    return numbers[random_below(randomness, count)];
}

static bool happens(struct randomness *randomness, int64_t once_in)
{
    return random_below(randomness, once_in) == 0;
}

static int64_t random_extent(struct randomness *randomness, int64_t most)
{
    static const int64_t notable[] = {2,  3,  4,  8,   12,  16,  17,  31,  32,  63,
                                      64, 65, 96, 127, 128, 130, 200, 256, 1000};
    int64_t extent = happens(randomness, 2) ? 1 + random_below(randomness, 7)
                                            : pick(randomness, notable, sizeof notable / sizeof notable[0]);
    return extent <= most ? extent : 1 + random_below(randomness, most);
}

int32_t random_shape(struct randomness *randomness, int64_t most, int64_t *sizes)
{
    int32_t rank = (int32_t)random_below(randomness, 7);
    int64_t left = most;
    for (int32_t k = 0; k < rank; k++) {
        int32_t d = happens(randomness, 2) ? k : rank - 1 - k;
        sizes[k] = d == rank - 1 && happens(randomness, 6) && left >= 3 ? 3 : random_extent(randomness, left);
        left /= sizes[k];
        if (left == 0)
            left = 1;
    }
    if (rank > 0 && happens(randomness, 40))
        sizes[random_below(randomness, rank)] = 0;
    return rank;
}

int32_t random_dtype(struct randomness *randomness)
{
    return 1 + (int32_t)random_below(randomness, GATHER_DTYPE_COUNT - 1);
}

int32_t random_cell_bits(struct randomness *randomness, int32_t dtype)
{
    int32_t bits = gather_dtype_bits(dtype);
    if (happens(randomness, 8))
        return (bits < 8 ? 8 : bits) + 8 * (int32_t)random_below(randomness, 4);
    return bits < 8 && happens(randomness, 2) ? 8 : bits;
}

static void shuffle(struct randomness *randomness, int64_t *order, int32_t count)
{
    for (int32_t d = 0; d < count; d++) {
        int32_t other = (int32_t)random_below(randomness, d + 1);
        order[d] = order[other];
        order[other] = d;
    }
}

/* ---- strides ------------------------------------------------------------------------------------- */

/* Steps along the dimensions in an order, with gaps between; of an input some may be 0, or too small. */
static int64_t random_steps(struct randomness *randomness, int32_t rank, const int64_t *sizes,
                            enum random_use use, int64_t *strides)
{
    int64_t order[GATHER_MAX_RANK],
        step = happens(randomness, 4) ? 1 + random_below(randomness, MOST_GAP) : 1;
    bool gaps = happens(randomness, 3), odd = use == RANDOM_INPUT && happens(randomness, 6);
    shuffle(randomness, order, rank);
    for (int32_t k = 0; k < rank; k++) {
        int32_t d = (int32_t)order[k];
        strides[d] = step;
        if (use == RANDOM_INPUT && happens(randomness, 10))
            strides[d] = 0;
        else if (odd && happens(randomness, 2))
            strides[d] = random_below(randomness, step + 1);
        if (strides[d] != 0 && sizes[d] > 0)
            step = (step > strides[d] ? step : strides[d]) * sizes[d] +
                   (gaps ? random_below(randomness, MOST_GAP) : 0);
    }
    return step;
}

static struct gather_layout random_strides(struct randomness *randomness, int32_t dtype, int32_t rank,
                                           const int64_t *sizes, enum random_use use)
{
    int64_t strides[GATHER_MAX_RANK], offset = happens(randomness, 3) ? random_below(randomness, 9) : 0;
    random_steps(randomness, rank, sizes, use, strides);
    for (int32_t d = 0; d < rank; d++)
        if (happens(randomness, 5)) {
            offset += sizes[d] > 0 ? (sizes[d] - 1) * strides[d] : 0;
            strides[d] = -strides[d];
        }
    struct gather_layout layout = strides_by_hand(dtype, rank, sizes, strides, offset);
    layout.cell_bits = random_cell_bits(randomness, dtype);
    return layout;
}

/* ---- memory orders ------------------------------------------------------------------------------- */

/* A bound near what the dimensions have: small, one that divides a size, a hardware's own, or `*`. */
static int64_t random_bound(struct randomness *randomness, int32_t rank, const int64_t *sizes, bool last)
{
    static const int64_t notable[] = {1, 2, 4, 8, 16, 32, 128};
    int64_t size = rank > 0 ? sizes[random_below(randomness, rank)] : 1;
    if (!last && happens(randomness, 7))
        return GATHER_TILE_MERGE;
    for (int64_t divisor = 2; divisor <= 8 && happens(randomness, 2); divisor++)
        if (size > divisor && size % divisor == 0)
            return size / divisor;
    return happens(randomness, 2) ? 1 + random_below(randomness, 6)
                                  : pick(randomness, notable, sizeof notable / sizeof notable[0]);
}

static void add_tiles(struct randomness *randomness, struct gather_layout *layout)
{
    int32_t left = GATHER_MAX_TILE_BOUNDS;
    for (int64_t k = random_below(randomness, happens(randomness, 8) ? GATHER_MAX_TILES + 1 : 4); k > 0;
         k--) {
        int64_t tile[GATHER_MAX_TILE_BOUNDS];
        int32_t count = 1 + (int32_t)random_below(randomness, layout->rank < 2 ? 2 : layout->rank);
        if (count > left)
            return;
        left -= count;
        for (int32_t j = 0; j < count; j++)
            tile[j] = random_bound(randomness, layout->rank, layout->sizes, j + 1 == count);
        tile_by_hand(layout, count, tile);
    }
}

static void add_padding(struct randomness *randomness, struct gather_layout *layout)
{
    int64_t padded[GATHER_MAX_RANK];
    uint8_t pattern[16];
    bool pads = false;
    for (int32_t d = 0; d < layout->rank; d++) {
        padded[d] = layout->sizes[d] + (happens(randomness, 2) ? random_below(randomness, 4) : 0);
        pads = pads || padded[d] > layout->sizes[d];
    }
    int32_t value = pads ? (int32_t)random_below(randomness, GATHER_PADDING_COUNT) : GATHER_PADDING_UNKNOWN;
    if (value != GATHER_PADDING_UNKNOWN && !padding_by_hand(layout->dtype, value, pattern))
        value = GATHER_PADDING_UNKNOWN;
    pad_by_hand(layout, padded, value);
}

static struct gather_layout random_order(struct randomness *randomness, int32_t dtype, int32_t rank,
                                         const int64_t *sizes)
{
    int64_t order[GATHER_MAX_RANK];
    shuffle(randomness, order, rank);
    struct gather_layout layout = order_by_hand(dtype, rank, sizes, happens(randomness, 3) ? NULL : order);
    layout.cell_bits = random_cell_bits(randomness, dtype);
    if (happens(randomness, 3))
        add_padding(randomness, &layout);
    if (happens(randomness, 2))
        add_tiles(randomness, &layout);
    if (happens(randomness, 8))
        layout.tail = 1 + random_below(randomness, 9);
    return layout;
}

struct gather_layout random_layout(struct randomness *randomness, int32_t dtype, int32_t rank,
                                   const int64_t *sizes, enum random_use use)
{
    for (;;) {
        struct gather_layout layout = happens(randomness, 3)
                                          ? random_strides(randomness, dtype, rank, sizes, use)
                                          : random_order(randomness, dtype, rank, sizes);
        if (gather_layout_validate(&layout, NULL) == GATHER_STATUS_OK &&
            gather_layout_cells(&layout) <= ARRAY_MAX_CELLS / 4)
            return layout;
    }
}
