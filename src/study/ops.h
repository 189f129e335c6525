/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every op that a case may name, once: a query with the function that answers it; an operator that is built
 * with the function that makes an op of the library of it, and what errors call its inputs; one that is not
 * built by its name alone.
 */
#ifndef GATHER_STUDY_OPS_H
#define GATHER_STUDY_OPS_H

#include "gather/study.h"

/* clang-format off */
#define GATHER__OP_LIST(QUERY, BUILT, OPERATOR)                                                               \
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
    BUILT("xla", "copy", gather__make_copy, "data")                                                           \
    OPERATOR("xla", "read_gather")                                                                            \
    OPERATOR("xla", "gather")                                                                                 \
    OPERATOR("xla", "dynamic_slice")                                                                          \
    OPERATOR("xla", "torch_index_select")                                                                     \
    OPERATOR("directml", "GATHER")                                                                            \
    OPERATOR("directml", "GATHER_ELEMENTS")                                                                   \
    OPERATOR("directml", "GATHER_ND")                                                                         \
    OPERATOR("directml", "GATHER_ND1")                                                                        \
    OPERATOR("webnn", "gather")                                                                               \
    OPERATOR("webnn", "gatherElements")                                                                       \
    OPERATOR("webnn", "gatherND")                                                                             \
    OPERATOR("onnx", "Gather")                                                                                \
    OPERATOR("onnx", "GatherElements")                                                                        \
    OPERATOR("onnx", "GatherND")                                                                              \
    OPERATOR("onnx", "GatherBlockQuantized")                                                                  \
    OPERATOR("openvino", "Gather")                                                                            \
    OPERATOR("openvino", "GatherElements")                                                                    \
    OPERATOR("openvino", "GatherND")                                                                          \
    OPERATOR("openvino", "GatherTree")                                                                        \
    OPERATOR("openvino", "GatherCompressed")                                                                  \
    OPERATOR("openvino", "EmbeddingBagOffsets")                                                               \
    OPERATOR("openvino", "EmbeddingBagOffsetsSum")                                                            \
    OPERATOR("openvino", "EmbeddingBagPacked")                                                                \
    OPERATOR("openvino", "EmbeddingBagPackedSum")                                                             \
    OPERATOR("numpy", "take")                                                                                 \
    OPERATOR("numpy", "take_along_axis")                                                                      \
    OPERATOR("numpy", "getitem")                                                                              \
    OPERATOR("torch", "index_select")                                                                         \
    OPERATOR("torch", "gather")                                                                               \
    OPERATOR("torch", "take_along_dim")                                                                       \
    OPERATOR("torch", "embedding")
/* clang-format on */

/* The answer of a query op, written as one JSON value; the op of the library that an operator is. */
#define GATHER__QUERY_DECLARE(dialect, op, function)                                                         \
    enum gather_status function(const struct gather_query *query, struct gather_json *answer,                \
                                struct gather_error *error);
#define GATHER__BUILT_DECLARE(dialect, name, function, ...)                                                  \
    enum gather_status function(const struct gather_query *query, struct gather_op *op,                      \
                                struct gather_error *error);
#define GATHER__OPERATOR_DECLARE(dialect, op)
GATHER__OP_LIST(GATHER__QUERY_DECLARE, GATHER__BUILT_DECLARE, GATHER__OPERATOR_DECLARE)
#undef GATHER__QUERY_DECLARE
#undef GATHER__BUILT_DECLARE
#undef GATHER__OPERATOR_DECLARE

enum { GATHER__INPUTS_MAX = 8 };

/* One row of the list: a query has `answer`, an operator that is built has `make` and names. */
struct gather__op {
    const char *dialect, *name;
    enum gather_status (*answer)(const struct gather_query *query, struct gather_json *answer,
                                 struct gather_error *error);
    enum gather_status (*make)(const struct gather_query *query, struct gather_op *op,
                               struct gather_error *error);
    const char *inputs[GATHER__INPUTS_MAX]; /* NULL behind the last */
};

/* Returns: the row of an op; NULL if the list has none. */
const struct gather__op *gather__op_find(const char *dialect, const char *name);

/* Whether the list has an op of this dialect. */
bool gather__op_dialect(const char *dialect);

#endif
