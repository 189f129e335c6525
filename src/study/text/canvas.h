/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sheet of characters, each with a style, to draw on in any order; then it goes out line by line.
 */
#ifndef GATHER_STUDY_TEXT_CANVAS_H
#define GATHER_STUDY_TEXT_CANVAS_H

#include "gather/study.h"

/* Below GATHER__STYLE_OWNER nothing but these; from it on the colours of owners. */
enum gather__style { GATHER__STYLE_PLAIN, GATHER__STYLE_FAINT, GATHER__STYLE_BOLD, GATHER__STYLE_OWNER };

struct gather__character {
    uint32_t code; /* 0 is a blank */
    int32_t style;
};

/* Owns: `characters`. */
struct gather__canvas {
    int32_t width, height;
    struct gather__character *characters;
};

/* Returns: OK; NO_MEMORY. On failure: to be ended all the same. */
enum gather_status gather__canvas_init(struct gather__canvas *canvas, int32_t width, int32_t height);
void gather__canvas_fini(struct gather__canvas *canvas);

/* What would fall outside is left out. */
void gather__canvas_put(struct gather__canvas *canvas, int32_t x, int32_t y, uint32_t code, int32_t style);
void gather__canvas_text(struct gather__canvas *canvas, int32_t x, int32_t y, const char *text,
                         int32_t style);

/* Writes all lines without the blanks at their ends; `colour` as ANSI sequences. */
void gather__canvas_write(const struct gather__canvas *canvas, struct gather_writer *writer, bool colour);

/* The ANSI sequence that begins a style; "" for the plain one. The other ends any style. */
const char *gather__style_begin(int32_t style);
const char *gather__style_end(void);

#endif
