/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small blocks picked by indices of every type, by each table of kernels that runs here, against a loop over the points:
 * out of tables whose entries lie side by side, apart or backwards, of so few and so many entries that an index of 8 or 16
 * bits reaches all of them or not; and along the columns of rows. Some indices count from the end, few or most of them, and
 * now and then one is outside. And how early indices are asked for.
 *
 * COVERS(CORE-9, CORE-12, CORE-13)
 */
#include <stdio.h>

#include "core/plan_brief.h"
#include "core/plan_calls.h"
#include "gather/gather.h"
#include "kernels/table.h"
#include "support/lone_kernel.h"
#include "support/plan_check.h"
#include "support/randomness.h"

enum {
    MOST_ENTRIES = 70001,
    MOST_STEP = 3,
    MOST_POINTS = 2100,
    FEW_COLUMNS = 70,
    MOST_COLUMNS = 700,
    TURNS = 12000,
    GUARD = 0xA5, /* beside the output */
    BESIDE = 64
};

static uint64_t data[MOST_ENTRIES * MOST_STEP];
static uint64_t indices[MOST_POINTS];
static uint8_t out[BESIDE + MOST_POINTS * 8 + BESIDE], expected[sizeof out];

/* What is picked: `columns` of `entries` rows, 1 of a table; the points are rows of as many columns. */
struct picked {
    const char *data_type, *index_type, *tuning;
    int64_t width, entries, step, columns, points;
    bool counts_from_end; /* whether an index below 0 does */
    int32_t from_end;     /* one in so many that may does */
    bool has_outside;
    int32_t dtype;
    uint8_t *data, *indices; /* both end with their arrays */
};

static int64_t one_of(struct randomness *randomness, const int64_t *values, int64_t count)
{
    return values[random_below(randomness, count)];
}

static struct picked draw_picked(struct randomness *randomness)
{
    static const char *const data_types[] = {"u8", "u16", "u32", "u64"};
    static const char *const index_types[] = {"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"};
    static const char *const tunings[] = {"near=max", "near=max,stream=0", "near=max,gathers=0", "near=0"};
    static const int64_t entries[] = {1,   2,    100,   128,   129,   200,   256,
                                      257, 5000, 21846, 32768, 32769, 65536, 70001};
    static const int64_t points[] = {1, 7, 8, 9, 15, 16, 17, 31, 129, 511, 512, 513, 1025, 2048, 2063};
    const int64_t size = random_below(randomness, 4);
    struct picked picked = {.data_type = data_types[size],
                            .index_type = index_types[random_below(randomness, 8)],
                            .tuning = tunings[random_below(randomness, 4)],
                            .width = INT64_C(1) << size,
                            .entries = one_of(randomness, entries, ITEMS(entries)),
                            .step = random_below(randomness, 2 * MOST_STEP) - MOST_STEP,
                            .columns = 1,
                            .points = one_of(randomness, points, ITEMS(points)),
                            .counts_from_end = random_below(randomness, 3) > 0,
                            .from_end = random_below(randomness, 3) == 0 ? 2 : 200,
                            .has_outside = random_below(randomness, 8) == 0};
    picked.step = picked.step >= 0 ? picked.step + 1 : picked.step;
    if (random_below(randomness, 2) == 0)
        picked.step = 1;
    if (random_below(randomness, 3) == 0) {
        picked.columns =
            1 + random_below(randomness, random_below(randomness, 2) == 0 ? FEW_COLUMNS : MOST_COLUMNS);
        picked.entries = 1 + random_below(randomness, MOST_ENTRIES / MOST_COLUMNS);
        picked.points = (MOST_POINTS - 1) / picked.columns * picked.columns;
        if (!picked.counts_from_end)
            picked.index_type = "i64";
    }
    return picked;
}

static struct gather_layout layout_printed(const char *type, int64_t rows, int64_t columns, int64_t step)
{
    char text[128];
    const int64_t begin = step < 0 ? -step * (rows - 1) * columns : 0;
    assert_in_range(snprintf(text, sizeof text, "%s[%lld,%lld]:(%lld,1)+%lld", type, (long long)rows,
                             (long long)columns, (long long)(step * columns), (long long)begin),
                    1, (int)sizeof text - 1);
    return layout_of(text);
}

static struct gather_layout list_printed(const char *type, int64_t count)
{
    char text[64];
    assert_in_range(snprintf(text, sizeof text, "%s[%lld]C", type, (long long)count), 1,
                    (int)sizeof text - 1);
    return layout_of(text);
}

/* Elements whose indices don't count from the end are torch's, by i64 alone; of one column, XLA's rows, by all types. */
static bool is_list(const struct picked *picked) { return !picked->counts_from_end && picked->columns == 1; }

static struct gather_op op_of(const struct picked *picked)
{
    struct gather_op op = picked->counts_from_end ? gather_onnx_gather_elements(0, 0)
                          : is_list(picked)       ? gather_xla_torch_index_select(0, 0)
                                                  : gather_torch_gather(0);
    if (picked->counts_from_end)
        op.strictness = GATHER_LOOSE;
    op.policy = GATHER_POLICY_ZERO;
    return op;
}

static struct gather_plan *plan_picked(struct picked *picked)
{
    const int64_t rows = picked->points / picked->columns;
    struct gather_layout inputs[] = {
        layout_printed(picked->data_type, picked->entries, picked->columns, picked->step),
        layout_printed(picked->index_type, rows, picked->columns, 1)};
    const struct gather_layout output = layout_printed(picked->data_type, rows, picked->columns, 1);
    const struct gather_options options = {.size = sizeof options, .tuning = picked->tuning};
    struct gather_op op = op_of(picked);
    struct gather_plan *plan = NULL;
    struct gather_error error;
    char sentence[512];
    if (is_list(picked))
        inputs[1] = list_printed(picked->index_type, rows);
    if (gather_plan_create(&plan, &op, inputs, 2, &output, &options, &error) != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        fail_msg("%s by %s: %s", picked->data_type, picked->index_type, sentence);
    }
    picked->dtype = inputs[1].dtype;
    picked->data = (uint8_t *)data + sizeof data - plan->data.bytes;
    picked->indices = (uint8_t *)indices + sizeof indices - plan->indices.bytes;
    return plan;
}

/* An index, of those that its type holds, and what it leads to; -1 if nowhere. */
static int64_t draw_index(struct randomness *randomness, const struct picked *picked, int64_t *row)
{
    const bool has_sign = picked->index_type[0] == 'i';
    const int32_t bits = gather_dtype_bits(picked->dtype) - (has_sign ? 1 : 0);
    const int64_t reach = bits < 40 ? INT64_C(1) << bits : INT64_C(1) << 40;
    const int64_t below = picked->entries < reach ? picked->entries : reach;
    if (picked->has_outside && random_below(randomness, 300) == 0) {
        const int64_t far = has_sign && random_below(randomness, 2) == 0
                                ? (picked->entries < reach ? -picked->entries - 1 : -1)
                                : picked->entries;
        if (far < reach && (far != -1 || !picked->counts_from_end)) {
            *row = -1;
            return far;
        }
    }
    *row = random_below(randomness, below);
    if (has_sign && picked->counts_from_end && random_below(randomness, picked->from_end) == 0) {
        const int64_t back = 1 + random_below(randomness, below);
        *row = picked->entries - back;
        return -back;
    }
    return *row;
}

static void draw_points(struct randomness *randomness, const struct picked *picked, uint8_t *at)
{
    const int64_t bytes = gather_dtype_bits(picked->dtype) / 8;
    const int64_t step = picked->step * picked->columns, begin = step < 0 ? -step * (picked->entries - 1) : 0;
    for (int64_t k = 0; k < picked->points; k++) {
        int64_t row;
        const int64_t index = draw_index(randomness, picked, &row);
        memcpy(picked->indices + k * bytes, &index, (size_t)bytes);
        memset(at + k * picked->width, 0, (size_t)picked->width);
        if (row >= 0)
            memcpy(at + k * picked->width,
                   picked->data + (begin + row * step + k % picked->columns) * picked->width,
                   (size_t)picked->width);
    }
}

static void run_table(const struct gather_plan *plan, const struct gather__kernels *kernels,
                      const struct picked *picked, uint8_t *to)
{
    const struct gather__buffers buffers = {.out = {to, plan->out.bytes},
                                            .data = {picked->data, plan->data.bytes},
                                            .indices = {picked->indices, plan->indices.bytes}};
    if (plan->brief.count == 0 || !gather__plan_run_stages(plan, kernels, to, picked->data, picked->indices))
        assert_int_equal(gather__plan_move_rows(plan, kernels, &buffers, 0, plan->rows, plan->is_one_block),
                         0);
}

static void check_picked(struct randomness *randomness, struct picked *picked)
{
    const struct gather__kernels *kernels;
    const int64_t shift = random_below(randomness, 2) * random_below(randomness, BESIDE);
    struct gather_plan *plan = plan_picked(picked);
    memset(expected, GUARD, sizeof expected);
    draw_points(randomness, picked, expected + shift);
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++) {
        memset(out, GUARD, sizeof out);
        run_table(plan, kernels, picked, out + shift);
        if (memcmp(out, expected, sizeof out) != 0)
            fail_msg("%s: %lld of %s[%lld,%lld], step %lld, by %s, %s", kernels->name,
                     (long long)picked->points, picked->data_type, (long long)picked->entries,
                     (long long)picked->columns, (long long)picked->step, picked->index_type, picked->tuning);
    }
    gather_plan_destroy(plan);
}

static void test_picks_are_as_a_loop_says(void **state)
{
    struct randomness randomness = randomness_begin("test_picks_are_as_a_loop_says");
    (void)state;
    for (size_t k = 0; k < ITEMS(data); k++)
        data[k] = (k + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (int turn = 0; turn < TURNS; turn++) {
        struct picked picked = draw_picked(&randomness);
        check_picked(&randomness, &picked);
    }
}

/* A pick that notes how its indices are asked for early. */
static struct gather__early noted;

static bool take_all(const struct gather__picking *picking)
{
    (void)picking;
    return true;
}

static bool note(uint8_t *to, const uint8_t *from, const struct gather__picking *picking)
{
    (void)to, (void)from;
    noted = picking->run.early;
    return true;
}

/* As many points of u32[1000] by i64, where so many bytes go past the caches. */
static void check_noted(int64_t points, int64_t stream_bytes, bool are_far)
{
    const struct gather__tuning tuning = {
        .near_bytes = 1 << 20, .stream_bytes = stream_bytes, .indices_ahead = 128, .far_indices_ahead = 640};
    struct picked picked = {.data_type = "u32",
                            .index_type = "i64",
                            .width = 4,
                            .entries = 1000,
                            .step = 1,
                            .columns = 1,
                            .points = points};
    struct own_table own;
    struct gather_plan *plan = plan_picked(&picked);
    memset(picked.indices, 0, (size_t)points * 8);
    copy_table(&own, &gather__kernels_scalar);
    own.kernels.tuning = &tuning;
    for (struct gather__pick_kernel *row = own.picks; row->pick != NULL; row++) {
        row->takes = take_all;
        row->pick = note;
    }
    memset(&noted, 0, sizeof noted);
    run_table(plan, &own.kernels, &picked, out);
    assert_ptr_equal(noted.last, picked.indices + points * 8 - 1);
    assert_int_equal(noted.ahead, 128);
    assert_int_equal(noted.far_ahead, are_far ? 640 : 0);
    gather_plan_destroy(plan);
}

static void test_indices_from_memory_are_asked_for_earlier(void **state)
{
    (void)state;
    check_noted(2000, 4000, true); /* 16,000 bytes of indices */
    check_noted(2000, 4001, false);
    check_noted(2000, 0, true);
    check_noted(2000, INT64_MAX, false);
    check_noted(512, INT64_MAX, false); /* a brief one */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_picks_are_as_a_loop_says),
                                       cmocka_unit_test(test_indices_from_memory_are_asked_for_earlier)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
