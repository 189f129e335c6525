/* SPDX-License-Identifier: Apache-2.0 */
/* Text and numbers into a sink; and the sinks and the source that are memory, growing or of a fixed size. */
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "study/text/bounded.h"

struct gather_writer gather_writer_to(struct gather_sink sink)
{
    struct gather_writer writer = {sink, GATHER_STATUS_OK};
    return writer;
}

void gather_write(struct gather_writer *writer, const char *bytes, size_t count)
{
    if (writer->status == GATHER_STATUS_OK && count > 0)
        writer->status = writer->sink.write(writer->sink.context, bytes, count);
}

void gather_write_text(struct gather_writer *writer, const char *text)
{
    gather_write(writer, text, strlen(text));
}

static void write_digits(struct gather_writer *writer, uint64_t value, bool negative)
{
    char digits[21];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    if (negative)
        digits[--first] = '-';
    gather_write(writer, digits + first, sizeof digits - first);
}

void gather_write_integer(struct gather_writer *writer, int64_t value)
{
    write_digits(writer, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void gather_write_unsigned(struct gather_writer *writer, uint64_t value)
{
    write_digits(writer, value, false);
}

void gather_write_decimal(struct gather_writer *writer, int64_t scaled, int32_t decimals)
{
    uint64_t magnitude = scaled < 0 ? 0 - (uint64_t)scaled : (uint64_t)scaled, unit = 1;
    for (int32_t k = 0; k < decimals; k++)
        unit *= 10;
    write_digits(writer, magnitude / unit, scaled < 0);
    if (decimals > 0)
        gather_write_text(writer, ".");
    for (unit /= 10; unit > 0; unit /= 10)
        write_digits(writer, magnitude / unit % 10, false);
}

void gather_write_integers(struct gather_writer *writer, const int64_t *values, int32_t count,
                           const char *separator)
{
    for (int32_t k = 0; k < count; k++) {
        if (k > 0)
            gather_write_text(writer, separator);
        gather_write_integer(writer, values[k]);
    }
}

void gather_write_repeated(struct gather_writer *writer, char character, size_t count)
{
    for (size_t k = 0; k < count; k++)
        gather_write(writer, &character, 1);
}

/* Room for `more` bytes behind those there are; capacity doubles, so that many small writes stay cheap. */
static bool memory_reserve(struct gather_memory *memory, size_t more)
{
    uint64_t wanted, doubled;
    if (more <= memory->capacity - memory->count)
        return true;
    if (!gather__add_unsigned(memory->count, more, &wanted) ||
        !gather__multiply_unsigned(memory->capacity, 2, &doubled))
        return false;
    wanted = wanted < doubled ? doubled : wanted;
    wanted = wanted < 256 ? 256 : wanted;
    if (wanted > SIZE_MAX)
        return false;
    char *bytes = realloc(memory->bytes, (size_t)wanted);
    if (bytes == NULL)
        return false;
    memory->bytes = bytes;
    memory->capacity = (size_t)wanted;
    return true;
}

static enum gather_status memory_write(void *context, const char *bytes, size_t count)
{
    struct gather_memory *memory = context;
    if (!memory_reserve(memory, count))
        return GATHER_STATUS_NO_MEMORY;
    if (count > 0) /* nothing may come from nowhere */
        memcpy(memory->bytes + memory->count, bytes, count);
    memory->count += count;
    return GATHER_STATUS_OK;
}

static enum gather_status memory_read(void *context, char *bytes, size_t size, size_t *received)
{
    struct gather_memory *memory = context;
    size_t left = memory->count - memory->taken;
    *received = left < size ? left : size;
    if (*received > 0)
        memcpy(bytes, memory->bytes + memory->taken, *received);
    memory->taken += *received;
    return GATHER_STATUS_OK;
}

struct gather_sink gather_memory_sink(struct gather_memory *memory)
{
    struct gather_sink sink = {memory_write, memory};
    return sink;
}

struct gather_source gather_memory_source(struct gather_memory *memory)
{
    struct gather_source source = {memory_read, memory};
    return source;
}

void gather_memory_fini(struct gather_memory *memory)
{
    free(memory->bytes);
    memset(memory, 0, sizeof *memory);
}

static enum gather_status bounded_write(void *context, const char *bytes, size_t count)
{
    struct gather__bounded *room = context;
    size_t left = room->size - 1 - room->length;
    count = count < left ? count : left;
    memcpy(room->memory + room->length, bytes, count);
    room->length += count;
    room->memory[room->length] = '\0';
    return GATHER_STATUS_OK;
}

struct gather_writer gather__bounded_writer(struct gather__bounded *room, char *memory, size_t size)
{
    *room = (struct gather__bounded){memory, size, 0};
    struct gather_sink sink = {bounded_write, room};
    memory[0] = '\0';
    return gather_writer_to(sink);
}
