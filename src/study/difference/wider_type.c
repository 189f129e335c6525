/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The type that two types are compared as. Each type has bits for a number's digits, and a reach of its exponent; the
 * first of a few types that has as many of both as either holds all values of both.
 *
 *     f16    11 digits, reach 5     ┐
 *     bf16    8 digits, reach 8     ┴─>  f32    24 digits, reach 8
 */
#include "gather/difference.h"

struct capacity {
    int32_t dtype, digits, reach; /* reach: bits of the exponent; 0 for integers, whose reach follows */
};

static const struct capacity floats[] = {
    {GATHER_DTYPE_F4E2M1, 2, 2}, {GATHER_DTYPE_F8E4M3FN, 4, 4},   {GATHER_DTYPE_F8E4M3FNUZ, 4, 4},
    {GATHER_DTYPE_F8E5M2, 3, 5}, {GATHER_DTYPE_F8E5M2FNUZ, 3, 5}, {GATHER_DTYPE_F8E8M0, 1, 8},
    {GATHER_DTYPE_F16, 11, 5},   {GATHER_DTYPE_BF16, 8, 8},       {GATHER_DTYPE_F32, 24, 8},
    {GATHER_DTYPE_F64, 53, 11},  {GATHER_DTYPE_C64, 24, 8},       {GATHER_DTYPE_C128, 53, 11},
};

static bool is_integer(int32_t dtype)
{
    return dtype == GATHER_DTYPE_BOOL || gather_dtype_is_signed(dtype) || gather_dtype_is_unsigned(dtype);
}

static bool is_complex(int32_t dtype) { return dtype == GATHER_DTYPE_C64 || dtype == GATHER_DTYPE_C128; }

/* Integers of few bits fit where their digits do: the reach of such a type is large enough. */
static struct capacity capacity_of(int32_t dtype)
{
    struct capacity none = {dtype, 0, 0};
    for (size_t k = 0; k < sizeof floats / sizeof *floats; k++)
        if (floats[k].dtype == dtype)
            return floats[k];
    if (is_integer(dtype))
        none.digits = dtype == GATHER_DTYPE_BOOL ? 1 : gather_dtype_bits(dtype);
    return none;
}

/* With a sign where one has one, and then a bit more than the other has. */
static int32_t wider_integer(int32_t a, int32_t b)
{
    static const int32_t with_sign[] = {GATHER_DTYPE_I8, GATHER_DTYPE_I16, GATHER_DTYPE_I32,
                                        GATHER_DTYPE_I64};
    int32_t signed_one = gather_dtype_is_signed(a) ? a : b, other = gather_dtype_is_signed(a) ? b : a;
    int32_t needed = capacity_of(other).digits + 1;
    if (gather_dtype_is_signed(a) == gather_dtype_is_signed(b))
        return capacity_of(a).digits >= capacity_of(b).digits ? a : b;
    if (gather_dtype_bits(signed_one) >= needed)
        return signed_one;
    for (size_t k = 0; k < sizeof with_sign / sizeof *with_sign; k++)
        if (gather_dtype_bits(with_sign[k]) >= needed)
            return with_sign[k];
    return GATHER_DTYPE_I64;
}

/* Among few types, those that hold all numbers of both; the last where none does. */
static int32_t wider_float(struct capacity a, struct capacity b, bool complex)
{
    static const int32_t reals[] = {GATHER_DTYPE_F16, GATHER_DTYPE_BF16, GATHER_DTYPE_F32, GATHER_DTYPE_F64};
    static const int32_t complexes[] = {GATHER_DTYPE_C64, GATHER_DTYPE_C128};
    const int32_t *among = complex ? complexes : reals;
    size_t count = complex ? sizeof complexes / sizeof *complexes : sizeof reals / sizeof *reals;
    for (size_t k = 0; k < count; k++) {
        struct capacity wide = capacity_of(among[k]);
        if (wide.digits >= a.digits && wide.digits >= b.digits && wide.reach >= a.reach &&
            wide.reach >= b.reach)
            return among[k];
    }
    return among[count - 1];
}

int32_t gather_dtype_wider(int32_t a, int32_t b)
{
    struct capacity of_a = capacity_of(a), of_b = capacity_of(b);
    if (a == b && a > GATHER_DTYPE_NONE && a < GATHER_DTYPE_COUNT)
        return a;
    if (of_a.digits == 0 || of_b.digits == 0)
        return GATHER_DTYPE_NONE;
    if (is_integer(a) && is_integer(b))
        return wider_integer(a, b);
    return wider_float(of_a, of_b, is_complex(a) || is_complex(b));
}
