/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather layout` does with each text that it is given, and what came of it. */
#ifndef GATHER_TOOLS_LAYOUT_WORK_H
#define GATHER_TOOLS_LAYOUT_WORK_H

#include "arguments.h"
#include "gather/study.h"

struct layout_work {
    const struct arguments *arguments;
    struct gather_writer writer; /* of stdout */
    struct gather_json json;     /* the same, where JSON is wanted: an array of layouts is open */
    struct gather_drawing drawing;
    const char *svg; /* the file for the drawing; NULL for none */
    bool as_json;
    bool asks;        /* for places alone, by --at, --cell and --byte */
    bool several;     /* there may be several texts: each answer says which it is about */
    const char *text; /* the one in work */
    size_t length;
    int64_t line; /* of stdin, where it stands; 0 if not there */
    size_t texts;
    struct gather_memory only; /* for --svg: the one text, read before anything is written */
    int64_t only_line;
    int code; /* the worst exit code so far */
};

/* Whether an argument asks for a place: --at, --cell, --byte. */
bool layout_question(const struct argument *argument);

void layout_work_on(struct layout_work *work, const char *text, size_t length);

#endif
