/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers and texts of a GGUF file: gguf.h says how they are read. */
#include "io/gguf.h"

#include <stdlib.h>

#include "io/io_error.h"
#include "io/plain_text.h"

bool gather__gguf_fail(struct gather__gguf_reader *reader, enum gather_status status, int64_t at,
                       const char *expected)
{
    reader->status = gather__io_fail(reader->error, status, NULL, expected);
    gather__io_fail_at(reader->error, status, at);
    return false;
}

bool gather__gguf_refuse(struct gather__gguf_reader *reader, int64_t at, const char *name,
                         const char *expected, uint64_t value, int64_t low, int64_t high)
{
    reader->status = gather__io_fail(reader->error, GATHER_STATUS_FORMAT, name, expected);
    gather__io_fail_at(reader->error, GATHER_STATUS_FORMAT, at);
    gather__io_fail_value(reader->error, GATHER_STATUS_FORMAT, (int64_t)value, low, high);
    if (reader->error != NULL && value > INT64_MAX)
        reader->error->value_is_unsigned = 1;
    return false;
}

bool gather__gguf_refuse_rule(struct gather__gguf_reader *reader, int64_t at, const char *name,
                              const char *expected, uint64_t value)
{
    gather__gguf_refuse(reader, at, name, expected, value, 0, 0);
    if (reader->error != NULL)
        reader->error->has &= ~(uint32_t)GATHER_ERROR_HAS_LIMITS;
    return false;
}

static bool take(struct gather__gguf_reader *reader, void *memory, int64_t count, const char *expected)
{
    if (count > reader->file->bytes - reader->place)
        return gather__gguf_fail(reader, GATHER_STATUS_FORMAT, reader->file->bytes, expected);
    reader->status = gather__window_copy(reader->window, reader->place, memory, (size_t)count);
    reader->place += count;
    return reader->status == GATHER_STATUS_OK;
}

bool gather__gguf_number(struct gather__gguf_reader *reader, int width, uint64_t *number)
{
    uint8_t bytes[8];
    if (!take(reader, bytes, width, "a number, for the file ends before it"))
        return false;
    *number = 0;
    for (int k = 0; k < width; k++)
        *number |= (uint64_t)bytes[k] << (8 * k);
    return true;
}

bool gather__gguf_length(struct gather__gguf_reader *reader, int64_t *length)
{
    uint64_t number;
    int64_t at = reader->place;
    if (!gather__gguf_number(reader, 8, &number))
        return false;
    int64_t left = reader->file->bytes - reader->place;
    if (number > (uint64_t)left)
        return gather__gguf_refuse(reader, at, NULL, "a text that ends within the file", number, 0, left);
    *length = (int64_t)number;
    return true;
}

/* The bytes of a text, if they are one. */
static bool take_text(struct gather__gguf_reader *reader, char *bytes, int64_t length, const char **text)
{
    int64_t at = reader->place;
    if (!take(reader, bytes, length, "a text that ends within the file"))
        return false;
    if (!gather__is_plain_text(bytes, (size_t)length))
        return gather__gguf_fail(reader, GATHER_STATUS_FORMAT, at, "UTF-8 without NUL");
    reader->status = gather__file_text(reader->file, bytes, (size_t)length, text, reader->error);
    return reader->status == GATHER_STATUS_OK;
}

bool gather__gguf_text(struct gather__gguf_reader *reader, int64_t most, const char *expected,
                       const char **text)
{
    int64_t length, at = reader->place;
    if (!gather__gguf_length(reader, &length))
        return false;
    if (length > most)
        return gather__gguf_refuse(reader, at, NULL, expected, (uint64_t)length, 0, most);
    char *bytes = malloc((size_t)length + 1);
    if (bytes == NULL)
        return gather__gguf_fail(reader, GATHER_STATUS_NO_MEMORY, at, NULL);
    bool good = take_text(reader, bytes, length, text);
    free(bytes);
    return good;
}
