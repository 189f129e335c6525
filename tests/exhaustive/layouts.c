/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every memory order of rank 0 to 3 with sizes 0 to 3, in all orders, with paddings 0 to 2 and each tiling of
 * a list, against a second evaluator that works on arrays: offsets are injective, inside the bytes and the
 * same; the inverse finds every element and refuses every other cell; `dense` and `strided` are what brute
 * force finds; and every spelling that can say a layout gives it back.
 *
 * COVERS(XLA-10, XLA-12, XLA-14, XLA-15, XLA-16, XLA-21, XLA-27, XLA-31, XLA-32, XLA-34, XLA-35, XLA-36,
 * XLA-37, XLA-38, XLA-40, XLA-41, XLA-46, XLA-47, LAY-10, LAY-11, LAY-14, LAY-30, LAY-31, LAY-32, LAY-38)
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support/every_order.h"
#include "support/every_spelling.h"
#include "support/second_evaluator.h"

enum { MAX_ELEMENTS = EVERY_ORDER_MAX_ELEMENTS };

struct counts {
    int64_t layouts, cells, dense, strided, printed;
};

static const char *fault_of_cells(const struct gather_layout *layout, const struct array *array,
                                  int64_t *cell_of, int64_t elements)
{
    int64_t index[GATHER_MAX_RANK], expected[GATHER_MAX_RANK], cell, owned = 0;
    for (int64_t c = 0; c < array->count; c++) {
        struct gather_error error;
        enum gather_status status = gather_layout_index(layout, c, index, &error);
        int32_t owner = array->cells[c];
        if (owner < 0) {
            if (status != GATHER_STATUS_INDEX_RANGE)
                return "a cell without element has no index";
            continue;
        }
        owned++;
        cell_of[owner] = c;
        index_of_element(layout, owner, expected);
        if (gather_layout_cell(layout, expected, layout->rank, &cell, &error) != GATHER_STATUS_OK ||
            cell != c)
            return "both evaluators find the same cell";
        if (status != GATHER_STATUS_OK ||
            memcmp(index, expected, (size_t)layout->rank * sizeof index[0]) != 0)
            return "a cell's index is that of its element";
    }
    return owned == elements ? NULL : "every element has a cell of its own";
}

static const char *fault_of_summary(const struct truth *truth, const struct array *array,
                                    struct counts *counts)
{
    const struct gather_layout *layout = truth->layout;
    struct gather_layout_summary summary;
    int64_t strides[GATHER_MAX_RANK], offset;
    if (gather_layout_describe(layout, &summary, NULL) != GATHER_STATUS_OK)
        return "the layout is valid";
    if (summary.elements != truth->elements || summary.cells != array->count ||
        summary.bytes != (array->count * layout->cell_bits + 7) / 8)
        return "elements, cells and bytes";
    if (summary.dense != (truth->elements == array->count))
        return "dense";
    if (summary.strided != truly_strided(truth, strides, &offset))
        return "strided";
    for (int32_t d = 0; summary.strided && d < layout->rank; d++)
        if (summary.offset != offset || (layout->sizes[d] > 1 && summary.strides[d] != strides[d]))
            return "strides";
    counts->dense += summary.dense;
    counts->strided += summary.strided;
    return NULL;
}

static bool judge(void *context, const struct gather_layout *layout)
{
    static struct array array;
    struct counts *counts = context;
    int64_t cell_of[MAX_ELEMENTS], elements = 1;
    char text[GATHER_LAYOUT_TEXT_SIZE] = "";
    for (int32_t d = 0; d < layout->rank; d++)
        elements *= layout->sizes[d];
    array_of_layout(&array, layout);
    struct truth truth = {layout, elements, cell_of};
    const char *fault = fault_of_cells(layout, &array, cell_of, elements);
    if (fault == NULL)
        fault = fault_of_summary(&truth, &array, counts);
    if (fault == NULL)
        fault = fault_of_spellings(&truth, &counts->printed, text);
    counts->layouts++;
    counts->cells += array.count;
    if (fault == NULL)
        return true;
    char name[GATHER_LAYOUT_TEXT_SIZE] = "";
    if (gather_layout_print(layout, GATHER_SPELLING_XLA, name, sizeof name, NULL, NULL) != GATHER_STATUS_OK)
        name[0] = '\0';
    printf("layout %" PRId64 ", %s: %s: %s\n", counts->layouts, name, text, fault);
    return false;
}

int main(void)
{
    struct counts counts = {0};
    bool right = visit_every_order(judge, &counts);
    printf("%" PRId64 " layouts, %" PRId64 " cells; %" PRId64 " dense, %" PRId64 " strided; %" PRId64
           " texts read back\n",
           counts.layouts, counts.cells, counts.dense, counts.strided, counts.printed);
    return right ? 0 : 1;
}
