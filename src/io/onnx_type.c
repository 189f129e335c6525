/* SPDX-License-Identifier: Apache-2.0 */
/* The types of ONNX by their number in TensorProto.DataType, and the field in which each has its numbers. */
#include "io/onnx_fields.h"
#include "io/onnx_tensor.h"

#define INT32_ROW(id, bytes, low, high)                                                                      \
    {                                                                                                        \
        GATHER_DTYPE_##id, TENSOR_INT32S, GATHER__WIRE_VARINT, bytes, low, high                              \
    }

/* Types below a byte are packed there as well: a number of the field is a byte. */
static const struct gather__onnx_type types[] = {
    [1] = {GATHER_DTYPE_F32, TENSOR_FLOATS, GATHER__WIRE_4, 4, 0, 0},
    [2] = INT32_ROW(U8, 1, 0, UINT8_MAX),
    [3] = INT32_ROW(I8, 1, INT8_MIN, INT8_MAX),
    [4] = INT32_ROW(U16, 2, 0, UINT16_MAX),
    [5] = INT32_ROW(I16, 2, INT16_MIN, INT16_MAX),
    [6] = INT32_ROW(I32, 4, INT32_MIN, INT32_MAX),
    [7] = {GATHER_DTYPE_I64, TENSOR_INT64S, GATHER__WIRE_VARINT, 8, INT64_MIN, INT64_MAX},
    [8] = {GATHER_DTYPE_STRING, TENSOR_STRINGS, GATHER__WIRE_BYTES, 16, 0, 0},
    [9] = INT32_ROW(BOOL, 1, 0, 1),
    [10] = INT32_ROW(F16, 2, 0, UINT16_MAX),
    [11] = {GATHER_DTYPE_F64, TENSOR_DOUBLES, GATHER__WIRE_8, 8, 0, 0},
    [12] = {GATHER_DTYPE_U32, TENSOR_UINT64S, GATHER__WIRE_VARINT, 4, 0, UINT32_MAX},
    [13] = {GATHER_DTYPE_U64, TENSOR_UINT64S, GATHER__WIRE_VARINT, 8, INT64_MIN, INT64_MAX}, /* any 64 bits */
    [14] = {GATHER_DTYPE_C64, TENSOR_FLOATS, GATHER__WIRE_4, 4, 0, 0},
    [15] = {GATHER_DTYPE_C128, TENSOR_DOUBLES, GATHER__WIRE_8, 8, 0, 0},
    [16] = INT32_ROW(BF16, 2, 0, UINT16_MAX),
    [17] = INT32_ROW(F8E4M3FN, 1, 0, UINT8_MAX),
    [18] = INT32_ROW(F8E4M3FNUZ, 1, 0, UINT8_MAX),
    [19] = INT32_ROW(F8E5M2, 1, 0, UINT8_MAX),
    [20] = INT32_ROW(F8E5M2FNUZ, 1, 0, UINT8_MAX),
    [21] = INT32_ROW(U4, 1, 0, UINT8_MAX),
    [22] = INT32_ROW(I4, 1, 0, UINT8_MAX),
    [23] = INT32_ROW(F4E2M1, 1, 0, UINT8_MAX),
    [24] = INT32_ROW(F8E8M0, 1, 0, UINT8_MAX),
    [25] = INT32_ROW(U2, 1, 0, UINT8_MAX),
    [26] = INT32_ROW(I2, 1, 0, UINT8_MAX),
};

enum { TYPES = sizeof types / sizeof types[0] };

const struct gather__onnx_type *gather__onnx_type_find(int64_t number)
{
    return number > 0 && number < TYPES ? &types[number] : NULL;
}

bool gather__onnx_refuse_type(struct gather__wire *message, int64_t at, int64_t number)
{
    return gather__wire_refuse(message, at, "one of ONNX's types 1 to 26", number, 1, TYPES - 1);
}

int32_t gather__onnx_type_number(int32_t dtype)
{
    for (int32_t number = 1; number < TYPES; number++)
        if (types[number].dtype == dtype)
            return number;
    return 0;
}

const struct gather__onnx_type *gather__onnx_type_of(int32_t dtype)
{
    return gather__onnx_type_find(gather__onnx_type_number(dtype));
}
