/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines 77 and 80 of the hostile list, for the pool: threads that can't be created, odd numbers of threads,
 * and a fork while the pool is alive, idle or at work. The limits and the forks are in child processes.
 */
#define _DEFAULT_SOURCE /* RLIMIT_NPROC, usleep */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/threads.h"
#include "support/child_process.h"
#include "support/range_marks.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { SECONDS_TO_LIVE = 300, UNUSED_USER = 54321, INDICES = 1000 };

/* The thread sanitizer ends a forked child that starts threads; all else it can follow. */
#if defined(__SANITIZE_THREAD__)
#define CHILD_MAY_START_THREADS false
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CHILD_MAY_START_THREADS false
#endif
#endif
#ifndef CHILD_MAY_START_THREADS
#define CHILD_MAY_START_THREADS true
#endif

/* The limit holds for a user, and not for root: root becomes a user who runs nothing else. */
static bool allow_threads(unsigned count)
{
    struct rlimit limit = {count, count};
    return setrlimit(RLIMIT_NPROC, &limit) == 0 && (geteuid() != 0 || setuid(UNUSED_USER) == 0);
}

static bool works_with_at_most(uint32_t most, uint32_t threads)
{
    struct gather_pool *pool = NULL;
    if (gather_pool_create(&pool, threads) != GATHER_STATUS_OK)
        return false;
    uint32_t size = gather_pool_size(pool);
    bool well = size >= 1 && size <= most && ranges_cover_once(gather_pool_threads(pool), INDICES, 1);
    gather_pool_destroy(pool);
    return well;
}

static bool works_without_helpers(void *argument)
{
    (void)argument;
    return allow_threads(1) && works_with_at_most(1, 2) && works_with_at_most(1, 1024) &&
           works_with_at_most(1, 0);
}

static bool works_with_some_helpers(void *argument)
{
    (void)argument;
    return allow_threads(4) && works_with_at_most(4, 16) && works_with_at_most(4, 16);
}

static void test_hostile_77_pthread_create_failing(void **state)
{
    (void)state;
    assert_true(succeeds_in_child(works_without_helpers, NULL));
    assert_true(succeeds_in_child(works_with_some_helpers, NULL));
}

static void test_hostile_80_thread_count_0_1_1024(void **state)
{
    static const uint32_t counts[] = {0, 1, 1024};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct gather_pool *pool = NULL;
        assert_int_equal(gather_pool_create(&pool, counts[i]), GATHER_STATUS_OK);
        assert_in_range(gather_pool_size(pool), 1, 1024);
        struct gather_threads threads = gather_pool_threads(pool);
        for (uint64_t grain = 0; grain < 10; grain += 3)
            assert_true(ranges_cover_once(threads, 20011, grain));
        gather_pool_destroy(pool);
    }
}

static bool makes_another(void)
{
    struct gather_pool *another = NULL;
    if (gather_pool_create(&another, 3) != GATHER_STATUS_OK)
        return false;
    bool well = gather_pool_size(another) == 3 && ranges_cover_once(gather_pool_threads(another), INDICES, 1);
    gather_pool_destroy(another);
    return well;
}

/* In a child: the parent's pool works on, a new one works in parallel, both can be ended. */
static bool uses_pool_and_makes_another(void *argument)
{
    struct gather_pool *pool = argument;
    bool well = gather_pool_size(pool) == 1 && ranges_cover_once(gather_pool_threads(pool), INDICES, 1);
    gather_pool_cancel(pool);
    well = well && ranges_cover_once(gather_pool_threads(pool), INDICES, 7);
    well = well && (!CHILD_MAY_START_THREADS || makes_another());
    gather_pool_destroy(pool);
    return well;
}

static bool forks_and_uses_pool(void *argument)
{
    return succeeds_in_child(uses_pool_and_makes_another, argument);
}

static void test_hostile_80_fork_with_idle_pool(void **state)
{
    struct gather_pool *pool = NULL;
    (void)state;
    assert_int_equal(gather_pool_create(&pool, 4), GATHER_STATUS_OK);
    assert_true(ranges_cover_once(gather_pool_threads(pool), INDICES, 1));
    assert_true(succeeds_in_child(uses_pool_and_makes_another, pool));
    assert_true(succeeds_in_child(forks_and_uses_pool, pool));
    assert_int_equal(gather_pool_size(pool), 4);
    assert_true(ranges_cover_once(gather_pool_threads(pool), INDICES, 1));
    gather_pool_destroy(pool);
}

struct load {
    struct gather_threads threads;
    atomic_bool stopped, failed;
};

static void *work_all_the_time(void *argument)
{
    struct load *load = argument;
    while (!load->stopped)
        if (!ranges_cover_once(load->threads, 64, 1))
            load->failed = true;
    return NULL;
}

/* The address sanitizer's allocator may be locked by the worker at a fork; the child would wait for it for ever. */
#if defined(__SANITIZE_ADDRESS__)
#define CHILD_MAY_ALLOCATE false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHILD_MAY_ALLOCATE false
#endif
#endif
#ifndef CHILD_MAY_ALLOCATE
#define CHILD_MAY_ALLOCATE true
#endif

/* Another thread is inside the pool at any point of its work, its locks held or not. */
static void test_hostile_80_fork_with_pool_at_work(void **state)
{
    struct gather_pool *pool = NULL;
    pthread_t worker;
    (void)state;
    if (!CHILD_MAY_ALLOCATE)
        skip();
    assert_int_equal(gather_pool_create(&pool, 3), GATHER_STATUS_OK);
    struct load load = {.threads = gather_pool_threads(pool)};
    assert_int_equal(pthread_create(&worker, NULL, work_all_the_time, &load), 0);
    int well = 0;
    while (well < 100 && succeeds_in_child(uses_pool_and_makes_another, pool))
        well++;
    load.stopped = true;
    pthread_join(worker, NULL);
    assert_int_equal(well, 100);
    assert_false(load.failed);
    gather_pool_destroy(pool);
}

struct forking {
    pthread_t caller;
    int child; /* as fork answers: 0 in the child */
    atomic_uint begun;
    atomic_bool forked;
};

/* Two tasks that both run; the caller's forks while a helper is in the other one. */
static void fork_in_the_callers(void *argument, uint64_t begin, uint64_t end)
{
    struct forking *forking = argument;
    (void)begin;
    (void)end;
    forking->begun++;
    if (!pthread_equal(pthread_self(), forking->caller)) {
        while (!forking->forked)
            usleep(100);
        return;
    }
    while (forking->begun < 2)
        usleep(100);
    forking->child = fork();
    if (forking->child == 0)
        alarm(SECONDS_TO_LIVE);
    forking->forked = true;
}

static void test_hostile_80_fork_inside_a_task(void **state)
{
    struct gather_pool *pool = NULL;
    struct forking forking = {.caller = pthread_self(), .child = -1};
    (void)state;
    assert_int_equal(gather_pool_create(&pool, 2), GATHER_STATUS_OK);
    struct gather_threads threads = gather_pool_threads(pool);
    int answer = threads.parallel_for(threads.context, fork_in_the_callers, &forking, 2, 1);
    if (forking.child == 0)
        end_child(answer == 1 && ranges_cover_once(threads, INDICES, 1));
    assert_int_equal(answer, 0);
    assert_true(child_succeeded(forking.child));
    gather_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_77_pthread_create_failing),
        cmocka_unit_test(test_hostile_80_thread_count_0_1_1024),
        cmocka_unit_test(test_hostile_80_fork_with_idle_pool),
        cmocka_unit_test(test_hostile_80_fork_with_pool_at_work),
        cmocka_unit_test(test_hostile_80_fork_inside_a_task),
    };
    alarm(SECONDS_TO_LIVE);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
