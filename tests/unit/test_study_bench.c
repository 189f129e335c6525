/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bench's own parts: indices that are the same on every machine and are what their word says, rows that fit
 * together, what is made of times, and comparisons with other runs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/bench.h"

static struct gather_layout layout_of(const char *text)
{
    struct gather_layout layout;
    struct gather_error error;
    assert_int_equal(gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, &error),
                     GATHER_STATUS_OK);
    return layout;
}

/* ---- indices -------------------------------------------------------------------------------------------- */

enum { COUNT = 4000 };

static int64_t drawn[COUNT];

/* Draws `count` indices into an axis. */
static void draw(int32_t distribution, int64_t size, int64_t count)
{
    char text[32];
    struct gather_index_axes axes = {.sizes = {size}, .components = 1};
    (void)snprintf(text, sizeof text, "i64[%lld]C", (long long)count);
    struct gather_layout layout = layout_of(text);
    assert_true(count <= COUNT);
    assert_int_equal(gather_distribution_fill(distribution, &axes, &layout, drawn, NULL), GATHER_STATUS_OK);
}

static uint64_t hash_of(const int64_t *values, int64_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int64_t k = 0; k < count; k++)
        hash = (hash ^ (uint64_t)values[k]) * UINT64_C(0x100000001b3);
    return hash;
}

/* A change of these numbers makes every earlier run of the bench another one. */
static void test_same_everywhere(void **state)
{
    (void)state;
    static const struct {
        int32_t distribution;
        uint64_t hash;
    } rows[] = {
        {GATHER_DISTRIBUTION_UNIFORM, UINT64_C(0xb83f068bbbd7d1fd)},
        {GATHER_DISTRIBUTION_ZIPF, UINT64_C(0xac2b6d8491929b0d)},
        {GATHER_DISTRIBUTION_SORTED, UINT64_C(0xe08fb19b639fee21)},
        {GATHER_DISTRIBUTION_RUNS, UINT64_C(0x779fd18855ec70a5)},
        {GATHER_DISTRIBUTION_DUPLICATES, UINT64_C(0x01df4ea442f2e5ee)},
        {GATHER_DISTRIBUTION_PERMUTATION, UINT64_C(0x2ee53135af8b4f03)},
        {GATHER_DISTRIBUTION_ARANGE, UINT64_C(0x9191146c52f82985)},
        {GATHER_DISTRIBUTION_FLIP, UINT64_C(0xc9f478582e419b65)},
        {GATHER_DISTRIBUTION_EQUAL, UINT64_C(0x53c5331041b34ba5)},
        {GATHER_DISTRIBUTION_LAST, UINT64_C(0x5989ec2671f03005)},
        {GATHER_DISTRIBUTION_SPREAD, UINT64_C(0x3f83740eb040d6c6)},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (int again = 0; again < 2; again++) {
            draw(rows[k].distribution, 30522, 4000);
            uint64_t hash = hash_of(drawn, 4000);
            if (hash != rows[k].hash)
                fail_msg("%s: 0x%016llx", gather_distribution_word(rows[k].distribution),
                         (unsigned long long)hash);
        }
    }
}

static void test_inside(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 3, 7, 63, 64, 65, 1000, INT64_C(1) << 40};
    for (int32_t d = 1; d < GATHER_DISTRIBUTION_COUNT; d++) {
        if (d == GATHER_DISTRIBUTION_LAST || d == GATHER_DISTRIBUTION_PATTERN)
            continue;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            draw(d, sizes[s], 1000);
            for (int64_t k = 0; k < 1000; k++)
                assert_in_range(drawn[k], 0, sizes[s] - 1);
        }
    }
}

/* How often each of `size` values was drawn. */
static void count_values(int64_t count, int64_t size, int64_t *counts)
{
    memset(counts, 0, (size_t)size * sizeof *counts);
    for (int64_t k = 0; k < count; k++)
        counts[drawn[k]]++;
}

static void test_permutation(void **state)
{
    (void)state;
    int64_t counts[1000];
    draw(GATHER_DISTRIBUTION_PERMUTATION, 1000, 1000);
    count_values(1000, 1000, counts);
    for (int k = 0; k < 1000; k++)
        assert_int_equal(counts[k], 1);
    draw(GATHER_DISTRIBUTION_PERMUTATION, 500, 4000);
    count_values(4000, 500, counts);
    for (int k = 0; k < 500; k++)
        assert_int_equal(counts[k], 8);
    draw(GATHER_DISTRIBUTION_PERMUTATION, 1000, 100);
    count_values(100, 1000, counts);
    for (int k = 0; k < 1000; k++)
        assert_true(counts[k] <= 1);
}

static void test_shapes(void **state)
{
    (void)state;
    int64_t counts[1000], different = 0, most = 0;
    draw(GATHER_DISTRIBUTION_SORTED, 1000, 1000);
    for (int k = 1; k < 1000; k++)
        assert_true(drawn[k - 1] <= drawn[k]);
    assert_true(drawn[0] < 10 && drawn[999] > 990);
    draw(GATHER_DISTRIBUTION_RUNS, 1000, 640);
    for (int k = 1; k < 640; k++)
        assert_true(k % 64 == 0 || drawn[k] == drawn[k - 1] + 1);
    draw(GATHER_DISTRIBUTION_DUPLICATES, 1000, 1000);
    count_values(1000, 1000, counts);
    for (int k = 0; k < 1000; k++)
        different += counts[k] > 0;
    assert_in_range(different, 90, 100);
    draw(GATHER_DISTRIBUTION_ZIPF, 1000, 4000);
    count_values(4000, 1000, counts);
    for (int k = 0; k < 1000; k++)
        most = counts[k] > most ? counts[k] : most;
    assert_in_range(most, 300, 800); /* the first rank has about an eighth */
    draw(GATHER_DISTRIBUTION_EQUAL, 1000, 3);
    assert_true(drawn[0] == 333 && drawn[1] == 333 && drawn[2] == 333);
    draw(GATHER_DISTRIBUTION_ARANGE, 10, 4);
    assert_true(drawn[0] == 3 && drawn[1] == 4 && drawn[2] == 5 && drawn[3] == 6);
    draw(GATHER_DISTRIBUTION_FLIP, 10, 4);
    assert_true(drawn[0] == 6 && drawn[1] == 5 && drawn[2] == 4 && drawn[3] == 3);
    draw(GATHER_DISTRIBUTION_SPREAD, 10, 4);
    assert_true(drawn[0] == 0 && drawn[1] == 3 && drawn[2] == 6 && drawn[3] == 9);
    draw(GATHER_DISTRIBUTION_LAST, 10, 2);
    assert_true(drawn[0] == -1 && drawn[1] == -1);
}

static void test_frames(void **state)
{
    (void)state;
    static const int64_t frames[] = {0, 1, 2, 4, 5, 6, 8, 9, 10};
    struct gather_index_axes axes = {.sizes = {11}, .components = 1};
    struct gather_layout layout = layout_of("i64[3,3]C");
    assert_int_equal(gather_distribution_fill(GATHER_DISTRIBUTION_FRAMES, &axes, &layout, drawn, NULL),
                     GATHER_STATUS_OK);
    assert_memory_equal(drawn, frames, sizeof frames);
}

/* A pattern begins again where it ends; what is no list of indices of the axis is refused. */
static void test_patterns(void **state)
{
    (void)state;
    static const int64_t again[] = {7, 0, 42, 7, 0};
    static const char *const refused[] = {
        NULL, "", ",", "1,", "1,,2", "43", "-1", " 1", "1;2", "0x1", "1,99999999999999999999"};
    struct gather_index_axes axes = {.sizes = {43}, .components = 1, .pattern = "7,0,42"};
    struct gather_layout layout = layout_of("i64[5]C");
    assert_int_equal(gather_distribution_fill(GATHER_DISTRIBUTION_PATTERN, &axes, &layout, drawn, NULL),
                     GATHER_STATUS_OK);
    assert_memory_equal(drawn, again, sizeof again);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        struct gather_error error = {0};
        axes.pattern = refused[k];
        assert_int_equal(gather_distribution_fill(GATHER_DISTRIBUTION_PATTERN, &axes, &layout, drawn, &error),
                         GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "pattern");
    }
}

/* Each component of a tuple keeps to its own axis, and is stored in the type of the indices. */
static void test_tuples(void **state)
{
    (void)state;
    uint8_t values[100][2];
    int64_t highest[2] = {0, 0};
    struct gather_index_axes axes = {.sizes = {200, 3}, .components = 2, .is_tuple = 1};
    struct gather_layout layout = layout_of("u8[100,2]C");
    assert_int_equal(gather_distribution_fill(GATHER_DISTRIBUTION_UNIFORM, &axes, &layout, values, NULL),
                     GATHER_STATUS_OK);
    for (int k = 0; k < 100; k++)
        for (int c = 0; c < 2; c++)
            highest[c] = values[k][c] > highest[c] ? values[k][c] : highest[c];
    assert_in_range(highest[0], 150, 199);
    assert_int_equal(highest[1], 2);
}

static void test_refused_indices(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        int64_t size;
        int32_t distribution;
        enum gather_status status;
    } rows[] = {
        {"u8[8]C", 256, GATHER_DISTRIBUTION_SPREAD, GATHER_STATUS_OK},
        {"u8[8]C", 257, GATHER_DISTRIBUTION_SPREAD, GATHER_STATUS_DTYPE},
        {"i8[8]C", 128, GATHER_DISTRIBUTION_SPREAD, GATHER_STATUS_OK},
        {"i8[8]C", 129, GATHER_DISTRIBUTION_SPREAD, GATHER_STATUS_DTYPE},
        {"i8[8]C", 9, GATHER_DISTRIBUTION_LAST, GATHER_STATUS_OK},
        {"u64[8]C", 9, GATHER_DISTRIBUTION_LAST, GATHER_STATUS_DTYPE},
        {"f32[8]C", 9, GATHER_DISTRIBUTION_UNIFORM, GATHER_STATUS_DTYPE},
        {"i64[8]C", 0, GATHER_DISTRIBUTION_UNIFORM, GATHER_STATUS_SHAPE},
        {"i64[0]C", 0, GATHER_DISTRIBUTION_UNIFORM, GATHER_STATUS_OK},
        {"i64[]C", 9, GATHER_DISTRIBUTION_FRAMES, GATHER_STATUS_OK},
        {"i64[8]C", 9, GATHER_DISTRIBUTION_NONE, GATHER_STATUS_ARGUMENT},
        {"i64[8]C", 9, GATHER_DISTRIBUTION_COUNT, GATHER_STATUS_ARGUMENT},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct gather_error error = {0};
        struct gather_index_axes axes = {.sizes = {rows[k].size}, .components = 1};
        struct gather_layout layout = layout_of(rows[k].layout);
        assert_int_equal(gather_distribution_fill(rows[k].distribution, &axes, &layout, drawn, &error),
                         rows[k].status);
        assert_int_equal(error.status, rows[k].status);
    }
}

static void test_words(void **state)
{
    (void)state;
    for (int32_t d = 1; d < GATHER_DISTRIBUTION_COUNT; d++)
        assert_int_equal(gather_distribution_from_word(gather_distribution_word(d)), d);
    assert_int_equal(gather_distribution_from_word("zip"), GATHER_DISTRIBUTION_NONE);
    assert_null(gather_distribution_word(GATHER_DISTRIBUTION_COUNT));
    for (int32_t f = 0; f < GATHER_BENCH_FAMILY_COUNT; f++)
        assert_int_equal(gather_bench_family_from_word(gather_bench_family_word(f)), f);
    assert_int_equal(gather_bench_family_from_word("gather"), -1);
}

/* ---- rows ----------------------------------------------------------------------------------------------- */

static void test_rows(void **state)
{
    (void)state;
    const struct gather_bench_row *row, *other;
    bool has_number[27] = {false};
    for (size_t k = 0; (row = gather_bench_row_at(k)) != NULL; k++) {
        assert_true(gather_bench_row_is(row, row->id));
        assert_true(strlen(row->id) < 12 && strlen(row->name) < 22); /* their columns */
        for (size_t m = 0; m < k && (other = gather_bench_row_at(m)) != NULL; m++)
            assert_string_not_equal(row->id, other->id);
        assert_in_range(row->number + 1, 0, 27);
        if (row->number > 0)
            has_number[row->number] = true;
        assert_true((row->family == GATHER_BENCH_RELAYOUT) == (row->number == 0));
        assert_true((row->family == GATHER_BENCH_SCALED) == (row->number == 25));
        assert_true((row->family == GATHER_BENCH_SCALED) == (row->scales[0] != NULL));
        assert_int_equal(gather_bench_row_is(row, "10"), row->number == 10);
        assert_int_equal(gather_bench_row_is(row, "R"), row->number == 0);
        assert_int_equal(gather_bench_row_is(row, "S"), row->number == -1);
    }
    for (int number = 1; number <= 26; number++)
        assert_true(has_number[number]);
}

/* A row of patterns is one that a plain loop can do: overlapping rows of 8 bytes, indices that lie in them. */
static void test_rows_of_patterns(void **state)
{
    (void)state;
    const struct gather_bench_row *row;
    int count = 0;
    for (size_t k = 0; (row = gather_bench_row_at(k)) != NULL; k++) {
        if (row->number >= 0)
            continue;
        for (int scale = 0; scale < GATHER_BENCH_SCALES; scale++) {
            struct gather_layout data = layout_of(row->data[scale]);
            char text[32];
            (void)snprintf(text, sizeof text, "%sC", row->indices[scale]);
            struct gather_layout indices = layout_of(text);
            struct gather_index_axes axes = {
                .sizes = {data.sizes[1]}, .components = 1, .pattern = row->pattern};
            assert_true(data.rank == 2 && data.cell_bits == 64 && data.place[1] == 1 && indices.rank == 1);
            assert_int_equal(gather_distribution_fill(row->distribution, &axes, &indices, drawn, NULL),
                             GATHER_STATUS_OK);
            int64_t highest = 0;
            for (int64_t i = 0; i < indices.sizes[0]; i++)
                highest = drawn[i] > highest ? drawn[i] : highest;
            assert_int_equal(highest, data.sizes[1] - 1);
        }
        count++;
    }
    assert_int_equal(count, 33);
}

/* ---- results and other runs --------------------------------------------------------------------------------- */

static const struct gather_bench_setting setting = {.version = "9",
                                                    .processor = "a processor",
                                                    .caches = "none",
                                                    .processors = 2,
                                                    .threads = 1,
                                                    .page_bytes = 4096,
                                                    .scale = GATHER_BENCH_FULL,
                                                    .line = {4000, 4500, 7}};

/* A row of memcpy's speed that takes twice as long. */
static struct gather_bench_result result_of(const char *id)
{
    struct gather_bench_result result = {.state = GATHER_BENCH_WARM,
                                         .bytes = 1000,
                                         .indices = 10,
                                         .blocks = 10,
                                         .kernel = "k",
                                         .time = {200000, 220000, 7},
                                         .fused = {100000, 110000, 7},
                                         .copy = {100000, 110000, 7}};
    for (size_t k = 0; (result.row = gather_bench_row_at(k)) != NULL && strcmp(result.row->id, id) != 0;)
        k++;
    assert_non_null(result.row);
    return result;
}

static void test_numbers_of_results(void **state)
{
    (void)state;
    struct gather_bench_result result = result_of("1");
    assert_true(gather_bench_of_memcpy(&result) == 0.5);
    assert_true(gather_bench_spread(&result.time) == 0.1);
    result.copies = (struct gather_bench_time){50000, 50000, 7};
    assert_true(gather_bench_of_memcpy(&result) == 0.25);
}

/* Reading, or moving: memcpy, or reading and the faster filling behind it; over the time of one pass, if there is one. */
static void test_possible(void **state)
{
    (void)state;
    static const struct {
        int64_t reading, filling, streaming, hundredths;
    } rows[] = {
        {0, 0, 0, 50},             /* memcpy alone */
        {30000, 60000, 0, 45},     /* one behind the other */
        {30000, 60000, 40000, 35}, /* .. past the caches */
        {80000, 60000, 40000, 50}, /* memcpy does both at once */
        {160000, 60000, 0, 80},    /* the reading is all that counts */
    };
    struct gather_bench_result result = result_of("1");
    assert_true(gather_bench_of_possible(&result) == 0); /* 1000 bytes */
    result.bytes = 4096;
    assert_true(gather_bench_of_possible(&result) == 1); /* FUSED's, that of memcpy */
    result.fused.min = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        result.reading.min = rows[k].reading;
        result.filling.min = rows[k].filling;
        result.streaming.min = rows[k].streaming;
        assert_int_equal((int)(100 * gather_bench_of_possible(&result) + 0.5), rows[k].hundredths);
    }
    result.time.min = 0;
    assert_true(gather_bench_of_possible(&result) == 0);
}

static void test_goals(void **state)
{
    (void)state;
    struct gather_bench_result result = result_of("1");
    struct gather_bench_setting small = setting;
    assert_true(gather_bench_of_goal(&setting, &result) == 0.5);
    small.scale = GATHER_BENCH_SMALL;
    assert_true(gather_bench_of_goal(&small, &result) == 0);
    result = result_of("11U"); /* 0.47 ns a block, and it takes 20 */
    assert_in_range((int)(1000 * gather_bench_of_goal(&setting, &result)), 23, 24);
    result = result_of("6"); /* 3 GB/s, and it makes 5 */
    assert_in_range((int)(1000 * gather_bench_of_goal(&setting, &result)), 1666, 1667);
    result = result_of("3"); /* only cold */
    assert_true(gather_bench_of_goal(&setting, &result) == 0);
    result.state = GATHER_BENCH_COLD;
    assert_true(gather_bench_of_goal(&setting, &result) > 0);
}

static enum gather_status read_base(const char *text, struct gather_bench_base **base)
{
    struct gather_error error = {0};
    enum gather_status status = gather_bench_base_create(base, text, strlen(text), &error);
    assert_int_equal(error.status, status);
    return status;
}

#define HEAD                                                                                                 \
    "{\"schema\":\"gather.bench/"                                                                            \
    "1\",\"threads\":1,\"pages\":\"base\",\"scale\":\"full\",\"check\":\"first\",\"rows\":["

#define PEERS_HEAD "{\"schema\":\"gather.peers/1\",\"rows\":["

/* What a run writes is what another one reads; half of memcpy's time more than the noise is a loss. */
static void test_compare(void **state)
{
    (void)state;
    struct gather_bench_base *base = NULL;
    struct gather_memory text = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&text));
    struct gather_bench_result before = result_of("1"), now = before, new_row = result_of("14");
    gather_bench_write_json(&setting, &before, 1, &json);
    assert_int_equal(gather_bench_base_create(&base, text.bytes, text.count, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_bench_base_fits(base, &setting, NULL), GATHER_STATUS_OK);
    gather_bench_compare(base, &now);
    assert_true(now.has_base && now.change == 1 && !gather_bench_is_loss(&now));
    now.time = (struct gather_bench_time){280000, 308000, 7}; /* 40 % more; noise 4 times 10 %, and 5 % */
    gather_bench_compare(base, &now);
    assert_false(gather_bench_is_loss(&now));
    now.time = (struct gather_bench_time){300000, 330000, 7};
    gather_bench_compare(base, &now);
    assert_true(gather_bench_is_loss(&now));
    now.copy = (struct gather_bench_time){150000, 165000, 7}; /* the machine is slower, not the library */
    gather_bench_compare(base, &now);
    assert_false(gather_bench_is_loss(&now));
    gather_bench_compare(base, &new_row);
    assert_false(new_row.has_base || gather_bench_is_loss(&new_row));
    gather_bench_base_destroy(base);
    gather_memory_fini(&text);
}

static void test_other_settings(void **state)
{
    (void)state;
    struct gather_bench_base *base = NULL;
    struct gather_error error = {0};
    struct gather_bench_setting other = setting;
    assert_int_equal(read_base(HEAD "]}", &base), GATHER_STATUS_OK);
    assert_int_equal(gather_bench_base_fits(base, &setting, &error), GATHER_STATUS_OK);
    other.threads = 2;
    assert_int_equal(gather_bench_base_fits(base, &other, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "threads");
    other = setting;
    other.is_huge = 1;
    assert_int_equal(gather_bench_base_fits(base, &other, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "pages");
    other = setting;
    other.scale = GATHER_BENCH_SMALL;
    assert_int_equal(gather_bench_base_fits(base, &other, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "scale");
    other = setting;
    other.check = GATHER_CHECK_FUSED;
    assert_int_equal(gather_bench_base_fits(base, &other, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "check");
    gather_bench_base_destroy(base);
    assert_int_equal(read_base("{\"schema\":\"gather.peers/1\",\"rows\":[]}", &base), GATHER_STATUS_OK);
    assert_int_equal(gather_bench_base_fits(base, &setting, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "schema");
    gather_bench_base_destroy(base);
}

static void test_refused_bases(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "{}",
        "{\"schema\":\"gather.bench/2\",\"rows\":[]}",
        "{\"schema\":\"gather.bench/1\"}",
        "{\"schema\":\"gather.bench/1\",\"rows\":{}}",
        HEAD "7]}",
        HEAD "{\"row\":\"1\",\"state\":\"warm\"}]}",
        HEAD "{\"row\":\"1\",\"of_memcpy\":0.5}]}",
        HEAD "{\"row\":\"1\",\"state\":\"warm\",\"of_memcpy\":\"0.5\"}]}",
        HEAD "{\"row\":\"1\",\"state\":\"warm\",\"of_memcpy\":0}]}",
        PEERS_HEAD "{\"case\":\"1\",\"state\":\"warm\",\"ratio\":0,\"memcpy_ratio\":1}]}",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct gather_bench_base *base = NULL;
        assert_int_equal(read_base(texts[k], &base), GATHER_STATUS_FORMAT);
        assert_null(base);
    }
}

/* The picture has a bar a row, and the best peer's where it is known. */
static void test_picture(void **state)
{
    (void)state;
    struct gather_bench_base *peers = NULL;
    struct gather_memory text = {0};
    struct gather_bench_result results[] = {result_of("1"), result_of("14"), result_of("24s")};
    results[1].bytes = 4096;
    assert_int_equal(
        read_base("{\"schema\":\"gather.peers/1\",\"rows\":[{\"case\":\"14\",\"state\":\"warm\",\"ratio\":2,"
                  "\"memcpy_ratio\":0.5}]}",
                  &peers),
        GATHER_STATUS_OK);
    assert_int_equal(gather_bench_draw_svg(&setting, results, 3, peers, gather_memory_sink(&text)),
                     GATHER_STATUS_OK);
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&text));
    gather_write(&writer, "", 1);
    int bars = 0, thin = 0;
    for (const char *at = text.bytes; (at = strstr(at, "<rect class=\"ours\"")) != NULL; at++)
        bars++;
    for (const char *at = text.bytes; (at = strstr(at, "<rect class=\"peer\"")) != NULL; at++)
        thin++;
    assert_int_equal(bars, 2);
    assert_int_equal(thin, 1);
    assert_null(strstr(text.bytes, "24s"));
    assert_non_null(strstr(text.bytes, "<path class=\"possible\" d=\"M588 ")); /* memcpy alone: its line */
    gather_bench_base_destroy(peers);
    gather_memory_fini(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_everywhere),
        cmocka_unit_test(test_inside),
        cmocka_unit_test(test_permutation),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_tuples),
        cmocka_unit_test(test_refused_indices),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_rows_of_patterns),
        cmocka_unit_test(test_numbers_of_results),
        cmocka_unit_test(test_possible),
        cmocka_unit_test(test_goals),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_other_settings),
        cmocka_unit_test(test_refused_bases),
        cmocka_unit_test(test_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
