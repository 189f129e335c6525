/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One gather as XLA's texts have it, HLO or StableHLO (XLA-G-20): an op, and the shapes that stand with it.
 *
 * ```c
 * struct gather_xla_text read;
 * static const char text[] = "gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
 *                            "index_vector_dim=1, slice_sizes={1,3}";
 * enum gather_status status = gather_xla_text_read(&read, text, sizeof text - 1, NULL);
 * ```
 */
#ifndef GATHER_XLA_TEXT_H
#define GATHER_XLA_TEXT_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gather_xla_text {
    struct gather_op op;                          /* a gather */
    int32_t indices_are_sorted;                   /* 0 or 1; it changes nothing (XLA-G-7) */
    int32_t has_operand, has_indices, has_result; /* 1 where the text gives the shape */
    struct gather_layout operand, indices, result;
};

/*
 * Reads one operation, and judges its syntax alone: what the attributes may be is left to infer and plan.
 * text, length: not ended by NUL; blanks and comments may stand between tokens.
 * Returns: OK; FORMAT; OVERFLOW; RANK for a list or shape of more than GATHER_MAX_RANK entries; UNSUPPORTED; for
 *   a shape also what `gather_layout_parse` answers. On failure: `at` is the byte where it went wrong; *read is
 *   untouched.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_xla_text_read(struct gather_xla_text *read,
                                                                     const char *text, size_t length,
                                                                     struct gather_error *error);

#ifdef __cplusplus
}
#endif

#endif
