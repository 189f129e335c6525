/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernel that scales of every table that this processor can run: each number of each type against a formula, and
 * lists of them against the portable one, of all types, groups and lengths, past the caches and not, in operands that end
 * where their pages do.
 *
 * COVERS(CORE-12)
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/table.h"
#include "support/guard.h"
#include "support/randomness.h"

enum { MOST = 100, EVERY = 256 };

/* Types of numbers, of bits each; of floats exponent, places behind the point, bias, and which are no number. */
struct stored {
    int32_t dtype, bits, exponent, places, bias;
    enum { FINITE, ONES, IEEE, MINUS_ZERO } special;
};

static const struct stored stored[] = {
    {GATHER_DTYPE_U8, 8, 0, 0, 0, FINITE},     {GATHER_DTYPE_I8, 8, 0, 0, 0, FINITE},
    {GATHER_DTYPE_U4, 4, 0, 0, 0, FINITE},     {GATHER_DTYPE_I4, 4, 0, 0, 0, FINITE},
    {GATHER_DTYPE_U2, 2, 0, 0, 0, FINITE},     {GATHER_DTYPE_F4E2M1, 4, 2, 1, 1, FINITE},
    {GATHER_DTYPE_F8E4M3FN, 8, 4, 3, 7, ONES}, {GATHER_DTYPE_F8E4M3FNUZ, 8, 4, 3, 8, MINUS_ZERO},
    {GATHER_DTYPE_F8E5M2, 8, 5, 2, 15, IEEE},  {GATHER_DTYPE_F8E5M2FNUZ, 8, 5, 2, 16, MINUS_ZERO},
};
enum { TYPES = sizeof stored / sizeof *stored };

static struct guard out_guard, numbers_guard;

/* ---- each number --------------------------------------------------------------------------------------- */

static double float_of(const struct stored *type, int raw)
{
    const int above = raw >> type->places & ((1 << type->exponent) - 1),
              behind = raw & ((1 << type->places) - 1), ones = (1 << type->exponent) - 1;
    const bool is_below = (raw >> (type->bits - 1)) != 0;
    double size = ldexp(behind + (above > 0 ? 1 << type->places : 0),
                        (above > 0 ? above : 1) - type->bias - type->places);
    if (type->special == IEEE && above == ones)
        size = behind > 0 ? (double)NAN : (double)INFINITY;
    if ((type->special == ONES && above == ones && behind == 7) ||
        (type->special == MINUS_ZERO && raw == 128))
        size = (double)NAN;
    return is_below ? -size : size;
}

static double number_of(const struct stored *type, int raw)
{
    if (type->exponent > 0)
        return float_of(type, raw);
    const bool is_signed = type->dtype == GATHER_DTYPE_I8 || type->dtype == GATHER_DTYPE_I4;
    return is_signed && raw >> (type->bits - 1) != 0 ? raw - (1 << type->bits) : raw;
}

static void try_numbers(const struct gather__kernels *kernels, const struct stored *type)
{
    static const float zero = 0, scale = 1;
    uint8_t numbers[EVERY] = {0};
    float made[EVERY];
    const int count = 1 << type->bits;
    const struct gather__scaling scaling = {.dtype = type->dtype,
                                            .out_dtype = GATHER_DTYPE_F32,
                                            .group = count,
                                            .first = count,
                                            .zeros = &zero,
                                            .scales = &scale};
    for (int k = 0; k < count; k++)
        numbers[k] = (uint8_t)k;
    kernels->scale(made, numbers, count, &scaling);
    for (int k = 0; k < count; k++) {
        const double expected = number_of(type, k), got = (double)made[k];
        assert_true(isnan(expected) ? isnan(got) : got == expected);
        assert_true(isnan(expected) || type->exponent == 0 || signbit(got) == signbit(expected));
    }
}

static void test_each_number(void **state)
{
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (size_t k = 0; k < TYPES; k++)
            try_numbers(kernels, &stored[k]);
}

/* ---- lists ----------------------------------------------------------------------------------------------- */

struct list {
    struct gather__scaling scaling;
    int64_t count;
    float zeros[MOST], scales[MOST];
    uint8_t numbers[MOST];
};

/* A list of random numbers: in groups of so many, the first of which has fewer. */
static void draw(struct list *list, struct randomness *randomness, const struct stored *type, int64_t group)
{
    const bool is_packed = type->bits == 4 && random_below(randomness, 2) == 0;
    memset(&list->scaling, 0, sizeof list->scaling);
    list->count = random_below(randomness, MOST) + 1;
    list->scaling.dtype = type->dtype;
    list->scaling.group = group > 0 ? group : list->count;
    list->scaling.first =
        group > 0 ? group - (group % 32 == 0 ? 16 * random_below(randomness, 2) : 0) : list->count;
    list->scaling.in_pairs = is_packed;
    list->scaling.zeros = list->zeros;
    list->scaling.scales = list->scales;
    for (int k = 0; k < MOST; k++) {
        const int64_t bits = (int64_t)1 << (is_packed ? 8 : type->bits);
        list->numbers[k] = (uint8_t)random_below(randomness, bits);
        list->zeros[k] = type->exponent > 0 ? 0 : (float)random_below(randomness, 256);
        list->scales[k] = (float)(random_below(randomness, 1 << 20) - (1 << 19)) / 4096;
    }
}

/* Both kernels into memory of their own; numbers that end where their page does. */
static void compare(const struct gather__kernels *kernels, const struct list *list, size_t gap)
{
    float expected[MOST];
    const size_t width = list->scaling.out_dtype == GATHER_DTYPE_F32 ? 4 : 2,
                 bytes = (size_t)(list->scaling.in_pairs ? (list->count + 1) / 2 : list->count);
    const enum guard_side side = gap == 0 ? GUARD_LOW : GUARD_HIGH;
    uint8_t *numbers = guard_place(&numbers_guard, bytes, GUARD_HIGH, 0),
            *out = guard_place(&out_guard, (size_t)list->count * width, side, gap * width);
    memcpy(numbers, list->numbers, bytes);
    gather__scale_scalar(expected, numbers, list->count, &list->scaling);
    memset(out, 0x5A, (size_t)list->count * width);
    kernels->scale(out, numbers, list->count, &list->scaling);
    kernels->settle();
    assert_memory_equal(out, expected, (size_t)list->count * width);
    assert_true(guard_holds(&out_guard));
}

static void test_lists(void **state)
{
    static const int64_t groups[] = {0, 1, 7, 16, 32, 48};
    static const int32_t outputs[] = {GATHER_DTYPE_F32, GATHER_DTYPE_F16, GATHER_DTYPE_BF16};
    struct randomness randomness = randomness_begin("test_lists");
    const struct gather__kernels *kernels;
    struct list list;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (size_t k = 0; k < TYPES; k++)
            for (size_t turn = 0; turn < 60 * sizeof groups / sizeof *groups; turn++) {
                draw(&list, &randomness, &stored[k], groups[turn % 6]);
                list.scaling.out_dtype = outputs[turn / 6 % 3];
                list.scaling.streams = turn % 4 == 0;
                compare(kernels, &list, turn % 5);
            }
}

/* A part of a list, as vectors leave it. */
static void test_rest(void **state)
{
    struct randomness randomness = randomness_begin("test_rest");
    struct list list;
    float whole[MOST], parts[MOST];
    (void)state;
    for (size_t k = 0; k < TYPES; k++)
        for (int turn = 0; turn < 50; turn++) {
            draw(&list, &randomness, &stored[k], turn % 2 == 0 ? 7 : 32);
            list.scaling.out_dtype = GATHER_DTYPE_F32;
            const int64_t cut = random_below(&randomness, list.count + 1);
            gather__scale_rest(whole, list.numbers, 0, list.count, &list.scaling);
            gather__scale_rest(parts, list.numbers, 0, cut, &list.scaling);
            gather__scale_rest(parts, list.numbers, cut, list.count, &list.scaling);
            assert_memory_equal(whole, parts, (size_t)list.count * sizeof *whole);
        }
}

static int end_memory(void **state)
{
    (void)state;
    guard_end(&out_guard);
    guard_end(&numbers_guard);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_number),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_rest),
    };
    return cmocka_run_group_tests(tests, NULL, end_memory);
}
