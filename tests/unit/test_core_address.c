/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address maps: the cell of an index by formula, against arrays that are really padded, cut and transposed,
 * and against 128-bit arithmetic near 2^63. The tilings nobody would write come first; they are the ones that
 * break.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/address.h"
#include "core/extent.h"
#include "support/by_hand.h"
#include "support/every_spelling.h"
#include "support/randomness.h"
#include "support/second_evaluator.h"
#include "support/wide.h"

/* Every element's cell, every cell's element, and the number of cells, against the arrays. */
static void check_against_arrays(const struct gather_layout *layout)
{
    static struct array array;
    int64_t index[GATHER_MAX_RANK], found[GATHER_MAX_RANK], cell;
    array_of_layout(&array, layout);
    assert_int_equal(gather_layout_validate(layout, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_cells(layout), array.count);
    for (int64_t c = 0; c < array.count; c++) {
        if (array.cells[c] < 0) {
            assert_int_equal(gather_layout_index(layout, c, found, NULL), GATHER_STATUS_INDEX_RANGE);
            continue;
        }
        index_of_element(layout, array.cells[c], index);
        assert_int_equal(gather_layout_cell(layout, index, layout->rank, &cell, NULL), GATHER_STATUS_OK);
        assert_int_equal(cell, c);
        assert_int_equal(gather_layout_index(layout, c, found, NULL), GATHER_STATUS_OK);
        assert_memory_equal(found, index, (size_t)layout->rank * sizeof index[0]);
    }
}

/* The page's drawing: a 3 x 5 array in tiles of 2 x 2. */
static void test_tile_of_the_page(void **state) /* COVERS(XLA-31, XLA-40) */
{
    (void)state;
    static const int64_t cells[] = {0, 1, 4, 5, 8, 2, 3, 6, 7, 10, 12, 13, 16, 17, 20};
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(3, 5), NULL);
    tile_by_hand(&layout, TILE(2, 2));
    int64_t index[2], cell;
    for (int64_t n = 0; n < 15; n++) {
        index_of_element(&layout, n, index);
        assert_int_equal(gather_layout_cell(&layout, index, 2, &cell, NULL), GATHER_STATUS_OK);
        assert_int_equal(cell, cells[n]);
    }
    check_against_arrays(&layout);
}

static void test_odd_tiles(void **state) /* COVERS(XLA-31, XLA-32, XLA-34) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_U8, SIZES(3, 5, 7), ORDER(0, 2, 1));
    struct gather_layout plain = layout;
    tile_by_hand(&layout, TILE(GATHER_TILE_MERGE, 2, 2)); /* T(*,2,2) */
    check_against_arrays(&layout);
    layout = plain;
    tile_by_hand(&layout, TILE(4, 4)); /* T(4,4)(3,1): the second tile cuts the first one unevenly */
    tile_by_hand(&layout, TILE(3, 1));
    check_against_arrays(&layout);
    layout = plain;
    tile_by_hand(&layout, TILE(8, 16, 9)); /* larger than the shape */
    check_against_arrays(&layout);
    layout = plain;
    tile_by_hand(&layout, TILE(2, GATHER_TILE_MERGE, GATHER_TILE_MERGE, GATHER_TILE_MERGE,
                               4)); /* longer than the list */
    tile_by_hand(&layout, TILE(GATHER_TILE_MERGE, 3));
    tile_by_hand(&layout, TILE(2, GATHER_TILE_MERGE, 2));
    check_against_arrays(&layout);
}

static void test_scalars_can_be_tiled(void **state) /* COVERS(XLA-34, LAY-6) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, NO_SIZES, NULL);
    check_against_arrays(&layout);
    tile_by_hand(&layout, TILE(4));
    check_against_arrays(&layout);
    layout.tail = 3;
    check_against_arrays(&layout);
    layout = order_by_hand(GATHER_DTYPE_F32, NO_SIZES, NULL);
    tile_by_hand(&layout,
                 TILE(1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1)); /* all 20 bounds */
    check_against_arrays(&layout);
    assert_int_equal(gather_layout_cells(&layout), 6);
}

static void test_sizes_of_zero(void **state) /* COVERS(XLA-21, XLA-34, XLA-41, LAY-13) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(0, 3), NULL);
    check_against_arrays(&layout);
    tile_by_hand(&layout, TILE(2, 2));
    layout.tail = 7;
    check_against_arrays(&layout);
    assert_int_equal(gather_layout_cells(&layout), 0);
    pad_by_hand(&layout, PADDED(2, 3),
                GATHER_PADDING_ZERO); /* now there are cells, and none is an element's */
    check_against_arrays(&layout);
    assert_int_equal(gather_layout_cells(&layout), 14);
}

/*
 * Terms that kept a value above 0 leave it when the divisor divides them: what stays can be negative, and was
 * once taken for 0. Found by random tilings like those below.
 */
static void test_floors_below_zero(void **state) /* COVERS(XLA-31) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_U8, SIZES(9), NULL);
    tile_by_hand(&layout, TILE(1, 4, 4, 3));
    tile_by_hand(&layout,
                 TILE(GATHER_TILE_MERGE, GATHER_TILE_MERGE, GATHER_TILE_MERGE, GATHER_TILE_MERGE, 7));
    tile_by_hand(&layout, TILE(3, 4));
    tile_by_hand(&layout, TILE(2, 2, 2, 3));
    tile_by_hand(&layout, TILE(GATHER_TILE_MERGE, GATHER_TILE_MERGE, 2, 3, 2));
    check_against_arrays(&layout);
    layout = order_by_hand(GATHER_DTYPE_U8, SIZES(2, 4, 1), ORDER(0, 2, 1));
    pad_by_hand(&layout, PADDED(2, 4, 2), GATHER_PADDING_UNKNOWN);
    tile_by_hand(&layout, TILE(3, 1, 2));
    tile_by_hand(&layout, TILE(8, 10, 1));
    tile_by_hand(&layout, TILE(GATHER_TILE_MERGE, GATHER_TILE_MERGE, GATHER_TILE_MERGE, 4, 4));
    tile_by_hand(&layout, TILE(4, GATHER_TILE_MERGE, GATHER_TILE_MERGE, 3));
    tile_by_hand(&layout, TILE(2, 3, 1, GATHER_TILE_MERGE, 4));
    check_against_arrays(&layout);
}

/* A memory order of any shape and tiles. small: sizes and bounds that arrays can hold. */
static struct gather_layout random_order(struct randomness *randomness, bool small)
{
    int64_t sizes[4], order[] = {0, 1, 2, 3};
    int32_t rank = (int32_t)random_below(randomness, 5), left = GATHER_MAX_TILE_BOUNDS;
    for (int32_t d = 0; d < rank; d++) {
        int32_t other = (int32_t)random_below(randomness, d + 1);
        sizes[d] = small ? 1 + random_below(randomness, 6) : 1 + random_size(randomness);
        order[d] = order[other];
        order[other] = d;
    }
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_U8, rank, sizes, order);
    for (int32_t d = 0; d < rank; d++)
        layout.place[d] += random_below(randomness, 3) / 2;
    layout.tail = 1 + random_below(randomness, 4);
    for (int64_t k = random_below(randomness, GATHER_MAX_TILES); k > 0 && left > 4; k--) {
        int64_t tile[5];
        int32_t count = 1 + (int32_t)random_below(randomness, 5);
        for (int32_t j = 0; j < count; j++)
            tile[j] = j + 1 < count && random_below(randomness, 3) == 0 ? GATHER_TILE_MERGE
                      : !small && random_below(randomness, 4) == 0      ? 1 + random_size(randomness)
                                                                        : 1 + random_below(randomness, 5);
        tile_by_hand(&layout, count, tile);
        left -= count;
    }
    return layout;
}

static void test_random_tiles(void **state) /* COVERS(XLA-31, XLA-32, XLA-34, XLA-35) */
{
    (void)state;
    struct randomness randomness = randomness_begin("test_random_tiles");
    int32_t tried = 0;
    while (tried < 6000) {
        struct gather_layout layout = random_order(&randomness, true);
        if (gather_layout_cells(&layout) > 2000)
            continue;
        check_against_arrays(&layout);
        tried++;
    }
}

/* An index near an end or an edge, or anywhere. */
static int64_t random_entry(struct randomness *randomness, int64_t size)
{
    int64_t entry =
        random_below(randomness, 2) ? size - 1 - random_size(randomness) : random_size(randomness);
    return entry >= 0 && entry < size ? entry : random_below(randomness, size);
}

static void test_cells_near_2_63(void **state) /* COVERS(XLA-31, XLA-41, CORE-4) */
{
    (void)state;
    struct randomness randomness = randomness_begin("test_cells_near_2_63");
    int32_t large = 0;
    for (int32_t tried = 0; tried < 60000; tried++) {
        struct gather_layout layout = random_order(&randomness, false);
        int64_t index[GATHER_MAX_RANK], found[GATHER_MAX_RANK], cell;
        wide cells;
        wide_cell_of_order(&layout, NULL, &cells);
        assert_int_equal(gather_layout_validate(&layout, NULL),
                         cells > INT64_MAX ? GATHER_STATUS_OVERFLOW : GATHER_STATUS_OK);
        if (cells > INT64_MAX)
            continue;
        assert_true(gather_layout_cells(&layout) == cells);
        large += cells > INT64_MAX / 1024;
        for (int32_t k = 0; k < 8; k++) {
            for (int32_t d = 0; d < layout.rank; d++)
                index[d] = random_entry(&randomness, layout.sizes[d]);
            wide expected = wide_cell_of_order(&layout, index, &cells);
            assert_int_equal(gather_layout_cell(&layout, index, layout.rank, &cell, NULL), GATHER_STATUS_OK);
            assert_true(cell == expected);
            assert_int_equal(gather_layout_index(&layout, cell, found, NULL), GATHER_STATUS_OK);
            assert_memory_equal(found, index, (size_t)layout.rank * sizeof index[0]);
        }
    }
    assert_true(large > 100); /* the test reaches what it is for */
}

/* 64 floors fit a map; what needs more says so. */
static void test_room_for_floors(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    struct gather__map map;
    struct gather__value value, coordinate[GATHER_MAX_RANK];
    const int64_t maximum[] = {INT64_C(1) << 61}, primes[] = {3, 5, 7, 11};
    int64_t sizes[GATHER_MAX_RANK];
    gather__map_init(&map, 1, maximum);
    gather__map_variable(&map, 0, &value);
    for (size_t k = 0; k < sizeof primes / sizeof primes[0]; k++) {
        for (int32_t d = 0; d < GATHER_MAX_RANK; d++)
            sizes[d] = primes[k];
        assert_true(gather__map_digits(&map, &value, GATHER_MAX_RANK, sizes, coordinate));
    }
    for (int32_t d = 0; d < GATHER_MAX_RANK; d++)
        sizes[d] = 13;
    assert_false(gather__map_digits(&map, &value, GATHER_MAX_RANK, sizes, coordinate));
    assert_int_equal(map.floor_count, GATHER__MAX_FLOORS);
}

/* What address.h promises of the form: for the drawing's layout, 2r + c + 8 floor(r / 2) + 2 floor(c / 2). */
static void test_form(void **state) /* COVERS(XLA-31) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(3, 5), NULL);
    struct gather__map map;
    struct gather__value cell;
    tile_by_hand(&layout, TILE(2, 2));
    gather__map_layout(&map, &layout, &cell);
    assert_int_equal(map.floor_count, 2);
    assert_int_equal(map.floors[0].divisor, 2);
    assert_int_equal(map.floors[1].divisor, 2);
    assert_int_equal(cell.term[0], 2);
    assert_int_equal(cell.term[1], 1);
    assert_int_equal(cell.term[gather__floor_term(&map, 0)], 8);
    assert_int_equal(cell.term[gather__floor_term(&map, 1)], 2);
    assert_false(gather__value_is_additive(&map, &cell));
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(4, 128), NULL);
    tile_by_hand(&layout, TILE(8, 128)); /* one tile: its floors are always 0 */
    gather__map_layout(&map, &layout, &cell);
    assert_true(gather__value_is_additive(&map, &cell));
    assert_int_equal(map.floor_count, 0);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(1000, 4), NULL);
    pad_by_hand(&layout, PADDED(1000, 8), GATHER_PADDING_UNKNOWN);
    tile_by_hand(&layout, TILE(GATHER_TILE_MERGE, 4)); /* floor((8r + c) / 4) is 2r, for c is below 4 */
    tile_by_hand(&layout, TILE(2, 1));
    gather__map_layout(&map, &layout, &cell);
    assert_int_equal(map.floor_count, 0);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(64), NULL);
    tile_by_hand(&layout, TILE(4));
    tile_by_hand(&layout, TILE(2, 1)); /* floor(floor(c / 4) / 2) is floor(c / 8) */
    gather__map_layout(&map, &layout, &cell);
    assert_int_equal(map.floor_count, 2);
    assert_int_equal(map.floors[1].divisor, 8);
    assert_int_equal(map.floors[1].of.term[0], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tile_of_the_page),
        cmocka_unit_test(test_odd_tiles),
        cmocka_unit_test(test_scalars_can_be_tiled),
        cmocka_unit_test(test_sizes_of_zero),
        cmocka_unit_test(test_floors_below_zero),
        cmocka_unit_test(test_random_tiles),
        cmocka_unit_test(test_cells_near_2_63),
        cmocka_unit_test(test_room_for_floors),
        cmocka_unit_test(test_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
