/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiny gathers against a loop over the indices: each count, widths and steps of every kind, operands flush with pages that
 * can't be touched; and an index outside at each place, after which nothing is written.
 *
 * COVERS(CORE-6, CORE-12, CORE-16)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/table.h"
#include "support/guard.h"
#include "support/randomness.h"

enum { SIZE = 50, GAP = 3, WIDEST = 200, FRONT = 5 /* bytes before the first element */ };

static struct guard out_guard, data_guard, index_guard;

struct operands {
    uint8_t *out, *data, *indices;
    uint8_t expected[FRONT + GATHER__TINY_INDICES * (WIDEST + GAP)];
    size_t out_bytes;
};

/* A gather from SIZE blocks. dense: as a plan says that all operands are. */
static struct gather__brief tiny_of(int32_t count, int32_t width, bool is_wide, bool is_dense)
{
    int64_t gap = is_dense ? 0 : GAP, index_bytes = is_wide ? 8 : 4;
    struct gather__brief tiny = {.out = FRONT,
                                 .data = FRONT + 1,
                                 .indices = FRONT + 2,
                                 .out_step = width + gap,
                                 .indices_step = index_bytes * (is_dense ? 1 : 2),
                                 .axes = {{.scale = width + gap, .rule = {.limit = SIZE - 1}}},
                                 .more = SIZE,
                                 .width = width,
                                 .count = count,
                                 .is_wide = is_wide};
    return tiny;
}

static void put_index(const struct gather__brief *tiny, uint8_t *indices, int32_t k, int64_t value)
{
    int32_t narrow = (int32_t)value;
    indices += tiny->indices;
    if (tiny->is_wide)
        memcpy(indices + k * tiny->indices_step, &value, sizeof value);
    else
        memcpy(indices + k * tiny->indices_step, &narrow, sizeof narrow);
}

/* Operands that end where their pages do, indices inside, and what comes of them. */
static void place(struct operands *operands, struct randomness *randomness, const struct gather__brief *tiny,
                  uint64_t turn)
{
    enum guard_side side = turn & 1 ? GUARD_LOW : GUARD_HIGH;
    size_t gap = turn / 2 % GUARD_GAPS, last = (size_t)tiny->count - 1, width = (size_t)tiny->width;
    size_t data_bytes = (size_t)tiny->data + (SIZE - 1) * (size_t)tiny->axes[0].scale + width;
    operands->out_bytes = (size_t)tiny->out + last * (size_t)tiny->out_step + width;
    operands->out = guard_place(&out_guard, operands->out_bytes, side, gap);
    operands->data = guard_place(&data_guard, data_bytes, side, gap);
    operands->indices = guard_place(
        &index_guard, (size_t)tiny->indices + last * (size_t)tiny->indices_step + (tiny->is_wide ? 8 : 4),
        side, gap);
    for (size_t k = 0; k < data_bytes; k++)
        operands->data[k] = (uint8_t)random_bits(randomness);
    memset(operands->out, 0x5A, operands->out_bytes);
    memset(operands->expected, 0x5A, sizeof operands->expected);
    for (int32_t k = 0; k < tiny->count; k++) {
        int64_t index = random_below(randomness, 2 * SIZE) - SIZE, block = index < 0 ? index + SIZE : index;
        put_index(tiny, operands->indices, k, index);
        memcpy(operands->expected + tiny->out + k * tiny->out_step,
               operands->data + tiny->data + block * tiny->axes[0].scale, width);
    }
}

static void check(const struct operands *operands, const uint8_t *expected)
{
    assert_memory_equal(operands->out, expected, operands->out_bytes);
    assert_true(guard_holds(&out_guard) && guard_holds(&data_guard) && guard_holds(&index_guard));
}

static void try_refused(struct randomness *randomness, const struct gather__brief *tiny, uint64_t turn)
{
    static const int64_t outside[] = {SIZE, -SIZE - 1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    struct operands operands;
    for (int32_t k = 0; k < tiny->count; k++)
        for (int32_t value = 0; value < (tiny->is_wide ? 6 : 4); value++) {
            uint8_t untouched[sizeof operands.expected];
            memset(untouched, 0x5A, sizeof untouched);
            place(&operands, randomness, tiny, turn);
            put_index(tiny, operands.indices, k, outside[value]);
            assert_false(gather__gather_tiny(operands.out, operands.data, operands.indices, tiny));
            check(&operands, untouched);
        }
}

static void try_counts(struct randomness *randomness, int32_t width, int form, uint64_t *turn)
{
    struct operands operands;
    for (int32_t count = 1; count <= GATHER__TINY_INDICES; count++) {
        const struct gather__brief tiny = tiny_of(count, width, form & 1, form & 2);
        for (int k = 0; k < 9; k++) {
            place(&operands, randomness, &tiny, *turn += 7);
            assert_true(gather__gather_tiny(operands.out, operands.data, operands.indices, &tiny));
            check(&operands, operands.expected);
        }
        try_refused(randomness, &tiny, *turn += 7);
    }
}

static void test_tiny_gathers(void **state)
{
    static const int32_t widths[] = {1, 2, 3, 4, 8, 12, 16, 33, 64, WIDEST};
    struct randomness randomness = randomness_begin("test_tiny_gathers");
    uint64_t turn = 0;
    (void)state;
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++)
        for (int form = 0; form < 4; form++)
            try_counts(&randomness, widths[w], form, &turn);
}

static int end_memory(void **state)
{
    (void)state;
    guard_end(&out_guard);
    guard_end(&data_guard);
    guard_end(&index_guard);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tiny_gathers)};
    return cmocka_run_group_tests(tests, NULL, end_memory);
}
