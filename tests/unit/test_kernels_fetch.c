/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every fetch and turn kernel of every table that this processor can run, against loops over bytes: each width,
 * alignments 0 to 63, operands flush against unmapped pages at both ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/table.h"
#include "support/guard.h"
#include "support/randomness.h"

enum { MOST = 800, MOST_BYTES = 9 << 17, MOST_PLACED = 1 << 17 };

#define ITEMS(array) ((int64_t)(sizeof(array) / sizeof((array)[0])))

static struct guard out_guard, data_guard;
static uint8_t before[MOST_BYTES];
static int64_t from[MOST], to[MOST];

/* Every way of a kernel is taken, whatever this processor would choose. */
static const struct gather__tuning tunings[] = {
    {.asked_bytes = 1 << 14, .nearest = 1},
    {.near_bytes = 1 << 30, .gathers = true},
    {.asked_bytes = 1 << 14, .gathers = true},
    {.near_bytes = 1 << 30},
};

/* ---- fetch --------------------------------------------------------------------------------------- */

/* How a case lies: where blocks come from, where they go. */
enum form { RANDOM_ROWS, RUNS, SPREAD_OUTPUT, EVEN_SPREAD, BACKWARDS, LISTED_OUTPUT, FORMS };

/* pitch: from block to block of the data. Returns: the bytes of the output. */
static int64_t choose_offsets(struct randomness *randomness, enum form form, int64_t count, int64_t blocks,
                              int64_t width, int64_t pitch, struct gather__offsets *offsets)
{
    const bool is_even = form == EVEN_SPREAD || (form == LISTED_OUTPUT && random_below(randomness, 2) == 0);
    const int64_t gap = is_even ? 64 : form == SPREAD_OUTPUT || form == LISTED_OUTPUT ? 3 : 0;
    const int64_t step = width + gap;
    for (int64_t k = 0; k < count; k++) {
        bool runs_on = form == RUNS && k > 0 && k % 12 != 0 && from[k - 1] / pitch + 1 < blocks;
        from[k] = runs_on ? from[k - 1] + pitch : random_below(randomness, blocks) * pitch;
        to[k] = (count - 1 - k) * step;
    }
    *offsets = (struct gather__offsets){.count = count, .data = from, .out_step = step};
    if (form == LISTED_OUTPUT)
        offsets->out = to;
    if (form == BACKWARDS && count > 0) {
        offsets->out_begin = (count - 1) * step;
        offsets->out_step = -step;
    }
    return count > 0 ? (count - 1) * step + width : 0;
}

/* How far operands lie from a page's end: half of them not at all, so that lines begin with them. */
static size_t choose_gap(struct randomness *randomness)
{
    return random_below(randomness, 2) == 0 ? 0 : (size_t)random_below(randomness, GUARD_GAPS);
}

/* Whether a kernel has written what stands in `before`, and nothing around. */
static bool is_written(const uint8_t *out, int64_t bytes)
{
    return memcmp(out, before, (size_t)bytes) == 0 && guard_holds(&out_guard) && guard_holds(&data_guard);
}

static void try_fetch(struct randomness *randomness, const struct gather__fetch_kernel *kernel, int64_t width,
                      int64_t count, enum form form)
{
    struct gather__offsets offsets;
    const int64_t blocks = 50, pitch = width + random_below(randomness, 2) * 32;
    const int64_t out_bytes = choose_offsets(randomness, form, count, blocks, width, pitch, &offsets);
    const int64_t data_bytes = (blocks - 1) * pitch + width;
    enum guard_side side = random_below(randomness, 2) == 0 ? GUARD_LOW : GUARD_HIGH;
    uint8_t *data = guard_place(&data_guard, (size_t)data_bytes, side, choose_gap(randomness));
    uint8_t *out = guard_place(&out_guard, (size_t)out_bytes, side, choose_gap(randomness));
    offsets.tuning = &tunings[random_below(randomness, ITEMS(tunings))];
    offsets.end = data + data_bytes;
    offsets.is_far = random_below(randomness, 2) == 0;
    offsets.streams = random_below(randomness, 2) == 0;
    offsets.keeps = random_below(randomness, 2) == 0;
    for (int64_t k = 0; k < data_bytes; k++)
        data[k] = (uint8_t)random_bits(randomness);
    memset(out, 0xA5, (size_t)out_bytes);
    memset(before, 0xA5, (size_t)out_bytes);
    for (int64_t k = 0; k < count; k++)
        memcpy(before + gather__out_offset(&offsets, k), data + from[k], (size_t)width);
    kernel->fetch(out, data, &offsets, width);
    if (!is_written(out, out_bytes))
        fail_msg("%s: width %lld, %lld blocks, form %d", kernel->name, (long long)width, (long long)count,
                 (int)form);
}

static void test_fetches(void **state) /* COVERS(CORE-7, CORE-9, CORE-12) */
{
    static const int64_t widths[] = {1,    2,    3,    4,    5,    6,    7,    8,    9,   10,  11,  12,
                                     13,   14,   15,   16,   17,   20,   24,   25,   31,  32,  33,  40,
                                     48,   63,   64,   65,   96,   100,  127,  128,  129, 160, 192, 224,
                                     255,  256,  300,  320,  384,  416,  448,  480,  511, 512, 513, 768,
                                     1000, 1024, 1376, 2048, 2049, 4096, 4128, 5000, 8192};
    static const int64_t counts[] = {0, 1, 2, 5, 31, 32, 33, 64, 65, 130, 130, 130};
    struct randomness randomness = randomness_begin("test_fetches");
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (int64_t w = 0; w < ITEMS(widths); w++)
            for (int64_t c = 0; c < ITEMS(counts); c++)
                for (int form = RANDOM_ROWS; form < FORMS; form++)
                    try_fetch(&randomness, gather__fetch_kernel_for(kernels, widths[w]), widths[w], counts[c],
                              (enum form)form);
}

/* ---- the same blocks at many places -------------------------------------------------------------- */

/* Those that a table permutes in registers, by that kernel too. Returns: whether it takes them. */
static bool try_permute(const struct gather__permute_kernel *permute, struct gather__offsets *offsets,
                        uint8_t *out, const uint8_t *data, int64_t width, int64_t bytes)
{
    int64_t high = offsets->data[0];
    offsets->low = high;
    for (int64_t k = 1; k < offsets->count; k++) {
        offsets->low = offsets->data[k] < offsets->low ? offsets->data[k] : offsets->low;
        high = offsets->data[k] > high ? offsets->data[k] : high;
    }
    offsets->span = high - offsets->low + width;
    if (permute == NULL || !permute->takes(offsets, width))
        return false;
    struct gather__offsets least = *offsets;
    least.span = width;
    if (!permute->takes(&least, width))
        fail_msg("%s: width %lld, %lld blocks: it refuses the least span", permute->name, (long long)width,
                 (long long)offsets->count);
    memset(out, 0x5A, (size_t)bytes);
    permute->permute(out, data, offsets, width);
    if (!is_written(out, bytes))
        fail_msg("%s: width %lld, %lld blocks at %lld places", permute->name, (long long)width,
                 (long long)offsets->count, (long long)offsets->more + 1);
    return true;
}

enum { MOST_ODD = 3 };

/*
 * Blocks anywhere in the spread; or close to the one before, forwards and backwards; or all from the last to the first, so
 * that each byte they span is of one. are_odd: up to MOST_ODD bytes behind
 * where they would be.
 */
static void draw_places(struct randomness *randomness, int64_t width, int64_t count, int64_t spread,
                        bool are_close, bool are_odd)
{
    const bool turns_round = random_below(randomness, 4) == 0;
    int64_t last = turns_round ? count : random_below(randomness, spread);
    for (int64_t k = 0; k < count; k++) {
        const int64_t next = last + random_below(randomness, 4) - (k / 20 % 2) * 3;
        last = turns_round                               ? last - 1
               : are_close && next >= 0 && next < spread ? next
                                                         : random_below(randomness, spread);
        from[k] = last * width + (are_odd ? random_below(randomness, MOST_ODD + 1) : 0);
    }
}

/*
 * Places of the data overlap, follow each other or lie apart, forwards or backwards; those of the output are apart at
 * times. Returns: whether they were permuted too.
 */
static bool try_places(struct randomness *randomness, const struct gather__kernels *kernels, int64_t width,
                       int64_t count, int64_t places, uint64_t turn)
{
    const struct gather__fetch_kernel *kernel = gather__fetch_kernel_for(kernels, width);
    int64_t spread = count + random_below(randomness, 4) * 3, row = count * width;
    int64_t data_step = (1 + random_below(randomness, 2 * spread)) * width,
            out_step = row + (int64_t)(turn % 3) * 5;
    int64_t data_bytes = (places - 1) * data_step + spread * width + MOST_ODD,
            out_bytes = (places - 1) * out_step + row;
    if (data_bytes > MOST_PLACED || out_bytes > MOST_PLACED)
        return false;
    uint8_t *data =
        guard_place(&data_guard, (size_t)data_bytes, turn & 1 ? GUARD_LOW : GUARD_HIGH, turn % 64);
    uint8_t *out =
        guard_place(&out_guard, (size_t)out_bytes, turn & 1 ? GUARD_LOW : GUARD_HIGH, choose_gap(randomness));
    bool is_backwards = turn % 4 == 1;
    struct gather__offsets offsets = {.count = count,
                                      .data = from,
                                      .end = data + data_bytes,
                                      .out_step = width,
                                      .more = places - 1,
                                      .more_out = out_step,
                                      .more_data = is_backwards ? -data_step : data_step,
                                      .is_far = turn % 5 == 0,
                                      .streams = random_below(randomness, 3) == 0,
                                      .soon_bytes = turn % 5 == 1 ? spread * width : 0,
                                      .whole = places * row,
                                      .tuning = &tunings[random_below(randomness, ITEMS(tunings))]};
    int64_t first = is_backwards ? (places - 1) * data_step : 0;
    for (int64_t k = 0; k < data_bytes; k++)
        data[k] = (uint8_t)random_bits(randomness);
    draw_places(randomness, width, count, spread, turn % 2 == 0, random_below(randomness, 4) == 0);
    memset(out, 0x5A, (size_t)out_bytes);
    memset(before, 0x5A, (size_t)out_bytes);
    for (int64_t i = 0; i < places; i++)
        for (int64_t k = 0; k < count; k++)
            memcpy(before + i * out_step + k * width, data + first + i * offsets.more_data + from[k],
                   (size_t)width);
    kernel->fetch(out, data + first, &offsets, width);
    if (!is_written(out, out_bytes))
        fail_msg("%s: width %lld, %lld blocks at %lld places, turn %llu", kernel->name, (long long)width,
                 (long long)count, (long long)places, (unsigned long long)turn);
    return try_permute(kernels->permute, &offsets, out, data + first, width, out_bytes);
}

static void test_places(void **state) /* COVERS(CORE-7, CORE-9, CORE-12) */
{
    static const int64_t widths[] = {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 40, 64, 100, 128};
    static const int64_t counts[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  15,  16,
                                     17, 24, 31, 32, 33, 40, 48, 64, 65, 200, 700};
    static const int64_t places[] = {2, 3, 15, 16, 17, 40, 64};
    struct randomness randomness = randomness_begin("test_places");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++) {
        int64_t permuted = 0, permuted_bytes = 0;
        for (int64_t w = 0; w < ITEMS(widths); w++)
            for (int64_t c = 0; c < ITEMS(counts); c++)
                for (int64_t p = 0; p < ITEMS(places); p++, turn++) {
                    const bool is_one =
                        try_places(&randomness, kernels, widths[w], counts[c], places[p], turn);
                    permuted += is_one;
                    permuted_bytes += is_one && widths[w] < 4;
                }
        if (kernels->permute != NULL && permuted == 0)
            fail_msg("%s never takes anything", kernels->permute->name);
        if (kernels->permute != NULL && kernels->permute->least == 1 && permuted_bytes == 0)
            printf("skipped: %s permutes no bytes on this processor\n", kernels->permute->name);
    }
}

/* Every row of a table is one that some width takes: none is shadowed by those before it. */
static void test_no_fetch_is_out_of_reach(void **state)
{
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__fetch_kernel *row = kernels->fetches;; row++) {
            bool reached = false;
            for (int64_t width = 1; width <= 8192 && !reached; width++)
                reached = gather__fetch_kernel_for(kernels, width) == row;
            assert_true(reached);
            if (row->least == 0)
                break;
        }
}

/* ---- turn ---------------------------------------------------------------------------------------- */

static void try_turn(struct randomness *randomness, const struct gather__move_kernel *kernel, int64_t columns,
                     int64_t places, uint64_t turn)
{
    int64_t width = kernel->width, step = columns * width + (turn % 4 == 0 ? 0 : 5),
            pitch = places * width + 2;
    int64_t data_bytes = columns * pitch - 2, out_bytes = (places - 1) * step + columns * width;
    uint8_t *data =
        guard_place(&data_guard, (size_t)data_bytes, turn & 1 ? GUARD_LOW : GUARD_HIGH, turn % 64);
    uint8_t *out =
        guard_place(&out_guard, (size_t)out_bytes, turn & 1 ? GUARD_HIGH : GUARD_LOW, turn * 3 % 64);
    for (int64_t k = 0; k < data_bytes; k++)
        data[k] = (uint8_t)random_bits(randomness);
    for (int64_t j = 0; j < columns; j++)
        from[j] = random_below(randomness, columns) * pitch;
    struct gather__offsets offsets = {.count = columns, .data = from, .out_step = width};
    memset(out, 0x5A, (size_t)out_bytes);
    memset(before, 0x5A, (size_t)out_bytes);
    for (int64_t i = 0; i < places; i++)
        for (int64_t j = 0; j < columns; j++)
            memcpy(before + i * step + j * width, data + from[j] + i * width, (size_t)width);
    kernel->turn(out, data, &offsets, places, step);
    if (memcmp(out, before, (size_t)out_bytes) != 0 || !guard_holds(&out_guard))
        fail_msg("%s: %lld columns of %lld", kernel->name, (long long)columns, (long long)places);
}

static void test_turns(void **state) /* COVERS(CORE-7, CORE-9) */
{
    static const int64_t counts[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 64, 65, 130};
    struct randomness randomness = randomness_begin("test_turns");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves; row->turn != NULL; row++)
            for (int64_t i = 0; i < ITEMS(counts); i++)
                for (int64_t j = 0; j < ITEMS(counts); j++)
                    try_turn(&randomness, row, counts[i], counts[j], turn++);
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
        cmocka_unit_test(test_fetches),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_no_fetch_is_out_of_reach),
        cmocka_unit_test(test_turns),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
