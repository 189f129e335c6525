/* SPDX-License-Identifier: Apache-2.0 */
/* A sheet of characters: canvas.h says how it is used. */
#include "study/text/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "study/text/utf8.h"

enum gather_status gather__canvas_init(struct gather__canvas *canvas, int32_t width, int32_t height)
{
    canvas->width = width;
    canvas->height = height;
    /* bounded: some hundred characters each way */
    canvas->characters = calloc((size_t)width * (size_t)height + 1, sizeof *canvas->characters);
    return canvas->characters != NULL ? GATHER_STATUS_OK : GATHER_STATUS_NO_MEMORY;
}

void gather__canvas_fini(struct gather__canvas *canvas)
{
    free(canvas->characters);
    memset(canvas, 0, sizeof *canvas);
}

static struct gather__character *line_of(const struct gather__canvas *canvas, int32_t y)
{
    return canvas->characters + (size_t)y * (size_t)canvas->width; /* bounded: inside the sheet */
}

void gather__canvas_put(struct gather__canvas *canvas, int32_t x, int32_t y, uint32_t code, int32_t style)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return;
    struct gather__character *character = &line_of(canvas, y)[x];
    character->code = code;
    character->style = style;
}

void gather__canvas_text(struct gather__canvas *canvas, int32_t x, int32_t y, const char *text, int32_t style)
{
    for (; *text != '\0'; text++)
        gather__canvas_put(canvas, x++, y, (unsigned char)*text, style);
}

const char *gather__style_begin(int32_t style)
{
    static const char *const sequences[] = {"",         "\033[2m",  "\033[1m",  "\033[36m",
                                            "\033[33m", "\033[35m", "\033[32m", "\033[34m",
                                            "\033[31m", "\033[96m", "\033[93m"};
    return sequences[style];
}

const char *gather__style_end(void) { return "\033[0m"; }

static void write_line(const struct gather__character *line, int32_t length, struct gather_writer *writer,
                       bool colour)
{
    int32_t style = GATHER__STYLE_PLAIN;
    for (int32_t x = 0; x < length; x++) {
        char bytes[4];
        /* A blank has no look of its own: it goes along with what stands before it. */
        if (colour && line[x].code != 0 && line[x].style != style) {
            if (style != GATHER__STYLE_PLAIN)
                gather_write_text(writer, gather__style_end());
            style = line[x].style;
            gather_write_text(writer, gather__style_begin(style));
        }
        gather_write(writer, bytes, gather__utf8_encode(line[x].code == 0 ? ' ' : line[x].code, bytes));
    }
    if (style != GATHER__STYLE_PLAIN)
        gather_write_text(writer, gather__style_end());
    gather_write_text(writer, "\n");
}

void gather__canvas_write(const struct gather__canvas *canvas, struct gather_writer *writer, bool colour)
{
    for (int32_t y = 0; y < canvas->height; y++) {
        const struct gather__character *line = line_of(canvas, y);
        int32_t length = canvas->width;
        while (length > 0 && line[length - 1].code == 0)
            length--;
        write_line(line, length, writer, colour);
    }
}
