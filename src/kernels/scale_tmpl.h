/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of a byte or less, one a byte, as (number - zero) * scale: SCALE(name) makes the kernel, compiled for the
 * instructions of the file that includes this.
 */
#include "core/half.h"
#include "core/kernel.h"

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

enum { TOGETHER = 16 }; /* numbers of a group, that are as many at least nearly always */

/* Values with their zeros and scales. */
static void combine(float *restrict to, const float *restrict values, int64_t count,
                    const struct gather__scaling *scaling)
{
    const float *restrict zeros = scaling->zeros, *restrict scales = scaling->scales;
    if (scaling->group == 1) {
        for (int64_t k = 0; k < count; k++)
            to[k] = (values[k] - zeros[k]) * scales[k];
        return;
    }
    for (int64_t begin = 0, end = scaling->first; begin < count; begin = end, end += scaling->group) {
        const float zero = *zeros++, scale = *scales++;
        end = end < count ? end : count;
        for (; begin + TOGETHER <= end; begin += TOGETHER)
            for (int64_t k = begin; k < begin + TOGETHER; k++)
                to[k] = (values[k] - zero) * scale;
        for (int64_t k = begin; k < end; k++)
            to[k] = (values[k] - zero) * scale;
    }
}

/* HALVES, where there are instructions for it: how many floats one of them makes f16 of. */
static void narrow_f16(uint16_t *restrict to, const float *restrict values, int64_t count)
{
    int64_t k = 0;
#if defined(HALVES)
    for (; k + HALVES <= count; k += HALVES)
        halve(to + k, values + k);
#endif
    for (; k < count; k++)
        to[k] = gather__f16_of_float(values[k]);
}

static void narrow_bf16(uint16_t *restrict to, const float *restrict values, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        to[k] = gather__bf16_of_float(values[k]);
}

#define SCALE(name)                                                                                          \
    void name(void *to, const uint8_t *numbers, int64_t count, const struct gather__scaling *scaling)        \
    {                                                                                                        \
        float values[GATHER__SCALED], made[GATHER__SCALED];                                                  \
        const bool is_float = scaling->out_dtype == GATHER_DTYPE_F32;                                        \
        widen(values, numbers, count, scaling->dtype);                                                       \
        combine(is_float ? to : made, values, count, scaling);                                               \
        if (scaling->out_dtype == GATHER_DTYPE_F16)                                                          \
            narrow_f16(to, made, count);                                                                     \
        else if (!is_float)                                                                                  \
            narrow_bf16(to, made, count);                                                                    \
    }
