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

/* Of a mean the sum is divided, by its sign. */
#define END_INTEGERS(name, type, Element, Wide)                                                              \
    ADDER(add_##name, uint64_t, Element, (uint64_t), 1)                                                      \
    static void end_##name(Element *restrict to, const uint64_t *restrict sums, int64_t count,               \
                           int64_t divisor)                                                                  \
    {                                                                                                        \
        const Wide by = (Wide)divisor;                                                                       \
        for (int64_t k = 0; k < count && divisor == 0; k++)                                                  \
            to[k] = (Element)sums[k];                                                                        \
        for (int64_t k = 0; k < count && divisor != 0; k++)                                                  \
            to[k] = (Element)((Wide)sums[k] / by);                                                           \
    }
INTEGERS(END_INTEGERS)

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
