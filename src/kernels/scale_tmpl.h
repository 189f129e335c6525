/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of a byte or less, one a byte, as (number - zero) * scale: SCALE(name) makes the kernel, compiled for the
 * instructions of the file that includes this.
 */
#include "core/half.h"
#include "core/kernel.h"
#include "kernels/inlined.h"

/* Each number as a float. */
#define WIDEN(number)                                                                                        \
    for (int64_t k = 0; k < count; k++) {                                                                    \
        const uint32_t raw = numbers[k];                                                                     \
        values[k] = number;                                                                                  \
    }                                                                                                        \
    break

static void widen(float *values, const uint8_t *numbers, int64_t count, int32_t dtype)
{
    static const uint32_t none = 0x7FC00000;
    switch (dtype) {
    case GATHER_DTYPE_I4:
        WIDEN((float)((int32_t)(raw ^ 8) - 8));
    case GATHER_DTYPE_I8:
        WIDEN((float)((int32_t)(raw ^ 128) - 128));
    case GATHER_DTYPE_F4E2M1:
        WIDEN(gather__small_float(raw, 2, 1, 1));
    case GATHER_DTYPE_F8E4M3FN:
        WIDEN((raw & 127) == 127 ? gather__float_of_bits(none) : gather__small_float(raw, 4, 3, 7));
    case GATHER_DTYPE_F8E4M3FNUZ:
        WIDEN(raw == 128 ? gather__float_of_bits(none) : gather__small_float(raw, 4, 3, 8));
    case GATHER_DTYPE_F8E5M2:
        WIDEN((raw & 124) == 124 ? gather__float_of_bits((raw & 128) << 24 | 0x7F800000 | (raw & 3) << 21)
                                 : gather__small_float(raw, 5, 2, 15));
    case GATHER_DTYPE_F8E5M2FNUZ:
        WIDEN(raw == 128 ? gather__float_of_bits(none) : gather__small_float(raw, 5, 2, 16));
    default: /* without a sign */
        WIDEN((float)(int32_t)raw);
    }
}

/* Each value with its zero and scale: those of its own, or the same for all. */
#define COMBINE(type, convert)                                                                               \
    for (int64_t k = 0; k < count && !scaling->is_same; k++)                                                 \
        ((type *)to)[k] = convert((values[k] - scaling->zeros[k]) * scaling->scales[k]);                     \
    for (int64_t k = 0; k < count && scaling->is_same; k++)                                                  \
        ((type *)to)[k] = convert((values[k] - zero) * scale);                                               \
    break
#define AS_IT_IS(value) (value)

static void combine(void *to, const float *values, int64_t count, const struct gather__scaling *scaling)
{
    const float zero = scaling->zeros[0], scale = scaling->scales[0];
    switch (scaling->out_dtype) {
    case GATHER_DTYPE_F16:
        COMBINE(uint16_t, gather__f16_of_float);
    case GATHER_DTYPE_BF16:
        COMBINE(uint16_t, gather__bf16_of_float);
    default:
        COMBINE(float, AS_IT_IS);
    }
}

#define SCALE(name)                                                                                          \
    void name(void *to, const uint8_t *numbers, int64_t count, const struct gather__scaling *scaling)        \
    {                                                                                                        \
        float values[GATHER__SCALED];                                                                        \
        widen(values, numbers, count, scaling->dtype);                                                       \
        combine(to, values, count, scaling);                                                                 \
    }
