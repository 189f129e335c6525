/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of SVG: svg_sheet.h says how they are used. */
#include "study/drawing/svg_sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "study/text/utf8.h"

void gather__svg_put(struct gather__svg *svg, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0)
        gather_write(&svg->writer, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

void gather__svg_text(struct gather__svg *svg, const char *text, size_t length, size_t most)
{
    size_t shown = 0;
    while (length > 0 && shown < most) {
        uint32_t character = 0;
        size_t count = gather__utf8_decode(text, length, &character);
        if (count == 0 || gather__utf8_is_unsafe(character))
            gather_write_text(&svg->writer, "\xef\xbf\xbd");
        else if (character == '&')
            gather_write_text(&svg->writer, "&amp;");
        else if (character == '<')
            gather_write_text(&svg->writer, "&lt;");
        else if (character == '>')
            gather_write_text(&svg->writer, "&gt;");
        else
            gather_write(&svg->writer, text, count);
        count = count > 0 ? count : 1;
        text += count;
        length -= count;
        shown++;
    }
    if (length > 0)
        gather_write_text(&svg->writer, "..");
}

void gather__svg_label(struct gather__svg *svg, int32_t x, int32_t y, const char *class_name,
                       const char *text)
{
    if (*text == '\0')
        return;
    gather__svg_put(svg, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class_name, (int)x, (int)y);
    gather__svg_text(svg, text, strlen(text), SIZE_MAX);
    gather__svg_put(svg, "</text>\n");
}
