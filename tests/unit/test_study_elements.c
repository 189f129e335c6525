/* SPDX-License-Identifier: Apache-2.0 */
/* Elements as text: what is read, what is written, and that both go together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"

/* The text of an element. */
static const char *text_of(int32_t dtype, uint64_t bits, bool is_json)
{
    static char text[200];
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    uint8_t element[16] = {0};
    for (int k = 0; k < 8; k++)
        element[k] = (uint8_t)(bits >> (8 * k));
    gather_element_write(&writer, dtype, element, is_json);
    assert_int_equal(writer.status, GATHER_STATUS_OK);
    assert_true(memory.count < sizeof text);
    memcpy(text, memory.count > 0 ? memory.bytes : "", memory.count);
    text[memory.count] = '\0';
    gather_memory_fini(&memory);
    return text;
}

static void check_written(int32_t dtype, uint64_t bits, const char *expected)
{
    assert_string_equal(text_of(dtype, bits, false), expected);
}

static void test_written(void **state)
{
    (void)state;
    check_written(GATHER_DTYPE_BOOL, 1, "true");
    check_written(GATHER_DTYPE_BOOL, 0, "false");
    check_written(GATHER_DTYPE_U8, 255, "255");
    check_written(GATHER_DTYPE_I8, 255, "-1");
    check_written(GATHER_DTYPE_I64, UINT64_C(1) << 63, "-9223372036854775808");
    check_written(GATHER_DTYPE_U64, UINT64_MAX, "18446744073709551615");
    check_written(GATHER_DTYPE_I4, 0x58, "-8");
    check_written(GATHER_DTYPE_U2, 0xFF, "3");
    check_written(GATHER_DTYPE_F32, 0x3DCCCCCD, "0.1");
    check_written(GATHER_DTYPE_F32, 0x3DCCCCCE, "0.10000001");
    check_written(GATHER_DTYPE_F32, 0x3F800000, "1");
    check_written(GATHER_DTYPE_F32, 0x41200000, "10");
    check_written(GATHER_DTYPE_F32, 0xC4BB8000, "-1500");
    check_written(GATHER_DTYPE_F32, 0x42C90000, "100.5");
    check_written(GATHER_DTYPE_F32, 0x3C23D70A, "0.01");
    check_written(GATHER_DTYPE_F64, 0x3EE4F8B588E368F1, "0.00001");
    check_written(GATHER_DTYPE_F64, 0x3EE4F8B588E368F0, "9.999999999999999e-06");
    check_written(GATHER_DTYPE_F64, 0x4341C37937E07FFF, "9999999999999998");
    check_written(GATHER_DTYPE_F64, 0x4341C37937E08000, "1e+16");
    check_written(GATHER_DTYPE_F32, 1, "1e-45");
    check_written(GATHER_DTYPE_F32, 0x80000000, "-0");
    check_written(GATHER_DTYPE_F32, 0x4B800000, "16777216");
    check_written(GATHER_DTYPE_F32, 0x7F7FFFFF, "3.4028235e+38");
    check_written(GATHER_DTYPE_F32, 0x7F800000, "inf");
    check_written(GATHER_DTYPE_F32, 0xFF800000, "-inf");
    check_written(GATHER_DTYPE_F32, 0xFFC00001, "nan");
    check_written(GATHER_DTYPE_F64, 0x3FB999999999999A, "0.1");
    check_written(GATHER_DTYPE_F64, 0x3FD5555555555555, "0.3333333333333333");
    check_written(GATHER_DTYPE_F64, 1, "5e-324");
    check_written(GATHER_DTYPE_F16, 0x2E66, "0.1");
    check_written(GATHER_DTYPE_BF16, 0x3DCD, "0.1");
    check_written(GATHER_DTYPE_F8E4M3FN, 0x1D, "0.1015625");
    check_written(GATHER_DTYPE_F8E4M3FN, 0x39, "1.125");
    check_written(GATHER_DTYPE_F8E4M3FN, 0x7F, "nan");
    check_written(GATHER_DTYPE_F8E8M0, 0x80, "2");
    check_written(GATHER_DTYPE_F4E2M1, 0xF7, "6");
    check_written(GATHER_DTYPE_C64, 0xC00000003F800000, "1-2j");
    check_written(GATHER_DTYPE_C64, 0x8000000040000000, "2-0j");
    check_written(GATHER_DTYPE_C64, 0xFFC00000FF800000, "-inf+nanj");
    assert_string_equal(text_of(GATHER_DTYPE_C64, 0xC00000003F800000, true), "[1,-2]");
    check_written(GATHER_DTYPE_STRING, 0, "\"\"");
}

/* As JSON: no word that it lacks, no number that 64 signed bits lose, no sign that 0 loses. */
static void test_json(void **state)
{
    (void)state;
    assert_string_equal(text_of(GATHER_DTYPE_F32, 0x7FC00000, true), "\"nan\"");
    assert_string_equal(text_of(GATHER_DTYPE_F32, 0xFF800000, true), "\"-inf\"");
    assert_string_equal(text_of(GATHER_DTYPE_F32, 0x80000000, true), "-0.0");
    assert_string_equal(text_of(GATHER_DTYPE_F32, 0x3F800000, true), "1");
    assert_string_equal(text_of(GATHER_DTYPE_F32, 0x41200000, true), "10");
    assert_string_equal(text_of(GATHER_DTYPE_F16, 0x7BFF, true), "65504");
    assert_string_equal(text_of(GATHER_DTYPE_F16, 0x2E66, true), "0.0999755859375");
    assert_string_equal(text_of(GATHER_DTYPE_F16, 0x8000, true), "-0.0");
    assert_string_equal(text_of(GATHER_DTYPE_BF16, 0x4049, true), "3.140625");
    assert_string_equal(text_of(GATHER_DTYPE_F16, 0x7BFF, false), "65500");
    assert_string_equal(text_of(GATHER_DTYPE_F32, 0x8B0AC723, true), "-2.6727647e-32");
    assert_string_equal(text_of(GATHER_DTYPE_U64, UINT64_C(1) << 63, true), "\"9223372036854775808\"");
    assert_string_equal(text_of(GATHER_DTYPE_U64, INT64_MAX, true), "9223372036854775807");
    assert_string_equal(text_of(GATHER_DTYPE_C64, 0x7F8000003F800000, true), "[1,\"inf\"]");
}

static void check_read(int32_t dtype, const char *text, uint64_t bits)
{
    uint8_t element[16];
    uint64_t got = 0;
    struct gather_error error = {0};
    int32_t bytes = (gather_dtype_bits(dtype) + 7) / 8;
    memset(element, 0xA5, sizeof element);
    if (gather_element_read(dtype, text, element, &error) != GATHER_STATUS_OK)
        fail_msg("%s", text);
    for (int32_t k = 0; k < bytes && k < 8; k++)
        got |= (uint64_t)element[k] << (8 * k);
    if (got != bits)
        fail_msg("%s: %llx", text, (unsigned long long)got);
    for (int32_t k = bytes; k < 16; k++)
        assert_int_equal(element[k], 0xA5);
}

static void check_refused(int32_t dtype, const char *text, enum gather_status expected)
{
    uint8_t element[16];
    struct gather_error error = {0};
    assert_int_equal(gather_element_read(dtype, text, element, &error), expected);
    assert_int_equal(error.status, expected);
    assert_int_equal(gather_element_read(dtype, text, element, NULL), expected);
}

static void test_read(void **state)
{
    (void)state;
    check_read(GATHER_DTYPE_U8, "255", 255);
    check_read(GATHER_DTYPE_I8, "-1", 255);
    check_read(GATHER_DTYPE_I4, "-8", 8);
    check_read(GATHER_DTYPE_U64, "18446744073709551615", UINT64_MAX);
    check_read(GATHER_DTYPE_BOOL, "true", 1);
    check_read(GATHER_DTYPE_F32, "0.1", 0x3DCCCCCD);
    check_read(GATHER_DTYPE_F32, "-2", 0xC0000000);
    check_read(GATHER_DTYPE_F32, "1e-5", 0x3727C5AC);
    check_read(GATHER_DTYPE_F32, "nan", 0x7FC00000);
    check_read(GATHER_DTYPE_F32, "\"nan\"", 0x7FC00000);
    check_read(GATHER_DTYPE_F16, "-inf", 0xFC00);
    check_read(GATHER_DTYPE_C64, "[1,-2]", 0xC00000003F800000);
    check_read(GATHER_DTYPE_F32, "-0", 0x80000000);
    check_read(GATHER_DTYPE_F64, " -0 ", UINT64_C(1) << 63);
    check_read(GATHER_DTYPE_F16, "-0.0", 0x8000);
    check_read(GATHER_DTYPE_F8E4M3FNUZ, "-0", 0); /* has no other zero */
    check_read(GATHER_DTYPE_F4E2M1, "-0", 8);
    check_read(GATHER_DTYPE_C64, "[-0, -0]", 0x8000000080000000);
    check_read(GATHER_DTYPE_C64, "[-0,0]", 0x80000000);
    check_read(GATHER_DTYPE_C64, "[nan,-0]", 0x800000007FC00000);
    check_read(GATHER_DTYPE_C64, " [1,0]", 0x3F800000);
    check_read(GATHER_DTYPE_C64, "1", 0x3F800000);
    check_read(GATHER_DTYPE_C64, "1-2j", 0xC00000003F800000);
    check_read(GATHER_DTYPE_C64, "(1e-0+2e+0j)", 0x400000003F800000);
    check_read(GATHER_DTYPE_C64, "-2j", 0xC000000000000000);
    check_read(GATHER_DTYPE_C64, "2-0j", 0x8000000040000000);
    check_read(GATHER_DTYPE_C64, "inf-infj", 0xFF8000007F800000);
    check_read(GATHER_DTYPE_BOOL, "1", 1);
    check_read(GATHER_DTYPE_BOOL, "0", 0);
    check_read(GATHER_DTYPE_C64, " \t\r\n[nan,0] ", 0x7FC00000);
    check_read(GATHER_DTYPE_C64, " [ 0, -inf ]", 0xFF80000000000000);
    check_read(GATHER_DTYPE_C64, "[-1, -inf]", 0xFF800000BF800000);
    check_read(GATHER_DTYPE_C64, "[\"nan\",inf]", 0x7F8000007FC00000);
    check_read(GATHER_DTYPE_F32, "-0e5", 0x80000000);
    check_read(GATHER_DTYPE_F32, "1e-0", 0x3F800000);
    check_read(GATHER_DTYPE_F32, "0", 0);
    check_read(GATHER_DTYPE_U8, "-0", 0);
}

static void test_refused(void **state)
{
    (void)state;
    check_refused(GATHER_DTYPE_U8, "256", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_U8, "-1", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_U8, "1.5", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_U8, "", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_U8, "true", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_BOOL, "2", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_F32, "0,1", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_F32, "-00", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_F32, "--0", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_F32, "\"", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_F8E4M3FN, "inf", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "j", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "()", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "1,2", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "1+j", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "1+2i", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "1+2j-3j", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "[1,2]j", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "[1]", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "[nan,none]", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "[nan", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_STRING, "a", GATHER_STATUS_UNSUPPORTED);
    check_refused(-1, "1", GATHER_STATUS_DTYPE);
    check_refused(GATHER_DTYPE_COUNT, "1", GATHER_STATUS_DTYPE);
}

/* What rounds to the largest number is that; what rounds to an infinity is none of the type's values. */
static void test_overflow(void **state)
{
    (void)state;
    check_read(GATHER_DTYPE_F16, "65519", 0x7BFF);
    check_refused(GATHER_DTYPE_F16, "65520", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_F16, "-1e10", GATHER_STATUS_FORMAT);
    check_read(GATHER_DTYPE_F32, "3.4028235e38", 0x7F7FFFFF);
    check_refused(GATHER_DTYPE_F32, "1e50", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_BF16, "3.4e38", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_F8E5M2, "70000", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_F64, "1e999", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "[1e50,0]", GATHER_STATUS_FORMAT);
    check_refused(GATHER_DTYPE_C64, "[inf,-1e50]", GATHER_STATUS_FORMAT);
    check_read(GATHER_DTYPE_C64, "[inf,0]", 0x7F800000);
    check_read(GATHER_DTYPE_F8E5M2, "inf", 0x7C);
}

/* Every number of a narrow type, and every 65,537th of f32, is read back from what is written. */
static void test_round_trip(void **state)
{
    (void)state;
    static const int32_t narrow[] = {GATHER_DTYPE_F4E2M1, GATHER_DTYPE_F8E4M3FN,   GATHER_DTYPE_F8E4M3FNUZ,
                                     GATHER_DTYPE_F8E5M2, GATHER_DTYPE_F8E5M2FNUZ, GATHER_DTYPE_F8E8M0,
                                     GATHER_DTYPE_F16,    GATHER_DTYPE_BF16,       GATHER_DTYPE_I8,
                                     GATHER_DTYPE_U4};
    for (size_t t = 0; t < sizeof narrow / sizeof *narrow; t++)
        for (uint64_t bits = 0; bits < UINT64_C(1) << gather_dtype_bits(narrow[t]); bits++) {
            const char *text = text_of(narrow[t], bits, true);
            if (strcmp(text, "\"nan\"") != 0)
                check_read(narrow[t], text, bits);
        }
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += 65537) {
        const char *text = text_of(GATHER_DTYPE_F32, bits, true);
        if (strcmp(text, "\"nan\"") != 0)
            check_read(GATHER_DTYPE_F32, text, bits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written), cmocka_unit_test(test_json),     cmocka_unit_test(test_read),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_overflow), cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
