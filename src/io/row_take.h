/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A take of rows of a file, as its parts see it.
 *
 *     asked      7 2 7 -1                           row_take.c   judged
 *     mapped     a plan runs on the map             row_map.c    where the file is, and lies in memory
 *     dense      a plan runs on all between them     row_dense.c  so many that they are read at once
 *     rows       2 -> 1, 7 -> 0, 7 -> 2             row_order.c  else: in the order of the file,
 *     pieces     read to their places, in batches                row_pieces.h, row_batch.h
 */
#ifndef GATHER_IO_ROW_TAKE_H
#define GATHER_IO_ROW_TAKE_H

#include "core/once.h"
#include "io/file.h"
#include "io/row_pieces.h"

struct gather__row_take {
    const struct gather_file *file;
    const struct gather_tensor *tensor;
    struct gather__row_side data, place;
    int32_t axis;
    struct gather_take_options options;
    const int64_t *asked; /* the caller's */
    int64_t asked_count;
    struct gather__row *rows; /* owned */
    int64_t count;
    struct gather__row_pieces pieces;
    struct gather_buffer output;
    struct gather_take_summary summary;
};

/* The row that is asked for at a place; -1 for none, and for one that is none any more since it was judged. */
static inline int64_t gather__row_asked(const struct gather__row_take *take, int64_t k)
{
    const int64_t row = gather__keep_value(take->asked[k]);
    return row >= 0 && row < take->tensor->layout.sizes[take->axis] ? row : -1;
}

/* How many parts of so many bytes, at least 1, make a wave: what is done between two reports. */
int64_t gather__row_take_wave(int64_t bytes);

/* Tells how many elements of how many are done. Returns: OK; CANCELLED. */
enum gather_status gather__row_take_report(const struct gather__row_take *take, int64_t done, int64_t total,
                                           struct gather_error *error);

/* Whether all rows asked for are of the tensor, or none. Returns: OK; INDEX_RANGE. */
enum gather_status gather__row_order_judge(const struct gather__row_take *take, struct gather_error *error);

/* Lists the rows that were asked for and judged by their numbers, equal ones by their places. Returns: OK; OVERFLOW;
 * NO_MEMORY. */
enum gather_status gather__row_order_list(struct gather__row_take *take, struct gather_error *error);

/*
 * Takes the rows from the map. *done: whether it did; not where there is no map, where numbers are stored big-endian,
 * and where the disk would have to be waited for, who is better asked for much at a time: nothing was written then.
 * Returns: OK; IO, with `at`; NO_MEMORY; CANCELLED.
 */
enum gather_status gather__row_map_take(const struct gather__row_take *take, bool *done,
                                        struct gather_error *error);

/* Runs a plan on the data's layout, which begins at these bytes. Returns: OK; what a plan refuses; NO_MEMORY;
 * CANCELLED. */
enum gather_status gather__row_map_run(const struct gather__row_take *take, const uint8_t *bytes,
                                       struct gather_error *error);

/*
 * Takes rows that lie so close, or are asked for so often, that all between the lowest and the highest is read at once.
 * *done: whether it did; if not, nothing was written. Returns: OK; IO, with `at`; NO_MEMORY; CANCELLED.
 */
enum gather_status gather__row_dense_take(struct gather__row_take *take, bool *done,
                                          struct gather_error *error);

#endif
