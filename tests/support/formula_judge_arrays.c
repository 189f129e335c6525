/* SPDX-License-Identifier: Apache-2.0 */
/* What the pages of XLA, numpy and torch say of ranks, sizes and attributes, and which shape the output has. */
#include "support/formula_judging.h"

/* ---- XLA ----------------------------------------------------------------------------------------------- */

bool formula_lists(const struct gather_numbers *list, int64_t number, int32_t *place)
{
    for (int32_t k = 0; k < list->count; k++)
        if (list->at[k] == number) {
            if (place != NULL)
                *place = k;
            return true;
        }
    return false;
}

int32_t formula_window(const struct formula *formula, int32_t *dimensions)
{
    int32_t count = 0;
    for (int32_t d = 0; d < formula->data.rank; d++)
        if (!formula_lists(&formula->collapsed_slice_dims, d, NULL) &&
            !formula_lists(&formula->operand_batching_dims, d, NULL))
            dimensions[count++] = d;
    return count;
}

/* Tests give well-formed dimension numbers (C1 to C21): only the shape is left to be said. */
void judge_xla_gather(const struct formula *formula, struct formula_answer *answer)
{
    int32_t window[GATHER_MAX_RANK], offsets = formula_window(formula, window), offset = 0, batch = 0;
    bool is_vector = formula->index_vector_dim < formula->indices.rank;
    int32_t rank = formula->indices.rank - is_vector + offsets; /* XLA-G-11 */
    struct formula_tensor sizes = {rank, {0}};
    for (int32_t o = 0; o < rank; o++) {
        if (formula_lists(&formula->offset_dims, o, NULL)) {
            sizes.sizes[o] = formula->slice_sizes.at[window[offset++]];
            continue;
        }
        batch += batch == formula->index_vector_dim;
        sizes.sizes[o] = formula->indices.sizes[batch++];
    }
    append(answer, &sizes, 0, rank);
}

void judge_xla_dynamic_slice(const struct formula *formula, struct formula_answer *answer)
{
    struct formula_tensor sizes = {formula->data.rank, {0}};
    for (int32_t d = 0; d < formula->data.rank; d++)
        sizes.sizes[d] = formula->slice_sizes.at[d];
    refuse_if(formula->indices.rank != 1, answer, GATHER_STATUS_RANK, "indices"); /* XLA-G-17 */
    if (!is_refused(answer))
        refuse_if(formula->indices.sizes[0] != formula->data.rank, answer, GATHER_STATUS_SHAPE, "indices");
    append(answer, &sizes, 0, sizes.rank);
}

static bool has_elements(const struct formula_tensor *tensor)
{
    for (int32_t d = 0; d < tensor->rank; d++)
        if (tensor->sizes[d] == 0)
            return false;
    return true;
}

void judge_xla_torch_index_select(const struct formula *formula, struct formula_answer *answer)
{
    const int64_t a = formula->axis, b = formula->batch_dims; /* XLA-G-18 */
    refuse_if(b < 0, answer, GATHER_STATUS_ARGUMENT, "batch_dims");
    refuse_if(a < 0 || a >= formula->data.rank, answer, GATHER_STATUS_AXIS, "dim");
    refuse_if(b > a || b > formula->indices.rank, answer, GATHER_STATUS_ARGUMENT, "batch_dims");
    for (int32_t d = 0; d < b && !is_refused(answer); d++)
        refuse_if(formula->data.sizes[d] != formula->indices.sizes[d], answer, GATHER_STATUS_SHAPE,
                  "indices");
    if (is_refused(answer))
        return;
    shape_of_take(answer, formula, a, b);
    refuse_if(formula->data.sizes[a] == 0 && has_elements(&answer->out), answer, GATHER_STATUS_SHAPE, "data");
}

/* ---- numpy --------------------------------------------------------------------------------------------- */

void judge_numpy_take(const struct formula *formula, struct formula_answer *answer)
{
    if (formula->is_flat) { /* NP-6 */
        answer->out = formula->indices;
        return;
    }
    need_axis(answer, formula->axis, formula->data.rank > 0 ? formula->data.rank : 1,
              "axis"); /* NP-7, NP-9 */
    if (!is_refused(answer))
        shape_of_take(answer, formula, formula_axis(formula), 0);
}

void judge_numpy_take_along_axis(const struct formula *formula, struct formula_answer *answer)
{
    if (formula->is_flat) { /* NP-23 */
        refuse_if(formula->indices.rank != 1, answer, GATHER_STATUS_RANK, "indices");
        answer->out = formula->indices;
        return;
    }
    if (formula->data.rank > 0)
        need_axis(answer, formula->axis, formula->data.rank, "axis"); /* NP-20 */
    need_data(answer, formula);                                       /* NP-21 */
    need_same_rank(answer, formula);
    if (!is_refused(answer))
        need_sizes(answer, formula, formula_axis(formula), sizes_broadcast);
    if (!is_refused(answer))
        shape_of_broadcast(answer, formula, formula_axis(formula)); /* NP-22 */
}

void judge_numpy_getitem(const struct formula *formula, struct formula_answer *answer)
{
    need_data(answer, formula); /* NP-30 */
    need_axis(answer, formula->axis, formula->data.rank, "axis");
    if (!is_refused(answer))
        shape_of_take(answer, formula, formula_axis(formula), 0); /* NP-31 */
}

/* ---- torch --------------------------------------------------------------------------------------------- */

/* An axis of data whose rank 0 counts as 1 (TORCH-12, TORCH-24). */
static void need_dim(struct formula_answer *answer, const struct formula *formula)
{
    need_axis(answer, formula->axis, formula->data.rank > 0 ? formula->data.rank : 1, "dim");
}

void judge_torch_index_select(const struct formula *formula, struct formula_answer *answer)
{
    const struct formula_tensor *indices = &formula->indices;
    const int64_t a = formula_axis(formula);
    need_dim(answer, formula); /* TORCH-10 */
    refuse_if(indices->rank > 1, answer, GATHER_STATUS_RANK, "indices");
    refuse_if(formula->data.rank == 0 && indices->rank == 1 && indices->sizes[0] != 1, answer,
              GATHER_STATUS_SHAPE, "indices"); /* TORCH-12 */
    if (is_refused(answer) || formula->data.rank == 0)
        return;
    append(answer, &formula->data, 0, a);
    if (indices->rank == 1)
        append(answer, indices, 0, 1);
    else
        append_ones(answer, 1);
    append(answer, &formula->data, a + 1, formula->data.rank);
}

void judge_torch_gather(const struct formula *formula, struct formula_answer *answer)
{
    struct formula as_vectors = *formula; /* TORCH-24: rank 0 counts as [1] on either side */
    need_dim(answer, formula);            /* TORCH-20 */
    answer->out = formula->indices;
    if (!has_elements(&formula->indices)) /* TORCH-23 */
        return;
    if (as_vectors.data.rank == 0)
        as_vectors.data = (struct formula_tensor){1, {1}};
    if (as_vectors.indices.rank == 0)
        as_vectors.indices = (struct formula_tensor){1, {1}};
    need_same_rank(answer, &as_vectors);
    if (!is_refused(answer))
        need_sizes(answer, &as_vectors, formula_axis(formula), sizes_at_most); /* TORCH-22 */
}

void judge_torch_take_along_dim(const struct formula *formula, struct formula_answer *answer)
{
    if (formula->is_flat) { /* TORCH-33 */
        struct formula_tensor flat = {1, {1}};
        for (int32_t d = 0; d < formula->indices.rank; d++)
            flat.sizes[0] *= formula->indices.sizes[d]; /* bounded: indices in memory */
        answer->out = flat;
        return;
    }
    if (formula->data.rank > 0)
        need_axis(answer, formula->axis, formula->data.rank, "dim");
    need_data(answer, formula); /* TORCH-30 */
    need_same_rank(answer, formula);
    if (!is_refused(answer))
        need_sizes(answer, formula, formula_axis(formula), sizes_broadcast);
    if (!is_refused(answer))
        shape_of_broadcast(answer, formula, formula_axis(formula)); /* TORCH-31 */
}

void judge_torch_embedding(const struct formula *formula, struct formula_answer *answer)
{
    refuse_if(formula->data.rank != 2, answer, GATHER_STATUS_RANK, "data"); /* TORCH-40 */
    append(answer, &formula->indices, 0, formula->indices.rank);            /* TORCH-41 */
    append(answer, &formula->data, 1, 2);
}
