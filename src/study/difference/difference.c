/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements against elements: gather/difference.h says what comes of it. Stretches of the same bytes are passed at
 * once; each other pair is read as numbers, floats as doubles, which hold them all, and integers as doubles with a rest:
 * none is rounded.
 *
 *     steps: the codes of floats, put in the order of their values, are whole numbers one apart
 *
 *         ..  -2^-149   -0  0   2^-149  ..          as f32
 *               -1       0  0     1
 */
#include "gather/difference.h"

#include <math.h>
#include <string.h>

#include "study/refuse.h"
#include "study/text/number.h"

enum { STRETCH_BYTES = 512, LARGEST_ELEMENT = 16 };

static size_t width_of(int32_t dtype) { return ((size_t)gather_dtype_bits(dtype) + 7) / 8; }

static bool is_integer(int32_t dtype)
{
    return dtype == GATHER_DTYPE_BOOL || gather_dtype_is_signed(dtype) || gather_dtype_is_unsigned(dtype);
}

/* ---- reading ------------------------------------------------------------------------------------- */

/* A number: an integer as its sign and its size, and as the nearest double and what it is more than that. */
struct value {
    double real[2], rest;
    bool negative; /* of an integer */
    uint64_t size;
};

/* Written out, these are one load each. */
static uint32_t code_2(const uint8_t *element) { return element[0] | (uint32_t)element[1] << 8; }

static uint32_t code_4(const uint8_t *element) { return code_2(element) | code_2(element + 2) << 16; }

static uint64_t code_of(const uint8_t *element, size_t width)
{
    uint64_t code = 0;
    if (width == 8)
        return code_4(element) | (uint64_t)code_4(element + 4) << 32;
    if (width == 4)
        return code_4(element);
    for (size_t k = 0; k < width && k < 8; k++)
        code |= (uint64_t)element[k] << (8 * k);
    return code;
}

static double double_of(uint64_t code)
{
    double value;
    memcpy(&value, &code, sizeof value);
    return value;
}

static double single_of(uint32_t code)
{
    float value;
    memcpy(&value, &code, sizeof value);
    return (double)value;
}

/* The exponent counts from 15 on, a double's from 1023; below the least one the fraction counts steps of 2^-24. */
static double half_of(uint32_t code)
{
    uint64_t exponent = code >> 10 & 0x1F, fraction = code & 0x3FF, sign = (uint64_t)(code >> 15) << 63;
    if (exponent == 0)
        return sign != 0 ? -(double)fraction * 0x1p-24 : (double)fraction * 0x1p-24;
    exponent = exponent == 0x1F ? 0x7FF : exponent + 1023 - 15;
    return double_of(sign | exponent << 52 | fraction << 42);
}

/* What an integer is more than the double nearest to it. */
static double rest_of(uint64_t size)
{
    const double nearest = (double)size;
    if (nearest >= 0x1p64)
        return -(double)(0 - size);
    const uint64_t whole = (uint64_t)nearest;
    return size >= whole ? (double)(size - whole) : -(double)(whole - size);
}

static void read_integer(int32_t dtype, uint64_t code, struct value *value)
{
    int32_t bits = gather_dtype_bits(dtype);
    uint64_t mask = UINT64_MAX >> (64 - bits), sign = UINT64_C(1) << (bits - 1);
    code = dtype == GATHER_DTYPE_BOOL ? code != 0 : code & mask;
    value->negative = gather_dtype_is_signed(dtype) && (code & sign) != 0;
    value->size = value->negative ? (0 - code) & mask : code;
    value->real[0] = value->negative ? -(double)value->size : (double)value->size;
    value->rest = value->negative ? -rest_of(value->size) : rest_of(value->size);
}

static void read_value(int32_t dtype, const uint8_t *element, struct value *value)
{
    struct gather__number number = {{0}};
    value->real[1] = value->rest = 0;
    switch (dtype) {
    case GATHER_DTYPE_F16:
        value->real[0] = half_of(code_2(element));
        return;
    case GATHER_DTYPE_BF16:
        value->real[0] = single_of(code_2(element) << 16);
        return;
    case GATHER_DTYPE_F32:
        value->real[0] = single_of(code_4(element));
        return;
    case GATHER_DTYPE_F64:
        value->real[0] = double_of(code_of(element, sizeof(double)));
        return;
    default:
        break;
    }
    if (is_integer(dtype)) {
        read_integer(dtype, code_of(element, width_of(dtype)), value);
        return;
    }
    memcpy(number.bytes, element, width_of(dtype));
    for (size_t part = 0; part < gather__number_parts(dtype); part++)
        value->real[part] = gather__number_double(&number, dtype, part);
}

/* ---- how far apart ------------------------------------------------------------------------------- */

/* The code of a double in a type that holds it, or of the nearest number. */
static uint64_t code_in(int32_t dtype, double value)
{
    struct gather__number number = {{0}};
    uint64_t code = 0;
    if (dtype == GATHER_DTYPE_F64) {
        memcpy(&code, &value, sizeof code);
    } else if (dtype == GATHER_DTYPE_F32) {
        float narrow = (float)value;
        uint32_t narrow_code;
        memcpy(&narrow_code, &narrow, sizeof narrow_code);
        code = narrow_code;
    } else if (gather__number_round(&number, dtype, 0, value)) {
        code = code_of(number.bytes, width_of(dtype));
    }
    return code;
}

/* The place of a number among all of its type. */
static int64_t place_of(int32_t dtype, double value)
{
    uint64_t code = code_in(dtype, value), sign = UINT64_C(1) << (gather_dtype_bits(dtype) - 1);
    if (dtype == GATHER_DTYPE_F8E8M0)
        return (int64_t)code;
    return (code & sign) != 0 ? -(int64_t)(code & (sign - 1)) : (int64_t)code;
}

static int32_t part_type(int32_t dtype)
{
    return dtype == GATHER_DTYPE_C64    ? GATHER_DTYPE_F32
           : dtype == GATHER_DTYPE_C128 ? GATHER_DTYPE_F64
                                        : dtype;
}

static uint64_t steps_of_part(int32_t dtype, double a, double b)
{
    int64_t low = place_of(dtype, a < b ? a : b), high = place_of(dtype, a < b ? b : a);
    return (uint64_t)high - (uint64_t)low;
}

/* The difference of two numbers; of complex ones, how far apart they are in the plane, and the steps of one part. */
struct measure {
    double absolute, relative; /* |b - a|, and that as a part of |a| */
    uint64_t steps;
    bool is_same, is_within, has_nan, has_no_number;
};

static bool is_within(const struct gather_tolerance *tolerance, const struct gather__distance *distance,
                      uint64_t steps)
{
    const double allowed = tolerance->absolute * distance->scale + tolerance->relative * distance->length;
    return tolerance->is_tolerant &&
           (distance->apart <= allowed || (tolerance->steps > 0 && steps <= tolerance->steps));
}

static void set_difference(struct measure *measure, const struct gather_tolerance *tolerance,
                           const struct gather__distance *distance, uint64_t steps)
{
    measure->absolute = distance->apart / distance->scale;
    measure->relative = distance->apart / distance->length; /* infinite where the reference is 0 */
    measure->steps = steps;
    measure->is_within = is_within(tolerance, distance, steps);
    measure->is_same = false;
}

static struct measure measure_integers(const struct gather_tolerance *tolerance, const struct value *a,
                                       const struct value *b)
{
    struct measure measure = {.is_same = true, .is_within = true};
    bool same_side = a->negative == b->negative;
    uint64_t larger = a->size > b->size ? a->size : b->size, smaller = a->size > b->size ? b->size : a->size;
    uint64_t steps = same_side ? larger - smaller : larger + smaller;
    if (!same_side && steps < larger)
        steps = UINT64_MAX;
    const struct gather__distance distance = {same_side ? (double)steps : (double)larger + (double)smaller,
                                              fabs(a->real[0]), 1};
    if (steps > 0)
        set_difference(&measure, tolerance, &distance, steps);
    return measure;
}

/* Rests count where the numbers are not too large for them. */
static struct gather__distance distance_of(const struct value *a, const struct value *b, size_t parts)
{
    static const double nothing[2];
    struct gather__distance distance = gather__distance_of(a->real, b->real, parts);
    const double apart[] = {b->real[0] - a->real[0] + (b->rest - a->rest), b->real[1] - a->real[1]};
    if (a->rest != b->rest && distance.scale == 1)
        distance.apart = gather__distance_of(nothing, apart, parts).apart;
    return distance;
}

static struct measure measure_reals(int32_t dtype, const struct gather_tolerance *tolerance,
                                    const struct value *a, const struct value *b)
{
    struct measure measure = {.is_same = true, .is_within = true};
    const size_t parts = gather__number_parts(dtype);
    uint64_t most = 0;
    bool differs = false, is_finite = true;
    for (size_t part = 0; part < parts; part++) {
        const double first = a->real[part], second = b->real[part];
        is_finite = is_finite && isfinite(first) && isfinite(second);
        if (first == second && (part > 0 || a->rest == b->rest))
            continue;
        differs = true;
        measure.has_nan |= isnan(first) || isnan(second);
        measure.has_no_number |= !isfinite(first) || !isfinite(second);
        if (!measure.has_no_number) {
            const uint64_t steps = first == second ? 1 : steps_of_part(part_type(dtype), first, second);
            most = steps > most ? steps : most;
        }
    }
    if (differs && is_finite) {
        const struct gather__distance distance = distance_of(a, b, parts);
        set_difference(&measure, tolerance, &distance, most);
    }
    measure.is_same &= !measure.has_no_number && (is_finite || !differs);
    measure.is_within &= !measure.has_no_number && (is_finite || !differs);
    return measure;
}

/* ---- one pair ------------------------------------------------------------------------------------ */

/* Two elements of a comparison. */
struct here {
    const struct gather_difference *difference;
    int64_t number;
    const uint8_t *a, *b;
};

static struct gather_element_pair pair_of(const struct here *here)
{
    struct gather_element_pair pair = {here->number, {0}, {0}};
    memcpy(pair.a, here->a, width_of(here->difference->a_type));
    memcpy(pair.b, here->b, width_of(here->difference->b_type));
    return pair;
}

static void keep_larger(struct gather_largest_difference *largest, double value, const struct here *here)
{
    if (largest->where.number >= 0 && value <= largest->value)
        return;
    largest->value = value;
    largest->where = pair_of(here);
}

static bool both_nan(int32_t dtype, const struct value *a, const struct value *b)
{
    bool in_a = false, in_b = false;
    for (size_t part = 0; part < gather__number_parts(dtype); part++) {
        in_a |= isnan(a->real[part]);
        in_b |= isnan(b->real[part]);
    }
    return in_a && in_b;
}

/* Whether the bits that a value has in its byte are the same; the byte may have more. */
static bool has_same_bits(const struct here *here)
{
    const int32_t bits = gather_dtype_bits(here->difference->a_type);
    return bits < 8 && ((here->a[0] ^ here->b[0]) & ((1 << bits) - 1)) == 0;
}

/* Without a tolerance -0 is another element than 0: the same value in other bits, if the types are the same. */
static bool is_equal(const struct here *here, const struct measure *measure)
{
    const struct gather_difference *difference = here->difference;
    if (!measure->is_same)
        return false;
    return difference->tolerance.is_tolerant || difference->a_type != difference->b_type ||
           is_integer(difference->type) || has_same_bits(here);
}

static void count_differing(struct gather_difference *difference, const struct here *here)
{
    if (difference->differing++ == 0)
        difference->first = pair_of(here);
}

/* Texts are equal or not. */
static void compare_texts(struct gather_difference *difference, const struct here *here)
{
    struct gather__number of_a, of_b;
    memcpy(of_a.bytes, here->a, sizeof of_a.bytes);
    memcpy(of_b.bytes, here->b, sizeof of_b.bytes);
    struct gather__view a = gather__view_of_number(&of_a), b = gather__view_of_number(&of_b);
    if (a.length != b.length || (a.length > 0 && memcmp(a.text, b.text, (size_t)a.length) != 0))
        count_differing(difference, here);
}

static void compare_pair(struct gather_difference *difference, int64_t number, const uint8_t *a,
                         const uint8_t *b)
{
    struct value of_a, of_b;
    struct measure measure;
    struct here here = {difference, number, a, b};
    if (difference->type == GATHER_DTYPE_STRING) {
        compare_texts(difference, &here);
        return;
    }
    read_value(difference->a_type, a, &of_a);
    read_value(difference->b_type, b, &of_b);
    if (is_integer(difference->a_type) && is_integer(difference->b_type))
        measure = measure_integers(&difference->tolerance, &of_a, &of_b);
    else
        measure = measure_reals(difference->type, &difference->tolerance, &of_a, &of_b);
    if (measure.has_nan && difference->tolerance.equal_nan && both_nan(difference->type, &of_a, &of_b))
        return;
    if (is_equal(&here, &measure))
        return;
    if (measure.is_within && !measure.is_same) {
        difference->close++;
    } else {
        count_differing(difference, &here);
        difference->no_number += measure.has_no_number;
    }
    if (measure.has_no_number)
        return;
    keep_larger(&difference->absolute, measure.absolute, &here);
    keep_larger(&difference->relative, measure.relative, &here);
    keep_larger(&difference->steps, (double)measure.steps, &here);
}

/* ---- many pairs ---------------------------------------------------------------------------------- */

/* Whether the same bits are the same element: NaN is not, where values are compared. */
static bool may_hold_nan(int32_t dtype) { return !is_integer(dtype) && dtype != GATHER_DTYPE_F4E2M1; }

static bool same_bits_suffice(const struct gather_difference *difference)
{
    return difference->a_type == difference->b_type && difference->type != GATHER_DTYPE_STRING &&
           (!difference->tolerance.is_tolerant || difference->tolerance.equal_nan ||
            !may_hold_nan(difference->type));
}

enum gather_status gather_difference_init(struct gather_difference *difference, int32_t a_type,
                                          int32_t b_type, const struct gather_tolerance *tolerance,
                                          struct gather_error *error)
{
    static const struct gather_tolerance none;
    memset(difference, 0, sizeof *difference);
    difference->tolerance = tolerance != NULL ? *tolerance : none;
    difference->a_type = a_type;
    difference->b_type = b_type;
    difference->type = gather_dtype_wider(a_type, b_type);
    difference->first.number = difference->absolute.where.number = -1;
    difference->relative.where.number = difference->steps.where.number = -1;
    if (difference->type == GATHER_DTYPE_NONE)
        return gather__refuse(error, GATHER_STATUS_DTYPE, NULL, "numbers on both sides, or texts");
    return GATHER_STATUS_OK;
}

void gather_difference_add(struct gather_difference *difference, const void *a, const void *b, int64_t count)
{
    const uint8_t *next_a = a, *next_b = b;
    size_t a_width = width_of(difference->a_type), b_width = width_of(difference->b_type);
    bool passes_same = same_bits_suffice(difference);
    int64_t at_once = STRETCH_BYTES / LARGEST_ELEMENT;
    for (int64_t done = 0; done < count; done += at_once) {
        int64_t some = count - done < at_once ? count - done : at_once;
        size_t a_bytes = (size_t)some * a_width; /* bounded: STRETCH_BYTES */
        size_t b_bytes = (size_t)some * b_width; /* bounded: STRETCH_BYTES */
        if (!passes_same || memcmp(next_a, next_b, a_bytes) != 0)
            for (int64_t k = 0; k < some; k++) {
                const uint8_t *of_a = next_a + (size_t)k * a_width; /* bounded: as above */
                const uint8_t *of_b = next_b + (size_t)k * b_width; /* bounded: as above */
                if (!passes_same || memcmp(of_a, of_b, a_width) != 0)
                    compare_pair(difference, difference->elements + done + k, of_a, of_b);
            }
        next_a += a_bytes;
        next_b += b_bytes;
    }
    difference->elements += count;
}

/* ---- what is no number --------------------------------------------------------------------------- */

/* The bits of the exponent, which NaN and infinities have all set; 0 for types that say it otherwise. */
static uint64_t exponent_of(int32_t dtype)
{
    static const uint64_t exponents[GATHER_DTYPE_COUNT] = {
        [GATHER_DTYPE_F16] = 0x7C00,
        [GATHER_DTYPE_BF16] = 0x7F80,
        [GATHER_DTYPE_F32] = 0x7F800000,
        [GATHER_DTYPE_F64] = UINT64_C(0x7FF0000000000000),
    };
    return exponents[dtype];
}

/* The number of the next element that may be odd: almost all are passed here. */
static int64_t pass_numbers(int32_t dtype, const uint8_t *elements, int64_t from, int64_t count)
{
    uint64_t exponent = exponent_of(dtype);
    size_t width = width_of(dtype);
    if (exponent == 0)
        return from;
    const uint8_t *next = elements + (size_t)from * width; /* bounded: inside the elements */
    for (; from < count; from++, next += width)
        if (((width == 2 ? code_2(next) : code_of(next, width)) & exponent) == exponent)
            return from;
    return from;
}

void gather_oddities_add(struct gather_oddities *oddities, const void *elements, int64_t count)
{
    const uint8_t *all = elements;
    size_t width = width_of(oddities->dtype);
    struct value value;
    int64_t most = may_hold_nan(oddities->dtype) ? count : 0, k = 0;
    for (; (k = pass_numbers(oddities->dtype, all, k, most)) < most; k++) {
        const uint8_t *element = all + (size_t)k * width; /* bounded: inside the elements */
        read_value(oddities->dtype, element, &value);
        bool nan = isnan(value.real[0]) || isnan(value.real[1]);
        bool infinite = !nan && (isinf(value.real[0]) || isinf(value.real[1]));
        if (!nan && !infinite)
            continue;
        if (oddities->nans + oddities->infinities == 0) {
            oddities->first.number = oddities->elements + k;
            memcpy(oddities->first.a, element, width);
        }
        oddities->nans += nan;
        oddities->infinities += infinite;
    }
    oddities->elements += count;
}
