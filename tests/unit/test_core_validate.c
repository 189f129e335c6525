/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is a layout and what is not: each refusal of `gather_layout_validate` on layouts written by hand, the
 * part it names, the order in which parts are judged, and the two functions that make layouts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/geometry.h"
#include "support/by_hand.h"

enum { STAR = GATHER_TILE_MERGE };

static void check_good(const struct gather_layout *layout)
{
    struct gather_error error, before;
    memset(&error, 0x5a, sizeof error);
    before = error;
    assert_int_equal(gather_layout_validate(layout, &error), GATHER_STATUS_OK);
    assert_memory_equal(&error, &before, sizeof error);
}

static void check_bad(const struct gather_layout *layout, enum gather_status status, const char *part)
{
    struct gather_error error;
    struct gather_layout_summary summary, before;
    memset(&summary, 0x5a, sizeof summary);
    before = summary;
    assert_int_equal(gather_layout_validate(layout, NULL), status);
    assert_int_equal(gather_layout_describe(layout, &summary, &error), status);
    assert_memory_equal(&summary, &before, sizeof summary);
    assert_int_equal(error.status, status);
    assert_string_equal(error.operand, part);
}

/* Likewise, and the error has the value. */
static void check_bad_value(const struct gather_layout *layout, const char *part, int64_t value)
{
    struct gather_error error = {0};
    check_bad(layout, GATHER_STATUS_ARGUMENT, part);
    assert_int_equal(gather_layout_validate(layout, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(error.has, GATHER_ERROR_HAS_VALUE);
    assert_int_equal(error.value, value);
}

static void test_rank(void **state) /* COVERS(CORE-1, LAY-6, XLA-1) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, NO_SIZES, NULL);
    check_good(&layout);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), NULL);
    check_good(&layout);
    layout.rank = 17;
    check_bad(&layout, GATHER_STATUS_RANK, gather__part_rank);
    layout.rank = -1;
    check_bad(&layout, GATHER_STATUS_RANK, gather__part_rank);
    layout.rank = INT32_MAX;
    check_bad(&layout, GATHER_STATUS_RANK, gather__part_rank);
}

static void test_dtype(void **state) /* COVERS(XLA-9) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2), NULL);
    layout.dtype = GATHER_DTYPE_NONE;
    check_bad(&layout, GATHER_STATUS_DTYPE, gather__part_dtype);
    layout.dtype = GATHER_DTYPE_COUNT;
    check_bad(&layout, GATHER_STATUS_DTYPE, gather__part_dtype);
}

/* Hostile list, line 22. */
static void test_hostile_22_negative_size(void **state) /* COVERS(XLA-1) */
{
    (void)state;
    const int64_t sizes[] = {2, INT64_MIN}, strides[] = {1, 1};
    struct gather_error error;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, -1), NULL);
    check_bad(&layout, GATHER_STATUS_SHAPE, gather__part_shape);
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_F32, 2, sizes, &error), GATHER_STATUS_SHAPE);
    assert_true(error.has & GATHER_ERROR_HAS_AXIS);
    assert_int_equal(error.axis, 1);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_F32, 2, sizes, strides, 0, &error),
                     GATHER_STATUS_SHAPE);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_F32, 2, sizes, NULL, 0, &error),
                     GATHER_STATUS_SHAPE);
}

/* A field that says nothing in this kind, or that has no name, holds nothing. */
static void test_unused_fields(void **state) /* COVERS(CORE-29) */
{
    (void)state;
    const struct gather_layout order = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), NULL);
    const struct gather_layout strides = strides_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), STRIDES(3, 1), 0);
    struct gather_layout layout = order;
    layout.kind = 2;
    check_bad(&layout, GATHER_STATUS_ARGUMENT, "kind");
    for (size_t k = 0; k < sizeof layout.reserved; k++) {
        layout = k % 2 == 0 ? order : strides;
        layout.reserved[k] = 1;
        check_bad(&layout, GATHER_STATUS_ARGUMENT, "reserved");
    }
    layout = order;
    layout.offset = 5;
    check_bad_value(&layout, "offset", 5);
    layout = order;
    layout.total_bytes = 24;
    check_bad_value(&layout, gather__part_total, 24);
    layout = order;
    layout.memory_space = -1;
    check_bad(&layout, GATHER_STATUS_ARGUMENT, "memory_space");
    layout = order;
    layout.padding = GATHER_PADDING_COUNT;
    check_bad(&layout, GATHER_STATUS_ARGUMENT, "padding");
    layout = strides;
    tile_by_hand(&layout, TILE(2));
    check_bad(&layout, GATHER_STATUS_ARGUMENT, "tiles");
    layout = strides;
    layout.memory_space = 1;
    check_bad_value(&layout, "memory_space", 1);
    layout = strides;
    layout.padding = GATHER_PADDING_ZERO;
    check_bad_value(&layout, "padding", GATHER_PADDING_ZERO);
    check_good(&order);
    check_good(&strides);
}

static void test_minor_to_major(void **state) /* COVERS(XLA-10, XLA-11) */
{
    (void)state;
    struct gather_error error = {0};
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3, 4), ORDER(1, 2, 0));
    check_good(&layout);
    layout.minor_to_major[2] = 2;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_order);
    assert_int_equal(gather_layout_validate(&layout, &error), GATHER_STATUS_LAYOUT);
    assert_true(error.has & GATHER_ERROR_HAS_POSITION);
    assert_int_equal(error.rank, 1);
    assert_int_equal(error.position[0], 2);
    layout.minor_to_major[2] = 3;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_order);
    layout.minor_to_major[2] = 255;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_order);
}

static void test_padding(void **state) /* COVERS(XLA-12, XLA-13, XLA-21) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 0), NULL);
    pad_by_hand(&layout, PADDED(3, 5), GATHER_PADDING_HIGHEST);
    check_good(&layout);
    pad_by_hand(&layout, PADDED(1, 5), GATHER_PADDING_HIGHEST);
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_padding);
    pad_by_hand(&layout, PADDED(2, -1), GATHER_PADDING_HIGHEST);
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_padding);
}

static void test_tiles(void **state) /* COVERS(XLA-33, LAY-6) */
{
    (void)state;
    const struct gather_layout plain = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), NULL);
    struct gather_layout layout = plain;
    for (int32_t k = 0; k < GATHER_MAX_TILES; k++)
        tile_by_hand(&layout, TILE(1));
    check_good(&layout);
    layout.tile_count = GATHER_MAX_TILES + 1;
    check_bad(&layout, GATHER_STATUS_UNSUPPORTED, gather__part_tiles);
    layout = plain;
    for (int32_t k = 0; k < 4; k++)
        tile_by_hand(&layout, TILE(STAR, 1, 1, 2, 1));
    check_good(&layout); /* 20 bounds */
    layout.tile_ranks[layout.tile_count++] = 1;
    check_bad(&layout, GATHER_STATUS_UNSUPPORTED, gather__part_tiles);
    layout = plain;
    layout.tile_count = 1;
    layout.tile_ranks[0] = 255;
    check_bad(&layout, GATHER_STATUS_UNSUPPORTED, gather__part_tiles);
    layout.tile_ranks[0] = 0;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_tiles);
    for (int32_t bad = 0; bad < 4; bad++) {
        static const int64_t tiles[4][2] = {{2, 0}, {0, 2}, {2, STAR}, {-2, 2}};
        layout = plain;
        tile_by_hand(&layout, 2, tiles[bad]);
        check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_tiles);
    }
}

static void test_tail(void **state) /* COVERS(XLA-35) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(5), NULL);
    layout.tail = 4;
    check_good(&layout);
    assert_int_equal(gather_layout_cells(&layout), 8);
    layout.tail = 0;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_tail);
    layout.tail = -4;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_tail);
}

/* XLA-36 for every type and every width up to 300 bits. */
static void test_cell_bits(void **state) /* COVERS(XLA-36, XLA-37, LAY-10) */
{
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++)
        for (int32_t bits = -1; bits < 300; bits++) {
            int32_t own = gather_dtype_bits(dtype), natural = own < 8 ? 8 : own;
            int32_t least = dtype == GATHER_DTYPE_BOOL ? 1 : own;
            struct gather_layout layout = order_by_hand(dtype, SIZES(2), NULL);
            layout.cell_bits = bits;
            if (bits < least)
                check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_cell_bits);
            else if (bits == own || (bits >= natural && bits % 8 == 0))
                check_good(&layout);
            else
                check_bad(&layout, GATHER_STATUS_UNSUPPORTED, gather__part_cell_bits);
            layout = strides_by_hand(dtype, SIZES(2), STRIDES(1), 0);
            layout.cell_bits = bits;
            assert_int_equal(gather_layout_validate(&layout, NULL) == GATHER_STATUS_OK,
                             bits == own || (bits >= natural && bits % 8 == 0));
        }
}

/* XLA-18: which values a type has; an unknown one always. */
static bool has_value(int32_t dtype, int32_t padding)
{
    if (padding == GATHER_PADDING_UNKNOWN)
        return true;
    if (dtype == GATHER_DTYPE_STRING || (dtype == GATHER_DTYPE_F8E8M0 && padding == GATHER_PADDING_ZERO))
        return false;
    bool complex = dtype == GATHER_DTYPE_C64 || dtype == GATHER_DTYPE_C128;
    return !complex || padding == GATHER_PADDING_ZERO || padding == GATHER_PADDING_ONE;
}

static void test_padding_value(void **state) /* COVERS(XLA-13, XLA-18, XLA-19) */
{
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++)
        for (int32_t value = 0; value < GATHER_PADDING_COUNT; value++) {
            struct gather_layout layout = order_by_hand(dtype, SIZES(2, 3), NULL);
            assert_int_equal(gather__padding_exists(dtype, value), has_value(dtype, value));
            pad_by_hand(&layout, PADDED(2, 3), value); /* no padding: its value says nothing */
            check_good(&layout);
            pad_by_hand(&layout, PADDED(2, 4), value);
            if (has_value(dtype, value))
                check_good(&layout);
            else
                check_bad(&layout, GATHER_STATUS_DTYPE, gather__part_padding_value);
        }
    assert_false(gather__padding_exists(GATHER_DTYPE_F32, -1));
    assert_false(gather__padding_exists(GATHER_DTYPE_F32, GATHER_PADDING_COUNT));
}

/* Everything is wrong at once; mended part by part, the next one of the spec's order is named. */
static void test_order_of_judgement(void **state) /* COVERS(XLA-25, XLA-52, LAY-3) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F8E8M0, SIZES(INT64_MAX, -1), ORDER(1, 1));
    pad_by_hand(&layout, PADDED(1, 0), GATHER_PADDING_ZERO);
    tile_by_hand(&layout, TILE(0));
    layout.tail = 0;
    layout.cell_bits = 4;
    layout.dtype = 0;
    layout.rank = 17;
    check_bad(&layout, GATHER_STATUS_RANK, gather__part_rank);
    layout.rank = 2;
    check_bad(&layout, GATHER_STATUS_DTYPE, gather__part_dtype);
    layout.dtype = GATHER_DTYPE_F8E8M0;
    check_bad(&layout, GATHER_STATUS_SHAPE, gather__part_shape);
    layout.sizes[1] = 1;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_order);
    layout.minor_to_major[1] = 0;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_padding);
    layout.place[0] = INT64_MAX;
    layout.place[1] = 2;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_tiles);
    layout.tile_bounds[0] = 3;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_tail);
    layout.tail = 9;
    check_bad(&layout, GATHER_STATUS_LAYOUT, gather__part_cell_bits);
    layout.cell_bits = 8;
    check_bad(&layout, GATHER_STATUS_DTYPE, gather__part_padding_value);
    layout.padding = GATHER_PADDING_ONE;
    check_bad(&layout, GATHER_STATUS_OVERFLOW, gather__part_extent);
    layout.sizes[0] = layout.place[0] = 4;
    check_good(&layout);
}

static void test_total(void **state) /* COVERS(LAY-18, LAY-19, CORE-2) */
{
    (void)state;
    struct gather_layout layout = strides_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), STRIDES(4, 1), 0);
    assert_int_equal(gather_layout_bytes(&layout), 28);
    layout.total_bytes = 28;
    check_good(&layout);
    layout.total_bytes = 64;
    check_good(&layout);
    assert_int_equal(gather_layout_bytes(&layout), 64);
    assert_int_equal(gather_layout_cells(&layout), 7);
    layout.total_bytes = 27;
    check_bad(&layout, GATHER_STATUS_BOUNDS, gather__part_total);
    layout.total_bytes = -1;
    check_bad(&layout, GATHER_STATUS_BOUNDS, gather__part_total);
}

static void test_making(void **state) /* COVERS(XLA-2, XLA-11, CORE-1) */
{
    (void)state;
    const int64_t sizes[17] = {2, 3, 4}, strides[] = {1, -2, 6};
    struct gather_error error;
    struct gather_layout layout, expected = order_by_hand(GATHER_DTYPE_I4, SIZES(2, 3, 4), ORDER(2, 1, 0));
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_I4, 3, sizes, NULL), GATHER_STATUS_OK);
    assert_memory_equal(&layout, &expected, sizeof layout);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_I4, 3, sizes, strides, 4, NULL),
                     GATHER_STATUS_OK);
    expected = strides_by_hand(GATHER_DTYPE_I4, SIZES(2, 3, 4), STRIDES(1, -2, 6), 4);
    assert_memory_equal(&layout, &expected, sizeof layout);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_I4, 3, sizes, NULL, 0, NULL),
                     GATHER_STATUS_OK);
    expected = strides_by_hand(GATHER_DTYPE_I4, SIZES(2, 3, 4), STRIDES(12, 4, 1), 0);
    assert_memory_equal(&layout, &expected, sizeof layout);
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_F32, 0, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_F32, 0, NULL, NULL, 3, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_layout_cells(&layout), 4);
    expected = layout;
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_F32, 17, sizes, &error), GATHER_STATUS_RANK);
    assert_int_equal(error.value, 17);
    assert_int_equal(error.high, GATHER_MAX_RANK);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_F32, -1, sizes, NULL, 0, &error),
                     GATHER_STATUS_RANK);
    assert_int_equal(gather_layout_init(&layout, 0, 3, sizes, &error), GATHER_STATUS_DTYPE);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_F32, 3, sizes, strides, 3, &error),
                     GATHER_STATUS_LAYOUT);
    assert_memory_equal(&layout, &expected, sizeof layout); /* untouched by all that failed */
}

static void test_least_stride(void **state) /* COVERS(LAY-5) */
{
    const int64_t sizes[] = {1}, least[] = {INT64_MIN}, next[] = {-INT64_MAX};
    struct gather_layout layout;
    struct gather_error error;
    (void)state;
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_F32, 1, sizes, least, 0, &error),
                     GATHER_STATUS_OVERFLOW);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_F32, 1, sizes, next, 0, &error),
                     GATHER_STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rank),
        cmocka_unit_test(test_dtype),
        cmocka_unit_test(test_hostile_22_negative_size),
        cmocka_unit_test(test_unused_fields),
        cmocka_unit_test(test_minor_to_major),
        cmocka_unit_test(test_padding),
        cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_tail),
        cmocka_unit_test(test_cell_bits),
        cmocka_unit_test(test_padding_value),
        cmocka_unit_test(test_order_of_judgement),
        cmocka_unit_test(test_total),
        cmocka_unit_test(test_making),
        cmocka_unit_test(test_least_stride),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
