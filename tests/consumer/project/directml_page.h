/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What docs/spec/directml.md, section 9, says of gather/directml.h, as code for DirectML has it: every number of
 * its two tables, and its sample. The same text is C11 and C++17.
 */
#ifndef GATHER_TESTS_DIRECTML_PAGE_H
#define GATHER_TESTS_DIRECTML_PAGE_H

#include <gather/directml.h>
#include <stddef.h>
#include <string.h>

#define SAME(expression, number) GATHER_STATIC_ASSERT((expression) == (number), #expression)

/* ---- enums and constants ------------------------------------------------------------------------- */

SAME(DML_TENSOR_DATA_TYPE_UNKNOWN, 0);
SAME(DML_TENSOR_DATA_TYPE_FLOAT32, 1);
SAME(DML_TENSOR_DATA_TYPE_FLOAT16, 2);
SAME(DML_TENSOR_DATA_TYPE_UINT32, 3);
SAME(DML_TENSOR_DATA_TYPE_UINT16, 4);
SAME(DML_TENSOR_DATA_TYPE_UINT8, 5);
SAME(DML_TENSOR_DATA_TYPE_INT32, 6);
SAME(DML_TENSOR_DATA_TYPE_INT16, 7);
SAME(DML_TENSOR_DATA_TYPE_INT8, 8);
SAME(DML_TENSOR_DATA_TYPE_FLOAT64, 9);
SAME(DML_TENSOR_DATA_TYPE_UINT64, 10);
SAME(DML_TENSOR_DATA_TYPE_INT64, 11);
SAME(DML_TENSOR_DATA_TYPE_UINT4, 12);
SAME(DML_TENSOR_DATA_TYPE_INT4, 13);

SAME(DML_TENSOR_TYPE_INVALID, 0);
SAME(DML_TENSOR_TYPE_BUFFER, 1);
SAME(DML_TENSOR_FLAG_NONE, 0);
SAME(DML_TENSOR_FLAG_OWNED_BY_DML, 1);

SAME(DML_OPERATOR_INVALID, 0);
SAME(DML_OPERATOR_GATHER, 67);
SAME(DML_OPERATOR_SCATTER_ELEMENTS, 94);
SAME(DML_OPERATOR_SCATTER, 94);
SAME(DML_OPERATOR_GATHER_ELEMENTS, 107);
SAME(DML_OPERATOR_GATHER_ND, 108);
SAME(DML_OPERATOR_SCATTER_ND, 109);
SAME(DML_OPERATOR_GATHER_ND1, 140);

SAME(DML_FEATURE_LEVEL_1_0, 0x1000);
SAME(DML_FEATURE_LEVEL_2_0, 0x2000);
SAME(DML_FEATURE_LEVEL_2_1, 0x2100);
SAME(DML_FEATURE_LEVEL_3_0, 0x3000);
SAME(DML_FEATURE_LEVEL_3_1, 0x3100);
SAME(DML_FEATURE_LEVEL_4_0, 0x4000);
SAME(DML_FEATURE_LEVEL_4_1, 0x4100);
SAME(DML_FEATURE_LEVEL_5_0, 0x5000);
SAME(DML_FEATURE_LEVEL_5_1, 0x5100);
SAME(DML_FEATURE_LEVEL_5_2, 0x5200);
SAME(DML_FEATURE_LEVEL_6_0, 0x6000);
SAME(DML_FEATURE_LEVEL_6_1, 0x6100);
SAME(DML_FEATURE_LEVEL_6_2, 0x6200);
SAME(DML_FEATURE_LEVEL_6_3, 0x6300);
SAME(DML_FEATURE_LEVEL_6_4, 0x6400);

SAME(DML_TARGET_VERSION, 0x6400);
SAME(DML_TENSOR_DIMENSION_COUNT_MAX, 5U);
SAME(DML_TENSOR_DIMENSION_COUNT_MAX1, 8U);
SAME(DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT, 16U);
SAME(DML_TEMPORARY_BUFFER_ALIGNMENT, 256U);
SAME(DML_PERSISTENT_BUFFER_ALIGNMENT, 256U);
SAME(sizeof DML_TENSOR_DIMENSION_COUNT_MAX, sizeof(UINT));
SAME(sizeof(UINT), 4U);
SAME(sizeof(UINT64), 8U);

/* ---- structs ------------------------------------------------------------------------------------- */

#define AT(structure, field, offset) SAME(offsetof(structure, field), offset##U)

#if UINTPTR_MAX == UINT64_MAX
SAME(sizeof(DML_BUFFER_TENSOR_DESC), 48U);
AT(DML_BUFFER_TENSOR_DESC, DataType, 0);
AT(DML_BUFFER_TENSOR_DESC, Flags, 4);
AT(DML_BUFFER_TENSOR_DESC, DimensionCount, 8);
AT(DML_BUFFER_TENSOR_DESC, Sizes, 16);
AT(DML_BUFFER_TENSOR_DESC, Strides, 24);
AT(DML_BUFFER_TENSOR_DESC, TotalTensorSizeInBytes, 32);
AT(DML_BUFFER_TENSOR_DESC, GuaranteedBaseOffsetAlignment, 40);
SAME(sizeof(DML_TENSOR_DESC), 16U);
AT(DML_TENSOR_DESC, Type, 0);
AT(DML_TENSOR_DESC, Desc, 8);
SAME(sizeof(DML_OPERATOR_DESC), 16U);
AT(DML_OPERATOR_DESC, Type, 0);
AT(DML_OPERATOR_DESC, Desc, 8);
SAME(sizeof(DML_GATHER_OPERATOR_DESC), 32U);
AT(DML_GATHER_OPERATOR_DESC, InputTensor, 0);
AT(DML_GATHER_OPERATOR_DESC, IndicesTensor, 8);
AT(DML_GATHER_OPERATOR_DESC, OutputTensor, 16);
AT(DML_GATHER_OPERATOR_DESC, Axis, 24);
AT(DML_GATHER_OPERATOR_DESC, IndexDimensions, 28);
SAME(sizeof(DML_GATHER_ELEMENTS_OPERATOR_DESC), 32U);
AT(DML_GATHER_ELEMENTS_OPERATOR_DESC, InputTensor, 0);
AT(DML_GATHER_ELEMENTS_OPERATOR_DESC, IndicesTensor, 8);
AT(DML_GATHER_ELEMENTS_OPERATOR_DESC, OutputTensor, 16);
AT(DML_GATHER_ELEMENTS_OPERATOR_DESC, Axis, 24);
SAME(sizeof(DML_GATHER_ND_OPERATOR_DESC), 32U);
AT(DML_GATHER_ND_OPERATOR_DESC, InputTensor, 0);
AT(DML_GATHER_ND_OPERATOR_DESC, IndicesTensor, 8);
AT(DML_GATHER_ND_OPERATOR_DESC, OutputTensor, 16);
AT(DML_GATHER_ND_OPERATOR_DESC, InputDimensionCount, 24);
AT(DML_GATHER_ND_OPERATOR_DESC, IndicesDimensionCount, 28);
SAME(sizeof(DML_GATHER_ND1_OPERATOR_DESC), 40U);
AT(DML_GATHER_ND1_OPERATOR_DESC, InputTensor, 0);
AT(DML_GATHER_ND1_OPERATOR_DESC, IndicesTensor, 8);
AT(DML_GATHER_ND1_OPERATOR_DESC, OutputTensor, 16);
AT(DML_GATHER_ND1_OPERATOR_DESC, InputDimensionCount, 24);
AT(DML_GATHER_ND1_OPERATOR_DESC, IndicesDimensionCount, 28);
AT(DML_GATHER_ND1_OPERATOR_DESC, BatchDimensionCount, 32);
#endif

#undef AT
#undef SAME

/* ---- the sample ---------------------------------------------------------------------------------- */

/* Returns: 0; else the number of what is wrong. */
static inline int directml_page_fault(void)
{
    UINT sizes[] = {1, 3, 2, 2}, output_sizes[] = {1, 1, 3, 2};
    DML_BUFFER_TENSOR_DESC input_buffer = {
        DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 4, sizes, NULL, 48, 0};
    DML_BUFFER_TENSOR_DESC indices_buffer = {
        DML_TENSOR_DATA_TYPE_UINT32, DML_TENSOR_FLAG_NONE, 4, sizes, NULL, 48, 0};
    DML_BUFFER_TENSOR_DESC output_buffer = {
        DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 4, output_sizes, NULL, 24, 0};
    DML_TENSOR_DESC input = {DML_TENSOR_TYPE_BUFFER, &input_buffer};
    DML_TENSOR_DESC indices = {DML_TENSOR_TYPE_BUFFER, &indices_buffer};
    DML_TENSOR_DESC output = {DML_TENSOR_TYPE_BUFFER, &output_buffer};
    DML_GATHER_ND1_OPERATOR_DESC gather = {&input, &indices, &output, 3, 3, 1};
    DML_OPERATOR_DESC op = {DML_OPERATOR_GATHER_ND1, &gather};

    float data[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, result[6];
    const float answer[] = {0, 3, 7, 4, 9, 10};
    uint32_t index[] = {0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0};
    struct gather_buffer inputs[] = {{data, sizeof data}, {index, sizeof index}};
    struct gather_buffer out = {result, sizeof result};
    UINT inferred[8];
    if (gather_directml_run(&op, DML_FEATURE_LEVEL_6_4, inputs, 2, out, NULL, NULL) != GATHER_STATUS_OK)
        return 1;
    if (memcmp(result, answer, sizeof answer) != 0)
        return 2;
    if (gather_directml_infer(&op, DML_FEATURE_LEVEL_3_0, inferred, NULL) != GATHER_STATUS_OK ||
        memcmp(inferred, output_sizes, sizeof output_sizes) != 0)
        return 3;
    if (DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_FLOAT32, 4, sizes, NULL) != 48)
        return 4;
#ifdef __cplusplus
    DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE | DML_TENSOR_FLAG_OWNED_BY_DML;
    if ((flags & DML_TENSOR_FLAG_OWNED_BY_DML) != DML_TENSOR_FLAG_OWNED_BY_DML ||
        (flags & DML_TENSOR_FLAG_NONE) != DML_TENSOR_FLAG_NONE)
        return 5;
#endif
    return 0;
}

#endif
