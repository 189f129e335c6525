/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every layout of strides of rank 0 to 3 with sizes 0 to 3, strides -3 to 4 and offsets 0 to 2, against brute
 * force: which are valid, their cells, whether dense, the first index of each cell, and every spelling.
 *
 * COVERS(LAY-12, LAY-13, LAY-14, LAY-30, LAY-31, LAY-33, LAY-34, LAY-35, LAY-36, LAY-38, CORE-3)
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support/every_spelling.h"

enum { MAX_ELEMENTS = 27, MAX_CELLS = 32 };

struct counts {
    int64_t layouts, refused, dense, overlapping, printed;
};

/* What brute force finds: the cell of each element, how many cells, and of each cell the first element and
 * how many. */
struct found {
    int64_t elements, cells, lowest;
    int64_t cell_of[MAX_ELEMENTS];
    int64_t first[MAX_CELLS];
    int64_t owners[MAX_CELLS];
};

static void find_cells(const struct gather_layout *layout, struct found *found)
{
    int64_t index[GATHER_MAX_RANK];
    memset(found, 0, sizeof *found);
    found->elements = 1;
    for (int32_t d = 0; d < layout->rank; d++)
        found->elements *= layout->sizes[d];
    for (int64_t n = 0; n < found->elements; n++) {
        int64_t cell = layout->offset;
        index_of_element(layout, n, index);
        for (int32_t d = 0; d < layout->rank; d++)
            cell += index[d] * layout->place[d];
        found->cell_of[n] = cell;
        found->lowest = n == 0 || cell < found->lowest ? cell : found->lowest;
        found->cells = cell + 1 > found->cells ? cell + 1 : found->cells;
        if (cell >= 0 && found->owners[cell]++ == 0)
            found->first[cell] = n;
    }
}

static bool is_dense(const struct found *found)
{
    for (int64_t c = 0; c < found->cells; c++)
        if (found->owners[c] != 1)
            return false;
    return true;
}

static const char *fault_of_inverse(const struct gather_layout *layout, const struct found *found)
{
    int64_t index[GATHER_MAX_RANK], expected[GATHER_MAX_RANK];
    for (int64_t c = -1; c <= found->cells; c++) {
        enum gather_status status = gather_layout_index(layout, c, index, NULL);
        if (c < 0 || c == found->cells || found->owners[c] == 0) {
            if (status != GATHER_STATUS_INDEX_RANGE)
                return "a cell without element has no index";
            continue;
        }
        index_of_element(layout, found->first[c], expected);
        if (status != GATHER_STATUS_OK ||
            memcmp(index, expected, (size_t)layout->rank * sizeof index[0]) != 0)
            return "a cell's index is that of the first of its elements";
    }
    return NULL;
}

static const char *fault_of_summary(const struct gather_layout *layout, const struct found *found,
                                    struct counts *counts)
{
    struct gather_layout_summary summary;
    int64_t index[GATHER_MAX_RANK], cell;
    bool dense = is_dense(found);
    if (gather_layout_describe(layout, &summary, NULL) != GATHER_STATUS_OK)
        return "the layout is valid";
    if (summary.elements != found->elements || summary.cells != found->cells ||
        summary.bytes != 4 * found->cells)
        return "elements, cells and bytes";
    if (summary.dense != dense || !summary.strided || summary.padded)
        return "dense and strided";
    for (int64_t n = 0; n < found->elements; n++) {
        index_of_element(layout, n, index);
        if (gather_layout_cell(layout, index, layout->rank, &cell, NULL) != GATHER_STATUS_OK ||
            cell != found->cell_of[n])
            return "cells";
    }
    counts->dense += dense;
    counts->overlapping += found->elements > found->cells;
    return NULL;
}

static bool judge(int32_t rank, const int64_t *sizes, const int64_t *strides, int64_t offset,
                  struct counts *counts)
{
    struct gather_layout layout;
    struct found found;
    char text[GATHER_LAYOUT_TEXT_SIZE] = "";
    const char *fault = NULL;
    enum gather_status status =
        gather_layout_init_strides(&layout, GATHER_DTYPE_F32, rank, sizes, strides, offset, NULL);
    struct gather_layout written = {.rank = rank, .offset = offset};
    memcpy(written.sizes, sizes, (size_t)rank * sizeof sizes[0]);
    memcpy(written.place, strides, (size_t)rank * sizeof strides[0]);
    find_cells(&written, &found);
    counts->layouts++;
    if (found.lowest < 0) {
        counts->refused++;
        fault = status == GATHER_STATUS_LAYOUT ? NULL : "a cell below 0 is LAYOUT";
    } else if (status != GATHER_STATUS_OK) {
        fault = "this is a layout";
    } else {
        struct truth truth = {&layout, found.elements, found.cell_of};
        fault = fault_of_summary(&layout, &found, counts);
        if (fault == NULL)
            fault = fault_of_inverse(&layout, &found);
        if (fault == NULL)
            fault = fault_of_spellings(&truth, &counts->printed, text);
    }
    if (fault != NULL)
        printf("layout %" PRId64 ", rank %" PRId32 ", sizes %" PRId64 " %" PRId64 " %" PRId64
               ", strides %" PRId64 " %" PRId64 " %" PRId64 ", offset %" PRId64 ": %s: %s\n",
               counts->layouts, rank, sizes[0], sizes[1], sizes[2], strides[0], strides[1], strides[2],
               offset, text, fault);
    return fault == NULL;
}

static bool judge_rank(int32_t rank, struct counts *counts)
{
    static const int64_t power_of_4[] = {1, 4, 16, 64}, power_of_8[] = {1, 8, 64, 512};
    bool right = true;
    for (int64_t shape = 0; shape < power_of_4[rank]; shape++)
        for (int64_t steps = 0; steps < power_of_8[rank]; steps++)
            for (int64_t offset = 0; offset <= 2; offset++) {
                int64_t sizes[3] = {shape % 4, shape / 4 % 4, shape / 16};
                int64_t strides[3] = {steps % 8 - 3, steps / 8 % 8 - 3, steps / 64 - 3};
                right = judge(rank, sizes, strides, offset, counts) && right;
            }
    return right;
}

int main(void)
{
    struct counts counts = {0};
    bool right = true;
    for (int32_t rank = 0; rank <= 3; rank++)
        right = judge_rank(rank, &counts) && right;
    printf("%" PRId64 " layouts, %" PRId64 " refused; %" PRId64 " dense, %" PRId64 " overlapping; %" PRId64
           " texts read back\n",
           counts.layouts, counts.refused, counts.dense, counts.overlapping, counts.printed);
    return right ? 0 : 1;
}
