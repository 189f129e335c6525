/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a GGUF file says of itself: pairs of a key and a value of any type, as texts. An array of a few numbers
 * is spelt, any other is counted: the words of a vocabulary are no answer to the question what a file is.
 *
 *     key  type  value        string: length, bytes        array: type of the items, how many, items
 */
#include <stdlib.h>
#include <string.h>

#include "io/gguf.h"
#include "io/io_error.h"
#include "io/json.h"

enum {
    MOST_KEY_BYTES = 65535,
    MOST_TEXT_BYTES = 1 << 20, /* a longer value is counted, not kept */
    MOST_ITEMS = 16,           /* a longer array as well */
    MOST_DEPTH = 4,            /* of arrays in arrays */
    ALIGNMENT_TYPE = 4
};

enum value_kind { UNSIGNED, SIGNED, REAL, BOOLEAN, TEXT, ARRAY };

static const struct value_type {
    const char *name;
    enum value_kind kind;
    int width; /* bytes; of a text and an array, at least */
} value_types[] = {
    {"u8", UNSIGNED, 1},  {"i8", SIGNED, 1},  {"u16", UNSIGNED, 2}, {"i16", SIGNED, 2},  {"u32", UNSIGNED, 4},
    {"i32", SIGNED, 4},   {"f32", REAL, 4},   {"bool", BOOLEAN, 1}, {"string", TEXT, 8}, {"array", ARRAY, 12},
    {"u64", UNSIGNED, 8}, {"i64", SIGNED, 8}, {"f64", REAL, 8},
};

enum { VALUE_TYPES = sizeof value_types / sizeof value_types[0] };

/* A text of bounded length: 16 numbers of at most 32 characters and what stands between them. */
struct text {
    char bytes[1024];
    size_t length;
    bool lacks_memory; /* for a number, which is left out */
};

/* ---- texts --------------------------------------------------------------------------------------- */

static void add(struct text *text, const char *more)
{
    size_t length = strlen(more);
    memcpy(text->bytes + text->length, more, length + 1);
    text->length += length;
}

static void add_number(struct text *text, uint64_t number)
{
    char digits[24] = {0};
    size_t place = sizeof digits - 1;
    do {
        digits[--place] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    add(text, digits + place);
}

static void add_signed(struct text *text, uint64_t bits, int width)
{
    uint64_t sign = UINT64_C(1) << (8 * width - 1);
    if (bits & sign) {
        add(text, "-");
        bits = (sign << 1) - bits; /* of width 8 the shift gives 0, and so -bits */
    }
    add_number(text, bits);
}

static void add_real(struct text *text, uint64_t bits, int width)
{
    uint32_t low = (uint32_t)bits;
    float narrow;
    double value;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&value, &bits, sizeof value);
    if (width == 4)
        value = (double)narrow;
    if (value != value)
        add(text, "nan");
    else if (value - value != 0)
        add(text, value < 0 ? "-inf" : "inf");
    else {
        const size_t length = gather__json_real_text(value, width == 4, text->bytes + text->length, 32);
        text->lacks_memory = text->lacks_memory || length == 0;
        text->length += length;
    }
    text->bytes[text->length] = '\0';
}

static void add_value(struct text *text, const struct value_type *type, uint64_t bits)
{
    if (type->kind == REAL)
        add_real(text, bits, type->width);
    else if (type->kind == SIGNED)
        add_signed(text, bits, type->width);
    else if (type->kind == BOOLEAN)
        add(text, bits != 0 ? "true" : "false");
    else
        add_number(text, bits);
}

/* "[32000 x string]" */
static void add_count(struct text *text, const struct value_type *type, int64_t count)
{
    add(text, "[");
    add_number(text, (uint64_t)count);
    add(text, " x ");
    add(text, type->name);
    add(text, "]");
}

/* ---- values -------------------------------------------------------------------------------------- */

static bool read_value_type(struct gather__gguf_reader *reader, const struct value_type **type)
{
    uint64_t number;
    int64_t at = reader->place;
    if (!gather__gguf_number(reader, 4, &number))
        return false;
    if (number >= VALUE_TYPES)
        return gather__gguf_refuse(reader, at, NULL, "one of GGUF's types of values 0 to 12", number, 0,
                                   VALUE_TYPES - 1);
    *type = &value_types[number];
    return true;
}

static bool read_bits(struct gather__gguf_reader *reader, const struct value_type *type, uint64_t *bits)
{
    int64_t at = reader->place;
    if (!gather__gguf_number(reader, type->width, bits))
        return false;
    if (type->kind == BOOLEAN && *bits > 1)
        return gather__gguf_refuse(reader, at, NULL, "0 or 1", *bits, 0, 1);
    return true;
}

static bool read_array_head(struct gather__gguf_reader *reader, const struct value_type **type,
                            int64_t *count)
{
    uint64_t number;
    if (!read_value_type(reader, type))
        return false;
    int64_t at = reader->place;
    if (!gather__gguf_number(reader, 8, &number))
        return false;
    int64_t most = (reader->file->bytes - reader->place) / (*type)->width;
    if (number > (uint64_t)most)
        return gather__gguf_refuse(reader, at, NULL, "as many items as the file has room for", number, 0,
                                   most);
    *count = (int64_t)number;
    return true;
}

static bool pass_items(struct gather__gguf_reader *reader, const struct value_type *type, int64_t count,
                       int depth);

/* Passes a value that has no width of its own. */
static bool pass_item(struct gather__gguf_reader *reader, const struct value_type *type, int depth)
{
    int64_t count, at = reader->place;
    if (type->kind == TEXT) {
        if (!gather__gguf_length(reader, &count))
            return false;
        reader->place += count;
        return true;
    }
    if (depth == MOST_DEPTH)
        return gather__gguf_fail(reader, GATHER_STATUS_UNSUPPORTED, at,
                                 "arrays within arrays, at most four deep");
    return read_array_head(reader, &type, &count) && pass_items(reader, type, count, depth + 1);
}

static bool pass_items(struct gather__gguf_reader *reader, const struct value_type *type, int64_t count,
                       int depth)
{
    if (type->kind != TEXT && type->kind != ARRAY) {
        reader->place += count * type->width; /* bounded: the file has room for them */
        return true;
    }
    for (int64_t k = 0; k < count; k++)
        if (!pass_item(reader, type, depth))
            return false;
    return true;
}

static bool read_array(struct gather__gguf_reader *reader, struct text *text)
{
    const struct value_type *type = NULL;
    int64_t count = 0;
    uint64_t bits;
    if (!read_array_head(reader, &type, &count))
        return false;
    if (type->kind == TEXT || type->kind == ARRAY || count > MOST_ITEMS) {
        add_count(text, type, count);
        return pass_items(reader, type, count, 1);
    }
    add(text, "[");
    for (int64_t k = 0; k < count; k++) {
        if (!read_bits(reader, type, &bits))
            return false;
        add(text, k > 0 ? ", " : "");
        add_value(text, type, bits);
    }
    add(text, "]");
    return true;
}

/* A text that is kept, or one too long for that, which is counted. */
static bool read_text(struct gather__gguf_reader *reader, struct text *counted, const char **value)
{
    int64_t length, at = reader->place;
    if (!gather__gguf_length(reader, &length))
        return false;
    if (length <= MOST_TEXT_BYTES) {
        reader->place = at;
        return gather__gguf_text(reader, MOST_TEXT_BYTES, NULL, value);
    }
    reader->place += length;
    add_count(counted, &value_types[0], length);
    return true;
}

/* ---- pairs --------------------------------------------------------------------------------------- */

/* The one key that says how the file is to be read. */
static bool judge_alignment(struct gather__gguf_reader *reader, int64_t at, const struct value_type *type,
                            uint64_t value)
{
    if (type != &value_types[ALIGNMENT_TYPE])
        return gather__gguf_fail(reader, GATHER_STATUS_FORMAT, at, "an alignment of type u32");
    if (value == 0 || (value & (value - 1)) != 0)
        return gather__gguf_refuse_rule(reader, at, "general.alignment", "a power of 2", value);
    reader->alignment = (int64_t)value;
    return true;
}

static bool read_value(struct gather__gguf_reader *reader, const char *key, struct text *text,
                       const char **value)
{
    const struct value_type *type = NULL;
    uint64_t bits = 0;
    if (!read_value_type(reader, &type))
        return false;
    int64_t at = reader->place;
    if (type->kind == TEXT    ? !read_text(reader, text, value)
        : type->kind == ARRAY ? !read_array(reader, text)
                              : !read_bits(reader, type, &bits))
        return false;
    if (type->kind != TEXT && type->kind != ARRAY)
        add_value(text, type, bits);
    return strcmp(key, "general.alignment") != 0 || judge_alignment(reader, at, type, bits);
}

static bool read_pair(struct gather__gguf_reader *reader)
{
    const char *key, *value = NULL;
    struct text text = {.length = 0};
    if (!gather__gguf_text(reader, MOST_KEY_BYTES, "a key of at most 65535 bytes", &key) ||
        !read_value(reader, key, &text, &value))
        return false;
    if (text.lacks_memory)
        return gather__gguf_fail(reader, GATHER_STATUS_NO_MEMORY, reader->place, NULL);
    if (value == NULL)
        reader->status = gather__file_text(reader->file, text.bytes, text.length, &value, reader->error);
    if (reader->status == GATHER_STATUS_OK)
        reader->status = gather__file_tell(reader->file, key, value, reader->error);
    return reader->status == GATHER_STATUS_OK;
}

struct key {
    const char *text;
    int64_t at;
};

/* By text, and in the file's order where texts are the same. */
static int compare(const void *a, const void *b)
{
    const struct key *first = a, *second = b;
    int order = strcmp(first->text, second->text);
    return order != 0 ? order : (first->at > second->at) - (first->at < second->at);
}

static bool judge_keys(struct gather__gguf_reader *reader, struct key *keys, size_t count)
{
    qsort(keys, count, sizeof *keys, compare);
    for (size_t k = 1; k < count; k++)
        if (strcmp(keys[k].text, keys[k - 1].text) == 0)
            return gather__gguf_fail(reader, GATHER_STATUS_FORMAT, keys[k].at,
                                     "another key, for there is such a one");
    return true;
}

bool gather__gguf_pairs(struct gather__gguf_reader *reader, int64_t count)
{
    struct key *keys = calloc((size_t)count + 1, sizeof *keys);
    bool good = true;
    if (keys == NULL)
        return gather__gguf_fail(reader, GATHER_STATUS_NO_MEMORY, reader->place, NULL);
    for (int64_t k = 0; k < count && good; k++) {
        keys[k].at = reader->place;
        good = read_pair(reader);
        if (good)
            keys[k].text = reader->file->metadata[k].key;
    }
    good = good && judge_keys(reader, keys, (size_t)count);
    free(keys);
    return good;
}
