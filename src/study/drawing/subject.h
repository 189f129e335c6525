/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What drawing and report need to know of a layout, asked once: who lies in a cell, what padding is called,
 * how far the grid goes, how many cells go together.
 */
#ifndef GATHER_STUDY_DRAWING_SUBJECT_H
#define GATHER_STUDY_DRAWING_SUBJECT_H

#include "study/drawing/scene.h"

struct gather__subject {
    struct gather_layout layout;
    struct gather_layout padded;   /* its elements are those of the layout and the padding that has a value */
    struct gather_layout extended; /* its elements are all that the grid shows: up to the end of the tiles */
    struct gather_layout_summary summary;
    int64_t unit;             /* cells that go together: a tile, else the fastest run; 0 for none */
    int32_t colour_dimension; /* whose index colours an element; -1 for none */
    bool letters;
    bool has_value; /* padding has a value */
};

/* Returns: OK; what describing the layout answers. */
enum gather_status gather__subject_init(struct gather__subject *subject, const struct gather_layout *layout);

/* Fills mark, name, colour and cell of the box of a cell; its block is that of memory. */
void gather__subject_box(const struct gather__subject *subject, int64_t cell, struct gather__drawn_box *box);

/* Digits of a number that is not negative. */
int32_t gather__digits(int64_t value);

/* Characters of the longest name, and of the largest cell's number. */
int32_t gather__subject_name_width(const struct gather__subject *subject);
int32_t gather__subject_cell_width(const struct gather__subject *subject);

/* What a value of padding is called where there is little room: "0", "1", "lo", "hi". */
const char *gather__padding_sign(int32_t padding);

/* What it is called in full: "zero". Returns: a static string. */
const char *gather__padding_name(int32_t padding);

/* Cells that hold an element. Returns: -1 where strides overlap so irregularly that it was not counted. */
int64_t gather__subject_used_cells(const struct gather__subject *subject);

#endif
