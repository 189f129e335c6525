/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tokens of a layout's text: signs, words, checked numbers, and lists of them.
 *
 *     f32 [ 3 , 2 ] : // column-major
 *         ^ at        blanks and comments before a token are passed as soon as the token before it is taken
 *
 * `at` always stands at the first byte of the token to come, so that an error points at it, and every byte is
 * passed once. An open comment stays where it is: no grammar knows a token that begins with a slash.
 * Nothing here depends on a locale, and no byte is special: a NUL is one that fits no token.
 */
#ifndef GATHER_SPELL_SCAN_H
#define GATHER_SPELL_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gather/status.h"

struct gather__scan {
    const char *text;
    size_t length;              /* of the text */
    size_t at;                  /* the first byte of the token to come, `length` if there is none */
    struct gather_error *error; /* may be NULL */
};

/* The bytes of a word; length 0 for none. */
struct gather__word {
    size_t at, length;
};

struct gather__scan gather__scan_begin(const char *text, size_t length, struct gather_error *error);

/* Fails at the token to come, or at another byte. Returns: `status`. */
enum gather_status gather__scan_fail(const struct gather__scan *scan, enum gather_status status,
                                     const char *expected);
enum gather_status gather__scan_fail_at(const struct gather__scan *scan, size_t at, enum gather_status status,
                                        const char *expected);

/* The byte to come; NUL at the end. */
char gather__scan_next(const struct gather__scan *scan);

/* Whether these two bytes stand at `at`, which is at most the length. */
bool gather__scan_has_pair(const struct gather__scan *scan, size_t at, char first, char second);

/* Takes a sign of one byte if it is to come. Returns: whether it was. */
bool gather__scan_take(struct gather__scan *scan, char sign);

/* Takes a sign, or the end of the text, that must be to come. Returns: OK or FORMAT. */
enum gather_status gather__scan_expect(struct gather__scan *scan, char sign, const char *expected);
enum gather_status gather__scan_end(const struct gather__scan *scan, const char *expected);

/*
 * The word to come, not taken: the longest run of letters and digits that begins with a letter; in the name
 * of a type also of underscores.
 */
struct gather__word gather__scan_word(const struct gather__scan *scan);
struct gather__word gather__scan_type_name(const struct gather__scan *scan);

/* Whether a word is this one. */
bool gather__scan_is(const struct gather__scan *scan, struct gather__word word, const char *name);

/* Takes a word that was found to come; or the named word, if it is to come; or one that must be. */
void gather__scan_pass(struct gather__scan *scan, struct gather__word word);
bool gather__scan_take_word(struct gather__scan *scan, const char *name);
enum gather_status gather__scan_expect_word(struct gather__scan *scan, const char *name,
                                            const char *expected);

/*
 * Takes a decimal number; `integer`: with or without a `-` directly before it. Returns: OK, FORMAT,
 * OVERFLOW.
 */
enum gather_status gather__scan_number(struct gather__scan *scan, int64_t *value, const char *expected);
enum gather_status gather__scan_integer(struct gather__scan *scan, int64_t *value, const char *expected);

/*
 * A list: open [item {"," item}] close, with what to say where something else stands. `item` takes one item
 * and is told what is expected there.
 */
struct gather__list {
    char open, close;
    const char *opening, *first, *later, *separator;
    enum gather_status (*item)(void *context, const char *expected);
};

enum gather_status gather__scan_list(struct gather__scan *scan, const struct gather__list *list,
                                     void *context);

/* Any number of numbers; the first GATHER_MAX_RANK are kept, for no longer list can be right. */
struct gather__numbers {
    struct gather__scan *scan;
    size_t at; /* of the opening bracket */
    size_t count;
    int64_t values[GATHER_MAX_RANK];
};

/* Items of a list into a `struct gather__numbers`, the context. */
enum gather_status gather__scan_number_item(void *context, const char *expected);
enum gather_status gather__scan_integer_item(void *context, const char *expected);

enum gather_status gather__scan_numbers(struct gather__scan *scan, const struct gather__list *list,
                                        struct gather__numbers *numbers);

static inline bool gather__is_digit(char byte) { return byte >= '0' && byte <= '9'; }

static inline bool gather__is_capital(char byte) { return byte >= 'A' && byte <= 'Z'; }

static inline bool gather__is_small(char byte) { return byte >= 'a' && byte <= 'z'; }

#endif
