/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of a field, packed or one by one. Those of fixed width in one stretch lie there as in memory; others
 * are counted now and made when they are first read. Texts are made as well:
 *
 *     memory   view view ..   bytes of all texts one behind the other
 *              {address, length}
 */
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/onnx_tensor.h"

enum { FIELD_BITS = 8, VIEW_BYTES = 16, VIEW_LENGTH_AT = 8 };

/* The values of a field that were met so far, and where they go. */
struct values {
    const struct gather__onnx_type *type;
    int64_t count;      /* numbers, or texts */
    int64_t text_bytes; /* of all texts */
    int64_t stretches;  /* fields */
    struct gather__wire_field first;
    uint8_t *memory;    /* NULL: they are only counted and judged */
    uint8_t *text_next; /* for the bytes of the next text */
    int64_t most;       /* numbers, or texts, that there is room for */
    int64_t most_text;  /* bytes of texts, likewise */
};

/* ---- meeting them -------------------------------------------------------------------------------- */

/* A file may be another one now than when its values were counted: what is made of it has no more room for that. */
static bool has_room(const struct values *values, struct gather__wire *wire, int64_t at, int64_t text_bytes)
{
    if (values->count < values->most && text_bytes <= values->most_text - values->text_bytes)
        return true;
    return gather__wire_fail(wire, GATHER_STATUS_FORMAT, at, "the values that were there when it was opened");
}

static void store(struct values *values, uint64_t number)
{
    uint8_t *place = values->memory + values->count * values->type->width; /* bounded: counted before */
    for (int32_t k = 0; k < values->type->width; k++)
        place[k] = (uint8_t)(number >> (8 * k));
}

static bool meet_number(struct values *values, struct gather__wire *wire, int64_t at, uint64_t number)
{
    const struct gather__onnx_type *type = values->type;
    int64_t as_signed = (int64_t)number;
    if (type->wire == GATHER__WIRE_VARINT && (as_signed < type->low || as_signed > type->high))
        return gather__wire_refuse(wire, at, "a number of the tensor's type", as_signed, type->low,
                                   type->high);
    if (values->memory != NULL && !has_room(values, wire, at, 0))
        return false;
    if (values->memory != NULL)
        store(values, number);
    values->count++;
    return true;
}

static bool meet_text(struct values *values, struct gather__wire *wire,
                      const struct gather__wire_field *field)
{
    if (values->memory != NULL && !has_room(values, wire, field->at, field->length))
        return false;
    if (values->memory != NULL) {
        uint8_t *view = values->memory + values->count * VIEW_BYTES; /* bounded: counted before */
        const char *address = (const char *)values->text_next;
        uint64_t length = (uint64_t)field->length;
        memcpy(view, &address, sizeof address);
        memcpy(view + VIEW_LENGTH_AT, &length, sizeof length);
        wire->status =
            gather__window_copy(wire->window, field->begin, values->text_next, (size_t)field->length);
        values->text_next += field->length;
    }
    values->count++;
    values->text_bytes += field->length;
    return wire->status == GATHER_STATUS_OK;
}

static bool meet_packed(struct values *values, struct gather__wire *wire,
                        const struct gather__wire_field *field)
{
    struct gather__wire inner = gather__wire_within(wire, field);
    bool good = true;
    while (good && inner.place < inner.end) {
        int64_t at = inner.place;
        uint64_t number;
        good = values->type->wire == GATHER__WIRE_VARINT
                   ? gather__wire_varint(&inner, &number)
                   : gather__wire_fixed(&inner, values->type->width, &number);
        good = good && meet_number(values, &inner, at, number);
    }
    wire->status = inner.status;
    return good;
}

/* Numbers of fixed width that are not to be stored are counted by their bytes. */
static bool count_fixed(struct values *values, struct gather__wire *wire,
                        const struct gather__wire_field *field)
{
    if (field->length % values->type->width != 0)
        return gather__wire_fail(wire, GATHER_STATUS_FORMAT, field->begin + field->length,
                                 "packed numbers that are whole");
    values->count += field->length / values->type->width;
    return true;
}

static bool meet_field(struct values *values, struct gather__wire *wire,
                       const struct gather__wire_field *field)
{
    if (values->stretches++ == 0)
        values->first = *field;
    if (values->type->wire == GATHER__WIRE_BYTES)
        return gather__wire_is(wire, field, GATHER__WIRE_BYTES) && meet_text(values, wire, field);
    if (field->type != GATHER__WIRE_BYTES)
        return gather__wire_is(wire, field, (enum gather__wire_type)values->type->wire) &&
               meet_number(values, wire, field->at, field->value);
    if (values->type->wire != GATHER__WIRE_VARINT && values->memory == NULL)
        return count_fixed(values, wire, field);
    return meet_packed(values, wire, field);
}

static bool meet_all(struct values *values, struct gather__wire *message, int32_t number)
{
    struct gather__wire_field field;
    while (gather__wire_next(message, &field))
        if (field.number == number && !meet_field(values, message, &field))
            return false;
    return message->status == GATHER_STATUS_OK;
}

/* ---- making them --------------------------------------------------------------------------------- */

static enum gather_status make(const struct gather__source *source, uint8_t *memory,
                               struct gather_error *error)
{
    const struct gather__made *made = &source->made;
    struct values values = {.type = gather__onnx_type_of(made->method >> FIELD_BITS), .memory = memory};
    bool are_texts = values.type->wire == GATHER__WIRE_BYTES;
    values.most = are_texts ? (int64_t)made->check : source->bytes / values.type->width;
    values.most_text =
        are_texts ? source->bytes - values.most * VIEW_BYTES : 0; /* bounded: count is 32 bits */
    struct gather__window *window = gather__window_create(made->from, error);
    if (window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    struct gather__wire message = {window, made->begin, made->begin + made->length, GATHER_STATUS_OK};
    values.text_next = memory + made->check * (uint64_t)VIEW_BYTES; /* bounded: they have been counted */
    bool good = meet_all(&values, &message, made->method & ((1 << FIELD_BITS) - 1));
    if (good && values.count < values.most) /* what is missing was never written */
        gather__wire_fail(&message, GATHER_STATUS_FORMAT, made->begin,
                          "as many values as when it was opened");
    free(window);
    return message.status;
}

/* How many numbers the tensor needs. */
static int64_t needed(const struct gather__onnx_type *type, const struct gather_tensor *tensor)
{
    return tensor->bytes / type->width;
}

static bool judge_count(struct gather__wire *message, const struct values *values,
                        const struct gather_tensor *tensor)
{
    int64_t many = needed(values->type, tensor);
    if (values->count == many)
        return true;
    return gather__wire_refuse(message, values->first.at, "as many numbers as the tensor's sizes ask for",
                               values->count, many, many);
}

/* Whether all numbers lie in one stretch of the file as they would in memory. */
static bool lie_as_they_are(const struct values *values)
{
    return values->stretches <= 1 &&
           (values->type->wire == GATHER__WIRE_4 || values->type->wire == GATHER__WIRE_8);
}

static bool add_made(struct gather__wire *message, int64_t begin, int32_t field, const struct values *values,
                     struct gather_file *file, struct gather_tensor *tensor)
{
    int64_t bytes;
    struct gather__made made = {.from = file->sources[0],
                                .begin = begin,
                                .length = message->end - begin,
                                .method = values->type->dtype << FIELD_BITS | field,
                                .check = (uint32_t)values->count,
                                .make = make};
    if (values->type->wire == GATHER__WIRE_BYTES && values->count > UINT32_MAX)
        return gather__wire_fail(message, GATHER_STATUS_OVERFLOW, begin, "fewer than 2^32 texts");
    if (!gather__add(tensor->bytes, values->text_bytes, &bytes))
        return gather__wire_fail(message, GATHER_STATUS_OVERFLOW, begin, "texts below 2^63 bytes");
    message->status = gather__file_made(file, &made, bytes, &tensor->source, message->window->error);
    return message->status == GATHER_STATUS_OK;
}

bool gather__onnx_count_values(struct gather__wire *message, int32_t field, int32_t dtype, int64_t *count)
{
    struct values values = {.type = gather__onnx_type_of(dtype)};
    bool good = meet_all(&values, message, field);
    *count = values.count;
    return good;
}

bool gather__onnx_find_values(struct gather__wire *message, int32_t field, struct gather_file *file,
                              struct gather_tensor *tensor)
{
    int64_t begin = message->place;
    struct values values = {.type = gather__onnx_type_of(tensor->layout.dtype), .first = {.at = begin}};
    if (!meet_all(&values, message, field) || !judge_count(message, &values, tensor))
        return false;
    tensor->offset = 0;
    tensor->source = 0;
    if (lie_as_they_are(&values))
        tensor->offset = values.first.begin;
    else if (tensor->bytes > 0)
        return add_made(message, begin, field, &values, file, tensor);
    return true;
}
