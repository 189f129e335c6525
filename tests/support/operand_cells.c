/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of elements and of padding: operand_cells.h says how they are found. */
#include "support/operand_cells.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct operand_cells *cells, int64_t count)
{
    if (count <= cells->room)
        return;
    free(cells->cell_of);
    free(cells->padding_at);
    cells->room = count;
    cells->cell_of = malloc((size_t)count * sizeof cells->cell_of[0]);
    cells->padding_at = malloc((size_t)count * sizeof cells->padding_at[0]);
    assert(cells->cell_of != NULL && cells->padding_at != NULL);
}

static void find_in_order(struct operand_cells *cells, const struct gather_layout *layout)
{
    static struct array array;
    array_of_layout(&array, layout);
    make_room(cells, array.count);
    cells->cells = array.count;
    cells->padding = 0;
    for (int32_t c = 0; c < array.count; c++) {
        if (array.cells[c] >= 0)
            cells->cell_of[array.cells[c]] = c;
        else if (array.cells[c] == CELL_OF_PADDING)
            cells->padding_at[cells->padding++] = c;
    }
}

static void find_by_strides(struct operand_cells *cells, const struct gather_layout *layout)
{
    int64_t index[GATHER_MAX_RANK] = {0};
    make_room(cells, cells->elements);
    cells->cells = cells->padding = 0;
    for (int64_t n = 0; n < cells->elements; n++) {
        int64_t cell = layout->offset;
        for (int32_t d = 0; d < layout->rank; d++)
            cell += index[d] * layout->place[d];
        cells->cell_of[n] = (int32_t)cell;
        cells->cells = cell >= cells->cells ? cell + 1 : cells->cells;
        for (int32_t d = layout->rank - 1; d >= 0 && ++index[d] == layout->sizes[d]; d--)
            index[d] = 0;
    }
}

void operand_cells_find(struct operand_cells *cells, const struct gather_layout *layout)
{
    cells->elements = 1;
    for (int32_t d = 0; d < layout->rank; d++)
        cells->elements *= layout->sizes[d];
    assert(cells->elements <= ARRAY_MAX_CELLS);
    if (layout->kind == GATHER_LAYOUT_ORDER)
        find_in_order(cells, layout);
    else
        find_by_strides(cells, layout);
}

void operand_cells_end(struct operand_cells *cells)
{
    free(cells->cell_of);
    free(cells->padding_at);
    memset(cells, 0, sizeof *cells);
}

size_t operand_bytes(const struct operand_cells *cells, const struct gather_layout *layout)
{
    int64_t bytes = (cells->cells * layout->cell_bits + 7) / 8;
    return (size_t)(layout->total_bytes > bytes ? layout->total_bytes : bytes);
}
