/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The models of tests/cases/openvino_ir: each is read, its gathers are those that expect.json names, and its Result
 * is what stands there; or it is refused with the code that stands there, at reading or when it is run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gather/model.h"
#include "gather/study.h"

enum { MOST_TEXT = 1 << 16, TESTS = 29 };

static const char folder[] = "tests/cases/openvino_ir";
static char text[MOST_TEXT];
static size_t text_length;

static int read_list(void **state)
{
    FILE *file = fopen("tests/cases/openvino_ir/expect.json", "rb");
    (void)state;
    if (file == NULL)
        return -1;
    text_length = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    return 0;
}

/* ---- what is heard ------------------------------------------------------------------------------- */

struct heard {
    int verdicts[4];
    const char *only;
    char message[256];
};

static bool selects(void *context, const char *name)
{
    const struct heard *heard = context;
    return heard->only == NULL || strcmp(heard->only, name) == 0;
}

static enum gather_status hears(void *context, const struct gather_case_result *result)
{
    struct heard *heard = context;
    heard->verdicts[result->verdict]++;
    (void)snprintf(heard->message, sizeof heard->message, "%s: %s", result->name, result->message);
    return GATHER_STATUS_OK;
}

/* COVERS(OV-IR-1, OV-IR-2, OV-IR-3, OV-IR-4, OV-IR-5, OV-IR-6, OV-IR-8, OV-IR-9, OV-IR-10, OV-IR-11, OV-IR-12) */
/* COVERS(OV-IR-13, OV-IR-14, OV-IR-15) */
static void test_every_model(void **state)
{
    struct heard heard = {.only = NULL};
    const struct gather_case_listener listener = {&heard, selects, hears};
    (void)state;
    assert_int_equal(gather_model_list_run(folder, text, text_length, &listener, NULL), GATHER_STATUS_OK);
    if (heard.verdicts[GATHER_VERDICT_PASSED] < TESTS || heard.verdicts[GATHER_VERDICT_FAILED] > 0)
        fail_msg("%d passed, %d failed; last: %s", heard.verdicts[GATHER_VERDICT_PASSED],
                 heard.verdicts[GATHER_VERDICT_FAILED], heard.message);
}

/* The list with one text in it replaced by another of the same length: the test of that file fails. */
static void check_fails(const char *file, const char *from, const char *to, const char *message)
{
    struct heard heard = {.only = file};
    const struct gather_case_listener listener = {&heard, selects, hears};
    char *entry = strstr(text, file), *place = entry != NULL ? strstr(entry, from) : NULL;
    assert_non_null(place);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(place, to, strlen(to));
    assert_int_equal(gather_model_list_run(folder, text, text_length, &listener, NULL), GATHER_STATUS_OK);
    memcpy(place, from, strlen(from));
    assert_int_equal(heard.verdicts[GATHER_VERDICT_FAILED], 1);
    assert_string_equal(heard.message, message);
}

static void test_what_is_other_than_expected(void **state)
{
    (void)state;
    check_fails("gather8_const.xml", "[1, 1, 5,", "[1, 2, 5,",
                "gather8_const.xml: expected result[0,1] = 2, got 1");
    check_fails("gather8_const.xml", "\"axis\": 1", "\"axis\": 0",
                "gather8_const.xml: a gather is other than \"model\" says");
    check_fails("gather8_dynamic.xml", "\"shape\": [-1, 2]", "\"shape\": [-1, 3]",
                "gather8_dynamic.xml: a Parameter is other than \"model\" says");
    check_fails("gather8.xml", "dab07130", "dab07131", "gather8.xml: the elements have another SHA-256");
    check_fails("gather8.xml", "\"value\": 255", "\"value\": 256",
                "gather8.xml: an element is other than \"samples\" says");
    check_fails("gather8_string.xml", "\"a\"", "\"b\"",
                "gather8_string.xml: expected result[1] = \"b\", got \"a\"");
    check_fails("bad_cycle.xml", "FORMAT", "RANGES",
                "bad_cycle.xml: expected RANGES, got FORMAT (at byte 904: malformed; expected a layer that "
                "does not feed itself)");
}

static void test_no_list(void **state)
{
    static const char *const texts[] = {"{}", "[1]", "[{}]",
                                        "[{\"file\": \"gather8.xml\", \"inputs\": {\"x\": 1}}]", "["};
    struct heard heard = {.only = NULL};
    const struct gather_case_listener listener = {&heard, selects, hears};
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
        assert_int_equal(gather_model_list_run(folder, texts[k], strlen(texts[k]), &listener, NULL),
                         GATHER_STATUS_FORMAT);
}

/* ---- inputs -------------------------------------------------------------------------------------- */

static void test_parameters_given_otherwise(void **state) /* COVERS(OV-IR-9) */
{
    static uint8_t bytes[64];
    static const int64_t sizes[] = {3, 2, 1}, wrong[] = {3, 4};
    struct gather_model *model;
    struct gather_error error;
    struct gather_model_value result;
    struct gather_model_operand output, operand = {.name = "data", .buffer = {bytes, sizeof bytes}};
    (void)state;
    assert_int_equal(gather_model_open(&model, "tests/cases/openvino_ir/gather8_dynamic.xml", NULL, NULL),
                     GATHER_STATUS_OK);
    assert_true(gather_model_output_at(model, 0, &result));
    output.name = result.name;
    assert_int_equal(gather_model_run(model, NULL, 0, &output, 1, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_layout_init(&operand.layout, GATHER_DTYPE_F64, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_model_run(model, &operand, 1, &output, 1, &error), GATHER_STATUS_DTYPE);
    assert_int_equal(gather_layout_init(&operand.layout, GATHER_DTYPE_F32, 3, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_model_run(model, &operand, 1, &output, 1, &error), GATHER_STATUS_RANK);
    assert_int_equal(gather_layout_init(&operand.layout, GATHER_DTYPE_F32, 2, wrong, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_model_run(model, &operand, 1, &output, 1, &error), GATHER_STATUS_SHAPE);
    assert_string_equal(error.operand, "input");
    assert_int_equal(error.part, 0);
    output.name = "none";
    assert_int_equal(gather_model_run(model, &operand, 1, &output, 1, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "output");
    gather_model_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_model),
        cmocka_unit_test(test_what_is_other_than_expected),
        cmocka_unit_test(test_no_list),
        cmocka_unit_test(test_parameters_given_otherwise),
    };
    return cmocka_run_group_tests(tests, read_list, NULL);
}
