/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers in one pass, of data that is near, by loads one by one: in the list of AVX2, and of AVX-512 for where its
 * instruction that loads many blocks is slow.
 */
#ifndef GATHER_KERNELS_X86_PICKS_NEAR_H
#define GATHER_KERNELS_X86_PICKS_NEAR_H

#include "kernels/pick.h"

#define GATHER__TAKES_NEAR(type, bytes)                                                                      \
    bool gather__takes_##type##_b##bytes##_avx2(const struct gather__picking *picking)
#define GATHER__PICK_NEAR(type, bytes)                                                                       \
    bool gather__pick_##type##_b##bytes##_avx2(uint8_t *out, const uint8_t *data,                            \
                                               const struct gather__picking *picking)
#define GATHER__PICKS_NEAR(type, index_bytes)                                                                \
    GATHER__TAKES_NEAR(type, 1);                                                                             \
    GATHER__TAKES_NEAR(type, 2);                                                                             \
    GATHER__TAKES_NEAR(type, 4);                                                                             \
    GATHER__TAKES_NEAR(type, 8);                                                                             \
    GATHER__PICK_NEAR(type, 1);                                                                              \
    GATHER__PICK_NEAR(type, 2);                                                                              \
    GATHER__PICK_NEAR(type, 4);                                                                              \
    GATHER__PICK_NEAR(type, 8);
GATHER__PICK_READS(GATHER__PICKS_NEAR)
#undef GATHER__PICKS_NEAR
GATHER__PICK_NEAR(i64, 3);
GATHER__PICK_NEAR(i32, 3);

#define GATHER__PICK_NEAR_ROW(name, dtype, type, bytes)                                                      \
    {                                                                                                        \
        "pick_" #name "_b" #bytes "_avx2", GATHER_DTYPE_##dtype, bytes,                                      \
            gather__takes_##type##_b##bytes##_avx2, true, (bytes) > 1, gather__pick_##type##_b##bytes##_avx2 \
    }
#define GATHER__PICK_NEAR_ROWS GATHER__PICK_NEAR_LIST(GATHER__PICK_NEAR_ROW)

#define GATHER__PICK_THREES_ROW(type, dtype, takes)                                                          \
    {                                                                                                        \
        "pick_" #type "_b3_avx2", GATHER_DTYPE_##dtype, 3, takes, true, false, gather__pick_##type##_b3_avx2 \
    }

#endif
