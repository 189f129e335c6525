/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of bytes in one pass, for the NEON table: a table of 256 bytes stays in registers, and bytes pick from there,
 * sixteen at a time.
 *
 * Unmeasured: no time was taken. An index takes 0.9 instructions of gcc 12, 1.4 where the table is longer than 64
 * bytes; the two stages take 15.
 */
#include <string.h>

#include "kernels/arm/table_neon.h"
#include "kernels/pick.h"

#if defined(GATHER_KERNELS_ARM)

#include <arm_neon.h>

#include "kernels/byte_table.h"
#include "kernels/inlined.h"

enum { LEAST_INDICES = 16, QUARTER = 64 };

static bool fits_registers(const struct gather__picking *picking)
{
    return is_byte_table(picking) && picking->run.count >= LEAST_INDICES;
}

/* A `struct byte_rule`, in every lane. */
struct judging {
    uint8x16_t limit, more;
    uint8x16_t outside; /* lanes in which an index was */
};

/* Sixteen indices, counted from the end. */
INLINED uint8x16_t judge(uint8x16_t values, struct judging *judging, bool has_sign)
{
    if (has_sign)
        values = vaddq_u8(values, vandq_u8(vcltzq_s8(vreinterpretq_s8_u8(values)), judging->more));
    judging->outside = vorrq_u8(judging->outside, vcgtq_u8(values, judging->limit));
    return values;
}

INLINED struct judging judge_by(const struct gather__rule *rule, bool has_sign)
{
    const struct byte_rule bytes = byte_rule_of(rule, has_sign);
    return (struct judging){
        .limit = vdupq_n_u8(bytes.limit), .more = vdupq_n_u8(bytes.more), .outside = vdupq_n_u8(0)};
}

/*
 * Sixteen at a time: one instruction picks bytes from four registers, and what is beyond them it leaves as it was.
 * is_short: all is in the first four. No array of registers, for the compiler would leave it in memory.
 */
INLINED void look_up(uint8_t *out, const uint8_t *table, const uint8_t *indices, int64_t count,
                     struct judging *judging, bool has_sign, bool is_short)
{
    const uint8x16x4_t first = vld1q_u8_x4(table), second = vld1q_u8_x4(table + QUARTER);
    const uint8x16x4_t third = vld1q_u8_x4(table + 2 * QUARTER), fourth = vld1q_u8_x4(table + 3 * QUARTER);
    for (int64_t k = 0; k < count; k += 16) {
        const uint8x16_t values = judge(vld1q_u8(indices + k), judging, has_sign);
        uint8x16_t blocks = vqtbl4q_u8(first, values);
        if (!is_short) {
            blocks = vqtbx4q_u8(blocks, second, vsubq_u8(values, vdupq_n_u8(QUARTER)));
            blocks = vqtbx4q_u8(blocks, third, vsubq_u8(values, vdupq_n_u8(2 * QUARTER)));
            blocks = vqtbx4q_u8(blocks, fourth, vsubq_u8(values, vdupq_n_u8(3 * QUARTER)));
        }
        vst1q_u8(out + k, blocks);
    }
}

INLINED bool pick_by_sixteen(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                             int64_t row, bool has_sign, bool is_short)
{
    const struct gather__index_run run = gather__picked_row(picking, row);
    const uint8_t *indices = run.indices + run.first;
    const int64_t whole = run.count / 16 * 16;
    const size_t left = (size_t)(run.count - whole);
    struct judging judging = judge_by(&picking->rule, has_sign);
    uint8_t table[TABLE_BYTES] = {0}, last[16] = {0}; /* indices of 0 are inside */
    memcpy(table, data + run.begin, (size_t)picking->rule.limit + 1);
    look_up(out, table, indices, whole, &judging, has_sign, is_short);
    memcpy(last, indices + whole, left);
    look_up(last, table, last, 16, &judging, has_sign, is_short);
    memcpy(out + whole, last, left);
    return vmaxvq_u8(judging.outside) == 0;
}

INLINED bool pick_bytes(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                        bool has_sign)
{
    bool inside = true;
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out)
        inside =
            (picking->rule.limit < QUARTER ? pick_by_sixteen(out, data, picking, row, has_sign, true)
                                           : pick_by_sixteen(out, data, picking, row, has_sign, false)) &&
            inside;
    return inside;
}

static bool pick_bytes_i8_neon(uint8_t *out, const uint8_t *data, const struct gather__picking *picking)
{
    return pick_bytes(out, data, picking, true);
}

static bool pick_bytes_u8_neon(uint8_t *out, const uint8_t *data, const struct gather__picking *picking)
{
    return pick_bytes(out, data, picking, false);
}

const struct gather__pick_kernel gather__picks_neon[] = {
    {"pick_bytes_u8_neon", GATHER_DTYPE_U8, 1, fits_registers, false, false, pick_bytes_u8_neon},
    {"pick_bytes_i8_neon", GATHER_DTYPE_I8, 1, fits_registers, false, false, pick_bytes_i8_neon},
    GATHER__PICK_CLOSE_ROWS,
    GATHER__PICK_FAR_ROWS};

#else

extern const int gather__no_picks_neon; /* a file without anything is no C */
const int gather__no_picks_neon = 0;

#endif
