/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of words: wrap.h says what is broken where. A word that is longer than a line has one of its own. */
#include "wrap.h"

#include <string.h>

void wrap_text(struct gather_writer *writer, const char *text, size_t column, size_t indent, size_t columns)
{
    bool at_begin = true; /* of a line: no blank goes before the next word */
    while (*text != '\0') {
        size_t blanks = strspn(text, " \n"), length = strcspn(text + blanks, " \n");
        bool new_paragraph = blanks > 1 && strncmp(text, "\n\n", 2) == 0;
        text += blanks;
        if (length == 0)
            break;
        if (new_paragraph || (!at_begin && column + 1 + length > columns)) {
            gather_write_text(writer, new_paragraph ? "\n\n" : "\n");
            gather_write_repeated(writer, ' ', indent);
            column = indent;
            at_begin = true;
        }
        gather_write_text(writer, at_begin ? "" : " ");
        gather_write(writer, text, length);
        column += length + !at_begin;
        at_begin = false;
        text += length;
    }
    gather_write_text(writer, "\n");
}
