/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiny gathers, such as Gather(Shape(x), k): a few indices of 32 or 64 bits, a small contiguous block each. For
 * these the general way costs more than the work, so that a plan notes when it is one, and a run of it is a few
 * dozen instructions. Whatever is out of the ordinary, an index that is refused among it, is left to the general
 * way, which then says what is wrong.
 */
#include "core/plan_tiny.h"

#include <string.h>

void gather__note_tiny(struct gather_plan *plan, const struct gather__draft *draft,
                       const struct gather__nest *nest)
{
    struct gather__tiny *tiny = &plan->tiny;
    const struct gather__rule *rule = &nest->rules[0];
    int64_t width = plan->width;
    int32_t left = gather__grow_loops(draft->loops, draft->evaluated_count, draft->loop_count, &width);
    bool has_digits = false;
    for (int32_t k = 0; k < draft->map.floor_count; k++)
        has_digits = has_digits || draft->floor_used[k];
    if (plan->unit_bits != 8 || !plan->is_one_block || draft->component_count != 1 || has_digits ||
        draft->evaluated_count > 1 || plan->index_count > GATHER__TINY_INDICES ||
        left > draft->evaluated_count || width > GATHER__TINY_BYTES || rule->policy != GATHER_POLICY_ERROR ||
        rule->limit < 0 || (plan->index_dtype != GATHER_DTYPE_I32 && plan->index_dtype != GATHER_DTYPE_I64))
        return;
    if (draft->evaluated_count == 1) {
        const struct gather__loop *points = &draft->loops[0];
        if (points->data != 0) /* what an index does not decide alone */
            return;
        tiny->out_step = points->out;
        tiny->indices_step = points->indices;
    }
    tiny->out = draft->out_base;
    tiny->data = draft->data_base;
    tiny->indices = draft->indices_base;
    tiny->scale = draft->data_cell.term[draft->output_rank];
    tiny->limit = rule->limit;
    tiny->more = rule->is_negative ? rule->size : 0;
    tiny->width = (int32_t)width;
    tiny->count = (int32_t)plan->index_count;
}

static inline bool is_apart(const struct gather__reach *a, const uint8_t *a_data,
                            const struct gather__reach *b, const uint8_t *b_data)
{
    uintptr_t a_low = (uintptr_t)a_data + (uintptr_t)a->low, a_high = (uintptr_t)a_data + (uintptr_t)a->high;
    uintptr_t b_low = (uintptr_t)b_data + (uintptr_t)b->low, b_high = (uintptr_t)b_data + (uintptr_t)b->high;
    return a_high <= b_low || b_high <= a_low;
}

static inline bool is_ordinary(const struct gather_plan *plan, const struct gather_buffer *data,
                               const struct gather_buffer *indices, const struct gather_buffer *out)
{
    return data->bytes >= plan->data.bytes && indices->bytes >= plan->indices.bytes &&
           out->bytes >= plan->out.bytes && data->data != NULL && indices->data != NULL &&
           out->data != NULL && is_apart(&plan->out, out->data, &plan->data, data->data) &&
           is_apart(&plan->out, out->data, &plan->indices, indices->data);
}

/* Where each block comes from. Returns: whether all indices are inside. */
static inline bool find_offsets(const struct gather__tiny *tiny, bool is_wide, const uint8_t *indices,
                                int64_t *offsets)
{
    bool inside = true;
    for (int32_t k = 0; k < tiny->count; k++, indices += tiny->indices_step) {
        int32_t narrow;
        int64_t value;
        if (is_wide)
            memcpy(&value, indices, sizeof value);
        else
            memcpy(&narrow, indices, sizeof narrow);
        value = is_wide ? value : narrow;
        value += value < 0 ? tiny->more : 0; /* bounded: a negative number and a size */
        inside = inside && (uint64_t)value <= (uint64_t)tiny->limit;
        /* What is outside may wrap: it is thrown away. */
        offsets[k] = (int64_t)((uint64_t)tiny->data + (uint64_t)value * (uint64_t)tiny->scale);
    }
    return inside;
}

static inline void copy_blocks(const struct gather__tiny *tiny, uint8_t *out, const uint8_t *data,
                               const int64_t *offsets, size_t width)
{
    for (int32_t k = 0; k < tiny->count; k++, out += tiny->out_step)
        memcpy(out, data + offsets[k], width);
}

bool gather__run_tiny(const struct gather_plan *plan, const struct gather_buffer *inputs,
                      const struct gather_buffer *output)
{
    const struct gather__tiny *tiny = &plan->tiny;
    const struct gather_buffer *data = &inputs[plan->data_input], *indices = &inputs[plan->indices_input];
    int64_t offsets[GATHER__TINY_INDICES];
    if (!is_ordinary(plan, data, indices, output))
        return false;
    const uint8_t *first = (const uint8_t *)indices->data + tiny->indices, *from = data->data;
    uint8_t *to = (uint8_t *)output->data + tiny->out;
    if (!find_offsets(tiny, plan->index_dtype == GATHER_DTYPE_I64, first, offsets))
        return false;
    if (tiny->width == 8)
        copy_blocks(tiny, to, from, offsets, 8);
    else if (tiny->width == 4)
        copy_blocks(tiny, to, from, offsets, 4);
    else
        copy_blocks(tiny, to, from, offsets, (size_t)tiny->width);
    return true;
}
