/* SPDX-License-Identifier: Apache-2.0 */
/* Words that people write: policies in the library's and in numpy's words, dialects with their versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/names.h"

#define ITEMS(list) (sizeof(list) / sizeof *(list))

/* Each policy has a word of its own, which means it; numpy has words for three of them. */
static void test_policies(void **state)
{
    (void)state;
    static const char *const words[] = {NULL, "error", "zero", "fill", "clamp", "wrap", "skip", NULL};
    static const char *const numpys[] = {NULL, "raise", NULL, NULL, "clip", "wrap", NULL, NULL};
    for (int32_t policy = 0; policy < (int32_t)ITEMS(words); policy++) {
        const char *word = gather_policy_word(policy, GATHER_WORLD_OWN);
        const char *numpy = gather_policy_word(policy, GATHER_WORLD_NUMPY);
        assert_int_equal(word == NULL, words[policy] == NULL);
        assert_int_equal(numpy == NULL, numpys[policy] == NULL);
        if (word != NULL) {
            assert_string_equal(word, words[policy]);
            assert_int_equal(gather_policy_from_word(GATHER_WORLD_OWN, word), policy);
        }
        if (numpy != NULL) {
            assert_string_equal(numpy, numpys[policy]);
            assert_int_equal(gather_policy_from_word(GATHER_WORLD_NUMPY, numpy), policy);
        }
    }
}

static void test_other_words(void **state)
{
    (void)state;
    static const char *const neither[] = {"", " ", "errors", "erro", "ERROR", "own", "none"};
    for (size_t k = 0; k < ITEMS(neither); k++)
        for (int32_t world = -1; world <= GATHER_WORLD_COUNT; world++)
            assert_int_equal(gather_policy_from_word(world, neither[k]), GATHER_POLICY_OWN);
    assert_int_equal(gather_policy_from_word(GATHER_WORLD_OWN, "clip"), GATHER_POLICY_OWN);
    assert_int_equal(gather_policy_from_word(GATHER_WORLD_NUMPY, "clamp"), GATHER_POLICY_OWN);
    assert_int_equal(gather_policy_from_word(GATHER_WORLD_ONNX, "error"), GATHER_POLICY_OWN);
    assert_null(gather_policy_word(GATHER_POLICY_ERROR, GATHER_WORLD_ONNX));
    assert_null(gather_policy_word(INT32_MIN, GATHER_WORLD_OWN));
    assert_null(gather_policy_word(INT32_MAX, GATHER_WORLD_NUMPY));
}

static void expect_version(const char *text, const char *dialect, int32_t kind, int64_t integer,
                           const char *version)
{
    struct gather_attribute read;
    memset(&read, 0xFF, sizeof read);
    size_t length = gather_dialect_read(text, &read);
    assert_int_equal(length, strlen(dialect));
    assert_memory_equal(text, dialect, length);
    assert_int_equal(read.kind, kind);
    assert_int_equal(read.is_option, 0);
    if (kind == GATHER_ATTRIBUTE_INTEGER)
        assert_int_equal(read.integer, integer);
    if (version != NULL) {
        assert_string_equal(read.text, version);
        assert_int_equal(read.count, strlen(version));
    }
}

static void test_dialects(void **state)
{
    (void)state;
    expect_version("numpy", "numpy", GATHER_ATTRIBUTE_NONE, 0, NULL);
    expect_version("", "", GATHER_ATTRIBUTE_NONE, 0, NULL);
    expect_version("onnx@13", "onnx", GATHER_ATTRIBUTE_INTEGER, 13, "13");
    expect_version("onnx@0", "onnx", GATHER_ATTRIBUTE_INTEGER, 0, "0");
    expect_version("onnx@007", "onnx", GATHER_ATTRIBUTE_INTEGER, 7, "007");
    expect_version("onnx@999999999999999999", "onnx", GATHER_ATTRIBUTE_INTEGER, INT64_C(999999999999999999),
                   NULL);
    expect_version("directml@3.0", "directml", GATHER_ATTRIBUTE_TEXT, 0, "3.0");
}

/* Nothing of a text is passed over in silence: what is no number is handed on as it stands. */
static void test_no_numbers(void **state)
{
    (void)state;
    expect_version("openvino@", "openvino", GATHER_ATTRIBUTE_TEXT, 0, "");
    expect_version("onnx@foo", "onnx", GATHER_ATTRIBUTE_TEXT, 0, "foo");
    expect_version("onnx@1x", "onnx", GATHER_ATTRIBUTE_TEXT, 0, "1x");
    expect_version("onnx@ 1", "onnx", GATHER_ATTRIBUTE_TEXT, 0, " 1");
    expect_version("onnx@+1", "onnx", GATHER_ATTRIBUTE_TEXT, 0, "+1");
    expect_version("onnx@-1", "onnx", GATHER_ATTRIBUTE_TEXT, 0, "-1");
    expect_version("onnx@1@2", "onnx", GATHER_ATTRIBUTE_TEXT, 0, "1@2");
    expect_version("@", "", GATHER_ATTRIBUTE_TEXT, 0, "");
    expect_version("onnx@99999999999999999999", "onnx", GATHER_ATTRIBUTE_TEXT, 0, "99999999999999999999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_policies),
        cmocka_unit_test(test_other_words),
        cmocka_unit_test(test_dialects),
        cmocka_unit_test(test_no_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
