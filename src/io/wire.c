/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of protocol buffers: wire.h says what they are. Every length is judged by the stretch it stands in. */
#include "io/wire.h"

#include <string.h>

#include "io/io_error.h"

enum { MOST_VARINT_BYTES = 10, LARGEST_NUMBER = (1 << 29) - 1 };

bool gather__wire_fail(struct gather__wire *wire, enum gather_status status, int64_t at, const char *expected)
{
    wire->status = gather__io_fail(wire->window->error, status, NULL, expected);
    gather__io_fail_at(wire->window->error, status, at);
    return false;
}

bool gather__wire_refuse(struct gather__wire *wire, int64_t at, const char *expected, int64_t value,
                         int64_t low, int64_t high)
{
    gather__wire_fail(wire, GATHER_STATUS_FORMAT, at, expected);
    gather__io_fail_value(wire->window->error, GATHER_STATUS_FORMAT, value, low, high);
    return false;
}

bool gather__wire_varint(struct gather__wire *wire, uint64_t *value)
{
    int64_t at = wire->place;
    *value = 0;
    for (int k = 0; k < MOST_VARINT_BYTES; k++) {
        uint8_t byte = 0;
        if (wire->place == wire->end)
            return gather__wire_fail(wire, GATHER_STATUS_FORMAT, wire->place,
                                     "a number that ends within its message");
        wire->status = gather__window_byte(wire->window, wire->place, &byte);
        if (wire->status != GATHER_STATUS_OK)
            return false;
        wire->place++;
        *value |= (uint64_t)(byte & 0x7F) << (7 * k);
        if (byte > 1 && k == MOST_VARINT_BYTES - 1)
            break;
        if (byte < 0x80)
            return true;
    }
    return gather__wire_fail(wire, GATHER_STATUS_FORMAT, at, "a number of 64 bits, in at most 10 bytes");
}

bool gather__wire_fixed(struct gather__wire *wire, int width, uint64_t *value)
{
    uint8_t bytes[8];
    *value = 0;
    if (wire->end - wire->place < width)
        return gather__wire_fail(wire, GATHER_STATUS_FORMAT, wire->place,
                                 "a number that ends within its message");
    wire->status = gather__window_copy(wire->window, wire->place, bytes, (size_t)width);
    if (wire->status != GATHER_STATUS_OK)
        return false;
    for (int k = 0; k < width; k++)
        *value |= (uint64_t)bytes[k] << (8 * k);
    wire->place += width;
    return true;
}

static bool read_bytes(struct gather__wire *wire, struct gather__wire_field *field)
{
    uint64_t length;
    int64_t at = wire->place;
    if (!gather__wire_varint(wire, &length))
        return false;
    if (length > (uint64_t)(wire->end - wire->place)) {
        gather__wire_refuse(wire, at, "bytes that end within their message", (int64_t)length, 0,
                            wire->end - wire->place);
        if (wire->window->error != NULL && length > INT64_MAX)
            wire->window->error->value_is_unsigned = 1;
        return false;
    }
    field->begin = wire->place;
    field->length = (int64_t)length;
    wire->place += field->length;
    return true;
}

static bool read_key(struct gather__wire *wire, struct gather__wire_field *field)
{
    uint64_t key;
    field->at = wire->place;
    if (!gather__wire_varint(wire, &key))
        return false;
    if (key >> 3 == 0 || key >> 3 > LARGEST_NUMBER)
        return gather__wire_fail(wire, GATHER_STATUS_FORMAT, field->at, "a field from 1 to 2^29 - 1");
    field->number = (int32_t)(key >> 3);
    field->type = (int32_t)(key & 7);
    field->begin = wire->place;
    return true;
}

bool gather__wire_next(struct gather__wire *wire, struct gather__wire_field *field)
{
    if (wire->status != GATHER_STATUS_OK || wire->place == wire->end || !read_key(wire, field))
        return false;
    if (field->type == GATHER__WIRE_BYTES)
        return read_bytes(wire, field);
    bool read = false;
    if (field->type == GATHER__WIRE_VARINT)
        read = gather__wire_varint(wire, &field->value);
    else if (field->type == GATHER__WIRE_8)
        read = gather__wire_fixed(wire, 8, &field->value);
    else if (field->type == GATHER__WIRE_4)
        read = gather__wire_fixed(wire, 4, &field->value);
    else if (field->type > GATHER__WIRE_4)
        gather__wire_fail(wire, GATHER_STATUS_FORMAT, field->at, "a field of type 0, 1, 2 or 5");
    else
        gather__wire_fail(wire, GATHER_STATUS_FORMAT, field->at, "no groups, for ONNX has none");
    field->length = wire->place - field->begin;
    return read;
}

bool gather__wire_is(struct gather__wire *wire, const struct gather__wire_field *field,
                     enum gather__wire_type type)
{
    return field->type == (int32_t)type ||
           gather__wire_refuse(wire, field->at, "the type that this field has", field->type, (int64_t)type,
                               (int64_t)type);
}

struct gather__wire gather__wire_within(const struct gather__wire *wire,
                                        const struct gather__wire_field *field)
{
    struct gather__wire inner = {wire->window, field->begin, field->begin + field->length, wire->status};
    return inner;
}

bool gather__wire_equals(struct gather__wire *wire, const struct gather__wire_field *field, const char *text)
{
    char bytes[64];
    size_t length = strlen(text);
    if (wire->status != GATHER_STATUS_OK || length > sizeof bytes || field->length != (int64_t)length)
        return false;
    wire->status = gather__window_copy(wire->window, field->begin, bytes, length);
    return wire->status == GATHER_STATUS_OK && memcmp(bytes, text, length) == 0;
}
