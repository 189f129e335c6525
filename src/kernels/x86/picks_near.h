/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers in one pass, of data that is near, by loads one by one: in the list of AVX2, and of AVX-512 for where its
 * instruction that loads many blocks is slow.
 */
#ifndef GATHER_KERNELS_X86_PICKS_NEAR_H
#define GATHER_KERNELS_X86_PICKS_NEAR_H

#include "core/kernel.h"

#define GATHER__PICK_NEAR(type, bytes)                                                                       \
    bool gather__pick_##type##_b##bytes##_avx2(uint8_t *out, const uint8_t *data,                            \
                                               const struct gather__picking *picking)
#define GATHER__PICKS_NEAR(type)                                                                             \
    bool gather__is_near_##type##_avx2(const struct gather__picking *picking);                               \
    GATHER__PICK_NEAR(type, 1);                                                                              \
    GATHER__PICK_NEAR(type, 2);                                                                              \
    GATHER__PICK_NEAR(type, 4);                                                                              \
    GATHER__PICK_NEAR(type, 8)
GATHER__PICKS_NEAR(i64);
GATHER__PICKS_NEAR(i32);
GATHER__PICKS_NEAR(i16);
GATHER__PICKS_NEAR(i8);
GATHER__PICKS_NEAR(u16);
GATHER__PICKS_NEAR(u8);
#undef GATHER__PICKS_NEAR

#define GATHER__PICK_NEAR_ROW(name, dtype, type, bytes)                                                      \
    {                                                                                                        \
        "pick_" #name "_b" #bytes "_avx2", GATHER_DTYPE_##dtype, bytes, gather__is_near_##type##_avx2, true, \
            gather__pick_##type##_b##bytes##_avx2                                                            \
    }
#define GATHER__PICK_NEAR_WIDTHS(name, dtype, type)                                                          \
    GATHER__PICK_NEAR_ROW(name, dtype, type, 4), GATHER__PICK_NEAR_ROW(name, dtype, type, 8),                \
        GATHER__PICK_NEAR_ROW(name, dtype, type, 2), GATHER__PICK_NEAR_ROW(name, dtype, type, 1)
/* Where none counts from the end, wide indices are read as signed ones are. */
#define GATHER__PICK_NEAR_ROWS                                                                               \
    GATHER__PICK_NEAR_WIDTHS(i64, I64, i64), GATHER__PICK_NEAR_WIDTHS(i32, I32, i32),                        \
        GATHER__PICK_NEAR_WIDTHS(u8, U8, u8), GATHER__PICK_NEAR_WIDTHS(i8, I8, i8),                          \
        GATHER__PICK_NEAR_WIDTHS(u16, U16, u16), GATHER__PICK_NEAR_WIDTHS(i16, I16, i16),                    \
        GATHER__PICK_NEAR_WIDTHS(u32, U32, i32), GATHER__PICK_NEAR_WIDTHS(u64, U64, i64)

#endif
