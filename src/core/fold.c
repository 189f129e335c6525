/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Indices that never change: checked when a plan is made, and taken into the nest where they go on evenly, as
 * one row, a slice or a flip do. The gather is then a relayout, and may be a view:
 *
 *     data[ [7, 5, 3] ]      coordinate 0 = 7 - 2 * o[0], no index left
 */
#include <string.h>

#include "core/arith.h"
#include "core/fail.h"
#include "core/plan_calls.h"

/* One component as a sum over the dimensions of the indices. */
struct line {
    int64_t start;
    int64_t slope[GATHER_MAX_RANK];
};

struct folding {
    struct gather__nest *nest;
    const struct gather_layout *indices;
    const struct gather__kernels *kernels;
    const struct gather__index_kernel *kernel;
    const uint8_t *data;
    int64_t position[GATHER_MAX_RANK];
    struct line lines[GATHER_MAX_RANK];
    bool even; /* so far */
};

static int32_t component_here(const struct folding *folding)
{
    int32_t tuple = folding->nest->tuple_dimension;
    return tuple >= 0 ? (int32_t)folding->position[tuple] : 0;
}

/* The dimension along which the position is one step from the origin; -1 at the origin, -2 elsewhere. */
static int32_t single_step(const struct folding *folding)
{
    int32_t found = -1;
    for (int32_t d = 0; d < folding->indices->rank; d++) {
        if (folding->position[d] == 0 || d == folding->nest->tuple_dimension)
            continue;
        if (found != -1 || folding->position[d] != 1)
            return -2;
        found = d;
    }
    return found;
}

/* Row-major, the origin comes first, and the first step of each dimension before all that is beyond it. */
static void follow(struct folding *folding, int64_t value)
{
    struct line *line = &folding->lines[component_here(folding)];
    int32_t step = single_step(folding);
    int64_t expected = line->start;
    if (value == GATHER__ABSENT || !folding->even) {
        folding->even = false;
    } else if (step == -1) {
        line->start = value;
    } else if (step >= 0) {
        line->slope[step] = value - line->start; /* bounded: both inside the data */
    } else {
        for (int32_t d = 0; d < folding->indices->rank; d++)
            if (d != folding->nest->tuple_dimension &&
                !gather__multiply_add(line->slope[d], folding->position[d], &expected))
                folding->even = false;
        folding->even = folding->even && expected == value;
    }
}

/* The indices without their repetitions: a dimension along which the cell stays has one, but for the tuple's. */
static struct gather_layout without_repetitions(const struct folding *folding)
{
    struct gather_layout once = *folding->indices;
    for (int32_t d = 0; d < once.rank; d++)
        if (once.kind == GATHER_LAYOUT_STRIDES && once.place[d] == 0 && once.sizes[d] > 1 &&
            d != folding->nest->tuple_dimension)
            once.sizes[d] = 1;
    return once;
}

static enum gather_status check_all(struct folding *folding, struct gather_error *error)
{
    const struct gather_layout once = without_repetitions(folding), *indices = &once;
    int32_t bits = gather_dtype_bits(indices->dtype), unit = indices->cell_bits / (bits < 8 ? 1 : 8);
    int64_t cell = 0, judged = 0;
    struct gather__index_fate fate = {0, 0};
    bool more = gather_layout_elements(indices) > 0;
    while (more) {
        const struct gather__rule *rule = &folding->nest->rules[component_here(folding)];
        enum gather_status status =
            gather_layout_cell(indices, folding->position, indices->rank, &cell, error);
        if (status != GATHER_STATUS_OK)
            return status;
        cell *= unit; /* bounded: inside the indices' buffer */
        int64_t value = folding->kernels->index_value(indices->dtype, folding->data, cell);
        gather__read_one(folding->kernel, folding->data, cell, rule, &judged, &fate);
        if (fate.refused > 0)
            return gather__fail_index(error, rule, value, indices->dtype, indices->rank, folding->position);
        follow(folding, judged);
        status = gather_layout_bump(indices, folding->position, indices->rank, &more, error);
        if (status != GATHER_STATUS_OK)
            return status;
    }
    return GATHER_STATUS_OK;
}

/* The dimension of the indices that a component follows; -1 for none; -2 if it is more than one. */
static int32_t followed(const struct folding *folding, const struct line *line)
{
    int32_t found = -1;
    for (int32_t d = 0; d < folding->indices->rank; d++) {
        if (line->slope[d] == 0)
            continue;
        if (found != -1)
            return -2;
        found = d;
    }
    return found;
}

/* A coordinate without its component. Returns: false if it can't be said so. */
static bool fold_coordinate(const struct folding *folding, struct gather__coordinate *coordinate)
{
    const struct line *line = &folding->lines[coordinate->component];
    int32_t dimension = followed(folding, line);
    bool whole = coordinate->divisor <= 1 && coordinate->modulus == 0;
    if (dimension == -2 || (dimension >= 0 && (!whole || coordinate->loop >= 0)))
        return false;
    int64_t part = coordinate->divisor > 1 ? line->start / coordinate->divisor : line->start;
    coordinate->base += coordinate->modulus > 0 ? part % coordinate->modulus : part;
    if (dimension >= 0) {
        const struct gather__coordinate *source = &folding->nest->indices[dimension];
        if (source->loop < 0 || source->divisor > 1 || source->modulus != 0)
            return false;
        coordinate->loop = source->loop;
        coordinate->step = line->slope[dimension];
    }
    coordinate->component = -1;
    coordinate->divisor = 1;
    coordinate->modulus = 0;
    return true;
}

static void fold_nest(const struct folding *folding)
{
    struct gather__nest folded = *folding->nest;
    for (int32_t d = 0; d < folded.rank; d++)
        if (folded.data[d].component >= 0 && !fold_coordinate(folding, &folded.data[d]))
            return;
    folded.component_count = 0;
    folded.tuple_dimension = -1;
    *folding->nest = folded;
}

enum gather_status gather__fold_indices(struct gather__nest *nest, const struct gather_layout *indices,
                                        struct gather_buffer buffer, const struct gather__kernels *kernels,
                                        struct gather_error *error)
{
    struct folding folding = {.nest = nest,
                              .indices = indices,
                              .kernels = kernels,
                              .kernel = gather__index_kernel_for(kernels, indices->dtype),
                              .data = buffer.data,
                              .even = true};
    int64_t bytes = gather_layout_bytes(indices), elements = gather_layout_elements(indices);
    if (elements > 0 && (buffer.data == NULL || buffer.bytes < (uint64_t)bytes)) {
        gather__fail(error, GATHER_STATUS_BOUNDS, "indices", "a buffer that holds the whole layout");
        return gather__fail_value(error, GATHER_STATUS_BOUNDS, (int64_t)buffer.bytes, bytes, INT64_MAX);
    }
    enum gather_status status = check_all(&folding, error);
    if (status == GATHER_STATUS_OK && folding.even && elements > 0)
        fold_nest(&folding);
    return status;
}
