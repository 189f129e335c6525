/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of a byte or less as (number - zero) * scale, in portable C: the specification of the others; and asking. */
#include "core/half.h"
#include "kernels/prefetch.h"
#include "kernels/table.h"

enum { MOST_ASKED = 1024 }; /* bytes: what lies behind them a processor asks for itself */

/* Each number as a float, of its bits. */
#define WIDEN(bits)                                                                                          \
    for (int64_t k = 0; k < count; k++) {                                                                    \
        const uint32_t raw = numbers[k];                                                                     \
        values[k] = gather__float_of_bits(bits);                                                             \
    }                                                                                                        \
    break
#define INTEGER(number) gather__bits_of_float((float)(number))

static void widen(float *restrict values, const uint8_t *restrict numbers, int64_t count, int32_t dtype)
{
    static const uint32_t none = 0x7FC00000;
    switch (dtype) {
    case GATHER_DTYPE_I4:
        WIDEN(INTEGER((int32_t)(raw ^ 8) - 8));
    case GATHER_DTYPE_I8:
        WIDEN(INTEGER((int32_t)(raw ^ 128) - 128));
    case GATHER_DTYPE_F4E2M1:
        WIDEN(gather__small_float(raw, 2, 1, 1));
    case GATHER_DTYPE_F8E4M3FN:
        WIDEN(gather__either((raw & 127) == 127, none, gather__small_float(raw, 4, 3, 7)));
    case GATHER_DTYPE_F8E4M3FNUZ:
        WIDEN(gather__either(raw == 128, none, gather__small_float(raw, 4, 3, 8)));
    case GATHER_DTYPE_F8E5M2:
        WIDEN(gather__either((raw & 124) == 124, (raw & 128) << 24 | 0x7F800000 | (raw & 3) << 21,
                             gather__small_float(raw, 5, 2, 15)));
    case GATHER_DTYPE_F8E5M2FNUZ:
        WIDEN(gather__either(raw == 128, none, gather__small_float(raw, 5, 2, 16)));
    default: /* without a sign */
        WIDEN(INTEGER((int32_t)raw));
    }
}

enum { CHUNK = 512 }; /* numbers that are made floats before they are scaled */

/* Numbers begin..begin+count-1, one a byte. room: for those that lie in pairs. Returns: where they lie. */
static const uint8_t *part_pairs(const uint8_t *restrict numbers, int64_t begin, int64_t count, bool in_pairs,
                                 uint8_t *restrict room)
{
    if (!in_pairs)
        return numbers + begin;
    int64_t k = begin % 2; /* 1: the upper half of a byte comes first */
    if (k > 0)
        room[0] = numbers[begin / 2] >> 4;
    for (const uint8_t *restrict pairs = numbers + (begin + 1) / 2; k + 2 <= count; k += 2, pairs++) {
        room[k] = *pairs & 15;
        room[k + 1] = *pairs >> 4;
    }
    if (k < count)
        room[k] = numbers[(begin + k) / 2] & 15;
    return room;
}

/* Values with one zero and scale for all. */
static void combine(float *restrict values, int64_t count, float zero, float scale)
{
    for (int64_t k = 0; k < count; k++)
        values[k] = (values[k] - zero) * scale;
}

/* Values with a zero and a scale each. */
static void combine_each(float *restrict values, int64_t count, const float *restrict zeros,
                         const float *restrict scales)
{
    for (int64_t k = 0; k < count; k++)
        values[k] = (values[k] - zeros[k]) * scales[k];
}

static void narrow_f16(uint16_t *restrict to, const float *restrict values, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        to[k] = gather__f16_of_float(values[k]);
}

static void narrow_bf16(uint16_t *restrict to, const float *restrict values, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        to[k] = gather__bf16_of_float(values[k]);
}

/* Values as elements begin..begin+count-1 of an output of 16 bits. */
static void narrow(void *to, const float *values, int64_t begin, int64_t count, int32_t dtype)
{
    if (dtype == GATHER_DTYPE_F16)
        narrow_f16((uint16_t *)to + begin, values, count);
    else
        narrow_bf16((uint16_t *)to + begin, values, count);
}

/* The group of number k. */
static int64_t group_of(const struct gather__scaling *scaling, int64_t k)
{
    return k < scaling->first ? 0 : 1 + (k - scaling->first) / scaling->group;
}

void gather__scale_rest(void *to, const uint8_t *numbers, int64_t begin, int64_t end,
                        const struct gather__scaling *scaling)
{
    const bool is_float = scaling->out_dtype == GATHER_DTYPE_F32;
    float floats[CHUNK];
    uint8_t bytes[CHUNK];
    for (int64_t count; begin < end; begin += count) {
        const int64_t group = group_of(scaling, begin);
        const int64_t last =
            scaling->group == 1 ? end : scaling->first + group * scaling->group; /* bounded: near the count */
        count = (last < end ? last : end) - begin;
        count = count < CHUNK ? count : CHUNK;
        float *values = is_float ? (float *)to + begin : &floats[0];
        widen(values, part_pairs(numbers, begin, count, scaling->in_pairs, bytes), count, scaling->dtype);
        if (scaling->group == 1)
            combine_each(values, count, scaling->zeros + group, scaling->scales + group);
        else
            combine(values, count, scaling->zeros[group], scaling->scales[group]);
        if (!is_float)
            narrow(to, values, begin, count, scaling->out_dtype);
    }
}

void gather__scale_scalar(void *to, const uint8_t *numbers, int64_t count,
                          const struct gather__scaling *scaling)
{
    gather__scale_rest(to, numbers, 0, count, scaling);
}

void gather__ask(const uint8_t *data, int64_t bytes)
{
    for (int64_t k = 0; k < bytes && k < MOST_ASKED; k += CACHE_LINE)
        PREFETCH_SECOND(data + k);
}
