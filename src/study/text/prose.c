/* SPDX-License-Identifier: Apache-2.0 */
/* Words in lines: prose.h says how it is used. */
#include "study/text/prose.h"

#include <string.h>

struct gather__prose gather__prose_at(struct gather_writer *writer, int32_t width, int32_t column,
                                      int32_t indent)
{
    struct gather__prose prose = {writer, width, indent, column, false};
    return prose;
}

static void write_word(struct gather__prose *prose, const char *word, size_t length)
{
    int32_t room = prose->width - prose->column - (prose->is_begun ? 1 : 0);
    if (prose->is_begun && (int64_t)length > room) {
        gather_write_text(prose->writer, "\n");
        gather_write_repeated(prose->writer, ' ', (size_t)prose->indent);
        prose->column = prose->indent;
    } else if (prose->is_begun) {
        gather_write_text(prose->writer, " ");
        prose->column++;
    }
    gather_write(prose->writer, word, length);
    prose->column += (int32_t)length;
    prose->is_begun = true;
}

static void begin_paragraph(struct gather__prose *prose)
{
    gather_write_text(prose->writer, "\n\n");
    gather_write_repeated(prose->writer, ' ', (size_t)prose->indent);
    prose->column = prose->indent;
    prose->is_begun = false;
}

void gather__prose_write(struct gather__prose *prose, const char *text)
{
    while (*text != '\0') {
        size_t blanks = strspn(text, " \n"), length = strcspn(text + blanks, " \n");
        if (length > 0 && strncmp(text, "\n\n", 2) == 0)
            begin_paragraph(prose);
        if (length > 0)
            write_word(prose, text + blanks, length);
        text += blanks + length;
    }
}

void gather__prose_end(struct gather__prose *prose)
{
    gather_write_text(prose->writer, "\n");
    prose->column = 0;
    prose->is_begun = false;
}

void gather_write_wrapped(struct gather_writer *writer, const char *text, size_t column, size_t indent,
                          size_t columns)
{
    struct gather__prose prose = gather__prose_at(writer, (int32_t)columns, (int32_t)column, (int32_t)indent);
    gather__prose_write(&prose, text);
    gather__prose_end(&prose);
}
