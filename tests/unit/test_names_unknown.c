/* SPDX-License-Identifier: Apache-2.0 */
/* Names that are no dialect's or operator's: an error has the word, and what there is instead (CORE-27). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/gather.h"
#include "gather/names.h"

/* The sentence of a name that there is none of. */
static void refuse_with(const char *dialect, const char *name, const char *expected)
{
    struct gather_op op;
    struct gather_error error = {0};
    char sentence[512];
    assert_int_equal(gather_op_from_names(&op, dialect, name, NULL, NULL, 0, &error),
                     GATHER_STATUS_UNSUPPORTED);
    gather_error_format(&error, sentence, sizeof sentence);
    assert_string_equal(sentence, expected);
}

/* COVERS(CORE-27) */
static void test_sentences(void **state)
{
    (void)state;
    refuse_with(
        "tflite", "gather",
        "tflite: no dialect of this library; expected onnx, openvino, directml, webnn, xla, numpy or torch");
    refuse_with("onnx", "gather",
                "gather: no operator that the library has of this dialect; expected Gather, GatherElements, "
                "GatherND or GatherBlockQuantized");
    refuse_with(
        "directml", "SCATTER_ND",
        "SCATTER_ND: no operator that the library has of this dialect; expected GATHER, GATHER_ELEMENTS, "
        "GATHER_ND or GATHER_ND1");
    refuse_with("torch", "",
                "op: no operator that the library has of this dialect; expected index_select, gather, "
                "take_along_dim or embedding");
}

/* Adds a word to "a, b or c": behind the others, of which it is the last if nothing is to come. */
static void add_word(char *words, const char *word, bool is_last)
{
    strcat(words, *words == '\0' ? "" : is_last ? " or " : ", ");
    strcat(words, word);
}

/* What errors say that there is, of a dialect or of all, is what the rows say. COVERS(CORE-27) */
static void test_names_in_errors(void **state)
{
    (void)state;
    const struct gather_op_name *row, *next;
    struct gather_op op;
    struct gather_error error = {0};
    char dialects[256] = "", operators[512] = "";
    for (size_t k = 0; (row = gather_op_name_at(k)) != NULL; k++) {
        next = gather_op_name_at(k + 1);
        const bool is_last = next == NULL || strcmp(next->dialect, row->dialect) != 0;
        add_word(operators, row->name, is_last);
        if (!is_last)
            continue;
        assert_int_equal(gather_op_from_names(&op, row->dialect, "none", NULL, NULL, 0, &error),
                         GATHER_STATUS_UNSUPPORTED);
        assert_string_equal(error.expected, operators);
        operators[0] = '\0';
        add_word(dialects, row->dialect, next == NULL);
    }
    assert_int_equal(gather_op_from_names(&op, "none", "none", NULL, NULL, 0, &error),
                     GATHER_STATUS_UNSUPPORTED);
    assert_string_equal(error.expected, dialects);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sentences),
                                       cmocka_unit_test(test_names_in_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
