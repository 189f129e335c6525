/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Element types, and their names in every world: one list, from which everything else is made.
 *
 * A column holds the names that its world reads, separated by blanks; the first is the one printed; "" where
 * the world has no such type. `bits` is the width of an element packed as closely as it goes. Integers without
 * a sign stand together, and so do those with one.
 */
#ifndef GATHER_DTYPE_H
#define GATHER_DTYPE_H

#include <stdbool.h>

#include "gather/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
/*  X(id, name, bits, XLA, DirectML, ONNX, numpy and torch, OpenVINO, safetensors, GGUF, oneDNN, MLIR) */
#define GATHER_DTYPE_LIST(X)                                                                                                                            \
    X(BOOL, "bool", 8, "pred", "", "BOOL", "bool", "boolean", "BOOL", "", "boolean", "i1")                                                              \
    X(U2, "u2", 2, "u2", "", "UINT2", "uint2", "u2", "", "", "", "ui2")                                                                                 \
    X(U4, "u4", 4, "u4", "UINT4", "UINT4", "uint4", "u4", "", "", "u4", "ui4")                                                                          \
    X(U8, "u8", 8, "u8", "UINT8", "UINT8", "uint8", "u8 U8", "U8", "", "u8", "ui8")                                                                     \
    X(U16, "u16", 16, "u16", "UINT16", "UINT16", "uint16", "u16 U16", "U16", "", "", "ui16")                                                            \
    X(U32, "u32", 32, "u32", "UINT32", "UINT32", "uint32", "u32 U32", "U32", "", "", "ui32")                                                            \
    X(U64, "u64", 64, "u64", "UINT64", "UINT64", "uint64", "u64 U64", "U64", "", "", "ui64")                                                            \
    X(I2, "i2", 2, "s2", "", "INT2", "int2", "", "", "", "", "i2 si2")                                                                                  \
    X(I4, "i4", 4, "s4", "INT4", "INT4", "int4", "i4", "", "", "s4", "i4 si4")                                                                          \
    X(I8, "i8", 8, "s8", "INT8", "INT8", "int8", "i8 I8", "I8", "I8", "s8", "i8 si8")                                                                   \
    X(I16, "i16", 16, "s16", "INT16", "INT16", "int16", "i16 I16", "I16", "I16", "", "i16 si16")                                                        \
    X(I32, "i32", 32, "s32", "INT32", "INT32", "int32", "i32 I32", "I32", "I32", "s32", "i32 si32")                                                     \
    X(I64, "i64", 64, "s64", "INT64", "INT64", "int64", "i64 I64", "I64", "I64", "s64", "i64 si64")                                                     \
    X(F4E2M1, "f4e2m1", 4, "f4e2m1fn", "", "FLOAT4E2M1", "float4_e2m1fn", "f4e2m1", "F4", "", "f4_e2m1", "f4E2M1FN")                                    \
    X(F8E4M3FN, "f8e4m3fn", 8, "f8e4m3fn", "", "FLOAT8E4M3FN", "float8_e4m3fn", "", "F8_E4M3", "", "f8_e4m3", "f8E4M3FN")                               \
    X(F8E4M3FNUZ, "f8e4m3fnuz", 8, "f8e4m3fnuz", "", "FLOAT8E4M3FNUZ", "float8_e4m3fnuz", "", "F8_E4M3FNUZ", "", "", "f8E4M3FNUZ")                      \
    X(F8E5M2, "f8e5m2", 8, "f8e5m2", "", "FLOAT8E5M2", "float8_e5m2", "f8e5m2", "F8_E5M2", "", "f8_e5m2", "f8E5M2")                                     \
    X(F8E5M2FNUZ, "f8e5m2fnuz", 8, "f8e5m2fnuz", "", "FLOAT8E5M2FNUZ", "float8_e5m2fnuz", "", "F8_E5M2FNUZ", "", "", "f8E5M2FNUZ")                      \
    X(F8E8M0, "f8e8m0", 8, "f8e8m0fnu", "", "FLOAT8E8M0", "float8_e8m0fnu", "f8e8m0", "F8_E8M0", "", "e8m0", "f8E8M0FNU")                               \
    X(F16, "f16", 16, "f16", "FLOAT16", "FLOAT16", "float16", "f16 FP16", "F16", "F16", "f16", "f16")                                                   \
    X(BF16, "bf16", 16, "bf16", "", "BFLOAT16", "bfloat16", "bf16 BF16", "BF16", "BF16", "bf16", "bf16")                                                \
    X(F32, "f32", 32, "f32", "FLOAT32", "FLOAT", "float32", "f32 FP32", "F32", "F32", "f32", "f32")                                                     \
    X(F64, "f64", 64, "f64", "FLOAT64", "DOUBLE", "float64", "f64 FP64", "F64", "F64", "f64", "f64")                                                    \
    X(C64, "c64", 64, "c64", "", "COMPLEX64", "complex64", "", "C64", "", "", "complex<f32>")                                                           \
    X(C128, "c128", 128, "c128", "", "COMPLEX128", "complex128", "", "", "", "", "complex<f64>")                                                        \
    X(STRING, "string", 128, "", "", "STRING", "", "string", "", "", "", "")
/* clang-format on */

/* 0 is no type, so that a zeroed struct names none. A string element is a view {const char *, uint64_t}. */
enum gather_dtype {
    GATHER_DTYPE_NONE = 0,
#define GATHER_DTYPE_ENUM(id, ...) GATHER_DTYPE_##id,
    GATHER_DTYPE_LIST(GATHER_DTYPE_ENUM)
#undef GATHER_DTYPE_ENUM
        GATHER_DTYPE_COUNT
};

/* Whose names: the library's own (those of the conformance cases), or a column of the list. */
enum gather_world {
    GATHER_WORLD_OWN,
    GATHER_WORLD_XLA,
    GATHER_WORLD_DIRECTML,
    GATHER_WORLD_ONNX,
    GATHER_WORLD_NUMPY,
    GATHER_WORLD_OPENVINO,
    GATHER_WORLD_SAFETENSORS,
    GATHER_WORLD_GGUF,
    GATHER_WORLD_ONEDNN,
    GATHER_WORLD_MLIR,
    GATHER_WORLD_COUNT
};

/* Bits of an element, packed. Returns: 2 to 128; 0 for a number that is no type. */
GATHER_API int32_t gather_dtype_bits(int32_t dtype);

/* Whether a type is one of integers, with a sign or without; bool is neither. */
GATHER_API bool gather_dtype_is_signed(int32_t dtype);
GATHER_API bool gather_dtype_is_unsigned(int32_t dtype);

/*
 * The name that a world prints for a type; one name, without blanks.
 * text: room for `size` bytes, ended by NUL if size > 0; 20 bytes hold every name.
 * Returns: the length of the name; 0 if the world has no name for it.
 */
GATHER_API size_t gather_dtype_name(int32_t dtype, int32_t world, char *text, size_t size);

/* The type that a world reads from a name of `length` bytes. Returns: GATHER_DTYPE_NONE if it reads none. */
GATHER_API int32_t gather_dtype_from_name(int32_t world, const char *name, size_t length);

#ifdef __cplusplus
}
#endif

#endif
