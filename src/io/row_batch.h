/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces of a file on their way into an output, many at once.
 *
 *     batch 0   try every span ── ask the disk for those that are not in memory
 *     batch 1   try every span ── ask the disk for ..
 *     batch 0   read what was asked for
 *     batch 2   ..
 *
 * So the disk always has the requests of a batch before it while the one before is waited for, without a thread. A
 * span is what one read brings: a piece that goes straight to its place; or several small ones with small gaps,
 * which are read together and copied. A piece that was read before is copied from there.
 */
#ifndef GATHER_IO_ROW_BATCH_H
#define GATHER_IO_ROW_BATCH_H

#include "io/row_pieces.h"
#include "io/source.h"

enum {
    GATHER__BATCH_SPANS = 128,
    GATHER__BATCH_PIECES = 1024,
    GATHER__SPAN_BYTES = 1 << 17 /* of a span of several pieces, at most */
};

struct gather__span {
    int64_t begin, bytes; /* of the tensor */
    int32_t first, count; /* of the batch's pieces */
    const uint8_t *known; /* where these bytes were read to before; NULL for those that are to be read */
    bool done;
};

struct gather__row_batch {
    struct gather__span spans[GATHER__BATCH_SPANS];
    struct gather__piece pieces[GATHER__BATCH_PIECES];
    int32_t span_count, piece_count;
    int64_t bytes;
};

/* What works on a range of pieces; by itself, whatever other ranges do. */
struct gather__row_reader {
    const struct gather__source *source;
    int64_t offset;  /* of the tensor in it */
    int32_t swapped; /* as in a tensor */
    struct gather__row_walk walk;
    struct gather__piece last; /* of the batch before; `to` is NULL if there is none */
    int64_t reads, bytes_read;
    struct gather__row_batch batches[2];
    uint8_t memory[GATHER__SPAN_BYTES];
};

/* Reads all pieces of the walk. Returns: OK; IO with `at`; what making the bytes of a source refuses. */
enum gather_status gather__row_reader_run(struct gather__row_reader *reader, struct gather_error *error);

#endif
