/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather position by position: bench_walk.h says how. No code of the library's takes part, so that none of its
 * mistakes can hide: the strides of a memory order are formed here too.
 */
#include "study/bench/bench_walk.h"

#include <string.h>

#include "core/arith.h"
#include "study/refuse.h"

/* ---- where elements lie --------------------------------------------------------------------------------- */

/* Steps in cells: given, or from the padded sizes, the fastest dimension first. Returns: false for tiles. */
static bool cells_of(const struct gather_layout *layout, int64_t *steps, int64_t *offset)
{
    int64_t step = 1;
    *offset = 0;
    if (layout->kind == GATHER_LAYOUT_STRIDES) {
        memcpy(steps, layout->place, sizeof layout->place);
        *offset = layout->offset;
        return true;
    }
    for (int32_t k = 0; k < layout->rank; k++) {
        int32_t d = layout->minor_to_major[k];
        steps[d] = step;
        if (!gather__multiply(step, layout->place[d], &step))
            return false;
    }
    return layout->tile_count == 0;
}

static bool place_of(const struct gather_layout *layout, const void *bytes,
                     struct gather__bench_place *operand)
{
    int64_t offset, width = layout->cell_bits / 8;
    if (layout->cell_bits % 8 != 0 || layout->cell_bits != gather_dtype_bits(layout->dtype) ||
        !cells_of(layout, operand->steps, &offset))
        return false;
    for (int32_t d = 0; d < layout->rank; d++)
        operand->steps[d] *= width;
    operand->first = (const unsigned char *)bytes + offset * width;
    return true;
}

/* ---- coordinates ---------------------------------------------------------------------------------------- */

/* An index of any integer type; a negative one counts from the end. */
static int64_t read_index(const struct gather_layout *layout, const unsigned char *at, int64_t size)
{
    int32_t bits = layout->cell_bits;
    uint64_t value = 0;
    memcpy(&value, at, (size_t)bits / 8);
    bool is_signed = gather_dtype_is_signed(layout->dtype);
    if (is_signed && bits < 64 && value >> (bits - 1) != 0)
        value |= UINT64_MAX << bits;
    return is_signed && (int64_t)value < 0 ? (int64_t)value + size : (int64_t)value;
}

/* What goes along one axis, whatever becomes of what is taken. */
static bool is_take(const struct gather_bench_done *done)
{
    return done->family == GATHER_BENCH_TAKE || done->family == GATHER_BENCH_SCALED;
}

/* The dimensions of the indices that the output has too, and where the first of them behind the batch stands. */
static int32_t index_dimensions(const struct gather__bench_walk *walk)
{
    const struct gather_bench_done *done = walk->done;
    return done->family == GATHER_BENCH_TUPLES ? done->indices.rank - 1 : done->indices.rank;
}

/* The index, or a component of it, that belongs to a position of the output. */
static const unsigned char *index_at(const struct gather__bench_walk *walk, const int64_t *position,
                                     int32_t component)
{
    const struct gather_bench_done *done = walk->done;
    const unsigned char *at = walk->indices.first;
    int32_t shift = is_take(done) ? done->axis - done->batch_dims : 0, last = index_dimensions(walk);
    for (int32_t k = 0; k < last; k++)
        at += position[k < done->batch_dims ? k : k + shift] * walk->indices.steps[k];
    return done->family == GATHER_BENCH_TUPLES ? at + component * walk->indices.steps[last] : at;
}

/* The coordinate of a position along dimension d of the data; *inside: whether it is one. */
static int64_t coordinate(const struct gather__bench_walk *walk, const int64_t *position, int32_t d,
                          bool *inside)
{
    const struct gather_bench_done *done = walk->done;
    int32_t first = done->axis, count = 1, growth = 0;
    if (done->family == GATHER_BENCH_RELAYOUT)
        return position[d];
    if (done->family == GATHER_BENCH_TUPLES) {
        first = done->batch_dims;
        count = walk->components;
        growth = index_dimensions(walk) - first - count;
    } else if (is_take(done)) {
        growth = index_dimensions(walk) - done->batch_dims - 1;
    }
    if (d < first || d >= first + count)
        return position[d < first ? d : d + growth];
    int64_t size = done->data.sizes[d];
    int64_t index = read_index(&done->indices, index_at(walk, position, d - first), size);
    *inside = *inside && index >= 0 && index < size;
    return *inside ? index : 0;
}

/* ---- runs ------------------------------------------------------------------------------------------------ */

/* How many of the last dimensions of the output are the data's own last ones, untouched by an index. */
static int32_t untouched(const struct gather_bench_done *done, int32_t components)
{
    switch (done->family) {
    case GATHER_BENCH_TAKE:
        return done->data.rank - done->axis - 1;
    case GATHER_BENCH_TUPLES:
        return done->data.rank - done->batch_dims - components;
    case GATHER_BENCH_RELAYOUT:
        return done->output.rank;
    default:
        return 0;
    }
}

static void find_run(struct gather__bench_walk *walk)
{
    const struct gather_layout *output = &walk->done->output;
    int32_t most = untouched(walk->done, walk->components), behind = walk->done->data.rank - output->rank;
    walk->run_bytes = output->cell_bits / 8;
    walk->run_from = output->rank;
    while (output->rank - walk->run_from < most) {
        int32_t d = walk->run_from - 1;
        if (output->sizes[d] > 1 &&
            (walk->output.steps[d] != walk->run_bytes || walk->data.steps[d + behind] != walk->run_bytes))
            break;
        /* bounded: the run lies in memory */
        walk->run_bytes *= output->sizes[d];
        walk->run_from = d;
    }
    walk->read_bytes = walk->run_bytes;
}

/* What is scaled: a row, whose numbers may be several in a byte. */
static void find_row(struct gather__bench_walk *walk)
{
    const struct gather_layout *output = &walk->done->output, *data = &walk->done->data;
    walk->run_from = output->rank - 1;
    walk->run_bytes = output->sizes[output->rank - 1] * (output->cell_bits / 8); /* bounded: lies in memory */
    walk->read_bytes = data->sizes[data->rank - 1];
}

/* ---- the walk ---------------------------------------------------------------------------------------------- */

enum gather_status gather__bench_walk_begin(struct gather__bench_walk *walk,
                                            const struct gather_bench_done *done, struct gather_error *error)
{
    *walk = (struct gather__bench_walk){.done = done};
    bool is_plain = place_of(&done->data, done->data_bytes, &walk->data) &&
                    place_of(&done->output, done->output_bytes, &walk->output);
    if (is_plain && done->family != GATHER_BENCH_RELAYOUT)
        is_plain = place_of(&done->indices, done->index_values, &walk->indices);
    if (is_plain && done->family == GATHER_BENCH_SCALED)
        is_plain =
            place_of(&done->scales, done->scale_values, &walk->scales) && gather__bench_scaled_is_known(walk);
    if (!is_plain)
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, NULL,
                              "layouts without tiles, of whole bytes");
    if (done->family == GATHER_BENCH_TUPLES)
        walk->components = (int32_t)done->indices.sizes[done->indices.rank - 1];
    if (done->family == GATHER_BENCH_SCALED)
        find_row(walk);
    else
        find_run(walk);
    return GATHER_STATUS_OK;
}

const unsigned char *gather__bench_walk_output(const struct gather__bench_walk *walk)
{
    const unsigned char *at = walk->output.first;
    for (int32_t d = 0; d < walk->done->output.rank; d++)
        at += walk->position[d] * walk->output.steps[d];
    return at;
}

/* What of an operand of the data's coordinates belongs to this position. */
static const unsigned char *taken_from(const struct gather__bench_walk *walk,
                                       const struct gather__bench_place *operand)
{
    const unsigned char *at = operand->first;
    bool inside = true;
    for (int32_t d = 0; d < walk->done->data.rank; d++)
        at += coordinate(walk, walk->position, d, &inside) * operand->steps[d];
    return inside ? at : NULL;
}

const unsigned char *gather__bench_walk_data(const struct gather__bench_walk *walk)
{
    return taken_from(walk, &walk->data);
}

const unsigned char *gather__bench_walk_scales(const struct gather__bench_walk *walk)
{
    return taken_from(walk, &walk->scales);
}

bool gather__bench_walk_next(struct gather__bench_walk *walk)
{
    for (int32_t d = walk->run_from - 1; d >= 0; d--) {
        if (++walk->position[d] < walk->done->output.sizes[d])
            return true;
        walk->position[d] = 0;
    }
    return false;
}
