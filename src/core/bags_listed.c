/* SPDX-License-Identifier: Apache-2.0 */
/* Embedding bags: lines and units of their output, and lists of the rows that make these up (bags.h). */
#include <string.h>

#include "core/arith.h"
#include "core/bags.h"
#include "core/dtype_bits.h"
#include "core/half.h"

enum { SOON_BYTES = 1 << 12, FEWEST_SOON = 4 }; /* of rows that are asked for ahead */

/* ---- lines and units ----------------------------------------------------------------------------- */

/* The operands behind the indices: offsets and the index for empty bags are those of one form alone. */
static const struct gather__located *more_of(const struct gather__computed *computed, int32_t number)
{
    return number < computed->more_count ? &computed->more[number] : NULL;
}

/* Whether an operand goes on along dimension d where `length` elements end that lie `step` bits apart. */
static bool goes_on(const struct gather__located *operand, int32_t d, int64_t step, int64_t length)
{
    int64_t span;
    if (length == 1 || operand->layout.sizes[d] == 1)
        return true;
    return operand->floor_count == 0 && gather__multiply(step, length, &span) && operand->steps[d] == span;
}

/* As many of the last dimensions as both operands go on along make a line. */
static void set_line(struct gather__bags *bags, const struct gather__computed *computed)
{
    const struct gather__located *out = &computed->out, *data = &computed->data;
    int64_t out_step = gather__dtype_bits[out->layout.dtype], data_step = out_step; /* of one element */
    bags->length = 1;
    bags->line = out->layout.rank;
    while (bags->line > 1 && goes_on(out, bags->line - 1, out_step, bags->length) &&
           goes_on(data, bags->line - 1, data_step, bags->length)) {
        const int64_t size = out->layout.sizes[--bags->line];
        if (bags->length == 1 && size > 1) {
            out_step = out->steps[bags->line];
            data_step = data->steps[bags->line];
        }
        bags->length *= size; /* bounded: elements of the output */
    }
    bags->out_step = out->floor_count == 0 ? out_step / 8 : 0;
    bags->data_step = data->floor_count == 0 ? data_step / 8 : 0;
    bags->lines = computed->elements_a_row / bags->length;
    bags->cuts = gather__divide_up(bags->length, GATHER__SUMMED);
}

int64_t gather__bags_units(const struct gather__computed *computed, int64_t begin, int64_t end)
{
    struct gather__bags bags;
    set_line(&bags, computed);
    return (end - begin) * bags.lines * bags.cuts; /* bounded: no more than elements of the output */
}

/* Each index leads to a row, whether there is much of an output or little. */
int64_t gather__bags_cost(const struct gather__computed *computed)
{
    int64_t bytes = computed->elements_a_row;
    if (!gather__multiply(bytes, computed->data.element_bytes, &bytes) ||
        !gather__multiply(bytes, gather_layout_elements(&computed->indices.layout), &bytes))
        return INT64_MAX;
    return bytes;
}

/* How many indices there are for a bag's to be among. */
static int64_t index_count(const struct gather__computed *computed)
{
    const struct gather_layout *indices = &computed->indices.layout;
    return indices->sizes[indices->rank - 1];
}

void gather__bags_init(struct gather__bags *bags, const struct gather__computed *computed,
                       const struct gather__kernels *kernels, const struct gather__buffers *buffers)
{
    const bool has_offsets = computed->nest.computing.has_offsets != 0;
    const int32_t weights = has_offsets ? 2 : 0;
    bags->computed = computed;
    bags->kernels = kernels;
    bags->buffers = buffers;
    bags->reader = gather__index_kernel_for(kernels, computed->indices.layout.dtype);
    bags->offsets = has_offsets ? more_of(computed, 0) : NULL;
    bags->fallback = has_offsets ? more_of(computed, 1) : NULL;
    bags->weights = more_of(computed, weights);
    bags->offset_bytes = buffers->more[0].data;
    bags->fallback_bytes = buffers->more[1].data;
    bags->weight_bytes = buffers->more[weights].data;
    bags->count = index_count(computed);
    bags->even_offsets = NULL;
    if (has_offsets && bags->offsets->layout.dtype == GATHER_DTYPE_I64 && bags->offsets->floor_count == 0 &&
        bags->offsets->layout.sizes[0] > 0) {
        bags->even_offsets = bags->offset_bytes + bags->offsets->offset / 8;
        bags->offset_step = bags->offsets->steps[0] / 8;
    }
}

/* The bag of a unit. */
static void set_bag(const struct gather__bags *bags, struct gather__bag_unit *unit)
{
    unit->begin = gather__bag_offset(bags, unit->bag);
    unit->end = gather__bag_offset(bags, unit->bag + 1);
    unit->is_refused = !gather__is_bag(bags, unit->begin, unit->end);
    if (unit->is_refused)
        unit->begin = unit->end = 0;
}

/* A number as coordinates of dimensions begin..end-1, row-major. */
static void set_digits(const struct gather_layout *layout, int64_t number, int32_t begin, int32_t end,
                       int64_t *at)
{
    for (int32_t d = end - 1; d >= begin; d--) {
        at[d] = number % layout->sizes[d];
        number /= layout->sizes[d];
    }
}

/* Row-major, as elements are: bags, their lines, the cuts of these. */
void gather__bags_unit(const struct gather__bags *bags, const struct gather__share *share, int64_t number,
                       struct gather__bag_unit *unit)
{
    const struct gather_layout *out = &bags->computed->out.layout;
    const int64_t each = bags->lines * bags->cuts; /* bounded: no more than elements of a row */
    unit->count = bags->length;
    unit->bag = share->begin + number;
    if (each > 1) {
        int64_t cut = number % bags->cuts, line = number / bags->cuts % bags->lines;
        cut *= GATHER__SUMMED; /* bounded: elements of a line */
        unit->bag = share->begin + number / each;
        unit->count = bags->length - cut < GATHER__SUMMED ? bags->length - cut : GATHER__SUMMED;
        set_digits(out, line, 1, bags->line, unit->at);
        set_digits(out, cut, bags->line, out->rank, unit->at);
    }
    unit->at[0] = unit->bag;
    set_bag(bags, unit);
}

/* ---- lists --------------------------------------------------------------------------------------- */

/* Where an index stands, or its weight: [number], or [bag, number in it]. */
static void set_place(const struct gather__bags *bags, int64_t number, int64_t *place)
{
    place[0] = bags->offsets != NULL ? number : number / bags->count;
    place[1] = number % bags->count;
}

/*
 * step: receives the bits from one index of a bag to the next, or from one weight. Returns: whether the first of a bag
 * lies as far behind the last of the bag before it.
 */
static bool goes_on_evenly(const struct gather__located *operand, int64_t *step)
{
    const int32_t last = operand->layout.rank - 1;
    int64_t span;
    *step = last == 1 && operand->layout.sizes[1] == 1 ? operand->steps[0] : operand->steps[last];
    return operand->floor_count == 0 &&
           (last == 0 || operand->layout.sizes[0] == 1 ||
            (gather__multiply(*step, operand->layout.sizes[1], &span) && operand->steps[0] == span));
}

/* How many rows are asked for ahead: few of many bytes. */
static int64_t ahead_of(const struct gather__bags *bags)
{
    const int64_t most = bags->length < GATHER__SUMMED ? bags->length : GATHER__SUMMED;
    const int64_t ahead = SOON_BYTES / (most * bags->computed->data.element_bytes); /* bounded: of a unit */
    return ahead < FEWEST_SOON ? FEWEST_SOON : ahead > GATHER__BAG_SOON ? GATHER__BAG_SOON : ahead;
}

void gather__bags_start(struct gather__bags *bags, const struct gather__share *share)
{
    const struct gather__computed *computed = bags->computed;
    const int64_t width = computed->data.element_bytes;
    struct gather__bag_unit last = {.bag = 0};
    set_line(bags, computed);
    bags->is_one_list = goes_on_evenly(&computed->indices, &bags->index_step);
    if (bags->weights != NULL)
        bags->is_one_list &= goes_on_evenly(bags->weights, &bags->weight_step);
    bags->is_one_list &= bags->lines * bags->cuts == 1; /* bounded: no more than elements of a row */
    bags->has_batches = bags->is_one_list && bags->data_step == width &&
                        (computed->out.steps[0] / 8 & (width - 1)) == 0; /* a power of two */
    bags->has_zeros =
        bags->fallback == NULL || gather__bag_integer(bags, bags->fallback, bags->fallback_bytes, 0) == -1;
    bags->is_mean = computed->nest.computing.is_mean != 0;
    gather__bags_unit(bags, share, share->last - 1, &last);
    bags->end = last.end;
    bags->ahead = ahead_of(bags);
}

/* Where the rows of a list begin. Returns: whether an index is refused. */
static bool list_rows(const struct gather__bags *bags, const struct gather__bag_unit *unit,
                      struct gather__bag_list *list)
{
    const struct gather__computed *computed = bags->computed;
    const struct gather__located *indices = &computed->indices, *data = &computed->data;
    const struct gather__rule *rule = &computed->nest.rules[0];
    struct gather__index_fate fate = {0, 0};
    struct gather__index_run run = {.indices = bags->buffers->indices.data, .scale = 1};
    int64_t place[2];
    if (bags->data_step != 0) {
        run.begin = gather__bag_row_byte(data, unit, 0);
        run.scale = data->steps[0] / 8;
    }
    run.step = indices->floor_count == 0 ? bags->index_step / 8 : 0;
    run.count = indices->floor_count == 0 ? list->end - list->begin : 1;
    for (int64_t number = list->begin; number < list->end; number += run.count) {
        set_place(bags, number, place);
        run.first = gather__bit_of(indices, place) / 8;
        bags->reader->read(list->from + (number - list->begin), &run, rule, &fate);
    }
    return fate.refused > 0;
}

/* Weight `k` of a list, as what a row is multiplied with. */
static void set_weight(const struct gather__bags *bags, struct gather__bag_list *list, int64_t k,
                       const uint8_t *bytes)
{
    const int32_t dtype = bags->weights->layout.dtype;
    switch (dtype) {
    case GATHER_DTYPE_F32:
        memcpy(&list->weights.floats[k], bytes, sizeof(float));
        break;
    case GATHER_DTYPE_F64:
        memcpy(&list->weights.doubles[k], bytes, sizeof(double));
        break;
    case GATHER_DTYPE_F16:
    case GATHER_DTYPE_BF16:
        list->weights.floats[k] = gather__float_of_half(dtype, bytes);
        break;
    default:
        list->weights.integers[k] = (uint64_t)bags->kernels->index_value(dtype, bytes, 0);
    }
}

static void list_weights(const struct gather__bags *bags, struct gather__bag_list *list)
{
    const struct gather__located *weights = bags->weights;
    const int32_t dtype = weights->layout.dtype;
    const int64_t width = weights->element_bytes, count = list->end - list->begin;
    const bool is_tiled = weights->floor_count > 0;
    int64_t place[2];
    set_place(bags, list->begin, place);
    const uint8_t *bytes = bags->weight_bytes + gather__bit_of(weights, place) / 8;
    const int64_t step = is_tiled ? 0 : bags->weight_step / 8;
    if (step == width && (dtype == GATHER_DTYPE_F32 || dtype == GATHER_DTYPE_F64)) {
        memcpy(&list->weights, bytes, (size_t)(count * width)); /* bounded: of a list */
        return;
    }
    for (int64_t k = 0; k < count; k++, bytes += step) {
        if (is_tiled) {
            set_place(bags, list->begin + k, place);
            bytes = bags->weight_bytes + gather__bit_of(weights, place) / 8;
        }
        set_weight(bags, list, k, bytes);
    }
}

bool gather__bags_list(const struct gather__bags *bags, const struct gather__bag_unit *unit, int64_t first,
                       int64_t rows, struct gather__bag_list *list)
{
    const int64_t least = bags->is_one_list ? first + rows : unit->end;
    const int64_t end = bags->is_one_list && bags->end > least ? bags->end : least;
    const int64_t left = end - first, wanted = rows + bags->ahead < left ? rows + bags->ahead : left;
    if (first >= list->begin && first + wanted <= list->end)
        return false;
    list->begin = first;
    list->end = first + (left < GATHER__BAG_LISTED ? left : GATHER__BAG_LISTED);
    if (bags->weights != NULL)
        list_weights(bags, list);
    return list_rows(bags, unit, list);
}
