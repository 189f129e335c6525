/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The elements of a file's tensor in row-major order of the index, whatever their order in the file, piece by piece
 * and in bounded memory; each in the whole bytes that its type takes.
 *
 *     a piece: some rows of a dimension, with all that is inside them; so it is one stretch of the order
 *
 *         [ 0 .. 1, all, all ]   [ 2 .. 3, all, all ]   ..        of f32[9,4,4]
 *
 * A tensor in tiles is read as a whole, and refused where that takes too much memory.
 */
#ifndef GATHER_TOOLS_ELEMENT_WALK_H
#define GATHER_TOOLS_ELEMENT_WALK_H

#include <stdbool.h>

#include "gather/io.h"

enum { ELEMENT_WALK_MOST = 1 << 22 /* elements of any piece */, ELEMENT_WALK_BYTES = 16 };

/* A tensor as it is walked over. */
struct element_reader {
    const struct gather_file *file;
    struct gather_tensor tensor;
    struct gather_layout dense; /* of the elements in memory */
    struct gather_layout_summary summary;
    bool is_plain; /* its bytes are the elements as they are wanted */
    void *values;  /* owned: all of them, in tiles; else NULL */
};

/*
 * Begins. Returns: OK; UNSUPPORTED for tiles beyond the memory allowed; what reading refuses. To be ended in any
 * case.
 */
enum gather_status element_reader_begin(struct element_reader *reader, const struct gather_file *file,
                                        const struct gather_tensor *tensor, struct gather_error *error);
void element_reader_end(struct element_reader *reader);

/* How many elements to read at a time: few where they lie as they are wanted, else as many as memory should hold. */
int64_t element_reader_piece(const struct element_reader *reader);

/* A piece: `count` elements from number `first` on. */
struct element_piece {
    int64_t begin[GATHER_MAX_RANK], sizes[GATHER_MAX_RANK]; /* of its box */
    int64_t first, count;
};

/* The first piece, of at most `most` elements, of which there are some. layout: whose sizes count. */
struct element_piece element_piece_first(const struct gather_layout *layout, int64_t most);

/* The next one. Returns: false behind the last. */
bool element_piece_next(const struct gather_layout *layout, int64_t most, struct element_piece *piece);

/* Reads a piece. elements: room for it. Returns: what reading refuses. */
enum gather_status element_reader_read(const struct element_reader *reader, const struct element_piece *piece,
                                       void *elements, struct gather_error *error);

/* The first element of a strided layout, as strides of no dimension: what a part of it is made from. */
struct gather_layout element_point(const struct gather_layout *layout,
                                   const struct gather_layout_summary *summary);

/* The part of a strided layout that begins at an index, as strides. */
struct gather_layout element_part(const struct gather_layout *layout,
                                  const struct gather_layout_summary *summary, const int64_t *begin,
                                  const int64_t *sizes);

/* The index of an element, by its number in row-major order. */
void element_index(const struct gather_layout *layout, int64_t number, int64_t *index);

#endif
