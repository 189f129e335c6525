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
    bool is_uneven; /* it is no such sum */
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
    bool has_absent; /* an index that stands for no element */
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
    if (value == GATHER__ABSENT) {
        folding->has_absent = true;
    } else if (step == -1) {
        line->start = value;
    } else if (step >= 0) {
        line->slope[step] = value - line->start; /* bounded: both inside the data */
    } else {
        for (int32_t d = 0; d < folding->indices->rank; d++)
            if (d != folding->nest->tuple_dimension &&
                !gather__multiply_add(line->slope[d], folding->position[d], &expected))
                line->is_uneven = true;
        line->is_uneven = line->is_uneven || expected != value;
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
    const bool whole = gather__is_whole(coordinate);
    if (line->is_uneven || dimension == -2 || (dimension >= 0 && (!whole || coordinate->loop >= 0)))
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

/* Returns: whether all components could be taken in. */
static bool fold_nest(const struct folding *folding)
{
    struct gather__nest folded = *folding->nest;
    for (int32_t d = 0; d < folded.rank; d++)
        if (folded.data[d].component >= 0 && !fold_coordinate(folding, &folded.data[d]))
            return false;
    folded.component_count = 0;
    folded.tuple_dimension = -1;
    *folding->nest = folded;
    return true;
}

/* ---- views --------------------------------------------------------------------------------------- */

/* Adds `stride` times a coordinate without its component. Returns: false if that is no sum. */
static bool add_loop(struct gather__view *view, const struct gather__coordinate *coordinate, int64_t stride)
{
    return gather__multiply_add(stride, coordinate->base, &view->offset) &&
           (coordinate->loop < 0 ||
            gather__multiply_add(stride, coordinate->step, &view->strides[coordinate->loop]));
}

/* Adds `stride` times a component: it is even over the indices, which follow loops. */
static bool add_component(struct gather__view *view, const struct folding *folding, int32_t component,
                          int64_t stride)
{
    const struct line *line = &folding->lines[component];
    if (stride == 0)
        return true;
    if (line->is_uneven || !gather__multiply_add(stride, line->start, &view->offset))
        return false;
    for (int32_t d = 0; d < folding->indices->rank; d++) {
        const struct gather__coordinate *source = &folding->nest->indices[d];
        int64_t step;
        if (line->slope[d] != 0 &&
            (!gather__is_whole(source) || !gather__multiply(stride, line->slope[d], &step) ||
             !add_loop(view, source, step)))
            return false;
    }
    return true;
}

/* Whether a coordinate is one digit of its component, as of a row-major number. */
static bool is_digit(const struct gather__coordinate *coordinate)
{
    return coordinate->component >= 0 && !gather__is_whole(coordinate);
}

/*
 * Adds a component by its digits: from one number to the next the cells are as far apart everywhere if each digit's
 * stride is one and the same times what the digit counts.
 */
static bool add_digits(struct gather__view *view, const struct folding *folding, int32_t component,
                       const struct gather_layout *data, const int64_t *strides)
{
    bool is_first = true;
    int64_t stride = 0;
    for (int32_t d = 0; d < folding->nest->rank; d++) {
        const struct gather__coordinate *digit = &folding->nest->data[d];
        const int64_t unit = digit->divisor > 1 ? digit->divisor : 1;
        int64_t expected;
        if (digit->component != component || !is_digit(digit) || data->sizes[d] <= 1)
            continue;
        if (digit->base != 0 || digit->loop >= 0)
            return false;
        if (is_first)
            stride = strides[d] / unit;
        is_first = false;
        if (!gather__multiply(stride, unit, &expected) || expected != strides[d])
            return false;
    }
    return is_first || add_component(view, folding, component, stride);
}

/* The cell of each element as a sum over the loops. Returns: false if it is none. */
static bool find_view(struct gather__view *view, const struct folding *folding,
                      const struct gather_layout *data)
{
    const struct gather__nest *nest = folding->nest;
    struct gather_layout_summary is;
    memset(view, 0, sizeof *view);
    if (gather_layout_describe(data, &is, NULL) != GATHER_STATUS_OK || !is.strided)
        return false;
    view->offset = is.offset;
    for (int32_t d = 0; d < nest->rank; d++) {
        const struct gather__coordinate *coordinate = &nest->data[d];
        if (data->sizes[d] <= 1 || is.strides[d] == 0 || is_digit(coordinate))
            continue;
        if (!gather__is_whole(coordinate) || !add_loop(view, coordinate, is.strides[d]) ||
            (coordinate->component >= 0 &&
             !add_component(view, folding, coordinate->component, is.strides[d])))
            return false;
    }
    for (int32_t component = 0; component < nest->component_count; component++)
        if (!add_digits(view, folding, component, data, is.strides))
            return false;
    return true;
}

enum gather_status gather__fold_indices(struct gather__work *work, struct gather_buffer buffer,
                                        const struct gather__kernels *kernels, struct gather_error *error)
{
    const struct gather_layout *indices = work->indices.layout;
    struct folding folding = {.nest = &work->nest,
                              .indices = indices,
                              .kernels = kernels,
                              .kernel = gather__index_kernel_for(kernels, indices->dtype),
                              .data = buffer.data};
    int64_t bytes = gather_layout_bytes(indices), elements = gather_layout_elements(indices);
    if (elements > 0 && (buffer.data == NULL || buffer.bytes < (uint64_t)bytes)) {
        gather__fail(error, GATHER_STATUS_BOUNDS, "indices", "a buffer that holds the whole layout");
        return gather__fail_value(error, GATHER_STATUS_BOUNDS, (int64_t)buffer.bytes, bytes, INT64_MAX);
    }
    enum gather_status status = check_all(&folding, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const bool has_lines = elements > 0 && !folding.has_absent, is_folded = has_lines && fold_nest(&folding);
    memset(&work->view, 0, sizeof work->view);
    work->view.is_found = work->out.extent.elements == 0 ||
                          (has_lines && !is_folded && find_view(&work->view, &folding, work->data.layout));
    return GATHER_STATUS_OK;
}
