/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where plans take memory: create once, through the caller's allocator if there is one; init in the caller's
 * bytes and in no others; running nowhere. Each allocation is made to fail in its turn.
 */
#include "support/by_hand.h"
#include "support/counted_malloc.h"
#include "support/guard.h"
#include "support/plan_check.h"

/* A plan of the usual size, and one above 2 KiB: 16 dimensions, half of them padded with a value. */
static void small_pair(struct gather_layout *data, struct gather_layout *out)
{
    *data = layout_of("f32[6,5]C");
    *out = layout_of("f32[6,5]{0,1:T(4,2)}");
}

static void large_pair(struct gather_layout *data, struct gather_layout *out)
{
    int64_t sizes[GATHER_MAX_RANK], padded[GATHER_MAX_RANK];
    for (int32_t d = 0; d < GATHER_MAX_RANK; d++) {
        sizes[d] = d % 3 == 0 ? 2 : 1;
        padded[d] = sizes[d] + (d >= 8);
    }
    *data = order_by_hand(GATHER_DTYPE_U8, GATHER_MAX_RANK, sizes, NULL);
    *out = *data;
    pad_by_hand(out, padded, GATHER_PADDING_ONE);
}

/* ---- the caller's allocator ---------------------------------------------------------------------- */

struct counter {
    int calls, live, fails_at; /* which call fails; -1: none */
    size_t largest;
};

static void *allocate(void *context, size_t bytes)
{
    struct counter *counter = context;
    if (counter->calls++ == counter->fails_at)
        return NULL;
    counter->live++;
    counter->largest = bytes > counter->largest ? bytes : counter->largest;
    return malloc(bytes);
}

static void release(void *context, void *memory)
{
    struct counter *counter = context;
    counter->live--;
    free(memory);
}

/* Creates, for k = 0, 1, .. with the k-th allocation failing, until none fails. Returns: the allocations. */
static int create_with_failures(const struct gather_layout *data, const struct gather_layout *out)
{
    const struct gather_op op = gather_relayout();
    int marker, k = 0;
    for (;; k++) {
        struct counter counter = {0, 0, k, 0};
        const struct gather_allocator allocator = {allocate, release, &counter};
        const struct gather_options options = {.size = sizeof options, .allocator = &allocator};
        struct gather_plan *const untouched = (struct gather_plan *)(void *)&marker;
        struct gather_plan *plan = untouched;
        struct gather_error error = {0};
        enum gather_status status = gather_plan_create(&plan, &op, data, 1, out, &options, &error);
        if (status == GATHER_STATUS_OK) {
            assert_int_equal(counter.live, counter.calls);
            gather_plan_destroy(plan);
            assert_int_equal(counter.live, 0);
            return k;
        }
        assert_int_equal(status, GATHER_STATUS_NO_MEMORY);
        assert_int_equal(error.status, GATHER_STATUS_NO_MEMORY);
        assert_string_equal(error.operand, "plan");
        assert_ptr_equal(plan, untouched);
        assert_int_equal(counter.live, 0);
    }
}

static void test_the_k_th_allocation_fails(void **state) /* COVERS(CORE-30) */
{
    struct gather_layout data, out;
    (void)state;
    small_pair(&data, &out);
    assert_int_equal(create_with_failures(&data, &out), 1);
    large_pair(&data, &out);
    assert_int_equal(create_with_failures(&data, &out), 1);
}

static void test_a_refused_plan_takes_no_memory(void **state) /* COVERS(CORE-30) */
{
    const struct gather_op op = gather_relayout();
    struct counter counter = {0, 0, -1, 0};
    const struct gather_allocator allocator = {allocate, release, &counter};
    const struct gather_options options = {.size = sizeof options, .allocator = &allocator};
    struct gather_layout data, out;
    struct gather_plan *plan = NULL;
    (void)state;
    small_pair(&data, &out);
    out.dtype = GATHER_DTYPE_U32;
    assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &out, &options, NULL), GATHER_STATUS_DTYPE);
    assert_int_equal(counter.calls, 0);
    assert_null(plan);
}

/* ---- malloc -------------------------------------------------------------------------------------- */

/* Fails the k-th malloc of `gather_once`, and of `gather_plan_create` without an allocator. */
static void test_hostile_74_malloc_fails_at_call_k(void **state) /* COVERS(CORE-30) */
{
    const struct gather_op op = gather_relayout();
    struct gather_layout data, out;
    static uint8_t bytes[256], result[8192], before[8192];
    struct gather_buffer input = BUFFER(bytes), output = BUFFER(result);
    (void)state;
    if (!MALLOC_CAN_FAIL)
        skip();
    for (int which = 0; which < 2; which++) {
        (which == 0 ? small_pair : large_pair)(&data, &out);
        assert_in_range(gather_layout_bytes(&out), 1, sizeof result);
        for (long long k = 0; k < 3; k++) {
            struct gather_error error = {0};
            struct gather_plan *plan = NULL;
            long long live = malloc_live;
            memset(result, 0xA5, sizeof result);
            memcpy(before, result, sizeof before);
            malloc_fails_after = k;
            enum gather_status once = gather_once(&op, &data, &input, 1, &out, output, NULL, &error);
            malloc_fails_after = k;
            enum gather_status created = gather_plan_create(&plan, &op, &data, 1, &out, NULL, NULL);
            malloc_fails_after = -1;
            /* Plans of the usual size stay on the stack of `gather_once`. */
            assert_int_equal(once, which == 0 || k > 0 ? GATHER_STATUS_OK : GATHER_STATUS_NO_MEMORY);
            assert_int_equal(created, k > 0 ? GATHER_STATUS_OK : GATHER_STATUS_NO_MEMORY);
            if (once != GATHER_STATUS_OK)
                assert_memory_equal(result, before, sizeof before);
            gather_plan_destroy(plan);
            assert_true(malloc_live == live);
        }
    }
}

static int one_by_one(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument, uint64_t count,
                      uint64_t grain)
{
    (void)context, (void)grain;
    for (uint64_t k = 0; k < count; k++)
        task(argument, k, k + 1);
    return 0;
}

static void test_running_allocates_nothing(void **state) /* COVERS(CORE-20, CORE-21) */
{
    static int64_t memory[4096];
    static uint8_t bytes[4096], result[8192];
    const struct gather_op op = gather_relayout();
    const struct gather_threads threads = {one_by_one, NULL, 0};
    const struct gather_run run = {.size = sizeof run, .threads = &threads};
    struct gather_buffer input = BUFFER(bytes), output = BUFFER(result);
    (void)state;
    for (int which = 0; which < 2; which++) {
        struct gather_layout data, out, made;
        struct gather_plan_description description;
        struct gather_plan *plan, *given = (struct gather_plan *)(void *)memory;
        size_t size;
        (which == 0 ? small_pair : large_pair)(&data, &out);
        assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &out, NULL, NULL), GATHER_STATUS_OK);
        long long calls = malloc_calls;
        enum gather_status status = gather_infer(&op, &data, 1, &made, NULL);
        status |= gather_plan_measure(&size, &op, &data, 1, &out, NULL, NULL);
        status |= gather_plan_init(memory, sizeof memory, &op, &data, 1, &out, NULL, NULL);
        status |= gather_plan_check(plan, &input, 1, output, &run, NULL);
        status |= gather_plan_run(plan, &input, 1, output, NULL, NULL);
        status |= gather_plan_run(plan, &input, 1, output, &run, NULL);
        status |= gather_plan_run(given, &input, 1, output, &run, NULL);
        gather_plan_describe(plan, &description);
        (void)!gather_plan_view(plan, &made, NULL);
        bool none = malloc_calls == calls;
        gather_plan_destroy(plan);
        assert_int_equal(status, GATHER_STATUS_OK);
        assert_true(none);
    }
}

/* The counter counts: a test that could not fail would be none. */
static void test_the_counter(void **state)
{
    long long calls = malloc_calls, live = malloc_live;
    (void)state;
    struct gather_plan *plan = plan_of("f32[2,3]C", "f32[2,3]F");
    assert_true(malloc_calls == calls + 1 && malloc_live == live + 1);
    gather_plan_destroy(plan);
    assert_true(malloc_live == live);
}

/* ---- init ---------------------------------------------------------------------------------------- */

static void test_init_in_just_as_many_bytes(void **state) /* COVERS(CORE-21) */
{
    static struct guard guard;
    const struct gather_op op = gather_relayout();
    struct gather_layout data, out;
    size_t needed, other;
    (void)state;
    for (int which = 0; which < 2; which++) {
        (which == 0 ? small_pair : large_pair)(&data, &out);
        assert_int_equal(gather_plan_measure(&needed, &op, &data, 1, &out, NULL, NULL), GATHER_STATUS_OK);
        assert_int_equal(needed % sizeof(int64_t), 0);
        assert_true(which == 0 ? needed < 1024 : needed > 2048);
        for (size_t bytes = 0; bytes <= needed; bytes += sizeof(int64_t)) {
            struct gather_error error = {0};
            void *memory = guard_place(&guard, bytes, bytes % 16 == 0 ? GUARD_LOW : GUARD_HIGH, 0);
            enum gather_status status = gather_plan_init(memory, bytes, &op, &data, 1, &out, NULL, &error);
            assert_true(guard_holds(&guard));
            assert_int_equal(status, bytes < needed ? GATHER_STATUS_NO_MEMORY : GATHER_STATUS_OK);
            if (status != GATHER_STATUS_OK) {
                assert_string_equal(error.operand, "plan");
                assert_true(error.value == (int64_t)bytes && error.low == (int64_t)needed);
            }
        }
        assert_int_equal(gather_plan_measure(&other, &op, &data, 1, &out, NULL, NULL), GATHER_STATUS_OK);
        assert_int_equal(other, needed);
    }
    guard_end(&guard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_k_th_allocation_fails),
        cmocka_unit_test(test_a_refused_plan_takes_no_memory),
        cmocka_unit_test(test_hostile_74_malloc_fails_at_call_k),
        cmocka_unit_test(test_running_allocates_nothing),
        cmocka_unit_test(test_the_counter),
        cmocka_unit_test(test_init_in_just_as_many_bytes),
    };
    malloc_count_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
