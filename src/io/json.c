/* SPDX-License-Identifier: Apache-2.0 */
/* JSON, read strictly: json.h says how it is used. The only file that knows jansson. */
#define _POSIX_C_SOURCE 200809L
#include "io/json.h"

#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"

/*
 * jansson loses what an allocation that fails was for: it may call the text malformed, or read on without a
 * character. So the failure is noted here, and a load during which there was one is out of memory.
 */
static _Thread_local bool lacked_memory;

static json_malloc_t given_malloc; /* that of the program, which may hold values of its own */

static void *allocate(size_t bytes)
{
    void *memory = given_malloc(bytes);
    lacked_memory = lacked_memory || (memory == NULL && bytes > 0);
    return memory;
}

static void watch_allocations(void)
{
    json_free_t given_free;
    json_get_alloc_funcs(&given_malloc, &given_free);
    json_set_alloc_funcs(allocate, given_free);
}

static json_t *load(const char *text, size_t length, size_t flags, json_error_t *reason)
{
    static pthread_once_t watched = PTHREAD_ONCE_INIT;
    lacked_memory = pthread_once(&watched, watch_allocations) != 0;
    return json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | flags, reason);
}

static json_t *theirs(const struct gather__json *value) { return (json_t *)(uintptr_t)value; }

static struct gather__json *ours(json_t *value) { return (struct gather__json *)value; }

static const char *expectation(enum json_error_code code)
{
    switch ((int)code) {
    case json_error_premature_end_of_input:
        return "the rest of the JSON value";
    case json_error_end_of_input_expected:
        return "nothing behind the JSON value";
    case json_error_invalid_utf8:
        return "UTF-8";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "no NUL character";
    case json_error_duplicate_key:
        return "every key once";
    case json_error_numeric_overflow:
        return "a number of 64 bits";
    case json_error_stack_overflow:
        return "values nested less deeply";
    default:
        return "JSON";
    }
}

/* jansson passes over a NUL behind a number, and then miscounts. */
static enum gather_status judge_text(const char *text, size_t length, struct gather_error *error)
{
    const char *nul = length > 0 ? memchr(text, '\0', length) : NULL;
    return nul == NULL ? GATHER_STATUS_OK
                       : gather__io_malformed(error, nul - text, expectation(json_error_null_character));
}

/* begin: where the value begins in the text. */
static enum gather_status read_value(const char *text, size_t length, size_t flags, size_t begin,
                                     json_t **value, size_t *end, struct gather_error *error)
{
    json_error_t reason;
    json_t *read = load(text + begin, length - begin, flags, &reason);
    size_t position = reason.position > 0 ? (size_t)reason.position : 0;
    *value = NULL;
    if (lacked_memory || (read == NULL && json_error_code(&reason) == json_error_out_of_memory)) {
        json_decref(read);
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    }
    *end = begin + position;
    if (read == NULL)
        return gather__io_malformed(error, (int64_t)*end, expectation(json_error_code(&reason)));
    *value = read;
    return GATHER_STATUS_OK;
}

enum gather_status gather__json_read(const char *text, size_t length, size_t limit,
                                     struct gather__json **value, struct gather_error *error)
{
    json_t *read = NULL;
    size_t end;
    *value = NULL;
    if (length > limit)
        return gather__io_malformed(error, (int64_t)limit, "a shorter text");
    enum gather_status status = judge_text(text, length, error);
    if (status == GATHER_STATUS_OK)
        status = read_value(text, length, 0, 0, &read, &end, error);
    *value = ours(read);
    return status;
}

/* ---- member by member ---------------------------------------------------------------------------- */

struct members {
    const char *text;
    size_t length, place;
    char *key; /* of the member that is read; owned */
    size_t key_room;
    struct gather__json *keys; /* so far */
    struct gather_error *error;
};

static void skip_blanks(struct members *members)
{
    while (members->place < members->length && strchr(" \t\n\r", members->text[members->place]) != NULL)
        members->place++;
}

/* Whether a character is what comes next behind blanks; then it is passed. */
static bool passes(struct members *members, char wanted)
{
    skip_blanks(members);
    bool is_there = members->place < members->length && members->text[members->place] == wanted;
    members->place += is_there;
    return is_there;
}

static enum gather_status missing(const struct members *members)
{
    bool ends = members->place == members->length;
    return gather__io_malformed(members->error, (int64_t)members->place,
                                ends ? "the rest of the JSON value" : "JSON");
}

/* The length of a text that is what stands between its quotes; SIZE_MAX for one that is not ASCII alone, or escapes. */
static size_t plain_length(const struct members *members)
{
    const char *begin = members->text + members->place, *end = members->text + members->length;
    for (const char *at = begin; at < end && *at >= ' ' && *at < 0x7F && *at != '\\'; at++)
        if (*at == '"')
            return (size_t)(at - begin);
    return SIZE_MAX;
}

static enum gather_status keep_key(struct members *members, const char *text, size_t length)
{
    if (length >= members->key_room) {
        char *grown = realloc(members->key, 2 * length + 64); /* bounded: part of a text in memory */
        if (grown == NULL)
            return gather__io_fail(members->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
        members->key = grown;
        members->key_room = 2 * length + 64; /* bounded: as above */
    }
    memcpy(members->key, text, length);
    members->key[length] = '\0';
    return GATHER_STATUS_OK;
}

/* Of a long object the keys are most of the text; those that can be are taken as they stand. */
static enum gather_status read_key_text(struct members *members)
{
    size_t length = plain_length(members);
    json_t *key = NULL;
    if (length != SIZE_MAX) {
        const char *text = members->text + members->place;
        members->place += length + 1;
        return keep_key(members, text, length);
    }
    members->place--;
    enum gather_status status = read_value(members->text, members->length, JSON_DISABLE_EOF_CHECK,
                                           members->place, &key, &members->place, members->error);
    if (status == GATHER_STATUS_OK)
        status = keep_key(members, json_string_value(key), json_string_length(key));
    json_decref(key);
    return status;
}

static enum gather_status read_key(struct members *members)
{
    if (!passes(members, '"'))
        return missing(members);
    enum gather_status status = read_key_text(members);
    if (status != GATHER_STATUS_OK)
        return status;
    status = gather__json_set_add(&members->keys, members->key);
    if (status == GATHER_STATUS_NO_MEMORY)
        return gather__io_fail(members->error, status, NULL, NULL);
    if (status != GATHER_STATUS_OK)
        return gather__io_malformed(members->error, (int64_t)members->place,
                                    expectation(json_error_duplicate_key));
    return passes(members, ':') ? GATHER_STATUS_OK : missing(members);
}

static enum gather_status read_member(struct members *members,
                                      bool (*visit)(void *context, const char *key,
                                                    struct gather__json *value),
                                      void *context, bool *goes_on)
{
    json_t *value = NULL;
    enum gather_status status = read_key(members);
    if (status == GATHER_STATUS_OK)
        status = read_value(members->text, members->length, JSON_DISABLE_EOF_CHECK, members->place, &value,
                            &members->place, members->error);
    if (status == GATHER_STATUS_OK)
        *goes_on = visit(context, members->key, ours(value));
    json_decref(value);
    return status;
}

enum gather_status gather__json_read_members(const char *text, size_t length,
                                             bool (*visit)(void *context, const char *key,
                                                           struct gather__json *value),
                                             void *context, struct gather_error *error)
{
    struct members members = {.text = text, .length = length, .error = error};
    enum gather_status status = judge_text(text, length, error);
    if (status == GATHER_STATUS_OK && !passes(&members, '{'))
        status = missing(&members);
    bool goes_on = status == GATHER_STATUS_OK && !passes(&members, '}'), is_whole = !goes_on;
    while (goes_on && !is_whole && status == GATHER_STATUS_OK) {
        status = read_member(&members, visit, context, &goes_on);
        is_whole = status == GATHER_STATUS_OK && goes_on && !passes(&members, ',');
    }
    if (goes_on && is_whole && !passes(&members, '}'))
        status = missing(&members);
    gather__json_free(members.keys);
    free(members.key);
    skip_blanks(&members);
    if (status == GATHER_STATUS_OK && is_whole && members.place < length)
        status = gather__io_malformed(error, (int64_t)members.place,
                                      expectation(json_error_end_of_input_expected));
    return status;
}

/* ---- places in a text ------------------------------------------------------------------------------------- */

/* Where a string that begins at a place ends, behind its quote. */
static int64_t end_of_string(const char *text, int64_t length, int64_t at)
{
    for (at++; at < length && text[at] != '"'; at++)
        at += text[at] == '\\';
    return at + 1;
}

int64_t gather__json_member_at(const char *text, int64_t length, int64_t from, size_t k)
{
    int depth = from > 0;
    bool is_key = true;
    for (int64_t at = from; at < length; at++) {
        char character = text[at];
        if (character == '"') {
            if (depth == 1 && is_key && k-- == 0)
                return at;
            is_key = false;
            at = end_of_string(text, length, at) - 1;
        } else if (character == '{' || character == '[') {
            depth++;
        } else if (character == '}' || character == ']') {
            depth--;
        } else if (character == ',' && depth == 1) {
            is_key = true;
        }
    }
    return 0;
}

/* ---- values -------------------------------------------------------------------------------------- */

void gather__json_free(struct gather__json *value) { json_decref(theirs(value)); }

enum gather__json_kind gather__json_kind(const struct gather__json *value)
{
    if (value == NULL)
        return GATHER__JSON_ABSENT;
    switch (json_typeof(theirs(value))) {
    case JSON_OBJECT:
        return GATHER__JSON_OBJECT;
    case JSON_ARRAY:
        return GATHER__JSON_ARRAY;
    case JSON_STRING:
        return GATHER__JSON_STRING;
    case JSON_INTEGER:
        return GATHER__JSON_INTEGER;
    case JSON_REAL:
        return GATHER__JSON_REAL;
    case JSON_TRUE:
    case JSON_FALSE:
        return GATHER__JSON_BOOLEAN;
    default:
        return GATHER__JSON_NULL;
    }
}

bool gather__json_boolean(const struct gather__json *value) { return json_is_true(theirs(value)); }

int64_t gather__json_integer(const struct gather__json *value) { return json_integer_value(theirs(value)); }

double gather__json_real(const struct gather__json *value) { return json_real_value(theirs(value)); }

const char *gather__json_string(const struct gather__json *value, size_t *length)
{
    *length = json_string_length(theirs(value));
    return json_string_value(theirs(value));
}

size_t gather__json_count(const struct gather__json *value)
{
    return json_is_array(theirs(value)) ? json_array_size(theirs(value)) : json_object_size(theirs(value));
}

struct gather__json *gather__json_item(const struct gather__json *array, size_t place)
{
    return ours(json_array_get(theirs(array), place));
}

struct gather__json *gather__json_member(const struct gather__json *object, const char *key)
{
    return ours(json_object_get(theirs(object), key));
}

void gather__json_members(const struct gather__json *object,
                          bool (*visit)(void *context, const char *key, struct gather__json *value),
                          void *context)
{
    json_t *members = theirs(object);
    for (void *place = json_object_iter(members); place != NULL;
         place = json_object_iter_next(members, place))
        if (!visit(context, json_object_iter_key(place), ours(json_object_iter_value(place))))
            return;
}

bool gather__json_equal(const struct gather__json *a, const struct gather__json *b)
{
    return json_equal(theirs(a), theirs(b));
}

struct printer {
    enum gather_status (*write)(void *context, const char *bytes, size_t count);
    void *context;
    enum gather_status status;
};

static int print_piece(const char *bytes, size_t count, void *context)
{
    struct printer *printer = context;
    printer->status = printer->write(printer->context, bytes, count);
    return printer->status == GATHER_STATUS_OK ? 0 : -1;
}

enum gather_status
gather__json_print(const struct gather__json *value,
                   enum gather_status (*write)(void *context, const char *bytes, size_t count), void *context)
{
    struct printer printer = {write, context, GATHER_STATUS_OK};
    if (json_dump_callback(theirs(value), print_piece, &printer,
                           JSON_COMPACT | JSON_ENSURE_ASCII | JSON_SORT_KEYS | JSON_ENCODE_ANY) != 0 &&
        printer.status == GATHER_STATUS_OK)
        return GATHER_STATUS_NO_MEMORY;
    return printer.status;
}

static bool gives_back(const char *text, size_t length, double value, bool narrow)
{
    json_t *read = json_loadb(text, length, JSON_DECODE_ANY, NULL);
    double number = json_real_value(read);
    json_decref(read);
    return narrow ? (float)number == (float)value : number == value;
}

size_t gather__json_real_text(double value, bool narrow, char *text, size_t size)
{
    size_t length = 0;
    json_t *number = json_real(value);
    for (size_t digits = 6; number != NULL && digits <= 17; digits++) {
        length = json_dumpb(number, text, size, JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits));
        if (length > size)
            length = 0;
        if (length == 0 || gives_back(text, length, value, narrow))
            break;
    }
    json_decref(number);
    return length;
}

enum gather_status gather__json_set_add(struct gather__json **set, const char *text)
{
    if (*set == NULL)
        *set = ours(json_object());
    if (*set == NULL)
        return GATHER_STATUS_NO_MEMORY;
    if (json_object_get(theirs(*set), text) != NULL)
        return GATHER_STATUS_FORMAT;
    /* unchecked: names of files are bytes, whatever they are */
    return json_object_set_new_nocheck(theirs(*set), text, json_true()) == 0 ? GATHER_STATUS_OK
                                                                             : GATHER_STATUS_NO_MEMORY;
}
