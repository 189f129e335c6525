/* SPDX-License-Identifier: Apache-2.0 */
/* Words in lines: a writer that breaks lines at blanks, for pages of a width. */
#ifndef GATHER_STUDY_TEXT_PROSE_H
#define GATHER_STUDY_TEXT_PROSE_H

#include "gather/study.h"

/* Where writing stands in a paragraph. */
struct gather__prose {
    struct gather_writer *writer;
    int32_t width;  /* of the page; a word that is longer stands alone in its line */
    int32_t indent; /* of the lines behind the first */
    int32_t column; /* where the line ends now */
    bool is_begun;  /* a word stands in the line */
};

/* column: where the line stands already, which is left as it is. */
struct gather__prose gather__prose_at(struct gather_writer *writer, int32_t width, int32_t column,
                                      int32_t indent);

/* Writes the words of a text, which blanks and ends of lines part; an empty line parts paragraphs. */
void gather__prose_write(struct gather__prose *prose, const char *text);

/* Ends the line. */
void gather__prose_end(struct gather__prose *prose);

#endif
