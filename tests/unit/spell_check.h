/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tests of the spellings say of a text: what it gives, how it is printed, or where it fails.
 *
 * Every check prints the text that it failed on. A text that must fail is read with an error and without one,
 * and must leave the layout alone; its error must say what was expected.
 */
#ifndef GATHER_TESTS_SPELL_CHECK_H
#define GATHER_TESTS_SPELL_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/geometry.h"
#include "core/text.h"
#include "gather/layout.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* A text that can't be read. */
struct bad_text {
    const char *text;
    enum gather_status status;
    int64_t at;
};

/* A text, and how another spelling says it. */
struct translation {
    const char *text;
    int32_t spelling;
    const char *printed; /* or, where that is asked for, what is lacking */
};

/* Puts a text together from up to three parts. Returns: its length; it is ended by NUL. */
static inline size_t join(char *memory, size_t size, const char *first, const char *second, const char *third)
{
    struct gather__text text = gather__text_begin(memory, size);
    gather__text_string(&text, first);
    gather__text_string(&text, second);
    gather__text_string(&text, third);
    size_t length = gather__text_end(&text);
    assert_true(length < size);
    return length;
}

static inline struct gather_layout read_layout(const char *text)
{
    struct gather_layout layout;
    struct gather_error error;
    char sentence[512];
    memset(&layout, 0, sizeof layout);
    if (gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, &error) != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        fail_msg("\"%s\": %s", text, sentence);
    }
    return layout;
}

static inline void check_fails(const char *text, size_t length, int32_t spelling, enum gather_status status,
                               int64_t at)
{
    struct gather_layout layout, before;
    struct gather_error error;
    memset(&layout, 0xa5, sizeof layout);
    before = layout;
    memset(&error, 0, sizeof error);
    enum gather_status got = gather_layout_parse(&layout, text, length, spelling, &error);
    if (got != status || (got != GATHER_STATUS_OK && error.at != at))
        fail_msg("\"%.200s\": %s at %lld, not %s at %lld", text, gather_status_name(got), (long long)error.at,
                 gather_status_name(status), (long long)at);
    assert_int_equal(error.status, status);
    assert_int_equal(error.has & GATHER_ERROR_HAS_AT, GATHER_ERROR_HAS_AT);
    assert_non_null(error.expected);
    assert_memory_equal(&layout, &before, sizeof layout);
    assert_int_equal(gather_layout_parse(&layout, text, length, spelling, NULL), status);
}

static inline void check_all_fail(const struct bad_text *texts, size_t count, int32_t spelling)
{
    for (size_t k = 0; k < count; k++)
        check_fails(texts[k].text, strlen(texts[k].text), spelling, texts[k].status, texts[k].at);
}

static inline void check_prints(const char *text, int32_t spelling, const char *expected)
{
    struct gather_layout layout = read_layout(text);
    struct gather_error error;
    char printed[GATHER_LAYOUT_TEXT_SIZE];
    size_t length = 0;
    memset(&error, 0, sizeof error);
    if (gather_layout_print(&layout, spelling, printed, sizeof printed, &length, &error) != GATHER_STATUS_OK)
        fail_msg("\"%s\" has no %s: it lacks %s", text, gather_spelling_name(spelling), error.lacks);
    if (strcmp(printed, expected) != 0)
        fail_msg("\"%s\" is printed \"%s\", not \"%s\"", text, printed, expected);
    assert_int_equal(length, strlen(expected));
}

static inline void check_all_print(const struct translation *rows, size_t count)
{
    for (size_t k = 0; k < count; k++)
        check_prints(rows[k].text, rows[k].spelling, rows[k].printed);
}

static inline void check_all_lack(const struct translation *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct gather_layout layout = read_layout(rows[k].text);
        struct gather_error error;
        char printed[GATHER_LAYOUT_TEXT_SIZE];
        memset(&error, 0, sizeof error);
        enum gather_status status =
            gather_layout_print(&layout, rows[k].spelling, printed, sizeof printed, NULL, &error);
        if (status != GATHER_STATUS_UNSUPPORTED || error.lacks == NULL ||
            strcmp(error.lacks, rows[k].printed) != 0)
            fail_msg("\"%s\" in %s: %s, lacks %s, not %s", rows[k].text,
                     gather_spelling_name(rows[k].spelling), gather_status_name(status),
                     error.lacks == NULL ? "nothing" : error.lacks, rows[k].printed);
    }
}

/* A text that is read as strides. */
struct strided_text {
    const char *text;
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK];
    int64_t strides[GATHER_MAX_RANK];
    int64_t offset;
};

static inline void check_all_strided(const struct strided_text *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct gather_layout layout = read_layout(rows[k].text);
        if (layout.kind != GATHER_LAYOUT_STRIDES || layout.rank != rows[k].rank ||
            layout.offset != rows[k].offset || layout.cell_bits != gather_dtype_bits(layout.dtype) ||
            memcmp(layout.sizes, rows[k].sizes, sizeof layout.sizes) != 0 ||
            memcmp(layout.place, rows[k].strides, sizeof layout.place) != 0)
            fail_msg("\"%s\" is read wrong", rows[k].text);
    }
}

/* A text that is read as a dense memory order. */
struct ordered_text {
    const char *text;
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK];
    uint8_t minor_to_major[GATHER_MAX_RANK];
};

static inline void check_all_ordered(const struct ordered_text *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct gather_layout layout = read_layout(rows[k].text);
        if (layout.kind != GATHER_LAYOUT_ORDER || layout.rank != rows[k].rank || layout.tile_count != 0 ||
            layout.padding != GATHER_PADDING_UNKNOWN || layout.tail != 1 ||
            memcmp(layout.sizes, rows[k].sizes, sizeof layout.sizes) != 0 ||
            memcmp(layout.place, rows[k].sizes, sizeof layout.place) != 0 ||
            memcmp(layout.minor_to_major, rows[k].minor_to_major, sizeof layout.minor_to_major) != 0)
            fail_msg("\"%s\" is read wrong", rows[k].text);
    }
}

#endif
