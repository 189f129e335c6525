/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is judged by before its first store: buffers, overlap, rows. */
#include <string.h>

#include "core/arith.h"
#include "core/computed.h"
#include "core/fail.h"
#include "core/reach.h"

enum gather_status gather__judge_buffer(const struct gather__reach *reach, struct gather_buffer buffer,
                                        const char *operand, struct gather_error *error)
{
    if (reach->low != reach->high && buffer.data == NULL)
        return gather__fail(error, GATHER_STATUS_BOUNDS, operand, "memory, for there are elements");
    if (buffer.bytes >= reach->bytes)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_BOUNDS, operand, "a buffer that holds the whole layout");
    return gather__fail_value(error, GATHER_STATUS_BOUNDS, (int64_t)buffer.bytes, (int64_t)reach->bytes,
                              INT64_MAX);
}

/* The output may be the data itself where every element stays where it is. */
static enum gather_status judge_overlap(const struct gather_plan *plan, const struct gather__buffers *buffers,
                                        struct gather_error *error)
{
    static const char wanted[] = "an output that shares no byte with it";
    const uint8_t *out = buffers->out.data, *data = buffers->data.data, *indices = buffers->indices.data;
    int64_t width = plan->unit_bits == 8 ? plan->width : 1;
    bool stays = plan->identity && data == out;
    if (!stays && !gather__are_apart(&plan->out, out, width, &plan->data, data, width))
        return gather__fail(error, GATHER_STATUS_OVERLAP, "data", wanted);
    if (plan->index_dtype != 0 &&
        !gather__are_apart(&plan->out, out, width, &plan->indices, indices, plan->index_bytes))
        return gather__fail(error, GATHER_STATUS_OVERLAP, "indices", wanted);
    return GATHER_STATUS_OK;
}

/* An operand without elements meets nothing. */
static bool meets(const struct gather__reach *reach, const void *data, const struct gather__reach *room,
                  const void *bytes)
{
    return reach->low < reach->high && !gather__are_disjoint(reach, data, room, bytes);
}

/* What room meets, in words; NULL for nothing. */
static const char *met_by(const struct gather_plan *plan, const struct gather__buffers *buffers,
                          const struct gather__reach *room, const void *bytes)
{
    const struct gather__computed *computed = gather__plan_computed(plan);
    if (meets(&plan->out, buffers->out.data, room, bytes))
        return "it shares bytes with the output";
    if (meets(&plan->data, buffers->data.data, room, bytes))
        return "it shares bytes with the data";
    if (plan->index_dtype != 0 && meets(&plan->indices, buffers->indices.data, room, bytes))
        return "it shares bytes with the indices";
    for (int32_t k = 0; computed != NULL && k < computed->more_count; k++)
        if (meets(&computed->more[k].reach, buffers->more[k].data, room, bytes))
            return "it shares bytes with an input";
    return NULL;
}

static enum gather_status refuse_room(enum gather_status status, const char *reason, const char *expected,
                                      struct gather_error *error)
{
    gather__fail(error, status, "room", expected);
    if (error != NULL)
        error->reason = reason;
    return status;
}

enum gather_status gather__plan_judge_room(const struct gather_plan *plan,
                                           const struct gather__buffers *buffers, struct gather_buffer room,
                                           struct gather_error *error)
{
    if (room.bytes == 0)
        return GATHER_STATUS_OK;
    if (room.data == NULL || room.bytes > INTPTR_MAX || room.bytes > UINTPTR_MAX - (uintptr_t)room.data) {
        refuse_room(GATHER_STATUS_BOUNDS,
                    room.data == NULL ? "so many bytes at no address" : "more bytes than there are addresses",
                    "memory of so many bytes, or none", error);
        if (error != NULL)
            error->value_is_unsigned = 1;
        return gather__fail_given(error, GATHER_STATUS_BOUNDS, (int64_t)room.bytes);
    }
    const struct gather__reach reach = {.bytes = room.bytes, .high = (int64_t)room.bytes};
    const char *met = met_by(plan, buffers, &reach, room.data);
    if (met == NULL)
        return GATHER_STATUS_OK;
    return refuse_room(GATHER_STATUS_OVERLAP, met, "memory that shares no byte with an operand", error);
}

enum gather_status gather__plan_judge(const struct gather_plan *plan, const struct gather__buffers *buffers,
                                      struct gather_error *error)
{
    enum gather_status status = gather__judge_buffer(&plan->data, buffers->data, "data", error);
    if (status == GATHER_STATUS_OK && plan->index_dtype != 0)
        status = gather__judge_buffer(&plan->indices, buffers->indices, "indices", error);
    if (status == GATHER_STATUS_OK)
        status = gather__judge_buffer(&plan->out, buffers->out, "output", error);
    if (status == GATHER_STATUS_OK)
        status = judge_overlap(plan, buffers, error);
    return status;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

/* Where rows lie in the output, in bits, as if all began where row 0 does. */
struct row_bits {
    int64_t step;      /* from one row to the next, the same everywhere; 0 if there is no such number */
    int64_t low, high; /* all bits of a row lie in low..high-1 */
    bool whole_bytes;  /* elements lie on bytes, and so none holds two */
};

/*
 * What a row of this step adds to the output's address: the data's tiles may have split its loop into several, but
 * these then agree. Returns: whether they do, with the steps before too.
 */
static bool takes_row_step(const struct gather__step *step, int64_t *row_step)
{
    const struct gather__loop *loops = gather__step_loops(step);
    for (int32_t k = 0; k < step->loop_count; k++) {
        if (loops[k].row == 0)
            continue;
        int64_t by = loops[k].out * loops[k].inner; /* bounded: inside the output */
        if (by % loops[k].row != 0 || (*row_step != 0 && by / loops[k].row != *row_step))
            return false;
        *row_step = by / loops[k].row;
    }
    return true;
}

/* Whether a step writes elements, and loops alone decide where. */
static bool is_additive(const struct gather__step *step)
{
    const struct gather__digit *digits = gather__step_digits(step);
    for (int32_t k = 0; k < step->digit_count; k++)
        if (digits[k].out != 0)
            return false;
    return !step->pads;
}

/* Adds what one row of a step touches. */
static void add_step(struct row_bits *bits, const struct gather__step *step, int64_t width)
{
    const struct gather__loop *loops = gather__step_loops(step);
    int64_t low = step->out_base - step->row_begin * bits->step,
            high = low; /* bounded: as long as the output */
    bits->whole_bytes = bits->whole_bytes && step->out_base % 8 == 0;
    for (int32_t k = 0; k < step->loop_count; k++) {
        int64_t extent = loops[k].row > 0 ? loops[k].inner : loops[k].extent;
        int64_t span = (extent - 1) * loops[k].out; /* bounded: inside the output */
        low += span < 0 ? span : 0;
        high += span > 0 ? span : 0;
        bits->whole_bytes = bits->whole_bytes && loops[k].out % 8 == 0;
    }
    bits->low = low < bits->low ? low : bits->low;
    bits->high = high + width > bits->high ? high + width : bits->high;
}

/* Returns: whether loops are enough to say it. */
static bool find_row_bits(const struct gather_plan *plan, struct row_bits *bits)
{
    const struct gather__step *step = gather__plan_first_step(plan);
    bool agree = true;
    *bits = (struct row_bits){0, INT64_MAX, INT64_MIN, true};
    for (int32_t k = 0; k < plan->step_count; k++, step = gather__step_next(step)) {
        if (!is_additive(step))
            return false;
        agree = agree && takes_row_step(step, &bits->step);
    }
    bits->step = agree ? bits->step : 0;
    step = gather__plan_first_step(plan);
    for (int32_t k = 0; k < plan->step_count; k++, step = gather__step_next(step))
        add_step(bits, step, plan->out_width);
    return true;
}

/*
 * Whether a boundary before `row` lies between bytes of the output. Bytes always; bits, if no byte holds two elements,
 * or the row begins on a byte and rows follow each other undivided.
 */
bool gather__plan_splits_at(const struct gather_plan *plan, int64_t row)
{
    struct row_bits bits;
    if (plan->unit_bits == 8 || plan->out_width == 8 || row == 0 || row == plan->rows ||
        plan->step_count == 0)
        return true;
    if (!find_row_bits(plan, &bits))
        return false;
    if (bits.whole_bytes)
        return true;
    return bits.step > 0 && bits.high - bits.low <= bits.step && (bits.low + row * bits.step) % 8 == 0;
}

enum gather_status gather__plan_judge_rows(const struct gather_plan *plan, int64_t *begin, int64_t *end,
                                           struct gather_error *error)
{
    const int64_t rows = plan->row_parts > 1 ? 1 : plan->rows;
    if (*begin == 0 && *end == 0)
        *end = rows;
    if (*begin < 0 || *begin > *end || *end > rows) {
        const bool begins = *begin >= 0 && *begin <= rows; /* then its end is wrong */
        gather__fail(error, GATHER_STATUS_ARGUMENT, "rows", NULL);
        return gather__fail_value(error, GATHER_STATUS_ARGUMENT, begins ? *end : *begin, begins ? *begin : 0,
                                  rows);
    }
    *begin *= plan->row_parts; /* bounded: no more than all rows */
    *end *= plan->row_parts;   /* bounded: no more than all rows */
    if (!gather__plan_splits_at(plan, *begin) || !gather__plan_splits_at(plan, *end))
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "rows",
                            "a range that begins and ends on a byte of the output");
    return GATHER_STATUS_OK;
}
