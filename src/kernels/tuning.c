/* SPDX-License-Identifier: Apache-2.0 */
/* Thresholds, read from a text and written into one: tuning.h says how the text looks. */
#include "kernels/tuning.h"

#include <string.h>

#include "core/arith.h"
#include "core/fail.h"
#include "core/text.h"

static const struct threshold {
    const char *word;
    size_t offset; /* in the struct */
    int64_t greatest;
} thresholds[] = {
#define ROW(member, word, greatest) {word, offsetof(struct gather__tuning, member), greatest},
    GATHER__TUNING_LIST(ROW)
#undef ROW
};

enum { THRESHOLDS = sizeof thresholds / sizeof thresholds[0] };

static const char expected[] = "near=, ask= and stream= with bytes such as 16M or max, gathers= with 0 or 1, "
                               "bin= with nanoseconds or max, each at most once, with commas between";

/* What number a letter stands for. Returns: 1 for any that is none of them. */
static int64_t unit_of(char letter)
{
    switch (letter) {
    case 'K':
        return INT64_C(1) << 10;
    case 'M':
        return INT64_C(1) << 20;
    case 'G':
        return INT64_C(1) << 30;
    default:
        return 1;
    }
}

/* ---- reading ------------------------------------------------------------------------------------- */

/* Moves a text behind a word that it begins with. Returns: false if it does not. */
static bool skip(const char **text, const char *word)
{
    const char *at = *text;
    for (; *word != '\0'; word++, at++)
        if (*at != *word)
            return false;
    *text = at;
    return true;
}

/* The threshold that a text begins with; moves the text behind its '='. Returns: NULL if there is none. */
static const struct threshold *read_word(const char **text)
{
    for (int32_t k = 0; k < THRESHOLDS; k++) {
        const char *at = *text;
        if (skip(&at, thresholds[k].word) && skip(&at, "=")) {
            *text = at;
            return &thresholds[k];
        }
    }
    return NULL;
}

/* A number with its unit, moves the text behind it. Returns: false if there is none, or none of 64 bits. */
static bool read_number(const char **text, int64_t greatest, int64_t *number)
{
    const char *at = *text;
    *number = greatest;
    if (skip(text, "max"))
        return true;
    *number = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        if (!gather__multiply(*number, 10, number) || !gather__add(*number, *at - '0', number))
            return false;
    int64_t unit = unit_of(*at);
    if (at == *text || !gather__multiply(*number, unit, number))
        return false;
    *text = at + (unit > 1);
    return true;
}

static enum gather_status fail(struct gather_error *error, size_t at)
{
    gather__fail(error, GATHER_STATUS_ARGUMENT, "tuning", expected);
    return gather__fail_at(error, GATHER_STATUS_ARGUMENT, at);
}

enum gather_status gather__tuning_read(struct gather__tuning *tuning, const char *text,
                                       struct gather_error *error)
{
    struct gather__tuning read = *tuning;
    bool seen[THRESHOLDS] = {false};
    const char *at = text, *begin;
    do {
        int64_t number;
        begin = at;
        const struct threshold *threshold = read_word(&at);
        if (threshold == NULL || seen[threshold - thresholds])
            return fail(error, (size_t)(begin - text));
        begin = at;
        if (!read_number(&at, threshold->greatest, &number) || (*at != ',' && *at != '\0'))
            return fail(error, (size_t)(at - text));
        if (number > threshold->greatest) {
            gather__fail(error, GATHER_STATUS_ARGUMENT, "tuning", NULL);
            gather__fail_at(error, GATHER_STATUS_ARGUMENT, (size_t)(begin - text));
            return gather__fail_value(error, GATHER_STATUS_ARGUMENT, number, 0, threshold->greatest);
        }
        seen[threshold - thresholds] = true;
        memcpy((uint8_t *)&read + threshold->offset, &number, sizeof number);
    } while (*at++ == ',');
    *tuning = read;
    return GATHER_STATUS_OK;
}

/* ---- printing ------------------------------------------------------------------------------------ */

/* With the greatest unit that leaves a whole number. */
static void print_number(struct gather__text *text, int64_t number, int64_t greatest)
{
    static const char units[] = "GMK";
    if (number == greatest && greatest > 1) {
        gather__text_string(text, "max");
        return;
    }
    for (const char *unit = units; *unit != '\0'; unit++)
        if (number > 0 && number % unit_of(*unit) == 0) {
            gather__text_integer(text, number / unit_of(*unit));
            gather__text_character(text, *unit);
            return;
        }
    gather__text_integer(text, number);
}

size_t gather__tuning_print(const struct gather__tuning *tuning, char *text, size_t size)
{
    struct gather__text out = gather__text_begin(text, size);
    for (int32_t k = 0; k < THRESHOLDS; k++) {
        int64_t number;
        memcpy(&number, (const uint8_t *)tuning + thresholds[k].offset, sizeof number);
        gather__text_string(&out, k > 0 ? "," : "");
        gather__text_string(&out, thresholds[k].word);
        gather__text_character(&out, '=');
        print_number(&out, number, thresholds[k].greatest);
    }
    return gather__text_end(&out);
}
