/* SPDX-License-Identifier: Apache-2.0 */
/* Rows as pieces of a file: row_pieces.h says in which order. */
#include "io/row_pieces.h"

#include <string.h>

#include "core/arith.h"

enum { MOST_BYTES = 1 << 24 /* of a piece; whole elements of any type */ };

/* ---- loops --------------------------------------------------------------------------------------- */

/* A loop that walks the file backwards turns round. Rows keep their order and are counted from the last. */
static void turn(struct gather__row_pieces *pieces, struct gather__row_loop *loop)
{
    if (loop->from >= 0 || loop->over_rows)
        return;
    pieces->from += (loop->extent - 1) * loop->from; /* bounded: cells of the layout */
    pieces->to += (loop->extent - 1) * loop->to;     /* bounded: cells of the layout */
    loop->from = -loop->from;
    loop->to = -loop->to;
}

static void insert_loop(struct gather__row_pieces *pieces, struct gather__row_loop loop)
{
    int32_t place = pieces->loop_count++;
    for (; place > 0 && gather__magnitude(pieces->loops[place - 1].from) < gather__magnitude(loop.from);
         place--)
        pieces->loops[place] = pieces->loops[place - 1];
    pieces->loops[place] = loop;
}

/* The loop of the smallest step in the file; those that stay at their bytes are of no account. NULL: there is none. */
static struct gather__row_loop *find_fastest(struct gather__row_pieces *pieces)
{
    for (int32_t k = pieces->loop_count - 1; k >= 0; k--)
        if (pieces->loops[k].from != 0)
            return &pieces->loops[k];
    return NULL;
}

static void remove_loop(struct gather__row_pieces *pieces, struct gather__row_loop *loop)
{
    const struct gather__row_loop *end = pieces->loops + pieces->loop_count--;
    memmove(loop, loop + 1, (size_t)(end - (loop + 1)) * sizeof *loop); /* bounded: loops of the array */
}

/* The fastest loops that go on where a piece ends, in both, lengthen it. */
static void lengthen(struct gather__row_pieces *pieces)
{
    struct gather__row_loop *loop = find_fastest(pieces);
    for (; loop != NULL && !loop->over_rows && loop->from == pieces->run && loop->to == pieces->run;
         loop = find_fastest(pieces)) {
        pieces->run *= loop->extent; /* bounded: bytes of the layout */
        remove_loop(pieces, loop);
    }
}

void gather__row_pieces_make(struct gather__row_pieces *pieces, const struct gather__row_side *data,
                             const struct gather__row_side *output, int32_t axis,
                             const struct gather__row *rows, int64_t count)
{
    int64_t in = data->layout->cell_bits / 8, out = output->layout->cell_bits / 8;
    memset(pieces, 0, sizeof *pieces);
    pieces->rows = rows;
    pieces->run = gather_dtype_bits(data->layout->dtype) / 8;
    pieces->from = data->summary.offset * in;  /* bounded: bytes of the layout, as all below */
    pieces->to = output->summary.offset * out; /* bounded: as above */
    for (int32_t d = 0; d < data->layout->rank; d++) {
        struct gather__row_loop loop = {.extent = d == axis ? count : data->layout->sizes[d],
                                        .from = data->summary.strides[d] * in,  /* bounded: as above */
                                        .to = output->summary.strides[d] * out, /* bounded: as above */
                                        .over_rows = d == axis};
        turn(pieces, &loop);
        if (loop.extent > 1 || loop.over_rows)
            insert_loop(pieces, loop);
    }
    lengthen(pieces);
    pieces->bytes = pieces->run < MOST_BYTES ? pieces->run : MOST_BYTES;
    pieces->parts = pieces->count = gather__divide_up(pieces->run, pieces->bytes);
    for (int32_t k = 0; k < pieces->loop_count; k++)
        pieces->count *= pieces->loops[k].extent; /* bounded: elements of the output */
}

int64_t gather__row_pieces_elements(const struct gather__row_pieces *pieces, int64_t done,
                                    int64_t element_bytes)
{
    int64_t begun = done % pieces->parts * pieces->bytes;                /* bounded: bytes of the run */
    return (done / pieces->parts * pieces->run + begun) / element_bytes; /* bounded: bytes of the output */
}

/* ---- walking ------------------------------------------------------------------------------------- */

struct gather__row_walk gather__row_walk_begin(const struct gather__row_pieces *pieces, uint8_t *output,
                                               int64_t begin, int64_t end)
{
    struct gather__row_walk walk = {.pieces = pieces, .output = output, .left = end - begin};
    walk.part = begin % pieces->parts;
    begin /= pieces->parts;
    for (int32_t k = pieces->loop_count - 1; k >= 0; k--) {
        walk.index[k] = begin % pieces->loops[k].extent;
        begin /= pieces->loops[k].extent;
    }
    return walk;
}

struct gather__piece gather__row_walk_piece(const struct gather__row_walk *walk)
{
    const struct gather__row_pieces *pieces = walk->pieces;
    int64_t from = pieces->from, to = pieces->to;
    for (int32_t k = 0; k < pieces->loop_count; k++) {
        const struct gather__row_loop *loop = &pieces->loops[k];
        struct gather__row at = {walk->index[k], walk->index[k]};
        if (loop->over_rows)
            at = pieces->rows[loop->from < 0 ? loop->extent - 1 - walk->index[k] : walk->index[k]];
        from += at.row * loop->from; /* bounded: bytes of the layout */
        to += at.place * loop->to;   /* bounded: bytes of the layout */
    }
    int64_t passed = walk->part * pieces->bytes, left = pieces->run - passed; /* bounded: bytes of the run */
    return (struct gather__piece){from + passed, walk->output + to + passed,
                                  left < pieces->bytes ? left : pieces->bytes};
}

void gather__row_walk_next(struct gather__row_walk *walk)
{
    walk->left--;
    if (++walk->part < walk->pieces->parts)
        return;
    walk->part = 0;
    for (int32_t k = walk->pieces->loop_count - 1; k >= 0; k--) {
        if (++walk->index[k] < walk->pieces->loops[k].extent)
            return;
        walk->index[k] = 0;
    }
}
