/* SPDX-License-Identifier: Apache-2.0 */
/* Rows added up, in portable C: the specification of the others, and all there is for integers. */
#include "kernels/sum_tmpl.h"
#include "kernels/table.h"

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

SUM(gather__sum_scalar, sum_integers)
