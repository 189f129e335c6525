/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A TensorProto: its fields are met once to learn where everything stands, then judged together. What may be
 * there once must be: readers that take the last of several, and readers that take the first, see two tensors.
 */
#include "io/onnx_tensor.h"
#include "io/io_error.h"
#include "io/onnx_fields.h"
#include "io/plain_text.h"
#include "io/unread_tensor.h"

#include <stdlib.h>
#include <string.h>

enum { LOCATION_EXTERNAL = 1, MOST_TEXT_BYTES = 1 << 20 };

struct entry {
    int64_t begin;
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK];
    int64_t count, beyond; /* of sizes, with those that are too many; where the first of these stands */
    struct gather__wire_field type, name, raw, location, typed, segment; /* number 0: not there */
    struct gather__onnx_external external;
};

/* ---- meeting its fields -------------------------------------------------------------------------- */

static bool add_size(struct gather__wire *message, struct entry *entry, int64_t at, uint64_t size)
{
    if (size > INT64_MAX)
        return gather__wire_refuse(message, at, "a size from 0 on", (int64_t)size, 0, INT64_MAX);
    if (entry->rank < GATHER_MAX_RANK)
        entry->sizes[entry->rank++] = (int64_t)size;
    else if (entry->count == GATHER_MAX_RANK)
        entry->beyond = at;
    entry->count++;
    return true;
}

static bool read_dims(struct gather__wire *message, struct entry *entry,
                      const struct gather__wire_field *field)
{
    if (field->type == GATHER__WIRE_VARINT)
        return add_size(message, entry, field->at, field->value);
    if (!gather__wire_is(message, field, GATHER__WIRE_BYTES))
        return false;
    struct gather__wire packed = gather__wire_within(message, field);
    bool good = true;
    while (good && packed.place < packed.end) {
        int64_t at = packed.place;
        uint64_t size;
        good = gather__wire_varint(&packed, &size) && add_size(&packed, entry, at, size);
    }
    message->status = packed.status;
    return good;
}

static bool read_entry_of_external(struct gather__wire *message, struct entry *entry,
                                   const struct gather__wire_field *field)
{
    if (!gather__wire_is(message, field, GATHER__WIRE_BYTES))
        return false;
    struct gather__wire inner = gather__wire_within(message, field);
    gather__onnx_read_external(&inner, &entry->external);
    message->status = inner.status;
    return inner.status == GATHER_STATUS_OK;
}

/* Numbers may come in any number of pieces, but all in one field. */
static bool keep_typed(struct gather__wire *message, struct entry *entry,
                       const struct gather__wire_field *field)
{
    if (entry->typed.number != 0 && entry->typed.number != field->number)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, field->at, "numbers in one field");
    if (entry->typed.number == 0)
        entry->typed = *field;
    return true;
}

static bool read_field(struct gather__wire *message, struct entry *entry,
                       const struct gather__wire_field *field)
{
    switch (field->number) {
    case TENSOR_DIMS:
        return read_dims(message, entry, field);
    case TENSOR_TYPE:
        return gather__onnx_once(message, field, GATHER__WIRE_VARINT, &entry->type);
    case TENSOR_SEGMENT:
        entry->segment = *field;
        return true;
    case TENSOR_NAME:
        return gather__onnx_once(message, field, GATHER__WIRE_BYTES, &entry->name);
    case TENSOR_RAW:
        return gather__onnx_once(message, field, GATHER__WIRE_BYTES, &entry->raw);
    case TENSOR_EXTERNAL:
        return read_entry_of_external(message, entry, field);
    case TENSOR_LOCATION:
        return gather__onnx_once(message, field, GATHER__WIRE_VARINT, &entry->location);
    case TENSOR_FLOATS:
    case TENSOR_INT32S:
    case TENSOR_STRINGS:
    case TENSOR_INT64S:
    case TENSOR_DOUBLES:
    case TENSOR_UINT64S:
        return keep_typed(message, entry, field);
    default:
        return true;
    }
}

/* ---- what is not read ---------------------------------------------------------------------------- */

static bool is_unread(const struct entry *entry)
{
    return entry->segment.number != 0 ||
           (entry->type.number != 0 && gather__onnx_type_find((int64_t)entry->type.value) == NULL);
}

/* Its bytes are known where they are raw data. */
static bool add_as_bytes(struct gather__wire *message, const struct entry *entry, const char *type,
                         struct gather_file *file, struct gather_tensor *tensor)
{
    tensor->offset = entry->raw.begin;
    tensor->bytes = entry->raw.length;
    message->status =
        gather__file_add_unread(file, tensor, type, entry->rank, entry->sizes, message->window->error);
    return message->status == GATHER_STATUS_OK;
}

static bool add_unread(struct gather__wire *message, const struct entry *entry, struct gather_file *file,
                       struct gather_tensor *tensor)
{
    char word[GATHER__UNREAD_WORD_BYTES];
    int64_t number = (int64_t)entry->type.value;
    if (entry->segment.number != 0) {
        gather__wire_fail(message, GATHER_STATUS_UNSUPPORTED, entry->segment.at,
                          "a whole tensor, and not a segment of one");
        return add_as_bytes(message, entry, "segment", file, tensor);
    }
    gather__onnx_refuse_type(message, entry->type.begin, number);
    return add_as_bytes(message, entry, gather__unread_word(number, word), file, tensor);
}

bool gather__onnx_add_sparse(struct gather__wire *message, struct gather_file *file, const char *name)
{
    struct entry nothing = {.rank = 0};
    struct gather_tensor tensor = {.name = name};
    gather__wire_fail(message, GATHER_STATUS_UNSUPPORTED, message->place,
                      "a dense tensor, and not a sparse one");
    return add_as_bytes(message, &nothing, "sparse", file, &tensor);
}

/* ---- judging them -------------------------------------------------------------------------------- */

static bool lay(struct gather__wire *message, const struct entry *entry, struct gather_tensor *tensor)
{
    const struct gather__onnx_type *type = gather__onnx_type_find((int64_t)entry->type.value);
    if (entry->type.number == 0)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, message->end, "the type of this tensor");
    message->status =
        gather_layout_init(&tensor->layout, type->dtype, entry->rank, entry->sizes, message->window->error);
    if (message->status != GATHER_STATUS_OK) {
        gather__io_fail_at(message->window->error, message->status, entry->begin);
        return false;
    }
    tensor->bytes = gather_layout_bytes(&tensor->layout);
    return true;
}

static bool place_raw(struct gather__wire *message, const struct entry *entry, struct gather_tensor *tensor)
{
    if (tensor->layout.dtype == GATHER_DTYPE_STRING)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, entry->raw.at, "texts in string_data");
    if (entry->raw.length != tensor->bytes)
        return gather__wire_refuse(message, entry->raw.at, "as many bytes as the tensor's sizes ask for",
                                   entry->raw.length, tensor->bytes, tensor->bytes);
    tensor->offset = entry->raw.begin;
    return true;
}

static bool place_typed(struct gather__wire *message, const struct entry *entry, struct gather_file *file,
                        struct gather_tensor *tensor)
{
    int32_t field = gather__onnx_type_of(tensor->layout.dtype)->field;
    struct gather__wire again = {message->window, entry->begin, message->end, GATHER_STATUS_OK};
    if (entry->typed.number != 0 && entry->typed.number != field)
        return gather__wire_refuse(message, entry->typed.at, "the field that has numbers of this type",
                                   entry->typed.number, field, field);
    gather__onnx_find_values(&again, field, file, tensor);
    message->status = again.status;
    return again.status == GATHER_STATUS_OK;
}

static bool is_external(const struct entry *entry)
{
    return entry->location.number != 0 && entry->location.value == LOCATION_EXTERNAL;
}

static bool place(struct gather__wire *message, const struct entry *entry, struct gather_file *file,
                  struct gather_tensor *tensor)
{
    if (entry->location.number != 0 && entry->location.value > LOCATION_EXTERNAL)
        return gather__wire_refuse(message, entry->location.begin, "a location, 0 or 1",
                                   (int64_t)entry->location.value, 0, LOCATION_EXTERNAL);
    if ((entry->raw.number != 0) + (entry->typed.number != 0) + is_external(entry) > 1)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT,
                                 entry->raw.number != 0 ? entry->raw.at : entry->typed.at,
                                 "the tensor's numbers in one way");
    if (is_external(entry) && tensor->layout.dtype == GATHER_DTYPE_STRING)
        return gather__wire_fail(message, GATHER_STATUS_FORMAT, entry->location.at, "texts in string_data");
    if (is_external(entry))
        return gather__onnx_find_external(message, &entry->external, file, tensor);
    return entry->raw.number != 0 ? place_raw(message, entry, tensor)
                                  : place_typed(message, entry, file, tensor);
}

/* ---- the tensor ---------------------------------------------------------------------------------- */

bool gather__onnx_text(struct gather__wire *message, const struct gather__wire_field *field,
                       struct gather_file *file, const char **text)
{
    *text = "";
    if (field->number == 0)
        return true;
    if (field->length > MOST_TEXT_BYTES)
        return gather__wire_refuse(message, field->at, "a text of at most 1 MiB", field->length, 0,
                                   MOST_TEXT_BYTES);
    char *bytes = malloc((size_t)field->length + 1);
    if (bytes == NULL)
        return gather__wire_fail(message, GATHER_STATUS_NO_MEMORY, field->at, NULL);
    message->status = gather__window_copy(message->window, field->begin, bytes, (size_t)field->length);
    if (message->status == GATHER_STATUS_OK && !gather__is_plain_text(bytes, (size_t)field->length))
        gather__wire_fail(message, GATHER_STATUS_FORMAT, field->begin, "UTF-8 without NUL");
    if (message->status == GATHER_STATUS_OK)
        message->status = gather__file_text(file, bytes, (size_t)field->length, text, message->window->error);
    free(bytes);
    return message->status == GATHER_STATUS_OK;
}

/* Only when all are met is known how many there are. */
static bool judge_rank(struct gather__wire *message, const struct entry *entry)
{
    if (entry->count <= GATHER_MAX_RANK)
        return true;
    gather__wire_fail(message, GATHER_STATUS_RANK, entry->beyond, "at most 16 sizes");
    gather__io_fail_rank(message->window->error, entry->count);
    return false;
}

bool gather__onnx_add_tensor(struct gather__wire *message, struct gather_file *file, const char *name)
{
    struct gather_tensor tensor = {.name = name};
    struct entry entry = {.begin = message->place};
    struct gather__wire_field field;
    while (gather__wire_next(message, &field))
        if (!read_field(message, &entry, &field))
            return false;
    if (message->status != GATHER_STATUS_OK || !judge_rank(message, &entry) ||
        (name == NULL && !gather__onnx_text(message, &entry.name, file, &tensor.name)))
        return false;
    if (is_unread(&entry))
        return add_unread(message, &entry, file, &tensor);
    if (!lay(message, &entry, &tensor) || !place(message, &entry, file, &tensor))
        return false;
    message->status = gather__file_add(file, &tensor, message->window->error);
    return message->status == GATHER_STATUS_OK;
}
