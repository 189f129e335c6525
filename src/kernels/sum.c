/* SPDX-License-Identifier: Apache-2.0 */
/* Rows added up, in portable C: the specification of the other kernel, and all there is for integers. */
#include <string.h>

#include "core/half.h"
#include "core/kernel.h"
#include "kernels/inlined.h"
#include "kernels/sum.h"
#include "kernels/table.h"

/*
 * Floats. The sums, which lie in the nearest cache, are fetched and stored once for four rows:
 *
 *     sum[k] = (((sum[k] + row 0[k]) + row 1[k]) + row 2[k]) + row 3[k]
 */
#define AS_IT_IS(value) (value)

/* An element of a row, as what is added. Its place is bounded: of a row. */
#define WIDTH(Element) (int64_t)sizeof(Element)
#define ADDEND(Element, widen, row, weight)                                                                  \
    (memcpy(&element, (row) + k * WIDTH(Element), sizeof element),                                           \
     has_weights ? widen(element) * (weight) : widen(element))

/* ADDER(name, Sum, Element, widen, abreast) adds all rows to the sums, `abreast` of them at once: 4 or 1. */
#define ADDER(name, Sum, Element, widen, abreast)                                                            \
    INLINED void name##_rows(Sum *restrict sums, const uint8_t *restrict data,                               \
                             const struct gather__summing *restrict summing, const bool has_weights)         \
    {                                                                                                        \
        static const Sum none[4] = {1, 1, 1, 1};                                                             \
        const int64_t count = summing->count;                                                                \
        int64_t j = 0;                                                                                       \
        for (; j + 4 <= summing->rows && (abreast) == 4; j += 4) {                                           \
            const uint8_t *restrict row0 = data + summing->from[j],                                          \
                                    *restrict row1 = data + summing->from[j + 1],                            \
                                    *restrict row2 = data + summing->from[j + 2],                            \
                                    *restrict row3 = data + summing->from[j + 3];                            \
            const Sum *four = has_weights ? (const Sum *)summing->weights + j : none;                        \
            const Sum weight0 = four[0], weight1 = four[1], weight2 = four[2], weight3 = four[3];            \
            for (int64_t k = 0; k < count; k++) {                                                            \
                Element element;                                                                             \
                Sum sum = sums[k];                                                                           \
                sum += ADDEND(Element, widen, row0, weight0);                                                \
                sum += ADDEND(Element, widen, row1, weight1);                                                \
                sum += ADDEND(Element, widen, row2, weight2);                                                \
                sums[k] = sum + ADDEND(Element, widen, row3, weight3);                                       \
            }                                                                                                \
        }                                                                                                    \
        for (; j < summing->rows; j++) {                                                                     \
            const uint8_t *restrict row = data + summing->from[j];                                           \
            const Sum weight = has_weights ? ((const Sum *)summing->weights)[j] : 1;                         \
            for (int64_t k = 0; k < count; k++) {                                                            \
                Element element;                                                                             \
                sums[k] += ADDEND(Element, widen, row, weight);                                              \
            }                                                                                                \
        }                                                                                                    \
    }                                                                                                        \
    static void name(Sum *restrict sums, const uint8_t *restrict data,                                       \
                     const struct gather__summing *restrict summing)                                         \
    {                                                                                                        \
        ask_for_rows(data, summing, (int64_t)sizeof(Element));                                               \
        for (int64_t k = 0; k < summing->count && summing->begins; k++)                                      \
            sums[k] = 0;                                                                                     \
        if (summing->weights != NULL)                                                                        \
            name##_rows(sums, data, summing, true);                                                          \
        else                                                                                                 \
            name##_rows(sums, data, summing, false);                                                         \
    }

/* ENDER(name, Sum, Element, convert) makes elements of sums. */
#define ENDER(name, Sum, Element, convert)                                                                   \
    static void name(Element *restrict to, const Sum *restrict sums, int64_t count, int64_t divisor)         \
    {                                                                                                        \
        const Sum by = (Sum)divisor;                                                                         \
        for (int64_t k = 0; k < count && divisor == 0; k++)                                                  \
            to[k] = (Element)convert(sums[k]);                                                               \
        for (int64_t k = 0; k < count && divisor != 0; k++)                                                  \
            to[k] = (Element)convert(sums[k] / by);                                                          \
    }

ADDER(add_f32, float, float, AS_IT_IS, 4)
ADDER(add_f64, double, double, AS_IT_IS, 4)
ADDER(add_f16, float, uint16_t, gather__float_of_f16, 1)
ADDER(add_bf16, float, uint16_t, gather__float_of_bf16, 1)
ENDER(end_f32, float, float, AS_IT_IS)
ENDER(end_f64, double, double, AS_IT_IS)
ENDER(end_f16, float, uint16_t, gather__f16_of_float)
ENDER(end_bf16, float, uint16_t, gather__bf16_of_float)

#define SUM_OF(type)                                                                                         \
    add_##type(sums, data, summing);                                                                         \
    if (to != NULL)                                                                                          \
        end_##type(to, sums, summing->count, summing->divisor);                                              \
    break

/* Every type of integers: name, element type, sum of the division. */
#define INTEGERS(X)                                                                                          \
    X(i8, I8, int8_t, int64_t)                                                                               \
    X(i16, I16, int16_t, int64_t)                                                                            \
    X(i32, I32, int32_t, int64_t)                                                                            \
    X(i64, I64, int64_t, int64_t)                                                                            \
    X(u8, U8, uint8_t, uint64_t)                                                                             \
    X(u16, U16, uint16_t, uint64_t)                                                                          \
    X(u32, U32, uint32_t, uint64_t)                                                                          \
    X(u64, U64, uint64_t, uint64_t)

/* Rows without weights have 1: integers are rare, and these loops many. Of a mean the sum is divided, by its sign. */
#define INTEGER_SUMS(name, type, Element, Wide)                                                              \
    static void add_##name(uint64_t *restrict sums, const uint8_t *restrict data,                            \
                           const struct gather__summing *restrict summing)                                   \
    {                                                                                                        \
        const uint64_t *weights = summing->weights;                                                          \
        ask_for_rows(data, summing, (int64_t)sizeof(Element));                                               \
        for (int64_t k = 0; k < summing->count && summing->begins; k++)                                      \
            sums[k] = 0;                                                                                     \
        for (int64_t j = 0; j < summing->rows; j++) {                                                        \
            const uint8_t *restrict row = data + summing->from[j];                                           \
            const uint64_t weight = weights != NULL ? weights[j] : 1;                                        \
            for (int64_t k = 0; k < summing->count; k++) {                                                   \
                Element element;                                                                             \
                memcpy(&element, row + k * WIDTH(Element), sizeof element);                                  \
                sums[k] += (uint64_t)element * weight;                                                       \
            }                                                                                                \
        }                                                                                                    \
    }                                                                                                        \
    static void end_##name(Element *restrict to, const uint64_t *restrict sums, int64_t count,               \
                           int64_t divisor)                                                                  \
    {                                                                                                        \
        const Wide by = (Wide)divisor;                                                                       \
        for (int64_t k = 0; k < count && divisor == 0; k++)                                                  \
            to[k] = (Element)sums[k];                                                                        \
        for (int64_t k = 0; k < count && divisor != 0; k++)                                                  \
            to[k] = (Element)((Wide)sums[k] / by);                                                           \
    }
INTEGERS(INTEGER_SUMS)

static void sum_integers(void *to, void *sums, const uint8_t *data, const struct gather__summing *summing)
{
    switch (summing->dtype) {
#define CASE(name, type, Element, Wide)                                                                      \
    case GATHER_DTYPE_##type:                                                                                \
        SUM_OF(name);
        INTEGERS(CASE)
#undef CASE
    default:
        break;
    }
}

void gather__sum_scalar(void *to, void *sums, const uint8_t *data, const struct gather__summing *summing)
{
    switch (summing->dtype) {
    case GATHER_DTYPE_F32:
        SUM_OF(f32);
    case GATHER_DTYPE_F64:
        SUM_OF(f64);
    case GATHER_DTYPE_F16:
        SUM_OF(f16);
    case GATHER_DTYPE_BF16:
        SUM_OF(bf16);
    default:
        sum_integers(to, sums, data, summing);
    }
}
