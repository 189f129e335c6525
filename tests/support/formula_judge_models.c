/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the pages of ONNX and OpenVINO say of ranks, sizes and attributes, and which shape the output has. Types
 * are not judged: tests give those that are allowed.
 */
#include "support/formula_judging.h"

/* ---- ONNX ---------------------------------------------------------------------------------------------- */

void judge_onnx_gather(const struct formula *formula, struct formula_answer *answer)
{
    if (formula->data.rank > 0)
        need_axis(answer, formula->axis, formula->data.rank, "axis"); /* ONNX-21 */
    need_data(answer, formula);                                       /* ONNX-20 */
    if (!is_refused(answer))
        shape_of_take(answer, formula, formula_axis(formula), 0); /* ONNX-22 */
}

void judge_onnx_gather_elements(const struct formula *formula, struct formula_answer *answer)
{
    if (formula->data.rank > 0)
        need_axis(answer, formula->axis, formula->data.rank, "axis");
    need_data(answer, formula); /* ONNX-30 */
    need_same_rank(answer, formula);
    if (!is_refused(answer))
        need_sizes(answer, formula, formula_axis(formula), sizes_at_most); /* ONNX-33 */
    answer->out = formula->indices;
}

void judge_onnx_gather_nd(const struct formula *formula, struct formula_answer *answer)
{
    const int32_t r = formula->data.rank, q = formula->indices.rank;
    const int64_t b = formula->batch_dims;
    bool repeats = formula->strictness == GATHER_LOOSE;
    if (r > 0 && q > 0)
        need_range(answer, b, 0, smaller(r, q) - 1, "batch_dims"); /* ONNX-42 */
    refuse_if(r == 0, answer, GATHER_STATUS_RANK, "data");         /* ONNX-40 */
    refuse_if(q == 0, answer, GATHER_STATUS_RANK, "indices");
    if (is_refused(answer))
        return;
    for (int32_t d = 0; d < b; d++) /* ONNX-43, ONNX-48 */
        refuse_if(
            !(repeats ? sizes_broadcast : sizes_equal)(formula->data.sizes[d], formula->indices.sizes[d]),
            answer, GATHER_STATUS_SHAPE, "indices");
    const int64_t k = formula->indices.sizes[q - 1];
    refuse_if(k < 1 || k > r - b, answer, GATHER_STATUS_SHAPE, "indices"); /* ONNX-44 */
    if (is_refused(answer))
        return;
    append_batch(answer, formula); /* ONNX-45 */
    append(answer, &formula->indices, b, q - 1);
    append(answer, &formula->data, b + k, r);
}

/* ---- OpenVINO ------------------------------------------------------------------------------------------ */

void judge_openvino_gather(const struct formula *formula, struct formula_answer *answer)
{
    const int32_t r = formula->data.rank, q = formula->indices.rank;
    const int64_t a = formula_axis(formula), b = formula_batch(formula), most = smaller(r, q);
    if (r > 0) {
        need_axis(answer, formula->axis, r, "axis");                        /* OV-14 */
        need_range(answer, formula->batch_dims, -most, most, "batch_dims"); /* OV-15 */
        refuse_if(b > a, answer, GATHER_STATUS_ARGUMENT, "batch_dims");     /* OV-16 */
    }
    refuse_if(r == 0, answer, GATHER_STATUS_RANK, "data"); /* OV-13 */
    for (int32_t d = 0; d < b && !is_refused(answer); d++) /* OV-17 */
        refuse_if(formula->data.sizes[d] != formula->indices.sizes[d], answer, GATHER_STATUS_SHAPE,
                  "indices");
    if (!is_refused(answer))
        shape_of_take(answer, formula, a, b); /* OV-18 */
}

void judge_openvino_gather_elements(const struct formula *formula, struct formula_answer *answer)
{
    if (formula->data.rank > 0)
        need_axis(answer, formula->axis, formula->data.rank, "axis"); /* OV-35 */
    need_data(answer, formula);
    need_same_rank(answer, formula);
    if (!is_refused(answer))
        need_sizes(answer, formula, formula_axis(formula), sizes_equal); /* OV-36 */
    answer->out = formula->indices;
}

/* OV-30: the batch sizes of version 5 as one. */
static void fuse_batch(const struct formula *formula, struct formula_answer *answer)
{
    struct formula_tensor fused = {1, {1}};
    for (int32_t d = 0; d < answer->out.rank; d++)
        if (d < formula->batch_dims)
            fused.sizes[0] *= answer->out.sizes[d]; /* bounded: a part of an output in memory */
        else
            fused.sizes[fused.rank++] = answer->out.sizes[d];
    answer->out = fused;
}

static bool is_fused(const struct formula *formula)
{
    return formula->operation == GATHER_OPERATION_OPENVINO_GATHER_ND && formula->version != 0 &&
           formula->version < 8;
}

void judge_openvino_gather_nd(const struct formula *formula, struct formula_answer *answer)
{
    const int32_t r = formula->data.rank, q = formula->indices.rank;
    const int64_t b = formula->batch_dims;
    if (r > 0 && q > 0)
        need_range(answer, b, 0, smaller(r, q) - 1, "batch_dims"); /* OV-26 */
    refuse_if(r == 0, answer, GATHER_STATUS_RANK, "data");         /* OV-25 */
    refuse_if(q == 0, answer, GATHER_STATUS_RANK, "indices");
    if (is_refused(answer))
        return;
    const int64_t k = formula->indices.sizes[q - 1];
    refuse_if(k + b > r, answer, GATHER_STATUS_SHAPE, "indices"); /* OV-27 */
    for (int32_t d = 0; d < b; d++)                               /* OV-28 */
        refuse_if(!sizes_broadcast(formula->data.sizes[d], formula->indices.sizes[d]), answer,
                  GATHER_STATUS_SHAPE, "indices");
    if (is_refused(answer))
        return;
    append_batch(answer, formula); /* OV-29 */
    append(answer, &formula->indices, b, q - 1);
    append(answer, &formula->data, b + k, r);
    if (is_fused(formula) && b >= 2)
        fuse_batch(formula, answer);
}
