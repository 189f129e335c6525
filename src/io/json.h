/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON, read strictly into a tree: keys once, integers exact in 64 signed bits, no NUL, no text behind the
 * value, and a cap on the length of the text. The parser behind it shows itself nowhere but in json.c.
 *
 *     status = gather__json_read(text, length, LIMIT, &value, &error);
 *     ... gather__json_member(value, "name") ...          children belong to the value that was read
 *     gather__json_free(value);
 */
#ifndef GATHER_IO_JSON_H
#define GATHER_IO_JSON_H

#include <stdbool.h>

#include "gather/status.h"

struct gather__json; /* never defined: a value of the parser's */

enum gather__json_kind {
    GATHER__JSON_ABSENT, /* no value at all: NULL */
    GATHER__JSON_NULL,
    GATHER__JSON_BOOLEAN,
    GATHER__JSON_INTEGER,
    GATHER__JSON_REAL,
    GATHER__JSON_STRING,
    GATHER__JSON_ARRAY,
    GATHER__JSON_OBJECT
};

/*
 * Reads one value of any kind. limit: bytes of the longest text allowed.
 * Returns: OK; NO_MEMORY; FORMAT with `at`, where reading stopped, and `expected`. On failure: *value is
 * NULL.
 */
enum gather_status gather__json_read(const char *text, size_t length, size_t limit,
                                     struct gather__json **value, struct gather_error *error);
void gather__json_free(struct gather__json *value);

/*
 * Reads one object, and calls `visit` for each member as it is read, until it answers false: of a long object no
 * more than a member and all keys are in memory. A value is gone when `visit` returns.
 * Returns: as above; what stands behind a member that `visit` answered false to is not judged.
 */
enum gather_status gather__json_read_members(const char *text, size_t length,
                                             bool (*visit)(void *context, const char *key,
                                                           struct gather__json *value),
                                             void *context, struct gather_error *error);

/*
 * Where a member of an object begins in its text, which is JSON that was read already: the one that is `k` behind
 * the member that begins at `from`. From where the object's first member may begin it is its k-th; 0 is the text's own
 * object.
 */
int64_t gather__json_member_at(const char *text, int64_t length, int64_t from, size_t k);

/* Every function below takes NULL for a value that is absent. */
enum gather__json_kind gather__json_kind(const struct gather__json *value);
bool gather__json_boolean(const struct gather__json *value);
int64_t gather__json_integer(const struct gather__json *value);
double gather__json_real(const struct gather__json *value);
const char *gather__json_string(const struct gather__json *value,
                                size_t *length); /* NULL if none; ended by NUL */

/* Items of an array or members of an object. */
size_t gather__json_count(const struct gather__json *value);
struct gather__json *gather__json_item(const struct gather__json *array, size_t place);
struct gather__json *gather__json_member(const struct gather__json *object, const char *key);

/* Calls `visit` for each member, until it answers false. */
void gather__json_members(const struct gather__json *object,
                          bool (*visit)(void *context, const char *key, struct gather__json *value),
                          void *context);

/* Equal in kind and content; members in any order; 1 and 1.0 are not. */
bool gather__json_equal(const struct gather__json *a, const struct gather__json *b);

/* Writes a value as ASCII without blanks, members by name, until `write` answers other than OK. */
enum gather_status gather__json_print(const struct gather__json *value,
                                      enum gather_status (*write)(void *context, const char *bytes,
                                                                  size_t count),
                                      void *context);

/*
 * Writes a finite number with as few digits, from six on, as give it back when they are read; `narrow`: as a
 * float. text: room for `size` bytes; 32 hold every number. Returns: the length; 0 without memory.
 */
size_t gather__json_real_text(double value, bool narrow, char *text, size_t size);

/* A set of texts. Returns: OK if the text is new in it, FORMAT if not, NO_MEMORY. *set begins as NULL; it is
 * freed as a value. */
enum gather_status gather__json_set_add(struct gather__json **set, const char *text);

#endif
