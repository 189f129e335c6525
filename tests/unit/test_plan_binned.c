/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks that are fetched by where they lie: the same bytes as one by one, wherever indices lead and whatever they say;
 * bins in the output's own memory, whose content leads nowhere outside; and that they are left alone where they win
 * nothing.
 */
#include <inttypes.h>
#include <stdio.h>

#include "core/plan_calls.h"
#include "gather/onnx.h"
#include "kernels/table.h"
#include "support/guard.h"
#include "support/lone_kernel.h"
#include "support/plan_check.h"
#include "support/randomness.h"

enum { ROWS = 3000, MOST_WIDTH = 576, MOST_COUNT = 30000, TIMED_COUNT = 200000 };

static int64_t indices[TIMED_COUNT];

/* Where the indices lead. */
enum form { ANYWHERE, SORTED, FEW_OUTSIDE, MANY_OUTSIDE, FORMS };

static int64_t draw_index(struct randomness *randomness, enum form form, int64_t k, int64_t count)
{
    const int64_t outside = form == FEW_OUTSIDE ? 2000 : form == MANY_OUTSIDE ? 3 : 0;
    if (outside > 0 && random_below(randomness, outside) == 0)
        return ROWS + random_below(randomness, 9);
    return form == SORTED ? k * ROWS / count : random_below(randomness, 2 * ROWS) - ROWS;
}

/* The row that an index leads to; -1: to zeros. */
static int64_t row_of(int64_t index, int32_t policy)
{
    const int64_t row = index < 0 ? index + ROWS : index;
    if (row < ROWS)
        return row;
    return policy == GATHER_POLICY_CLAMP ? ROWS - 1 : policy == GATHER_POLICY_WRAP ? row % ROWS : -1;
}

static struct gather_plan *plan_rows(int64_t width, int64_t count, int64_t index_bytes, int32_t policy,
                                     const char *tuning)
{
    const struct gather_options options = {.size = sizeof options, .tuning = tuning};
    struct gather_op op = gather_onnx_gather(13, 0);
    struct gather_layout inputs[2], output;
    struct gather_plan *plan;
    char text[64];
    op.policy = policy;
    snprintf(text, sizeof text, "u8[%d,%d]C", ROWS, (int)width);
    inputs[0] = layout_of(text);
    snprintf(text, sizeof text, "s%d[%d]C", (int)index_bytes * 8, (int)count);
    inputs[1] = layout_of(text);
    snprintf(text, sizeof text, "u8[%d,%d]C", (int)count, (int)width);
    output = layout_of(text);
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &output, &options, NULL), GATHER_STATUS_OK);
    return plan;
}

static struct guard data_guard, index_guard, out_guard;

static void place_operands(struct randomness *randomness, int64_t width, int64_t count, int64_t index_bytes,
                           enum form form)
{
    const enum guard_side side = random_below(randomness, 2) == 0 ? GUARD_LOW : GUARD_HIGH;
    uint8_t *data = guard_place(&data_guard, (size_t)(ROWS * width), side, 0);
    uint8_t *narrow = guard_place(&index_guard, (size_t)(count * index_bytes), side, 0);
    guard_place(&out_guard, (size_t)(count * width), side, (size_t)random_below(randomness, 3));
    for (int64_t k = 0; k < ROWS * width; k++)
        data[k] = (uint8_t)random_bits(randomness);
    for (int64_t k = 0; k < count; k++) {
        indices[k] = draw_index(randomness, form, k, count);
        if (index_bytes == 8)
            memcpy(narrow + k * 8, &indices[k], 8);
        else
            memcpy(narrow + k * 4, &(int32_t){(int32_t)indices[k]}, 4);
    }
}

static void check_rows(int64_t width, int64_t count, int32_t policy)
{
    static const uint8_t zeros[MOST_WIDTH];
    for (int64_t k = 0; k < count; k++) {
        const int64_t row = row_of(indices[k], policy);
        if (memcmp(out_guard.data + k * width, row < 0 ? zeros : data_guard.data + row * width,
                   (size_t)width) != 0)
            fail_msg("row %" PRId64 " of %" PRId64 ", of %" PRId64 " bytes, by policy %d", k, count, width,
                     (int)policy);
    }
    assert_true(guard_holds(&out_guard));
}

static void try_rows(struct randomness *randomness, int64_t width, int64_t count, int32_t policy,
                     enum form form)
{
    static const char *const tunings[] = {"near=0,stream=max,bin=0", "near=0,stream=0,bin=0"};
    const int64_t index_bytes = random_below(randomness, 2) == 0 ? 8 : 4;
    const struct gather_run run = {.size = sizeof run, .check = GATHER_CHECK_FUSED};
    struct gather_plan *plan =
        plan_rows(width, count, index_bytes, policy, tunings[random_below(randomness, 2)]);
    struct gather_error error;
    bool is_outside = false;
    place_operands(randomness, width, count, index_bytes, form);
    const struct gather_buffer given[] = {{data_guard.data, (uint64_t)(ROWS * width)},
                                          {index_guard.data, (uint64_t)(count * index_bytes)}};
    const enum gather_status status = gather_plan_run(
        plan, given, 2, (struct gather_buffer){out_guard.data, (uint64_t)(count * width)}, &run, &error);
    for (int64_t k = 0; k < count && !is_outside; k++)
        if (policy == GATHER_POLICY_ERROR && indices[k] >= ROWS) {
            is_outside = true;
            assert_int_equal(status, GATHER_STATUS_INDEX_RANGE);
            assert_int_equal(error.position[0], k);
            assert_int_equal(error.value, indices[k]);
        }
    if (is_outside) {
        assert_true(guard_holds(&out_guard));
    } else {
        assert_int_equal(status, GATHER_STATUS_OK);
        check_rows(width, count, policy);
    }
    gather_plan_destroy(plan);
}

static void test_rows(void **state) /* COVERS(CORE-7, CORE-9, CORE-13, CORE-17) */
{
    static const int64_t widths[] = {1,  2,  3,  4,   5,   7,   8,   12,  16,        24,
                                     32, 33, 64, 100, 128, 256, 448, 512, MOST_WIDTH},
                         counts[] = {256, 300, 1025, 7000, MOST_COUNT};
    static const int32_t policies[] = {GATHER_POLICY_ERROR, GATHER_POLICY_CLAMP, GATHER_POLICY_WRAP,
                                       GATHER_POLICY_ZERO};
    struct randomness randomness = randomness_begin("test_rows");
    (void)state;
    for (size_t w = 0; w < ITEMS(widths); w++)
        for (size_t c = 0; c < ITEMS(counts); c++)
            for (size_t p = 0; p < ITEMS(policies); p++)
                for (int form = 0; form < FORMS; form++)
                    if (counts[c] * widths[w] <= 1 << 22)
                        try_rows(&randomness, widths[w], counts[c], policies[p], (enum form)form);
}

/* ---- a table that looks on ----------------------------------------------------------------------- */

static struct own_table own;
static int64_t binned, as_they_come; /* blocks that were fetched */
static bool scribbles;
static int64_t now, block_time;

/* Notes how blocks are fetched, and that nothing outside is; and writes over what bins there are. */
static void look_on(uint8_t *to, const uint8_t *from, const struct gather__offsets *offsets, int64_t width)
{
    for (int64_t k = 0; k < offsets->count; k++) {
        const int64_t at = offsets->data[k], place = gather__out_offset(offsets, k);
        if (at < 0 || at > (int64_t)data_guard.bytes - width || place < 0 ||
            place > (int64_t)out_guard.bytes - width)
            fail_msg("a block at %" PRId64 " goes to %" PRId64, at, place);
    }
    *(offsets->out != NULL ? &binned : &as_they_come) += offsets->count;
    gather__fetch_kernel_for(&gather__kernels_scalar, width)->fetch(to, from, offsets, width);
    if (scribbles)
        memset(out_guard.data + out_guard.bytes / 2, 0xFF, out_guard.bytes - out_guard.bytes / 2);
    now += offsets->count * block_time;
}

static int64_t look_at_clock(void) { return now; }

static void run_watched(int64_t width, int64_t count, const char *tuning, enum form form)
{
    struct randomness randomness = randomness_begin("run_watched");
    struct gather_plan *plan = plan_rows(width, count, 8, GATHER_POLICY_ERROR, tuning);
    place_operands(&randomness, width, count, 8, form);
    const struct gather__buffers buffers = {.out = {out_guard.data, out_guard.bytes},
                                            .data = {data_guard.data, data_guard.bytes},
                                            .indices = {index_guard.data, index_guard.bytes}};
    copy_stages(&own);
    for (struct gather__fetch_kernel *row = own.fetches;; row++) {
        row->fetch = look_on;
        if (row->least == 0)
            break;
    }
    own.kernels.clock = look_at_clock;
    binned = as_they_come = now = 0;
    assert_int_equal(gather__plan_move_rows(plan, &own.kernels, &buffers, 0, plan->rows, false), 0);
    if (!scribbles)
        check_rows(width, count, GATHER_POLICY_ERROR);
    gather_plan_destroy(plan);
}

/* Whoever else writes into the output while it is made gets other elements, and no access outside. */
static void test_content_of_bins(void **state) /* COVERS(CORE-9, CORE-17) */
{
    (void)state;
    scribbles = true;
    run_watched(1, MOST_COUNT, "near=0,bin=0", ANYWHERE);
    run_watched(64, MOST_COUNT, "near=0,bin=0", ANYWHERE);
    scribbles = false;
    assert_true(binned > 0);
}

/* They are for blocks that take long, in an order that is none. */
static void test_when(void **state) /* COVERS(CORE-9) */
{
    (void)state;
    block_time = 50;
    run_watched(4, TIMED_COUNT, "near=0,bin=50", ANYWHERE);
    assert_true(binned > TIMED_COUNT / 2);
    run_watched(4, TIMED_COUNT, "near=0,bin=51", ANYWHERE);
    assert_int_equal(binned, 0);
    run_watched(4, MOST_COUNT, "near=0,bin=50", ANYWHERE); /* too few to see how long they take */
    assert_int_equal(binned, 0);
    run_watched(4, TIMED_COUNT, "near=0,bin=50", SORTED);
    assert_true(binned < TIMED_COUNT / 8);
    run_watched(4, TIMED_COUNT, "near=max,bin=0", ANYWHERE);
    assert_int_equal(binned, 0);
    run_watched(4, TIMED_COUNT, "near=0,bin=max", ANYWHERE);
    assert_int_equal(binned, 0);
    run_watched(MOST_WIDTH, 5000, "near=0,bin=0", ANYWHERE); /* too wide */
    assert_int_equal(binned, 0);
}

/* ---- threads ------------------------------------------------------------------------------------- */

static uint64_t tasks;

static int count_tasks(void *context, void (*task)(void *argument, uint64_t begin, uint64_t end),
                       void *argument, uint64_t count, uint64_t grain)
{
    (void)context, (void)grain;
    tasks = count;
    for (uint64_t k = count; k-- > 0;)
        task(argument, k, k + 1);
    return 0;
}

static uint64_t tasks_of(int64_t width, int64_t count, const char *tuning)
{
    struct randomness randomness = randomness_begin("tasks_of");
    const struct gather_threads threads = {.count = 4, .parallel_for = count_tasks};
    const struct gather_run run = {.size = sizeof run, .check = GATHER_CHECK_EARLIER, .threads = &threads};
    struct gather_plan *plan = plan_rows(width, count, 8, GATHER_POLICY_ERROR, tuning);
    place_operands(&randomness, width, count, 8, ANYWHERE);
    const struct gather_buffer given[] = {{data_guard.data, data_guard.bytes},
                                          {index_guard.data, index_guard.bytes}};
    assert_int_equal(
        gather_plan_run(plan, given, 2, (struct gather_buffer){out_guard.data, out_guard.bytes}, &run, NULL),
        GATHER_STATUS_OK);
    check_rows(width, count, GATHER_POLICY_ERROR);
    gather_plan_destroy(plan);
    return tasks;
}

/* There is one task a thread where points may go by bins, and each has enough of them; else as many as ever. */
static void test_tasks(void **state) /* COVERS(CORE-9) */
{
    (void)state;
    assert_int_equal(tasks_of(64, MOST_COUNT, "near=0,bin=0"), 4);
    assert_int_equal(tasks_of(64, MOST_COUNT, "near=0,bin=max"), MOST_COUNT);
    assert_int_equal(tasks_of(64, MOST_COUNT, "near=0,bin=1"),
                     MOST_COUNT); /* too few to see how long they take */
    assert_int_equal(tasks_of(MOST_WIDTH, 5000, "near=0,bin=0"), 5000); /* too wide */
    assert_int_equal(tasks_of(64, 1040, "near=0,bin=0"), 1040);         /* too few for four threads */
}

/* ---- parts of outputs ---------------------------------------------------------------------------- */

enum { LOOPS = 3, MOST_IN_PARTS = 20000, PART_TURNS = 400 };

/* A gather whose output has the dimensions of its indices in any order of memory. */
struct ordered {
    int64_t sizes[LOOPS], steps[LOOPS]; /* of the indices; of the output, in bytes */
    int64_t width, count;
    struct gather_layout inputs[2], output;
};

static struct ordered draw_ordered(struct randomness *randomness)
{
    static const int64_t widths[] = {1, 2, 3, 4, 8, 16, 64};
    struct ordered drawn = {.width = widths[random_below(randomness, ITEMS(widths))], .count = 1};
    int64_t strides[LOOPS + 1] = {[LOOPS] = 1}, order[LOOPS] = {0, 1, 2}, step = drawn.width;
    char text[64];
    for (int k = 0; k < LOOPS; k++) {
        const int64_t most = MOST_IN_PARTS / drawn.count < 200 ? MOST_IN_PARTS / drawn.count : 200;
        const int64_t other = random_below(randomness, k + 1), kept = order[k];
        drawn.sizes[k] = 1 + random_below(randomness, most);
        drawn.count *= drawn.sizes[k];
        order[k] = order[other];
        order[other] = kept;
    }
    for (int k = 0; k < LOOPS; k++) {
        drawn.steps[order[k]] = strides[order[k]] = step;
        step *= drawn.sizes[order[k]];
    }
    snprintf(text, sizeof text, "u8[%d,%d]C", ROWS, (int)drawn.width);
    drawn.inputs[0] = layout_of(text);
    assert_int_equal(gather_layout_init(&drawn.inputs[1], GATHER_DTYPE_I64, LOOPS, drawn.sizes, NULL),
                     GATHER_STATUS_OK);
    const int64_t sizes[] = {drawn.sizes[0], drawn.sizes[1], drawn.sizes[2], drawn.width};
    assert_int_equal(
        gather_layout_init_strides(&drawn.output, GATHER_DTYPE_U8, LOOPS + 1, sizes, strides, 0, NULL),
        GATHER_STATUS_OK);
    return drawn;
}

/* Rows begin..end-1 hold what they are to hold, all others what they held. */
static void check_part(const struct ordered *drawn, int64_t begin, int64_t end)
{
    for (int64_t k = 0; k < drawn->count; k++) {
        const int64_t i = k / drawn->sizes[2] / drawn->sizes[1], j = k / drawn->sizes[2] % drawn->sizes[1];
        const int64_t at = i * drawn->steps[0] + j * drawn->steps[1] + k % drawn->sizes[2] * drawn->steps[2];
        const uint8_t *row = data_guard.data + row_of(indices[k], GATHER_POLICY_ERROR) * drawn->width;
        for (int64_t byte = 0; byte < drawn->width; byte++)
            if (out_guard.data[at + byte] != (i >= begin && i < end ? row[byte] : 0xA5))
                fail_msg("index %" PRId64 " of %" PRId64 " in rows %" PRId64 "..%" PRId64, k, drawn->count,
                         begin, end);
    }
    assert_true(guard_holds(&out_guard));
}

/* Some rows, by threads or not, of outputs that are row-major or not, with bins or without: the same, and no others. */
static void test_parts(void **state) /* COVERS(CORE-8, CORE-12, CORE-22) */
{
    static const char *const tunings[] = {"near=0,stream=max,bin=0", "near=0,stream=0,bin=0",
                                          "near=0,bin=max"};
    struct randomness randomness = randomness_begin("test_parts");
    const struct gather_op op = gather_onnx_gather(13, 0);
    const struct gather_threads threads = {.count = 4, .parallel_for = count_tasks};
    (void)state;
    for (int turn = 0; turn < PART_TURNS; turn++) {
        const struct ordered drawn = draw_ordered(&randomness);
        const struct gather_options options = {.size = sizeof options,
                                               .tuning = tunings[random_below(&randomness, ITEMS(tunings))]};
        struct gather_run run = {.size = sizeof run, .check = GATHER_CHECK_EARLIER};
        struct gather_plan *plan;
        place_operands(&randomness, drawn.width, drawn.count, 8, ANYWHERE);
        memset(out_guard.data, 0xA5, out_guard.bytes);
        run.begin = random_below(&randomness, drawn.sizes[0]);
        run.end = run.begin + 1 + random_below(&randomness, drawn.sizes[0] - run.begin);
        run.threads = random_below(&randomness, 2) == 0 ? &threads : NULL;
        assert_int_equal(gather_plan_create(&plan, &op, drawn.inputs, 2, &drawn.output, &options, NULL),
                         GATHER_STATUS_OK);
        const struct gather_buffer given[] = {{data_guard.data, data_guard.bytes},
                                              {index_guard.data, index_guard.bytes}};
        const struct gather_buffer out = {out_guard.data, out_guard.bytes};
        assert_int_equal(gather_plan_run(plan, given, 2, out, &run, NULL), GATHER_STATUS_OK);
        check_part(&drawn, run.begin, run.end);
        gather_plan_destroy(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_content_of_bins),
                                       cmocka_unit_test(test_when), cmocka_unit_test(test_tasks),
                                       cmocka_unit_test(test_parts)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    guard_end(&data_guard);
    guard_end(&index_guard);
    guard_end(&out_guard);
    return failed;
}
