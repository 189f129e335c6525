/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of SVG, written one after the other; what somebody else wrote is made safe. */
#ifndef GATHER_STUDY_DRAWING_SVG_SHEET_H
#define GATHER_STUDY_DRAWING_SVG_SHEET_H

#include "gather/study.h"

struct gather__svg {
    struct gather_writer writer;
    int32_t width, height; /* of what was placed so far */
};

/* Our own text, as printf writes it; without numbers that have a point. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gather__svg_put(struct gather__svg *svg, const char *format, ...);

/* Text that somebody else made, as XML's character data; what is unsafe becomes U+FFFD. */
void gather__svg_text(struct gather__svg *svg, const char *text, size_t length, size_t most);

/* A text element of a class at a place; nothing for an empty text. */
void gather__svg_label(struct gather__svg *svg, int32_t x, int32_t y, const char *class_name,
                       const char *text);

#endif
