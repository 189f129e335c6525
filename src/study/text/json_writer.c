/* SPDX-License-Identifier: Apache-2.0 */
/* JSON into a sink: commas and nesting are counted here, so that a caller only says what stands where. */
#include <string.h>

#include "gather/study.h"
#include "study/text/utf8.h"

struct gather_json gather_json_to(struct gather_sink sink)
{
    struct gather_json json = {gather_writer_to(sink), 0, 0, 0};
    return json;
}

static uint32_t level_bit(const struct gather_json *json)
{
    return json->depth > 0 ? UINT32_C(1) << (json->depth - 1) : 0;
}

static void write_escaped(struct gather_writer *writer, uint32_t unit)
{
    static const char digits[] = "0123456789abcdef";
    char text[6] = {'\\',
                    'u',
                    digits[unit >> 12 & 15],
                    digits[unit >> 8 & 15],
                    digits[unit >> 4 & 15],
                    digits[unit & 15]};
    gather_write(writer, text, sizeof text);
}

/* Beyond U+FFFF, JSON's escapes are the two halves of UTF-16. */
static void write_unsafe(struct gather_writer *writer, uint32_t character)
{
    if (character >= 0x10000) {
        write_escaped(writer, 0xd800 + ((character - 0x10000) >> 10));
        character = 0xdc00 + ((character - 0x10000) & 0x3ff);
    }
    write_escaped(writer, character);
}

static void write_string(struct gather_writer *writer, const char *text, size_t length)
{
    gather_write_text(writer, "\"");
    for (size_t k = 0; k < length;) {
        uint32_t character = 0;
        size_t count = gather__utf8_decode(text + k, length - k, &character);
        if (count == 0) {
            count = 1;
            write_unsafe(writer, 0xfffd);
        } else if (gather__utf8_is_unsafe(character)) {
            write_unsafe(writer, character);
        } else {
            if (character == '"' || character == '\\')
                gather_write_text(writer, "\\");
            gather_write(writer, text + k, count);
        }
        k += count;
    }
    gather_write_text(writer, "\"");
}

/* What stands before a value: a comma, and the key of a member. */
static void begin_value(struct gather_json *json, const char *key)
{
    uint32_t bit = level_bit(json);
    if (json->filled & bit)
        gather_write_text(&json->writer, ",");
    json->filled |= bit;
    if (key != NULL) {
        write_string(&json->writer, key, strlen(key));
        gather_write_text(&json->writer, ":");
    }
}

static void open_level(struct gather_json *json, const char *key, bool array)
{
    begin_value(json, key);
    if (json->depth == GATHER_JSON_DEPTH) {
        json->writer.status = GATHER_STATUS_ARGUMENT;
        return;
    }
    json->depth++;
    json->filled &= ~level_bit(json);
    json->arrays = array ? json->arrays | level_bit(json) : json->arrays & ~level_bit(json);
    gather_write_text(&json->writer, array ? "[" : "{");
}

void gather_json_object(struct gather_json *json, const char *key) { open_level(json, key, false); }

void gather_json_array(struct gather_json *json, const char *key) { open_level(json, key, true); }

void gather_json_end(struct gather_json *json)
{
    if (json->depth == 0)
        return;
    gather_write_text(&json->writer, json->arrays & level_bit(json) ? "]" : "}");
    json->depth--;
}

void gather_json_string(struct gather_json *json, const char *key, const char *text, size_t length)
{
    begin_value(json, key);
    write_string(&json->writer, text, length);
}

void gather_json_text(struct gather_json *json, const char *key, const char *text)
{
    if (text == NULL)
        gather_json_null(json, key);
    else
        gather_json_string(json, key, text, strlen(text));
}

void gather_json_integer(struct gather_json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    gather_write_integer(&json->writer, value);
}

void gather_json_unsigned(struct gather_json *json, const char *key, uint64_t value)
{
    const char *quote = value > INT64_MAX ? "\"" : "";
    begin_value(json, key);
    gather_write_text(&json->writer, quote);
    gather_write_unsigned(&json->writer, value);
    gather_write_text(&json->writer, quote);
}

void gather_json_decimal(struct gather_json *json, const char *key, int64_t scaled, int32_t decimals)
{
    begin_value(json, key);
    gather_write_decimal(&json->writer, scaled, decimals);
}

void gather_json_integers(struct gather_json *json, const char *key, const int64_t *values, int32_t count)
{
    gather_json_array(json, key);
    for (int32_t k = 0; k < count; k++)
        gather_json_integer(json, NULL, values[k]);
    gather_json_end(json);
}

void gather_json_boolean(struct gather_json *json, const char *key, bool value)
{
    begin_value(json, key);
    gather_write_text(&json->writer, value ? "true" : "false");
}

void gather_json_null(struct gather_json *json, const char *key)
{
    begin_value(json, key);
    gather_write_text(&json->writer, "null");
}

void gather_json_element(struct gather_json *json, const char *key, int32_t dtype, const void *element)
{
    begin_value(json, key);
    gather_element_write(&json->writer, dtype, element, true);
}

static void write_value(struct gather_json *json, const struct gather_error *error)
{
    if (error->value_is_unsigned)
        gather_json_unsigned(json, "value", (uint64_t)error->value);
    else
        gather_json_integer(json, "value", error->value);
}

void gather_json_error(struct gather_json *json, const struct gather_error *error)
{
    char type[32];
    gather_json_text(json, "code", gather_status_name(error->status));
    if (error->operand != NULL)
        gather_json_text(json, "operand", error->operand);
    if (error->has & GATHER_ERROR_HAS_POSITION)
        gather_json_integers(json, "position", error->position, error->rank);
    if (error->has & GATHER_ERROR_HAS_VALUE)
        write_value(json, error);
    if ((error->has & GATHER_ERROR_HAS_TYPE) &&
        gather_dtype_name((int32_t)error->value, GATHER_WORLD_OWN, type, sizeof type) > 0)
        gather_json_text(json, "dtype", type);
    if (error->has & GATHER_ERROR_HAS_AXIS)
        gather_json_integer(json, "axis", error->axis);
    if (error->has & GATHER_ERROR_HAS_LIMITS) {
        gather_json_integer(json, "low", error->low);
        gather_json_integer(json, "high", error->high);
    }
    if (error->has & GATHER_ERROR_HAS_AT)
        gather_json_integer(json, "at", error->at);
    if (error->lacks != NULL)
        gather_json_text(json, "lacks", error->lacks);
    if (error->reason != NULL)
        gather_json_text(json, "reason", error->reason);
    if (error->expected != NULL)
        gather_json_text(json, "expected", error->expected);
}
