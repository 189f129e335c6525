/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of 16 and 8 bits as floats, exactly, and floats as numbers of 16 bits, to the nearest and of two to the even
 * one: without a branch that an element decides, so that loops of them become vectors. No number on the way is below
 * float's normal ones, whatever the caller's mode says of these.
 */
#ifndef GATHER_CORE_HALF_H
#define GATHER_CORE_HALF_H

#include <stdint.h>
#include <string.h>

#include "gather/dtype.h"

static inline float gather__float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t gather__bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Bits of one of two, without a branch. */
static inline uint32_t gather__either(int is_first, uint32_t first, uint32_t second)
{
    const uint32_t mask = 0 - (uint32_t)is_first;
    return (first & mask) | (second & ~mask);
}

/*
 * The finite number of a format of a sign, `exponent` and `mantissa` bits, and a bias, as a float's bits: mantissa times a
 * power of two. Constants for all but `bits`.
 */
static inline uint32_t gather__small_float(uint32_t bits, int32_t exponent, int32_t mantissa, int32_t bias)
{
    const uint32_t sign = bits >> (exponent + mantissa) & 1,
                   above = bits >> mantissa & ((1U << exponent) - 1);
    const uint32_t below = (bits & ((1U << mantissa) - 1)) | (uint32_t)(above != 0) << mantissa;
    const uint32_t power = above + (uint32_t)(above == 0) + (uint32_t)(127 - bias - mantissa);
    const float value = (float)(int32_t)below * gather__float_of_bits(power << 23);
    return gather__bits_of_float(value) | sign << 31;
}

static inline float gather__float_of_f16(uint16_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000) << 16, beyond = 0x7F800000 | (uint32_t)(bits & 0x3FF)
                                                                                     << 13;
    return gather__float_of_bits(
        gather__either((bits & 0x7C00) == 0x7C00, sign | beyond, gather__small_float(bits, 5, 10, 15)));
}

static inline float gather__float_of_bf16(uint16_t bits)
{
    return gather__float_of_bits((uint32_t)bits << 16);
}

/* A number of f16 or bf16, at any address. */
static inline float gather__float_of_half(int32_t dtype, const uint8_t *bytes)
{
    uint16_t half;
    memcpy(&half, bytes, sizeof half);
    return dtype == GATHER_DTYPE_F16 ? gather__float_of_f16(half) : gather__float_of_bf16(half);
}

static inline uint16_t gather__f16_of_float(float value)
{
    const uint32_t bits = gather__bits_of_float(value), sign = bits >> 16 & 0x8000, size = bits & 0x7FFFFFFF;
    const uint32_t normal = (size + 0xC8000FFF + (size >> 13 & 1)) >> 13;
    /* below 2^-14 by adding a half, whose last place is theirs: the hardware rounds */
    const uint32_t small = gather__bits_of_float(gather__float_of_bits(size) + 0.5F) - 0x3F000000;
    const uint32_t beyond = gather__either(size > 0x7F800000, 0x7E00 | (size >> 13 & 0x3FF), 0x7C00);
    const uint32_t finite = gather__either(size < 0x38800000, small, normal);
    return (uint16_t)(sign | gather__either(size >= 0x47800000, beyond, finite));
}

static inline uint16_t gather__bf16_of_float(float value)
{
    const uint32_t bits = gather__bits_of_float(value);
    const uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16, quiet = bits >> 16 | 0x40;
    return (uint16_t)gather__either((bits & 0x7FFFFFFF) > 0x7F800000, quiet, rounded);
}

#endif
