/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the rooms above core ask of a layout beyond the public functions: its strides if it has some, its
 * memory order if it has one, and the parts that validation names.
 */
#ifndef GATHER_CORE_GEOMETRY_H
#define GATHER_CORE_GEOMETRY_H

#include "gather/layout.h"

/*
 * The parts of a layout, as `gather_layout_validate` names them in `error.operand`; a reader of text finds
 * the byte to point at by them. They are judged in this order.
 */
extern const char gather__part_rank[];          /* "rank" */
extern const char gather__part_dtype[];         /* "dtype" */
extern const char gather__part_shape[];         /* "sizes": a negative size */
extern const char gather__part_order[];         /* "minor_to_major" */
extern const char gather__part_padding[];       /* "padded_dimensions" */
extern const char gather__part_tiles[];         /* "tiles" */
extern const char gather__part_tail[];          /* "tail" */
extern const char gather__part_cell_bits[];     /* "cell_bits" */
extern const char gather__part_padding_value[]; /* "padding_value" */
extern const char gather__part_extent[];        /* "extent": cells or bytes beyond 64 bits, a cell below 0 */
extern const char gather__part_total[];         /* "total_bytes" */

/* Bits of the cell that XLA gives an element without E: a byte at least. */
int32_t gather__natural_bits(int32_t dtype);

/* Whether the type has the padding value (XLA-18, XLA-19). */
bool gather__padding_exists(int32_t dtype, int32_t padding);

/* Whether some padded size of a memory order is above its size. */
bool gather__is_padded(const struct gather_layout *layout);

/* Whether the shape has elements: no size is 0. */
static inline bool gather__has_elements(const struct gather_layout *layout)
{
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->sizes[d] == 0)
            return false;
    return true;
}

/* The padding value of a layout: UNKNOWN where nothing is padded. */
static inline int32_t gather__padding_value(const struct gather_layout *layout)
{
    bool names_one = layout->padding != GATHER_PADDING_UNKNOWN && gather__is_padded(layout);
    return names_one ? layout->padding : GATHER_PADDING_UNKNOWN;
}

/*
 * Drops from a layout just read what says nothing: padding up to the size itself with its value; strides and
 * offset of a shape without elements. The layout need not be valid.
 */
void gather__normalize(struct gather_layout *layout);

/* Whether cells follow tiles: else they are a sum over the dimensions. */
static inline bool gather__has_tiles(const struct gather_layout *layout)
{
    return layout->kind == GATHER_LAYOUT_ORDER && layout->tile_count > 0;
}

/*
 * The strides of a layout, LAY-32: those it was given; of a memory order without tiles XLA-14's; with tiles
 * the differences of cells, if there are such, and 0 for a size of 1. All 0 without elements.
 * Returns: whether it is strided at all. Tiles that undo one another over more points than compare.h tries
 *   count as not strided.
 */
bool gather__strides_of(const struct gather_layout *layout, int64_t *strides, int64_t *offset);

/*
 * Likewise of a layout without tiles, of its padding too where it has no elements. Returns: false if a stride does not
 * fit.
 */
bool gather__untiled_strides(const struct gather_layout *layout, int64_t *strides, int64_t *offset);

/*
 * The memory order of a layout of strides, LAY-33: `order` becomes the same layout as minor_to_major with
 * padded sizes, without tiles. A layout that is a memory order already, tiles and all, is copied.
 * Returns: NULL, or what stands in the way: "offset" or "stride".
 */
const char *gather__order_of(const struct gather_layout *layout, struct gather_layout *order);

/*
 * Makes a memory order row-major and unpadded for its dtype, rank and sizes; cell_bits the type's own.
 * Nothing is judged.
 */
void gather__set_row_major(struct gather_layout *layout);

/* Strides of a dense row-major shape; all 0 without elements. Returns: false on overflow. */
bool gather__row_major_strides(int32_t rank, const int64_t *sizes, int64_t *strides);

#endif
