/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes from what registers hold, code books and short axes, in parts: by ranges of rows of any length, and in so many
 * points that the last block of them is short, with an index outside just before it.
 *
 * COVERS(CORE-9, CORE-12, CORE-13)
 */
#include "gather/gather.h"
#include "support/plan_check.h"
#include "support/randomness.h"

enum { ENTRIES = 4, BLOCKS = 1024, POINTS = 32 * BLOCKS + 3, UNTOUCHED = 0x5A5A5A5A };

static uint32_t data[32 * POINTS], out[2 * POINTS], expected[2 * POINTS];
static int64_t indices[2 * POINTS];

struct held {
    const char *data, *indices, *out;
    bool is_column; /* of two rows of indices, along axis 0 */
    int64_t points, entries;
};

static struct gather_plan *plan_held(const struct held *held)
{
    const struct gather_layout inputs[] = {layout_of(held->data), layout_of(held->indices)};
    const struct gather_layout output = layout_of(held->out);
    struct gather_plan *plan = NULL;
    struct gather_error error;
    struct gather_op op =
        held->is_column ? gather_numpy_take_along_axis(0) : gather_numpy_take(0, GATHER_POLICY_ERROR);
    op.policy = GATHER_POLICY_ZERO;
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &output, NULL, &error), GATHER_STATUS_OK);
    return plan;
}

static void run_rows(const struct gather_plan *plan, int64_t begin, int64_t end)
{
    const struct gather_buffer inputs[] = {{data, sizeof data}, {indices, sizeof indices}};
    const struct gather_run run = {.size = sizeof run, .begin = begin, .end = end};
    struct gather_error error;
    assert_int_equal(gather_plan_run(plan, inputs, 2, (struct gather_buffer){out, sizeof out}, &run, &error),
                     GATHER_STATUS_OK);
}

/* Draws indices, some of them outside, and what they lead to. */
static void draw(struct randomness *randomness, const struct held *held, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        const bool is_outside = random_below(randomness, 500) == 0 || k % held->points == held->points - 5;
        indices[k] = is_outside ? 99 : random_below(randomness, held->entries);
        const int64_t at = held->is_column ? indices[k] * held->points + k % held->points : indices[k];
        expected[k] = is_outside ? 0 : data[at];
    }
}

static void check_held(struct randomness *randomness, const struct held *held)
{
    const int64_t count = held->is_column ? 2 * held->points : held->points;
    struct gather_plan *plan = plan_held(held);
    draw(randomness, held, count);
    run_rows(plan, 0, 0);
    assert_memory_equal(out, expected, (size_t)count * sizeof out[0]);
    for (int turn = 0; turn < 200; turn++) {
        const int64_t rows = held->is_column ? 2 : held->points, begin = random_below(randomness, rows),
                      end = begin + 1 + random_below(randomness, rows - begin < 20 ? rows - begin : 20);
        const int64_t width = held->is_column ? held->points : 1;
        for (int64_t k = 0; k < count; k++)
            out[k] = UNTOUCHED;
        run_rows(plan, begin, end);
        for (int64_t k = 0; k < count; k++)
            if (out[k] != (k >= begin * width && k < end * width ? expected[k] : UNTOUCHED))
                fail_msg("%s by %s: rows %lld to %lld, element %lld", held->data, held->indices,
                         (long long)begin, (long long)end, (long long)k);
    }
    gather_plan_destroy(plan);
}

static void test_parts_of_what_registers_hold(void **state)
{
    static const struct held all[] = {
        {"u32[32]C", "i64[2000]C", "u32[2000]C", false, 2000, 32},
        {"u32[7]C", "i64[37]C", "u32[37]C", false, 37, 7},
        {"u32[32]C", "i64[32771]C", "u32[32771]C", false, POINTS, 32},
        {"u32[4,2003]C", "i64[2,2003]C", "u32[2,2003]C", true, 2003, ENTRIES},
        {"u32[3,9]C", "i64[2,9]C", "u32[2,9]C", true, 9, 3},
        {"u32[4,32771]C", "i64[2,32771]C", "u32[2,32771]C", true, POINTS, ENTRIES},
    };
    struct randomness randomness = randomness_begin("test_parts_of_what_registers_hold");
    (void)state;
    for (size_t k = 0; k < sizeof data / sizeof data[0]; k++)
        data[k] = (uint32_t)(k * 2654435761U) | 1;
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        check_held(&randomness, &all[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts_of_what_registers_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
