/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How plans run: on many threads at once, by a parallel_for of any kind, in ranges of rows, cancelled.
 * Whatever the way, the bytes are the same.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "gather/threads.h"
#include "support/plan_check.h"

enum { MOST_BYTES = 1 << 16, THREADS = 64, TIMES = 8 };

/* Pairs that run in different ways: copies, turned squares, runs of tiles, bits, padding that is filled. */
static const struct {
    const char *data, *out;
} pairs[] = {
    {"f32[60,50]{1,0}", "f32[60,50]{1,0}"},
    {"f32[60,50]{1,0}", "f32[60,50]{0,1}"},
    {"u8[130,70]{1,0:T(8,128)}", "u8[130,70]{0,1:T(16,16)}"},
    {"u16[77,33]{0,1}", "u16[77,33]{1,0:T(8,16)(2,1)}"},
    {"f32[31,17]:(1,31)", "f32[31,17]{1,0:pad(40,20)=highest}"},
    {"u8[64,64]{1,0}", "u8[64,64]{0,1:T(*,5)}"},
    {"i4[60,50]C", "s4[60,50]{1,0:T(4,2)E(4)}"},
    {"s4[60,51]{0,1}", "i4[60,51]C"},
    {"u2[33,16]F", "u2[33,16]{1,0:E(2)pad(40,16)=one}"},
    {"c128[9,8,7]{0,1,2}", "c128[9,8,7]{1,2,0}"},
    {"f32[1,60,50]C", "f32[1,60,50]:(3000,1,60)"},
    {"i4[1,1,60,50]C", "i4[1,1,60,50]:(3000,3000,50,1)"},
    {"u8[1,70,9]{2,1,0:T(8,4)}", "u8[1,70,9]{2,1,0:T(2,2)pad(2,72,10)=one}"},
    {"u8[1,70,9]{2,1,0:T(8,4)}", "u8[1,70,9]{1,2,0:T(4,3)}"},
    {"i4[1,1,21,51]C", "s4[1,1,21,51]{2,3,1,0:T(3,2)E(4)}"},
    {"f32[1,1,30,17]{3,2,1,0:T(2,2,4)}", "f32[1,1,30,17]{0,2,3,1:T(3,2,7,2)}"},
};

/* ---- one run, and what it must give -------------------------------------------------------------- */

struct operands {
    struct gather_plan *plan;
    struct gather_buffer data, out;
    uint8_t data_bytes[MOST_BYTES], out_bytes[MOST_BYTES], before[MOST_BYTES], expected[MOST_BYTES];
};

static void fill(uint8_t *bytes, size_t count, uint64_t seed)
{
    struct randomness randomness = {seed};
    for (size_t k = 0; k < count; k++)
        bytes[k] = (uint8_t)random_bits(&randomness);
}

/* Makes the plan, and what one thread gives. */
static struct operands *operands_of(const char *data, const char *out)
{
    struct operands *operands = malloc(sizeof *operands);
    assert_non_null(operands);
    struct gather_layout from = layout_of(data), to = layout_of(out);
    operands->plan = plan_of(data, out);
    operands->data = (struct gather_buffer){operands->data_bytes, (uint64_t)gather_layout_bytes(&from)};
    operands->out = (struct gather_buffer){operands->out_bytes, (uint64_t)gather_layout_bytes(&to)};
    assert_true(operands->data.bytes <= MOST_BYTES && operands->out.bytes <= MOST_BYTES);
    fill(operands->data_bytes, MOST_BYTES, 1);
    fill(operands->before, MOST_BYTES, 2);
    memcpy(operands->out_bytes, operands->before, MOST_BYTES);
    assert_int_equal(gather_plan_run(operands->plan, &operands->data, 1, operands->out, NULL, NULL),
                     GATHER_STATUS_OK);
    memcpy(operands->expected, operands->out_bytes, MOST_BYTES);
    return operands;
}

static void end_operands(struct operands *operands)
{
    gather_plan_destroy(operands->plan);
    free(operands);
}

static void check_run(struct operands *operands, const struct gather_threads *threads)
{
    struct gather_run run = {.size = sizeof run, .threads = threads};
    memcpy(operands->out_bytes, operands->before, MOST_BYTES);
    assert_int_equal(gather_plan_run(operands->plan, &operands->data, 1, operands->out, &run, NULL),
                     GATHER_STATUS_OK);
    assert_memory_equal(operands->out_bytes, operands->expected, MOST_BYTES);
}

/* ---- many threads -------------------------------------------------------------------------------- */

struct runner {
    pthread_t thread;
    const struct operands *operands;
    uint8_t out[MOST_BYTES];
    bool right;
};

/* The plan and the data are everybody's, the output is this thread's. No cmocka in here. */
static void *run_often(void *argument)
{
    struct runner *runner = argument;
    const struct operands *operands = runner->operands;
    struct gather_buffer out = {runner->out, operands->out.bytes};
    runner->right = true;
    for (int k = 0; k < TIMES; k++) {
        memcpy(runner->out, operands->before, MOST_BYTES);
        if (gather_plan_run(operands->plan, &operands->data, 1, out, NULL, NULL) != GATHER_STATUS_OK ||
            memcmp(runner->out, operands->expected, MOST_BYTES) != 0)
            runner->right = false;
    }
    return NULL;
}

static void test_one_plan_on_64_threads(void **state) /* COVERS(CORE-20) */
{
    static struct runner runners[THREADS];
    (void)state;
    for (size_t p = 0; p < ITEMS(pairs); p++) {
        struct operands *operands = operands_of(pairs[p].data, pairs[p].out);
        for (int k = 0; k < THREADS; k++) {
            runners[k].operands = operands;
            assert_int_equal(pthread_create(&runners[k].thread, NULL, run_often, &runners[k]), 0);
        }
        for (int k = 0; k < THREADS; k++) {
            assert_int_equal(pthread_join(runners[k].thread, NULL), 0);
            assert_true(runners[k].right);
        }
        end_operands(operands);
    }
}

static void test_pools_of_any_size(void **state) /* COVERS(CORE-12) */
{
    static const uint32_t sizes[] = {1, 2, 7};
    (void)state;
    for (size_t s = 0; s < ITEMS(sizes); s++) {
        struct gather_pool *pool = NULL;
        assert_int_equal(gather_pool_create(&pool, sizes[s]), GATHER_STATUS_OK);
        struct gather_threads threads = gather_pool_threads(pool);
        for (size_t p = 0; p < ITEMS(pairs); p++) {
            struct operands *operands = operands_of(pairs[p].data, pairs[p].out);
            for (int k = 0; k < TIMES; k++)
                check_run(operands, &threads);
            end_operands(operands);
        }
        gather_pool_destroy(pool);
    }
}

/* ---- a parallel_for of any kind ------------------------------------------------------------------ */

static int one_by_one(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument, uint64_t count,
                      uint64_t grain)
{
    (void)context, (void)grain;
    for (uint64_t k = 0; k < count; k++)
        task(argument, k, k + 1);
    return 0;
}

static int last_first(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument, uint64_t count,
                      uint64_t grain)
{
    (void)context, (void)grain;
    for (uint64_t k = count; k > 0; k--)
        task(argument, k - 1, k);
    return 0;
}

/* Pieces of 1, 2, 3, .. rows, the odd ones first. */
static int uneven(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument, uint64_t count,
                  uint64_t grain)
{
    (void)context, (void)grain;
    for (uint64_t odd = 1; odd <= 2; odd++)
        for (uint64_t begin = 0, length = 1; begin < count; begin += length++)
            if (length % 2 == odd % 2)
                task(argument, begin, begin + length < count ? begin + length : count);
    return 0;
}

/* Two threads, each with rows of its own in turns: what they write next to each other would race. */
struct half {
    void (*task)(void *, uint64_t, uint64_t);
    void *argument;
    uint64_t count, first;
};

static void *every_other(void *argument)
{
    const struct half *half = argument;
    for (uint64_t k = half->first; k < half->count; k += 2)
        half->task(half->argument, k, k + 1);
    return NULL;
}

static int by_turns(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument, uint64_t count,
                    uint64_t grain)
{
    struct half even = {task, argument, count, 0}, odd = {task, argument, count, 1};
    pthread_t thread;
    (void)context, (void)grain;
    if (pthread_create(&thread, NULL, every_other, &odd) != 0)
        return 1;
    every_other(&even);
    return pthread_join(thread, NULL);
}

static int count_tasks(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument,
                       uint64_t count, uint64_t grain)
{
    (void)grain;
    *(uint64_t *)context = count;
    task(argument, 0, count);
    return 0;
}

/* A leading dimension of one leaves its rows' own rows to be shared; and a range is still one of that dimension. */
static void test_a_batch_of_one_is_shared(void **state) /* COVERS(CORE-12, CORE-22) */
{
    static const char *const outputs[] = {"f32[1,1,60,50]:(3000,3000,1,60)", "f32[1,1,60,50]F",
                                          "f32[1,1,60,50]{2,3,1,0:T(4,8)}"};
    (void)state;
    for (size_t k = 0; k < ITEMS(outputs); k++) {
        struct operands *operands = operands_of("f32[1,1,60,50]C", outputs[k]);
        uint64_t count = 0;
        const struct gather_threads threads = {count_tasks, &count, 0};
        struct gather_run beyond = {.size = sizeof beyond, .begin = 0, .end = 2};
        struct gather_error error;
        check_run(operands, &threads);
        assert_int_equal(count, 60);
        assert_int_equal(gather_plan_run(operands->plan, &operands->data, 1, operands->out, &beyond, &error),
                         GATHER_STATUS_ARGUMENT);
        assert_int_equal(error.value, 2);
        assert_int_equal(error.high, 1);
        end_operands(operands);
    }
}

static void test_tasks_in_any_order(void **state) /* COVERS(CORE-12, CORE-22) */
{
    static const struct gather_threads kinds[] = {
        {one_by_one, NULL, 0}, {last_first, NULL, 0}, {uneven, NULL, 0}, {by_turns, NULL, 0}};
    (void)state;
    for (size_t p = 0; p < ITEMS(pairs); p++) {
        struct operands *operands = operands_of(pairs[p].data, pairs[p].out);
        for (size_t k = 0; k < ITEMS(kinds); k++)
            check_run(operands, &kinds[k]);
        end_operands(operands);
    }
}

/* Runs tasks one by one, and keeps which of them changed each byte of the output. */
struct owners {
    const uint8_t *out;
    uint8_t before[MOST_BYTES];
    uint64_t owner[MOST_BYTES]; /* task + 1; 0 for none */
    uint64_t shared;            /* bytes that two tasks changed */
};

static int keep_owners(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument,
                       uint64_t count, uint64_t grain)
{
    struct owners *owners = context;
    (void)grain;
    for (uint64_t k = 0; k < count; k++) {
        memcpy(owners->before, owners->out, MOST_BYTES);
        task(argument, k, k + 1);
        for (size_t b = 0; b < MOST_BYTES; b++) {
            if (owners->out[b] == owners->before[b])
                continue;
            owners->shared += owners->owner[b] != 0;
            owners->owner[b] = k + 1;
        }
    }
    return 0;
}

/* From an output in which every bit is wrong, so that what is written changes: two tasks never change one byte. */
static void check_owners(const char *data, const char *out)
{
    static struct owners owners;
    const struct gather_threads threads = {keep_owners, &owners, 0};
    struct operands *operands = operands_of(data, out);
    const struct gather_run run = {.size = sizeof run, .threads = &threads};
    memset(&owners, 0, sizeof owners);
    owners.out = operands->out_bytes;
    for (size_t b = 0; b < MOST_BYTES; b++)
        operands->out_bytes[b] = (uint8_t)~operands->expected[b];
    assert_int_equal(gather_plan_run(operands->plan, &operands->data, 1, operands->out, &run, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(owners.shared, 0);
    check_run(operands, &(const struct gather_threads){one_by_one, NULL, 0});
    end_operands(operands);
}

static void test_tasks_share_no_byte(void **state) /* COVERS(CORE-12) */
{
    static const char *const nibbles[][2] = {
        {"i4[60,51]C", "i4[60,51]C"},    {"i4[9,3]F", "i4[9,3]C"},          {"u2[50,7]F", "u2[50,7]C"},
        {"u2[50,6]F", "u2[50,6]C"},      {"i4[60,5]C", "i4[60,5]:(7,1)+1"}, {"i4[60]C", "i4[60]:(-1)+59"},
        {"i4[60,5]F", "i4[60,5]:(6,1)"}, {"i4[20,5]C", "i4[20,5]:(5,1)+3"}};
    (void)state;
    for (size_t p = 0; p < ITEMS(pairs); p++)
        check_owners(pairs[p].data, pairs[p].out);
    for (size_t p = 0; p < ITEMS(nibbles); p++)
        check_owners(nibbles[p][0], nibbles[p][1]);
}

/* Rows of nibbles that begin on a byte while the rows before and behind reach into it. */
static void test_rows_that_share_bytes(void **state) /* COVERS(CORE-12, CORE-22) */
{
    static const struct gather_threads threads = {by_turns, NULL, 0};
    static const char *const outputs[] = {"i4[4,100]:(3,4)", "i4[40,3]:(3,1)",     "u2[20,30]:(1,20)",
                                          "u2[4,90]:(3,12)", "i4[3,100]:(-3,4)+6", "i4[8,2,25]:(2,1,16)"};
    (void)state;
    for (size_t k = 0; k < ITEMS(outputs); k++) {
        struct gather_layout out = layout_of(outputs[k]), dense;
        char text[GATHER_LAYOUT_TEXT_SIZE];
        assert_int_equal(gather_layout_init(&dense, out.dtype, out.rank, out.sizes, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_layout_print(&dense, GATHER_SPELLING_XLA, text, sizeof text, NULL, NULL),
                         GATHER_STATUS_OK);
        check_relayout(text, outputs[k]); /* which tries cuts too, and whether they are clean */
        struct operands *operands = operands_of(text, outputs[k]);
        for (int time = 0; time < 50; time++)
            check_run(operands, &threads);
        end_operands(operands);
    }
}

struct giving_up {
    uint64_t after; /* calls of the task */
};

static int give_up(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument, uint64_t count,
                   uint64_t grain)
{
    const struct giving_up *giving_up = context;
    (void)grain;
    for (uint64_t k = 0; k < count && k < giving_up->after; k++)
        task(argument, k, k + 1);
    return 7;
}

/* Elements are unspecified then, but what is no element stays. */
static void test_a_failing_parallel_for(void **state) /* COVERS(CORE-31) */
{
    (void)state;
    struct operands *operands = operands_of("u8[6,3]C", "u8[6,3]:(5,1)+2");
    for (uint64_t after = 0; after <= 6; after++) {
        struct giving_up giving_up = {after};
        struct gather_threads threads = {give_up, &giving_up, 0};
        struct gather_run run = {.size = sizeof run, .threads = &threads};
        struct gather_error error = {0};
        memcpy(operands->out_bytes, operands->before, MOST_BYTES);
        assert_int_equal(gather_plan_run(operands->plan, &operands->data, 1, operands->out, &run, &error),
                         GATHER_STATUS_CANCELLED);
        assert_int_equal(error.status, GATHER_STATUS_CANCELLED);
        for (size_t k = 0; k < MOST_BYTES; k++)
            if (k < 2 || (k - 2) % 5 > 2 || (k - 2) / 5 > 5)
                assert_int_equal(operands->out_bytes[k], operands->before[k]);
        assert_int_equal(gather_plan_run(operands->plan, &operands->data, 1, operands->out, &run, NULL),
                         GATHER_STATUS_CANCELLED);
    }
    check_run(operands, NULL); /* the plan is none the worse */
    end_operands(operands);
}

static int refuse_to_run(void *context, void (*task)(void *argument, uint64_t begin, uint64_t end),
                         void *argument, uint64_t count, uint64_t grain)
{
    (void)context;
    (void)task;
    (void)argument;
    (void)count;
    (void)grain;
    return 1;
}

/* Rows without a byte are nobody's work, however many. */
static void test_nothing_to_part(void **state) /* COVERS(CORE-31) */
{
    (void)state;
    struct operands *operands = operands_of("u8[4611686018427387904,0]C", "u8[4611686018427387904,0]C");
    struct gather_threads threads = {refuse_to_run, NULL, 2};
    struct gather_run run = {.size = sizeof run, .threads = &threads};
    assert_int_equal(gather_plan_run(operands->plan, &operands->data, 1, operands->out, &run, NULL),
                     GATHER_STATUS_OK);
    end_operands(operands);
}

/* ---- ranges -------------------------------------------------------------------------------------- */

static enum gather_status run_rows(struct operands *operands, int64_t begin, int64_t end,
                                   struct gather_error *error)
{
    struct gather_run run = {.size = sizeof run, .begin = begin, .end = end};
    return gather_plan_run(operands->plan, &operands->data, 1, operands->out, &run, error);
}

/* Every way to cut in three, each in every order. */
static void test_ranges_in_any_order(void **state) /* COVERS(CORE-22) */
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const struct {
        const char *data, *out;
        int64_t rows;
    } cut[] = {{"f32[9,5]{0,1:T(2,2)}", "f32[9,5]{1,0:T(4,2)(2,1)}", 9},
               {"u8[12,5,2]{2,1,0}", "u8[12,5,2]{0,1,2:T(3,2,4)}", 12},
               {"u8[12,5,2]{2,1,0}", "u8[12,5,2]{2,1,0:T(2,6,5)(3,1)}", 12},
               {"u8[12,3]C", "u8[12,3]{0,1:T(*,6)}", 12},
               {"f32[7,3]:(-3,1)+18", "f32[7,3]{0,1:pad(9,4)=one}", 7},
               {"u16[8,3]C", "u16[8,3]:(3,1)", 8}};
    (void)state;
    for (size_t p = 0; p < ITEMS(cut); p++) {
        struct operands *operands = operands_of(cut[p].data, cut[p].out);
        for (int64_t first = 1; first < cut[p].rows; first++)
            for (int64_t second = first; second < cut[p].rows; second++)
                for (int order = 0; order < 6; order++) {
                    const int64_t cuts[] = {0, first, second, cut[p].rows};
                    memcpy(operands->out_bytes, operands->before, MOST_BYTES);
                    for (int k = 0; k < 3; k++)
                        assert_int_equal(
                            run_rows(operands, cuts[orders[order][k]], cuts[orders[order][k] + 1], NULL),
                            GATHER_STATUS_OK);
                    assert_memory_equal(operands->out_bytes, operands->expected, MOST_BYTES);
                }
        end_operands(operands);
    }
}

static void test_ranges_that_are_none(void **state) /* COVERS(CORE-22) */
{
    static const struct {
        int64_t begin, end, wrong, low;
    } ranges[] = {{-1, 2, -1, 0},
                  {0, 10, 10, 0},
                  {3, 2, 2, 3},
                  {5, INT64_MAX, INT64_MAX, 5},
                  {INT64_MIN, 0, INT64_MIN, 0},
                  {1, 0, 0, 1},
                  {10, 10, 10, 0},
                  {INT64_MAX, INT64_MIN, INT64_MAX, 0}};
    (void)state;
    struct operands *operands = operands_of("u8[9,2]C", "u8[9,2]F");
    for (size_t k = 0; k < ITEMS(ranges); k++) {
        struct gather_error error = {0};
        memcpy(operands->out_bytes, operands->before, MOST_BYTES);
        assert_int_equal(run_rows(operands, ranges[k].begin, ranges[k].end, &error), GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "rows");
        assert_true(error.value == ranges[k].wrong && error.low == ranges[k].low && error.high == 9);
        assert_memory_equal(operands->out_bytes, operands->before, MOST_BYTES);
    }
    end_operands(operands);
}

/* Every cut between two rows is refused. */
static void check_indivisible(const char *data, const char *out, int64_t rows)
{
    struct operands *operands = operands_of(data, out);
    for (int64_t row = 1; row < rows; row++) {
        struct gather_run run = {.size = sizeof run, .begin = row, .end = row};
        assert_int_equal(gather_plan_check(operands->plan, &operands->data, 1, operands->out, &run, NULL),
                         GATHER_STATUS_ARGUMENT);
    }
    end_operands(operands);
}

/* Rows of which some begin on a byte, but a byte holds nibbles of two, elements or padding. */
static void test_rows_that_can_not_be_cut(void **state) /* COVERS(CORE-12, CORE-22) */
{
    (void)state;
    check_indivisible("i4[4,100]C", "i4[4,100]:(3,4)", 4);
    check_indivisible("u2[4,90]C", "u2[4,90]:(3,12)", 4);
    check_indivisible("i4[4,1,1]C", "s4[4,1,1]{2,0,1:E(4)pad(5,2,1)=one}", 4);
    check_indivisible("i4[3,1,1]C", "s4[3,1,1]{2,0,1:E(4)pad(3,2,1)=one}", 3);
    check_indivisible("i4[4,3]C", "i4[4,3]F", 4);
}

/* The rows of 3 nibbles begin on a byte every other time. */
static void test_ranges_of_nibbles(void **state) /* COVERS(CORE-22) */
{
    (void)state;
    struct operands *operands = operands_of("i4[9,3]F", "i4[9,3]C");
    for (int64_t begin = 0; begin < 9; begin++)
        for (int64_t end = begin + 1; end <= 9; end++) {
            bool clean = begin % 2 == 0 && (end % 2 == 0 || end == 9);
            struct gather_error error = {0};
            memcpy(operands->out_bytes, operands->before, MOST_BYTES);
            assert_int_equal(run_rows(operands, begin, end, &error),
                             clean ? GATHER_STATUS_OK : GATHER_STATUS_ARGUMENT);
            if (!clean) {
                assert_string_equal(error.operand, "rows");
                assert_memory_equal(operands->out_bytes, operands->before, MOST_BYTES);
            }
        }
    end_operands(operands);
}

/* The data's tiles split loops, are evaluated or cut into boxes; what rows of the output share is the same. */
static void test_ranges_of_tiled_data(void **state) /* COVERS(CORE-12, CORE-22) */
{
    static const struct {
        const char *data, *out;
        int64_t rows, clean; /* every so many rows begin on a byte */
    } cut[] = {{"s4[12,6]{1,0:T(3,2)E(4)}", "i4[12,6]C", 12, 1},
               {"s4[12,5]{1,0:T(3,2)E(4)}", "i4[12,5]C", 12, 2},
               {"s4[13,6]{1,0:T(4,4)E(4)}", "i4[13,6]C", 13, 1},
               {"s4[13,3]{0,1:T(4,4)(2,1)E(4)}", "i4[13,3]C", 13, 2},
               {"u2[9,6]{1,0:T(2,4)E(2)}", "u2[9,6]C", 9, 2},
               {"u2[9,5]{1,0:T(4,4)E(2)}", "u2[9,5]:(6,1)", 9, 2},
               {"s4[9,6]{1,0:T(2,4)}", "i4[9,6]:(-6,1)+48", 9, 9},
               {"s4[9,6]{1,0:T(2,4)}", "i4[9,6]:(-12,2)+96", 9, 1},
               {"s4[61,50]{1,0:T(8,16)E(4)}", "i4[61,50]C", 61, 1},
               {"s4[61,51]{1,0:T(8,16)E(4)}", "i4[61,51]C", 61, 2}};
    (void)state;
    for (size_t p = 0; p < ITEMS(cut); p++) {
        struct operands *operands = operands_of(cut[p].data, cut[p].out);
        for (int64_t first = 1; first < cut[p].rows; first++) {
            bool is_clean = first % cut[p].clean == 0;
            memcpy(operands->out_bytes, operands->before, MOST_BYTES);
            assert_int_equal(run_rows(operands, first, cut[p].rows, NULL),
                             is_clean ? GATHER_STATUS_OK : GATHER_STATUS_ARGUMENT);
            assert_int_equal(run_rows(operands, 0, first, NULL),
                             is_clean ? GATHER_STATUS_OK : GATHER_STATUS_ARGUMENT);
            assert_memory_equal(operands->out_bytes, is_clean ? operands->expected : operands->before,
                                MOST_BYTES);
        }
        check_run(operands, &(const struct gather_threads){by_turns, NULL, 0});
        end_operands(operands);
        check_owners(cut[p].data, cut[p].out);
    }
}

/* As many rows as 63 bits count, of nothing. */
static void test_rows_without_elements(void **state) /* COVERS(CORE-3, CORE-4, CORE-22) */
{
    static const char shape[] = "u8[9223372036854775807,0]:(0,0)";
    struct gather_plan *plan = plan_of(shape, shape);
    const struct gather_threads threads = {one_by_one, NULL, 0};
    struct gather_buffer nothing = {NULL, 0};
    const int64_t begins[] = {0, 1, INT64_MAX - 9, INT64_MAX - 2, INT64_MAX - 1, INT64_MAX};
    (void)state;
    for (size_t k = 0; k < ITEMS(begins); k++) {
        struct gather_run run = {
            .size = sizeof run, .begin = begins[k], .end = k < 2 ? begins[k] + 9 : INT64_MAX};
        assert_int_equal(gather_plan_run(plan, &nothing, 1, nothing, &run, NULL), GATHER_STATUS_OK);
        run.threads = &threads;
        assert_int_equal(gather_plan_run(plan, &nothing, 1, nothing, &run, NULL), GATHER_STATUS_OK);
    }
    gather_plan_destroy(plan);
}

static void test_a_scalar_is_one_row(void **state) /* COVERS(CORE-22) */
{
    (void)state;
    struct operands *operands = operands_of("f32[]", "f32[]:()+3");
    check_run(operands, NULL);
    assert_int_equal(run_rows(operands, 0, 1, NULL), GATHER_STATUS_OK);
    assert_int_equal(run_rows(operands, 0, 2, NULL), GATHER_STATUS_ARGUMENT);
    assert_memory_equal(operands->out_bytes, operands->expected, MOST_BYTES);
    end_operands(operands);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_plan_on_64_threads),   cmocka_unit_test(test_pools_of_any_size),
        cmocka_unit_test(test_a_batch_of_one_is_shared), cmocka_unit_test(test_tasks_in_any_order),
        cmocka_unit_test(test_tasks_share_no_byte),      cmocka_unit_test(test_rows_that_share_bytes),
        cmocka_unit_test(test_nothing_to_part),          cmocka_unit_test(test_a_failing_parallel_for),
        cmocka_unit_test(test_ranges_in_any_order),      cmocka_unit_test(test_ranges_that_are_none),
        cmocka_unit_test(test_ranges_of_nibbles),        cmocka_unit_test(test_ranges_of_tiled_data),
        cmocka_unit_test(test_rows_that_can_not_be_cut), cmocka_unit_test(test_a_scalar_is_one_row),
        cmocka_unit_test(test_rows_without_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
