/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens of a layout's text: scan.h says what they are. Every function passes each byte once. */
#include "spell/scan.h"

#include <string.h>

#include "core/arith.h"
#include "core/fail.h"

bool gather__scan_has_pair(const struct gather__scan *scan, size_t at, char first, char second)
{
    return scan->length - at >= 2 && scan->text[at] == first && scan->text[at + 1] == second;
}

/* The end of the comment that begins at `at`; `at` itself for no comment, or one that is not closed. */
static size_t end_of_comment(const struct gather__scan *scan, size_t at)
{
    if (gather__scan_has_pair(scan, at, '/', '/')) {
        while (at < scan->length && scan->text[at] != '\n' && scan->text[at] != '\r')
            at++;
        return at;
    }
    if (gather__scan_has_pair(scan, at, '/', '*'))
        for (size_t end = at + 2; end < scan->length; end++)
            if (gather__scan_has_pair(scan, end, '*', '/'))
                return end + 2;
    return at;
}

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

static void move_to(struct gather__scan *scan, size_t at)
{
    size_t before;
    do {
        while (at < scan->length && is_blank(scan->text[at]))
            at++;
        before = at;
        at = end_of_comment(scan, at);
    } while (at != before);
    scan->at = at;
}

struct gather__scan gather__scan_begin(const char *text, size_t length, struct gather_error *error)
{
    struct gather__scan scan = {text == NULL ? "" : text, length, 0, error}; /* an empty text may be NULL */
    move_to(&scan, 0);
    return scan;
}

enum gather_status gather__scan_fail_at(const struct gather__scan *scan, size_t at, enum gather_status status,
                                        const char *expected)
{
    if (status == GATHER_STATUS_FORMAT && gather__scan_has_pair(scan, at, '/', '*'))
        expected = "the end of this comment: '*/'";
    return gather__fail_at(scan->error, gather__fail(scan->error, status, NULL, expected), at);
}

enum gather_status gather__scan_fail(const struct gather__scan *scan, enum gather_status status,
                                     const char *expected)
{
    return gather__scan_fail_at(scan, scan->at, status, expected);
}

char gather__scan_next(const struct gather__scan *scan)
{
    return scan->at < scan->length ? scan->text[scan->at] : '\0';
}

bool gather__scan_take(struct gather__scan *scan, char sign)
{
    if (scan->at == scan->length || scan->text[scan->at] != sign)
        return false;
    move_to(scan, scan->at + 1);
    return true;
}

enum gather_status gather__scan_expect(struct gather__scan *scan, char sign, const char *expected)
{
    return gather__scan_take(scan, sign) ? GATHER_STATUS_OK
                                         : gather__scan_fail(scan, GATHER_STATUS_FORMAT, expected);
}

enum gather_status gather__scan_end(const struct gather__scan *scan, const char *expected)
{
    return scan->at == scan->length ? GATHER_STATUS_OK
                                    : gather__scan_fail(scan, GATHER_STATUS_FORMAT, expected);
}

static bool is_letter(char byte) { return gather__is_small(byte) || gather__is_capital(byte); }

static struct gather__word find_word(const struct gather__scan *scan, bool underscores)
{
    struct gather__word word = {scan->at, 0};
    size_t end = scan->at;
    if (!is_letter(gather__scan_next(scan)))
        return word;
    for (; end < scan->length; end++) {
        char byte = scan->text[end];
        if (!is_letter(byte) && !gather__is_digit(byte) && !(underscores && byte == '_'))
            break;
    }
    word.length = end - scan->at;
    return word;
}

struct gather__word gather__scan_word(const struct gather__scan *scan) { return find_word(scan, false); }

struct gather__word gather__scan_type_name(const struct gather__scan *scan) { return find_word(scan, true); }

bool gather__scan_is(const struct gather__scan *scan, struct gather__word word, const char *name)
{
    return strlen(name) == word.length && memcmp(scan->text + word.at, name, word.length) == 0;
}

void gather__scan_pass(struct gather__scan *scan, struct gather__word word)
{
    move_to(scan, word.at + word.length);
}

bool gather__scan_take_word(struct gather__scan *scan, const char *name)
{
    struct gather__word word = gather__scan_word(scan);
    if (word.length == 0 || !gather__scan_is(scan, word, name))
        return false;
    gather__scan_pass(scan, word);
    return true;
}

enum gather_status gather__scan_expect_word(struct gather__scan *scan, const char *name, const char *expected)
{
    return gather__scan_take_word(scan, name) ? GATHER_STATUS_OK
                                              : gather__scan_fail(scan, GATHER_STATUS_FORMAT, expected);
}

/* Reads the digits that begin at `first`; the token begins at `at`, with a sign or with them. */
static enum gather_status take_digits(struct gather__scan *scan, size_t first, int64_t *value,
                                      const char *expected)
{
    size_t end = first;
    int64_t number = 0;
    if (first == scan->length || !gather__is_digit(scan->text[first]))
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, expected);
    for (; end < scan->length && gather__is_digit(scan->text[end]); end++)
        if (!gather__multiply(number, 10, &number) || !gather__add(number, scan->text[end] - '0', &number))
            return gather__scan_fail(scan, GATHER_STATUS_OVERFLOW, "a number below 2^63");
    *value = number;
    move_to(scan, end);
    return GATHER_STATUS_OK;
}

enum gather_status gather__scan_number(struct gather__scan *scan, int64_t *value, const char *expected)
{
    return take_digits(scan, scan->at, value, expected);
}

enum gather_status gather__scan_integer(struct gather__scan *scan, int64_t *value, const char *expected)
{
    bool negative = gather__scan_next(scan) == '-';
    enum gather_status status = take_digits(scan, scan->at + negative, value, expected);
    if (status == GATHER_STATUS_OK && negative)
        *value = -*value;
    return status;
}

enum gather_status gather__scan_list(struct gather__scan *scan, const struct gather__list *list,
                                     void *context)
{
    const char *expected = list->first;
    enum gather_status status = gather__scan_expect(scan, list->open, list->opening);
    if (status != GATHER_STATUS_OK || gather__scan_take(scan, list->close))
        return status;
    do {
        status = list->item(context, expected);
        expected = list->later;
    } while (status == GATHER_STATUS_OK && gather__scan_take(scan, ','));
    return status != GATHER_STATUS_OK ? status : gather__scan_expect(scan, list->close, list->separator);
}

static enum gather_status keep(struct gather__numbers *numbers, enum gather_status status, int64_t value)
{
    if (status == GATHER_STATUS_OK && numbers->count < GATHER_MAX_RANK)
        numbers->values[numbers->count] = value;
    numbers->count++;
    return status;
}

enum gather_status gather__scan_number_item(void *context, const char *expected)
{
    struct gather__numbers *numbers = context;
    int64_t value = 0;
    enum gather_status status = gather__scan_number(numbers->scan, &value, expected);
    return keep(numbers, status, value);
}

enum gather_status gather__scan_integer_item(void *context, const char *expected)
{
    struct gather__numbers *numbers = context;
    int64_t value = 0;
    enum gather_status status = gather__scan_integer(numbers->scan, &value, expected);
    return keep(numbers, status, value);
}

enum gather_status gather__scan_numbers(struct gather__scan *scan, const struct gather__list *list,
                                        struct gather__numbers *numbers)
{
    memset(numbers, 0, sizeof *numbers);
    numbers->scan = scan;
    numbers->at = scan->at;
    return gather__scan_list(scan, list, numbers);
}
