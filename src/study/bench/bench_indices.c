/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Indices for the bench, drawn in whole numbers and in sums, products and quotients of doubles alone, so that every
 * machine draws the same.
 *
 * Zipf's law with exponent s = 1.05 is drawn from its continuous form: the share of ranks below x is
 * (1 - x^(1-s)) / (1 - N^(1-s)), and as 1 - s is -1/20, its inverse is a 20th power, which is five products:
 *     x = y^-20,  y = 1 - u (1 - N^(-1/20))
 * Ranks are then scattered over the axis, so that what is taken often does not lie together.
 */
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "gather/bench.h"
#include "study/refuse.h"

enum { RUN = 64, SEED = 12345 };

/* What is drawn: `count` values in an axis, `frame` of them in the last dimension. */
struct draw {
    int64_t *values;
    int64_t count, size, frame;
    uint64_t state;
    const char *pattern;
};

/* ---- randomness --------------------------------------------------------------------------------------- */

/* The next of SplitMix64: a counter, and three rounds of mixing. */
static uint64_t next_bits(struct draw *draw)
{
    uint64_t z = draw->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 0 to limit - 1. The bias of a remainder of 64 bits does not matter here. */
static int64_t next_below(struct draw *draw, int64_t limit)
{
    return (int64_t)(next_bits(draw) % (uint64_t)limit);
}

static double next_share(struct draw *draw) { return (double)(next_bits(draw) >> 11) * 0x1p-53; }

/* A step that visits all of an axis before it comes back: near the golden section, so that neighbours part. */
static int64_t scatter_step(int64_t size)
{
    int64_t step = (int64_t)((double)size * 0.6180339887);
    while (step > 1 && gather__common_divisor(step, size) != 1)
        step--;
    return step > 0 ? step : 1;
}

/* The place of a rank: no two ranks below `size` have the same. */
static int64_t scatter(int64_t rank, int64_t size, int64_t step)
{
    int64_t place = 0; /* rank * step modulo the size, bit by bit, as that product may not fit */
    for (int bit = 62; bit >= 0; bit--) {
        place = place >= size - place ? place - (size - place) : place + place;
        if (rank >> bit & 1)
            place = place >= size - step ? place - (size - step) : place + step;
    }
    return place;
}

static void shuffle(struct draw *draw)
{
    for (int64_t k = draw->count - 1; k > 0; k--) {
        int64_t other = next_below(draw, k + 1), value = draw->values[k];
        draw->values[k] = draw->values[other];
        draw->values[other] = value;
    }
}

/* ---- distributions ------------------------------------------------------------------------------------ */

static void draw_uniform(struct draw *draw)
{
    for (int64_t k = 0; k < draw->count; k++)
        draw->values[k] = next_below(draw, draw->size);
}

static double power_of_20(double y)
{
    double y2 = y * y, y4 = y2 * y2, y8 = y4 * y4;
    return y8 * y8 * y4;
}

/* The y with y^20 = 1 / size, by halving. */
static double twentieth_root(int64_t size)
{
    double low = 0, high = 1, wanted = 1 / (double)size;
    for (int k = 0; k < 60; k++) {
        double middle = (low + high) / 2;
        if (power_of_20(middle) < wanted)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static void draw_zipf(struct draw *draw)
{
    double span = 1 - twentieth_root(draw->size);
    int64_t step = scatter_step(draw->size);
    for (int64_t k = 0; k < draw->count; k++) {
        double part = next_share(draw) * span; /* by itself: no machine joins it with the difference */
        int64_t whole = (int64_t)(1 / power_of_20(1 - part) - 1);
        draw->values[k] = scatter(whole < draw->size ? whole : draw->size - 1, draw->size, step);
    }
}

static int compare_values(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void draw_sorted(struct draw *draw)
{
    draw_uniform(draw);
    qsort(draw->values, (size_t)draw->count, sizeof *draw->values, compare_values);
}

static void draw_runs(struct draw *draw)
{
    int64_t run = draw->size < RUN ? draw->size : RUN, start = 0;
    for (int64_t k = 0; k < draw->count; k++) {
        if (k % run == 0)
            start = next_below(draw, draw->size - run + 1);
        draw->values[k] = start + k % run;
    }
}

static void draw_duplicates(struct draw *draw)
{
    int64_t pool = draw->count < 10 ? 1 : draw->count / 10, step = scatter_step(draw->size);
    int64_t first = next_below(draw, draw->size);
    for (int64_t k = 0; k < draw->count; k++)
        draw->values[k] =
            scatter((first + next_below(draw, pool) % draw->size) % draw->size, draw->size, step);
}

static void draw_permutation(struct draw *draw)
{
    int64_t step = scatter_step(draw->size);
    for (int64_t k = 0; k < draw->count; k++)
        draw->values[k] = scatter(k % draw->size, draw->size, step);
    shuffle(draw);
}

static void draw_arange(struct draw *draw)
{
    int64_t begin = draw->count < draw->size ? (draw->size - draw->count) / 2 : 0;
    for (int64_t k = 0; k < draw->count; k++)
        draw->values[k] = begin + k % draw->size;
}

static void draw_flip(struct draw *draw)
{
    draw_arange(draw);
    for (int64_t k = 0, other = draw->count - 1; k < other; k++, other--) {
        int64_t value = draw->values[k];
        draw->values[k] = draw->values[other];
        draw->values[other] = value;
    }
}

static void draw_equal(struct draw *draw)
{
    for (int64_t k = 0; k < draw->count; k++)
        draw->values[k] = draw->size / 3;
}

static void draw_last(struct draw *draw)
{
    for (int64_t k = 0; k < draw->count; k++)
        draw->values[k] = -1;
}

/* The k-th of `count` values, evenly from 0 to `last`. */
static int64_t evenly(int64_t k, int64_t count, int64_t last)
{
    return count > 1 ? (int64_t)((double)k * (double)last / (double)(count - 1)) : 0;
}

static void draw_spread(struct draw *draw)
{
    for (int64_t k = 0; k < draw->count; k++)
        draw->values[k] = evenly(k, draw->count, draw->size - 1);
}

static void draw_frames(struct draw *draw)
{
    int64_t frame = draw->frame < draw->size ? draw->frame : draw->size, frames = draw->count / draw->frame;
    for (int64_t k = 0; k < draw->count; k++)
        draw->values[k] = evenly(k / draw->frame, frames, draw->size - frame) + k % draw->frame % frame;
}

/* The pattern's own numbers, and from its first again where it ends. */
static void draw_pattern(struct draw *draw)
{
    const char *at = draw->pattern;
    for (int64_t k = 0; k < draw->count; k++) {
        char *end;
        draw->values[k] = strtoll(at, &end, 10);
        at = *end == ',' ? end + 1 : draw->pattern;
    }
}

/* Whether a pattern is a list of numbers below a size: "0,24,48". */
static bool is_pattern(const char *pattern, int64_t size)
{
    for (const char *at = pattern; at != NULL; at++) {
        char *end;
        if (*at < '0' || *at > '9' || strtoll(at, &end, 10) >= size)
            return false;
        if (*end != ',')
            return *end == '\0';
        at = end;
    }
    return false;
}

static void (*const draws[])(struct draw *) = {
    [GATHER_DISTRIBUTION_UNIFORM] = draw_uniform,       [GATHER_DISTRIBUTION_ZIPF] = draw_zipf,
    [GATHER_DISTRIBUTION_SORTED] = draw_sorted,         [GATHER_DISTRIBUTION_RUNS] = draw_runs,
    [GATHER_DISTRIBUTION_DUPLICATES] = draw_duplicates, [GATHER_DISTRIBUTION_PERMUTATION] = draw_permutation,
    [GATHER_DISTRIBUTION_ARANGE] = draw_arange,         [GATHER_DISTRIBUTION_FLIP] = draw_flip,
    [GATHER_DISTRIBUTION_EQUAL] = draw_equal,           [GATHER_DISTRIBUTION_LAST] = draw_last,
    [GATHER_DISTRIBUTION_SPREAD] = draw_spread,         [GATHER_DISTRIBUTION_FRAMES] = draw_frames,
    [GATHER_DISTRIBUTION_PATTERN] = draw_pattern,
};

/* ---- words -------------------------------------------------------------------------------------------- */

static const char *const words[] = {NULL,
#define WORD(id, word, meaning) word,
                                    GATHER_DISTRIBUTION_LIST(WORD)
#undef WORD
};

const char *gather_distribution_word(int32_t distribution)
{
    return distribution > 0 && distribution < GATHER_DISTRIBUTION_COUNT ? words[distribution] : NULL;
}

int32_t gather_distribution_from_word(const char *word)
{
    for (int32_t k = 1; k < GATHER_DISTRIBUTION_COUNT; k++)
        if (strcmp(words[k], word) == 0)
            return k;
    return GATHER_DISTRIBUTION_NONE;
}

/* ---- into memory -------------------------------------------------------------------------------------- */

static bool is_integer(int32_t dtype)
{
    return gather_dtype_bits(dtype) >= 8 &&
           (gather_dtype_is_signed(dtype) || gather_dtype_is_unsigned(dtype));
}

/* Whether a type of so many bits holds a value. */
static bool holds(int32_t dtype, int32_t bits, int64_t value)
{
    bool is_unsigned = gather_dtype_is_unsigned(dtype);
    int32_t free_bits = is_unsigned ? bits : bits - 1;
    if (value < 0)
        return !is_unsigned && (free_bits >= 63 || value >= -(INT64_C(1) << free_bits));
    return free_bits >= 63 || value < INT64_C(1) << free_bits;
}

/* Stores a value little-endian, as all machines of ours have it. */
static void store(unsigned char *at, int32_t bytes, int64_t value) { memcpy(at, &value, (size_t)bytes); }

static enum gather_status store_all(const struct draw *draw, const struct gather_layout *indices,
                                    unsigned char *first, int64_t apart, struct gather_error *error)
{
    int32_t bits = gather_dtype_bits(indices->dtype), bytes = bits / 8;
    for (int64_t k = 0; k < draw->count; k++) {
        if (!holds(indices->dtype, bits, draw->values[k]))
            return gather__refuse_type(error, "indices", indices->dtype, "a type that holds the indices");
        store(first + k * apart, bytes, draw->values[k]);
    }
    return GATHER_STATUS_OK;
}

/* One component of all tuples. */
static enum gather_status fill_component(int32_t distribution, const struct gather_index_axes *axes,
                                         int32_t component, const struct gather_layout *indices,
                                         struct draw *draw, unsigned char *values, struct gather_error *error)
{
    int64_t width = gather_dtype_bits(indices->dtype) / 8;
    draw->size = axes->sizes[component];
    draw->state = SEED + (uint64_t)component;
    if (draw->size < 1)
        return gather__refuse(error, GATHER_STATUS_SHAPE, "data", "an axis with elements");
    if (distribution == GATHER_DISTRIBUTION_PATTERN && !is_pattern(axes->pattern, draw->size))
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "pattern",
                              "indices of the axis, such as 0,24,48");
    draws[distribution](draw);
    /* bounded: a tuple's bytes lie in memory */
    return store_all(draw, indices, values + component * width, axes->components * width, error);
}

enum gather_status gather_distribution_fill(int32_t distribution, const struct gather_index_axes *axes,
                                            const struct gather_layout *indices, void *values,
                                            struct gather_error *error)
{
    struct draw draw = {
        .count = gather_layout_elements(indices) / axes->components, .frame = 1, .pattern = axes->pattern};
    int32_t last = indices->rank - (axes->is_tuple ? 2 : 1);
    enum gather_status status = GATHER_STATUS_OK;
    if (gather_distribution_word(distribution) == NULL)
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "distribution", NULL);
    if (!is_integer(indices->dtype))
        return gather__refuse_type(error, "indices", indices->dtype, "an integer type");
    if (draw.count == 0)
        return GATHER_STATUS_OK;
    if (last >= 0)
        draw.frame = indices->sizes[last];
    draw.values = calloc((size_t)draw.count, sizeof *draw.values);
    if (draw.values == NULL)
        return gather__refuse(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (int32_t k = 0; k < axes->components && status == GATHER_STATUS_OK; k++)
        status = fill_component(distribution, axes, k, indices, &draw, values, error);
    free(draw.values);
    return status;
}
