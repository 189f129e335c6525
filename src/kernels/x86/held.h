/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers in one pass, of data that registers hold, and of halves of words: what the list of AVX-512 begins with. */
#ifndef GATHER_KERNELS_X86_HELD_H
#define GATHER_KERNELS_X86_HELD_H

#include "core/kernel.h"

#define GATHER__PICK_HELD(form, type, bytes)                                                                 \
    bool gather__takes_##form##_##type##_b##bytes##_avx512(const struct gather__picking *picking);           \
    bool gather__pick_##form##_##type##_b##bytes##_avx512(uint8_t *out, const uint8_t *data,                 \
                                                          const struct gather__picking *picking)
GATHER__PICK_HELD(row, i64, 4);
GATHER__PICK_HELD(row, i64, 8);
GATHER__PICK_HELD(row, i32, 4);
GATHER__PICK_HELD(column, i64, 4);
GATHER__PICK_HELD(column, i32, 4);
GATHER__PICK_HELD(halves, i16, 2);
GATHER__PICK_HELD(halves, u16, 2);
#undef GATHER__PICK_HELD

#define GATHER__PICK_HELD_ROW(form, type, dtype, bytes)                                                      \
    {                                                                                                        \
        "pick_" #form "_" #type "_b" #bytes "_avx512", GATHER_DTYPE_##dtype, bytes,                          \
            gather__takes_##form##_##type##_b##bytes##_avx512, false, true,                                  \
            gather__pick_##form##_##type##_b##bytes##_avx512                                                 \
    }
#define GATHER__PICK_HELD_ROWS                                                                               \
    GATHER__PICK_HELD_ROW(row, i64, I64, 4), GATHER__PICK_HELD_ROW(row, i64, I64, 8),                        \
        GATHER__PICK_HELD_ROW(row, i32, I32, 4), GATHER__PICK_HELD_ROW(column, i64, I64, 4),                 \
        GATHER__PICK_HELD_ROW(column, i32, I32, 4), GATHER__PICK_HELD_ROW(halves, i16, I16, 2),              \
        GATHER__PICK_HELD_ROW(halves, u16, U16, 2)

#endif
