/* SPDX-License-Identifier: Apache-2.0 */
/* The table of formats: formats.h says what a row is. */
#include "io/formats.h"

#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"
#include "io/json.h"
#include "io/plain_text.h"

#define ROW_IF_1(name) &gather__format_##name
#define ROW_IF_0(name) NULL
#define ROW_IF(built, name) ROW_IF_##built(name)
#define ROW(built, name) ROW_IF(built, name)

static const struct format_row {
    const char *name, *extension;
    const struct gather__format *format; /* NULL if it was not built in */
} rows[GATHER_FILE_FORMAT_COUNT] = {
#define FORMAT_ROW(id, name, extension)                                                                      \
    [GATHER_FILE_##id] = {#name, extension, ROW(GATHER_FORMAT_##id, name)},
    GATHER_FILE_FORMAT_LIST(FORMAT_ROW)
#undef FORMAT_ROW
};

static bool is_format(int32_t format)
{
    return format > GATHER_FILE_ANY && format < GATHER_FILE_FORMAT_COUNT;
}

static bool ends_with(const char *path, const char *extension)
{
    size_t length = strlen(path), end = strlen(extension);
    return end > 0 && length >= end && memcmp(path + length - end, extension, end) == 0;
}

int32_t gather__format_of_name(const char *path)
{
    for (int32_t k = GATHER_FILE_ANY + 1; k < GATHER_FILE_FORMAT_COUNT; k++)
        if (ends_with(path, rows[k].extension))
            return k;
    return GATHER_FILE_ANY;
}

int32_t gather_file_format_of(const char *path)
{
    int32_t format = gather__format_of_name(path);
    return format != GATHER_FILE_ANY ? format : GATHER_FILE_RAW;
}

int32_t gather__format_recognise(const uint8_t *start, size_t count, int64_t bytes)
{
    for (int32_t k = GATHER_FILE_ANY + 1; k < GATHER_FILE_FORMAT_COUNT; k++) {
        const struct gather__format *format = rows[k].format;
        if (format != NULL && format->recognise != NULL && format->recognise(start, count, bytes))
            return k;
    }
    return GATHER_FILE_RAW;
}

const char *gather_file_format_name(int32_t format)
{
    return is_format(format) && rows[format].format != NULL ? rows[format].name : NULL;
}

bool gather_file_format_is_written(int32_t format)
{
    return is_format(format) && rows[format].format != NULL && rows[format].format->head != NULL;
}

enum gather_status gather__format_find(const struct gather__format **found, int32_t format,
                                       struct gather_error *error)
{
    if (!is_format(format))
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "format", "a format of files");
    if (rows[format].format == NULL)
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, rows[format].name,
                               "a library that was built with this format");
    *found = rows[format].format;
    return GATHER_STATUS_OK;
}

enum gather_status gather__head_add(struct gather__head *head, const void *bytes, size_t count,
                                    struct gather_error *error)
{
    if (count == 0)
        return GATHER_STATUS_OK;
    if (count > head->capacity - head->count) {
        size_t capacity =
            head->count + count < 256 ? 256 : 2 * (head->count + count); /* bounded: heads are small */
        uint8_t *grown = realloc(head->bytes, capacity);
        if (grown == NULL)
            return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
        head->bytes = grown;
        head->capacity = capacity;
    }
    memcpy(head->bytes + head->count, bytes, count);
    head->count += count;
    return GATHER_STATUS_OK;
}

/* ---- names of tensors ---------------------------------------------------------------------------- */

const char *gather__format_name_of_tensor(const struct gather_tensor *tensor)
{
    return tensor->name[0] != '\0' ? tensor->name : "tensor";
}

enum gather_status gather__format_judge_names(const struct gather_tensor *tensors, size_t count,
                                              bool (*may_be)(const char *name), const char *expected,
                                              struct gather_error *error)
{
    struct gather__json *names = NULL;
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < count && status == GATHER_STATUS_OK; k++) {
        const char *name = gather__format_name_of_tensor(&tensors[k]);
        if (!gather__is_plain_text(name, strlen(name)) || !may_be(name)) {
            status = gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "name", expected);
        } else {
            status = gather__json_set_add(&names, name);
            if (status == GATHER_STATUS_FORMAT)
                status = gather__io_fail(error, GATHER_STATUS_ARGUMENT, "name", "each name once");
            else if (status == GATHER_STATUS_NO_MEMORY)
                gather__io_fail(error, status, NULL, NULL);
        }
        if (status != GATHER_STATUS_OK)
            gather__io_fail_part(error, k);
    }
    gather__json_free(names);
    return status;
}
