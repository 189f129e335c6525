/* SPDX-License-Identifier: Apache-2.0 */
/* The table of operators by name: named.h says what of each. */
#include "dialects/named.h"

#include <stddef.h>

#include "dialects/directml_judge.h"
#include "dialects/judging.h"
#include "dialects/webnn_judge.h"

/* ---- attributes ---------------------------------------------------------------------------------- */

#define TO(member) .field = offsetof(struct gather_op, member)
#define OPTIONAL(label, member)                                                                              \
    {                                                                                                        \
        .name = label, .form = GATHER__INTEGER, TO(member)                                                   \
    }
#define REQUIRED(label, member)                                                                              \
    {                                                                                                        \
        .name = label, .form = GATHER__INTEGER, .is_required = true, TO(member)                              \
    }
#define IGNORED(label, written)                                                                              \
    {                                                                                                        \
        .name = label, .form = written                                                                       \
    }
#define NUMBERS(member)                                                                                      \
    {                                                                                                        \
        .name = #member, .form = GATHER__LIST, TO(member)                                                    \
    }
#define SLICE_SIZES                                                                                          \
    {                                                                                                        \
        .name = "slice_sizes", .form = GATHER__LIST, .is_required = true, TO(slice_sizes)                    \
    }
#define END                                                                                                  \
    {                                                                                                        \
        .name = NULL                                                                                         \
    }

static const struct gather__attribute nothing[] = {END};
static const struct gather__attribute axis_0[] = {OPTIONAL("axis", axis), END};
static const struct gather__attribute batch_0[] = {OPTIONAL("batch_dims", batch_dims), END};

static const struct gather__attribute onnx_nd[] = {
    {.name = "batch_dims", .form = GATHER__INTEGER, TO(batch_dims), .since = 12}, END};

static const struct gather__attribute onnx_blocks[] = {
    OPTIONAL("gather_axis", axis),
    {.name = "quantize_axis", .form = GATHER__INTEGER, TO(quantize_axis), .standard = 1},
    {.name = "block_size", .form = GATHER__INTEGER, TO(block_size), .standard = 128},
    {.name = "bits", .form = GATHER__INTEGER, TO(bits), .standard = 4},
    END};

static const struct gather__attribute openvino_gather[] = {
    {.name = "axis", .form = GATHER__ONE_INTEGER, .is_required = true, TO(axis)},
    {.name = "batch_dims", .form = GATHER__INTEGER, TO(batch_dims), .since = 7},
    END};
static const struct gather__attribute openvino_bags[] = {{.name = "reduction", .form = GATHER__REDUCTION},
                                                         END};
static const struct gather__attribute openvino_elements[] = {REQUIRED("axis", axis), END};

static const struct gather__attribute directml_gather[] = {REQUIRED("Axis", axis),
                                                           REQUIRED("IndexDimensions", indices_count), END};
static const struct gather__attribute directml_elements[] = {REQUIRED("Axis", axis), END};
static const struct gather__attribute directml_nd[] = {REQUIRED("InputDimensionCount", data_count),
                                                       REQUIRED("IndicesDimensionCount", indices_count), END};
static const struct gather__attribute directml_nd1[] = {REQUIRED("InputDimensionCount", data_count),
                                                        REQUIRED("IndicesDimensionCount", indices_count),
                                                        REQUIRED("BatchDimensionCount", batch_dims), END};

static const struct gather__attribute xla_gather[] = {SLICE_SIZES,
                                                      NUMBERS(offset_dims),
                                                      NUMBERS(collapsed_slice_dims),
                                                      NUMBERS(start_index_map),
                                                      NUMBERS(operand_batching_dims),
                                                      NUMBERS(start_indices_batching_dims),
                                                      OPTIONAL("index_vector_dim", index_vector_dim),
                                                      IGNORED("indices_are_sorted", GATHER__BOOLEAN),
                                                      END};
static const struct gather__attribute xla_slice[] = {SLICE_SIZES, END};
static const struct gather__attribute xla_select[] = {REQUIRED("dim", axis),
                                                      OPTIONAL("batch_dims", batch_dims), END};

static const struct gather__attribute numpy_take[] = {
    {.name = "mode", .form = GATHER__MODE, TO(mode)},
    {.name = "axis", .form = GATHER__AXIS_OR_FLAT, .is_flat = true, TO(axis)},
    END};
static const struct gather__attribute numpy_along[] = {
    {.name = "axis", .form = GATHER__AXIS_OR_FLAT, TO(axis), .standard = -1}, END};

static const struct gather__attribute torch_select[] = {REQUIRED("dim", axis), END};
static const struct gather__attribute torch_gather[] = {REQUIRED("dim", axis),
                                                        IGNORED("sparse_grad", GATHER__BOOLEAN), END};
static const struct gather__attribute torch_along[] = {
    {.name = "dim", .form = GATHER__AXIS_OR_FLAT, .is_flat = true, TO(axis)}, END};
static const struct gather__attribute torch_embedding[] = {
    {.name = "padding_idx", .form = GATHER__INDEX_OR_NONE, TO(padding_index)},
    {.name = "max_norm", .form = GATHER__NORM},
    IGNORED("norm_type", GATHER__NUMBER),
    IGNORED("scale_grad_by_freq", GATHER__BOOLEAN),
    IGNORED("sparse", GATHER__BOOLEAN),
    END};

/* Worlds and operators as errors name them, which allocate nothing: tests/unit/test_names.c holds them to the rows. */
const char gather__dialects[] = "onnx, openvino, directml, webnn, xla, numpy or torch";

static const struct gather__world onnx = {
    .name = "onnx",
    .version_kind = GATHER_ATTRIBUTE_INTEGER,
    .has_strict = true,
    .counts_inputs = true,
    .operators = "Gather, GatherElements, GatherND or GatherBlockQuantized",
};
static const struct gather__world openvino = {
    .name = "openvino",
    .version_kind = GATHER_ATTRIBUTE_INTEGER,
    .operators = "Gather, GatherElements, GatherND, GatherTree, GatherCompressed, EmbeddingBagOffsets, "
                 "EmbeddingBagOffsetsSum, EmbeddingBagPacked or EmbeddingBagPackedSum",
};
static const struct gather__world directml = {
    .name = "directml",
    .version_kind = GATHER_ATTRIBUTE_TEXT,
    .has_strict = true,
    .missing_is_first = true,
    .begin = gather__directml_begin,
    .operators = "GATHER, GATHER_ELEMENTS, GATHER_ND or GATHER_ND1",
};
static const struct gather__world webnn = {
    .name = "webnn",
    .has_strict = true,
    .begin = gather__webnn_begin,
    .operators = "gather, gatherElements or gatherND",
};
const struct gather__world gather__xla_world = {
    .name = "xla",
    .operators = "gather, dynamic_slice, torch_index_select or copy",
};
static const struct gather__world numpy = {
    .name = "numpy",
    .operators = "take, take_along_axis or getitem",
};
static const struct gather__world torch = {
    .name = "torch",
    .operators = "index_select, gather, take_along_dim or embedding",
};

#define DATA_INDICES                                                                                         \
    {                                                                                                        \
        "data", "indices"                                                                                    \
    }
#define ROW(world, op, operation, attributes)                                                                \
    {                                                                                                        \
        {#world, op, DATA_INDICES, 2, GATHER_OPERATION_##operation}, &world, attributes                      \
    }
#define BAGS_ROW(op, required, operation, attributes, ...)                                                   \
    {                                                                                                        \
        {"openvino", op, {__VA_ARGS__}, required, GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_##operation},      \
            &openvino, attributes                                                                            \
    }
#define XLA_ROW(op, operation, attributes)                                                                   \
    {                                                                                                        \
        {"xla", op, DATA_INDICES, 2, GATHER_OPERATION_##operation}, &gather__xla_world, attributes           \
    }

const struct gather__row gather__rows[] = {
    ROW(onnx, "Gather", ONNX_GATHER, axis_0),
    ROW(onnx, "GatherElements", ONNX_GATHER_ELEMENTS, axis_0),
    ROW(onnx, "GatherND", ONNX_GATHER_ND, onnx_nd),
    {{"onnx",
      "GatherBlockQuantized",
      {GATHER__BLOCK_INPUTS},
      3,
      GATHER_OPERATION_ONNX_GATHER_BLOCK_QUANTIZED},
     &onnx,
     onnx_blocks},
    ROW(openvino, "Gather", OPENVINO_GATHER, openvino_gather),
    ROW(openvino, "GatherElements", OPENVINO_GATHER_ELEMENTS, openvino_elements),
    ROW(openvino, "GatherND", OPENVINO_GATHER_ND, batch_0),
    {{"openvino", "GatherTree", {GATHER__TREE_INPUTS}, 4, GATHER_OPERATION_OPENVINO_GATHER_TREE},
     &openvino,
     nothing},
    {{"openvino",
      "GatherCompressed",
      {GATHER__COMPRESSED_INPUTS},
      3,
      GATHER_OPERATION_OPENVINO_GATHER_COMPRESSED},
     &openvino,
     openvino_gather},
    BAGS_ROW("EmbeddingBagOffsets", 3, OFFSETS, openvino_bags, GATHER__OFFSETS_INPUTS),
    BAGS_ROW("EmbeddingBagOffsetsSum", 3, OFFSETS_SUM, nothing, GATHER__OFFSETS_INPUTS),
    BAGS_ROW("EmbeddingBagPacked", 2, PACKED, openvino_bags, GATHER__PACKED_INPUTS),
    BAGS_ROW("EmbeddingBagPackedSum", 2, PACKED_SUM, nothing, GATHER__PACKED_INPUTS),
    ROW(directml, "GATHER", DIRECTML_GATHER, directml_gather),
    ROW(directml, "GATHER_ELEMENTS", DIRECTML_GATHER_ELEMENTS, directml_elements),
    ROW(directml, "GATHER_ND", DIRECTML_GATHER_ND, directml_nd),
    ROW(directml, "GATHER_ND1", DIRECTML_GATHER_ND1, directml_nd1),
    ROW(webnn, "gather", WEBNN_GATHER, axis_0),
    ROW(webnn, "gatherElements", WEBNN_GATHER_ELEMENTS, axis_0),
    ROW(webnn, "gatherND", WEBNN_GATHER_ND, nothing),
    XLA_ROW("gather", XLA_GATHER, xla_gather),
    XLA_ROW("dynamic_slice", XLA_DYNAMIC_SLICE, xla_slice),
    XLA_ROW("torch_index_select", XLA_TORCH_INDEX_SELECT, xla_select),
    {{"xla", "copy", {"data", NULL}, 1, GATHER_OPERATION_RELAYOUT}, &gather__xla_world, nothing},
    ROW(numpy, "take", NUMPY_TAKE, numpy_take),
    ROW(numpy, "take_along_axis", NUMPY_TAKE_ALONG_AXIS, numpy_along),
    ROW(numpy, "getitem", NUMPY_GETITEM, axis_0),
    ROW(torch, "index_select", TORCH_INDEX_SELECT, torch_select),
    ROW(torch, "gather", TORCH_GATHER, torch_gather),
    ROW(torch, "take_along_dim", TORCH_TAKE_ALONG_DIM, torch_along),
    {{"torch", "embedding", {"indices", "data"}, 2, GATHER_OPERATION_TORCH_EMBEDDING},
     &torch,
     torch_embedding},
};

const size_t gather__row_count = sizeof gather__rows / sizeof *gather__rows;
