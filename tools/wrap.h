/* SPDX-License-Identifier: Apache-2.0 */
/* Text for people, broken into lines of so many columns. */
#ifndef GATHER_TOOLS_WRAP_H
#define GATHER_TOOLS_WRAP_H

#include "gather/study.h"

/*
 * Writes the words of a text, and an end of line. An empty line in it parts paragraphs.
 * column: where the line stands already; indent: where the lines behind the first begin.
 */
void wrap_text(struct gather_writer *writer, const char *text, size_t column, size_t indent, size_t columns);

#endif
