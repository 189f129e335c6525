/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole numbers as text, one a line or several, parted by blanks, commas, semicolons or tabs: what indices often
 * come as. They are one row of 64 bits each, counted and judged when the file is opened, and made when they are read.
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

static bool is_between(char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n' ||
           character == ',' || character == ';';
}

static bool refuse(struct reading *reading, int64_t at, const char *expected)
{
    gather__io_fail(reading->window->error, GATHER_STATUS_FORMAT, NULL, expected);
    reading->status = gather__io_fail_at(reading->window->error, GATHER_STATUS_FORMAT, at);
    return false;
}

static bool read_digits(struct reading *reading, bool negative, int64_t *number)
{
    int64_t begin = reading->place;
    uint64_t value = 0, most = (uint64_t)INT64_MAX + negative;
    for (char character = look(reading); is_digit(character); character = look(reading)) {
        uint64_t digit = (uint64_t)(character - '0');
        if (value > (most - digit) / 10)
            return refuse(reading, begin, "a number of 64 bits with its sign");
        value = 10 * value + digit; /* bounded: just seen */
        reading->place++;
    }
    if (reading->status == GATHER_STATUS_OK && (reading->place == begin || !is_between(look(reading))))
        return refuse(reading, reading->place, "a whole number, for the file is a text of such");
    *number = (int64_t)(negative ? 0 - value : value);
    return reading->status == GATHER_STATUS_OK;
}

/* The next number. Returns: false behind the last, and where reading failed. */
static bool next_number(struct reading *reading, int64_t *number)
{
    while (reading->place < reading->end && is_between(look(reading)) && reading->status == GATHER_STATUS_OK)
        reading->place++;
    if (reading->status != GATHER_STATUS_OK || reading->place >= reading->end)
        return false;
    char sign = look(reading);
    reading->place += sign == '-' || sign == '+';
    return read_digits(reading, sign == '-', number);
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

/* Goes over a text once. memory: where its numbers go, room for `room` of them; NULL to count them alone. */
static enum gather_status go_through(const struct gather__source *source, uint8_t *memory, int64_t room,
                                     int64_t *count, struct gather_error *error)
{
    int64_t number;
    struct reading reading = {.end = source->bytes, .status = GATHER_STATUS_OK};
    reading.window = gather__window_create(source, error);
    if (reading.window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    pass_mark(&reading);
    for (*count = 0; (memory == NULL || *count < room) && next_number(&reading, &number); ++*count)
        if (memory != NULL)
            memcpy(memory + *count * NUMBER_BYTES, &number, sizeof number); /* bounded: by its room */
    free(reading.window);
    return reading.status;
}

static enum gather_status make(const struct gather__source *source, uint8_t *memory,
                               struct gather_error *error)
{
    int64_t count, wanted = source->bytes / NUMBER_BYTES;
    enum gather_status status = go_through(source->made.from, memory, wanted, &count, error);
    if (status == GATHER_STATUS_OK && count != wanted)
        status = gather__io_fail_reason(error, "the file has changed since it was opened", NULL);
    return status;
}

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    int64_t count = 0;
    struct gather_tensor tensor = {.name = ""};
    enum gather_status status = go_through(file->sources[0], NULL, 0, &count, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&tensor.layout, GATHER_DTYPE_I64, 1, &count, error);
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
