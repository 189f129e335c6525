/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text into a sink: numbers at their ends, what somebody else wrote made harmless, the caret below the right
 * column, lines of a source that is slow, fails, or never ends a line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"

/* Ends what was written by NUL, to compare it as a string. */
static const char *text_of(struct gather_memory *memory)
{
    struct gather_writer writer = gather_writer_to(gather_memory_sink(memory));
    gather_write(&writer, "", 1);
    assert_int_equal(writer.status, GATHER_STATUS_OK);
    return memory->bytes;
}

static void test_numbers(void **state)
{
    (void)state;
    static const int64_t list[] = {1, -2, 3};
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    gather_write_integer(&writer, INT64_MIN);
    gather_write_text(&writer, " ");
    gather_write_integer(&writer, INT64_MAX);
    gather_write_text(&writer, " ");
    gather_write_integer(&writer, 0);
    gather_write_text(&writer, " ");
    gather_write_unsigned(&writer, UINT64_MAX);
    gather_write_text(&writer, " ");
    gather_write_integers(&writer, list, 3, ", ");
    gather_write_repeated(&writer, '!', 2);
    assert_string_equal(text_of(&memory),
                        "-9223372036854775808 9223372036854775807 0 18446744073709551615 1, -2, 3!!");
    gather_memory_fini(&memory);
}

static void test_decimals(void **state)
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    static const struct {
        int64_t scaled;
        int32_t decimals;
    } rows[] = {{1234, 2}, {-5, 2}, {7, 0}, {0, 3}, {100, 1}, {INT64_MIN, 18}, {INT64_MAX, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        gather_write_text(&writer, k > 0 ? " " : "");
        gather_write_decimal(&writer, rows[k].scaled, rows[k].decimals);
    }
    assert_string_equal(text_of(&memory),
                        "12.34 -0.05 7 0.000 10.0 -9.223372036854775808 9223372036854775807");
    gather_memory_fini(&memory);
}

static void test_safe_text(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *plain, *utf8;
    } rows[] = {
        {"a b~", 4, "a b~", "a b~"},
        {"a\0b", 3, "a\\x00b", "a\\x00b"},
        {"\x1b[31m\r\n\t", 8, "\\x1b[31m\\x0d\\x0a\\x09", "\\x1b[31m\\x0d\\x0a\\x09"},
        {"\x7f\xc2\x9b", 3, "\\x7f\\xc2\\x9b", "\\x7f\\xc2\\x9b"},
        {"\xc3\xa4", 2, "\\xc3\\xa4", "\xc3\xa4"},
        {"\xe4\xb8\xad\xf0\x9f\x8e\x89", 7, "\\xe4\\xb8\\xad\\xf0\\x9f\\x8e\\x89",
         "\xe4\xb8\xad\xf0\x9f\x8e\x89"},
        {"\xe2\x80\xae!", 4, "\\xe2\\x80\\xae!", "\\xe2\\x80\\xae!"}, /* right-to-left override */
        {"\xc0\xaf", 2, "\\xc0\\xaf", "\\xc0\\xaf"},                  /* overlong */
        {"\xed\xa0\x80", 3, "\\xed\\xa0\\x80", "\\xed\\xa0\\x80"},    /* half a surrogate */
        {"\xf4\x90\x80\x80", 4, "\\xf4\\x90\\x80\\x80", "\\xf4\\x90\\x80\\x80"},
        {"\xe4\xb8", 2, "\\xe4\\xb8", "\\xe4\\xb8"}, /* cut off */
        {"\x80\xff", 2, "\\x80\\xff", "\\x80\\xff"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct gather_memory plain = {0}, utf8 = {0};
        struct gather_writer to_plain = gather_writer_to(gather_memory_sink(&plain));
        struct gather_writer to_utf8 = gather_writer_to(gather_memory_sink(&utf8));
        gather_write_safe(&to_plain, rows[k].bytes, rows[k].length, false);
        gather_write_safe(&to_utf8, rows[k].bytes, rows[k].length, true);
        assert_string_equal(text_of(&plain), rows[k].plain);
        assert_string_equal(text_of(&utf8), rows[k].utf8);
        gather_memory_fini(&plain);
        gather_memory_fini(&utf8);
    }
}

static void check_caret(const char *text, int64_t at, bool utf8, const char *expected)
{
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_error error = {.has = GATHER_ERROR_HAS_AT, .at = at};
    gather_write_caret(&writer, text, strlen(text), &error, utf8);
    assert_string_equal(text_of(&memory), expected);
    gather_memory_fini(&memory);
}

static void test_caret(void **state)
{
    (void)state;
    static const char digits[] = "0123456789012345678901234567890123456789012345678901234567890123456789"
                                 "012345678901234567890123456789";
    check_caret("f32[2]{}", 7, false, "  f32[2]{}\n         ^\n");
    check_caret("f32", 0, false, "  f32\n  ^\n");
    check_caret("f32", 3, false, "  f32\n     ^\n");
    check_caret("f32", 99, false, "  f32\n     ^\n"); /* behind the end is the end */
    check_caret("", 0, true, "  \n  ^\n");
    /* One column, two, none, and four where it is escaped. */
    check_caret("\xc3\xa4x", 2, true, "  \xc3\xa4x\n   ^\n");
    check_caret("\xe4\xb8\xadx", 3, true, "  \xe4\xb8\xadx\n    ^\n");
    check_caret("e\xcc\x81x", 3, true, "  e\xcc\x81x\n   ^\n");
    check_caret("\x1bx", 1, true, "  \\x1bx\n      ^\n");
    check_caret("\xc3\xa4x", 2, false, "  \\xc3\\xa4x\n          ^\n");
    /* Cut on both sides. */
    check_caret(digits, 60, false,
                "  ..67890123456789012345678901234567890123456789012345678901234567890123..\n"
                "                                                ^\n");
}

static void test_caret_without_place(void **state)
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_error error = {0};
    gather_write_caret(&writer, "f32", 3, &error, false);
    assert_int_equal(memory.count, 0);
}

/* ---- lines --------------------------------------------------------------------------------------- */

/* Gives a text `step` bytes at a time, then fails or ends. */
struct slow {
    const char *text;
    size_t length, given, step;
    bool fails;
};

static enum gather_status read_slowly(void *context, char *bytes, size_t size, size_t *received)
{
    struct slow *slow = context;
    size_t left = slow->length - slow->given;
    if (left == 0 && slow->fails)
        return GATHER_STATUS_IO;
    *received = left < slow->step ? left : slow->step;
    *received = *received < size ? *received : size;
    memcpy(bytes, slow->text + slow->given, *received);
    slow->given += *received;
    return GATHER_STATUS_OK;
}

static void test_lines(void **state)
{
    (void)state;
    static const char text[] = "one\ntwo\r\n\n\rthree\nlast\r";
    static const char *const expected[] = {"one", "two", "", "\rthree", "last\r"};
    static const int64_t offsets[] = {0, 4, 9, 10, 17};
    for (size_t step = 1; step < sizeof text; step++) {
        struct slow slow = {text, sizeof text - 1, 0, step, false};
        struct gather_source source = {read_slowly, &slow};
        struct gather_lines lines;
        const char *line;
        size_t length;
        gather_lines_init(&lines, source, 10);
        for (int64_t k = 0; k < 5; k++) {
            assert_int_equal(gather_lines_next(&lines, &line, &length, NULL), GATHER_STATUS_OK);
            assert_non_null(line);
            assert_int_equal(length, strlen(expected[k]));
            assert_memory_equal(line, expected[k], length);
            assert_int_equal(lines.number, k + 1);
            assert_int_equal(lines.offset, offsets[k]);
        }
        assert_int_equal(gather_lines_next(&lines, &line, &length, NULL), GATHER_STATUS_OK);
        assert_null(line);
        gather_lines_fini(&lines);
    }
}

static void test_line_limit(void **state)
{
    (void)state;
    for (size_t step = 1; step < 9; step++) {
        struct slow slow = {"1234\n12345\n", 11, 0, step, false};
        struct gather_source source = {read_slowly, &slow};
        struct gather_lines lines;
        struct gather_error error = {0};
        const char *line;
        size_t length;
        gather_lines_init(&lines, source, 4);
        assert_int_equal(gather_lines_next(&lines, &line, &length, &error), GATHER_STATUS_OK);
        assert_int_equal(length, 4);
        assert_int_equal(gather_lines_next(&lines, &line, &length, &error), GATHER_STATUS_FORMAT);
        assert_int_equal(error.status, GATHER_STATUS_FORMAT);
        assert_int_equal(error.at, 5);
        gather_lines_fini(&lines);
    }
}

static enum gather_status read_forever(void *context, char *bytes, size_t size, size_t *received)
{
    size_t *total = context;
    memset(bytes, 'x', size);
    *received = size;
    *total += size;
    return GATHER_STATUS_OK;
}

/* What never ends a line is refused before much more than the limit was read. */
static void test_line_without_end(void **state)
{
    (void)state;
    size_t total = 0, length;
    struct gather_source source = {read_forever, &total};
    struct gather_lines lines;
    const char *line;
    gather_lines_init(&lines, source, 1 << 20);
    assert_int_equal(gather_lines_next(&lines, &line, &length, NULL), GATHER_STATUS_FORMAT);
    assert_true(total < 4 << 20);
    gather_lines_fini(&lines);
}

static void test_lines_of_a_broken_source(void **state)
{
    (void)state;
    struct slow slow = {"one\ntwo", 7, 0, 5, true};
    struct gather_source source = {read_slowly, &slow};
    struct gather_lines lines;
    struct gather_error error = {0};
    const char *line;
    size_t length;
    gather_lines_init(&lines, source, 100);
    assert_int_equal(gather_lines_next(&lines, &line, &length, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_lines_next(&lines, &line, &length, &error), GATHER_STATUS_IO);
    assert_int_equal(error.status, GATHER_STATUS_IO);
    gather_lines_fini(&lines);
}

/* ---- sinks --------------------------------------------------------------------------------------- */

static enum gather_status refuse(void *context, const char *bytes, size_t count)
{
    int *calls = context;
    (void)bytes;
    (void)count;
    return ++*calls < 3 ? GATHER_STATUS_OK : GATHER_STATUS_IO;
}

/* The first failure stays, and the sink is not asked again. */
static void test_failure_stays(void **state)
{
    (void)state;
    int calls = 0;
    struct gather_sink sink = {refuse, &calls};
    struct gather_writer writer = gather_writer_to(sink);
    for (int k = 0; k < 10; k++)
        gather_write_text(&writer, "x");
    assert_int_equal(writer.status, GATHER_STATUS_IO);
    assert_int_equal(calls, 3);
}

static void test_memory_is_a_source(void **state)
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_source source = gather_memory_source(&memory);
    char bytes[4];
    size_t received = 7;
    assert_int_equal(source.read(source.context, bytes, 4, &received), GATHER_STATUS_OK);
    assert_int_equal(received, 0);
    gather_write_text(&writer, "abcdef");
    assert_int_equal(source.read(source.context, bytes, 4, &received), GATHER_STATUS_OK);
    assert_int_equal(received, 4);
    assert_int_equal(source.read(source.context, bytes, 4, &received), GATHER_STATUS_OK);
    assert_int_equal(received, 2);
    assert_memory_equal(bytes, "ef", 2);
    gather_memory_fini(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_safe_text),
        cmocka_unit_test(test_caret),
        cmocka_unit_test(test_caret_without_place),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_line_limit),
        cmocka_unit_test(test_line_without_end),
        cmocka_unit_test(test_lines_of_a_broken_source),
        cmocka_unit_test(test_failure_stays),
        cmocka_unit_test(test_memory_is_a_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
