/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a tensor of strides as pieces: bytes that follow each other in the file and in the output alike.
 *
 *     data u8[4,3,8], rows 2 and 0 of axis 1        in the order of the file, whichever way its strides go:
 *     0 [ 0  1  2 ]                                 (0, row 0) -> place 1,  (0, row 2) -> place 0,
 *     1 [ 3  4  5 ]   each number 8 bytes           (1, row 0) -> place 1,  (1, row 2) -> place 0, ..
 *     .
 *
 * All dimensions become loops, the one with the largest step in the file outermost; those that are innermost and
 * go on in both without a gap are the piece itself, or of a long one as many pieces as somebody may wait for in turn.
 */
#ifndef GATHER_IO_ROW_PIECES_H
#define GATHER_IO_ROW_PIECES_H

#include <stdbool.h>

#include "gather/layout.h"

/* A row of the data, and where it goes along the axis of the output. */
struct gather__row {
    int64_t row, place;
};

struct gather__piece {
    int64_t from; /* byte of the tensor */
    uint8_t *to;
    int64_t bytes;
};

struct gather__row_loop {
    int64_t extent, from, to; /* steps in bytes */
    bool over_rows;           /* then `from` is that of one row, `to` that of one place */
};

struct gather__row_pieces {
    const struct gather__row *rows; /* in the order of their numbers */
    struct gather__row_loop loops[GATHER_MAX_RANK];
    int32_t loop_count;
    int64_t from, to; /* bytes at which index 0 of every loop lies */
    int64_t run;      /* bytes that follow each other */
    int64_t bytes;    /* of a piece: all of a run, or of a long one a part; its last is what is left */
    int64_t parts;    /* of a run */
    int64_t count;    /* of pieces */
};

/* A layout of strides with elements, in elements and cells of whole bytes. */
struct gather__row_side {
    const struct gather_layout *layout;
    struct gather_layout_summary summary;
};

/* The elements of the first `done` pieces. */
int64_t gather__row_pieces_elements(const struct gather__row_pieces *pieces, int64_t done,
                                    int64_t element_bytes);

/* The pieces of `count` rows, more than none. */
void gather__row_pieces_make(struct gather__row_pieces *pieces, const struct gather__row_side *data,
                             const struct gather__row_side *output, int32_t axis,
                             const struct gather__row *rows, int64_t count);

/* Goes through pieces, from any of them on. */
struct gather__row_walk {
    const struct gather__row_pieces *pieces;
    uint8_t *output;
    int64_t index[GATHER_MAX_RANK];
    int64_t part; /* of the run at the index */
    int64_t left;
};

struct gather__row_walk gather__row_walk_begin(const struct gather__row_pieces *pieces, uint8_t *output,
                                               int64_t begin, int64_t end);

/* The piece that the walk stands at; it has one as long as `left` is not 0. */
struct gather__piece gather__row_walk_piece(const struct gather__row_walk *walk);
void gather__row_walk_next(struct gather__row_walk *walk);

#endif
