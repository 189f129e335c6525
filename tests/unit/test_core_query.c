/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about one layout: cell, bump, holds, dimension, stride, equal, compatible, describe. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/by_hand.h"

#define UNTOUCHED INT64_C(-77)

/* The page's own example of padding: f32[2,3]{0,1:pad(3,5)=zero}, a column of three cells for each of two. */
static struct gather_layout page_layout(void)
{
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), ORDER(0, 1));
    pad_by_hand(&layout, PADDED(3, 5), GATHER_PADDING_ZERO);
    return layout;
}

static void test_cell_of_the_page(void **state) /* COVERS(XLA-14, XLA-16, XLA-40) */
{
    (void)state;
    struct gather_layout layout = page_layout();
    for (int64_t row = 0; row < 2; row++)
        for (int64_t column = 0; column < 3; column++) {
            int64_t cell;
            assert_int_equal(gather_layout_cell(&layout, INDEX(row, column), &cell, NULL), GATHER_STATUS_OK);
            assert_int_equal(cell, row + 3 * column);
        }
    assert_int_equal(gather_layout_cells(&layout), 15);
    assert_int_equal(gather_layout_bytes(&layout), 60);
    assert_int_equal(gather_layout_elements(&layout), 6);
}

static void test_bad_index(void **state) /* COVERS(XLA-40, XLA-42, XLA-44, CORE-26) */
{
    (void)state;
    static const int64_t bad[][2] = {{2, 0}, {-1, 0}, {0, 3}, {1, -1}, {INT64_MAX, 0}, {0, INT64_MIN}};
    struct gather_layout layout = page_layout();
    struct gather_error error;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        int64_t cell = UNTOUCHED, index[2] = {bad[k][0], bad[k][1]};
        int32_t axis = index[0] < 0 || index[0] > 1 ? 0 : 1;
        bool more = true;
        assert_int_equal(gather_layout_cell(&layout, index, 2, &cell, &error), GATHER_STATUS_INDEX_RANGE);
        assert_int_equal(cell, UNTOUCHED);
        assert_int_equal(error.axis, axis);
        assert_int_equal(error.value, bad[k][axis]);
        assert_int_equal(error.low, 0);
        assert_int_equal(error.high, axis == 0 ? 1 : 2);
        assert_int_equal(gather_layout_bump(&layout, index, 2, &more, &error), GATHER_STATUS_INDEX_RANGE);
        assert_true(more); /* a call that fails writes nothing */
        assert_memory_equal(index, bad[k], sizeof index);
        assert_false(gather_layout_holds(&layout, index, 2));
    }
}

static void test_bad_rank(void **state) /* COVERS(XLA-40, XLA-42, XLA-44) */
{
    (void)state;
    struct gather_layout layout = page_layout(), empty = order_by_hand(GATHER_DTYPE_F32, SIZES(0, 3), NULL);
    int64_t index[17] = {0}, cell;
    struct gather_error error;
    for (int32_t rank = -1; rank <= 17; rank++) {
        bool more = true;
        if (rank == 2)
            continue;
        assert_int_equal(gather_layout_cell(&layout, index, rank, &cell, &error), GATHER_STATUS_RANK);
        assert_int_equal(error.value, rank);
        assert_int_equal(gather_layout_bump(&layout, index, rank, &more, NULL), GATHER_STATUS_RANK);
        assert_int_equal(gather_layout_bump(&empty, index, rank, &more, NULL), GATHER_STATUS_RANK);
        assert_true(more);
        assert_false(gather_layout_holds(&layout, index, rank));
    }
}

static void test_holds(void **state) /* COVERS(XLA-44) */
{
    (void)state;
    struct gather_layout layout = page_layout(), scalar = order_by_hand(GATHER_DTYPE_F32, NO_SIZES, NULL);
    for (int64_t row = -2; row < 5; row++)
        for (int64_t column = -2; column < 7; column++)
            assert_int_equal(gather_layout_holds(&layout, INDEX(row, column)),
                             row >= 0 && row < 2 && column >= 0 && column < 3);
    assert_true(gather_layout_holds(&scalar, NULL, 0));
}

/* Row-major whatever the layout; the last index stays. */
static void test_bump(void **state) /* COVERS(XLA-42) */
{
    (void)state;
    struct gather_layout layout = page_layout();
    int64_t index[2] = {0, 0};
    bool more = false;
    for (int64_t n = 1; n < 6; n++) {
        assert_int_equal(gather_layout_bump(&layout, index, 2, &more, NULL), GATHER_STATUS_OK);
        assert_true(more);
        assert_int_equal(index[0], n / 3);
        assert_int_equal(index[1], n % 3);
    }
    assert_int_equal(gather_layout_bump(&layout, index, 2, &more, NULL), GATHER_STATUS_OK);
    assert_false(more);
    assert_int_equal(index[0], 1);
    assert_int_equal(index[1], 2);
    layout = order_by_hand(GATHER_DTYPE_F32, NO_SIZES, NULL);
    more = true;
    assert_int_equal(gather_layout_bump(&layout, NULL, 0, &more, NULL), GATHER_STATUS_OK);
    assert_false(more);
}

static void test_bump_without_elements(void **state) /* COVERS(XLA-42) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(5, 0), NULL);
    int64_t index[2] = {9, -4};
    bool more = true;
    assert_int_equal(gather_layout_bump(&layout, index, 2, &more, NULL), GATHER_STATUS_OK);
    assert_false(more);
    assert_int_equal(index[0], 9);
    assert_int_equal(index[1], -4);
}

static void test_dimension(void **state) /* COVERS(XLA-3) */
{
    (void)state;
    struct gather_layout layout = page_layout(), scalar = order_by_hand(GATHER_DTYPE_F32, NO_SIZES, NULL);
    static const int64_t bad[] = {2, -3, INT64_MAX, INT64_MIN, INT64_C(1) << 32, -(INT64_C(1) << 32)};
    struct gather_error error;
    for (int64_t number = -2; number < 2; number++) {
        int32_t dimension = 9;
        assert_int_equal(gather_layout_dimension(&layout, number, &dimension, NULL), GATHER_STATUS_OK);
        assert_int_equal(dimension, number < 0 ? number + 2 : number);
    }
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        int32_t dimension = 9;
        assert_int_equal(gather_layout_dimension(&layout, bad[k], &dimension, &error), GATHER_STATUS_AXIS);
        assert_int_equal(dimension, 9);
        assert_int_equal(error.value, bad[k]);
        assert_int_equal(error.low, -2);
        assert_int_equal(error.high, 1);
    }
    for (int64_t number = -1; number <= 1; number++) {
        int32_t dimension;
        assert_int_equal(gather_layout_dimension(&scalar, number, &dimension, NULL), GATHER_STATUS_AXIS);
    }
}

static void test_stride(void **state) /* COVERS(XLA-43, CORE-3) */
{
    (void)state;
    struct gather_layout layout = page_layout();
    int64_t cells = UNTOUCHED;
    assert_int_equal(gather_layout_stride(&layout, 1, &cells, NULL), GATHER_STATUS_OK);
    assert_int_equal(cells, 3);
    assert_int_equal(gather_layout_stride(&layout, -2, &cells, NULL), GATHER_STATUS_OK);
    assert_int_equal(cells, 1);
    layout = strides_by_hand(GATHER_DTYPE_F32, SIZES(2, 1), STRIDES(-3, 50), 3);
    assert_int_equal(gather_layout_stride(&layout, 0, &cells, NULL), GATHER_STATUS_OK);
    assert_int_equal(cells, -3);
    assert_int_equal(gather_layout_stride(&layout, -1, &cells, NULL), GATHER_STATUS_OK);
    assert_int_equal(cells, 50);
    /* A 0 among the padded sizes decides, wherever it stands. */
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(3, 0, INT64_C(1) << 62, INT64_C(1) << 62), NULL);
    assert_int_equal(gather_layout_validate(&layout, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_stride(&layout, 0, &cells, NULL), GATHER_STATUS_OK);
    assert_int_equal(cells, 0);
    cells = UNTOUCHED;
    assert_int_equal(gather_layout_stride(&layout, 1, &cells, NULL), GATHER_STATUS_OVERFLOW);
    assert_int_equal(gather_layout_stride(&layout, 4, &cells, NULL), GATHER_STATUS_AXIS);
    layout = page_layout();
    tile_by_hand(&layout, TILE(1)); /* whatever its effect */
    assert_int_equal(gather_layout_stride(&layout, 0, &cells, NULL), GATHER_STATUS_UNSUPPORTED);
    assert_int_equal(gather_layout_stride(&layout, 2, &cells, NULL), GATHER_STATUS_AXIS);
    assert_int_equal(cells, UNTOUCHED);
}

/* One field after the other makes a layout another one. */
static void test_equal_memory_orders(void **state) /* COVERS(XLA-13, XLA-39, XLA-51) */
{
    (void)state;
    struct gather_layout first = page_layout(), other;
    tile_by_hand(&first, TILE(2, 2));
    other = first;
    assert_true(gather_layout_equal(&first, &other));
    for (int32_t field = 0; field < 11; field++) {
        other = first;
        switch (field) {
        case 0:
            other.dtype = GATHER_DTYPE_I32;
            break;
        case 1:
            other.sizes[1] = 4;
            break;
        case 2:
            other.minor_to_major[0] = 1, other.minor_to_major[1] = 0;
            break;
        case 3:
            other.place[0] = 4;
            break;
        case 4:
            other.padding = GATHER_PADDING_ONE;
            break;
        case 5:
            other.tile_bounds[1] = 3;
            break;
        case 6:
            other.tile_ranks[0] = 1;
            break;
        case 7:
            tile_by_hand(&other, TILE(1));
            break;
        case 8:
            other.tail = 2;
            break;
        case 9:
            other.cell_bits = 64;
            break;
        default:
            other.memory_space = 1;
            break;
        }
        assert_int_equal(gather_layout_validate(&other, NULL), GATHER_STATUS_OK);
        assert_false(gather_layout_equal(&first, &other));
        assert_false(gather_layout_equal(&other, &first));
        assert_int_equal(gather_layout_compatible(&first, &other), field > 1);
    }
    other = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3, 1), NULL);
    assert_false(gather_layout_compatible(&first, &other));
    first = other;
    first.padding = GATHER_PADDING_ONE;                         /* a value of no padding */
    first.sizes[7] = first.tile_bounds[3] = first.place[9] = 5; /* beyond rank and tiles */
    assert_true(gather_layout_equal(&first, &other));
}

static void test_equal_strides(void **state) /* COVERS(XLA-51, LAY-11) */
{
    (void)state;
    struct gather_layout first = strides_by_hand(GATHER_DTYPE_F32, SIZES(2, 1), STRIDES(1, 7), 2),
                         other = first;
    assert_true(gather_layout_equal(&first, &other));
    other.place[1] = 8;
    assert_false(gather_layout_equal(&first, &other));
    other = first;
    other.offset = 3;
    assert_false(gather_layout_equal(&first, &other));
    other = first;
    other.total_bytes = 64;
    assert_false(gather_layout_equal(&first, &other));
    other = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 1), NULL);
    assert_false(gather_layout_equal(&first, &other));
    assert_true(gather_layout_compatible(&first, &other));
    first = strides_by_hand(GATHER_DTYPE_F32, NO_SIZES, NULL, 0);
    other = first;
    assert_true(gather_layout_equal(&first, &other));
}

static void test_describe(void **state) /* COVERS(LAY-14, XLA-46, XLA-47) */
{
    (void)state;
    struct gather_layout layout = page_layout();
    struct gather_layout_summary summary;
    assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
    assert_int_equal(summary.elements, 6);
    assert_int_equal(summary.cells, 15);
    assert_int_equal(summary.bytes, 60);
    assert_false(summary.dense);
    assert_true(summary.strided);
    assert_true(summary.padded);
    assert_int_equal(summary.strides[0], 1);
    assert_int_equal(summary.strides[1], 3);
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 3), STRIDES(-3, 1), 3); /* rows upside down */
    assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
    assert_true(summary.dense);
    assert_false(summary.padded);
    assert_int_equal(summary.offset, 3);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(8, 256), NULL);
    tile_by_hand(&layout, TILE(8, 128));
    assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
    assert_true(summary.dense);
    assert_false(summary.strided);
}

/* As many cells as elements, but one holds two and one none; strides that nest but do not begin at 1. */
static void test_almost_dense(void **state) /* COVERS(LAY-14) */
{
    (void)state;
    struct gather_layout_summary summary;
    struct gather_layout layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 2), STRIDES(0, 3), 0);
    assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
    assert_int_equal(summary.cells, summary.elements);
    assert_false(summary.dense);
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(3, 2), STRIDES(2, 1), 0);
    assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
    assert_true(summary.dense);
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(3), STRIDES(1), 1);
    assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
    assert_false(summary.dense);
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(1, 0), STRIDES(INT64_MIN, 4), 0);
    assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
    assert_true(summary.dense); /* no cell, no element */
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(1, 1), STRIDES(-INT64_MAX, -INT64_MAX), 0);
    assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
    assert_true(summary.dense);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cell_of_the_page),
        cmocka_unit_test(test_bad_index),
        cmocka_unit_test(test_bad_rank),
        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_bump),
        cmocka_unit_test(test_bump_without_elements),
        cmocka_unit_test(test_dimension),
        cmocka_unit_test(test_stride),
        cmocka_unit_test(test_equal_memory_orders),
        cmocka_unit_test(test_equal_strides),
        cmocka_unit_test(test_describe),
        cmocka_unit_test(test_almost_dense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
