/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The dictionary of a .npy header, by recursive descent. numpy evaluates it as Python; here this is all of
 * it, with blanks, tabs and line ends between tokens and behind it:
 *
 *     header = "{" [entry {"," entry} [","]] "}"
 *     entry  = "'descr'" ":" string | "'fortran_order'" ":" ("True" | "False") | "'shape'" ":" tuple
 *     tuple  = "(" ")" | "(" number "," [number {"," number} [","]] ")"
 *
 * Each of the three keys once; strings in either quotes, perhaps with Python 2's "u" before them, without escapes;
 * numbers are digits alone, in versions 1.0 and 2.0 perhaps with Python 2's "L" behind them.
 */
#include <string.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/npy.h"

struct reader {
    const char *text;
    size_t length, place;
    int64_t at; /* of the text in its file */
    int32_t version;
    struct gather_error *error;
    enum gather_status status; /* the first failure; nothing is read after it */
};

static bool fail(struct reader *reader, enum gather_status status, const char *expected)
{
    reader->status = gather__io_fail(reader->error, status, NULL, expected);
    gather__io_fail_at(reader->error, status, reader->at + (int64_t)reader->place);
    return false;
}

/* ---- tokens -------------------------------------------------------------------------------------- */

static void skip_blanks(struct reader *reader)
{
    while (reader->place < reader->length && strchr(" \t\r\n", reader->text[reader->place]) != NULL &&
           reader->text[reader->place] != '\0')
        reader->place++;
}

/* Whether the next token begins with a character, which is then passed. */
static bool takes(struct reader *reader, char character)
{
    skip_blanks(reader);
    if (reader->place == reader->length || reader->text[reader->place] != character)
        return false;
    reader->place++;
    return true;
}

static bool takes_word(struct reader *reader, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(reader);
    if (reader->length - reader->place < length || memcmp(reader->text + reader->place, word, length) != 0)
        return false;
    reader->place += length;
    return true;
}

/* A string without its quotes. */
static bool read_string(struct reader *reader, const char *expected, const char **text, size_t *length)
{
    skip_blanks(reader);
    size_t begin = reader->place;
    if (begin + 1 < reader->length && (reader->text[begin] == 'u' || reader->text[begin] == 'U'))
        begin++;
    char quote = begin < reader->length ? reader->text[begin] : '\0';
    if (quote != '\'' && quote != '"')
        return fail(reader, GATHER_STATUS_FORMAT, expected);
    const char *first = reader->text + begin + 1;
    const char *end = memchr(first, quote, reader->length - begin - 1);
    if (end == NULL)
        return fail(reader, GATHER_STATUS_FORMAT, "the end of this text");
    *text = first;
    *length = (size_t)(end - first);
    reader->place = begin + *length + 2;
    return true;
}

/* Passes the end of a size that Python 2 wrote as one of its long integers, which numpy passes as well. */
static void skip_long(struct reader *reader)
{
    bool is_long = reader->place < reader->length && reader->text[reader->place] == 'L';
    reader->place += is_long && reader->version < 3;
}

static bool read_number(struct reader *reader, int64_t *number)
{
    size_t begin = reader->place;
    *number = 0;
    for (; reader->place < reader->length; reader->place++) {
        char character = reader->text[reader->place];
        int64_t ten_times;
        if (character < '0' || character > '9')
            break;
        if (!gather__multiply(*number, 10, &ten_times) || !gather__add(ten_times, character - '0', number)) {
            reader->place = begin;
            return fail(reader, GATHER_STATUS_OVERFLOW, "a size below 2^63");
        }
    }
    if (*number > 0 && reader->text[begin] == '0') { /* Python reads 012 no more, and read 10 once */
        reader->place = begin;
        return fail(reader, GATHER_STATUS_FORMAT, "a size without a 0 in front");
    }
    return reader->place > begin || fail(reader, GATHER_STATUS_FORMAT, "a size in digits");
}

/* ---- values -------------------------------------------------------------------------------------- */

/* The fields of a structure, which nothing is asked of but that they end. */
static bool skip_list(struct reader *reader)
{
    size_t depth = 0, length;
    const char *text;
    do {
        char character = reader->place < reader->length ? reader->text[reader->place] : '\0';
        if (character == '\0')
            return fail(reader, GATHER_STATUS_FORMAT, "the end of this list");
        if (character == '\'' || character == '"') {
            if (!read_string(reader, NULL, &text, &length))
                return false;
            continue;
        }
        depth += character == '[' || character == '(';
        depth -= character == ']' || character == ')';
        reader->place++;
    } while (depth > 0);
    return true;
}

/* Reading goes on behind a type that is known and not read. */
static bool keep_refused(struct reader *reader, struct gather__npy_array *array, const char *text,
                         size_t length)
{
    array->refused = *reader->error;
    if (length < sizeof array->type)
        memcpy(array->type, text, length);
    reader->status = GATHER_STATUS_OK;
    return true;
}

static bool read_descr(struct reader *reader, struct gather__npy_array *array)
{
    const char *text = "structure";
    size_t length = strlen(text);
    skip_blanks(reader);
    size_t begin = reader->place;
    bool is_list = begin < reader->length && (reader->text[begin] == '[' || reader->text[begin] == '(');
    if (is_list ? !skip_list(reader) : !read_string(reader, "a type in quotes such as '<f4'", &text, &length))
        return false;
    reader->status = is_list ? gather__io_fail(reader->error, GATHER_STATUS_UNSUPPORTED, NULL,
                                               "a type of numbers: these elements are structures")
                             : gather__npy_read_type(text, length, array, reader->error);
    if (reader->status == GATHER_STATUS_OK)
        return true;
    gather__io_fail_at(reader->error, reader->status, reader->at + (int64_t)begin);
    return reader->status == GATHER_STATUS_UNSUPPORTED && keep_refused(reader, array, text, length);
}

static bool read_order(struct reader *reader, struct gather__npy_array *array)
{
    array->fortran_order = takes_word(reader, "True");
    return array->fortran_order || takes_word(reader, "False") ||
           fail(reader, GATHER_STATUS_FORMAT, "True or False");
}

/* Refuses the size to come. How many there are is said where numbers alone stand up to the end of the shape. */
static bool refuse_size(struct reader *reader, int64_t before)
{
    const char *text = reader->text;
    size_t end = reader->place;
    int64_t count = before;
    bool in_number = false;
    for (; end < reader->length && text[end] != '\0' && strchr("0123456789, \t\r\nL", text[end]) != NULL;
         end++) {
        bool is_digit = text[end] >= '0' && text[end] <= '9';
        count += is_digit && !in_number;
        in_number = is_digit;
    }
    fail(reader, GATHER_STATUS_RANK, "at most 16 sizes");
    if (end < reader->length && text[end] == ')' && count > before)
        gather__io_fail_rank(reader->error, count);
    return false;
}

static bool read_shape(struct reader *reader, struct gather__npy_array *array)
{
    if (!takes(reader, '('))
        return fail(reader, GATHER_STATUS_FORMAT, "a shape in brackets such as (2, 3)");
    array->rank = 0;
    while (!takes(reader, ')')) {
        int64_t size;
        if (array->rank == GATHER_MAX_RANK)
            return refuse_size(reader, array->rank);
        if (!read_number(reader, &size))
            return false;
        skip_long(reader);
        array->sizes[array->rank++] = size;
        if (takes(reader, ','))
            continue;
        if (array->rank == 1)
            return fail(reader, GATHER_STATUS_FORMAT, "','");
        if (!takes(reader, ')'))
            return fail(reader, GATHER_STATUS_FORMAT, "',' or ')'");
        break;
    }
    return true;
}

/* ---- the dictionary ------------------------------------------------------------------------------ */

static const struct key {
    const char *name;
    bool (*read)(struct reader *reader, struct gather__npy_array *array);
} keys[] = {{"descr", read_descr}, {"fortran_order", read_order}, {"shape", read_shape}};

enum { KEYS = sizeof keys / sizeof keys[0] };

static bool read_entry(struct reader *reader, struct gather__npy_array *array, bool *seen)
{
    static const char expected[] = "'descr', 'fortran_order' and 'shape', each once";
    const char *name;
    size_t length;
    skip_blanks(reader);
    size_t begin = reader->place;
    if (!read_string(reader, expected, &name, &length))
        return false;
    for (int k = 0; k < KEYS; k++) {
        if (seen[k] || strlen(keys[k].name) != length || memcmp(keys[k].name, name, length) != 0)
            continue;
        seen[k] = true;
        if (!takes(reader, ':'))
            return fail(reader, GATHER_STATUS_FORMAT, "':'");
        return keys[k].read(reader, array);
    }
    reader->place = begin;
    return fail(reader, GATHER_STATUS_FORMAT, expected);
}

static bool read_dictionary(struct reader *reader, struct gather__npy_array *array)
{
    bool seen[KEYS] = {false};
    if (!takes(reader, '{'))
        return fail(reader, GATHER_STATUS_FORMAT, "'{'");
    while (!takes(reader, '}')) {
        if (!read_entry(reader, array, seen))
            return false;
        if (takes(reader, ','))
            continue;
        if (!takes(reader, '}'))
            return fail(reader, GATHER_STATUS_FORMAT, "',' or '}'");
        break;
    }
    skip_blanks(reader);
    if (reader->place < reader->length)
        return fail(reader, GATHER_STATUS_FORMAT, "nothing but blanks behind '}'");
    for (int k = 0; k < KEYS; k++)
        if (!seen[k])
            return fail(reader, GATHER_STATUS_FORMAT, "'descr', 'fortran_order' and 'shape', each once");
    return true;
}

enum gather_status gather__npy_read_header(const char *text, size_t length, int64_t at, int32_t version,
                                           struct gather__npy_array *array, struct gather_error *error)
{
    struct reader reader = {text, length, 0, at, version, error, GATHER_STATUS_OK};
    memset(array, 0, sizeof *array);
    read_dictionary(&reader, array);
    return reader.status;
}
