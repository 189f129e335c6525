/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiny gathers, such as Gather(Shape(x), k): a few indices of 32 or 64 bits, a small contiguous block each. For
 * these the general way costs more than the work, so that a plan notes when it is one, and a run of it is a few
 * dozen instructions. Whatever is out of the ordinary, an index that is refused among it, is left to the general
 * way, which then says what is wrong.
 */
#include "core/plan_tiny.h"

/* One side of `struct gather__tiny_reach`. */
static void note_apart(const struct gather__reach *out, const struct gather__reach *input, uintptr_t *shift,
                       uintptr_t *apart)
{
    uintptr_t length = (uintptr_t)(out->high - out->low);
    *shift = (uintptr_t)input->low - (uintptr_t)out->low - length;
    *apart = (uintptr_t)0 - length - (uintptr_t)(input->high - input->low);
}

void gather__note_tiny(struct gather_plan *plan, const struct gather__draft *draft,
                       const struct gather__nest *nest)
{
    struct gather__tiny *tiny = &plan->tiny;
    const struct gather__rule *rule = &nest->rules[0];
    int64_t width = plan->width;
    int32_t left = gather__grow_loops(draft->loops, draft->front_count, draft->loop_count, &width);
    bool has_digits = false;
    for (int32_t k = 0; k < gather__floor_count(draft); k++)
        has_digits = has_digits || draft->floors->used[k];
    if (plan->unit_bits != 8 || !plan->is_one_block || draft->component_count != 1 || has_digits ||
        draft->front_count > 1 || plan->index_count > GATHER__TINY_INDICES || left > draft->front_count ||
        width > GATHER__TINY_BYTES || rule->policy != GATHER_POLICY_ERROR || rule->limit < 0 ||
        (plan->index_dtype != GATHER_DTYPE_I32 && plan->index_dtype != GATHER_DTYPE_I64))
        return;
    if (draft->front_count == 1) {
        const struct gather__loop *points = &draft->loops[0];
        if (points->data != 0) /* what an index does not decide alone */
            return;
        tiny->out_step = points->out;
        tiny->indices_step = points->indices;
    }
    tiny->out = draft->out_base;
    tiny->data = draft->data_base;
    tiny->indices = draft->indices_base;
    tiny->scale = draft->data_cell.step[gather__component_variable(draft, 0)];
    tiny->limit = rule->limit;
    tiny->more = rule->is_negative ? rule->size : 0;
    tiny->width = (int32_t)width;
    tiny->count = (int32_t)plan->index_count;
    tiny->is_wide = plan->index_dtype == GATHER_DTYPE_I64;
    if ((width == 4 || width == 8) && tiny->scale == width && tiny->out_step == width &&
        tiny->indices_step == plan->index_bytes)
        tiny->lanes = (1 << tiny->count) - 1;
    note_apart(&plan->out, &plan->data, &plan->tiny_reach.data_shift, &plan->tiny_reach.data_apart);
    note_apart(&plan->out, &plan->indices, &plan->tiny_reach.indices_shift, &plan->tiny_reach.indices_apart);
}
