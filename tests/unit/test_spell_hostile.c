/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines 70, 71 and 79 of docs/hostile.md, for the texts of layouts: huge and deep texts are read in one pass
 * without a stack that grows, strange numbers fail where they stand, and no locale changes anything.
 *
 * Nothing here measures time: a reader that is not linear, or that recurses, does not come to an end.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, setenv */

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "unit/spell_check.h"

enum { HUGE_LENGTH = 10 * 1000 * 1000, DEEP = 100 * 1000 };

/* head, then `unit` again and again up to HUGE_LENGTH bytes. */
static char *make_huge(const char *head, const char *unit)
{
    char *text = malloc(HUGE_LENGTH);
    size_t head_length = strlen(head), unit_length = strlen(unit);
    assert_non_null(text);
    for (size_t k = 0; k < HUGE_LENGTH; k++)
        text[k] = k < head_length ? head[k] : unit[(k - head_length) % unit_length];
    return text;
}

struct huge_text {
    const char *head, *unit;
    enum gather_status status;
    int64_t at; /* -1: the text's length */
};

static void check_huge(const struct huge_text *row)
{
    char *text = make_huge(row->head, row->unit);
    check_fails(text, HUGE_LENGTH, GATHER_SPELLING_ANY, row->status, row->at < 0 ? HUGE_LENGTH : row->at);
    free(text);
}

/* Ten megabytes of one thing, wherever such a thing may stand. COVERS(LAY-3, LAY-27) */
static void test_hostile_70_brackets(void **state)
{
    static const struct huge_text rows[] = {
        {"", "(", GATHER_STATUS_UNSUPPORTED, 0},
        {"", "[", GATHER_STATUS_FORMAT, 0},
        {"f32", "[", GATHER_STATUS_FORMAT, 4},
        {"f32[", "]", GATHER_STATUS_FORMAT, 5},
        {"f32", "(", GATHER_STATUS_FORMAT, -1},
        {"f32", "( ", GATHER_STATUS_FORMAT, -1},
        {"f32(3", ")", GATHER_STATUS_FORMAT, 6},
        {"f32(3):", "(", GATHER_STATUS_FORMAT, -1},
        {"f32(3):(1", ",1", GATHER_STATUS_FORMAT, -1},
        {"f32[3]{", "{", GATHER_STATUS_FORMAT, 7},
        {"f32[3]{0", ",0", GATHER_STATUS_FORMAT, -1},
        {"f32[3]{0:T", "(", GATHER_STATUS_FORMAT, 11},
        {"f32[3]{0:T", "()", GATHER_STATUS_UNSUPPORTED, 26},
        {"f32[3]{0:pad(3", ",3", GATHER_STATUS_FORMAT, -1},
        {"f32[3]{0:D(D", ",D", GATHER_STATUS_FORMAT, -1},
        {"f32[3]:", "(", GATHER_STATUS_FORMAT, 8},
        {"f32[3]:(1", ",1", GATHER_STATUS_FORMAT, -1},
        {"FLOAT32 sizes=", "{", GATHER_STATUS_FORMAT, 15},
        {"FLOAT32 sizes={3} strides={1", ",1", GATHER_STATUS_FORMAT, -1},
        {"memref", "<", GATHER_STATUS_FORMAT, 7},
        {"memref<3xf32, strided<", "[", GATHER_STATUS_FORMAT, 23},
        {"memref<3xf32, strided<[1", ",1", GATHER_STATUS_FORMAT, -1},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++)
        check_huge(&rows[k]);
}

/* The same of words, blanks, comments, digits and NUL bytes. COVERS(LAY-2, LAY-4, LAY-5) */
static void test_hostile_70_other_huge_texts(void **state)
{
    static const struct huge_text rows[] = {
        {"", "a", GATHER_STATUS_FORMAT, 0},
        {"", "memref", GATHER_STATUS_FORMAT, 0},
        {"", " ", GATHER_STATUS_FORMAT, -1},
        {"", "/", GATHER_STATUS_FORMAT, -1},
        {"", "/**/", GATHER_STATUS_FORMAT, -1},
        {"/*", "/", GATHER_STATUS_FORMAT, 0},
        {"f32[3]C/*", "/", GATHER_STATUS_FORMAT, 7},
        {"f32[3]C", "/*", GATHER_STATUS_FORMAT, 12}, /* a comment of five bytes, then a star */
        {"f32[3]", "A", GATHER_STATUS_LAYOUT, 6},
        {"f32[3]", "a", GATHER_STATUS_LAYOUT, 6},
        {"f32[3]Z", "aZ", GATHER_STATUS_LAYOUT, 6},
        {"f32[3]A2a", "2a", GATHER_STATUS_FORMAT, -1},
        {"f32[3]A", "9", GATHER_STATUS_OVERFLOW, 7},
        {"f32[", "0", GATHER_STATUS_FORMAT, -1},
        {"f32[", "9", GATHER_STATUS_OVERFLOW, 4},
        {"f32[1", ",1", GATHER_STATUS_RANK, 36},
        {"f32[3]{0:pad(3)=", "z", GATHER_STATUS_FORMAT, 16},
        {"memref<3xcomplex<", "f", GATHER_STATUS_FORMAT, 17},
        {"memref<1", "x1", GATHER_STATUS_RANK, 39},
        {"f32[3]", "\1", GATHER_STATUS_FORMAT, 6},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++)
        check_huge(&rows[k]);
    char *text = make_huge("f32[3]", "\n \t/*(*/");
    struct gather_layout layout;
    assert_int_equal(
        gather_layout_parse(&layout, text, HUGE_LENGTH / 8 * 8 + 6 - 8, GATHER_SPELLING_ANY, NULL),
        GATHER_STATUS_OK);
    free(text);
}

/* Brackets that close again are grammatical at any depth. COVERS(LAY-27, LAY-28) */
static void test_hostile_70_deep_nesting_is_read(void **state)
{
    size_t length = 0;
    char *text = malloc(4 * DEEP + 16);
    struct gather_layout layout, flat = read_layout("f32(3):(1)");
    struct gather_error error;
    (void)state;
    assert_non_null(text);
    for (const char *type = "f32"; *type != '\0'; type++)
        text[length++] = *type;
    for (int tree = 0; tree < 2; tree++) {
        memset(text + length, '(', DEEP);
        text[length + DEEP] = tree == 0 ? '3' : '1';
        memset(text + length + DEEP + 1, ')', DEEP);
        length += 2 * DEEP + 1;
        text[length++] = ':';
    }
    length--;
    assert_int_equal(gather_layout_parse(&layout, text, length, GATHER_SPELLING_ANY, &error),
                     GATHER_STATUS_OK);
    assert_true(gather_layout_equal(&layout, &flat));
    text[2 * DEEP + 5] = ' '; /* one bracket less */
    check_fails(text, length, GATHER_SPELLING_ANY, GATHER_STATUS_FORMAT, (int64_t)length - 1);
    free(text);
}

/* A text of every spelling that goes on and on. */
static const char *const long_texts[] = {
    "s4[2,3] {1,0:D(D,D)T(2,*,2)(2,1)L(40)E(16)S(1)pad(4,4)=one}",
    "f32[2,3]:(-3,1)+3",
    "FLOAT32 sizes={2,3} strides={3,1} total=64",
    "memref<2x3xcomplex<f32>, strided<[3, 1], offset: 2>>",
    "f32((2,_3),4):((12,_4),1)",
    "f32[1,3,4,4]NHWC",
    "f32[32,32,3,3]OIhw4i16o4i",
    "f32[2,3]/* a comment */F // and another",
};

/* A NUL fits no token, and ends nothing. COVERS(LAY-2, LAY-3) */
static void test_hostile_70_nul_bytes(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(long_texts); k++) {
        size_t length = strcspn(long_texts[k], "/");
        for (size_t at = 0; at <= length; at++) {
            char text[80];
            struct gather_layout layout;
            struct gather_error error;
            memcpy(text, long_texts[k], at);
            text[at] = '\0';
            memcpy(text + at + 1, long_texts[k] + at, length - at);
            enum gather_status status =
                gather_layout_parse(&layout, text, length + 1, GATHER_SPELLING_ANY, &error);
            /* The first half of `strided` is another word, which is UNSUPPORTED in a memref. */
            if ((status != GATHER_STATUS_FORMAT && status != GATHER_STATUS_UNSUPPORTED) ||
                error.at > (int64_t)at)
                fail_msg("\"%s\" with a NUL at %zu: %s at %lld", long_texts[k], at,
                         gather_status_name(status), (long long)error.at);
        }
    }
}

/* Nothing behind the length is looked at: the bytes stand at the end of their own memory. COVERS(LAY-3) */
static void test_hostile_70_every_prefix(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(long_texts); k++)
        for (size_t length = 1; length < strlen(long_texts[k]); length++) {
            char *text = malloc(length);
            struct gather_layout layout;
            struct gather_error error = {0};
            assert_non_null(text);
            memcpy(text, long_texts[k], length);
            enum gather_status status =
                gather_layout_parse(&layout, text, length, GATHER_SPELLING_ANY, &error);
            if (status != GATHER_STATUS_OK &&
                (status == GATHER_STATUS_ARGUMENT || error.at > (int64_t)length))
                fail_msg("%zu bytes of \"%s\": %s", length, long_texts[k], gather_status_name(status));
            free(text);
        }
}

/* COVERS(LAY-3, LAY-5, LAY-26, XLA-24, XLA-29) */
static void test_hostile_71_strange_sizes(void **state)
{
    static const struct bad_text texts[] = {
        {"f32[18446744073709551616]", GATHER_STATUS_OVERFLOW, 4},
        {"f32[2,99999999999999999999]{1,0}", GATHER_STATUS_OVERFLOW, 6},
        {"f32[-1]", GATHER_STATUS_FORMAT, 4},
        {"f32[2,-1]C", GATHER_STATUS_FORMAT, 6},
        {"f32[<=5]", GATHER_STATUS_UNSUPPORTED, 4},
        {"f32[2,<=99999999999999999999]", GATHER_STATUS_UNSUPPORTED, 6},
        {"f32[?]", GATHER_STATUS_UNSUPPORTED, 4},
        {"f32[?]C", GATHER_STATUS_UNSUPPORTED, 4},
        {"memref<99999999999999999999xf32>", GATHER_STATUS_OVERFLOW, 7},
        {"memref<-1xf32>", GATHER_STATUS_FORMAT, 7},
        {"memref<?xf32>", GATHER_STATUS_UNSUPPORTED, 7},
        {"f32(99999999999999999999):(1)", GATHER_STATUS_OVERFLOW, 4},
        {"f32(-1):(1)", GATHER_STATUS_FORMAT, 4},
        {"f32(?):(1)", GATHER_STATUS_UNSUPPORTED, 4},
        {"FLOAT32 sizes={99999999999999999999}", GATHER_STATUS_OVERFLOW, 15},
        {"FLOAT32 sizes={-1}", GATHER_STATUS_FORMAT, 15},
        {"f32[4194304,4194304,4194304]C", GATHER_STATUS_OVERFLOW, 0}, /* 2^66 */
        {"f32[0,9223372036854775807]", GATHER_STATUS_OVERFLOW, 0},
    };
    (void)state;
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_ANY);
}

/* What a locale could change: the decimal sign, digits and letters by class, grouping. */
static void check_texts_in_this_locale(void)
{
    static const struct bad_text bad[] = {
        {"f32[1,5]:(1,5)+1,5", GATHER_STATUS_FORMAT, 16},
        {"f32[1.5]C", GATHER_STATUS_FORMAT, 5},
        {"f32[1.000]C", GATHER_STATUS_FORMAT, 5},
        {"f32[3]\xc3\x84", GATHER_STATUS_FORMAT, 6},
        {"f32[3]\xe4", GATHER_STATUS_FORMAT, 6},
        {"f32[\xd9\xa3]C", GATHER_STATUS_FORMAT, 4},
        {"f32[3]\xc2\xa0"
         "C",
         GATHER_STATUS_FORMAT, 6},
        {"f32[3]\xa0"
         "C",
         GATHER_STATUS_FORMAT, 6},
        {"INT8[I]C", GATHER_STATUS_FORMAT, 5},
    };
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
    check_prints("f32[1000,1500]:(1500,1)+1000000", GATHER_SPELLING_STRIDES,
                 "f32[1000,1500]:(1500,1)+1000000");
    check_prints("f32[1000,1500]{0,1}", GATHER_SPELLING_XLA, "f32[1000,1500]{0,1}");
    check_prints("i32[1,3,4,4]NHWC", GATHER_SPELLING_ORDER, "i32[1,3,4,4]NHWC");
    check_prints("INT8 sizes={1}", GATHER_SPELLING_DIRECTML, "INT8 sizes={1} strides={1} total=4");
}

/*
 * A locale "comma" under a new folder, made of this source by the C library's own localedef; on a machine
 * without that program there is none.
 */
static const char comma_locale[] = "comment_char %\n"
                                   "escape_char /\n"
                                   "LC_NUMERIC\n"
                                   "decimal_point \",\"\n"
                                   "thousands_sep \".\"\n"
                                   "grouping 3;3\n"
                                   "END LC_NUMERIC\n";

static void make_comma_locale(char *folder)
{
    char source[64], command[256];
    assert_non_null(mkdtemp(folder));
    join(source, sizeof source, folder, "/source", "");
    FILE *file = fopen(source, "w");
    assert_non_null(file);
    assert_true(fputs(comma_locale, file) >= 0);
    assert_int_equal(fclose(file), 0);
    size_t length = join(command, sizeof command, "cd ", folder, " && ");
    join(command + length, sizeof command - length, "localedef -c -i source ./comma >log 2>&1", "", "");
    /* It warns of all that the source lacks; whether there is a locale now, setlocale says. */
    int warned = system(command);
    (void)warned;
    assert_int_equal(setenv("LOCPATH", folder, 1), 0);
}

/* COVERS(LAY-5, CORE-28) */
static void test_hostile_79_locale_with_a_decimal_comma(void **state)
{
    static const char *const names[] = {"C",     "C.UTF-8",     "comma", "de_DE.UTF-8",
                                        "de_DE", "tr_TR.UTF-8", "tr_TR"};
    char folder[] = "/tmp/gather_locale_XXXXXX", command[64];
    int commas = 0;
    (void)state;
    for (int made = 0; made < 2; made++) { /* those of the machine, then those of the folder */
        if (made == 1)
            make_comma_locale(folder);
        for (size_t k = 0; k < COUNT_OF(names); k++) {
            if (setlocale(LC_ALL, names[k]) == NULL)
                continue;
            commas += strcmp(localeconv()->decimal_point, ",") == 0;
            check_texts_in_this_locale();
            assert_string_equal(setlocale(LC_ALL, NULL), names[k]);
        }
    }
    assert_non_null(setlocale(LC_ALL, "C"));
    unsetenv("LOCPATH");
    join(command, sizeof command, "rm -r ", folder, "");
    assert_int_equal(system(command), 0);
    print_message("%d locales with a decimal comma were there to try\n", commas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_70_brackets),
        cmocka_unit_test(test_hostile_70_other_huge_texts),
        cmocka_unit_test(test_hostile_70_deep_nesting_is_read),
        cmocka_unit_test(test_hostile_70_nul_bytes),
        cmocka_unit_test(test_hostile_70_every_prefix),
        cmocka_unit_test(test_hostile_71_strange_sizes),
        cmocka_unit_test(test_hostile_79_locale_with_a_decimal_comma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
