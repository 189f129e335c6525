/* SPDX-License-Identifier: Apache-2.0 */
/* Refusals and shapes: formula_judging.h says for whom. */
#include "support/formula_judging.h"

void refuse_if(bool is_wrong, struct formula_answer *answer, enum gather_status status, const char *operand)
{
    if (!is_wrong || is_refused(answer)) /* the first one counts */
        return;
    answer->status = status;
    answer->operand = operand;
}

void need_axis(struct formula_answer *answer, int64_t axis, int64_t rank, const char *operand)
{
    refuse_if(axis < -rank || axis >= rank, answer, GATHER_STATUS_AXIS, operand);
}

void need_range(struct formula_answer *answer, int64_t value, int64_t low, int64_t high, const char *operand)
{
    refuse_if(value < low || value > high, answer, GATHER_STATUS_ARGUMENT, operand);
}

bool sizes_equal(int64_t data, int64_t indices) { return data == indices; }
bool sizes_at_most(int64_t data, int64_t indices) { return indices <= data; }
bool sizes_broadcast(int64_t data, int64_t indices) { return data == indices || data == 1 || indices == 1; }

void need_sizes(struct formula_answer *answer, const struct formula *formula, int64_t but,
                bool (*agree)(int64_t data, int64_t indices))
{
    for (int32_t d = 0; d < formula->data.rank && !is_refused(answer); d++)
        refuse_if(d != but && !agree(formula->data.sizes[d], formula->indices.sizes[d]), answer,
                  GATHER_STATUS_SHAPE, "indices");
}

void need_data(struct formula_answer *answer, const struct formula *formula)
{
    refuse_if(formula->data.rank == 0, answer, GATHER_STATUS_RANK, "data");
}

void need_same_rank(struct formula_answer *answer, const struct formula *formula)
{
    refuse_if(formula->data.rank != formula->indices.rank, answer, GATHER_STATUS_RANK, "indices");
}

void append(struct formula_answer *answer, const struct formula_tensor *tensor, int64_t begin, int64_t end)
{
    for (int64_t d = begin; d < end; d++) {
        if (answer->out.rank < GATHER_MAX_RANK)
            answer->out.sizes[answer->out.rank] = tensor->sizes[d];
        answer->out.rank++;
    }
}

void append_ones(struct formula_answer *answer, int64_t count)
{
    static const struct formula_tensor one = {1, {1}};
    for (; count > 0; count--)
        append(answer, &one, 0, 1);
}

void append_batch(struct formula_answer *answer, const struct formula *formula)
{
    struct formula_tensor batch = formula->data;
    for (int32_t d = 0; d < formula->batch_dims; d++)
        if (batch.sizes[d] == 1)
            batch.sizes[d] = formula->indices.sizes[d];
    append(answer, &batch, 0, formula->batch_dims);
}

void shape_of_take(struct formula_answer *answer, const struct formula *formula, int64_t a, int64_t b)
{
    append(answer, &formula->data, 0, smaller(a, formula->data.rank));
    append(answer, &formula->indices, b, formula->indices.rank);
    append(answer, &formula->data, a + 1, formula->data.rank);
}

void shape_of_broadcast(struct formula_answer *answer, const struct formula *formula, int64_t a)
{
    answer->out = formula->indices;
    for (int32_t d = 0; d < formula->data.rank; d++)
        if (d != a && formula->indices.sizes[d] == 1)
            answer->out.sizes[d] = formula->data.sizes[d];
}

int64_t formula_axis(const struct formula *formula)
{
    int64_t rank = formula->data.rank > 0 ? formula->data.rank : 1; /* rank 0 counts as 1 where it may */
    return formula->axis < 0 ? formula->axis + rank : formula->axis;
}

int64_t formula_batch(const struct formula *formula)
{
    bool from_end = formula->operation == GATHER_OPERATION_OPENVINO_GATHER && formula->batch_dims < 0;
    return from_end ? formula->batch_dims + formula->indices.rank : formula->batch_dims;
}
