/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels of the NEON table: the portable templates, compiled for aarch64, with its vectors for rows, squares and
 * planes that are zipped.
 *
 * Unmeasured: no time was taken on such a processor. Instructions were counted, by qemu, of what gcc 12 makes:
 *
 *                                         scalar     NEON
 *     rows of 2 KiB, 100 of them          36,668   23,693
 *     a transpose, 256 x 256 of 1 byte    44,520   40,790   squares are turned by the same vectors, where the
 *                              2 bytes    71,630   69,718   compiler has words for them
 *                              4 bytes   196,805  192,958
 *                              8 bytes   373,667  372,155
 *     three planes of 960 bytes, zipped   37,599      668
 *                              unzipped   20,378      618
 */
#include <string.h>

#include "kernels/arm/table_neon.h"
#include "kernels/table.h"

#if defined(GATHER_KERNELS_ARM)

#include <arm_neon.h>

#include "kernels/abreast.h"
#include "kernels/bits.h"
#include "kernels/crossing.h"
#include "kernels/soon.h"

#define ISA(name) name##_neon
#define ISA_TEXT(name) #name "_neon"

/* ---- rows ---------------------------------------------------------------------------------------- */

static inline uint8x16x2_t load_pair(const uint8_t *from)
{
    return (uint8x16x2_t){{vld1q_u8(from), vld1q_u8(from + 16)}};
}

static inline void store_pair(uint8_t *to, uint8x16x2_t pair)
{
    vst1q_u8(to, pair.val[0]);
    vst1q_u8(to + 16, pair.val[1]);
}

#define VECTOR 32
#define ROW_REGISTER uint8x16x2_t
#define LOAD load_pair
#define STORE store_pair
#define STREAM store_pair /* nothing goes past the caches here */
#define HELD 8
#define SINGLE_LINES 1
#define STAGGERS 0
#include "kernels/fetch_row_tmpl.h"
#undef STORE

const struct gather__fetch_kernel gather__fetch_kernels_neon[] = {
    {"fetch_rows_neon", VECTOR + 1, INT64_MAX, fetch_rows_neon, false, false},
    GATHER__FETCH_NARROW_ROWS,
    GATHER__FETCH_WIDE_ROWS};

/* ---- squares and planes -------------------------------------------------------------------------- */

#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)
#define LANES_8 uint8x16
#define LANES_16 uint16x8
#define LANES_32 uint32x4
#define LANES_64 uint64x2

static inline uint8x16_t load_part(const uint8_t *from, int64_t step)
{
    (void)step; /* to the next lane's part, if there were one */
    return vld1q_u8(from);
}

static inline uint8x16_t load_listed(const uint8_t *const *from, int64_t step, int64_t at)
{
    (void)step; /* likewise */
    return vld1q_u8(from[0] + at);
}

#define UNPACKS(bits)                                                                                        \
    static inline uint8x16_t unpack_lo_##bits(uint8x16_t a, uint8x16_t b)                                    \
    {                                                                                                        \
        return (uint8x16_t)vzip1q_u##bits((JOIN(LANES_##bits, _t))a, (JOIN(LANES_##bits, _t))b);             \
    }                                                                                                        \
    static inline uint8x16_t unpack_hi_##bits(uint8x16_t a, uint8x16_t b)                                    \
    {                                                                                                        \
        return (uint8x16_t)vzip2q_u##bits((JOIN(LANES_##bits, _t))a, (JOIN(LANES_##bits, _t))b);             \
    }
UNPACKS(8)
UNPACKS(16)
UNPACKS(32)
UNPACKS(64)
#undef UNPACKS

#define REGISTER uint8x16_t
#define LANES 1
#define LOAD_PARTS load_part
#define LOAD_LISTED load_listed
#define STORE vst1q_u8
#define UNPACK_NAMED(half, bits) unpack_##half##_##bits
#define UNPACK(half, bits) UNPACK_NAMED(half, bits)
#define ZIPS_GROUPS
#include "kernels/move_set_tmpl.h"

const struct gather__move_kernel gather__move_kernels_neon[] = {MOVE_ROWS, GATHER__BLOCK_ROWS};

#else

extern const int gather__no_neon; /* a file without anything is no C */
const int gather__no_neon = 0;

#endif
