/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A layout as a scene: panels of boxes, to be drawn by anything that can draw boxes and text. A scene is
 * small whatever the layout: what does not fit is left out, and a gap stands in its place.
 *
 *     grid      a panel a slice of the shape, one box an element, with its cell; padding and the rest of
 * tiles too memory    one panel, a box a cell in the order of memory, with the element that lies there
 *
 * Two boxes of different blocks (tiles, runs, elements and padding) have a border between them.
 */
#ifndef GATHER_STUDY_DRAWING_SCENE_H
#define GATHER_STUDY_DRAWING_SCENE_H

#include "gather/study.h"

enum { GATHER__NAME_SIZE = 40, GATHER__PANELS_MAX = 64, GATHER__COLOURS = 8, GATHER__LEGEND_MAX = 2 };

enum gather__mark {
    GATHER__MARK_NOTHING, /* no box */
    GATHER__MARK_ELEMENT, /* a cell with an element */
    GATHER__MARK_VALUE,   /* padding that holds a value */
    GATHER__MARK_EMPTY,   /* a cell that nobody reads or writes */
    GATHER__MARK_GAP      /* boxes were left out here */
};

struct gather__drawn_box {
    int64_t cell;   /* -1 where there is none */
    int64_t block;  /* boxes of the same block have no border between them */
    int32_t mark;   /* an `enum gather__mark` */
    int32_t colour; /* of the owner, 0 to GATHER__COLOURS-1 */
    char name[GATHER__NAME_SIZE];
};

struct gather__panel {
    char caption[GATHER__NAME_SIZE + 24];
    bool memory;
    int32_t rows, columns;
    struct gather__drawn_box *boxes;          /* rows * columns */
    char (*row_labels)[GATHER__NAME_SIZE];    /* rows */
    char (*column_labels)[GATHER__NAME_SIZE]; /* columns */
};

/* What a mark means. */
struct gather__legend {
    int32_t mark;
    char name[GATHER__NAME_SIZE];
    char text[48];
};

/* How large things may become: in characters on a terminal, in pixels elsewhere. */
struct gather__metrics {
    int32_t width;       /* of everything that stands side by side */
    int32_t rows;        /* boxes of the grid below each other */
    int32_t character;   /* one character of a label */
    int32_t box_minimum; /* a box with the space behind it */
    int32_t box_margin;  /* what such a box takes beside its label */
    int32_t border;      /* what a border between two boxes adds */
    int32_t frame;       /* what a panel takes beside its boxes and the labels of its rows */
    bool both;           /* a box of the grid shows the element's name and its cell, not the cell alone */
};

struct gather__scene {
    struct gather__panel panels[GATHER__PANELS_MAX];
    int32_t panel_count;
    bool letters; /* the elements are so few that letters name them */
    struct gather__legend legend[GATHER__LEGEND_MAX];
    int32_t legend_count;
    /* the dimension whose index is the colour, GATHER__COLOURS of them in turn; -1 for none */
    int32_t colour_dimension;
    int64_t colour_count; /* indices of that dimension */
};

/* Makes the scene of a valid layout. Returns: OK; NO_MEMORY. On failure: to be ended all the same. */
enum gather_status gather__scene_init(struct gather__scene *scene, const struct gather_layout *layout,
                                      const struct gather__metrics *metrics);
void gather__scene_fini(struct gather__scene *scene);

/* A number, or ".." for -1. text: room for GATHER__NAME_SIZE. */
void gather__number_text(int64_t number, char *text);

/* The box of a panel; NULL outside. */
const struct gather__drawn_box *gather__panel_box(const struct gather__panel *panel, int32_t row,
                                                  int32_t column);

/* Whether a box has a border on its left, on its top; behind the last box stand the far sides. */
bool gather__panel_left(const struct gather__panel *panel, int32_t row, int32_t column);
bool gather__panel_top(const struct gather__panel *panel, int32_t row, int32_t column);

#endif
