/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the judges of the pages are written with: refusals, of which the first one counts, and shapes. For the
 * files formula_judge_*.c alone.
 */
#ifndef GATHER_TESTS_FORMULA_JUDGING_H
#define GATHER_TESTS_FORMULA_JUDGING_H

#include "support/formula_gather.h"

/* ---- refusals ------------------------------------------------------------------------------------------ */

void refuse_if(bool is_wrong, struct formula_answer *answer, enum gather_status status, const char *operand);

/* AXIS outside -rank..rank-1; ARGUMENT outside low..high. */
void need_axis(struct formula_answer *answer, int64_t axis, int64_t rank, const char *operand);
void need_range(struct formula_answer *answer, int64_t value, int64_t low, int64_t high, const char *operand);

/* How sizes of data and indices may go together, and whether they do in every dimension but one. */
bool sizes_equal(int64_t data, int64_t indices);
bool sizes_at_most(int64_t data, int64_t indices);
bool sizes_broadcast(int64_t data, int64_t indices);
void need_sizes(struct formula_answer *answer, const struct formula *formula, int64_t but,
                bool (*agree)(int64_t data, int64_t indices));

/* Data of rank 0 is refused, and indices of another rank. */
void need_data(struct formula_answer *answer, const struct formula *formula);
void need_same_rank(struct formula_answer *answer, const struct formula *formula);

static inline bool is_refused(const struct formula_answer *answer)
{
    return answer->status != GATHER_STATUS_OK;
}
static inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- shapes -------------------------------------------------------------------------------------------- */

/* Appends sizes [begin, end) of a tensor; a number of ones; batch sizes, equal or the one that is not 1. */
void append(struct formula_answer *answer, const struct formula_tensor *tensor, int64_t begin, int64_t end);
void append_ones(struct formula_answer *answer, int64_t count);
void append_batch(struct formula_answer *answer, const struct formula *formula);

/* D[:a] ++ I[b:] ++ D[a+1:] */
void shape_of_take(struct formula_answer *answer, const struct formula *formula, int64_t a, int64_t b);

/* Of each dimension the size that is not 1; at the axis that of the indices. */
void shape_of_broadcast(struct formula_answer *answer, const struct formula *formula, int64_t a);

/* ---- the pages ----------------------------------------------------------------------------------------- */

void judge_onnx_gather(const struct formula *formula, struct formula_answer *answer);
void judge_onnx_gather_elements(const struct formula *formula, struct formula_answer *answer);
void judge_onnx_gather_nd(const struct formula *formula, struct formula_answer *answer);
void judge_openvino_gather(const struct formula *formula, struct formula_answer *answer);
void judge_openvino_gather_elements(const struct formula *formula, struct formula_answer *answer);
void judge_openvino_gather_nd(const struct formula *formula, struct formula_answer *answer);
void judge_directml_gather(const struct formula *formula, struct formula_answer *answer);
void judge_directml_gather_elements(const struct formula *formula, struct formula_answer *answer);
void judge_directml_gather_nd(const struct formula *formula, struct formula_answer *answer);
void judge_webnn_gather(const struct formula *formula, struct formula_answer *answer);
void judge_webnn_gather_elements(const struct formula *formula, struct formula_answer *answer);
void judge_webnn_gather_nd(const struct formula *formula, struct formula_answer *answer);
void judge_xla_gather(const struct formula *formula, struct formula_answer *answer);
void judge_xla_dynamic_slice(const struct formula *formula, struct formula_answer *answer);
void judge_xla_torch_index_select(const struct formula *formula, struct formula_answer *answer);
void judge_numpy_take(const struct formula *formula, struct formula_answer *answer);
void judge_numpy_take_along_axis(const struct formula *formula, struct formula_answer *answer);
void judge_numpy_getitem(const struct formula *formula, struct formula_answer *answer);
void judge_torch_index_select(const struct formula *formula, struct formula_answer *answer);
void judge_torch_gather(const struct formula *formula, struct formula_answer *answer);
void judge_torch_take_along_dim(const struct formula *formula, struct formula_answer *answer);
void judge_torch_embedding(const struct formula *formula, struct formula_answer *answer);

#endif
