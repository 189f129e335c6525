/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers in one pass, of small blocks: the lists that tables take them from. */
#ifndef GATHER_KERNELS_PICK_H
#define GATHER_KERNELS_PICK_H

#include "core/kernel.h"

extern const struct gather__pick_kernel gather__picks_scalar[], gather__picks_avx2[], gather__picks_avx512[];

/* X(type, bytes): what readers of indices there are for data that is near; the wide unsigned ones need none. */
#define GATHER__PICK_READS(X) X(i64, 8) X(i32, 4) X(i16, 2) X(i8, 1) X(u16, 2) X(u8, 1)

/*
 * ROW(name, dtype, type, bytes): the rows that these make, of every type and width of a block. Where none counts from
 * the end, wide indices are read as signed ones are.
 */
#define GATHER__PICK_NEAR_LIST(ROW)                                                                          \
    GATHER__PICK_NEAR_WIDTHS(ROW, i64, I64, i64), GATHER__PICK_NEAR_WIDTHS(ROW, i32, I32, i32),              \
        GATHER__PICK_NEAR_WIDTHS(ROW, u8, U8, u8), GATHER__PICK_NEAR_WIDTHS(ROW, i8, I8, i8),                \
        GATHER__PICK_NEAR_WIDTHS(ROW, u16, U16, u16), GATHER__PICK_NEAR_WIDTHS(ROW, i16, I16, i16),          \
        GATHER__PICK_NEAR_WIDTHS(ROW, u32, U32, i32), GATHER__PICK_NEAR_WIDTHS(ROW, u64, U64, i64)
#define GATHER__PICK_NEAR_WIDTHS(ROW, name, dtype, type)                                                     \
    ROW(name, dtype, type, 4), ROW(name, dtype, type, 8), ROW(name, dtype, type, 2), ROW(name, dtype, type, 1)

/* What every list ends with: for data that is far. */
#define GATHER__PICK_FAR(type, bytes)                                                                        \
    bool gather__pick_far_##type##_b##bytes(uint8_t *out, const uint8_t *data,                               \
                                            const struct gather__picking *picking)
GATHER__PICK_FAR(i32, 1);
GATHER__PICK_FAR(i32, 2);
GATHER__PICK_FAR(i32, 4);
GATHER__PICK_FAR(i32, 8);
GATHER__PICK_FAR(i32, 12);
GATHER__PICK_FAR(i32, 16);
GATHER__PICK_FAR(i32, 24);
GATHER__PICK_FAR(i32, 32);
GATHER__PICK_FAR(i64, 1);
GATHER__PICK_FAR(i64, 2);
GATHER__PICK_FAR(i64, 4);
GATHER__PICK_FAR(i64, 8);
GATHER__PICK_FAR(i64, 12);
GATHER__PICK_FAR(i64, 16);
GATHER__PICK_FAR(i64, 24);
GATHER__PICK_FAR(i64, 32);
bool gather__pick_is_far_i32(const struct gather__picking *picking);
bool gather__pick_is_far_i64(const struct gather__picking *picking);

#define GATHER__PICK_FAR_ROW(type, dtype, bytes)                                                             \
    {                                                                                                        \
        "pick_far_" #type "_b" #bytes, GATHER_DTYPE_##dtype, bytes, gather__pick_is_far_##type, true, false, \
            gather__pick_far_##type##_b##bytes                                                               \
    }
#define GATHER__PICK_FAR_WIDTHS(type, dtype)                                                                 \
    GATHER__PICK_FAR_ROW(type, dtype, 4), GATHER__PICK_FAR_ROW(type, dtype, 8),                              \
        GATHER__PICK_FAR_ROW(type, dtype, 2), GATHER__PICK_FAR_ROW(type, dtype, 1),                          \
        GATHER__PICK_FAR_ROW(type, dtype, 12), GATHER__PICK_FAR_ROW(type, dtype, 16),                        \
        GATHER__PICK_FAR_ROW(type, dtype, 24), GATHER__PICK_FAR_ROW(type, dtype, 32)
/* For near data, where there are no vectors for it. */
#define GATHER__PICK_PORTABLE(type, bytes)                                                                   \
    bool gather__pick_near_##type##_b##bytes(uint8_t *out, const uint8_t *data,                              \
                                             const struct gather__picking *picking)
GATHER__PICK_PORTABLE(i32, 1);
GATHER__PICK_PORTABLE(i32, 2);
GATHER__PICK_PORTABLE(i32, 4);
GATHER__PICK_PORTABLE(i32, 8);
GATHER__PICK_PORTABLE(i64, 1);
GATHER__PICK_PORTABLE(i64, 2);
GATHER__PICK_PORTABLE(i64, 4);
GATHER__PICK_PORTABLE(i64, 8);
bool gather__pick_is_near_i32(const struct gather__picking *picking);
bool gather__pick_is_near_i64(const struct gather__picking *picking);

#define GATHER__PICK_PORTABLE_ROW(type, dtype, bytes)                                                        \
    {                                                                                                        \
        "pick_near_" #type "_b" #bytes, GATHER_DTYPE_##dtype, bytes, gather__pick_is_near_##type, true,      \
            false, gather__pick_near_##type##_b##bytes                                                       \
    }
#define GATHER__PICK_PORTABLE_WIDTHS(type, dtype)                                                            \
    GATHER__PICK_PORTABLE_ROW(type, dtype, 4), GATHER__PICK_PORTABLE_ROW(type, dtype, 8),                    \
        GATHER__PICK_PORTABLE_ROW(type, dtype, 2), GATHER__PICK_PORTABLE_ROW(type, dtype, 1)
#define GATHER__PICK_PORTABLE_ROWS                                                                           \
    GATHER__PICK_PORTABLE_WIDTHS(i64, I64), GATHER__PICK_PORTABLE_WIDTHS(i32, I32)

#define GATHER__PICK_FAR_ROWS                                                                                \
    GATHER__PICK_FAR_WIDTHS(i64, I64), GATHER__PICK_FAR_WIDTHS(i32, I32),                                    \
    {                                                                                                        \
        NULL, 0, 0, NULL, false, false, NULL                                                                 \
    }

#endif
