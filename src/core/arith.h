/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checked arithmetic: the only place where sizes, strides, offsets and byte counts are added or multiplied.
 *
 * Each function answers whether the exact result fits; only then is it stored. With gcc and clang these are
 * one instruction and a jump; elsewhere, or with GATHER_PORTABLE_ARITH, the same is done by comparing first.
 */
#ifndef GATHER_CORE_ARITH_H
#define GATHER_CORE_ARITH_H

#include <stdbool.h>
#include <stdint.h>

#if (defined(__GNUC__) || defined(__clang__)) && !defined(GATHER_PORTABLE_ARITH)
#define GATHER__BUILTIN_ARITH
#endif

static inline bool gather__add(int64_t a, int64_t b, int64_t *sum)
{
    int64_t result;
#ifdef GATHER__BUILTIN_ARITH
    if (__builtin_add_overflow(a, b, &result))
        return false;
#else
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return false;
    result = a + b;
#endif
    *sum = result;
    return true;
}

static inline bool gather__subtract(int64_t a, int64_t b, int64_t *difference)
{
    int64_t result;
#ifdef GATHER__BUILTIN_ARITH
    if (__builtin_sub_overflow(a, b, &result))
        return false;
#else
    if (b > 0 ? a < INT64_MIN + b : a > INT64_MAX + b)
        return false;
    result = a - b;
#endif
    *difference = result;
    return true;
}

static inline bool gather__multiply(int64_t a, int64_t b, int64_t *product)
{
    int64_t result;
#ifdef GATHER__BUILTIN_ARITH
    if (__builtin_mul_overflow(a, b, &result))
        return false;
#else
    if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
              : (b > 0 ? a < INT64_MIN / b : a != 0 && b < INT64_MAX / a))
        return false;
    result = a * b;
#endif
    *product = result;
    return true;
}

static inline bool gather__add_unsigned(uint64_t a, uint64_t b, uint64_t *sum)
{
    if (a > UINT64_MAX - b)
        return false;
    *sum = a + b;
    return true;
}

static inline bool gather__multiply_unsigned(uint64_t a, uint64_t b, uint64_t *product)
{
    uint64_t result;
#ifdef GATHER__BUILTIN_ARITH
    if (__builtin_mul_overflow(a, b, &result))
        return false;
#else
    if (b != 0 && a > UINT64_MAX / b)
        return false;
    result = a * b;
#endif
    *product = result;
    return true;
}

/* Modulo 2^64: for sums of products of which the whole is known to fit, whatever its parts. */
static inline int64_t gather__multiply_wrapped(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

/* *total += a * b. On failure *total is untouched. */
static inline bool gather__multiply_add(int64_t a, int64_t b, int64_t *total)
{
    int64_t product;
    return gather__multiply(a, b, &product) && gather__add(*total, product, total);
}

/* a / b rounded up, for a >= 0 and b > 0; it can't overflow. */
static inline int64_t gather__divide_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/* a rounded up to a multiple of b, for a >= 0 and b > 0. */
static inline bool gather__round_up(int64_t a, int64_t b, int64_t *rounded)
{
    return gather__multiply(gather__divide_up(a, b), b, rounded);
}

/* a / b rounded down, and what is left of it in 0..b-1, for b > 0 and any sign of a. */
static inline int64_t gather__floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static inline int64_t gather__floor_modulo(int64_t a, int64_t b)
{
    int64_t rest = a % b;
    return rest < 0 ? rest + b : rest;
}

/* Without its sign; that of -2^63 is 2^63. */
static inline uint64_t gather__magnitude(int64_t a) { return a < 0 ? 0 - (uint64_t)a : (uint64_t)a; }

/* The bytes that `cells` cells of `bits` bits take, for both >= 0. */
static inline bool gather__cell_bytes(int64_t cells, int64_t bits, int64_t *bytes)
{
    /* Split so that a count of bits beyond 2^63-1 is no obstacle to a count of bytes below it. */
    int64_t whole, rest = gather__divide_up((cells % 8) * bits, 8);
    return gather__multiply(cells / 8, bits, &whole) && gather__add(whole, rest, bytes);
}

/* The greatest common divisor of two numbers, neither negative; of 0 and a number that number. */
static inline int64_t gather__common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#endif
