/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The case runner with backends that are not libgather: one that answers what it is told to, one that breaks
 * the contract. What libgather itself answers is shown by tests/cases and tests/cli.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"

/* A backend whose every answer is the same, and a listener that remembers the last result. */
struct scene {
    enum gather_status status;
    int32_t error_status; /* what the error says; 0: nothing is filled */
    const char *answer;   /* the JSON string that is answered, if not NULL */
    size_t attributes;    /* how many the last query had */
    int32_t kinds[8];     /* of which kinds, by their names "a", "b", .. */
    int64_t integers[8];
    int heard;
    enum gather_status listener_status;
    struct gather_case_result last;
    char message[600], name[40];
};

static bool answers(void *context, const char *dialect, const char *op)
{
    (void)context;
    (void)dialect;
    return strcmp(op, "true_rank") != 0;
}

static enum gather_status query(void *context, const struct gather_query *question,
                                struct gather_json *answer, struct gather_error *error)
{
    struct scene *scene = context;
    scene->attributes = question->attribute_count;
    for (size_t k = 0; k < question->attribute_count; k++) {
        const struct gather_attribute *attribute = &question->attributes[k];
        int place = attribute->name[0] - 'a';
        scene->kinds[place] = attribute->kind;
        scene->integers[place] = attribute->kind == GATHER_ATTRIBUTE_INTEGERS
                                     ? (attribute->count > 0 ? attribute->integers[attribute->count - 1] : -7)
                                     : attribute->integer;
    }
    if (scene->answer != NULL)
        gather_json_text(answer, NULL, scene->answer);
    if (scene->error_status != 0)
        error->status = scene->error_status;
    return scene->status;
}

static enum gather_status hears(void *context, const struct gather_case_result *result)
{
    struct scene *scene = context;
    scene->heard++;
    scene->last = *result;
    strncpy(scene->message, result->message, sizeof scene->message - 1);
    strncpy(scene->name, result->name, sizeof scene->name - 1);
    return scene->listener_status;
}

static enum gather_status run(struct scene *scene, const char *text, struct gather_error *error)
{
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_backend backend = {
        .size = sizeof backend, .name = "a test", .context = scene, .answers = answers, .query = query};
    struct gather_case_listener listener = {scene, NULL, hears};
    gather_write_text(&writer, text);
    enum gather_status status = gather_cases_run(gather_memory_source(&memory), &backend, &listener, error);
    gather_memory_fini(&memory);
    return status;
}

#define CASE(rest) "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"xla\",\"op\":\"rank\"," rest "}\n"

static void check_verdict(struct scene *scene, const char *text, int32_t verdict, const char *message)
{
    assert_int_equal(run(scene, text, NULL), GATHER_STATUS_OK);
    assert_int_equal(scene->heard, 1);
    assert_int_equal(scene->last.verdict, verdict);
    assert_string_equal(scene->message, message);
    scene->heard = 0;
}

static void test_verdicts(void **state)
{
    (void)state;
    struct scene scene = {.answer = "yes"};
    check_verdict(&scene, CASE("\"expect\":{\"value\":\"yes\"}"), GATHER_VERDICT_PASSED, "");
    check_verdict(&scene, CASE("\"expect\":{\"value\":\"no\"}"), GATHER_VERDICT_FAILED,
                  "expected value = \"no\", got \"yes\"");
    check_verdict(&scene, CASE("\"expect\":{\"unspecified\":true}"), GATHER_VERDICT_PASSED, "");
    scene.status = GATHER_STATUS_AXIS;
    scene.error_status = GATHER_STATUS_AXIS;
    check_verdict(&scene, CASE("\"expect\":{\"error\":{\"code\":\"AXIS\"}}"), GATHER_VERDICT_PASSED, "");
    check_verdict(&scene, CASE("\"expect\":{\"unspecified\":true}"), GATHER_VERDICT_PASSED, "");
    check_verdict(&scene, CASE("\"expect\":{\"error\":{\"code\":\"RANK\"}}"), GATHER_VERDICT_FAILED,
                  "expected RANK, got AXIS (an axis is out of range)");
}

/* What a backend may not do is the case's failure, not the runner's. */
static void test_backend_breaks_the_contract(void **state)
{
    (void)state;
    struct scene scene = {.answer = NULL};
    check_verdict(&scene, CASE("\"expect\":{\"value\":1}"), GATHER_VERDICT_FAILED,
                  "the backend answered what is not JSON");
    scene.status = GATHER_STATUS_AXIS;
    check_verdict(&scene, CASE("\"expect\":{\"error\":{\"code\":\"AXIS\"}}"), GATHER_VERDICT_FAILED,
                  "the backend failed without filling the error");
}

static void test_skips(void **state)
{
    (void)state;
    struct scene scene = {.answer = "yes"};
    check_verdict(
        &scene,
        "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"xla\",\"op\":\"true_rank\",\"expect\":{\"value\":1}}",
        GATHER_VERDICT_SKIPPED, "");
    check_verdict(&scene, CASE("\"infer\":true,\"expect\":{\"value\":1}"), GATHER_VERDICT_SKIPPED, "");
    check_verdict(
        &scene, "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"xla\",\"op\":\"x\",\"expect\":{\"value\":1}}",
        GATHER_VERDICT_SKIPPED, "");
    check_verdict(
        &scene,
        "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"x\",\"op\":\"rank\",\"expect\":{\"value\":1}}",
        GATHER_VERDICT_FAILED, "there is no dialect of this name");
}

/* Attributes come with their kinds; a list of anything but integers is of no kind that an op takes. */
static void test_attributes(void **state)
{
    (void)state;
    struct scene scene = {.answer = "yes"};
    check_verdict(&scene,
                  CASE("\"attrs\":{\"a\":7,\"b\":true,\"c\":null,\"d\":[1,-9223372036854775808],\"e\":[],"
                       "\"f\":[1,\"x\"],"
                       "\"g\":1.5,\"h\":\"t\"},\"expect\":{\"value\":\"yes\"}"),
                  GATHER_VERDICT_PASSED, "");
    static const int32_t kinds[] = {GATHER_ATTRIBUTE_INTEGER,  GATHER_ATTRIBUTE_BOOLEAN,
                                    GATHER_ATTRIBUTE_NONE,     GATHER_ATTRIBUTE_INTEGERS,
                                    GATHER_ATTRIBUTE_INTEGERS, GATHER_ATTRIBUTE_OTHER,
                                    GATHER_ATTRIBUTE_OTHER,    GATHER_ATTRIBUTE_TEXT};
    assert_int_equal(scene.attributes, 8);
    assert_memory_equal(scene.kinds, kinds, sizeof kinds);
    assert_int_equal(scene.integers[0], 7);
    assert_int_equal(scene.integers[1], 1);
    assert_true(scene.integers[3] == INT64_MIN);
    assert_int_equal(scene.integers[4], -7);
}

static void test_broken_line(void **state)
{
    (void)state;
    struct scene scene = {.answer = "yes"};
    struct gather_error error = {0};
    assert_int_equal(run(&scene, "# one\n{\"name\": x}\n", &error), GATHER_STATUS_FORMAT);
    assert_int_equal(scene.heard, 1);
    assert_int_equal(scene.last.verdict, GATHER_VERDICT_BROKEN);
    assert_int_equal(scene.last.line, 2);
    assert_int_equal(error.status, GATHER_STATUS_FORMAT);
    assert_in_range(error.at, 6 + 9, 6 + 11);
}

/* A listener that has heard enough ends the run. */
static void test_listener_stops(void **state)
{
    (void)state;
    struct scene scene = {.answer = "yes", .listener_status = GATHER_STATUS_CANCELLED};
    struct gather_error error = {0};
    assert_int_equal(run(&scene, CASE("\"expect\":{\"value\":1}") "{}\n", &error), GATHER_STATUS_CANCELLED);
    assert_int_equal(scene.heard, 1);
    assert_int_equal(error.status, GATHER_STATUS_CANCELLED);
}

static enum gather_status read_nothing(void *context, char *bytes, size_t size, size_t *received)
{
    (void)context;
    (void)bytes;
    (void)size;
    (void)received;
    return GATHER_STATUS_IO;
}

static void test_source_fails(void **state)
{
    (void)state;
    struct scene scene = {.answer = "yes"};
    struct gather_source source = {read_nothing, NULL};
    struct gather_case_listener listener = {&scene, NULL, hears};
    assert_int_equal(gather_cases_run(source, gather_own_backend(), &listener, NULL), GATHER_STATUS_IO);
    assert_int_equal(scene.heard, 0);
}

static void test_results(void **state)
{
    (void)state;
    struct gather_results results = {0};
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_case_result result = {"n", "xla", "gather", "", 1, GATHER_VERDICT_SKIPPED};
    for (int k = 0; k < 200; k++) {
        result.op = k % 2 ? "gather" : "copy";
        assert_int_equal(gather_results_add(&results, "f", &result), GATHER_STATUS_OK);
    }
    result.dialect = "onnx";
    assert_int_equal(gather_results_add(&results, "f", &result), GATHER_STATUS_OK);
    result.verdict = GATHER_VERDICT_PASSED;
    assert_int_equal(gather_results_add(&results, "f", &result), GATHER_STATUS_OK);
    gather_results_write_summary(&results, &writer);
    assert_int_equal(gather_results_write_skipped(&results, "not wanted", &writer), GATHER_STATUS_OK);
    gather_write(&writer, "", 1);
    assert_string_equal(memory.bytes, "1 passed, 0 failed, 201 skipped\n"
                                      "skipped, not wanted: onnx gather 1, xla copy 100, xla gather 100\n");
    gather_memory_fini(&memory);
    gather_results_fini(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),     cmocka_unit_test(test_backend_breaks_the_contract),
        cmocka_unit_test(test_skips),        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_broken_line),  cmocka_unit_test(test_listener_stops),
        cmocka_unit_test(test_source_fails), cmocka_unit_test(test_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
