/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON written and read: what is written is JSON whatever the strings hold, numbers keep every digit, and the
 * reader takes nothing that two readers could understand in two ways.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"
#include "io/json.h"
#include "support/counted_malloc.h"
#include "support/randomness.h"

static void check_written(struct gather_memory *memory, const struct gather_json *json, const char *expected)
{
    assert_int_equal(json->writer.status, GATHER_STATUS_OK);
    assert_int_equal(memory->count, strlen(expected));
    assert_memory_equal(memory->bytes, expected, memory->count);
    gather_memory_fini(memory);
}

static void test_nesting(void **state)
{
    (void)state;
    static const int64_t list[] = {1, -2};
    struct gather_memory memory = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    gather_json_object(&json, NULL);
    gather_json_array(&json, "empty");
    gather_json_end(&json);
    gather_json_integers(&json, "list", list, 2);
    gather_json_array(&json, "mixed");
    gather_json_object(&json, NULL);
    gather_json_null(&json, "a");
    gather_json_text(&json, "b", NULL);
    gather_json_end(&json);
    gather_json_boolean(&json, NULL, true);
    gather_json_boolean(&json, NULL, false);
    gather_json_text(&json, NULL, "t");
    gather_json_end(&json);
    gather_json_end(&json);
    check_written(&memory, &json,
                  "{\"empty\":[],\"list\":[1,-2],\"mixed\":[{\"a\":null,\"b\":null},true,false,\"t\"]}");
}

static void test_numbers(void **state)
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    const float tenth = 0.1F;
    gather_json_array(&json, NULL);
    gather_json_integer(&json, NULL, INT64_MIN);
    gather_json_integer(&json, NULL, INT64_MAX);
    gather_json_unsigned(&json, NULL, INT64_MAX);
    gather_json_unsigned(&json, NULL, (uint64_t)INT64_MAX + 1);
    gather_json_unsigned(&json, NULL, UINT64_MAX);
    gather_json_element(&json, NULL, GATHER_DTYPE_F32, &tenth);
    gather_json_end(&json);
    check_written(&memory, &json,
                  "[-9223372036854775808,9223372036854775807,9223372036854775807,"
                  "\"9223372036854775808\",\"18446744073709551615\",0.1]");
}

static void test_strings(void **state)
{
    (void)state;
    static const char bytes[] =
        "q\"\\/\n\0\x1f\x7f\xc3\xa4\xc2\x85\xe2\x80\xae\xf3\xa0\x80\x81\xff\xc0\xaf\xed\xa0\x80";
    struct gather_memory memory = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    gather_json_string(&json, NULL, bytes, sizeof bytes - 1);
    check_written(&memory, &json,
                  "\"q\\\"\\\\/\\u000a\\u0000\\u001f\\u007f\xc3\xa4\\u0085\\u202e\\udb40\\udc01"
                  "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

/* Any bytes at all become a string that the strict reader takes, but for NUL, which it takes from nobody. */
static void test_any_bytes_are_json(void **state)
{
    (void)state;
    struct randomness randomness = randomness_begin("test_any_bytes_are_json");
    for (int round = 0; round < 2000; round++) {
        char bytes[40];
        size_t length = (size_t)random_below(&randomness, 41);
        for (size_t k = 0; k < length; k++)
            bytes[k] = (char)(1 + random_below(&randomness, 255));
        struct gather_memory memory = {0};
        struct gather_json json = gather_json_to(gather_memory_sink(&memory));
        struct gather__json *value = NULL;
        gather_json_string(&json, NULL, bytes, length);
        assert_int_equal(gather__json_read(memory.bytes, memory.count, 1000, &value, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather__json_kind(value), GATHER__JSON_STRING);
        gather__json_free(value);
        gather_memory_fini(&memory);
    }
}

static void test_nesting_has_a_limit(void **state)
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    for (int k = 0; k < GATHER_JSON_DEPTH; k++)
        gather_json_array(&json, NULL);
    assert_int_equal(json.writer.status, GATHER_STATUS_OK);
    gather_json_array(&json, NULL);
    assert_int_equal(json.writer.status, GATHER_STATUS_ARGUMENT);
    for (int k = 0; k < GATHER_JSON_DEPTH + 5; k++)
        gather_json_end(&json);
    assert_int_equal(memory.count, GATHER_JSON_DEPTH);
    gather_memory_fini(&memory);
}

static void test_error_members(void **state)
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    struct gather_error error = {.status = GATHER_STATUS_INDEX_RANGE,
                                 .has = GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_POSITION |
                                        GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS |
                                        GATHER_ERROR_HAS_AT,
                                 .operand = "indices",
                                 .lacks = "tiles",
                                 .reason = "Is a directory",
                                 .expected = "less",
                                 .axis = 1,
                                 .rank = 2,
                                 .position = {4, 5},
                                 .value = -1,
                                 .value_is_unsigned = 1,
                                 .low = -3,
                                 .high = 2,
                                 .at = 7};
    gather_json_object(&json, NULL);
    gather_json_error(&json, &error);
    gather_json_end(&json);
    check_written(&memory, &json,
                  "{\"code\":\"INDEX_RANGE\",\"operand\":\"indices\",\"position\":[4,5],"
                  "\"value\":\"18446744073709551615\",\"axis\":1,\"low\":-3,\"high\":2,\"at\":7,"
                  "\"lacks\":\"tiles\",\"reason\":\"Is a directory\",\"expected\":\"less\"}");
    error = (struct gather_error){.status = GATHER_STATUS_DTYPE,
                                  .has = GATHER_ERROR_HAS_TYPE,
                                  .operand = "indices",
                                  .value = GATHER_DTYPE_F32};
    memory = (struct gather_memory){0};
    json = gather_json_to(gather_memory_sink(&memory));
    gather_json_object(&json, NULL);
    gather_json_error(&json, &error);
    gather_json_end(&json);
    check_written(&memory, &json, "{\"code\":\"DTYPE\",\"operand\":\"indices\",\"dtype\":\"f32\"}");
}

static void test_reader(void **state)
{
    (void)state;
    static const char text[] = " {\"a\":[1,-9223372036854775808,1.5,\"x\",true,null],\"b\":{}} ";
    struct gather__json *value = NULL, *list;
    size_t length;
    assert_int_equal(gather__json_read(text, sizeof text - 1, 100, &value, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather__json_kind(value), GATHER__JSON_OBJECT);
    assert_int_equal(gather__json_count(value), 2);
    list = gather__json_member(value, "a");
    assert_int_equal(gather__json_count(list), 6);
    assert_int_equal(gather__json_kind(gather__json_item(list, 0)), GATHER__JSON_INTEGER);
    assert_true(gather__json_integer(gather__json_item(list, 1)) == INT64_MIN);
    assert_int_equal(gather__json_kind(gather__json_item(list, 2)), GATHER__JSON_REAL);
    assert_string_equal(gather__json_string(gather__json_item(list, 3), &length), "x");
    assert_int_equal(length, 1);
    assert_true(gather__json_boolean(gather__json_item(list, 4)));
    assert_int_equal(gather__json_kind(gather__json_item(list, 5)), GATHER__JSON_NULL);
    assert_int_equal(gather__json_kind(gather__json_item(list, 6)), GATHER__JSON_ABSENT);
    assert_int_equal(gather__json_kind(gather__json_member(value, "c")), GATHER__JSON_ABSENT);
    gather__json_free(value);
}

static void test_reader_is_strict(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "{",
        "{}x",
        "[1,]",
        "{\"a\":1,\"a\":1}",
        "{a:1}",
        "'a'",
        "01",
        "+1",
        "1.",
        "NaN",
        "nul",
        "\"\\ud800\"",
        "\"\n\"",
        "[1 2]",
        "\"\\u0000\"",
        "\"\xff\"",
        "\xef\xbb\xbf{}",
        "9223372036854775808",
        "-9223372036854775809",
        "1e999",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct gather__json *value = NULL;
        struct gather_error error = {0};
        assert_int_equal(gather__json_read(texts[k], strlen(texts[k]), 100, &value, &error),
                         GATHER_STATUS_FORMAT);
        assert_null(value);
        assert_int_equal(error.status, GATHER_STATUS_FORMAT);
        assert_true(error.has & GATHER_ERROR_HAS_AT);
        assert_in_range(error.at, 0, strlen(texts[k]) + 1);
        assert_non_null(error.expected);
    }
}

static void test_reader_has_limits(void **state)
{
    (void)state;
    struct gather__json *value = NULL;
    struct gather_error error = {0};
    char deep[5000];
    memset(deep, '[', sizeof deep);
    assert_int_equal(gather__json_read("[1]", 3, 2, &value, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 2);
    assert_int_equal(gather__json_read(deep, sizeof deep, sizeof deep, &value, &error), GATHER_STATUS_FORMAT);
    assert_string_equal(error.expected, "values nested less deeply");
}

static void test_equality_is_of_kind_and_content(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool equal;
    } rows[] = {
        {"1", "1", true},
        {"1", "1.0", false},
        {"1", "\"1\"", false},
        {"[1,2]", "[1, 2]", true},
        {"[1,2]", "[2,1]", false},
        {"null", "false", false},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct gather__json *a = NULL, *b = NULL;
        assert_int_equal(gather__json_read(rows[k].a, strlen(rows[k].a), 100, &a, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather__json_read(rows[k].b, strlen(rows[k].b), 100, &b, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather__json_equal(a, b), rows[k].equal);
        gather__json_free(a);
        gather__json_free(b);
    }
}

static void test_set(void **state)
{
    (void)state;
    struct gather__json *set = NULL;
    assert_int_equal(gather__json_set_add(&set, "a"), GATHER_STATUS_OK);
    assert_int_equal(gather__json_set_add(&set, "b"), GATHER_STATUS_OK);
    assert_int_equal(gather__json_set_add(&set, "a"), GATHER_STATUS_FORMAT);
    gather__json_free(set);
}

/* Whichever allocation fails, the text is neither malformed nor another one. COVERS(CORE-30) */
static void test_hostile_74_reading_without_memory(void **state)
{
    (void)state;
    static const char text[] =
        "{\"name\":\"a text beyond the first sixteen bytes, and beyond the next as well\","
        "\"list\":[1,2,3,4,5,6,7,8,9,-10,11.5,1e10,\"\\u00e9\",true],\"deep\":{\"a\":{\"b\":[{}]}}}";
    struct gather__json *whole = NULL;
    int64_t failures = 0;
    if (!MALLOC_CAN_FAIL)
        skip();
    assert_int_equal(gather__json_read(text, sizeof text - 1, 1000, &whole, NULL), GATHER_STATUS_OK);
    for (int64_t k = 0;; k++) {
        struct gather__json *value = NULL;
        struct gather_error error = {0};
        malloc_fails_after = k;
        enum gather_status status = gather__json_read(text, sizeof text - 1, 1000, &value, &error);
        bool failed = malloc_fails_after < 0;
        malloc_fails_after = -1;
        assert_int_equal(status, failed ? GATHER_STATUS_NO_MEMORY : GATHER_STATUS_OK);
        if (!failed) {
            assert_true(gather__json_equal(value, whole));
            gather__json_free(value);
            break;
        }
        assert_null(value);
        assert_int_equal(error.status, GATHER_STATUS_NO_MEMORY);
        failures++;
    }
    assert_true(failures > 20);
    gather__json_free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_any_bytes_are_json),
        cmocka_unit_test(test_nesting_has_a_limit),
        cmocka_unit_test(test_error_members),
        cmocka_unit_test(test_reader),
        cmocka_unit_test(test_reader_is_strict),
        cmocka_unit_test(test_reader_has_limits),
        cmocka_unit_test(test_equality_is_of_kind_and_content),
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_hostile_74_reading_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
