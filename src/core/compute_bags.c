/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Embedding bags: each row of the output is the sum, or the mean, of those rows of a table that a bag's indices name.
 *
 *     offsets  0 2 2 5     bags   [a b] [] [c d e] [f ..]         or each row of the indices is a bag
 *     indices  a b c d e f ..
 *
 * A line is as much of a row as lies evenly in table and output, nearly always all of it. It is cut into units of some
 * hundred elements, whose sums the nearest cache holds. Where rows begin, and what they weigh, is listed for some hundred
 * indices, which may be those of many bags. Short bags are added up many at a time, long ones a part of the list at a
 * time, while rows behind them, perhaps of another bag, are asked for. What does not lie element behind element is put so
 * first, a row at a time.
 */
#include <string.h>

#include "core/bags.h"
#include "core/computed.h"
#include "core/fail.h"

enum { BATCH = 64 }; /* bags that are added up in one go, at most */

union sums {
    float floats[GATHER__SUMMED];
    double doubles[GATHER__SUMMED];
    uint64_t integers[GATHER__SUMMED];
};

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
static void move_evenly(const struct gather__bags *bags, uint8_t *to, int64_t to_step, const uint8_t *from,
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

/* The elements of a unit in one row of the data, one behind the other. row: as a list has it. */
static void fetch_row(const struct gather__bags *bags, const struct gather__bag_unit *unit, int64_t row,
                      uint8_t *room)
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

/* Whether the elements of a unit go one behind the other, as their type wants. to: receives where. */
static bool goes_straight(const struct gather__bags *bags, const struct gather__bag_unit *unit, uint8_t **to)
{
    const struct gather__located *out = &bags->computed->out;
    if (bags->out_step != out->element_bytes)
        return false;
    *to = (uint8_t *)bags->buffers->out.data + gather__bit_of(out, unit->at) / 8;
    return ((uintptr_t)*to & (unsigned)(out->element_bytes - 1)) == 0; /* a power of two */
}

/* Elements that lie one behind the other, to where they go. */
static void put(const struct gather__bags *bags, const struct gather__bag_unit *unit, const uint8_t *elements)
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
static bool put_fallback(const struct gather__bags *bags, const struct gather__bag_unit *unit)
{
    const struct gather__located *data = &bags->computed->data;
    const int64_t greatest = data->layout.sizes[0] - 1;
    uint64_t room[GATHER__SUMMED];
    const int64_t row =
        bags->fallback != NULL ? gather__bag_integer(bags, bags->fallback, bags->fallback_bytes, 0) : -1;
    const bool is_row = row >= 0 && row <= greatest;
    if (is_row)
        fetch_row(bags, unit, bags->data_step != 0 ? gather__bag_row_byte(data, unit, row) : row,
                  (uint8_t *)room);
    else
        memset(room, 0, sizeof room);
    put(bags, unit, (const uint8_t *)room);
    return !is_row && row != -1;
}

/* ---- sums ---------------------------------------------------------------------------------------- */

/* Whether a sum takes 64 bits, and a weight with it. */
static bool is_wide(int32_t dtype)
{
    return dtype != GATHER_DTYPE_F32 && dtype != GATHER_DTYPE_F16 && dtype != GATHER_DTYPE_BF16;
}

/* Rows of one bag, one after the other, each put in order first. The last makes the elements. */
static void sum_in_order(const struct gather__bags *bags, const struct gather__bag_unit *unit,
                         const struct gather__summing *summing, uint8_t *to, union sums *sums)
{
    static const int64_t here = 0, one = 1;
    uint64_t room[GATHER__SUMMED];
    union sums other;
    const uint8_t *weights = summing->weights;
    const int64_t rows = summing->ends[0], width = is_wide(summing->dtype) ? 8 : 4; /* of a weight */
    struct gather__summing row = *summing;
    row.from = &here;
    row.ends = &one;
    row.listed = 1;
    for (int64_t k = 0; k < rows; k++) {
        const bool is_last = k + 1 == rows;
        union sums *const made = (rows - k) % 2 == 1 ? sums : &other;
        fetch_row(bags, unit, summing->from[k], (uint8_t *)room);
        row.weights = weights != NULL ? weights + k * width : NULL; /* bounded: of the list's */
        row.divisors = is_last ? summing->divisors : NULL;
        bags->kernels->sum(is_last ? to : NULL, made, (const uint8_t *)room, &row);
        row.before = made;
    }
}

/* Adds up rows of listed indices, from index `begin` on. summing: whose they are. */
static void sum_rows(const struct gather__bags *bags, const struct gather__bag_unit *unit,
                     const struct gather__bag_list *list, int64_t begin, struct gather__summing *summing,
                     uint8_t *to, union sums *sums)
{
    const struct gather__located *data = &bags->computed->data;
    const int64_t at = begin - list->begin; /* bounded: of the list */
    summing->dtype = data->layout.dtype;
    summing->count = unit->count;
    summing->from = list->from + at;
    summing->listed = list->end - begin;
    summing->ahead = bags->ahead;
    if (bags->weights != NULL)
        summing->weights = is_wide(summing->dtype) ? (const void *)&list->weights.integers[at]
                                                   : (const void *)&list->weights.floats[at];
    if (bags->data_step == data->element_bytes)
        bags->kernels->sum(to, sums, bags->buffers->data.data, summing);
    else
        sum_in_order(bags, unit, summing, to, sums);
}

/* One bag of any length, part by part. Returns: whether an index is refused. */
static bool sum_unit(const struct gather__bags *bags, const struct gather__bag_unit *unit,
                     struct gather__bag_list *list)
{
    union sums sums[2];
    uint64_t made[GATHER__SUMMED];
    uint8_t *to = (uint8_t *)made, *there;
    const bool is_straight = goes_straight(bags, unit, &there);
    const int64_t all = unit->end - unit->begin;
    bool is_refused = false;
    int32_t turn = 0;
    if (is_straight)
        to = there;
    if (!bags->is_one_list)
        list->begin = list->end = 0;
    for (int64_t done = 0, rows; done < all; done += rows, turn = 1 - turn) {
        struct gather__summing summing = {.bags = 1, .ends = &rows};
        rows = all - done < GATHER__BAG_PART ? all - done : GATHER__BAG_PART;
        const bool is_last = done + rows == all;
        summing.divisors = is_last && bags->is_mean ? &all : NULL;
        summing.before = done > 0 ? &sums[1 - turn] : NULL;
        is_refused |= gather__bags_list(bags, unit, unit->begin + done, rows, list);
        sum_rows(bags, unit, list, unit->begin + done, &summing, is_last ? to : NULL, &sums[turn]);
    }
    if (!is_straight)
        put(bags, unit, to);
    return is_refused;
}

/* ---- many bags at once --------------------------------------------------------------------------- */

/* Short bags, one behind the other, whose elements lie evenly. */
struct batch {
    int64_t count;
    int64_t ends[BATCH]; /* of their rows, from the first one's first on */
    int64_t divisors[BATCH];
};

/* As many bags from a unit's on, and before bag `last`, as are one batch: none if the first is long. */
static void set_batch(const struct gather__bags *bags, const struct gather__bag_unit *unit, int64_t last,
                      struct batch *batch)
{
    int64_t begin = unit->begin, end = unit->end, bag = unit->bag;
    batch->count = 0;
    while (end - unit->begin <= GATHER__BAG_PART && (begin < end || bags->has_zeros)) {
        batch->divisors[batch->count] = begin < end ? end - begin : 1;
        batch->ends[batch->count++] = end - unit->begin;
        if (batch->count == BATCH || ++bag == last)
            break;
        begin = end;
        end = gather__bag_offset(bags, bag + 1);
        if (!gather__is_bag(bags, begin, end))
            break;
    }
}

/* to: where the first bag goes. Returns: whether an index is refused. */
static bool sum_batch(const struct gather__bags *bags, const struct gather__bag_unit *unit,
                      const struct batch *batch, uint8_t *to, struct gather__bag_list *list)
{
    const struct gather__located *out = &bags->computed->out;
    const int64_t rows = batch->ends[batch->count - 1];
    union sums sums;
    struct gather__summing summing = {.bags = batch->count,
                                      .ends = batch->ends,
                                      .divisors = bags->is_mean ? batch->divisors : NULL,
                                      .out_step = out->steps[0] / 8};
    const bool is_refused = rows > 0 && gather__bags_list(bags, unit, unit->begin, rows, list);
    sum_rows(bags, unit, list, rows > 0 ? unit->begin : list->begin, &summing, to, &sums);
    return is_refused;
}

static bool sum_bags(const struct gather__computed *computed, const struct gather__kernels *kernels,
                     const struct gather__buffers *buffers, const struct gather__share *share)
{
    struct gather__bags bags;
    struct gather__bag_unit unit;
    struct gather__bag_list list;
    struct batch batch;
    bool is_refused = false;
    if (share->first >= share->last)
        return false;
    memset(unit.at, 0, sizeof unit.at);
    list.begin = list.end = 0;
    gather__bags_init(&bags, computed, kernels, buffers);
    gather__bags_start(&bags, share);
    for (int64_t number = share->first, count; number < share->last; number += count) {
        gather__bags_unit(&bags, share, number, &unit);
        uint8_t *to;
        is_refused |= unit.is_refused;
        batch.count = 0;
        if (bags.has_batches && !unit.is_refused && goes_straight(&bags, &unit, &to))
            set_batch(&bags, &unit, share->begin + share->last, &batch); /* bounded: of the bags */
        count = batch.count > 0 ? batch.count : 1;
        if (batch.count > 0)
            is_refused |= sum_batch(&bags, &unit, &batch, to, &list);
        else if (unit.begin == unit.end)
            is_refused |= put_fallback(&bags, &unit);
        else
            is_refused |= sum_unit(&bags, &unit, &list);
    }
    return is_refused;
}

/* ---- what values must be ------------------------------------------------------------------------- */

/* An offset lies at or behind the one before it, and not behind the last index. */
static enum gather_status check_offsets(const struct gather__bags *bags, struct gather_error *error)
{
    const int64_t count = bags->count;
    int64_t least = 0;
    for (int64_t n = 0; n < bags->offsets->layout.sizes[0]; n++) {
        const int64_t offset = gather__bag_offset(bags, n);
        if (offset < least || offset > count) {
            gather__fail(error, GATHER_STATUS_INDEX_RANGE, "offsets", NULL);
            gather__fail_position(error, GATHER_STATUS_INDEX_RANGE, 1, &n);
            return gather__fail_value(error, GATHER_STATUS_INDEX_RANGE, offset, least, count);
        }
        least = offset;
    }
    return GATHER_STATUS_OK;
}

static enum gather_status check_fallback(const struct gather__bags *bags, struct gather_error *error)
{
    const int64_t rows = bags->computed->data.layout.sizes[0];
    const int64_t row = gather__bag_integer(bags, bags->fallback, bags->fallback_bytes, 0);
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
    struct gather__bags bags;
    gather__bags_init(&bags, computed, kernels, buffers);
    enum gather_status status = check_offsets(&bags, error);
    if (status == GATHER_STATUS_OK && bags.fallback != NULL)
        status = check_fallback(&bags, error);
    return status;
}

static const char *kernel(const struct gather__kernels *kernels) { return kernels->sum_name; }

#define SUMS                                                                                                 \
    .kernel = kernel, .reason = "rows of each bag, added up one after the other",                            \
    .units = gather__bags_units, .cost = gather__bags_cost

const struct gather__computation gather__bags_of_offsets = {
    .inputs = {GATHER__OFFSETS_INPUTS}, SUMS, .check = check, .compute = sum_bags};
const struct gather__computation gather__bags_of_rows = {
    .inputs = {GATHER__PACKED_INPUTS}, SUMS, .compute = sum_bags};
