/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every index and pick kernel of every table that this processor can run, against the rule as the pages say it: indices
 * at the ends of their types, operands flush against unmapped pages at both ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/table.h"
#include "support/guard.h"
#include "support/randomness.h"

enum { MOST = 800, MOST_BYTES = 1 << 20, MOST_PLACED = 1 << 17 };

#define ITEMS(array) ((int64_t)(sizeof(array) / sizeof((array)[0])))

static struct guard out_guard, data_guard;
static uint8_t before[MOST_BYTES];

/* Every way of a kernel is taken, whatever this processor would choose. */
static const struct gather__tuning tunings[] = {
    {.asked_bytes = 1 << 14, .ahead = 24},
    {.near_bytes = 1 << 30, .gathers = true},
    {.asked_bytes = 1 << 14, .gathers = true, .ahead = 64, .nearest = 1},
    {.near_bytes = 1 << 30},
    {.near_bytes = 1 << 30, .halves = 1},
};

/* ---- indices ------------------------------------------------------------------------------------- */

static const int32_t index_types[] = {GATHER_DTYPE_I8,  GATHER_DTYPE_I16, GATHER_DTYPE_I32,
                                      GATHER_DTYPE_I64, GATHER_DTYPE_U8,  GATHER_DTYPE_U16,
                                      GATHER_DTYPE_U32, GATHER_DTYPE_U64, GATHER_DTYPE_BOOL};

static bool is_signed(int32_t dtype) { return dtype >= GATHER_DTYPE_I8 && dtype <= GATHER_DTYPE_I64; }

/* What the rule makes of an index, from CORE-13 and -14 alone. is_huge: it is unsigned and beyond 2^63-1. */
static int64_t expected_of(int64_t value, bool is_huge, const struct gather__rule *rule,
                           struct gather__index_fate *fate)
{
    uint64_t count = (uint64_t)rule->limit + 1;
    if (!is_huge && value < 0 && rule->is_negative)
        value += rule->size;
    if (!is_huge && value >= 0 && value <= rule->limit)
        return value;
    switch (rule->policy) {
    case GATHER_POLICY_CLAMP:
        return !is_huge && value < 0 ? 0 : rule->limit;
    case GATHER_POLICY_WRAP:
        if (is_huge || value >= 0)
            return (int64_t)((uint64_t)value % count);
        return (int64_t)((count - 1) - ~(uint64_t)value % count);
    case GATHER_POLICY_ERROR:
        fate->refused++;
        return rule->limit < 0 ? GATHER__ABSENT : 0;
    default:
        return GATHER__ABSENT;
    }
}

/* An index of `bytes` bytes: inside, near an end of the range, or at an end of its type. */
static uint64_t choose_index(struct randomness *randomness, const struct gather__rule *rule,
                             bool mostly_inside)
{
    static const uint64_t ends[] = {0,      1,          UINT64_MAX, INT64_MAX,  (uint64_t)INT64_MIN,
                                    0x7F,   0x80,       0xFF,       0x7FFF,     0x8000,
                                    0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000};
    uint64_t inside = (uint64_t)random_below(randomness, rule->size > 0 ? rule->size : 1);
    if (mostly_inside)
        return inside;
    switch (random_below(randomness, 4)) {
    case 0:
        return ends[random_below(randomness, ITEMS(ends))];
    case 1:
        return (uint64_t)(-rule->size + random_below(randomness, 5) - 2);
    case 2:
        return (uint64_t)(rule->limit + random_below(randomness, 5) - 2);
    default:
        return inside;
    }
}

static int64_t widened(int32_t dtype, const uint8_t *bytes)
{
    int32_t width = gather_dtype_bits(dtype) / 8;
    uint64_t bits = 0;
    memcpy(&bits, bytes, (size_t)width);
    if (is_signed(dtype) && width < 8 && bits >> (8 * width - 1) != 0)
        bits |= UINT64_MAX << (8 * width);
    return dtype == GATHER_DTYPE_BOOL ? bits != 0 : (int64_t)bits;
}

static void try_indices(struct randomness *randomness, const struct gather__kernels *kernels, int32_t dtype,
                        const struct gather__rule *rule, int64_t count, uint64_t turn)
{
    int64_t bytes = gather_dtype_bits(dtype) / 8, step = turn % 3 == 0 ? bytes + 1 : bytes;
    int64_t all = count > 0 ? (count - 1) * step + bytes : 0, results[MOST];
    uint8_t *indices = guard_place(&data_guard, (size_t)all, turn & 1 ? GUARD_LOW : GUARD_HIGH, turn % 64);
    struct gather__index_run run = {.indices = indices,
                                    .step = step,
                                    .count = count,
                                    .begin = random_below(randomness, 1000),
                                    .slope = turn % 4 == 0 ? 0 : 12,
                                    .scale = turn % 5 == 0 ? 1 : 36};
    struct gather__index_fate fate = {0, 0}, expected = {0, 0};
    for (int64_t k = 0; k < count; k++) {
        uint64_t index = choose_index(randomness, rule, turn % 7 < 3);
        memcpy(indices + k * step, &index, (size_t)bytes);
    }
    gather__index_kernel_for(kernels, dtype)->read(results, &run, rule, &fate);
    bool outside = gather__index_kernel_for(kernels, dtype)->finds_outside(&run, rule),
         expected_outside = false;
    for (int64_t k = 0; k < count; k++) {
        int64_t value = widened(dtype, indices + k * step);
        struct gather__rule strict = *rule;
        struct gather__index_fate strict_fate = {0, 0};
        strict.policy = GATHER_POLICY_ERROR;
        expected_of(value, !is_signed(dtype) && value < 0, &strict, &strict_fate);
        expected_outside = expected_outside || strict_fate.refused > 0;
        int64_t judged = expected_of(value, !is_signed(dtype) && value < 0, rule, &expected);
        expected.absent += judged == GATHER__ABSENT;
        if (results[k] !=
            (judged == GATHER__ABSENT ? judged : run.begin + k * run.slope + judged * run.scale))
            fail_msg("%s: index %lld of %lld, policy %d, size %lld",
                     gather__index_kernel_for(kernels, dtype)->name, (long long)k, (long long)count,
                     (int)rule->policy, (long long)rule->size);
    }
    assert_true(fate.refused == expected.refused && fate.absent == expected.absent);
    assert_true(outside == expected_outside);
    assert_true(guard_holds(&data_guard));
}

static void test_indices(void **state) /* COVERS(CORE-13, CORE-14, CORE-9) */
{
    static const int64_t sizes[] = {
        0, 1, 2, 100, 127, 128, 255, 256, 65535, 65536, INT64_C(1) << 31, INT64_C(1) << 40};
    static const int64_t counts[] = {0, 1, 7, 8, 9, 63, 64, 65, 150};
    struct randomness randomness = randomness_begin("test_indices");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (int64_t t = 0; t < ITEMS(index_types); t++)
            for (int32_t policy = GATHER_POLICY_ERROR; policy <= GATHER_POLICY_SKIP; policy++)
                for (int64_t s = 0; s < ITEMS(sizes); s++)
                    for (int64_t c = 0; c < ITEMS(counts); c++, turn++) {
                        struct gather__rule rule = {.size = sizes[s],
                                                    .limit =
                                                        sizes[s] - (turn % 6 == 0 && sizes[s] > 1 ? 2 : 1),
                                                    .policy = policy,
                                                    .is_negative = is_signed(index_types[t]) && turn % 2};
                        bool needs_range = policy == GATHER_POLICY_CLAMP || policy == GATHER_POLICY_WRAP;
                        if (rule.limit >= 0 || !needs_range)
                            try_indices(&randomness, kernels, index_types[t], &rule, counts[c], turn);
                    }
}

/* One index of many that is outside, wherever it is: the many are judged in pieces. */
static void test_one_outside(void **state) /* COVERS(CORE-13) */
{
    enum { COUNT = 70001 };
    const struct gather__kernels *kernels;
    static uint8_t indices[COUNT * 8];
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (int64_t t = 0; t < ITEMS(index_types); t++)
            for (int64_t k = 0; k < 40; k++) {
                int64_t bytes = gather_dtype_bits(index_types[t]) / 8;
                int64_t at = k < 20 ? k * (COUNT - 1) / 19 : (k - 20) % 7 * 10000 / bytes + k;
                const struct gather__index_run run = {.indices = indices, .step = bytes, .count = COUNT};
                const int64_t size = index_types[t] == GATHER_DTYPE_BOOL ? 1 : 100;
                const struct gather__rule rule = {.size = size, .limit = size - 1};
                const struct gather__index_kernel *kernel = gather__index_kernel_for(kernels, index_types[t]);
                assert_false(kernel->finds_outside(&run, &rule));
                indices[at * bytes] = 100;
                assert_true(kernel->finds_outside(&run, &rule));
                indices[at * bytes] = 0;
            }
}

/* Tuples as one: components of their own rules, whose indices lie apart; and where one is outside, nothing is promised. */
static void try_tuples(struct randomness *randomness, const struct gather__index_kernel *kernel,
                       int64_t count, int32_t components, uint64_t turn)
{
    const int64_t bytes = gather_dtype_bits(kernel->dtype) / 8, first = turn % 4 * 8;
    const int64_t apart = turn % 3 == 0 ? bytes + 1 : bytes;
    const bool by_components = turn % 13 == 0; /* all first components, then all second ones */
    const int64_t tuple = by_components ? count * apart : apart;
    const int64_t step = by_components ? apart : components * apart + (turn % 5 == 0 ? 3 : 0);
    const int64_t all = first + (count - 1) * step + (components - 1) * tuple + bytes;
    uint8_t *indices = guard_place(&data_guard, (size_t)all, turn & 1 ? GUARD_LOW : GUARD_HIGH, turn % 64);
    struct gather__component parts[GATHER_MAX_RANK];
    int64_t results[MOST], expected[MOST];
    const struct gather__index_run run = {.indices = indices,
                                          .first = first,
                                          .step = step,
                                          .count = count,
                                          .begin = random_below(randomness, 1000),
                                          .slope = turn % 7 == 0 ? 0 : 12};
    struct gather__index_fate fate = {0, 0};
    for (int64_t k = 0; k < count; k++)
        expected[k] = run.begin + k * run.slope;
    for (int32_t c = 0; c < components; c++) {
        const int64_t size = random_below(randomness, 6) == 0 ? 1 : 1 + random_below(randomness, 1 << 20);
        parts[c] = (struct gather__component){
            .scale = random_below(randomness, 2001) - 1000,
            .rule = {.size = size,
                     .limit = turn % 7 == 0 ? size - 1 - random_below(randomness, size + 1) : size - 1,
                     .policy = GATHER_POLICY_ERROR,
                     .is_negative = random_below(randomness, 2) == 0}};
        for (int64_t k = 0; k < count; k++) {
            uint64_t index =
                choose_index(randomness, &parts[c].rule, random_below(randomness, 4 * count) > 0);
            if (parts[c].rule.is_negative && turn % 11 < 5 && random_below(randomness, 2) == 0)
                index -= (uint64_t)size;
            memcpy(indices + first + k * step + c * tuple, &index, (size_t)bytes);
            const int64_t value = expected_of(widened(kernel->dtype, indices + first + k * step + c * tuple),
                                              false, &parts[c].rule, &fate);
            expected[k] += fate.refused == 0 ? parts[c].scale * value : 0;
        }
    }
    const bool inside = kernel->read_tuples(results, &run, parts, components, tuple);
    if (inside != (fate.refused == 0) || (inside && memcmp(results, expected, (size_t)count * 8) != 0))
        fail_msg("%s: %lld tuples of %d", kernel->name, (long long)count, (int)components);
    assert_true(guard_holds(&data_guard));
}

static void test_tuples(void **state) /* COVERS(CORE-13, CORE-14) */
{
    static const int64_t counts[] = {1, 2, 7, 64, 150};
    struct randomness randomness = randomness_begin("test_tuples");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__index_kernel *kernel = kernels->indices; kernel->dtype != 0; kernel++) {
            const bool reads = kernel->dtype == GATHER_DTYPE_I32 || kernel->dtype == GATHER_DTYPE_I64;
            assert_true((kernel->read_tuples != NULL) == reads);
            for (int64_t c = 0; c < ITEMS(counts) && reads; c++)
                for (int k = 0; k < 200; k++, turn++)
                    try_tuples(&randomness, kernel, counts[c], 1 + k % (k % 3 == 0 ? GATHER_MAX_RANK : 4),
                               turn);
        }
}

/* ---- picks --------------------------------------------------------------------------------------- */

/* How the data of point k lies: all from the same entries, from entry k on, or from column k of the entries. */
enum slope { NO_SLOPE, BY_ENTRIES, BY_COLUMNS, SLOPES };

/* Gathers of `count` blocks from a table of `size` of them, `gap` bytes between two; `rows` such, `apart` bytes on. */
struct picked {
    int32_t dtype;
    int64_t width, size, gap, count, rows, apart;
    enum slope slope;
    bool goes_outside, is_listed;
    int64_t streak; /* indices that go on by ones, or stay the same, at most; 1: none do */
    const struct gather__tuning *streams_by; /* past the caches by this one; NULL: by any, or not */
};

/* An index that goes on from the one before, also to outside, or one anywhere. last: of the streak so far. */
static uint64_t draw_index(struct randomness *randomness, const struct picked *picked,
                           const struct gather__rule *rule, int64_t *last)
{
    const int64_t next = *last + (picked->slope == NO_SLOPE), beyond = picked->goes_outside ? 20 : 0;
    if (*last >= 0 && random_below(randomness, picked->streak) > 0 && next <= rule->limit + beyond) {
        *last = next;
        return (uint64_t)next;
    }
    const bool may_begin_outside = picked->streak > 1 && random_below(randomness, 40) == 0;
    uint64_t index = (uint64_t)random_below(randomness, rule->limit + 1 + (may_begin_outside ? beyond : 0));
    if (rule->is_negative && random_bits(randomness) % 2)
        index -= (uint64_t)rule->size;
    *last = (int64_t)index;
    return index;
}

/* Indices that are inside, or mostly. */
static void draw_indices(struct randomness *randomness, const struct picked *picked,
                         const struct gather__rule *rule, uint8_t *indices)
{
    int64_t bytes = gather_dtype_bits(picked->dtype) / 8, last = -1;
    for (int64_t k = 0; k < picked->rows * picked->count; k++) {
        bool is_odd_one = picked->goes_outside && random_below(randomness, picked->count) < 2;
        uint64_t index = draw_index(randomness, picked, rule, &last);
        index = is_odd_one ? choose_index(randomness, rule, false) : index;
        memcpy(indices + k * bytes, &index, (size_t)bytes);
    }
}

static int64_t index_of(const struct gather__picking *picking, int32_t dtype, int64_t row, int64_t k)
{
    return widened(dtype, picking->run.indices + row * picking->row_indices + k * picking->run.step);
}

static bool all_are_inside(const struct gather__picking *picking, int32_t dtype)
{
    struct gather__index_fate fate = {0, 0};
    for (int64_t row = 0; row < picking->rows; row++)
        for (int64_t k = 0; k < picking->run.count; k++) {
            const int64_t value = index_of(picking, dtype, row, k);
            expected_of(value, !is_signed(dtype) && value < 0, &picking->rule, &fate);
        }
    return fate.refused == 0;
}

/* The rows of a picking, one behind the other, of which nothing is known but where they begin. */
static void expect_picked(const struct gather__picking *picking, const struct picked *picked,
                          const uint8_t *data, uint8_t *expected)
{
    for (int64_t row = 0; row < picking->rows; row++)
        for (int64_t k = 0; k < picking->run.count; k++) {
            int64_t at = picking->run.begin + row * picking->row_data;
            at += picking->places != NULL ? picking->places[k] : k * picking->run.slope;
            int64_t value = index_of(picking, picked->dtype, row, k);
            value += value < 0 ? picking->rule.size : 0;
            memcpy(expected + row * picking->row_out + k * picked->width,
                   data + at + value * picking->run.scale, (size_t)picked->width);
        }
}

/* Where the operands of a picking lie; indices of rows follow each other. drawn: what else is as it comes. */
static struct gather__picking place_picking(const struct picked *picked, const struct gather__rule *rule,
                                            uint64_t drawn)
{
    const int64_t columns = picked->count * picked->width, index_bytes = gather_dtype_bits(picked->dtype) / 8;
    const int64_t scale = (picked->slope == BY_COLUMNS ? columns : picked->width) + picked->gap;
    const int64_t slopes[SLOPES] = {0, scale, picked->width};
    return (struct gather__picking){
        .run = {.step = index_bytes, .count = picked->count, .slope = slopes[picked->slope], .scale = scale},
        .rows = picked->rows,
        .row_out = columns + picked->apart,
        .row_data = picked->apart * 3,
        .row_indices = picked->count * index_bytes,
        .span = (picked->count - 1) * slopes[picked->slope],
        .points = picked->count,
        .in_strips = drawn % 5 == 0,
        .rule = *rule,
        .high = (picked->size - 1) * scale + (picked->count - 1) * slopes[picked->slope] + picked->width +
                (picked->rows - 1) * picked->apart * 3,
        .streams = picked->streams_by != NULL || (drawn >> 8) % 2 == 1,
        .tuning = picked->streams_by != NULL ? picked->streams_by : &tunings[(drawn >> 16) % ITEMS(tunings)]};
}

/* The runs of a picking are of short ones, whose data lies anywhere. */
static void list_places(struct randomness *randomness, struct gather__picking *picking)
{
    enum { SPAN = 500 };
    static int64_t places[600];
    for (int64_t k = 0; k < picking->run.count; k++)
        places[k] = random_below(randomness, SPAN + 1);
    picking->high += SPAN - (picking->run.count - 1) * picking->run.slope;
    picking->places = places;
    picking->listed = picking->points = picking->run.count;
    picking->span = SPAN;
}

/* Half of all operands are flush with a page that can't be touched. */
static size_t draw_gap(struct randomness *randomness)
{
    return random_below(randomness, 2) == 0 ? 0 : (size_t)random_below(randomness, GUARD_GAPS);
}

/* The entries of the data one behind the other from its end on, or the rows. */
static void turn_around(struct randomness *randomness, struct gather__picking *picking)
{
    if (random_below(randomness, 4) == 0) {
        picking->run.begin = (picking->rule.size - 1) * picking->run.scale;
        picking->run.scale = -picking->run.scale;
    }
    if (random_below(randomness, 4) == 0) {
        picking->run.begin += (picking->rows - 1) * picking->row_data;
        picking->row_data = -picking->row_data;
    }
}

/* Returns: whether the kernel took it. */
static bool try_pick(struct randomness *randomness, const struct gather__pick_kernel *kernel,
                     const struct picked *picked, uint64_t turn)
{
    static struct guard index_guard;
    const enum guard_side side = random_below(randomness, 2) == 0 ? GUARD_LOW : GUARD_HIGH;
    const bool is_window = random_below(randomness, 6) == 0 && picked->size > 1;
    const struct gather__rule rule = {.size = picked->size,
                                      .limit = picked->size - (is_window ? 2 : 1),
                                      .policy = GATHER_POLICY_ERROR,
                                      .is_negative =
                                          is_signed(picked->dtype) && random_below(randomness, 2) == 0};
    struct gather__picking picking = place_picking(picked, &rule, random_bits(randomness));
    if (picked->is_listed)
        list_places(randomness, &picking);
    turn_around(randomness, &picking);
    const int64_t index_bytes = picked->rows * picking.row_indices;
    const int64_t out_bytes = (picked->rows - 1) * picking.row_out + picked->count * picked->width;
    if (picking.high > MOST_PLACED || out_bytes > MOST_BYTES)
        return false;
    uint8_t *data = guard_place(&data_guard, (size_t)picking.high, side, draw_gap(randomness));
    uint8_t *out = guard_place(&out_guard, (size_t)out_bytes, side, draw_gap(randomness));
    uint8_t *indices = guard_place(&index_guard, (size_t)index_bytes, side, draw_gap(randomness));
    draw_indices(randomness, picked, &rule, indices);
    picking.run.indices = indices;
    picking.run.early = (struct gather__early){indices + index_bytes - 1, random_below(randomness, 2) * 3072,
                                               random_below(randomness, 2) * 8192};
    for (int64_t k = 0; k < picking.high; k++)
        data[k] = (uint8_t)random_bits(randomness);
    if (!kernel->takes(&picking))
        return false;
    if (random_below(randomness, 3) == 0) { /* a run may be cut after that, by threads or rows */
        picking.run.count = 1 + random_below(randomness, picked->count < 10 ? picked->count : 10);
        if (random_below(randomness, 2) == 0)
            picking.run.count = 1 + random_below(randomness, picked->count);
        picking.run.indices += (picked->count - picking.run.count) * picking.run.step; /* nothing behind it */
    }
    const bool inside = all_are_inside(&picking, picked->dtype);
    memset(out, 0xA5, (size_t)out_bytes);
    memset(before, 0xA5, (size_t)out_bytes);
    bool picks = kernel->pick(out, data, &picking);
    if (picks != inside || !guard_holds(&out_guard) || !guard_holds(&data_guard))
        fail_msg("%s: turn %llu, %lld of %lld", kernel->name, (unsigned long long)turn,
                 (long long)picked->count, (long long)picked->size);
    if (inside) {
        expect_picked(&picking, picked, data, before);
        if (memcmp(out, before, (size_t)out_bytes) != 0)
            fail_msg("%s: turn %llu, %lld of %lld, %lld rows", kernel->name, (unsigned long long)turn,
                     (long long)picked->count, (long long)picked->size, (long long)picked->rows);
    }
    return true;
}

static void test_picks(void **state) /* COVERS(CORE-7, CORE-9, CORE-13) */
{
    static const int64_t sizes[] = {1,  2,  3,  4,   5,   15,  16,  17,  31,  32,  33,
                                    63, 64, 65, 127, 128, 129, 200, 255, 256, 257, 1000};
    static const int64_t counts[] = {1, 2, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 66, 130, 199, 600};
    static const int64_t gaps[] = {0, 1, 7}, streaks[] = {1, 10, 200}, rows[] = {1, 2, 3, 20};
    struct randomness randomness = randomness_begin("test_picks");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__pick_kernel *row = kernels->picks; row->dtype != 0; row++) {
            int64_t taken = 0;
            for (int64_t k = 0; k < ITEMS(sizes) * ITEMS(counts) * 12; k++, turn++) {
                int64_t bits = gather_dtype_bits(row->dtype);
                struct picked picked = {.dtype = row->dtype,
                                        .width = row->width,
                                        .size = sizes[k % ITEMS(sizes)],
                                        .count = counts[k / ITEMS(sizes) % ITEMS(counts)],
                                        .gap = gaps[random_below(&randomness, ITEMS(gaps))],
                                        .rows = rows[random_below(&randomness, ITEMS(rows))],
                                        .apart = 16 * random_below(&randomness, 5),
                                        .slope = (enum slope)random_below(&randomness, SLOPES),
                                        .goes_outside = random_below(&randomness, 3) == 0,
                                        .streak = streaks[random_below(&randomness, ITEMS(streaks))],
                                        .is_listed = row->lists && random_below(&randomness, 2) == 0};
                if (random_below(&randomness, 2) == 0)
                    picked.apart += random_below(&randomness, 16);
                if (bits == 8 && picked.size > 256)
                    picked.size = 256;
                taken += try_pick(&randomness, row, &picked, turn);
            }
            if (taken == 0)
                fail_msg("%s never takes anything", row->name);
        }
}

/* Runs long enough to go past the caches wherever they begin, of all kernels that take them. */
static void test_streams(void **state) /* COVERS(CORE-9) */
{
    enum { TURNS = 120, LEAST = 1100, NEAR = 3 };
    struct randomness randomness = randomness_begin("test_streams");
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__pick_kernel *row = kernels->picks; row->dtype != 0; row++)
            for (uint64_t turn = 0; turn < TURNS; turn++) {
                const struct picked picked = {.dtype = row->dtype,
                                              .width = row->width,
                                              .size = 100,
                                              .count = LEAST + random_below(&randomness, 64),
                                              .rows = 1,
                                              .streak = 1,
                                              .streams_by = &tunings[NEAR + turn % 2]};
                try_pick(&randomness, row, &picked, turn);
            }
}

/* The entry of a table that a byte leads to; -1 if it is outside. */
static int64_t entry_of(int32_t dtype, int64_t byte, int64_t size)
{
    const int64_t value = is_signed(dtype) && byte > INT8_MAX ? byte - 256 : byte;
    const int64_t entry = value < 0 ? value + size : value;
    return entry >= 0 && entry < size ? entry : -1;
}

/*
 * A run by all bytes in turn that lead into a table, and by an odd one among them, wherever that leads. Returns: whether
 * the kernel takes it.
 */
static bool try_table(const struct gather__pick_kernel *kernel, int64_t size, uint8_t odd)
{
    enum { RUN = 70 };
    uint8_t table[256], bytes[RUN], out[RUN];
    const struct gather__picking picking = {
        .run = {.indices = bytes, .early.last = bytes + RUN - 1, .step = 1, .count = RUN, .scale = 1},
        .rows = 1,
        .points = RUN,
        .rule = {.size = size,
                 .limit = size - 1,
                 .policy = GATHER_POLICY_ERROR,
                 .is_negative = is_signed(kernel->dtype)},
        .high = size,
        .tuning = &tunings[1]};
    if (!kernel->takes(&picking))
        return false;
    for (int64_t k = 0; k < size; k++)
        table[k] = (uint8_t)(k * 167 + 13);
    for (int64_t k = 0, byte = odd; k < RUN; k++) {
        do
            byte = (byte + 1) % 256;
        while (entry_of(kernel->dtype, byte, size) < 0);
        bytes[k] = (uint8_t)byte;
    }
    bytes[odd % RUN] = odd;
    const bool is_inside = entry_of(kernel->dtype, odd, size) >= 0;
    if (kernel->pick(out, table, &picking) != is_inside)
        fail_msg("%s: a table of %lld, by byte %d", kernel->name, (long long)size, odd);
    for (int64_t k = 0; k < RUN && is_inside; k++)
        if (out[k] != table[entry_of(kernel->dtype, bytes[k], size)])
            fail_msg("%s: a table of %lld, byte %d leads to %d", kernel->name, (long long)size, bytes[k],
                     out[k]);
    return true;
}

/* Whether a kernel picks bytes from registers by an instruction that this processor has not. */
static bool lacks_its_instruction(const struct gather__pick_kernel *kernel)
{
#if defined(__x86_64__)
    return strncmp(kernel->name, "pick_bytes_", 11) == 0 && strstr(kernel->name, "_avx512") != NULL &&
           !__builtin_cpu_supports("avx512vbmi");
#else
    (void)kernel;
    return false;
#endif
}

/* Of all sizes, by all bytes. A kernel may leave tables below 4 bytes to others. */
static void test_tables_of_bytes(void **state) /* COVERS(CORE-9, CORE-13) */
{
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__pick_kernel *row = kernels->picks; row->dtype != 0; row++)
            for (int64_t size = 1; size <= 256 && row->width == 1 && gather_dtype_bits(row->dtype) == 8;
                 size++)
                for (int odd = 0; odd < 256; odd++)
                    if (!try_table(row, size, (uint8_t)odd) && size >= 4 && !lacks_its_instruction(row))
                        fail_msg("%s does not take a table of %lld", row->name, (long long)size);
}

static int end(void **state)
{
    (void)state;
    guard_end(&out_guard);
    guard_end(&data_guard);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_indices), cmocka_unit_test(test_one_outside),
        cmocka_unit_test(test_tuples),  cmocka_unit_test(test_picks),
        cmocka_unit_test(test_streams), cmocka_unit_test(test_tables_of_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
