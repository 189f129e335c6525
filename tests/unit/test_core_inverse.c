/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a cell back to its first index. Memory orders are tried beside the address maps (test_core_address.c);
 * here are strides: negative, overlapping, with gaps, against walking all elements, and where it is given up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/by_hand.h"
#include "support/every_spelling.h"
#include "support/randomness.h"

enum { MAX_CELLS = 4096 };

static void check_refused(const struct gather_layout *layout, int64_t cell)
{
    struct gather_error error;
    int64_t index[GATHER_MAX_RANK], before[GATHER_MAX_RANK];
    memset(index, 0x5a, sizeof index);
    memcpy(before, index, sizeof index);
    assert_int_equal(gather_layout_index(layout, cell, index, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(gather_layout_index(layout, cell, index, NULL), GATHER_STATUS_INDEX_RANGE);
    assert_string_equal(error.operand, "cell");
    assert_memory_equal(index, before, sizeof index);
}

static int64_t cell_of(const struct gather_layout *layout, const int64_t *index)
{
    int64_t cell = layout->offset;
    for (int32_t d = 0; d < layout->rank; d++)
        cell += index[d] * layout->place[d];
    return cell;
}

/* Of each cell the first element, found by walking them all; -1 for none. */
static void check_by_walking(const struct gather_layout *layout)
{
    static int64_t first[MAX_CELLS];
    int64_t cells = gather_layout_cells(layout), index[GATHER_MAX_RANK], expected[GATHER_MAX_RANK];
    assert_in_range(cells, 0, MAX_CELLS);
    for (int64_t c = 0; c < cells; c++)
        first[c] = -1;
    for (int64_t n = gather_layout_elements(layout) - 1; n >= 0; n--) {
        index_of_element(layout, n, index);
        first[cell_of(layout, index)] = n;
    }
    for (int64_t c = 0; c < cells; c++) {
        if (first[c] < 0) {
            check_refused(layout, c);
            continue;
        }
        index_of_element(layout, first[c], expected);
        assert_int_equal(gather_layout_index(layout, c, index, NULL), GATHER_STATUS_OK);
        assert_memory_equal(index, expected, (size_t)layout->rank * sizeof index[0]);
    }
    check_refused(layout, -1);
    check_refused(layout, cells);
    check_refused(layout, INT64_MAX);
    check_refused(layout, INT64_MIN);
}

static void test_chosen_strides(void **state) /* COVERS(XLA-41, LAY-12) */
{
    (void)state;
    struct gather_layout layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 2, 10), STRIDES(11, 10, 1), 0);
    check_by_walking(&layout); /* two windows that meet (line 30 of the hostile list) */
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(3, 2), STRIDES(1, 1), 0);
    check_by_walking(&layout);
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(4, 3), STRIDES(0, -5), 12);
    check_by_walking(&layout);
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(5, 4, 3), STRIDES(-7, 3, 2), 40);
    check_by_walking(&layout);
    layout = strides_by_hand(GATHER_DTYPE_U8, NO_SIZES, NULL, 3);
    check_by_walking(&layout);
    layout = strides_by_hand(GATHER_DTYPE_U8, SIZES(3, 0), STRIDES(1, 1), 0);
    check_by_walking(&layout);
}

static void test_random_strides(void **state) /* COVERS(XLA-41, LAY-12) */
{
    (void)state;
    struct randomness randomness = randomness_begin("test_random_strides");
    int32_t tried = 0;
    while (tried < 4000) {
        int64_t sizes[4], strides[4];
        int32_t rank = (int32_t)random_below(&randomness, 5);
        for (int32_t d = 0; d < rank; d++) {
            sizes[d] = random_below(&randomness, 6);
            strides[d] = random_below(&randomness, 41) - 20;
        }
        struct gather_layout layout =
            strides_by_hand(GATHER_DTYPE_U8, rank, sizes, strides, random_below(&randomness, 200));
        if (gather_layout_validate(&layout, NULL) != GATHER_STATUS_OK)
            continue;
        check_by_walking(&layout);
        tried++;
    }
}

/* Sizes and strides that nest need no search, however large they are. */
static void test_large_strides(void **state) /* COVERS(XLA-41, CORE-4) */
{
    (void)state;
    struct gather_layout layout =
        strides_by_hand(GATHER_DTYPE_U8, SIZES(INT64_C(1) << 20, INT64_C(1) << 20, INT64_C(1) << 21),
                        STRIDES(-(INT64_C(1) << 41), INT64_C(1) << 21, 1), ((INT64_C(1) << 20) - 1) << 41);
    struct randomness randomness = randomness_begin("test_large_strides");
    int64_t found[3];
    for (int32_t k = 0; k < 1000; k++) {
        const int64_t index[] = {random_below(&randomness, INT64_C(1) << 20),
                                 random_below(&randomness, INT64_C(1) << 20),
                                 random_below(&randomness, INT64_C(1) << 21)};
        assert_int_equal(gather_layout_index(&layout, cell_of(&layout, index), found, NULL),
                         GATHER_STATUS_OK);
        assert_memory_equal(found, index, sizeof index);
    }
}

/* A search among too many elements that share a cell is given up, in bounded time, and says so. */
static void test_given_up(void **state) /* COVERS(XLA-41) */
{
    (void)state;
    struct gather_layout layout =
        strides_by_hand(GATHER_DTYPE_U8, SIZES(2048, 2048, 2048, 2048), STRIDES(9, 10, 14, 15), 0);
    struct gather_error error;
    int64_t index[4];
    assert_int_equal(gather_layout_validate(&layout, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_index(&layout, 30000, index, &error), GATHER_STATUS_UNSUPPORTED);
    assert_string_equal(error.operand, "cell");
}

/* A cell outside carries the range; one inside that nobody owns does not. */
static void test_error(void **state) /* COVERS(XLA-41, CORE-26) */
{
    (void)state;
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), NULL);
    struct gather_error error;
    int64_t index[2];
    pad_by_hand(&layout, PADDED(2, 4), GATHER_PADDING_UNKNOWN);
    assert_int_equal(gather_layout_index(&layout, 8, index, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.has, GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS);
    assert_int_equal(error.value, 8);
    assert_int_equal(error.high, 7);
    assert_int_equal(gather_layout_index(&layout, 3, index, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.has, GATHER_ERROR_HAS_VALUE);
    assert_int_equal(error.value, 3);
    assert_string_equal(error.expected, "a cell that holds an element");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chosen_strides), cmocka_unit_test(test_random_strides),
        cmocka_unit_test(test_large_strides),  cmocka_unit_test(test_given_up),
        cmocka_unit_test(test_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
