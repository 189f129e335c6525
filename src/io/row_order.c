/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows in the order of the file: judged, listed with their places, and sorted byte by byte of their numbers, the lowest
 * first. Each pass keeps the order of the one before, so equal rows stay in the order of their places.
 */
#include <stdlib.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/row_take.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

static enum gather_status refuse(const struct gather__row_take *take, int64_t position, int64_t row,
                                 struct gather_error *error)
{
    const int64_t size = take->tensor->layout.sizes[take->axis];
    gather__io_fail(error, GATHER_STATUS_INDEX_RANGE, "rows", NULL);
    gather__io_fail_value(error, GATHER_STATUS_INDEX_RANGE, row, 0, size - 1);
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_POSITION | GATHER_ERROR_HAS_SIZE;
        error->axis = take->axis;
        error->rank = 1;
        error->position[0] = position;
        error->size = size;
    }
    return GATHER_STATUS_INDEX_RANGE;
}

enum gather_status gather__row_order_judge(const struct gather__row_take *take, struct gather_error *error)
{
    const int64_t size = take->tensor->layout.sizes[take->axis];
    for (int64_t k = 0; k < take->asked_count; k++) {
        const int64_t row = gather__keep_value(take->asked[k]);
        if (row < -1 || row >= size)
            return refuse(take, k, row, error);
    }
    return GATHER_STATUS_OK;
}

static int digit_of(const struct gather__row *row, int shift)
{
    return (int)(row->row >> shift & (DIGITS - 1));
}

static void sort_by_digit(const struct gather__row *from, struct gather__row *to, int64_t count, int shift)
{
    int64_t next[DIGITS] = {0}, before = 0;
    for (int64_t k = 0; k < count; k++)
        next[digit_of(&from[k], shift)]++;
    for (int d = 0; d < DIGITS; d++) {
        int64_t here = next[d];
        next[d] = before;
        before += here;
    }
    for (int64_t k = 0; k < count; k++)
        to[next[digit_of(&from[k], shift)]++] = from[k];
}

/* most: the greatest number. *spare: as many rows; it and *rows may be exchanged. */
static void sort(struct gather__row **rows, struct gather__row **spare, int64_t count, int64_t most)
{
    for (int shift = 0; shift < 63 && most >> shift > 0; shift += DIGIT_BITS) {
        struct gather__row *sorted = *spare;
        sort_by_digit(*rows, sorted, count, shift);
        *spare = *rows;
        *rows = sorted;
    }
}

/* Returns: whether they are in order already. */
static bool list(struct gather__row_take *take, int64_t *most)
{
    bool sorted = true;
    for (int64_t k = 0; k < take->asked_count; k++) {
        const int64_t row = gather__row_asked(take, k);
        if (row < 0)
            continue;
        sorted = sorted && row >= *most;
        *most = row > *most ? row : *most;
        take->rows[take->count++] = (struct gather__row){row, k};
    }
    return sorted;
}

enum gather_status gather__row_order_list(struct gather__row_take *take, struct gather_error *error)
{
    int64_t bytes, most = 0;
    if (!gather__multiply(take->asked_count, (int64_t)sizeof *take->rows, &bytes) ||
        (uint64_t)bytes >= SIZE_MAX)
        return gather__io_fail(error, GATHER_STATUS_OVERFLOW, "rows", "rows that fit into memory");
    take->rows = malloc((size_t)bytes + 1);
    if (take->rows == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    if (list(take, &most))
        return GATHER_STATUS_OK;
    struct gather__row *spare = malloc((size_t)bytes);
    if (spare == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    sort(&take->rows, &spare, take->count, most);
    free(spare);
    return GATHER_STATUS_OK;
}
