/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows that are dense: what lies between the lowest and the highest is read at once, and a plan gathers from there.
 *
 *     rows  7 5 5 9 7 6 ..    read  5 6 7 8 9    a plan takes  2 0 0 4 2 1 ..
 *
 * To look for a row, sort it and copy it alone takes as long as to read hundreds of bytes more.
 */
#include <stdlib.h>

#include "core/arith.h"
#include "io/byte_order.h"
#include "io/io_error.h"
#include "io/row_take.h"

enum {
    FEWEST = 64,         /* pieces: fewer cost less than a plan and memory to read to */
    DENSE = 1024,        /* bytes of a piece, and of the file to a piece, at most */
    FEW_BYTES = 1 << 20, /* up to here rows asked for again and again count each time */
    MOST_BYTES = GATHER_RELAYOUT_MEMORY
};

struct dense {
    int64_t low, high;    /* rows; `high` is below `low` if none is asked for */
    int64_t changes;      /* rows that are there, and not the one before again */
    int64_t cell, end;    /* of the layout: all of these rows, for whatever index the other dimensions have */
    int64_t begin, bytes; /* likewise */
    struct gather_layout is; /* the data's, of these rows */
    int64_t *asked;          /* from the lowest on; NULL: as they are. Owned */
    uint8_t *memory;         /* owned */
};

static void find_ends(struct dense *dense, const struct gather__row_take *take)
{
    const struct gather__row_side *data = &take->data;
    const int64_t cell_bytes = data->layout->cell_bits / 8;
    int64_t before = -1;
    dense->low = INT64_MAX;
    dense->high = -1;
    for (int64_t k = 0; k < take->asked_count; k++) {
        const int64_t row = gather__row_asked(take, k);
        dense->low = row >= 0 && row < dense->low ? row : dense->low;
        dense->high = row > dense->high ? row : dense->high;
        dense->changes += row >= 0 && row != before;
        before = row;
    }
    dense->cell = dense->end = data->summary.offset;
    for (int32_t d = 0; d < data->layout->rank && dense->high >= 0; d++) {
        const int64_t stride = data->summary.strides[d];
        const int64_t first = d == take->axis ? dense->low : 0,
                      last = d == take->axis ? dense->high : data->layout->sizes[d] - 1;
        dense->cell += (stride < 0 ? last : first) * stride; /* bounded: a cell of the layout, as the next */
        dense->end += (stride < 0 ? first : last) * stride;  /* bounded: as above */
    }
    dense->begin = dense->cell * cell_bytes;                    /* bounded: bytes of the layout */
    dense->bytes = (dense->end - dense->cell + 1) * cell_bytes; /* bounded: as above */
}

/* Whether the rows are worth it; what is turned round has to be elements alone. */
static bool is_dense(const struct dense *dense, struct gather__row_take *take)
{
    const struct gather_layout *data = take->data.layout;
    if (dense->high < 0 || dense->bytes > MOST_BYTES ||
        (take->tensor->swapped > 1 && data->cell_bits != gather_dtype_bits(data->dtype)))
        return false;
    gather__row_pieces_make(&take->pieces, &take->data, &take->place, take->axis, NULL, take->asked_count);
    const int64_t a_row = take->pieces.count / take->asked_count;
    const int64_t count =
        dense->bytes <= FEW_BYTES ? take->pieces.count : a_row * dense->changes; /* bounded: pieces */
    return take->pieces.count >= FEWEST && take->pieces.bytes <= DENSE && dense->bytes / DENSE <= count;
}

/* Rows counted from the lowest. Returns: false without memory for them. */
static bool number_rows(struct dense *dense, const struct gather__row_take *take)
{
    if (dense->low == 0)
        return true;
    dense->asked = calloc((size_t)take->asked_count, sizeof *dense->asked);
    for (int64_t k = 0; k < take->asked_count && dense->asked != NULL; k++) {
        const int64_t row = gather__row_asked(take, k);
        dense->asked[k] = row >= 0 ? row - dense->low : -1;
    }
    return dense->asked != NULL;
}

static enum gather_status read_all(struct dense *dense, struct gather__row_take *take,
                                   struct gather_error *error)
{
    const struct gather_tensor *tensor = take->tensor;
    enum gather_status status =
        gather__source_read(take->file->sources[tensor->source], tensor->offset + dense->begin, dense->memory,
                            (size_t)dense->bytes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather__reverse_bytes(dense->memory, (size_t)dense->bytes, tensor->swapped);
    take->summary.reads++;
    take->summary.bytes_read += dense->bytes;
    return status;
}

/* The take of these rows alone, whose data begins with their lowest cell. */
static enum gather_status run(struct dense *dense, const struct gather__row_take *take,
                              struct gather_error *error)
{
    struct gather__row_take part = *take;
    dense->is = *take->data.layout;
    dense->is.sizes[take->axis] = dense->high - dense->low + 1;
    part.data.layout = &dense->is;
    part.data.summary.offset += dense->low * take->data.summary.strides[take->axis] - /* bounded: a cell */
                                dense->cell;
    part.data.summary.bytes = dense->bytes;
    if (dense->asked != NULL)
        part.asked = dense->asked;
    return gather__row_map_run(&part, dense->memory, error);
}

enum gather_status gather__row_dense_take(struct gather__row_take *take, bool *done,
                                          struct gather_error *error)
{
    struct dense dense = {.asked = NULL, .memory = NULL};
    find_ends(&dense, take);
    *done = is_dense(&dense, take);
    if (!*done)
        return GATHER_STATUS_OK;
    dense.memory = malloc((size_t)dense.bytes);
    *done = dense.memory != NULL && number_rows(&dense, take);
    enum gather_status status = *done ? read_all(&dense, take, error) : GATHER_STATUS_OK;
    if (*done && status == GATHER_STATUS_OK)
        status = run(&dense, take, error);
    free(dense.memory);
    free(dense.asked);
    return status;
}
