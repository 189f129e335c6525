/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The index readers of the NEON table. There are no products of 64 bits in its vectors, by which the compiler could
 * make some of the portable template; but where neither the indexed dimension nor what one index goes on needs more
 * than 32 bits, one instruction makes two products of 64 bits. What is left over goes through the template.
 *
 * Unmeasured: no time was taken. An index takes 4.4 instructions of gcc 12, one of 64 bits 6.4; of the template, and of
 * the scalar table, 12 to 13.
 */
#include <string.h>

#include "kernels/arm/table_neon.h"
#include "kernels/table.h"

#if defined(GATHER_KERNELS_ARM)

#include <arm_neon.h>

#include "core/once.h"
#include "kernels/inlined.h"

#define ISA(name) name##_any_neon
#include "kernels/index_set_tmpl.h"

/* ---- four indices -------------------------------------------------------------------------------- */

/* The rule, in every lane. */
struct judging {
    uint32x4_t limit, more;
    uint64x2_t limit_wide, more_wide;
    uint32x4_t outside; /* lanes in which an index was */
};

INLINED uint32x4_t judge(uint32x4_t values, struct judging *judging)
{
    __asm__("" : "+w"(values)); /* what is judged is what is used, and not read again */
    judging->outside = vorrq_u32(judging->outside, vcgtq_u32(values, judging->limit));
    return values;
}

/* What is negative and stays so is beyond the limit as an unsigned number. */
INLINED uint32x4_t judge_signed(int32x4_t values, struct judging *judging)
{
    __asm__("" : "+w"(values)); /* or the sign is another index's */
    const uint32x4_t more = vandq_u32(vcltzq_s32(values), judging->more);
    return judge(vaddq_u32(vreinterpretq_u32_s32(values), more), judging);
}

INLINED uint32x4_t judge_wide(const uint8_t *from, struct judging *judging, bool has_sign)
{
    uint64x2_t low = vreinterpretq_u64_u8(vld1q_u8(from)), high = vreinterpretq_u64_u8(vld1q_u8(from + 16));
    __asm__("" : "+w"(low), "+w"(high)); /* as above */
    if (has_sign) {
        low = vaddq_u64(low, vandq_u64(vcltzq_s64(vreinterpretq_s64_u64(low)), judging->more_wide));
        high = vaddq_u64(high, vandq_u64(vcltzq_s64(vreinterpretq_s64_u64(high)), judging->more_wide));
    }
    const uint64x2_t outside =
        vorrq_u64(vcgtq_u64(low, judging->limit_wide), vcgtq_u64(high, judging->limit_wide));
    judging->outside = vorrq_u32(judging->outside, vreinterpretq_u32_u64(outside));
    return vuzp1q_u32(vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high));
}

INLINED uint8x8_t load_4_bytes(const uint8_t *from)
{
    uint32_t word;
    memcpy(&word, from, sizeof word);
    return vreinterpret_u8_u32(vdup_n_u32(word));
}

INLINED uint32x4_t four_i8(const uint8_t *from, struct judging *judging)
{
    const int16x8_t halves = vmovl_s8(vreinterpret_s8_u8(load_4_bytes(from)));
    return judge_signed(vmovl_s16(vget_low_s16(halves)), judging);
}

INLINED uint32x4_t four_u8(const uint8_t *from, struct judging *judging)
{
    return judge(vmovl_u16(vget_low_u16(vmovl_u8(load_4_bytes(from)))), judging);
}

INLINED uint32x4_t four_i16(const uint8_t *from, struct judging *judging)
{
    return judge_signed(vmovl_s16(vreinterpret_s16_u8(vld1_u8(from))), judging);
}

INLINED uint32x4_t four_u16(const uint8_t *from, struct judging *judging)
{
    return judge(vmovl_u16(vreinterpret_u16_u8(vld1_u8(from))), judging);
}

INLINED uint32x4_t four_i32(const uint8_t *from, struct judging *judging)
{
    return judge_signed(vreinterpretq_s32_u8(vld1q_u8(from)), judging);
}

INLINED uint32x4_t four_u32(const uint8_t *from, struct judging *judging)
{
    return judge(vreinterpretq_u32_u8(vld1q_u8(from)), judging);
}

INLINED uint32x4_t four_i64(const uint8_t *from, struct judging *judging)
{
    return judge_wide(from, judging, true);
}

INLINED uint32x4_t four_u64(const uint8_t *from, struct judging *judging)
{
    return judge_wide(from, judging, false);
}

/* ---- a run --------------------------------------------------------------------------------------- */

enum { LANES = 4 };

static bool is_near(const struct gather__index_run *run, const struct gather__rule *rule, int64_t index_bytes)
{
    return run->step == index_bytes && run->scale >= 0 && run->scale <= UINT32_MAX && rule->limit >= 0 &&
           rule->limit <= INT32_MAX && rule->size <= INT32_MAX;
}

/* Whole fours of a run. Returns: whether one was outside. */
INLINED bool read_fours(int64_t *results, const struct gather__index_run *run,
                        const struct gather__rule *rule,
                        uint32x4_t (*four)(const uint8_t *, struct judging *))
{
    const uint64_t more = rule->is_negative ? (uint64_t)rule->size : 0, limit = (uint64_t)rule->limit;
    const uint64_t begin = (uint64_t)run->begin, slope = (uint64_t)run->slope; /* sums may wrap on the way */
    const uint8_t *indices = run->indices + run->first;
    const uint32x4_t scale = vdupq_n_u32((uint32_t)run->scale);
    const uint64x2_t stride = vdupq_n_u64(LANES * slope);
    uint64x2_t low = {begin, begin + slope}, high = {begin + 2 * slope, begin + 3 * slope};
    struct judging judging = {vdupq_n_u32((uint32_t)limit), vdupq_n_u32((uint32_t)more), vdupq_n_u64(limit),
                              vdupq_n_u64(more), vdupq_n_u32(0)};
    for (int64_t k = 0; k < run->count; k += LANES, indices += LANES * run->step) {
        const uint32x4_t values = four(indices, &judging);
        vst1q_u8((uint8_t *)(results + k),
                 vreinterpretq_u8_u64(vmlal_u32(low, vget_low_u32(values), vget_low_u32(scale))));
        vst1q_u8((uint8_t *)(results + k + 2), vreinterpretq_u8_u64(vmlal_high_u32(high, values, scale)));
        low = vaddq_u64(low, stride);
        high = vaddq_u64(high, stride);
    }
    return vmaxvq_u32(judging.outside) != 0;
}

#define READER(name, type, bytes)                                                                            \
    static void read_##name##_neon(int64_t *results, const struct gather__index_run *run,                    \
                                   const struct gather__rule *rule, struct gather__index_fate *fate)         \
    {                                                                                                        \
        struct gather__index_run fours = *run, rest = *run;                                                  \
        fours.step = bytes;                                                                                  \
        fours.count = is_near(run, rule, bytes) ? run->count / LANES * LANES : 0;                            \
        rest.count -= fours.count;                                                                           \
        rest.first += fours.count * bytes;      /* bounded: inside the indices */                            \
        rest.begin += fours.count * run->slope; /* bounded: an offset of the data */                         \
        if (read_fours(results, &fours, rule, four_##name))                                                  \
            gather__index_read_scalar(GATHER_DTYPE_##type, results, &fours, rule, fate);                     \
        if (rest.count > 0)                                                                                  \
            read_##name##_any_neon(results + fours.count, &rest, rule, fate);                                \
    }
READER(i32, I32, 4)
READER(i64, I64, 8)
READER(i8, I8, 1)
READER(i16, I16, 2)
READER(u8, U8, 1)
READER(u16, U16, 2)
READER(u32, U32, 4)
READER(u64, U64, 8)
#undef READER

/* Looking for one that is outside takes no products: the template's vectors are the compiler's. */
#define ROW(name, type, tuples)                                                                              \
    {                                                                                                        \
        "read_" #name "_neon", GATHER_DTYPE_##type, find_##name##_any_neon, read_##name##_neon, tuples       \
    }
#define SCALAR_ROW(name, type)                                                                               \
    {                                                                                                        \
        "read_" #name "_scalar", GATHER_DTYPE_##type, find_##name##_any_neon, read_##name##_any_neon, NULL   \
    }
const struct gather__index_kernel gather__index_kernels_neon[] = {
    ROW(i32, I32, gather__read_tuples_i32_scalar),
    ROW(i64, I64, gather__read_tuples_i64_scalar),
    ROW(i8, I8, NULL),
    ROW(i16, I16, NULL),
    ROW(u8, U8, NULL),
    ROW(u16, U16, NULL),
    ROW(u32, U32, NULL),
    ROW(u64, U64, NULL),
    SCALAR_ROW(truth, BOOL),
    SCALAR_ROW(i2, I2),
    SCALAR_ROW(i4, I4),
    SCALAR_ROW(u2, U2),
    SCALAR_ROW(u4, U4),
    {NULL, 0, NULL, NULL, NULL}};

#else

extern const int gather__no_index_neon; /* a file without anything is no C */
const int gather__no_index_neon = 0;

#endif
