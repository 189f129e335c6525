/* SPDX-License-Identifier: Apache-2.0 */
/* Reading pieces of a file in batches: row_batch.h says how. */
#include "io/row_batch.h"

#include <string.h>

#include "io/byte_order.h"

enum {
    SMALL = 1 << 13,     /* larger pieces are read each to its place */
    GAP = 1 << 12,       /* smaller ones are read through: the disk reads whole pages anyway */
    RUN_MOST = 1 << 22,  /* of pieces that go on in both, so that much is under way at a time */
    BATCH_MOST = 1 << 23 /* likewise, of a batch */
};

/* ---- spans --------------------------------------------------------------------------------------- */

static int64_t end_of(const struct gather__span *span) { return span->begin + span->bytes; }

static bool is_same(const struct gather__piece *a, const struct gather__piece *b)
{
    return a->to != NULL && a->from == b->from && a->bytes == b->bytes;
}

/* A piece that begins where the only one of a span ends, in the file and in the output, becomes part of it. */
static bool goes_on(struct gather__span *span, struct gather__piece *last, const struct gather__piece *piece)
{
    if (span->count != 1 || span->known != NULL || span->bytes >= RUN_MOST ||
        last->from + last->bytes != piece->from || last->to + last->bytes != piece->to)
        return false;
    last->bytes += piece->bytes;
    span->bytes += piece->bytes;
    return true;
}

/* Whether a piece lies in a span, or is small and near enough that the span grows by it. */
static bool joins(struct gather__span *span, const struct gather__piece *piece)
{
    int64_t end = piece->from + piece->bytes;
    if (piece->from >= span->begin && end <= end_of(span))
        return true;
    if (span->known != NULL || piece->bytes > SMALL || span->bytes > GATHER__SPAN_BYTES ||
        (span->count == 1 && span->bytes > SMALL) || piece->from < span->begin ||
        piece->from > end_of(span) + GAP || end - span->begin > GATHER__SPAN_BYTES)
        return false;
    span->bytes = end > end_of(span) ? end - span->begin : span->bytes;
    return true;
}

/* Takes a piece into the last span, or one of its own. Returns: false if there is no room for it. */
static bool add(struct gather__row_reader *reader, struct gather__row_batch *batch,
                const struct gather__piece *piece)
{
    struct gather__span *last = batch->span_count > 0 ? &batch->spans[batch->span_count - 1] : NULL;
    if (last != NULL && goes_on(last, &batch->pieces[batch->piece_count - 1], piece))
        return true;
    if (batch->piece_count == GATHER__BATCH_PIECES)
        return false;
    if (last == NULL || !joins(last, piece)) {
        if (batch->span_count == GATHER__BATCH_SPANS)
            return false;
        batch->spans[batch->span_count++] = (struct gather__span){
            .begin = piece->from,
            .bytes = piece->bytes,
            .first = batch->piece_count,
            .count = 0,
            .known = last == NULL && is_same(&reader->last, piece) ? reader->last.to : NULL};
        last = &batch->spans[batch->span_count - 1];
        batch->bytes += piece->bytes;
    }
    batch->pieces[batch->piece_count++] = *piece;
    last->count++;
    return true;
}

/* The next pieces of the walk, as many as fit. */
static void fill(struct gather__row_reader *reader, struct gather__row_batch *batch)
{
    batch->span_count = batch->piece_count = 0;
    batch->bytes = 0;
    while (reader->walk.left > 0 && batch->bytes < BATCH_MOST) {
        struct gather__piece piece = gather__row_walk_piece(&reader->walk);
        if (!add(reader, batch, &piece))
            break;
        gather__row_walk_next(&reader->walk);
    }
    if (batch->piece_count > 0)
        reader->last = batch->pieces[batch->piece_count - 1];
}

/* ---- reading ------------------------------------------------------------------------------------- */

/* Where the bytes of a span are read to: their place, if one piece has them all. */
static uint8_t *place_of(struct gather__row_reader *reader, const struct gather__row_batch *batch,
                         const struct gather__span *span)
{
    const struct gather__piece *first = &batch->pieces[span->first];
    return first->from == span->begin && first->bytes == span->bytes ? first->to : reader->memory;
}

/* What was read, to all its places. */
static void deliver(struct gather__row_reader *reader, const struct gather__row_batch *batch,
                    struct gather__span *span, uint8_t *bytes)
{
    const struct gather__piece *piece = &batch->pieces[span->first];
    gather__reverse_bytes(bytes, (size_t)span->bytes, reader->swapped);
    for (int32_t k = 0; k < span->count; k++, piece++) {
        const uint8_t *from = bytes + (piece->from - span->begin);
        if (from != piece->to)
            memcpy(piece->to, from, (size_t)piece->bytes);
    }
    reader->reads++;
    reader->bytes_read += span->bytes;
    span->done = true;
}

/* Spans that lie in memory are read at once; the disk is asked for the others. */
static void try_batch(struct gather__row_reader *reader, struct gather__row_batch *batch)
{
    for (int32_t k = 0; k < batch->span_count; k++) {
        struct gather__span *span = &batch->spans[k];
        if (span->known != NULL)
            continue;
        uint8_t *to = place_of(reader, batch, span);
        if (gather__source_read_now(reader->source, reader->offset + span->begin, to, (size_t)span->bytes))
            deliver(reader, batch, span, to);
    }
}

static void copy_known(const struct gather__row_batch *batch, const struct gather__span *span)
{
    for (int32_t k = span->first; k < span->first + span->count; k++)
        memcpy(batch->pieces[k].to, span->known + (batch->pieces[k].from - span->begin),
               (size_t)batch->pieces[k].bytes);
}

static enum gather_status read_batch(struct gather__row_reader *reader, struct gather__row_batch *batch,
                                     struct gather_error *error)
{
    for (int32_t k = 0; k < batch->span_count; k++) {
        struct gather__span *span = &batch->spans[k];
        if (span->done)
            continue;
        if (span->known != NULL) {
            copy_known(batch, span);
            continue;
        }
        uint8_t *to = place_of(reader, batch, span);
        enum gather_status status =
            gather__source_read(reader->source, reader->offset + span->begin, to, (size_t)span->bytes, error);
        if (status != GATHER_STATUS_OK)
            return status;
        deliver(reader, batch, span, to);
    }
    return GATHER_STATUS_OK;
}

enum gather_status gather__row_reader_run(struct gather__row_reader *reader, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    int turn = 0;
    reader->last.to = NULL;
    fill(reader, &reader->batches[turn]);
    try_batch(reader, &reader->batches[turn]);
    while (status == GATHER_STATUS_OK && reader->batches[turn].span_count > 0) {
        struct gather__row_batch *next = &reader->batches[1 - turn];
        fill(reader, next);
        try_batch(reader, next);
        status = read_batch(reader, &reader->batches[turn], error);
        turn = 1 - turn;
    }
    return status;
}
