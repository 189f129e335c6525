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

/* Element k of a row, as what is added. Its place is bounded: of a row. */
#define WIDTH(Element) (int64_t)sizeof(Element)
#define ADDEND(Element, widen, row, weight)                                                                  \
    (memcpy(&element, (row) + k * WIDTH(Element), sizeof element),                                           \
     has_weights ? widen(element) * (weight) : widen(element))

/* ADDER(name, Sum, Element, widen, abreast) adds rows to the sums of a bag, `abreast` of them at once: 4 or 1. */
#define ADDER(name, Sum, Element, widen, abreast)                                                            \
    INLINED void add_some_##name(Sum *restrict sums, const uint8_t *restrict data,                           \
                                 const struct gather__summing *restrict summing, int64_t begin, int64_t end, \
                                 const bool has_weights)                                                     \
    {                                                                                                        \
        static const Sum none[4] = {1, 1, 1, 1};                                                             \
        const Sum *weights = summing->weights;                                                               \
        const int64_t count = summing->count, row_bytes = count * WIDTH(Element); /* bounded: of a row */    \
        int64_t j = begin;                                                                                   \
        for (; j + 4 <= end && (abreast) == 4; j += 4) {                                                     \
            const uint8_t *restrict row0 = data + summing->from[j],                                          \
                                    *restrict row1 = data + summing->from[j + 1],                            \
                                    *restrict row2 = data + summing->from[j + 2],                            \
                                    *restrict row3 = data + summing->from[j + 3];                            \
            const Sum *four = has_weights ? weights + j : none;                                              \
            const Sum weight0 = four[0], weight1 = four[1], weight2 = four[2], weight3 = four[3];            \
            for (int64_t k = 0; k < 4; k++)                                                                  \
                ask_ahead(data, summing, j + k, 0, row_bytes);                                               \
            for (int64_t k = 0; k < count; k++) {                                                            \
                Element element;                                                                             \
                Sum sum = sums[k];                                                                           \
                sum += ADDEND(Element, widen, row0, weight0);                                                \
                sum += ADDEND(Element, widen, row1, weight1);                                                \
                sum += ADDEND(Element, widen, row2, weight2);                                                \
                sums[k] = sum + ADDEND(Element, widen, row3, weight3);                                       \
            }                                                                                                \
        }                                                                                                    \
        for (; j < end; j++) {                                                                               \
            const uint8_t *restrict row = data + summing->from[j];                                           \
            const Sum weight = has_weights ? weights[j] : 1;                                                 \
            ask_ahead(data, summing, j, 0, row_bytes);                                                       \
            for (int64_t k = 0; k < count; k++) {                                                            \
                Element element;                                                                             \
                sums[k] += ADDEND(Element, widen, row, weight);                                              \
            }                                                                                                \
        }                                                                                                    \
    }                                                                                                        \
    static void add_##name(Sum *sums, const uint8_t *data, const struct gather__summing *summing,            \
                           int64_t begin, int64_t end)                                                       \
    {                                                                                                        \
        if (summing->weights != NULL)                                                                        \
            add_some_##name(sums, data, summing, begin, end, true);                                          \
        else                                                                                                 \
            add_some_##name(sums, data, summing, begin, end, false);                                         \
    }

/* ENDER(name, Sum, Element, Quotient, convert) makes elements of sums; Quotient: as what these are divided. */
#define ENDER(name, Sum, Element, Quotient, convert)                                                         \
    static void end_##name(uint8_t *restrict bytes, const Sum *restrict sums, int64_t count,                 \
                           const int64_t *divisor)                                                           \
    {                                                                                                        \
        Element *restrict to = (Element *)(void *)bytes;                                                     \
        const Quotient by = divisor != NULL ? (Quotient)*divisor : 1;                                        \
        for (int64_t k = 0; k < count && divisor == NULL; k++)                                               \
            to[k] = (Element)convert(sums[k]);                                                               \
        for (int64_t k = 0; k < count && divisor != NULL; k++)                                               \
            to[k] = (Element)convert((Quotient)sums[k] / by);                                                \
    }

/* SUMMER(name, Sum) goes over the bags. */
#define SUMMER(name, Sum)                                                                                    \
    static void sum_##name(uint8_t *to, Sum *restrict sums, const uint8_t *data,                             \
                           const struct gather__summing *restrict summing)                                   \
    {                                                                                                        \
        const Sum *before = summing->before;                                                                 \
        const int64_t *divisor = summing->divisors;                                                          \
        int64_t begin = 0;                                                                                   \
        for (int64_t bag = 0; bag < summing->bags; bag++) {                                                  \
            for (int64_t k = 0; k < summing->count; k++)                                                     \
                sums[k] = before != NULL ? before[k] : 0;                                                    \
            add_##name(sums, data, summing, begin, summing->ends[bag]);                                      \
            if (to != NULL)                                                                                  \
                end_##name(to + bag * summing->out_step, sums, summing->count,                               \
                           divisor != NULL ? divisor + bag : NULL); /* bounded: inside the output */         \
            begin = summing->ends[bag];                                                                      \
        }                                                                                                    \
    }

/* BAGS(name, Sum, Element, Quotient, widen, convert, abreast) makes all of it for a type. */
#define BAGS(name, Sum, Element, Quotient, widen, convert, abreast)                                          \
    ADDER(name, Sum, Element, widen, abreast)                                                                \
    ENDER(name, Sum, Element, Quotient, convert)                                                             \
    SUMMER(name, Sum)
BAGS(f32, float, float, float, AS_IT_IS, AS_IT_IS, 4)
BAGS(f64, double, double, double, AS_IT_IS, AS_IT_IS, 4)
BAGS(f16, float, uint16_t, float, gather__float_of_f16, gather__f16_of_float, 1)
BAGS(bf16, float, uint16_t, float, gather__float_of_bf16, gather__bf16_of_float, 1)

/* Every type of integers: name, element type, as what sums are divided. */
#define INTEGERS(X)                                                                                          \
    X(i8, I8, int8_t, int64_t)                                                                               \
    X(i16, I16, int16_t, int64_t)                                                                            \
    X(i32, I32, int32_t, int64_t)                                                                            \
    X(i64, I64, int64_t, int64_t)                                                                            \
    X(u8, U8, uint8_t, uint64_t)                                                                             \
    X(u16, U16, uint16_t, uint64_t)                                                                          \
    X(u32, U32, uint32_t, uint64_t)                                                                          \
    X(u64, U64, uint64_t, uint64_t)

/* Of a mean the sum is divided, by its sign. */
#define TO_64(integer) (uint64_t)(integer)
#define INTEGER_BAGS(name, type, Element, Wide) BAGS(name, uint64_t, Element, Wide, TO_64, AS_IT_IS, 1)
INTEGERS(INTEGER_BAGS)

static void sum_integers(uint8_t *to, void *sums, const uint8_t *data, const struct gather__summing *summing)
{
    switch (summing->dtype) {
#define CASE(name, type, Element, Wide)                                                                      \
    case GATHER_DTYPE_##type:                                                                                \
        sum_##name(to, sums, data, summing);                                                                 \
        break;
        INTEGERS(CASE)
#undef CASE
    default:
        break;
    }
}

void gather__sum_scalar(uint8_t *to, void *sums, const uint8_t *data, const struct gather__summing *summing)
{
    switch (summing->dtype) {
    case GATHER_DTYPE_F32:
        sum_f32(to, sums, data, summing);
        break;
    case GATHER_DTYPE_F64:
        sum_f64(to, sums, data, summing);
        break;
    case GATHER_DTYPE_F16:
        sum_f16(to, sums, data, summing);
        break;
    case GATHER_DTYPE_BF16:
        sum_bf16(to, sums, data, summing);
        break;
    default:
        sum_integers(to, sums, data, summing);
    }
}
