/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts elements: tally.h says what.
 *
 *     bytes --read_values--> some hundred doubles --add_plain--> counts, sum, extremes
 *                                                  --add_one---> .. one by one, where not all are plain
 *
 * Nearly all are: numbers that are not so large that their sum isn't finite, or that doubles can't tell apart. The codes
 * of a narrow type are looked up in a table of all their values, which is made once.
 */
#include "tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gather/study.h"

enum { BLOCK = 512, LANES = 8, NARROW_BITS = 16 };

#define LARGE 0x1p900
#define SCALE 0x1p-100
#define EXACT 0x1p52 /* up to which no two integers are the same double */

/* ---- values -------------------------------------------------------------------------------------- */

static void make_values(struct tally *tally, uint32_t codes)
{
    for (uint32_t code = 0; code < codes; code++) {
        uint8_t element[TALLY_ELEMENT_BYTES] = {(uint8_t)code, (uint8_t)(code >> 8)};
        tally->values[code] = (float)gather_element_value(tally->dtype, element); /* exact: so few bits */
    }
}

bool tally_init(struct tally *tally, int32_t dtype, int64_t elements)
{
    const int32_t bits = gather_dtype_bits(dtype);
    memset(tally, 0, sizeof *tally);
    tally->dtype = dtype;
    tally->elements = elements;
    if (bits > NARROW_BITS || elements < (int64_t)1 << bits)
        return true;
    tally->values = malloc(sizeof *tally->values << bits);
    if (tally->values != NULL)
        make_values(tally, (uint32_t)1 << bits);
    return tally->values != NULL;
}

void tally_fini(struct tally *tally)
{
    free(tally->values);
    tally->values = NULL;
}

/* The bytes of element `k` of those that begin at `bytes`. */
static void copy_element(int32_t bits, const uint8_t *bytes, size_t k, uint8_t element[TALLY_ELEMENT_BYTES])
{
    memset(element, 0, TALLY_ELEMENT_BYTES);
    if (bits >= 8) {
        memcpy(element, bytes + k * ((size_t)bits / 8), (size_t)bits / 8); /* bounded: inside the bytes */
        return;
    }
    const size_t bit = k * (size_t)bits; /* bounded: of a block */
    element[0] = (uint8_t)(bytes[bit / 8] >> bit % 8 & ((1 << bits) - 1));
}

static void look_up(const struct tally *tally, int32_t bits, const uint8_t *bytes, size_t count,
                    double *values)
{
    for (size_t k = 0; k < count; k++) {
        uint8_t element[TALLY_ELEMENT_BYTES];
        copy_element(bits, bytes, k, element);
        values[k] = (double)tally->values[element[0] | element[1] << 8];
    }
}

#define READ(type)                                                                                           \
    for (size_t k = 0; k < count; k++) {                                                                     \
        type value;                                                                                          \
        memcpy(&value, bytes + k * sizeof value, sizeof value); /* bounded: inside the bytes */              \
        values[k] = (double)value;                                                                           \
    }

static void read_values(const struct tally *tally, const uint8_t *bytes, size_t count, double *values)
{
    const int32_t bits = gather_dtype_bits(tally->dtype);
    if (tally->values != NULL && bits == 16)
        look_up(tally, 16, bytes, count,
                values); /* loops of their own, for a compiler that knows the width */
    else if (tally->values != NULL && bits == 8)
        look_up(tally, 8, bytes, count, values);
    else if (tally->values != NULL)
        look_up(tally, bits, bytes, count, values);
    else if (tally->dtype == GATHER_DTYPE_F32)
        READ(float)
    else if (tally->dtype == GATHER_DTYPE_F64)
        READ(double)
    else if (tally->dtype == GATHER_DTYPE_I32)
        READ(int32_t)
    else if (tally->dtype == GATHER_DTYPE_U32)
        READ(uint32_t)
    else if (tally->dtype == GATHER_DTYPE_I64)
        READ(int64_t)
    else if (tally->dtype == GATHER_DTYPE_U64)
        READ(uint64_t)
    else
        for (size_t k = 0; k < count; k++) {
            uint8_t element[TALLY_ELEMENT_BYTES];
            copy_element(bits, bytes, k, element);
            values[k] = gather_element_value(tally->dtype, element);
        }
}

/* ---- counting ------------------------------------------------------------------------------------ */

/* Numbers of 64 bits, of which a double has fewer digits. */
static bool is_wide_integer(int32_t dtype) { return dtype == GATHER_DTYPE_I64 || dtype == GATHER_DTYPE_U64; }

/* Whether an element is less than another, of 8 bytes both. */
static bool is_less_integer(int32_t dtype, const uint8_t *a, const uint8_t *b)
{
    int64_t signed_a, signed_b;
    uint64_t unsigned_a, unsigned_b;
    memcpy(&signed_a, a, sizeof signed_a);
    memcpy(&signed_b, b, sizeof signed_b);
    memcpy(&unsigned_a, a, sizeof unsigned_a);
    memcpy(&unsigned_b, b, sizeof unsigned_b);
    return dtype == GATHER_DTYPE_I64 ? signed_a < signed_b : unsigned_a < unsigned_b;
}

/* Below 0, 0 or above: integers that are the same double are compared as they are. */
static int compare(int32_t dtype, const struct tally_extreme *a, const struct tally_extreme *b)
{
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return !is_wide_integer(dtype) ? 0
                                   : is_less_integer(dtype, b->element, a->element) -
                                         is_less_integer(dtype, a->element, b->element);
}

static struct tally_extreme extreme_of(const struct tally *tally, const uint8_t *bytes, size_t k,
                                       double value)
{
    struct tally_extreme extreme = {.value = value, .cell = tally->told + (int64_t)k};
    copy_element(gather_dtype_bits(tally->dtype), bytes, k, extreme.element);
    return extreme;
}

static void keep_extremes(struct tally *tally, const struct tally_extreme *one)
{
    if (tally->numbers == 0 || compare(tally->dtype, one, &tally->low) < 0)
        tally->low = *one;
    if (tally->numbers == 0 || compare(tally->dtype, one, &tally->high) > 0)
        tally->high = *one;
}

static void add_one(struct tally *tally, const uint8_t *bytes, size_t k, double value)
{
    if (isnan(value)) {
        tally->nans++;
        return;
    }
    if (isinf(value)) {
        tally->infinities++;
        return;
    }
    const struct tally_extreme one = extreme_of(tally, bytes, k, value);
    keep_extremes(tally, &one);
    tally->zeros += value == 0;
    if (fabs(value) <= LARGE)
        tally->sum += value;
    else
        tally->large += value * SCALE;
    tally->numbers++;
}

/* What each of a few lanes has seen. */
struct lanes {
    double low[LANES], high[LANES], sum[LANES];
    int64_t zeros[LANES];
};

static void fill_lanes(struct lanes *lanes, const double *values, size_t count)
{
    for (size_t lane = 0; lane < LANES; lane++) {
        lanes->low[lane] = lanes->high[lane] = values[0];
        lanes->sum[lane] = 0;
        lanes->zeros[lane] = 0;
    }
    for (size_t k = 0; k < count; k += LANES)
        for (size_t lane = 0; lane < LANES; lane++) {
            const double value = values[k + lane];
            lanes->low[lane] = value < lanes->low[lane] ? value : lanes->low[lane];
            lanes->high[lane] = value > lanes->high[lane] ? value : lanes->high[lane];
            lanes->sum[lane] += value;
            lanes->zeros[lane] += value == 0;
        }
}

static void join_lanes(struct lanes *lanes)
{
    for (size_t lane = 1; lane < LANES; lane++) {
        lanes->low[0] = lanes->low[lane] < lanes->low[0] ? lanes->low[lane] : lanes->low[0];
        lanes->high[0] = lanes->high[lane] > lanes->high[0] ? lanes->high[lane] : lanes->high[0];
        lanes->sum[0] += lanes->sum[lane];
        lanes->zeros[0] += lanes->zeros[lane];
    }
}

static size_t place_of(const double *values, double value)
{
    size_t k = 0;
    while (values[k] != value)
        k++;
    return k;
}

/* A block, as many as the lanes take at once. Returns: false, and counts none, where not all are plain. */
static bool add_plain(struct tally *tally, const uint8_t *bytes, const double *values, size_t count)
{
    struct lanes lanes;
    fill_lanes(&lanes, values, count);
    join_lanes(&lanes);
    const double low = lanes.low[0], high = lanes.high[0],
                 most = is_wide_integer(tally->dtype) ? EXACT : LARGE;
    if (!isfinite(lanes.sum[0]) || low < -most || high > most)
        return false;
    if (tally->numbers == 0 || low < tally->low.value)
        tally->low = extreme_of(tally, bytes, place_of(values, low), low);
    if (tally->numbers == 0 || high > tally->high.value)
        tally->high = extreme_of(tally, bytes, place_of(values, high), high);
    tally->zeros += lanes.zeros[0];
    tally->sum += lanes.sum[0];
    tally->numbers += (int64_t)count;
    return true;
}

void tally_add(struct tally *tally, const uint8_t *bytes, size_t count)
{
    const size_t bits = (size_t)gather_dtype_bits(tally->dtype);
    const int64_t left = tally->elements - tally->told,
                  whole = (int64_t)(count * 8 / bits);        /* bounded: of a piece */
    const size_t all = (size_t)(whole < left ? whole : left); /* the last byte may have bits of none */
    double values[BLOCK];
    for (size_t begin = 0, part; begin < all; begin += part, tally->told += (int64_t)part) {
        const uint8_t *from = bytes + begin * bits / 8;
        part = all - begin < BLOCK ? all - begin : BLOCK;
        read_values(tally, from, part, values);
        if (part % LANES == 0 && add_plain(tally, from, values, part))
            continue;
        for (size_t k = 0; k < part; k++)
            add_one(tally, from, k, values[k]);
    }
}

double tally_mean(const struct tally *tally)
{
    const double count = (double)tally->numbers;
    const double mean =
        tally->large == 0 ? tally->sum / count : (tally->large + tally->sum * SCALE) / count / SCALE;
    if (mean < tally->low.value)
        return tally->low.value;
    return mean > tally->high.value ? tally->high.value : mean;
}

const struct tally_extreme *tally_extreme_at_mean(const struct tally *tally)
{
    const double mean = tally_mean(tally);
    if (!is_wide_integer(tally->dtype))
        return NULL;
    return mean >= tally->high.value ? &tally->high : mean <= tally->low.value ? &tally->low : NULL;
}
