/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers in one pass, of data that registers hold, of halves of words, and one by one: what the lists of AVX2 and
 * AVX-512 begin with.
 */
#ifndef GATHER_KERNELS_X86_HELD_H
#define GATHER_KERNELS_X86_HELD_H

#include "core/kernel.h"

#define GATHER__PICK_HELD(form, type, bytes, isa)                                                            \
    bool gather__takes_##form##_##type##_b##bytes##_##isa(const struct gather__picking *picking);            \
    bool gather__pick_##form##_##type##_b##bytes##_##isa(uint8_t *out, const uint8_t *data,                  \
                                                         const struct gather__picking *picking)
GATHER__PICK_HELD(row, i64, 4, avx512);
GATHER__PICK_HELD(row, i64, 8, avx512);
GATHER__PICK_HELD(row, i32, 4, avx512);
GATHER__PICK_HELD(column, i64, 4, avx512);
GATHER__PICK_HELD(column, i32, 4, avx512);
GATHER__PICK_HELD(halves, i16, 2, avx512);
GATHER__PICK_HELD(halves, u16, 2, avx512);
GATHER__PICK_HELD(plain, i64, 4, avx512);
GATHER__PICK_HELD(plain, i64, 4, avx2);
GATHER__PICK_HELD(plain, i64, 8, avx2);
GATHER__PICK_HELD(plain, i32, 4, avx2);
GATHER__PICK_HELD(bytes, u8, 1, avx2);
GATHER__PICK_HELD(bytes, i8, 1, avx2);
GATHER__PICK_HELD(row, i64, 4, avx2);
GATHER__PICK_HELD(row, i32, 4, avx2);
GATHER__PICK_HELD(row, u8, 4, avx2);
GATHER__PICK_HELD(column, i64, 4, avx2);
GATHER__PICK_HELD(column, i32, 4, avx2);
#undef GATHER__PICK_HELD

#define GATHER__PICK_HELD_ROW(form, type, dtype, bytes, isa, streams)                                        \
    {                                                                                                        \
        "pick_" #form "_" #type "_b" #bytes "_" #isa, GATHER_DTYPE_##dtype, bytes,                           \
            gather__takes_##form##_##type##_b##bytes##_##isa, false, streams,                                \
            gather__pick_##form##_##type##_b##bytes##_##isa                                                  \
    }
#define GATHER__PICK_HELD_ROWS_AVX512                                                                        \
    GATHER__PICK_HELD_ROW(row, i64, I64, 4, avx512, true),                                                   \
        GATHER__PICK_HELD_ROW(row, i64, I64, 8, avx512, true),                                               \
        GATHER__PICK_HELD_ROW(row, i32, I32, 4, avx512, true),                                               \
        GATHER__PICK_HELD_ROW(column, i64, I64, 4, avx512, true),                                            \
        GATHER__PICK_HELD_ROW(column, i32, I32, 4, avx512, true),                                            \
        GATHER__PICK_HELD_ROW(halves, i16, I16, 2, avx512, true),                                            \
        GATHER__PICK_HELD_ROW(halves, u16, U16, 2, avx512, true),                                            \
        GATHER__PICK_HELD_ROW(plain, i64, I64, 4, avx512, true)
#define GATHER__PICK_HELD_ROWS_AVX2                                                                          \
    GATHER__PICK_HELD_ROW(bytes, u8, U8, 1, avx2, false),                                                    \
        GATHER__PICK_HELD_ROW(bytes, i8, I8, 1, avx2, false),                                                \
        GATHER__PICK_HELD_ROW(row, i64, I64, 4, avx2, true),                                                 \
        GATHER__PICK_HELD_ROW(row, i32, I32, 4, avx2, true),                                                 \
        GATHER__PICK_HELD_ROW(row, u8, U8, 4, avx2, true),                                                   \
        GATHER__PICK_HELD_ROW(column, i64, I64, 4, avx2, true),                                              \
        GATHER__PICK_HELD_ROW(column, i32, I32, 4, avx2, true),                                              \
        GATHER__PICK_HELD_ROW(plain, i64, I64, 4, avx2, true),                                               \
        GATHER__PICK_HELD_ROW(plain, i64, I64, 8, avx2, true),                                               \
        GATHER__PICK_HELD_ROW(plain, i32, I32, 4, avx2, true)

#endif
