/* SPDX-License-Identifier: Apache-2.0 */
/* Cutting a layout into slabs: slab.h says how they lie. */
#include "io/slab.h"

#include <string.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/tile_unit.h"

enum {
    TARGET_BYTES = 8192, /* of the target that a box fills in a row before it grows along the source */
    GAP_BYTES = 4096     /* smaller ones are read through: the disk reads whole pages anyway */
};

/* ---- dimensions in order ------------------------------------------------------------------------- */

/* Dimensions by the size of their strides, the largest first. */
static void sort_by_stride(const int64_t *strides, int32_t rank, int32_t *order)
{
    for (int32_t d = 0; d < rank; d++) {
        int32_t place = d;
        for (; place > 0 && gather__magnitude(strides[order[place - 1]]) < gather__magnitude(strides[d]);
             place--)
            order[place] = order[place - 1];
        order[place] = d;
    }
}

/* Dimensions of the target, the fastest first: of tiles roughly, which is enough to choose by. */
static void order_target(struct gather__cut *cut, const struct gather_layout *target)
{
    int32_t slowest_first[GATHER_MAX_RANK];
    sort_by_stride(target->place, target->rank, slowest_first);
    for (int32_t k = 0; k < target->rank; k++)
        cut->order[k] = target->kind == GATHER_LAYOUT_ORDER ? target->minor_to_major[k]
                                                            : slowest_first[target->rank - 1 - k];
}

static void list_levels(struct gather__cut *cut)
{
    if (!cut->summary.strided) {
        cut->levels = gather__tile_units(cut->source, cut->dimension, cut->unit);
        return;
    }
    cut->levels = cut->source->rank;
    sort_by_stride(cut->summary.strides, cut->levels, cut->dimension);
    for (int32_t k = 0; k < cut->levels; k++)
        cut->unit[k] = 1;
}

/* ---- from a box to its slabs --------------------------------------------------------------------- */

/*
 * Strides: from the fastest dimension on, those lie within a piece that leave only small gaps; of the others
 * each row is a piece of its own. Where these do not all begin in the same bit of a byte, each is a slab of
 * its own.
 */
static void divide_strided(struct gather__cut *cut)
{
    uint64_t extent = 1, gap = (uint64_t)GAP_BYTES * 8 / (uint64_t)cut->source->cell_bits + 1;
    bool joins = true, aligned = true;
    for (int32_t k = cut->levels - 1; k >= 0; k--) {
        int32_t d = cut->dimension[k];
        uint64_t stride = gather__magnitude(cut->summary.strides[d]);
        joins = joins && (cut->box[d] == 1 || stride < extent + gap);
        cut->inside[d] = joins;
        if (joins)
            extent += (uint64_t)(cut->box[d] - 1) * stride; /* bounded: cells of the layout */
        else
            aligned =
                aligned && stride % 8 * (uint64_t)cut->source->cell_bits % 8 == 0; /* bounded: below 2^35 */
    }
    for (int32_t d = 0; d < cut->source->rank; d++)
        cut->step[d] = cut->inside[d] || aligned ? cut->box[d] : 1;
}

/*
 * Tiles: as many units of one dimension as the box has, with all faster ones whole and one unit of the
 * slower. The layout of such a slab ends where the slab does, but for the faster dimensions, whose padding
 * lies in between.
 */
static void divide_tiled(struct gather__cut *cut)
{
    int32_t partial = cut->levels - 1;
    memcpy(cut->step, cut->box, sizeof cut->step);
    while (partial > 0 && cut->box[cut->dimension[partial]] == cut->source->sizes[cut->dimension[partial]])
        partial--;
    for (int32_t k = 0; k < partial; k++)
        cut->step[cut->dimension[k]] = cut->unit[k];
    for (cut->split = partial; cut->split >= 0 && cut->split + 1 < cut->levels; cut->split++)
        if (cut->step[cut->dimension[cut->split]] > cut->unit[cut->split])
            break;
    for (int32_t d = 0; d < cut->source->rank; d++)
        cut->inside[d] = true;
}

static void divide_box(struct gather__cut *cut)
{
    if (cut->summary.strided)
        divide_strided(cut);
    else
        divide_tiled(cut);
}

/* ---- slabs --------------------------------------------------------------------------------------- */

/* Where the box around an index begins. */
static int64_t box_begin(const struct gather__cut *cut, int32_t d, int64_t index)
{
    return index - index % cut->box[d];
}

/* Rows from an index to the end of its box, which may be the end of the dimension. */
static int64_t left_in_box(const struct gather__cut *cut, int32_t d, int64_t index)
{
    int64_t begin = box_begin(cut, d, index), left = cut->source->sizes[d] - begin;
    return (cut->box[d] < left ? cut->box[d] : left) - (index - begin);
}

static void set_sizes(const struct gather__cut *cut, const int64_t *begin, int64_t *sizes)
{
    for (int32_t d = 0; d < cut->source->rank; d++) {
        int64_t left = left_in_box(cut, d, begin[d]);
        sizes[d] = cut->step[d] < left ? cut->step[d] : left;
    }
}

/* The pieces lie one behind the other: strides of the dimensions that are not within a piece. */
static bool lay_pieces(const struct gather__cut *cut, struct gather__slab *slab)
{
    int64_t pitch = 0;
    bool fits = true;
    slab->pieces = 1;
    for (int32_t k = cut->levels - 1; k >= 0; k--) {
        int32_t d = cut->dimension[k];
        if (cut->inside[d])
            continue;
        fits = fits && gather__multiply(slab->piece_bytes, slab->pieces, &pitch) &&
               gather__multiply(pitch, 8, &pitch) &&
               gather__multiply(slab->pieces, slab->layout.sizes[d], &slab->pieces);
        slab->layout.place[d] = fits ? pitch / cut->source->cell_bits : 0;
    }
    return fits && gather__multiply(slab->piece_bytes, slab->pieces, &slab->bytes);
}

/*
 * The piece at the slab's begin, from the byte of its lowest cell to that of its highest; then all of
 * them.
 */
static enum gather_status set_strided(const struct gather__cut *cut, struct gather__slab *slab,
                                      struct gather_error *error)
{
    const int64_t *strides = cut->summary.strides;
    struct gather_layout *layout = &slab->layout;
    int64_t first = cut->summary.offset, low = 0, high = 0, bits = cut->source->cell_bits, low_byte, end_byte;
    bool fits = true;
    memcpy(layout->place, strides, sizeof layout->place);
    for (int32_t d = 0; d < layout->rank; d++)
        fits = fits && gather__multiply_add(slab->begin[d], strides[d], &first) &&
               (!cut->inside[d] ||
                gather__multiply_add(layout->sizes[d] - 1, strides[d], strides[d] < 0 ? &low : &high));
    fits = fits && gather__add(first, low, &low) && gather__add(first, high, &high) &&
           gather__cell_bytes(low / 8 * 8, bits, &low_byte) && gather__cell_bytes(high + 1, bits, &end_byte);
    if (fits) {
        slab->first = low_byte + low % 8 * bits / 8; /* bounded: fewer than 8 cells */
        slab->piece_bytes = end_byte - slab->first;
        layout->offset = first - (bits < 8 ? slab->first * (8 / bits) : low);
        fits = lay_pieces(cut, slab);
    }
    return fits ? GATHER_STATUS_OK
                : gather__io_fail(error, GATHER_STATUS_OVERFLOW, "layout", "cells and bytes below 2^63");
}

/* The same tiles over fewer rows, in consecutive bytes. */
static enum gather_status set_tiled(const struct gather__cut *cut, struct gather__slab *slab,
                                    struct gather_error *error)
{
    int64_t cell;
    struct gather_layout layout = *cut->source;
    memcpy(layout.sizes, slab->layout.sizes, sizeof layout.sizes);
    layout.padding = GATHER_PADDING_UNKNOWN;
    layout.tail = 1;
    for (int32_t k = 0; k <= cut->split; k++)
        layout.place[cut->dimension[k]] = layout.sizes[cut->dimension[k]];
    enum gather_status status = gather_layout_cell(cut->source, slab->begin, layout.rank, &cell, error);
    if (status == GATHER_STATUS_OK && !gather__cell_bytes(cell, layout.cell_bits, &slab->first))
        status = gather__io_fail(error, GATHER_STATUS_OVERFLOW, "layout", "cells and bytes below 2^63");
    slab->layout = layout;
    slab->bytes = slab->piece_bytes = gather_layout_bytes(&layout);
    slab->pieces = 1;
    return status;
}

enum gather_status gather__cut_slab(const struct gather__cut *cut, const int64_t *begin,
                                    struct gather__slab *slab, struct gather_error *error)
{
    memset(slab, 0, sizeof *slab);
    slab->layout.kind = GATHER_LAYOUT_STRIDES;
    slab->layout.dtype = cut->source->dtype;
    slab->layout.rank = cut->source->rank;
    slab->layout.cell_bits = cut->source->cell_bits;
    slab->layout.tail = 1;
    memcpy(slab->begin, begin, (size_t)cut->source->rank * sizeof begin[0]);
    set_sizes(cut, begin, slab->layout.sizes);
    return cut->summary.strided ? set_strided(cut, slab, error) : set_tiled(cut, slab, error);
}

int64_t gather__slab_piece(const struct gather__cut *cut, const struct gather__slab *slab, int64_t n)
{
    int64_t cells = 0, bits = cut->source->cell_bits;
    for (int32_t k = cut->levels - 1; k >= 0; k--) {
        int32_t d = cut->dimension[k];
        if (cut->inside[d])
            continue;
        cells += n % slab->layout.sizes[d] * cut->summary.strides[d]; /* bounded: cells of the layout */
        n /= slab->layout.sizes[d];
    }
    /* bounded: bytes of the layout; below a byte the cells make whole ones, as divide_strided has seen to */
    return slab->first + (bits < 8 ? cells / (8 / bits) : cells * (bits / 8));
}

/* Within the box the source's fastest dimension first; then the next box, in the order of the target. */
bool gather__cut_next(const struct gather__cut *cut, int64_t *begin)
{
    for (int32_t k = cut->levels - 1; k >= 0; k--) {
        int32_t d = cut->dimension[k];
        if (cut->step[d] < left_in_box(cut, d, begin[d])) {
            begin[d] += cut->step[d];
            return true;
        }
        begin[d] = box_begin(cut, d, begin[d]);
    }
    for (int32_t k = 0; k < cut->source->rank; k++) {
        int32_t d = cut->order[k];
        if (cut->box[d] < cut->source->sizes[d] - begin[d]) {
            begin[d] += cut->box[d];
            return true;
        }
        begin[d] = 0;
    }
    return false;
}

/* ---- the size of a box --------------------------------------------------------------------------- */

/* Whether the slabs of the present box fit. One of cells below a byte may reach a byte further than the first
 * does. */
static bool slab_fits(struct gather__cut *cut, int64_t memory)
{
    static const int64_t zero[GATHER_MAX_RANK];
    struct gather__slab slab;
    divide_box(cut);
    if (gather__cut_slab(cut, zero, &slab, NULL) != GATHER_STATUS_OK)
        return false;
    return gather__add(slab.bytes, cut->source->cell_bits < 8 ? slab.pieces : 0, &cut->room) &&
           cut->room <= memory;
}

/* Whether all slabs of the present box would fit together, too: then what they write stays near. */
static bool box_fits(struct gather__cut *cut, int64_t memory)
{
    int64_t cells = 1, bytes = 0;
    if (!slab_fits(cut, memory))
        return false;
    if (memcmp(cut->step, cut->box, sizeof cut->step) == 0)
        return true;
    for (int32_t d = 0; d < cut->source->rank; d++)
        if (!gather__multiply(cells, cut->box[d], &cells))
            return false;
    return gather__cell_bytes(cells, cut->source->cell_bits, &bytes) && bytes <= memory;
}

/* Grows a level of the box to as many units as fit, `wanted` rows at most. */
static void grow(struct gather__cut *cut, int32_t level, int64_t wanted, int64_t memory)
{
    int32_t d = cut->dimension[level];
    int64_t *rows = &cut->box[d], unit = cut->unit[level], fits = *rows / unit, fails, most;
    most = wanted < cut->source->sizes[d] ? wanted : cut->source->sizes[d];
    fails = gather__divide_up(most, unit) + 1;
    while (fails - fits > 1) {
        int64_t middle = fits + (fails - fits) / 2, before = *rows;
        *rows =
            middle < gather__divide_up(cut->source->sizes[d], unit) ? middle * unit : cut->source->sizes[d];
        if (box_fits(cut, memory)) {
            fits = middle;
        } else {
            *rows = before;
            fails = middle;
        }
    }
    (void)slab_fits(cut, memory); /* for the box that was settled on */
}

static int32_t level_of(const struct gather__cut *cut, int32_t d)
{
    for (int32_t k = 0; k < cut->levels; k++)
        if (cut->dimension[k] == d)
            return k;
    return -1;
}

/*
 * First along the target until a box fills whole pages of it, then along the source as far as memory
 * allows.
 */
static void grow_box(struct gather__cut *cut, int64_t memory)
{
    int64_t filled = cut->source->cell_bits < 8 ? 1 : cut->source->cell_bits / 8;
    for (int32_t k = 0; k < cut->source->rank && filled < TARGET_BYTES; k++) {
        int32_t d = cut->order[k], level = level_of(cut, d);
        if (level >= 0)
            grow(cut, level, gather__divide_up(TARGET_BYTES, filled), memory);
        filled *= cut->box[d] < TARGET_BYTES ? cut->box[d] : TARGET_BYTES; /* bounded: TARGET_BYTES squared */
    }
    for (int32_t k = cut->levels - 1; k >= 0; k--) {
        grow(cut, k, cut->source->sizes[cut->dimension[k]], memory);
        if (cut->box[cut->dimension[k]] < cut->source->sizes[cut->dimension[k]])
            return;
    }
}

enum gather_status gather__cut_make(struct gather__cut *cut, const struct gather_layout *source,
                                    const struct gather_layout *target, int64_t memory,
                                    struct gather_error *error)
{
    memset(cut, 0, sizeof *cut);
    cut->source = source;
    enum gather_status status = gather_layout_describe(source, &cut->summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    order_target(cut, target);
    list_levels(cut);
    memcpy(cut->box, source->sizes, sizeof cut->box);
    for (int32_t k = 0; k < cut->levels; k++)
        cut->box[cut->dimension[k]] = cut->unit[k];
    if (!slab_fits(cut, memory))
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "memory",
                               "memory for an element, or a tile, at a time: more than is allowed");
    grow_box(cut, memory);
    return GATHER_STATUS_OK;
}
