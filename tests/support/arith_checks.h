/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks of core/arith.h against 128 bits, for whichever half of it the including program has chosen: the
 * compiler's builtins, or with GATHER_PORTABLE_ARITH the portable one. Each pair of the numbers at which 64
 * bits end is tried, and random ones of every length.
 */
#ifndef GATHER_TESTS_ARITH_CHECKS_H
#define GATHER_TESTS_ARITH_CHECKS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/arith.h"
#include "support/randomness.h"
#include "support/wide.h"

enum { EDGE_COUNT = 41, RANDOM_PAIRS = 200000, UNTOUCHED = 77 };

/* Around 0, around the roots of 2^63, and at both ends. */
static const int64_t edges[EDGE_COUNT] = {
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    -1,
    -2,
    -3,
    -4,
    -5,
    -7,
    -8,
    -9,
    -10,
    INT32_MAX,
    INT64_C(1) << 31,
    INT64_C(3037000499),
    INT64_C(3037000500),
    UINT32_MAX,
    INT64_C(1) << 32,
    INT32_MIN,
    -INT64_C(3037000500),
    -(INT64_C(1) << 32),
    INT64_MAX / 3,
    INT64_MAX / 2,
    INT64_MAX / 2 + 1,
    INT64_MAX - 2,
    INT64_MAX - 1,
    INT64_MAX,
    INT64_MIN / 3,
    INT64_MIN / 2,
    INT64_MIN / 2 - 1,
    INT64_MIN + 2,
    INT64_MIN + 1,
    INT64_MIN,
    INT64_C(1) << 62,
};

static bool fits(wide value) { return value >= INT64_MIN && value <= INT64_MAX; }

static void check_result(bool stored, const int64_t *result, wide exact)
{
    assert_true(stored == fits(exact));
    assert_true(*result == (stored ? exact : UNTOUCHED));
}

static void check_signed(int64_t a, int64_t b)
{
    int64_t sum = UNTOUCHED, difference = UNTOUCHED, product = UNTOUCHED;
    check_result(gather__add(a, b, &sum), &sum, (wide)a + b);
    check_result(gather__subtract(a, b, &difference), &difference, (wide)a - b);
    check_result(gather__multiply(a, b, &product), &product, (wide)a * b);
    for (int64_t before = -1; before <= 1; before++) {
        int64_t total = before;
        bool exact = fits((wide)a * b) && fits((wide)a * b + before);
        assert_true(gather__multiply_add(a, b, &total) == exact);
        assert_true(total == (exact ? (wide)a * b + before : before));
    }
    assert_true((wide)gather__magnitude(a) == (a < 0 ? -(wide)a : a));
}

static void check_unsigned(uint64_t a, uint64_t b)
{
    uint64_t sum = UNTOUCHED, product = UNTOUCHED;
    wide exact_sum = (wide)a + (wide)b, exact_product = wide_multiply((wide)a, (wide)b);
    assert_true(gather__add_unsigned(a, b, &sum) == (exact_sum <= UINT64_MAX));
    assert_true((wide)sum == (exact_sum <= UINT64_MAX ? exact_sum : UNTOUCHED));
    assert_true(gather__multiply_unsigned(a, b, &product) == (exact_product <= UINT64_MAX));
    assert_true((wide)product == (exact_product <= UINT64_MAX ? exact_product : UNTOUCHED));
}

/* The functions for one sign: sizes and counts a, divisors b. */
static void check_division(int64_t a, int64_t b)
{
    int64_t rounded = UNTOUCHED;
    if (b <= 0)
        return;
    wide floor = (wide)a / b - ((wide)a % b < 0);
    assert_true(gather__floor_divide(a, b) == floor);
    assert_true(gather__floor_modulo(a, b) == a - floor * b);
    if (a < 0)
        return;
    wide up = ((wide)a + b - 1) / b;
    assert_true(gather__divide_up(a, b) == up);
    check_result(gather__round_up(a, b, &rounded), &rounded, up * b);
}

static void check_cell_bytes(int64_t cells, int64_t bits)
{
    int64_t bytes = UNTOUCHED;
    check_result(gather__cell_bytes(cells, bits, &bytes), &bytes, ((wide)cells * bits + 7) / 8);
}

static void check_pair(int64_t a, int64_t b)
{
    static const int64_t bits[] = {1, 2, 4, 8, 16, 24, 32, 64, 128, INT32_MAX};
    check_signed(a, b);
    check_unsigned((uint64_t)a, (uint64_t)b);
    check_division(a, b);
    for (size_t k = 0; a >= 0 && k < sizeof bits / sizeof bits[0]; k++)
        check_cell_bytes(a, bits[k]);
}

static void test_edges(void **state) /* COVERS(CORE-4) */
{
    (void)state;
    for (int32_t j = 0; j < EDGE_COUNT; j++)
        for (int32_t k = 0; k < EDGE_COUNT; k++)
            check_pair(edges[j], edges[k]);
}

static void test_random_pairs(void **state) /* COVERS(CORE-4) */
{
    (void)state;
    struct randomness randomness = randomness_begin("test_random_pairs");
    for (int32_t k = 0; k < RANDOM_PAIRS; k++) {
        int64_t a = random_size(&randomness), b = random_size(&randomness);
        check_pair(random_below(&randomness, 2) ? a : -a, random_below(&randomness, 2) ? b : -b);
    }
}

static int run_arith_checks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_random_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
