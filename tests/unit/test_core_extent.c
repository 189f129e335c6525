/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements, cells and bytes at the end of 64 bits: what fits is exact, what does not is OVERFLOW, and a size
 * of 0 makes everything 0 wherever it stands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/extent.h"
#include "core/geometry.h"
#include "support/by_hand.h"
#include "support/randomness.h"
#include "support/wide.h"

#define TWO_TO(n) (INT64_C(1) << (n))

static void check_status(const struct gather_layout *layout, enum gather_status status)
{
    struct gather_error error;
    assert_int_equal(gather_layout_validate(layout, &error), status);
    if (status != GATHER_STATUS_OK)
        assert_ptr_equal(error.operand, gather__part_extent);
}

static enum gather_status status_of_shape(int32_t dtype, int32_t rank, const int64_t *sizes)
{
    struct gather_layout order, strides;
    enum gather_status status = gather_layout_init(&order, dtype, rank, sizes, NULL);
    assert_int_equal(gather_layout_init_strides(&strides, dtype, rank, sizes, NULL, 0, NULL), status);
    return status;
}

/* Hostile list, line 20: products of sizes around 64 bits. */
static void test_hostile_20_products_of_sizes(void **state) /* COVERS(CORE-3, CORE-4, LAY-12, LAY-13) */
{
    (void)state;
    const int32_t u8 = GATHER_DTYPE_U8;
    assert_int_equal(status_of_shape(u8, SIZES(TWO_TO(62), 2)), GATHER_STATUS_OVERFLOW); /* 2^63 */
    assert_int_equal(status_of_shape(u8, SIZES(INT64_MAX)), GATHER_STATUS_OK);           /* 2^63 - 1 */
    assert_int_equal(status_of_shape(u8, SIZES(7, INT64_MAX / 7)), GATHER_STATUS_OK);    /* the same */
    assert_int_equal(status_of_shape(u8, SIZES(8, INT64_MAX / 7)), GATHER_STATUS_OVERFLOW);
    assert_int_equal(status_of_shape(u8, SIZES(TWO_TO(32), TWO_TO(32))),
                     GATHER_STATUS_OVERFLOW); /* 2^64: 0 if it wraps */
    assert_int_equal(status_of_shape(u8, SIZES(TWO_TO(22), TWO_TO(22), TWO_TO(22))),
                     GATHER_STATUS_OVERFLOW); /* 2^66 */
    assert_int_equal(status_of_shape(u8, SIZES(1, TWO_TO(62), 4)), GATHER_STATUS_OVERFLOW);
    assert_int_equal(status_of_shape(u8, SIZES(TWO_TO(62), 1, 1)), GATHER_STATUS_OK);
    for (int32_t zero = 0; zero < 3; zero++) {
        int64_t sizes[] = {TWO_TO(62), TWO_TO(62), TWO_TO(62)};
        struct gather_layout layout;
        sizes[zero] = 0;
        assert_int_equal(status_of_shape(u8, 3, sizes), GATHER_STATUS_OK);
        assert_int_equal(gather_layout_init(&layout, u8, 3, sizes, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_layout_elements(&layout), 0);
        assert_int_equal(gather_layout_cells(&layout), 0);
        assert_int_equal(gather_layout_bytes(&layout), 0);
    }
}

/* Hostile list, line 21: the cells fit, their bytes do not. */
static void test_hostile_21_bytes(void **state) /* COVERS(CORE-4, LAY-12, XLA-7) */
{
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++) {
        /* The most elements whose bytes are 2^63 - 1 at most. */
        wide most = ((wide)INT64_MAX * 8) / gather_dtype_bits(dtype);
        int64_t size = most > INT64_MAX ? INT64_MAX : (int64_t)most;
        assert_int_equal(status_of_shape(dtype, SIZES(size)), GATHER_STATUS_OK);
        if (size < INT64_MAX)
            assert_int_equal(status_of_shape(dtype, SIZES(size + 1)), GATHER_STATUS_OVERFLOW);
    }
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_U8, SIZES(TWO_TO(60)), NULL);
    layout.cell_bits = 56;
    check_status(&layout, GATHER_STATUS_OK);
    layout.cell_bits = 64;
    check_status(&layout, GATHER_STATUS_OVERFLOW);
}

/* Hostile list, line 23: an odd number of cells below a byte takes the whole last byte. */
static void test_hostile_23_odd_counts_below_a_byte(void **state) /* COVERS(LAY-10, LAY-14, XLA-15, XLA-47) */
{
    (void)state;
    for (int64_t size = 0; size < 40; size++) {
        struct gather_layout layout;
        assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_I4, 1, &size, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_layout_bytes(&layout), (size + 1) / 2);
        assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_U2, 1, &size, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_layout_bytes(&layout), (size + 3) / 4);
        layout.tail = 3;
        assert_int_equal(gather_layout_bytes(&layout), ((size + 2) / 3 * 3 + 3) / 4);
    }
}

/* Hostile list, line 27: (size - 1) * stride beyond 64 bits, on either side. */
static void test_hostile_27_stride_times_size(void **state) /* COVERS(CORE-4, LAY-12) */
{
    (void)state;
    static const int64_t strides[] = {INT64_MIN, INT64_MIN + 1, -TWO_TO(62), TWO_TO(62), INT64_MAX};
    for (size_t k = 0; k < sizeof strides / sizeof strides[0]; k++) {
        struct gather_layout layout =
            strides_by_hand(GATHER_DTYPE_U8, SIZES(INT64_MAX, 5), STRIDES(strides[k], strides[k]), 0);
        check_status(&layout, GATHER_STATUS_OVERFLOW);
        layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(1, 1), STRIDES(strides[k], strides[k]), 0);
        /* Sizes of 1 take no step; but a stride of -2^63 has no text. */
        check_status(&layout, strides[k] == INT64_MIN ? GATHER_STATUS_OVERFLOW : GATHER_STATUS_OK);
        assert_int_equal(gather_layout_cells(&layout), 1);
        layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(0, 5), STRIDES(strides[k], strides[k]), 0);
        check_status(&layout, GATHER_STATUS_OK);
        assert_int_equal(gather_layout_cells(&layout), 0);
    }
}

/* hi + 1, -lo and bytes before the sign of o + lo, each at its limit. */
static void test_ends_of_strides(void **state) /* COVERS(LAY-12) */
{
    (void)state;
    const int32_t u8 = GATHER_DTYPE_U8;
    struct gather_layout layout = strides_by_hand(u8, SIZES(2), STRIDES(INT64_MAX - 1), 0);
    check_status(&layout, GATHER_STATUS_OK);
    assert_true(gather_layout_cells(&layout) == INT64_MAX);
    layout = strides_by_hand(u8, SIZES(2), STRIDES(INT64_MAX), 0);
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout =
        strides_by_hand(u8, SIZES(2), STRIDES(INT64_MAX), -1); /* hi fits again, but a cell lies below 0 */
    check_status(&layout, GATHER_STATUS_LAYOUT);
    layout = strides_by_hand(u8, SIZES(2), STRIDES(-(INT64_MAX - 1)), INT64_MAX - 1);
    check_status(&layout, GATHER_STATUS_OK);
    layout = strides_by_hand(u8, SIZES(2), STRIDES(-INT64_MAX), INT64_MAX - 1);
    check_status(&layout, GATHER_STATUS_LAYOUT);
    layout = strides_by_hand(u8, SIZES(2), STRIDES(INT64_MIN), INT64_MAX - 1);
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout = strides_by_hand(u8, SIZES(3), STRIDES(INT64_MIN), 0);
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout = strides_by_hand(u8, SIZES(2), STRIDES(1), INT64_MIN);
    check_status(&layout, GATHER_STATUS_LAYOUT);
    layout = strides_by_hand(u8, NO_SIZES, NULL, INT64_MAX);
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout = strides_by_hand(u8, SIZES(2, 2), STRIDES(INT64_MAX, INT64_MAX), -2);
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout = strides_by_hand(u8, SIZES(2, 2, 2), STRIDES(INT64_MAX, INT64_MAX, INT64_MAX), INT64_MIN);
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout = strides_by_hand(u8, SIZES(2, 2), STRIDES(TWO_TO(62), -INT64_MAX), -TWO_TO(62));
    check_status(&layout, GATHER_STATUS_LAYOUT); /* the lowest cell is beyond 64 bits itself */
    layout = strides_by_hand(GATHER_DTYPE_F32, SIZES(2), STRIDES(TWO_TO(61)), -1);
    check_status(&layout, GATHER_STATUS_OVERFLOW); /* bytes come before the sign */
}

/* Few cells, too many elements: a broadcast that nobody could count. */
static void test_too_many_elements(void **state) /* COVERS(CORE-4) */
{
    (void)state;
    struct gather_layout layout =
        strides_by_hand(GATHER_DTYPE_U8, SIZES(TWO_TO(40), TWO_TO(40)), STRIDES(0, 0), 0);
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout.sizes[0] = TWO_TO(22);
    check_status(&layout, GATHER_STATUS_OK);
    assert_true(gather_layout_elements(&layout) == TWO_TO(62));
    assert_int_equal(gather_layout_bytes(&layout), 1);
}

/* What a hand-made layout of strides is, by exact numbers. */
static enum gather_status true_status(const struct gather_layout *layout, wide *cells)
{
    wide least, below, bytes, elements = 1;
    wide_extent_of_strides(layout, &least, &below, cells);
    bytes = (*cells * layout->cell_bits + 7) / 8;
    for (int32_t d = 0; d < layout->rank; d++)
        elements = wide_multiply(elements, layout->sizes[d]);
    if (*cells > INT64_MAX || below > INT64_MAX || bytes > INT64_MAX)
        return GATHER_STATUS_OVERFLOW;
    if (least < 0)
        return GATHER_STATUS_LAYOUT;
    return elements > INT64_MAX ? GATHER_STATUS_OVERFLOW : GATHER_STATUS_OK;
}

static void test_random_strides(void **state) /* COVERS(LAY-12, CORE-4) */
{
    (void)state;
    struct randomness randomness = randomness_begin("test_random_strides");
    int32_t seen[GATHER_STATUS_COUNT] = {0};
    for (int32_t tried = 0; tried < 300000; tried++) {
        int64_t sizes[3], strides[3];
        int32_t rank = (int32_t)random_below(&randomness, 4);
        for (int32_t d = 0; d < rank; d++) {
            int64_t size = random_size(&randomness), stride = random_size(&randomness) * 2;
            sizes[d] = size == 0 ? 1 : size;
            strides[d] = random_below(&randomness, 3) == 0 ? -stride : stride;
        }
        int64_t offset = random_size(&randomness) * (random_below(&randomness, 8) == 0 ? -1 : 1);
        struct gather_layout layout = strides_by_hand(GATHER_DTYPE_I4, rank, sizes, strides, offset);
        wide cells;
        enum gather_status expected = true_status(&layout, &cells);
        check_status(&layout, expected);
        seen[expected]++;
        if (expected == GATHER_STATUS_OK) {
            assert_true(gather_layout_cells(&layout) == cells);
            assert_true(gather_layout_bytes(&layout) == (cells + 1) / 2);
        }
    }
    assert_true(seen[GATHER_STATUS_OK] > 1000 && seen[GATHER_STATUS_LAYOUT] > 1000 &&
                seen[GATHER_STATUS_OVERFLOW] > 1000);
}

/* Cells of memory orders by tiles that make them many: sizes fit, tiles do not. */
static void test_cells_of_tiles(void **state) /* COVERS(XLA-31, XLA-35, CORE-4) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_U8, SIZES(3), NULL);
    tile_by_hand(&layout, TILE(INT64_MAX));
    check_status(&layout, GATHER_STATUS_OK);
    assert_true(gather_layout_cells(&layout) == INT64_MAX);
    layout.tail = 2;
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout.tail = 7;
    check_status(&layout, GATHER_STATUS_OK);
    layout = order_by_hand(GATHER_DTYPE_U8, NO_SIZES, NULL);
    tile_by_hand(&layout, TILE(TWO_TO(31), TWO_TO(32)));
    check_status(&layout, GATHER_STATUS_OVERFLOW);
    layout = order_by_hand(GATHER_DTYPE_U8, SIZES(TWO_TO(40), TWO_TO(22)), NULL);
    tile_by_hand(&layout, TILE(GATHER_TILE_MERGE, 3)); /* merged and cut: 2^62 up to a multiple of 3 */
    check_status(&layout, GATHER_STATUS_OK);
    assert_true(gather_layout_cells(&layout) == TWO_TO(62) + 2);
    tile_by_hand(&layout, TILE(GATHER_TILE_MERGE, TWO_TO(62)));
    check_status(&layout, GATHER_STATUS_OVERFLOW); /* two tiles of 2^62 */
}

/* XLA counts a size of 0 as 1, so that no order of the dimensions is better than another. */
static void test_xla_counts_zeros_as_ones(void **state) /* COVERS(XLA-7, XLA-6) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(0, TWO_TO(61)), NULL);
    check_status(&layout, GATHER_STATUS_OK);
    assert_false(gather__fits_xla(&layout)); /* 2^61 cells of 4 bytes */
    layout.sizes[1] = layout.place[1] = TWO_TO(60);
    assert_true(gather__fits_xla(&layout));
    layout.tail = TWO_TO(61);
    assert_false(gather__fits_xla(&layout));
    assert_int_equal(gather_layout_cells(&layout), 0);
    layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), NULL);
    assert_true(gather__fits_xla(&layout));
}

/* A dense row-major layout of either kind, at times of sizes at the end of 64 bits, with one bit that may be wrong. */
static struct gather_layout nearly_plain(struct randomness *randomness)
{
    static const int64_t odd_sizes[] = {0, 1, -1, TWO_TO(31), TWO_TO(62), INT64_MAX, INT64_MIN};
    struct gather_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.dtype = (int32_t)random_below(randomness, GATHER_DTYPE_COUNT - 1) + 1;
    layout.rank =
        (int32_t)random_below(randomness, random_below(randomness, 4) > 0 ? 4 : GATHER_MAX_RANK + 1);
    for (int32_t d = 0; d < layout.rank; d++)
        layout.sizes[d] = random_below(randomness, 6) > 0 ? random_below(randomness, 5)
                                                          : odd_sizes[random_below(randomness, 7)];
    gather__set_row_major(&layout);
    if (random_below(randomness, 2) > 0) {
        int64_t stride = 1;
        layout.kind = GATHER_LAYOUT_STRIDES;
        for (int32_t d = layout.rank - 1; d >= 0; d--) {
            layout.place[d] = stride;
            stride = (int64_t)((uint64_t)stride * (uint64_t)layout.sizes[d]);
        }
    }
    if (random_below(randomness, 2) > 0) {
        size_t bit = (size_t)random_below(randomness, (int64_t)sizeof layout * 8);
        ((uint8_t *)&layout)[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    return layout;
}

/* Most layouts are judged and counted in a shorter way: as in the longer one, which a memory space or a total asks for. */
static void test_plain_layouts(void **state) /* COVERS(XLA-25, LAY-12) */
{
    struct randomness randomness = randomness_begin("test_plain_layouts");
    int plain = 0, others = 0, refused = 0;
    (void)state;
    for (int k = 0; k < 200000; k++) {
        struct gather_layout layout = nearly_plain(&randomness), spaced = layout;
        struct gather__extent extent, wanted;
        struct gather_error error = {0}, wanted_error = {0};
        if (layout.memory_space != 0 || layout.total_bytes != 0)
            continue;
        if (layout.kind == GATHER_LAYOUT_ORDER)
            spaced.memory_space = 1;
        else
            spaced.total_bytes = INT64_MAX;
        enum gather_status status = gather__layout_measure(&layout, &extent, &error);
        assert_int_equal(gather__layout_measure(&spaced, &wanted, &wanted_error), status);
        assert_false(gather__measure_plain(&spaced, &wanted));
        assert_memory_equal(&error, &wanted_error, sizeof error);
        refused += status != GATHER_STATUS_OK;
        if (status != GATHER_STATUS_OK)
            continue;
        assert_int_equal(extent.elements, gather_layout_elements(&layout));
        assert_int_equal(extent.bytes, gather_layout_bytes(&layout));
        if (gather__measure_plain(&layout, &wanted))
            plain++;
        else
            others++;
    }
    assert_true(plain > 1000 && others > 1000 && refused > 1000);
}

/* Functions that are given a layout that is none answer 0 rather than nonsense. */
static void test_counts_of_no_layout(void **state)
{
    (void)state;
    struct gather_layout layout =
        strides_by_hand(GATHER_DTYPE_U8, SIZES(INT64_MAX, 3), STRIDES(1, INT64_MAX), 0);
    assert_int_equal(gather_layout_elements(&layout), 0);
    assert_int_equal(gather_layout_cells(&layout), 0);
    assert_int_equal(gather_layout_bytes(&layout), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_20_products_of_sizes),
        cmocka_unit_test(test_hostile_21_bytes),
        cmocka_unit_test(test_hostile_23_odd_counts_below_a_byte),
        cmocka_unit_test(test_hostile_27_stride_times_size),
        cmocka_unit_test(test_ends_of_strides),
        cmocka_unit_test(test_too_many_elements),
        cmocka_unit_test(test_random_strides),
        cmocka_unit_test(test_cells_of_tiles),
        cmocka_unit_test(test_xla_counts_zeros_as_ones),
        cmocka_unit_test(test_plain_layouts),
        cmocka_unit_test(test_counts_of_no_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
