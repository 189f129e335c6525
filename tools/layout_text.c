/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts as texts: layout_text.h says which. */
#include "layout_text.h"

#include <string.h>

#include "exit_code.h"
#include "output.h"

enum gather_status layout_text_read(const char *text, const struct gather_layout *known,
                                    struct gather_layout *layout, struct gather_error *error)
{
    enum gather_status status = gather_layout_parse(layout, text, strlen(text), GATHER_SPELLING_ANY, error);
    if (status == GATHER_STATUS_OK || known == NULL)
        return status;
    struct gather_layout made = *known;
    struct gather_error other = {0};
    enum gather_status as_suffix = gather_layout_parse_suffix(&made, text, strlen(text), &other);
    if (as_suffix == GATHER_STATUS_OK)
        *layout = made;
    else if (text[0] == '{' || text[0] == ':' || as_suffix == GATHER_STATUS_OVERFLOW) /* meant as a suffix */
        *error = other;
    else
        return status;
    return as_suffix;
}

int32_t layout_text_dtype(const char *name, size_t length)
{
    int32_t dtype = GATHER_DTYPE_NONE;
    for (int32_t world = 0; world < GATHER_WORLD_COUNT && dtype == GATHER_DTYPE_NONE; world++)
        dtype = gather_dtype_from_name(world, name, length);
    return dtype;
}

void layout_text_suggest(const char *text, size_t length, const struct gather_error *error)
{
    char name[32];
    const char *bracket = memchr(text, '[', length);
    size_t type = bracket != NULL ? (size_t)(bracket - text) : 0;
    int32_t dtype = layout_text_dtype(text, type);
    if ((error->has & GATHER_ERROR_HAS_AT) == 0 || error->at != 0 || dtype == GATHER_DTYPE_NONE ||
        error->status == GATHER_STATUS_OVERFLOW || /* by any name */
        gather_dtype_name(dtype, GATHER_WORLD_XLA, name, sizeof name) == 0 ||
        (strlen(name) == type && memcmp(name, text, type) == 0))
        return;
    talk("did you mean '");
    talk(name);
    talk_safe(text + type, length - type);
    talk("'?\n");
}

int layout_text_get(const char *command, const char *text, const struct gather_layout *known,
                    struct gather_layout *layout)
{
    struct gather_error error = {0};
    enum gather_status status = layout_text_read(text, known, layout, &error);
    if (status == GATHER_STATUS_OK)
        return EXIT_YES;
    talk_failure(command, NULL, &error);
    talk_caret(text, strlen(text), &error);
    layout_text_suggest(text, strlen(text), &error);
    return exit_of_status(status);
}

void layout_text_print(const struct gather_layout *layout, char *text)
{
    int32_t spelling = layout->kind == GATHER_LAYOUT_ORDER ? GATHER_SPELLING_XLA : GATHER_SPELLING_STRIDES;
    if (gather_layout_print(layout, spelling, text, GATHER_LAYOUT_TEXT_SIZE, NULL, NULL) != GATHER_STATUS_OK)
        text[0] = '\0'; /* of a part of cells that are wider than their elements */
}

void layout_text_json(const struct gather_layout *layout, struct gather_json *json)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    layout_text_print(layout, text);
    if (*text != '\0')
        gather_json_text(json, "layout", text);
    else
        gather_json_null(json, "layout");
}

void layout_text_bytes(struct gather_writer *writer, int64_t bytes)
{
    static const char *const units[] = {" KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    int64_t whole = bytes, rest = 0;
    int unit = -1;
    gather_write_integer(writer, bytes);
    gather_write_text(writer, bytes == 1 ? " byte" : " bytes");
    for (; whole >= 1024; unit++) {
        rest = whole % 1024;
        whole /= 1024;
    }
    if (unit < 0)
        return;
    gather_write_text(writer, " (");
    gather_write_integer(writer, whole);
    gather_write_text(writer, ".");
    gather_write_integer(writer, rest * 10 / 1024);
    gather_write_text(writer, units[unit]);
    gather_write_text(writer, ")");
}
