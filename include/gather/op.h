/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An op is a value: an operator of some world with its version and attributes. Making one can't fail; infer
 * and plan judge it. A zeroed op is no operator.
 *
 * Each world's header has a constructor an operator (gather/onnx.h, gather/openvino.h, ..), and
 * `gather_op_from_names` makes any of them from names. What is the library's own choice, and no world's, is a
 * field to set afterwards:
 *
 *     struct gather_op op = gather_onnx_gather(13, 0);
 *     op.policy = GATHER_POLICY_CLAMP;
 */
#ifndef GATHER_OP_H
#define GATHER_OP_H

#include "gather/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

enum gather_operation {
    GATHER_OPERATION_NONE = 0,
    GATHER_OPERATION_RELAYOUT = 1, /* no indices: every element to its cell in another layout */
    GATHER_OPERATION_PLACE = 2,    /* likewise, into a part of a larger output */
    GATHER_OPERATION_ONNX_GATHER = 10,
    GATHER_OPERATION_ONNX_GATHER_ELEMENTS = 11,
    GATHER_OPERATION_ONNX_GATHER_ND = 12,
    GATHER_OPERATION_ONNX_GATHER_BLOCK_QUANTIZED = 13,
    GATHER_OPERATION_OPENVINO_GATHER = 20,
    GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS = 21,
    GATHER_OPERATION_OPENVINO_GATHER_ND = 22,
    GATHER_OPERATION_OPENVINO_GATHER_TREE = 23,
    GATHER_OPERATION_OPENVINO_GATHER_COMPRESSED = 24,
    GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_OFFSETS = 25,
    GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_OFFSETS_SUM = 26,
    GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_PACKED = 27,
    GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_PACKED_SUM = 28,
    GATHER_OPERATION_DIRECTML_GATHER = 30,
    GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS = 31,
    GATHER_OPERATION_DIRECTML_GATHER_ND = 32,
    GATHER_OPERATION_DIRECTML_GATHER_ND1 = 33,
    GATHER_OPERATION_WEBNN_GATHER = 40,
    GATHER_OPERATION_WEBNN_GATHER_ELEMENTS = 41,
    GATHER_OPERATION_WEBNN_GATHER_ND = 42,
    GATHER_OPERATION_XLA_GATHER = 50,
    GATHER_OPERATION_XLA_DYNAMIC_SLICE = 51,
    GATHER_OPERATION_XLA_TORCH_INDEX_SELECT = 52,
    GATHER_OPERATION_NUMPY_TAKE = 60,
    GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS = 61,
    GATHER_OPERATION_NUMPY_GETITEM = 62,
    GATHER_OPERATION_TORCH_INDEX_SELECT = 70,
    GATHER_OPERATION_TORCH_GATHER = 71,
    GATHER_OPERATION_TORCH_TAKE_ALONG_DIM = 72,
    GATHER_OPERATION_TORCH_EMBEDDING = 73
};

/*
 * What happens to an index that is outside, after negative ones were counted from the end if the world does:
 *
 *   ERROR   INDEX_RANGE
 *   ZERO    the output elements of the whole tuple are all bits 0
 *   FILL    likewise the op's `fill`
 *   CLAMP   the nearest index inside; a window is kept inside whole
 *   WRAP    modulo the size, floored; modulo the places that a window has
 *   SKIP    the output elements of the whole tuple keep what they hold
 *
 * id, number, the library's word, numpy's word or "".
 */
#define GATHER_POLICY_LIST(X)                                                                                \
    X(ERROR, 1, "error", "raise")                                                                            \
    X(ZERO, 2, "zero", "")                                                                                   \
    X(FILL, 3, "fill", "")                                                                                   \
    X(CLAMP, 4, "clamp", "clip")                                                                             \
    X(WRAP, 5, "wrap", "wrap")                                                                               \
    X(SKIP, 6, "skip", "")

enum gather_policy {
#define GATHER_POLICY_ENUM(id, number, word, numpys) GATHER_POLICY_##id = number,
    GATHER_POLICY_LIST(GATHER_POLICY_ENUM)
#undef GATHER_POLICY_ENUM
        GATHER_POLICY_OWN = 0 /* as the operator's world has it */
};

/*
 * The word of a policy: the library's own ("clamp") for GATHER_WORLD_OWN, numpy's ("clip") for GATHER_WORLD_NUMPY.
 * Returns: a static string; NULL where there is none.
 */
GATHER_API const char *gather_policy_word(int32_t policy, int32_t world);

/* The policy that a world means by a word. Returns: GATHER_POLICY_OWN if it means none. */
GATHER_API int32_t gather_policy_from_word(int32_t world, const char *word);

/* How closely an operator keeps to its version's text, where its world's page names the option `strict`. */
enum gather_strictness {
    GATHER_STRICTNESS_OWN = 0, /* the dialect's default */
    GATHER_STRICT = 1,
    GATHER_LOOSE = 2
};

enum { GATHER_MAX_INPUTS = 5 }; /* of any operator */

/* What an embedding bag makes of its rows. */
enum gather_reduction { GATHER_REDUCTION_SUM = 0, GATHER_REDUCTION_MEAN = 1 };

/* A list of an operator's attributes. `count` may be more than the room: then the op is refused. */
struct gather_numbers {
    int64_t count;
    int64_t at[GATHER_MAX_RANK];
};

/* An operator does not look at fields that are not its own. */
struct gather_op {
    int32_t operation;     /* an `enum gather_operation` */
    int32_t version;       /* opset; DirectML: the level times ten, 64 is 6.4; 0: the newest */
    int32_t policy;        /* an `enum gather_policy` */
    int32_t strictness;    /* an `enum gather_strictness` */
    int32_t is_flat;       /* 1: no axis, the data is read flat (numpy's axis None, torch's dim None) */
    int32_t mode;          /* numpy take: an `enum gather_policy`, ERROR, WRAP or CLAMP; 0: ERROR */
    uint8_t fill[16];      /* for GATHER_POLICY_FILL: one element of the data's type, as it lies in memory */
    int64_t axis;          /* also: dim, gather_axis */
    int64_t batch_dims;    /* also: BatchDimensionCount */
    int64_t data_count;    /* DirectML: InputDimensionCount */
    int64_t indices_count; /* DirectML: IndicesDimensionCount, IndexDimensions */
    int64_t index_vector_dim; /* XLA, as all lists below but the last */
    int64_t padding_index;    /* torch embedding, if has_padding_index */
    int32_t has_padding_index, has_max_norm;
    struct gather_numbers offset_dims, collapsed_slice_dims, start_index_map;
    struct gather_numbers operand_batching_dims, start_indices_batching_dims;
    struct gather_numbers slice_sizes;
    struct gather_numbers begin;             /* place: where the data's first element goes */
    int64_t quantize_axis, block_size, bits; /* GatherBlockQuantized, whose gather_axis is `axis` */
    int32_t reduction;                       /* embedding bags: an `enum gather_reduction` */
    int32_t reserved[9];                     /* zero */
};

/*
 * Every element to its place in another layout of the same type and sizes: transpose, pad, tile, pack.
 * Inputs: `data`. The output's padding is written where its layout names a value.
 */
GATHER_API struct gather_op gather_relayout(void);

/*
 * Every element of the data to its index plus `begin` in an output of at least that size; the output's other
 * elements keep what they hold. Rows of a run are counted in the data. Inputs: `data`.
 * begin: one entry for each of `rank` dimensions; more than GATHER_MAX_RANK are refused by plan. The output is the
 * caller's: `gather_infer`, which can't know it, is UNSUPPORTED.
 */
GATHER_API struct gather_op gather_place(int32_t rank, const int64_t *begin);

/*
 * The layout of the output that an op makes of its inputs: dense, row-major.
 * inputs: layouts in the operator's own order; only their types and sizes are looked at. A size of -1 is
 * unknown and gives -1 where the output depends on it.
 * Returns: OK; the operator's own refusals. On failure: *output is untouched.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_infer(const struct gather_op *op,
                                                             const struct gather_layout *inputs,
                                                             size_t input_count, struct gather_layout *output,
                                                             struct gather_error *error);

#ifdef __cplusplus
}
#endif

#endif
