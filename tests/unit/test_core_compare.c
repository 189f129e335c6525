/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparing values of one map. Functions are made of a sum and some shuffles: a shuffle writes a number below
 * p * q as a matrix of p rows and q columns, and reads it by columns or by rows. So functions that are equal
 * come about in many ways, with formulas that are not, and evaluating one takes a line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/compare.h"
#include "support/by_hand.h"
#include "support/randomness.h"
#include "support/wide.h"

enum { MAX_SHUFFLES = 3, VARIABLES = 2 };

struct shuffle {
    int64_t rows, columns;
    bool by_columns;
};

/* start + the sum of factor * variable, shuffled. */
struct function {
    int64_t start;
    int64_t factor[VARIABLES];
    int32_t shuffle_count;
    struct shuffle shuffles[MAX_SHUFFLES];
};

static int64_t value_of(const struct function *function, const int64_t *point)
{
    int64_t value = function->start;
    for (int32_t d = 0; d < VARIABLES; d++)
        value += function->factor[d] * point[d];
    for (int32_t k = 0; k < function->shuffle_count; k++) {
        const struct shuffle *shuffle = &function->shuffles[k];
        int64_t row = value / shuffle->columns, column = value % shuffle->columns;
        value = shuffle->by_columns ? column * shuffle->rows + row : row * shuffle->columns + column;
    }
    return value;
}

/* The same as a value of a map: digits of a matrix, and the cell of a layout of strides. */
static void map_function(struct gather__map *map, const struct function *function,
                         struct gather__value *value)
{
    struct gather__value coordinates[VARIABLES];
    struct gather_layout sum = strides_by_hand(
        GATHER_DTYPE_U8, SIZES(1, 1), STRIDES(function->factor[0], function->factor[1]), function->start);
    for (int32_t d = 0; d < VARIABLES; d++)
        gather__map_variable(map, d, &coordinates[d]);
    assert_true(gather__map_cell(map, &sum, coordinates, value));
    for (int32_t k = 0; k < function->shuffle_count; k++) {
        const struct shuffle *shuffle = &function->shuffles[k];
        const int64_t sizes[] = {shuffle->rows, shuffle->columns};
        const int64_t by_rows[] = {shuffle->columns, 1}, by_columns[] = {1, shuffle->rows};
        struct gather_layout matrix =
            strides_by_hand(GATHER_DTYPE_U8, 2, sizes, shuffle->by_columns ? by_columns : by_rows, 0);
        assert_true(gather__map_digits(map, value, 2, sizes, coordinates));
        assert_true(gather__map_cell(map, &matrix, coordinates, value));
    }
}

/* A function of numbers below `range`, the product of all factors; shuffles cut it anywhere between them. */
static struct function random_function(struct randomness *randomness, const int64_t *factors, int32_t count,
                                       const int64_t *maximum)
{
    struct function function = {0};
    int64_t range = 1;
    wide reach;
    for (int32_t k = 0; k < count; k++)
        range *= factors[k];
    do {
        function.start = random_below(randomness, 3) == 0 ? random_below(randomness, range) : 0;
        function.factor[0] = random_below(randomness, range / (maximum[0] + 1) + 1);
        function.factor[1] = random_below(randomness, range / (maximum[1] + 1) + 1);
        if (random_below(randomness, 2)) /* the one everybody writes: rows and columns */
            function = (struct function){.factor = {maximum[1] + 1, 1}};
        reach =
            function.start + (wide)function.factor[0] * maximum[0] + (wide)function.factor[1] * maximum[1];
    } while (reach >= range);
    function.shuffle_count = (int32_t)random_below(randomness, MAX_SHUFFLES + 1);
    for (int32_t k = 0; k < function.shuffle_count; k++) {
        int64_t columns = 1;
        for (int64_t j = random_below(randomness, count + 1); j > 0; j--)
            columns *= factors[j - 1];
        function.shuffles[k] = (struct shuffle){range / columns, columns, random_below(randomness, 2) == 0};
    }
    return function;
}

static enum gather__verdict compare(struct gather__map *map, const int64_t *maximum, const struct function *a,
                                    const struct function *b)
{
    struct gather__value first, second;
    gather__map_init(map, VARIABLES, maximum);
    map_function(map, a, &first);
    map_function(map, b, &second);
    return gather__map_compare(map, &first, &second);
}

/* A point of random coordinates, ends more often than others. */
static void random_point(struct randomness *randomness, const int64_t *maximum, int64_t *point)
{
    for (int32_t d = 0; d < VARIABLES; d++)
        point[d] = random_below(randomness, 4) == 0 ? maximum[d] : random_below(randomness, maximum[d] + 1);
}

static void check_value(const struct gather__map *map, const struct function *function, const int64_t *point)
{
    struct gather__map copy = *map;
    struct gather__value value;
    int64_t floor[GATHER__MAX_FLOORS];
    map_function(&copy, function, &value);
    gather__map_evaluate(&copy, point, floor);
    assert_true(gather__value_at(&copy, &value, point, floor) == value_of(function, point));
}

static void test_small_functions(void **state) /* COVERS(XLA-46, XLA-49) */
{
    (void)state;
    static const int64_t factors[] = {2, 3, 2, 2};
    struct randomness randomness = randomness_begin("test_small_functions");
    int32_t seen[3] = {0};
    for (int32_t tried = 0; tried < 40000; tried++) {
        const int64_t maximum[] = {random_below(&randomness, 6), random_below(&randomness, 4)};
        struct function a = random_function(&randomness, factors, 4, maximum);
        struct function b = random_function(&randomness, factors, 4, maximum);
        struct gather__map map;
        enum gather__verdict verdict = compare(&map, maximum, &a, &b), expected = GATHER__SAME;
        int64_t point[VARIABLES];
        for (point[0] = 0; point[0] <= maximum[0]; point[0]++)
            for (point[1] = 0; point[1] <= maximum[1]; point[1]++) {
                check_value(&map, &a, point);
                if (value_of(&a, point) != value_of(&b, point))
                    expected = GATHER__DIFFERENT;
            }
        assert_int_equal(verdict, expected); /* never undecided: there are 24 points at most */
        seen[verdict]++;
    }
    assert_true(seen[GATHER__SAME] > 1000 && seen[GATHER__DIFFERENT] > 1000);
}

/* Nobody can try all points of these; what is answered must fit those that are tried here. */
static void check_large_functions(struct randomness *randomness, const int64_t *factors, int32_t count,
                                  int32_t *seen)
{
    const int64_t maximum[] = {random_below(randomness, INT64_C(1) << (1 + random_below(randomness, 28))),
                               random_below(randomness, INT64_C(1) << (1 + random_below(randomness, 28)))};
    struct function a = random_function(randomness, factors, count, maximum);
    struct function b =
        random_below(randomness, 2) ? a : random_function(randomness, factors, count, maximum);
    if (random_below(randomness, 2) && b.shuffle_count + 2 <= MAX_SHUFFLES) { /* there and back again */
        int64_t range = b.shuffle_count > 0 ? b.shuffles[0].rows * b.shuffles[0].columns : 1;
        for (int32_t k = 0; b.shuffle_count == 0 && k < count; k++)
            range *= factors[k];
        b.shuffles[b.shuffle_count++] = (struct shuffle){range / factors[0], factors[0], true};
        b.shuffles[b.shuffle_count++] = (struct shuffle){factors[0], range / factors[0], true};
    }
    struct gather__map map;
    enum gather__verdict verdict = compare(&map, maximum, &a, &b);
    seen[verdict]++;
    for (int32_t k = 0; k < 20; k++) {
        int64_t point[VARIABLES];
        random_point(randomness, maximum, point);
        check_value(&map, &a, point);
        check_value(&map, &b, point);
        if (value_of(&a, point) != value_of(&b, point))
            assert_int_not_equal(verdict, GATHER__SAME);
    }
    if (memcmp(&a, &b, sizeof a) == 0) /* coefficients that wrap spoil the form, never an answer */
        assert_true(verdict == GATHER__SAME || (verdict == GATHER__UNDECIDED && !map.exact));
}

static void test_large_functions(void **state) /* COVERS(XLA-46, XLA-49, CORE-4) */
{
    (void)state;
    static const int64_t twos[] = {1 << 7, 1 << 10, 1 << 13, 1 << 14, 1 << 14};
    static const int64_t primes[] = {2147483647, 2147483629};
    static const int64_t mixed[] = {3, 1048573, 5, 1 << 20, 131071};
    struct randomness randomness = randomness_begin("test_large_functions");
    int32_t seen[3] = {0};
    for (int32_t tried = 0; tried < 2000; tried++) {
        check_large_functions(&randomness, twos, 5, seen);
        check_large_functions(&randomness, primes, 2, seen);
        check_large_functions(&randomness, mixed, 5, seen);
    }
    assert_true(seen[GATHER__SAME] > 1000 && seen[GATHER__DIFFERENT] > 1000);
    print_message("same %d, different %d, undecided %d\n", seen[GATHER__SAME], seen[GATHER__DIFFERENT],
                  seen[GATHER__UNDECIDED]);
}

/* floor(value / divisor), for a value below 2^20 divisors. */
static void map_floor(struct gather__map *map, const struct gather__value *value, int64_t divisor,
                      struct gather__value *floor)
{
    const int64_t sizes[] = {1 << 20, divisor};
    struct gather__value coordinates[2];
    assert_true(gather__map_digits(map, value, 2, sizes, coordinates));
    *floor = coordinates[0];
}

/* The sum of factor * part for three values. */
static void map_sum(struct gather__map *map, const int64_t *factors, const struct gather__value *parts,
                    struct gather__value *sum)
{
    struct gather_layout strides = strides_by_hand(GATHER_DTYPE_U8, 3, NUMBERS(1, 1, 1), factors, 0);
    assert_true(gather__map_cell(map, &strides, parts, sum));
}

/* floor((3x + y) / 8) and floor(3x / 8) differ at x = 5, y = 1 alone: at the end of x, or in the midst. */
static void test_one_point(void **state) /* COVERS(XLA-49) */
{
    (void)state;
    for (int64_t end = 4; end < 7; end++) {
        const int64_t maximum[] = {1, end};
        struct gather__map map;
        struct gather__value parts[3] = {{0}}, sum, with_y, without_y;
        gather__map_init(&map, 2, maximum);
        gather__map_variable(&map, 0, &parts[0]);
        gather__map_variable(&map, 1, &parts[1]);
        map_sum(&map, NUMBERS(1, 3, 0), parts, &sum);
        map_floor(&map, &sum, 8, &with_y);
        map_sum(&map, NUMBERS(0, 3, 0), parts, &sum);
        map_floor(&map, &sum, 8, &without_y);
        assert_int_equal(gather__map_compare(&map, &with_y, &without_y),
                         end < 5 ? GATHER__SAME : GATHER__DIFFERENT);
    }
}

/* Floors that step far apart, and a difference that is seen at no step: no answer is found, and none
 * invented. */
static void test_no_answer(void **state) /* COVERS(XLA-49, CORE-4) */
{
    (void)state;
    static const int64_t factors[][3] = {{16, 1, 1}, {0, INT64_C(1) << 40, 1}, {0, 1, 1}};
    static const int64_t divisors[] = {1000, INT64_C(1) << 41, 1000};
    const int64_t maximum[] = {INT64_C(1) << 50, 1};
    for (int32_t k = 0; k < 3; k++) {
        struct gather__map map;
        struct gather__value parts[3], sum, first, second;
        gather__map_init(&map, 2, maximum);
        gather__map_variable(&map, 0, &parts[0]);
        map_floor(&map, &parts[0], 2147483647, &parts[1]);
        map_floor(&map, &parts[0], 2147483629, &parts[2]);
        map_sum(&map, factors[k], parts, &sum);
        map_floor(&map, &sum, divisors[k], &first);
        gather__map_variable(&map, 1, &parts[0]);
        parts[1] = sum;
        map_sum(&map, NUMBERS(1, 1, 0), parts, &second);
        map_floor(&map, &second, divisors[k], &second);
        assert_int_equal(gather__map_compare(&map, &first, &second), GATHER__UNDECIDED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_functions),
        cmocka_unit_test(test_large_functions),
        cmocka_unit_test(test_one_point),
        cmocka_unit_test(test_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
