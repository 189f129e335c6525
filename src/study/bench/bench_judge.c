/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether an output is right, by the definition and plain loops: every position of the output is visited, its
 * coordinates in the data are formed from the indices, and the bytes are compared. The strides of a memory order
 * are formed here too, so that a mistake of the library's can't hide.
 *
 *     take       data[o[..axis], index(o[batch.., axis..]), o[..]]
 *     elements   data[o with o[axis] = index(o)]
 *     tuples     data[o[..batch], index(o, 0..k-1), o[..]]
 *     relayout   data[o]
 *
 * The innermost dimensions that no index moves, and that lie without gaps in both, are compared in one piece.
 */
#include <string.h>

#include "core/arith.h"
#include "gather/bench.h"
#include "study/refuse.h"

/* Where the elements of an operand lie, in bytes. */
struct spread_out {
    const unsigned char *first;
    int64_t steps[GATHER_MAX_RANK];
};

struct judge {
    const struct gather_bench_done *done;
    struct spread_out data, indices, output;
    int32_t run_from; /* the first output dimension of those that are compared in one piece */
    int64_t run_bytes;
    int32_t components; /* of a tuple */
};

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

static bool spread_out(const struct gather_layout *layout, const void *bytes, struct spread_out *operand)
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

/* The dimensions of the indices that the output has too, and where the first of them behind the batch stands. */
static int32_t index_dimensions(const struct judge *judge)
{
    const struct gather_bench_done *done = judge->done;
    return done->family == GATHER_BENCH_TUPLES ? done->indices.rank - 1 : done->indices.rank;
}

/* The index, or a component of it, that belongs to a position of the output. */
static const unsigned char *index_at(const struct judge *judge, const int64_t *position, int32_t component)
{
    const struct gather_bench_done *done = judge->done;
    const unsigned char *at = judge->indices.first;
    int32_t shift = done->family == GATHER_BENCH_TAKE ? done->axis - done->batch_dims : 0,
            last = index_dimensions(judge);
    for (int32_t k = 0; k < last; k++)
        at += position[k < done->batch_dims ? k : k + shift] * judge->indices.steps[k];
    return done->family == GATHER_BENCH_TUPLES ? at + component * judge->indices.steps[last] : at;
}

/* The coordinate of a position along dimension d of the data; *inside: whether it is one. */
static int64_t coordinate(const struct judge *judge, const int64_t *position, int32_t d, bool *inside)
{
    const struct gather_bench_done *done = judge->done;
    int32_t first = done->axis, count = 1, growth = 0;
    if (done->family == GATHER_BENCH_RELAYOUT)
        return position[d];
    if (done->family == GATHER_BENCH_TUPLES) {
        first = done->batch_dims;
        count = judge->components;
        growth = index_dimensions(judge) - first - count;
    } else if (done->family == GATHER_BENCH_TAKE) {
        growth = index_dimensions(judge) - done->batch_dims - 1;
    }
    if (d < first || d >= first + count)
        return position[d < first ? d : d + growth];
    int64_t size = done->data.sizes[d];
    int64_t index = read_index(&done->indices, index_at(judge, position, d - first), size);
    *inside = *inside && index >= 0 && index < size;
    return *inside ? index : 0;
}

/* ---- comparing ------------------------------------------------------------------------------------------ */

/* Whether the run at a position holds what it should. */
static bool is_right(const struct judge *judge, const int64_t *position)
{
    const unsigned char *expected = judge->data.first, *got = judge->output.first;
    bool inside = true;
    for (int32_t d = 0; d < judge->done->output.rank; d++)
        got += position[d] * judge->output.steps[d];
    for (int32_t d = 0; d < judge->done->data.rank; d++)
        expected += coordinate(judge, position, d, &inside) * judge->data.steps[d];
    return inside && memcmp(expected, got, (size_t)judge->run_bytes) == 0;
}

/* The next position, without the dimensions of the run. Returns: false behind the last. */
static bool advance(const struct judge *judge, int64_t *position)
{
    for (int32_t d = judge->run_from - 1; d >= 0; d--) {
        if (++position[d] < judge->done->output.sizes[d])
            return true;
        position[d] = 0;
    }
    return false;
}

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

static void find_run(struct judge *judge)
{
    const struct gather_layout *output = &judge->done->output;
    int32_t most = untouched(judge->done, judge->components), behind = judge->done->data.rank - output->rank;
    judge->run_bytes = output->cell_bits / 8;
    judge->run_from = output->rank;
    while (output->rank - judge->run_from < most) {
        int32_t d = judge->run_from - 1;
        if (output->sizes[d] > 1 &&
            (judge->output.steps[d] != judge->run_bytes || judge->data.steps[d + behind] != judge->run_bytes))
            return;
        /* bounded: the run lies in memory */
        judge->run_bytes *= output->sizes[d];
        judge->run_from = d;
    }
}

static enum gather_status compare_all(const struct judge *judge, struct gather_error *error)
{
    int64_t position[GATHER_MAX_RANK] = {0};
    if (gather_layout_elements(&judge->done->output) == 0)
        return GATHER_STATUS_OK;
    do {
        if (!is_right(judge, position)) {
            gather__refuse(error, GATHER_STATUS_ARGUMENT, "output", "the element that the index names");
            if (error != NULL) {
                error->has = GATHER_ERROR_HAS_POSITION;
                error->rank = judge->done->output.rank;
                memcpy(error->position, position, sizeof position);
            }
            return GATHER_STATUS_ARGUMENT;
        }
    } while (advance(judge, position));
    return GATHER_STATUS_OK;
}

enum gather_status gather_bench_judge(const struct gather_bench_done *done, struct gather_error *error)
{
    struct judge judge = {.done = done};
    bool is_plain = spread_out(&done->data, done->data_bytes, &judge.data) &&
                    spread_out(&done->output, done->output_bytes, &judge.output);
    if (is_plain && done->family != GATHER_BENCH_RELAYOUT)
        is_plain = spread_out(&done->indices, done->index_values, &judge.indices);
    if (!is_plain)
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, NULL,
                              "layouts without tiles, of whole bytes");
    if (done->family == GATHER_BENCH_TUPLES)
        judge.components = (int32_t)done->indices.sizes[done->indices.rank - 1];
    find_run(&judge);
    return compare_all(&judge, error);
}
