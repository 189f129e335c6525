/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values of case files as bits. The floats of at most 16 bits are all tried: each code, and each place between two
 * codes where rounding turns, against a decoder that knows the formats by their definition.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "study/text/number.h"
#include "support/randomness.h"

enum { REFUSED = -1 };

static enum gather_status read_text(int32_t dtype, const char *text, struct gather__number *number)
{
    struct gather__json *value;
    struct gather_error error = {0};
    assert_int_equal(gather__json_read(text, strlen(text), 1000, &value, NULL), GATHER_STATUS_OK);
    enum gather_status status = gather__number_read(number, dtype, value, &error);
    assert_int_equal(error.status, status);
    gather__json_free(value);
    return status;
}

static uint64_t low_bits(const struct gather__number *number)
{
    uint64_t bits = 0;
    for (int k = 0; k < 8; k++)
        bits |= (uint64_t)number->bytes[k] << (8 * k);
    return bits;
}

static void check(int32_t dtype, const char *text, uint64_t expected)
{
    struct gather__number number;
    if (read_text(dtype, text, &number) != GATHER_STATUS_OK || low_bits(&number) != expected)
        fail_msg("%s of type %d: expected 0x%llx", text, dtype, (unsigned long long)expected);
}

static void check_refused(int32_t dtype, const char *text)
{
    struct gather__number number;
    if (read_text(dtype, text, &number) != GATHER_STATUS_FORMAT)
        fail_msg("%s of type %d is not refused", text, dtype);
}

/* ---- floats, all of them ------------------------------------------------------------------------- */

/* A format by its definition: sign, exponent and fraction; which codes are no numbers. */
struct definition {
    int32_t dtype;
    int exponent_bits, fraction_bits, bias;
    int largest;  /* code of the largest finite number */
    int infinity; /* its code, or 0 */
    int has_minus_zero;
};

static const struct definition definitions[] = {
    {GATHER_DTYPE_F4E2M1, 2, 1, 1, 0x7, 0, 1},         {GATHER_DTYPE_F8E4M3FN, 4, 3, 7, 0x7E, 0, 1},
    {GATHER_DTYPE_F8E4M3FNUZ, 4, 3, 8, 0x7F, 0, 0},    {GATHER_DTYPE_F8E5M2, 5, 2, 15, 0x7B, 0x7C, 1},
    {GATHER_DTYPE_F8E5M2FNUZ, 5, 2, 16, 0x7F, 0, 0},   {GATHER_DTYPE_F16, 5, 10, 15, 0x7BFF, 0x7C00, 1},
    {GATHER_DTYPE_BF16, 8, 7, 127, 0x7F7F, 0x7F80, 1},
};

/* Exact for all that is asked here. */
static double scaled(double value, int exponent)
{
    for (; exponent > 0; exponent--)
        value *= 2;
    for (; exponent < 0; exponent++)
        value /= 2;
    return value;
}

/* The next double above or below one that is positive. */
static double beside(double value, int step)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += (uint64_t)step;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

static double decode(const struct definition *format, int code)
{
    int field = code >> format->fraction_bits, fraction = code & ((1 << format->fraction_bits) - 1);
    if (field == 0)
        return scaled(fraction, 1 - format->bias - format->fraction_bits);
    return scaled(fraction + (1 << format->fraction_bits), field - format->bias - format->fraction_bits);
}

static void check_value(int32_t dtype, double value, int expected)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    if (strpbrk(text, ".e") == NULL)
        strcat(text, ".0");
    if (expected == REFUSED)
        check_refused(dtype, text);
    else
        check(dtype, text, (uint64_t)expected);
}

/* The value and its negative. */
static void check_both(const struct definition *format, double value, int expected)
{
    int sign = 1 << (format->exponent_bits + format->fraction_bits);
    check_value(format->dtype, value, expected);
    check_value(format->dtype, -value,
                expected == REFUSED                            ? REFUSED
                : expected == 0 && format->has_minus_zero == 0 ? 0
                                                               : expected | sign);
}

static void check_format(const struct definition *format)
{
    for (int code = 0; code <= format->largest; code++) {
        double value = decode(format, code), next = decode(format, code + 1), middle = (value + next) / 2;
        int above = code < format->largest ? code + 1 : format->infinity ? format->infinity : REFUSED;
        check_both(format, value, code);
        check_both(format, beside(middle, -1), code);
        check_both(format, middle, code % 2 == 0 ? code : above);
        check_both(format, beside(middle, 1), above);
    }
    check_both(format, 1.7e308, format->infinity ? format->infinity : REFUSED);
    check_both(format, 5e-324, 0);
}

static void test_every_small_float(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof definitions / sizeof *definitions; k++)
        check_format(&definitions[k]);
}

/* f8e8m0: code c is 2^(c-127), with the value halfway to the next one going to the even code. */
static void test_every_power(void **state)
{
    (void)state;
    for (int code = 0; code < 255; code++) {
        double value = scaled(1, code - 127), middle = value * 1.5;
        int above = code < 254 ? code + 1 : REFUSED;
        check_value(GATHER_DTYPE_F8E8M0, value, code);
        check_value(GATHER_DTYPE_F8E8M0, -value, REFUSED);
        check_value(GATHER_DTYPE_F8E8M0, beside(middle, -1), code);
        check_value(GATHER_DTYPE_F8E8M0, middle, code % 2 == 0 ? code : above);
        check_value(GATHER_DTYPE_F8E8M0, beside(middle, 1), above);
    }
    check_value(GATHER_DTYPE_F8E8M0, 5e-324, 0);
    check_refused(GATHER_DTYPE_F8E8M0, "0");
    check_refused(GATHER_DTYPE_F8E8M0, "\"inf\"");
    check(GATHER_DTYPE_F8E8M0, "\"nan\"", 0xFF);
    check(GATHER_DTYPE_F8E8M0, "6", 0x82); /* between 4 and 8 */
}

/* Doubles of all magnitudes, to the even double as they are and to a float as the processor rounds them. */
static void test_large_floats(void **state)
{
    (void)state;
    struct randomness randomness = randomness_begin("test_large_floats");
    for (int k = 0; k < 60000; k++) {
        char text[40];
        double value;
        uint64_t bits = random_bits(&randomness);
        if (k % 2 == 0) /* of a float's magnitude: a field of 872 to 1151 */
            bits = (bits & ~(UINT64_C(0x7FF) << 52)) | (872 + bits % 280) << 52;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        float narrow = (float)value;
        uint32_t narrow_bits;
        memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
        snprintf(text, sizeof text, "%.17g", value);
        if (strpbrk(text, ".e") == NULL)
            strcat(text, ".0");
        check(GATHER_DTYPE_F64, text, bits);
        check(GATHER_DTYPE_F32, text, narrow_bits);
    }
}

/* An integer is rounded once: by way of a double, the last but one would be a tie and go down. */
static void test_integers_as_floats(void **state)
{
    (void)state;
    check(GATHER_DTYPE_F32, "0", 0);
    check(GATHER_DTYPE_F32, "-1", 0xBF800000);
    check(GATHER_DTYPE_F32, "16777217", 0x4B800000);
    check(GATHER_DTYPE_F32, "9007199791611905", 0x5A000001);
    check(GATHER_DTYPE_F64, "-9223372036854775808", 0xC3E0000000000000);
    check(GATHER_DTYPE_F16, "65519", 0x7BFF);
    check(GATHER_DTYPE_F16, "65520", 0x7C00);
}

static void test_words(void **state)
{
    (void)state;
    check(GATHER_DTYPE_F32, "\"nan\"", 0x7FC00000);
    check(GATHER_DTYPE_F32, "\"inf\"", 0x7F800000);
    check(GATHER_DTYPE_F32, "\"-inf\"", 0xFF800000);
    check(GATHER_DTYPE_F64, "\"nan\"", 0x7FF8000000000000);
    check(GATHER_DTYPE_BF16, "\"-inf\"", 0xFF80);
    check(GATHER_DTYPE_F8E5M2, "\"nan\"", 0x7E);
    check(GATHER_DTYPE_F8E4M3FN, "\"nan\"", 0x7F);
    check(GATHER_DTYPE_F8E4M3FNUZ, "\"nan\"", 0x80);
    check_refused(GATHER_DTYPE_F8E4M3FN, "\"inf\"");
    check_refused(GATHER_DTYPE_F8E4M3FNUZ, "\"-inf\"");
    check_refused(GATHER_DTYPE_F4E2M1, "\"nan\"");
    check_refused(GATHER_DTYPE_F32, "\"NaN\"");
    check_refused(GATHER_DTYPE_F32, "\"1\"");
    check_refused(GATHER_DTYPE_F32, "true");
    check_refused(GATHER_DTYPE_F32, "null");
    check_refused(GATHER_DTYPE_F32, "[1]");
}

/* ---- everything else ----------------------------------------------------------------------------- */

static void check_range(int32_t dtype, int bits, bool is_signed)
{
    char text[40];
    int64_t low = is_signed ? -(INT64_C(1) << (bits - 1)) : 0;
    int64_t high = (INT64_C(1) << (is_signed ? bits - 1 : bits)) - 1;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (int64_t value = low - 1; value <= low + 1; value++) {
        snprintf(text, sizeof text, "%lld", (long long)value);
        if (value < low)
            check_refused(dtype, text);
        else
            check(dtype, text, (uint64_t)value & mask);
    }
    for (int64_t value = high - 1; value <= high + 1; value++) {
        snprintf(text, sizeof text, "%lld", (long long)value);
        if (value > high)
            check_refused(dtype, text);
        else
            check(dtype, text, (uint64_t)value & mask);
    }
}

static void test_integers(void **state)
{
    (void)state;
    static const int widths[] = {2, 4, 8, 16, 32};
    for (int k = 0; k < 5; k++) {
        check_range(GATHER_DTYPE_U2 + k, widths[k], false);
        check_range(GATHER_DTYPE_I2 + k, widths[k], true);
    }
    check(GATHER_DTYPE_I64, "-9223372036854775808", UINT64_C(1) << 63);
    check(GATHER_DTYPE_I64, "9223372036854775807", INT64_MAX);
    check(GATHER_DTYPE_U64, "9223372036854775807", INT64_MAX);
    check(GATHER_DTYPE_U64, "\"9223372036854775808\"", UINT64_C(1) << 63);
    check(GATHER_DTYPE_U64, "\"18446744073709551615\"", UINT64_MAX);
    check_refused(GATHER_DTYPE_U64, "\"18446744073709551616\"");
    check_refused(GATHER_DTYPE_U64, "\"18446744073709551620\"");
    check_refused(GATHER_DTYPE_U64, "\"9223372036854775807\"");
    check_refused(GATHER_DTYPE_U64, "\"9223372036854775808 \"");
    check_refused(GATHER_DTYPE_U64, "\"\"");
    check_refused(GATHER_DTYPE_U64, "-1");
    check_refused(GATHER_DTYPE_I64, "\"9223372036854775808\"");
    check_refused(GATHER_DTYPE_I32, "1.0");
    check_refused(GATHER_DTYPE_I32, "true");
}

static void test_others(void **state)
{
    (void)state;
    struct gather__number number;
    check(GATHER_DTYPE_BOOL, "true", 1);
    check(GATHER_DTYPE_BOOL, "false", 0);
    check_refused(GATHER_DTYPE_BOOL, "1");
    check(GATHER_DTYPE_C64, "[1,-2]", 0xC00000003F800000);
    check(GATHER_DTYPE_C64, "[\"nan\",\"inf\"]", 0x7F8000007FC00000);
    check_refused(GATHER_DTYPE_C64, "1");
    check_refused(GATHER_DTYPE_C64, "[1]");
    check_refused(GATHER_DTYPE_C64, "[1,2,3]");
    check_refused(GATHER_DTYPE_C64, "[1,true]");
    static const uint8_t one_and_minus_two[16] = {0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0xC0};
    assert_int_equal(read_text(GATHER_DTYPE_C128, "[1,-2.0]", &number), GATHER_STATUS_OK);
    assert_memory_equal(number.bytes, one_and_minus_two, 16);
    check_refused(GATHER_DTYPE_STRING, "1");
    check_refused(GATHER_DTYPE_STRING, "null");
}

/* A string is a view of the value's own bytes, which live as long as it. */
static void test_strings(void **state)
{
    (void)state;
    struct gather__json *json;
    struct gather__number number;
    assert_int_equal(gather__json_read("\"a\\u00e9\"", 9, 100, &json, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather__number_read(&number, GATHER_DTYPE_STRING, json, NULL), GATHER_STATUS_OK);
    struct gather__view view = gather__view_of_number(&number);
    assert_int_equal(view.length, 3);
    assert_memory_equal(view.text, "a\303\251", 3);
    struct gather__number again = gather__number_of_view(view);
    assert_memory_equal(&again, &number, sizeof number);
    gather__json_free(json);
}

static enum gather_status count_text(int32_t dtype, const char *text, uint64_t n, uint64_t *bits)
{
    struct gather__json *pair;
    struct gather__number number = {{0}};
    assert_int_equal(gather__json_read(text, strlen(text), 1000, &pair, NULL), GATHER_STATUS_OK);
    enum gather_status status =
        gather__number_count(&number, dtype, gather__json_item(pair, 0), gather__json_item(pair, 1), n, NULL);
    gather__json_free(pair);
    *bits = low_bits(&number);
    return status;
}

static void check_count(int32_t dtype, const char *text, uint64_t n, uint64_t expected)
{
    uint64_t bits;
    assert_int_equal(count_text(dtype, text, n, &bits), GATHER_STATUS_OK);
    assert_true(bits == expected);
}

static void test_counting(void **state)
{
    (void)state;
    uint64_t bits;
    check_count(GATHER_DTYPE_I32, "[7,-3]", 4, 0xFFFFFFFB);
    check_count(GATHER_DTYPE_U8, "[250,3]", 2, 0);
    check_count(GATHER_DTYPE_I4, "[7,1]", 1, 0x8);
    check_count(GATHER_DTYPE_U64, "[\"18446744073709551615\",1]", 3, 2);
    check_count(GATHER_DTYPE_F16, "[1,0.5]", 3, 0x4100);
    check_count(GATHER_DTYPE_F32, "[0,1]", 16777217, 0x4B800000);
    assert_int_equal(count_text(GATHER_DTYPE_F8E4M3FN, "[0,1]", 500, &bits), GATHER_STATUS_FORMAT);
    assert_int_equal(count_text(GATHER_DTYPE_F64, "[0,1e308]", 500, &bits), GATHER_STATUS_FORMAT);
    assert_int_equal(count_text(GATHER_DTYPE_F32, "[\"nan\",1]", 0, &bits), GATHER_STATUS_FORMAT);
    assert_int_equal(count_text(GATHER_DTYPE_I8, "[0,200]", 0, &bits), GATHER_STATUS_FORMAT);
    assert_int_equal(count_text(GATHER_DTYPE_BOOL, "[false,true]", 0, &bits), GATHER_STATUS_FORMAT);
    assert_int_equal(count_text(GATHER_DTYPE_C64, "[[0,0],[1,0]]", 0, &bits), GATHER_STATUS_FORMAT);
    assert_int_equal(count_text(GATHER_DTYPE_STRING, "[0,1]", 0, &bits), GATHER_STATUS_FORMAT);
}

/* What `text` makes of `other` where it says "nan". */
static uint64_t adopt(int32_t dtype, const char *text, uint64_t other_bits)
{
    struct gather__json *value;
    struct gather__number number, other = {{0}};
    memcpy(other.bytes, &other_bits, 8);
    assert_int_equal(gather__json_read(text, strlen(text), 1000, &value, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather__number_read(&number, dtype, value, NULL), GATHER_STATUS_OK);
    gather__number_adopt_nan(&number, dtype, value, &other);
    gather__json_free(value);
    return low_bits(&number);
}

static void test_any_nan(void **state)
{
    (void)state;
    assert_true(adopt(GATHER_DTYPE_F32, "\"nan\"", 0xFF800001) == 0xFF800001);
    assert_true(adopt(GATHER_DTYPE_F32, "\"nan\"", 0x7F800000) == 0x7FC00000);
    assert_true(adopt(GATHER_DTYPE_F32, "1", 0xFF800001) == 0x3F800000);
    assert_true(adopt(GATHER_DTYPE_F64, "\"nan\"", 0x7FF0000000000001) == 0x7FF0000000000001);
    assert_true(adopt(GATHER_DTYPE_F8E4M3FN, "\"nan\"", 0xFF) == 0xFF);
    assert_true(adopt(GATHER_DTYPE_F8E4M3FN, "\"nan\"", 0xFE) == 0x7F);
    assert_true(adopt(GATHER_DTYPE_F8E4M3FNUZ, "\"nan\"", 0xFF) == 0x80);
    assert_true(adopt(GATHER_DTYPE_F8E8M0, "\"nan\"", 0xFE) == 0xFF);
    assert_true(adopt(GATHER_DTYPE_C64, "[\"nan\",1]", 0xFF800001FF800002) == 0x3F800000FF800002);
    assert_true(adopt(GATHER_DTYPE_C64, "[1,\"nan\"]", 0xFF800001FF800002) == 0xFF8000013F800000);
    assert_true(adopt(GATHER_DTYPE_I32, "1", 0xFF800001) == 1);
}

static void check_written(int32_t dtype, const char *text, const char *expected)
{
    struct gather__number number;
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    assert_int_equal(read_text(dtype, text, &number), GATHER_STATUS_OK);
    gather__number_write(&writer, dtype, &number);
    gather_write(&writer, "", 1);
    assert_string_equal(memory.bytes, expected);
    gather_memory_fini(&memory);
}

static void test_writing(void **state)
{
    (void)state;
    check_written(GATHER_DTYPE_I4, "-8", "-8");
    check_written(GATHER_DTYPE_I64, "-9223372036854775808", "-9223372036854775808");
    check_written(GATHER_DTYPE_U64, "\"18446744073709551615\"", "18446744073709551615");
    check_written(GATHER_DTYPE_BOOL, "true", "1");
    check_written(GATHER_DTYPE_F32, "1", "0x3f800000");
    check_written(GATHER_DTYPE_F4E2M1, "6", "0x7");
    check_written(GATHER_DTYPE_C64, "[1,2]", "0x400000003f800000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_small_float),
        cmocka_unit_test(test_every_power),
        cmocka_unit_test(test_large_floats),
        cmocka_unit_test(test_integers_as_floats),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_any_nan),
        cmocka_unit_test(test_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
