/* SPDX-License-Identifier: Apache-2.0 */
/* Where an element lies and what lies in a cell: two questions with one answer, a cell and its content. */
#include <string.h>

#include "core/arith.h"
#include "study/drawing/subject.h"
#include "study/refuse.h"

/* The byte where a cell begins, and the bit in it. */
static enum gather_status set_cell(const struct gather_layout *layout, int64_t cell, struct gather_spot *spot,
                                   struct gather_error *error)
{
    int64_t bits = (cell % 8) * layout->cell_bits; /* bounded: below 8 * 128 */
    spot->cell = cell;
    spot->bit = (int32_t)(bits % 8);
    if (!gather__multiply(cell / 8, layout->cell_bits, &spot->byte) ||
        !gather__add(spot->byte, bits / 8, &spot->byte))
        return gather__refuse(error, GATHER_STATUS_OVERFLOW, NULL, NULL);
    return GATHER_STATUS_OK;
}

/* The elements that lie in a cell, by looking at all of them. -1 where that can't be said. */
static int64_t elements_in(const struct gather_layout *layout, int64_t wanted)
{
    int64_t index[GATHER_MAX_RANK] = {0}, cell, count = 0;
    for (bool more = true; more;) {
        if (gather_layout_cell(layout, index, layout->rank, &cell, NULL) != GATHER_STATUS_OK ||
            gather_layout_bump(layout, index, layout->rank, &more, NULL) != GATHER_STATUS_OK)
            return -1;
        count += cell == wanted;
    }
    return count;
}

/* Elements beside the one that was found in a cell. Only strides let elements share one. */
static int64_t shared_with(const struct gather__subject *subject, int64_t cell)
{
    enum { ELEMENTS_MAX = 65536 };
    const struct gather_layout *layout = &subject->layout;
    int64_t elements = subject->summary.elements, count;
    if (layout->kind != GATHER_LAYOUT_STRIDES || gather__subject_used_cells(subject) == elements)
        return 0;
    count = elements <= ELEMENTS_MAX ? elements_in(layout, cell) : -1;
    return count > 0 ? count - 1 : -1;
}

enum gather_status gather_spot_of_element(const struct gather_layout *layout, const int64_t *index,
                                          int32_t rank, struct gather_spot *spot, struct gather_error *error)
{
    struct gather__subject subject;
    int64_t cell;
    memset(spot, 0, sizeof *spot);
    enum gather_status status = gather_layout_cell(layout, index, rank, &cell, error);
    if (status != GATHER_STATUS_OK)
        return status;
    status = gather__subject_init(&subject, layout);
    if (status != GATHER_STATUS_OK)
        return gather__refuse(error, status, NULL, NULL);
    spot->content = GATHER_CONTENT_ELEMENT;
    spot->shared = shared_with(&subject, cell);
    spot->rank = rank;
    for (int32_t d = 0; d < rank; d++)
        spot->index[d] = index[d];
    return set_cell(layout, cell, spot, error);
}

enum gather_status gather_spot_of_cell(const struct gather_layout *layout, int64_t cell,
                                       struct gather_spot *spot, struct gather_error *error)
{
    struct gather__subject subject;
    struct gather__drawn_box box;
    memset(spot, 0, sizeof *spot);
    enum gather_status status = gather__subject_init(&subject, layout);
    if (status != GATHER_STATUS_OK)
        return gather__refuse(error, status, NULL, NULL);
    status = gather_layout_index(layout, cell, spot->index, error);
    bool outside = cell < 0 || cell >= subject.summary.cells;
    if (outside && error != NULL && status == GATHER_STATUS_INDEX_RANGE)
        error->expected = "a cell of the layout";
    if (status != GATHER_STATUS_OK && (outside || status != GATHER_STATUS_INDEX_RANGE))
        return status;
    gather__subject_box(&subject, cell, &box);
    spot->rank = status == GATHER_STATUS_OK ? layout->rank : 0;
    spot->content = status == GATHER_STATUS_OK       ? GATHER_CONTENT_ELEMENT
                    : box.mark == GATHER__MARK_VALUE ? GATHER_CONTENT_PADDING
                                                     : GATHER_CONTENT_NOTHING;
    spot->shared = status == GATHER_STATUS_OK ? shared_with(&subject, cell) : 0;
    spot->padding = layout->padding;
    return set_cell(layout, cell, spot, error);
}

enum gather_status gather_cells_of_byte(const struct gather_layout *layout, int64_t byte, int64_t *first,
                                        int64_t *count, struct gather_error *error)
{
    struct gather_layout_summary summary;
    enum gather_status status = gather_layout_describe(layout, &summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    int64_t bits = layout->cell_bits, whole = byte / bits, rest = byte % bits, begin;
    if (byte < 0 || byte >= summary.bytes || !gather__multiply(whole, 8, &begin)) {
        gather__refuse(error, GATHER_STATUS_INDEX_RANGE, "byte", "a byte of the buffer");
        if (error != NULL) {
            error->has = GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS;
            error->value = byte;
            error->high = summary.bytes - 1;
        }
        return GATHER_STATUS_INDEX_RANGE;
    }
    /* bounded: byte is below the bytes, so begin is below the cells, and rest below 128 */
    int64_t last = begin + (8 * rest + 7) / bits;
    *first = begin + 8 * rest / bits;
    last = last < summary.cells ? last : summary.cells - 1;
    *count = last < *first ? 0 : last + 1 - *first;
    return GATHER_STATUS_OK;
}

static void write_sharers(int64_t shared, struct gather_writer *writer)
{
    if (shared < 0) {
        gather_write_text(writer, " and perhaps others");
    } else if (shared > 0) {
        gather_write_text(writer, " and ");
        gather_write_integer(writer, shared);
        gather_write_text(writer, " more");
    }
}

void gather_spot_write(const struct gather_spot *spot, struct gather_writer *writer)
{
    gather_write_text(writer, "cell ");
    gather_write_integer(writer, spot->cell);
    gather_write_text(writer, ", byte ");
    gather_write_integer(writer, spot->byte);
    if (spot->bit != 0) {
        gather_write_text(writer, ", bit ");
        gather_write_integer(writer, spot->bit);
    }
    if (spot->content == GATHER_CONTENT_ELEMENT) {
        gather_write_text(writer, ", holds [");
        gather_write_integers(writer, spot->index, spot->rank, ",");
        gather_write_text(writer, "]");
        write_sharers(spot->shared, writer);
        gather_write_text(writer, "\n");
    } else if (spot->content == GATHER_CONTENT_PADDING) {
        gather_write_text(writer, ", holds padding: ");
        gather_write_text(writer, gather__padding_name(spot->padding));
        gather_write_text(writer, "\n");
    } else {
        gather_write_text(writer, ", holds no element\n");
    }
}

void gather_spot_write_json(const struct gather_spot *spot, struct gather_json *json)
{
    gather_json_integer(json, "cell", spot->cell);
    gather_json_integer(json, "byte", spot->byte);
    gather_json_integer(json, "bit", spot->bit);
    if (spot->content == GATHER_CONTENT_ELEMENT)
        gather_json_integers(json, "index", spot->index, spot->rank);
    else
        gather_json_null(json, "index");
    if (spot->content == GATHER_CONTENT_ELEMENT && spot->shared >= 0)
        gather_json_integer(json, "shared", spot->shared);
    else
        gather_json_null(json, "shared");
    gather_json_text(json, "padding",
                     spot->content == GATHER_CONTENT_PADDING ? gather__padding_name(spot->padding) : NULL);
}
