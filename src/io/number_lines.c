/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole numbers as text, one a line or several, parted by blanks, commas, semicolons or tabs: what indices often
 * come as. They are one row of 64 bits each, counted and judged when the file is opened, and made when they are read.
 * A comma or semicolon stands behind a number, so that a field that is empty is refused. Where a number is above
 * 2^63-1 all are unsigned, and none is below 0.
 */
#include "io/formats.h"

#if GATHER_FORMAT_TEXT

#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"
#include "io/window.h"

enum { NUMBER_BYTES = 8 };

/* How far reading has come. */
struct reading {
    struct gather__window *window;
    int64_t place, end;
    bool is_behind; /* a number came last, so that a comma may */
    bool has_negative, has_huge;
    enum gather_status status;
};

/* The byte at the place; '\n' behind the end and where reading failed. */
static char look(struct reading *reading)
{
    uint8_t byte = '\n';
    if (reading->status == GATHER_STATUS_OK && reading->place < reading->end)
        reading->status = gather__window_byte(reading->window, reading->place, &byte);
    return (char)byte;
}

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

static bool is_comma(char character) { return character == ',' || character == ';'; }

static bool is_between(char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n' ||
           is_comma(character);
}

static bool refuse(struct reading *reading, int64_t at, const char *expected)
{
    reading->status = gather__io_malformed(reading->window->error, at, expected);
    return false;
}

/* Whether a number that begins at a place goes with those before it; a huge one is above 2^63-1. */
static bool judge_sign(struct reading *reading, int64_t begin, bool negative, bool huge)
{
    reading->has_negative = reading->has_negative || negative;
    reading->has_huge = reading->has_huge || huge;
    return !reading->has_negative || !reading->has_huge ||
           refuse(reading, begin, "numbers of one type: none holds both one below 0 and one above 2^63-1");
}

static bool read_digits(struct reading *reading, bool negative, uint64_t *value)
{
    const int64_t begin = reading->place;
    const uint64_t most = negative ? (uint64_t)INT64_MAX + 1 : UINT64_MAX;
    *value = 0;
    for (char character = look(reading); is_digit(character); character = look(reading)) {
        uint64_t digit = (uint64_t)(character - '0');
        if (*value > (most - digit) / 10)
            return refuse(reading, begin, "a number of 64 bits, from -2^63 to 2^64-1");
        *value = 10 * *value + digit; /* bounded: just seen */
        reading->place++;
    }
    if (reading->status == GATHER_STATUS_OK && (reading->place == begin || !is_between(look(reading))))
        return refuse(reading, reading->place, "a whole number, for the file is a text of such");
    return reading->status == GATHER_STATUS_OK;
}

/* Goes behind blanks, and a comma where a number came last. */
static bool pass_between(struct reading *reading)
{
    while (reading->place < reading->end && is_between(look(reading))) {
        bool comma = is_comma(look(reading));
        if (comma && !reading->is_behind)
            return refuse(reading, reading->place, "a number before the comma");
        reading->is_behind = reading->is_behind && !comma;
        reading->place++;
    }
    return reading->status == GATHER_STATUS_OK;
}

/* The next number, as its 64 bits. Returns: false behind the last, and where reading failed. */
static bool next_number(struct reading *reading, uint64_t *number)
{
    if (!pass_between(reading) || reading->place >= reading->end)
        return false;
    const int64_t begin = reading->place;
    const char sign = look(reading);
    const bool negative = sign == '-';
    uint64_t value;
    reading->place += negative || sign == '+';
    if (!read_digits(reading, negative, &value))
        return false;
    reading->is_behind = true;
    *number = negative ? 0 - value : value;
    return judge_sign(reading, begin, negative && value > 0, !negative && value > INT64_MAX);
}

/* Goes behind the mark of UTF-8, with which some systems begin each text. */
static void pass_mark(struct reading *reading)
{
    static const char mark[] = "\xEF\xBB\xBF";
    while (reading->place < (int64_t)(sizeof mark - 1) && look(reading) == mark[reading->place])
        reading->place++;
    if (reading->place < (int64_t)(sizeof mark - 1))
        reading->place = 0;
}

/* What is found in a text. */
struct found {
    int64_t count;
    bool has_huge;
};

/* Goes over a text once. memory: where its numbers go, room for `room` of them; NULL to count them alone. */
static enum gather_status go_through(const struct gather__source *source, uint8_t *memory, int64_t room,
                                     struct found *found, struct gather_error *error)
{
    uint64_t number;
    struct reading reading = {.end = source->bytes, .status = GATHER_STATUS_OK};
    reading.window = gather__window_create(source, error);
    if (reading.window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    pass_mark(&reading);
    for (; (memory == NULL || found->count < room) && next_number(&reading, &number); found->count++)
        if (memory != NULL)
            memcpy(memory + found->count * NUMBER_BYTES, &number, sizeof number); /* bounded: by its room */
    found->has_huge = reading.has_huge;
    free(reading.window);
    return reading.status;
}

static enum gather_status make(const struct gather__source *source, uint8_t *memory,
                               struct gather_error *error)
{
    struct found found = {0, false};
    int64_t wanted = source->bytes / NUMBER_BYTES;
    enum gather_status status = go_through(source->made.from, memory, wanted, &found, error);
    if (status == GATHER_STATUS_OK && found.count != wanted)
        status = gather__io_fail_reason(error, "the file has changed since it was opened", NULL);
    return status;
}

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct found found = {0, false};
    struct gather_tensor tensor = {.name = ""};
    enum gather_status status = go_through(file->sources[0], NULL, 0, &found, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&tensor.layout, found.has_huge ? GATHER_DTYPE_U64 : GATHER_DTYPE_I64, 1,
                                    &found.count, error);
    if (status != GATHER_STATUS_OK)
        return status;
    tensor.bytes = gather_layout_bytes(&tensor.layout);
    if (tensor.bytes > 0) {
        struct gather__made made = {.from = file->sources[0], .length = file->bytes, .make = make};
        status = gather__file_made(file, &made, tensor.bytes, &tensor.source, error);
    }
    return status == GATHER_STATUS_OK ? gather__file_add(file, &tensor, error) : status;
}

const struct gather__format gather__format_text = {.list = list};

#endif
