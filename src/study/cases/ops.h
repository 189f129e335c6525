/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every query that a case may name, once, with the function that answers it. Operators are found by
 * `gather_op_name_find`.
 */
#ifndef GATHER_STUDY_CASES_OPS_H
#define GATHER_STUDY_CASES_OPS_H

#include "gather/study.h"

/* clang-format off */
#define GATHER__QUERY_LIST(QUERY)                                                                             \
    QUERY("layout", "describe", gather__query_describe)                                                       \
    QUERY("layout", "translate", gather__query_translate)                                                     \
    QUERY("xla", "rank", gather__query_rank)                                                                  \
    QUERY("xla", "true_rank", gather__query_true_rank)                                                        \
    QUERY("xla", "element_count", gather__query_element_count)                                                \
    QUERY("xla", "byte_size", gather__query_byte_size)                                                        \
    QUERY("xla", "dimension", gather__query_dimension)                                                        \
    QUERY("xla", "dimension_stride", gather__query_dimension_stride)                                          \
    QUERY("xla", "dimension_letter", gather__query_dimension_letter)                                          \
    QUERY("xla", "minor", gather__query_minor)                                                                \
    QUERY("xla", "major", gather__query_major)                                                                \
    QUERY("xla", "logical_to_physical", gather__query_logical_to_physical)                                    \
    QUERY("xla", "physical_to_logical", gather__query_physical_to_logical)                                    \
    QUERY("xla", "is_padded", gather__query_is_padded)                                                        \
    QUERY("xla", "is_monotonic_with_dim0_minor", gather__query_is_monotonic_with_dim0_minor)                  \
    QUERY("xla", "is_monotonic_with_dim0_major", gather__query_is_monotonic_with_dim0_major)                  \
    QUERY("xla", "linear_index", gather__query_linear_index)                                                  \
    QUERY("xla", "multi_index", gather__query_multi_index)                                                    \
    QUERY("xla", "bump", gather__query_bump)                                                                  \
    QUERY("xla", "index_in_bounds", gather__query_index_in_bounds)                                            \
    QUERY("xla", "reshape_is_bitcast", gather__query_reshape_is_bitcast)                                      \
    QUERY("xla", "transpose_is_bitcast", gather__query_transpose_is_bitcast)                                  \
    QUERY("xla", "equal", gather__query_equal)                                                                \
    QUERY("xla", "compatible", gather__query_compatible)                                                      \
    QUERY("xla", "validate", gather__query_validate)                                                          \
    QUERY("xla", "make_shape", gather__query_make_shape)                                                      \
    QUERY("directml", "DMLCalcBufferTensorSize", gather__query_tensor_size)                                   \
    QUERY("xla", "read_gather", gather__query_read_gather)
/* clang-format on */

/* The answer of a query, written as one JSON value. */
#define GATHER__QUERY_DECLARE(dialect, op, function)                                                         \
    enum gather_status function(const struct gather_query *query, struct gather_json *answer,                \
                                struct gather_error *error);
GATHER__QUERY_LIST(GATHER__QUERY_DECLARE)
#undef GATHER__QUERY_DECLARE

/* One row of the list. */
struct gather__query_row {
    const char *dialect, *name;
    enum gather_status (*answer)(const struct gather_query *query, struct gather_json *answer,
                                 struct gather_error *error);
};

/* Returns: the row of a query; NULL if the list has none. */
const struct gather__query_row *gather__query_find(const char *dialect, const char *name);

/* Whether there is a query or an operator of this dialect. */
bool gather__is_dialect(const char *dialect);

#endif
