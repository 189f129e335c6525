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
    FAULT_RANK,      /* it has too many sizes */
    FAULT_TYPE,      /* it has another type */
    FAULT_FUSED,     /* as FAULT_ELEMENT, in that check mode alone */
    FAULT_EARLIER,
    FAULT_FOLDED,     /* likewise, with constant indices */
    FAULT_AFTER_ERROR /* the output is written to before an error that there is */
};

/* libgather, with a fault; it remembers what it was last asked. */
struct scene {
    enum fault fault;
    int runs;
    int checks[3], constants; /* runs in each check mode, and with constant indices */
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
    if (scene->fault == FAULT_TYPE)
        output->dtype = GATHER_DTYPE_BOOL;
    return status;
}

static enum gather_status run(void *context, const struct gather_query *question,
                              const struct gather_operands *operands, struct gather_error *error)
{
    struct scene *scene = context;
    scene->runs++;
    scene->checks[operands->check]++;
    scene->constants += operands->is_constant;
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
    case FAULT_FUSED:
        output[0] ^= operands->check == GATHER_CHECK_FUSED;
        break;
    case FAULT_EARLIER:
        output[0] ^= operands->check == GATHER_CHECK_EARLIER;
        break;
    case FAULT_FOLDED:
        output[0] ^= operands->is_constant != 0;
        break;
    case FAULT_AFTER_ERROR:
        output[0] ^= status != GATHER_STATUS_OK;
        break;
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
    struct gather_backend backend = {.size = size,
                                     .name = "a test",
                                     .context = scene,
                                     .answers = answers,
                                     .query = query,
                                     .infer = infer,
                                     .run = run};
    struct gather_case_listener listener = {scene, NULL, hears};
    gather_write_text(&writer, text);
    scene->heard = scene->runs = 0;
    scene->constants = 0;
    memset(scene->checks, 0, sizeof scene->checks);
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
    check_failed(FAULT_TYPE, CASE(GOOD), "the backend inferred bool[2]");
}

#define TAKE(rest)                                                                                           \
    "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"numpy\",\"op\":\"take\",\"attrs\":{\"axis\":0}," rest    \
    "}\n"
#define TAKEN(index)                                                                                         \
    "\"inputs\":[{\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]},"                                         \
    "{\"dtype\":\"i8\",\"shape\":[1],\"values\":[" index "]}]"
#define TWO "\"expect\":{\"outputs\":[{\"dtype\":\"u8\",\"shape\":[1],\"values\":[2]}]}"

/* COVERS(CORE-17, CORE-24): every check mode, and with constant indices what does not fail. */
static void test_modes(void **state)
{
    (void)state;
    struct scene scene = {0};
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), TAKE(TAKEN("1") "," TWO), NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_PASSED);
    assert_int_equal(scene.runs, 8);
    assert_int_equal(scene.checks[GATHER_CHECK_FIRST], 4);
    assert_int_equal(scene.checks[GATHER_CHECK_FUSED], 2);
    assert_int_equal(scene.checks[GATHER_CHECK_EARLIER], 2);
    assert_int_equal(scene.constants, 2);
    assert_int_equal(
        run_text(&scene, sizeof(struct gather_backend), TAKE(TAKEN("2") "," ERROR("INDEX_RANGE")), NULL),
        GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_PASSED);
    assert_int_equal(scene.runs, 6);
    assert_int_equal(scene.constants, 0);
    check_failed(FAULT_FUSED, TAKE(TAKEN("1") "," TWO),
                 "expected output[0] = 2, got 3 (in check mode FUSED)");
    check_failed(FAULT_EARLIER, TAKE(TAKEN("1") "," TWO),
                 "expected output[0] = 2, got 3 (in check mode EARLIER)");
    check_failed(FAULT_FOLDED, TAKE(TAKEN("1") "," TWO),
                 "expected output[0] = 2, got 3 (with constant indices)");
    check_failed(FAULT_AFTER_ERROR, TAKE(TAKEN("2") "," ERROR("INDEX_RANGE")),
                 "the output was written to before an error");
}

/* After an index error in one pass the output's elements may be anything. */
static void test_fused_output(void **state)
{
    (void)state;
    struct scene scene = {0};
    const char *text =
        TAKE("\"inputs\":[{\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2]},"
             "{\"dtype\":\"i8\",\"shape\":[3],\"values\":[0,1,2]}],"
             "\"expect\":{\"error\":{\"code\":\"INDEX_RANGE\",\"operand\":\"indices\",\"position\":"
             "[2],\"value\":2,\"axis\":0,\"low\":-2,\"high\":1}}");
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), text, NULL), GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_PASSED);
    assert_int_equal(scene.checks[GATHER_CHECK_FUSED], 2);
}

#define TEXTS(index, rest)                                                                                   \
    TAKE("\"inputs\":[{\"dtype\":\"string\",\"shape\":[4],\"values\":[\"ab\",\"\",\"\u00e9\",\"ab\"]},"      \
         "{\"dtype\":\"i8\",\"shape\":[2],\"values\":[" index "]}]," rest)
#define GOT_TEXTS(first, second)                                                                             \
    "\"expect\":{\"outputs\":[{\"dtype\":\"string\",\"shape\":[2],\"values\":[\"" first "\",\"" second       \
    "\"]}]}"

/* Strings are compared by what they say, wherever the views of them point. */
static void test_strings(void **state)
{
    (void)state;
    check_passed(TEXTS("3,1", GOT_TEXTS("ab", "")));
    check_passed(TEXTS("2,-4", GOT_TEXTS("\u00e9", "ab")));
    check_failed(FAULT_NONE, TEXTS("0,2", GOT_TEXTS("ab", "e")),
                 "expected output[1] = \"e\", got \"\\xc3\\xa9\"");
    check_failed(FAULT_NONE, TEXTS("0,1", GOT_TEXTS("", "")), "expected output[0] = \"\", got \"ab\"");
    check_failed(FAULT_CONSTANT, TEXTS("0,1", GOT_TEXTS("ab", "")),
                 "expected output[0] = \"ab\", got no text");
    check_passed(TEXTS("9,0", "\"options\":{\"policy\":\"zero\"}," GOT_TEXTS("", "ab")));
    check_passed(
        TEXTS("9,0", "\"options\":{\"policy\":\"fill\",\"fill\":\"none\"}," GOT_TEXTS("none", "ab")));
    check_failed(FAULT_NONE,
                 TEXTS("9,0", "\"options\":{\"policy\":\"fill\",\"fill\":\"none\"}," GOT_TEXTS("nine", "ab")),
                 "expected output[0] = \"nine\", got \"none\"");
}

/* COVERS(CORE-15): `fill` is a value of the data's type, wherever the data stands among the inputs. */
static void test_fill(void **state)
{
    (void)state;
    check_passed(TAKE("\"options\":{\"policy\":\"fill\",\"fill\":2}," TAKEN("7") "," TWO));
    check_passed(TAKE("\"options\":{\"policy\":\"fill\",\"fill\":256}," TAKEN(
        "7") ","
             "\"expect\":{\"error\":{\"code\":\"ARGUMENT\",\"operand\":\"fill\"}}"));
    check_passed("{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"torch\",\"op\":\"embedding\","
                 "\"options\":{\"policy\":\"fill\",\"fill\":1.5},"
                 "\"inputs\":[{\"dtype\":\"i32\",\"shape\":[2],\"values\":[1,-1]},"
                 "{\"dtype\":\"f16\",\"shape\":[2,1],\"values\":[3,4]}],"
                 "\"expect\":{\"outputs\":[{\"dtype\":\"f16\",\"shape\":[2,1],\"values\":[4,1.5]}]}}\n");
}

/* An unknown name has an answer: it is UNSUPPORTED. */
static void test_unknown_op(void **state)
{
    (void)state;
    check_passed("{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"numpy\",\"op\":\"x\"," TAKEN("1") "," ERROR(
        "UNSUPPORTED") "}\n");
    check_failed(
        FAULT_NONE,
        "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"numpy\",\"op\":\"x\"," TAKEN("1") "," TWO "}\n",
        "expected outputs, got UNSUPPORTED (x: no operator that the library has of this dialect; expected "
        "take, take_along_axis or getitem)");
}

/* A missing input goes before a wrong attribute, and behind a wrong version (ONNX-10). */
static void test_missing_inputs(void **state)
{
    (void)state;
    const char *head =
        "{\"name\":\"n\",\"source\":\"s\",\"dialect\":\"onnx\",\"op\":\"Gather\",\"attrs\":{\"x\":1},";
    static const char *const tails[] = {
        "\"inputs\":[],\"expect\":{\"error\":{\"code\":\"ARGUMENT\",\"operand\":\"data\"}}}\n",
        INPUT(
            "\"values\":[1,2]") ",\"expect\":{\"error\":{\"code\":\"ARGUMENT\",\"operand\":\"indices\"}}}\n",
        TAKEN("1") ",\"expect\":{\"error\":{\"code\":\"ARGUMENT\",\"operand\":\"x\"}}}\n",
        "\"version\":99,\"inputs\":[]," ERROR("UNSUPPORTED") "}\n",
    };
    for (size_t k = 0; k < sizeof tails / sizeof *tails; k++) {
        char text[1000] = "";
        strcat(text, head);
        strcat(text, tails[k]);
        check_passed(text);
    }
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
                 "expected outputs, got ARGUMENT (axis: this argument is not allowed; "
                 "expected an attribute that the operator has)");
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
    assert_int_equal(scene.query.attribute_count, 0);
    const char *empty =
        CASE("\"version\":\"3.0\",\"options\":{\"fill\":-1},"
             "\"inputs\":[{\"dtype\":\"u8\",\"shape\":[0,2],\"values\":[]}]," ERROR("ARGUMENT"));
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), empty, NULL), GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_PASSED); /* the options; infer says so first */
    assert_int_equal(scene.runs, 0);
    const char *nothing = CASE("\"inputs\":[{\"dtype\":\"u8\",\"shape\":[0,2],\"values\":[]}],"
                               "\"expect\":{\"outputs\":[{\"dtype\":\"u8\",\"shape\":[0,2],\"values\":[]}]}");
    assert_int_equal(run_text(&scene, sizeof(struct gather_backend), nothing, NULL), GATHER_STATUS_OK);
    assert_int_equal(scene.verdict, GATHER_VERDICT_PASSED);
    assert_true(scene.output_is_null);
    assert_int_equal(scene.output_bytes, 0);
    assert_int_equal(scene.output_rank, 2);
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
        cmocka_unit_test(test_modes),           cmocka_unit_test(test_fused_output),
        cmocka_unit_test(test_strings),         cmocka_unit_test(test_fill),
        cmocka_unit_test(test_unknown_op),      cmocka_unit_test(test_missing_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
