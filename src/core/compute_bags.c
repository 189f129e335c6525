/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Embedding bags: each row of the output is the sum, or the mean, of those rows of a table that a bag's indices name.
 *
 *     offsets  0 2 2 5     bags   [a b] [] [c d e] [f ..]         or each row of the indices is a bag
 *     indices  a b c d e f ..
 *
 * A line is as much of a row as lies evenly in table and output, nearly always all of it. It is cut into units of some
 * hundred elements, whose sums the nearest cache holds. A unit takes its bag in parts of a few rows: where they begin is
 * listed while their weights are read, and they are asked for while the part before them, perhaps of the unit before, is
 * added up. What does not lie element behind element is put so first, a row at a time.
 */
#include <string.h>

#include "core/arith.h"
#include "core/computed.h"
#include "core/dtype_bits.h"
#include "core/fail.h"
#include "core/half.h"

enum { PART = 64 }; /* rows of a part */

/* What all units of a run have. */
struct bags {
    const struct gather__computed *computed;
    const struct gather__kernels *kernels;
    const struct gather__buffers *buffers;
    const struct gather__index_kernel *reader;
    const struct gather__located *offsets, *fallback, *weights; /* NULL: there is no such operand */
    const uint8_t *offset_bytes, *fallback_bytes, *weight_bytes;
    int32_t line;                /* the first dimension of a line */
    int64_t length;              /* elements of a line */
    int64_t lines, cuts;         /* of a bag, of a line */
    int64_t data_step, out_step; /* bytes from an element of a line to the next; 0 where no number says it */
    bool is_far;
    const struct gather__tuning *tuning;
};

/* Some elements of a bag. */
struct unit {
    int64_t bag, count;
    int64_t begin, end;          /* of the bag, among the indices that it may have */
    int64_t at[GATHER_MAX_RANK]; /* of its first element; begins zeroed */
    bool is_refused;             /* its offsets are none */
};

/* Some rows of it. */
struct part {
    struct unit unit;
    bool begins, ends;
    int64_t rows;
    int64_t
        from[PART]; /* bytes of the data; rows of it where no number of bytes leads from one to the next */
    union {
        float floats[PART];
        double doubles[PART];
        uint64_t integers[PART];
    } weights;
};

union sums {
    float floats[GATHER__SUMMED];
    double doubles[GATHER__SUMMED];
    uint64_t integers[GATHER__SUMMED];
};

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
static void set_line(struct bags *bags, const struct gather__computed *computed)
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

static int64_t units(const struct gather__computed *computed, int64_t begin, int64_t end)
{
    struct bags bags;
    set_line(&bags, computed);
    return (end - begin) * bags.lines * bags.cuts; /* bounded: no more than elements of the output */
}

/* Each index leads to a row, whether there is much of an output or little. */
static int64_t cost(const struct gather__computed *computed)
{
    int64_t bytes = computed->elements_a_row;
    if (!gather__multiply(bytes, computed->data.element_bytes, &bytes) ||
        !gather__multiply(bytes, gather_layout_elements(&computed->indices.layout), &bytes))
        return INT64_MAX;
    return bytes;
}

static void bags_init(struct bags *bags, const struct gather__computed *computed,
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
}

static void bags_begin(struct bags *bags, const struct gather__tuning *tuning)
{
    const struct gather__computed *computed = bags->computed;
    const struct gather__reach *reach = &computed->data.reach;
    set_line(bags, computed);
    bags->tuning = tuning;
    bags->is_far =
        reach->high - reach->low > tuning->near_bytes && bags->data_step == computed->data.element_bytes;
}

/* An integer of an operand. */
static int64_t integer_at(const struct bags *bags, const struct gather__located *operand,
                          const uint8_t *bytes, int64_t place)
{
    return bags->kernels->index_value(operand->layout.dtype, bytes, gather__bit_of(operand, &place) / 8);
}

/* How many indices there are for a bag's to be among. */
static int64_t index_count(const struct gather__computed *computed)
{
    const struct gather_layout *indices = &computed->indices.layout;
    return indices->sizes[indices->rank - 1];
}

/* The bag of a unit: what its offsets say, or all of a row. */
static void set_bag(const struct bags *bags, struct unit *unit)
{
    const int64_t count = index_count(bags->computed);
    unit->begin = 0;
    unit->end = count;
    unit->is_refused = false;
    if (bags->offsets == NULL)
        return;
    unit->begin = integer_at(bags, bags->offsets, bags->offset_bytes, unit->bag);
    if (unit->bag + 1 < bags->offsets->layout.sizes[0])
        unit->end = integer_at(bags, bags->offsets, bags->offset_bytes, unit->bag + 1);
    unit->is_refused = unit->begin < 0 || unit->end > count || unit->begin > unit->end;
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
static void set_unit(const struct bags *bags, const struct gather__share *share, int64_t number,
                     struct unit *unit)
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

/* ---- parts --------------------------------------------------------------------------------------- */

/* The place of an index, or its weight, in their operands: [j], or [bag, j]. */
static void set_place(const struct bags *bags, const struct unit *unit, int64_t j, int64_t *place)
{
    const bool has_offsets = bags->offsets != NULL;
    place[0] = has_offsets ? j : unit->bag;
    place[1] = j;
}

/* Where the elements of a unit begin in a row of strided data. */
static int64_t row_byte(const struct gather__located *data, const struct unit *unit, int64_t row)
{
    int64_t bit = data->offset + row * data->steps[0]; /* bounded: inside the data */
    for (int32_t d = 1; d < data->layout.rank; d++)
        bit += unit->at[d] * data->steps[d]; /* bounded: inside the data */
    return bit / 8;
}

/* Where the rows of a part begin, of its indices from `first` on. Returns: whether an index is refused. */
static bool list_rows(const struct bags *bags, struct part *part, int64_t first)
{
    const struct gather__computed *computed = bags->computed;
    const struct gather__located *indices = &computed->indices, *data = &computed->data;
    const int32_t last = indices->layout.rank - 1;
    const struct gather__rule *rule = &computed->nest.rules[0];
    struct gather__index_fate fate = {0, 0};
    struct gather__index_run run = {.indices = bags->buffers->indices.data, .count = part->rows, .scale = 1};
    int64_t place[2];
    if (bags->data_step != 0) {
        run.begin = row_byte(data, &part->unit, 0);
        run.scale = data->steps[0] / 8;
    }
    set_place(bags, &part->unit, first, place);
    run.first = gather__bit_of(indices, place) / 8;
    run.step = indices->floor_count == 0 ? indices->steps[last] / 8 : 0;
    if (indices->floor_count == 0) {
        bags->reader->read(part->from, &run, rule, &fate);
        return fate.refused > 0;
    }
    run.count = 1;
    for (int64_t k = 0; k < part->rows; k++) {
        set_place(bags, &part->unit, first + k, place);
        run.first = gather__bit_of(indices, place) / 8;
        bags->reader->read(part->from + k, &run, rule, &fate);
    }
    return fate.refused > 0;
}

/* Weight `k` of a part, as what it is multiplied with. */
static void set_weight(const struct bags *bags, struct part *part, int64_t k, const uint8_t *bytes)
{
    const int32_t dtype = bags->weights->layout.dtype;
    switch (dtype) {
    case GATHER_DTYPE_F32:
        memcpy(&part->weights.floats[k], bytes, sizeof(float));
        break;
    case GATHER_DTYPE_F64:
        memcpy(&part->weights.doubles[k], bytes, sizeof(double));
        break;
    case GATHER_DTYPE_F16:
    case GATHER_DTYPE_BF16:
        part->weights.floats[k] = gather__float_of_half(dtype, bytes);
        break;
    default:
        part->weights.integers[k] = (uint64_t)bags->kernels->index_value(dtype, bytes, 0);
    }
}

static void read_weights(const struct bags *bags, struct part *part, int64_t first)
{
    const struct gather__located *weights = bags->weights;
    const int32_t dtype = weights->layout.dtype, last = weights->layout.rank - 1;
    const int64_t width = weights->element_bytes;
    int64_t place[2];
    set_place(bags, &part->unit, first, place);
    const uint8_t *bytes = bags->weight_bytes + gather__bit_of(weights, place) / 8;
    const int64_t step = weights->floor_count == 0 ? weights->steps[last] / 8 : 0;
    if (step == width && (dtype == GATHER_DTYPE_F32 || dtype == GATHER_DTYPE_F64)) {
        memcpy(&part->weights, bytes, (size_t)(part->rows * width)); /* bounded: of a part */
        return;
    }
    for (int64_t k = 0; k < part->rows; k++, bytes += step) {
        set_place(bags, &part->unit, first + k, place);
        set_weight(bags, part, k,
                   weights->floor_count == 0 ? bytes
                                             : bags->weight_bytes + gather__bit_of(weights, place) / 8);
    }
}

/* The part of a unit from index `first` of its bag on. Returns: whether an index is refused. */
static bool set_part(const struct bags *bags, struct part *part, int64_t first)
{
    const struct unit *unit = &part->unit;
    const int64_t left = unit->end - first;
    bool is_refused = false;
    part->rows = left < PART ? left : PART;
    part->begins = first == unit->begin;
    part->ends = left <= PART;
    if (part->rows > 0 && bags->computed->nest.rules[0].limit < 0) {
        part->rows = 0; /* of a table without rows */
        is_refused = true;
    }
    if (part->rows > 0)
        is_refused = list_rows(bags, part, first);
    if (part->rows > 0 && bags->weights != NULL)
        read_weights(bags, part, first);
    return is_refused;
}

/* ---- elements ------------------------------------------------------------------------------------ */

/* The next element of a line. */
static void step_on(const struct gather_layout *layout, int64_t *at, int32_t line)
{
    for (int32_t d = layout->rank - 1; d >= line; d--) {
        if (++at[d] < layout->sizes[d])
            return;
        at[d] = 0;
    }
}

/* `count` elements, a constant step apart, one behind the other, or the other way round. */
static void move_evenly(const struct bags *bags, uint8_t *to, int64_t to_step, const uint8_t *from,
                        int64_t from_step, int64_t count)
{
    const int64_t width = bags->computed->out.element_bytes;
    const struct gather__tile tile = {.count = {1, count},
                                      .out_step = {0, to_step},
                                      .data_step = {0, from_step},
                                      .width = width,
                                      .out_width = width};
    gather__kernel_for(bags->kernels, width)->move(to, from, &tile);
}

/* The elements of a unit in one row of the data, one behind the other. row: as a part lists it. */
static void fetch_row(const struct bags *bags, const struct unit *unit, int64_t row, uint8_t *room)
{
    const struct gather__located *data = &bags->computed->data;
    const uint8_t *bytes = bags->buffers->data.data;
    const int32_t width = data->element_bytes;
    int64_t at[GATHER_MAX_RANK];
    if (bags->data_step != 0) {
        move_evenly(bags, room, width, bytes + row, bags->data_step, unit->count);
        return;
    }
    memcpy(at, unit->at, sizeof at);
    at[0] = row;
    for (int64_t k = 0; k < unit->count; k++) {
        memcpy(room + k * width, bytes + gather__bit_of(data, at) / 8, (size_t)width);
        step_on(&data->layout, at, bags->line);
    }
}

/* Where the elements of a unit go, if they lie one behind the other there, as their type wants. Returns: else NULL. */
static uint8_t *straight(const struct bags *bags, const struct unit *unit)
{
    const struct gather__located *out = &bags->computed->out;
    if (bags->out_step != out->element_bytes)
        return NULL;
    uint8_t *to = (uint8_t *)bags->buffers->out.data + gather__bit_of(out, unit->at) / 8;
    return ((uintptr_t)to & (unsigned)(out->element_bytes - 1)) == 0 ? to : NULL; /* a power of two */
}

/* Elements that lie one behind the other, to where they go. */
static void put(const struct bags *bags, const struct unit *unit, const uint8_t *elements)
{
    const struct gather__located *out = &bags->computed->out;
    const int32_t width = out->element_bytes;
    uint8_t *bytes = bags->buffers->out.data;
    int64_t at[GATHER_MAX_RANK];
    if (bags->out_step != 0) {
        move_evenly(bags, bytes + gather__bit_of(out, unit->at) / 8, bags->out_step, elements, width,
                    unit->count);
        return;
    }
    memcpy(at, unit->at, sizeof at);
    for (int64_t k = 0; k < unit->count; k++) {
        memcpy(bytes + gather__bit_of(out, at) / 8, elements + k * width, (size_t)width);
        step_on(&out->layout, at, bags->line);
    }
}

/* An empty bag is a row as it stands, or zeros. Returns: whether the index of the row is refused. */
static bool put_fallback(const struct bags *bags, const struct unit *unit)
{
    const struct gather__located *data = &bags->computed->data;
    const int64_t greatest = data->layout.sizes[0] - 1;
    uint64_t room[GATHER__SUMMED];
    const int64_t row =
        bags->fallback != NULL ? integer_at(bags, bags->fallback, bags->fallback_bytes, 0) : -1;
    const bool is_row = row >= 0 && row <= greatest;
    if (is_row)
        fetch_row(bags, unit, bags->data_step != 0 ? row_byte(data, unit, row) : row, (uint8_t *)room);
    else
        memset(room, 0, sizeof room);
    put(bags, unit, (const uint8_t *)room);
    return !is_row && row != -1;
}

/* ---- sums ---------------------------------------------------------------------------------------- */

/* The rows of a part, one after the other, each put in order first. The last makes the elements. */
static void sum_in_order(const struct bags *bags, const struct part *part, struct gather__summing *summing,
                         void *to, void *sums)
{
    static const int64_t here = 0;
    uint64_t room[GATHER__SUMMED];
    const uint8_t *weights = summing->weights;
    const int64_t width = summing->dtype == GATHER_DTYPE_F16 || summing->dtype == GATHER_DTYPE_BF16 ||
                                  summing->dtype == GATHER_DTYPE_F32
                              ? (int64_t)sizeof(float)
                              : (int64_t)sizeof(uint64_t); /* of a weight */
    summing->from = &here;
    for (int64_t k = 0; k < part->rows; k++) {
        fetch_row(bags, &part->unit, part->from[k], (uint8_t *)room);
        summing->rows = 1;
        summing->weights = weights != NULL ? weights + k * width : NULL; /* bounded: of the part's */
        bags->kernels->sum(k + 1 < part->rows ? NULL : to, sums, (const uint8_t *)room, summing);
        summing->begins = false;
    }
}

/* Whether sums are what elements are: then they are made where these go. */
static bool are_elements(const struct bags *bags)
{
    const int32_t dtype = bags->computed->data.layout.dtype;
    return (dtype == GATHER_DTYPE_F32 || dtype == GATHER_DTYPE_F64) &&
           !bags->computed->nest.computing.is_mean;
}

/* Adds a part to the sums of its unit; next: what comes behind it, NULL for nothing. */
static void sum_part(const struct bags *bags, const struct part *part, const struct part *next,
                     union sums *sums)
{
    const struct gather__located *data = &bags->computed->data;
    const struct unit *unit = &part->unit;
    const bool is_mean = bags->computed->nest.computing.is_mean != 0;
    const int64_t bytes = unit->count * data->element_bytes; /* bounded: of a unit */
    const bool asks = bags->is_far && next != NULL && bytes <= bags->tuning->asked_bytes;
    uint64_t made[GATHER__SUMMED];
    uint8_t *const there = straight(bags, unit);
    const bool stays = there != NULL && are_elements(bags);
    void *const to = stays || !part->ends ? NULL : there != NULL ? there : (uint8_t *)made;
    struct gather__summing summing = {.dtype = data->layout.dtype,
                                      .begins = part->begins,
                                      .count = unit->count,
                                      .rows = part->rows,
                                      .from = part->from,
                                      .weights = bags->weights != NULL ? &part->weights : NULL,
                                      .divisor = is_mean ? unit->end - unit->begin : 0,
                                      .nearest = bags->tuning->nearest != 0};
    if (asks) {
        summing.next = next->from;
        summing.next_rows = next->rows;
    }
    if (bags->data_step == data->element_bytes || part->rows == 0)
        bags->kernels->sum(to, stays ? (void *)there : sums, bags->buffers->data.data, &summing);
    else
        sum_in_order(bags, part, &summing, to, stays ? (void *)there : sums);
    if (part->ends && there == NULL)
        put(bags, unit, (const uint8_t *)made);
}

/* The part behind another. Returns: whether there is one. */
static bool go_on(const struct bags *bags, const struct gather__share *share, const struct part *part,
                  struct part *next, int64_t *unit, int64_t *first, bool *is_refused)
{
    if (part != NULL && !part->ends) {
        next->unit = part->unit;
        *first += PART;
    } else {
        *unit += part != NULL;
        if (*unit >= share->last)
            return false;
        set_unit(bags, share, *unit, &next->unit);
        *first = next->unit.begin;
    }
    *is_refused |= next->unit.is_refused;
    *is_refused |= set_part(bags, next, *first);
    return true;
}

static bool sum_bags(const struct gather__computed *computed, const struct gather__kernels *kernels,
                     const struct gather__buffers *buffers, const struct gather__share *share)
{
    struct bags bags;
    struct part parts[2];
    union sums sums;
    int64_t unit = share->first, first = 0;
    bool is_refused = false;
    bags_init(&bags, computed, kernels, buffers);
    bags_begin(&bags, share->tuning);
    memset(parts[0].unit.at, 0, sizeof parts[0].unit.at);
    memset(parts[1].unit.at, 0, sizeof parts[1].unit.at);
    bool has_part = go_on(&bags, share, NULL, &parts[0], &unit, &first, &is_refused);
    for (int32_t k = 0; has_part; k = 1 - k) {
        const struct part *part = &parts[k];
        has_part = go_on(&bags, share, part, &parts[1 - k], &unit, &first, &is_refused);
        if (part->unit.begin == part->unit.end)
            is_refused |= put_fallback(&bags, &part->unit);
        else
            sum_part(&bags, part, has_part ? &parts[1 - k] : NULL, &sums);
    }
    return is_refused;
}

/* ---- what values must be ------------------------------------------------------------------------- */

/* An offset lies at or behind the one before it, and not behind the last index. */
static enum gather_status check_offsets(const struct bags *bags, struct gather_error *error)
{
    const int64_t count = index_count(bags->computed);
    int64_t least = 0;
    for (int64_t n = 0; n < bags->offsets->layout.sizes[0]; n++) {
        const int64_t offset = integer_at(bags, bags->offsets, bags->offset_bytes, n);
        if (offset < least || offset > count) {
            gather__fail(error, GATHER_STATUS_INDEX_RANGE, "offsets", NULL);
            gather__fail_position(error, GATHER_STATUS_INDEX_RANGE, 1, &n);
            return gather__fail_value(error, GATHER_STATUS_INDEX_RANGE, offset, least, count);
        }
        least = offset;
    }
    return GATHER_STATUS_OK;
}

static enum gather_status check_fallback(const struct bags *bags, struct gather_error *error)
{
    const int64_t rows = bags->computed->data.layout.sizes[0];
    const int64_t row = integer_at(bags, bags->fallback, bags->fallback_bytes, 0);
    if (row >= -1 && row < rows)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_INDEX_RANGE, "default_index", NULL);
    gather__fail_position(error, GATHER_STATUS_INDEX_RANGE, 0, NULL);
    gather__fail_axis_size(error, GATHER_STATUS_INDEX_RANGE, 0, rows);
    return gather__fail_value(error, GATHER_STATUS_INDEX_RANGE, row, -1, rows - 1);
}

static enum gather_status check(const struct gather__computed *computed,
                                const struct gather__kernels *kernels, const struct gather__buffers *buffers,
                                struct gather_error *error)
{
    struct bags bags;
    bags_init(&bags, computed, kernels, buffers);
    enum gather_status status = check_offsets(&bags, error);
    if (status == GATHER_STATUS_OK && bags.fallback != NULL)
        status = check_fallback(&bags, error);
    return status;
}

#define SUMS                                                                                                 \
    .kernel = "sum", .reason = "rows of each bag, added up one after the other", .units = units, .cost = cost

const struct gather__computation gather__bags_of_offsets = {
    .inputs = {GATHER__OFFSETS_INPUTS}, SUMS, .check = check, .compute = sum_bags};
const struct gather__computation gather__bags_of_rows = {
    .inputs = {GATHER__PACKED_INPUTS}, SUMS, .compute = sum_bags};
