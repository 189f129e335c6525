/* SPDX-License-Identifier: Apache-2.0 */
/* What the page of DirectML and WebNN says of ranks, sizes and attributes, and which shape the output has. */
#include <string.h>

#include "support/formula_judging.h"

static bool has_zero(const struct formula_tensor *tensor)
{
    for (int32_t d = 0; d < tensor->rank; d++)
        if (tensor->sizes[d] == 0)
            return true;
    return false;
}

/* DML-6, DML-7 */
static void judge_directml_ranks(const struct formula *formula, struct formula_answer *answer)
{
    refuse_if(formula->data.rank < 1 || formula->data.rank > 8, answer, GATHER_STATUS_RANK, "data");
    refuse_if(formula->indices.rank < 1 || formula->indices.rank > 8, answer, GATHER_STATUS_RANK, "indices");
}

/* DML-10, behind everything that precedes shapes */
static void judge_zeros(const struct formula *formula, struct formula_answer *answer)
{
    refuse_if(has_zero(&formula->data), answer, GATHER_STATUS_SHAPE, "data");
    refuse_if(has_zero(&formula->indices), answer, GATHER_STATUS_SHAPE, "indices");
}

/* The first `count` sizes of a tensor are 1. */
static void need_ones(struct formula_answer *answer, const struct formula_tensor *tensor, int64_t count,
                      const char *operand)
{
    for (int64_t d = 0; d < count; d++)
        refuse_if(tensor->sizes[d] != 1, answer, GATHER_STATUS_SHAPE, operand);
}

/* DML-43 to -45: the full shape, aligned right in D dimensions. */
static void shape_of_directml_gather(const struct formula *formula, struct formula_answer *answer)
{
    const int64_t D = formula->data.rank, I = formula->indices_count;
    struct formula_answer full;
    memset(&full.out, 0, sizeof full.out);
    append(&full, &formula->data, 0, formula->axis);
    append(&full, &formula->indices, D - I, D);
    append(&full, &formula->data, formula->axis + 1, D);
    append_ones(answer, D - full.out.rank);
    append(answer, &full.out, full.out.rank > D ? full.out.rank - D : 0, full.out.rank);
}

void judge_directml_gather(const struct formula *formula, struct formula_answer *answer)
{
    const int64_t D = formula->data.rank, I = formula->indices_count;
    int64_t lead = 0;
    judge_directml_ranks(formula, answer);
    refuse_if(formula->axis < 0 || formula->axis >= D, answer, GATHER_STATUS_AXIS, "Axis"); /* DML-40 */
    need_range(answer, I, 0, formula->indices.rank, "IndexDimensions");                     /* DML-41 */
    refuse_if(formula->indices.rank != D, answer, GATHER_STATUS_RANK, "indices");           /* DML-7 */
    judge_zeros(formula, answer);
    if (is_refused(answer))
        return;
    need_ones(answer, &formula->indices, D - I, "indices"); /* DML-42 */
    while (lead < formula->axis && formula->data.sizes[lead] == 1)
        lead++;
    refuse_if(I - 1 > lead, answer, GATHER_STATUS_RANK, "output"); /* DML-44 */
    if (!is_refused(answer))
        shape_of_directml_gather(formula, answer);
}

void judge_directml_gather_elements(const struct formula *formula, struct formula_answer *answer)
{
    judge_directml_ranks(formula, answer);
    refuse_if(formula->axis < 0 || formula->axis >= formula->data.rank, answer, GATHER_STATUS_AXIS, "Axis");
    refuse_if(formula->indices.rank != formula->data.rank, answer, GATHER_STATUS_RANK, "indices");
    judge_zeros(formula, answer);
    if (!is_refused(answer))
        need_sizes(answer, formula, formula->axis, sizes_equal); /* DML-51 */
    answer->out = formula->indices;
}

void judge_directml_gather_nd(const struct formula *formula, struct formula_answer *answer)
{
    const int64_t D = formula->data.rank, r = formula->data_count, q = formula->indices_count,
                  b = formula->batch_dims;
    judge_directml_ranks(formula, answer);
    need_range(answer, r, 1, D, "InputDimensionCount");                       /* DML-60 */
    need_range(answer, q, 1, formula->indices.rank, "IndicesDimensionCount"); /* DML-61 */
    need_range(answer, b, 0, smaller(r, q) - 1, "BatchDimensionCount");       /* DML-62 */
    refuse_if(formula->indices.rank != D, answer, GATHER_STATUS_RANK, "indices");
    judge_zeros(formula, answer);
    if (is_refused(answer))
        return;
    need_ones(answer, &formula->data, D - r, "data"); /* DML-63 */
    need_ones(answer, &formula->indices, D - q, "indices");
    const int64_t t = formula->indices.sizes[D - 1], tail = r - b - t, R = q - 1 + tail;
    refuse_if(t < 1 || t > r - b, answer, GATHER_STATUS_SHAPE, "indices"); /* DML-64 */
    for (int64_t k = 0; k < b; k++)                                        /* DML-65 */
        refuse_if(formula->data.sizes[D - r + k] != formula->indices.sizes[D - q + k], answer,
                  GATHER_STATUS_SHAPE, "indices");
    refuse_if(R > D, answer, GATHER_STATUS_RANK, "output"); /* DML-67 */
    if (is_refused(answer))
        return;
    append_ones(answer, D - R); /* DML-66 */
    append(answer, &formula->indices, D - q, D - 1);
    append(answer, &formula->data, D - tail, D);
}

void judge_webnn_gather(const struct formula *formula, struct formula_answer *answer)
{
    need_data(answer, formula); /* WEBNN-4 */
    refuse_if(formula->axis < 0 || formula->axis >= formula->data.rank, answer, GATHER_STATUS_AXIS, "axis");
    judge_zeros(formula, answer); /* WEBNN-13 */
    if (!is_refused(answer))
        shape_of_take(answer, formula, formula->axis, 0); /* WEBNN-5 */
}

void judge_webnn_gather_elements(const struct formula *formula, struct formula_answer *answer)
{
    need_data(answer, formula);
    refuse_if(formula->axis < 0 || formula->axis >= formula->data.rank, answer, GATHER_STATUS_AXIS, "axis");
    need_same_rank(answer, formula); /* WEBNN-8 */
    judge_zeros(formula, answer);
    if (!is_refused(answer))
        need_sizes(answer, formula, formula->axis, sizes_equal);
    answer->out = formula->indices;
}

void judge_webnn_gather_nd(const struct formula *formula, struct formula_answer *answer)
{
    const int32_t r = formula->data.rank, q = formula->indices.rank;
    refuse_if(r == 0, answer, GATHER_STATUS_RANK, "data"); /* WEBNN-10 */
    refuse_if(q == 0, answer, GATHER_STATUS_RANK, "indices");
    judge_zeros(formula, answer);
    if (is_refused(answer))
        return;
    const int64_t t = formula->indices.sizes[q - 1];
    refuse_if(t > r, answer, GATHER_STATUS_SHAPE, "indices");
    if (is_refused(answer))
        return;
    append(answer, &formula->indices, 0, q - 1); /* WEBNN-11 */
    append(answer, &formula->data, t, r);
}
