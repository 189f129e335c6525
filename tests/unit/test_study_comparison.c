/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which worlds an output may come from: each of our operators' own output is found to be its own, with one
 * element changed it is nobody's; fills, tolerances, promises that are none, and sources that fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"
#include "io/json.h"
#include "support/take_fixture.h"

/* Elements of 4 bytes in memory. */
static enum gather_status read_words(void *context, int64_t first, int64_t count, void *elements,
                                     struct gather_error *error)
{
    (void)error;
    memcpy(elements, (const int32_t *)context + first, (size_t)count * sizeof(int32_t));
    return GATHER_STATUS_OK;
}

static void compare(struct gather_explanation *explanation, struct take_fixture *fixture, int32_t *output)
{
    struct gather_got got = {
        {read_words, fixture->data}, {read_words, output}, GATHER_DTYPE_I32, false, 0, 0};
    assert_int_equal(gather_explanation_compare(explanation, &got, NULL), GATHER_STATUS_OK);
}

/* What is said of a world in the JSON of a comparison. */
static void match_of(const struct gather_explanation *explanation, const char *id, char *match, size_t size)
{
    struct gather_memory memory = {0};
    struct gather__json *read = NULL;
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    gather_json_object(&json, NULL);
    gather_explanation_write_comparison_json(explanation, &json);
    gather_json_end(&json);
    assert_int_equal(gather__json_read(memory.bytes, memory.count, memory.count, &read, NULL),
                     GATHER_STATUS_OK);
    struct gather__json *worlds = gather__json_member(gather__json_member(read, "got"), "worlds");
    *match = '\0';
    for (size_t k = 0; k < gather__json_count(worlds); k++) {
        struct gather__json *world = gather__json_item(worlds, k);
        size_t length;
        if (strcmp(gather__json_string(gather__json_member(world, "world"), &length), id) == 0)
            (void)snprintf(match, size, "%s",
                           gather__json_string(gather__json_member(world, "match"), &length));
    }
    gather__json_free(read);
    gather_memory_fini(&memory);
}

static void expect_match(const struct gather_explanation *explanation, const char *id, const char *expected)
{
    char match[32];
    match_of(explanation, id, match, sizeof match);
    if (strcmp(match, expected) != 0)
        fail_msg("%s: expected '%s', got '%s'", id, expected, match);
}

/* The output of each of our operators is found to be its own; with one element changed it is nobody's. */
static void test_own_outputs(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t all[] = {0, 5, -1, 4, -6, 3}, positive[] = {0, 3, 9, 4, 1, 2};
    const struct gather_behaviour *behaviour;
    size_t found = 0;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++) {
        for (int32_t some = 0; some < 2 && behaviour->dialect != NULL; some++) {
            int32_t output[6 * TAKE_COLUMNS];
            take_set_data(&fixture, TAKE_ROWS);
            take_set_indices(&fixture, GATHER_DTYPE_I64, some ? positive : all, 6);
            if (take_run_own(behaviour, &fixture, output, NULL) != GATHER_STATUS_OK)
                continue;
            struct gather_explanation *explanation = take_explain(&fixture, NULL);
            compare(explanation, &fixture, output);
            expect_match(explanation, behaviour->id, "exact");
            output[7] += 1000;
            compare(explanation, &fixture, output);
            expect_match(explanation, behaviour->id, "differs");
            assert_int_equal(gather_explanation_matches(explanation), 0);
            gather_explanation_destroy(explanation);
            found++;
        }
    }
    assert_true(found >= 10);
}

static void test_comparison(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t values[] = {0, 4};
    int32_t output[] = {10, 11, 0, 0};
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, values, 2);
    fixture.take.is_plain = true;
    struct gather_explanation *explanation = take_explain(&fixture, NULL);
    compare(explanation, &fixture, output);
    expect_match(explanation, "openvino", "exact");
    expect_match(explanation, "tf-gpu", "exact");
    expect_match(explanation, "numpy", "no output");
    expect_match(explanation, "numpy-clip", "differs");
    expect_match(explanation, "jax-fill", "differs");
    expect_match(explanation, "ggml-cuda", "open"); /* nothing is promised for index 4 */
    output[2] = output[3] = INT32_MIN;
    compare(explanation, &fixture, output);
    expect_match(explanation, "jax-fill", "exact");
    expect_match(explanation, "openvino", "differs");
    assert_int_equal(gather_explanation_matches(explanation), 1);
    output[0] = 11;
    compare(explanation, &fixture, output);
    expect_match(explanation, "ggml-cuda", "differs");
    gather_explanation_destroy(explanation);
}

/* Another type, with a tolerance: f16 against f32. */
static enum gather_status read_halves(void *context, int64_t first, int64_t count, void *elements,
                                      struct gather_error *error)
{
    (void)error;
    memcpy(elements, (const uint16_t *)context + first, (size_t)count * sizeof(uint16_t));
    return GATHER_STATUS_OK;
}

static void test_tolerance(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t values[] = {1, 2};
    float data[] = {1, 2, 3, 4, -5.001f, 6, 7, 8};
    uint16_t output[] = {0x4200, 0x4400, 0xC500, 0x4600}; /* 3, 4, -5, 6 */
    take_set_data(&fixture, 4);
    fixture.take.data.dtype = GATHER_DTYPE_F32;
    take_set_indices(&fixture, GATHER_DTYPE_I64, values, 2);
    struct gather_explanation *explanation = take_explain(&fixture, "numpy");
    struct gather_got got = {{read_words, data}, {read_halves, output}, GATHER_DTYPE_F16, false, 0, 0};
    struct gather_error error = {0};
    assert_int_equal(gather_explanation_compare(explanation, &got, &error), GATHER_STATUS_DTYPE);
    assert_int_equal(gather_explanation_matches(explanation), 0);
    got.is_tolerant = true;
    got.relative = 1e-3;
    assert_int_equal(gather_explanation_compare(explanation, &got, &error), GATHER_STATUS_OK);
    expect_match(explanation, "numpy", "close");
    got.relative = 1e-4;
    assert_int_equal(gather_explanation_compare(explanation, &got, &error), GATHER_STATUS_OK);
    expect_match(explanation, "numpy", "differs");
    got.absolute = 1e-2;
    assert_int_equal(gather_explanation_compare(explanation, &got, &error), GATHER_STATUS_OK);
    expect_match(explanation, "numpy", "close");
    output[2] = 0x7E00; /* NaN is close to nothing but NaN */
    assert_int_equal(gather_explanation_compare(explanation, &got, &error), GATHER_STATUS_OK);
    expect_match(explanation, "numpy", "differs");
    gather_explanation_destroy(explanation);
}

static enum gather_status read_nothing(void *context, int64_t first, int64_t count, void *elements,
                                       struct gather_error *error)
{
    (void)context, (void)first, (void)count, (void)elements, (void)error;
    return GATHER_STATUS_IO;
}

static void test_reading_fails(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t value = 1;
    int32_t output[TAKE_COLUMNS] = {20, 21};
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, &value, 1);
    struct gather_explanation *explanation = take_explain(&fixture, NULL);
    struct gather_got got = {{read_nothing, NULL}, {read_words, output}, GATHER_DTYPE_I32, false, 0, 0};
    assert_int_equal(gather_explanation_compare(explanation, &got, NULL), GATHER_STATUS_IO);
    got.data = (struct gather_elements){read_words, fixture.data};
    got.output = (struct gather_elements){read_nothing, NULL};
    assert_int_equal(gather_explanation_compare(explanation, &got, NULL), GATHER_STATUS_IO);
    gather_explanation_destroy(explanation);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_outputs),
        cmocka_unit_test(test_comparison),
        cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_reading_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
