/* SPDX-License-Identifier: Apache-2.0 */
/* Elements against elements: what is equal, what lies within, which differences are the largest, in which type. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/difference.h"
#include "gather/study.h"

static struct gather_difference compare(int32_t a_type, const void *a, int32_t b_type, const void *b,
                                        int64_t count, const struct gather_tolerance *tolerance)
{
    struct gather_difference difference;
    assert_int_equal(gather_difference_init(&difference, a_type, b_type, tolerance, NULL), GATHER_STATUS_OK);
    gather_difference_add(&difference, a, b, count);
    assert_int_equal(difference.elements, count);
    return difference;
}

/* ---- types --------------------------------------------------------------------------------------- */

static const int32_t numbers[] = {
    GATHER_DTYPE_BOOL,     GATHER_DTYPE_U2,         GATHER_DTYPE_U4,     GATHER_DTYPE_U8,
    GATHER_DTYPE_U16,      GATHER_DTYPE_U32,        GATHER_DTYPE_I2,     GATHER_DTYPE_I4,
    GATHER_DTYPE_I8,       GATHER_DTYPE_I16,        GATHER_DTYPE_I32,    GATHER_DTYPE_F4E2M1,
    GATHER_DTYPE_F8E4M3FN, GATHER_DTYPE_F8E4M3FNUZ, GATHER_DTYPE_F8E5M2, GATHER_DTYPE_F8E5M2FNUZ,
    GATHER_DTYPE_F8E8M0,   GATHER_DTYPE_F16,        GATHER_DTYPE_BF16,   GATHER_DTYPE_F32,
    GATHER_DTYPE_F64,
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* Whether a value, written as a text, is read back from a type as the same value. */
static bool holds(int32_t dtype, double value)
{
    char text[400];
    uint8_t element[16] = {0};
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    gather_element_write(&writer, GATHER_DTYPE_F64, &value, false);
    assert_true(memory.count < sizeof text);
    memcpy(text, memory.bytes, memory.count);
    text[memory.count] = '\0';
    gather_memory_fini(&memory);
    return gather_element_read(dtype, text, element, NULL) == GATHER_STATUS_OK &&
           gather_element_value(dtype, element) == value;
}

/* Every value of the narrow types is a value of the wider one; of wide ones, those of some codes. */
static void test_wider_holds_both(void **state)
{
    (void)state;
    for (int i = 0; i < NUMBERS; i++)
        for (int j = 0; j < NUMBERS; j++) {
            int32_t wider = gather_dtype_wider(numbers[i], numbers[j]);
            assert_int_equal(wider, gather_dtype_wider(numbers[j], numbers[i]));
            if (gather_dtype_bits(numbers[i]) > 8 || numbers[i] == GATHER_DTYPE_BOOL)
                continue;
            for (int code = 0; code < 1 << gather_dtype_bits(numbers[i]); code++) {
                uint8_t element[16] = {(uint8_t)code};
                double value = gather_element_value(numbers[i], element);
                if (value == value && value - value == 0)
                    assert_true(holds(wider, value));
            }
        }
}

static void test_wider(void **state)
{
    (void)state;
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_F16, GATHER_DTYPE_BF16), GATHER_DTYPE_F32);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_U8, GATHER_DTYPE_I8), GATHER_DTYPE_I16);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_U8, GATHER_DTYPE_I32), GATHER_DTYPE_I32);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_U32, GATHER_DTYPE_I32), GATHER_DTYPE_I64);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_I32, GATHER_DTYPE_F32), GATHER_DTYPE_F64);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_F32, GATHER_DTYPE_C64), GATHER_DTYPE_C64);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_F64, GATHER_DTYPE_C64), GATHER_DTYPE_C128);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_STRING, GATHER_DTYPE_STRING), GATHER_DTYPE_STRING);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_STRING, GATHER_DTYPE_U8), GATHER_DTYPE_NONE);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_NONE, GATHER_DTYPE_NONE), GATHER_DTYPE_NONE);
    assert_int_equal(gather_dtype_wider(-1, -1), GATHER_DTYPE_NONE);
    assert_int_equal(gather_dtype_wider(GATHER_DTYPE_COUNT, GATHER_DTYPE_COUNT), GATHER_DTYPE_NONE);
}

/* ---- one pair ------------------------------------------------------------------------------------ */

static void test_exact(void **state)
{
    const uint32_t a[] = {0x3F800000, 0x7FC00000, 0x00000000}, b[] = {0x3F800000, 0x7FC00001, 0x80000000};
    struct gather_tolerance nan = {.equal_nan = 1};
    (void)state;
    struct gather_difference same = compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, a, 3, NULL);
    assert_int_equal(same.differing, 0);
    assert_int_equal(same.first.number, -1);
    struct gather_difference other = compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, b, 3, NULL);
    assert_int_equal(other.differing, 2);
    assert_int_equal(other.first.number, 1);
    assert_int_equal(other.no_number, 1);
    assert_int_equal(other.absolute.where.number, 2);
    assert_true(other.absolute.value == 0);
    assert_int_equal(compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, b, 3, &nan).differing, 1);
}

static void test_tolerant(void **state)
{
    const float a[] = {1, 2, -4, 0}, b[] = {1, 2.5F, -5, 0.25F};
    struct gather_tolerance none = {.is_tolerant = 1}, absolute = {.is_tolerant = 1, .absolute = 0.5},
                            relative = {.is_tolerant = 1, .relative = 0.25},
                            both = {.is_tolerant = 1, .relative = 0.125, .absolute = 0.5};
    (void)state;
    struct gather_difference difference = compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, b, 4, &none);
    assert_int_equal(difference.differing, 3);
    assert_int_equal(difference.close, 0);
    assert_true(difference.absolute.value == 1);
    assert_int_equal(difference.absolute.where.number, 2);
    assert_int_equal(difference.relative.where.number, 3); /* of 0, without end */
    difference = compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, b, 4, &absolute);
    assert_int_equal(difference.differing, 1);
    assert_int_equal(difference.close, 2);
    assert_int_equal(difference.first.number, 2);
    assert_int_equal(compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, b, 4, &relative).differing, 1);
    assert_int_equal(compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, b, 4, &both).differing, 0);
}

/* NaN is nothing's equal where values are compared, though its bits are the same, wherever it stands. */
static void test_tolerant_nan(void **state)
{
    struct gather_tolerance tolerance = {.is_tolerant = 1, .absolute = 1};
    (void)state;
    for (int place = 0; place < 100; place++) {
        float a[100] = {0};
        const uint32_t nan = 0x7FC00000;
        memcpy(&a[place], &nan, sizeof nan);
        struct gather_difference difference =
            compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, a, 100, &tolerance);
        assert_int_equal(difference.differing, 1);
        assert_int_equal(difference.first.number, place);
    }
}

static void test_steps(void **state)
{
    const uint32_t a[] = {0x3F800000, 0x00000001, 0x7F7FFFFF}, b[] = {0x3F800003, 0x80000002, 0x7F800000};
    struct gather_tolerance three = {.is_tolerant = 1, .steps = 3};
    (void)state;
    struct gather_difference difference = compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, b, 3, &three);
    assert_int_equal(difference.close, 2);
    assert_int_equal(difference.differing, 1); /* infinity is no number */
    assert_true(difference.steps.value == 3);
    const uint16_t c[] = {0x3C00}, d[] = {0x3C05};
    assert_true(compare(GATHER_DTYPE_F16, c, GATHER_DTYPE_F16, d, 1, NULL).steps.value == 5);
}

/* Of a byte that holds four bits the others are no part of the element. */
static void test_bytes_of_narrow_floats(void **state)
{
    const uint8_t a[] = {0xF1, 0x02, 0x33, 0x08}, b[] = {0x01, 0x02, 0x03, 0x00};
    (void)state;
    struct gather_difference difference = compare(GATHER_DTYPE_F4E2M1, a, GATHER_DTYPE_F4E2M1, b, 4, NULL);
    assert_int_equal(difference.differing, 1); /* -0 and 0 */
    assert_int_equal(difference.first.number, 3);
}

static void test_the_first_of_equal_differences_is_told(void **state)
{
    const float a[] = {3, 1, 1, 1}, b[] = {3, 2, 2, 2};
    (void)state;
    struct gather_difference difference = compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F32, b, 4, NULL);
    assert_int_equal(difference.absolute.where.number, 1);
    assert_int_equal(difference.relative.where.number, 1);
    assert_int_equal(difference.steps.where.number, 1);
}

static void test_integers(void **state)
{
    const uint64_t a[] = {UINT64_MAX, UINT64_C(1) << 63}, b[] = {UINT64_MAX - 1, UINT64_C(1) << 63};
    const int8_t c[] = {-1, -128, 127};
    const uint8_t d[] = {255, 128, 127};
    (void)state;
    struct gather_difference difference = compare(GATHER_DTYPE_U64, a, GATHER_DTYPE_U64, b, 2, NULL);
    assert_int_equal(difference.differing, 1);
    assert_true(difference.absolute.value == 1);
    assert_int_equal(compare(GATHER_DTYPE_I64, a, GATHER_DTYPE_U64, a, 2, NULL).differing, 2);
    difference = compare(GATHER_DTYPE_I8, c, GATHER_DTYPE_U8, d, 3, NULL);
    assert_int_equal(difference.differing, 2);
    assert_true(difference.absolute.value == 256);
    assert_int_equal(difference.type, GATHER_DTYPE_I16);
}

static void test_mixed(void **state)
{
    const float a[] = {1, 0.5F, 3};
    const uint16_t b[] = {0x3C00, 0x3800, 0x4201};
    (void)state;
    struct gather_difference difference = compare(GATHER_DTYPE_F32, a, GATHER_DTYPE_F16, b, 3, NULL);
    assert_int_equal(difference.type, GATHER_DTYPE_F32);
    assert_int_equal(difference.differing, 1);
    assert_int_equal(difference.first.number, 2);
    assert_memory_equal(difference.first.b, &b[2], sizeof b[2]);
}

/* Integers that no double holds are beside floats what they are. */
static void test_long_integers(void **state)
{
    const int64_t a[] = {(INT64_C(1) << 53) + 1, -(INT64_C(1) << 62) - 1, INT64_C(1) << 62, INT64_MAX};
    const double b[] = {0x1p53, -0x1p62, 0x1p62, 0x1p63}, c[] = {0x1p53, 0, -0x1p62, 3};
    const uint64_t d[] = {UINT64_MAX};
    const double e[] = {0x1p64, 0x1p300};
    const struct gather_tolerance one = {.is_tolerant = 1, .absolute = 1}, half = {1, 0, 0, .5, 0};
    (void)state;
    struct gather_difference difference = compare(GATHER_DTYPE_I64, a, GATHER_DTYPE_F64, b, 4, NULL);
    assert_int_equal(difference.differing, 3);
    assert_true(difference.absolute.value == 1);
    assert_true(difference.steps.value == 1);
    assert_int_equal(compare(GATHER_DTYPE_F64, b, GATHER_DTYPE_I64, a, 4, &half).differing, 3);
    assert_int_equal(compare(GATHER_DTYPE_F64, b, GATHER_DTYPE_I64, a, 4, &one).close, 3);
    difference = compare(GATHER_DTYPE_I64, a, GATHER_DTYPE_C128, c, 2, NULL);
    assert_int_equal(difference.differing, 2);
    assert_int_equal(compare(GATHER_DTYPE_U64, d, GATHER_DTYPE_F64, e, 1, NULL).absolute.value, 1);
    assert_true(compare(GATHER_DTYPE_U64, d, GATHER_DTYPE_F64, e + 1, 1, NULL).absolute.value == 0x1p300);
}

/* Every number of 16 bits is that of the doubles that hold it. */
static void test_halves(void **state)
{
    static const int32_t halves[] = {GATHER_DTYPE_F16, GATHER_DTYPE_BF16};
    (void)state;
    for (int t = 0; t < 2; t++)
        for (int code = 0; code < 1 << 16; code++) {
            const uint16_t element = (uint16_t)code;
            double value = gather_element_value(halves[t], &element);
            struct gather_difference difference =
                compare(halves[t], &element, GATHER_DTYPE_F64, &value, 1, NULL);
            assert_int_equal(difference.differing, value != value);
        }
}

static void test_complex(void **state)
{
    const float a[] = {1, 2, 3, 4}, b[] = {1, 2.5F, 3, 4};
    struct gather_tolerance quarter = {.is_tolerant = 1, .relative = 0.25},
                            less = {.is_tolerant = 1, .absolute = 0.25};
    (void)state;
    assert_int_equal(compare(GATHER_DTYPE_C64, a, GATHER_DTYPE_C64, b, 2, NULL).differing, 1);
    assert_int_equal(compare(GATHER_DTYPE_C64, a, GATHER_DTYPE_C64, b, 2, &quarter).differing, 0);
    assert_int_equal(compare(GATHER_DTYPE_C64, a, GATHER_DTYPE_C64, b, 2, &less).differing, 1);
}

static void test_refused(void **state)
{
    struct gather_difference difference;
    struct gather_error error;
    (void)state;
    assert_int_equal(gather_difference_init(&difference, GATHER_DTYPE_STRING, GATHER_DTYPE_F32, NULL, &error),
                     GATHER_STATUS_DTYPE);
}

/* ---- many ---------------------------------------------------------------------------------------- */

/* Pieces of any length come to the same as all at once. */
static void test_pieces(void **state)
{
    enum { COUNT = 1000 };
    static uint16_t a[COUNT], b[COUNT];
    (void)state;
    for (int k = 0; k < COUNT; k++) {
        a[k] = b[k] = (uint16_t)(k * 37);
        b[k] = (uint16_t)(k % 91 == 90 ? b[k] ^ 1 : b[k]);
    }
    struct gather_difference whole = compare(GATHER_DTYPE_U16, a, GATHER_DTYPE_U16, b, COUNT, NULL);
    assert_int_equal(whole.differing, COUNT / 91);
    assert_int_equal(whole.first.number, 90);
    for (int64_t piece = 1; piece < 70; piece++) {
        struct gather_difference parts;
        assert_int_equal(gather_difference_init(&parts, GATHER_DTYPE_U16, GATHER_DTYPE_U16, NULL, NULL),
                         GATHER_STATUS_OK);
        for (int64_t k = 0; k < COUNT; k += piece)
            gather_difference_add(&parts, a + k, b + k, COUNT - k < piece ? COUNT - k : piece);
        assert_memory_equal(&parts, &whole, sizeof parts);
    }
}

static void test_oddities(void **state)
{
    const uint16_t bf16[] = {0x3F80, 0x7F80, 0xFF80, 0x7F81, 0x7FFF};
    const uint8_t e4m3[] = {0x7E, 0x7F, 0xFF}, e8m0[] = {0xFF, 0x00};
    const double c128[] = {0, 1, INFINITY, NAN};
    struct gather_oddities oddities = {.dtype = GATHER_DTYPE_BF16};
    (void)state;
    gather_oddities_add(&oddities, bf16, 1);
    gather_oddities_add(&oddities, bf16 + 1, 4);
    assert_int_equal(oddities.elements, 5);
    assert_int_equal(oddities.infinities, 2);
    assert_int_equal(oddities.nans, 2);
    assert_int_equal(oddities.first.number, 1);
    oddities = (struct gather_oddities){.dtype = GATHER_DTYPE_F8E4M3FN};
    gather_oddities_add(&oddities, e4m3, 3);
    assert_int_equal(oddities.nans, 2);
    oddities = (struct gather_oddities){.dtype = GATHER_DTYPE_F8E8M0};
    gather_oddities_add(&oddities, e8m0, 2);
    assert_int_equal(oddities.nans, 1);
    oddities = (struct gather_oddities){.dtype = GATHER_DTYPE_C128};
    gather_oddities_add(&oddities, c128, 2);
    assert_int_equal(oddities.nans, 1); /* of which the other part is infinite */
    assert_int_equal(oddities.infinities, 0);
    oddities = (struct gather_oddities){.dtype = GATHER_DTYPE_U16};
    gather_oddities_add(&oddities, bf16, 5);
    assert_int_equal(oddities.nans + oddities.infinities, 0);
    assert_int_equal(oddities.elements, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wider_holds_both),
        cmocka_unit_test(test_wider),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_tolerant),
        cmocka_unit_test(test_tolerant_nan),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_bytes_of_narrow_floats),
        cmocka_unit_test(test_the_first_of_equal_differences_is_told),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_long_integers),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_complex),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_oddities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
