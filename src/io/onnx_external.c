/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors whose bytes lie in another file: entries of key and value, both texts. `location` is relative to the
 * folder of the file that says so and may not lead out of it; `offset` is 0 unless said; without `length` the
 * file may go on behind the tensor. Other keys (`checksum`) are passed.
 */
#include "io/io_error.h"
#include "io/onnx_tensor.h"

#include <stdlib.h>

enum { KEY = 1, VALUE = 2, MOST_DIGITS = 19, MOST_LOCATION_BYTES = 4096 };

bool gather__onnx_once(struct gather__wire *message, const struct gather__wire_field *field,
                       enum gather__wire_type type, struct gather__wire_field *kept)
{
    if (!gather__wire_is(message, field, type))
        return false;
    if (kept->number != 0)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, field->at, "this field once");
    *kept = *field;
    return true;
}

bool gather__onnx_read_external(struct gather__wire *entry, struct gather__onnx_external *external)
{
    struct gather__wire_field field, key = {0}, value = {0};
    while (gather__wire_next(entry, &field))
        if ((field.number == KEY && !gather__onnx_once(entry, &field, GATHER__WIRE_BYTES, &key)) ||
            (field.number == VALUE && !gather__onnx_once(entry, &field, GATHER__WIRE_BYTES, &value)))
            return false;
    struct gather__wire_field *kept = NULL;
    if (gather__wire_equals(entry, &key, "location"))
        kept = &external->location;
    else if (gather__wire_equals(entry, &key, "offset"))
        kept = &external->offset;
    else if (gather__wire_equals(entry, &key, "length"))
        kept = &external->length;
    if (entry->status != GATHER_STATUS_OK || kept == NULL)
        return entry->status == GATHER_STATUS_OK;
    if (kept->number != 0)
        return gather__wire_fail(entry, GATHER_STATUS_FORMAT, key.at, "this key once");
    *kept = value;
    return value.number != 0 || gather__wire_fail(entry, GATHER_STATUS_FORMAT, key.at, "a value to this key");
}

/* Digits alone. */
static bool read_digits(struct gather__wire *message, const struct gather__wire_field *field, int64_t *number)
{
    char digits[MOST_DIGITS];
    *number = 0;
    if (field->length == 0 || field->length > MOST_DIGITS)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, field->begin,
                                 "a number below 2^63 in digits");
    message->status = gather__window_copy(message->window, field->begin, digits, (size_t)field->length);
    if (message->status != GATHER_STATUS_OK)
        return false;
    uint64_t value = 0;
    for (int64_t k = 0; k < field->length; k++) {
        if (digits[k] < '0' || digits[k] > '9')
            return gather__wire_fail(message, GATHER_STATUS_FORMAT, field->begin + k,
                                     "a number below 2^63 in digits");
        value = 10 * value + (uint64_t)(digits[k] - '0');
    }
    *number = (int64_t)value;
    return value <= INT64_MAX ||
           gather__wire_fail(message, GATHER_STATUS_FORMAT, field->begin, "a number below 2^63 in digits");
}

/* Opens the other file. */
static bool open_beside(struct gather__wire *message, const struct gather__wire_field *location,
                        struct gather_file *file, int32_t *source)
{
    char name[MOST_LOCATION_BYTES];
    if (location->length > MOST_LOCATION_BYTES)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, location->begin,
                                 "a location of at most 4096 bytes");
    message->status = gather__window_copy(message->window, location->begin, name, (size_t)location->length);
    if (message->status != GATHER_STATUS_OK)
        return false;
    message->status = gather__file_beside(file, name, (size_t)location->length, location->begin, source,
                                          message->window->error);
    return message->status == GATHER_STATUS_OK;
}

static bool judge_place(struct gather__wire *message, const struct gather__onnx_external *external,
                        const struct gather_tensor *tensor, int64_t length, int64_t there)
{
    int64_t at = external->offset.number != 0 ? external->offset.begin : external->location.begin;
    if (length != tensor->bytes)
        return gather__wire_refuse(message, external->length.begin,
                                   "as many bytes as the tensor's sizes ask for", length, tensor->bytes,
                                   tensor->bytes);
    if (tensor->offset > there || tensor->bytes > there - tensor->offset)
        return gather__wire_refuse(message, at, "a tensor that ends within that file", tensor->offset, 0,
                                   there - tensor->bytes);
    return true;
}

bool gather__onnx_find_external(struct gather__wire *message, const struct gather__onnx_external *external,
                                struct gather_file *file, struct gather_tensor *tensor)
{
    int64_t length = tensor->bytes;
    if (external->location.number == 0)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, message->place,
                                 "the location of external data");
    if (external->offset.number != 0 && !read_digits(message, &external->offset, &tensor->offset))
        return false;
    if (external->length.number != 0 && !read_digits(message, &external->length, &length))
        return false;
    return open_beside(message, &external->location, file, &tensor->source) &&
           judge_place(message, external, tensor, length, file->sources[tensor->source]->bytes);
}
