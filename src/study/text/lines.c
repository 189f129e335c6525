/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of a source, each of bounded length. The buffer holds what was read and not yet given:
 *
 *     buffer [ given | line \n next line \n begi          ]
 *                    ^ begin                    ^ end     ^ capacity <= limit + CHUNK
 */
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "gather/study.h"
#include "study/refuse.h"

enum { CHUNK = 65536 };

void gather_lines_init(struct gather_lines *lines, struct gather_source source, size_t limit)
{
    memset(lines, 0, sizeof *lines);
    lines->source = source;
    lines->limit = limit;
}

void gather_lines_fini(struct gather_lines *lines)
{
    free(lines->buffer);
    memset(lines, 0, sizeof *lines);
}

/* Makes room for more bytes behind `end`: first by moving the rest to the front, then by growing. */
static enum gather_status make_room(struct gather_lines *lines, struct gather_error *error)
{
    if (lines->begin > 0) {
        memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
        lines->end -= lines->begin;
        lines->begin = 0;
    }
    if (lines->end < lines->capacity)
        return GATHER_STATUS_OK;
    uint64_t wanted;
    char *buffer = NULL;
    if (gather__add_unsigned(lines->capacity, lines->capacity < CHUNK ? CHUNK : lines->capacity, &wanted) &&
        wanted <= SIZE_MAX)
        buffer = realloc(lines->buffer, (size_t)wanted);
    if (buffer == NULL)
        return gather__refuse(error, GATHER_STATUS_NO_MEMORY, "line", NULL);
    lines->buffer = buffer;
    lines->capacity = (size_t)wanted;
    return GATHER_STATUS_OK;
}

static enum gather_status read_more(struct gather_lines *lines, struct gather_error *error)
{
    size_t received = 0;
    enum gather_status status = make_room(lines, error);
    if (status != GATHER_STATUS_OK)
        return status;
    status = lines->source.read(lines->source.context, lines->buffer + lines->end,
                                lines->capacity - lines->end, &received);
    if (status != GATHER_STATUS_OK)
        return gather__refuse(error, status, NULL, NULL);
    lines->end += received;
    lines->ended = received == 0;
    return GATHER_STATUS_OK;
}

static enum gather_status too_long(const struct gather_lines *lines, struct gather_error *error)
{
    return gather__refuse_at(error, GATHER_STATUS_FORMAT, "a shorter line", lines->offset);
}

/* Hands out the `length` bytes at `begin`; with their end they take `taken`. */
static void give(struct gather_lines *lines, size_t length, size_t taken, const char **line, size_t *given)
{
    *line = lines->buffer + lines->begin;
    if (length > 0 && taken > length && (*line)[length - 1] == '\r')
        length--;
    *given = length;
    lines->begin += taken;
    lines->next_offset = lines->offset + (int64_t)taken;
}

enum gather_status gather_lines_next(struct gather_lines *lines, const char **line, size_t *length,
                                     struct gather_error *error)
{
    size_t searched = 0;
    *line = NULL;
    *length = 0;
    lines->offset = lines->next_offset;
    lines->number++;
    for (;;) {
        size_t there = lines->end - lines->begin;
        const char *end =
            there > searched ? memchr(lines->buffer + lines->begin + searched, '\n', there - searched) : NULL;
        size_t count = end != NULL ? (size_t)(end - (lines->buffer + lines->begin)) : there;
        if (count > lines->limit)
            return too_long(lines, error);
        if (end != NULL || (lines->ended && there > 0)) {
            give(lines, count, end != NULL ? count + 1 : count, line, length);
            return GATHER_STATUS_OK;
        }
        if (lines->ended)
            return GATHER_STATUS_OK;
        searched = there;
        enum gather_status status = read_more(lines, error);
        if (status != GATHER_STATUS_OK)
            return status;
    }
}
