/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DirectML's gather operators as its own descriptors say them: the structs, enums and constants that code for
 * DirectML fills, by their own names, and functions that run them on memory of the host (docs/spec/directml.md,
 * section 9). Where the real header came first, its names are used. The only header with typedefs.
 *
 * ```c
 * #include <gather/directml.h>
 *
 * UINT sizes[] = {2, 3}, row_sizes[] = {1, 3}, index_sizes[] = {1, 1}, index = 1;
 * float table[] = {0, 1, 2, 3, 4, 5}, row[3];
 * DML_BUFFER_TENSOR_DESC table_buffer = {DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 2, sizes, NULL, 24, 0};
 * DML_BUFFER_TENSOR_DESC index_buffer = {DML_TENSOR_DATA_TYPE_UINT32, DML_TENSOR_FLAG_NONE, 2, index_sizes, NULL, 4, 0};
 * DML_BUFFER_TENSOR_DESC row_buffer = {DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 2, row_sizes, NULL, 12, 0};
 * DML_TENSOR_DESC input = {DML_TENSOR_TYPE_BUFFER, &table_buffer};
 * DML_TENSOR_DESC indices = {DML_TENSOR_TYPE_BUFFER, &index_buffer};
 * DML_TENSOR_DESC output = {DML_TENSOR_TYPE_BUFFER, &row_buffer};
 * DML_GATHER_OPERATOR_DESC gather = {&input, &indices, &output, 0, 1};
 * DML_OPERATOR_DESC op = {DML_OPERATOR_GATHER, &gather};
 * struct gather_buffer inputs[] = {{table, sizeof table}, {&index, sizeof index}};
 * struct gather_buffer out = {row, sizeof row};
 * struct gather_error error;
 * enum gather_status status = gather_directml_run(&op, DML_FEATURE_LEVEL_6_4, inputs, 2, out, NULL, &error);
 * ```
 */
#ifndef GATHER_DIRECTML_H
#define GATHER_DIRECTML_H

#include "gather/plan.h"

#if !defined(_WINDEF_) && !defined(GATHER_DIRECTML_HAVE_WINDOWS_TYPES)
typedef uint32_t UINT;
typedef uint64_t UINT64;
#endif

#ifndef DIRECTML_H

/* ---- constants and enums ------------------------------------------------------------------------- */

#ifndef DML_TARGET_VERSION
#define DML_TARGET_VERSION 0x6400
#endif

#define DML_TENSOR_DIMENSION_COUNT_MAX ((UINT)5)
#define DML_TENSOR_DIMENSION_COUNT_MAX1 ((UINT)8)
#define DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT ((UINT)16)
#define DML_TEMPORARY_BUFFER_ALIGNMENT ((UINT)256)
#define DML_PERSISTENT_BUFFER_ALIGNMENT ((UINT)256)

typedef enum DML_TENSOR_DATA_TYPE {
    DML_TENSOR_DATA_TYPE_UNKNOWN = 0,
    DML_TENSOR_DATA_TYPE_FLOAT32 = 1,
    DML_TENSOR_DATA_TYPE_FLOAT16 = 2,
    DML_TENSOR_DATA_TYPE_UINT32 = 3,
    DML_TENSOR_DATA_TYPE_UINT16 = 4,
    DML_TENSOR_DATA_TYPE_UINT8 = 5,
    DML_TENSOR_DATA_TYPE_INT32 = 6,
    DML_TENSOR_DATA_TYPE_INT16 = 7,
    DML_TENSOR_DATA_TYPE_INT8 = 8,
    DML_TENSOR_DATA_TYPE_FLOAT64 = 9,
    DML_TENSOR_DATA_TYPE_UINT64 = 10,
    DML_TENSOR_DATA_TYPE_INT64 = 11,
    DML_TENSOR_DATA_TYPE_UINT4 = 12,
    DML_TENSOR_DATA_TYPE_INT4 = 13
} DML_TENSOR_DATA_TYPE;

typedef enum DML_TENSOR_TYPE { DML_TENSOR_TYPE_INVALID = 0, DML_TENSOR_TYPE_BUFFER = 1 } DML_TENSOR_TYPE;

typedef enum DML_TENSOR_FLAGS { DML_TENSOR_FLAG_NONE = 0, DML_TENSOR_FLAG_OWNED_BY_DML = 1 } DML_TENSOR_FLAGS;

typedef enum DML_OPERATOR_TYPE {
    DML_OPERATOR_INVALID = 0,
    DML_OPERATOR_GATHER = 67,
    DML_OPERATOR_SCATTER_ELEMENTS = 94,
    DML_OPERATOR_SCATTER = DML_OPERATOR_SCATTER_ELEMENTS,
    DML_OPERATOR_GATHER_ELEMENTS = 107,
    DML_OPERATOR_GATHER_ND = 108,
    DML_OPERATOR_SCATTER_ND = 109,
    DML_OPERATOR_GATHER_ND1 = 140
} DML_OPERATOR_TYPE;

typedef enum DML_FEATURE_LEVEL {
    DML_FEATURE_LEVEL_1_0 = 0x1000,
    DML_FEATURE_LEVEL_2_0 = 0x2000,
    DML_FEATURE_LEVEL_2_1 = 0x2100,
    DML_FEATURE_LEVEL_3_0 = 0x3000,
    DML_FEATURE_LEVEL_3_1 = 0x3100,
    DML_FEATURE_LEVEL_4_0 = 0x4000,
    DML_FEATURE_LEVEL_4_1 = 0x4100,
    DML_FEATURE_LEVEL_5_0 = 0x5000,
    DML_FEATURE_LEVEL_5_1 = 0x5100,
    DML_FEATURE_LEVEL_5_2 = 0x5200,
    DML_FEATURE_LEVEL_6_0 = 0x6000,
    DML_FEATURE_LEVEL_6_1 = 0x6100,
    DML_FEATURE_LEVEL_6_2 = 0x6200,
    DML_FEATURE_LEVEL_6_3 = 0x6300,
    DML_FEATURE_LEVEL_6_4 = 0x6400
} DML_FEATURE_LEVEL;

/* ---- descriptors --------------------------------------------------------------------------------- */

typedef struct DML_BUFFER_TENSOR_DESC {
    DML_TENSOR_DATA_TYPE DataType;
    DML_TENSOR_FLAGS Flags;
    UINT DimensionCount;
    const UINT *Sizes;
    const UINT *Strides; /* may be NULL: packed */
    UINT64 TotalTensorSizeInBytes;
    UINT GuaranteedBaseOffsetAlignment;
} DML_BUFFER_TENSOR_DESC;

typedef struct DML_TENSOR_DESC {
    DML_TENSOR_TYPE Type;
    const void *Desc;
} DML_TENSOR_DESC;

typedef struct DML_OPERATOR_DESC {
    DML_OPERATOR_TYPE Type;
    const void *Desc;
} DML_OPERATOR_DESC;

typedef struct DML_GATHER_OPERATOR_DESC {
    const DML_TENSOR_DESC *InputTensor;
    const DML_TENSOR_DESC *IndicesTensor;
    const DML_TENSOR_DESC *OutputTensor;
    UINT Axis;
    UINT IndexDimensions;
} DML_GATHER_OPERATOR_DESC;

typedef struct DML_GATHER_ELEMENTS_OPERATOR_DESC {
    const DML_TENSOR_DESC *InputTensor;
    const DML_TENSOR_DESC *IndicesTensor;
    const DML_TENSOR_DESC *OutputTensor;
    UINT Axis;
} DML_GATHER_ELEMENTS_OPERATOR_DESC;

typedef struct DML_GATHER_ND_OPERATOR_DESC {
    const DML_TENSOR_DESC *InputTensor;
    const DML_TENSOR_DESC *IndicesTensor;
    const DML_TENSOR_DESC *OutputTensor;
    UINT InputDimensionCount;
    UINT IndicesDimensionCount;
} DML_GATHER_ND_OPERATOR_DESC;

typedef struct DML_GATHER_ND1_OPERATOR_DESC {
    const DML_TENSOR_DESC *InputTensor;
    const DML_TENSOR_DESC *IndicesTensor;
    const DML_TENSOR_DESC *OutputTensor;
    UINT InputDimensionCount;
    UINT IndicesDimensionCount;
    UINT BatchDimensionCount;
} DML_GATHER_ND1_OPERATOR_DESC;

#ifdef __cplusplus
inline DML_TENSOR_FLAGS operator|(DML_TENSOR_FLAGS a, DML_TENSOR_FLAGS b)
{
    return static_cast<DML_TENSOR_FLAGS>(static_cast<UINT>(a) | static_cast<UINT>(b));
}
inline DML_TENSOR_FLAGS operator&(DML_TENSOR_FLAGS a, DML_TENSOR_FLAGS b)
{
    return static_cast<DML_TENSOR_FLAGS>(static_cast<UINT>(a) & static_cast<UINT>(b));
}
inline DML_TENSOR_FLAGS &operator|=(DML_TENSOR_FLAGS &a, DML_TENSOR_FLAGS b) { return a = a | b; }
inline DML_TENSOR_FLAGS &operator&=(DML_TENSOR_FLAGS &a, DML_TENSOR_FLAGS b) { return a = a & b; }
#endif

#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- functions ----------------------------------------------------------------------------------- */

/*
 * In all of these:
 * op: read during the call, with everything behind it; it may be freed after it.
 * level: a feature level; 0 is 6.4.
 * Errors call the tensors `data`, `indices` and `output`, an attribute by its field, the level `version`; their value is
 * a DataType that is none as it was given, and a level in tenths: 64.
 */

/*
 * The op and the layouts that a descriptor says, for what the functions below do not offer: a policy, strict
 * indices, constant ones, views.
 * layouts: room for three: input, indices, output.
 * Returns: OK; ARGUMENT, UNSUPPORTED, DTYPE, AXIS, RANK, SHAPE, LAYOUT, OVERFLOW, BOUNDS, in the order of the
 *   spec (DML-90). On failure: nothing is written.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_directml_read(const DML_OPERATOR_DESC *op, DML_FEATURE_LEVEL level, struct gather_op *made,
                     struct gather_layout *layouts, struct gather_error *error);

/*
 * The sizes of the output: as many as the input has. OutputTensor is not looked at.
 * sizes: room for DML_TENSOR_DIMENSION_COUNT_MAX1.
 * Returns: OK; ARGUMENT, UNSUPPORTED, DTYPE, AXIS, RANK, SHAPE. On failure: *sizes is untouched.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_directml_infer(const DML_OPERATOR_DESC *op,
                                                                      DML_FEATURE_LEVEL level, UINT *sizes,
                                                                      struct gather_error *error);

/*
 * Makes a plan. It runs as every plan does: an output that is provably apart from the inputs within the same
 * memory is allowed, and addresses may be any. options: may be NULL.
 * Returns: as `gather_directml_read`; OVERLAP, NO_MEMORY. On failure: *plan is untouched.
 * Owns: the caller destroys the plan with `gather_plan_destroy`.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_directml_plan_create(struct gather_plan **plan, const DML_OPERATOR_DESC *op, DML_FEATURE_LEVEL level,
                            const struct gather_options *options, struct gather_error *error);

/*
 * Plan and run in one call, by DirectML's own rules for buffers: each holds its tensor's total and keeps its
 * GuaranteedBaseOffsetAlignment, and the output's total meets no input's.
 * inputs: the two buffers of input and indices. run: may be NULL.
 * Returns: as `gather_directml_read`; LAYOUT, BOUNDS, OVERLAP, NO_MEMORY; what `gather_plan_run` answers.
 * On failure: as `gather_plan_run`.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_directml_run(const DML_OPERATOR_DESC *op, DML_FEATURE_LEVEL level, const struct gather_buffer *inputs,
                    size_t input_count, struct gather_buffer output, const struct gather_run *run,
                    struct gather_error *error);

/*
 * The bytes of a tensor (docs/spec/directml.md, section 3). data_type: a DML_TENSOR_DATA_TYPE. strides: NULL
 * for packed. Returns: 0 for what has no size, or one beyond 2^64-1.
 */
GATHER_API uint64_t gather_directml_buffer_size(int32_t data_type, uint32_t dimension_count,
                                                const uint32_t *sizes, const uint32_t *strides);

#ifndef GATHER_DIRECTML_NO_HELPERS
static inline UINT64 DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE dataType, UINT dimensionCount,
                                             const UINT *sizes, const UINT *strides)
{
#ifdef __cplusplus
    const int32_t type = dataType;
#else
    const int32_t type = (int32_t)dataType;
#endif
    return gather_directml_buffer_size(type, dimensionCount, sizes, strides);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
