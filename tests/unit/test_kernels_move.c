/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every kernel that moves or fills, against loops over bytes and bits: each row of the table, each
 * alignment, sizes around those where a kernel changes its way, steps of every kind, operands flush with
 * pages that can't be touched.
 *
 * COVERS(CORE-6, CORE-7, CORE-8, CORE-9)
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

#define rows gather__move_kernels_scalar

#define ITEMS(array) ((int64_t)(sizeof(array) / sizeof((array)[0])))

/* The last row of a table takes every width. */
static int64_t row_count(void)
{
    int64_t count = 1;
    while (rows[count - 1].width != 0)
        count++;
    return count;
}

static const int64_t counts[] = {0, 1, 2, 15, 16, 17, 63, 64, 65};

/* One operand of a case. */
struct operand {
    struct guard guard;
    uint8_t *memory; /* flush with its pages */
    size_t bytes;
    int64_t base; /* of index 0, 0 in the memory: in bytes, or in bits */
    uint8_t *before;
};

static struct operand out, data;

/* ---- operands ------------------------------------------------------------------------------------ */

/* The lowest and highest that two loops reach from 0, at their first byte or bit. */
static void reach_of(const int64_t *loop_counts, const int64_t *steps, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (int k = 0; k < 2; k++) {
        int64_t span = (loop_counts[k] > 0 ? loop_counts[k] - 1 : 0) * steps[k];
        *(span < 0 ? low : high) += span;
    }
}

static void fill_at_random(struct randomness *randomness, uint8_t *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++)
        bytes[k] = (uint8_t)random_bits(randomness);
}

/*
 * Memory that holds just what the loops reach, `unit` bits a step; `lead` units stay free before the
 * lowest.
 */
static void place(struct operand *operand, struct randomness *randomness, const int64_t *loop_counts,
                  const int64_t *steps, int64_t width, int64_t unit, int64_t lead, uint64_t turn)
{
    int64_t low, high;
    reach_of(loop_counts, steps, &low, &high);
    bool empty = loop_counts[0] == 0 || loop_counts[1] == 0;
    operand->bytes = empty ? 0 : (size_t)((lead + high - low + width) * unit + 7) / 8;
    operand->memory = guard_place(&operand->guard, operand->bytes, turn & 1 ? GUARD_LOW : GUARD_HIGH,
                                  (size_t)(turn / 2 % GUARD_GAPS));
    operand->base = empty ? 0 : lead - low;
    fill_at_random(randomness, operand->memory, operand->bytes);
    operand->before = realloc(operand->before, operand->bytes + 1);
    assert_non_null(operand->before);
    memcpy(operand->before, operand->memory, operand->bytes);
}

/* The output must be `expected` everywhere, and nothing else changed. */
static void check(const char *name, const struct gather__tile *tile, const uint8_t *expected)
{
    if (memcmp(out.memory, expected, out.bytes) != 0 || !guard_holds(&out.guard) ||
        !guard_holds(&data.guard) || memcmp(data.memory, data.before, data.bytes) != 0)
        fail_msg("%s: counts %lld %lld, output steps %lld %lld, data steps %lld %lld, width %lld", name,
                 (long long)tile->count[0], (long long)tile->count[1], (long long)tile->out_step[0],
                 (long long)tile->out_step[1], (long long)tile->data_step[0], (long long)tile->data_step[1],
                 (long long)tile->width);
}

/* ---- bytes --------------------------------------------------------------------------------------- */

static void try_move(struct randomness *randomness, const struct gather__move_kernel *kernel,
                     const struct gather__tile *tile, uint64_t turn)
{
    place(&out, randomness, tile->count, tile->out_step, tile->width, 8, 0, turn);
    place(&data, randomness, tile->count, tile->data_step, tile->width, 8, 0, turn / 3);
    uint8_t *expected = out.before;
    for (int64_t i = 0; i < tile->count[0]; i++)
        for (int64_t j = 0; j < tile->count[1]; j++)
            for (int64_t b = 0; b < tile->width; b++)
                expected[out.base + i * tile->out_step[0] + j * tile->out_step[1] + b] =
                    data.before[data.base + i * tile->data_step[0] + j * tile->data_step[1] + b];
    kernel->move(out.memory + out.base, data.memory + data.base, tile);
    check(kernel->name, tile, expected);
}

enum kind { DENSE, STRIDED, BACKWARDS, BROADCAST, TRANSPOSED, TRANSPOSED_APART, TRANSPOSED_BACKWARDS, KINDS };

/* Steps of a kind around elements of a width; the output's never meet. */
static struct gather__tile tile_of(enum kind kind, int64_t rows_count, int64_t columns, int64_t width)
{
    struct gather__tile tile = {
        {rows_count, columns}, {columns * width, width}, {columns * width, width}, width, 0};
    int64_t gap = kind == TRANSPOSED_APART || kind == TRANSPOSED_BACKWARDS ? 3 : 0;
    if (kind == STRIDED || kind == BACKWARDS) {
        tile.out_step[1] = width + 5;
        tile.data_step[1] = 2 * width;
        tile.out_step[0] = columns * (width + 5) + 1;
    }
    if (kind == BACKWARDS) {
        tile.out_step[0] = -tile.out_step[0];
        tile.data_step[1] = -tile.data_step[1];
    }
    if (kind == BROADCAST)
        tile.data_step[1] = 0;
    if (kind >= TRANSPOSED) {
        tile.out_step[0] += gap;
        tile.data_step[0] = width;
        tile.data_step[1] = rows_count * width + gap;
    }
    if (kind == TRANSPOSED_BACKWARDS) {
        tile.out_step[0] = -tile.out_step[0];
        tile.data_step[1] = -tile.data_step[1];
    }
    return tile;
}

/* Calls `try_move` for every kernel, width, kind and size. */
static void test_moves(void **state)
{
    static const int64_t block_widths[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 100};
    struct randomness randomness = randomness_begin("test_moves");
    uint64_t turn = 0;
    (void)state;
    for (int64_t row = 0; row < row_count(); row++)
        for (int64_t w = 0; w < (rows[row].width == 0 ? ITEMS(block_widths) : 1); w++)
            for (int kind = DENSE; kind < KINDS; kind++)
                for (int64_t i = 0; i < ITEMS(counts); i++)
                    for (int64_t j = 0; j < ITEMS(counts); j++) {
                        int64_t width = rows[row].width == 0 ? block_widths[w] : rows[row].width;
                        struct gather__tile tile = tile_of((enum kind)kind, counts[i], counts[j], width);
                        try_move(&randomness, &rows[row], &tile, turn++ * 7);
                    }
}

/* Each pair of alignments within a cache line, for a size that has whole squares and edges. */
static void test_moves_at_every_alignment(void **state)
{
    struct randomness randomness = randomness_begin("test_moves_at_every_alignment");
    (void)state;
    for (int64_t row = 0; row < row_count(); row++) {
        int64_t width = rows[row].width == 0 ? 12 : rows[row].width, side = 64 / width + 1;
        for (uint64_t turn = 0; turn < 2 * GUARD_GAPS * 9; turn++) {
            struct gather__tile tile = tile_of(turn % 3 == 0 ? TRANSPOSED : STRIDED, side, side + 1, width);
            try_move(&randomness, &rows[row], &tile, turn);
        }
    }
}

/* Blocks of several squares a side, and outputs so large that they are stored past the caches. */
static void test_large_transposes(void **state)
{
    struct randomness randomness = randomness_begin("test_large_transposes");
    (void)state;
    for (int64_t row = 0; row < row_count(); row++) {
        int64_t width = rows[row].width == 0 ? 3 : rows[row].width, columns = 512,
                gap = width == 3 ? 1 : width;
        int64_t large = (1 << 22) / width / columns + 64 / width + 1;
        for (int64_t apart = 0; apart < 3; apart++) {
            struct gather__tile tile = tile_of(TRANSPOSED, large, columns, width);
            tile.out_step[0] += 16 * apart; /* lines on 16 bytes */
            tile.data_step[1] += apart * gap;
            try_move(&randomness, &rows[row], &tile,
                     1 + 2 * 16 * (uint64_t)apart); /* from the page's begin on */
            try_move(&randomness, &rows[row], &tile, 1 + 2 * 17 * (uint64_t)apart + 2 * 3);
        }
    }
}

static void test_fills(void **state)
{
    struct randomness randomness = randomness_begin("test_fills");
    uint8_t pattern[16];
    uint64_t turn = 0;
    (void)state;
    fill_at_random(&randomness, pattern, sizeof pattern);
    for (int64_t width = 1; width <= 16; width++)
        for (int kind = DENSE; kind <= BACKWARDS; kind++)
            for (int64_t i = 0; i < ITEMS(counts); i++)
                for (int64_t j = 0; j < ITEMS(counts); j += 2) {
                    struct gather__tile tile = tile_of((enum kind)kind, counts[i], counts[j], width);
                    place(&out, &randomness, tile.count, tile.out_step, width, 8, 0, turn);
                    place(&data, &randomness, (const int64_t[]){0, 0}, tile.out_step, width, 8, 0, turn++);
                    for (int64_t k = 0; k < counts[i] * counts[j]; k++)
                        memcpy(out.before + out.base + k / counts[j] * tile.out_step[0] +
                                   k % counts[j] * tile.out_step[1],
                               pattern, (size_t)width);
                    gather__kernels_scalar.fill(out.memory + out.base, pattern, &tile);
                    check("fill", &tile, out.before);
                }
}

/* The table has a kernel for every width, and finds the row made for one. */
static void test_the_table(void **state)
{
    (void)state;
    for (int64_t width = 1; width <= 4096; width++) {
        const struct gather__move_kernel *kernel = gather__kernel_for(&gather__kernels_scalar, width);
        bool own = false;
        for (int64_t row = 0; row < row_count(); row++)
            own = own || rows[row].width == width;
        assert_true(kernel->width == (own ? width : 0));
    }
}

/* ---- bits ---------------------------------------------------------------------------------------- */

static int read_bit(const uint8_t *bytes, int64_t bit) { return bytes[bit / 8] >> (bit % 8) & 1; }

static void write_bit(uint8_t *bytes, int64_t bit, int value)
{
    bytes[bit / 8] = (uint8_t)((bytes[bit / 8] & ~(1 << (bit % 8))) | value << (bit % 8));
}

/* The bits that each cell must hold: the element's, then zeros up to the cell's width. */
static void expect_bits(const struct gather__tile *tile, const uint8_t *from, int64_t from_base, bool moves)
{
    for (int64_t i = 0; i < tile->count[0]; i++)
        for (int64_t j = 0; j < tile->count[1]; j++)
            for (int64_t b = 0; b < tile->out_width; b++) {
                int64_t to = out.base + i * tile->out_step[0] + j * tile->out_step[1] + b;
                int64_t source = moves ? from_base + i * tile->data_step[0] + j * tile->data_step[1] : 0;
                write_bit(out.before, to, b < tile->width ? read_bit(from, source + b) : 0);
            }
}

static void try_bits(struct randomness *randomness, const struct gather__tile *tile, int64_t out_lead,
                     int64_t data_lead, uint64_t turn)
{
    const uint8_t pattern[16] = {(uint8_t)random_below(randomness, 1 << tile->width)};
    place(&out, randomness, tile->count, tile->out_step, tile->out_width, 1, out_lead, turn);
    place(&data, randomness, tile->count, tile->data_step, tile->width, 1, data_lead, turn / 3);
    expect_bits(tile, data.before, data.base, true);
    gather__kernels_scalar.move_bits(out.memory, out.base, data.memory, data.base, tile);
    check("move_bits", tile, out.before);
    fill_at_random(randomness, out.memory, out.bytes);
    memcpy(out.before, out.memory, out.bytes);
    expect_bits(tile, pattern, 0, false);
    gather__kernels_scalar.fill_bits(out.memory, out.base, pattern, tile);
    check("fill_bits", tile, out.before);
}

/* Cells of the element's width begin anywhere; those of a byte on a byte. */
static void test_bits(void **state)
{
    static const int64_t steps[] = {1, 2, 3, 4, 7, -1, -3};
    struct randomness randomness = randomness_begin("test_bits");
    uint64_t turn = 0;
    (void)state;
    for (int64_t width = 2; width <= 4; width += 2)
        for (int64_t wide = 0; wide < 4; wide++)
            for (int64_t step = 0; step < ITEMS(steps) * ITEMS(steps); step++)
                for (int64_t i = 0; i < 3; i++)
                    for (int64_t j = 0; j < ITEMS(counts); j++) {
                        int64_t out_cell = wide & 1 ? 8 : width, data_cell = wide & 2 ? 8 : width;
                        int64_t out_step = steps[step % ITEMS(steps)] * out_cell;
                        int64_t data_step = steps[step / ITEMS(steps)] * data_cell;
                        int64_t row_step = counts[j] * llabs(out_step) + out_cell * (step % 3);
                        struct gather__tile tile = {{i, counts[j]},
                                                    {row_step, out_step},
                                                    {3 * data_cell, data_step},
                                                    width,
                                                    out_cell == width ? width : 8};
                        try_bits(&randomness, &tile, (int64_t)(turn % 4) * out_cell,
                                 (int64_t)(turn / 4 % 4) * data_cell, turn);
                        turn++;
                    }
}

static int end_memory(void **state)
{
    (void)state;
    guard_end(&out.guard);
    guard_end(&data.guard);
    free(out.before);
    free(data.before);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_moves_at_every_alignment),
        cmocka_unit_test(test_large_transposes),
        cmocka_unit_test(test_fills),
        cmocka_unit_test(test_the_table),
        cmocka_unit_test(test_bits),
    };
    return cmocka_run_group_tests(tests, NULL, end_memory);
}
