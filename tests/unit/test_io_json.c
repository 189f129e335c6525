/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An object read member by member is the same as one read as a whole: of right texts, of every beginning of them, and
 * with every byte exchanged for others that mean something in JSON.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "io/json.h"

enum { LIMIT = 1 << 20 };

struct heard {
    const struct gather__json *whole;
    size_t count, stop_at;
};

static bool hear(void *context, const char *key, struct gather__json *value)
{
    struct heard *heard = context;
    if (heard->whole != NULL)
        assert_true(gather__json_equal(gather__json_member(heard->whole, key), value));
    heard->count++;
    return heard->count != heard->stop_at;
}

/* Returns: whether both could read it. */
static bool check_same(const char *text, size_t length)
{
    struct gather__json *whole = NULL;
    struct gather_error expected = {0}, error = {0};
    enum gather_status wanted = gather__json_read(text, length, LIMIT, &whole, &expected);
    struct heard heard = {.whole = whole};
    if (wanted == GATHER_STATUS_OK && gather__json_kind(whole) != GATHER__JSON_OBJECT)
        wanted = GATHER_STATUS_FORMAT;
    if (wanted != GATHER_STATUS_OK)
        heard.whole = NULL;
    enum gather_status status = gather__json_read_members(text, length, hear, &heard, &error);
    if (status != wanted)
        fail_msg("'%.*s' is read as well member by member: %d, not %d", (int)length, text, (int)status,
                 (int)wanted);
    if (status == GATHER_STATUS_OK)
        assert_int_equal(heard.count, gather__json_count(whole));
    else
        assert_true(error.status == GATHER_STATUS_FORMAT && error.expected != NULL && error.at >= 0 &&
                    error.at <= (int64_t)length);
    gather__json_free(whole);
    return status == GATHER_STATUS_OK;
}

static const char *const texts[] = {
    "{}",
    " {\t} \n",
    "{\"a\":1}",
    "{\"a\":[1,2],\"b\" : {\"c\":\"}\"} ,\"\":null}  ",
    "{\"\\u00e9\\\"\":-1.5e3,\"\xc3\xa9\":true,\"x\":[{},[]]}",
    "{\"a\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},\"b\":\"\"}",
};

static void test_same_as_a_whole(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        size_t length = strlen(texts[k]);
        assert_true(check_same(texts[k], length));
        for (size_t n = 0; n < length; n++)
            (void)check_same(texts[k], n);
    }
}

static void test_same_with_a_byte_exchanged(void **state)
{
    static const char others[] = "{}[]\":,\\ 1-.ea\n\x80\xc3\0";
    int read = 0;
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        size_t length = strlen(texts[k]);
        char *text = malloc(length);
        assert_non_null(text);
        for (size_t n = 0; n < length; n++)
            for (size_t other = 0; other < sizeof others; other++) {
                memcpy(text, texts[k], length);
                text[n] = others[other];
                read += check_same(text, length);
            }
        free(text);
    }
    assert_true(read > 200);
}

static void test_where_and_why(void **state)
{
    static const struct {
        const char *text, *expected;
        int64_t at;
    } wrong[] = {
        {"", "the rest of the JSON value", 0},
        {"[]", "JSON", 0},
        {"{\"a\":1", "the rest of the JSON value", 6},
        {"{\"a\":1}x", "nothing behind the JSON value", 7},
        {"{\"a\":1,\"a\":2}", "every key once", 10},
        {"{\"a\":1,\"\\u0061\":2}", "every key once", 15},
        {"{\"\\u0061\":1,\"a\":2}", "every key once", 15},
        {"{\"a\":1,\"a", "the rest of the JSON value", 9},
        {"{\"a\":1,\"a\tb\":2}", "JSON", 9},
        {"{\"a\":1,}", "JSON", 7},
        {"{\"a\" 1}", "JSON", 5},
        {"{\"a\":{\"b\":1,\"b\":2}}", "every key once", 15},
        {"{\"a\":\"\\u0000\"}", "no NUL character", 13},
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        struct gather_error error = {0};
        struct heard heard = {0};
        assert_int_equal(
            gather__json_read_members(wrong[k].text, strlen(wrong[k].text), hear, &heard, &error),
            GATHER_STATUS_FORMAT);
        assert_string_equal(error.expected, wrong[k].expected);
        assert_int_equal(error.at, wrong[k].at);
    }
}

static void test_a_nul_is_refused(void **state)
{
    static const char text[] = "{\"a\":{\"b\":2\0}";
    struct gather_error error = {0};
    struct heard heard = {0};
    (void)state;
    assert_false(check_same(text, sizeof text - 1));
    assert_int_equal(gather__json_read_members(text, sizeof text - 1, hear, &heard, &error),
                     GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 11);
    assert_int_equal(heard.count, 0);
}

static void test_stops_when_asked(void **state)
{
    static const char text[] = "{\"a\":1,\"b\":2,\"c\":oh";
    struct heard heard = {.stop_at = 2};
    (void)state;
    assert_int_equal(gather__json_read_members(text, sizeof text - 1, hear, &heard, NULL), GATHER_STATUS_OK);
    assert_int_equal(heard.count, 2);
}

/* ---- beside others ------------------------------------------------------------------------------- */

static int64_t held; /* by a program's own way of having memory */

static void *get(size_t bytes)
{
    held++;
    return malloc(bytes);
}

static void give_back(void *memory)
{
    held -= memory != NULL;
    free(memory);
}

/* A program that tells jansson where memory comes from, and has values while files are read, goes on as before. */
static void test_memory_of_the_program(void **state)
{
    struct gather__json *ours = NULL;
    (void)state;
    json_set_alloc_funcs(get, give_back);
    json_t *theirs = json_string("a text");
    const int64_t before = held;
    assert_true(before > 0);
    assert_int_equal(gather__json_read("[1]", 3, LIMIT, &ours, NULL), GATHER_STATUS_OK);
    gather__json_free(ours);
    assert_int_equal(held, before);
    json_decref(theirs);
    assert_int_equal(held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_of_the_program), /* first: what is there is asked for once */
        cmocka_unit_test(test_same_as_a_whole),       cmocka_unit_test(test_same_with_a_byte_exchanged),
        cmocka_unit_test(test_where_and_why),         cmocka_unit_test(test_a_nul_is_refused),
        cmocka_unit_test(test_stops_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
