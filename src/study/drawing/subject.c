/* SPDX-License-Identifier: Apache-2.0 */
/* What drawing and report need to know of a layout: subject.h says how it is used. */
#include "study/drawing/subject.h"

#include <string.h>

#include "core/arith.h"
#include "study/text/bounded.h"

enum { LETTERS = 26, COUNTED_CELLS = 65536 };

const char *gather__padding_sign(int32_t padding)
{
    static const char *const signs[GATHER_PADDING_COUNT] = {".", "0", "1", "lo", "hi"};
    return signs[padding];
}

const char *gather__padding_name(int32_t padding)
{
    static const char *const names[GATHER_PADDING_COUNT] = {
#define PADDING_NAME(id, name) name,
        GATHER_PADDING_LIST(PADDING_NAME)
#undef PADDING_NAME
    };
    return names[padding];
}

/* Sizes become the padded sizes: padding is then elements like others, in the same cells. */
static void pad_sizes(struct gather_layout *layout)
{
    memcpy(layout->sizes, layout->place, sizeof layout->sizes);
    layout->padding = GATHER_PADDING_UNKNOWN;
}

/* Rounds the padded sizes up to the first tile, which changes no cell; a merged dimension has no such end. */
static void extend_to_tiles(struct gather_layout *layout)
{
    int32_t count = layout->tile_ranks[0];
    for (int32_t k = 0; k < count; k++)
        if (layout->tile_bounds[k] == GATHER_TILE_MERGE)
            return;
    for (int32_t k = 0; k < count && k < layout->rank; k++) {
        int64_t *size = &layout->place[layout->minor_to_major[k]], rounded;
        if (gather__round_up(*size, layout->tile_bounds[count - 1 - k], &rounded))
            *size = rounded;
    }
}

/* Cells of one tile, of the first that is smaller than the whole. */
static int64_t tile_unit(const struct gather_layout *layout, int64_t cells)
{
    const int64_t *bound = layout->tile_bounds;
    for (int32_t t = 0; t < layout->tile_count; t++) {
        int64_t unit = 1;
        bool fits = true;
        for (int32_t k = 0; k < layout->tile_ranks[t]; k++, bound++)
            if (*bound != GATHER_TILE_MERGE)
                fits = fits && gather__multiply(unit, *bound, &unit);
        if (fits && unit > 1 && unit < cells)
            return unit;
    }
    return 0;
}

/* Cells of the fastest run: of a memory order the first padded sizes that make more than one. */
static int64_t order_unit(const struct gather_layout *layout, int64_t cells)
{
    for (int32_t k = 0; k < layout->rank; k++) {
        int64_t size = layout->place[layout->minor_to_major[k]];
        if (size > 1)
            return size < cells ? size : 0;
    }
    return 0;
}

/* Of strides the least above one that steps anywhere. */
static int64_t strides_unit(const struct gather_layout *layout, int64_t cells)
{
    int64_t unit = 0;
    for (int32_t d = 0; d < layout->rank; d++) {
        int64_t stride = layout->place[d];
        if (stride == INT64_MIN || layout->sizes[d] < 2)
            continue;
        stride = stride < 0 ? -stride : stride;
        if (stride > 1 && (unit == 0 || stride < unit))
            unit = stride;
    }
    return unit < cells ? unit : 0;
}

static int64_t unit_of(const struct gather_layout *layout, int64_t cells)
{
    if (layout->kind == GATHER_LAYOUT_STRIDES)
        return strides_unit(layout, cells);
    return layout->tile_count > 0 ? tile_unit(layout, cells) : order_unit(layout, cells);
}

static int32_t first_real_dimension(const struct gather_layout *layout)
{
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->sizes[d] > 1)
            return d;
    return -1;
}

enum gather_status gather__subject_init(struct gather__subject *subject, const struct gather_layout *layout)
{
    memset(subject, 0, sizeof *subject);
    enum gather_status status = gather_layout_describe(layout, &subject->summary, NULL);
    if (status != GATHER_STATUS_OK)
        return status;
    subject->layout = subject->padded = subject->extended = *layout;
    subject->has_value = subject->summary.padded && layout->padding != GATHER_PADDING_UNKNOWN;
    if (layout->kind == GATHER_LAYOUT_ORDER) {
        if (layout->tile_count > 0)
            extend_to_tiles(&subject->extended);
        pad_sizes(&subject->padded);
        pad_sizes(&subject->extended);
    }
    subject->unit = unit_of(layout, subject->summary.cells);
    subject->colour_dimension = first_real_dimension(layout);
    subject->letters = subject->summary.elements <= LETTERS;
    return GATHER_STATUS_OK;
}

/* A letter by the element's number in row-major order, or its index. */
static void name_element(const struct gather__subject *subject, const int64_t *index, char *name)
{
    struct gather__bounded room;
    struct gather_writer text = gather__bounded_writer(&room, name, GATHER__NAME_SIZE);
    const struct gather_layout *layout = &subject->layout;
    int64_t number = 0;
    if (subject->letters) {
        for (int32_t d = 0; d < layout->rank; d++) {
            int64_t next = index[d];
            if (gather__multiply_add(number, layout->sizes[d],
                                     &next)) /* it does: below LETTERS all the way */
                number = next;
        }
        gather_write_repeated(&text, (char)('a' + number), 1);
    } else {
        gather_write_integers(&text, index, layout->rank, ",");
    }
}

static int64_t block_of(const struct gather__subject *subject, int64_t cell)
{
    int64_t from_origin;
    if (subject->unit == 0 || !gather__subtract(cell, subject->layout.offset % subject->unit, &from_origin))
        return 0;
    return gather__floor_divide(from_origin, subject->unit);
}

void gather__subject_box(const struct gather__subject *subject, int64_t cell, struct gather__drawn_box *box)
{
    int64_t index[GATHER_MAX_RANK];
    enum gather_status status = gather_layout_index(&subject->layout, cell, index, NULL);
    memset(box, 0, sizeof *box);
    box->cell = cell;
    box->block = block_of(subject, cell);
    if (status == GATHER_STATUS_OK) {
        box->mark = GATHER__MARK_ELEMENT;
        if (subject->colour_dimension >= 0)
            box->colour = (int32_t)(index[subject->colour_dimension] % GATHER__COLOURS);
        name_element(subject, index, box->name);
    } else if (status == GATHER_STATUS_UNSUPPORTED) {
        box->mark = GATHER__MARK_ELEMENT;
        memcpy(box->name, "?", 2);
    } else if (subject->has_value &&
               gather_layout_index(&subject->padded, cell, index, NULL) == GATHER_STATUS_OK) {
        box->mark = GATHER__MARK_VALUE;
        memcpy(box->name, gather__padding_sign(subject->layout.padding),
               strlen(gather__padding_sign(subject->layout.padding)) + 1);
    } else {
        box->mark = GATHER__MARK_EMPTY;
        memcpy(box->name, ".", 2);
    }
}

int32_t gather__digits(int64_t value)
{
    int32_t count = 1;
    while (value >= 10) {
        value /= 10;
        count++;
    }
    return count;
}

int32_t gather__subject_cell_width(const struct gather__subject *subject)
{
    return gather__digits(subject->summary.cells > 0 ? subject->summary.cells - 1 : 0);
}

int32_t gather__subject_name_width(const struct gather__subject *subject)
{
    const struct gather_layout *layout = &subject->layout;
    int32_t width = subject->has_value ? (int32_t)strlen(gather__padding_sign(layout->padding)) : 1;
    int32_t index = layout->rank > 0 ? layout->rank - 1 : 0;
    for (int32_t d = 0; d < layout->rank; d++)
        index += gather__digits(layout->sizes[d] > 0 ? layout->sizes[d] - 1 : 0);
    if (!subject->letters && index > width)
        width = index;
    return width < GATHER__NAME_SIZE ? width : GATHER__NAME_SIZE - 1;
}

static int64_t magnitude(int64_t value)
{
    return value < 0 ? -value : value; /* a stride of INT64_MIN never stays below 2^63 cells */
}

/* The dimension of the least stride that steps anywhere and is not yet in `done`; -1 for none. */
static int32_t next_stride(const struct gather_layout *layout, uint32_t done)
{
    int32_t found = -1;
    for (int32_t d = 0; d < layout->rank; d++) {
        if (done & 1U << d || layout->sizes[d] < 2 || layout->place[d] == 0)
            continue;
        if (found < 0 || magnitude(layout->place[d]) < magnitude(layout->place[found]))
            found = d;
    }
    return found;
}

/* Of strides that nest, each above the span of those below it: the product of the sizes. Else -1. */
static int64_t nested_cells(const struct gather_layout *layout)
{
    int64_t span = 0, cells = 1;
    uint32_t done = 0;
    for (int32_t d = next_stride(layout, done); d >= 0; d = next_stride(layout, done)) {
        int64_t stride = magnitude(layout->place[d]);
        if (stride <= span || !gather__multiply_add(stride, layout->sizes[d] - 1, &span) ||
            !gather__multiply(cells, layout->sizes[d], &cells))
            return -1;
        done |= 1U << d;
    }
    return cells;
}

/* Counts by marking the cell of every element, where both are few. */
static int64_t counted_cells(const struct gather_layout *layout, const struct gather_layout_summary *summary)
{
    uint8_t marked[COUNTED_CELLS / 8] = {0};
    int64_t index[GATHER_MAX_RANK] = {0}, cell, count = 0;
    bool more = true;
    if (summary->cells > COUNTED_CELLS || summary->elements > COUNTED_CELLS)
        return -1;
    while (more) {
        if (gather_layout_cell(layout, index, layout->rank, &cell, NULL) != GATHER_STATUS_OK ||
            gather_layout_bump(layout, index, layout->rank, &more, NULL) != GATHER_STATUS_OK)
            return -1;
        uint8_t bit = (uint8_t)(1U << (cell % 8));
        count += !(marked[cell / 8] & bit);
        marked[cell / 8] |= bit;
    }
    return count;
}

int64_t gather__subject_used_cells(const struct gather__subject *subject)
{
    if (subject->layout.kind == GATHER_LAYOUT_ORDER || subject->summary.elements == 0)
        return subject->summary.elements;
    int64_t cells = nested_cells(&subject->layout);
    return cells >= 0 ? cells : counted_cells(&subject->layout, &subject->summary);
}
