/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a reshape or a transpose moves nothing (XLA-49), against comparing the cells of all elements; and
 * the comparison of maps on shapes that nobody could walk.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/compare.h"
#include "support/by_hand.h"
#include "support/every_spelling.h"
#include "support/randomness.h"

enum { STAR = GATHER_TILE_MERGE };

static void check_reshape(const struct gather_layout *from, const struct gather_layout *to, bool expected)
{
    bool answer = !expected;
    assert_int_equal(gather_layout_reshape_is_bitcast(from, to, &answer, NULL), GATHER_STATUS_OK);
    assert_int_equal(answer, expected);
    assert_int_equal(gather_layout_reshape_is_bitcast(to, from, &answer, NULL), GATHER_STATUS_OK);
    assert_int_equal(answer, expected);
}

static void check_transpose(const struct gather_layout *from, const struct gather_layout *to,
                            const int64_t *permutation, int32_t count, bool expected)
{
    bool answer = !expected;
    assert_int_equal(gather_layout_transpose_is_bitcast(from, to, permutation, count, &answer, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(answer, expected);
}

static struct gather_layout tiled(int32_t rank, const int64_t *sizes, const int64_t *order, int64_t rows,
                                  int64_t columns)
{
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, rank, sizes, order);
    tile_by_hand(&layout, TILE(rows, columns));
    return layout;
}

static void test_chosen_reshapes(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    struct gather_layout row_major = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3, 4), NULL);
    struct gather_layout flat = order_by_hand(GATHER_DTYPE_F32, SIZES(24), NULL);
    struct gather_layout column_major = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 12), ORDER(0, 1));
    check_reshape(&row_major, &flat, true);
    check_reshape(&flat, &column_major, false);
    struct gather_layout ones = order_by_hand(GATHER_DTYPE_F32, SIZES(1, 24, 1, 1), ORDER(0, 1, 3, 2));
    check_reshape(&flat, &ones, true); /* where sizes of 1 stand makes no difference */
    struct gather_layout other = flat;
    other.dtype = GATHER_DTYPE_I32;
    check_reshape(&flat, &other, false);
    other = flat;
    other.cell_bits = 64;
    check_reshape(&flat, &other, false);
    other = flat;
    other.tail = 5; /* 25 cells */
    check_reshape(&flat, &other, false);
    other = order_by_hand(GATHER_DTYPE_F32, SIZES(25), NULL);
    check_reshape(&flat, &other, false);
    other = strides_by_hand(GATHER_DTYPE_F32, SIZES(4, 6), STRIDES(6, 1), 0);
    check_reshape(&flat, &other, true); /* of two kinds */
    other = strides_by_hand(GATHER_DTYPE_F32, SIZES(4, 6), STRIDES(6, -1), 5);
    check_reshape(&flat, &other, false);
}

/* Tiles as accelerators have them, on shapes of a billion elements: decided by formula alone. */
static void test_large_reshapes(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    struct gather_layout from = tiled(SIZES(1 << 16, 1 << 14), NULL, 8, 128);
    struct gather_layout to = tiled(SIZES(1 << 8, 1 << 8, 1 << 14), NULL, 8, 128);
    check_reshape(&from, &to, true);
    to = tiled(SIZES(1 << 14, 1 << 16), NULL, 8, 128);
    check_reshape(&from, &to, false);
    from = tiled(SIZES(1 << 20, 128), NULL, 8, 128);
    to = order_by_hand(GATHER_DTYPE_F32, SIZES(1 << 27), NULL);
    check_reshape(&from, &to, true); /* tiles as wide as the rows */
}

static void test_chosen_transposes(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    struct gather_layout from = tiled(SIZES(1 << 14, 1 << 16, 3), ORDER(1, 0, 2), 8, 128);
    struct gather_layout to = tiled(SIZES(3, 1 << 16, 1 << 14), ORDER(1, 2, 0), 8, 128);
    check_transpose(&from, &to, NUMBERS(2, 1, 0), 3, true);
    check_transpose(&from, &from, NUMBERS(0, 1, 2), 3, true);
    to = tiled(SIZES(3, 1 << 16, 1 << 14), ORDER(2, 1, 0), 8, 128);
    check_transpose(&from, &to, NUMBERS(2, 1, 0), 3, false);
    check_transpose(&from, &to, NUMBERS(0, 1, 2), 3, false); /* sizes do not fit */
    to = tiled(SIZES(3, 1 << 16), NULL, 8, 128);
    check_transpose(&from, &to, NUMBERS(0, 1, 2), 3, false);
}

/* perm has an entry for each dimension of `from`, each once; a wrong one is refused before all else. */
static void test_bad_permutations(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    static const int64_t bad[][2] = {{0, 0}, {1, 2}, {-1, 0}, {INT64_MAX, 0}, {INT64_MIN, 1}};
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, SIZES(2, 3), NULL);
    struct gather_error error;
    bool answer = true;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        assert_int_equal(gather_layout_transpose_is_bitcast(&layout, &layout, bad[k], 2, &answer, &error),
                         GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "perm");
    }
    for (int32_t count = -1; count < 4; count++)
        if (count != 2)
            assert_int_equal(
                gather_layout_transpose_is_bitcast(&layout, &layout, NUMBERS(1, 0, 2), count, &answer, NULL),
                GATHER_STATUS_ARGUMENT);
    assert_true(answer); /* a call that fails writes nothing */
}

static void test_without_elements(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    struct gather_layout from = tiled(SIZES(0, 3), NULL, 2, 2),
                         to = order_by_hand(GATHER_DTYPE_F32, SIZES(5, 0, 7), ORDER(0, 2, 1));
    check_reshape(&from, &to, true);
    to.dtype = GATHER_DTYPE_I32;
    check_reshape(&from, &to, false);
    to = order_by_hand(GATHER_DTYPE_F32, SIZES(3, 0), NULL);
    check_transpose(&from, &to, NUMBERS(1, 0), 2, true);
    check_transpose(&from, &to, NUMBERS(0, 1), 2, false);
    to = order_by_hand(GATHER_DTYPE_F32, NO_SIZES, NULL);
    check_reshape(&to, &to, true);
    check_transpose(&to, &to, NULL, 0, true);
}

/* ---- against all elements ------------------------------------------------------------------------ */

static void shuffle(struct randomness *randomness, int64_t *numbers, int32_t count)
{
    for (int32_t k = count - 1; k > 0; k--) {
        int32_t other = (int32_t)random_below(randomness, k + 1);
        int64_t swap = numbers[k];
        numbers[k] = numbers[other];
        numbers[other] = swap;
    }
}

/* Three dimensions, row-major half of the time, with up to two tiles that now and then fit the shape. */
static struct gather_layout random_layout(struct randomness *randomness, const int64_t *sizes)
{
    static const int64_t bounds[] = {1, 2, 2, 3, 4, 6, 12, 24};
    int64_t order[3] = {2, 1, 0};
    if (random_below(randomness, 2))
        shuffle(randomness, order, 3);
    struct gather_layout layout = order_by_hand(GATHER_DTYPE_F32, 3, sizes, order);
    for (int64_t k = random_below(randomness, 3); k > 0; k--) {
        const int64_t outer = random_below(randomness, 4) == 0 ? STAR : bounds[random_below(randomness, 8)];
        const int64_t inner = bounds[random_below(randomness, 8)];
        if (random_below(randomness, 2))
            tile_by_hand(&layout, TILE(inner));
        else
            tile_by_hand(&layout, TILE(outer, inner));
    }
    assert_int_equal(gather_layout_validate(&layout, NULL), GATHER_STATUS_OK);
    return layout;
}

static bool same_cells(const struct gather_layout *from, const struct gather_layout *to,
                       const int64_t *permutation)
{
    int64_t index[GATHER_MAX_RANK], other[GATHER_MAX_RANK], a, b;
    if (gather_layout_cells(from) != gather_layout_cells(to))
        return false;
    for (int64_t n = 0; n < gather_layout_elements(from); n++) {
        index_of_element(from, n, index);
        index_of_element(to, n, other);
        for (int32_t k = 0; permutation != NULL && k < to->rank; k++)
            other[k] = index[permutation[k]];
        assert_int_equal(gather_layout_cell(from, index, from->rank, &a, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_layout_cell(to, other, to->rank, &b, NULL), GATHER_STATUS_OK);
        if (a != b)
            return false;
    }
    return true;
}

static void test_random_reshapes(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    static const int64_t shapes[][3] = {{2, 3, 4},  {24, 1, 1}, {4, 6, 1}, {6, 4, 1},
                                        {12, 2, 1}, {1, 24, 1}, {2, 2, 6}};
    struct randomness randomness = randomness_begin("test_random_reshapes");
    int32_t yes = 0;
    for (int32_t tried = 0; tried < 60000; tried++) {
        struct gather_layout from = random_layout(&randomness, shapes[random_below(&randomness, 7)]);
        struct gather_layout to = random_layout(&randomness, shapes[random_below(&randomness, 7)]);
        bool expected = same_cells(&from, &to, NULL);
        check_reshape(&from, &to, expected);
        yes += expected;
    }
    assert_true(yes > 500);
}

static void test_random_transposes(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    static const int64_t permutations[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct randomness randomness = randomness_begin("test_random_transposes");
    int32_t yes = 0;
    for (int32_t tried = 0; tried < 60000; tried++) {
        const int64_t *permutation = permutations[random_below(&randomness, 6)];
        const int64_t sizes[3] = {2, 3, 4},
                      permuted[3] = {sizes[permutation[0]], sizes[permutation[1]], sizes[permutation[2]]};
        struct gather_layout from = random_layout(&randomness, sizes);
        struct gather_layout to = random_layout(&randomness, permuted);
        bool expected = same_cells(&from, &to, permutation);
        check_transpose(&from, &to, permutation, 3, expected);
        yes += expected;
    }
    assert_true(yes > 500);
}

/* ---- where no answer is found -------------------------------------------------------------------- */

/*
 * Formulas that agree wherever they are tried, with periods as long as the shape: given up, in bounded
 * time.
 */
static void test_undecided(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    struct gather_layout from = order_by_hand(GATHER_DTYPE_U8, SIZES(2048, 2048), ORDER(0, 1)), to = from;
    struct gather_error error;
    bool answer = true;
    tile_by_hand(&from, TILE(512, 1));
    tile_by_hand(&from, TILE(STAR, 1, 2));
    tile_by_hand(&from, TILE(STAR, STAR, STAR, 1));
    tile_by_hand(&from, TILE(STAR, 1, STAR, 2048));
    tile_by_hand(&from, TILE(STAR, STAR, STAR, 1024));
    tile_by_hand(&from, TILE(2048, 2));
    tile_by_hand(&to, TILE(1)); /* each element in front of an empty cell, as in `from` */
    tile_by_hand(&to, TILE(2));
    assert_int_equal(gather_layout_cells(&from), gather_layout_cells(&to));
    assert_int_equal(gather_layout_transpose_is_bitcast(&from, &to, NUMBERS(0, 1), 2, &answer, &error),
                     GATHER_STATUS_UNSUPPORTED);
    assert_string_equal(error.operand, "layout");
    assert_true(answer);
}

/*
 * Coefficients beyond 64 bits: the form is not simplified any more, and what it says is right all the
 * same.
 */
static void test_coefficients_that_wrap(void **state) /* COVERS(XLA-49, CORE-4) */
{
    (void)state;
    const int64_t large = INT64_C(1) << 61;
    struct gather_layout from = strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 2), STRIDES(large, 1), 0);
    struct gather_layout to = strides_by_hand(GATHER_DTYPE_U8, SIZES(4), STRIDES(1), 0);
    check_reshape(&from, &to, false);
    to = strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 1, 2), STRIDES(large, INT64_MIN, 1), 0);
    check_reshape(&from, &to, true);
    check_reshape(&from, &from, true);
    to = strides_by_hand(GATHER_DTYPE_U8, SIZES(1, 2, 2), STRIDES(7, large, 1), 0);
    check_reshape(&from, &to, true);
    from = strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 2, 2), STRIDES(large, INT64_MAX - large - 2, 1), 0);
    to = strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 2, 2), STRIDES(large, INT64_MAX - large - 3, 2), 0);
    check_reshape(&from, &from, true);
    check_reshape(&from, &to, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chosen_reshapes),        cmocka_unit_test(test_large_reshapes),
        cmocka_unit_test(test_chosen_transposes),      cmocka_unit_test(test_bad_permutations),
        cmocka_unit_test(test_without_elements),       cmocka_unit_test(test_random_reshapes),
        cmocka_unit_test(test_random_transposes),      cmocka_unit_test(test_undecided),
        cmocka_unit_test(test_coefficients_that_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
