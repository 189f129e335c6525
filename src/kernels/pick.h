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

/*
 * X(way, type, index_bytes, width): what portable C picks. Far data, for every list; and near data, in blocks of the first
 * four widths, for lists without vectors for it.
 */
#define GATHER__PICK_SMALL(X, way) GATHER__PICK_FOUR(X, way, 1, 2, 4, 8)
#define GATHER__PICK_LARGE(X, way) GATHER__PICK_FOUR(X, way, 12, 16, 24, 32)
#define GATHER__PICK_FOUR(X, way, a, b, c, d)                                                                \
    X(way, i32, 4, a)                                                                                        \
    X(way, i32, 4, b)                                                                                        \
    X(way, i32, 4, c)                                                                                        \
    X(way, i32, 4, d)                                                                                        \
    X(way, i64, 8, a)                                                                                        \
    X(way, i64, 8, b)                                                                                        \
    X(way, i64, 8, c)                                                                                        \
    X(way, i64, 8, d)

#define GATHER__PICK(way, type, width)                                                                       \
    bool gather__pick_##way##_##type##_b##width(uint8_t *out, const uint8_t *data,                           \
                                                const struct gather__picking *picking)
#define GATHER__PICK_DECLARED(way, type, index_bytes, width) GATHER__PICK(way, type, width);
GATHER__PICK_SMALL(GATHER__PICK_DECLARED, near)
GATHER__PICK_SMALL(GATHER__PICK_DECLARED, far)
GATHER__PICK_LARGE(GATHER__PICK_DECLARED, far)
#undef GATHER__PICK_DECLARED
bool gather__pick_is_near_i32(const struct gather__picking *picking);
bool gather__pick_is_near_i64(const struct gather__picking *picking);
bool gather__pick_is_far_i32(const struct gather__picking *picking);
bool gather__pick_is_far_i64(const struct gather__picking *picking);

#define GATHER__PICK_ROW(way, type, dtype, width)                                                            \
    {                                                                                                        \
        "pick_" #way "_" #type "_b" #width, GATHER_DTYPE_##dtype, width, gather__pick_is_##way##_##type,     \
            true, false, gather__pick_##way##_##type##_b##width                                              \
    }
#define GATHER__PICK_SMALL_ROWS(way, type, dtype)                                                            \
    GATHER__PICK_ROW(way, type, dtype, 4), GATHER__PICK_ROW(way, type, dtype, 8),                            \
        GATHER__PICK_ROW(way, type, dtype, 2), GATHER__PICK_ROW(way, type, dtype, 1)
#define GATHER__PICK_FAR_WIDTHS(type, dtype)                                                                 \
    GATHER__PICK_SMALL_ROWS(far, type, dtype), GATHER__PICK_ROW(far, type, dtype, 12),                       \
        GATHER__PICK_ROW(far, type, dtype, 16), GATHER__PICK_ROW(far, type, dtype, 24),                      \
        GATHER__PICK_ROW(far, type, dtype, 32)
/* Of near data: before those of far data, with which every list ends. */
#define GATHER__PICK_CLOSE_ROWS                                                                              \
    GATHER__PICK_SMALL_ROWS(near, i64, I64), GATHER__PICK_SMALL_ROWS(near, i32, I32)
#define GATHER__PICK_FAR_ROWS                                                                                \
    GATHER__PICK_FAR_WIDTHS(i64, I64), GATHER__PICK_FAR_WIDTHS(i32, I32),                                    \
    {                                                                                                        \
        NULL, 0, 0, NULL, false, false, NULL                                                                 \
    }

#endif
