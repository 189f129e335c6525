/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every kernel that moves or fills, of every table that this processor can run, against loops over bytes and
 * bits: each row, each alignment, sizes around those where a kernel changes its way, steps of every kind,
 * through the caches and past them, operands flush with pages that can't be touched.
 *
 * COVERS(CORE-6, CORE-7, CORE-8, CORE-9, CORE-12)
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

#define ITEMS(array) ((int64_t)(sizeof(array) / sizeof((array)[0])))

enum { MOST_AGAIN = 20 /* rows and columns of tiles of which there are more */ };

static const int64_t counts[] = {0, 1, 2, 3, 4, 5, 8, 12, 13, 15, 16, 17, 63, 64, 65, 131};

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

struct loops {
    int64_t count[3], step[3];
};

static struct loops out_loops(const struct gather__tile *tile)
{
    return (struct loops){{tile->more + 1, tile->count[0], tile->count[1]},
                          {tile->more_out, tile->out_step[0], tile->out_step[1]}};
}

static struct loops data_loops(const struct gather__tile *tile)
{
    return (struct loops){{tile->more + 1, tile->count[0], tile->count[1]},
                          {tile->more_data, tile->data_step[0], tile->data_step[1]}};
}

/* The lowest and highest that loops reach from 0, at their first byte or bit. Returns: whether they go anywhere. */
static bool reach_of(struct loops loops, int64_t *low, int64_t *high)
{
    bool any = true;
    *low = *high = 0;
    for (int k = 0; k < 3; k++) {
        int64_t span = (loops.count[k] > 0 ? loops.count[k] - 1 : 0) * loops.step[k];
        *(span < 0 ? low : high) += span;
        any = any && loops.count[k] > 0;
    }
    return any;
}

static void fill_at_random(struct randomness *randomness, uint8_t *bytes, size_t count)
{
    for (size_t k = 0; k < count; k += 8) {
        uint64_t bits = random_bits(randomness);
        memcpy(bytes + k, &bits, count - k < 8 ? count - k : 8);
    }
}

/*
 * Memory that holds just what the loops reach, `unit` bits a step; `lead` units stay free before the
 * lowest.
 */
static void place(struct operand *operand, struct randomness *randomness, struct loops loops, int64_t width,
                  int64_t unit, int64_t lead, uint64_t turn)
{
    int64_t low, high;
    const bool empty = !reach_of(loops, &low, &high);
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
        fail_msg(
            "%s: counts %lld %lld, output steps %lld %lld, data steps %lld %lld, %lld more at %lld and %lld, "
            "width %lld, streams %d",
            name, (long long)tile->count[0], (long long)tile->count[1], (long long)tile->out_step[0],
            (long long)tile->out_step[1], (long long)tile->data_step[0], (long long)tile->data_step[1],
            (long long)tile->more, (long long)tile->more_out, (long long)tile->more_data,
            (long long)tile->width, (int)tile->streams);
}

/* ---- bytes --------------------------------------------------------------------------------------- */

static void try_move(struct randomness *randomness, const struct gather__move_kernel *kernel,
                     const struct gather__tile *tile, uint64_t turn)
{
    place(&out, randomness, out_loops(tile), tile->width, 8, 0, turn);
    place(&data, randomness, data_loops(tile), tile->width, 8, 0, turn / 3);
    uint8_t *expected = out.before;
    const int64_t tiles = (tile->more + 1) * tile->count[0];
    for (int64_t k = 0; k < tiles * tile->count[1]; k++) {
        const int64_t j = k % tile->count[1], i = k / tile->count[1] % tile->count[0],
                      m = k / tile->count[1] / tile->count[0];
        memcpy(expected + out.base + m * tile->more_out + i * tile->out_step[0] + j * tile->out_step[1],
               data.before + data.base + m * tile->more_data + i * tile->data_step[0] +
                   j * tile->data_step[1],
               (size_t)tile->width);
    }
    kernel->move(out.memory + out.base, data.memory + data.base, tile);
    check(kernel->name, tile, expected);
}

enum kind {
    DENSE,
    STRIDED,
    BACKWARDS,
    REVERSED,
    HALVED,
    BROADCAST,
    TRANSPOSED,
    TRANSPOSED_APART,
    TRANSPOSED_BACKWARDS,
    TRANSPOSED_UPWARDS,
    KINDS
};

/* Steps of a kind around elements of a width; the output's never meet. */
static struct gather__tile tile_of(enum kind kind, int64_t rows_count, int64_t columns, int64_t width)
{
    struct gather__tile tile = {.count = {rows_count, columns},
                                .out_step = {columns * width, width},
                                .data_step = {columns * width, width},
                                .width = width};
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
    if (kind == REVERSED)
        tile.data_step[1] = -width;
    if (kind == HALVED)
        tile.data_step[1] = 2 * width;
    if (kind == BROADCAST)
        tile.data_step[1] = 0;
    if (kind >= TRANSPOSED) {
        tile.out_step[0] += gap;
        tile.data_step[0] = width;
        tile.data_step[1] = rows_count * width + gap;
    }
    if (kind == TRANSPOSED_UPWARDS)
        tile.data_step[0] = -width;
    if (kind == TRANSPOSED_BACKWARDS) {
        tile.out_step[0] = -tile.out_step[0];
        tile.data_step[1] = -tile.data_step[1];
    }
    return tile;
}

/* More tiles behind or before the first, whose data is anywhere. */
static void add_tiles(struct gather__tile *tile, uint64_t turn)
{
    static const int64_t data_steps[] = {0, 1, -3, 64, 700};
    tile->more = (int64_t)(turn / 3 % 4);
    tile->more_out = tile->count[0] * llabs(tile->out_step[0]) + (int64_t)(turn % 5) * tile->width;
    if (turn % 7 == 0)
        tile->more_out = -tile->more_out;
    tile->more_data = data_steps[turn % 5] * tile->width;
}

/* Widths that a row is tried with; each kernel that tables share is tried once. */
static int64_t widths_of(const struct gather__kernels *kernels, const struct gather__move_kernel *row,
                         const int64_t **widths)
{
    static const int64_t block_widths[] = {1, 2, 4, 5, 7, 9, 20, 33, 64, 100, 300};
    bool is_shared = kernels != &gather__kernels_scalar &&
                     row->move == gather__kernel_for(&gather__kernels_scalar, row->width)->move;
    *widths = row->width == 0 ? block_widths : &row->width;
    return is_shared ? 0 : row->width == 0 ? ITEMS(block_widths) : 1;
}

static void move_every_size(struct randomness *randomness, const struct gather__move_kernel *row,
                            int64_t width, uint64_t *turn)
{
    for (int kind = DENSE; kind < KINDS; kind++)
        for (int64_t i = 0; i < ITEMS(counts); i++)
            for (int64_t j = 0; j < ITEMS(counts); j++) {
                struct gather__tile tile = tile_of((enum kind)kind, counts[i], counts[j], width);
                tile.streams = *turn % 3 == 0;
                if (counts[i] <= MOST_AGAIN && counts[j] <= MOST_AGAIN)
                    add_tiles(&tile, *turn);
                try_move(randomness, row, &tile, (*turn)++ * 7);
            }
}

/* Every kernel, width, kind and size. */
static void test_moves(void **state)
{
    struct randomness randomness = randomness_begin("test_moves");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves;; row++) {
            const int64_t *widths;
            for (int64_t count = widths_of(kernels, row, &widths); count > 0; count--)
                move_every_size(&randomness, row, *widths++, &turn);
            if (row->width == 0)
                break;
        }
}

/*
 * Each pair of alignments within a cache line: whole squares and edges, and a few planes to and from elements side
 * by side.
 */
static void test_moves_at_every_alignment(void **state)
{
    static const int64_t planes[] = {2, 3, 4, 8};
    struct randomness randomness = randomness_begin("test_moves_at_every_alignment");
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves; row->width != 0; row++)
            for (uint64_t turn = 0; turn < 2 * GUARD_GAPS * 9; turn++) {
                int64_t width = row->width, side = 64 / width + 1, few = planes[turn / 9 % 4];
                struct gather__tile tile = tile_of(STRIDED, side, side + 1, width);
                if (turn % 9 < 3)
                    tile = tile_of(TRANSPOSED, side, side + 1, width);
                else if (turn % 9 < 5)
                    tile = tile_of(TRANSPOSED, few, 100, width);
                else if (turn % 9 < 7)
                    tile = tile_of(TRANSPOSED, 100, few, width);
                else if (turn % 9 < 8) { /* pages apart, and come back to: rows go in parts */
                    tile.data_step[0] = width;
                    tile.data_step[1] = 4096;
                }
                tile.streams = turn / 2 % 2;
                if (turn % 4 == 0)
                    add_tiles(&tile, turn + 3);
                try_move(&randomness, row, &tile, turn);
            }
}

/*
 * More places than a run has, and columns of several panels, where places lie alike in their cache lines, where
 * they don't, and one behind the other; columns near, and each in pages of its own.
 */
static void test_large_transposes(void **state)
{
    enum { PLACES = 1100, PAGES = 4096 + 64 };
    struct randomness randomness = randomness_begin("test_large_transposes");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves; row->width != 0; row++)
            for (int form = 0; form < 16; form++) {
                int64_t width = row->width, columns = (form & 4 ? 180 : 420) / width;
                struct gather__tile tile = tile_of(TRANSPOSED, PLACES, columns, width);
                if (form & 1)
                    tile.out_step[0] = form & 2 ? 1088 : 1088 + width;
                if (form & 8 && tile.data_step[1] < PAGES)
                    tile.data_step[1] = PAGES;
                tile.data_step[1] += form & 2 ? width : 0;
                tile.streams = true;
                try_move(&randomness, row, &tile, turn);
                tile.streams = false;
                try_move(&randomness, row, &tile, turn);
                turn += 2 * 16 + 1;
            }
}

/*
 * Outputs of more than the nearest cache, long and wide: through the caches; past them where places lie alike in lines.
 */
static void test_near_transposes(void **state)
{
    static const int64_t sides[][2] = {{1100, 600}, {20, 513}, {999, 128}, {4096, 64}, {70, 519}, {17, 4000}};
    struct randomness randomness = randomness_begin("test_near_transposes");
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves; row->width != 0; row++)
            for (uint64_t turn = 0; turn < 3 * GUARD_GAPS; turn++) {
                const int64_t *side = sides[turn % ITEMS(sides)], width = row->width;
                const enum kind kind = (enum kind)(TRANSPOSED + (int)(turn / 8 % 4));
                const bool streams = turn > ITEMS(sides);
                const int64_t columns = streams ? (side[1] + width - 1) / width : side[1];
                struct gather__tile tile = tile_of(streams ? kind : TRANSPOSED, side[0], columns, width);
                if (turn / ITEMS(sides) % 2 != 0)
                    tile.data_step[1] += -tile.data_step[1] & 4095;
                if (streams) {
                    tile.out_step[0] += -tile.out_step[0] & 63;
                    tile.more = (int64_t)(turn % 5 / 4);
                    tile.more_out = side[0] * (columns * width + 64) + (int64_t)(turn % 3);
                }
                tile.streams = streams;
                try_move(&randomness, row, &tile, turn);
            }
}

/* Tiles of blocks that are large enough to go past the caches, to be cut into patches, or into parts. */
static void test_large_blocks(void **state)
{
    static const int64_t widths[] = {3,   6,   9,    12,    24,    32,    100,   255,  256,
                                     300, 512, 1000, 16384, 16447, 20416, 24576, 40000};
    struct randomness randomness = randomness_begin("test_large_blocks");
    uint64_t turn = 0;
    (void)state;
    for (int64_t w = 0; w < ITEMS(widths); w++)
        for (int kind = DENSE; kind < KINDS; kind++)
            for (int streams = 0; streams < 2; streams++) {
                int64_t count = widths[w] < 100 ? 90 : 20, columns = widths[w] < 10000 ? 66 : 2;
                struct gather__tile tile = tile_of((enum kind)kind, count, columns, widths[w]);
                tile.streams = streams != 0;
                try_move(&randomness, gather__kernel_for(&gather__kernels_scalar, widths[w]), &tile,
                         turn += 13);
            }
}

/* Columns at a list of offsets, through the caches and past them. */
static void test_turns(void **state)
{
    struct randomness randomness = randomness_begin("test_turns");
    const struct gather__kernels *kernels;
    int64_t from[300];
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves; row->width != 0; row++)
            for (int form = 0; form < 32 && row->turn != NULL; form++) {
                struct gather__tile tile =
                    tile_of(TRANSPOSED_APART, 96 - form, form & 8 ? ITEMS(from) : 40, row->width);
                tile.streams = form & 1;
                tile.out_step[0] += form & 2 ? 3 : form & 4 ? 1024 - tile.out_step[0] % 64 : -3;
                place(&out, &randomness, out_loops(&tile), row->width, 8, 0, turn);
                place(&data, &randomness, data_loops(&tile), row->width, 8, 0, turn++ / 3);
                struct gather__offsets offsets = {
                    .count = tile.count[1], .data = from, .out_step = row->width, .streams = tile.streams};
                for (int64_t j = 0; j < tile.count[1]; j++) {
                    from[j] = random_below(&randomness, tile.count[1]) * tile.data_step[1];
                    for (int64_t i = 0; i < tile.count[0]; i++)
                        memcpy(out.before + i * tile.out_step[0] + j * row->width,
                               data.before + from[j] + i * row->width, (size_t)row->width);
                }
                row->turn(out.memory, data.memory, &offsets, tile.count[0], tile.out_step[0]);
                check(row->name, &tile, out.before);
            }
}

/* 0, step, 2 * step .. in any order. */
static void shuffle_steps(struct randomness *randomness, int64_t *offsets, int64_t count, int64_t step)
{
    for (int64_t k = 0; k < count; k++) {
        int64_t other = random_below(randomness, k + 1);
        offsets[k] = offsets[other];
        offsets[other] = k * step;
    }
}

/* Moves a crossing whose columns, places or both are listed, of counts from 1 on, through the caches and past them. */
static void move_listed(struct randomness *randomness, const struct gather__move_kernel *row, uint64_t turn)
{
    static const int64_t sides[] = {1, 2, 7, 16, 17, 64, 70, 130};
    int64_t from[130], to[130], width = row->width;
    struct gather__tile tile =
        tile_of(turn % 5 == 0 ? TRANSPOSED : TRANSPOSED_APART, sides[turn % 8], sides[turn / 8 % 8], width);
    tile.streams = turn / 64 % 2;
    tile.out_step[0] += turn / 128 % 2 ? 64 - tile.out_step[0] % 64 : 0;
    place(&out, randomness, out_loops(&tile), width, 8, 0, turn);
    place(&data, randomness, data_loops(&tile), width, 8, 0, turn / 3);
    shuffle_steps(randomness, from, tile.count[1], tile.data_step[1]);
    shuffle_steps(randomness, to, tile.count[0], tile.out_step[0]);
    tile.from = turn % 3 != 0 ? from : NULL;
    tile.to = turn % 3 != 1 ? to : NULL;
    for (int64_t i = 0; i < tile.count[0]; i++)
        for (int64_t j = 0; j < tile.count[1]; j++)
            memcpy(out.before + (tile.to != NULL ? to[i] : i * tile.out_step[0]) + j * width,
                   data.before + (tile.from != NULL ? from[j] : j * tile.data_step[1]) + i * width,
                   (size_t)width);
    row->move(out.memory, data.memory, &tile);
    check(row->name, &tile, out.before);
}

static void test_listed_crossings(void **state)
{
    struct randomness randomness = randomness_begin("test_listed_crossings");
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves; row->width != 0; row++)
            for (uint64_t turn = 0; turn < 3 * 256 && row->turn != NULL; turn++)
                move_listed(&randomness, row, turn);
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
                    place(&out, &randomness, out_loops(&tile), width, 8, 0, turn);
                    place(&data, &randomness, (struct loops){{0}, {0}}, width, 8, 0, turn++);
                    for (int64_t k = 0; k < counts[i] * counts[j]; k++)
                        memcpy(out.before + out.base + k / counts[j] * tile.out_step[0] +
                                   k % counts[j] * tile.out_step[1],
                               pattern, (size_t)width);
                    gather__kernels_scalar.fill(out.memory + out.base, pattern, &tile);
                    check("fill", &tile, out.before);
                }
}

/* Pixels whose fourth byte is another's, or nobody's: all small steps, and few of them. */
static void test_threes(void **state) /* COVERS(CORE-9, CORE-12) */
{
    struct randomness randomness = randomness_begin("test_threes");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (int64_t step = -9; step <= 9; step++)
            for (int64_t count = 0; count < 40; count++, turn++) {
                const struct gather__tile tile = {.count = {1 + (int64_t)(turn % 3), count},
                                                  .out_step = {3 * count + (int64_t)(turn % 2), 3},
                                                  .data_step = {(int64_t)(turn % 50) - 25, step},
                                                  .width = 3};
                try_move(&randomness, gather__kernel_for(kernels, 3), &tile, turn);
            }
}

/* Each table has a kernel for every width, and no row that none finds. */
static void test_the_tables(void **state)
{
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves;; row++) {
            assert_ptr_equal(gather__kernel_for(kernels, row->width != 0 ? row->width : 4097), row);
            if (row->width == 0)
                break;
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

static void try_bits(struct randomness *randomness, const struct gather__kernels *kernels,
                     const struct gather__tile *tile, int64_t out_lead, int64_t data_lead, uint64_t turn)
{
    const uint8_t pattern[16] = {(uint8_t)random_below(randomness, 1 << tile->width)};
    place(&out, randomness, out_loops(tile), tile->out_width, 1, out_lead, turn);
    place(&data, randomness, data_loops(tile), tile->width, 1, data_lead, turn / 3);
    expect_bits(tile, data.before, data.base, true);
    kernels->move_bits(out.memory, out.base, data.memory, data.base, tile);
    check(kernels->bits_name, tile, out.before);
    fill_at_random(randomness, out.memory, out.bytes);
    memcpy(out.before, out.memory, out.bytes);
    expect_bits(tile, pattern, 0, false);
    kernels->fill_bits(out.memory, out.base, pattern, tile);
    check("fill_bits", tile, out.before);
}

/* Cells of the element's width begin anywhere; those of a byte on a byte. */
static void move_bits_at_steps(struct randomness *randomness, const struct gather__kernels *kernels,
                               int64_t width, int wide, uint64_t turn)
{
    static const int64_t steps[] = {1, 2, 3, 4, 7, -1, -3};
    static const int64_t runs[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 64, 65, 200};
    int64_t out_cell = wide & 1 ? 8 : width, data_cell = wide & 2 ? 8 : width;
    for (int64_t step = 0; step < ITEMS(steps) * ITEMS(steps); step++)
        for (int64_t i = 0; i < 3; i++)
            for (int64_t j = 0; j < ITEMS(runs); j++) {
                int64_t out_step = steps[step % ITEMS(steps)] * out_cell;
                int64_t data_step = steps[step / ITEMS(steps)] * data_cell;
                int64_t row_step = runs[j] * llabs(out_step) + out_cell * (step % 3);
                struct gather__tile tile = {.count = {i, runs[j]},
                                            .out_step = {row_step, out_step},
                                            .data_step = {3 * data_cell, data_step},
                                            .width = width,
                                            .out_width = out_cell};
                try_bits(randomness, kernels, &tile, (int64_t)(turn % 4) * out_cell,
                         (int64_t)(turn / 4 % 4) * data_cell, turn);
                turn++;
            }
}

static void test_bits(void **state)
{
    struct randomness randomness = randomness_begin("test_bits");
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (int64_t width = 2; width <= 4; width += 2)
            for (int wide = 0; wide < 4; wide++)
                move_bits_at_steps(&randomness, kernels, width, wide, (uint64_t)wide * 5);
}

/* The data dense along one loop, the output along the other. */
static void test_bits_that_cross(void **state)
{
    static const int64_t sides[] = {7, 8, 9, 63, 64, 65, 130};
    struct randomness randomness = randomness_begin("test_bits_that_cross");
    const struct gather__kernels *kernels;
    uint64_t turn = 0;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (int form = 0; form < 16; form++)
            for (int64_t size = 0; size < ITEMS(sides) * ITEMS(sides); size++) {
                int64_t i = sides[size % ITEMS(sides)], j = sides[size / ITEMS(sides)],
                        width = form & 1 ? 2 : 4;
                int64_t out_cell = form & 2 ? 8 : width, data_cell = form & 4 ? 8 : width,
                        gap = form & 8 ? 3 : 0;
                struct gather__tile tile = {.count = {i, j},
                                            .out_step = {(j + gap) * out_cell, out_cell},
                                            .data_step = {data_cell, (i + gap) * data_cell},
                                            .width = width,
                                            .out_width = out_cell};
                try_bits(&randomness, kernels, &tile, (int64_t)(turn % 4) * out_cell,
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

        cmocka_unit_test(test_near_transposes),
        cmocka_unit_test(test_large_blocks),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_listed_crossings),
        cmocka_unit_test(test_fills),
        cmocka_unit_test(test_threes),
        cmocka_unit_test(test_the_tables),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_bits_that_cross),
    };
    return cmocka_run_group_tests(tests, NULL, end_memory);
}
