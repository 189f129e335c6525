/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Making layouts and judging them. Every other function of the library takes a layout that
 * `gather_layout_validate` accepts, so that nothing behind this file needs to doubt one.
 *
 * The parts are judged in the order of the spec (XLA-25, LAY-3), each by a function of its own that answers a
 * status and fills the error with the part's name.
 */
#include "core/arith.h"
#include "core/dtype_bits.h"
#include "core/extent.h"
#include "core/fail.h"
#include "core/geometry.h"

#include <stddef.h>
#include <string.h>

const char gather__part_rank[] = "rank";
const char gather__part_dtype[] = "dtype";
const char gather__part_shape[] = "sizes";
const char gather__part_order[] = "minor_to_major";
const char gather__part_padding[] = "padded_dimensions";
const char gather__part_tiles[] = "tiles";
const char gather__part_tail[] = "tail";
const char gather__part_cell_bits[] = "cell_bits";
const char gather__part_padding_value[] = "padding_value";
const char gather__part_extent[] = "extent";
const char gather__part_total[] = "total_bytes";

static enum gather_status check_shape(const struct gather_layout *layout, struct gather_error *error)
{
    if (layout->rank < 0 || layout->rank > GATHER_MAX_RANK)
        return gather__fail_value(error, gather__fail(error, GATHER_STATUS_RANK, gather__part_rank, NULL),
                                  layout->rank, 0, GATHER_MAX_RANK);
    if (gather_dtype_bits(layout->dtype) == 0)
        return gather__fail_dtype(error, gather__part_dtype, layout->dtype, GATHER_DTYPE_NONE,
                                  "a type of this library");
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->sizes[d] < 0) {
            gather__fail_axis(error, gather__fail(error, GATHER_STATUS_SHAPE, gather__part_shape, NULL), d);
            return gather__fail_value(error, GATHER_STATUS_SHAPE, layout->sizes[d], 0, INT64_MAX);
        }
    return GATHER_STATUS_OK;
}

/* Fails for a field, with what it holds. */
static enum gather_status fail_given(struct gather_error *error, enum gather_status status, const char *part,
                                     int64_t value, const char *expected)
{
    return gather__fail_given(error, gather__fail(error, status, part, expected), value);
}

/* What only the other kind of layout has holds nothing. */
static enum gather_status check_other_kind(const struct gather_layout *layout, struct gather_error *error)
{
    static const char in_order[] = "0 in a memory order", in_strides[] = "none beside strides";
    const bool order = layout->kind == GATHER_LAYOUT_ORDER;
    if (order && layout->offset != 0)
        return fail_given(error, GATHER_STATUS_ARGUMENT, "offset", layout->offset, in_order);
    if (order && layout->total_bytes != 0)
        return fail_given(error, GATHER_STATUS_ARGUMENT, gather__part_total, layout->total_bytes, in_order);
    if (!order && layout->tile_count != 0)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, gather__part_tiles, in_strides);
    if (!order && layout->padding != GATHER_PADDING_UNKNOWN)
        return fail_given(error, GATHER_STATUS_ARGUMENT, "padding", layout->padding, in_strides);
    if (!order && layout->memory_space != 0)
        return fail_given(error, GATHER_STATUS_ARGUMENT, "memory_space", layout->memory_space, in_strides);
    return GATHER_STATUS_OK;
}

/* Reserved fields hold nothing, nor do those that would change what the kind means. */
static enum gather_status check_unused(const struct gather_layout *layout, struct gather_error *error)
{
    static const uint8_t zero[sizeof layout->reserved];
    if (layout->kind != GATHER_LAYOUT_ORDER && layout->kind != GATHER_LAYOUT_STRIDES)
        return fail_given(error, GATHER_STATUS_ARGUMENT, "kind", layout->kind, "a kind of layout");
    if (memcmp(layout->reserved, zero, sizeof zero) != 0)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "reserved", "zero in every reserved byte");
    if (layout->padding >= GATHER_PADDING_COUNT)
        return fail_given(error, GATHER_STATUS_ARGUMENT, "padding", layout->padding,
                          "a padding value of the list");
    if (layout->memory_space < 0)
        return fail_given(error, GATHER_STATUS_ARGUMENT, "memory_space", layout->memory_space,
                          "a number of at least 0");
    return check_other_kind(layout, error);
}

static enum gather_status check_order(const struct gather_layout *layout, struct gather_error *error)
{
    uint32_t seen = 0;
    for (int32_t k = 0; k < layout->rank; k++) {
        uint32_t dimension = layout->minor_to_major[k];
        if (dimension >= (uint32_t)layout->rank || (seen >> dimension & 1) != 0) {
            fail_given(error, GATHER_STATUS_LAYOUT, gather__part_order, dimension,
                       "each dimension's number once");
            return gather__fail_position(error, GATHER_STATUS_LAYOUT, 1, (const int64_t[]){k});
        }
        seen |= UINT32_C(1) << dimension;
    }
    return GATHER_STATUS_OK;
}

static enum gather_status check_padding(const struct gather_layout *layout, struct gather_error *error)
{
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->place[d] < layout->sizes[d]) {
            gather__fail(error, GATHER_STATUS_LAYOUT, gather__part_padding,
                         "a padded size not below the size");
            gather__fail_axis(error, GATHER_STATUS_LAYOUT, d);
            return gather__fail_value(error, GATHER_STATUS_LAYOUT, layout->place[d], layout->sizes[d],
                                      INT64_MAX);
        }
    return GATHER_STATUS_OK;
}

static enum gather_status check_tiles(const struct gather_layout *layout, struct gather_error *error)
{
    int32_t total = 0;
    if (layout->tile_count > GATHER_MAX_TILES)
        return gather__fail_length(error,
                                   gather__fail(error, GATHER_STATUS_UNSUPPORTED, gather__part_tiles, NULL),
                                   layout->tile_count, 0, GATHER_MAX_TILES);
    for (int32_t k = 0; k < layout->tile_count; k++) {
        int32_t count = layout->tile_ranks[k];
        const int64_t *bounds = layout->tile_bounds + total;
        total += count;
        if (total > GATHER_MAX_TILE_BOUNDS)
            return gather__fail(error, GATHER_STATUS_UNSUPPORTED, gather__part_tiles,
                                "at most 20 bounds in all tiles");
        if (count == 0 || bounds[count - 1] == GATHER_TILE_MERGE)
            return gather__fail(error, GATHER_STATUS_LAYOUT, gather__part_tiles,
                                "a number as the last bound of a tile");
        for (int32_t j = 0; j < count; j++)
            if (bounds[j] < 1 && bounds[j] != GATHER_TILE_MERGE)
                return fail_given(error, GATHER_STATUS_LAYOUT, gather__part_tiles, bounds[j],
                                  "tile bounds of at least 1");
    }
    return GATHER_STATUS_OK;
}

/* XLA-36: the type's own bits, a byte at least, or any number of whole bytes above that. */
static enum gather_status check_cell_bits(const struct gather_layout *layout, struct gather_error *error)
{
    int32_t own = gather_dtype_bits(layout->dtype), natural = gather__natural_bits(layout->dtype);
    int32_t least = layout->dtype == GATHER_DTYPE_BOOL ? 1 : own;
    if (layout->cell_bits < least)
        return fail_given(error, GATHER_STATUS_LAYOUT, gather__part_cell_bits, layout->cell_bits,
                          "a cell that holds the element");
    if (layout->cell_bits != own && (layout->cell_bits < natural || layout->cell_bits % 8 != 0))
        return fail_given(error, GATHER_STATUS_UNSUPPORTED, gather__part_cell_bits, layout->cell_bits,
                          layout->dtype == GATHER_DTYPE_BOOL
                              ? "whole bytes of at most 2147483640 bits"
                              : "the type's own bits, or whole bytes of at most 2147483640 bits");
    return GATHER_STATUS_OK;
}

static enum gather_status check_order_fields(const struct gather_layout *layout, struct gather_error *error)
{
    enum gather_status status = check_order(layout, error);
    if (status == GATHER_STATUS_OK)
        status = check_padding(layout, error);
    if (status == GATHER_STATUS_OK)
        status = check_tiles(layout, error);
    if (status == GATHER_STATUS_OK && layout->tail < 1)
        status =
            fail_given(error, GATHER_STATUS_LAYOUT, gather__part_tail, layout->tail, "a tail of at least 1");
    if (status == GATHER_STATUS_OK)
        status = check_cell_bits(layout, error);
    if (status == GATHER_STATUS_OK && !gather__padding_exists(layout->dtype, gather__padding_value(layout)))
        status = gather__fail_dtype(error, gather__part_padding_value, layout->dtype, GATHER_DTYPE_NONE,
                                    "a type that has the value");
    return status;
}

/* A stride of -2^63 has no text, for its magnitude is beyond 2^63-1 (LAY-5); without elements it counts as 0. */
static bool has_least_stride(const struct gather_layout *layout)
{
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->kind == GATHER_LAYOUT_STRIDES && layout->place[d] == INT64_MIN)
            return gather__has_elements(layout);
    return false;
}

static enum gather_status check_extent(const struct gather_layout *layout, struct gather__extent *extent,
                                       struct gather_error *error)
{
    int64_t cells;
    enum gather_status status = gather__count_cells(layout, &cells);
    if (status == GATHER_STATUS_OVERFLOW || has_least_stride(layout))
        return gather__fail(error, GATHER_STATUS_OVERFLOW, gather__part_extent,
                            "cells, bytes and strides below 2^63");
    if (status != GATHER_STATUS_OK)
        return gather__fail(error, status, gather__part_extent, "no cell below 0");
    if (!gather__count_elements(layout, &extent->elements)) /* many elements in few cells: strides of 0 */
        return gather__fail(error, GATHER_STATUS_OVERFLOW, gather__part_extent, "elements below 2^63");
    (void)gather__cell_bytes(cells, layout->cell_bits,
                             &extent->bytes); /* which count_cells has found to fit */
    if (layout->total_bytes < 0 || (layout->total_bytes > 0 && layout->total_bytes < extent->bytes))
        return gather__fail_value(error, gather__fail(error, GATHER_STATUS_BOUNDS, gather__part_total, NULL),
                                  layout->total_bytes, extent->bytes, INT64_MAX);
    if (layout->total_bytes > 0)
        extent->bytes = layout->total_bytes;
    return GATHER_STATUS_OK;
}

/* Whether a layout is a plain one but for its dimensions. */
static bool has_plain_fields(const struct gather_layout *layout)
{
    static const struct gather_layout none;
    enum { FIRST = offsetof(struct gather_layout, tile_count), END = sizeof *layout };
    return layout->rank >= 0 && layout->rank <= GATHER_MAX_RANK && gather__is_dtype(layout->dtype) &&
           layout->cell_bits == gather__dtype_bits[layout->dtype] &&
           (layout->offset | layout->total_bytes | layout->memory_space) == 0 &&
           memcmp((const uint8_t *)layout + FIRST, (const uint8_t *)&none + FIRST, END - FIRST) == 0;
}

bool gather__measure_plain(const struct gather_layout *layout, struct gather__extent *extent)
{
    const bool is_order = layout->kind == GATHER_LAYOUT_ORDER;
    const int32_t rank = layout->rank;
    int64_t elements = 1, bits;
    if (!has_plain_fields(layout) || (is_order ? layout->tail != 1 : layout->kind != GATHER_LAYOUT_STRIDES))
        return false;
    for (int32_t d = rank - 1; d >= 0; d--) {
        const int64_t size = layout->sizes[d];
        bool is_plain = is_order ? layout->place[d] == size && layout->minor_to_major[d] == rank - 1 - d
                                 : layout->place[d] == elements;
        if (size < 0 || !is_plain || !gather__multiply(elements, size, &elements))
            return false;
    }
    extent->elements = elements;
    if (!gather__multiply(elements, layout->cell_bits, &bits))
        return false;
    extent->bytes = (int64_t)(((uint64_t)bits + 7) / 8);
    return true;
}

enum gather_status gather__layout_measure(const struct gather_layout *layout, struct gather__extent *extent,
                                          struct gather_error *error)
{
    if (gather__measure_plain(layout, extent))
        return GATHER_STATUS_OK;
    enum gather_status status = check_shape(layout, error);
    if (status == GATHER_STATUS_OK)
        status = check_unused(layout, error);
    if (status == GATHER_STATUS_OK)
        status = layout->kind == GATHER_LAYOUT_ORDER ? check_order_fields(layout, error)
                                                     : check_cell_bits(layout, error);
    if (status == GATHER_STATUS_OK)
        status = check_extent(layout, extent, error);
    return status;
}

enum gather_status gather_layout_validate(const struct gather_layout *layout, struct gather_error *error)
{
    struct gather__extent extent;
    return gather__layout_measure(layout, &extent, error);
}

/* Type and shape into a zeroed layout; a rank that does not fit is left for the judge. */
static void set_shape(struct gather_layout *layout, int32_t dtype, int32_t rank, const int64_t *sizes)
{
    memset(layout, 0, sizeof *layout);
    layout->dtype = dtype;
    layout->rank = rank;
    layout->cell_bits = gather_dtype_bits(dtype);
    layout->tail = 1;
    if (rank > 0 && rank <= GATHER_MAX_RANK)
        memcpy(layout->sizes, sizes, (size_t)rank * sizeof sizes[0]);
}

enum gather_status gather_layout_init(struct gather_layout *layout, int32_t dtype, int32_t rank,
                                      const int64_t *sizes, struct gather_error *error)
{
    struct gather_layout made;
    set_shape(&made, dtype, rank, sizes);
    enum gather_status status = check_shape(&made, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather__set_row_major(&made);
    status = gather_layout_validate(&made, error);
    if (status == GATHER_STATUS_OK)
        *layout = made;
    return status;
}

enum gather_status gather_layout_init_strides(struct gather_layout *layout, int32_t dtype, int32_t rank,
                                              const int64_t *sizes, const int64_t *strides, int64_t offset,
                                              struct gather_error *error)
{
    struct gather_layout made;
    set_shape(&made, dtype, rank, sizes);
    enum gather_status status = check_shape(&made, error);
    if (status != GATHER_STATUS_OK)
        return status;
    made.offset = offset;
    if (strides != NULL && rank > 0)
        memcpy(made.place, strides, (size_t)rank * sizeof strides[0]);
    else if (!gather__row_major_strides(rank, sizes, made.place))
        return gather__fail(error, GATHER_STATUS_OVERFLOW, gather__part_extent, "cells and bytes below 2^63");
    gather__normalize(&made);
    status = gather_layout_validate(&made, error);
    if (status == GATHER_STATUS_OK)
        *layout = made;
    return status;
}
