/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators of case files, tried: with libgather itself, and with backends that do one thing wrong. Whatever
 * they do, the case fails and says why; nothing of it is the runner's own failure.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"

enum fault {
    FAULT_NONE,
    FAULT_ELEMENT,   /* the first byte of the output is wrong */
    FAULT_DEAD_CELL, /* the last byte of the output is written, whatever lies there */
    FAULT_CONSTANT,  /* the output becomes canaries of the first try */
    FAULT_INPUT,     /* the first input changes */
    FAULT_LATE,      /* an error after the output was written */
    FAULT_SILENT,    /* an error that nobody filled */
    FAULT_INFERRED,  /* the inferred layout is none */
    FAULT_RANK       /* it has too many sizes */
};

/* libgather, with a fault; it remembers what it was last asked. */
struct scene {
    enum fault fault;
    int runs;
    struct gather_query query;
    uint64_t input_bytes, output_bytes;
    bool output_is_null;
    int32_t output_rank;
    enum gather_status heard_status;
    int verdict, heard;
    char message[600];
};

static bool answers(void *context, const char *dialect, const char *op)
{
    (void)context;
    return gather_own_backend()->answers(NULL, dialect, op);
}

static enum gather_status query(void *context, const struct gather_query *question,
                                struct gather_json *answer, struct gather_error *error)
{
    (void)context;
    return gather_own_backend()->query(NULL, question, answer, error);
}

static enum gather_status infer(void *context, const struct gather_query *question,
                                const struct gather_layout *inputs, size_t input_count,
                                struct gather_layout *output, struct gather_error *error)
{
    const struct scene *scene = context;
    enum gather_status status =
        gather_own_backend()->infer(NULL, question, inputs, input_count, output, error);
    if (scene->fault == FAULT_INFERRED)
        output->tail = 0;
    if (scene->fault == FAULT_RANK)
        output->rank = GATHER_MAX_RANK + 1;
    return status;
}

static enum gather_status run(void *context, const struct gather_query *question,
                              const struct gather_operands *operands, struct gather_error *error)
{
    struct scene *scene = context;
    scene->runs++;
    scene->query = *question;
    scene->output_bytes = operands->output.bytes;
    scene->output_is_null = operands->output.data == NULL;
    scene->output_rank = operands->output_layout.rank;
    scene->input_bytes = operands->input_count > 0 ? operands->inputs[0].bytes : 0;
    enum gather_status status = gather_own_backend()->run(NULL, question, operands, error);
    uint8_t *output = operands->output.data;
    switch (scene->fault) {
    case FAULT_ELEMENT:
        output[0] ^= 1;
        break;
    case FAULT_DEAD_CELL:
        output[operands->output.bytes - 1] ^= 0x80;
        break;
    case FAULT_CONSTANT:
        memset(output, 0xA5, (size_t)operands->output.bytes);
        break;
    case FAULT_INPUT:
        ((uint8_t *)operands->inputs[0].data)[0] ^= 1;
        break;
    case FAULT_LATE:
        error->status = GATHER_STATUS_AXIS;
        return GATHER_STATUS_AXIS;
    case FAULT_SILENT:
        memset(output, (uint8_t)(scene->runs == 1 ? 0xA5 : 0x5A), (size_t)operands->output.bytes);
        return GATHER_STATUS_AXIS;
    default:
        break;
    }
    return status;
}

static enum gather_status hears(void *context, const struct gather_case_result *result)
{
    struct scene *scene = context;
    scene->heard++;
    scene->verdict = result->verdict;
    strncpy(scene->message, result->message, sizeof scene->message - 1);
    return scene->heard_status;
}

static enum gather_status run_text(struct scene *scene, size_t size, const char *text,
                                   struct gather_error *error)
{
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_backend backend = {size, "a test", scene, answers, query, infer, run};
    struct gather_case_listener listener = {scene, NULL, hears};
    gather_write_text(&writer, text);
    scene->heard = scene->runs = 0;
    memset(scene->message, 0, sizeof scene->message);
    enum gather_status status = gather_cases_run(gather_memory_source(&memory), &backend, &listener, error);
    gather_memory_fini(&memory);
    return status;
}

#define CASE(rest) "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"xla\",\"op\":\"copy\"," rest "}\n"
#define INPUT(rest) "\"inputs\":[{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[2]," rest "}]"
#define OUTPUT(rest) "\"expect\":{\"outputs\":[{\"dtype\":\"u8\",\"shape\":[2]," rest "}]}"
#define GOOD INPUT("\"values\":[1,2]") "," OUTPUT("\"values\":[1,2]")
#define PADDED INPUT("\"values\":[1,2]") "," OUTPUT("\"layout\":\"{0:pad(3)}\",\"values\":[1,2]")
#define ERROR(code) "\"expect\":{\"error\":{\"code\":\"" code "\"}}"

static void check_fault(enum fault fault, const char *text, int verdict, const char *message)
{
    struct scene scene = {.fault = fault};
    struct gather_error error = {0};
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), text, &error), GATHER_STATUS_OK);
    assert_int_equal(scene.heard, 1);
    assert_string_equal(scene.message, message);
    assert_int_equal(scene.verdict, verdict);
}

static void check_passed(const char *text) { check_fault(FAULT_NONE, text, GATHER_VERDICT_PASSED, ""); }

static void check_failed(enum fault fault, const char *text, const char *message)
{
    check_fault(fault, text, GATHER_VERDICT_FAILED, message);
}

static void test_faults(void **state)
{
    (void)state;
    check_passed(CASE(GOOD));
    check_passed(CASE(PADDED));
    check_failed(FAULT_ELEMENT, CASE(GOOD), "expected output[0] = 1, got 0");
    check_failed(FAULT_ELEMENT, CASE(PADDED), "expected output[0] = 1, got 0");
    check_failed(FAULT_DEAD_CELL, CASE(PADDED), "expected output cell 2 = 165, got 37");
    check_failed(FAULT_INPUT, CASE(GOOD), "an input was written to");
    check_failed(FAULT_LATE, CASE(GOOD), "the output was written to before an error");
    check_failed(FAULT_LATE, CASE(INPUT("\"values\":[1,2]") "," ERROR("AXIS")),
                 "the output was written to before an error");
    check_failed(FAULT_SILENT, CASE(INPUT("\"values\":[1,2]") "," ERROR("AXIS")),
                 "the backend failed without filling the error");
    check_failed(FAULT_INFERRED, CASE(INPUT("\"values\":[1,2]") "," ERROR("AXIS")),
                 "the backend inferred what is no layout");
}

/* What looks right over one canary by chance does not over the other. */
static void test_two_canaries(void **state)
{
    (void)state;
    struct scene scene = {.fault = FAULT_CONSTANT};
    const char *text =
        CASE(INPUT("\"values\":[165,165]") "," OUTPUT("\"layout\":\"{0:pad(3)}\",\"values\":[165,165]"));
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), text, NULL), GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_FAILED);
    assert_string_equal(scene.message, "expected output cell 2 = 90, got 165");
    assert_int_equal(scene.runs, 2);
}

static void test_expectations(void **state)
{
    (void)state;
    check_passed(CASE(INPUT("\"values\":[1,2]") ",\"expect\":{\"unspecified\":true}"));
    check_failed(FAULT_NONE, CASE(INPUT("\"values\":[1,2]") "," ERROR("AXIS")), "expected AXIS, got outputs");
    check_failed(FAULT_NONE, CASE(INPUT("\"values\":[1,2]") ",\"expect\":{\"value\":7}"),
                 "expected 7, got outputs");
    check_failed(FAULT_NONE, CASE("\"attrs\":{\"axis\":1}," GOOD),
                 "expected outputs, got ARGUMENT (axis: an attribute's value or combination is not allowed; "
                 "expected no attribute)");
    check_passed(CASE("\"attrs\":{\"axis\":1}," INPUT(
        "\"values\":[1,2]") ","
                            "\"expect\":{\"error\":{\"code\":\"ARGUMENT\",\"operand\":\"axis\"}}"));
    check_passed(CASE("\"options\":{\"strict\":true}," INPUT(
        "\"values\":[1,2]") ","
                            "\"expect\":{\"error\":{\"code\":\"ARGUMENT\",\"operand\":\"strict\"}}"));
    check_passed(CASE("\"version\":1," INPUT(
        "\"values\":[1,2]") ","
                            "\"expect\":{\"error\":{\"code\":\"ARGUMENT\",\"operand\":\"version\"}}"));
    check_passed(CASE("\"inputs\":[]," ERROR("ARGUMENT")));
}

/* COVERS(XLA-53) */
static void test_layouts_that_are_none(void **state)
{
    (void)state;
    check_passed(CASE(INPUT("\"layout\":\"{1,0}\",\"values\":[1,2]") ","
                                                                     "\"expect\":{\"error\":{\"code\":"
                                                                     "\"LAYOUT\",\"operand\":\"data\"}}"));
    check_passed(CASE("\"inputs\":[{\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]},"
                      "{\"name\":\"output\",\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{1,0}\"}],"
                      "\"expect\":{\"error\":{\"code\":\"LAYOUT\",\"operand\":\"output\"}}"));
    check_passed(CASE(INPUT("\"layout\":\"{0}\",\"storage\":[1]") ","
                                                                  "\"expect\":{\"error\":{\"code\":"
                                                                  "\"BOUNDS\",\"operand\":\"data\"}}"));
    check_passed(
        CASE("\"inputs\":[{\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]},"
             "{\"name\":\"output\",\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{0}\",\"storage\":[1]}],"
             "\"expect\":{\"error\":{\"code\":\"BOUNDS\",\"operand\":\"output\"}}"));
    check_failed(
        FAULT_NONE,
        CASE("\"inputs\":[{\"dtype\":\"string\",\"shape\":[1],\"values\":[\"a\"]}],"
             "\"expect\":{\"outputs\":[{\"dtype\":\"string\",\"shape\":[1],\"values\":[\"a\"]}]}"),
        "expected outputs, got UNSUPPORTED (data: known, and not built; expected a tensor of numbers)");
}

/* The caller's own output: its cells before the call stay where nothing is written. */
static void test_given_output(void **state)
{
    (void)state;
    const char *given = "\"inputs\":[{\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]},"
                        "{\"name\":\"output\",\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{0:L(4)}\"";
    static const struct {
        const char *rest;
        int verdict;
        const char *message;
    } ends[] = {
        {",\"storage\":[7,7,8,9]}]," OUTPUT("\"layout\":\"{0:L(4)}\",\"storage\":[1,2,8,9]"),
         GATHER_VERDICT_PASSED, ""},
        {",\"storage\":[7,7,8,9]}]," OUTPUT("\"layout\":\"{0:L(4)}\",\"storage\":[1,2,8,8]"),
         GATHER_VERDICT_FAILED, "expected output cell 3 = 8, got 9"},
        {",\"storage\":[7,7,8,9]}]," OUTPUT("\"layout\":\"{0:L(4)}\",\"values\":[1,2]"),
         GATHER_VERDICT_PASSED, ""},
        {"}]," OUTPUT("\"layout\":\"{0:L(4)}\",\"values\":[1,2]"), GATHER_VERDICT_PASSED, ""},
        {"}]," OUTPUT("\"layout\":\"{0:L(4)}\",\"storage\":[1,2,165,165]"), GATHER_VERDICT_FAILED,
         "expected output cell 2 = 165, got 90"},
        {"}]," OUTPUT("\"layout\":\"{0:L(2)}\",\"values\":[1,2]"), GATHER_VERDICT_BROKEN,
         "not a case: malformed; expected the output as the input \"output\" describes it"},
    };
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        char text[1000] = "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"xla\",\"op\":\"copy\",";
        struct scene scene = {0};
        strcat(text, given);
        strcat(text, ends[k].rest);
        strcat(text, "}\n");
        enum gather_status status = run_text(&scene, sizeof(struct gather_backend), text, NULL);
        if (scene.verdict != ends[k].verdict || strcmp(scene.message, ends[k].message) != 0)
            fail_msg("%s: %s", ends[k].rest, scene.message);
        assert_int_equal(status == GATHER_STATUS_OK, scene.verdict != GATHER_VERDICT_BROKEN);
    }
}

static void check_broken(const char *text)
{
    struct scene scene = {0};
    struct gather_error error = {0};
    if (run_text(&scene, sizeof(struct gather_backend), text, &error) != GATHER_STATUS_FORMAT ||
        scene.verdict != GATHER_VERDICT_BROKEN)
        fail_msg("%s: %s", text, scene.message);
    assert_int_equal(error.status, GATHER_STATUS_FORMAT);
}

static void test_broken(void **state)
{
    (void)state;
    check_broken(CASE(INPUT("\"values\":[1]") "," OUTPUT("\"values\":[1,2]")));
    check_broken(CASE(INPUT("\"values\":[1,300]") "," OUTPUT("\"values\":[1,2]")));
    check_broken(CASE(INPUT("\"values\":[1,2]") "," OUTPUT("\"values\":[1]")));
    check_broken(CASE(INPUT("\"values\":[1,2]") "," OUTPUT("\"values\":[1,-2]")));
    check_broken(CASE(INPUT("\"values\":[1,2]") ",\"expect\":{\"outputs\":[]}"));
    check_broken(CASE(INPUT("\"values\":[1,2]") ",\"expect\":{\"outputs\":[1]}"));
    check_broken(CASE("\"inputs\":[1,1,1,1,1,1,1,1,1]," OUTPUT("\"values\":[1,2]")));
    check_broken(CASE("\"inputs\":[1]," OUTPUT("\"values\":[1,2]")));
    check_broken(
        CASE("\"inputs\":[{\"name\":\"output\",\"dtype\":\"u8\",\"shape\":[1],\"values\":[1]}]," OUTPUT(
            "\"values\":[1,2]")));
    check_broken(CASE("\"infer\":true," INPUT("\"values\":[1,2]") ",\"expect\":{\"value\":{\"shape\":[2]}}"));
}

static void test_infer(void **state)
{
    (void)state;
    const char *good = CASE("\"infer\":true,\"inputs\":[{\"dtype\":\"u8\",\"shape\":[2,-1]}],\"expect\":{"
                            "\"value\":{\"shape\":[2,-1]}}");
    check_passed(good);
    check_failed(FAULT_RANK, good, "the backend inferred what is no layout");
    check_failed(FAULT_NONE,
                 CASE("\"infer\":true,\"inputs\":[{\"dtype\":\"u8\",\"shape\":[2,-1]}],"
                      "\"expect\":{\"value\":{\"shape\":[2,1]}}"),
                 "expected value.shape[1] = 1, got -1");
    check_passed(CASE("\"infer\":true,\"inputs\":[]," ERROR("ARGUMENT")));
    check_failed(FAULT_NONE,
                 CASE("\"infer\":true,\"inputs\":[{\"dtype\":\"u8\",\"shape\":[2]}]," ERROR("ARGUMENT")),
                 "expected ARGUMENT, got {\"shape\":[2]}");
}

/* What a backend is handed: buffers of exactly their bytes, none where there are none. */
static void test_operands(void **state)
{
    (void)state;
    struct scene scene = {0};
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), CASE(PADDED), NULL), GATHER_STATUS_OK);
    assert_int_equal(scene.input_bytes, 2);
    assert_int_equal(scene.output_bytes, 3);
    assert_int_equal(scene.query.version.kind, GATHER_ATTRIBUTE_NONE);
    assert_int_equal(scene.query.option_count, 0);
    const char *empty =
        CASE("\"version\":\"3.0\",\"options\":{\"fill\":-1},"
             "\"inputs\":[{\"dtype\":\"u8\",\"shape\":[0,2],\"values\":[]}]," ERROR("ARGUMENT"));
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), empty, NULL), GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_PASSED); /* the options; infer says so first */
    assert_int_equal(scene.runs, 0);
    const char *nothing = CASE("\"version\":\"3.0\",\"options\":{\"fill\":-1},"
                               "\"inputs\":[{\"dtype\":\"u8\",\"shape\":[0,2],\"values\":[]}],"
                               "\"expect\":{\"outputs\":[{\"dtype\":\"u8\",\"shape\":[0,2],\"values\":[]}]}");
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), nothing, NULL), GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_FAILED);
    assert_true(scene.output_is_null);
    assert_int_equal(scene.output_bytes, 0);
    assert_int_equal(scene.output_rank, 2);
    assert_int_equal(scene.query.version.kind, GATHER_ATTRIBUTE_TEXT);
    assert_int_equal(scene.query.option_count, 1);
}

/* A backend of an earlier version has no operators: its struct ends before them. */
static void test_earlier_backend(void **state)
{
    (void)state;
    struct scene scene = {0};
    assert_int_equal(run_text(&scene, offsetof(struct gather_backend, infer), CASE(GOOD), NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_SKIPPED);
    assert_int_equal(scene.runs, 0);
}

static void test_listener_stops(void **state)
{
    (void)state;
    struct scene scene = {.heard_status = GATHER_STATUS_CANCELLED};
    struct gather_error error = {0};
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), CASE(GOOD), &error),
                     GATHER_STATUS_CANCELLED);
    assert_int_equal(error.status, GATHER_STATUS_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),          cmocka_unit_test(test_two_canaries),
        cmocka_unit_test(test_expectations),    cmocka_unit_test(test_layouts_that_are_none),
        cmocka_unit_test(test_given_output),    cmocka_unit_test(test_broken),
        cmocka_unit_test(test_infer),           cmocka_unit_test(test_operands),
        cmocka_unit_test(test_earlier_backend), cmocka_unit_test(test_listener_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
