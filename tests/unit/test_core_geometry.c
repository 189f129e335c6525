/* SPDX-License-Identifier: Apache-2.0 */
/* Strides of a memory order (LAY-32), the memory order of strides (LAY-33), and what normalizing drops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/address.h"
#include "core/geometry.h"
#include "support/by_hand.h"

enum { STAR = GATHER_TILE_MERGE };

static void check_strides(const struct gather_layout *layout, const int64_t *expected,
                          int64_t expected_offset)
{
    int64_t strides[GATHER_MAX_RANK], offset;
    assert_int_equal(gather_layout_validate(layout, NULL), GATHER_STATUS_OK);
    assert_true(gather__strides_of(layout, strides, &offset));
    assert_int_equal(offset, expected_offset);
    for (int32_t d = 0; d < layout->rank; d++)
        assert_int_equal(strides[d], expected[d]);
}

static void check_not_strided(const struct gather_layout *layout)
{
    int64_t strides[GATHER_MAX_RANK], offset;
    assert_int_equal(gather_layout_validate(layout, NULL), GATHER_STATUS_OK);
    assert_false(gather__strides_of(layout, strides, &offset));
}

static void test_strides_without_tiles(void **state) /* COVERS(LAY-11, LAY-13, LAY-32, XLA-14) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 1, 3), ORDER(0, 1, 2));
    check_strides(&layout, STRIDES(1, 2, 2), 0); /* for a size of 1 too */
    pad_by_hand(&layout, PADDED(4, 5, 3), GATHER_PADDING_UNKNOWN);
    check_strides(&layout, STRIDES(1, 4, 20), 0);
    layout = strides_by_hand(GATHER_DTYPE_F32, SIZES(2, 1), STRIDES(-3, 77), 3);
    check_strides(&layout, STRIDES(-3, 77), 3);
    layout = strides_by_hand(GATHER_DTYPE_F32, SIZES(2, 0), STRIDES(-3, 77), 3);
    check_strides(&layout, STRIDES(0, 0), 0);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(INT64_C(1) << 62, 0, INT64_C(1) << 62), NULL);
    check_strides(&layout, STRIDES(0, 0, 0), 0);
    layout = order_by_hand(GATHER_DTYPE_U8, SIZES(INT64_C(1) << 20, INT64_C(1) << 42), NULL);
    check_strides(&layout, STRIDES(INT64_C(1) << 42, 1), 0);
}

static void test_strides_with_tiles(void **state) /* COVERS(LAY-14, LAY-32, XLA-46) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(1, 4, 6), NULL);
    tile_by_hand(&layout, TILE(2, 6)); /* whole rows: nothing moves */
    check_strides(&layout, STRIDES(0, 6, 1), 0);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(3, 6), NULL);
    tile_by_hand(&layout, TILE(4, 8)); /* one tile larger than the shape */
    check_strides(&layout, STRIDES(8, 1), 0);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(4, 6), NULL);
    tile_by_hand(&layout, TILE(4, 1)); /* a transpose */
    check_strides(&layout, STRIDES(1, 4), 0);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 2), NULL);
    tile_by_hand(&layout, TILE(2, 1));
    tile_by_hand(&layout, TILE(3));
    check_strides(&layout, STRIDES(3, 6), 0);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(4, 6), NULL);
    tile_by_hand(&layout, TILE(2, 3));
    check_not_strided(&layout);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(65536), NULL);
    tile_by_hand(&layout, TILE(32768, 1)); /* a dimension of size 1 put in front, in a tile of 32768 */
    check_strides(&layout, STRIDES(32768), 0);
}

/*
 * Seven tilings that undo one another over four million elements. The formula keeps floors that only cancel;
 * one period of them shows it.
 */
static void test_tiles_that_undo_one_another(void **state) /* COVERS(LAY-14, XLA-46) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_U8, SIZES(4096, 1024), ORDER(0, 1));
    struct gather__map map;
    struct gather__value cell;
    tile_by_hand(&layout, TILE(STAR, 4, STAR, 256));
    tile_by_hand(&layout, TILE(STAR, STAR, 1024));
    tile_by_hand(&layout, TILE(256));
    tile_by_hand(&layout, TILE(256, 1));
    tile_by_hand(&layout, TILE(STAR, 64));
    tile_by_hand(&layout, TILE(STAR, STAR, STAR, 1));
    tile_by_hand(&layout, TILE(STAR, 1024, 256));
    gather__map_layout(&map, &layout, &cell);
    assert_false(gather__value_is_additive(&map, &cell)); /* else this test is of no use */
    int64_t strides[GATHER_MAX_RANK], offset, found;
    assert_true(gather__strides_of(&layout, strides, &offset));
    for (int64_t row = 4; row < 4096; row = row * 3 - 1)
        for (int64_t column = 2; column < 1024; column = column * 2 - 1) {
            assert_int_equal(gather_layout_cell(&layout, INDEX(row, column), &found, NULL), GATHER_STATUS_OK);
            assert_int_equal(found, row * strides[0] + column * strides[1]);
        }
}

static void check_order(const struct gather_layout *layout, const int64_t *minor_to_major,
                        const int64_t *padded)
{
    struct gather_layout order;
    assert_null(gather__order_of(layout, &order));
    assert_int_equal(order.kind, GATHER_LAYOUT_ORDER);
    assert_int_equal(gather_layout_validate(&order, NULL), GATHER_STATUS_OK);
    assert_true(gather_layout_compatible(layout, &order));
    assert_int_equal(order.cell_bits, layout->cell_bits);
    for (int32_t d = 0; d < layout->rank; d++) {
        assert_int_equal(order.minor_to_major[d], minor_to_major[d]);
        assert_int_equal(order.place[d], padded[d]);
    }
}

static void check_no_order(const struct gather_layout *layout, const char *lacks)
{
    struct gather_layout order;
    assert_string_equal(gather__order_of(layout, &order), lacks);
}

static void test_order_of_strides(void **state) /* COVERS(LAY-33, LAY-34) */
{
    (void)state;
    const int32_t f32 = GATHER_DTYPE_F32;
    struct gather_layout layout = strides_by_hand(f32, SIZES(2, 3, 4), STRIDES(12, 4, 1), 0);
    check_order(&layout, ORDER(2, 1, 0), PADDED(2, 3, 4));
    layout = strides_by_hand(f32, SIZES(2, 3, 4), STRIDES(1, 40, 8), 0);
    check_order(&layout, ORDER(0, 2, 1), PADDED(8, 3, 5));
    layout = strides_by_hand(f32, SIZES(3, 1), STRIDES(1, 3),
                             0); /* LAY-34's example: sizes of 1 go where they may */
    check_order(&layout, ORDER(1, 0), PADDED(3, 1));
    layout = strides_by_hand(f32, SIZES(1, 3, 1, 2, 1), STRIDES(0, 2, -5, 1, 9), 0);
    check_order(&layout, ORDER(4, 3, 2, 1, 0), PADDED(1, 3, 1, 2, 1));
    layout = strides_by_hand(f32, SIZES(1, 2, 1, 3, 1), STRIDES(0, 1, -5, 2, 9), 0);
    check_order(&layout, ORDER(4, 2, 1, 3, 0), PADDED(1, 2, 1, 3, 1));
    layout = strides_by_hand(f32, NO_SIZES, NULL, 0);
    check_order(&layout, NULL, NULL);
    layout = strides_by_hand(f32, SIZES(3, 0, 2), STRIDES(7, 7, 7), 9); /* nothing lies anywhere */
    check_order(&layout, ORDER(2, 1, 0), PADDED(3, 0, 2));
    layout = strides_by_hand(GATHER_DTYPE_I4, SIZES(3, 2), STRIDES(2, 1), 0);
    layout.cell_bits = 8;
    layout.total_bytes = 64;
    check_order(&layout, ORDER(1, 0), PADDED(3, 2));
}

static void test_strides_without_order(void **state) /* COVERS(LAY-33) */
{
    (void)state;
    const int32_t f32 = GATHER_DTYPE_F32;
    struct gather_layout layout = strides_by_hand(f32, SIZES(2, 3), STRIDES(3, 1), 1);
    check_no_order(&layout, "offset");
    layout = strides_by_hand(f32, SIZES(2, 3), STRIDES(6, 2), 0); /* the least is not 1 */
    check_no_order(&layout, "stride");
    layout = strides_by_hand(f32, SIZES(2, 3), STRIDES(2, 1), 0); /* they overlap */
    check_no_order(&layout, "stride");
    layout = strides_by_hand(f32, SIZES(2, 3, 2), STRIDES(9, 2, 1), 0); /* no multiple */
    check_no_order(&layout, "stride");
    layout = strides_by_hand(f32, SIZES(2, 3), STRIDES(0, 1), 0);
    check_no_order(&layout, "stride");
    layout = strides_by_hand(f32, SIZES(2, 2), STRIDES(1, 1), 0);
    check_no_order(&layout, "stride");
    layout = strides_by_hand(f32, SIZES(2, 3), STRIDES(-3, 1), 3);
    check_no_order(&layout, "offset");
}

static void test_order_of_an_order(void **state) /* COVERS(LAY-33) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(3, 5), ORDER(0, 1)), order;
    tile_by_hand(&layout, TILE(2, 2));
    pad_by_hand(&layout, PADDED(4, 5), GATHER_PADDING_ONE);
    assert_null(gather__order_of(&layout, &order));
    assert_memory_equal(&layout, &order, sizeof order);
}

static void test_row_major_strides(void **state) /* COVERS(CORE-3, CORE-4) */
{
    (void)state;
    int64_t strides[3];
    assert_true(gather__row_major_strides(3, NUMBERS(2, 3, 4), strides));
    assert_int_equal(strides[0], 12);
    assert_int_equal(strides[1], 4);
    assert_int_equal(strides[2], 1);
    assert_false(gather__row_major_strides(3, NUMBERS(1, INT64_MAX, 2), strides));
    assert_true(gather__row_major_strides(3, NUMBERS(INT64_MAX, INT64_MAX, 1), strides));
    assert_true(gather__row_major_strides(3, NUMBERS(0, INT64_MAX, 2), strides));
    assert_int_equal(strides[0], 0);
    assert_int_equal(strides[2], 0);
}

static void test_normalize(void **state) /* COVERS(XLA-13, LAY-13) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), NULL);
    pad_by_hand(&layout, PADDED(2, 3), GATHER_PADDING_ONE);
    gather__normalize(&layout);
    assert_int_equal(layout.padding, GATHER_PADDING_UNKNOWN);
    pad_by_hand(&layout, PADDED(2, 4), GATHER_PADDING_ONE);
    gather__normalize(&layout);
    assert_int_equal(layout.padding, GATHER_PADDING_ONE);
    assert_int_equal(gather__padding_value(&layout), GATHER_PADDING_ONE);
    pad_by_hand(&layout, PADDED(2, 2), GATHER_PADDING_ONE); /* wrong: left for the judge, value and all */
    gather__normalize(&layout);
    assert_int_equal(layout.padding, GATHER_PADDING_ONE);
    layout = strides_by_hand(GATHER_DTYPE_F32, SIZES(0, 3), STRIDES(7, -7), 5);
    gather__normalize(&layout);
    struct gather_layout nothing = strides_by_hand(GATHER_DTYPE_F32, SIZES(0, 3), STRIDES(0, 0), 0);
    assert_memory_equal(&layout, &nothing, sizeof layout);
    assert_int_equal(
        gather_layout_init_strides(&layout, GATHER_DTYPE_F32, SIZES(0, 3), STRIDES(7, -7), 5, NULL),
        GATHER_STATUS_OK);
    assert_memory_equal(&layout, &nothing, sizeof layout);
}

static void test_natural_bits(void **state) /* COVERS(XLA-8, XLA-36) */
{
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++)
        assert_int_equal(gather__natural_bits(dtype),
                         gather_dtype_bits(dtype) < 8 ? 8 : gather_dtype_bits(dtype));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strides_without_tiles),
        cmocka_unit_test(test_strides_with_tiles),
        cmocka_unit_test(test_tiles_that_undo_one_another),
        cmocka_unit_test(test_order_of_strides),
        cmocka_unit_test(test_strides_without_order),
        cmocka_unit_test(test_order_of_an_order),
        cmocka_unit_test(test_row_major_strides),
        cmocka_unit_test(test_normalize),
        cmocka_unit_test(test_natural_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
