/* SPDX-License-Identifier: Apache-2.0 */
/* Memory orders by padding, reshaping and transposing arrays: second_evaluator.h says how. */
#include "support/second_evaluator.h"

#include <assert.h>
#include <string.h>

static void set_sizes(struct array *array, int32_t rank, const int64_t *sizes)
{
    assert(rank <= ARRAY_MAX_RANK);
    array->rank = rank;
    array->count = 1;
    for (int32_t d = 0; d < rank; d++) {
        array->sizes[d] = sizes[d];
        array->count *= sizes[d];
    }
    assert(array->count <= ARRAY_MAX_CELLS);
}

void array_number(struct array *array, int32_t rank, const int64_t *sizes)
{
    set_sizes(array, rank, sizes);
    for (int32_t n = 0; n < array->count; n++)
        array->cells[n] = n;
}

void array_reshape(struct array *array, int32_t rank, const int64_t *sizes)
{
    int64_t count = array->count;
    set_sizes(array, rank, sizes);
    assert(array->count == count);
    (void)count;
}

/* Counts like an odometer, the last wheel fastest. */
static void turn(int64_t *index, const int64_t *sizes, int32_t rank)
{
    for (int32_t d = rank - 1; d >= 0 && ++index[d] == sizes[d]; d--)
        index[d] = 0;
}

/* The cell of an index: a row-major walk down the dimensions. */
static int64_t row_major(const int64_t *index, const int64_t *sizes, int32_t rank)
{
    int64_t cell = 0;
    for (int32_t d = 0; d < rank; d++)
        cell = cell * sizes[d] + index[d];
    return cell;
}

void array_pad(struct array *array, const int64_t *sizes, int32_t filler)
{
    static struct array padded;
    int64_t index[ARRAY_MAX_RANK] = {0};
    set_sizes(&padded, array->rank, sizes);
    for (int64_t n = 0; n < padded.count; n++)
        padded.cells[n] = filler;
    for (int64_t n = 0; n < array->count; n++, turn(index, array->sizes, array->rank))
        padded.cells[row_major(index, sizes, array->rank)] = array->cells[n];
    set_sizes(array, padded.rank, padded.sizes);
    memcpy(array->cells, padded.cells, (size_t)padded.count * sizeof padded.cells[0]);
}

void array_transpose(struct array *array, const int32_t *order)
{
    static int32_t cells[ARRAY_MAX_CELLS];
    int64_t sizes[ARRAY_MAX_RANK], index[ARRAY_MAX_RANK] = {0}, source[ARRAY_MAX_RANK];
    for (int32_t k = 0; k < array->rank; k++)
        sizes[k] = array->sizes[order[k]];
    for (int64_t n = 0; n < array->count; n++, turn(index, sizes, array->rank)) {
        for (int32_t k = 0; k < array->rank; k++)
            source[order[k]] = index[k];
        cells[n] = array->cells[row_major(source, array->sizes, array->rank)];
    }
    set_sizes(array, array->rank, sizes);
    memcpy(array->cells, cells, (size_t)array->count * sizeof cells[0]);
}

/* Ones in front, so that the array has at least `rank` dimensions. */
static void lengthen(struct array *array, int32_t rank)
{
    int64_t sizes[ARRAY_MAX_RANK];
    if (array->rank >= rank)
        return;
    for (int32_t d = 0; d < rank; d++)
        sizes[d] = d < rank - array->rank ? 1 : array->sizes[d - (rank - array->rank)];
    array_reshape(array, rank, sizes);
}

/* Joins each dimension under a `*` with the next one. Leaves in `tile` the bounds alone, and answers how
 * many. */
static int32_t merge(struct array *array, int64_t *tile, int32_t tile_rank)
{
    int64_t sizes[ARRAY_MAX_RANK], joined = 1;
    int32_t first = array->rank - tile_rank, rank = first, kept = 0;
    for (int32_t d = 0; d < first; d++)
        sizes[d] = array->sizes[d];
    for (int32_t k = 0; k < tile_rank; k++) {
        joined *= array->sizes[first + k];
        if (tile[k] == GATHER_TILE_MERGE)
            continue;
        sizes[rank++] = joined;
        tile[kept++] = tile[k];
        joined = 1;
    }
    array_reshape(array, rank, sizes);
    return kept;
}

/* Cuts the last dimensions into whole tiles: [.., A, B] -> [.., A/a, a, B/b, b] -> [.., A/a, B/b, a, b]. */
static void cut(struct array *array, const int64_t *tile, int32_t count)
{
    int64_t whole[ARRAY_MAX_RANK], parts[ARRAY_MAX_RANK];
    int32_t order[ARRAY_MAX_RANK], first = array->rank - count;
    for (int32_t d = 0; d < first; d++) {
        whole[d] = parts[d] = array->sizes[d];
        order[d] = d;
    }
    for (int32_t k = 0; k < count; k++) {
        int64_t tiles = (array->sizes[first + k] + tile[k] - 1) / tile[k];
        whole[first + k] = tiles * tile[k];
        parts[first + 2 * k] = tiles;
        parts[first + 2 * k + 1] = tile[k];
        order[first + k] = first + 2 * k;
        order[first + count + k] = first + 2 * k + 1;
    }
    array_pad(array, whole, CELL_OF_TILES);
    array_reshape(array, first + 2 * count, parts);
    array_transpose(array, order);
}

void array_of_layout(struct array *array, const struct gather_layout *layout)
{
    const int64_t *bounds = layout->tile_bounds;
    int32_t order[GATHER_MAX_RANK];
    array_number(array, layout->rank, layout->sizes);
    array_pad(array, layout->place, CELL_OF_PADDING);
    for (int32_t k = 0; k < layout->rank; k++)
        order[k] = layout->minor_to_major[layout->rank - 1 - k];
    array_transpose(array, order);
    for (int32_t k = 0; k < layout->tile_count; bounds += layout->tile_ranks[k++]) {
        int64_t tile[GATHER_MAX_TILE_BOUNDS];
        memcpy(tile, bounds, layout->tile_ranks[k] * sizeof tile[0]);
        lengthen(array, layout->tile_ranks[k]);
        cut(array, tile, merge(array, tile, layout->tile_ranks[k]));
    }
    int64_t count = array->count, with_tail = (count + layout->tail - 1) / layout->tail * layout->tail;
    array_reshape(array, 1, &count);
    array_pad(array, &with_tail, CELL_OF_TILES);
}
