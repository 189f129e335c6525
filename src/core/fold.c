/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Indices that never change: checked when a plan is made, and taken into the nest where they go on evenly, as
 * one row, a slice or a flip do. The gather is then a relayout, and may be a view:
 *
 *     data[ [7, 5, 3] ]      coordinate 0 = 7 - 2 * o[0], no index left
 *
 * A coordinate follows one loop. Where indices lead through the data evenly along several, or only all components of a
 * tuple together do, the nest stays as it is, and the view is found by following the cells:
 *
 *     data[ [[0, 1], [4, 5]] ]      cell = 4 * stride * o[0] + stride * o[1]
 *
 * Where the data has tiles, or a loop is taken apart, the cells of all elements are followed, if they are not too many.
 */
#include <string.h>

#include "core/address.h"
#include "core/arith.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "core/outlined.h"
#include "core/plan_calls.h"

enum { RUN_MOST = 256, TRIED_MOST = 1 << 14 };

/* A component, or the way of all components of a point together, as a sum over the dimensions of the indices. */
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
    bool is_strided; /* then `offset` and `strides` lead to the cell of an index */
    int64_t offset, strides[GATHER_MAX_RANK];
    int64_t position[GATHER_MAX_RANK];
    struct line lines[GATHER_MAX_RANK];
    bool has_absent; /* an index that stands for no element */
};

static int32_t component_here(const struct folding *folding)
{
    int32_t tuple = folding->nest->tuple_dimension;
    return tuple >= 0 ? (int32_t)folding->position[tuple] : 0;
}

/* A place on a walk over some dimensions, and one of them that it has no line along; -1: none. */
struct stand {
    int32_t rank, skipped;
    const int64_t *position;
};

static struct stand stand_here(const struct folding *folding)
{
    return (struct stand){folding->indices->rank, folding->nest->tuple_dimension, folding->position};
}

/* The dimension along which the place is one step from the origin; -1 at the origin, -2 elsewhere. */
static int32_t single_step(struct stand here)
{
    int32_t found = -1;
    for (int32_t d = 0; d < here.rank; d++) {
        if (here.position[d] == 0 || d == here.skipped)
            continue;
        if (found != -1 || here.position[d] != 1)
            return -2;
        found = d;
    }
    return found;
}

/* Row-major, the origin comes first, and the first step of each dimension before all that is beyond it. */
static void follow(struct line *line, struct stand here, int64_t value)
{
    int32_t step = single_step(here);
    int64_t expected = line->start;
    if (step == -1) {
        line->start = value;
    } else if (step >= 0) {
        line->slope[step] = value - line->start; /* bounded: both inside the data */
    } else {
        for (int32_t d = 0; d < here.rank; d++)
            if (d != here.skipped && !gather__multiply_add(line->slope[d], here.position[d], &expected))
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

/* What the kernels count places of indices in, a cell's worth: bytes, or bits of what is less. */
static int32_t unit_of(const struct gather_layout *indices)
{
    return indices->cell_bits / (gather_dtype_bits(indices->dtype) < 8 ? 1 : 8);
}

/* Where the index at the position lies: by strides if it can be, for there may be millions. */
static enum gather_status find_index(const struct folding *folding, int64_t *at, struct gather_error *error)
{
    const struct gather_layout *indices = folding->indices;
    int64_t cell = folding->offset;
    enum gather_status status = GATHER_STATUS_OK;
    if (!folding->is_strided)
        status = gather_layout_cell(indices, folding->position, indices->rank, &cell, error);
    for (int32_t d = 0; d < indices->rank && folding->is_strided; d++)
        cell += folding->position[d] * folding->strides[d]; /* bounded: a cell of the layout */
    *at = cell * unit_of(indices);                          /* bounded: inside the indices' buffer */
    return status;
}

/* The index at the position, as its rule has it. Returns: INDEX_RANGE if that refuses it. */
static enum gather_status judge_here(const struct folding *folding, int64_t *judged,
                                     struct gather_error *error)
{
    const struct gather_layout *indices = folding->indices;
    const struct gather__rule *rule = &folding->nest->rules[component_here(folding)];
    struct gather__index_fate fate = {0, 0};
    int64_t at = 0;
    enum gather_status status = find_index(folding, &at, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const int64_t value = folding->kernels->index_value(indices->dtype, folding->data, at);
    gather__read_one(folding->kernel, folding->data, at, rule, judged, &fate);
    if (fate.refused > 0)
        return gather__fail_index(error, rule, value, indices->dtype, indices->rank, folding->position);
    return GATHER_STATUS_OK;
}

/* Steps the position on, the last dimension first. Returns: false behind the last, where it is all zeros again. */
static bool step_on(const struct gather_layout *layout, int64_t *position)
{
    for (int32_t d = layout->rank - 1; d >= 0; d--) {
        if (++position[d] < layout->sizes[d])
            return true;
        position[d] = 0;
    }
    return false;
}

/* How many indices from the position on a kernel reads at once: those of the last dimension, which have one rule. */
static int64_t run_here(const struct folding *folding, const struct gather_layout *once)
{
    const int32_t last = once->rank - 1;
    if (last < 0 || last == folding->nest->tuple_dimension || !folding->is_strided)
        return 1;
    const int64_t left = once->sizes[last] - folding->position[last];
    return left < RUN_MOST ? left : RUN_MOST;
}

/* Judges a run of one index or more, which begins at the position. */
static enum gather_status check_run(struct folding *folding, int64_t count, struct gather_error *error)
{
    const int32_t last = folding->indices->rank - 1;
    const struct gather__rule *rule = &folding->nest->rules[component_here(folding)];
    struct line *line = &folding->lines[component_here(folding)];
    struct gather__index_run run = {.indices = folding->data, .count = count, .scale = 1};
    struct gather__index_fate fate = {0, 0};
    int64_t judged[RUN_MOST];
    enum gather_status status = find_index(folding, &run.first, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (count > 1)
        run.step = folding->strides[last] * unit_of(folding->indices); /* bounded: inside the buffer */
    folding->kernel->read(judged, &run, rule, &fate);
    folding->has_absent = folding->has_absent || fate.absent > 0;
    for (int64_t k = 0; k < count && (fate.refused > 0 || !line->is_uneven); k++) {
        if (k > 0)
            folding->position[last]++;
        if (fate.refused > 0) /* which of them: one by one */
            status = judge_here(folding, &judged[k], error);
        if (status != GATHER_STATUS_OK)
            return status;
        if (judged[k] != GATHER__ABSENT)
            follow(line, stand_here(folding), judged[k]);
    }
    return GATHER_STATUS_OK;
}

static enum gather_status check_all(struct folding *folding, struct gather_error *error)
{
    const struct gather_layout once = without_repetitions(folding);
    bool more = gather_layout_elements(&once) > 0;
    enum gather_status status = GATHER_STATUS_OK;
    while (more && status == GATHER_STATUS_OK) {
        int64_t *last = &folding->position[once.rank > 0 ? once.rank - 1 : 0];
        const int64_t begin = *last, count = run_here(folding, &once);
        status = check_run(folding, count, error);
        *last = begin + count - 1;
        more = step_on(&once, folding->position);
    }
    return status;
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

/* What a coordinate takes of a loop's number or of an index. */
static int64_t part_of(const struct gather__coordinate *coordinate, int64_t whole)
{
    int64_t part = coordinate->divisor > 1 ? whole / coordinate->divisor : whole;
    return coordinate->modulus > 0 ? part % coordinate->modulus : part;
}

/* A coordinate without its component. Returns: false if it can't be said so. */
static bool fold_coordinate(const struct folding *folding, struct gather__coordinate *coordinate)
{
    const struct line *line = &folding->lines[coordinate->component];
    int32_t dimension = followed(folding, line);
    const bool whole = gather__is_whole(coordinate);
    if (line->is_uneven || dimension == -2 || (dimension >= 0 && (!whole || coordinate->loop >= 0)))
        return false;
    coordinate->base += part_of(coordinate, line->start);
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

/* What a coordinate takes of its component at the position. Returns: false if that stands for no element. */
static bool find_part(struct folding *folding, const struct gather__coordinate *coordinate, int64_t *part)
{
    if (folding->nest->tuple_dimension >= 0)
        folding->position[folding->nest->tuple_dimension] = coordinate->component;
    int64_t judged = 0;
    if (judge_here(folding, &judged, NULL) != GATHER_STATUS_OK || judged == GATHER__ABSENT)
        return false;
    *part = part_of(coordinate, judged);
    return true;
}

/*
 * How far the components of the point at the position lead through the data, each by the part of it that a coordinate
 * takes. Returns: false if that is beyond 64 bits.
 */
static bool find_way(struct folding *folding, const int64_t *strides, int64_t *cells)
{
    const struct gather__nest *nest = folding->nest;
    *cells = 0;
    for (int32_t d = 0; d < nest->rank; d++) {
        const struct gather__coordinate *coordinate = &nest->data[d];
        int64_t part = 0;
        if (coordinate->component >= 0 &&
            (!find_part(folding, coordinate, &part) || !gather__multiply_add(strides[d], part, cells)))
            return false;
    }
    if (nest->tuple_dimension >= 0)
        folding->position[nest->tuple_dimension] = 0;
    return true;
}

/* Follows all points. Returns: whether their ways are even over the indices. */
static bool follow_ways(struct folding *folding, const int64_t *strides, struct line *line)
{
    struct gather_layout points = without_repetitions(folding);
    bool more = true;
    int64_t cells;
    if (folding->nest->tuple_dimension >= 0)
        points.sizes[folding->nest->tuple_dimension] = 1;
    memset(folding->position, 0, sizeof folding->position);
    memset(line, 0, sizeof *line);
    while (more && !line->is_uneven) {
        if (!find_way(folding, strides, &cells))
            return false;
        follow(line, stand_here(folding), cells);
        more = step_on(&points, folding->position);
    }
    return !line->is_uneven;
}

/* Adds `stride` times a coordinate without its component. Returns: false if that is beyond 64 bits. */
static bool add_loop(struct gather__view *view, const struct gather__coordinate *coordinate, int64_t stride)
{
    return gather__multiply_add(stride, coordinate->base, &view->offset) &&
           (coordinate->loop < 0 ||
            gather__multiply_add(stride, coordinate->step, &view->strides[coordinate->loop]));
}

/* The cell of each element as a sum over the loops: of its own place, and of its point's way. Returns: false if none. */
static bool find_view(struct gather__view *view, struct folding *folding, const struct gather_layout *data)
{
    const struct gather__nest *nest = folding->nest;
    struct gather_layout_summary is;
    struct line line;
    if (gather_layout_describe(data, &is, NULL) != GATHER_STATUS_OK || !is.strided)
        return false;
    view->offset = is.offset;
    for (int32_t d = 0; d < nest->rank; d++) {
        const struct gather__coordinate *coordinate = &nest->data[d];
        if (data->sizes[d] <= 1)
            is.strides[d] = 0;
        if (is.strides[d] != 0 && ((coordinate->component < 0 && !gather__is_whole(coordinate)) ||
                                   !add_loop(view, coordinate, is.strides[d])))
            return false;
    }
    if (!follow_ways(folding, is.strides, &line) || !gather__add(view->offset, line.start, &view->offset))
        return false;
    for (int32_t d = 0; d < folding->indices->rank; d++) {
        const struct gather__coordinate *source = &nest->indices[d];
        if (line.slope[d] != 0 && (!gather__is_whole(source) || !add_loop(view, source, line.slope[d])))
            return false;
    }
    return true;
}

/* What a coordinate is at an element of the output, but for its component. */
static int64_t coordinate_by_loops(const struct gather__coordinate *coordinate, const int64_t *element)
{
    if (coordinate->loop < 0)
        return coordinate->base;
    int64_t number = element[coordinate->loop];
    if (coordinate->component < 0)
        number = part_of(coordinate, number);
    return coordinate->base + coordinate->step * number; /* bounded: a coordinate of the operand */
}

/* Cells of the data by its coordinates: a formula where it has tiles, else a sum of strides. */
struct cells {
    const struct gather__map *map; /* NULL: the data has no tiles */
    const struct gather__value *value;
    int64_t offset, strides[GATHER_MAX_RANK];
};

static int64_t cell_at(const struct cells *cells, const int64_t *coordinates, int32_t rank)
{
    int64_t floor[GATHER__MAX_FLOORS], cell = cells->offset;
    if (cells->map != NULL) {
        gather__map_evaluate(cells->map, coordinates, floor);
        return gather__value_at(cells->map, cells->value, coordinates, floor);
    }
    for (int32_t d = 0; d < rank; d++)
        cell += cells->strides[d] * coordinates[d]; /* bounded: a cell of the layout */
    return cell;
}

/* The cell of the data that an element of the output is. Returns: false if it is none. */
static bool find_cell(struct folding *folding, const struct cells *cells, int32_t rank,
                      const int64_t *element, int64_t *cell)
{
    const struct gather__nest *nest = folding->nest;
    int64_t coordinates[GATHER_MAX_RANK];
    for (int32_t d = 0; d < folding->indices->rank; d++)
        if (d != nest->tuple_dimension)
            folding->position[d] = coordinate_by_loops(&nest->indices[d], element);
    for (int32_t d = 0; d < rank; d++) {
        const struct gather__coordinate *coordinate = &nest->data[d];
        int64_t part = 0;
        if (coordinate->component >= 0 && !find_part(folding, coordinate, &part))
            return false;
        coordinates[d] = coordinate_by_loops(coordinate, element) + part; /* bounded: inside the data */
    }
    *cell = cell_at(cells, coordinates, rank);
    return true;
}

/* Follows the cells of all elements. Returns: whether they are even over the output. */
static bool follow_cells(struct gather__view *view, struct folding *folding, const struct cells *cells,
                         int32_t rank, const struct gather_layout *out)
{
    struct line line;
    int64_t element[GATHER_MAX_RANK] = {0}, cell;
    const struct stand here = {out->rank, -1, element};
    bool more = true;
    memset(&line, 0, sizeof line);
    while (more && !line.is_uneven) {
        if (!find_cell(folding, cells, rank, element, &cell))
            return false;
        follow(&line, here, cell);
        more = step_on(out, element);
    }
    view->offset = line.start;
    memcpy(view->strides, line.slope, sizeof view->strides);
    return !line.is_uneven;
}

/* The same of data with tiles, whose formula takes much of the stack. */
OUTLINED bool follow_cells_of_tiles(struct gather__view *view, struct folding *folding,
                                    const struct gather_layout *data, const struct gather_layout *out)
{
    struct gather__map map;
    struct gather__value value;
    const struct cells cells = {.map = &map, .value = &value};
    gather__map_layout(&map, data, &value);
    return follow_cells(view, folding, &cells, data->rank, out);
}

/* Whether a loop is taken apart: then `find_view` does not tell all. */
static bool has_digits(const struct gather__nest *nest, int32_t index_rank)
{
    for (int32_t d = 0; d < nest->rank; d++)
        if (nest->data[d].component < 0 && !gather__is_whole(&nest->data[d]))
            return true;
    for (int32_t d = 0; d < index_rank; d++)
        if (d != nest->tuple_dimension && !gather__is_whole(&nest->indices[d]))
            return true;
    return false;
}

/* What neither the nest nor `find_view` can tell, of results that are not too large. Returns: false if there is none. */
static bool find_view_by_cells(struct gather__view *view, struct folding *folding,
                               const struct gather_layout *data, const struct gather__operand *out)
{
    struct cells cells = {0};
    if (out->extent.elements > TRIED_MOST || !folding->is_strided)
        return false;
    if (gather__has_tiles(data))
        return follow_cells_of_tiles(view, folding, data, out->layout);
    return has_digits(folding->nest, folding->indices->rank) &&
           gather__untiled_strides(data, cells.strides, &cells.offset) &&
           follow_cells(view, folding, &cells, data->rank, out->layout);
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
    if (elements > 0 && buffer.data == NULL)
        return gather__fail(error, GATHER_STATUS_BOUNDS, "indices", "memory, for there are elements");
    if (elements > 0 && buffer.bytes < (uint64_t)bytes) {
        gather__fail(error, GATHER_STATUS_BOUNDS, "indices", "a buffer that holds the whole layout");
        return gather__fail_value(error, GATHER_STATUS_BOUNDS, (int64_t)buffer.bytes, bytes, INT64_MAX);
    }
    folding.is_strided = gather__strides_of(indices, folding.strides, &folding.offset);
    enum gather_status status = check_all(&folding, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const bool has_lines = elements > 0 && !folding.has_absent, is_folded = has_lines && fold_nest(&folding);
    const struct gather_layout *data = work->data.layout;
    const bool makes_nothing = work->out.extent.elements == 0;
    if (makes_nothing)
        work->nest.component_count = 0;
    memset(&work->view, 0, sizeof work->view);
    work->view.is_found =
        makes_nothing || (has_lines && !is_folded && find_view(&work->view, &folding, data)) ||
        (has_lines && work->operation == 0 && find_view_by_cells(&work->view, &folding, data, &work->out));
    return GATHER_STATUS_OK;
}
