/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is judged by before its first store: buffers, overlap, rows. */
#include <string.h>

#include "core/arith.h"
#include "core/fail.h"
#include "core/plan_calls.h"
#include "core/reach.h"

static enum gather_status judge_buffer(const struct gather__reach *reach, struct gather_buffer buffer,
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

enum gather_status gather__plan_judge_room(const struct gather_plan *plan,
                                           const struct gather__buffers *buffers, struct gather_buffer room,
                                           struct gather_error *error)
{
    if (room.bytes == 0)
        return GATHER_STATUS_OK;
    if (room.data == NULL || room.bytes > INTPTR_MAX || room.bytes > UINTPTR_MAX - (uintptr_t)room.data)
        return gather__fail(error, GATHER_STATUS_BOUNDS, "room", "memory of so many bytes");
    const struct gather__reach reach = {.bytes = room.bytes, .high = (int64_t)room.bytes};
    if (meets(&plan->out, buffers->out.data, &reach, room.data) ||
        meets(&plan->data, buffers->data.data, &reach, room.data) ||
        (plan->index_dtype != 0 && meets(&plan->indices, buffers->indices.data, &reach, room.data)))
        return gather__fail(error, GATHER_STATUS_OVERLAP, "room",
                            "memory that shares no byte with an operand");
    return GATHER_STATUS_OK;
}

enum gather_status gather__plan_judge(const struct gather_plan *plan, const struct gather__buffers *buffers,
                                      struct gather_error *error)
{
    enum gather_status status = judge_buffer(&plan->data, buffers->data, "data", error);
    if (status == GATHER_STATUS_OK && plan->index_dtype != 0)
        status = judge_buffer(&plan->indices, buffers->indices, "indices", error);
    if (status == GATHER_STATUS_OK)
        status = judge_buffer(&plan->out, buffers->out, "output", error);
    if (status == GATHER_STATUS_OK)
        status = judge_overlap(plan, buffers, error);
    return status;
}

/*
 * Whether a boundary before `row` lies between bytes of the output. Bytes always; bits, if the row begins on
 * a byte and either every loop steps by whole bytes, so that no byte holds two elements, or rows follow each
 * other undivided.
 */
bool gather__plan_splits_at(const struct gather_plan *plan, int64_t row)
{
    const struct gather__step *step = gather__plan_first_step(plan);
    if (plan->unit_bits == 8 || plan->out_width == 8 || row == 0 || row == plan->rows ||
        plan->step_count == 0)
        return true;
    const struct gather__loop *loops = gather__step_loops(step), *rows = NULL;
    int64_t inner = 1, span = 0;
    bool whole_bytes = true;
    if (step->digit_count > 0 || plan->step_count > 1)
        return false;
    for (int32_t k = 0; k < step->loop_count; k++) {
        if (loops[k].row > 0 && rows != NULL)
            return false;
        whole_bytes = whole_bytes && loops[k].out % 8 == 0;
        if (loops[k].row > 0) {
            rows = &loops[k];
            inner = loops[k].inner;
        } else {
            span += (loops[k].extent - 1) * loops[k].out; /* bounded: inside the output */
        }
    }
    if (rows == NULL)
        return false;
    int64_t row_step = rows->out * inner, begin = step->out_base + row * row_step;
    bool undivided = span + (inner - 1) * rows->out + plan->out_width <= row_step;
    return begin % 8 == 0 && (undivided || whole_bytes);
}

enum gather_status gather__plan_judge_rows(const struct gather_plan *plan, int64_t *begin, int64_t *end,
                                           struct gather_error *error)
{
    const int64_t rows = plan->row_parts > 1 ? 1 : plan->rows;
    if (*begin == 0 && *end == 0)
        *end = rows;
    if (*begin < 0 || *begin > *end || *end > rows) {
        int64_t wrong = *begin < 0 || *begin > *end ? *begin : *end;
        gather__fail(error, GATHER_STATUS_ARGUMENT, "rows", NULL);
        return gather__fail_value(error, GATHER_STATUS_ARGUMENT, wrong, 0, rows);
    }
    *begin *= plan->row_parts; /* bounded: no more than all rows */
    *end *= plan->row_parts;   /* bounded: no more than all rows */
    if (!gather__plan_splits_at(plan, *begin) || !gather__plan_splits_at(plan, *end))
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "rows",
                            "a range that begins and ends on a byte of the output");
    return GATHER_STATUS_OK;
}
