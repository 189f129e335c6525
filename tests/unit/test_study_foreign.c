/* SPDX-License-Identifier: Apache-2.0 */
/* The case runner with a backend that is handed text: what it is asked, and how its replies are judged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"

/* Replies what it is told to, and remembers the question. */
struct scene {
    const char *reply;
    size_t reply_length; /* 0: that of the text */
    enum gather_status status;
    const char *reason;
    char question[1000], message[600];
    int verdict, heard;
};

static enum gather_status answer(void *context, const char *line, size_t length, struct gather_sink reply,
                                 struct gather_error *error)
{
    struct scene *scene = context;
    assert_true(length < sizeof scene->question);
    memcpy(scene->question, line, length);
    scene->question[length] = '\0';
    error->reason = scene->reason;
    if (scene->status != GATHER_STATUS_OK)
        return scene->status;
    return reply.write(reply.context, scene->reply,
                       scene->reply_length > 0 ? scene->reply_length : strlen(scene->reply));
}

static enum gather_status hears(void *context, const struct gather_case_result *result)
{
    struct scene *scene = context;
    scene->heard++;
    scene->verdict = result->verdict;
    strncpy(scene->message, result->message, sizeof scene->message - 1);
    return GATHER_STATUS_OK;
}

static enum gather_status run(struct scene *scene, const char *text)
{
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_backend backend = {
        .size = sizeof backend, .name = "a test", .context = scene, .answer = answer};
    struct gather_case_listener listener = {scene, NULL, hears};
    gather_write_text(&writer, text);
    memset(scene->message, 0, sizeof scene->message);
    enum gather_status status = gather_cases_run(gather_memory_source(&memory), &backend, &listener, NULL);
    gather_memory_fini(&memory);
    return status;
}

static void check(const char *text, const char *reply, int verdict, const char *message)
{
    struct scene scene = {.reply = reply};
    assert_int_equal(run(&scene, text), GATHER_STATUS_OK);
    if (scene.verdict != verdict || strcmp(scene.message, message) != 0)
        fail_msg("%s: %s", reply, scene.message);
    assert_int_equal(scene.heard, 1);
}

#define CASE(rest) "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"numpy\",\"op\":\"take\"," rest "}\n"
#define OUTPUT(rest) CASE("\"expect\":{\"outputs\":[{" rest "}]}")
#define BYTES OUTPUT("\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]")
#define REPLY(rest) "{\"outputs\":[{" rest "}]}"

static void passes(const char *text, const char *reply) { check(text, reply, GATHER_VERDICT_PASSED, ""); }

static void fails(const char *text, const char *reply, const char *message)
{
    check(text, reply, GATHER_VERDICT_FAILED, message);
}

/* The whole case but for what is expected: that would tell the answer. */
static void test_question(void **state)
{
    (void)state;
    struct scene scene = {.reply = "{\"skip\":true}"};
    assert_int_equal(
        run(&scene, "{\"expect\":{\"value\":1},\"name\":\"n\",\"source\":\"\\u00e9\",\"dialect\":\"xla\","
                    "\"op\":\"rank\",\"attrs\":{\"text\":\"f32[]\",\"x\":[1,-2,0.5,null]},\"infer\":true}\n"),
        GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_SKIPPED);
    assert_null(strstr(scene.question, "expect"));
    assert_non_null(strstr(scene.question, "\"attrs\":{\"text\":\"f32[]\",\"x\":[1,-2,0.5,null]}"));
    assert_non_null(strstr(scene.question, "\"infer\":true"));
    assert_non_null(strstr(scene.question, "\"op\":\"rank\""));
    assert_null(strchr(scene.question, '\n'));
}

static void test_replies(void **state)
{
    (void)state;
    static const char value[] = CASE("\"expect\":{\"value\":[1,2]}"),
                      error[] = CASE("\"expect\":{\"error\":{\"code\":\"AXIS\",\"value\":3}}"),
                      anything[] = CASE("\"expect\":{\"unspecified\":true}");
    passes(value, "{\"value\":[1,2]}");
    fails(value, "{\"value\":[1,3]}", "expected value[1] = 2, got 3");
    fails(value, "{\"error\":{\"code\":\"AXIS\"}}", "expected [1,2], got {\"code\":\"AXIS\"}");
    fails(value, REPLY("\"dtype\":\"u8\",\"shape\":[0],\"values\":[]"), "expected [1,2], got outputs");
    passes(error, "{\"error\":{\"code\":\"AXIS\",\"value\":3,\"low\":-2}}");
    fails(error, "{\"error\":{\"code\":\"AXIS\",\"value\":4}}", "expected value = 3, got 4");
    passes(error, "{\"error\":{\"code\":\"AXIS\"}}");
    fails(error, "{\"error\":{\"code\":\"AXIS\",\"value\":null}}", "expected value = 3, got null");
    fails(error, "{\"error\":{\"code\":\"RANK\"}}", "expected AXIS, got {\"code\":\"RANK\"}");
    fails(error, "{\"error\":{\"value\":3}}", "the backend's error has no code");
    fails(error, "{\"error\":7}", "the backend's error has no code");
    fails(error, "{\"value\":[1,2]}", "expected AXIS, got [1,2]");
    passes(anything, "{\"value\":[1,2]}");
    passes(anything, "{\"error\":{\"code\":\"AXIS\"}}");
    passes(anything, REPLY("\"x\":1"));
}

static void test_bad_replies(void **state)
{
    (void)state;
    static const char *const none = "the backend's reply is none of outputs, value, error, skip";
    fails(BYTES, "", "the backend answered what is not JSON");
    fails(BYTES, "{", "the backend answered what is not JSON");
    fails(BYTES, "{} {}", "the backend answered what is not JSON");
    fails(BYTES, "[]", none);
    fails(BYTES, "{}", none);
    fails(BYTES, "{\"skip\":false}", none);
    fails(BYTES, "{\"skip\":true,\"value\":1}", none);
    fails(BYTES, "{\"output\":[]}", none);
    struct scene scene = {.reply = "{\"value\":1}\0", .reply_length = 12};
    assert_int_equal(run(&scene, BYTES), GATHER_STATUS_OK);
    assert_string_equal(scene.message, "the backend answered what is not JSON");
}

/* A backend that can't answer fails the case; without memory nothing goes on. */
static void test_no_reply(void **state)
{
    (void)state;
    struct scene scene = {.status = GATHER_STATUS_IO, .reason = "ended"};
    assert_int_equal(run(&scene, BYTES), GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_FAILED);
    assert_string_equal(scene.message, "the backend ended");
    scene.reason = NULL;
    assert_int_equal(run(&scene, BYTES), GATHER_STATUS_OK);
    assert_string_equal(scene.message, "the backend gave no answer");
    scene.status = GATHER_STATUS_NO_MEMORY;
    assert_int_equal(run(&scene, BYTES), GATHER_STATUS_NO_MEMORY);
}

/* Elements, in whatever layout they are expected, bit for bit. */
static void test_outputs(void **state)
{
    (void)state;
    passes(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]"));
    passes(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2],\"hex\":\"0102\""));
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,3]"), "expected output[1] = 2, got 3");
    static const char padded[] = OUTPUT(
        "\"dtype\":\"i16\",\"shape\":[2,1],\"layout\":\"{0,1:pad(3,2)=one}\",\"storage\":[5,6,1,1,1,1]");
    passes(padded, REPLY("\"dtype\":\"i16\",\"shape\":[2,1],\"values\":[5,6]"));
    fails(padded, REPLY("\"dtype\":\"i16\",\"shape\":[2,1],\"values\":[5,7]"),
          "expected output[1,0] = 6, got 7");
    static const char descriptor[] = OUTPUT("\"dtype\":\"u8\",\"sizes\":[2,2],\"strides\":[1,3],\"total_"
                                            "bytes\":8,\"storage\":[1,3,null,2,4,9,9,9]");
    passes(descriptor, REPLY("\"dtype\":\"u8\",\"shape\":[2,2],\"values\":[1,2,3,4]"));
    fails(descriptor, REPLY("\"dtype\":\"u8\",\"shape\":[2,2],\"values\":[1,3,3,4]"),
          "expected output[0,1] = 2, got 3");
    static const char nibbles[] =
        OUTPUT("\"dtype\":\"i4\",\"shape\":[3],\"layout\":\"{0}\",\"values\":[-1,2,-8]");
    passes(nibbles, REPLY("\"dtype\":\"i4\",\"shape\":[3],\"hex\":\"2f08\""));
    fails(nibbles, REPLY("\"dtype\":\"i4\",\"shape\":[3],\"hex\":\"2f09\""),
          "expected output[2] = -8, got -7");
    static const char floats[] = OUTPUT("\"dtype\":\"f32\",\"shape\":[2],\"values\":[\"nan\",0.1]");
    passes(floats, REPLY("\"dtype\":\"f32\",\"shape\":[2],\"hex\":\"010080ffcdcccc3d\""));
    fails(floats, REPLY("\"dtype\":\"f32\",\"shape\":[2],\"values\":[1,0.1]"),
          "expected output[0] = nan (0x7fc00000), got 1 (0x3f800000)");
    passes(OUTPUT("\"dtype\":\"u8\",\"shape\":[0,3],\"values\":[]"),
           REPLY("\"dtype\":\"u8\",\"shape\":[0,3],\"values\":[]"));
}

static void test_strings(void **state)
{
    (void)state;
    static const char texts[] =
        OUTPUT("\"dtype\":\"string\",\"shape\":[3],\"values\":[\"a\",\"\",\"\\u00e9\"]");
    passes(texts, REPLY("\"dtype\":\"string\",\"shape\":[3],\"values\":[\"a\",\"\",\"\\u00e9\"]"));
    fails(texts, REPLY("\"dtype\":\"string\",\"shape\":[3],\"values\":[\"a\",\"b\",\"\\u00e9\"]"),
          "expected output[1] = \"\", got \"b\"");
    fails(texts, REPLY("\"dtype\":\"string\",\"shape\":[3],\"values\":[\"a\",1,\"b\"]"),
          "the backend's output has values that its type has not");
}

static void test_bad_outputs(void **state)
{
    (void)state;
    static const char *const no_tensor =
        "the backend's outputs are no tensor of dtype, shape, and values or hex";
    fails(BYTES, "{\"outputs\":[]}", no_tensor);
    fails(BYTES, "{\"outputs\":{}}", no_tensor);
    fails(BYTES, "{\"outputs\":[1]}", no_tensor);
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]},{"), no_tensor);
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2]"), no_tensor);
    fails(BYTES, REPLY("\"dtype\":\"u9\",\"shape\":[2],\"values\":[1,2]"), no_tensor);
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2],\"iota\":{\"start\":1,\"step\":1}"), no_tensor);
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{0}\",\"values\":[1,2]"), no_tensor);
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"sizes\":[2],\"strides\":null,\"total_bytes\":4,\"values\":[1,2]"),
          no_tensor);
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2],\"values\":[1]"),
          "the backend's output has not as many values as its shape");
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[9223372036854775807,4],\"values\":[1]"),
          "the backend's output has not as many values as its shape");
    fails(BYTES, REPLY("\"dtype\":\"i8\",\"shape\":[2],\"values\":[1,2]"),
          "expected output to be u8[2], got i8[2]");
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[1,2],\"values\":[1,2]"),
          "expected output to be u8[2], got u8[1,2]");
    fails(BYTES, REPLY("\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,256]"),
          "the backend's output has values that its type has not");
}

/* A case that is none is broken, whoever answers it. */
static void test_bad_case(void **state)
{
    (void)state;
    struct scene scene = {.reply = REPLY("\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]")};
    assert_int_equal(run(&scene, OUTPUT("\"dtype\":\"u8\",\"shape\":[2],\"values\":[1]")),
                     GATHER_STATUS_FORMAT);
    assert_int_equal(scene.verdict, GATHER_VERDICT_BROKEN);
    assert_int_equal(run(&scene, CASE("\"expect\":{\"outputs\":[]}")), GATHER_STATUS_FORMAT);
    assert_int_equal(
        run(&scene, OUTPUT("\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{1}\",\"values\":[1,2]")),
        GATHER_STATUS_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_question),    cmocka_unit_test(test_replies),
        cmocka_unit_test(test_bad_replies), cmocka_unit_test(test_no_reply),
        cmocka_unit_test(test_outputs),     cmocka_unit_test(test_strings),
        cmocka_unit_test(test_bad_outputs), cmocka_unit_test(test_bad_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
